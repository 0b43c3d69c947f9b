// Which cards were taken back from their foundations: they stay where they lie until their player moves them, whatever
// goes home by itself. A place is a card and how deep it lies in its pile, for there are two of each.

import type { RougeFrame } from './layout';
import type { View } from './types.gen';

const RANKS = 'A23456789TJQK';

/** Cards that stay at a place, like `t3 6 5h`. */
export type Stays = ReadonlySet<string>;

/** Finds the cards that stay in the frame `now`, when that is shown after `before`, in which `stays` did. */
export function staying(stays: Stays, before: RougeFrame | null, now: RougeFrame): Stays {
  // Somebody who comes to a table where a move was just taken back finds that card lying open.
  if (before === null)
    return new Set(now.redo > 0 ? now.legal.flatMap((l) => (l.to === 'f' ? [placeOf(now, l.from!)] : [])) : []);
  const left = new Set<string>();
  if (before.deal !== now.deal) return left;
  const was = places(before.view);
  const are = places(now.view);
  for (const place of stays) if (are.has(place)) left.add(place);
  // To lay the card in hand aside is no more than to turn the next one. [R4]
  const aside = `discard ${before.view.discard.length} ${before.view.hand}`;
  if (stays.has(`hand 0 ${before.view.hand}`) && are.has(aside)) left.add(aside);
  if (now.redo > 0) {
    const moved = [...stays].filter((place) => !are.has(place)).map(cardOf);
    for (const [id] of piles(now.view)) {
      const place = placeOf(now, id);
      if (was.has(place)) continue;
      const card = cardOf(place);
      if (moved.includes(card) || home(before.view, card) > home(now.view, card)) left.add(place);
    }
  }
  return left;
}

/** The place of the card that lies open on a pile. */
export function placeOf({ view }: RougeFrame, from: string): string {
  const cards = piles(view).find(([id]) => id === from)?.[1] ?? [];
  return `${from} ${cards.length - 1} ${cards[cards.length - 1]}`;
}

const cardOf = (place: string): string => place.split(' ')[2]!;

const piles = (view: View): [id: string, cards: readonly string[]][] => [
  ...view.tableaus.map((cards, i): [string, readonly string[]] => [`t${i + 1}`, cards]),
  ['discard', view.discard],
  ['hand', view.hand === null ? [] : [view.hand]],
];

const places = (view: View): Set<string> =>
  new Set(piles(view).flatMap(([id, cards]) => cards.map((card, depth) => `${id} ${depth} ${card}`)));

/** How many of a card's two are at home. */
const home = (view: View, card: string): number =>
  view.foundations.flat().filter((top) => top[1] === card[1] && RANKS.indexOf(top[0]!) >= RANKS.indexOf(card[0]!))
    .length;
