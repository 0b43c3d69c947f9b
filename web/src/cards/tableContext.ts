// The table's events for its board, and the state that its own parts (dragging, the keyboard) may see.

import type { Card } from './card';
import type { Layout, Pile, Place } from './layout';

export interface Touches {
  /** A card was tapped, clicked, or chosen by Enter; also a barred one, so that the board can say why. */
  tap?(place: Place): void;
  /** Tapped twice quickly. The first tap has been reported as a tap. */
  twice?(place: Place): void;
  /** A card that cannot be tapped was tapped all the same: a chance to say why. */
  inert?(place: Place): void;
  /** A pile with `tap` was tapped, or a pile that glows. */
  pile?(pile: string): void;
  /** Dropped on a pile that its `drops` names. A promise of `false` sends it back. */
  drop?(place: Place, pile: string): void | Promise<boolean | void>;
  /** Dropped on a pile that takes it not: a chance to say why. */
  miss?(place: Place, pile: string): void;
  /** Carried to a place in its own pile, with what travels with it: a card whose `shifts` is set, the first of them. */
  shift?(places: Place[], to: number): void;
  /** Esc, or a tap on bare felt. */
  escape?(): void;
}

/** The state of the table that drag and keyboard may see. */
export interface TableContext {
  host: HTMLElement;
  readonly layout: Layout | null;
  cards(): Card[];
  cardOf(target: EventTarget | null): Card | null;
  pileAt(x: number, y: number): Pile | null;
  glow(piles: readonly string[] | null): void;
  /** Back to where the layout has it. */
  returnCard(card: Card): void;
  touches: Touches;
}
