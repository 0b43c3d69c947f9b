import { afterEach, expect, it, vi } from 'vitest';
import type { ThinkAnswer } from './messages';
import { startThinkers } from './thinkers';

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
  const told: [number, ThinkAnswer | null][] = [];
  const thinkers = startThinkers({} as WebAssembly.Module, (work, answer) => void told.push([work, answer]));
  thinkers.ask(1, { mind: { seat: 0 } });
  thinkers.ask(2, { mind: { seat: 0 } });
  const [first] = FakeWorker.all;
  first!.onmessage?.({ data: { work: 1, answer: { action: 'play Qs' } } });
  first!.onerror?.();
  expect(told).toEqual([
    [1, { action: 'play Qs' }],
    [2, null],
  ]);
  expect(first!.isOver).toBe(true);
  thinkers.ask(3, { mind: { seat: 0 } });
  expect(FakeWorker.all).toHaveLength(2);
  expect(FakeWorker.all[1]!.heard).toContainEqual({ work: 3, request: { mind: { seat: 0 } } });
});
