// What is asked once, over HTTP.

import type { GameInfo, Me, NewTable } from './protocol';

/** A refusal of the server, in its words; `key` is '' where it could not be reached. */
export class ApiError extends Error {
  readonly key: string;
  readonly status: number;
  constructor(key: string, words: string, status: number) { super(words); this.key = key; this.status = status; }
}

async function ask<R>(path: string, body?: unknown): Promise<R> {
  let answer: Response;
  try {
    answer = await fetch(`/api/v1/${path}`, body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  } catch {
    throw new ApiError('', '', 0);
  }
  const text = await answer.json().catch(() => null) as (R & { error?: { key: string; words: string } }) | null;
  if (!answer.ok || text === null) throw new ApiError(text?.error?.key ?? '', text?.error?.words ?? '', answer.status);
  return text;
}

export const games = async (): Promise<GameInfo[]> => (await ask<{ games: GameInfo[] }>('games')).games;
export const me = (): Promise<Me> => ask('me');
export const rename = (name: string): Promise<Me> => ask('me', { name });
export const open = (table: NewTable): Promise<{ id: string; seat: number }> => ask('tables', table);
export const recordPath = (id: string): string => `/api/v1/tables/${encodeURIComponent(id)}/record`;

/** Is there such a table at all? A socket that fails to open does not say why. */
export async function exists(id: string): Promise<boolean> {
  try { return (await fetch(recordPath(id))).status !== 404; } catch { return true; }
}
