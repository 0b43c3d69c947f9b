// The two backends of the page: a server, or the card room inside this browser (web/src/offline). Both speak the
// messages of docs/protocol.md, so everything above this file is the same for both.

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
  /** `path` is what follows `/api/v1/`. */
  request(path: string, init: RequestInit): Promise<Response>;
  socket(table: string): TableSocket;
}

/** A page of static files knows no server. */
export const WITHOUT_SERVER = import.meta.env.MODE === 'site';

/** Why a socket of this device is closed: the table is open in another tab. */
export const ELSEWHERE = 'elsewhere';

/** True if new tables are made on this device. */
export const playsAlone = signal(WITHOUT_SERVER);

/** True if a table or a record is on this device. Ids of a server's tables have no 0. */
export const isOnDevice = (id: string): boolean => WITHOUT_SERVER || id.startsWith('0');

/** The first answer to a request that changes something brings a new browser its session. Other such requests wait
 * meanwhile: each would begin a session of its own. A browser that only looks needs none. */
let session: Promise<unknown> | null = null;

/** After so many ms a question without an answer has failed: its connection may have died without a word. */
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
    // Without a turn of the loop where there is nothing to wait for: two questions of one moment would both pass.
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
/** Called by web/src/offline/deviceBackend.ts when it is loaded. */
export const setDevice = (loaded: Backend): void => {
  device = loaded;
};
/** Loads the card room in this browser. It is built of files above this one: web/src/main.tsx says how. */
export const deviceLoader: { load?(): Promise<{ device: Backend }> } = {};

/** The backend that answers a request. The card room in this browser is loaded when it is first needed. */
export async function backendOf(path: string): Promise<Backend> {
  const table = /^(?:tables|records)\/([^/?]+)/.exec(path)?.[1];
  return (table ? isOnDevice(table) : playsAlone.value) ? (await deviceLoader.load!()).device : server;
}

/** A socket of a table. One on this device is opened by a page that has loaded its card room ({@link backendOf}). */
export const socketOf = (table: string): TableSocket => (isOnDevice(table) && device ? device : server).socket(table);
