// The part of the view that all trick games share (crates/tricks).

export interface TrickTaken {
  leader: number;
  cards: readonly string[];
}

export interface TrickView {
  hands: readonly (readonly string[] | null)[];
  held: readonly number[];
  tricks: readonly TrickTaken[];
  on_table: boolean;
  winning: number | null;
  takers: readonly number[];
}

/** The suits, with black and red in turn, so that neighbouring suits look different. */
export const SUITS = 'cdsh';
export const RANKS = '23456789TJQKA';

export const sortedHand = (hand: readonly string[]): string[] =>
  [...hand].sort((a, b) => SUITS.indexOf(a[1]!) - SUITS.indexOf(b[1]!) || RANKS.indexOf(a[0]!) - RANKS.indexOf(b[0]!));
