// The layout of Rouge et Noir: a pure function of the frame and the size of the table. Wide tables have stock, hand and
// discard pile beside the foundations. Narrow tables have these three piles at the bottom, near the thumb.

import {
  cardSize,
  column,
  suitName,
  type Box,
  type Frame,
  type Layout,
  type Pile,
  type Place,
  type Size,
  type T,
} from '@cardroom/ui';
import type { Legal, View } from './types.gen';
import type { Copy } from './where';

export type RougeFrame = Frame<View, Legal>;

export const TABLEAUS = ['t1', 't2', 't3', 't4', 't5', 't6', 't7', 't8'] as const;
export const FOUNDATIONS = ['f0', 'f1', 'f2', 'f3', 'f4', 'f5', 'f6', 'f7'] as const;
const SUIT_SIGNS = ['♣', '♣', '♦', '♦', '♥', '♥', '♠', '♠'];
/** The part of a card's height that must be visible so that the letter and the suit sign below it can be read. */
const WHOLE_INDEX = 0.38;
/** The number of discards that lie side by side. Older discards lie under them. */
const SHOWN_DISCARDS = 3;

/** The ways to touch the top card of a pile. */
export interface Touch {
  of(source: string): Pick<Place, 'tap' | 'drops' | 'chosen'>;
  targets(pile: string): boolean;
  lifted: boolean;
}

export function layout(
  frame: RougeFrame,
  size: Size,
  touch: Touch,
  t: T,
  hint: string | null = null,
  found: readonly Copy[] = [],
  about: readonly string[] | null = null,
): Layout {
  const { view } = frame;
  const b = boxes(size);
  const { card } = b;
  const alive = frame.phase === 'deal' && frame.viewer !== null;
  const top = (source: string): Partial<Place> => (alive ? touch.of(source) : {});
  const turns = frame.legal.some((l) => l.action === 'turn' || l.action === 'redeal') || (alive && view.hand !== null);

  // A hint marks the card that moves and its destination.
  const [from, to] = (hint ?? '').split(' ');
  const goes = to === 'f' ? (frame.legal.find((l) => l.action === hint)?.foundation ?? null) : null;
  const marked = (pile: string): boolean => !!hint && (pile === to || (goes !== null && pile === `f${goes}`));
  const onTop = (pile: string): Partial<Place> => (!!hint && (pile === from || marked(pile)) ? { hint: true } : {});

  // The name of a card that was searched for says that it was found.
  const noted = (pile: string, under: number): Partial<Place> =>
    found.some((copy) => copy.pile === pile && copy.at !== 'stock' && copy.under === under)
      ? { note: t('find.here') }
      : {};

  const foundations = view.foundations.flat();
  const discards = view.discard.slice(-SHOWN_DISCARDS - 1);
  const places: Place[] = [
    ...foundations.map(
      (face, i): Place => ({
        ...at(b.foundations[i]!),
        key: face,
        face,
        pile: FOUNDATIONS[i]!,
        ...onTop(FOUNDATIONS[i]!),
        ...noted(FOUNDATIONS[i]!, 0),
      }),
    ),
    ...view.tableaus.flatMap((cards, i): Place[] => {
      const lie = column(b.tableaus[i]!, cards.length, card, WHOLE_INDEX);
      const tucked = lie.length > 1 && lie[1]!.y - lie[0]!.y < card.h * WHOLE_INDEX - 0.5;
      return cards.map((face, k) => ({
        ...lie[k]!,
        key: face,
        tucked: tucked && k < cards.length - 1,
        face,
        pile: TABLEAUS[i]!,
        tag: TABLEAUS[i]!,
        from: 'stock',
        ...noted(TABLEAUS[i]!, cards.length - 1 - k),
        ...(k === cards.length - 1 ? { ...top(TABLEAUS[i]!), ...onTop(TABLEAUS[i]!) } : {}),
      }));
    }),
    // Three backs at most are drawn, which is enough to show that the stock shrinks.
    ...Array.from(
      { length: Math.min(3, view.stock) },
      (_, i): Place => ({
        ...at(b.stock),
        y: b.stock.y - i * 2,
        z: i,
        key: '?',
        face: null,
        pile: 'stock',
        label: t('pile.stock', { n: view.stock }),
        ...(i === Math.min(3, view.stock) - 1 && turns ? { tap: true, hint: from === 'turn' } : {}),
      }),
    ),
    ...discards.map(
      (face, i): Place => ({
        ...at(b.discard, b.discardStep, Math.max(0, i - Math.max(0, discards.length - SHOWN_DISCARDS))),
        z: i,
        tucked: b.discardStep.y > 0 && i < discards.length - 1,
        key: face,
        face,
        pile: 'discard',
        tag: 'discard',
        from: 'hand',
        ...noted('discard', discards.length - 1 - i),
        ...(i === discards.length - 1 ? { ...top('discard'), ...onTop('discard') } : {}),
      }),
    ),
    ...(view.hand
      ? [
          {
            ...at(b.hand),
            key: view.hand,
            face: view.hand,
            pile: 'hand',
            tag: 'hand',
            from: 'stock',
            ...top('hand'),
            ...onTop('hand'),
            ...noted('hand', 0),
          } as Place,
        ]
      : []),
  ];
  const piles: Pile[] = [
    ...FOUNDATIONS.map(
      (id, i): Pile => ({
        id,
        label: t('pile.foundation', { n: i + 1, suit: suitName('ccddhhss'[i]!, t.language) }),
        ...b.foundations[i]!,
        sign: SUIT_SIGNS[i]!,
        rim: true,
        target: touch.targets(id) || marked(id),
      }),
    ),
    // An empty column has the size of one card. A column with cards accepts a dropped card anywhere on it.
    ...TABLEAUS.map((id, i): Pile => {
      const space = view.tableaus[i]!.length === 0;
      return {
        id,
        label: t('pile.tableau', { n: i + 1 }),
        ...b.tableaus[i]!,
        ...(space ? { h: card.h } : {}),
        outline: space,
        rim: true,
        target: touch.targets(id) || (space && marked(id)),
        tap: touch.targets(id) || (space && touch.lifted),
      };
    }),
    {
      id: 'stock',
      label: t('pile.stock', { n: view.stock }),
      ...b.stock,
      outline: true,
      // While the stock has cards, its top card takes the tap, so that a screen reader reads the pile only once.
      tap: turns && view.stock === 0,
      sign: stockSign(view),
      target: from === 'redeal',
    },
    {
      id: 'hand',
      label: t('pile.hand'),
      ...b.hand,
      outline: true,
      sign: view.hand === null ? t('pile.hand.ghost') : '',
      turn: view.hand !== null,
    },
    {
      id: 'discard',
      label: t('pile.discard', { n: view.discard.length }),
      ...b.discard,
      outline: true,
      sign: discards.length === 0 ? t('pile.discard.ghost') : '',
      target: touch.targets('discard') || (discards.length === 0 && marked('discard')),
      tap: touch.targets('discard'),
    },
  ];
  return {
    card,
    deal: frame.deal,
    piles,
    places,
    spots: {
      all: { x: 0, y: 0, ...size },
      facts: b.facts,
      bar: b.bar,
      stock: b.count(b.stock),
      discard: b.count(
        discards.length > 0 ? { ...b.discard, ...places.findLast((place) => place.pile === 'discard')! } : b.discard,
      ),
      find: b.find,
      ...(about ? { note: noteBox(b, places, piles, about, size) } : {}),
      ...marks(found, places, piles, card),
    },
  };
}

/** Returns the boxes of the cards that were searched for. `card0` or `card1` is the visible part of a card. `pile0` or
 * `pile1` is the pile that hides a card. */
function marks(
  found: readonly Copy[],
  places: readonly Place[],
  piles: readonly Pile[],
  card: Size,
): Record<string, Box> {
  const out: Record<string, Box> = {};
  found.forEach((copy, i) => {
    const cards = places.filter((place) => place.pile === copy.pile);
    const k = copy.at === 'stock' ? -1 : cards.length - 1 - copy.under;
    const here = cards[k];
    const above = cards[k + 1];
    // A card that lies exactly under another one is not visible.
    if (here && !(above && above.x === here.x && above.y === here.y)) {
      out[`card${i}`] = {
        x: here.x,
        y: here.y,
        w: above && above.x > here.x ? above.x - here.x : card.w,
        h: above && above.y > here.y ? above.y - here.y : card.h,
      };
    } else {
      // A fan extends to the right, a stack upwards.
      const first = cards[0] ?? piles.find((pile) => pile.id === copy.pile)!;
      const last = cards.at(-1) ?? first;
      const y = Math.min(first.y, last.y);
      out[`pile${i}`] = { x: first.x, y, w: last.x - first.x + card.w, h: Math.max(first.y, last.y) - y + card.h };
    }
  });
  return out;
}

const NOTE: Size = { w: 360, h: 84 };

/** Returns the box for a note about these piles. The box is below the columns, as near to the piles as possible, and
 * over no card. If the columns are too long for that, the box is the line above the cards. */
export function noteBox(
  b: Pick<Boxes, 'felt' | 'facts' | 'card'>,
  places: readonly Place[],
  piles: readonly Pile[],
  about: readonly string[],
  size: Size,
): Box {
  const w = Math.min(NOTE.w, b.felt.w);
  const spoken = piles.filter((pile) => about.includes(pile.id));
  const middle = spoken.length
    ? spoken.reduce((sum, pile) => sum + pile.x + pile.w / 2, 0) / spoken.length
    : size.w / 2;
  const columns = piles
    .filter((pile) => /^t\d$/.test(pile.id))
    .map((pile) => {
      const last = places.findLast((place) => place.pile === pile.id);
      return { x: pile.x, w: pile.w, end: last ? last.y + b.card.h : pile.y + pile.h };
    });
  const clamp = (x: number) => Math.max(b.felt.x, Math.min(b.felt.x + b.felt.w - w, x));
  const free = [middle - w / 2, ...columns.map((c) => c.x)]
    .map(clamp)
    .map((x) => {
      const y = 10 + Math.max(...columns.filter((c) => c.x < x + w && c.x + c.w > x).map((c) => c.end));
      return { x, y, far: Math.abs(x + w / 2 - middle) };
    })
    .filter((spot) => spot.y + NOTE.h <= b.felt.y + b.felt.h)
    .sort((p, q) => p.far - q.far)[0];
  return free
    ? { x: free.x, y: free.y, w, h: NOTE.h }
    : { x: Math.max(4, (size.w - 560) / 2), y: 2, w: Math.min(560, size.w - 8), h: b.facts.h };
}

/** Returns the sign on the empty stock: a circular arrow if a redeal is left. */
const stockSign = (view: View): string =>
  view.stock === 0 && (view.redeals_left === null || view.redeals_left > 0) ? '↻' : '';

const at = (box: Box, step = { x: 0, y: 0 }, n = 0) => ({ x: box.x + n * step.x, y: box.y + n * step.y, z: 0, rot: 0 });

interface Boxes {
  card: Size;
  foundations: Box[];
  tableaus: Box[];
  stock: Box;
  hand: Box;
  discard: Box;
  /** The step from one visible discard to the next. */
  discardStep: { x: number; y: number };
  facts: Box;
  bar: Box;
  /** Returns the box for the number of cards in a pile, beside the pile. */
  count(pile: Box): Box;
  find: Box;
  /** The box of the columns. Notes are shown in its free part. */
  felt: Box;
}

/** Returns the boxes of the foundations on a table of this size. */
export const foundationsOf = (size: Size): Box[] => boxes(size).foundations;

function boxes(size: Size): Boxes {
  return size.w >= 640 && size.w > size.h ? wide(size) : narrow(size);
}

/** The width in px of the facts beside the cards in a low window. */
const FACTS = 116;

/** Lays out a wide table: columns and foundations fill the whole height, and stock, card in hand and discard pile
 * are beside them. */
function wide(size: Size): Boxes {
  // On a phone on its side, the line of facts shares the last row with the buttons.
  const short = size.h < 480;
  const gap = Math.max(5, Math.min(14, size.w * 0.009));
  const edge = Math.max(10, gap);
  const topRow = short ? 8 : 40;
  const bar = { x: edge, y: size.h - (short ? 50 : 58), w: size.w - 2 * edge, h: short ? 46 : 48 };
  const high = bar.y - topRow - 10;
  // A card is as large as two limits allow. Nine cards must fit in the width. A foundation and a column of thirteen
  // cards whose letters are all visible must fit in the height.
  const room = size.w - 2 * edge - (short ? FACTS : 0) - gap * 2.5;
  const down = (high - 10) / (short ? 5.5 : 6.05);
  // If eleven cards fit in the width, the foundations are beside the columns, one suit in each row, and both use the
  // whole height.
  const eleven = Math.min((room - 10.5 * gap) / 11, (high - 3 * gap) / 5.6);
  const aside = !short && eleven >= down * 0.92;
  const card = cardSize(Math.floor(Math.max(36, Math.min(190, aside ? eleven : Math.min((room - 7 * gap) / 9, down)))));
  const step = card.w + gap;
  const all = (aside ? 11 : 9) * card.w + (aside ? 10.5 : 7) * gap + gap * 2.5;
  const left = Math.max(short ? edge + FACTS : edge, Math.round((size.w - all) / 2));
  const right = left + card.w + gap * 2.5;
  const row = (y: number, h: number): Box[] =>
    Array.from({ length: 8 }, (_, i) => ({ x: Math.round(right + i * step), y, w: card.w, h }));
  const below = aside ? topRow : topRow + card.h + 10;
  const beside = (i: number): Box => ({
    x: Math.round(right + 8 * step + 2.5 * gap + (i % 2) * step),
    y: Math.round(topRow + (i >> 1) * (card.h + gap)),
    ...card,
  });
  // The column of stock, hand and discards, with its labels, is as high as the tableaus if there is room.
  const words = short ? 0 : 26;
  const fan = card.h * 0.22;
  const space = Math.min(28, Math.max(short ? 4 : 8, (high - 3 * card.h - 2 * fan - 2 * words) / 2));
  const handY = topRow + card.h + space + words;
  const discardY = handY + card.h + space;
  const tall = discardY + card.h + 2 * fan + words <= bar.y;
  return {
    card,
    stock: { x: left, y: topRow, ...card },
    hand: { x: left, y: handY, ...card },
    discard: { x: left, y: tall ? discardY : bar.y - card.h - 2, ...card },
    discardStep: { x: 0, y: tall ? fan : 0 },
    foundations: aside ? Array.from({ length: 8 }, (_, i) => beside(i)) : row(topRow, card.h),
    tableaus: row(below, bar.y - below - 8),
    facts: short
      ? { x: edge, y: topRow, w: left - edge - 38, h: high }
      : { x: edge, y: 6, w: size.w - 2 * edge, h: 28 },
    count: ({ x, y, h }) => (short ? { x: x - 34, y, w: 30, h } : { x, y: y + card.h + 2, w: card.w, h: words - 4 }),
    find: { x: short ? 4 : left, y: bar.y, w: 170, h: bar.h },
    bar: { ...bar, x: right, w: size.w - right - edge },
    felt: { x: right, y: below, w: aside ? 8 * step : size.w - right - edge, h: bar.y - below - 4 },
  };
}

/** Lays out a narrow table: foundations at the top, columns below them, and stock, hand and discards at the bottom,
 * near the thumb. */
function narrow(size: Size): Boxes {
  const gap = 4;
  const w = Math.floor(Math.min(132, (size.w - 12 - gap * 7) / 8, (size.h - 120) / 6.4));
  const card = cardSize(w);
  const left = (size.w - (8 * w + 7 * gap)) / 2;
  const columns = (y: number, h: number): Box[] =>
    Array.from({ length: 8 }, (_, i) => ({ x: Math.round(left + i * (w + gap)), y, w, h }));
  const foundationsY = 34;
  const barY = size.h - 56;
  const lowY = barY - card.h - 10;
  const tableausY = foundationsY + card.h + 10;
  const discardX = left + (w + gap) * 3.2;
  return {
    card,
    foundations: columns(foundationsY, card.h),
    tableaus: columns(tableausY, lowY - tableausY - 30),
    stock: { x: left, y: lowY, ...card },
    hand: { x: left + (w + gap) * 1.5, y: lowY, ...card },
    // The box is as wide as the discards that will lie side by side.
    discard: { x: discardX, y: lowY, w: card.w * 2, h: card.h },
    discardStep: { x: card.w * 0.5, y: 0 },
    facts: { x: 6, y: 4, w: size.w - 12, h: 26 },
    count: ({ x }) => ({ x: Math.min(x, discardX), y: lowY - 26, w: card.w, h: 20 }),
    find: { x: discardX + card.w * 2 + 4, y: lowY, w: size.w - left - discardX - card.w * 2 - 4, h: card.h },
    felt: { x: left, y: tableausY, w: size.w - 2 * left, h: lowY - tableausY - 30 },
    bar: { x: 6, y: barY, w: size.w - 12, h: 48 },
  };
}
