import { afterEach, expect, it, vi } from 'vitest';
import { untilLoaded } from './untilLoaded';

afterEach(() => vi.useRealTimers());

it('what did not load is asked for again until it is there, or nobody wants it any more', async () => {
  vi.useFakeTimers();
  let [asked, works] = [0, false];
  const load = async () => {
    asked++;
    if (!works) throw new Error('the server is away');
    return 'words';
  };
  const loaded = vi.fn();
  const ended = vi.fn();
  untilLoaded(load, loaded);
  const end = untilLoaded(load, ended);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toBe(4);
  end();
  works = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toBe(5);
  expect(loaded).toHaveBeenCalledExactlyOnceWith('words');
  expect(ended).not.toHaveBeenCalled();
  // An answer that comes after the loading was stopped is ignored.
  untilLoaded(load, ended)();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ended).not.toHaveBeenCalled();
});
