// Computes which rows of a long list are inside the window. For the other rows only empty space is drawn. All rows have
// the same height.

export interface Rows {
  /** The index of the first row that is drawn, and the index after the last. */
  first: number;
  end: number;
  /** The height in px of the rows above and below the drawn ones. */
  above: number;
  below: number;
}

/** Returns the rows to draw. `top`: the distance in px from the top of the list to the upper edge of the window.
 * `spare`: the number of additional rows that are drawn beyond each edge. */
export function rowsIn(count: number, height: number, top: number, window: number, spare = 6): Rows {
  const first = Math.max(0, Math.min(count, Math.floor(top / height)) - spare);
  const end = Math.max(first, Math.min(count, Math.ceil((top + window) / height) + spare));
  return { first, end, above: first * height, below: (count - end) * height };
}
