import { expect, it } from 'vitest';
import { month } from './calendar';

const day = (date: string, won: boolean, assisted = false) => ({ date, won, assisted });

it('a month stands in weeks, each day with what became of it', () => {
  const weeks = month(
    '2026-11-22',
    0,
    [day('2026-11-20', true), day('2026-11-21', true, true), day('2026-11-19', false), day('2026-10-30', true)],
    1,
  );
  expect(weeks.every((week) => week.length === 7)).toBe(true);
  // 1 November 2026 is a Sunday: the last day of a week that begins on Monday.
  expect(weeks[0]!.map((one) => one?.number ?? null)).toEqual([null, null, null, null, null, null, 1]);
  const all = weeks.flat().filter((one) => one !== null);
  expect(all).toHaveLength(30);
  expect(all.filter((one) => one.state !== 'none').map((one) => [one.number, one.state])).toEqual([
    [19, 'lost'],
    [20, 'won'],
    [21, 'helped'],
    [22, 'open'],
  ]);
  expect(all.filter((one) => one.today).map((one) => one.date)).toEqual(['2026-11-22']);
});

it('the month before, over the turn of a year, in weeks from Sunday', () => {
  const weeks = month('2027-01-03', 1, [day('2026-12-31', true)], 0);
  expect(weeks[0]!.map((one) => one?.number ?? null)).toEqual([null, null, 1, 2, 3, 4, 5]);
  expect(
    weeks
      .flat()
      .filter((one) => one?.state === 'won')
      .map((one) => one!.date),
  ).toEqual(['2026-12-31']);
  expect(weeks.flat().some((one) => one?.today)).toBe(false);
});
