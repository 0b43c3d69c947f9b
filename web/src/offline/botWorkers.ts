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

type Answer = Exclude<FromBotWorker['answer'], { error: string } | null>;

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
  #epoch = 0;
  #lastShared: Promise<unknown> = Promise.resolve();

  constructor(code: WebAssembly.Module) {
    this.#code = code;
  }

  async reply(request: WorkerRequest): Promise<WorkerReply> {
    const isShared = this.#count > 1 && request.bot.level === SHARED;
    const place = request.bot.seat % this.#count;
    const answer = await this.#answer({ request }, isShared ? null : place);
    if (!('action' in answer)) throw new Error(`no action: ${JSON.stringify(answer)}`);
    return answer;
  }

  async advice(advise: AdviceRequest): Promise<unknown> {
    const answer = await this.#answer({ advise }, null);
    if (!('advice' in answer)) throw new Error(`no advice: ${JSON.stringify(answer)}`);
    return answer.advice;
  }

  /** `place`: the worker that answers; null: all share it. */
  async #answer(question: Question, place: number | null): Promise<Answer> {
    const ask = (asked: Question) => (place === null ? this.#share(asked) : this.#decide([place], asked));
    const answer = await ask(question);
    if (!('wants_net' in answer)) return answer;
    // Without its net a champion plays as a master. The next question fetches the net again.
    const isHere = await this.#loadNet(answer.wants_net);
    return ask(isHere ? question : partOf(question, { without_net: true }));
  }

  /** One after the other: every worker hears the questions in the same order. */
  #share(question: Question): Promise<Answer> {
    const shared = this.#lastShared.then(() => this.#decide([...Array(this.#count).keys()], question));
    this.#lastShared = shared.catch(() => {});
    return shared;
  }

  async #decide(places: number[], question: Question): Promise<Answer> {
    const [parts, epoch] = [places.length, this.#epoch];
    const all = (ask: (part: number) => Asked) => Promise.all(places.map((place, part) => this.#ask(place, ask(part))));
    let answers = await all((part) => (parts > 1 ? partOf(question, { share: { part, parts, epoch } }) : question));
    // One that was started later may lack a net.
    const lacking = answers.find((answer) => 'wants_net' in answer);
    if (lacking) return lacking;
    for (;;) {
      const values = answers.map((answer) => ('values' in answer ? answer.values : null));
      if (values.includes(null)) break;
      answers = await all(() => ({ all: { values: values.join('') } }));
    }
    const said = new Set(answers.map((answer) => JSON.stringify(answer)));
    if (said.size > 1) {
      this.#epoch += 1;
      throw new Error(`the workers disagree: ${[...said].join(', ')}`);
    }
    return answers[0]!;
  }

  /** Whether all workers have the net of a game now. */
  async #loadNet(game: string): Promise<boolean> {
    if (this.#nets.has(game)) return true;
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
    const botWorker = { worker, pending };
    const fail = () => {
      if (this.#workers.get(place) === botWorker) this.#fail(place, botWorker);
    };
    worker.onmessage = ({ data: { question, answer } }: MessageEvent<FromBotWorker>) => {
      if (answer === null) return fail();
      if ('error' in answer) pending.get(question)?.failed(new Error(answer.error));
      else pending.get(question)?.answered(answer);
      pending.delete(question);
    };
    worker.onerror = worker.onmessageerror = fail;
    worker.postMessage({ code: this.#code } satisfies ToBotWorker);
    this.#workers.set(place, botWorker);
    for (const [game, file] of this.#nets) this.#ask(place, { net: { game, file } }).catch(() => {});
    return botWorker;
  }

  /** It cannot be loaded, or has stopped. The next question starts another, and bots that are shared begin anew in all
   * workers: it would have others than they. */
  #fail(place: number, { worker, pending }: BotWorker): void {
    this.#workers.delete(place);
    this.#epoch += 1;
    worker.terminate();
    for (const question of pending.values()) question.failed(new Error('a worker of bots has failed'));
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
