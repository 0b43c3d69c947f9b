// Tests which tab owns a table, with Web Locks made by this test.

import { afterEach, expect, it, vi } from 'vitest';
import { webLocks } from './locks';

afterEach(() => vi.unstubAllGlobals());

type Request = (
  name: string,
  options: { steal?: boolean; ifAvailable?: boolean },
  held: (lock: object | null) => Promise<void>,
) => Promise<void>;

/** Returns the locks that all tabs of one browser share. A tab can steal a lock from its holder. */
function browser(): { request: Request } {
  const held = new Map<string, () => void>();
  return {
    request: (name, { steal, ifAvailable }, does) =>
      new Promise<void>((ended, fail) => {
        const other = held.get(name);
        if (other && steal) other();
        else if (other && ifAvailable) return void does(null).then(ended);
        const stolen = () => fail(new DOMException('stolen', 'AbortError'));
        held.set(name, stolen);
        void does({}).then(() => {
          if (held.get(name) === stolen) held.delete(name);
          ended();
        });
      }),
  };
}

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
