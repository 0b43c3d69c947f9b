// One WebSocket a table. It comes back by itself, and what was sent without an answer is sent again under the same
// `cmd`. A dead connection (a device that slept, another network) gives no event: so a page that receives nothing
// pings, and connects again.

import { signal, type Signal } from '@preact/signals';
import { ELSEWHERE, isOnDevice, socketOf, type TableSocket } from './backend';
import { readStep } from './events';
import type { Command, Frame, Message, Notice, Refusal, People, ChatLine, SharedShuffle } from './protocol';
import { reloadIfStale } from './installedPage';

export type LineState = 'connecting' | 'open' | 'lost';

type Numbered = Exclude<Command, { t: 'frame' | 'ping' }>;
/** Each kind of command without its `cmd`. */
export type Order = Numbered extends infer C ? (C extends Numbered ? Omit<C, 'cmd'> : never) : never;

/** Messages that answer a command with something. */
export type Answer = Extract<Message, { t: 'advice' | 'demo' | 'turning_point' | 'advised' | 'analysis' }>;

/** `onProgress` gets how far it has come, where the answer takes its time. */
interface Waiting {
  command: Command;
  sent: number;
  answer(refusal: Refusal | null, answer?: Answer): void;
  onProgress?: OnProgress | undefined;
}
export type OnProgress = (done: number, of: number) => void;

/** `readyState` of a socket that is open. */
const OPEN = 1;
const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 4_000;
/** Nothing was received for so long: is the server still there? A page that nobody sees need not know so soon. */
const QUIET_MS = 8_000;
const QUIET_HIDDEN_MS = 30_000;
/** A ping is answered within this, or the connection is dead. Thinking takes longer, but the connection answers by
 * itself. */
const ANSWER_MS = 5_000;
/** A line that does not open within this never will: its first packets went astray. */
const OPEN_MS = 10_000;
/** A connection younger than this is not replaced. */
const FRESH_MS = 2_000;
/** A timer this late has slept with the device, or in a hidden tab: messages may not be read yet. */
const LATE_MS = 2_000;

export interface Socket {
  line: Signal<LineState>;
  send(order: Order): Promise<Refusal | null>;
  /** A question that is answered with more than yes or no. */
  ask(order: Order, onProgress?: OnProgress): Promise<Answer | Refusal>;
  /** Try again now, without waiting; a line that is open is tried too. */
  retry(): void;
  close(): void;
}

export interface Listener {
  frame(frame: Frame): void;
  /** The people at the table, whole. */
  room(room: People): void;
  /** New lines of chat, or the latest ones. */
  talk(lines: readonly ChatLine[]): void;
  notice(notice: Notice): void;
  /** How the cards are, or were, shuffled together. */
  shuffle(shuffle: SharedShuffle): void;
  error(words: string, key: string): void;
  /** A connection could not be made, or nothing came over it. */
  onUnreachable?(): void;
  /** Another tab of this browser has the table. */
  onTakenOver?(): void;
}

export function connect(table: string, listener: Listener): Socket {
  const line = signal<LineState>('connecting');
  const waiting = new Map<string, Waiting>();
  const prefix = Math.random().toString(36).slice(2, 10);
  let count = 0;
  let ws: TableSocket | null = null;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastFrame: number | null = null;
  let closed = false;
  // Of the line in use: when it was opened or last active, when we last pinged, and whether that is still open.
  let lastActivity = 0;
  let pingedAt = 0;
  let isPinging = false;
  let graceUsed = false;
  /** True once anything was received on it: some filters let a line open, and nothing through. */
  let hasReceived = false;
  let checkTimer: ReturnType<typeof setTimeout> | undefined;

  const isOpen = () => ws?.readyState === OPEN;
  const transmit = (command: Command) => {
    if (isOpen()) ws!.send(JSON.stringify(command));
  };

  function openConnection(): void {
    clearTimeout(timer);
    abandon();
    hasReceived = false;
    lastActivity = performance.now();
    let socket: TableSocket;
    try {
      socket = socketOf(table);
    } catch {
      // A browser, or something in it, that has no sockets.
      return onLost();
    }
    ws = socket;
    socket.onopen = () => {
      if (ws !== socket) return;
      lastFrame = null;
      // A server that was away can be another one now, with another page.
      if (line.value === 'lost' && !isOnDevice(table)) void reloadIfStale();
      line.value = 'open';
      lastActivity = performance.now();
      for (const entry of waiting.values()) {
        entry.sent = lastActivity;
        transmit(entry.command);
      }
      scheduleCheck();
    };
    socket.onmessage = (e) => {
      if (ws !== socket) return;
      failures = 0;
      hasReceived = true;
      lastActivity = performance.now();
      isPinging = graceUsed = false;
      onMessage(JSON.parse(String(e.data)) as Message);
      scheduleCheck();
    };
    socket.onclose = (e) => {
      if (ws !== socket) return;
      if (e.reason === ELSEWHERE) {
        abandon();
        line.value = 'lost';
        return listener.onTakenOver?.();
      }
      onLost(e.reason);
    };
    scheduleCheck();
  }

  /** Lets go of a line, without waiting for what may never come. */
  function abandon(): void {
    clearTimeout(checkTimer);
    const old = ws;
    ws = null;
    isPinging = graceUsed = false;
    old?.close();
  }

  function onLost(reason = ''): void {
    abandon();
    line.value = 'lost';
    // A little chance keeps a room full of pages from knocking together.
    const usual = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures++) * (0.75 + Math.random() / 2);
    // A server that stops gives each page its own moment.
    const wait = Number(/^retry=(\d+)$/.exec(reason)?.[1] ?? usual);
    timer = setTimeout(openConnection, wait);
    if (!hasReceived) listener.onUnreachable?.();
  }

  /** Checks the line again when something ought to have been received. */
  function scheduleCheck(): void {
    clearTimeout(checkTimer);
    if (!ws) return;
    let due = lastActivity + OPEN_MS;
    if (isPinging) due = pingedAt + ANSWER_MS;
    else if (isOpen()) {
      due = lastActivity + (document.visibilityState === 'visible' ? QUIET_MS : QUIET_HIDDEN_MS);
      // A command that is not answered is asked about once: some need time.
      for (const { sent } of waiting.values()) if (sent >= pingedAt) due = Math.min(due, sent + ANSWER_MS);
    }
    checkTimer = setTimeout(
      () => {
        if (isOpen() && !isPinging) return ping();
        if (graceUsed || performance.now() < due + LATE_MS) return onLost();
        graceUsed = true;
        isPinging = false;
        lastActivity = performance.now();
        if (isOpen()) ping();
        else scheduleCheck();
      },
      Math.max(0, due - performance.now()),
    );
  }

  /** Checks that the server is still there. */
  function ping(): void {
    if (!isOpen() || isPinging) return;
    isPinging = true;
    pingedAt = performance.now();
    transmit({ t: 'ping' });
    scheduleCheck();
  }

  function onMessage(message: Message): void {
    switch (message.t) {
      case 'frame':
        // A missed frame: its events are lost, the position is not.
        if (lastFrame !== null && message.n > lastFrame + 1) transmit({ t: 'frame' });
        if (lastFrame !== null && message.n < lastFrame) return;
        listener.frame(readStep(message.n === lastFrame ? { ...message, since: [] } : message));
        lastFrame = message.n;
        return;
      case 'room':
        return listener.room(message);
      case 'talk':
        return listener.talk(message.lines);
      case 'notice':
        return listener.notice(message);
      case 'shuffle':
        return listener.shuffle(message);
      case 'done':
        return resolveCommand(message.cmd, null);
      case 'refused':
      case 'answer':
        return resolveCommand(message.cmd, message.refusal);
      case 'advice':
      case 'demo':
      case 'turning_point':
      case 'advised':
      case 'analysis':
        return resolveCommand(message.cmd, null, message);
      case 'analysing':
        return waiting.get(message.cmd)?.onProgress?.(message.done, message.of);
      case 'pong':
        return;
      case 'error':
        return listener.error(message.words, message.key);
    }
  }

  function resolveCommand(cmd: string, refusal: Refusal | null, message?: Answer): void {
    waiting.get(cmd)?.answer(refusal, message);
    waiting.delete(cmd);
  }

  function sendCommand(order: Order, answer: Waiting['answer'], onProgress?: OnProgress): void {
    const command = { ...order, cmd: `${prefix}-${++count}` } as Command & { cmd: string };
    waiting.set(command.cmd, { command, sent: performance.now(), answer, onProgress });
    transmit(command);
    scheduleCheck();
  }

  function retry(): void {
    if (isOpen()) return ping();
    if (closed || (ws && performance.now() < lastActivity + FRESH_MS)) return;
    failures = 0;
    openConnection();
  }
  const onVisibility = () => {
    if (document.visibilityState === 'visible') retry();
  };
  addEventListener('online', retry);
  // A server on this machine is there without a network.
  addEventListener('offline', ping);
  document.addEventListener('visibilitychange', onVisibility);
  openConnection();

  return {
    line,
    send: (order) => new Promise((resolve) => sendCommand(order, resolve)),
    ask: (order, onProgress) =>
      new Promise((resolve) => sendCommand(order, (refusal, message) => resolve(message ?? refusal!), onProgress)),
    retry,
    close() {
      closed = true;
      clearTimeout(timer);
      removeEventListener('online', retry);
      removeEventListener('offline', ping);
      document.removeEventListener('visibilitychange', onVisibility);
      abandon();
    },
  };
}
