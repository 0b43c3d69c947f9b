// What a card is called: its name for readers of the page, its letter on the face.

type Language = 'en' | 'fr' | 'de';

interface Naming {
  ranks: Record<string, string>;
  suits: Record<string, string>;
  letters: Record<string, string>;
  join(rank: string, suit: string): string;
  /** In the middle of a sentence, with the article if the language wants one. */
  the(rank: string, name: string): string;
  back: string;
  kael(value: string): string;
}

const numbers = (entries: Record<string, string>): Record<string, string> => ({
  ...Object.fromEntries(['2', '3', '4', '5', '6', '7', '8', '9'].map((n) => [n, n])),
  T: '10',
  ...entries,
});

const NAMES: Record<Language, Naming> = {
  en: {
    ranks: numbers({ J: 'jack', Q: 'queen', K: 'king', A: 'ace' }),
    suits: { c: 'clubs', d: 'diamonds', h: 'hearts', s: 'spades' },
    letters: { A: 'A', K: 'K', Q: 'Q', J: 'J' },
    join: (rank, suit) => `${rank} of ${suit}`,
    the: (_, name) => `the ${name}`,
    back: 'hidden card',
    kael: (value) => (value === 'X' ? 'X, pass, 15' : value === '-1' ? 'minus one' : value),
  },
  fr: {
    ranks: numbers({ J: 'valet', Q: 'dame', K: 'roi', A: 'as' }),
    suits: { c: 'trèfle', d: 'carreau', h: 'cœur', s: 'pique' },
    letters: { A: 'A', K: 'R', Q: 'D', J: 'V' },
    join: (rank, suit) => `${rank} de ${suit}`,
    the: (rank, name) => (rank === 'A' ? `l’${name}` : rank === 'Q' ? `la ${name}` : `le ${name}`),
    back: 'carte cachée',
    kael: (value) => (value === 'X' ? 'X, passe, 15' : value === '-1' ? 'moins un' : value),
  },
  de: {
    ranks: numbers({ J: 'Bube', Q: 'Dame', K: 'König', A: 'Ass' }),
    suits: { c: 'Kreuz', d: 'Karo', h: 'Herz', s: 'Pik' },
    letters: { A: 'A', K: 'K', Q: 'D', J: 'B' },
    join: (rank, suit) => `${suit}-${rank}`,
    // „Du spielst Pik-Dame“: players say it without.
    the: (_, name) => name,
    back: 'verdeckte Karte',
    kael: (value) => (value === 'X' ? 'X, Passe, 15' : value === '-1' ? 'minus eins' : value),
  },
};

const naming = (language: string): Naming => NAMES[language as Language] ?? NAMES.en;

export const isSuited = (face: string): boolean => /^[2-9TJQKA][cdhs]$/.test(face);

/** The whole name: "queen of spades", "dame de pique", "Pik-Dame"; of a Kaël card, its value. */
export function cardName(face: string | null, language: string): string {
  const names = naming(language);
  if (face === null) return names.back;
  if (!isSuited(face)) return names.kael(face);
  return names.join(names.ranks[face[0]!]!, names.suits[face[1]!]!);
}

/** The same inside a sentence: "the queen of spades", "la dame de pique", "Pik-Dame". */
export function cardThe(face: string, language: string): string {
  const name = cardName(face, language);
  return isSuited(face) ? naming(language).the(face[0]!, name) : name;
}

/** What stands in the corner: A K Q J in the reader's language, 10 for T. */
export function cardLetter(rank: string, language: string): string {
  return naming(language).letters[rank] ?? (rank === 'T' ? '10' : rank);
}

export const suitName = (suit: string, language: string): string => naming(language).suits[suit]!;

export const SUIT_SIGNS: Record<string, string> = { c: '♣', d: '♦', h: '♥', s: '♠' };

/** Short, for buttons and the log: "Q♠", "10♦", "−1". */
export function cardShort(face: string, language: string): string {
  if (!isSuited(face)) return face.replace('-', '\u2212');
  return `${cardLetter(face[0]!, language)}${SUIT_SIGNS[face[1]!]}`;
}
