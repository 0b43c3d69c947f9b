// The four suit signs, drawn around 0,0 in a box of 20, and their places on a card.

import type { Suit } from './palette';

export const PIPS: Record<Suit, string> = {
  s:
    'M0-10.4C1.4-6.2 9.2-1.8 9.2 3.2c0 3-2.2 4.7-4.5 4.7-1.7 0-3.1-.8-3.9-2.1.2 2 1.2 3.4 2.9 4.2h-7.4' +
    'c1.7-.8 2.7-2.2 2.9-4.2-.8 1.3-2.2 2.1-3.9 2.1-2.3 0-4.5-1.7-4.5-4.7C-9.2-1.8-1.4-6.2 0-10.4Z',
  h:
    'M0 10C-1.8 6-9.6 1.6-9.6-4c0-3.3 2.3-5.4 4.9-5.4 2.2 0 3.9 1.5 4.7 3.8.8-2.3 2.5-3.8 4.7-3.8 2.6 0 4.9 ' +
    '2.1 4.9 5.4C9.6 1.6 1.8 6 0 10Z',
  d: 'M0-10.6C2-6.6 4.7-2.9 7.9 0 4.7 2.9 2 6.6 0 10.6-2 6.6-4.7 2.9-7.9 0-4.7-2.9-2-6.6 0-10.6Z',
  c:
    'M0-10a4.5 4.5 0 0 1 3.3 7.5c-.4.5-.9.9-1.4 1.2.8-.4 1.7-.6 2.7-.6a4.6 4.6 0 1 1 0 9.2' +
    'c-1.6 0-3-.8-3.8-2.1.2 2.1 1.2 3.9 2.9 4.8h-7.4c1.7-.9 2.7-2.7 2.9-4.8-.8 1.3-2.2 2.1-3.8 2.1a4.6 4.6 0 1 ' +
    '1 0-9.2c1 0 1.9.2 2.7.6-.5-.3-1-.7-1.4-1.2A4.5 4.5 0 0 1 0-10Z',
};

const [L, C, R] = [-15, 0, 15];
const columns = (...ys: number[]): [number, number][] =>
  ys.flatMap(
    (y) =>
      [
        [L, y],
        [R, y],
      ] as [number, number][],
  );

/** The offsets from the middle of the card, as on real cards; below the middle the signs are upside down. */
export const LAYOUTS: Record<string, [number, number][]> = {
  A: [[C, 0]],
  2: [
    [C, -43],
    [C, 43],
  ],
  3: [
    [C, -43],
    [C, 0],
    [C, 43],
  ],
  4: columns(-43, 43),
  5: [...columns(-43, 43), [C, 0]],
  6: columns(-43, 0, 43),
  7: [...columns(-43, 0, 43), [C, -21.5]],
  8: [...columns(-43, 0, 43), [C, -21.5], [C, 21.5]],
  9: [...columns(-43, -14.5, 14.5, 43), [C, 0]],
  T: [...columns(-43, -14.5, 14.5, 43), [C, -29], [C, 29]],
};
