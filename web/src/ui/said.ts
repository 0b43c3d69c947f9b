// What somebody said, in words: a phrase in the reader's own language, free words as they came. Always text, never markup.

import { signal } from '@preact/signals';
import type { T } from '../i18n/words';
import type { Phrase, Said } from '../protocol';

export const phraseWords = (phrase: Phrase, t: T): string => t(`phrase.${phrase}`);
export const saidWords = (said: Said, t: T): string => (said.phrase ? phraseWords(said.phrase, t) : said.text ?? '');

/** People whose words this reader does not want, by name, until the page is loaded again. */
export const muted = signal<ReadonlySet<string>>(new Set());
export function mute(name: string, on: boolean): void {
  const next = new Set(muted.value);
  if (on) next.add(name); else next.delete(name);
  muted.value = next;
}
