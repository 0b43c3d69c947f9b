import { expect, it } from 'vitest';
import type { PublicEvent } from '../net/events';
import type { Frame } from '../net/protocol';
import { type ShuffleData, NOTHING } from './shuffleStore';
import { type SeenDeal, addFrame, mergeSeen } from './ownPlay';

interface Shown {
  deal?: number;
  past: number;
  hand: string[];
  since?: PublicEvent[];
  phase?: 'deal' | 'between';
  viewer?: number | null;
  seats?: number;
}
const frame = ({ deal = 0, past, hand, since = [], phase = 'deal', viewer = 0, seats = 2 }: Shown) =>
  ({
    ...{ deal, past, since, phase, viewer, deals: [], winners: null },
    seats: Array.from({ length: seats }, () => ({})),
    view: { hands: [hand, null] },
  }) as unknown as Frame;
const acts = (seat: number, action: string, bot: false | 'away' = false): PublicEvent => ({
  kind: 'acted',
  seat,
  action,
  bot,
});
const all = (frames: Shown[], before: SeenDeal | null = null) =>
  frames.reduce<SeenDeal | null>((known, shown) => addFrame(known, frame(shown)), before)!;

const DEALT: Shown = { past: 0, hand: ['2c', '3c', '4c'] };
const GAME: Shown[] = [
  DEALT,
  { past: 1, hand: ['3c', '4c'], since: [acts(0, 'play 2c')] },
  { past: 2, hand: ['3c', '4c'], since: [acts(1, 'play 9d')] },
  { past: 3, hand: ['4c'], since: [acts(0, 'play 3c')], phase: 'between' },
];

it('the cards that were dealt, the own moves with their steps, and how many there were', () => {
  expect(all(GAME).seen).toEqual({
    deal: 0,
    seat: 0,
    hand: ['2c', '3c', '4c'],
    moves: [
      [1, 'play 2c'],
      [3, 'play 3c'],
    ],
    count: 2,
  });
});

it('a frame that is shown twice, or tells only of people, changes nothing', () => {
  const twice = GAME.flatMap((shown) => [shown, { ...shown, since: [] }]);
  expect(all(twice).seen).toEqual(all(GAME).seen);
});

it('what a bot does while one is away is no own move, but counts', () => {
  const [first, , ...rest] = GAME;
  const bot = { past: 2, hand: ['3c', '4c'], since: [acts(0, 'play 2c', 'away')] };
  const took: PublicEvent = { kind: 'took_over', seat: 0, player: 'bot', timeUp: false };
  const later = rest.map((shown) => ({ ...shown, past: shown.past + 1 }));
  const { seen } = all([first!, { past: 1, hand: DEALT.hand, since: [took] }, bot, ...later]);
  expect([seen.moves, seen.count]).toEqual([[[4, 'play 3c']], 2]);
});

it('who joins in the middle of a deal, or misses a step, knows its own moves and no number of them', () => {
  const joined = all(GAME.slice(2)).seen;
  expect(joined).toEqual({ deal: 0, seat: 0, hand: [], moves: [[3, 'play 3c']], count: null });
  const missed = all([GAME[0]!, GAME[1]!, { ...GAME[3]!, past: 4 }]).seen;
  expect(missed.hand).toEqual(DEALT.hand);
  expect(missed.count).toBeNull();
});

it('cards that are drawn or given are kept with their step, a hand that the dealer deals is not', () => {
  const kael: Shown[] = [
    { past: 0, hand: [] },
    { past: 1, hand: ['4', '9'], since: [acts(1, 'deal 2')] },
    { past: 2, hand: ['4'], since: [acts(0, 'lay 9')] },
    { past: 3, hand: ['4', '4'], since: [acts(0, 'draw deck')] },
  ];
  expect(all(kael).seen).toMatchObject({
    hand: ['4', '9'],
    moves: [
      [2, 'lay 9'],
      [3, 'draw deck'],
      [3, '+4'],
    ],
  });
});

it('who watches, and who plays alone and can undo, keeps nothing', () => {
  expect(addFrame(null, frame({ ...DEALT, viewer: null }))).toBeNull();
  expect(addFrame(null, frame({ ...DEALT, seats: 1 }))).toBeNull();
});

it('two tabs, one of which came later, keep the same; a hand that differs is a contradiction', () => {
  const store = (data: ShuffleData, shown: Shown, now: SeenDeal) => mergeSeen(data, now, frame(shown));
  let data: ShuffleData = NOTHING;
  let [one, other]: [SeenDeal | null, SeenDeal | null] = [null, null];
  for (const [step, shown] of GAME.entries()) {
    one = addFrame(one, frame(shown));
    data = store(data, shown, one!);
    if (step > 0) {
      other = addFrame(other, frame(shown));
      data = store(data, shown, other!);
    }
  }
  expect(data.play!.deals).toEqual([all(GAME).seen]);
  expect(data.differs).toBe(false);
  const cheated = { ...DEALT, hand: ['As', '3c', '4c'] };
  expect(store(data, cheated, all([cheated])).differs).toBe(true);
});
