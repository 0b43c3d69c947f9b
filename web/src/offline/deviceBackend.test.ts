// Tests the page's side of the card room in this browser, with a worker made by this test.

import { beforeEach, expect, it, vi } from 'vitest';
import type { FromWorker } from './messages';

vi.mock('../net/installedPage', () => ({ reloadIfStale: () => {} }));

const shelf = new Map<string, string>();
let worker: { onmessage: ((e: { data: FromWorker }) => void) | null; postMessage(): void };
const toasted = vi.fn();
vi.mock('../ui/toast', () => ({ toast: toasted }));
vi.mock('../ui/settings', () => ({ language: { value: 'en' } }));

beforeEach(() => {
  vi.resetModules();
  toasted.mockReset();
  shelf.clear();
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => shelf.get(key) ?? null,
    setItem: (key: string, value: string) => shelf.set(key, value),
    removeItem: (key: string) => shelf.delete(key),
  });
  vi.stubGlobal(
    'Worker',
    class {
      onmessage = null;
      constructor() {
        worker = this;
      }
      postMessage() {}
    },
  );
});

async function begun(empty: boolean) {
  const page = await import('./deviceBackend');
  void page.device.request('me', { method: 'GET' });
  worker.onmessage!({ data: { t: 'begun', empty } });
  return page;
}

it('only a storage that has lost what was marked tells of a browser that deletes', async () => {
  expect((await begun(true)).evicted.value).toBe(false);
  vi.resetModules();
  shelf.set('cardroom.device', 'yes');
  expect((await begun(false)).evicted.value).toBe(false);
  vi.resetModules();
  expect((await begun(true)).evicted.value).toBe(true);
});

it('with the last key the mark goes', async () => {
  shelf.set('cardroom.device', 'yes');
  await begun(false);
  worker.onmessage!({ data: { t: 'emptied' } });
  expect(shelf.has('cardroom.device')).toBe(false);
});

it('a file that cannot be made says why', async () => {
  const { download } = await import('./downloads');
  const refuses = { request: async () => new Response('{"error":{"key":"broken_table","words":""}}', { status: 500 }) };
  await download({ ...refuses, socket: () => ({}) as never }, 'tables/0a/record', 'a.jsonl');
  expect(toasted).toHaveBeenCalledWith(expect.stringMatching(/can’t be opened/));
  const fails = { request: () => Promise.reject(new Error('the worker cannot be loaded')) };
  await download({ ...fails, socket: () => ({}) as never }, 'me/data', 'a.json');
  expect(toasted).toHaveBeenLastCalledWith(expect.stringMatching(/games on this device/));
});
