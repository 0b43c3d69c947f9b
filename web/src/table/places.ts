// The ranking at the end of a match, and its comparison with earlier matches.

import type { Params, T } from '../i18n/words';
import type { Frame, Tally } from '../net/protocol';
import { levelWords } from '../ui/levels';

/** Compares the match with earlier ones, by the average points of a deal and by the streak of wins. `level`: if only
 * matches against bots count, the level of these bots. */
export function compared(
  frame: Pick<Frame, 'deals' | 'totals' | 'winners'>,
  seat: number,
  tally: Tally | null,
  level: string | null,
  t: T,
) {
  const points = frame.deals.map((deal) => deal.points[seat]).filter((one) => one != null);
  const lines: string[] = [];
  const at: Params = level ? { level: levelWords(level, t) } : {};
  const which = level ? 'level' : 'all';
  // The number of deals before this match. If it is 0, there is no average to compare with.
  const before = tally ? tally.deals - points.length : 0;
  if (tally && tally.average !== null && before > 0 && points.length > 0) {
    const sum = points.reduce((a, b) => a + b, 0);
    const average = (tally.average * tally.deals - sum) / before;
    const change = sum / points.length - average;
    const better = fewWin(frame) ? change < 0 : change > 0;
    const key = Math.abs(change) < 0.05 ? 'same' : better ? 'better' : 'worse';
    lines.push(
      t(`result.average.${key}.${which}`, { n: tenths(Math.abs(change), t), average: tenths(average, t), ...at }),
    );
  }
  if (tally && tally.streak > 1 && frame.winners?.includes(seat)) {
    const best = tally.streak === tally.best_streak && tally.matches > tally.streak;
    lines.push(t(`result.streak.${best ? 'best' : 'now'}.${which}`, { n: tally.streak, ...at }));
  }
  return lines;
}

const tenths = (n: number, t: T): string =>
  new Intl.NumberFormat(t.language, { maximumFractionDigits: 1 }).format(n).replace('-', '−');

/** Returns whether few points are good in this game. The points of a winner show it. */
const fewWin = ({ totals, winners }: Pick<Frame, 'totals' | 'winners'>): boolean => {
  const best = winners?.[0];
  return best !== undefined && totals[best]! < Math.max(...totals);
};

/** Returns the seats in the order of their ranks. Equal points share a rank. If a player was eliminated later than
 * another, the player ranks before the other. */
export function standing(
  frame: Pick<Frame, 'totals' | 'winners' | 'deals'>,
): { seat: number; place: number; points: number; won: boolean }[] {
  const few = fewWin(frame);
  const order = frame.totals
    .map((points, seat) => ({
      seat,
      points,
      won: frame.winners?.includes(seat) ?? false,
      deals: frame.deals.filter((deal) => deal.points[seat] !== null).length,
    }))
    .sort(
      (a, b) => Number(b.won) - Number(a.won) || b.deals - a.deals || (few ? a.points - b.points : b.points - a.points),
    );
  return order.map(({ deals, ...row }) => ({
    ...row,
    place:
      1 + order.findIndex((other) => other.won === row.won && other.deals === deals && other.points === row.points),
  }));
}
