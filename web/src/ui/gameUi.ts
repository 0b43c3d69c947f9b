// The contract between the shell and a board. A game's web/index.ts contains
//   export default { id, Board, say } satisfies GameUi<View, Legal>;
// and its web/tile.ts, which the start page loads, contains
//   export default { id, Emblem, players, minutes } satisfies Tile;

import type { ComponentChild } from 'preact';
import type { T } from '../i18n/words';
import type { PublicEvent } from '../net/events';
import type { AnyLegal, Frame, Races, Refusal } from '../net/protocol';
import type { Answer, Order } from '../net/socket';

export interface BoardProps<View = unknown, Legal extends AnyLegal = AnyLegal> {
  /** The position as your seat knows it. A board draws this and nothing else. */
  frame: Frame<View, Legal>;
  /** Sends one of `frame.legal`'s actions. Resolves to null if accepted; a refusal has been shown already. A board
   * that acts automatically passes `frame.at` as `itself`: if play has gone on since, the action is neither refused nor
   * reported as late, and the player's own actions wait for it. */
  send(action: string, itself?: number): Promise<Refusal | null>;
  /** Asks the server why an action is not legal; null if it is legal. The reason is shown as a toast, unless `quiet` is
   * set: then the board shows it. */
  ask(action: string, quiet?: boolean): Promise<Refusal | null>;
  /** Undoes `n` actions in a game for one; `frame.undo` and `frame.redo` are the numbers of possible steps. */
  undo(n?: number): void;
  redo(n?: number): void;
  /** Arms or disarms a claim that is made automatically as soon as it is possible; `frame.armed` has the armed ones. */
  arm?(action: string, on: boolean): Promise<Refusal | null>;
  /** Offers to end a deal that is decided (`frame.rest`), or answers such an offer. Absent where nothing is played. */
  end?(seat: number, at: number, on: boolean): Promise<Refusal | null>;
  /** Set if a move may wait in the page for its player's turn. Absent in a replay and in a lesson. */
  ahead?: true;
  /** Set in a lesson: a board offers no action that costs its player points. */
  lesson?: true;
  /** The rules for races at this table; null until known. */
  races?: Races | null;
  /** The action of a hint: the board marks the card and its destination. */
  hint: string | null;
  /** The help button, which a game with help puts beside the buttons of its action bar. */
  help: ComponentChild;
  settings: BoardSettings;
  /** Finds the game's words, then the shell's. */
  t: T;
}

/** The reader's settings that a board may need, already evaluated. */
export interface BoardSettings {
  fourColours: boolean;
  leftHanded: boolean;
  /** True if one tap plays a card; otherwise the first tap lifts it and the second plays it. */
  oneTap: boolean;
  /** The duration of one card's flight in ms; 0: no motion. */
  flightMs: number;
  reducedMotion: boolean;
  /** The cards of a solitaire that go to their foundations automatically: none, those that are needed nowhere else, or
   * all. */
  autoHome: 'off' | 'safe' | 'always';
}

/** An intermediate frame on the way to the newest one, such as a full trick before it is taken. */
export interface Step<View = unknown, Legal extends AnyLegal = AnyLegal> {
  frame: Frame<View, Legal>;
  /** The time for which the step is shown, in ms; `'trick'` is the reader's own trick pause. */
  ms: number | 'trick';
}

export interface GameUi<View = unknown, Legal extends AnyLegal = AnyLegal> {
  id: string;
  /** Draws the game as a pure function of its props; the only state is the player's choice before it is sent. */
  Board(props: BoardProps<View, Legal>): ComponentChild;
  /** Returns the words for one event, for the log and the live region; no line if there is nothing to say. */
  say(event: PublicEvent, before: Frame<View, Legal>, after: Frame<View, Legal>, t: T): string[];
  /** Returns the frames to show between two frames; nothing can be done in them, and the score is the earlier one.
   *  The server's frames go from the last card directly to the empty table; a step shows the full trick. */
  steps?(before: Frame<View, Legal>, after: Frame<View, Legal>): Step<View, Legal>[];
  /** The finished deal, rule by rule, above the table of totals; `brief`: one sentence on the reader's result and its
   * reason. */
  Deal?(props: { frame: Frame<View, Legal>; t: T; brief?: boolean }): ComponentChild;
  /** Returns whether a seat has no part in the coming deals. Absent: nobody leaves a match before its end. */
  isOut?(frame: Frame<View, Legal>, seat: number): boolean;
  /** Returns the facts of a deal for one, each with its label: shown beside the table and at the end. */
  facts?(frame: Frame<View, Legal>, t: T): readonly (readonly [label: string, value: string])[];
  /** The duration of the celebration of a won deal before the result covers it. The board draws it; nothing moves for a
   * reader who wants no motion. */
  celebrateMs?: number;
  /** The help at the table of a solitaire that the server can solve. The game's board supplies it. */
  help?: HelpUi;
  /** Returns the words for one of the legal actions, for advice. Absent: the notation of the action. */
  choice?(legal: Legal, frame: Frame<View, Legal>, t: T): string;
  /** Names the part of a deal that begins with this frame ("Trick 3"), for a replay; null where none does. `before` is
   * null for the first frame. */
  chapter?(frame: Frame<View, Legal>, before: Frame<View, Legal> | null, t: T): string | null;
  /** Returns the number of this deal and of all deals, where the match has a fixed number of deals. */
  nth?(frame: Frame<View, Legal>): { n: number; of: number };
  /** Returns whether the only legal action may be done automatically, if the player wants that: not where its speed
   * would show the others what the seat does not hold. Absent: it may. */
  forced?(frame: Frame<View, Legal>): boolean;
  /** The keys of the game's buttons, for the list that `?` opens: `['p', 'pass']`, described by the button's own
   * words. */
  keys?: readonly (readonly [string, string])[];
  /** Returns the banner's words while this seat is awaited; absent: "Your turn". */
  awaited?(frame: Frame<View, Legal>, t: T): string;
}

/** The table as help sees it: an order returns null or a refusal, a question its answer or null. */
export interface Asking {
  order(order: Order, quiet?: boolean): Promise<Refusal | null>;
  question<K extends Answer['t']>(order: Order, kind: K): Promise<Extract<Answer, { t: K }> | null>;
}

export interface HelpedProps {
  match: Asking;
  frame: Frame;
  t: T;
  /** Draws the table with the results of help. */
  children(help: Help): ComponentChild;
}

/** The parts of help at a solitaire's table. */
export interface HelpUi {
  /** Wraps the table. */
  Helped(props: HelpedProps): ComponentChild;
  /** After a loss: shows where the deal could still be won. */
  LookBack(props: { match: Asking; frame: Frame }): ComponentChild;
}

export interface Help {
  /** The frame that the board draws: the table, or a step of a solution. */
  shown: { frame: Frame; step: number; of: number } | null;
  /** The action that a hint points at. */
  hint: string | null;
  /** The button for the head of the table and for the board's action bar; null where there is no help now. */
  button: ComponentChild;
  bar: ComponentChild;
  sheet: ComponentChild;
}

/** A game on the start page. Its words are `title` and `sentence` in the game's lang files, and those in its
 * lang/tile. */
export interface Tile {
  id: string;
  /** Draws the emblem in a box of 160 × 112, in `currentColor` and the card tokens. */
  Emblem(): ComponentChild;
  players: { min: number; max: number };
  minutes: { min: number; max: number };
  /** Set if fewer points are better. */
  few?: true;
  /** The points of a won solitaire. */
  full?: number;
  /** The place on the start page, easier games first. A new player begins with the first game that has a lesson. */
  order: number;
  /** The difficulty of learning the game. */
  ease: 'easy' | 'medium' | 'hard';
  /** The options of a short first match. */
  first?: Record<string, unknown>;
  /** Returns the cards that picture a deal of the day, from its opening. */
  faces?(opening: unknown): readonly string[];
}
