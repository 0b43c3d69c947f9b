// The workers in which bots think and advice is found: as many as the device can spare. A bot stays with its worker.
// The card room goes on meanwhile (crates/offline/src/bot_worker.rs).

import type { AdviceRequest, Code, FromBotWorker, ToBotWorker, WorkerReply, WorkerRequest } from './messages';
import { fetchNet } from './nets';

/** A table has seldom more bots that search. */
const MOST = 4;

/** The worker of advice: the first seat is the person's own, so it has the fewest bots. */
const ADVISER = 0;

export interface BotWorkers {
  /** Null: a worker has failed. */
  ask(request: WorkerRequest): Promise<WorkerReply | null>;
  /** The same. */
  advise(request: AdviceRequest): Promise<unknown>;
}

type Answer = Exclude<FromBotWorker['answer'], { error: string } | null>;

interface Pending {
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

/** A worker, and the questions that it has not answered. */
interface BotWorker {
  worker: Worker;
  pending: Map<number, Pending>;
}

type Question = { request: WorkerRequest } | { advise: AdviceRequest };

const withoutNet = (question: Question): Question =>
  'request' in question
    ? { request: { ...question.request, without_net: true } }
    : { advise: { ...question.advise, without_net: true } };

class Workers {
  readonly #code: () => Promise<Code>;
  #loaded: Code | null = null;
  readonly #count = Math.max(1, Math.min(MOST, (navigator.hardwareConcurrency || 2) - 1));
  readonly #workers = new Map<number, BotWorker>();
  /** Every worker has them. */
  readonly #nets = new Map<string, Uint8Array>();
  readonly #loads = new Map<string, Promise<boolean>>();
  #question = 0;

  constructor(code: () => Promise<Code>) {
    this.#code = code;
  }

  async reply(request: WorkerRequest): Promise<WorkerReply> {
    const answer = await this.#answer(request.bot.seat % this.#count, { request });
    if (!('action' in answer)) throw new Error(`no action: ${JSON.stringify(answer)}`);
    return answer;
  }

  async advice(advise: AdviceRequest): Promise<unknown> {
    const answer = await this.#answer(ADVISER, { advise });
    if (!('advice' in answer)) throw new Error(`no advice: ${JSON.stringify(answer)}`);
    return answer.advice;
  }

  async #answer(place: number, question: Question): Promise<Answer> {
    this.#loaded ??= await this.#code();
    const answer = await this.#ask(place, question);
    if (!('wants_net' in answer)) return answer;
    // Without its net a champion plays as a master. The next question fetches the net again.
    const isHere = await this.#loadNet(answer.wants_net);
    return this.#ask(place, isHere ? question : withoutNet(question));
  }

  /** Loads a game's net into all workers; true if they have it. Several questions may want it at once: it is fetched
   * once. */
  #loadNet(game: string): Promise<boolean> {
    const known = this.#loads.get(game);
    if (known) return known;
    const load = this.#fetchAndLoad(game).then((isHere) => {
      if (!isHere) this.#loads.delete(game);
      return isHere;
    });
    this.#loads.set(game, load);
    return load;
  }

  async #fetchAndLoad(game: string): Promise<boolean> {
    const file = await fetchNet(game);
    if (!file) return false;
    // Workers that are started meanwhile get it too.
    this.#nets.set(game, file);
    try {
      await Promise.all([...this.#workers.keys()].map((place) => this.#ask(place, { net: { game, file } })));
      return true;
    } catch {
      // It is no net of this game, or a worker has failed.
      this.#nets.delete(game);
      return false;
    }
  }

  #ask(place: number, asked: Question | { net: { game: string; file: Uint8Array } }): Promise<Answer> {
    const { worker, pending } = this.#workers.get(place) ?? this.#start(place);
    this.#question += 1;
    const question = this.#question;
    worker.postMessage({ question, ...asked } satisfies ToBotWorker);
    return new Promise((resolve, reject) => pending.set(question, { resolve, reject }));
  }

  #start(place: number): BotWorker {
    const worker = new Worker(new URL('./botWorker.ts', import.meta.url), { type: 'module', name: 'bots' });
    const pending: BotWorker['pending'] = new Map();
    const botWorker = { worker, pending };
    const fail = () => {
      if (this.#workers.get(place) === botWorker) this.#fail(place, botWorker);
    };
    worker.onmessage = ({ data: { question, answer } }: MessageEvent<FromBotWorker>) => {
      if (answer === null) return fail();
      if ('error' in answer) pending.get(question)?.reject(new Error(answer.error));
      else pending.get(question)?.resolve(answer);
      pending.delete(question);
    };
    worker.onerror = worker.onmessageerror = fail;
    worker.postMessage({ code: this.#loaded! } satisfies ToBotWorker);
    this.#workers.set(place, botWorker);
    for (const [game, file] of this.#nets) this.#ask(place, { net: { game, file } }).catch(() => {});
    return botWorker;
  }

  /** It cannot be loaded, or has stopped. The next question starts another. */
  #fail(place: number, { worker, pending }: BotWorker): void {
    this.#workers.delete(place);
    worker.terminate();
    for (const question of pending.values()) question.reject(new Error('a worker of bots has failed'));
  }
}

/** `code`: the module, once all of it is there. */
export function startBotWorkers(code: () => Promise<Code>): BotWorkers {
  const workers = new Workers(code);
  const orNull = (error: unknown): null => {
    console.error(error);
    return null;
  };
  return {
    ask: (request) => workers.reply(request).catch(orNull),
    advise: (request) => workers.advice(request).catch(orNull),
  };
}
