// The card room in a worker: it gives the module messages and the time, and carries out what it returns.

import type { Locks } from './locks';
import { type FromPage, type FromWorker, INDEX_PREFIXES, type KeyValues } from './messages';
import type { ToPage, ToWorker, WriteOutcome } from './messages';
import type { Module } from './module';
import { isFull, type Storage, Taken } from './storage';
import type { BotWorkers } from './botWorkers';

/** The parts of a runner. */
export interface Parts {
  storage: Storage;
  locks: Locks;
  /** A module that begins with the index of the stored data. */
  begin(index: KeyValues): Promise<Module>;
  botWorkers: BotWorkers;
  /** The net of a game; null if it cannot be fetched now. */
  fetchNet(game: string): Promise<Uint8Array | null>;
  tell(message: FromWorker): void;
}

/** The page's messages after it has begun. */
export type Told = Exclude<ToWorker, { t: 'begin' }>;

type Asked = Extract<Told, { t: 'request' }>;

const PANICKED = { error: { key: 'panicked', words: 'Something went wrong on our side. Try again.' } };

export class ModuleRunner {
  readonly #parts: Parts;
  #module: Module;
  #version: number;
  /** The table of each connection. */
  readonly #connections = new Map<number, string>();
  /** Requests that are not answered yet, with the tables that are let go then. */
  readonly #asked = new Map<number, string[]>();
  #wake: ReturnType<typeof setTimeout> | undefined;
  #thinks = false;
  /** The game whose net what waits is to be done with. */
  #wantsNet: string | null = null;
  /** The module begins again: until then it is told nothing. */
  #restarting: Promise<void> | null = null;

  private constructor(parts: Parts, module: Module, version: number) {
    this.#parts = parts;
    this.#module = module;
    this.#version = version;
  }

  static async open(parts: Parts): Promise<ModuleRunner> {
    const { stored: index, version } = await parts.storage.read(INDEX_PREFIXES);
    const runner = new ModuleRunner(parts, await parts.begin(index), version);
    parts.tell({ t: 'begun', empty: index.length === 0 && (await parts.storage.read([''])).stored.length === 0 });
    return runner;
  }

  /** Whatever happens, a request is answered and a connection is opened or closed. */
  async onMessage(message: Told): Promise<void> {
    try {
      if (message.t === 'request') await this.#ask(message);
      else if (message.t === 'open') await this.#open(message);
      else {
        await this.#ready();
        this.#post(message);
        if (message.t === 'close') this.#left(message.connection);
      }
    } catch (error) {
      console.error(error);
      if (message.t === 'request') this.#fail(message.id);
      else if (message.t === 'open') this.#close(message.connection);
    }
  }

  async #ask(message: Asked): Promise<void> {
    // Only its owner deletes a table.
    const deleted = await this.#deletedBy(message);
    this.#asked.set(message.id, deleted);
    for (const table of deleted) await this.#own(table, true);
    await this.#refresh();
    await this.#ready();
    // The module began again meanwhile, and this was answered.
    if (this.#asked.has(message.id)) this.#post(message);
  }

  /** The tables that a request deletes. */
  async #deletedBy({ method, path }: Asked): Promise<string[]> {
    if (method !== 'DELETE') return [];
    if (path === 'me') return this.#parts.storage.tables();
    const left = /^tables\/([^/]+)\/seat$/.exec(path)?.[1];
    return left === undefined ? [] : [left];
  }

  /** A connection to a table. The tab that has one owns the table. */
  async #open({ connection, table, takeOver }: Extract<Told, { t: 'open' }>): Promise<void> {
    // A table that was loaded to be looked at may not play on as its owner.
    if (!this.#isOpen(table)) this.#post({ t: 'unload', table });
    if (!(await this.#own(table, takeOver))) return this.#close(connection, true);
    await this.#refresh();
    await this.#ready();
    this.#connections.set(connection, table);
    this.#post({ t: 'open', connection, table });
  }

  async #own(table: string, takeOver: boolean): Promise<boolean> {
    const { locks, storage } = this.#parts;
    const isOurs = await locks.acquire(table, takeOver, () => this.#lost(table));
    if (isOurs) await storage.own(table);
    return isOurs;
  }

  #isOpen(table: string): boolean {
    return [...this.#connections.values()].includes(table);
  }

  /** Another tab has taken a table over. */
  #lost(table: string): void {
    this.#parts.locks.release(table);
    for (const [connection, of] of this.#connections) if (of === table) this.#close(connection, true);
    this.#post({ t: 'unload', table });
  }

  /** A connection has ended: with the last one a table is let go. */
  #left(connection: number): void {
    const table = this.#connections.get(connection);
    this.#connections.delete(connection);
    if (table === undefined || this.#isOpen(table)) return;
    this.#post({ t: 'unload', table });
    this.#parts.locks.release(table);
  }

  #close(connection: number, elsewhere = false): void {
    this.#connections.delete(connection);
    this.#parts.tell({ t: 'closed', connection, elsewhere });
  }

  /** Another tab may have stored something. */
  async #refresh(): Promise<void> {
    const { storage } = this.#parts;
    if ((await storage.version()) === this.#version) return;
    const { stored: index, version } = await storage.read(INDEX_PREFIXES);
    this.#version = version;
    this.#post({ t: 'index', index });
  }

  async #ready(): Promise<void> {
    while (this.#restarting) await this.#restarting;
  }

  #post(message: FromPage): void {
    if (this.#restarting) return;
    try {
      const { out, wake_ms, thinks, wants_net } = this.#module.post(message);
      this.#wantsNet = wants_net;
      for (const one of out) this.#carryOut(one);
      this.#wait(wake_ms);
      if (thinks) this.#think();
    } catch (error) {
      this.#restart(error);
    }
  }

  #carryOut(one: ToPage): void {
    const { botWorkers, storage, tell } = this.#parts;
    if (one.t === 'store') void this.#store(one.write, () => storage.put(one.changes));
    else if (one.t === 'read') void this.#read(one.read, one.prefixes);
    else if (one.t === 'clear') void this.#store(one.write, () => storage.clear());
    else if (one.t === 'ask_worker')
      void botWorkers.ask(one.request).then((answer) => this.#post({ t: 'worker_answer', job: one.job, answer }));
    else if (one.t === 'closed') {
      this.#left(one.connection);
      tell(one);
    } else {
      if (one.t === 'response') this.#answered(one.id);
      tell(one);
    }
  }

  async #read(read: number, prefixes: readonly string[]): Promise<void> {
    const module = this.#module;
    try {
      const { stored } = await this.#parts.storage.read(prefixes);
      if (module === this.#module) this.#post({ t: 'read', read, stored });
    } catch (error) {
      // Nothing else answers those who wait for it.
      if (module === this.#module) this.#restart(error);
    }
  }

  async #store(write: number, does: () => Promise<{ version: number; isEmpty: boolean }>): Promise<void> {
    const module = this.#module;
    let outcome: WriteOutcome = 'stored';
    try {
      const { version, isEmpty } = await does();
      // Our own write is known already.
      if (version === this.#version + 1) this.#version = version;
      if (isEmpty) this.#parts.tell({ t: 'emptied' });
    } catch (error) {
      outcome = isFull(error) ? 'full' : 'failed';
      if (error instanceof Taken) this.#lost(error.table);
      else console.error(error);
    }
    if (module === this.#module) this.#post({ t: 'stored', write, outcome });
  }

  /** A request is answered: what it deleted is let go. */
  #answered(id: number): void {
    for (const table of this.#asked.get(id) ?? []) if (!this.#isOpen(table)) this.#parts.locks.release(table);
    this.#asked.delete(id);
  }

  #fail(id: number): void {
    this.#answered(id);
    this.#parts.tell({ t: 'response', id, status: 500, body: JSON.stringify(PANICKED) });
  }

  #wait(ms: number | null): void {
    clearTimeout(this.#wake);
    if (ms !== null) this.#wake = setTimeout(() => this.#post({ t: 'time' }), Math.max(0, ms - performance.now()));
  }

  /** After what has come meanwhile was read. */
  #think(): void {
    if (this.#thinks) return;
    this.#thinks = true;
    setTimeout(async () => {
      const net = await this.#net();
      this.#thinks = false;
      if (this.#restarting) return;
      try {
        if (net) this.#module.loadNet(net.game, net.file);
        this.#module.think();
      } catch (error) {
        this.#restart(error);
        return;
      }
      this.#post({ t: 'time' });
    });
  }

  /** The net that is wanted. Without it advice is given by rule players. */
  async #net(): Promise<{ game: string; file: Uint8Array } | null> {
    const game = this.#wantsNet;
    const file = game === null ? null : await this.#parts.fetchNet(game);
    return game !== null && file ? { game, file } : null;
  }

  /** A bug stops the module for good: it begins again with what is stored. The page connects again by itself. */
  #restart(error: unknown): void {
    console.error(error);
    if (this.#restarting) return;
    this.#restarting = this.#beginAgain().then(() => {
      this.#restarting = null;
    });
    this.#restarting.catch((why: unknown) => this.#parts.tell({ t: 'failed', why: String(why) }));
  }

  async #beginAgain(): Promise<void> {
    const { begin, locks, storage } = this.#parts;
    clearTimeout(this.#wake);
    for (const table of new Set(this.#connections.values())) locks.release(table);
    for (const connection of [...this.#connections.keys()]) this.#close(connection);
    for (const id of [...this.#asked.keys()]) this.#fail(id);
    const { stored: index, version } = await storage.read(INDEX_PREFIXES);
    this.#module = await begin(index);
    this.#version = version;
  }
}
