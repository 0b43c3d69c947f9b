// A rank typed on the keyboard lifts the next card of that rank: 2 to 9, 0 for the ten, J Q K A.

import { useKeys } from './useKeys';

const RANKS: Record<string, string> = { '0': 'T', '1': 'T', j: 'J', q: 'Q', k: 'K', a: 'A' };

export function useTypedRank(onRank: (rank: string) => void): void {
  useKeys((e) => {
    const rank = RANKS[e.key] ?? e.key;
    if (!/^[2-9TJQKA]$/.test(rank)) return false;
    onRank(rank);
    return true;
  });
}
