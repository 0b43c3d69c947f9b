// A board's description of its cards. A layout is plain data, made by a pure function of the view. Lengths are in CSS
// pixels from the table's upper left corner. A card's place is the upper left corner of the card.

export interface Size {
  w: number;
  h: number;
}
export interface Box extends Size {
  x: number;
  y: number;
}

/** The position of a card. */
export interface At {
  x: number;
  y: number;
  z: number;
  rot: number;
}

/** One card on the table. */
export interface Place extends At {
  /** Identifies this card in successive layouts. Cards that look alike may share a key (two decks, Kaël's values,
   * hidden cards). The table then matches the cards by pile and distance. A hidden card's key does not reveal its
   * face. */
  key: string;
  /** A mark from the board that the table's events repeat. It distinguishes two cards that look alike. */
  tag?: string;
  /** The pile that contains the card; one of `Layout.piles`. */
  pile: string;
  /** The card's notation (`"Qs"`, `"-1"`), or null for its back. */
  face: string | null;
  /** The size relative to `Layout.card`; 1 if absent. x and y are the upper left corner of the scaled card. So a layout
   * must compute x and y with the scaled size. */
  scale?: number;
  /** The pile that the card came from. If a card left that pile, the table animates this card. If not, a new card
   * starts at that pile. */
  from?: string;
  /** The name that is read aloud in place of the face's name. */
  label?: string;
  /** Words that are added to the face's name: "10 points". */
  note?: string;
  /** True if the card can be tapped. Other cards are still read aloud. */
  tap?: boolean;
  /** The piles on which the card may be dropped. If the list is empty or absent, the card cannot be dragged to another
   * pile. */
  drops?: string[];
  /** The cards of the pile that are dragged together with this one: their keys, or their tags if several cards share a
   * key. */
  together?: string[];
  /** True if the player may move the card within its pile: by dragging, or by Shift and an arrow key. */
  shifts?: boolean;
  chosen?: boolean;
  /** True if the rules forbid the card now. It is dimmed, and a tap on it says why. */
  barred?: boolean;
  /** True for the last card played: it has a thin brass edge. */
  last?: boolean;
  /** True if the card is raised like a chosen card without being chosen: it has just arrived. */
  raised?: boolean;
  /** True if the card was just received: it has an outline that fades. */
  fresh?: boolean;
  /** True if a hint points at this card. */
  hint?: boolean;
  /** True if only a part of the upper edge is visible: rank and suit are then drawn side by side. */
  tucked?: boolean;
  /** True if the card belongs to a move that was made but does not yet count: it has a dashed edge. */
  waiting?: boolean;
}

/** A group of cards with a name, and the area where they lie. */
export interface Pile extends Box {
  id: string;
  /** The name that a screen reader reads on entering the pile: "Hand, 13 cards". */
  label: string;
  /** True if the edge of the empty pile is drawn. */
  outline?: boolean;
  /** A sign in the empty outline: a suit letter or a word. */
  sign?: string;
  /** True if the pile itself can be tapped, also with Enter. */
  tap?: boolean;
  /** True if the chosen card can go here: the pile glows. */
  target?: boolean;
  /** True if the top card of a glowing pile shows an edge: for piles whose cards cover the slot exactly. */
  rim?: boolean;
  /** True for the reader's hand at the reader's turn: it has a brass edge. */
  turn?: boolean;
}

export interface Layout {
  card: Size;
  /** The number of the deal. When it changes, no card is reused: all cards are dealt anew, in waves. */
  deal?: number;
  piles: Pile[];
  places: Place[];
  /** For each pile, the pile to which its removed cards fly. Without an entry they fade. */
  sweep?: Record<string, string>;
  /** The boxes for everything other than cards, such as badges and bars. `<Spot at="…">` puts content into them. */
  spots?: Record<string, Box>;
}

/** The names of cards when they are read aloud. */
export interface Voice {
  name(face: string | null): string;
  /** The words that are added to a barred card's name. */
  barred: string;
}
