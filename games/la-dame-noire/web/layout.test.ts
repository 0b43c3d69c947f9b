import { describe, expect, it } from 'vitest';
import { translator, type Box, type Size } from '@cardroom/ui';
import words from '../lang/en.json';
import frames, { beating, exchanged, over, putting, taken, trading } from './frames';
import { grouped, inOrder } from './combination';
import { isFirst, layout, rooms, tray, type DameFrame, type Hand } from './layout';

const t = translator('en', words);
const SIZES: Size[] = [
  { w: 360, h: 596 },
  { w: 390, h: 800 },
  { w: 844, h: 346 },
  { w: 768, h: 932 },
  { w: 944, h: 668 },
  { w: 1584, h: 1028 },
  // The height that is left for the table below the words of a lesson.
  { w: 360, h: 484 },
];
const handOf = (frame: DameFrame, by: 'rank' | 'combination' = 'rank'): Hand => {
  const cards = inOrder(frame.view.hands[0] ?? []);
  return {
    groups: by === 'rank' ? [cards] : grouped(cards, frame.view.makes),
    chosen: [],
    shown: [],
    tap: true,
    shifts: true,
    barred: () => false,
    drops: () => [],
    target: null,
  };
};
const apart = (a: Box, b: Box) =>
  a.x + a.w <= b.x + 0.5 || b.x + b.w <= a.x + 0.5 || a.y + a.h <= b.y + 0.5 || b.y + b.h <= a.y + 0.5;

describe.each(SIZES)('$w × $h', (size) => {
  it.each(frames.map((frame, i) => [`${i} ${frame.view.phase}`, frame] as const))(
    'frame %s: every card once and inside',
    (_, frame) => {
      for (const by of ['rank', 'combination'] as const) {
        const { places, piles, card } = layout(frame, size, handOf(frame, by), t);
        const faces = places.filter((p) => p.face !== null).map((p) => p.face);
        expect(new Set(faces).size).toBe(faces.length);
        const own = [...(frame.view.hands[0] ?? []), ...frame.view.put_cards.filter((c) => c !== null)];
        for (const face of own) expect(faces).toContain(face);
        for (const p of places) {
          const scale = p.scale ?? 1;
          expect(p.x).toBeGreaterThanOrEqual(-0.5);
          expect(p.y).toBeGreaterThanOrEqual(-0.5);
          expect(p.x + card.w * scale).toBeLessThanOrEqual(size.w + 0.5);
          expect(p.y + card.h * scale).toBeLessThanOrEqual(size.h + 0.5);
          expect(piles.some((pile) => pile.id === p.pile)).toBe(true);
        }
      }
    },
  );
  it('keeps what is pressed, said and played apart', () => {
    for (const chips of [true, false]) {
      const r = rooms(size, chips);
      const boxes = {
        ...Object.fromEntries(r.seats.map((box, i) => [`seat${i}`, box])),
        own: r.own,
        tools: r.tools,
        said: r.said,
        bar: r.bar,
        // A chosen card reaches 17 px above the hand: it is raised by 12 px, and its rings add 5 px.
        hand: { ...r.hand, y: r.hand.y - 17, h: r.hand.h + 17 },
        trick: r.trick,
        head: r.head,
        ...(chips ? { chips: r.chips } : {}),
        ...(r.ladder ? { ladder: r.ladder } : {}),
      };
      const all = Object.entries(boxes) as [string, Box][];
      for (const [i, [a, one]] of all.entries())
        for (const [b, other] of all.slice(i + 1)) expect(apart(one, other), `${a} and ${b}`).toBe(true);
      expect(r.trick.h).toBeGreaterThanOrEqual(r.card.h);
      // In the showdown, windows of a desktop or tablet list the kinds of combination in their order.
      expect(r.ladder !== null).toBe(chips && size.w >= 768 && size.h >= 760);
    }
  });
  it('keeps stop away from the slots and the hand', () => {
    const r = rooms(size, false);
    const { stop, give, get, news, head } = tray(r);
    for (const box of [give, get, news, r.hand, r.bar, r.own]) expect(apart(stop, box)).toBe(true);
    for (const box of [head, news]) for (const slot of [give, get]) expect(apart(box, slot)).toBe(true);
    expect(Math.min(stop.w, stop.h)).toBeGreaterThanOrEqual(44);
  });
});

it('hidden cards say nothing by their keys', () => {
  for (const frame of frames) {
    for (const p of layout(frame, SIZES[4]!, handOf(frame), t).places) if (p.face === null) expect(p.key).toBe('?');
  }
});

it('plays run to the right: the next seat sits there', () => {
  const { piles } = layout(beating, SIZES[4]!, handOf(beating), t);
  const x = (id: string) => piles.find((pile) => pile.id === id)!.x;
  expect(x('seat1')).toBeGreaterThan(x('seat2'));
  expect(x('seat2')).toBeGreaterThan(x('seat3'));
});

it('put cards: ours open in the left slot, the right neighbour’s in the other', () => {
  const { places, piles } = layout(putting, SIZES[0]!, handOf(putting), t);
  expect(places.find((p) => p.pile === 'put0')).toMatchObject({ face: '3h' });
  expect(places.find((p) => p.pile === 'put1')).toMatchObject({ face: null });
  const slot = (id: string) => piles.find((pile) => pile.id === id)!;
  expect(slot('put0').x).toBeLessThan(slot('put1').x);
});

it('cards that change hands go to the left; after a stop they go home', () => {
  expect(layout(exchanged, SIZES[0]!, handOf(exchanged), t).sweep).toMatchObject({
    put0: 'seat3',
    put1: 'hand',
    put2: 'seat1',
    put3: 'seat2',
  });
  const stopped: typeof taken = { ...taken, since: [{ kind: 'acted', seat: 2, action: 'stop' }] };
  expect(layout(stopped, SIZES[0]!, handOf(stopped), t).sweep).toMatchObject({
    put0: 'hand',
    put1: 'seat1',
    put3: 'seat3',
  });
});

it('the received card is outlined and comes from the right', () => {
  const place = layout(exchanged, SIZES[0]!, handOf(exchanged), t).places.find((p) => p.face === 'Ts');
  expect(place).toMatchObject({ fresh: true, from: 'put1', pile: 'hand' });
  expect(
    layout(trading, SIZES[0]!, handOf(trading), t)
      .places.filter((p) => p.fresh)
      .map((p) => p.face),
  ).toEqual(['Qs']);
});

it('in a low window the trick is above the line that says what is awaited', () => {
  const size = { w: 740, h: 316 };
  const { places, card } = layout(beating, size, handOf(beating), t);
  const trick = places.filter((p) => p.pile === 'trick');
  expect(trick.length).toBeGreaterThan(2);
  const { said, seats } = rooms(size, true);
  for (const p of trick) {
    expect(p.y).toBeGreaterThanOrEqual(seats[1]!.y + seats[1]!.h);
    expect(p.y + card.h * (p.scale ?? 1)).toBeLessThanOrEqual(said.y);
  }
});
it('a taken trick goes to its taker, and the last seat’s cards lie open at the end', () => {
  expect(layout(taken, SIZES[0]!, handOf(taken), t).sweep).toMatchObject({ trick: 'own' });
  const { places } = layout(over, SIZES[0]!, handOf(over), t);
  expect(places.map((p) => [p.pile, p.face])).toEqual([
    ['seat3', '6c'],
    ['seat3', '6d'],
  ]);
});

it('the newest play is marked and on top', () => {
  const { places } = layout(beating, SIZES[0]!, handOf(beating), t);
  const trick = places.filter((p) => p.pile === 'trick');
  expect(trick.filter((p) => p.last).map((p) => p.face)).toEqual(['2h', 'Ac']);
  expect(Math.max(...trick.map((p) => p.z))).toBe(trick.find((p) => p.face === 'Ac')!.z);
});

it('shows once in a match which way cards and turns go', () => {
  const at = (frame: DameFrame, deal: number, view: Partial<DameFrame['view']> = {}) =>
    isFirst({ ...frame, deal, view: { ...frame.view, ...view } });
  expect(at(trading, 0, { trades: [] })).toBe(true);
  expect(at(exchanged, 0)).toBe(false);
  expect(at(trading, 1, { trades: [] })).toBe(false);
  expect(at(beating, 0, { tricks: [] })).toBe(true);
  expect(at(beating, 0)).toBe(false);
  expect(at(beating, 1, { tricks: [] })).toBe(false);
});
