// The WebAssembly module: JSON in, JSON out (crates/offline/src/abi.rs). It has two parts (crates/offline/module/split.mjs).

import type { AdviceRequest, Code, FromPage, KeyValues, WorkerAnswer, WorkerRequest, WhatFollows } from './messages';

interface Exports {
  memory: WebAssembly.Memory;
  input(length: number): number;
  output(): number;
  start(): number;
  post(ms: number, unixMs: number): number;
  think(ms: number): void;
  load_net(): number;
  answer(): number;
  advise(): number;
}

export interface Module {
  post(told: FromPage): WhatFollows;
  /** Lets what waits do its next step, for as long as that takes. */
  think(): void;
  /** Gives the net of a game to its advice. */
  loadNet(game: string, net: Uint8Array): void;
}

/** 32 random bytes in hex. */
const entropy = (): string =>
  [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** The two parts. The rest is asked for when a function of it is first called: then it has to be there. */
export interface Parts {
  first: WebAssembly.Module;
  rest(): WebAssembly.Module;
}

interface Calls {
  exports: Exports;
  put(thing: unknown): void;
  got<A>(length: number): A;
  loadNet(game: string, net: Uint8Array): void;
}

async function instance({ first, rest }: Parts): Promise<Calls> {
  const need = () => {
    new WebAssembly.Instance(rest(), { first: all });
  };
  const { exports: all } = await WebAssembly.instantiate(first, { page: { need } });
  const exports = all as unknown as Exports;
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
  advise(asked: AdviceRequest): WorkerAnswer;
  /** Gives the net of a game to its bots. */
  loadNet(game: string, net: Uint8Array): void;
}

/** Bots alone, without a card room: in a worker of their own. */
export async function beginBots({ first, rest }: Code): Promise<Bots> {
  const { exports, put, got, loadNet } = await instance({ first, rest: () => rest });
  return {
    ask(asked) {
      put(asked);
      return got<WorkerAnswer>(exports.answer());
    },
    advise(asked) {
      put(asked);
      return got<WorkerAnswer>(exports.advise());
    },
    loadNet,
  };
}

/** Begins a card room with the index of the stored data. */
export async function begin(parts: Parts, index: KeyValues, botDelayMs: number | null): Promise<Module> {
  const { exports, put, got, loadNet } = await instance(parts);
  const delay = botDelayMs === null ? {} : { bot_delay_ms: botDelayMs };
  put({ entropy: entropy(), index, ...delay, bot_workers: true });
  got(exports.start());
  return {
    post({ t, ...told }) {
      put({ [t]: told });
      return got<WhatFollows>(exports.post(performance.now(), Date.now()));
    },
    think: () => exports.think(performance.now()),
    loadNet,
  };
}
