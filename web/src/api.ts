// What is asked once, over HTTP.

import type { T } from './i18n/words';
import type { Course, GameInfo, Me, NewTable, RecordPlace, SeatTaken } from './protocol';

/** A refusal of the server, in its words; `key` is '' where it could not be reached. */
export class ApiError extends Error {
  readonly key: string;
  readonly words: string;
  readonly status: number;
  /** Where in a file of records. */
  readonly place: RecordPlace | undefined;
  constructor(key: string, words: string, status: number, place?: RecordPlace) {
    super(words);
    this.key = key;
    this.words = words;
    this.status = status;
    this.place = place;
  }
}

/** The first answer to what does something brings a new browser its session. What is done meanwhile waits: each would
 * begin one of its own. Who only looks needs none. */
let session: Promise<unknown> | null = null;

async function request(path: string, init: RequestInit): Promise<Response> {
  if (init.method === 'GET') return fetch(path, init);
  // Without a turn of the loop where there is nothing to wait for: two questions of one moment would both pass.
  if (session) await session;
  const answer = fetch(path, init);
  session ??= answer.catch(() => {
    session = null;
  });
  return answer;
}

export async function ask<R>(path: string, body?: unknown, method = body === undefined ? 'GET' : 'POST'): Promise<R> {
  let answer: Response;
  try {
    answer = await request(
      `/api/v1/${path}`,
      body === undefined
        ? { method }
        : { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
    );
  } catch {
    throw new ApiError('', '', 0);
  }
  if (answer.status === 204) return null as R;
  const text = (await answer.json().catch(() => null)) as (R & { error?: { key: string; words: string } }) | null;
  if (!answer.ok || text === null) throw new ApiError(text?.error?.key ?? '', text?.error?.words ?? '', answer.status);
  return text;
}

export const games = async (): Promise<GameInfo[]> => (await ask<{ games: GameInfo[] }>('games')).games;
export const me = (): Promise<Me> => ask('me');
export const rename = (name: string): Promise<Me> => ask('me', { name });
export const open = (table: NewTable): Promise<SeatTaken> => ask('tables', table);
/** What has happened in the deal in view, as far as this seat may know it. */
export const course = (id: string): Promise<Course> => ask(`tables/${encodeURIComponent(id)}/course`);
export const recordPath = (id: string): string => `/api/v1/tables/${encodeURIComponent(id)}/record`;

/** Where a finished deal is watched again. */
export const replayPath = (from: 'tables' | 'records', id: string, deal: number): string =>
  from === 'tables' ? `/t/${encodeURIComponent(id)}/replay/${deal + 1}` : `/r/${encodeURIComponent(id)}/${deal + 1}`;

/** What went wrong, in the reader's language: by its key. The server's English is for programs (a test compares the
 * keys). */
export function errorWords(error: unknown, t: T): string {
  if (!(error instanceof ApiError)) return t('error.unknown');
  if (error.status === 0) return t('start.offline');
  const key = `error.${error.key}`;
  return t(t.has(key) ? key : 'error.unknown');
}

export type Reached = 'table' | 'nothing' | 'closed' | 'removed' | 'invitation' | 'unknown';

/** What of a table can be reached: a socket that fails to open does not say why. */
export async function reach(id: string): Promise<Reached> {
  try {
    const answer = await fetch(recordPath(id));
    const { ok, status } = answer;
    if (status === 403)
      return ((await answer.json()) as { error?: { key: string } }).error?.key === 'removed' ? 'removed' : 'invitation';
    return ok ? 'table' : status === 404 ? 'nothing' : status === 410 ? 'closed' : 'unknown';
  } catch {
    return 'unknown';
  }
}
