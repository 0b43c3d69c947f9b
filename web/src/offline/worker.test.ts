// The worker of the card room: what it does before the rest of the module is there.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ToWorker } from './messages';
import type { Parts, Told } from './moduleRunner';

const room = vi.hoisted(() => ({ parts: undefined as Parts | undefined, received: [] as unknown[] }));
vi.mock('./moduleRunner', () => ({
  ModuleRunner: {
    async open(parts: Parts) {
      room.parts = parts;
      return { onMessage: async (message: Told) => void room.received.push(message) };
    },
  },
}));
vi.mock('./module', () => ({ begin: async (code: unknown) => code }));
vi.mock('./storage', () => ({ openStorage: async () => ({}) }));
vi.mock('./locks', () => ({ webLocks: () => ({}) }));
vi.mock('./botWorkers', () => ({ startBotWorkers: () => ({}) }));

/** A module without anything in it. */
const EMPTY = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
const bytes = () => new Response(EMPTY);

let send: (message: ToWorker) => void;
let comes: (rest: Response) => void;

beforeEach(async () => {
  vi.resetModules();
  room.received.length = 0;
  room.parts = undefined;
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.stubGlobal('postMessage', () => {});
  vi.stubGlobal('addEventListener', (_: string, listener: (event: { data: ToWorker }) => void) => {
    send = (data) => listener({ data });
  });
  const rest = new Promise<Response>((done) => (comes = done));
  vi.stubGlobal('fetch', async (url: string) => (url.includes('first') ? bytes() : (await rest).clone()));
  await import('./worker');
  send({ t: 'begin', botDelayMs: null });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const GAMES: ToWorker = { t: 'request', id: 1, method: 'GET', path: 'games', body: null };
const OPEN: ToWorker = { t: 'open', connection: 1, table: 'a', takeOver: false };
const COMMAND: ToWorker = { t: 'command', connection: 1, text: '{}' };

it('the first cards wait for the first part alone, and the first command for the rest', async () => {
  send(GAMES);
  send(OPEN);
  send(COMMAND);
  await vi.waitUntil(() => room.received.length === 2);
  // Nobody has played here: the card room begins at once.
  await room.parts!.begin([]);
  expect(room.received).toEqual([GAMES, OPEN]);
  comes(bytes());
  await vi.waitUntil(() => room.received.length === 3);
});

it('whoever has played here begins with the whole module', async () => {
  send(GAMES);
  await vi.waitUntil(() => room.parts !== undefined);
  let hasBegun = false;
  const began = room.parts!.begin([['me', 'Ann']]).then(() => {
    hasBegun = true;
  });
  await vi.waitUntil(() => room.received.length === 1);
  expect(hasBegun).toBe(false);
  comes(bytes());
  await began;
});

it('a rest that cannot be fetched is asked for again, and holds no message back', async () => {
  comes(new Response(null, { status: 404 }));
  send(COMMAND);
  await vi.waitUntil(() => room.received.length === 1);
  await expect(room.parts!.begin([['me', 'Ann']])).rejects.toThrow('404');
});
