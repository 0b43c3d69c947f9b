// The way to a hundred: where each total stands on it. A picture of K19 and K20; nothing is counted here.

/** Totals that drop by 25 when a deal brings somebody there. */
export const LANDINGS = [25, 50, 75, 100] as const;
export const END = 100;

/** A token on the track and the place of its total on the line, in pixels from the left. */
export interface Token {
  seat: number;
  x: number;
  at: number;
}

/** The place of a total on a line that is so wide; totals beyond the end stand beyond it, `beyond` pixels. */
export const placeOf = (total: number, width: number, token: number, beyond: number): number =>
  total > END ? width - token / 2 : token / 2 + (Math.max(0, total) / END) * (width - token - beyond);

/** The room that those need who are beyond the end. */
export const beyondEnd = (totals: readonly number[], width: number, token: number): number =>
  Math.min(width * 0.4, totals.filter((total) => total > END).length * (token + GAP));

const GAP = 2;

/** The tokens side by side, sorted, each as near to its total as the others let it be. */
export function tokens(totals: readonly number[], width: number, token: number): Token[] {
  const beyond = beyondEnd(totals, width, token);
  const order = totals
    .map((total, seat) => ({ seat, total, at: placeOf(total, width, token, beyond) }))
    .sort((a, b) => a.total - b.total || a.seat - b.seat);
  const step = Math.min(token + GAP, (width - token) / Math.max(1, order.length - 1));
  // Without the steps between them they may only ascend: those that do not share their mean.
  const runs: { sum: number; n: number }[] = [];
  order.forEach(({ at }, i) => {
    runs.push({ sum: at - i * step, n: 1 });
    for (let last = runs.length - 1; last > 0; last--) {
      const [a, b] = [runs[last - 1]!, runs[last]!];
      if (a.sum / a.n <= b.sum / b.n) break;
      runs.splice(last - 1, 2, { sum: a.sum + b.sum, n: a.n + b.n });
    }
  });
  const most = width - token / 2 - (order.length - 1) * step;
  const means = runs.flatMap(({ sum, n }) => Array<number>(n).fill(Math.max(token / 2, Math.min(most, sum / n))));
  return order.map(({ seat, at }, i) => ({ seat, at, x: Math.round((means[i]! + i * step) * 10) / 10 }));
}

/** The shortest beginnings that tell the names apart, two letters at most. */
export function initials(names: readonly string[]): string[] {
  return names.map((name, i) => {
    const [first = '?', second = ''] = [...name];
    return names.some((other, k) => k !== i && [...other][0] === first) ? first + second : first;
  });
}
