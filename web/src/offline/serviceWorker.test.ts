// The service worker (web/sw.js) over a network and a cache of this test.

import { expect, it, vi } from 'vitest';
import source from '../../sw.js?raw';

type Listener = (e: { request: unknown; respondWith(answer: Promise<Response>): void }) => void;

/** What it answers to a visit of the page. */
async function visited(network: () => Promise<Response>, kept: Response | undefined): Promise<Response> {
  const listeners = new Map<string, Listener>();
  const self = { addEventListener: (kind: string, listener: Listener) => listeners.set(kind, listener) };
  const caches = { match: async () => kept };
  new Function('self', 'caches', 'fetch', 'location', source.replace('__FILES__', '[]'))(self, caches, network, {
    origin: 'https://cards.test',
  });
  const answers: Promise<Response>[] = [];
  listeners.get('fetch')!({
    request: { url: 'https://cards.test/t/0a', method: 'GET', mode: 'navigate' },
    respondWith: (answer) => void answers.push(answer),
  });
  return answers[0]!;
}

const text = async (answer: Promise<Response>): Promise<string> => (await answer).text();
const says = (words: string, status: number) => () => Promise.resolve(new Response(words, { status }));

it('the page that is kept stands in where no server answers, or only its proxy', async () => {
  const kept = () => new Response('kept');
  expect(await text(visited(() => Promise.reject(new Error('no network')), kept()))).toBe('kept');
  for (const status of [502, 503, 504]) expect(await text(visited(says('Bad gateway', status), kept()))).toBe('kept');
  expect(await text(visited(says('new', 200), kept()))).toBe('new');
  expect(await text(visited(says('a fault of its own', 500), kept()))).toBe('a fault of its own');
});

it('without a page that is kept, what the proxy says is shown', async () => {
  expect(await text(visited(says('Bad gateway', 502), undefined))).toBe('Bad gateway');
});

it('the page that is kept stands in where nobody answers for five seconds', async () => {
  vi.useFakeTimers();
  const answer = text(visited(() => new Promise(() => {}), new Response('kept')));
  const early = vi.fn();
  void answer.then(early);
  await vi.advanceTimersByTimeAsync(4999);
  expect(early).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await answer).toBe('kept');
  vi.useRealTimers();
});
