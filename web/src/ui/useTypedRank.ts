// A rank typed on the keyboard lifts the next card of that rank: 2 to 9, 0 for the ten, and the letters on the cards.

import { cardLetter } from '../cards/names';
import { usePage } from './context';
import { useKeys } from './useKeys';

/** Returns the rank of a key: J Q K A in every language, and the letters on the reader's cards ("d" for a Dame). */
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
