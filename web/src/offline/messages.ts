// What the page and its worker tell each other, and what the worker tells the module (crates/offline/src/message.rs).

/** Changes of stored keys; null: the key is deleted. */
export type Puts = [key: string, value: string | null][];

/** What is stored: keys and values. */
export type Kept = [key: string, value: string][];

/** What has come of a write: all of it is stored, or nothing. */
export type WriteOutcome = 'stored' | 'full' | 'failed';

/** What the module is told. */
export type FromPage =
  | { t: 'request'; id: number; method: string; path: string; body: unknown }
  | { t: 'open'; connection: number; table: string }
  | { t: 'command'; connection: number; text: string }
  | { t: 'close'; connection: number }
  | { t: 'stored'; write: number; outcome: WriteOutcome }
  | { t: 'thought'; work: number; answer: ThinkAnswer | null }
  | { t: 'kept'; kept: Kept }
  | { t: 'unload'; table: string }
  | { t: 'time' };

/** What the module has the page do. */
export type ToPage =
  | { t: 'response'; id: number; status: number; body: string }
  | { t: 'opened'; connection: number }
  | { t: 'message'; connection: number; text: string }
  | { t: 'closed'; connection: number }
  | { t: 'store'; write: number; puts: Puts }
  | { t: 'clear'; write: number }
  | { t: 'think'; work: number; request: ThinkRequest };

/** What a bot is asked. Only its seat is read here: each bot keeps its thinker. */
export interface ThinkRequest {
  mind: { seat: number };
}

export interface ThinkAnswer {
  action: string | null;
}

/** What a thinker is told: first the module, then what its bots are asked. */
export type ToThinker = { code: WebAssembly.Module } | { work: number; request: ThinkRequest };

export interface FromThinker {
  work: number;
  answer: ThinkAnswer | null;
}

export interface WhatFollows {
  out: ToPage[];
  wake_ms: number | null;
  thinks: boolean;
}

/** The first message. `botDelayMs`: how long bots wait before they act; null: as people do. */
export interface Begin {
  t: 'begin';
  botDelayMs: number | null;
}

/** What the page tells the worker. */
export type ToWorker =
  | Begin
  | Extract<FromPage, { t: 'request' | 'command' | 'close' }>
  /** `take`: even if the table is open in another tab. */
  | (Extract<FromPage, { t: 'open' }> & { take: boolean });

/** What the worker tells the page. */
export type FromWorker =
  | Exclude<ToPage, { t: 'store' | 'clear' | 'think' | 'closed' }>
  /** `elsewhere`: the table is open in another tab. */
  | { t: 'closed'; connection: number; elsewhere?: boolean }
  /** The card room has begun. `empty`: nothing was stored. */
  | { t: 'begun'; empty: boolean }
  /** The last key was deleted. */
  | { t: 'emptied' }
  /** The module could not begin: what is asked is not answered. */
  | { t: 'failed'; why: string };
