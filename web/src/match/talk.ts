// The chat of people at the table.

import { signal, type Signal } from '@preact/signals';
import type { ChatLine } from '../net/protocol';
import { muted } from '../ui/chatWords';

const BUBBLE_MS = 6000;
const KEPT_LINES = 100;

export interface Talk {
  lines: Signal<readonly ChatLine[]>;
  /** The last words of each seat, shown for a moment. */
  bubbles: Signal<ReadonlyMap<number, ChatLine>>;
  receive(lines: readonly ChatLine[]): void;
}

/** `onLine`: called for a line that is said now, by a person who is not muted. */
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
      // A single line is new; several lines were said before we came.
      const [now] = news;
      if (!now || received.length > 1 || muted.value.has(now.name)) return;
      // A spectator has no plate for a bubble.
      if (now.seat !== null) bubbles.value = new Map(bubbles.value).set(now.seat, now);
      setTimeout(() => fade(now), BUBBLE_MS);
      onLine(now);
    },
  };
}
