// This device's data on the shuffle of a match: the sent and the received messages. The data is in IndexedDB, because
// IndexedDB also exists without https. Transactions order the writes of several tabs.

import { signal } from '@preact/signals';
import type { DealScore, SharedAttempt } from '../net/protocol';

/** The number that this device drew for one attempt, with its hash. */
export interface Part {
  k: number;
  /** The server's commitment when the number was drawn. */
  C: string;
  seat: number;
  n: string;
  h: string;
  /** True after the number was sent to the server. */
  revealed: boolean;
}

/** A deal as a device saw it from its own seat. */
export interface Seen {
  deal: number;
  seat: number;
  /** The dealt cards; empty if the device did not see the beginning of the deal. */
  hand: string[];
  /** Each entry is a step of the deal. It has the player's action at that step, or `+` and a card that the hand
   * received. */
  moves: [number, string][];
  /** The number of the seat's actions, including those of a bot; null unless the device saw the whole deal. */
  count: number | null;
}

/** A match as a device saw it from its own seat. */
export interface Play {
  deals: Seen[];
  scores: DealScore[];
  winners: number[] | null;
}

export interface ShuffleData {
  /** The seat of this device during the shuffle; null if the device only watched or came after the shuffle. */
  seat: number | null;
  parts: Part[];
  /** The attempts in the newest message. */
  attempts: SharedAttempt[];
  /** True if the messages contradicted each other. */
  differs: boolean;
  play?: Play;
}

export const NOTHING: ShuffleData = { seat: null, parts: [], attempts: [], differs: false };

export interface ShuffleStore {
  read(table: string): Promise<ShuffleData | null>;
  /** Applies `change` and stores its result. The promise resolves when the result would survive a crash of the device.
   * No other tab can write between the reading and the writing. */
  update<R>(table: string, change: (data: ShuffleData) => { data: ShuffleData; result: R }): Promise<R>;
  /** Deletes everything. */
  clear(): Promise<void>;
}

/** The number of changes so far. Components that show the data read it again whenever this number changes. */
export const changes = signal(0);

const NAME = 'cardroom-shuffles';
const STORE = 'shuffles';
const BY_AGE = 'at';
/** The largest number of matches that this device stores. */
const MOST = 200;

const done = <R>(request: IDBRequest<R>): Promise<R> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

let opened: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  opened ??= (async () => {
    const opening = indexedDB.open(NAME, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE).createIndex(BY_AGE, BY_AGE);
    const db = await done(opening);
    // The browser closes the database when the user deletes all site data.
    db.onclose = () => {
      opened = null;
    };
    return db;
  })();
  opened.catch(() => {
    opened = null;
  });
  return opened;
}

export const device: ShuffleStore = {
  async read(table) {
    const store = (await open()).transaction(STORE).objectStore(STORE);
    return (await done(store.get(table) as IDBRequest<ShuffleData | undefined>)) ?? null;
  },
  async update(table, change) {
    const writing = (await open()).transaction(STORE, 'readwrite', { durability: 'strict' });
    const ended = new Promise<void>((resolve, reject) => {
      writing.oncomplete = () => resolve();
      writing.onabort = () => reject(writing.error ?? new Error('nothing was kept'));
    });
    // A failure of the transaction also reaches the caller, who awaits `ended`. This handler only prevents the report
    // of an unhandled rejection.
    ended.catch(() => {});
    const store = writing.objectStore(STORE);
    const before = await done(store.get(table) as IDBRequest<ShuffleData | undefined>);
    const { data, result } = change(before ?? NOTHING);
    await done(store.put({ ...data, at: Date.now() }, table));
    if ((await done(store.count())) > MOST) {
      const oldest = await done(store.index(BY_AGE).openKeyCursor());
      if (oldest) store.delete(oldest.primaryKey);
    }
    await ended;
    changes.value += 1;
    return result;
  },
  async clear() {
    await done((await open()).transaction(STORE, 'readwrite').objectStore(STORE).clear());
  },
};
