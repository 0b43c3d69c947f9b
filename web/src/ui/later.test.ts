import { expect, it, vi } from 'vitest';
import { later } from './later';

it('a part that does not come is asked for again, with longer and longer pauses', async () => {
  vi.useFakeTimers();
  let [asked, works] = [0, false];
  const Part = later(async () => {
    asked++;
    if (!works) throw new Error('the network has changed');
    return () => null;
  });
  Part.begin();
  Part.begin();
  await vi.advanceTimersByTimeAsync(999);
  expect(asked, 'once for both').toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toBe(2);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(asked).toBe(3);
  await vi.advanceTimersByTimeAsync(3_600_000);
  const slowly = asked;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(asked).toBe(slowly + 1);
  works = true;
  await vi.advanceTimersByTimeAsync(30_000);
  const found = asked;
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(asked, 'it is there').toBe(found);
  vi.useRealTimers();
});
