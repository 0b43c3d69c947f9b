// Runs the card room in a worker. Passes messages and the time to the module, and carries out the module's requests.

import type { Locks } from './locks';
import { type FromPage, type FromWorker, INDEX_PREFIXES, type KeyValues } from './messages';
import type { ToPage, ToWorker, WriteOutcome } from './messages';
import type { Module } from './module';
import { isFull, type Storage, Taken } from './storage';
import type { BotWorkers } from './botWorkers';

/** The parts that a runner uses. */
export interface Parts {
  storage: Storage;
  locks: Locks;
  /** Starts a module with the index of the stored data. */
  begin(index: KeyValues): Promise<Module>;
  botWorkers: BotWorkers;
  /** Fetches the net of a game; null if that is impossible now. */
  fetchNet(game: string): Promise<Uint8Array | null>;
  tell(message: FromWorker): void;
}

/** The messages of the page other than the first one. */
export type Told = Exclude<ToWorker, { t: 'begin' }>;

type Asked = Extract<Told, { t: 'request' }>;

const PANICKED = { error: { key: 'panicked', words: 'Something went wrong on our side. Try again.' } };

export class ModuleRunner {
  readonly #parts: Parts;
  #module: Module;
  #version: number;
  /** The table of each connection. */
  readonly #connections = new Map<number, string>();
  /** The unanswered requests, each with the tables that it deletes. This tab releases these tables when the request is
   * answered. */
  readonly #asked = new Map<number, string[]>();
  #wake: ReturnType<typeof setTimeout> | undefined;
  #thinks = false;
  /** The game whose net the module's pending work needs. */
  #wantsNet: string | null = null;
  /** The restart of the module, if one goes on. Until it is done, the module receives no messages. */
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

  /** Handles a message. Even after an error, a request gets an answer, and a new connection is opened or closed. */
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
    // Only the owner of a table can delete it, so this tab becomes the owner before the deletion.
    const deleted = await this.#deletedBy(message);
    this.#asked.set(message.id, deleted);
    for (const table of deleted) await this.#own(table, true);
    await this.#refresh();
    await this.#ready();
    // If the module has restarted in the meantime, this request was already answered.
    if (this.#asked.has(message.id)) this.#post(message);
  }

  /** Returns the tables that a request deletes. */
  async #deletedBy({ method, path }: Asked): Promise<string[]> {
    if (method !== 'DELETE') return [];
    if (path === 'me') return this.#parts.storage.tables();
    const left = /^tables\/([^/]+)\/seat$/.exec(path)?.[1];
    return left === undefined ? [] : [left];
  }

  /** Opens a connection to a table. The tab of the connection becomes the owner of the table. */
  async #open({ connection, table, takeOver }: Extract<Told, { t: 'open' }>): Promise<void> {
    // The module may have loaded the table only for reading. When this tab becomes the owner, such a copy must not go
    // on playing. So the copy is unloaded first.
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

  /** Handles the loss of a table that another tab has taken over. */
  #lost(table: string): void {
    this.#parts.locks.release(table);
    for (const [connection, of] of this.#connections) if (of === table) this.#close(connection, true);
    this.#post({ t: 'unload', table });
  }

  /** Handles the end of a connection. If it was the last connection to its table, the table is released. */
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

  /** Reads the index again if another tab may have stored something. */
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
      // Only a restart answers all requests, including those that wait for this read.
      if (module === this.#module) this.#restart(error);
    }
  }

  async #store(write: number, does: () => Promise<{ version: number; isEmpty: boolean }>): Promise<void> {
    const module = this.#module;
    let outcome: WriteOutcome = 'stored';
    try {
      const { version, isEmpty } = await does();
      // The module already knows the effect of its own write, so nothing has to be read again.
      if (version === this.#version + 1) this.#version = version;
      if (isEmpty) this.#parts.tell({ t: 'emptied' });
    } catch (error) {
      outcome = isFull(error) ? 'full' : 'failed';
      if (error instanceof Taken) this.#lost(error.table);
      else console.error(error);
    }
    if (module === this.#module) this.#post({ t: 'stored', write, outcome });
  }

  /** Handles the answer to a request, by releasing the tables that the request deleted. */
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

  /** Runs the module's pending computation after the messages that have arrived before it. */
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

  /** Returns the net that the module needs. If there is none, rule-based bots give the advice. */
  async #net(): Promise<{ game: string; file: Uint8Array } | null> {
    const game = this.#wantsNet;
    const file = game === null ? null : await this.#parts.fetchNet(game);
    return game !== null && file ? { game, file } : null;
  }

  /** Restarts the module from the stored data, because a bug breaks it for good. The page reconnects by itself. */
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
