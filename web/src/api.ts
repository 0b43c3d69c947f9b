// What is asked once, over HTTP.

import type { T } from './i18n/words';
import type { GameInfo, Me, NewTable } from './protocol';

/** A refusal of the server, in its words; `key` is '' where it could not be reached. */
export class ApiError extends Error {
  readonly key: string;
  readonly words: string;
  readonly status: number;
  constructor(key: string, words: string, status: number) { super(words); this.key = key; this.words = words; this.status = status; }
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

/** What went wrong, for the reader: by its key in the reader's language, else as the server words it. */
export function errorWords(error: unknown, t: T): string {
  if (!(error instanceof ApiError)) return t('error.unknown');
  if (error.status === 0) return t('start.offline');
  const key = `error.${error.key}`;
  // The server's English names what does not fit; other languages say what kind of thing it is.
  return t.has(key) && !(t.language === 'en' && error.words) ? t(key) : error.words || t('error.unknown');
}

/** Is there such a table at all? A socket that fails to open does not say why. */
export async function exists(id: string): Promise<boolean> {
  try { return (await fetch(recordPath(id))).status !== 404; } catch { return true; }
}
