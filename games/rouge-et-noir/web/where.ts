// The places of the two copies of a card, as far as the view shows. The known cards of the stock are known only as a
// set, without their order.

import type { T } from '@cardroom/ui';
import type { View } from './types.gen';

const RANKS = 'A23456789TJQK';
const SUITS = 'cdhs';

/** The pack in the order of the sheet: the suits in the order of their foundations, each from its ace upwards. */
export const PACK: readonly (readonly string[])[] = [...SUITS].map((suit) => [...RANKS].map((rank) => rank + suit));

/** One of the two copies: its pile, by the layout's name, and the number of cards on it; in the stock that number is
 * hidden. */
export type Copy =
  | { at: 'tableau' | 'hand' | 'discard' | 'home'; pile: string; under: number }
  | { at: 'stock'; pile: 'stock'; seen: boolean };

/** Returns both copies, the more playable one first: tableaus, hand, discard pile, foundations, stock. */
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
  // All 104 cards are somewhere: a card that is in no other pile is in the stock.
  const seen = view.known.filter((face) => face === card).length;
  return [
    ...found,
    ...Array.from({ length: 2 - found.length }, (_, i): Copy => ({ at: 'stock', pile: 'stock', seen: i < seen })),
  ];
}

/** Returns whether both copies are on the foundations. */
export const bothHome = (view: View, card: string): boolean => whereIs(view, card).every((copy) => copy.at === 'home');

/** Returns words such as "10♥: tableau 4, under 2 cards; home." */
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
