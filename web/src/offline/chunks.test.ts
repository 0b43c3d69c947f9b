// Tests the loading of chunks, with a network made by this test.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Chunks } from './chunks';

/** A module without anything in it. */
const EMPTY = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);

const fetched = vi.fn<(url: string) => Promise<Response>>();
let sync: { response: ArrayBuffer | null; urls: string[] };

beforeEach(() => {
  fetched.mockReset().mockImplementation(async () => new Response(EMPTY));
  sync = { response: EMPTY.buffer, urls: [] };
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      open(_: string, url: string, isAsync: boolean) {
        expect(isAsync).toBe(false);
        sync.urls.push(url);
      }
      send() {}
      response = sync.response;
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

it('a chunk is fetched once, and a name without a chunk is passed over', async () => {
  const chunks = new Chunks();
  await Promise.all([chunks.load(['first', 'no-game']), chunks.load(['first'])]);
  await chunks.load(['first']);
  expect(Object.keys(chunks.code)).toEqual(['first']);
  expect(chunks.now('first')).toBeInstanceOf(WebAssembly.Module);
  expect([fetched.mock.calls.length, sync.urls.length]).toEqual([1, 0]);
});

it('a chunk that could not be fetched is fetched again', async () => {
  const chunks = new Chunks();
  fetched.mockResolvedValueOnce(new Response(null, { status: 404 })).mockResolvedValueOnce(new Response(''));
  await expect(chunks.load(['first'])).rejects.toThrow('404');
  await expect(chunks.load(['first'])).rejects.toThrow('built without the module');
  await chunks.load(['first']);
  expect(Object.keys(chunks.code)).toEqual(['first']);
});

it('a module in the middle of a call gets a chunk at once, or breaks', () => {
  const chunks = new Chunks();
  sync.response = null;
  expect(() => chunks.now('first')).toThrow(WebAssembly.RuntimeError);
  sync.response = EMPTY.buffer;
  const code = chunks.now('first');
  expect(chunks.now('first')).toBe(code);
  expect(sync.urls).toHaveLength(2);
});

it('chunks of another worker are not fetched', () => {
  const chunks = new Chunks();
  const code = new WebAssembly.Module(EMPTY);
  chunks.add({ first: code });
  expect(chunks.now('first')).toBe(code);
  expect(sync.urls).toEqual([]);
});
