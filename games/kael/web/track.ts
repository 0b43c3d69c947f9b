// The track to a hundred points: the place of each total. It shows K19 and K20, but computes no points.

/** The totals that drop by 25 if a deal brings a player to exactly that total. */
export const LANDINGS = [25, 50, 75, 100] as const;
export const END = 100;

/** A token on the track (`x`) and the place of its total on the line (`at`), both in px from the left. */
export interface Token {
  seat: number;
  x: number;
  at: number;
}

/** Returns the place of a total on a line of this width. The last `beyond` px of the line are for totals beyond the end
 * of the track. Such totals are at the right edge. */
export const placeOf = (total: number, width: number, token: number, beyond: number): number =>
  total > END ? width - token / 2 : token / 2 + (Math.max(0, total) / END) * (width - token - beyond);

/** Returns the width of the space for the tokens beyond the end of the track. */
export const beyondEnd = (totals: readonly number[], width: number, token: number): number =>
  Math.min(width * 0.4, totals.filter((total) => total > END).length * (token + GAP));

const GAP = 2;

/** Returns the tokens sorted and side by side, each as near to its total as the other tokens allow. */
export function tokens(totals: readonly number[], width: number, token: number): Token[] {
  const beyond = beyondEnd(totals, width, token);
  const order = totals
    .map((total, seat) => ({ seat, total, at: placeOf(total, width, token, beyond) }))
    .sort((a, b) => a.total - b.total || a.seat - b.seat);
  const step = Math.min(token + GAP, (width - token) / Math.max(1, order.length - 1));
  // Neighbours are at least `step` px apart. After subtracting `i * step` from each place, the places only need to
  // ascend. If neighbours do not ascend, they get the mean of their places.
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

/** Returns the shortest initials that distinguish the names, with two letters at most. */
export function initials(names: readonly string[]): string[] {
  return names.map((name, i) => {
    const [first = '?', second = ''] = [...name];
    return names.some((other, k) => k !== i && [...other][0] === first) ? first + second : first;
  });
}
