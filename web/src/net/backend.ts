// The two backends of the page: a server, or the card room inside this browser (web/src/offline). Both use the messages
// of docs/develop/protocol.md. So the code that uses this file does not distinguish the two backends.

import { signal } from '@preact/signals';

/** The part of a WebSocket that the page uses. */
export interface TableSocket {
  readonly readyState: number;
  onopen: (() => void) | null;
  onmessage: ((e: { data: unknown }) => void) | null;
  onclose: ((e: { reason: string }) => void) | null;
  send(text: string): void;
  close(): void;
}

export interface Backend {
  /** Sends a request; `path` is the part of the address after `/api/v1/`. */
  request(path: string, init: RequestInit): Promise<Response>;
  socket(table: string): TableSocket;
}

/** True in the build of static files, which runs without a server. */
export const WITHOUT_SERVER = import.meta.env.MODE === 'site';

/** The reason with which the socket of a table on this device is closed if the table is open in another tab. */
export const ELSEWHERE = 'elsewhere';

/** True if new tables are made on this device. */
export const playsAlone = signal(WITHOUT_SERVER);

/** Returns whether a table or a record is on this device. The ids of tables on a server contain no 0. */
export const isOnDevice = (id: string): boolean => WITHOUT_SERVER || id.startsWith('0');

/** The first request that changes something. The answer to it gives a new browser its session. Other requests that
 * change something wait for this answer. Otherwise each request would begin its own session. A browser that only reads
 * needs no session. */
let session: Promise<unknown> | null = null;

/** The time in ms after which a request without an answer has failed. A dead connection causes no event, so only this
 * limit detects it. */
const ANSWER_MS = 30_000;

export const server: Backend = {
  async request(path, init) {
    const url = `/api/v1/${path}`;
    if (init.method === 'GET') return fetch(url, { signal: AbortSignal.timeout(ANSWER_MS), ...init });
    const refusal = await import('./cookies').then(
      (part) => part.refuseWithoutCookie(),
      () => null,
    );
    if (refusal) return refusal;
    // `await` always pauses this function. So it is used only if there is a promise. Otherwise two requests of the same
    // moment would both find no session.
    if (session) await session;
    const answer = fetch(url, init);
    session ??= answer.catch(() => {
      session = null;
    });
    return answer;
  },
  socket(table) {
    const base = location.origin.replace(/^http/, 'ws');
    return new WebSocket(`${base}/api/v1/tables/${encodeURIComponent(table)}/socket?shuffles=1`) as TableSocket;
  },
};

let device: Backend | null = null;
/** Sets the backend of this device. web/src/offline/deviceBackend.ts calls this function when it is loaded. */
export const setDevice = (loaded: Backend): void => {
  device = loaded;
};
/** Loads the card room in this browser. The card room's files are in a higher folder, so this file may not import them.
 * web/src/main.tsx sets `load` instead. */
export const deviceLoader: { load?(): Promise<{ device: Backend }> } = {};

/** Returns the backend that answers a request. The card room in this browser is loaded when it is first needed. */
export async function backendOf(path: string): Promise<Backend> {
  const table = /^(?:tables|records)\/([^/?]+)/.exec(path)?.[1];
  return (table ? isOnDevice(table) : playsAlone.value) ? (await deviceLoader.load!()).device : server;
}

/** Opens the socket of a table. For a table on this device the card room must already be loaded ({@link backendOf}). */
export const socketOf = (table: string): TableSocket => (isOnDevice(table) && device ? device : server).socket(table);
