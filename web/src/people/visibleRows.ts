// Which rows of a long list are in the window: the rest are only height. Rows are all of one height.

export interface Rows {
  /** The first that is drawn, and the one after the last. */
  first: number;
  end: number;
  /** Pixels above and below them. */
  above: number;
  below: number;
}

/** `top` is how far the list's beginning lies above the window's upper edge. A few rows beyond each edge are ready. */
export function rowsIn(count: number, height: number, top: number, window: number, spare = 6): Rows {
  const first = Math.max(0, Math.min(count, Math.floor(top / height)) - spare);
  const end = Math.max(first, Math.min(count, Math.ceil((top + window) / height) + spare));
  return { first, end, above: first * height, below: (count - end) * height };
}
