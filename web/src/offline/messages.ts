// Messages between the page and its worker, and between the worker and the module (crates/offline/src/message.rs).

import type { FoundMistakes, JudgedDeal } from '../net/protocol';
import type { Code } from './chunks';

/** Changes of stored keys. The value null deletes a key. A key that ends with a slash stands for all keys with that
 * prefix. */
export type KeyChanges = [key: string, value: string | null][];

/** Stored keys and their values. */
export type KeyValues = [key: string, value: string][];

/** The prefixes of the keys whose values the module has in memory. When the module needs logs or records, it reads them
 * from the storage. */
export const INDEX_PREFIXES: readonly string[] = ['me', 'table/', 'end/', 'result/'];

/** The outcome of a write, which stores either all changes or none. */
export type WriteOutcome = 'stored' | 'full' | 'failed';

/** Messages to the module. */
export type FromPage =
  | { t: 'request'; id: number; method: string; path: string; body: unknown }
  | { t: 'open'; connection: number; table: string }
  | { t: 'command'; connection: number; text: string }
  | { t: 'close'; connection: number }
  | { t: 'stored'; write: number; outcome: WriteOutcome }
  | { t: 'worker_answer'; job: number; answer: WorkerAnswer | null }
  | { t: 'read'; read: number; stored: KeyValues }
  | { t: 'index'; index: KeyValues }
  | { t: 'unload'; table: string }
  | { t: 'time' };

/** Messages of the module to the page. */
export type ToPage =
  | { t: 'response'; id: number; status: number; body: string }
  | { t: 'opened'; connection: number }
  | { t: 'message'; connection: number; text: string }
  | { t: 'closed'; connection: number }
  | { t: 'store'; write: number; changes: KeyChanges }
  | { t: 'read'; read: number; prefixes: string[] }
  | { t: 'clear'; write: number }
  | { t: 'ask_worker'; job: number; request: WorkerRequest };

/**
 * A question to a bot, or a request for advice. The page reads only two fields: the game, whose chunks it loads, and
 * the seat, which decides which worker gets the request.
 */
export interface WorkerRequest {
  game: string;
  wanted: { bot: { seat: number } } | { advice: unknown };
  /** True if the net cannot be fetched, so that the worker must answer without it. */
  without_net?: boolean;
}

/** The module's answer to a question, or the game whose net the module needs before it can answer. */
export type WorkerAnswer = { action: string | null } | { advice: unknown } | { wants_net: string };

/** Messages to a worker for bots. The first message has chunks of the module. Later messages have further chunks, the
 * nets of games, and the questions. */
export type ToBotWorker =
  | { code: Code }
  | { question: number; net: { game: string; file: Uint8Array } }
  | { question: number; request: WorkerRequest };

/** A bot worker's answer. If the module has broken, `answer` is null. `error`: the module could not answer this
 * question. */
export interface FromBotWorker {
  question: number;
  answer: WorkerAnswer | { loaded: string } | { error: string } | null;
}

/** A request to find the mistakes in a deal: the deal, and the record of its match. */
export type JudgeRequest = [of: JudgedDeal, record: string];

export type FromJudge = FoundMistakes | { error: string };

export interface WhatFollows {
  out: ToPage[];
  wake_ms: number | null;
  thinks: boolean;
  /** The game whose net the module needs for its present work. The runner tries to load the net before the work goes
   * on. */
  wants_net: string | null;
}

/** The first message. `botDelayMs`: the delay in ms before bots act; null if they wait as long as people do. */
export interface Begin {
  t: 'begin';
  botDelayMs: number | null;
}

/** Messages of the page to the worker. */
export type ToWorker =
  | Begin
  | Extract<FromPage, { t: 'request' | 'command' | 'close' }>
  /** `takeOver`: true if the table is to be opened even if it is open in another tab. */
  | (Extract<FromPage, { t: 'open' }> & { takeOver: boolean });

/** Messages of the worker to the page. */
export type FromWorker =
  | Exclude<ToPage, { t: 'store' | 'read' | 'clear' | 'ask_worker' | 'closed' }>
  /** `elsewhere`: true if the table is open in another tab. */
  | { t: 'closed'; connection: number; elsewhere?: boolean }
  /** The card room has started. `empty`: true if nothing was stored. */
  | { t: 'begun'; empty: boolean }
  /** The last key was deleted. */
  | { t: 'emptied' }
  /** The module could not be started, so requests are not answered. */
  | { t: 'failed'; why: string };
