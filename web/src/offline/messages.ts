// Messages between the page and its worker, and between the worker and the module (crates/offline/src/message.rs).

/** Changes of stored keys; null: the key is deleted. A key that ends with a slash stands for all that begin with it. */
export type KeyChanges = [key: string, value: string | null][];

/** Stored keys and their values. */
export type KeyValues = [key: string, value: string][];

/** The prefixes of the keys that the module has in memory. It has logs and records read when it needs them. */
export const INDEX_PREFIXES: readonly string[] = ['me', 'table/', 'end/', 'result/'];

/** The outcome of a write: all of it is stored, or nothing. */
export type WriteOutcome = 'stored' | 'full' | 'failed';

/** Messages to the module. */
export type FromPage =
  | { t: 'request'; id: number; method: string; path: string; body: unknown }
  | { t: 'open'; connection: number; table: string }
  | { t: 'command'; connection: number; text: string }
  | { t: 'close'; connection: number }
  | { t: 'stored'; write: number; outcome: WriteOutcome }
  | { t: 'worker_reply'; job: number; reply: WorkerReply | null }
  | { t: 'advice_reply'; job: number; advice: unknown }
  | { t: 'read'; read: number; stored: KeyValues }
  | { t: 'index'; index: KeyValues }
  | { t: 'unload'; table: string }
  | { t: 'time' };

/** Orders of the module to the page. */
export type ToPage =
  | { t: 'response'; id: number; status: number; body: string }
  | { t: 'opened'; connection: number }
  | { t: 'message'; connection: number; text: string }
  | { t: 'closed'; connection: number }
  | { t: 'store'; write: number; changes: KeyChanges }
  | { t: 'read'; read: number; prefixes: string[] }
  | { t: 'clear'; write: number }
  | { t: 'ask_worker'; job: number; request: WorkerRequest }
  | { t: 'ask_advice'; job: number; request: AdviceRequest };

interface WorkerQuestion {
  /** The net that is needed cannot be fetched: the worker does without it. */
  without_net?: boolean;
}

/** A question to a bot. Only the seat is read here: it says which worker answers. */
export interface WorkerRequest extends WorkerQuestion {
  bot: { seat: number };
}

/** A question for advice. Only the module reads it. */
export interface AdviceRequest extends WorkerQuestion {
  game: string;
}

export interface WorkerReply {
  action: string | null;
}

/** The module's answer to a question, or the game whose net it needs first. */
export type WorkerAnswer = WorkerReply | { advice: unknown } | { wants_net: string };

/** The module: what runs until the first card lies on a table, and everything else. */
export interface Code {
  first: WebAssembly.Module;
  rest: WebAssembly.Module;
}

/** Messages to a worker for bots: first the module, then the nets of games, and what its bots are asked. */
export type ToBotWorker =
  | { code: Code }
  | { question: number; net: { game: string; file: Uint8Array } }
  | { question: number; request: WorkerRequest }
  | { question: number; advise: AdviceRequest };

/** `answer`: null, if the worker has failed. `error`: the module cannot answer this question. */
export interface FromBotWorker {
  question: number;
  answer: WorkerAnswer | { loaded: string } | { error: string } | null;
}

export interface WhatFollows {
  out: ToPage[];
  wake_ms: number | null;
  thinks: boolean;
  /** The game whose net what waits is to be done with: load it first, if that is possible. */
  wants_net: string | null;
}

/** The first message. `botDelayMs`: how long bots wait before they act; null: as people do. */
export interface Begin {
  t: 'begin';
  botDelayMs: number | null;
}

/** Messages of the page to the worker. */
export type ToWorker =
  | Begin
  | Extract<FromPage, { t: 'request' | 'command' | 'close' }>
  /** `takeOver`: even if the table is open in another tab. */
  | (Extract<FromPage, { t: 'open' }> & { takeOver: boolean });

/** Messages of the worker to the page. */
export type FromWorker =
  | Exclude<ToPage, { t: 'store' | 'read' | 'clear' | 'ask_worker' | 'ask_advice' | 'closed' }>
  /** `elsewhere`: the table is open in another tab. */
  | { t: 'closed'; connection: number; elsewhere?: boolean }
  /** The card room has begun. `empty`: nothing was stored. */
  | { t: 'begun'; empty: boolean }
  /** The last key was deleted. */
  | { t: 'emptied' }
  /** The module could not begin: what is asked is not answered. */
  | { t: 'failed'; why: string };
