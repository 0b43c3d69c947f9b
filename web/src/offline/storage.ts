// Data on this device, in IndexedDB: keys and values of the module, and which tab owns which table. A tab that no
// longer owns a table cannot write to it, even if its write was already on its way.

import type { StoredData, KeyChanges } from './messages';

const NAME = 'cardroom';
const STORED = 'kept';
/** `owner/TABLE`: the tab that owns a table. `version`: counts all writes. */
const META = 'meta';
const VERSION = 'version';
const TABLE = 'table/';

/** Another tab owns the table of a write, or has deleted it. */
export class TakenOver extends Error {
  readonly table: string;
  constructor(table: string) {
    super(`another tab has table ${table}`);
    this.table = table;
  }
}

/** True if a write failed because the device has no space. */
export const isFull = (error: unknown): boolean => (error as { name?: unknown } | null)?.name === 'QuotaExceededError';

export interface Written {
  /** The new version. */
  version: number;
  /** Nothing is stored any more. */
  isEmpty: boolean;
}

export interface Storage {
  /** Everything that is stored, and its version. */
  all(): Promise<{ data: StoredData; version: number }>;
  version(): Promise<number>;
  /** The ids of all tables. */
  tables(): Promise<string[]>;
  /** All or nothing. Fails with {@link TakenOver}, or with what the browser says ({@link isFull}). */
  write(puts: KeyChanges): Promise<Written>;
  /** Deletes everything, whoever owns it. */
  clear(): Promise<Written>;
  /** This tab owns a table from now on: writes of others fail. */
  own(table: string): Promise<void>;
}

const done = <R>(request: IDBRequest<R>): Promise<R> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** The tables that a write is for, and whether it makes them. Results, records and the name are nobody's: an owner
 * outlives its tab, and would keep others from them. */
export function tablesOf(puts: KeyChanges): Map<string, boolean> {
  const tables = new Map<string, boolean>();
  for (const [key, value] of puts) {
    const [kind, table] = key.split('/');
    if (table === undefined || !['table', 'end', 'log'].includes(kind!)) continue;
    tables.set(table, tables.get(table) || (kind === 'table' && value !== null));
  }
  return tables;
}

/** True if the browser keeps nothing for this address, or nothing at all. */
export const isDenied = (error: unknown): boolean =>
  typeof indexedDB === 'undefined' ||
  indexedDB === null ||
  /^SecurityError|denied/.test(`${(error as Error).name} ${(error as Error).message}`);

/** For a browser that keeps nothing: what is played ends with the page. */
export function inMemory(): Storage {
  const values = new Map<string, string>();
  let version = 0;
  const written = (): Written => ({ version: ++version, isEmpty: values.size === 0 });
  return {
    all: async () => ({ data: [...values], version }),
    version: async () => version,
    tables: async () => tablesIn([...values.keys()]),
    async write(puts) {
      for (const [key, value] of puts)
        if (value === null) values.delete(key);
        else values.set(key, value);
      return written();
    },
    async clear() {
      values.clear();
      return written();
    },
    async own() {},
  };
}

const tablesIn = (keys: readonly string[]): string[] =>
  keys.flatMap((key) => (key.startsWith(TABLE) ? [key.slice(TABLE.length)] : []));

export async function openStorage(): Promise<Storage> {
  const opening = indexedDB.open(NAME, 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore(STORED);
    opening.result.createObjectStore(META);
  };
  const db = await done(opening);
  const tab = crypto.getRandomValues(new Uint32Array(4)).join('-');

  async function write<R>(does: (store: IDBObjectStore, meta: IDBObjectStore) => Promise<R>): Promise<R> {
    const change = db.transaction([STORED, META], 'readwrite', { durability: 'strict' });
    const ended = new Promise<void>((resolve, reject) => {
      change.oncomplete = () => resolve();
      change.onabort = () => reject(change.error ?? new Error('the write was aborted'));
    });
    // Whoever waits for it gets the failure; nobody else need.
    ended.catch(() => {});
    try {
      const result = await does(change.objectStore(STORED), change.objectStore(META));
      await ended;
      return result;
    } catch (error) {
      try {
        change.abort();
      } catch {
        /* it has ended by itself */
      }
      // Why it ended: what was asked of it meanwhile was only aborted.
      throw change.error ?? error;
    }
  }

  /** Counts a write. */
  async function written(store: IDBObjectStore, meta: IDBObjectStore): Promise<Written> {
    const version = ((await done(meta.get(VERSION) as IDBRequest<number | undefined>)) ?? 0) + 1;
    await done(meta.put(version, VERSION));
    return { version, isEmpty: (await done(store.count())) === 0 };
  }

  return {
    async all() {
      const look = db.transaction([STORED, META]);
      const store = look.objectStore(STORED);
      const [keys, values, version] = await Promise.all([
        done(store.getAllKeys()),
        done(store.getAll() as IDBRequest<string[]>),
        done(look.objectStore(META).get(VERSION) as IDBRequest<number | undefined>),
      ]);
      return { data: keys.map((key, i) => [String(key), values[i] as string]), version: version ?? 0 };
    },
    async version() {
      const look = db.transaction(META).objectStore(META).get(VERSION) as IDBRequest<number | undefined>;
      return (await done(look)) ?? 0;
    },
    async tables() {
      const keys = await done(db.transaction(STORED).objectStore(STORED).getAllKeys());
      return tablesIn(keys.map(String));
    },
    write: (puts) =>
      write(async (store, meta) => {
        for (const [table, isMade] of tablesOf(puts)) {
          const owner = await done(meta.get(`owner/${table}`) as IDBRequest<string | undefined>);
          const isThere = (await done(store.getKey(TABLE + table))) !== undefined;
          // A table that was deleted has no owner: only who makes it may write it.
          if (isThere ? owner !== undefined && owner !== tab : !isMade) throw new TakenOver(table);
          if (!isThere) meta.delete(`owner/${table}`);
        }
        for (const [key, value] of puts) {
          if (value === null) store.delete(key);
          else store.put(value, key);
          if (value === null && key.startsWith(TABLE)) meta.delete(`owner/${key.slice(TABLE.length)}`);
        }
        return written(store, meta);
      }),
    clear: () =>
      write(async (store, meta) => {
        const version = await done(meta.get(VERSION) as IDBRequest<number | undefined>);
        store.clear();
        meta.clear();
        meta.put(version ?? 0, VERSION);
        return written(store, meta);
      }),
    own: (table) =>
      write(async (_, meta) => {
        await done(meta.put(tab, `owner/${table}`));
      }),
  };
}
