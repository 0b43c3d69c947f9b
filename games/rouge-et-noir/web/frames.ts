// Example frames to look at without a server (/dev.html?show=frames&game=rouge-et-noir), and for tests. They are not
// part of the production build.

import type { RougeFrame } from './layout';
import type { Legal, View } from './types.gen';

const TABLEAUS: View['tableaus'] = [
  ['9s', '5h'],
  ['Jd', 'Tc'],
  ['Qh'],
  ['8d', '7c'],
  ['Ks', 'Qd'],
  ['6s'],
  ['3d'],
  ['Kd'],
];
const HOME: View['foundations'] = [
  ['3c', 'Ac'],
  ['2d', 'Ad'],
  ['4h', 'Ah'],
  ['4s', '2s'],
];

/** Returns a legal action for an example. In `X f` a card goes from source X to its foundation; `card` is that card. */
const legal = (action: string, card: string | null = null): Legal => {
  const [from, to] = card === null ? [] : action.split(' ');
  return {
    action,
    from: from ?? null,
    to: to ?? null,
    card,
    foundation: to === 'f' ? 'cdhs'.indexOf(card![1]!) * 2 : null,
    into_empty: false,
    safe: false,
    best: to === 'f',
  };
};

function frame(at: number, view: Partial<View>, actions: Legal[], rest: Partial<RougeFrame> = {}): RougeFrame {
  return {
    t: 'frame',
    n: 1,
    table: 'mock',
    game: 'rouge-et-noir',
    board: 'patience',
    options: { fill_empty: 'choice', redeals: 1 },
    seats: [{ name: 'Ann', bot: null, here: true }],
    viewer: 0,
    at,
    phase: 'deal',
    deal: 0,
    dealer: 0,
    must: [0],
    legal: actions,
    since: [],
    view: {
      rules: { fill_empty: 'choice', redeals: 1 },
      standing: { points: null },
      seat: 0,
      foundations: HOME,
      tableaus: TABLEAUS,
      hand: null,
      discard: ['4d', 'Jc'],
      stock: 40,
      known: [],
      redeals_used: 0,
      redeals_left: 1,
      points: 17,
      won: false,
      over: false,
      finishable: false,
      moves: at,
      since_turn: 1,
      last: null,
      ...view,
    },
    totals: [],
    deals: [],
    winners: null,
    past: 0,
    undo: at,
    redo: 0,
    assist: false,
    assisted: false,
    advice: true,
    advised: [],
    commitment: 'a3f9c2d17be04458',
    number: 5,
    window: null,
    held: null,
    played_ms: 0,
    ...rest,
  };
}

const shorter: View['tableaus'] = [['9s'], ...TABLEAUS.slice(1)] as View['tableaus'];
const [discard, turn] = [(card: string) => legal('hand discard', card), legal('turn')];

/** A card of a column can go to its foundation, and another card is in hand. */
const homeward = [
  frame(3, { hand: '2h' }, [legal('t1 f', '5h'), discard('2h')]),
  frame(4, { hand: '2h', tableaus: shorter, foundations: [HOME[0], HOME[1], ['5h', 'Ah'], HOME[3]] }, [discard('2h')]),
  frame(5, { tableaus: shorter, discard: ['4d', 'Jc', '2h'] }, [turn]),
  frame(6, { tableaus: shorter, discard: ['4d', 'Jc', '2h'], hand: '7s', stock: 39 }, [discard('7s')]),
];

/** The card in hand can go to its foundation. */
const inHand = [
  frame(7, { hand: '3d', tableaus: shorter }, [legal('hand f', '3d'), discard('3d')]),
  frame(8, { tableaus: shorter, foundations: [HOME[0], ['3d', 'Ad'], HOME[2], HOME[3]] }, [turn]),
  frame(9, { tableaus: shorter, hand: '7s', stock: 39 }, [discard('7s')]),
];

/** Nothing is discarded yet. */
const discards = [
  frame(10, { hand: '7s', discard: [], stock: 39 }, [discard('7s')]),
  frame(11, { discard: ['7s'], stock: 39 }, [turn]),
  frame(12, { discard: ['7s'], hand: '8h', stock: 38 }, [discard('8h')]),
];

/** The deal is won. */
const won = frame(
  13,
  {
    foundations: [...'cdhs'].map((suit) => [`K${suit}`, `K${suit}`]) as View['foundations'],
    tableaus: [[], [], [], [], [], [], [], []],
    discard: [],
    stock: 0,
    points: 104,
    won: true,
    over: true,
  },
  [],
  { phase: 'over', must: [], winners: [0], totals: [104], deals: [{ dealer: 0, points: [104], totals: [104] }] },
);

export default [...homeward, ...inHand, ...discards, won];
