// Example frames to look at without a server (/dev.html?show=frames&game=hearts), and for tests. They are not part of
// the production build.

import type { PublicEvent } from '@cardroom/ui';
import type { HeartsFrame } from './layout';
import type { Legal, View } from './types.gen';

const bot = (name: string) => ({ name, bot: 'club', here: true });
const HAND = ['2c', '7c', 'Tc', '3d', 'Jd', 'Ad', '9s', 'Ks', '4h', '5h', 'Qh', 'Kh', 'Ah'];
const GIVEN = ['Qh', 'Kh', 'Ah'];
const GOT = ['6d', 'Qs', '2h'];
const KEPT = HAND.filter((card) => !GIVEN.includes(card));

function frame(
  at: number,
  view: Partial<View>,
  legal: Legal[] = [],
  since: readonly PublicEvent[] = [],
  rest: Partial<HeartsFrame> = {},
): HeartsFrame {
  return {
    t: 'frame',
    n: 1,
    table: 'mock',
    game: 'hearts',
    board: 'tricks',
    options: { to: 100, giving: true, moon: 'others' },
    seats: [{ name: 'Ann', bot: null, here: true }, bot('Karin'), bot('Uwe'), bot('Ina')],
    viewer: 0,
    at,
    phase: 'deal',
    deal: 0,
    dealer: 3,
    must: legal.length ? [0] : [3],
    legal,
    since,
    view: {
      rules: { to: 100, giving: true, moon: 'others' },
      standing: { dealer: 3, played: 0, totals: [0, 0, 0, 0] },
      seat: 0,
      phase: 'giving',
      hands: [HAND, null, null, null],
      held: [13, 13, 13, 13],
      giving: 'left',
      chosen: [],
      gifts: [null, null, null, null],
      tricks: [],
      on_table: false,
      winning: null,
      worth: 0,
      takers: [],
      taken: [0, 0, 0, 0],
      points: [0, 0, 0, 0],
      broken: false,
      next: null,
      harmless: false,
      ...view,
    },
    totals: [0, 0, 0, 0],
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

const threes = HAND.flatMap((a, i) =>
  HAND.slice(i + 1).flatMap((b, k) =>
    HAND.slice(i + k + 2).map((c): Legal => ({ action: `give ${a} ${b} ${c}`, cards: [a, b, c], to: 1 })),
  ),
);

export const giving = frame(1, {}, threes);
export const chosen = frame(
  2,
  { hands: [KEPT, null, null, null], held: [10, 10, 10, 13], chosen: [0, 1, 2], gifts: [GIVEN, null, null, null] },
  [],
  [{ kind: 'acted', seat: 2, action: 'give' }],
);
/** The last player has chosen, so the passed cards have arrived. */
export const passed = frame(
  2,
  {
    phase: 'play',
    hands: [[...KEPT, ...GOT], null, null, null],
    gifts: [GIVEN, null, null, GOT],
    next: 3,
    chosen: [0, 1, 2, 3],
  },
  [],
  [{ kind: 'acted', seat: 3, action: 'give' }],
);
const trick = { leader: 3, cards: ['2c'], parts: [0] };
export const led = frame(
  3,
  { ...passed.view, held: [13, 13, 13, 12], tricks: [trick], on_table: true, winning: 3, next: 0 },
  ['7c', 'Tc'].map((card) => ({ action: `play ${card}`, cards: [card], to: null })),
  [{ kind: 'acted', seat: 3, action: 'play 2c' }],
);
/** A finished deal. Among its tricks are some without points, some with hearts, and one with the queen of spades. */
export const over = frame(
  4,
  {
    ...passed.view,
    phase: 'over',
    next: null,
    hands: [[], null, null, null],
    held: [0, 0, 0, 0],
    taken: [3, 13, 10, 0],
    points: [3, 13, 10, 0],
    tricks: [
      { leader: 3, cards: ['2c', '7c', '3c', '4c'], parts: [0, 0, 0, 0] },
      { leader: 0, cards: ['2h', '3h', '4h', 'Ks'], parts: [1, 1, 1, 0] },
      { leader: 1, cards: ['As', 'Qs', '2s', '3s'], parts: [0, 13, 0, 0] },
      { leader: 2, cards: ['5h', '6h', '7h', '8h'], parts: [1, 1, 1, 1] },
      { leader: 2, cards: ['9h', 'Th', 'Jh', 'Qh'], parts: [1, 1, 1, 1] },
      { leader: 2, cards: ['Kh', 'Ah', '5c', '6c'], parts: [1, 1, 0, 0] },
    ],
    takers: [0, 0, 1, 2, 2, 2],
  },
  [],
  [{ kind: 'acted', seat: 3, action: 'play 6c' }],
  {
    phase: 'between',
    must: [],
    deals: [{ dealer: 3, points: [3, 13, 10, 0], totals: [3, 13, 10, 0] }],
    totals: [3, 13, 10, 0],
  },
);

/** The deal is decided, and the viewer's seat may offer to end it. */
export const decided: HeartsFrame = { ...led, since: [], rest: { seat: 0, at: 3, accepted: null, open: [] } };

/** A lesson before its first decision: three cards will be passed, but nobody can choose yet. */
export const beforehand: HeartsFrame = frame(1, {}, []);

export default [giving, chosen, passed, led, over, decided, beforehand];
