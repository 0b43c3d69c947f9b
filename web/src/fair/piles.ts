// The deck and the pile of a deal in which cards are drawn, after any number of its actions [K3, K4, K7, K8]. This
// code does not check whether a line is legal.

/** Returns the actor and the action of a line. */
export function read(line: string): { seat: string; verb: string; cards: string[] } {
  const [seat = '', verb = '', ...cards] = line.split(' ');
  return { seat, verb, cards };
}

/** Returns the number of cards that each seat gets, if the dealer chooses that number; otherwise 0. */
const sizeOf = (lines: readonly string[]) => Number(/^\d deal (\d+)$/.exec(lines[0] ?? '')?.[1] ?? 0);

export class Piles {
  #deck: string[];
  /** The pile, with the top card last. */
  #pile: string[];
  /** The card laid in this turn: the seat that laid it, and the number of cards that the pile had before. */
  #turn = { seat: '', under: 0 };
  #laid = new Map<string, string>();

  constructor(dealt: readonly string[], lines: readonly string[]) {
    // Every player of the deal acts before the deck can become empty. So the seats that act are all players of the
    // deal.
    const seats = new Set(lines.filter((line) => !line.startsWith('*')).map((line) => read(line).seat));
    const inHands = sizeOf(lines) * seats.size;
    this.#pile = dealt.slice(inHands, inHands + 1);
    this.#deck = dealt.slice(inHands + 1);
  }

  /** Returns the cards that must be shuffled before a line; null if none. */
  due(line: string | undefined): string[] | null {
    if (this.#deck.length > 0 || !/^\d draw deck$/.test(line ?? '')) return null;
    return this.#pile.slice(0, this.#run());
  }

  shuffle(cards: readonly string[]) {
    this.#pile = this.#pile.slice(this.#run());
    this.#deck = [...cards];
  }

  /** Applies a line, and returns the card that it draws, if any. */
  act(line: string): string | undefined {
    const { seat, verb, cards } = read(line);
    const [card = ''] = cards;
    if (verb === 'kael') this.#turn = { seat: '', under: 0 };
    if (verb === 'lay') {
      this.#turn = { seat, under: this.#pile.length };
      this.#laid.set(seat, card);
    }
    if (verb === 'lay' || verb === 'cut') this.#pile.push(...cards);
    if (verb === 'good') this.#pile.push(this.#laid.get(seat) ?? '');
    if (verb !== 'draw') return undefined;
    const place = (this.#turn.seat === seat ? this.#turn.under : this.#pile.length) - 1;
    this.#turn = { seat: '', under: 0 };
    return card === 'deck' ? this.#deck.shift() : this.#pile.splice(Math.max(place, 0), 1)[0];
  }

  /** Returns the index at which the run begins: the cards of one value that lie together on top of the pile. */
  #run(): number {
    return this.#pile.findLastIndex((card) => card !== this.#pile.at(-1)) + 1;
  }
}
