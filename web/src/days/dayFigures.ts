// The figures of the deals of the day: gain against par, percentile, badges, and the streak of days.

import type { DayField, DayRun, DayTry, DealRun } from '../net/protocol';

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

/** The level whose mean is par. */
const PAR_LEVEL = 'champion';

/** Returns the par of a deal; null if it is not known. */
export function parOf(runs: readonly DayRun[], deal: number): number | null {
  const points = runs.flatMap((run) => (run.level === PAR_LEVEL ? (run.deals[deal]?.points ?? []) : []));
  return points.length ? points.reduce((sum, one) => sum + one, 0) / points.length : null;
}

/** The number of people and of bots' matches that reached a total. */
export interface Total {
  total: number;
  people: number;
  bots: number;
}

/** Returns the totals of people and bots, in ascending order. */
export function totalsOf({ totals, runs }: Pick<DayField, 'totals' | 'runs'>): Total[] {
  const found = new Map<number, Total>();
  const at = (total: number) => {
    const one = found.get(total) ?? { total, people: 0, bots: 0 };
    found.set(total, one);
    return one;
  };
  for (const { total, people } of totals ?? []) at(total).people += people;
  for (const { level, deals } of runs) {
    const total = sumOf(deals.map((deal) => deal?.points ?? null));
    if (level !== null && total !== null) at(total).bots++;
  }
  return [...found.values()].sort((a, b) => a.total - b.total);
}

/** The number of results in a position from which on it says something about its actions. */
const SAME_POSITION = 8;

/** An action in a position: how many chose it, their mean points of the deal, and how many of them reached par. */
export interface MomentChoice {
  action: string;
  people: number;
  bots: number;
  points: number;
  /** Null if par is not known. */
  atPar: number | null;
}

/** A decision of the reader's, after `after` actions of theirs. */
export interface Moment {
  after: number;
  action: string;
  choices: MomentChoice[];
}

/** Returns the decision of `moves` after which the results of all who were in the same position differed most. The same
 * own actions lead to the same position, because the bots are the same. `few`: true if few points are good. */
export function momentOf(moves: readonly string[], runs: readonly DayRun[], deal: number, few: boolean): Moment | null {
  const par = parOf(runs, deal);
  let there = runs.flatMap(({ level, deals }) => (deals[deal] ? [{ level, ...(deals[deal] as DealRun) }] : []));
  let best: { spread: number; moment: Moment } | null = null;
  for (const [after, action] of moves.entries()) {
    there = there.filter((run) => run.moves.length > after);
    if (there.length < SAME_POSITION) break;
    const choices = new Map<string, MomentChoice>();
    for (const run of there) {
      const action = run.moves[after]!;
      const atPar = par === null ? null : 0;
      const choice = choices.get(action) ?? { action, people: 0, bots: 0, points: 0, atPar };
      choice[run.level === null ? 'people' : 'bots']++;
      choice.points += run.points;
      if (par !== null && gainOf(run.points, par, few) >= 0) choice.atPar!++;
      choices.set(choice.action, choice);
    }
    const of = (choice: MomentChoice) => choice.people + choice.bots;
    const all = [...choices.values()].map((one) => ({ ...one, points: one.points / of(one) }));
    const mean = there.reduce((sum, run) => sum + run.points, 0) / there.length;
    const spread = all.reduce((sum, one) => sum + (of(one) / there.length) * Math.abs(one.points - mean), 0);
    if (all.length > 1 && spread > (best?.spread ?? 0))
      best = { spread, moment: { after, action, choices: all.sort((a, b) => of(b) - of(a)) } };
    there = there.filter((run) => run.moves[after] === action);
  }
  return best?.moment ?? null;
}

/** All deals of a day and a game, finished at the first try. */
export interface DayResult {
  date: string;
  game: string;
  points: number;
  par: number | null;
}

/** Returns the days and games whose four deals are finished, in the order of the tries. */
export function resultsOf(tries: readonly DayTry[]): DayResult[] {
  const days = new Map<string, DayTry[]>();
  for (const one of tries) {
    const of = `${one.date} ${one.game}`;
    days.set(of, [...(days.get(of) ?? []), one]);
  }
  return [...days.values()].flatMap((of) => {
    const points = sumOf(pointsOf(of));
    const { date, game, par } = of[0]!;
    return points === null ? [] : [{ date, game, points, par }];
  });
}

/** Returns the share of the other results that a total beats, in percent. An equal result counts half. `counts`: true
 * if the own result is among `totals`. Null if there is no other result. */
export function percentile(totals: readonly Total[], own: number, few: boolean, counts: boolean): number | null {
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
export function barsOf(totals: readonly Total[], own: number | null, most: number): Bar[] {
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
