// Piles by letter: the columns on the home row, e for the card in hand, w (or r) for the discard pile. The first letter
// lifts a card, the second lays it; the same letter twice sends the card to its best place.

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
