// The order of a hand as its player has laid it. Nobody else sees it, and it is not sent to the server.

/** The cards that an order knows stand as it says; what has come since stands at the end, in the order given. */
export function inOrderOf(own: readonly string[], cards: readonly string[]): string[] {
  const known = own.filter((card) => cards.includes(card));
  return [...known, ...cards.filter((card) => !own.includes(card))];
}

/** The cards with some of them carried together to a place among all, or as near as they can: there stands the one they
 * are held by, which is the first of `some`. */
export function carried(cards: readonly string[], some: readonly string[], to: number): string[] {
  const others = cards.filter((card) => !some.includes(card));
  const together = cards.filter((card) => some.includes(card));
  const at = Math.max(0, Math.min(to - together.indexOf(some[0]!), others.length));
  return [...others.slice(0, at), ...together, ...others.slice(at)];
}
