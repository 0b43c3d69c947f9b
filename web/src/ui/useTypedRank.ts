// Lifts the next card of a rank when the rank is typed: 2 to 9, 0 or 1 for the ten, or a letter on the cards.

import { cardLetter } from '../cards/names';
import { usePage } from './context';
import { useKeys } from './useKeys';

/** Returns the rank for a key. J, Q, K and A work in every language. The letters on the reader's cards also work, such
 * as "d" for a Dame. */
export function typedRank(key: string, language: string): string | null {
  key = key.toLowerCase();
  if (/^[2-9]$/.test(key)) return key;
  if (key === '0' || key === '1') return 'T';
  return (
    [...'JQKA'].find((rank) => key === cardLetter(rank, language).toLowerCase()) ??
    [...'JQKA'].find((rank) => key === rank.toLowerCase()) ??
    null
  );
}

export function useTypedRank(onRank: (rank: string) => void): void {
  const { t } = usePage();
  useKeys((e) => {
    const rank = typedRank(e.key, t.language);
    if (rank === null) return false;
    onRank(rank);
    return true;
  });
}
