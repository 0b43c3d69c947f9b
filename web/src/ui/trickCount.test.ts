import { expect, it } from 'vitest';
import { rowsOf } from './TrickCount';

/** Two tricks of Schwarze Dame: ten points each, less what hearts and the queen of spades in them cost. */
const view = {
  takers: [1, 3],
  tricks: [
    { leader: 0, cards: ['5h', 'Kh', '2h', '3c'], parts: [10, -5, -13, -2, 0] },
    { leader: 1, cards: ['Qs', 'Ks', '2d', '4s'], parts: [10, -26, 0, 0, 0] },
  ],
  points: [0, -10, 0, -16],
};

it('a deal of Schwarze Dame is counted row by row, and the rows come to its points', () => {
  const rows = rowsOf(view as unknown as Parameters<typeof rowsOf>[0]);
  expect(rows).toEqual([
    { key: 'tricks', of: [0, 1, 0, 1] },
    { key: 'won', of: [0, 10, 0, 10] },
    { key: 'hearts', of: [0, -20, 0, 0] },
    { key: 'queen', of: [0, 0, 0, -26] },
  ]);
  const sums = view.points.map((_, seat) => rows.slice(1).reduce((sum, row) => sum + row.of[seat]!, 0));
  expect(sums).toEqual(view.points);
});
