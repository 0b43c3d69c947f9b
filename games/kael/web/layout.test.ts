import { describe, expect, it } from 'vitest';
import type { Box, Place, T } from '@cardroom/ui';
import { frameOf, legalOf, type TestFrame } from './fixture';
import { cardsOf, layout, parts, rooms, type Touch } from './layout';
import type { View } from './types.gen';

const t = Object.assign((key: string) => key, {
  has: () => true,
  num: String,
  signed: String,
  person: String,
  language: 'en',
}) as T;
const touch = (given: Partial<Touch> = {}): Touch => ({
  chosen: [],
  tap: true,
  drops: () => false,
  target: false,
  draw: true,
  claimed: [],
  ...given,
});

/** The size of the felt below the header: on phones, on laptops, and on a large screen with the side panel open. */
const SIZES = [
  { w: 360, h: 596 },
  { w: 390, h: 800 },
  { w: 844, h: 346 },
  { w: 768, h: 980 },
  { w: 944, h: 668 },
  { w: 1030, h: 716 },
  { w: 1104, h: 848 },
  { w: 1584, h: 1028 },
  // The height that is left for the table below the words of a lesson.
  { w: 360, h: 484 },
];

const each = <A>(n: number, of: (seat: number) => A): A[] => Array.from({ length: n }, (_, seat) => of(seat));
const full = ['-1', '0', '2', '10', '10', '10', 'X'];
const moments: [string, (seats: number) => TestFrame][] = [
  [
    'dealing',
    (seats) =>
      frameOf({
        seats,
        view: {
          step: 'deal',
          size: 0,
          deck: 56,
          pile: [],
          run: 0,
          held: each(seats, () => 0),
          hands: each(seats, (s) => (s === 0 ? [] : null)),
          value: null,
        },
      }),
  ],
  [
    'playing',
    (seats) =>
      frameOf({ seats, view: { hands: each(seats, (s) => (s === 0 ? full : null)), held: each(seats, () => 7) } }),
  ],
  [
    'drawing',
    (seats) =>
      frameOf({
        seats,
        view: { step: 'draw', laid: '9', pile: ['7', '3', '9', '9', '9'], run: 3, under: 1, missing: 1 },
      }),
  ],
  [
    'drawing what was laid upon',
    (seats) =>
      frameOf({ seats, view: { step: 'draw', laid: '9', pile: ['7', '9', '9'], run: 2, under: 1, missing: 2 } }),
  ],
  [
    'a square, no deck',
    (seats) => frameOf({ seats, view: { pile: ['5', '9', '9', '9', '9'], run: 4, deck: 0, next: 1 } }),
  ],
  [
    'without cards',
    (seats) =>
      frameOf({
        seats,
        view: {
          hands: each(seats, (s) => (s === 0 ? [] : null)),
          held: each(seats, (s) => (s === 0 ? 0 : 5)),
          under: 1,
        },
      }),
  ],
  [
    'over',
    (seats) =>
      frameOf({
        seats,
        phase: 'between',
        view: { step: 'over', next: null, hands: each(seats, () => full), held: each(seats, () => 7) },
      }),
  ],
  [
    'watched',
    (seats) => frameOf({ seats, viewer: null, view: { seat: null, hands: each(seats, () => null), value: null } }),
  ],
];

const tables = moments.flatMap(([name, frame]) =>
  [2, 3, 4, 5, 6, 7, 8].map((seats) => ({ name: `${name}, ${seats} seats`, frame: frame(seats) })),
);

describe('the layout', () => {
  it.each(SIZES)('$w × $h: every card in the table, in a pile that there is', (size) => {
    for (const { name, frame } of tables) {
      const { places, piles, card } = layout(frame, size, touch(), t);
      const ids = new Set(piles.map((pile) => pile.id));
      for (const place of places) {
        const scale = place.scale ?? 1;
        expect(ids.has(place.pile)).toBe(true);
        expect(place.x).toBeGreaterThanOrEqual(-1);
        expect(place.y).toBeGreaterThanOrEqual(-1);
        expect(place.x + card.w * scale).toBeLessThanOrEqual(size.w + 1);
        expect(place.y + card.h * scale).toBeLessThanOrEqual(size.h + 1);
      }
      expect(shown(places, 'hand')).toEqual(
        frame.view.hands[0]
          ? cardsOf(frame.view.hands[0]).map((one) => one.face)
          : each(frame.view.held[0]!, () => null),
      );
      expect([...shown(places, 'heap'), ...shown(places, 'pile')], name).toEqual(frame.view.pile);
    }
  });

  it.each(SIZES)('$w × $h: nothing hides anything else', (size) => {
    for (const { name, frame } of tables) {
      const { places, spots, card } = layout(frame, size, touch(), t);
      const named = (name: string): [string, Box] => [name, spots![name]!];
      const seats = Object.keys(spots!)
        .filter((name) => name.startsWith('seat'))
        .map(named);
      // A short table has no track.
      const parts = ['own', 'worth', 'track', 'ribbon', 'said'].filter((name) => size.h !== 484 || name !== 'track');
      const words = [...seats, ...parts.map(named)];
      for (const [a, one] of words)
        for (const [b, other] of words) if (a < b) expect(apart(one, other), `${a} and ${b}: ${name}`).toBe(true);
      for (const place of places) {
        const scale = place.scale ?? 1;
        const box = { x: place.x, y: place.y, w: card.w * scale, h: card.h * scale };
        for (const [word, other] of words) {
          // Cards on the table may lean a little, so the box is shrunk. On a phone, open hands take the place of the
          // ribbon.
          if (word === 'ribbon' && frame.view.step === 'over') continue;
          expect(apart(shrunk(box, box.h * 0.06), other), `${place.face} of ${place.pile} and ${word}: ${name}`).toBe(
            true,
          );
        }
      }
    }
  });

  it.each(SIZES)('$w × $h: the question to the dealer stands over the middle of its answers', (size) => {
    const { spots } = layout(moments[0]![1](4), size, touch(), t);
    const [said, choose] = [spots!['said']!, spots!['choose']!];
    expect(said.x + said.w / 2).toBeCloseTo(choose.x + choose.w / 2, 0);
  });

  it.each(SIZES)('$w × $h: nor does a lifted card', (size) => {
    for (const { name, frame } of tables) {
      const { places, spots, card } = layout(frame, size, touch({ chosen: ['-1.0', '10.0', 'X.0'] }), t);
      const chosen = places.filter((place) => place.pile === 'hand' && place.chosen);
      expect(chosen.length > 0, name).toBe(frame.view.hands[0]?.includes('X') ?? false);
      // A chosen card reaches 17 px higher than the others: it is raised by 12 px, and its rings add 5 px.
      for (const { x, y } of chosen)
        for (const word of ['bar', 'said', 'own', 'worth'])
          expect(apart({ x, y: y - 17, w: card.w, h: card.h + 17 }, spots![word]!), `${word}: ${name}`).toBe(true);
    }
  });

  it.each(SIZES)('$w × $h: targets are large enough to be hit', (size) => {
    for (const seats of [1, 3, 7]) {
      const { spots, card } = layout(frameOf({ seats: seats + 1 }), size, touch(), t);
      for (const name of ['bar', 'claim', 'worth']) expect(spots![name]!.h).toBeGreaterThanOrEqual(44);
      expect(card.w).toBeGreaterThanOrEqual(40);
    }
  });

  it.each(SIZES)('$w × $h: of each of seven cards enough is seen', (size) => {
    const frame = moments[1]![1](8);
    const { places } = layout(frame, size, touch(), t);
    const xs = places.filter((place) => place.pile === 'hand').map((place) => place.x);
    for (let i = 1; i < xs.length; i++) expect(xs[i]! - xs[i - 1]!).toBeGreaterThanOrEqual(24);
  });
});

describe('what hidden cards tell', () => {
  it('is nothing: keys, faces and order of the others are the same whatever they hold', () => {
    const frame = frameOf();
    const known = frameOf({ view: { known: [[], ['7', '7'], [], []] } });
    const hidden = (of: TestFrame) =>
      layout(of, SIZES[7]!, touch(), t).places.filter((place) => /^seat|deck/.test(place.pile));
    expect(new Set(hidden(frame).map((place) => place.key))).toEqual(new Set(['?']));
    expect(hidden(frame).every((place) => place.face === null)).toBe(true);
    expect(hidden(known)).toEqual(hidden(frame));
  });
});

describe('the pile', () => {
  it('parts below the run, and while a card is drawn below the lay', () => {
    expect(parts(frameOf({ view: { pile: ['1', '9', '9'], run: 2 } }))).toEqual({ heap: 1, run: 2 });
    expect(parts(frameOf({ view: { pile: ['1', '9', '9'], run: 2, step: 'draw', under: 1 } }))).toEqual({
      heap: 2,
      run: 1,
    });
    expect(parts(frameOf({ view: { pile: [], run: 0 } }))).toEqual({ heap: 0, run: 0 });
  });

  it('offers the card that can be taken, and only that', () => {
    const taps = (view: Partial<View>) =>
      layout(frameOf({ view }), SIZES[0]!, touch(), t)
        .places.filter((p) => (p.pile === 'heap' || p.pile === 'pile') && p.tap)
        .map((p) => [p.pile, p.face]);
    expect(taps({ step: 'draw', pile: ['1', '6', '9', '9'], run: 2, under: 1 })).toEqual([['heap', '6']]);
    expect(taps({ pile: ['1', '6'], run: 1, under: 1 })).toEqual([['pile', '6']]);
    expect(taps({ pile: ['1', '6'], run: 1 })).toEqual([]);
  });

  it('glows where something can go or be taken', () => {
    const frame = frameOf({
      view: { step: 'draw', pile: ['1', '6', '9'], under: 1 },
      legal: [legalOf('draw deck'), legalOf('draw pile')],
    });
    const targets = layout(frame, SIZES[0]!, touch(), t)
      .piles.filter((pile) => pile.target)
      .map((pile) => pile.id);
    expect(targets).toEqual(['deck', 'heap']);
  });
});

describe('the hand', () => {
  const hand = (frame: TestFrame, given: Partial<Touch> = {}) =>
    layout(frame, SIZES[0]!, touch(given), t).places.filter((p) => p.pile === 'hand');

  it('names alike cards by tags of their own', () => {
    expect(cardsOf(['X', '10', '-1', '10']).map((one) => one.tag)).toEqual(['-1.0', '10.0', '10.1', 'X.0']);
  });

  it('takes only what is chosen along', () => {
    const [one, other] = hand(frameOf(), { chosen: ['10.1'] }).filter((place) => place.face === '10');
    expect(one!.chosen).toBe(false);
    expect(other).toMatchObject({ chosen: true, together: ['10.1'] });
  });

  it('shows a move that waits', () => {
    const waiting = (held: string) =>
      layout(frameOf({ held }), SIZES[0]!, touch(), t)
        .places.filter((p) => p.waiting)
        .map((p) => p.tag ?? p.pile);
    expect(waiting('lay 10')).toEqual(['10.0']);
    expect(waiting('lay 10 10')).toEqual(['10.0', '10.1']);
    expect(waiting('draw deck')).toEqual(['deck']);
  });

  it('marks the card on top while somebody has just laid it, and not the first card of a pile', () => {
    const marked = (last: TestFrame['view']['last']) =>
      layout(frameOf({ view: { last } }), SIZES[0]!, touch(), t).places.filter((place) => place.last).length;
    expect([marked([1, 'lay 8']), marked([1, 'cut 8 8']), marked([1, 'good 8'])]).toEqual([1, 1, 1]);
    expect([marked([1, 'draw deck']), marked([1, 'deal 4']), marked(null)]).toEqual([0, 0, 0]);
  });

  it('outlines one card that was just drawn', () => {
    const frame = frameOf({ view: { last: [0, 'draw deck'], drawn: ['10', null, null, null] } });
    expect(
      hand(frame)
        .filter((place) => place.fresh)
        .map((place) => place.tag),
    ).toEqual(['10.1']);
  });
});

it('has room for deck and pile everywhere', () => {
  for (const size of SIZES)
    for (const seats of [1, 3, 4, 5, 6, 7]) expect(rooms(size, seats, false).middle.h).toBeGreaterThan(110);
});

const shown = (places: readonly Place[], pile: string) =>
  places
    .filter((place) => place.pile === pile)
    .sort((a, b) => a.z - b.z)
    .map((place) => place.face);
const apart = (a: Box, b: Box): boolean =>
  a.x + a.w <= b.x + 1 || b.x + b.w <= a.x + 1 || a.y + a.h <= b.y + 1 || b.y + b.h <= a.y + 1;
const shrunk = (b: Box, by: number): Box => ({ x: b.x + by, y: b.y + by, w: b.w - 2 * by, h: b.h - 2 * by });
