// A card that does not move, for use in a sheet, a chip or an emblem. CardTable draws the cards that move.

import { usePage } from './context';
import { cardName } from '../cards/names';

export function CardFace({ face, width }: { face: string | null; width: number }) {
  const { t } = usePage();
  return (
    <svg
      class="card-face"
      viewBox="0 0 100 140"
      width={width}
      height={width * 1.4}
      role="img"
      aria-label={cardName(face, t.language)}
    >
      <use href={face === null ? '#card-back' : `#card-${face}`} />
    </svg>
  );
}
