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

const WasItFair = later(async () => (await import('./wasItFair')).WasItFair);

interface Props {
  from: 'tables' | 'records';
  id: string;
  seats: readonly SeatInfo[];
  /** The table's messages on it: null where it was not shuffled together. Without it there is no line. */
  told?: SharedShuffle | null;
  /** The reader's seat, null for who has none; left out where nobody knows. */
  you?: number | null;
  t: T;
}

export const Fair = withFairWords(function Fair({ from, id, seats, told, you, t }: Props) {
  const [open, setOpen] = useState(false);
  const [own, setOwn] = useState<Proof | null>(null);
  const several = seats.length > 1;
  useEffect(() => {
    let here = true;
    if (told === undefined || !several) return;
    device
      .read(id)
      .catch(() => null)
      .then((kept) => {
        // After a reload the table tells of the shuffle a moment later than of the cards.
        if (here) setOwn(told || !kept?.told.length ? proof(kept, told?.attempts ?? [], you) : null);
      });
    return () => {
      here = false;
    };
  }, [id, told, you, changes.value]);
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
