/** How far something from `left` to `right` has to move to lie between two edges; what is too wide begins at the
 * first. */
export const shiftInto = (left: number, right: number, from: number, to: number): number =>
  Math.max(from - left, Math.min(0, to - right));
