// The storage of this device, in IndexedDB: the module's keys and values, and the owner of each table, which is a tab.
// If a tab is no longer the owner of a table, it cannot write to the table. Even a write that has already begun then
// fails.

import type { KeyChanges, KeyValues } from './messages';

const NAME = 'cardroom';
const KEPT = 'kept';
/** The store for `owner/TABLE`, the tab that owns a table, and for `version`, the number of writes so far. */
const META = 'meta';
const VERSION = 'version';
const TABLE = 'table/';

/** The error of a write to a table that another tab owns or has deleted. */
export class Taken extends Error {
  readonly table: string;
  constructor(table: string) {
    super(`another tab has table ${table}`);
    this.table = table;
  }
}

/** Returns whether a write failed because the device has no space. */
export const isFull = (error: unknown): boolean => (error as { name?: unknown } | null)?.name === 'QuotaExceededError';

export interface Written {
  /** The version after this write. */
  version: number;
  /** True if nothing is stored any more. */
  isEmpty: boolean;
}

export interface Storage {
  /** Reads all keys that begin with any of these prefixes, with their values, and the version of the whole storage. */
  read(prefixes: readonly string[]): Promise<{ stored: KeyValues; version: number }>;
  version(): Promise<number>;
  /** Returns the ids of all tables. */
  tables(): Promise<string[]>;
  /** Writes all changes or none. Rejects with {@link Taken}, or with the browser's error ({@link isFull}). */
  put(changes: KeyChanges): Promise<Written>;
  /** Deletes everything, whichever tabs own it. */
  clear(): Promise<Written>;
  /** Makes this tab the owner of a table. From then on writes of other tabs to the table fail. */
  own(table: string): Promise<void>;
}

const done = <R>(request: IDBRequest<R>): Promise<R> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Returns the tables of a write, and for each table whether the write creates it. Results, records and the player's
 * name belong to no table. If they did, the stored owner would lock out other tabs, even after its tab is closed. */
export function tablesOf(changes: KeyChanges): Map<string, boolean> {
  const tables = new Map<string, boolean>();
  for (const [key, value] of changes) {
    const [kind, table] = key.split('/');
    if (table === undefined || !['table', 'end', 'log'].includes(kind!)) continue;
    tables.set(table, tables.get(table) || (kind === 'table' && value !== null));
  }
  return tables;
}

/** Returns whether the browser does not allow this address, or any address, to store data. */
export const isDenied = (error: unknown): boolean =>
  typeof indexedDB === 'undefined' ||
  indexedDB === null ||
  /^SecurityError|denied/.test(`${(error as Error).name} ${(error as Error).message}`);

/** Returns whether a change of the key or prefix `name` affects this key. */
const isNamed = (key: string, name: string): boolean => (name.endsWith('/') ? key.startsWith(name) : key === name);

/** Returns a storage in memory, for a browser that stores nothing. Its games are lost when the page is closed. */
export function inMemory(): Storage {
  const kept = new Map<string, string>();
  let version = 0;
  const written = (): Written => ({ version: ++version, isEmpty: kept.size === 0 });
  return {
    read: async (prefixes) => ({
      stored: [...kept].filter(([key]) => prefixes.some((prefix) => key.startsWith(prefix))).sort(),
      version,
    }),
    version: async () => version,
    tables: async () => tablesIn([...kept.keys()]),
    async put(changes) {
      for (const [key, value] of changes)
        if (value !== null) kept.set(key, value);
        else for (const stored of [...kept.keys()]) if (isNamed(stored, key)) kept.delete(stored);
      return written();
    },
    async clear() {
      kept.clear();
      return written();
    },
    async own() {},
  };
}

/** Returns the range of keys that begin with this prefix. */
const beginsWith = (prefix: string): IDBKeyRange => IDBKeyRange.bound(prefix, `${prefix}\uffff`);

const tablesIn = (keys: readonly string[]): string[] =>
  keys.flatMap((key) => (key.startsWith(TABLE) ? [key.slice(TABLE.length)] : []));

export async function openStorage(): Promise<Storage> {
  const opening = indexedDB.open(NAME, 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore(KEPT);
    opening.result.createObjectStore(META);
  };
  const db = await done(opening);
  const tab = crypto.getRandomValues(new Uint32Array(4)).join('-');

  async function write<R>(does: (kept: IDBObjectStore, meta: IDBObjectStore) => Promise<R>): Promise<R> {
    const change = db.transaction([KEPT, META], 'readwrite', { durability: 'strict' });
    const ended = new Promise<void>((resolve, reject) => {
      change.oncomplete = () => resolve();
      change.onabort = () => reject(change.error ?? new Error('the write was aborted'));
    });
    // A failure of the transaction also reaches the caller, who awaits `ended`. This handler only prevents the report
    // of an unhandled rejection.
    ended.catch(() => {});
    try {
      const result = await does(change.objectStore(KEPT), change.objectStore(META));
      await ended;
      return result;
    } catch (error) {
      try {
        change.abort();
      } catch {
        /* the transaction has ended by itself */
      }
      // Reports the reason why the transaction was aborted, because its other requests only report that it was.
      throw change.error ?? error;
    }
  }

  /** Increases the version, and returns it. */
  async function written(kept: IDBObjectStore, meta: IDBObjectStore): Promise<Written> {
    const version = ((await done(meta.get(VERSION) as IDBRequest<number | undefined>)) ?? 0) + 1;
    await done(meta.put(version, VERSION));
    return { version, isEmpty: (await done(kept.count())) === 0 };
  }

  return {
    async read(prefixes) {
      const look = db.transaction([KEPT, META]);
      const kept = look.objectStore(KEPT);
      const readOne = async (prefix: string): Promise<KeyValues> => {
        const range = beginsWith(prefix);
        const [keys, values] = await Promise.all([
          done(kept.getAllKeys(range)),
          done(kept.getAll(range) as IDBRequest<string[]>),
        ]);
        return keys.map((key, i) => [String(key), values[i] as string]);
      };
      const [version, ...read] = await Promise.all([
        done(look.objectStore(META).get(VERSION) as IDBRequest<number | undefined>),
        ...prefixes.map(readOne),
      ]);
      return { stored: read.flat(), version: version ?? 0 };
    },
    async version() {
      const look = db.transaction(META).objectStore(META).get(VERSION) as IDBRequest<number | undefined>;
      return (await done(look)) ?? 0;
    },
    async tables() {
      const keys = await done(db.transaction(KEPT).objectStore(KEPT).getAllKeys());
      return tablesIn(keys.map(String));
    },
    put: (changes) =>
      write(async (kept, meta) => {
        for (const [table, isMade] of tablesOf(changes)) {
          const owner = await done(meta.get(`owner/${table}`) as IDBRequest<string | undefined>);
          const isThere = (await done(kept.getKey(TABLE + table))) !== undefined;
          // A deleted table has no owner. To such a table only a write that creates it is allowed.
          if (isThere ? owner !== undefined && owner !== tab : !isMade) throw new Taken(table);
          if (!isThere) meta.delete(`owner/${table}`);
        }
        for (const [key, value] of changes) {
          if (value === null) kept.delete(key.endsWith('/') ? beginsWith(key) : key);
          else kept.put(value, key);
          if (value === null && key.startsWith(TABLE)) meta.delete(`owner/${key.slice(TABLE.length)}`);
        }
        return written(kept, meta);
      }),
    clear: () =>
      write(async (kept, meta) => {
        const version = await done(meta.get(VERSION) as IDBRequest<number | undefined>);
        kept.clear();
        meta.clear();
        meta.put(version ?? 0, VERSION);
        return written(kept, meta);
      }),
    own: (table) =>
      write(async (_, meta) => {
        await done(meta.put(tab, `owner/${table}`));
      }),
  };
}
