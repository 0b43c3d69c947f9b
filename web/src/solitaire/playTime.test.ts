import { expect, it } from 'vitest';
import { updateTime, playedMs } from './playTime';

const frame = (n: number, played_ms: number, phase: 'deal' | 'over' = 'deal', table = 'a') => ({
  table,
  n,
  phase,
  played_ms,
});

it('the clock runs between two frames, stands while its player looks away, and never goes back', () => {
  updateTime(frame(1, 5_000), false, 100);
  expect(playedMs('a', 2_100)).toBe(7_000);
  // A demonstration has lasted ten minutes, and the frame of the table is still the same.
  updateTime(frame(1, 5_000), true, 3_100);
  expect(playedMs('a', 600_000)).toBe(8_000);
  updateTime(frame(1, 5_000), false, 603_100);
  expect(playedMs('a', 603_600)).toBe(8_500);
  // The server's time in the next frame is a little less than the time that was already shown.
  updateTime(frame(2, 8_400), false, 603_600);
  expect(playedMs('a', 603_600)).toBe(8_500);
  updateTime(frame(3, 20_000), false, 604_000);
  expect(playedMs('a', 605_000)).toBe(21_000);
});

it('at the end it shows what the server keeps, and another table has a clock of its own', () => {
  updateTime(frame(1, 30_000), false, 0);
  updateTime(frame(2, 31_000, 'over'), false, 1_200);
  expect(playedMs('a', 90_000)).toBe(31_000);
  expect(playedMs('b', 90_000)).toBeNull();
  updateTime(frame(1, 0, 'deal', 'b'), false, 90_000);
  expect(playedMs('b', 91_000)).toBe(1_000);
});
