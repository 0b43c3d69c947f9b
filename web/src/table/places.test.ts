import { expect, it } from 'vitest';
import english from '../../lang/en.json';
import sideWords from '../../lang/side/en.json';
import { translator, type Words } from '../i18n/words';
import type { Tally } from '../net/protocol';
import { compared, standing } from './places';

const places = (totals: number[], winners: number[] | null) =>
  standing({ totals, winners, deals: [] }).map(({ seat, place }) => [seat, place]);

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
  // A player can be out of the match with as many points as a winner has.
  expect(places([30, 30, 10], [1])).toEqual([
    [1, 1],
    [0, 2],
    [2, 3],
  ]);
});

const scores = (...points: (number | null)[][]) =>
  points.map((one) => ({ dealer: 0, points: one, totals: one.map((n) => n ?? 0) }));

it('who was eliminated later stands before who was eliminated sooner, whatever the points', () => {
  const deals = scores([90, 105, 10, 20], [15, null, 10, 90], [null, null, 20, 30]);
  const rows = standing({ totals: [105, 105, 40, 140], winners: [2], deals });
  expect(rows.map(({ seat, place }) => [seat, place])).toEqual([
    [2, 1],
    [3, 2],
    [0, 3],
    [1, 4],
  ]);
});

it('a match is compared with the deals before it, and a streak is named', () => {
  const t = translator('en', sideWords as unknown as Words, english as unknown as Words);
  const tally = (more: object) => ({ deals: 6, matches: 3, streak: 0, best_streak: 2, average: 5, ...more }) as Tally;
  const frame = (winners: number[]) => ({ deals: scores([4, 9], [4, 9]), totals: [8, 18], winners });
  // In this game few points are good. The average of the earlier deals is (30 − 8) / 4 = 5.5.
  expect(compared(frame([0]), 0, tally({}), null, t)).toEqual(['Better than your average (5.5 a deal) by 1.5.']);
  expect(compared(frame([1]), 0, tally({}), null, t)).toEqual(['Worse than your average (5.5 a deal) by 1.5.']);
  expect(compared(frame([0]), 0, tally({ average: 4, streak: 2 }), null, t)).toEqual([
    'As good as your average (4 a deal).',
    '2 wins in a row: your best run.',
  ]);
  expect(compared(frame([0]), 0, tally({ average: 4, streak: 3, best_streak: 5, matches: 9 }), null, t)[1]).toBe(
    '3 wins in a row.',
  );
  // The comparison is only with matches against bots of this level.
  expect(compared(frame([0]), 0, tally({ average: 4, streak: 2 }), 'club', t)).toEqual([
    'As good as your average at level Intermediate (4 a deal).',
    '2 wins in a row at level Intermediate: your best run.',
  ]);
  // A first match has no earlier matches with which it could be compared.
  expect(compared(frame([0]), 0, tally({ deals: 2, matches: 1 }), null, t)).toEqual([]);
  expect(compared(frame([0]), 0, null, null, t)).toEqual([]);
});
