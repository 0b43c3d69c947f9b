// Turns the rules texts of a game into the rules page. Cards become pictures. Options get their names from the form.

import { cardName } from '../cards/names';
import type { T } from '../i18n/words';

const QUOTES: Record<string, [string, string]> = { fr: ['«\u00a0', '\u00a0»'], de: ['„', '“'] };

const quoted = (words: string, language: string): string => (QUOTES[language] ?? ['“', '”']).join(words);

/** Returns cards in notation, such as "7h 9s" or "-1 0 X", as pictures. A screen reader reads their names as one
 * name. */
export function drawn(cards: string, language: string): string {
  const faces = cards.split(' ');
  const pictures = faces.map(
    (face) => `<svg class="card-face" viewBox="0 0 100 140" aria-hidden="true"><use href="#card-${face}"/></svg>`,
  );
  return (
    '<span class="drawn" role="img" ' +
    `aria-label="${faces.map((face) => cardName(face, language)).join(', ')}">${pictures.join('')}</span>`
  );
}

/** Returns the summary for players. In it, text in `code` stands for cards. */
export const summaryText = (text: string, language: string): string =>
  demoted(text).replace(/`([^`]+)`/g, (_, cards: string) => drawn(cards, language));

/** Returns the numbered rules. `option`, and `option` = `choice`, become the words of the form. If (`code`) is alone in
 * brackets, it is only for programmers, and is removed. */
export function exactText(text: string, t: T): string {
  let option = '';
  const words = (name: string): string => {
    if (t.has(`option.${name}`)) {
      option = name;
      return t(`option.${name}`);
    }
    return t.has(`option.${option}.${name}`) ? t(`option.${option}.${name}`) : name;
  };
  return demoted(text).replace(
    /\s\(`([^`]+)`\)|`([^`]+)`(?:\s=\s`([^`]+)`)?/g,
    (_, aside?: string, name?: string, choice?: string) => {
      if (aside !== undefined) {
        words(aside);
        return '';
      }
      const label = words(name!);
      return quoted(
        choice === undefined ? label : `${label}${t.language === 'fr' ? '\u00a0' : ''}: ${words(choice)}`,
        t.language,
      );
    },
  );
}

/** Lowers the level of the headings, because the page has headings above them. */
const demoted = (text: string): string => text.replace(/^# .*\n+/, '').replace(/^## /gm, '### ');
