// Says in a line whether the shuffle of a match is proven for the reader, and leads to every step of it.

import { useEffect, useState } from 'preact/hooks';
import { withFairWords } from '../ui/withWords';
import type { T } from '../i18n/words';
import { later } from '../ui/later';
import type { SeatInfo, SharedShuffle } from '../net/protocol';
import { Button } from '../ui/Button';
import './fair.css';
import { changes, device } from './shuffleStore';
import { proof, type Proof } from './proof';

const WasItFair = later(() => import('./wasItFair'), 'WasItFair');

interface Props {
  from: 'tables' | 'records';
  id: string;
  seats: readonly SeatInfo[];
  /** The table's messages on it: null where it was not shuffled together. Without it there is no line. */
  shuffle?: SharedShuffle | null;
  /** The reader's seat, null for who has none; left out where nobody knows. */
  you?: number | null;
  t: T;
}

export const FairnessLine = withFairWords(function FairnessLine({ from, id, seats, shuffle, you, t }: Props) {
  const [open, setOpen] = useState(false);
  const [own, setOwn] = useState<Proof | null>(null);
  const several = seats.length > 1;
  useEffect(() => {
    let here = true;
    if (shuffle === undefined || !several) return;
    device
      .read(id)
      .catch(() => null)
      .then((data) => {
        // After a reload the table sends the shuffle a moment later than of the cards.
        if (here) setOwn(shuffle || !data?.attempts.length ? proof(data, shuffle?.attempts ?? [], you) : null);
      });
    return () => {
      here = false;
    };
  }, [id, shuffle, you, changes.value]);
  return (
    <div class="fair">
      {own && (
        <p class={`fair-line ${own}`} data-proof={own}>
          {t(`own.${own}`)}
        </p>
      )}
      <Button does="fair" onPress={() => setOpen(true)}>
        {t('fair.open')}
      </Button>
      {open && <WasItFair {...{ from, id, seats, you }} onClose={() => setOpen(false)} />}
    </div>
  );
});
