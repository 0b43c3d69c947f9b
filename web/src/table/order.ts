// The order of a hand as its player has laid it. Nobody else sees it, and the server is not told.

/** The cards that an order knows stand as it says; what has come since stands at the end, in the order given. */
export function inOrderOf(own: readonly string[], cards: readonly string[]): string[] {
  const known = own.filter((card) => cards.includes(card));
  return [...known, ...cards.filter((card) => !own.includes(card))];
}

/** The cards with some of them carried together to a place among all: the first of them stands there. */
export function carried(cards: readonly string[], some: readonly string[], to: number): string[] {
  const others = cards.filter((card) => !some.includes(card));
  const at = Math.max(0, Math.min(to, others.length));
  return [...others.slice(0, at), ...cards.filter((card) => some.includes(card)), ...others.slice(at)];
}
