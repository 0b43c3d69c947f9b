// Example frames to look at without a server (/dev.html?show=frames&game=schwarze-dame), and for tests. They are not
// part of the production build.

import type { PublicEvent } from '@cardroom/ui';
import type { SchwarzeFrame } from './layout';
import type { View } from './types.gen';

const SUITS = 'cdsh';
const RANKS = '23456789TJQKA';
const bot = (name: string) => ({ name, bot: 'club', here: true });
/** Returns this number of past tricks. Their takers do not matter here. */
const gone = (n: number): View['tricks'] =>
  Array.from({ length: n }, (_, i) => ({
    leader: i % 4,
    cards: [...SUITS].map((suit) => RANKS[12 - i]! + suit),
    parts: [10],
  }));

function frame(
  at: number,
  hand: string[],
  trick: string[],
  view: Partial<View>,
  legal: string[],
  since: readonly PublicEvent[] = [],
  rest: Partial<SchwarzeFrame> = {},
): SchwarzeFrame {
  const done = 13 - hand.length;
  const seat = trick.length ? (4 - trick.length) % 4 : 0;
  return {
    t: 'frame',
    n: 1,
    table: 'mock',
    game: 'schwarze-dame',
    board: 'tricks',
    options: { deals: 8 },
    seats: [{ name: 'Ann', bot: null, here: true }, bot('Karin'), bot('Uwe'), bot('Ina')],
    viewer: 0,
    at,
    phase: 'deal',
    deal: 0,
    dealer: 3,
    must: [0],
    legal: legal.map((card) => ({ action: `play ${card}`, card })),
    since,
    view: {
      rules: { deals: 8 },
      standing: { dealer: 3, played: 0, totals: [0, 0, 0, 0] },
      seat: 0,
      hands: [hand, null, null, null],
      held: [
        hand.length,
        ...[1, 2, 3].map((other) => hand.length - (other >= 4 - trick.length ? 1 : 0)),
      ] as View['held'],
      tricks: [...gone(done), ...(trick.length ? [{ leader: seat, cards: trick, parts: [10] }] : [])],
      on_table: trick.length > 0,
      winning: trick.length ? seat : null,
      worth: trick.length ? 10 : 0,
      takers: Array.from({ length: done }, (_, i) => i % 4) as View['takers'],
      points: [12, -40, 18, 10],
      next: 0,
      harmless: false,
      ...view,
    },
    totals: [12, -40, 18, 10],
    deals: [],
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

const HAND = ['2c', '7c', 'Tc', '3d', 'Jd', '9s', 'Ks', '4h', '5h', 'Qh'];
const first = frame(3, HAND, ['8h', '2h'], { worth: 0 }, ['4h', '5h', 'Qh']);

/** No cards with a penalty are left and three tricks remain. `dealt` shows the same in another deal. */
const harmless = frame(10, ['2c', 'Jd', '9s'], [], { harmless: true }, ['2c', 'Jd', '9s']);
const followed = frame(
  11,
  ['2c', '9s'],
  ['4s'],
  { harmless: true },
  ['9s'],
  [{ kind: 'acted', seat: 3, action: 'play 4s' }],
);
const last = frame(12, ['2c'], ['3c'], { harmless: true }, ['2c'], [{ kind: 'acted', seat: 3, action: 'play 3c' }]);
const dealt = frame(13, [...HAND, '6c', '6d', '6s'], [], { harmless: true }, HAND, [], { deal: 1 });
const taken = frame(14, [...HAND, '6c', '6d'], [], {}, HAND, [{ kind: 'acted', seat: 3, action: 'play 6h' }], {
  deal: 1,
});

/** The deal is decided. The viewer's seat may offer to end it (`mayEnd`), has offered to end it (`offering`), or is
 * asked by another seat (`asked`). */
const TOP = ['Ac', 'Kc', 'Ad'];
const decided = (rest: SchwarzeFrame['rest']) => frame(15, TOP, [], {}, TOP, [], { deal: 1, ...(rest && { rest }) });
const mayEnd = decided({ seat: 0, at: 15, accepted: null, open: [] });
const offering = decided({ seat: 0, at: 15, accepted: [1], open: [2, 3] });
const asked = {
  ...frame(15, TOP, [], { next: 2 }, [], [], { deal: 1, must: [2] }),
  rest: { seat: 2, at: 9, accepted: [], open: [0, 1] },
};

/** A finished deal. It has tricks with hearts, one with the queen of spades, and one without penalties. */
const over = frame(
  16,
  [],
  [],
  {
    held: [0, 0, 0, 0],
    next: null,
    tricks: [
      { leader: 3, cards: ['2c', '7c', '3c', '4c'], parts: [10, 0, 0, 0, 0] },
      { leader: 0, cards: ['2h', '3h', '4h', 'Ks'], parts: [10, -2, -3, -4, 0] },
      { leader: 1, cards: ['As', 'Qs', '2s', '3s'], parts: [10, 0, -26, 0, 0] },
      { leader: 1, cards: ['Ad', '2d', 'Ah', '3d'], parts: [10, 0, 0, -14, 0] },
    ],
    takers: [0, 2, 1, 1],
    points: [10, -20, 1, 0],
  },
  [],
  [{ kind: 'acted', seat: 0, action: 'play 3d' }],
  {
    phase: 'between',
    must: [],
    deals: [{ dealer: 3, points: [10, -20, 1, 0], totals: [10, -20, 1, 0] }],
    totals: [10, -20, 1, 0],
  },
);
/** Three cards can be played, and advice is available. */
const advised: SchwarzeFrame = { ...first, since: [], advice: true };

/** All four cards of a trick, each with points, are still on the table. */
const CARDS = ['7h', 'Qs', 'Ah', '8h'];
const full = frame(
  17,
  HAND.slice(1),
  CARDS,
  {
    held: [9, 9, 9, 9],
    tricks: [...gone(3), { leader: 0, cards: CARDS, parts: [10, -7, -26, -14, -8] }],
    winning: 2,
    worth: -45,
    next: null,
  },
  [],
  [],
  { must: [] },
);

export default [first, harmless, followed, last, dealt, taken, mayEnd, offering, asked, over, advised, full];
