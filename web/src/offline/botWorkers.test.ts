import { afterEach, expect, it, vi } from 'vitest';
import type { WorkerReply } from './messages';
import { startBotWorkers } from './botWorkers';

class FakeWorker {
  static all: FakeWorker[] = [];
  onmessage: ((e: { data: unknown }) => void) | null = null;
  onerror: (() => void) | null = null;
  onmessageerror: (() => void) | null = null;
  heard: unknown[] = [];
  isOver = false;
  constructor() {
    FakeWorker.all.push(this);
  }
  postMessage(message: unknown) {
    this.heard.push(message);
  }
  terminate() {
    this.isOver = true;
  }
}

afterEach(() => {
  vi.unstubAllGlobals();
  FakeWorker.all = [];
});

it('a worker that does not load answers all that it was asked, and the next question starts another', () => {
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('navigator', { hardwareConcurrency: 2 });
  const told: [number, WorkerReply | null][] = [];
  const workers = startBotWorkers({} as WebAssembly.Module, (job, reply) => void told.push([job, reply]));
  workers.ask(1, { bot: { seat: 0 } });
  workers.ask(2, { bot: { seat: 0 } });
  const [first] = FakeWorker.all;
  first!.onmessage?.({ data: { job: 1, reply: { action: 'play Qs' } } });
  first!.onerror?.();
  expect(told).toEqual([
    [1, { action: 'play Qs' }],
    [2, null],
  ]);
  expect(first!.isOver).toBe(true);
  workers.ask(3, { bot: { seat: 0 } });
  expect(FakeWorker.all).toHaveLength(2);
  expect(FakeWorker.all[1]!.heard).toContainEqual({ job: 3, request: { bot: { seat: 0 } } });
});
