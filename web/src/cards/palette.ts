// Colours are CSS variables, so that the four-colour switch and the themes need no other drawings.

export type Suit = 'c' | 'd' | 'h' | 's';
export const SUITS: readonly Suit[] = ['c', 'd', 'h', 's'];

export const INK = 'var(--card-ink)';
export const PAPER = 'var(--card-face)';
export const GOLD = 'var(--card-gold)';
export const SKIN = 'var(--card-skin)';
export const LIPS = 'var(--card-red)';
export const suitColour = (suit: Suit): string => `var(--suit-${suit})`;
/** The second colour of a suit's court: its lining. */
export const liningColour = (suit: Suit): string => `var(--lining-${suit})`;
