// The rows of a long list that are inside the window: the rest are only height. All rows have the same height.

export interface Rows {
  /** The first row that is drawn, and the row after the last. */
  first: number;
  end: number;
  /** The height in px of the rows above and below the drawn ones. */
  above: number;
  below: number;
}

/** `top`: the distance of the list above the upper edge of the window. `spare` rows beyond each edge are drawn. */
export function rowsIn(count: number, height: number, top: number, window: number, spare = 6): Rows {
  const first = Math.max(0, Math.min(count, Math.floor(top / height)) - spare);
  const end = Math.max(first, Math.min(count, Math.ceil((top + window) / height) + spare));
  return { first, end, above: first * height, below: (count - end) * height };
}
