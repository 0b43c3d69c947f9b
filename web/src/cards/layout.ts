// A board's description of its cards: a layout is plain data, made by a pure function of the view. Lengths are CSS
// pixels from the table's upper left corner; a card's place is the upper left corner of the card.

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
  /** Identifies this card from layout to layout. Cards that are alike may share a key (two decks, Kaël's values, every
   * hidden card): the table pairs them up by pile and nearness. A hidden card's key says nothing of its face. */
  key: string;
  /** The board's own mark, handed back with a touch: which of two alike it was. */
  tag?: string;
  /** The pile it lies in; one of `Layout.piles`. */
  pile: string;
  /** Its notation (`"Qs"`, `"-1"`), or null: its back. */
  face: string | null;
  /** Size against `Layout.card`; 1 if absent. x and y stay the corner of what is seen: lay it out with a card of the
   * smaller size. */
  scale?: number;
  /** The pile it came from: it takes over a card that left that pile, or starts there. */
  from?: string;
  /** Said instead of the face's name. */
  label?: string;
  /** Added to the face's name: "10 points". */
  note?: string;
  /** Can be tapped. Cards that cannot are still read out. */
  tap?: boolean;
  /** Piles it may be dropped on; empty or absent: it cannot be dragged. */
  drops?: string[];
  /** The cards of its pile that travel with it when dragged: their keys, or their tags where keys are shared. */
  together?: string[];
  /** Its player may lay it elsewhere in its pile: by dragging it along, by Shift and an arrow. */
  shifts?: boolean;
  chosen?: boolean;
  /** Against the rules now: dimmed; a tap says why. */
  barred?: boolean;
  /** The last card played: a thin brass edge. */
  last?: boolean;
  /** Stands above the others as a chosen card does, and is not chosen: what has just come. */
  raised?: boolean;
  /** Just received: an outline that fades. */
  fresh?: boolean;
  /** A hint points at this card. */
  hint?: boolean;
  /** Only its upper edge can be seen, and not all of that: letter and sign stand side by side. */
  tucked?: boolean;
  /** Belongs to a move that has been made and waits: a dashed edge. */
  waiting?: boolean;
}

/** A group of cards with a name, and the area where they lie. */
export interface Pile extends Box {
  id: string;
  /** Said when a reader enters it: "Hand, 13 cards". */
  label: string;
  /** Draw its edge when it is empty. */
  outline?: boolean;
  /** A sign in the empty outline: a suit letter or a word. */
  sign?: string;
  /** The pile itself can be tapped, and Enter works on it. */
  tap?: boolean;
  /** Glows: something chosen can go here. */
  target?: boolean;
  /** On a glowing pile its top card wears an edge: for piles of cards that lie squarely on the slot. */
  rim?: boolean;
  /** Your hand when it is your turn: a brass edge. */
  turn?: boolean;
}

export interface Layout {
  card: Size;
  /** Which deal this is. When it changes no card of the last one is taken over: the new ones come in, in waves. */
  deal?: number;
  piles: Pile[];
  places: Place[];
  /** The targets of cards that vanish: pile → pile. Without an entry they fade. */
  sweep?: Record<string, string>;
  /** Boxes for what is no card: badges, bars. `<Spot at="…">` fills them. */
  spots?: Record<string, Box>;
}

/** How cards are named aloud. */
export interface Voice {
  name(face: string | null): string;
  /** Added to a barred card's name. */
  barred: string;
}
