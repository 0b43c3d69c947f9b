// The chat of people at the table.

import { signal, type Signal } from '@preact/signals';
import type { ChatLine } from '../net/protocol';
import { muted } from '../ui/chatWords';

const BUBBLE_MS = 6000;
const KEPT_LINES = 100;

export interface Talk {
  lines: Signal<readonly ChatLine[]>;
  /** The last words of each seat, for a moment. */
  bubbles: Signal<ReadonlyMap<number, ChatLine>>;
  take(said: readonly ChatLine[]): void;
}

/** `heard`: something is said now, by somebody who is not muted. */
export function talk(heard: (said: ChatLine) => void): Talk {
  const lines: Talk['lines'] = signal([]);
  const bubbles: Talk['bubbles'] = signal(new Map());
  const fade = (said: ChatLine) => {
    if (bubbles.value.get(said.seat) === said)
      bubbles.value = new Map([...bubbles.value].filter(([seat]) => seat !== said.seat));
  };
  return {
    lines,
    bubbles,
    take(said) {
      const last = lines.value.at(-1)?.n ?? -1;
      const news = said.filter((line) => line.n > last);
      if (news.length) lines.value = [...lines.value, ...news].slice(-KEPT_LINES);
      // One line is said now; several were said before we came.
      const [now] = news;
      if (!now || said.length > 1 || muted.value.has(now.name)) return;
      bubbles.value = new Map(bubbles.value).set(now.seat, now);
      setTimeout(() => fade(now), BUBBLE_MS);
      heard(now);
    },
  };
}
