import { expect, it } from 'vitest';
import { clockWords, secondsOf } from './Seconds';

it('an absence counts what has gone by, a deadline what is left, its last second until it is over', () => {
  expect(secondsOf(12_300, 900)).toBe(13);
  expect([60_000, 59_999, 1, 0].map((left) => secondsOf(left, 0, true))).toEqual([60, 60, 1, 0]);
  expect(secondsOf(500, 2000, true)).toBe(0);
});

it('is read as a clock', () => {
  expect([0, 7, 65, 3723].map(clockWords)).toEqual(['0:00', '0:07', '1:05', '1:02:03']);
});
