// The chunks of the module that the messages of a new visitor need. They are loaded before the module gets a message.
// If a chunk is missing here, the module asks for it in the middle of a call (chunks.ts). Then the worker waits, and a
// lost network stops the module.

import { ALL, whole } from './chunks';
import type { Told } from './moduleRunner';

export class NeededChunks {
  /** The games of the tables that were opened here. */
  readonly #games = new Set<string>();
  /** The games that have a deal of the day. */
  #solved: string[] = [];
  /** The request for the list of games. */
  #list: number | null = null;

  /** Returns the chunks that a message needs. */
  by(message: Told): readonly string[] {
    if (message.t === 'open') return [...this.#games];
    if (message.t !== 'request') return this.later();
    const { id, method, path, body } = message;
    if (path === 'games') this.#list = id;
    if (method === 'GET' && (path === 'games' || path === 'me')) return [];
    const { game } = (body ?? {}) as { game?: string };
    if (game !== undefined) this.#games.add(game);
    if (method === 'POST' && path === 'tables') return [...this.#games];
    // Records and imported tables can be of any game.
    if (/^(records|me\/data)/.test(path)) return ALL;
    const lesson = /^lessons\/([^/?]+)/.exec(path)?.[1];
    return whole([...this.#games, ...(path === 'daily' ? this.#solved : []), ...(lesson ? [lesson] : [])]);
  }

  /** Returns the chunks that will be needed after the first card. */
  later(): readonly string[] {
    return whole(this.#games);
  }

  /** Reads the list of games. */
  onResponse(id: number, body: string): void {
    if (id !== this.#list) return;
    const { games } = JSON.parse(body) as { games: { id: string; solved: boolean }[] };
    this.#solved = games.filter(({ solved }) => solved).map((game) => game.id);
  }
}
