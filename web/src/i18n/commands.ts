// Finds the action that a reader types. The reader types its notation, or the cards' names, letters or signs in the
// reader's language.

import { cardLetter, cardName, isSuited, SUIT_SIGNS } from '../cards/names';

/** Returns an action with its cards by name, without the article, as in "play queen of spades". */
export const wordsOf = (action: string, language: string): string =>
  action
    .split(' ')
    .map((word) =>
      cardsIn(word)
        .map((part) => (isSuited(part) ? cardName(part, language) : part))
        .join(' + '),
    )
    .join(' ');

/** Splits cards that are written together ("4h5d"); anything else stays one word. */
const cardsIn = (word: string): string[] => (/^([2-9TJQKA][cdhs])+$/.test(word) ? word.match(/../g)! : [word]);

/** Returns the typed text without unimportant differences. They are case, accents, spaces, punctuation, articles,
 * hyphens between words, and the kind of minus sign. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f\ufe0f]/g, '')
    .replace(/\u2212/g, '-')
    .replace(/(?<=\p{L})-(?=[\p{L}\d])/gu, '')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replace(/\b(?:the|of|la|le|de|l)\b|[\s'\u2019.,:+]+/g, '');

/** Returns all spellings of an action. */
function spellings(action: string, language: string): string[] {
  const parts = action.split(' ').map(cardsIn);
  const each = [
    (card: string) => card,
    (card: string) => cardName(card, language),
    (card: string) => cardLetter(card[0]!, language) + card[1]!,
    (card: string) => cardLetter(card[0]!, language) + SUIT_SIGNS[card[1]!],
    (card: string) => cardName(card, 'en'),
  ];
  const ways = each.map((way) =>
    parts.map((cards) => cards.map((card) => (isSuited(card) ? way(card) : card)).join('')),
  );
  // The verb may be left out if the cards alone identify the action.
  return ways
    .flatMap((words) => [words.join(''), words.slice(1).join('')])
    .map(plain)
    .filter(Boolean);
}

/** Returns the actions that the text spells completely. If there are none, returns the actions that begin with the
 * text. If there are none either, returns the actions that contain the text. */
export function matching(text: string, actions: readonly string[], language: string): string[] {
  const wanted = plain(text);
  if (!wanted) return [];
  const known = actions.map((action) => ({ action, ways: spellings(action, language) }));
  const of = (test: (way: string) => boolean) =>
    known.filter(({ ways }) => ways.some(test)).map(({ action }) => action);
  const exact = actions.filter((action) => action === text.trim());
  if (exact.length) return exact;
  const whole = of((way) => way === wanted);
  if (whole.length) return whole;
  const begun = of((way) => way.startsWith(wanted));
  return begun.length ? begun : of((way) => way.includes(wanted));
}
