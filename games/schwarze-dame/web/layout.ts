// Where the cards of Schwarze Dame lie: the table of a trick game.

import { trickTable, type Frame, type Layout, type Moves, type Size, type T } from '@cardroom/ui';
import type { Legal, View } from './types.gen';

export type SchwarzeFrame = Frame<View, Legal>;

export function layout(frame: SchwarzeFrame, size: Size, moves: Moves, t: T): Layout {
  const legal = new Set(frame.legal.map((l) => l.card));
  const yours = frame.legal.length > 0;
  return trickTable(frame, size, {
    card: (face) => ({ ...moves.of(face), barred: yours && !legal.has(face) }),
    target: moves.targets('trick'),
  }, t);
}
