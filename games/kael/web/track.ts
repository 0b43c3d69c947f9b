// The way to a hundred: where each total stands on it. A picture of K19 and K20; nothing is counted here.

/** Totals that drop by 25 when a deal brings somebody there. */
export const LANDINGS = [25, 50, 75, 100] as const;
export const END = 100;

/** A token on the track, its middle in pixels from the left, its row from the line up. */
export interface Token {
  seat: number;
  x: number;
  row: number;
}

/** Each token stands over its total; those that would hide each other stand in rows, and closer than they are wide when
 * the rows are full. */
export function tokens(totals: readonly number[], width: number, token: number, rows: number): Token[] {
  const at = (total: number) => token / 2 + (Math.max(0, Math.min(END, total)) / END) * (width - token);
  const order = totals.map((total, seat) => ({ seat, x: at(total) })).sort((a, b) => a.x - b.x || a.seat - b.seat);
  const last = Array.from({ length: rows }, () => -Infinity);
  return order.map(({ seat, x }) => {
    let row = last.findIndex((right) => x - right >= token);
    if (row < 0) {
      row = last.indexOf(Math.min(...last));
      x = Math.max(x, last[row]! + token * 0.62);
    }
    last[row] = x;
    return { seat, x: Math.round(x * 10) / 10, row };
  });
}

/** The shortest beginnings that tell the names apart, two letters at most. */
export function initials(names: readonly string[]): string[] {
  return names.map((name, i) => {
    const [first = '?', second = ''] = [...name];
    return names.some((other, k) => k !== i && [...other][0] === first) ? first + second : first;
  });
}
