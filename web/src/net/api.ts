// Requests over HTTP.

import { backendOf, type Backend, isOnDevice, server } from './backend';
import { readStep } from './events';
import type { DealHistory, ErrorDetail, GameInfo, Me, NewTable, RecordPlace, SeatTaken } from './protocol';
import type * as gen from './protocol.gen';

/** A refused request, with the server's words. If no answer came, `status` is 0. If, in addition, the request went to
 * the card room of this device, `key` is 'device'. */
export class ApiError extends Error {
  readonly key: string;
  readonly words: string;
  readonly status: number;
  /** The place of an error in a file of records. */
  readonly place: RecordPlace | undefined;
  constructor(key: string, words: string, status: number, place?: RecordPlace) {
    super(words);
    this.key = key;
    this.words = words;
    this.status = status;
    this.place = place;
  }
}

/** Sends a request. `from`: the backend that answers; if it is absent, the path decides. */
export async function ask<R>(
  path: string,
  body?: unknown,
  method = body === undefined ? 'GET' : 'POST',
  from: Backend | Promise<Backend> = backendOf(path),
): Promise<R> {
  const answer = await askedOf(
    from,
    path,
    body === undefined
      ? { method }
      : { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  );
  if (answer.status === 204) return null as R;
  if (!answer.ok) throw await refused(answer);
  const read = (await answer.json().catch(() => null)) as R | null;
  if (read === null) throw new ApiError('', '', answer.status);
  return read;
}

/** Returns the reason for a refusal. */
export async function refused(answer: Response): Promise<ApiError> {
  const text = (await answer.json().catch(() => null)) as { error?: ErrorDetail } | null;
  const { key = '', words = '', place } = text?.error ?? {};
  return new ApiError(key, words, answer.status, place ?? undefined);
}

/** Returns the answer to a request, whatever its status. */
export async function askedOf(from: Backend | Promise<Backend>, path: string, init: RequestInit): Promise<Response> {
  let isServer = false;
  try {
    const asked = await from;
    isServer = asked === server;
    return await asked.request(path, init);
  } catch {
    throw new ApiError(isServer ? '' : 'device', '', 0);
  }
}

export const games = async (): Promise<GameInfo[]> => (await ask<{ games: GameInfo[] }>('games')).games;
export const me = (): Promise<Me> => ask('me');
export const rename = (name: string): Promise<Me> => ask('me', { name });
export const open = (table: NewTable): Promise<SeatTaken> => seated(ask('tables', table));

/** After a seat was taken, checks that the server recognises the player. If it does not, the browser has stored no
 * cookie. */
export async function seated(taken: Promise<SeatTaken>): Promise<SeatTaken> {
  const { id } = await taken;
  if (!isOnDevice(id))
    import('./cookies')
      .then((part) => part.checkSession(ask))
      .catch(() => {
        /* the next taken seat is checked again */
      });
  return taken;
}
/** Returns those events of the current deal that the reader's seat may know. */
export async function course(id: string): Promise<DealHistory> {
  const history = await ask<gen.DealHistory>(`tables/${encodeURIComponent(id)}/course`);
  return { ...history, steps: history.steps.map(readStep) };
}
export const recordPath = (id: string): string => `/api/v1/tables/${encodeURIComponent(id)}/record`;

/** Returns the address of a finished deal's replay. */
export const replayPath = (from: 'tables' | 'records', id: string, deal: number): string =>
  from === 'tables' ? `/t/${encodeURIComponent(id)}/replay/${deal + 1}` : `/r/${encodeURIComponent(id)}/${deal + 1}`;
