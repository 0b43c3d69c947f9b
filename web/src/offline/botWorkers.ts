// The workers in which bots think and advice is computed. There is one worker less than there are cores, but at least
// one and at most `MOST`. The bot of a seat always uses the same worker. Meanwhile the card room goes on
// (crates/offline/src/bot_worker.rs).

import { type Chunks, type Code, whole } from './chunks';
import type { FromBotWorker, ToBotWorker, WorkerAnswer, WorkerRequest } from './messages';
import { fetchNet } from './nets';

/** The largest number of workers. Few tables have more bots that search. */
const MOST = 4;

/** The worker that computes advice. It has the fewest bots, because the first seat is the person's own. */
const ADVISER = 0;

export interface BotWorkers {
  /** Sends a request to a worker. Resolves to null if the worker has failed. */
  ask(request: WorkerRequest): Promise<WorkerAnswer | null>;
}

type Answer = Exclude<FromBotWorker['answer'], { error: string } | null>;

interface Pending {
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

/** A worker, and its unanswered questions. */
interface BotWorker {
  worker: Worker;
  /** The chunks of the module that the worker has. */
  code: Code | null;
  pending: Map<number, Pending>;
}

class Workers {
  readonly #chunks: Chunks;
  readonly #count = Math.max(1, Math.min(MOST, (navigator.hardwareConcurrency || 2) - 1));
  readonly #workers = new Map<number, BotWorker>();
  /** The nets that every worker has or gets when it starts. */
  readonly #nets = new Map<string, Uint8Array>();
  readonly #loads = new Map<string, Promise<boolean>>();
  #question = 0;

  constructor(chunks: Chunks) {
    this.#chunks = chunks;
  }

  async answer(request: WorkerRequest): Promise<WorkerAnswer> {
    const { wanted } = request;
    await this.#chunks.load(whole([request.game]));
    const place = 'bot' in wanted ? wanted.bot.seat % this.#count : ADVISER;
    const answer = await this.#ask(place, { request });
    if ('loaded' in answer) throw new Error('a net is no answer');
    if (!('wants_net' in answer)) return answer;
    // If its net cannot be fetched, a champion plays like a master. The next question tries to fetch the net again.
    const isHere = await this.#loadNet(answer.wants_net);
    return this.#ask(place, { request: isHere ? request : { ...request, without_net: true } }) as Promise<WorkerAnswer>;
  }

  /** Loads a game's net into all workers. Resolves to true if they have it. If several questions need the net at the
   * same time, they share one fetch. */
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
    // Workers that are started from now on get the net too.
    this.#nets.set(game, file);
    try {
      await Promise.all([...this.#workers.keys()].map((place) => this.#ask(place, { net: { game, file } })));
      return true;
    } catch {
      // The file is not a net of this game, or a worker has failed.
      this.#nets.delete(game);
      return false;
    }
  }

  #ask(
    place: number,
    asked: { request: WorkerRequest } | { net: { game: string; file: Uint8Array } },
  ): Promise<Answer> {
    const botWorker = this.#workers.get(place) ?? this.#start(place);
    const { worker, pending } = botWorker;
    const { code } = this.#chunks;
    if (botWorker.code !== code) worker.postMessage({ code } satisfies ToBotWorker);
    botWorker.code = code;
    this.#question += 1;
    const question = this.#question;
    worker.postMessage({ question, ...asked } satisfies ToBotWorker);
    return new Promise((resolve, reject) => pending.set(question, { resolve, reject }));
  }

  #start(place: number): BotWorker {
    const worker = new Worker(new URL('./botWorker.ts', import.meta.url), { type: 'module', name: 'bots' });
    const pending: BotWorker['pending'] = new Map();
    const botWorker: BotWorker = { worker, pending, code: null };
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
    this.#workers.set(place, botWorker);
    for (const [game, file] of this.#nets) this.#ask(place, { net: { game, file } }).catch(() => {});
    return botWorker;
  }

  /** Handles a worker that cannot be loaded or has stopped. The next question starts another worker in its place. */
  #fail(place: number, { worker, pending }: BotWorker): void {
    this.#workers.delete(place);
    worker.terminate();
    for (const question of pending.values()) question.reject(new Error('a worker of bots has failed'));
  }
}

export function startBotWorkers(chunks: Chunks): BotWorkers {
  const workers = new Workers(chunks);
  return {
    ask: (request) =>
      workers.answer(request).catch((error) => {
        console.error(error);
        return null;
      }),
  };
}
