// The figures of the deals of the day: gain against par, percentile, badges, and the streak of days.

import type { DayCount, DayResult, DayTry } from '../net/protocol';

/** The number of deals of a day in a game. */
export const DEALS = 4;

const DAY_MS = 86_400_000;

/** Returns a day such as 20261201 as "2026-12-01". */
export const isoOf = (day: number): string => String(day).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');

/** Returns the day of a moment in UTC, as "2026-12-01". */
export const dateOf = (moment: Date): string => moment.toISOString().slice(0, 10);

/** Returns how much better than par a result is. `few`: true if few points are good. */
export const gainOf = (points: number, par: number, few: boolean): number =>
  Math.round((few ? par - points : points - par) * 10) / 10;

/** Returns the sum, or null if a part is unknown. */
export const sumOf = (parts: readonly (number | null)[]): number | null =>
  parts.length === DEALS && parts.every((part) => part !== null)
    ? Math.round(parts.reduce((sum, part) => sum + part!, 0) * 10) / 10
    : null;

/** Returns the points of the four deals, in order; null for a deal that is not finished. */
export const pointsOf = (tries: readonly DayTry[]): (number | null)[] =>
  Array.from({ length: DEALS }, (_, deal) => tries.find((one) => one.deal === deal)?.points ?? null);

/** Returns the share of the other results that a total beats, in percent. An equal result counts half. `counts`: true if
 * the own result is among `totals`. Null if there is no other result. */
export function percentile(totals: readonly DayCount[], own: number, few: boolean, counts: boolean): number | null {
  let [beaten, all] = [0, 0];
  for (const { total, people, bots } of totals) {
    const others = people + bots - (total === own && counts ? 1 : 0);
    const worse = few ? total > own : total < own;
    beaten += worse ? others : total === own ? others / 2 : 0;
    all += others;
  }
  return all > 0 ? Math.round((100 * beaten) / all) : null;
}

export type Badge = 'par' | 'done';

/** Returns the best badge of each day. `few` returns whether few points are good in a game. */
export function badges(results: readonly DayResult[], few: (game: string) => boolean): Map<string, Badge> {
  const found = new Map<string, Badge>();
  for (const { date, game, points, par } of results) {
    const atPar = par !== null && gainOf(points, par, few(game)) >= 0;
    if (atPar || !found.has(date)) found.set(date, atPar ? 'par' : 'done');
  }
  return found;
}

/** Returns the streak up to today or yesterday, and the longest one. A single missed day is forgiven, but only one in
 * seven days. */
export function streaks(dates: readonly string[], today: string): { now: number; best: number } {
  const numbers = [...new Set(dates)].map((date) => Date.parse(date) / DAY_MS).sort((a, b) => a - b);
  let [run, best, last, forgiven] = [0, 0, -Infinity, -Infinity];
  const goesOn = (day: number) => day - last <= 1 || (day - last === 2 && day - 1 - forgiven >= 7);
  for (const day of numbers) {
    if (!goesOn(day)) [run, forgiven] = [0, -Infinity];
    else if (day - last === 2) forgiven = day - 1;
    run++;
    best = Math.max(best, run);
    last = day;
  }
  // Today and a forgiven yesterday may still be missing.
  return { now: goesOn(Date.parse(today) / DAY_MS) ? run : 0, best };
}

/** A bar of a histogram. */
export interface Bar {
  from: number;
  to: number;
  people: number;
  bots: number;
}

/** Returns at most `most` bars of equal width that contain all results, and `own` if it is known. */
export function barsOf(totals: readonly DayCount[], own: number | null, most: number): Bar[] {
  const all = [...totals.map((one) => one.total), ...(own === null ? [] : [own])];
  if (!all.length) return [];
  const [least, greatest] = [Math.min(...all), Math.max(...all)];
  const width = Math.max(1, Math.ceil((greatest - least + 1) / most));
  const from = Math.floor(least / width) * width;
  const bars = Array.from({ length: Math.floor((greatest - from) / width) + 1 }, (_, i) => ({
    from: from + i * width,
    to: from + (i + 1) * width - 1,
    people: 0,
    bots: 0,
  }));
  for (const { total, people, bots } of totals) {
    const bar = bars[Math.floor((total - from) / width)]!;
    bar.people += people;
    bar.bots += bots;
  }
  return bars;
}
