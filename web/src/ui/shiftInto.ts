/** Returns the distance by which something from `left` to `right` must move to lie between two edges; if it is too wide
 * it begins at the first edge. */
export const shiftInto = (left: number, right: number, from: number, to: number): number =>
  Math.max(from - left, Math.min(0, to - right));
