// The workers in which bots think: as many as the device can spare. A bot stays with its worker.

import type { FromThinker, ThinkAnswer, ThinkRequest, ToThinker } from './messages';

/** More than two save little: at most tables one bot thinks at a time. */
const MOST = 2;

export interface Thinkers {
  /** `told` hears the answer; null: the worker has failed. */
  ask(work: number, request: ThinkRequest): void;
}

/** A worker, and what it was asked and has not answered. */
interface Thinker {
  worker: Worker;
  pending: Set<number>;
}

export function startThinkers(
  code: WebAssembly.Module,
  told: (work: number, answer: ThinkAnswer | null) => void,
): Thinkers {
  const thinkers = new Map<number, Thinker>();
  const count = Math.max(1, Math.min(MOST, (navigator.hardwareConcurrency || 2) - 1));
  const tell = (worker: Worker, message: ToThinker) => worker.postMessage(message);
  /** It cannot be loaded, or it cannot be talked to: play goes on without it, and the next question starts another. */
  const fail = (place: number) => {
    const failed = thinkers.get(place);
    thinkers.delete(place);
    failed?.worker.terminate();
    for (const work of failed?.pending ?? []) told(work, null);
  };
  const start = (place: number): Thinker => {
    const worker = new Worker(new URL('./thinker.ts', import.meta.url), { type: 'module', name: 'bots' });
    const pending = new Set<number>();
    worker.onmessage = ({ data }: MessageEvent<FromThinker>) => {
      if (pending.delete(data.work)) told(data.work, data.answer);
    };
    worker.onerror = worker.onmessageerror = () => fail(place);
    tell(worker, { code });
    const thinker = { worker, pending };
    thinkers.set(place, thinker);
    return thinker;
  };
  return {
    ask(work, request) {
      const place = request.mind.seat % count;
      const { worker, pending } = thinkers.get(place) ?? start(place);
      pending.add(work);
      tell(worker, { work, request });
    },
  };
}
