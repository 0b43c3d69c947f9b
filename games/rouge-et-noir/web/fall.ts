// The fall of a card from its foundation when the deal is won. The fall is a list of positions, step by step. The path
// of each card is always the same.

import type { Box, Size } from '@cardroom/ui';

export const FALL_MS = 1700;
const STEPS = 28;

/** Returns a pseudorandom number from 0 to 1, fixed for each card and each `k`. */
const chance = (i: number, k: number): number => {
  const x = Math.sin((i + 1) * 12.9898 + k * 78.233) * 43758.5453;
  return x - Math.floor(x);
};

/** Returns the top left corners of the `i`th card on its way from its foundation off a table of this size. The card
 * bounces off the lower edge. */
export function fall(i: number, from: Box, table: Size): { x: number; y: number }[] {
  const floor = table.h - from.h;
  const [dt, gravity] = [FALL_MS / 1000 / STEPS, table.h * 3.2];
  let [x, y, down] = [from.x, from.y, -table.h * 0.5 * chance(i, 1)];
  const across = (chance(i, 2) < 0.5 ? -1 : 1) * table.w * (0.25 + 0.5 * chance(i, 3));
  const way = [{ x, y }];
  for (let step = 0; step < STEPS; step++) {
    down += gravity * dt;
    x += across * dt;
    y += down * dt;
    if (y > floor) {
      y = floor - (y - floor) * 0.6;
      down *= -0.7;
    }
    way.push({ x, y: Math.max(-from.h, y) });
  }
  return way;
}
