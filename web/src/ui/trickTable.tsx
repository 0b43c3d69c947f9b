// The table of a trick game for four: three seats with backs of cards, the trick in the middle, and the hand below. It
// uses the part of the view that all trick games share. The code of each game has the points of a card, and the legal
// cards.

import { useState } from 'preact/hooks';
import { later } from './later';
import type { AnyLegal, Frame } from '../net/protocol';
import { arch, cardFor, cardSize, cross, fan, others, pile, RATIO, sides } from '../cards/geometry';
import type { Box, Layout, Place, Size } from '../cards/layout';
import type { T } from '../i18n/words';
import { CardFace } from './CardFace';
import { Spot } from './CardTable';
import type { Step } from './gameUi';
import { Button } from './Button';
import { RANKS, sortedHand, SUITS, type TrickTaken, type TrickView } from './trickView';
import { useOrder, type Order } from './useOrder';
import { seatName, who } from './who';
import { Sign } from './Sign';
import './trickTable.css';

export { RestButtons, restOffered, RestWords as RestSaid } from './RestOffer';
export { sortedHand, SUITS, type TrickTaken, type TrickView } from './trickView';
export { useFinish } from './useFinish';

/** The cards that have been played. This component is loaded when it is opened. */
export const PlayedCards = later(() => import('./PlayedCards'), 'PlayedCards');

/** The count of a finished deal, which is loaded when it is needed. */
export const TrickCount = later(() => import('./TrickCount'), 'TrickCount');

/** Sorts a hand by rank, and cards of the same rank by suit. */
const byRank = (hand: readonly string[]): string[] =>
  [...hand].sort((a, b) => RANKS.indexOf(a[0]!) - RANKS.indexOf(b[0]!) || SUITS.indexOf(a[1]!) - SUITS.indexOf(b[1]!));

type TrickOrder = Order<'suit' | 'rank'>;

/** Returns the order of the player's hand: by suit, by rank, or an order that the player has made. */
export const useTrickOrder = (frame: Frame<TrickView>): TrickOrder =>
  useOrder(frame.deal, frame.view.hands[near(frame)] ?? [], { suit: sortedHand, rank: byRank });

export function SortButton({ order, t }: { order: TrickOrder; t: T }) {
  return (
    <Button kind="quiet" does="sort" shortcut="s" label={t(`sort.${order.how}.label`)} onPress={order.sort}>
      <Sign d="M2 4h5M2 8h8M2 12h11" />
      <span class="trick-words">{t(`sort.${order.how}`)}</span>
    </Button>
  );
}

/** The place at which the chosen card will lie in the trick. */
export const Mine = () => (
  <Spot at="mine">
    <i class="trick-mine" />
  </Spot>
);

/** Stores which sheet is open, together with the deal in which it was opened. In another deal no sheet is open. */
export function useLook<What>({ deal }: Frame): [What | null, (what: What | null) => void] {
  const [open, setOpen] = useState<{ deal: number; what: What | null } | null>(null);
  return [open?.deal === deal ? open.what : null, (what) => setOpen({ deal, what })];
}

/** Returns the indices of the cards of a sorted hand at which a new suit begins. */
const suitGaps = (hand: readonly string[]): Set<number> =>
  new Set(hand.flatMap((card, i) => (i > 0 && card[1] !== hand[i - 1]![1] ? [i] : [])));

/** Returns the seat at the bottom: the viewer's own seat, or seat 0 for a spectator. */
export const near = (frame: Frame): number => frame.viewer ?? 0;

/** Returns the cards on the table in playing order, each with its seat. */
export function onTable({ view }: Frame<TrickView>): { seat: number; face: string }[] {
  const trick = view.on_table ? view.tricks[view.tricks.length - 1] : undefined;
  return (trick?.cards ?? []).map((face, i) => ({ seat: (trick!.leader + i) % 4, face }));
}

/** Returns the trick that was taken last, and the seat that took it. */
export function lastTrick<V extends TrickView>(view: V): { trick: V['tricks'][number]; taker: number } | null {
  const n = view.takers.length;
  return n === 0 ? null : { trick: view.tricks[n - 1]!, taker: view.takers[n - 1]! };
}

/** The ways in which the cards of the viewer's hand react to touches, and whether a chosen card can be played to the
 * trick. */
export interface TrickHand {
  order: Pick<TrickOrder, 'cards' | 'how'>;
  card(face: string): Partial<Place>;
  target: boolean;
}

export function trickTable(frame: Frame<TrickView>, size: Size, own: TrickHand, t: T): Layout {
  const { view } = frame;
  const me = near(frame);
  // On a phone in landscape (`sideways`), the parts that are usually above the hand are to the left and right of the
  // trick. A strip above the table can make the table of an upright phone as low as in landscape, but not as wide.
  const low = size.h < 440;
  const wide = size.w >= 720 && !low;
  const sideways = low && size.w >= 480;
  const card = cardFor(size);
  const seats = others(4, frame.viewer, 'clockwise');
  const large = wide && size.w >= 1100;
  const badge = {
    w: large ? 200 : wide ? 168 : Math.min(sideways ? 184 : 150, size.w / 3 - 6),
    h: large ? 68 : wide ? 60 : sideways ? 46 : low ? 40 : 52,
  };
  // The other seats are around the trick, and not in the corners of a wide window.
  const span = wide ? Math.min(size.w - 24, Math.max(720, size.h * 1.5)) : size.w - 24;
  const left = (size.w - span) / 2;
  const hand = own.order.cards;
  const shifts = frame.viewer !== null && !frame.named;

  const handBox = { x: 8, y: size.h - card.h - 14, w: size.w - 16, h: card.h };
  // A chosen card is raised by 12 px. Its rings need 5 px more. So there are 20 px between the hand and the buttons. On
  // a phone the offer to end the deal needs a second row of buttons.
  const offers = !wide && !low && frame.rest !== undefined && frame.viewer !== null && !frame.named;
  const barH = offers ? 48 + 8 + 48 : 48;
  const barY = handBox.y - 20 - barH;
  const ownBox = {
    x: wide ? left : 6,
    y: sideways ? barY - 6 : barY - badge.h - 4,
    w: wide || sideways ? badge.w : Math.min(badge.w, 118),
    h: badge.h,
  };
  const beside = ownBox.x + ownBox.w + 6;
  const bar = sideways
    ? { x: beside, y: barY, w: size.w - beside - 8, h: barH }
    : { x: 8, y: barY, w: size.w - 16, h: barH };
  const table = { x: left, y: low ? 4 : 10, w: span, h: barY - 14 };
  const boxes = arch(table, 3, badge);
  // The backs of cards below the badges of the other seats show how many cards these seats hold.
  const small = cardSize(Math.round(card.w * 0.42));
  const top = wide ? 10 + badge.h + small.h + 14 : low ? 4 + badge.h + 4 : 10 + badge.h + 34;
  const floor = barY - (wide ? 42 : low ? 12 : badge.h + 10);
  // The cards of the trick are up to 1.3 times as large as the cards of the hand, if the space between the badges
  // allows this.
  const across = (wide ? span - 2 * badge.w - 24 : size.w) / 2.7;
  const laid = cardSize(Math.round(Math.max(card.w, Math.min(card.w * 1.3, across, (floor - top) / 1.9 / RATIO))));
  const trickW = Math.min(laid.w * 3.4, size.w);
  const trickBox = { x: (size.w - trickW) / 2, y: top, w: trickW, h: floor - top };
  // The box of the sum in a low window. In landscape it is below the plate on the right and the backs of its cards,
  // where there is no second row of buttons. On an upright phone it is beside the viewer's own card of the trick, below
  // the card on the right.
  const edge = (size.w + (sideways ? trickW : laid.w + 12)) / 2;
  const under = sideways ? boxes[2]!.y + badge.h + small.h + 6 : cross(trickBox, ['right'], laid)[0]!.y + laid.h + 2;
  const half = Math.min(220, size.w / 2 - beside);
  const sumBox = low
    ? { x: edge, y: under, w: size.w - edge - 8, h: sideways ? 30 : barY - 2 - under }
    : wide
      ? { x: size.w / 2 - half, y: barY - 36, w: 2 * half, h: 30 }
      : { x: beside, y: barY - 38, w: size.w - beside - 6, h: 30 };
  const side = sides(frame.viewer, 'clockwise');
  const played = onTable(frame);
  const trick = cross(
    trickBox,
    played.map((p) => side[p.seat]!),
    laid,
  );
  const fanned = fan(handBox, hand.length, card, {
    ...(own.order.how === 'suit' ? { gaps: suitGaps(hand) } : {}),
    step: 0.78,
  });

  const backBox = (i: number): Box => ({ x: boxes[i]!.x, y: boxes[i]!.y + badge.h + 4, w: boxes[i]!.w, h: small.h });
  const over = view.takers.length === 13;
  const places: Place[] = [
    ...seats.flatMap((seat, i): Place[] => {
      const shown = view.hands[seat];
      if (!wide && !over && !view.hands[seat]) return [];
      const faces = shown ? sortedHand(shown) : null;
      return fan(backBox(i), view.held[seat]!, small, { step: 0.3 }).map((at, k) => ({
        ...at,
        key: faces?.[k] ?? '?',
        face: faces?.[k] ?? null,
        pile: `seat${seat}`,
        scale: small.w / card.w,
      }));
    }),
    ...played.map(
      ({ seat, face }, i): Place => ({
        ...trick[i]!,
        key: face,
        face,
        pile: 'trick',
        scale: laid.w / card.w,
        from: seat === me ? 'hand' : `seat${seat}`,
        last: i === played.length - 1,
        note: who(t, frame, seat, 'card.by'),
      }),
    ),
    ...hand.map(
      (face, i): Place => ({ ...fanned[i]!, key: face, face, pile: 'hand', from: 'deck', shifts, ...own.card(face) }),
    ),
  ];
  const taker = view.takers[view.takers.length - 1];
  const deck = pile({ x: size.w / 2, y: size.h / 3, w: 0, h: 0 }, 1, card)[0]!;
  return {
    card,
    deal: frame.deal,
    piles: [
      { id: 'deck', label: t('pile.deck'), x: deck.x, y: deck.y, ...card },
      ...seats.map((seat, i) => ({ id: `seat${seat}`, label: frame.seats[seat]?.name ?? '', ...boxes[i]! })),
      { id: 'trick', label: t('pile.trick', { n: played.length }), ...trickBox, target: own.target },
      { id: 'hand', label: t('pile.hand', { n: hand.length }), ...handBox, turn: frame.legal.length > 0 },
      { id: 'own', label: t('pile.taken'), ...ownBox },
    ],
    places,
    sweep: { trick: taker === undefined ? 'deck' : taker === me ? 'own' : `seat${taker}` },
    spots: {
      bar,
      ...(sumBox.w < 110 ? {} : { sum: sumBox }),
      ...(own.target ? { mine: { ...cross(trickBox, ['bottom'], laid)[0]!, ...laid } } : {}),
      ...Object.fromEntries(seats.map((seat, i) => [`seat${seat}`, boxes[i]!])),
      [`seat${me}`]: ownBox,
    },
  };
}

/** Shows the fourth card on the table before the trick is taken. `still` returns the earlier state of all other parts
 * of the view. */
export function trickSteps<V extends TrickView, L extends AnyLegal>(
  before: Frame<V, L>,
  after: Frame<V, L>,
  still: (taker: number) => Partial<V>,
): Step<V, L>[] {
  const done = after.view.takers.length;
  if (done === before.view.takers.length || after.since.length !== 1) return [];
  const taker = after.view.takers[done - 1]!;
  const view: V = {
    ...after.view,
    tricks: after.view.tricks.slice(0, done),
    takers: before.view.takers,
    on_table: true,
    winning: taker,
    ...still(taker),
  };
  return [{ frame: { ...after, view }, ms: 'trick' }];
}

/** The last trick, card by card, with words that say who took it. */
export function LastTrick({ frame, trick, words, t }: { frame: Frame; trick: TrickTaken; words: string; t: T }) {
  return (
    <div class="last-trick">
      <ul>
        {trick.cards.map((card, i) => (
          <li key={card}>
            <CardFace face={card} width={64} />
            <span dir="auto">{seatName(t, frame, (trick.leader + i) % 4)}</span>
          </li>
        ))}
      </ul>
      <p>{words}</p>
    </div>
  );
}
