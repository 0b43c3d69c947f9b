// The workers in which bots think, over workers of this test.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startBotWorkers } from './botWorkers';
import type { AdviceRequest, FromBotWorker, ToBotWorker, WorkerRequest } from './messages';

const { fetchNet } = vi.hoisted(() => ({ fetchNet: vi.fn<(game: string) => Promise<Uint8Array | null>>() }));
vi.mock('./nets', () => ({ fetchNet }));

type Asked = Exclude<ToBotWorker, { code: WebAssembly.Module }>;

class FakeWorker {
  static all: FakeWorker[] = [];
  onmessage: ((e: { data: FromBotWorker }) => void) | null = null;
  onerror: (() => void) | null = null;
  onmessageerror: (() => void) | null = null;
  heard: Asked[] = [];
  isOver = false;
  constructor() {
    FakeWorker.all.push(this);
  }
  postMessage(message: ToBotWorker) {
    if (!('code' in message)) this.heard.push(message);
  }
  terminate() {
    this.isOver = true;
  }
  /** Answers the oldest question that it has not answered. */
  answer(answer: FromBotWorker['answer']) {
    this.onmessage?.({ data: { question: this.heard.shift()!.question, answer } });
  }
}

const NET = new Uint8Array([1]);
let told: [number, unknown][];

/** Workers on a machine with so many cores. */
function workers(cores: number) {
  vi.stubGlobal('navigator', { hardwareConcurrency: cores });
  const bots = startBotWorkers({} as WebAssembly.Module);
  return {
    ask: (job: number, request: WorkerRequest) => void bots.ask(request).then((reply) => told.push([job, reply])),
    advise: (job: number, request: AdviceRequest) =>
      void bots.advise(request).then((advice) => told.push([job, advice])),
  };
}
const bot = (seat: number, level = 'club') => ({ bot: { seat, level } });
/** Until everything that can happen has happened. */
const settled = () => new Promise((ready) => setTimeout(ready));
const everyWorker = async (answer: (part: number) => FromBotWorker['answer']) => {
  FakeWorker.all.forEach((worker, part) => worker.answer(answer(part)));
  await settled();
};

beforeEach(() => {
  told = [];
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
  expect(told).toEqual([
    [1, { action: 'play Qs' }],
    [2, null],
  ]);
  expect(first!.isOver).toBe(true);
  bots.ask(3, bot(0));
  await settled();
  expect(FakeWorker.all).toHaveLength(2);
  expect(FakeWorker.all[1]!.heard).toMatchObject([{ request: bot(0) }]);
});

it('a bot stays with its worker, and a champion shares with all of them', async () => {
  const bots = workers(4);
  bots.ask(1, bot(1));
  bots.ask(2, bot(1, 'champion'));
  await settled();
  expect(FakeWorker.all).toHaveLength(3);
  expect(FakeWorker.all.map(({ heard }) => heard.length)).toEqual([2, 1, 1]);
  FakeWorker.all[0]!.answer({ action: 'play 2c' });
  const parts = FakeWorker.all.map(({ heard }) => ('request' in heard[0]! ? heard[0].request.share : null));
  // The bot's own worker was started first: it is not the first part.
  expect(parts).toEqual(
    expect.arrayContaining([
      { part: 0, parts: 3, epoch: 0 },
      { part: 1, parts: 3, epoch: 0 },
      { part: 2, parts: 3, epoch: 0 },
    ]),
  );
});

it('the values of all parts go to every worker, in their order, until the bot has decided', async () => {
  const bots = workers(3);
  bots.ask(1, bot(2, 'champion'));
  bots.ask(2, bot(3, 'champion'));
  await settled();
  await everyWorker((part) => ({ values: `${part}` }));
  expect(FakeWorker.all.map(({ heard }) => heard)).toMatchObject([
    [{ all: { values: '01' } }],
    [{ all: { values: '01' } }],
  ]);
  await everyWorker((part) => ({ values: 'ab'[part]! }));
  expect(FakeWorker.all[0]!.heard).toMatchObject([{ all: { values: 'ab' } }]);
  await everyWorker(() => ({ action: 'play Qs' }));
  expect(told).toEqual([[1, { action: 'play Qs' }]]);
  // Only then the next question is asked.
  expect(FakeWorker.all[1]!.heard).toMatchObject([{ request: bot(3, 'champion') }]);
  await everyWorker(() => ({ action: null }));
  expect(told[1]).toEqual([2, { action: null }]);
});

it('advice is shared, also where there is one worker', async () => {
  const bots = workers(3);
  bots.advise(1, { game: 'kael' });
  bots.ask(2, bot(0, 'champion'));
  await settled();
  expect(FakeWorker.all.map(({ heard }) => heard)).toMatchObject([
    [{ advise: { game: 'kael', share: { part: 0, parts: 2 } } }],
    [{ advise: { game: 'kael', share: { part: 1, parts: 2 } } }],
  ]);
  await everyWorker((part) => ({ values: `${part}` }));
  await everyWorker(() => ({ advice: 'to lay' }));
  expect(told).toEqual([[1, 'to lay']]);
  // The champion's turn comes after it.
  await everyWorker(() => ({ action: 'play Qs' }));
  expect(told[1]).toEqual([2, { action: 'play Qs' }]);

  FakeWorker.all = [];
  workers(1).advise(3, { game: 'hearts' });
  await settled();
  expect(FakeWorker.all.map(({ heard }) => heard)).toMatchObject([[{ advise: { game: 'hearts' } }]]);
  await everyWorker(() => ({ advice: 'to play' }));
  expect(told[2]).toEqual([3, 'to play']);
});

it('advice without its net is asked for again, without it', async () => {
  fetchNet.mockResolvedValueOnce(null);
  workers(2).advise(1, { game: 'hearts' });
  await settled();
  await everyWorker(() => ({ wants_net: 'hearts' }));
  expect(FakeWorker.all[0]!.heard).toMatchObject([{ advise: { game: 'hearts', without_net: true } }]);
  await everyWorker(() => null);
  expect(told).toEqual([[1, null]]);
});

it('if a worker fails, bots that are shared begin anew, and others go on', async () => {
  const bots = workers(3);
  bots.ask(1, bot(0, 'champion'));
  bots.ask(2, bot(0, 'champion'));
  bots.ask(3, bot(0));
  bots.ask(4, bot(1));
  await settled();
  const [first, second] = FakeWorker.all;
  // Seat 0 is asked by the worker that fails, seat 1 by the other.
  const failing = FakeWorker.all.find(({ heard }) =>
    heard.some((asked) => 'request' in asked && !asked.request.share && asked.request.bot.seat === 0),
  )!;
  const other = failing === first ? second! : first!;
  failing.answer(null);
  await settled();
  expect(told).toHaveLength(2);
  expect(told).toEqual(
    expect.arrayContaining([
      [1, null],
      [3, null],
    ]),
  );
  expect([failing.isOver, other.isOver]).toEqual([true, false]);
  // A late word of the one that has failed hurts nobody.
  failing.onerror?.();
  expect(FakeWorker.all).toHaveLength(3);
  while (other.heard.length > 1) other.answer({ action: 'play 2c' });
  await settled();
  expect(told).toContainEqual([4, { action: 'play 2c' }]);
  const again = [other.heard.at(-1)!, FakeWorker.all[2]!.heard.at(-1)!];
  expect(again).toMatchObject([{ request: { share: { epoch: 1 } } }, { request: { share: { epoch: 1 } } }]);
  other.answer({ action: 'play Qs' });
  FakeWorker.all[2]!.answer({ action: 'play Qs' });
  await settled();
  expect(told).toContainEqual([2, { action: 'play Qs' }]);
});

it('what the module cannot answer is refused, and the worker goes on', async () => {
  const bots = workers(2);
  bots.ask(1, bot(0));
  bots.ask(2, bot(0));
  await settled();
  FakeWorker.all[0]!.answer({ error: 'no such question' });
  FakeWorker.all[0]!.answer({ action: 'play Qs' });
  await settled();
  expect(told).toEqual([
    [1, null],
    [2, { action: 'play Qs' }],
  ]);
  expect(FakeWorker.all).toHaveLength(1);
  expect(FakeWorker.all[0]!.isOver).toBe(false);
});

it('workers that do not agree have failed, and begin their bots anew', async () => {
  for (const other of [{ values: '0' }, { action: 'play Qs' }]) {
    FakeWorker.all = [];
    told = [];
    const bots = workers(3);
    bots.ask(1, bot(0, 'champion'));
    await settled();
    await everyWorker((part) => (part === 0 ? other : { action: 'play 2c' }));
    expect(told).toEqual([[1, null]]);
    bots.ask(2, bot(0, 'champion'));
    await settled();
    expect(FakeWorker.all.map(({ heard }) => heard.at(-1))).toMatchObject([
      { request: { share: { epoch: 1 } } },
      { request: { share: { epoch: 1 } } },
    ]);
  }
});

it('a file that is no net is not kept', async () => {
  fetchNet.mockResolvedValue(NET);
  const bots = workers(2);
  for (const job of [1, 2]) {
    bots.ask(job, bot(0, 'champion'));
    await settled();
    FakeWorker.all[0]!.answer({ wants_net: 'hearts' });
    await settled();
    FakeWorker.all[0]!.answer({ error: 'this is no net' });
    await settled();
    expect(FakeWorker.all[0]!.heard).toMatchObject([{ request: { without_net: true } }]);
    FakeWorker.all[0]!.answer({ action: 'play 2c' });
    await settled();
  }
  expect(told.map(([, reply]) => reply)).toEqual([{ action: 'play 2c' }, { action: 'play 2c' }]);
  expect([fetchNet.mock.calls.length, FakeWorker.all.length]).toEqual([2, 1]);
});

it('every worker gets the net that one wants, also one that is started later', async () => {
  fetchNet.mockResolvedValue(NET);
  const bots = workers(3);
  bots.ask(1, bot(0, 'champion'));
  await settled();
  await everyWorker(() => ({ wants_net: 'hearts' }));
  await everyWorker(() => ({ loaded: 'hearts' }));
  await everyWorker(() => ({ action: 'play Qs' }));
  expect(told).toEqual([[1, { action: 'play Qs' }]]);
  const failed = FakeWorker.all[0]!;
  failed.onerror?.();
  bots.ask(2, bot(0, 'champion'));
  await settled();
  expect(FakeWorker.all).toHaveLength(3);
  expect(FakeWorker.all[2]!.heard).toMatchObject([{ net: { game: 'hearts' } }, { request: bot(0, 'champion') }]);
  expect(fetchNet).toHaveBeenCalledTimes(1);
});

it('a bot whose net cannot be fetched plays without it; the net is fetched again at the next question', async () => {
  fetchNet.mockResolvedValueOnce(null).mockResolvedValueOnce(NET);
  const bots = workers(2);
  const [request, worker] = [bot(1, 'champion'), () => FakeWorker.all[0]!];
  bots.ask(1, request);
  await settled();
  worker().answer({ wants_net: 'hearts' });
  await settled();
  expect(worker().heard).toMatchObject([{ request: { ...request, without_net: true } }]);
  worker().answer({ action: 'play 2c' });
  bots.ask(2, request);
  await settled();
  worker().answer({ wants_net: 'hearts' });
  await settled();
  worker().answer({ loaded: 'hearts' });
  await settled();
  expect(worker().heard).toMatchObject([{ request }]);
  worker().answer({ action: 'play Qs' });
  await settled();
  expect(told).toEqual([
    [1, { action: 'play 2c' }],
    [2, { action: 'play Qs' }],
  ]);
});
