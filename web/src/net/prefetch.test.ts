import { afterEach, expect, it, vi } from 'vitest';
import { prefetchPage } from './prefetch';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const FILES = ['..', 'assets/offline.wasm', 'assets/worker.js', 'favicon.svg', 'assets/start.js'];

/** Makes a network that records the requests. From the `fails`th request on, every request fails. */
function network(happened: string[], fails = Number.POSITIVE_INFINITY): void {
  let asked = 0;
  vi.stubGlobal('fetch', async (url: string) => {
    if (++asked > fails) throw new TypeError('no network');
    happened.push(`asks ${url}`);
    return new Response(url.endsWith('files.json') ? JSON.stringify(FILES) : 'file');
  });
}

it('every file that is named by its content is fetched, one at a time, when the browser is idle', async () => {
  const happened: string[] = [];
  network(happened);
  await prefetchPage('/cards/', async () => void happened.push('idle'));
  expect(happened).toEqual([
    'idle',
    'asks /cards/files.json',
    'idle',
    'asks /cards/assets/offline.wasm',
    'idle',
    'asks /cards/assets/worker.js',
    'idle',
    'asks /cards/assets/start.js',
  ]);
});

it('a server that goes meanwhile is no fault of the page', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const happened: string[] = [];
  network(happened, 2);
  await prefetchPage('/', async () => {});
  expect(happened).toEqual(['asks /files.json', 'asks /assets/offline.wasm']);
  expect(warned).toHaveBeenCalledOnce();
});
