// One WebSocket a table. It comes back by itself, and what was sent without an answer is sent again under the same
// `cmd`. A path that is dead says nothing of it: a device that slept, another network. Who hears nothing asks, and
// connects again.

import { signal, type Signal } from '@preact/signals';
import { ELSEWHERE, isOnDevice, socketOf, type TableSocket } from './backend';
import { readStep } from './events';
import type { Command, Frame, Message, Notice, Refusal, People, ChatLine, SharedShuffle } from './protocol';
import { reloadIfOld } from './shell';

export type LineState = 'connecting' | 'open' | 'lost';

type Numbered = Exclude<Command, { t: 'frame' | 'ping' }>;
/** Each kind of command without its `cmd`. */
export type Order = Numbered extends infer C ? (C extends Numbered ? Omit<C, 'cmd'> : never) : never;

/** Messages that answer a command with something. */
export type Answer = Extract<Message, { t: 'advice' | 'demo' | 'turning_point' | 'advised' | 'analysis' }>;

/** `going` hears how far it has come, where the answer takes its time. */
interface Waiting {
  command: Command;
  sent: number;
  answer(refusal: Refusal | null, answer?: Answer): void;
  going?: Going | undefined;
}
export type Going = (done: number, of: number) => void;

/** `readyState` of a socket that is open. */
const OPEN = 1;
const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 4_000;
/** Nothing was heard for so long: is the server still there? A page that nobody sees need not know so soon. */
const QUIET_MS = 8_000;
const QUIET_HIDDEN_MS = 30_000;
/** What is asked is answered within this, or the line is dead. Thinking takes longer, but the connection answers by
 * itself. */
const ANSWER_MS = 5_000;
/** A line that does not open within this never will: its first packets went astray. */
const OPEN_MS = 10_000;
/** A connection younger than this is not replaced. */
const FRESH_MS = 2_000;
/** A timer this late has slept with the device, or in a hidden tab: what came meanwhile may not be heard yet. */
const LATE_MS = 2_000;

export interface Socket {
  line: Signal<LineState>;
  send(order: Order): Promise<Refusal | null>;
  /** A question that is answered with more than yes or no. */
  ask(order: Order, going?: Going): Promise<Answer | Refusal>;
  /** Try again now, without waiting; a line that is open is tried too. */
  retry(): void;
  close(): void;
}

export interface Listener {
  frame(frame: Frame): void;
  /** The people at the table, whole. */
  room(room: People): void;
  /** What was said lately, or just now. */
  talk(lines: readonly ChatLine[]): void;
  notice(notice: Notice): void;
  /** How the cards are, or were, shuffled together. */
  shuffle(told: SharedShuffle): void;
  error(words: string, key: string): void;
  /** A connection could not be made, or nothing came over it. */
  never?(): void;
  /** Another tab of this browser has the table. */
  elsewhere?(): void;
}

export function connect(table: string, heard: Listener): Socket {
  const line = signal<LineState>('connecting');
  const waiting = new Map<string, Waiting>();
  const prefix = Math.random().toString(36).slice(2, 10);
  let count = 0;
  let ws: TableSocket | null = null;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastFrame: number | null = null;
  let closed = false;
  // Of the line in use: when it was dialled or last heard, when we last asked, and whether that is still open.
  let alive = 0;
  let asked = 0;
  let asking = false;
  let pardoned = false;
  /** Whether anything was heard on it: some filters let a line open, and nothing through. */
  let spoke = false;
  let watch: ReturnType<typeof setTimeout> | undefined;

  const isOpen = () => ws?.readyState === OPEN;
  const say = (command: Command) => {
    if (isOpen()) ws!.send(JSON.stringify(command));
  };

  function dial(): void {
    clearTimeout(timer);
    drop();
    spoke = false;
    alive = performance.now();
    let socket: TableSocket;
    try {
      socket = socketOf(table);
    } catch {
      // A browser, or something in it, that has no sockets.
      return lose();
    }
    ws = socket;
    socket.onopen = () => {
      if (ws !== socket) return;
      lastFrame = null;
      // A server that was away can be another one now, with another page.
      if (line.value === 'lost' && !isOnDevice(table)) void reloadIfOld();
      line.value = 'open';
      alive = performance.now();
      for (const one of waiting.values()) {
        one.sent = alive;
        say(one.command);
      }
      keepWatch();
    };
    socket.onmessage = (e) => {
      if (ws !== socket) return;
      failures = 0;
      spoke = true;
      alive = performance.now();
      asking = pardoned = false;
      hear(JSON.parse(String(e.data)) as Message);
      keepWatch();
    };
    socket.onclose = (e) => {
      if (ws !== socket) return;
      if (e.reason === ELSEWHERE) {
        drop();
        line.value = 'lost';
        return heard.elsewhere?.();
      }
      lose(e.reason);
    };
    keepWatch();
  }

  /** Lets go of a line, without waiting for what may never come. */
  function drop(): void {
    clearTimeout(watch);
    const gone = ws;
    ws = null;
    asking = pardoned = false;
    gone?.close();
  }

  function lose(reason = ''): void {
    drop();
    line.value = 'lost';
    // A little chance keeps a room full of pages from knocking together.
    const usual = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures++) * (0.75 + Math.random() / 2);
    // A server that stops tells each page its own moment.
    const wait = Number(/^retry=(\d+)$/.exec(reason)?.[1] ?? usual);
    timer = setTimeout(dial, wait);
    if (!spoke) heard.never?.();
  }

  /** Looks at the line again when something ought to have been heard. */
  function keepWatch(): void {
    clearTimeout(watch);
    if (!ws) return;
    let due = alive + OPEN_MS;
    if (asking) due = asked + ANSWER_MS;
    else if (isOpen()) {
      due = alive + (document.visibilityState === 'visible' ? QUIET_MS : QUIET_HIDDEN_MS);
      // A command that is not answered is asked about once: some need time.
      for (const { sent } of waiting.values()) if (sent >= asked) due = Math.min(due, sent + ANSWER_MS);
    }
    watch = setTimeout(
      () => {
        if (isOpen() && !asking) return ask();
        if (pardoned || performance.now() < due + LATE_MS) return lose();
        pardoned = true;
        asking = false;
        alive = performance.now();
        if (isOpen()) ask();
        else keepWatch();
      },
      Math.max(0, due - performance.now()),
    );
  }

  /** Whether the server is still there. */
  function ask(): void {
    if (!isOpen() || asking) return;
    asking = true;
    asked = performance.now();
    say({ t: 'ping' });
    keepWatch();
  }

  function hear(message: Message): void {
    switch (message.t) {
      case 'frame':
        // A missed frame: its events are lost, the position is not.
        if (lastFrame !== null && message.n > lastFrame + 1) say({ t: 'frame' });
        if (lastFrame !== null && message.n < lastFrame) return;
        heard.frame(readStep(message.n === lastFrame ? { ...message, since: [] } : message));
        lastFrame = message.n;
        return;
      case 'room':
        return heard.room(message);
      case 'talk':
        return heard.talk(message.lines);
      case 'notice':
        return heard.notice(message);
      case 'shuffle':
        return heard.shuffle(message);
      case 'done':
        return answer(message.cmd, null);
      case 'refused':
      case 'answer':
        return answer(message.cmd, message.refusal);
      case 'advice':
      case 'demo':
      case 'turning_point':
      case 'advised':
      case 'analysis':
        return answer(message.cmd, null, message);
      case 'analysing':
        return waiting.get(message.cmd)?.going?.(message.done, message.of);
      case 'pong':
        return;
      case 'error':
        return heard.error(message.words, message.key);
    }
  }

  function answer(cmd: string, refusal: Refusal | null, message?: Answer): void {
    waiting.get(cmd)?.answer(refusal, message);
    waiting.delete(cmd);
  }

  function put(order: Order, answer: Waiting['answer'], going?: Going): void {
    const command = { ...order, cmd: `${prefix}-${++count}` } as Command & { cmd: string };
    waiting.set(command.cmd, { command, sent: performance.now(), answer, going });
    say(command);
    keepWatch();
  }

  function retry(): void {
    if (isOpen()) return ask();
    if (closed || (ws && performance.now() < alive + FRESH_MS)) return;
    failures = 0;
    dial();
  }
  const seen = () => {
    if (document.visibilityState === 'visible') retry();
  };
  addEventListener('online', retry);
  // A server on this machine is there without a network.
  addEventListener('offline', ask);
  document.addEventListener('visibilitychange', seen);
  dial();

  return {
    line,
    send: (order) => new Promise((resolve) => put(order, resolve)),
    ask: (order, going) =>
      new Promise((resolve) => put(order, (refusal, message) => resolve(message ?? refusal!), going)),
    retry,
    close() {
      closed = true;
      clearTimeout(timer);
      removeEventListener('online', retry);
      removeEventListener('offline', ask);
      document.removeEventListener('visibilitychange', seen);
      drop();
    },
  };
}
