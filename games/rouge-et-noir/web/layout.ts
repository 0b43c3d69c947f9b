// Where the cards of Rouge et Noir lie: a pure function of the frame and the size of the table.
// Wide tables have stock, hand and discard pile beside the foundations; narrow ones have them below, near the thumb.

import {
  cardSize, column, type Box, type Frame, type Layout, type Pile, type Place, type Size, type T,
} from '@cardroom/ui';
import type { Legal, View } from './types.gen';
import type { Copy } from './where';

export type RougeFrame = Frame<View, Legal>;

export const TABLEAUS = ['t1', 't2', 't3', 't4', 't5', 't6', 't7', 't8'] as const;
export const FOUNDATIONS = ['f0', 'f1', 'f2', 'f3', 'f4', 'f5', 'f6', 'f7'] as const;
const SUIT_SIGNS = ['♣', '♣', '♦', '♦', '♥', '♥', '♠', '♠'];
/** So many discards lie side by side; the rest are under them. */
const SHOWN_DISCARDS = 3;

/** What the hands of the player can do with a card that lies on top of a pile. */
export interface Touch { of(source: string): Pick<Place, 'tap' | 'drops' | 'chosen'>; targets(pile: string): boolean }

export function layout(frame: RougeFrame, size: Size, touch: Touch, t: T, hint: string | null = null, found: readonly Copy[] = []): Layout {
  const { view } = frame;
  const b = boxes(size);
  const { card } = b;
  const alive = frame.phase === 'deal' && frame.viewer !== null;
  const top = (source: string): Partial<Place> => (alive ? touch.of(source) : {});
  const turns = frame.legal.some((l) => l.action === 'turn' || l.action === 'redeal') || (alive && view.hand !== null);

  // A hint marks the card that moves and the place that it goes to.
  const [from, to] = (hint ?? '').split(' ');
  const goes = to === 'f' ? frame.legal.find((l) => l.action === hint)?.foundation ?? null : null;
  const marked = (pile: string): boolean => !!hint && (pile === to || (goes !== null && pile === `f${goes}`));
  const onTop = (pile: string): Partial<Place> => (!!hint && (pile === from || marked(pile)) ? { hint: true } : {});

  // What was looked for is said with the card's name, too.
  const noted = (pile: string, under: number): Partial<Place> => (found.some((copy) => copy.pile === pile && copy.at !== 'stock' && copy.under === under) ? { note: t('find.here') } : {});

  const foundations = view.foundations.flat();
  const discards = view.discard.slice(-SHOWN_DISCARDS - 1);
  const places: Place[] = [
    ...foundations.map((face, i): Place => ({ ...at(b.foundations[i]!), key: face, face, pile: FOUNDATIONS[i]!, ...onTop(FOUNDATIONS[i]!), ...noted(FOUNDATIONS[i]!, 0) })),
    ...view.tableaus.flatMap((cards, i): Place[] => {
      const lie = column(b.tableaus[i]!, cards.length, card, 0.26);
      return cards.map((face, k) => ({
        ...lie[k]!, key: face, face, pile: TABLEAUS[i]!, tag: TABLEAUS[i]!, from: 'stock', ...noted(TABLEAUS[i]!, cards.length - 1 - k),
        ...(k === cards.length - 1 ? { ...top(TABLEAUS[i]!), ...onTop(TABLEAUS[i]!) } : {}),
      }));
    }),
    // A few backs are enough for a stock that can be seen to shrink.
    ...Array.from({ length: Math.min(3, view.stock) }, (_, i): Place => ({
      ...at(b.stock), y: b.stock.y - i * 2, z: i, key: '?', face: null, pile: 'stock', label: t('pile.stock', { n: view.stock }),
      ...(i === Math.min(3, view.stock) - 1 && turns ? { tap: true, hint: from === 'turn' } : {}),
    })),
    ...discards.map((face, i): Place => ({
      ...at(b.discard), x: b.discard.x + Math.max(0, i - Math.max(0, discards.length - SHOWN_DISCARDS)) * b.discardStep, z: i,
      key: face, face, pile: 'discard', tag: 'discard', from: 'hand', ...noted('discard', discards.length - 1 - i), ...(i === discards.length - 1 ? { ...top('discard'), ...onTop('discard') } : {}),
    })),
    ...(view.hand ? [{ ...at(b.hand), key: view.hand, face: view.hand, pile: 'hand', tag: 'hand', from: 'stock', ...top('hand'), ...onTop('hand'), ...noted('hand', 0) } as Place] : []),
  ];
  const piles: Pile[] = [
    ...FOUNDATIONS.map((id, i): Pile => ({ id, label: t('pile.foundation'), ...b.foundations[i]!, sign: SUIT_SIGNS[i]!, target: touch.targets(id) || marked(id) })),
    // A space is a place for one card; a column takes what is dropped anywhere on it.
    ...TABLEAUS.map((id, i): Pile => {
      const space = view.tableaus[i]!.length === 0;
      return {
        id, label: t('pile.tableau', { n: i + 1 }), ...b.tableaus[i]!, ...(space ? { h: card.h } : {}),
        outline: space, target: touch.targets(id) || (space && marked(id)), tap: touch.targets(id),
      };
    }),
    { id: 'stock', label: t('pile.stock', { n: view.stock }), ...b.stock, outline: true, tap: turns, sign: stockSign(view), target: from === 'redeal' },
    { id: 'hand', label: t('pile.hand'), ...b.hand, outline: true, turn: view.hand !== null },
    { id: 'discard', label: t('pile.discard', { n: view.discard.length }), ...b.discard, outline: true, target: touch.targets('discard') || (discards.length === 0 && marked('discard')), tap: touch.targets('discard') },
  ];
  return { card, deal: frame.deal, piles, places, spots: { facts: b.facts, bar: b.bar, counts: b.counts, find: b.find, ...marks(found, places, piles, card) } };
}

/** The boxes of what was looked for: `card0` what of the card can be seen, `pile0` the pile that it lies in out of sight. */
function marks(found: readonly Copy[], places: readonly Place[], piles: readonly Pile[], card: Size): Record<string, Box> {
  const out: Record<string, Box> = {};
  found.forEach((copy, i) => {
    const cards = places.filter((place) => place.pile === copy.pile);
    const k = copy.at === 'stock' ? -1 : cards.length - 1 - copy.under;
    const here = cards[k];
    const above = cards[k + 1];
    // What lies squarely under another card cannot be seen.
    if (here && !(above && above.x === here.x && above.y === here.y)) {
      out[`card${i}`] = { x: here.x, y: here.y, w: above && above.x > here.x ? above.x - here.x : card.w, h: above && above.y > here.y ? above.y - here.y : card.h };
    } else {
      // A fan goes to the right, a stack up.
      const first = cards[0] ?? piles.find((pile) => pile.id === copy.pile)!;
      const last = cards.at(-1) ?? first;
      out[`pile${i}`] = { x: first.x, y: last.y, w: last.x - first.x + card.w, h: first.y - last.y + card.h };
    }
  });
  return out;
}

/** In the empty stock: a ring where the discards can be turned over once more. */
const stockSign = (view: View): string => (view.stock === 0 && (view.redeals_left === null || view.redeals_left > 0) ? '↻' : '');

const at = (box: Box) => ({ x: box.x, y: box.y, z: 0, rot: 0 });

interface Boxes {
  card: Size; foundations: Box[]; tableaus: Box[]; stock: Box; hand: Box; discard: Box; discardStep: number;
  facts: Box; bar: Box; counts: Box; find: Box;
}

function boxes(size: Size): Boxes {
  return size.w >= 720 && size.w > size.h ? wide(size) : narrow(size);
}

function wide(size: Size): Boxes {
  const gap = Math.max(8, Math.min(18, size.w * 0.011));
  const w = Math.floor(Math.min(132, (size.w - 32 - gap * 12) / 12.4, (size.h - 110) / 4.9));
  const card = cardSize(w);
  const step = card.w + gap;
  const all = 8 * step - gap + gap * 3 + 3 * step + card.w * 0.9;
  const left = Math.max(12, (size.w - all) / 2);
  const topRow = 44;
  const right = left + all - (8 * step - gap);
  const row = (x: number, n: number, y: number, h: number): Box[] => Array.from({ length: n }, (_, i) => ({ x: Math.round(x + i * step), y, w: card.w, h }));
  const [stock, hand, discard] = row(left, 3, topRow, card.h) as [Box, Box, Box];
  const below = topRow + card.h + 44;
  const bar = { x: 12, y: size.h - 60, w: size.w - 24, h: 48 };
  return {
    card, stock, hand, discard, discardStep: card.w * 0.32,
    foundations: row(right, 8, topRow, card.h),
    tableaus: row(right, 8, below, bar.y - below - 8),
    facts: { x: 12, y: 8, w: size.w - 24, h: 28 },
    counts: { x: left, y: topRow + card.h + 6, w: 3 * step, h: 28 },
    find: { x: left, y: below, w: Math.max(150, right - left - gap * 2), h: bar.y - below - 8 },
    bar,
  };
}

function narrow(size: Size): Boxes {
  const gap = 4;
  const w = Math.floor(Math.min(92, (size.w - 12 - gap * 7) / 8, (size.h - 120) / 6.4));
  const card = cardSize(w);
  const left = (size.w - (8 * w + 7 * gap)) / 2;
  const columns = (y: number, h: number): Box[] => Array.from({ length: 8 }, (_, i) => ({ x: Math.round(left + i * (w + gap)), y, w, h }));
  const foundationsY = 34;
  const barY = size.h - 56;
  const lowY = barY - card.h - 10;
  const tableausY = foundationsY + card.h + 10;
  return {
    card,
    foundations: columns(foundationsY, card.h),
    tableaus: columns(tableausY, lowY - tableausY - 30),
    stock: { x: left, y: lowY, ...card },
    hand: { x: left + (w + gap) * 1.5, y: lowY, ...card },
    discard: { x: left + (w + gap) * 3.2, y: lowY, ...card },
    discardStep: card.w * 0.5,
    facts: { x: 6, y: 4, w: size.w - 12, h: 26 },
    counts: { x: left + (w + gap) * 5.4, y: lowY, w: (w + gap) * 2.6, h: card.h },
    // Columns end higher up: the longest has thirteen cards.
    find: { x: left, y: lowY - 66, w: size.w - 2 * left, h: 50 },
    bar: { x: 6, y: barY, w: size.w - 12, h: 48 },
  };
}
