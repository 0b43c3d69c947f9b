// The cards that the player has taken back from the foundations. Such a card does not go to a foundation automatically
// until the player moves it. There are two copies of each card, so each card is stored with its pile and its depth in
// the pile.

import type { RougeFrame } from './layout';
import type { View } from './types.gen';

const RANKS = 'A23456789TJQK';

/** The places of the cards that stay, such as `t3 6 5h`: pile, depth from the bottom, and card. */
export type Stays = ReadonlySet<string>;

/** Returns the cards that stay in the frame `now`. The frame `before` came immediately before it, and `stays` are
 * the cards that stayed in `before`. */
export function staying(stays: Stays, before: RougeFrame | null, now: RougeFrame): Stays {
  // At the first frame of a table after an undo, every card that could go to a foundation stays. The card that was just
  // taken back is one of these cards.
  if (before === null)
    return new Set(now.redo > 0 ? now.legal.flatMap((l) => (l.to === 'f' ? [placeOf(now, l.from!)] : [])) : []);
  const left = new Set<string>();
  if (before.deal !== now.deal) return left;
  const was = places(before.view);
  const are = places(now.view);
  for (const place of stays) if (are.has(place)) left.add(place);
  // A card also stays when it is discarded, because a discard is only a part of turning up the next card. [R4]
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

/** Returns the place of the top card of a pile. */
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

/** Returns the number of copies of a card on the foundations. */
const home = (view: View, card: string): number =>
  view.foundations.flat().filter((top) => top[1] === card[1] && RANKS.indexOf(top[0]!) >= RANKS.indexOf(card[0]!))
    .length;
