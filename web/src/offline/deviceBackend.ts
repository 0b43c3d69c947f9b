// The page's side of the card room in this browser. It passes requests and the messages of sockets to the worker. The
// worker answers.

import { signal } from '@preact/signals';
import { type Backend, ELSEWHERE, setDevice, type TableSocket } from '../net/backend';
import { wantsPeople } from '../i18n/load';
import { reloadIfStale } from '../net/installedPage';
import { linksBecomeFiles } from './downloads';
import { hasDeviceTables, markDeviceTables } from './deviceMark';
import type { FromWorker, ToWorker } from './messages';

type OpenSocket = TableSocket & { readyState: number };

const OPEN = 1;
const CLOSED = 3;

const requests = new Map<number, { resolve(answer: Response): void; reject(error: Error): void }>();
const sockets = new Map<number, OpenSocket>();
let count = 0;
let worker: Worker | null = null;

/** Returns the delay in ms before a bot acts, if a test has set a delay. Null if bots wait for a natural time. */
function botDelay(): number | null {
  try {
    const delay = localStorage.getItem('cardroom.bot-delay-ms');
    return delay === null ? null : Number(delay);
  } catch {
    return null;
  }
}

function postToWorker(message: ToWorker): void {
  if (!worker) {
    worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'cardroom' });
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => onMessage(data);
    worker.onerror = () => fail('the worker cannot be loaded');
    const begin: ToWorker = { t: 'begin', botDelayMs: botDelay() };
    worker.postMessage(begin);
  }
  worker.postMessage(message);
}

/** Handles a card room that failed to start. Pending requests fail as if no server had answered, and the next request
 * starts the card room again. */
function fail(why: string): void {
  console.error(why);
  void reloadIfStale();
  worker?.terminate();
  worker = null;
  for (const { reject } of requests.values()) reject(new Error(why));
  requests.clear();
  for (const [connection, socket] of sockets) close(connection, socket, '');
}

/** True if the browser has deleted the tables that were stored here. */
export const evicted = signal(false);

function onMessage(message: FromWorker): void {
  if (message.t === 'failed') return fail(message.why);
  if (message.t === 'begun') {
    evicted.value = message.empty && hasDeviceTables();
    return;
  }
  if (message.t === 'emptied') return markDeviceTables(false);
  if (message.t === 'response') {
    const { id, status, body } = message;
    if (status === 201) {
      markDeviceTables(true);
      // If the browser does not grant persistent storage, it may delete the data when the device is full.
      void navigator.storage?.persist?.();
    }
    requests.get(id)?.resolve(new Response(status === 204 ? null : body, { status }));
    requests.delete(id);
    return;
  }
  const socket = sockets.get(message.connection);
  if (!socket) return;
  if (message.t === 'opened') {
    socket.readyState = OPEN;
    socket.onopen?.();
  } else if (message.t === 'message') socket.onmessage?.({ data: message.text });
  else close(message.connection, socket, message.elsewhere ? ELSEWHERE : '');
}

function close(connection: number, socket: OpenSocket, reason: string): void {
  sockets.delete(connection);
  socket.readyState = CLOSED;
  socket.onclose?.({ reason });
}

async function request(path: string, init: RequestInit): Promise<Response> {
  const id = ++count;
  const { body: sent } = init;
  const body =
    sent instanceof Blob ? await sent.text() : typeof sent === 'string' ? (JSON.parse(sent) as unknown) : null;
  return new Promise((resolve, reject) => {
    requests.set(id, { resolve, reject });
    postToWorker({ t: 'request', id, method: init.method ?? 'GET', path, body });
  });
}

/** The tables that this tab will take over from another tab when it opens them. */
const takenOver = new Set<string>();
export const takeOver = (table: string): void => {
  takenOver.add(table);
};

/** Returns a socket for a table of this device. */
function socket(table: string): TableSocket {
  const connection = ++count;
  const socket: OpenSocket = {
    readyState: 0,
    onopen: null,
    onmessage: null,
    onclose: null,
    send(text) {
      // The page answers the ping itself, because the worker is alive even while it computes.
      if (text === '{"t":"ping"}') socket.onmessage?.({ data: '{"t":"pong"}' });
      else postToWorker({ t: 'command', connection, text });
    },
    close() {
      if (!sockets.delete(connection)) return;
      socket.readyState = CLOSED;
      postToWorker({ t: 'close', connection });
    },
  };
  sockets.set(connection, socket);
  postToWorker({ t: 'open', connection, table, takeOver: takenOver.delete(table) });
  return socket;
}

export const device: Backend = { request, socket };
setDevice(device);
linksBecomeFiles(device);
// The words for this backend's refusals are in the word list web/lang/people.
wantsPeople.value = true;
