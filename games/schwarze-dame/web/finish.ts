// The rest of a deal in which no card has a cost any more: each trick is worth ten points [S5], and the highest card of
// its suit takes it [S4].

import { onTable } from '@cardroom/tricks';
import type { SchwarzeFrame } from './layout';

const RANKS = '23456789TJQKA';
const rank = (card: string): number => RANKS.indexOf(card[0]!);

/** Returns the card to play now: the highest card where it may take the trick, as the last player the lowest winning
 * card, and the lowest card where none can win. Null: nothing is to be played. */
export function rest(frame: SchwarzeFrame): string | null {
  const { winning } = frame.view;
  const table = onTable(frame);
  const top = table.find(({ seat }) => seat === winning)?.face;
  const own = [...frame.legal].sort((a, b) => rank(a.card) - rank(b.card));
  const taking = top ? own.filter(({ card }) => card[1] === top[1] && rank(card) > rank(top)) : own;
  const one = table.length === 3 ? taking[0] : taking[taking.length - 1];
  return (one ?? own[0])?.action ?? null;
}
