// The names of cards for readers of the page, and the letters on their faces.

import names from './names.json';

/** The names of a language; the terminal reads the same file. `the`: the names by rank for use inside a sentence. If
 * the language needs an article, these names contain it. */
interface Naming {
  ranks: Record<string, string>;
  suits: Record<string, string>;
  letters: Record<string, string>;
  name: string;
  the: Record<string, string> & { other: string };
  back: string;
  kael: Record<string, string>;
}

const NAMES: Record<string, Naming> = names;

const naming = (language: string): Naming => NAMES[language] ?? names.en;

const number = (rank: string): string => (rank === 'T' ? '10' : rank);

export const isSuited = (face: string): boolean => /^[2-9TJQKA][cdhs]$/.test(face);

/** Returns the full name: "queen of spades", "dame de pique", "Pik-Dame"; for a Kaël card, its value. */
export function cardName(face: string | null, language: string): string {
  const names = naming(language);
  if (face === null) return names.back;
  if (!isSuited(face)) return names.kael[face] ?? face;
  const rank = names.ranks[face[0]!] ?? number(face[0]!);
  return names.name.replace('{rank}', rank).replace('{suit}', names.suits[face[1]!]!);
}

/** Returns the name inside a sentence: "the queen of spades", "la dame de pique", "Pik-Dame". */
export function cardThe(face: string, language: string): string {
  const name = cardName(face, language);
  if (!isSuited(face)) return name;
  const { the } = naming(language);
  return (the[face[0]!] ?? the.other).replace('{name}', name);
}

/** Returns the letter in the corner: A K Q J in the reader's language, 10 for T. */
export function cardLetter(rank: string, language: string): string {
  return naming(language).letters[rank] ?? number(rank);
}

export const suitName = (suit: string, language: string): string => naming(language).suits[suit]!;

export const SUIT_SIGNS: Record<string, string> = { c: '♣', d: '♦', h: '♥', s: '♠' };

/** Returns the short name, for buttons and the log: "Q♠", "10♦", "−1". */
export function cardShort(face: string, language: string): string {
  if (!isSuited(face)) return face.replace('-', '\u2212');
  return `${cardLetter(face[0]!, language)}${SUIT_SIGNS[face[1]!]}`;
}
