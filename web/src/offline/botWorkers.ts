// The workers in which bots think: as many as the device can spare. A bot stays with its worker.

import type { FromBotWorker, WorkerReply, WorkerRequest, ToBotWorker } from './messages';

/** More than two save little: at most tables one bot thinks at a time. */
const MOST = 2;

export interface BotWorkers {
  /** `told` hears the reply; null: the worker has failed. */
  ask(job: number, request: WorkerRequest): void;
}

/** A worker, and what it was asked and has not answered. */
interface BotWorker {
  worker: Worker;
  pending: Set<number>;
}

export function startBotWorkers(
  code: WebAssembly.Module,
  told: (job: number, reply: WorkerReply | null) => void,
): BotWorkers {
  const workers = new Map<number, BotWorker>();
  const count = Math.max(1, Math.min(MOST, (navigator.hardwareConcurrency || 2) - 1));
  const tell = (worker: Worker, message: ToBotWorker) => worker.postMessage(message);
  /** It cannot be loaded, or it cannot be talked to: play goes on without it, and the next question starts another. */
  const fail = (place: number) => {
    const failed = workers.get(place);
    workers.delete(place);
    failed?.worker.terminate();
    for (const job of failed?.pending ?? []) told(job, null);
  };
  const start = (place: number): BotWorker => {
    const worker = new Worker(new URL('./botWorker.ts', import.meta.url), { type: 'module', name: 'bots' });
    const pending = new Set<number>();
    worker.onmessage = ({ data }: MessageEvent<FromBotWorker>) => {
      if (pending.delete(data.job)) told(data.job, data.reply);
    };
    worker.onerror = worker.onmessageerror = () => fail(place);
    tell(worker, { code });
    const botWorker = { worker, pending };
    workers.set(place, botWorker);
    return botWorker;
  };
  return {
    ask(job, request) {
      const place = request.bot.seat % count;
      const { worker, pending } = workers.get(place) ?? start(place);
      pending.add(job);
      tell(worker, { job, request });
    },
  };
}
