// Tests of the table of Rouge et Noir at every size: the cards are as large as the columns allow, nothing is cut off,
// and no message covers a card.

import { describe, expect, it } from 'vitest';
import type { Box, Place, T } from '@cardroom/ui';
import { layout, type RougeFrame, type Touch } from './layout';
import type { View } from './types.gen';

const RUN = ['Ks', 'Qh', 'Js', 'Th', '9s', '8h', '7s', '6h', '5s', '4h', '3s', '2h', 'As'];
const t = Object.assign((key: string) => key, { person: String }) as unknown as T;
const idle: Touch = { of: () => ({}), targets: () => false, lifted: false };

const view = (columns: number[], rest: Partial<View> = {}): View => ({
  rules: { fill_empty: 'choice', redeals: 1 },
  standing: { points: null },
  seat: 0,
  foundations: [
    ['Ac', 'Ac'],
    ['Ad', 'Ad'],
    ['Ah', 'Ah'],
    ['As', 'As'],
  ],
  tableaus: columns.map((n) => RUN.slice(0, n)) as View['tableaus'],
  hand: '9d',
  discard: ['4d', 'Jc', '7d', '2c'],
  stock: 40,
  known: [],
  redeals_used: 0,
  redeals_left: 1,
  points: 8,
  won: false,
  over: false,
  finishable: false,
  moves: 3,
  since_turn: 1,
  last: null,
  ...rest,
});
const shown = (
  w: number,
  h: number,
  columns: number[],
  {
    touch = idle,
    about = null,
    hint = null,
    rest = {},
    legal = [{ action: 't1 t2' }],
  }: {
    touch?: Touch;
    about?: string[] | null;
    hint?: string | null;
    rest?: Partial<View>;
    legal?: { action: string }[];
  } = {},
) => {
  const of = view(columns, rest);
  return {
    of,
    ...layout(
      { deal: 0, viewer: 0, phase: 'deal', legal, view: of } as unknown as RougeFrame,
      { w, h },
      touch,
      t,
      hint,
      [],
      about,
    ),
  };
};
const apart = (a: Box, b: Box): boolean => a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y;
const ORDINARY = [3, 5, 1, 7, 2, 4, 6, 3];

describe.each([
  // Width and height of the table, and the least width of a card. The sizes are windows of 1440 × 900 and 1920 × 1080,
  // each with and without the panel, a tablet, a phone, and a phone on its side.
  [1104, 848, 105],
  [1440, 848, 110],
  [1584, 1028, 140],
  [1920, 1028, 140],
  [768, 980, 90],
  [360, 596, 40],
  [740, 316, 40],
])('on a table of %i by %i', (w, h, least) => {
  it('the cards are large', () => {
    expect(shown(w, h, ORDINARY).card.w).toBeGreaterThanOrEqual(least);
  });

  it('how many cards the piles have stands beside them, on no card and within the table', () => {
    const { places, spots, card } = shown(w, h, ORDINARY);
    for (const at of ['stock', 'discard']) {
      const count = spots![at]!;
      for (const place of places) expect(apart(count, { ...place, ...card }), `${place.pile} ${place.key}`).toBe(true);
      expect(count.x).toBeGreaterThanOrEqual(0);
      expect(count.x + count.w).toBeLessThanOrEqual(w);
      for (const other of ['bar', 'find', 'facts', at === 'stock' ? 'discard' : 'stock'])
        expect(apart(count, spots![other]!), `${at} ${other}`).toBe(true);
    }
  });

  it('an empty place says what it is for, and the eight foundations have names of their own', () => {
    const { piles } = shown(w, h, ORDINARY, { rest: { hand: null, discard: [] } });
    expect(piles.filter((pile) => pile.sign?.startsWith('pile.')).map((pile) => pile.id)).toEqual(['hand', 'discard']);
    const named = ((key: string, { n, suit }: { n?: number; suit?: string } = {}) =>
      `${key} ${n} ${suit}`) as unknown as T;
    const labels = layout(
      { deal: 0, viewer: 0, phase: 'deal', legal: [], view: view(ORDINARY) } as unknown as RougeFrame,
      { w, h },
      idle,
      named,
    ).piles.map((pile) => pile.label);
    expect(new Set(labels).size).toBe(labels.length);
  });

  it('the stock is there to be tapped once: its uppermost card, or the empty place', () => {
    for (const stock of [40, 0]) {
      const { places, piles } = shown(w, h, ORDINARY, {
        rest: { stock },
        legal: [{ action: stock ? 'turn' : 'redeal' }],
      });
      const taps = [
        ...places.filter((p) => p.pile === 'stock' && p.tap),
        ...piles.filter((p) => p.id === 'stock' && p.tap),
      ];
      expect(taps.length).toBe(1);
    }
  });

  it('all lies on the table, above the buttons, and no pile lies on another', () => {
    const { places, piles, card, spots } = shown(w, h, [13, 13, 13, 13, 13, 13, 13, 13]);
    for (const { x, y } of places) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + card.w).toBeLessThanOrEqual(w);
      expect(y + card.h).toBeLessThanOrEqual(spots!['bar']!.y);
    }
    const boxes = (id: string) =>
      places.filter((place) => place.pile === id).map((place) => ({ x: place.x, y: place.y, ...card }));
    for (const a of piles)
      for (const b of piles)
        if (a.id < b.id)
          for (const one of boxes(a.id))
            for (const other of boxes(b.id)) expect(apart(one, other), `${a.id} ${b.id}`).toBe(true);
  });

  it('letter and sign of each card are seen: one above the other where there is room, else side by side', () => {
    for (const columns of [ORDINARY, [13, 9, 11, 2, 12, 1, 0, 13]]) {
      const { places, card } = shown(w, h, columns);
      for (const pile of new Set(places.map((place) => place.pile).filter((id) => id.startsWith('t')))) {
        const column = places.filter((place) => place.pile === pile);
        column.slice(0, -1).forEach((place: Place, i) => {
          const step = column[i + 1]!.y - place.y;
          // The limits are fractions of the card's width. Letter and suit sign end at 0.53, or at 0.29 if the sign is
          // beside the letter. [sprite.ts]
          expect(step / card.w).toBeGreaterThanOrEqual(!place.tucked ? 0.52 : h < 480 ? 0.22 : 0.26);
        });
        expect(column.at(-1)!.tucked ?? false).toBe(false);
      }
    }
  });

  it('what is said lies near what it is about, and on no card', () => {
    for (const about of [['t1'], ['t4', 't8'], ['hand', 't3'], ['stock'], ['discard', 'f3']]) {
      const { places, card, spots } = shown(w, h, h < 480 ? [1, 1, 1, 1, 1, 1, 1, 1] : ORDINARY, { about });
      const note = spots!['note']!;
      expect(note.x).toBeGreaterThanOrEqual(0);
      expect(note.x + note.w).toBeLessThanOrEqual(w);
      if (h < 480) continue;
      expect(note.y + note.h).toBeLessThanOrEqual(spots!['bar']!.y);
      for (const { x, y } of places) expect(apart(note, { x, y, ...card }), about.join()).toBe(true);
    }
    // If the columns reach down to the buttons, the note is in the line above the cards.
    expect(shown(w, h, [13, 13, 13, 13, 13, 13, 13, 13], { about: ['t1'] }).spots!['note']!.y).toBeLessThan(10);
    expect(shown(w, h, ORDINARY).spots!['note']).toBeUndefined();
  });
});

it('a lifted card shows where it can go, and an empty column can be asked why it is none of them', () => {
  const touch: Touch = {
    of: (source) => ({ tap: true, chosen: source === 't2' }),
    targets: (pile) => pile === 't4' || pile === 'f6',
    lifted: true,
  };
  const { piles } = shown(1104, 848, [3, 5, 1, 7, 2, 4, 6, 0], { touch });
  expect(piles.filter((pile) => pile.target).map((pile) => [pile.id, pile.rim])).toEqual([
    ['f6', true],
    ['t4', true],
  ]);
  expect(piles.filter((pile) => pile.tap && pile.id.startsWith('t')).map((pile) => pile.id)).toEqual(['t4', 't8']);
  expect(
    shown(1104, 848, [3, 5, 1, 7, 2, 4, 6, 0]).piles.filter((pile) => pile.tap && pile.id.startsWith('t')),
  ).toEqual([]);
});

it('a hint to an empty column marks the column', () => {
  const { piles, places } = shown(1104, 848, [3, 5, 1, 7, 2, 4, 6, 0], { hint: 't2 t8' });
  expect(piles.filter((pile) => pile.target).map((pile) => pile.id)).toEqual(['t8']);
  expect(places.filter((place) => place.hint).map((place) => place.pile)).toEqual(['t2']);
});
