// One line that says whether the shuffle of a match is proven for the reader, with a link to every step of the proof.

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
  /** The table's messages on the shuffle; null if the cards were not shuffled together. If it is absent, no line is
   * shown. */
  shuffle?: SharedShuffle | null;
  /** The reader's seat; null for a reader without a seat; absent if unknown. */
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
        // After a reload the message on the shuffle arrives shortly after the cards. Until then no line is shown if
        // this device has data on the shuffle.
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
