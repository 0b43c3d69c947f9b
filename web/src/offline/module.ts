// The WebAssembly module. Its input and output are JSON (crates/offline/src/abi.rs).

import type { FromPage, KeyValues, WorkerAnswer, WorkerRequest, WhatFollows } from './messages';

interface Exports {
  memory: WebAssembly.Memory;
  input(length: number): number;
  output(): number;
  start(): number;
  post(ms: number, unixMs: number): number;
  think(ms: number): void;
  load_net(): number;
  answer(): number;
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

async function instance(code: WebAssembly.Module): Promise<Calls> {
  const exports = (await WebAssembly.instantiate(code)).exports as unknown as Exports;
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  const putBytes = (bytes: Uint8Array) => {
    const place = exports.input(bytes.length);
    new Uint8Array(exports.memory.buffer, place, bytes.length).set(bytes);
  };
  const got = <A>(length: number): A => {
    const text = decoder.decode(new Uint8Array(exports.memory.buffer, exports.output(), length));
    const answer = JSON.parse(text) as A & { error?: string };
    if (answer.error !== undefined) throw new Error(answer.error);
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
  /** Gives the net of a game to the bots. */
  loadNet(game: string, net: Uint8Array): void;
}

/** Starts a module for bots only, without a card room, for use in a worker of its own. */
export async function beginBots(code: WebAssembly.Module): Promise<Bots> {
  const { exports, put, got, loadNet } = await instance(code);
  return {
    ask(asked) {
      put(asked);
      return got<WorkerAnswer>(exports.answer());
    },
    loadNet,
  };
}

/** Starts a card room with the index of the stored data. */
export async function begin(code: WebAssembly.Module, index: KeyValues, botDelayMs: number | null): Promise<Module> {
  const { exports, put, got, loadNet } = await instance(code);
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
