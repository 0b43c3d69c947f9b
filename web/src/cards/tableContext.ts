// The events of the table that a board receives, and the state of the table for dragging and the keyboard.

import type { Card } from './card';
import type { Layout, Pile, Place } from './layout';

export interface Touches {
  /** Handles a card that was tapped, clicked, or chosen with Enter. Barred cards are reported too. So the board can say
   * why they are barred. */
  tap?(place: Place): void;
  /** Handles a double tap. The first tap of the two was already reported to `tap`. */
  twice?(place: Place): void;
  /** Handles a tap on a card that cannot be tapped, so that the board can say why it cannot be. */
  inert?(place: Place): void;
  /** Handles a tap on a pile with `tap`, or on a pile that glows. */
  pile?(pile: string): void;
  /** Handles a card that was dropped on a pile of its `drops`. If the promise resolves to `false`, the card goes
   * back. */
  drop?(place: Place, pile: string): void | Promise<boolean | void>;
  /** Handles a card that was dropped on a pile that is not in its `drops`, so that the board can say why. */
  miss?(place: Place, pile: string): void;
  /** Handles a card with `shifts` that was moved within its pile. The first of `places` is the card. The other cards
   * move with it. */
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
