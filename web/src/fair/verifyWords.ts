// The words of verify.html in all languages, because verify.html has to be a single file. The main page loads the same
// lists for one language at a time (web/src/i18n/loadExtra.ts).

import de from '../../lang/fair/de.json';
import en from '../../lang/fair/en.json';
import fr from '../../lang/fair/fr.json';
import type { FindingKey, RecordSum } from './verify';

export const LANGUAGES = { en: 'English', de: 'Deutsch', fr: 'Français' } as const;
export type Language = keyof typeof LANGUAGES;

type WordKey = 'title' | 'lead' | 'file' | 'paste' | 'match' | 'actions' | RecordSum;
/** The keys that every list must have. */
type Words = Record<`verify.${WordKey}` | `finding.${FindingKey}`, string>;

export const WORDS: Record<Language, Words> = { en, de, fr };

/** Returns words with their blanks filled in. */
export function filled(words: string, values: Record<string, string | number>): string {
  return words.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
