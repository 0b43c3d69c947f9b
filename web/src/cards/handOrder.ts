// The player's own order of a hand. Nobody else sees it, and it is not sent to the server.

/** Returns the cards in the order `own`; cards that are not in it come at the end, in the given order. */
export function inOrderOf(own: readonly string[], cards: readonly string[]): string[] {
  const known = own.filter((card) => cards.includes(card));
  return [...known, ...cards.filter((card) => !own.includes(card))];
}

/** Returns the cards after the player has moved `some` of them together. The player holds the first card of `some`.
 * This card moves to the place `to` among all cards, or as near as possible. */
export function carried(cards: readonly string[], some: readonly string[], to: number): string[] {
  const others = cards.filter((card) => !some.includes(card));
  const together = cards.filter((card) => some.includes(card));
  const at = Math.max(0, Math.min(to - together.indexOf(some[0]!), others.length));
  return [...others.slice(0, at), ...together, ...others.slice(at)];
}
