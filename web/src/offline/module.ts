// The WebAssembly module in its chunks. Its input and output are JSON (crates/offline/src/abi.rs).

import type { Chunks } from './chunks';
import type { FoundMistakes } from '../net/protocol';
import type { FromPage, JudgeRequest, KeyValues, WorkerAnswer, WorkerRequest, WhatFollows } from './messages';

interface Exports {
  memory: WebAssembly.Memory;
  input(length: number): number;
  output(): number;
  start(): number;
  post(ms: number, unixMs: number): number;
  think(ms: number): void;
  load_net(): number;
  answer(): number;
  judge(): number;
}

export interface Module {
  post(told: FromPage): WhatFollows;
  /** Does the next step of the module's pending computation, however long it takes. */
  think(): void;
  /** Gives the net of a game to the module, for advice. */
  loadNet(game: string, net: Uint8Array): void;
}

/** Returns 32 random bytes in hex. */
const entropy = (): string =>
  [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

interface Calls {
  exports: Exports;
  put(thing: unknown): void;
  got<A>(length: number): A;
  loadNet(game: string, net: Uint8Array): void;
}

/** Starts the first chunk. When the module first calls a function of another chunk, it calls a placeholder. This loads
 * the chunk, which replaces all its placeholders, and calls the function. */
async function start(chunks: Chunks): Promise<Exports> {
  const first = chunks.now('first');
  const placeholders: Record<string, Record<string, (...values: unknown[]) => unknown>> = {};
  let exports: WebAssembly.Exports = {};
  for (const { module: chunk, name: place } of WebAssembly.Module.imports(first)) {
    placeholders[chunk] ??= {};
    placeholders[chunk][place] = (...values) => {
      new WebAssembly.Instance(chunks.now(chunk), { first: exports });
      const table = Object.values(exports).find((one) => one instanceof WebAssembly.Table)!;
      return (table.get(Number(place)) as (...values: unknown[]) => unknown)(...values);
    };
  }
  exports = (await WebAssembly.instantiate(first, placeholders)).exports;
  return exports as unknown as Exports;
}

async function instance(chunks: Chunks): Promise<Calls> {
  const exports = await start(chunks);
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  const putBytes = (bytes: Uint8Array) => {
    const place = exports.input(bytes.length);
    new Uint8Array(exports.memory.buffer, place, bytes.length).set(bytes);
  };
  const got = <A>(length: number): A => {
    const text = decoder.decode(new Uint8Array(exports.memory.buffer, exports.output(), length));
    const answer = JSON.parse(text) as A & { error?: string };
    if (answer?.error !== undefined) throw new Error(answer.error);
    return answer;
  };
  return {
    exports,
    put: (thing) => putBytes(encoder.encode(JSON.stringify(thing))),
    got,
    loadNet(game, net) {
      const head = encoder.encode(`${game}\n`);
      const bytes = new Uint8Array(head.length + net.length);
      bytes.set(head);
      bytes.set(net, head.length);
      putBytes(bytes);
      got(exports.load_net());
    },
  };
}

export interface Bots {
  ask(asked: WorkerRequest): WorkerAnswer;
  /** Finds the mistakes in a deal; null if the net of the game is missing. */
  judge(asked: JudgeRequest): FoundMistakes | null;
  /** Gives the net of a game to the bots. */
  loadNet(game: string, net: Uint8Array): void;
}

/** Starts a module for bots only, without a card room, for use in a worker of its own. */
export async function beginBots(chunks: Chunks): Promise<Bots> {
  const { exports, put, got, loadNet } = await instance(chunks);
  return {
    ask(asked) {
      put(asked);
      return got<WorkerAnswer>(exports.answer());
    },
    judge(asked) {
      put(asked);
      return got<FoundMistakes | null>(exports.judge());
    },
    loadNet,
  };
}

/** Starts a card room with the index of the stored data. */
export async function begin(chunks: Chunks, index: KeyValues, botDelayMs: number | null): Promise<Module> {
  const { exports, put, got, loadNet } = await instance(chunks);
  const delay = botDelayMs === null ? {} : { bot_delay_ms: botDelayMs };
  put({ entropy: entropy(), index, ...delay, bot_workers: true });
  got(exports.start());
  return {
    post(told) {
      put(told);
      return got<WhatFollows>(exports.post(performance.now(), Date.now()));
    },
    think: () => exports.think(performance.now()),
    loadNet,
  };
}
