// Selection of piles by letter keys: a to k on the home row for the columns, e for the card in hand, w (or r) for the
// discard pile. The first key selects a card and the second its destination. The same key twice sends the card to its
// best destination.

import { useKeys } from '@cardroom/ui';

const PILES: Record<string, string> = {
  e: 'hand',
  w: 'discard',
  r: 'discard',
  ...Object.fromEntries([...'asdfghjk'].map((key, i) => [key, `t${i + 1}`])),
};

export function useTyped(onPile: (pile: string) => void): void {
  useKeys((e) => {
    const pile = PILES[e.key];
    if (pile) onPile(pile);
    return pile !== undefined;
  });
}
