// One WebSocket a table. It comes back by itself, and what was sent without an answer is sent again under the same `cmd`.

import { signal, type Signal } from '@preact/signals';
import type { Command, Frame, Message, Refusal, Room, Said } from './protocol';

export type Line = 'connecting' | 'open' | 'lost';

type Numbered = Exclude<Command, { t: 'frame' }>;
/** Each kind of command without its `cmd`. */
export type Order = Numbered extends infer C ? (C extends Numbered ? Omit<C, 'cmd'> : never) : never;

/** Messages that answer a command with something. */
export type Answer = Extract<Message, { t: 'advice' | 'demo' | 'turning_point' | 'advised' | 'analysis' }>;

interface Waiting { command: Command; answer(refusal: Refusal | null, answer?: Answer): void }

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 10_000;

export interface Socket {
  line: Signal<Line>;
  send(order: Order): Promise<Refusal | null>;
  /** A question that is answered with more than yes or no. */
  ask(order: Order): Promise<Answer | Refusal>;
  /** Try again now, without waiting. */
  retry(): void;
  close(): void;
}

export interface Heard {
  frame(frame: Frame): void;
  /** The people at the table, whole. */
  room(room: Room): void;
  /** What was said lately, or just now. */
  talk(lines: readonly Said[]): void;
  error(words: string): void;
  /** A connection could not be made. */
  never?(): void;
}

export function connect(table: string, heard: Heard): Socket {
  const line = signal<Line>('connecting');
  const waiting = new Map<string, Waiting>();
  const prefix = Math.random().toString(36).slice(2, 10);
  let count = 0;
  let ws: WebSocket | null = null;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastFrame: number | null = null;
  let closed = false;

  const say = (command: Command) => { if (ws?.readyState === WebSocket.OPEN) ws.send(JSON.stringify(command)); };

  function dial(): void {
    clearTimeout(timer);
    const base = location.origin.replace(/^http/, 'ws');
    const socket = new WebSocket(`${base}/api/v1/tables/${encodeURIComponent(table)}/socket`);
    let opened = false;
    ws = socket;
    socket.onopen = () => {
      opened = true;
      failures = 0;
      lastFrame = null;
      line.value = 'open';
      for (const { command } of waiting.values()) say(command);
    };
    socket.onmessage = (e) => hear(JSON.parse(String(e.data)) as Message);
    socket.onclose = (e) => {
      if (closed || ws !== socket) return;
      line.value = 'lost';
      if (!opened) heard.never?.();
      // A little chance keeps a room full of pages from knocking together.
      const usual = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures++) * (0.75 + Math.random() / 2);
      // A server that stops tells each page its own moment.
      const wait = Number(/^retry=(\d+)$/.exec(e.reason)?.[1] ?? usual);
      timer = setTimeout(dial, wait);
    };
  }

  function hear(message: Message): void {
    switch (message.t) {
      case 'frame':
        // A missed frame: its events are lost, the position is not.
        if (lastFrame !== null && message.n > lastFrame + 1) say({ t: 'frame' });
        if (lastFrame !== null && message.n < lastFrame) return;
        heard.frame(message.n === lastFrame ? { ...message, since: [] } : message);
        lastFrame = message.n;
        return;
      case 'room': return heard.room(message);
      case 'talk': return heard.talk(message.lines);
      case 'done': return answer(message.cmd, null);
      case 'refused':
      case 'answer': return answer(message.cmd, message.refusal);
      case 'advice':
      case 'demo':
      case 'turning_point':
      case 'advised':
      case 'analysis': return answer(message.cmd, null, message);
      case 'error': return heard.error(message.words);
    }
  }

  function answer(cmd: string, refusal: Refusal | null, message?: Answer): void {
    waiting.get(cmd)?.answer(refusal, message);
    waiting.delete(cmd);
  }

  function put(order: Order, answer: Waiting['answer']): void {
    const command = { ...order, cmd: `${prefix}-${++count}` } as Command & { cmd: string };
    waiting.set(command.cmd, { command, answer });
    say(command);
  }

  const retry = () => { if (line.value !== 'open' && ws?.readyState !== WebSocket.CONNECTING) { failures = 0; dial(); } };
  addEventListener('online', retry);
  dial();

  return {
    line,
    send: (order) => new Promise((resolve) => put(order, resolve)),
    ask: (order) => new Promise((resolve) => put(order, (refusal, message) => resolve(message ?? refusal!))),
    retry,
    close() {
      closed = true;
      clearTimeout(timer);
      removeEventListener('online', retry);
      ws?.close();
    },
  };
}
