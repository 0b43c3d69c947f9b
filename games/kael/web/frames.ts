// Example frames to look at without a server (/dev.html?show=frames&game=kael), and for tests. They are not part of the
// production build.

import { frameOf, legalOf } from './fixture';

const hands = (...cards: string[]) => [cards, null, null, null];
const PAIR = ['10', '10'];

/** Seat 0 is the dealer and chooses. */
export const dealing = frameOf({
  at: 1,
  view: { step: 'deal', size: 0, hands: hands(), held: [0, 0, 0, 0], deck: 56, pile: [], run: 0, value: null },
  legal: [2, 3, 4, 5, 6, 7].map((n) => legalOf(`deal ${n}`, { deal: n })),
});
/** Seat 0 has a pair. */
export const laying = frameOf({
  at: 2,
  legal: [
    legalOf('lay -1'),
    legalOf('lay 4'),
    legalOf('lay 10'),
    legalOf('lay 10 10'),
    legalOf('lay X', { draws: false }),
    legalOf('kael'),
  ],
});
/** Seat 0 has laid and is to draw. */
export const drawing = frameOf({
  at: 3,
  view: {
    step: 'draw',
    hands: hands('-1', '4', ...PAIR),
    held: [4, 5, 5, 5],
    pile: ['7', '3', 'X'],
    under: 1,
    laid: null,
    value: 38,
  },
  legal: [legalOf('draw deck'), legalOf('draw pile', { takes: '3' })],
});

/** A table of eight players, two of them out of the match, three with the same total. */
export const eight = frameOf({
  at: 4,
  seats: 8,
  view: {
    value: 38,
    standing: {
      dealer: 0,
      played: 7,
      totals: [38, 61, 119, 0, 75, 38, 38, 104],
      mistakes: [0, 1, 0, 0, 0, 0, 2, 0],
      out: [null, null, 5, null, null, null, null, 6],
    },
    held: [5, 5, 0, 3, 4, 5, 2, 0],
  },
  legal: laying.legal,
});

export default [dealing, laying, drawing, eight];
