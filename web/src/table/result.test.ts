import { expect, it } from 'vitest';
import { standing } from './result';

const places = (totals: number[], winners: number[] | null) =>
  standing({ totals, winners }).map(({ seat, place }) => [seat, place]);

it('the one with most points stands first, or the one with fewest where that wins; equals share a place', () => {
  expect(places([40, -20, 90, 40], [2])).toEqual([
    [2, 1],
    [0, 2],
    [3, 2],
    [1, 4],
  ]);
  expect(places([101, 26, 60, 60], [1])).toEqual([
    [1, 1],
    [2, 2],
    [3, 2],
    [0, 4],
  ]);
  expect(places([50, 50, 10], [0, 1])).toEqual([
    [0, 1],
    [1, 1],
    [2, 3],
  ]);
  // Out of the match with as many points as somebody who won it.
  expect(places([30, 30, 10], [1])).toEqual([
    [1, 1],
    [0, 2],
    [2, 3],
  ]);
});
