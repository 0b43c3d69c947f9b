// The layout of Schwarze Dame: the table of a trick game.

import { type Frame, type Layout, type Moves, type Size, type T } from '@cardroom/ui';
import { trickTable, type TrickHand } from '@cardroom/tricks';
import type { Legal, View } from './types.gen';

export type SchwarzeFrame = Frame<View, Legal>;

export function layout(frame: SchwarzeFrame, size: Size, moves: Moves, order: TrickHand['order'], t: T): Layout {
  const legal = new Set(frame.legal.map((l) => l.card));
  const yours = frame.legal.length > 0;
  return trickTable(
    frame,
    size,
    {
      order,
      card: (face) => ({ ...moves.of(face), barred: yours && !legal.has(face) }),
      target: moves.targets('trick'),
    },
    t,
  );
}
