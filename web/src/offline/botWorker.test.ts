// The worker in which bots think, over bots and nets of this test.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FromBotWorker, WorkerAnswer, WorkerRequest } from './messages';

const { ask, loadNet, fetchNet } = vi.hoisted(() => ({
  ask: vi.fn<(asked: WorkerRequest) => WorkerAnswer>(),
  loadNet: vi.fn(),
  fetchNet: vi.fn<(game: string) => Promise<Uint8Array | null>>(),
}));
vi.mock('./module', () => ({ beginBots: async () => ({ ask, loadNet }) }));
vi.mock('./nets', () => ({ fetchNet }));

let hear: (event: { data: unknown }) => Promise<void>;
const told: FromBotWorker[] = [];

beforeEach(async () => {
  vi.resetModules();
  told.length = 0;
  vi.stubGlobal('addEventListener', (_: string, listener: typeof hear) => {
    hear = listener;
  });
  vi.stubGlobal('postMessage', (message: FromBotWorker) => told.push(message));
  await import('./botWorker');
  await hear({ data: { code: {} } });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});

/** A champion that has its net, or is to play without it, answers. */
const champion = (asked: WorkerRequest): WorkerAnswer => {
  if (loadNet.mock.calls.length > 0) return { action: 'play Qs' };
  return asked.without_net ? { action: 'play 2c' } : { wants_net: 'hearts' };
};

it('a bot whose net cannot be fetched plays without it; the net is fetched again at the next question', async () => {
  ask.mockImplementation(champion);
  fetchNet.mockResolvedValueOnce(null).mockResolvedValueOnce(new Uint8Array([1]));
  const request = { bot: { seat: 1 } };
  await hear({ data: { job: 1, request } });
  expect(ask).toHaveBeenLastCalledWith({ bot: { seat: 1 }, without_net: true });
  await hear({ data: { job: 2, request } });
  expect(told).toEqual([
    { job: 1, reply: { action: 'play 2c' } },
    { job: 2, reply: { action: 'play Qs' } },
  ]);
});
