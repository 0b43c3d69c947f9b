// The contract between a board and the page around it. A game's web/index.tsx contains
//   export default { id, Board, say } satisfies GameUi<View, Legal>;
// and its web/tile.tsx, which the start page loads, contains
//   export default { id, Emblem, players, minutes } satisfies Tile;

import type { ComponentChild } from 'preact';
import type { T } from '../i18n/words';
import type { PublicEvent } from '../net/events';
import type { AnyLegal, Frame, Races, Refusal } from '../net/protocol';
import type { Answer, Order } from '../net/socket';

export interface BoardProps<View = unknown, Legal extends AnyLegal = AnyLegal> {
  /** The position as the reader's seat knows it. A board draws nothing else. */
  frame: Frame<View, Legal>;
  /** Sends one of the actions in `frame.legal`. If the action was accepted, resolves to null. Otherwise resolves to the
   * refusal, which has already been shown. If a board acts automatically, it passes `frame.at` as `itself`. If play has
   * gone on since that frame, the automatic action has no effect and no refusal is shown. Until it is answered, the
   * player's own actions wait. */
  send(action: string, itself?: number): Promise<Refusal | null>;
  /** Asks the server why an action is not legal. Resolves to null if it is legal. The reason is shown as a toast. With
   * `quiet` it is only returned, and the board can show it. */
  ask(action: string, quiet?: boolean): Promise<Refusal | null>;
  /** Undoes `n` actions in a game for one. `frame.undo` and `frame.redo` are the numbers of steps that can be undone
   * and redone. */
  undo(n?: number): void;
  redo(n?: number): void;
  /** Arms or disarms a claim. An armed claim is made automatically as soon as it is possible. `frame.armed` lists the
   * armed claims. */
  arm?(action: string, on: boolean): Promise<Refusal | null>;
  /** Offers to end a deal that is decided (`frame.rest`), or answers such an offer. Absent if the deal is only shown,
   * not played. */
  end?(seat: number, at: number, on: boolean): Promise<Refusal | null>;
  /** Set if the page may store a move until it is its player's turn. Absent in a replay and in a lesson. */
  ahead?: true;
  /** Set in a lesson: a board offers no action that costs its player points. */
  lesson?: true;
  /** The setting for races at this table; null until it is known. */
  races?: Races | null;
  /** The action that a hint recommends. The board marks its card and its destination. */
  hint: string | null;
  /** The help button. A game with help puts it into its action bar. */
  help: ComponentChild;
  settings: BoardSettings;
  /** The translator. It searches the words of the game first, then those of the page. */
  t: T;
}

/** The reader's settings that a board may need. Settings such as 'auto' are replaced by the value that applies on this
 * device. */
export interface BoardSettings {
  fourColours: boolean;
  leftHanded: boolean;
  /** True if one tap plays a card. Otherwise the first tap lifts it, and the second one plays it. */
  oneTap: boolean;
  /** The duration of a card's flight in ms; 0 if nothing may move. */
  flightMs: number;
  reducedMotion: boolean;
  /** The cards of a solitaire that go to their foundations automatically: no cards, the cards that no other pile needs,
   * or all cards. */
  autoHome: 'off' | 'safe' | 'always';
}

/** A frame that is shown between two frames of the server, such as a full trick before it is taken. */
export interface Step<View = unknown, Legal extends AnyLegal = AnyLegal> {
  frame: Frame<View, Legal>;
  /** The time in ms for which the step is shown; `'trick'` stands for the pause that the reader has set for tricks. */
  ms: number | 'trick';
}

export interface GameUi<View = unknown, Legal extends AnyLegal = AnyLegal> {
  id: string;
  /** Draws the game as a pure function of its props. Its only state is what the player has chosen but not yet sent. */
  Board(props: BoardProps<View, Legal>): ComponentChild;
  /** True if one tap plays a card, unless the reader's settings want two. */
  oneTap?: true;
  /** Returns the words for one event, for the log and the live region. The list is empty if there is nothing to say. */
  say(event: PublicEvent, before: Frame<View, Legal>, after: Frame<View, Legal>, t: T): string[];
  /** Returns the frames to show between two frames of the server. In these frames no action is possible, and the score
   * is that of the first frame. The server's frames go from the last card of a trick directly to the empty table. So a
   * step is needed to show the full trick. */
  steps?(before: Frame<View, Legal>, after: Frame<View, Legal>): Step<View, Legal>[];
  /** Draws the count of a finished deal, above the table of totals. With `brief` it is one sentence about the reader's
   * result and its reason. */
  Deal?(props: { frame: Frame<View, Legal>; t: T; brief?: boolean }): ComponentChild;
  /** Returns whether a seat takes no part in the next deals. If absent, nobody leaves a match before its end. */
  isOut?(frame: Frame<View, Legal>, seat: number): boolean;
  /** Returns the facts of a deal for one, each with its label. They are shown beside the table, and at the end of the
   * deal. */
  facts?(frame: Frame<View, Legal>, t: T): readonly (readonly [label: string, value: string])[];
  /** The time in ms for which a won deal is celebrated before the result covers it. The board draws the celebration. If
   * the reader wants no motion, the drawing has none. */
  celebrateMs?: number;
  /** The help for a solitaire that the server can solve. Boards of such games import it. */
  help?: HelpUi;
  /** Returns the words for a legal action in advice. If absent, the notation of the action is used. */
  choice?(legal: Legal, frame: Frame<View, Legal>, t: T): string;
  /** Returns the name of the part of the deal that begins with this frame, such as "Trick 3", for a replay. Null if no
   * part begins here. `before` is null for the first frame. */
  chapter?(frame: Frame<View, Legal>, before: Frame<View, Legal> | null, t: T): string | null;
  /** Returns the number of this deal and the number of all deals. Absent if a match has no fixed number of deals. */
  nth?(frame: Frame<View, Legal>): { n: number; of: number };
  /** Returns whether the only legal action may be done automatically. If a fast action would reveal which cards the
   * seat does not have, it may not be automatic. If absent, every such action may be automatic. */
  forced?(frame: Frame<View, Legal>): boolean;
  /** The keys of the game's buttons, for the list that `?` opens, such as `['p', 'pass']`. The words of the button
   * describe the key. */
  keys?: readonly (readonly [string, string])[];
  /** Returns the words of the banner while play waits for the viewer's seat. If absent, they are "Your turn". */
  awaited?(frame: Frame<View, Legal>, t: T): string;
}

/** The functions of a match that help uses. An order resolves to null or a refusal. A question resolves to its answer
 * or null. */
export interface Asking {
  order(order: Order, quiet?: boolean): Promise<Refusal | null>;
  question<K extends Answer['t']>(order: Order, kind: K): Promise<Extract<Answer, { t: K }> | null>;
}

export interface HelpedProps {
  match: Asking;
  frame: Frame;
  t: T;
  /** Draws the table with what the help has found. */
  children(help: Help): ComponentChild;
}

/** The parts of the help for a solitaire. */
export interface HelpUi {
  /** The component around the table, which passes the help to it. */
  Helped(props: HelpedProps): ComponentChild;
  /** The offer after a loss to find the position in which the deal could still be won. */
  LookBack(props: { match: Asking; frame: Frame }): ComponentChild;
}

export interface Help {
  /** The step of a solution that the board draws in place of the table; null if it draws the table. */
  shown: { frame: Frame; step: number; of: number } | null;
  /** The action that a hint recommends. */
  hint: string | null;
  /** The help button for the head of the table, and for the action bar of the board; null while there is no help. */
  button: ComponentChild;
  bar: ComponentChild;
  sheet: ComponentChild;
}

/** A game on the start page. Its words are `title` and `sentence` in the lang files of the game, and those in its
 * folder lang/tile. */
export interface Tile {
  id: string;
  /** Draws the emblem in a box of 160 × 112, with `currentColor` and the colours of the cards. */
  Emblem(): ComponentChild;
  players: { min: number; max: number };
  minutes: { min: number; max: number };
  /** True if few points are good. */
  few?: true;
  /** The number of points of a won solitaire. */
  full?: number;
  /** The position on the start page. Easier games come first. A new player is offered the first game that has a
   * lesson. */
  order: number;
  /** The difficulty of learning the game. */
  ease: 'easy' | 'medium' | 'hard';
  /** The options of a short first match. */
  first?: Record<string, unknown>;
  /** Returns the cards that illustrate a deal of the day, from its opening position. */
  faces?(opening: unknown): readonly string[];
}
