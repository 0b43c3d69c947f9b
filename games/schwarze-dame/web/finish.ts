// The end of a deal in which all cards with a penalty have been taken. Each trick is worth ten points [S5], and the
// highest card of the suit led takes it [S4].

import { onTable } from '@cardroom/tricks';
import type { SchwarzeFrame } from './layout';

const RANKS = '23456789TJQKA';
const rank = (card: string): number => RANKS.indexOf(card[0]!);

/** Returns the action to play now. If no card can take the trick, this is the lowest card. Otherwise it is the highest
 * card or, for the last player of the trick, the lowest winning card. Null if no action is legal. */
export function rest(frame: SchwarzeFrame): string | null {
  const { winning } = frame.view;
  const table = onTable(frame);
  const top = table.find(({ seat }) => seat === winning)?.face;
  const own = [...frame.legal].sort((a, b) => rank(a.card) - rank(b.card));
  const taking = top ? own.filter(({ card }) => card[1] === top[1] && rank(card) > rank(top)) : own;
  const one = table.length === 3 ? taking[0] : taking[taking.length - 1];
  return (one ?? own[0])?.action ?? null;
}
