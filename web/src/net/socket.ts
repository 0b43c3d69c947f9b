// One WebSocket for each table. It reconnects by itself, and sends each unanswered command again with the same `cmd`.
// If the device sleeps or changes its network, the connection dies without an event. Therefore, if a page has received
// nothing for a while, it sends a ping. If no answer comes, it reconnects.

import { signal, type Signal } from '@preact/signals';
import { ELSEWHERE, isOnDevice, socketOf, type TableSocket } from './backend';
import { readStep } from './events';
import type { Command, Frame, Message, Notice, Refusal, Review, People, ChatLine, SharedShuffle } from './protocol';
import { reloadIfStale } from './installedPage';

export type LineState = 'connecting' | 'open' | 'lost';

type Numbered = Exclude<Command, { t: 'frame' | 'ping' }>;
/** Each kind of command without its `cmd`. */
export type Order = Numbered extends infer C ? (C extends Numbered ? Omit<C, 'cmd'> : never) : never;

/** The messages that answer a command with more than its acceptance or refusal. */
export type Answer = Extract<Message, { t: 'advice' | 'demo' | 'turning_point' | 'advised' | 'analysis' }>;

/** A command that is not answered yet. `onProgress` receives the progress of an answer that needs time. */
interface Waiting {
  command: Command;
  sent: number;
  answer(refusal: Refusal | null, answer?: Answer): void;
  onProgress?: OnProgress | undefined;
}
export type OnProgress = (done: number, of: number) => void;

/** The `readyState` of an open socket. */
const OPEN = 1;
const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 4_000;
/** The time in ms without a message after which the page sends a ping. It is longer for a hidden page. */
const QUIET_MS = 8_000;
const QUIET_HIDDEN_MS = 30_000;
/** The time in ms in which a ping must be answered. Otherwise the connection is dead. A busy server also answers pings
 * in time. */
const ANSWER_MS = 5_000;
/** The time in ms in which a connection must open. After that, its first packets are lost, and it will not open any
 * more. */
const OPEN_MS = 10_000;
/** The age in ms below which `retry` does not replace a connection. */
const FRESH_MS = 2_000;
/** If a timer runs later than this many ms, the device slept or the tab was hidden. In this case some messages may have
 * arrived but are not read yet. */
const LATE_MS = 2_000;

export interface Socket {
  line: Signal<LineState>;
  send(order: Order): Promise<Refusal | null>;
  /** Sends a question, whose answer is a message of its own. */
  ask(order: Order, onProgress?: OnProgress): Promise<Answer | Refusal>;
  /** Tries to reconnect immediately; if the connection is open, sends a ping. */
  retry(): void;
  close(): void;
}

export interface Listener {
  frame(frame: Frame): void;
  /** Receives the complete list of the people at the table. */
  room(room: People): void;
  /** Receives new lines of chat, or the latest lines when the page connects. */
  talk(lines: readonly ChatLine[]): void;
  notice(notice: Notice): void;
  /** Receives the state of the shared shuffle, which may still go on or be over. */
  shuffle(shuffle: SharedShuffle): void;
  /** Receives the review of the finished match. */
  review(review: Review): void;
  error(message: Extract<Message, { t: 'error' }>): void;
  /** Handles a connection that did not open, or on which nothing was received. */
  onUnreachable?(): void;
  /** Handles the takeover of the table by another tab of this browser. */
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
  // The state of the present connection. It is the time when the connection was opened or last active, the time of the
  // last ping, whether a ping is unanswered, and whether a late timer was already excused once.
  let lastActivity = 0;
  let pingedAt = 0;
  let isPinging = false;
  let graceUsed = false;
  /** True after anything was received on the present connection. With some filters, a connection opens but no message
   * gets through. */
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
      // This browser, or an extension in it, does not allow sockets.
      return onLost();
    }
    ws = socket;
    socket.onopen = () => {
      if (ws !== socket) return;
      lastFrame = null;
      // After a lost connection the server may be a new version, which has a newer page.
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

  /** Closes the connection without waiting for the other side, which may never answer. */
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
    // The random factor prevents that all pages at a table reconnect at the same moment.
    const usual = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures++) * (0.75 + Math.random() / 2);
    // A server that stops sends each page its own time in ms after which the page has to reconnect.
    const wait = Number(/^retry=(\d+)$/.exec(reason)?.[1] ?? usual);
    timer = setTimeout(openConnection, wait);
    if (!hasReceived) listener.onUnreachable?.();
  }

  /** Schedules a check for the time at which something must have been received. */
  function scheduleCheck(): void {
    clearTimeout(checkTimer);
    if (!ws) return;
    let due = lastActivity + OPEN_MS;
    if (isPinging) due = pingedAt + ANSWER_MS;
    else if (isOpen()) {
      due = lastActivity + (document.visibilityState === 'visible' ? QUIET_MS : QUIET_HIDDEN_MS);
      // An unanswered command causes only one ping, because some commands need more time.
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

  /** Sends a ping to find out whether the server still answers. */
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
        // A frame was missed. Its events are lost, but the present position is requested again.
        if (lastFrame !== null && message.n > lastFrame + 1) transmit({ t: 'frame' });
        if (lastFrame !== null && message.n < lastFrame) return;
        listener.frame(readStep(message.n === lastFrame ? { ...message, since: [] } : message));
        lastFrame = message.n;
        return;
      case 'room':
      case 'notice':
      case 'shuffle':
      case 'review':
      case 'error':
        return listener[message.t](message as never);
      case 'talk':
        return listener.talk(message.lines);
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
  // Without a network, only a ping shows whether the server is lost, because a server on this machine can still be
  // reached.
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
