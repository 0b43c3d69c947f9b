// Tests the workers in which bots think, with workers made by this test.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Chunks, Code } from './chunks';
import { startBotWorkers } from './botWorkers';
import type { FromBotWorker, ToBotWorker, WorkerRequest } from './messages';

const { fetchNet } = vi.hoisted(() => ({ fetchNet: vi.fn<(game: string) => Promise<Uint8Array | null>>() }));
vi.mock('./nets', () => ({ fetchNet }));

type Asked = Exclude<ToBotWorker, { code: Code }>;

class FakeWorker {
  static all: FakeWorker[] = [];
  onmessage: ((e: { data: FromBotWorker }) => void) | null = null;
  onerror: (() => void) | null = null;
  onmessageerror: (() => void) | null = null;
  received: Asked[] = [];
  isOver = false;
  constructor() {
    FakeWorker.all.push(this);
  }
  postMessage(message: ToBotWorker) {
    if (!('code' in message)) this.received.push(message);
  }
  terminate() {
    this.isOver = true;
  }
  /** Answers the oldest unanswered question of this worker. */
  answer(answer: FromBotWorker['answer']) {
    this.onmessage?.({ data: { question: this.received.shift()!.question, answer } });
  }
}

const NET = new Uint8Array([1]);
let replies: [number, unknown][];

/** Creates the workers for a machine with this number of cores. */
function workers(cores: number) {
  vi.stubGlobal('navigator', { hardwareConcurrency: cores });
  const bots = startBotWorkers({ code: {}, load: async () => {} } as unknown as Chunks);
  return {
    ask: (job: number, request: WorkerRequest) => void bots.ask(request).then((answer) => replies.push([job, answer])),
  };
}
const bot = (seat: number) => ({ game: 'kael', wanted: { bot: { seat } } });
const advice = (game: string) => ({ game, wanted: { advice: null } });
/** Waits until all pending promises are done. */
const settled = () => new Promise((ready) => setTimeout(ready));
const everyWorker = async (answer: (part: number) => FromBotWorker['answer']) => {
  FakeWorker.all.forEach((worker, part) => worker.answer(answer(part)));
  await settled();
};

beforeEach(() => {
  replies = [];
  FakeWorker.all = [];
  vi.stubGlobal('Worker', FakeWorker);
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  fetchNet.mockReset();
});

it('a worker that does not load answers all that it was asked, and the next question starts another', async () => {
  const bots = workers(2);
  bots.ask(1, bot(0));
  bots.ask(2, bot(0));
  await settled();
  const [first] = FakeWorker.all;
  first!.answer({ action: 'play Qs' });
  first!.onerror?.();
  await settled();
  expect(replies).toEqual([
    [1, { action: 'play Qs' }],
    [2, null],
  ]);
  expect(first!.isOver).toBe(true);
  bots.ask(3, bot(0));
  await settled();
  expect(FakeWorker.all).toHaveLength(2);
  expect(FakeWorker.all[1]!.received).toMatchObject([{ request: bot(0) }]);
});

it('a bot stays with its worker, and advice is asked of the first', async () => {
  const bots = workers(4);
  bots.ask(1, bot(1));
  bots.ask(2, bot(1));
  bots.ask(3, bot(2));
  bots.ask(4, advice('kael'));
  await settled();
  expect(FakeWorker.all.map(({ received }) => received)).toMatchObject([
    [{ request: bot(1) }, { request: bot(1) }],
    [{ request: bot(2) }],
    [{ request: advice('kael') }],
  ]);
  FakeWorker.all[2]!.answer({ advice: 'to lay' });
  FakeWorker.all[1]!.answer({ action: null });
  await settled();
  expect(replies).toEqual([
    [4, { advice: 'to lay' }],
    [3, { action: null }],
  ]);
});

it('advice without its net is asked for again, without it', async () => {
  fetchNet.mockResolvedValueOnce(null);
  workers(2).ask(1, advice('hearts'));
  await settled();
  await everyWorker(() => ({ wants_net: 'hearts' }));
  expect(FakeWorker.all[0]!.received).toMatchObject([{ request: { ...advice('hearts'), without_net: true } }]);
  await everyWorker(() => null);
  expect(replies).toEqual([[1, null]]);
});

it('if a worker fails, the others go on', async () => {
  const bots = workers(3);
  bots.ask(1, bot(0));
  bots.ask(2, bot(1));
  await settled();
  const [failing, other] = FakeWorker.all;
  failing!.answer(null);
  other!.answer({ action: 'play 2c' });
  await settled();
  expect(replies).toEqual([
    [1, null],
    [2, { action: 'play 2c' }],
  ]);
  expect([failing!.isOver, other!.isOver]).toEqual([true, false]);
  // A late error of the failed worker has no effect.
  failing!.onerror?.();
  bots.ask(3, bot(0));
  await settled();
  expect(FakeWorker.all).toHaveLength(3);
});

it('what the module cannot answer is refused, and the worker goes on', async () => {
  const bots = workers(2);
  bots.ask(1, bot(0));
  bots.ask(2, bot(0));
  await settled();
  FakeWorker.all[0]!.answer({ error: 'no such question' });
  FakeWorker.all[0]!.answer({ action: 'play Qs' });
  await settled();
  expect(replies).toEqual([
    [1, null],
    [2, { action: 'play Qs' }],
  ]);
  expect(FakeWorker.all).toHaveLength(1);
  expect(FakeWorker.all[0]!.isOver).toBe(false);
});

it('a file that is no net is not kept', async () => {
  fetchNet.mockResolvedValue(NET);
  const bots = workers(2);
  for (const job of [1, 2]) {
    bots.ask(job, bot(0));
    await settled();
    FakeWorker.all[0]!.answer({ wants_net: 'hearts' });
    await settled();
    FakeWorker.all[0]!.answer({ error: 'this is no net' });
    await settled();
    expect(FakeWorker.all[0]!.received).toMatchObject([{ request: { without_net: true } }]);
    FakeWorker.all[0]!.answer({ action: 'play 2c' });
    await settled();
  }
  expect(replies.map(([, reply]) => reply)).toEqual([{ action: 'play 2c' }, { action: 'play 2c' }]);
  expect([fetchNet.mock.calls.length, FakeWorker.all.length]).toEqual([2, 1]);
});

it('every worker gets the net that one wants, also one that is started later', async () => {
  fetchNet.mockResolvedValue(NET);
  const bots = workers(3);
  bots.ask(1, bot(0));
  bots.ask(2, bot(1));
  await settled();
  await everyWorker(() => ({ wants_net: 'hearts' }));
  await everyWorker(() => ({ loaded: 'hearts' }));
  await everyWorker(() => ({ action: 'play Qs' }));
  expect(replies).toHaveLength(2);
  FakeWorker.all[0]!.onerror?.();
  bots.ask(3, bot(0));
  await settled();
  expect(FakeWorker.all).toHaveLength(3);
  expect(FakeWorker.all[2]!.received).toMatchObject([{ net: { game: 'hearts' } }, { request: bot(0) }]);
  expect(fetchNet).toHaveBeenCalledTimes(1);
});

it('a bot whose net cannot be fetched plays without it; the net is fetched again at the next question', async () => {
  fetchNet.mockResolvedValueOnce(null).mockResolvedValueOnce(NET);
  const bots = workers(2);
  const [request, worker] = [bot(1), () => FakeWorker.all[0]!];
  bots.ask(1, request);
  await settled();
  worker().answer({ wants_net: 'hearts' });
  await settled();
  expect(worker().received).toMatchObject([{ request: { ...request, without_net: true } }]);
  worker().answer({ action: 'play 2c' });
  bots.ask(2, request);
  await settled();
  worker().answer({ wants_net: 'hearts' });
  await settled();
  worker().answer({ loaded: 'hearts' });
  await settled();
  expect(worker().received).toMatchObject([{ request }]);
  worker().answer({ action: 'play Qs' });
  await settled();
  expect(replies).toEqual([
    [1, { action: 'play 2c' }],
    [2, { action: 'play Qs' }],
  ]);
});
