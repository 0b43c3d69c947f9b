import { describe, expect, it } from 'vitest';
import { cardSize, type Moves, type Place, type Size, type T } from '@cardroom/ui';
import ui from './index';
import { layout, neighbours, type Hand, type HeartsFrame } from './layout';

const moves = { chosen: null, of: () => ({}), targets: () => false } as unknown as Moves;
const t = Object.assign((key: string) => key, { person: String }) as unknown as T;
const cards = ['2c', '5c', 'Kc', '3d', '9d', 'Jd', 'Ah', '4h', '7h', 'Qs'];
const hand: Hand = { order: { cards, how: 'suit' }, moves, chosen: [], choosing: false };
const frame = (view: object): HeartsFrame =>
  ({
    viewer: 0,
    deal: 0,
    dealer: 3,
    phase: 'deal',
    must: [0],
    legal: [{ action: 'play 3d', cards: ['3d'], to: null }],
    seats: [],
    totals: [0, 0, 0, 0],
    since: [],
    view: {
      phase: 'play',
      giving: 'left',
      chosen: [0, 1, 2, 3],
      gifts: [['2s', '3s', '4s'], null, null, ['4h', '7h', 'Ah']],
      hands: [cards, null, null, null],
      held: [10, 9, 9, 9],
      on_table: true,
      winning: 1,
      takers: [2],
      taken: [0, 0, 0, 0],
      next: 0,
      tricks: [
        { leader: 2, cards: ['2s', '3s', '4s', '5s'] },
        { leader: 1, cards: ['Ad', 'Kd', '8d'] },
      ],
      ...view,
    },
  }) as unknown as HeartsFrame;

const box = (place: Place, card: Size) => {
  const { w, h } = cardSize(card.w * (place.scale ?? 1));
  return { left: place.x, top: place.y, right: place.x + w, bottom: place.y + h };
};

const playing = frame({});
const giving = frame({
  phase: 'giving',
  chosen: [0],
  gifts: [['2s', '3s', '4s'], null, null, null],
  on_table: false,
  tricks: [],
  takers: [],
  winning: null,
  held: [10, 13, 13, 13],
});

describe.each([
  [360, 386],
  [360, 588],
  [360, 640],
  [640, 316],
  [390, 844],
  [716, 980],
  [844, 390],
  [1080, 810],
  [1584, 1020],
])('a table of %i by %i', (w, h) => {
  it.each([
    ['a trick', playing, ['Ad', 'Kd', '8d']],
    ['cards put aside', giving, ['2s', '3s', '4s']],
  ] as const)('has every card that can be seen once, inside: %s', (_, at, middle) => {
    const { places, card } = layout(at, { w, h }, hand, t);
    const faces = places.filter((p) => p.face !== null).map((p) => p.face);
    expect([...faces].sort()).toEqual([...cards, ...middle].sort());
    for (const place of places) {
      const b = box(place, card);
      expect(b.left).toBeGreaterThanOrEqual(-1);
      expect(b.right).toBeLessThanOrEqual(w + 1);
      expect(b.bottom).toBeLessThanOrEqual(h);
    }
  });

  it('has a plate for every seat that hides no card of the trick, no button, no plate; nor does a lifted card', () => {
    for (const at of [playing, giving, { ...playing, viewer: null }]) {
      const { places, card, spots } = layout(at, { w, h }, { ...hand, chosen: cards, choosing: true }, t);
      const plates = [0, 1, 2, 3].map((seat) => spots![`seat${seat}`]!);
      const boxes = [...plates, spots!['bar']!, spots!['sum']!].map((spot) => ({
        left: spot.x,
        top: spot.y,
        right: spot.x + spot.w,
        bottom: spot.y + spot.h,
      }));
      const trick = places.filter((place) => place.pile === 'trick').map((place) => box(place, card));
      // A chosen card reaches 17 px higher than the others: it is raised by 12 px, and its rings add 5 px.
      const lifted = places
        .filter((place) => place.pile === 'hand')
        .map((place) => ({ ...box(place, card), top: place.y - 17 }));
      const over = (a: (typeof boxes)[0], b: (typeof boxes)[0]) =>
        Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
      boxes.forEach((one, i) => {
        for (const other of [...boxes.slice(i + 1), ...(i < 5 ? trick : []), ...lifted])
          expect(over(one, other), `${i}: ${JSON.stringify([one, other])}`).toBe(false);
        expect(one.left >= 0 && one.right <= w && one.bottom <= h).toBe(true);
      });
    }
  });

  it('says nothing of hidden cards', () => {
    for (const at of [playing, giving]) {
      const { places } = layout(at, { w, h }, hand, t);
      expect(new Set(places.filter((p) => p.face === null).map((p) => p.key)).size).toBeLessThanOrEqual(1);
    }
  });
});

it('between giving and play there is a step in which what was passed to us is lifted', () => {
  const passed = frame({ on_table: false, tricks: [], takers: [], winning: null, next: 2 });
  const [step, ...more] = ui.steps!({ ...giving } as HeartsFrame, passed);
  expect(more).toEqual([]);
  expect(step!.ms).toBe(2000);
  const lifted = (at: HeartsFrame) =>
    layout(at, { w: 1080, h: 810 }, hand, t)
      .places.filter((p) => p.raised)
      .map((p) => p.face)
      .sort();
  expect(lifted(step!.frame)).toEqual(['4h', '7h', 'Ah']);
  expect(lifted(passed)).toEqual([]);
  // A spectator sees no passed cards, so nothing is shown before play.
  expect(ui.steps!({ ...giving, viewer: null } as HeartsFrame, { ...passed, viewer: null })).toEqual([]);
});

it('cards go to the left, right and across, and what came is fresh until the first card', () => {
  expect(['left', 'right', 'across', 'nobody'].map((giving) => neighbours(frame({ giving })))).toEqual([
    { to: 1, from: 3 },
    { to: 3, from: 1 },
    { to: 2, from: 2 },
    null,
  ]);
  const fresh = (at: HeartsFrame) =>
    layout(at, { w: 1080, h: 810 }, hand, t)
      .places.filter((p) => p.fresh)
      .map((p) => p.face)
      .sort();
  expect(fresh(frame({ on_table: false, tricks: [], takers: [] }))).toEqual(['4h', '7h', 'Ah']);
  expect(fresh(playing)).toEqual([]);
});
