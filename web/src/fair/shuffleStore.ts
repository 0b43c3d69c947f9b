// This device's data on the shuffle of a match: what it sent, and what it received. The data is in IndexedDB, which
// exists without https too, and whose transactions put the tabs of one browser in order.

import { signal } from '@preact/signals';
import type { DealScore, SharedAttempt } from '../net/protocol';

/** The numbers that this device drew for one attempt. */
export interface Part {
  k: number;
  /** The server's commitment for which the number was drawn. */
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
  /** The dealt cards; empty if the device came later. */
  hand: string[];
  /** The step of the deal, and the player's action at that step or `+` and a card that came to the hand. */
  moves: [number, string][];
  /** The number of the seat's actions, a bot's included; null unless the device saw the whole deal. */
  count: number | null;
}

/** A match as a device saw it from its own seat. */
export interface Play {
  deals: Seen[];
  scores: DealScore[];
  winners: number[] | null;
}

export interface ShuffleData {
  /** The seat on which this device saw the shuffle; null if the device watched or came later. */
  seat: number | null;
  parts: Part[];
  /** The attempts of the newest message. */
  attempts: SharedAttempt[];
  /** True if the messages contradicted each other. */
  differs: boolean;
  play?: Play;
}

export const NOTHING: ShuffleData = { seat: null, parts: [], attempts: [], differs: false };

export interface ShuffleStore {
  read(table: string): Promise<ShuffleData | null>;
  /** Stores the result of `change` before it resolves, so it survives a crash of the device. No other tab writes in
   * between. */
  update<R>(table: string, change: (data: ShuffleData) => { data: ShuffleData; result: R }): Promise<R>;
  /** Deletes everything. */
  clear(): Promise<void>;
}

/** The number of changes: a view of the data reads it again on each change. */
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
    // Browsers close the database when the user deletes everything.
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
    // The caller that awaits it sees a failure; nobody else needs to.
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
