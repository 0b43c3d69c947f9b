// Tests who judges a finished deal: this device, the server, or nobody for now.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Backend, server } from '../net/backend';
import type { JudgedDeal } from '../net/protocol';
import { judgeDeals, savesPower } from './judgeDeals';
import type { FromJudge, JudgeRequest } from './messages';

const deal = (n: number): JudgedDeal => ({ table: `t${n}`, game: 'hearts', deal: n, seat: 0 });

/** The requests in their order, such as `POST me/mistakes`. */
let asked: string[] = [];
/** The answer of the worker; null if it does not answer. */
let judge: (asked: JudgeRequest) => FromJudge | null;
let ended = 0;

class FakeWorker {
  onmessage: ((e: { data: FromJudge }) => void) | null = null;
  onerror: (() => void) | null = null;
  postMessage(request: JudgeRequest) {
    const data = judge(request);
    if (data) queueMicrotask(() => this.onmessage?.({ data }));
  }
  terminate() {
    ended++;
  }
}

const answers = (path: string, init: RequestInit, status = 204): Response => {
  asked.push(`${init.method} ${path}`);
  if (path.endsWith('/record')) return new Response('{"format":"cardroom/1"}\n');
  return new Response(status === 204 ? null : '{"error":{"key":"busy","words":""}}', { status });
};
const device: Backend = { request: async (path, init) => answers(path, init), socket: () => ({}) as never };

const run = async (from: Backend, count: number, signal = new AbortController().signal): Promise<number[]> => {
  const left: number[] = [];
  await judgeDeals(
    from,
    Array.from({ length: count }, (_, n) => deal(n)),
    signal,
    (n) => void left.push(n),
  );
  return left;
};

beforeEach(() => {
  asked = [];
  ended = 0;
  judge = ([of]) => ({ of, mistakes: [] });
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('navigator', {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(server, 'request').mockImplementation(async (path, init) => answers(path, init));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('a device saves power if its reader wants little data, or its battery is low and not charging', async () => {
  const battery = (charging: boolean, level: number) => ({ getBattery: async () => ({ charging, level }) });
  expect(await savesPower({})).toBe(false);
  expect(await savesPower({ connection: { saveData: true } })).toBe(true);
  expect(await savesPower(battery(false, 0.1))).toBe(true);
  expect(await savesPower(battery(true, 0.1))).toBe(false);
  expect(await savesPower(battery(false, 0.8))).toBe(false);
  expect(await savesPower({ getBattery: () => Promise.reject(new Error('not allowed')) })).toBe(false);
});

it('the device judges its own deals and those of the server, each in a worker that then ends', async () => {
  const records: JudgeRequest[] = [];
  judge = (request) => {
    records.push(request);
    return { of: request[0], mistakes: [] };
  };
  expect(await run(device, 2)).toEqual([1, 0]);
  expect(records).toEqual([0, 1].map((n) => [deal(n), '{"format":"cardroom/1"}\n']));
  expect(await run(server, 1)).toEqual([0]);
  const each = (n: number) => [`GET tables/t${n}/record`, 'POST me/mistakes'];
  expect(asked).toEqual([...each(0), ...each(1), ...each(0)]);
  expect(ended).toBe(3);
});

it('the server judges what the device cannot, and nobody judges what only the device has', async () => {
  judge = () => ({ error: 'this page was built without the module' });
  expect(await run(server, 2)).toEqual([1, 0]);
  expect(asked).toEqual(['GET tables/t0/record', 'POST tables/t0/mistakes', 'POST tables/t1/mistakes']);
  asked = [];
  expect(await run(device, 2)).toEqual([1, 0]);
  expect(asked).toEqual(['GET tables/t0/record', 'GET tables/t1/record']);
});

it('a device that saves power leaves it to the server, or for later', async () => {
  vi.stubGlobal('navigator', { connection: { saveData: true } });
  expect(await run(server, 1)).toEqual([0]);
  expect(await run(device, 1)).toEqual([]);
  expect(asked).toEqual(['POST tables/t0/mistakes']);
});

it('a busy server is not asked again', async () => {
  vi.stubGlobal('navigator', { connection: { saveData: true } });
  vi.spyOn(server, 'request').mockImplementation(async (path, init) => answers(path, init, 429));
  expect(await run(server, 3)).toEqual([]);
  expect(asked).toEqual(['POST tables/t0/mistakes']);
});

it('whoever leaves ends the worker, and no further deal is judged', async () => {
  const stop = new AbortController();
  judge = () => {
    queueMicrotask(() => stop.abort());
    return null;
  };
  expect(await run(server, 3, stop.signal)).toEqual([]);
  expect([ended, asked]).toEqual([1, ['GET tables/t0/record']]);
});
