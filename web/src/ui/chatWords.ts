// Words of chat: a phrase in the reader's own language, free text unchanged. It is always text, never markup.

import { signal } from '@preact/signals';
import type { T } from '../i18n/words';
import type { Phrase, ChatLine } from '../net/protocol';

export const phraseWords = (phrase: Phrase, t: T): string => t(`phrase.${phrase}`);
export const chatWords = (line: ChatLine, t: T): string =>
  line.phrase ? phraseWords(line.phrase, t) : (line.text ?? '');

const KEY = 'cardroom.muted';
let at = '';
const mutedNames = (): Record<string, string[]> => {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Record<string, string[]>;
  } catch {
    return {};
  }
};

/** The people at this table whom the reader has muted, by their names at the table. No two people have the same
 * name. */
export const muted = signal<ReadonlySet<string>>(new Set());
/** Switches to a table: what this tab remembers of that table applies from now on. */
export function muteAt(table: string): void {
  at = table;
  muted.value = new Set(mutedNames()[at] ?? []);
}
export function mute(name: string, on: boolean): void {
  const next = new Set(muted.value);
  if (on) next.add(name);
  else next.delete(name);
  muted.value = next;
  const { [at]: _, ...rest } = mutedNames();
  try {
    sessionStorage.setItem(KEY, JSON.stringify(next.size ? { ...rest, [at]: [...next] } : rest));
  } catch {
    /* a private window stores nothing */
  }
}
