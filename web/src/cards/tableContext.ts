// The table's events for its board, and the state that dragging and the keyboard may use.

import type { Card } from './card';
import type { Layout, Pile, Place } from './layout';

export interface Touches {
  /** Handles a card that was tapped, clicked, or chosen by Enter; also a barred one, so that the board can say why. */
  tap?(place: Place): void;
  /** Handles a double tap. Its first tap has been reported as a tap. */
  twice?(place: Place): void;
  /** Handles a tap on a card that cannot be tapped, so that the board can say why. */
  inert?(place: Place): void;
  /** Handles a tap on a pile with `tap`, or on a pile that glows. */
  pile?(pile: string): void;
  /** Handles a card that was dropped on a pile of its `drops`. A promise of `false` sends the card back. */
  drop?(place: Place, pile: string): void | Promise<boolean | void>;
  /** Handles a card that was dropped on any other pile, so that the board can say why. */
  miss?(place: Place, pile: string): void;
  /** Handles a card with `shifts` that was moved within its pile: the first of `places`; the rest move with it. */
  shift?(places: Place[], to: number): void;
  /** Handles Esc, or a tap on bare felt. */
  escape?(): void;
}

/** The state of the table that dragging and the keyboard may use. */
export interface TableContext {
  host: HTMLElement;
  readonly layout: Layout | null;
  cards(): Card[];
  cardOf(target: EventTarget | null): Card | null;
  pileAt(x: number, y: number): Pile | null;
  glow(piles: readonly string[] | null): void;
  /** Moves a card back to its place in the layout. */
  returnCard(card: Card): void;
  touches: Touches;
}
