// The words for a line of chat. A phrase is shown in the reader's own language. Free text is shown without changes.
// Both are always text, never markup.

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

/** The names of the people at this table whom the reader has muted. A name identifies a person, because no two people
 * at a table have the same name. */
export const muted = signal<ReadonlySet<string>>(new Set());
/** Switches to a table. From then on `muted` contains the names that this tab has stored for that table. */
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
