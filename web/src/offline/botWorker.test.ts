// The worker in which bots think, over bots of this test.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Code, FromBotWorker, ToBotWorker } from './messages';

const bots = vi.hoisted(() => ({ ask: vi.fn(), advise: vi.fn(), loadNet: vi.fn() }));
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
  await send({ data: { code: {} as Code } });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});

it('answers in the order of the questions', async () => {
  bots.ask.mockReturnValue({ action: 'play Qs' });
  bots.advise.mockReturnValue({ advice: 'to lay' });
  const net = { game: 'hearts', file: new Uint8Array([1]) };
  await Promise.all([
    send({ data: { question: 1, net } }),
    send({ data: { question: 2, request: { bot: { seat: 1 } } } }),
    send({ data: { question: 3, advise: { game: 'kael' } } }),
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
  const request = { bot: { seat: 1 } };
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
