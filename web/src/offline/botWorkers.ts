// The workers in which bots think: as many as the device can spare. A bot stays with its worker, but the decisions of
// champions and advice are shared: each worker plays its part of the simulated deals
// (crates/offline/src/bot_worker.rs).

import type { AdviceRequest, AllValues, FromBotWorker, ToBotWorker, WorkerReply, WorkerRequest } from './messages';
import { fetchNet } from './nets';

/** More save little: the worlds are drawn in each worker. */
const MOST = 4;

/** Other levels take a few milliseconds (docs/offline.md). */
const SHARED = 'champion';

export interface BotWorkers {
  /** Null: a worker has failed. */
  ask(request: WorkerRequest): Promise<WorkerReply | null>;
  /** The same. */
  advise(request: AdviceRequest): Promise<unknown>;
}

type Answer = NonNullable<FromBotWorker['answer']>;

interface Pending {
  answered(answer: Answer): void;
  failed(why: Error): void;
}

/** A worker, and what it was asked and has not answered. */
interface BotWorker {
  worker: Worker;
  pending: Map<number, Pending>;
}

type Question = { request: WorkerRequest } | { advise: AdviceRequest };
type Asked = Question | { all: AllValues } | { net: { game: string; file: Uint8Array } };

/** A question for a part of what is shared, perhaps without the net. */
function partOf(question: Question, more: Partial<AdviceRequest>): Question {
  return 'request' in question
    ? { request: { ...question.request, ...more } }
    : { advise: { ...question.advise, ...more } };
}

class Workers {
  readonly #code: WebAssembly.Module;
  readonly #count = Math.max(1, Math.min(MOST, (navigator.hardwareConcurrency || 2) - 1));
  readonly #workers = new Map<number, BotWorker>();
  /** Every worker has them, so that all workers answer alike. */
  readonly #nets = new Map<string, Uint8Array>();
  #question = 0;
  #lastShared: Promise<unknown> = Promise.resolve();

  constructor(code: WebAssembly.Module) {
    this.#code = code;
  }

  async reply(request: WorkerRequest): Promise<WorkerReply> {
    const isShared = this.#count > 1 && request.bot.level === SHARED;
    const answer = await (isShared
      ? this.#share({ request })
      : this.#decide([request.bot.seat % this.#count], { request }));
    if (!('action' in answer)) throw new Error(`no action: ${JSON.stringify(answer)}`);
    return answer;
  }

  async advice(advise: AdviceRequest): Promise<unknown> {
    const answer = await this.#share({ advise });
    if (!('advice' in answer)) throw new Error(`no advice: ${JSON.stringify(answer)}`);
    return answer.advice;
  }

  /** One after the other: every worker hears the questions in the same order. */
  #share(question: Question): Promise<Answer> {
    const shared = this.#lastShared.then(() => this.#decide([...Array(this.#count).keys()], question));
    this.#lastShared = shared.catch(() => {});
    return shared;
  }

  async #decide(places: number[], question: Question): Promise<Answer> {
    const parts = places.length;
    const asked = (more: { without_net?: true }) => (_: number, part: number) =>
      partOf(question, { ...more, ...(parts > 1 && { share: { part, parts } }) });
    const all = (ask: (place: number, part: number) => Asked) =>
      Promise.all(places.map((place, part) => this.#ask(place, ask(place, part))));
    let answers = await all(asked({}));
    const game = answers
      .map((answer) => ('wants_net' in answer ? answer.wants_net : null))
      .find((game) => game !== null);
    if (game) {
      // Without its net a champion plays as a master. The next question fetches the net again.
      const isHere = await this.#loadNet(game);
      answers = await all(asked(isHere ? {} : { without_net: true }));
    }
    for (;;) {
      const values = answers.map((answer) => ('values' in answer ? answer.values : null));
      if (values.includes(null)) break;
      answers = await all(() => ({ all: { values: values.join('') } }));
    }
    const said = new Set(answers.map((answer) => JSON.stringify(answer)));
    if (said.size > 1) {
      this.#fail();
      throw new Error(`the workers disagree: ${[...said].join(', ')}`);
    }
    return answers[0]!;
  }

  /** Whether all workers have the net of a game now. */
  async #loadNet(game: string): Promise<boolean> {
    const file = this.#nets.get(game) ?? (await fetchNet(game));
    if (!file) return false;
    if (!this.#nets.has(game)) {
      this.#nets.set(game, file);
      await Promise.all([...this.#workers.keys()].map((place) => this.#ask(place, { net: { game, file } })));
    }
    return true;
  }

  #ask(place: number, asked: Asked): Promise<Answer> {
    const { worker, pending } = this.#workers.get(place) ?? this.#start(place);
    this.#question += 1;
    const question = this.#question;
    worker.postMessage({ question, ...asked } satisfies ToBotWorker);
    return new Promise((answered, failed) => pending.set(question, { answered, failed }));
  }

  #start(place: number): BotWorker {
    const worker = new Worker(new URL('./botWorker.ts', import.meta.url), { type: 'module', name: 'bots' });
    const pending: BotWorker['pending'] = new Map();
    worker.onmessage = ({ data: { question, answer } }: MessageEvent<FromBotWorker>) => {
      if (answer === null) this.#fail();
      else pending.get(question)?.answered(answer);
      pending.delete(question);
    };
    worker.onerror = worker.onmessageerror = () => this.#fail();
    worker.postMessage({ code: this.#code } satisfies ToBotWorker);
    const botWorker = { worker, pending };
    this.#workers.set(place, botWorker);
    for (const [game, file] of this.#nets) this.#ask(place, { net: { game, file } }).catch(() => {});
    return botWorker;
  }

  /** One cannot be loaded, or has stopped. All begin anew: the others would have other bots than it. Play goes on
   * meanwhile. */
  #fail(): void {
    const failed = [...this.#workers.values()];
    this.#workers.clear();
    for (const { worker, pending } of failed) {
      worker.terminate();
      for (const question of pending.values()) question.failed(new Error('a worker of bots has failed'));
    }
  }
}

export function startBotWorkers(code: WebAssembly.Module): BotWorkers {
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
