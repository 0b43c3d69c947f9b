// Combinations in words, and combinations as groups of a hand. The view and the legal actions list the possible
// combinations. This file only matches them with the player's choice.

import { cardLetter, cardShort, type T } from '@cardroom/ui';
import type { CombinationKind, Legal, Makes } from './types.gen';

const RANKS = '23456789TJQKA';
const SUITS = 'cdhs';

/** Sorts cards by rank, then by suit, which is the order in which a play is written. */
export const inOrder = (cards: readonly string[]): string[] =>
  [...cards].sort((a, b) => RANKS.indexOf(a[0]!) - RANKS.indexOf(b[0]!) || SUITS.indexOf(a[1]!) - SUITS.indexOf(b[1]!));

export const playOf = (cards: readonly string[]): string => `play ${inOrder(cards).join('')}`;

const ranksOf = (cards: readonly string[]): string =>
  inOrder(cards)
    .map((card) => card[0])
    .join('');

/** Returns the short form of a combination's cards, such as "5–J" or "22-3-44". */
export function shape(kind: CombinationKind, cards: readonly string[], t: T): string {
  const sorted = inOrder(cards);
  const letter = (card: string) => cardLetter(card[0]!, t.language);
  const ends = `${letter(sorted[0]!)}–${letter(sorted[sorted.length - 1]!)}`;
  switch (kind) {
    case 'singleton':
      return cardShort(sorted[0]!, t.language);
    case 'beggar':
    case 'straight':
      return ends;
    case 'quarto':
      return letter(sorted[0]!).repeat(4);
    // Letters of one rank are written together, except that a dot separates two tens.
    case 'libra':
      return sorted
        .map(
          (card, i) => (i === 0 ? '' : sorted[i - 1]![0] !== card[0] ? '-' : card[0] === 'T' ? '·' : '') + letter(card),
        )
        .join('');
  }
}

/** Returns the name of a combination, such as "Straight 4–8", or the name of a single card, such as "7♦". */
export function nameOf({ kind, cards }: { kind: CombinationKind; cards: readonly string[] }, t: T): string {
  const words = shape(kind, cards, t);
  return kind === 'singleton' ? words : t('combination', { kind: t(`kind.${kind}`), cards: words });
}

/** Returns the combination that the chosen cards make, whether or not it beats the table. */
export function made(makes: readonly Makes[], chosen: readonly string[]): Makes | null {
  const ranks = ranksOf(chosen);
  return makes.find((m) => m.ranks === ranks && chosen.every((card) => m.from.includes(card))) ?? null;
}

/** A combination that may be played now, with all possible choices of suits. The choices with the fewest points come
 * first. */
export interface Chip {
  kind: CombinationKind;
  power: number;
  ways: Legal[];
}

/** Returns the playable combinations: the strongest first for a lead, the cheapest first to beat a play. */
export function chips(legal: readonly Legal[]): Chip[] {
  const found = new Map<number, Chip>();
  for (const one of legal) {
    if (one.kind === null || one.power === null) continue;
    const chip = found.get(one.power);
    if (chip) chip.ways.push(one);
    else found.set(one.power, { kind: one.kind, power: one.power, ways: [one] });
  }
  const all = [...found.values()];
  for (const chip of all) chip.ways.sort((a, b) => (a.points ?? 0) - (b.points ?? 0));
  const leads = all.some((chip) => !chip.ways[0]!.beats);
  return all.sort((a, b) => (leads ? b.power - a.power : a.power - b.power));
}

/** Splits a hand into groups: combinations, the longest first, then the single cards. */
export function grouped(hand: readonly string[], makes: readonly Makes[]): string[][] {
  const groups: string[][] = [];
  let left = inOrder(hand);
  const several = makes
    .filter((m) => m.ranks.length > 1)
    .sort((a, b) => b.ranks.length - a.ranks.length || b.power - a.power);
  for (const m of several) {
    for (let group = taken(m, left); group; group = taken(m, left)) {
      const gone = new Set(group);
      groups.push(group);
      left = left.filter((card) => !gone.has(card));
    }
  }
  return left.length ? [...groups, left] : groups;
}

/** Returns cards for a combination out of these cards. The queen of spades is taken last, because she is best played
 * alone. */
function taken(m: Makes, cards: readonly string[]): string[] | null {
  const spare = cards.filter((card) => m.from.includes(card)).sort((a, b) => Number(a === 'Qs') - Number(b === 'Qs'));
  const group: string[] = [];
  for (const rank of m.ranks) {
    const at = spare.findIndex((card) => card[0] === rank);
    if (at < 0) return null;
    group.push(...spare.splice(at, 1));
  }
  return inOrder(group);
}
