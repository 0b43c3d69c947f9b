// The layout of Hearts: the table of a trick game. During the passing, the chosen cards are in the place of the trick.

import { fan, type Frame, type Layout, type Moves, type Place, type Size, type T } from '@cardroom/ui';
import { sortedHand, trickTable, type TrickHand } from '@cardroom/tricks';
import type { Legal, View } from './types.gen';

export type HeartsFrame = Frame<View, Legal>;

/** The order of the viewer's hand, the cards chosen for passing, and the possible moves of its cards. */
export interface Hand {
  order: TrickHand['order'];
  moves: Pick<Moves, 'of' | 'targets'>;
  /** The cards that are chosen for passing. */
  chosen: readonly string[];
  choosing: boolean;
}

/** Returns the seat that gets the viewer's cards, and the seat whose cards the viewer gets. */
export function neighbours({ view, viewer }: HeartsFrame): { to: number; from: number } | null {
  const steps = { left: 1, right: 3, across: 2, nobody: 0 }[view.giving];
  return viewer === null || steps === 0 ? null : { to: (viewer + steps) % 4, from: (viewer + 4 - steps) % 4 };
}

/** Returns true in the step that shows the passed cards in the viewer's hand before play begins. In this step no
 * seat has to act. */
export function received(frame: HeartsFrame): boolean {
  const { view } = frame;
  const others = neighbours(frame);
  return (
    view.phase === 'play' &&
    view.next === null &&
    view.tricks.length === 0 &&
    others !== null &&
    view.gifts[others.from] !== null
  );
}

export function layout(frame: HeartsFrame, size: Size, hand: Hand, t: T): Layout {
  const { view, viewer } = frame;
  const legal = new Set(frame.legal.flatMap((one) => one.cards));
  const yours = frame.legal.length > 0;
  const giving = view.phase === 'giving';
  const others = neighbours(frame);
  // The received cards are marked until the first card is played.
  const got = new Set(others && !giving && view.tricks.length === 0 ? (view.gifts[others.from] ?? []) : []);
  const table = trickTable(
    frame,
    size,
    {
      order: hand.order,
      card: (face) => ({
        ...(hand.choosing
          ? { tap: true, chosen: hand.chosen.includes(face) }
          : { ...hand.moves.of(face), barred: yours && !legal.has(face) }),
        ...(got.has(face)
          ? {
              from: `seat${others!.from}`,
              fresh: true,
              raised: received(frame),
              note: t('got', { who: frame.seats[others!.from]?.name ?? '' }),
            }
          : {}),
      }),
      target: hand.moves.targets('trick'),
    },
    t,
  );
  const aside = giving && viewer !== null ? sortedHand(view.gifts[viewer] ?? []) : [];
  const box = table.piles.find((pile) => pile.id === 'trick')!;
  return {
    ...table,
    piles: [...table.piles, { id: 'aside', label: t('pile.aside'), x: box.x, y: box.y, w: box.w, h: box.h }],
    places: [
      ...table.places,
      ...fan({ x: box.x, y: box.y, w: box.w, h: box.h }, aside.length, table.card, { step: 0.9 }).map(
        (at, i): Place => ({ ...at, key: aside[i]!, face: aside[i]!, pile: 'aside', from: 'hand' }),
      ),
    ],
    sweep: { ...table.sweep, aside: others ? `seat${others.to}` : 'deck' },
  };
}
