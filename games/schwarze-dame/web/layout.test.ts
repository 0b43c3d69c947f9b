import { describe, expect, it } from 'vitest';
import { cardSize, type Moves, type Place, type Size, type T } from '@cardroom/ui';
import { sortedHand } from '@cardroom/tricks';
import { layout, type SchwarzeFrame } from './layout';

const moves = {
  chosen: null,
  of: () => ({}),
  targets: () => false,
  drop: () => Promise.resolve(false),
} as unknown as Moves;
const t = Object.assign((key: string) => key, { person: String }) as unknown as T;
const hand = ['2c', '5c', 'Kc', '3d', '9d', 'Jd', 'Ah', '4h', '7h', 'Qs'];
const frame = {
  viewer: 0,
  deal: 0,
  dealer: 0,
  phase: 'deal',
  must: [0],
  legal: [{ action: 'play 3d', card: '3d' }],
  seats: [],
  totals: [0, 0, 0, 0],
  view: {
    hands: [hand, null, null, null],
    held: [10, 9, 9, 9],
    on_table: true,
    winning: 1,
    takers: [2],
    points: [0, 0, 10, 0],
    next: 0,
    tricks: [
      { leader: 2, cards: ['2s', '3s', '4s', '5s'], parts: [10] },
      { leader: 1, cards: ['Ad', 'Kd', '8d'], parts: [10] },
    ],
  },
} as unknown as SchwarzeFrame;

const box = (place: Place, card: Size) => {
  const { w, h } = cardSize(card.w * (place.scale ?? 1));
  return { left: place.x, top: place.y, right: place.x + w, bottom: place.y + h };
};

it.each([
  [300, 380, false],
  [360, 380, true],
  [418, 400, true],
  [740, 316, true],
  [360, 640, true],
])('the points of the trick stand where there is room for them: a table of %i by %i', (w, h, has) => {
  const { spots, places, card } = layout(frame, { w, h }, moves, { cards: sortedHand(hand), how: 'suit' }, t);
  const { sum } = spots!;
  expect(sum !== undefined).toBe(has);
  if (!sum) return;
  expect(sum.x + sum.w).toBeLessThanOrEqual(w);
  for (const one of places.filter((p) => p.pile === 'trick').map((p) => box(p, card)))
    expect(sum.x < one.right && one.left < sum.x + sum.w && sum.y < one.bottom && one.top < sum.y + sum.h).toBe(false);
});

describe.each([
  [360, 386],
  [360, 640],
  [390, 844],
  [844, 390],
  [768, 1024],
  [1080, 810],
  [1584, 1020],
])('a table of %i by %i', (w, h) => {
  const { places, card } = layout(frame, { w, h }, moves, { cards: sortedHand(hand), how: 'suit' }, t);

  it('has every card that can be seen once, inside', () => {
    const faces = places.filter((p) => p.face !== null).map((p) => p.face);
    expect([...faces].sort()).toEqual([...hand, 'Ad', 'Kd', '8d'].sort());
    for (const place of places) {
      const b = box(place, card);
      expect(b.left).toBeGreaterThanOrEqual(-1);
      expect(b.right).toBeLessThanOrEqual(w + 1);
      expect(b.bottom).toBeLessThanOrEqual(h);
    }
  });

  it('says nothing of hidden cards', () => {
    expect(new Set(places.filter((p) => p.face === null).map((p) => p.key)).size).toBeLessThanOrEqual(1);
  });

  it('has a plate for every seat, for a player and for a spectator, that hides no card of the trick', () => {
    const view = { ...frame.view, hands: [null, null, null, null] };
    for (const at of [frame, { ...frame, viewer: null, legal: [], view } as unknown as SchwarzeFrame]) {
      const { places, spots } = layout(at, { w, h }, moves, { cards: [], how: 'suit' }, t);
      const plates = [0, 1, 2, 3].map((seat) => spots![`seat${seat}`]!);
      for (const plate of plates) {
        expect(plate.x).toBeGreaterThanOrEqual(-1);
        expect(plate.x + plate.w).toBeLessThanOrEqual(w + 1);
        expect(plate.y + plate.h).toBeLessThanOrEqual(h + 1);
        for (const one of places.filter((place) => place.pile === 'trick').map((place) => box(place, card))) {
          const across = Math.min(one.right, plate.x + plate.w) - Math.max(one.left, plate.x);
          const down = Math.min(one.bottom, plate.y + plate.h) - Math.max(one.top, plate.y);
          expect(across > 2 && down > 2).toBe(false);
        }
      }
    }
  });

  it('glows where the own card will lie, as large as that card and on none that lies there', () => {
    const taking = { ...moves, targets: (pile: string) => pile === 'trick' } as Moves;
    const { spots, places } = layout(frame, { w, h }, taking, { cards: sortedHand(hand), how: 'suit' }, t);
    const mine = spots!['mine']!;
    const trick = places.filter((p) => p.pile === 'trick');
    expect(mine.w).toBeCloseTo(card.w * trick[0]!.scale!, 0);
    expect(mine.w).toBeGreaterThanOrEqual(card.w - 1);
    expect(mine.w).toBeLessThanOrEqual(card.w * 1.31);
    expect(mine.x).toBeCloseTo((w - mine.w) / 2, 0);
    expect(mine.y).toBeGreaterThan(Math.max(...trick.map((p) => p.y)));
    expect(layout(frame, { w, h }, moves, { cards: [], how: 'suit' }, t).spots!['mine']).toBeUndefined();
  });

  it('keeps the trick clear of the backs', () => {
    const trick = places.filter((p) => p.pile === 'trick').map((p) => box(p, card));
    for (const back of places.filter((p) => p.face === null).map((p) => box(p, card))) {
      for (const one of trick)
        expect(one.left < back.right && back.left < one.right && one.top < back.bottom && back.top < one.bottom).toBe(
          false,
        );
    }
  });
});

it('on an upright phone with a strip above the table the trick’s value has room beside the own card', () => {
  const { spots } = layout(frame, { w: 360, h: 430 }, moves, { cards: sortedHand(hand), how: 'suit' }, t);
  const sum = spots!['sum']!;
  expect(sum.w).toBeGreaterThanOrEqual(110);
  expect(sum.x + sum.w).toBeLessThanOrEqual(360);
});
