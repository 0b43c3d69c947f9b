/** Returns the distance by which something between `left` and `right` must move to lie between two edges. If the thing
 * is too wide, it is moved to the first edge. */
export const shiftInto = (left: number, right: number, from: number, to: number): number =>
  Math.max(from - left, Math.min(0, to - right));
