// Tests the worker in which bots think, with bots made by this test.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FromBotWorker, ToBotWorker } from './messages';

const bots = vi.hoisted(() => ({ ask: vi.fn(), loadNet: vi.fn() }));
const request = { game: 'kael', wanted: { bot: { seat: 1 } } };
vi.mock('./module', () => ({ beginBots: async () => bots }));

let send: (event: { data: ToBotWorker }) => Promise<void>;
const replies: FromBotWorker[] = [];

beforeEach(async () => {
  vi.resetModules();
  replies.length = 0;
  vi.stubGlobal('addEventListener', (_: string, listener: typeof send) => {
    send = listener;
  });
  vi.stubGlobal('postMessage', (message: FromBotWorker) => replies.push(message));
  await import('./botWorker');
  await send({ data: { code: {} } });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});

it('answers in the order of the questions', async () => {
  bots.ask.mockReturnValueOnce({ action: 'play Qs' }).mockReturnValueOnce({ advice: 'to lay' });
  const net = { game: 'hearts', file: new Uint8Array([1]) };
  await Promise.all([
    send({ data: { question: 1, net } }),
    send({ data: { question: 2, request } }),
    send({ data: { question: 3, request: { ...request, wanted: { advice: null } } } }),
  ]);
  expect(replies).toEqual([
    { question: 1, answer: { loaded: 'hearts' } },
    { question: 2, answer: { action: 'play Qs' } },
    { question: 3, answer: { advice: 'to lay' } },
  ]);
  expect(bots.loadNet).toHaveBeenCalledWith('hearts', net.file);
});

it('says that it has failed, or what the module cannot answer', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  bots.ask.mockImplementationOnce(() => {
    throw new Error('no such question');
  });
  bots.ask.mockImplementationOnce(() => {
    throw new WebAssembly.RuntimeError('unreachable');
  });
  await send({ data: { question: 1, request } });
  await send({ data: { question: 2, request } });
  expect(replies).toEqual([
    { question: 1, answer: { error: 'Error: no such question' } },
    { question: 2, answer: null },
  ]);
});
