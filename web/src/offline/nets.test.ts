// Tests how nets are fetched when the network fails or does not answer.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fetchNet } from './nets';

const fetched = vi.fn<typeof fetch>();
vi.stubGlobal('fetch', fetched);

beforeEach(() => {
  fetched.mockReset();
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());

/** A network that does not answer until the request is aborted. */
const hangs = (_: unknown, init?: RequestInit): Promise<Response> =>
  new Promise((_answer, fail) => {
    init!.signal!.addEventListener('abort', () => fail(init!.signal!.reason as Error));
  });

it('a net is fetched as its bytes', async () => {
  fetched.mockResolvedValue(new Response(new Uint8Array([7, 8])));
  expect(await fetchNet('hearts')).toEqual(new Uint8Array([7, 8]));
});

it('a net that a host lacks cannot be had', async () => {
  fetched.mockResolvedValue(new Response('', { status: 404 }));
  expect(await fetchNet('hearts')).toBeNull();
});

it('a network that hangs is given up after 10 s: the bot plays without its net', async () => {
  const time = new AbortController();
  const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal);
  fetched.mockImplementation(hangs);
  const net = fetchNet('hearts');
  expect(limit).toHaveBeenCalledExactlyOnceWith(10_000);
  time.abort(new DOMException('the time is over', 'TimeoutError'));
  expect(await net).toBeNull();
});

it('a network that hangs in the middle of a file is given up too', async () => {
  const time = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal);
  fetched.mockImplementation(async (_, init) => {
    const half = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new Uint8Array([1]));
        init!.signal!.addEventListener('abort', () => controller.error(init!.signal!.reason));
      },
    });
    return new Response(half);
  });
  const net = fetchNet('schwarze-dame');
  time.abort(new DOMException('the time is over', 'TimeoutError'));
  expect(await net).toBeNull();
});
