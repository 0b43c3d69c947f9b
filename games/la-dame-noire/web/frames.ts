// Example frames to look at without a server (/dev.html?show=frames&game=la-dame-noire), and for tests. They are not
// part of the production build.

import type { PublicEvent } from '@cardroom/ui';
import type { DameFrame } from './layout';
import type { Award, CombinationKind, Laid, Legal, Makes, View } from './types.gen';

const NOTHING: Legal = {
  action: '',
  cards: [],
  kind: null,
  strength: null,
  power: null,
  points: null,
  beats: false,
  last: false,
  bid: null,
  to: null,
};
const AWARD: Award = { pile: 0, trashed: 0, coup: 0, bonus: 0, bet: 0 };
const HAND = '2c 2d 3h 4c 4s 7d 7h 8c 9s Jd Qs Kc Kh'.split(' ');

const VIEW: View = {
  standing: { dealer: 3, played: 1, totals: [56, 24, 12, 0] },
  seat: 0,
  phase: 'bidding',
  next: 0,
  hands: [HAND, null, null, null],
  held: [13, 13, 13, 13],
  makes: [],
  bet: null,
  calls: [null, null, null, null],
  exchanges: 0,
  may_stop: false,
  put: [],
  put_last: null,
  put_cards: [null, null, null, null],
  trades: [],
  tricks: [],
  on_table: false,
  top: null,
  worth: 0,
  passed: [],
  out: [],
  piles: [0, 0, 0, 0],
  coup: null,
  choice: null,
  awards: [AWARD, AWARD, AWARD, AWARD],
  points: [0, 0, 0, 0],
};

const bot = (name: string) => ({ name, bot: 'club', here: true });

export function frame(
  view: Partial<View>,
  legal: Partial<Legal>[] = [],
  since: readonly PublicEvent[] = [],
  rest: Partial<DameFrame> = {},
): DameFrame {
  const whole = { ...VIEW, ...view };
  const must =
    whole.phase === 'trading'
      ? [0, 1, 2, 3].filter((seat) => !whole.put.includes(seat))
      : whole.next === null
        ? []
        : [whole.next];
  return {
    t: 'frame',
    n: 1,
    table: 'mock',
    game: 'la-dame-noire',
    board: 'climb',
    options: { deals: 4, min_trades: 1, max_trades: null },
    seats: [{ name: 'Ann', bot: null, here: true }, bot('Bo'), bot('Cy'), bot('Karin')],
    viewer: 0,
    at: 7,
    phase: whole.phase === 'over' || whole.phase === 'thrown_in' ? 'between' : 'deal',
    deal: 1,
    dealer: 3,
    view: whole,
    must,
    legal: legal.map((one) => ({ ...NOTHING, ...one })),
    since,
    totals: [56, 24, 12, 0],
    deals: [{ dealer: 3, points: [56, 24, 12, 0], totals: [56, 24, 12, 0] }],
    winners: null,
    past: 0,
    undo: 0,
    redo: 0,
    assist: false,
    assisted: false,
    advice: false,
    advised: [],
    commitment: 'a3f9c2d17be04458',
    number: null,
    window: null,
    held: null,
    played_ms: 0,
    ...rest,
  };
}

export const laid = (seat: number, cards: string, kind: CombinationKind, power: number): Laid => ({
  seat,
  cards: cards.split(' '),
  kind,
  strength: cards[0]!,
  power,
});
const play = (cards: string, kind: CombinationKind, power: number, points: number, beats = true): Partial<Legal> => ({
  action: `play ${cards.replaceAll(' ', '')}`,
  cards: cards.split(' '),
  kind,
  power,
  points,
  beats,
});
const makes = (kind: CombinationKind, power: number, ranks: string, from: string): Makes => ({
  kind,
  power,
  ranks,
  from: from.split(' '),
});

const MAKES: Makes[] = [
  ...'2c 3h 4c 7d 8c 9s Jd'.split(' ').map((card, i) => makes('singleton', i, card[0]!, card)),
  makes('singleton', 11, 'K', 'Kc Kh'),
  makes('singleton', 13, 'Q', 'Qs'),
  makes('beggar', 15, '3K', '3h Kc Kh'),
  makes('beggar', 16, '4Q', '4c 4s Qs'),
  makes('beggar', 19, '79', '7d 7h 9s'),
  makes('libra', 43, '22344', '2c 2d 3h 4c 4s'),
];
const BET = { seat: 1, points: 30 };

export const bidding = frame(
  { bet: BET, calls: [null, 30, 0, 0], passed: [2, 3], makes: MAKES },
  [
    { action: 'bid 100', bid: 100 },
    ...[40, 50, 60, 70, 80, 90].map((bid) => ({ action: `bid ${bid}`, bid })),
    { action: 'pass' },
  ],
  [{ kind: 'acted', seat: 3, action: 'pass' }],
);

export const trading = frame(
  {
    phase: 'trading',
    next: null,
    bet: BET,
    exchanges: 1,
    may_stop: true,
    put: [1, 3],
    put_last: 1,
    held: [13, 12, 13, 12],
    trades: [{ gave: '5c', received: 'Qs' }],
    makes: MAKES,
  },
  [{ action: 'stop' }, ...HAND.map((card) => ({ action: `trade ${card}`, cards: [card], to: 3 }))],
  [{ kind: 'acted', seat: 1, action: 'trade' }],
);

export const putting = frame(
  {
    ...trading.view,
    hands: [HAND.filter((card) => card !== '3h'), null, null, null],
    put: [0, 1, 3],
    held: [12, 12, 13, 12],
    put_cards: ['3h', null, null, null],
  },
  [{ action: 'stop' }],
  [{ kind: 'acted', seat: 0, action: 'trade 3h' }],
);

export const exchanged = frame(
  {
    ...trading.view,
    hands: [[...HAND.filter((card) => card !== '3h'), 'Ts'], null, null, null],
    held: [13, 13, 13, 13],
    exchanges: 2,
    put: [],
    put_last: null,
    trades: [...trading.view.trades, { gave: '3h', received: 'Ts' }],
  },
  [{ action: 'stop' }],
  [{ kind: 'acted', seat: 2, action: 'trade' }],
);

const TRICK = [laid(1, '5d', 'singleton', 3), laid(2, 'As', 'singleton', 12), laid(3, '2h Ac', 'beggar', 14)];

export const beating = frame(
  {
    phase: 'showdown',
    bet: BET,
    exchanges: 1,
    tricks: [{ plays: TRICK, to: null, worth: 1 }],
    on_table: true,
    top: TRICK[2]!,
    worth: 1,
    held: [13, 12, 12, 11],
    makes: MAKES,
  },
  [
    { action: 'pass' },
    play('2c 2d 3h 4c 4s', 'libra', 43, 1),
    play('3h Kc', 'beggar', 15, 0),
    play('3h Kh', 'beggar', 15, 0),
    play('4c Qs', 'beggar', 16, 10),
    play('4s Qs', 'beggar', 16, 11),
    play('7d 9s', 'beggar', 19, 1),
    play('7h 9s', 'beggar', 19, 1),
  ],
  [{ kind: 'acted', seat: 3, action: 'play 2hAc' }],
);

const BEATEN = [...TRICK, laid(0, '2c 2d 3h 4c 4s', 'libra', 43)];
const REST = HAND.filter((card) => !BEATEN[3]!.cards.includes(card));

export const waiting = frame(
  {
    ...beating.view,
    next: 3,
    hands: [REST, null, null, null],
    held: [8, 12, 12, 11],
    tricks: [{ plays: BEATEN, to: null, worth: 2 }],
    top: BEATEN[3]!,
    worth: 2,
    passed: [1, 2],
  },
  [],
  [{ kind: 'acted', seat: 2, action: 'pass' }],
);

export const taken = frame(
  {
    ...waiting.view,
    next: 0,
    tricks: [{ plays: BEATEN, to: 0, worth: 2 }],
    on_table: false,
    top: null,
    worth: 0,
    passed: [],
    piles: [2, 0, 0, 0],
  },
  [play('Kc', 'singleton', 11, 0, false), play('Kh', 'singleton', 11, 0, false), play('7d 9s', 'beggar', 19, 1, false)],
  [{ kind: 'acted', seat: 3, action: 'pass' }],
);

const LAST = laid(0, 'Qs', 'singleton', 13);

export const coup = frame(
  {
    phase: 'coup',
    bet: BET,
    exchanges: 1,
    hands: [[], null, null, null],
    held: [0, 4, 2, 7],
    out: [0],
    piles: [2, 10, 0, 5],
    tricks: [
      { plays: BEATEN, to: 0, worth: 2 },
      { plays: [LAST], to: null, worth: 10 },
    ],
    on_table: true,
    top: LAST,
    worth: 10,
    choice: {
      keep: 10,
      coups: [
        { seat: 1, held: 4, pile: 10, if_last: 20, if_not: 20 },
        { seat: 2, held: 2, pile: 0, if_last: 10, if_not: 10 },
        { seat: 3, held: 7, pile: 5, if_last: 15, if_not: 15 },
      ],
    },
  },
  [{ action: 'coup 1', to: 1 }, { action: 'coup 2', to: 2 }, { action: 'coup 3', to: 3 }, { action: 'keep' }],
  [{ kind: 'acted', seat: 0, action: 'play Qs' }],
);

export const over = frame(
  {
    ...coup.view,
    phase: 'over',
    next: null,
    choice: null,
    on_table: false,
    top: null,
    worth: 0,
    coup: 3,
    out: [0, 2, 1, 3],
    held: [0, 0, 0, 2],
    hands: [[], null, null, ['6c', '6d']],
    piles: [2, 14, 6, 15],
    tricks: [
      { plays: BEATEN, to: 0, worth: 2 },
      { plays: [LAST], to: 3, worth: 10 },
      { plays: [laid(1, '8d', 'singleton', 6)], to: 1, worth: 0 },
    ],
    awards: [
      { pile: 2, trashed: 0, coup: 15, bonus: 20, bet: 0 },
      { pile: 14, trashed: 0, coup: 0, bonus: 5, bet: -30 },
      { pile: 6, trashed: 0, coup: 0, bonus: 10, bet: 0 },
      { pile: 15, trashed: 15, coup: 0, bonus: 0, bet: 0 },
    ],
    points: [37, -11, 16, 0],
  },
  [],
  [{ kind: 'acted', seat: 1, action: 'play 8d' }],
);

export const thrownIn = frame(
  { phase: 'thrown_in', next: null, calls: [0, 0, 0, 0] },
  [],
  [{ kind: 'acted', seat: 0, action: 'pass' }],
);

/** No play of the hand beats the cards on the table. */
export const cannot = frame({ ...beating.view, makes: [] }, [{ action: 'pass' }], beating.since, { at: 8 });

/** Another player is to play, and the viewer may choose an action ahead of the turn. */
export const early = frame(
  {
    ...beating.view,
    next: 3,
    tricks: [{ plays: TRICK.slice(0, 2), to: null, worth: 1 }],
    top: TRICK[1]!,
    held: [13, 12, 12, 13],
  },
  [],
  [{ kind: 'acted', seat: 2, action: 'play As' }],
  { at: 9 },
);

/** The two frames that can follow `early`, on the viewer's turn. In `turned` some plays beat the beggar on the table.
 * In `stuck` no play does. */
export const turned = { ...beating, at: 10 };
export const stuck = { ...cannot, at: 10 };

/** Bo calls stop after the second exchange, and the viewer leads. */
export const stopped = frame(
  { ...exchanged.view, phase: 'showdown', next: 0, bet: { seat: 0, points: 30 } },
  [play('Kc', 'singleton', 11, 0, false), play('7d 9s', 'beggar', 19, 1, false)],
  [{ kind: 'acted', seat: 1, action: 'stop' }],
  { at: 11 },
);

/** The person who held the bet has left the finished table. */
export const left = {
  ...over,
  seats: over.seats.map((seat, i) => (i === 1 ? { ...seat, bot: null, here: false } : seat)),
};

export default [
  bidding,
  trading,
  putting,
  exchanged,
  beating,
  waiting,
  taken,
  coup,
  over,
  thrownIn,
  cannot,
  early,
  turned,
  turned,
  early,
  stuck,
  stuck,
  exchanged,
  stopped,
  left,
  { ...bidding, since: [], advice: true },
  { ...beating, since: [], advice: true },
];
