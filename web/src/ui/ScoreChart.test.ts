import { expect, it } from 'vitest';
import { spread, steps } from './ScoreChart';

it('the axis has round numbers, zero among them, and room for all', () => {
  expect(steps(-26, 42)).toEqual([-40, -20, 0, 20, 40, 60]);
  expect(steps(3, 9)).toEqual([0, 5, 10]);
  expect(steps(0, 0)).toEqual([0, 1]);
  for (const [least, most] of [
    [-500, 12],
    [1, 1],
    [-1, 0],
    [0, 1234],
  ] as const) {
    const ticks = steps(least, most);
    expect(ticks).toContain(0);
    expect(ticks[0]).toBeLessThanOrEqual(least);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(most);
    expect(ticks.length).toBeLessThanOrEqual(7);
  }
});

it('names at the ends of lines do not cover each other', () => {
  const at = spread([50, 50, 51, 148], 13, 10, 150);
  const sorted = [...at].sort((a, b) => a - b);
  for (let i = 1; i < sorted.length; i++) expect(sorted[i]! - sorted[i - 1]!).toBeGreaterThanOrEqual(13);
  expect(Math.max(...at)).toBeLessThanOrEqual(150);
  expect(at[0]).toBeLessThan(at[1]!);
});
