import { describe, expect, it } from 'vitest';
import type { DayRun } from '../net/protocol';
import {
  badges,
  barsOf,
  gainOf,
  isoOf,
  momentOf,
  parOf,
  percentile,
  pointsOf,
  resultsOf,
  streaks,
  sumOf,
  totalsOf,
} from './dayFigures';

const TRY = {
  ...{ date: '2026-12-01', game: 'hearts', deal: 0, table: 't', counts: true, points: null as number | null },
  ...{ moves: [], par: 3.5 },
};

it('a gain is positive if the result is better than par, also where few points are good', () => {
  expect(gainOf(12, 8.5, false)).toBe(3.5);
  expect(gainOf(12, 8.5, true)).toBe(-3.5);
  expect(isoOf(20261201)).toBe('2026-12-01');
});

it('a sum needs all four deals', () => {
  expect(sumOf([1, 2.25, 3, -7])).toBe(-0.7);
  expect(sumOf([1, 2, 3, null])).toBe(null);
  expect(sumOf([1, 2, 3])).toBe(null);
  expect(pointsOf([{ ...TRY, deal: 1, points: 0 }, TRY])).toEqual([null, 0, null, null]);
});

it('a day and a game whose four deals are finished have a result', () => {
  const deals = [0, 1, 2, 3].map((deal) => ({ ...TRY, deal, points: 5 - deal }));
  const other = deals.map((one) => ({ ...one, game: 'kael', points: one.deal === 2 ? null : 1 }));
  const result = { date: '2026-12-01', game: 'hearts', points: 14, par: 3.5 };
  expect(resultsOf([...other, ...deals])).toEqual([result]);
});

const run = (level: string | null, points: number, moves: string[] = []): DayRun => ({
  level,
  deals: [{ points, moves }, null, { points: 2, moves }, { points: 3, moves }],
});
const whole = (one: DayRun): DayRun => ({ ...one, deals: one.deals.map((deal) => deal ?? { points: 1, moves: [] }) });

it('par is the mean of the champion, and totals have people and bots', () => {
  const runs = [run('champion', 3), run('champion', 4), run('club', 90), run(null, 70)];
  expect([parOf(runs, 0), parOf(runs, 1), parOf(runs.slice(2), 0)]).toEqual([3.5, null, null]);
  expect(totalsOf({ totals: [{ total: 9, people: 2 }], runs: [...runs.map(whole), run('club', 1)] })).toEqual([
    { total: 9, people: 2, bots: 1 },
    { total: 10, people: 0, bots: 1 },
    { total: 96, people: 0, bots: 1 },
  ]);
});

it('the decision that mattered most is the one after which results differ most', () => {
  const runs = Array.from({ length: 12 }, (_, n) => {
    const level = n < 4 ? null : 'club';
    if (n % 3 === 0) return run(level, 10, ['a', 'bet', 'x']);
    return n % 3 === 1 ? run(level, -20, ['a', 'pass', 'x']) : run(level, n, ['b', 'pass', 'y']);
  });
  const choices = [
    { action: 'bet', people: 2, bots: 2, points: 10 },
    { action: 'pass', people: 1, bots: 3, points: -20 },
  ];
  const without = choices.map((one) => ({ ...one, atPar: null }));
  expect(momentOf(['a', 'bet', 'x'], runs, 0, false)).toEqual({ after: 1, action: 'bet', choices: without });
  // Par is 7. If few points are good, those with −20 have reached it.
  const champion = run('champion', 7, ['z']);
  for (const few of [false, true]) {
    const withPar = choices.map((one) => ({ ...one, atPar: one.points < 7 === few ? 4 : 0 }));
    expect(momentOf(['a', 'bet', 'x'], [...runs, champion], 0, few)?.choices).toEqual(withPar);
  }
  // In a position that few have reached, nothing is said.
  expect(momentOf(['c', 'd'], runs.slice(0, 7), 0, false)).toBe(null);
});

it('a percentile leaves the own result out and counts equal ones half', () => {
  const totals = [
    { total: -5, people: 1, bots: 1 },
    { total: 3, people: 2, bots: 0 },
    { total: 9, people: 0, bots: 1 },
  ];
  expect(percentile(totals, 3, false, true)).toBe(63);
  expect(percentile(totals, 3, true, true)).toBe(38);
  expect(percentile(totals, 20, false, false)).toBe(100);
  expect(percentile([{ total: 3, people: 1, bots: 0 }], 3, false, true)).toBe(null);
});

it('the badge of a day is its best one', () => {
  const result = (date: string, game: string, points: number, par: number | null) => ({ date, game, points, par });
  const found = badges(
    [
      result('2026-12-01', 'kael', 30, 20),
      result('2026-12-01', 'hearts', 10, 20),
      result('2026-12-02', 'kael', 30, 20),
      result('2026-12-03', 'dame', 30, null),
    ],
    (game) => game !== 'dame',
  );
  expect([...found]).toEqual([
    ['2026-12-01', 'par'],
    ['2026-12-02', 'done'],
    ['2026-12-03', 'done'],
  ]);
});

describe('a streak', () => {
  const days = (...numbers: number[]) => numbers.map((day) => `2026-12-${String(day).padStart(2, '0')}`);
  it('counts days without gaps, and is open until the day is over', () => {
    expect(streaks(days(1, 2, 3), '2026-12-03')).toEqual({ now: 3, best: 3 });
    expect(streaks(days(3, 1, 2, 2), '2026-12-04')).toEqual({ now: 3, best: 3 });
    expect(streaks([], '2026-12-04')).toEqual({ now: 0, best: 0 });
  });
  it('forgives one missed day a week', () => {
    expect(streaks(days(1, 2, 4, 5), '2026-12-05')).toEqual({ now: 4, best: 4 });
    expect(streaks(days(1, 2, 4, 6), '2026-12-06')).toEqual({ now: 1, best: 3 });
    expect(streaks(days(1, 2, 4, 5, 6, 7, 8, 9, 11), '2026-12-11')).toEqual({ now: 9, best: 9 });
    expect(streaks(days(1, 2, 5), '2026-12-05')).toEqual({ now: 1, best: 2 });
    // Yesterday was missed and is forgiven if today is played.
    expect(streaks(days(1, 2), '2026-12-04')).toEqual({ now: 2, best: 2 });
    expect(streaks(days(1, 2), '2026-12-05')).toEqual({ now: 0, best: 2 });
  });
});

it('bars have equal widths and contain everything', () => {
  const totals = [-31, -2, 0, 4, 40].map((total, i) => ({ total, people: i, bots: 1 }));
  const bars = barsOf(totals, 55, 10);
  expect(bars.length).toBeLessThanOrEqual(11);
  expect(new Set(bars.map((bar) => bar.to - bar.from)).size).toBe(1);
  expect(bars.reduce((sum, bar) => sum + bar.people + bar.bots, 0)).toBe(15);
  expect(bars[0]!.from).toBeLessThanOrEqual(-31);
  expect(bars.at(-1)!.to).toBeGreaterThanOrEqual(55);
  expect(barsOf([], null, 10)).toEqual([]);
});
