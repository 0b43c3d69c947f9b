// The places of the two copies of a card, as far as the view shows them. The position of a card within the stock is not
// used, even if it is known.

import type { T } from '@cardroom/ui';
import type { View } from './types.gen';

const RANKS = 'A23456789TJQK';
const SUITS = 'cdhs';

/** The pack as the sheet shows it: the suits in the order of their foundations, each from the ace upwards. */
export const PACK: readonly (readonly string[])[] = [...SUITS].map((suit) => [...RANKS].map((rank) => rank + suit));

/** The place of one of the two copies: its pile, by the pile's name in the layout, and the number of cards on top of
 * it. For a card in the stock that number is not shown. */
export type Copy =
  | { at: 'tableau' | 'hand' | 'discard' | 'home'; pile: string; under: number }
  | { at: 'stock'; pile: 'stock'; seen: boolean };

/** Returns the places of both copies, in the order tableaus, hand, discard pile, foundations, stock. */
export function whereIs(view: View, card: string): Copy[] {
  const rank = RANKS.indexOf(card[0]!);
  const lie = (at: 'tableau' | 'discard', pile: string, cards: readonly string[]): Copy[] =>
    cards.flatMap((face, i) => (face === card ? [{ at, pile, under: cards.length - 1 - i }] : []));
  const found: Copy[] = [
    ...view.tableaus.flatMap((cards, i) => lie('tableau', `t${i + 1}`, cards)),
    ...(view.hand === card ? [{ at: 'hand', pile: 'hand', under: 0 } as const] : []),
    ...lie('discard', 'discard', view.discard),
    ...view.foundations.flat().flatMap((top, i): Copy[] => {
      const under = RANKS.indexOf(top[0]!) - rank;
      return top[1] === card[1] && under >= 0 ? [{ at: 'home', pile: `f${i}`, under }] : [];
    }),
  ];
  // A card that is in no other pile is in the stock, because all 104 cards are on the table.
  const seen = view.known.filter((face) => face === card).length;
  return [
    ...found,
    ...Array.from({ length: 2 - found.length }, (_, i): Copy => ({ at: 'stock', pile: 'stock', seen: i < seen })),
  ];
}

/** Returns true if both copies are on the foundations. */
export const bothHome = (view: View, card: string): boolean => whereIs(view, card).every((copy) => copy.at === 'home');

/** Returns the places as words, such as "10♥: tableau 4, under 2 cards; home." */
export function placeWords(name: string, copies: readonly Copy[], t: T): string {
  const [first, second] = copies.map((copy) => words(copy, t));
  const kinds = copies.map(kind);
  return kinds[0] === kinds[1] && t.has(`find.both.${kinds[0]}`)
    ? t('find.said.both', { card: name, both: t(`find.both.${kinds[0]}`) })
    : t('find.said', { card: name, first: first!, second: second! });
}

const kind = (copy: Copy): string => (copy.at === 'stock' && copy.seen ? 'seen' : copy.at);

function words(copy: Copy, t: T): string {
  if (copy.at !== 'tableau' && copy.at !== 'discard') return t(`find.${kind(copy)}`);
  const place = copy.at === 'discard' ? t('find.discard') : t('find.tableau', { tableau: copy.pile.slice(1) });
  return copy.under === 0 ? t('find.top', { place }) : t('find.under', { place, n: copy.under });
}
