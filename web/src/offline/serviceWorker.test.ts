// Tests the service worker (web/sw.js) with a network and a cache made by this test.

import { createHash } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import source from '../../sw.js?raw';

type Answers = (answer: Promise<Response>) => void;
type Listener = (
  e: Record<string, unknown> & { waitUntil?(done: Promise<unknown>): void; respondWith?: Answers },
) => void;

const integrity = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;

interface Browser {
  /** The contents of the files in the cache, by name. */
  cache: Map<string, string>;
  network(): Promise<Response>;
  /** The number of open windows. */
  tabs: number;
  skipWaiting: ReturnType<typeof vi.fn>;
  /** The files that were fetched into the cache. */
  added: string[];
}

/** Returns the service worker that the build makes for these files. */
function worker(files: Record<string, string>, browser: Browser) {
  const listeners = new Map<string, Listener>();
  const self = {
    addEventListener: (kind: string, listener: Listener) => listeners.set(kind, listener),
    clients: { matchAll: async () => Array.from({ length: browser.tabs }) },
    skipWaiting: browser.skipWaiting,
  };
  const cache = {
    match: async (name: string) => (browser.cache.has(name) ? new Response(browser.cache.get(name)) : undefined),
    delete: async (name: string) => browser.cache.delete(name),
    add: async ({ name }: { name: string }) => void browser.added.push(name),
  };
  class Request {
    name: string;
    constructor(name: string) {
      this.name = name;
    }
  }
  const hashes = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, integrity(text)]));
  new Function('self', 'caches', 'fetch', 'location', 'Request', source.replace('__FILES__', JSON.stringify(hashes)))(
    self,
    { open: async () => cache },
    browser.network,
    { origin: 'https://cards.test', href: 'https://cards.test/room/sw.js' },
    Request,
  );
  return {
    async asked(path: string, mode = 'no-cors'): Promise<Response> {
      const answers: Promise<Response>[] = [];
      listeners.get('fetch')!({
        request: { url: `https://cards.test/room/${path}`, method: 'GET', mode },
        respondWith: (answer) => void answers.push(answer),
      });
      return answers[0]!;
    },
    async postMessage(data: unknown): Promise<void> {
      const done: Promise<unknown>[] = [];
      listeners.get('message')!({ data, waitUntil: (one) => void done.push(one) });
      await Promise.all(done);
    },
  };
}

const PAGE = 'kept';
const has = (network: () => Promise<Response>, cache: Record<string, string> = { './': PAGE }): Browser => ({
  cache: new Map(Object.entries(cache)),
  network,
  tabs: 1,
  skipWaiting: vi.fn(),
  added: [],
});
/** Returns the worker's answer when a reader opens an address of the page. */
const visited = (browser: Browser) => worker({ './': PAGE }, browser).asked('t/0a', 'navigate');

const text = async (answer: Promise<Response>): Promise<string> => (await answer).text();
const says = (words: string, status: number) => () => Promise.resolve(new Response(words, { status }));
const noNetwork = () => Promise.reject(new Error('no network'));

it('the page that is kept stands in where no server answers, or only its proxy', async () => {
  expect(await text(visited(has(noNetwork)))).toBe('kept');
  for (const status of [502, 503, 504]) expect(await text(visited(has(says('Bad gateway', status))))).toBe('kept');
  expect(await text(visited(has(says('new', 200))))).toBe('new');
  expect(await text(visited(has(says('a fault of its own', 500))))).toBe('a fault of its own');
});

it('without a page that is kept, what the proxy says is shown', async () => {
  expect(await text(visited(has(says('Bad gateway', 502), {})))).toBe('Bad gateway');
});

it('the page that is kept stands in where nobody answers for five seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const early = vi.fn();
  const answer = text(visited(has(() => new Promise(() => {}))));
  void answer.then(early);
  while (vi.getTimerCount() === 0) await new Promise(setImmediate);
  await vi.advanceTimersByTimeAsync(4999);
  expect(early).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await answer).toBe('kept');
  vi.useRealTimers();
});

const FILES = { './': PAGE, 'assets/web-a.js': 'play()', 'assets/offline.wasm': 'x'.repeat(300_000) };

it('a file of the build comes out of the cache, any other from the network', async () => {
  const browser = has(says('from the network', 200), { ...FILES, 'assets/evil.js': 'steal()' });
  const { asked } = worker(FILES, browser);
  expect(await text(asked('assets/web-a.js'))).toBe('play()');
  for (const name of ['assets/evil.js', 'assets/web-b.js', 'constructor'])
    expect(await text(asked(name))).toBe('from the network');
});

it('the documentation is left to the network', async () => {
  for (const path of ['docs', 'docs/', 'docs/play/keys.html'])
    expect(await worker(FILES, has(noNetwork, FILES)).asked(path, 'navigate'), path).toBeUndefined();
});

it('a file that was changed in the cache is never served: it is deleted and fetched anew', async () => {
  for (const name of Object.keys(FILES)) {
    const browser = has(says('from the network', 200), { ...FILES, [name]: 'steal()' });
    const { asked } = worker(FILES, browser);
    const answer = await (name === './' ? asked('t/0a', 'navigate') : asked(name));
    expect([name, await answer.text()]).toEqual([name, 'from the network']);
    expect([browser.cache.has(name), browser.added]).toEqual([false, [name]]);
  }
  const offline = has(noNetwork, { './': 'steal()' });
  expect((await visited(offline)).type).toBe('error');
});

it('small files are looked at each time, large ones once', async () => {
  const browser = has(says('from the network', 200), FILES);
  const { asked } = worker(FILES, browser);
  const digest = vi.spyOn(crypto.subtle, 'digest');
  for (const name of ['assets/web-a.js', 'assets/offline.wasm']) {
    digest.mockClear();
    for (let i = 0; i < 3; i++) expect(await text(asked(name))).toBe(FILES[name as keyof typeof FILES]);
    expect([name, digest.mock.calls.length]).toEqual([name, name.endsWith('.js') ? 3 : 1]);
  }
  digest.mockRestore();
});

it('a new worker takes over for the page that is its own, alone', async () => {
  const browser = has(noNetwork);
  const { postMessage } = worker(FILES, browser);
  browser.tabs = 2;
  await postMessage('https://cards.test/room/assets/web-a.js');
  browser.tabs = 1;
  await postMessage('https://cards.test/room/assets/web-of-before.js');
  await postMessage(undefined);
  expect(browser.skipWaiting).not.toHaveBeenCalled();
  await postMessage('https://cards.test/room/assets/web-a.js');
  expect(browser.skipWaiting).toHaveBeenCalledOnce();
});
