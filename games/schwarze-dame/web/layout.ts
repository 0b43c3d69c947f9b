// Where the cards of Schwarze Dame lie: a pure function of the frame and the size of the table.

import {
  arch, cardFor, cardSize, cross, fan, others, pile, sides,
  type Box, type Frame, type Layout, type Moves, type Place, type Size, type T,
} from '@cardroom/ui';
import type { Legal, View } from './types.gen';

export type SchwarzeFrame = Frame<View, Legal>;

/** Black and red in turn, so that suits stand apart. */
const SUITS = 'cdsh';
const RANKS = '23456789TJQKA';

export const sorted = (hand: readonly string[]): string[] =>
  [...hand].sort((a, b) => SUITS.indexOf(a[1]!) - SUITS.indexOf(b[1]!) || RANKS.indexOf(a[0]!) - RANKS.indexOf(b[0]!));

/** Before which cards of a sorted hand a new suit begins. */
const suitGaps = (hand: readonly string[]): Set<number> =>
  new Set(hand.flatMap((card, i) => (i > 0 && card[1] !== hand[i - 1]![1] ? [i] : [])));

/** The seat at the bottom: the viewer's own, or seat 0 for who watches. */
export const near = (frame: SchwarzeFrame): number => frame.viewer ?? 0;

/** The cards on the table in playing order, each with its seat. */
export function onTable({ view }: SchwarzeFrame): { seat: number; face: string }[] {
  const trick = view.on_table ? view.tricks[view.tricks.length - 1] : undefined;
  return (trick?.cards ?? []).map((face, i) => ({ seat: (trick!.leader + i) % 4, face }));
}

export function layout(frame: SchwarzeFrame, size: Size, moves: Moves, t: T): Layout {
  const { view } = frame;
  const own = near(frame);
  const wide = size.w >= 720;
  const card = cardFor(size);
  const seats = others(4, frame.viewer, 'clockwise');
  const badge = { w: wide ? 168 : Math.min(150, size.w / 3 - 6), h: 52 };
  const hand = sorted(view.hands[own] ?? []);

  const handBox = { x: 8, y: size.h - card.h - 14, w: size.w - 16, h: card.h };
  const bar = { x: 8, y: handBox.y - 56, w: size.w - 16, h: 48 };
  const table = { x: 12, y: 10, w: size.w - 24, h: bar.y - 14 };
  const boxes = arch(table, 3, badge);
  // Backs under the other seats' badges: how much they hold can be seen, not only read.
  const small = cardSize(Math.round(card.w * 0.42));
  const top = wide ? 10 + badge.h + small.h + 14 : 10 + badge.h + 34;
  const sumBox = { x: size.w / 2 - 170, y: bar.y - 34, w: 340, h: 30 };
  const trickBox = { x: size.w / 2 - card.w * 1.7, y: top, w: card.w * 3.4, h: sumBox.y - top - 6 };
  const side = sides(frame.viewer, 'clockwise');
  const played = onTable(frame);
  const trick = cross(trickBox, played.map((p) => side[p.seat]!), card);
  const fanned = fan(handBox, hand.length, card, { gaps: suitGaps(hand), step: 0.78 });
  const legal = new Set(frame.legal.map((l) => l.card));
  const yours = frame.legal.length > 0;

  const backBox = (i: number): Box => ({ x: boxes[i]!.x, y: boxes[i]!.y + badge.h + 4, w: boxes[i]!.w, h: small.h });
  const open = view.next === null;
  const places: Place[] = [
    ...seats.flatMap((seat, i): Place[] => {
      const shown = view.hands[seat];
      if (!wide && !open) return [];
      const n = view.held[seat]!;
      const faces = shown ? sorted(shown) : null;
      return fan(backBox(i), n, small, { step: 0.3 }).map((at, k) => ({
        ...at, key: faces?.[k] ?? '?', face: faces?.[k] ?? null, pile: `seat${seat}`, scale: small.w / card.w,
      }));
    }),
    ...played.map(({ seat, face }, i): Place => ({
      ...trick[i]!, key: face, face, pile: 'trick', from: seat === own ? 'hand' : `seat${seat}`, last: i === played.length - 1,
    })),
    ...hand.map((face, i): Place => ({
      ...fanned[i]!, key: face, face, pile: 'hand', from: 'deck', ...moves.of(face), barred: yours && !legal.has(face),
    })),
  ];
  const taker = view.takers[view.takers.length - 1];
  const deck = pile({ x: size.w / 2, y: size.h / 3, w: 0, h: 0 }, 1, card)[0]!;
  return {
    card,
    deal: frame.deal,
    piles: [
      { id: 'deck', label: t('pile.deck'), x: deck.x, y: deck.y, ...card },
      ...seats.map((seat, i) => ({ id: `seat${seat}`, label: frame.seats[seat]?.name ?? '', ...boxes[i]! })),
      { id: 'trick', label: t('pile.trick', { n: played.length }), ...trickBox, target: moves.targets('trick') },
      { id: 'hand', label: t('pile.hand', { n: hand.length }), ...handBox, turn: yours },
      { id: 'own', label: t('pile.taken'), x: size.w / 2 - card.w / 2, y: size.h + card.h, ...card },
    ],
    places,
    sweep: { trick: taker === undefined ? 'deck' : taker === own ? 'own' : `seat${taker}` },
    spots: {
      bar, sum: sumBox,
      ...Object.fromEntries(seats.map((seat, i) => [`seat${seat}`, boxes[i]!])),
    },
  };
}
