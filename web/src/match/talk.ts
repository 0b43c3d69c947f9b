// The chat of people at the table.

import { signal, type Signal } from '@preact/signals';
import type { ChatLine } from '../net/protocol';
import { muted } from '../ui/chatWords';

const BUBBLE_MS = 6000;
const KEPT_LINES = 100;

export interface Talk {
  lines: Signal<readonly ChatLine[]>;
  /** The last line of each seat, which is shown beside the seat for a moment. */
  bubbles: Signal<ReadonlyMap<number, ChatLine>>;
  receive(lines: readonly ChatLine[]): void;
}

/** Creates the chat. `onLine` is called for each new line of a person who is not muted. */
export function createTalk(onLine: (line: ChatLine) => void): Talk {
  const lines: Talk['lines'] = signal([]);
  const bubbles: Talk['bubbles'] = signal(new Map());
  const fade = (line: ChatLine) => {
    bubbles.value = new Map([...bubbles.value].filter(([, shown]) => shown !== line));
  };
  return {
    lines,
    bubbles,
    receive(received) {
      const last = lines.value.at(-1)?.n ?? -1;
      const news = received.filter((line) => line.n > last);
      if (news.length) lines.value = [...lines.value, ...news].slice(-KEPT_LINES);
      // A single line is new. Several lines in one message were said before the reader came.
      const [now] = news;
      if (!now || received.length > 1 || muted.value.has(now.name)) return;
      // A spectator has no place at the table for a bubble.
      if (now.seat !== null) bubbles.value = new Map(bubbles.value).set(now.seat, now);
      setTimeout(() => fade(now), BUBBLE_MS);
      onLine(now);
    },
  };
}
