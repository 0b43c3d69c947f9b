// The contract between the shell and a board. A game's web/index.ts says
//   export default { id, Board, say } satisfies GameUi<View, Legal>;
// and its web/tile.ts, which the start page loads, says
//   export default { id, Emblem, players, minutes } satisfies Tile;

import type { ComponentChild } from 'preact';
import type { T } from '../i18n/words';
import type { PublicEvent } from '../net/events';
import type { AnyLegal, Frame, Races, Refusal } from '../net/protocol';
import type { Answer, Order } from '../net/socket';

export interface BoardProps<View = unknown, Legal extends AnyLegal = AnyLegal> {
  /** The knowledge of your seat. A board draws this and nothing else. */
  frame: Frame<View, Legal>;
  /** Sends one of `frame.legal`'s actions. Null when it was taken; a refusal has been shown already. An action
   * that a board plays by itself names its decision, `frame.at`: it is not refused, nor said to be late, where play has
   * gone on, and its player's actions wait for it. */
  send(action: string, itself?: number): Promise<Refusal | null>;
  /** Asks the server why something is not legal. Null: it is. The reason is shown as a toast, unless `quiet`: then the
   * board says it. */
  ask(action: string, quiet?: boolean): Promise<Refusal | null>;
  /** One-seat games; how many is in `frame.undo` and `frame.redo`. */
  undo(n?: number): void;
  redo(n?: number): void;
  /** Makes a claim by itself as soon as it can be made, or no longer; what is armed is in `frame.armed`. */
  arm?(action: string, on: boolean): Promise<Refusal | null>;
  /** Offers to end a deal that is decided (`frame.rest`), or answers such an offer. Absent where nothing is played. */
  end?(seat: number, at: number, on: boolean): Promise<Refusal | null>;
  /** A move may wait in the page for its player's turn. Absent where nothing is played: in a replay, in a lesson. */
  ahead?: true;
  /** How this table holds races; null until it is known. */
  races?: Races | null;
  /** An action that a hint points at: mark the card and where it goes. */
  hint: string | null;
  /** Help, for the action bar of a game that has it: lay it beside the verbs. */
  help: ComponentChild;
  settings: BoardSettings;
  /** The game's words, then the shell's. */
  t: T;
}

/** The reader's settings that a board may need, worked out for it. */
export interface BoardSettings {
  fourColours: boolean;
  leftHanded: boolean;
  /** One tap plays a card; otherwise the first lifts it and the second plays it. */
  oneTap: boolean;
  /** Milliseconds of one card's flight; 0: no motion. */
  flightMs: number;
  reducedMotion: boolean;
  /** Which cards of a solitaire go to their foundations by themselves: none, those that are needed nowhere else,
   * all. */
  autoHome: 'off' | 'safe' | 'always';
}

/** A frame shown on the way to the newest one: a full trick before it is taken. */
export interface Step<View = unknown, Legal extends AnyLegal = AnyLegal> {
  frame: Frame<View, Legal>;
  /** How long it stays; `'trick'` is the reader's own trick pause. */
  ms: number | 'trick';
}

export interface GameUi<View = unknown, Legal extends AnyLegal = AnyLegal> {
  id: string;
  /** A pure function of its props; its only state is what the player has chosen and not yet sent. */
  Board(props: BoardProps<View, Legal>): ComponentChild;
  /** One event in words, for the log and for readers of the live region. No line: nothing worth saying. */
  say(event: PublicEvent, before: Frame<View, Legal>, after: Frame<View, Legal>, t: T): string[];
  /** Frames to show between two frames; whatever they say, nothing can be done in them and the score stays as it was.
   *  The server's frames jump from card to emptied table; this is where a trick gets its moment. */
  steps?(before: Frame<View, Legal>, after: Frame<View, Legal>): Step<View, Legal>[];
  /** The finished deal, rule by rule, above the table of totals; `brief`: in a sentence, why it went so for the
   * reader. */
  Deal?(props: { frame: Frame<View, Legal>; t: T; brief?: boolean }): ComponentChild;
  /** True if a seat has no part in the deals to come. Absent: nobody leaves a match before its end. */
  isOut?(frame: Frame<View, Legal>, seat: number): boolean;
  /** The facts of a deal for one, each with its name: beside the table and at its end. */
  facts?(frame: Frame<View, Legal>, t: T): readonly (readonly [label: string, value: string])[];
  /** How long a deal that was won is celebrated before paper covers it. The board does it; nothing moves for who wants
   * no motion. */
  celebrateMs?: number;
  /** A solitaire that the server can solve: what its table offers. Its own board brings it along. */
  help?: HelpUi;
  /** One of the legal actions in words, from its facts alone: what advice says. Without it, its notation. */
  choice?(legal: Legal, frame: Frame<View, Legal>, t: T): string;
  /** Names the part of a deal that begins with this frame ("Trick 3"), for a replay; null where none does. `before` is
   * null at the first. */
  chapter?(frame: Frame<View, Legal>, before: Frame<View, Legal> | null, t: T): string | null;
  /** Which deal of how many this is, where the match has a fixed number of them. */
  nth?(frame: Frame<View, Legal>): { n: number; of: number };
  /** True if the only legal action may be done by itself, for a player who wants that: not where others could tell from
   * its pace what the seat does not hold. Absent: it may. */
  forced?(frame: Frame<View, Legal>): boolean;
  /** The keys of its buttons and what they do, for the list that `?` opens: `['p', 'pass']`, by the button's own
   * words. */
  keys?: readonly (readonly [string, string])[];
  /** Said in the banner when this seat is awaited; without it, "Your turn". */
  awaited?(frame: Frame<View, Legal>, t: T): string;
}

/** The table, for help: an order is carried out or refused, a question is answered or null. */
export interface Asking {
  order(order: Order, quiet?: boolean): Promise<Refusal | null>;
  question<K extends Answer['t']>(order: Order, kind: K): Promise<Extract<Answer, { t: K }> | null>;
}

export interface HelpedProps {
  match: Asking;
  frame: Frame;
  t: T;
  /** Draws the table with what help has found. */
  children(help: Help): ComponentChild;
}

/** The parts of help at a solitaire's table. */
export interface HelpUi {
  /** Stands around the table. */
  Helped(props: HelpedProps): ComponentChild;
  /** After a loss: where the deal could still be won. */
  LookBack(props: { match: Asking; frame: Frame }): ComponentChild;
}

export interface Help {
  /** The frame that the board draws: the table, or a step of a solution. */
  shown: { frame: Frame; step: number; of: number } | null;
  /** The action that a hint points at. */
  hint: string | null;
  /** For the head of the table, and for the board's action bar; null where there is no help now. */
  button: ComponentChild;
  bar: ComponentChild;
  sheet: ComponentChild;
}

/** A game on the start page. Its words are `title` and `sentence` in the game's lang files, and those in its
 * lang/tile. */
export interface Tile {
  id: string;
  /** Drawn for a 160 × 112 box, in `currentColor` and the card tokens. */
  Emblem(): ComponentChild;
  players: { min: number; max: number };
  minutes: { min: number; max: number };
  /** Few points are good. */
  few?: true;
  /** The points of a solitaire that is won. */
  full?: number;
  /** Its place on the start page, the easier ones first. Who is new begins with the first that has a lesson. */
  order: number;
  /** How hard it is to learn. */
  ease: 'easy' | 'medium' | 'hard';
  /** The options of a short first match. */
  first?: Record<string, unknown>;
  /** The cards that stand for a deal of the day, from its opening. */
  faces?(opening: unknown): readonly string[];
}
