// Tests which tab owns a table, with Web Locks made by this test.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { webLocks } from './locks';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const timeout = AbortSignal.timeout.bind(AbortSignal);
beforeEach(() => {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(20));
});

type Request = (
  name: string,
  options: { steal?: boolean; signal?: AbortSignal },
  held: () => Promise<void>,
) => Promise<void>;

/** Returns the locks that all tabs of one browser share. A tab can steal a lock from its holder, or wait for it. */
function browser(): { request: Request } {
  const held = new Map<string, () => void>();
  const waiting = new Map<string, () => void>();
  return {
    request: (name, { steal, signal }, does) =>
      new Promise<void>((ended, fail) => {
        const acquire = () => {
          const stolen = () => fail(new DOMException('stolen', 'AbortError'));
          held.set(name, stolen);
          void does().then(() => {
            if (held.get(name) === stolen) held.delete(name);
            ended();
            waiting.get(name)?.();
          });
        };
        const other = held.get(name);
        if (!other || steal) {
          other?.();
          acquire();
          return;
        }
        waiting.set(name, acquire);
        signal!.addEventListener('abort', () => {
          if (waiting.get(name) === acquire) waiting.delete(name);
          fail(signal!.reason);
        });
      }),
  };
}

it('a page that is loaded again gets the table once the worker of the page before has ended', async () => {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal);
  vi.stubGlobal('navigator', { locks: browser() });
  const [before, again] = [webLocks(), webLocks()];
  expect(await before.acquire('0a', false, () => {})).toBe(true);
  const acquired = again.acquire('0a', false, () => {});
  before.release('0a');
  expect(await acquired).toBe(true);
});

it('of two tabs one has a table, until the other takes it or it is let go', async () => {
  vi.stubGlobal('navigator', { locks: browser() });
  const [first, second] = [webLocks(), webLocks()];
  const lost = vi.fn();
  expect(await first.acquire('0a', false, lost)).toBe(true);
  // If the tab already owns the table, a second connection of it gets the table too.
  expect(await first.acquire('0a', false, lost)).toBe(true);
  expect(await second.acquire('0a', false, () => {})).toBe(false);
  expect(await second.acquire('0b', false, () => {})).toBe(true);
  expect(lost).not.toHaveBeenCalled();
  expect(await second.acquire('0a', true, () => {})).toBe(true);
  await vi.waitFor(() => expect(lost).toHaveBeenCalledOnce());
  expect(await first.acquire('0a', false, lost)).toBe(false);
  second.release('0a');
  await vi.waitFor(async () => expect(await first.acquire('0a', false, lost)).toBe(true));
});

it('a browser without Web Locks gives every tab its table, and takes none away', async () => {
  // The address is neither https nor localhost, so the browser has no locks.
  vi.stubGlobal('navigator', {});
  const [first, second] = [webLocks(), webLocks()];
  const lost = vi.fn();
  expect(await first.acquire('0a', false, lost)).toBe(true);
  expect(await second.acquire('0a', false, lost)).toBe(true);
  expect(await second.acquire('0a', true, lost)).toBe(true);
  second.release('0a');
  expect(lost).not.toHaveBeenCalled();
});
