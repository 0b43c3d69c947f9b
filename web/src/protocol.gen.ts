// The messages between page and server. Generated from crates/protocol by `cargo xtask types`: do not edit.

export type GameInfo = { 
/**
 * Stable name.
 */
id: string, 
/**
 * How many seats.
 */
seats: GameSeats, 
/**
 * House rules, in the order in which a form shows them.
 */
options: Array<OptionField>, 
/**
 * Levels of bots, from the weakest.
 */
levels: Array<string>, 
/**
 * Whether the table setting `races` matters.
 */
races: boolean, 
/**
 * Whether there are numbered deals.
 */
numbered: boolean, 
/**
 * Whether a table can help with it.
 */
solved: boolean, };

export type GameSeats = { 
/**
 * At least.
 */
min: number, 
/**
 * At most.
 */
max: number, 
/**
 * Unless said otherwise.
 */
usual: number, };

export type OptionField = { "kind": "int", 
/**
 * Its key.
 */
key: string, 
/**
 * At least.
 */
min: number, 
/**
 * At most.
 */
max: number, 
/**
 * Whether null is a value too.
 */
none: boolean, 
/**
 * Unless said otherwise.
 */
default: number | null, } | { "kind": "bool", 
/**
 * Its key.
 */
key: string, 
/**
 * Unless said otherwise.
 */
default: boolean, } | { "kind": "choice", 
/**
 * Its key.
 */
key: string, 
/**
 * The words.
 */
choices: Array<string>, 
/**
 * Unless said otherwise.
 */
default: string, };

export type Games = { 
/**
 * In the order of the start page.
 */
games: Array<GameInfo>, };

export type Races = "strict" | "normal" | "relaxed" | "turn_based";

export type NewTable = { 
/**
 * Which game.
 */
game: string, 
/**
 * House rules.
 */
options?: Record<string, unknown>, 
/**
 * How many seats.
 */
seats?: number, 
/**
 * Levels of the other seats' bots in order; the last repeats.
 */
bots?: Array<string>, 
/**
 * How long the next move waits for claims.
 */
races?: Races, 
/**
 * A numbered deal, for one-seat games.
 */
deal?: number, 
/**
 * Whether the table helps its player when asked: games for one that can be solved. Off unless said.
 */
assist?: boolean, 
/**
 * Whether a seat is advised when it asks, from what it sees. At a table with one person unless said otherwise.
 */
advice?: boolean, };

export type Seated = { 
/**
 * The table's id.
 */
id: string, 
/**
 * Your seat.
 */
seat: number, };

export type Me = { 
/**
 * Your name.
 */
name: string, 
/**
 * Your unfinished and last finished games, newest first.
 */
tables: Array<TableLine>, };

export type NewName = { 
/**
 * 1 to 24 characters.
 */
name: string, };

export type TableLine = { 
/**
 * The table's id.
 */
id: string, 
/**
 * The game's id.
 */
game: string, 
/**
 * Who sits where.
 */
seats: Array<SeatInfo>, 
/**
 * Your seat.
 */
seat: number, 
/**
 * Whether the match is over.
 */
over: boolean, 
/**
 * Whether play waits for you.
 */
your_turn: boolean, 
/**
 * Totals.
 */
totals: Array<number>, 
/**
 * When it was made, RFC 3339 in UTC.
 */
created: string, };

export type ErrorBody = { 
/**
 * What is wrong.
 */
error: Fault, };

export type Fault = { 
/**
 * Stable.
 */
key: string, 
/**
 * English: what to do.
 */
words: string, };

export type Command = { "t": "act", 
/**
 * Names the command: sending it again is harmless.
 */
cmd: string, 
/**
 * The decision number of the frame that it answers.
 */
at: number, 
/**
 * The action in notation.
 */
action: string, } | { "t": "why", 
/**
 * Names the command.
 */
cmd: string, 
/**
 * The action in notation.
 */
action: string, } | { "t": "next", 
/**
 * Names the command.
 */
cmd: string, } | { "t": "undo", 
/**
 * Names the command.
 */
cmd: string, 
/**
 * How many.
 */
n: number, } | { "t": "redo", 
/**
 * Names the command.
 */
cmd: string, 
/**
 * How many.
 */
n: number, } | { "t": "give_up", 
/**
 * Names the command.
 */
cmd: string, } | { "t": "help", 
/**
 * Names the command.
 */
cmd: string, } | { "t": "verdict", 
/**
 * Names the command.
 */
cmd: string, } | { "t": "hint", 
/**
 * Names the command.
 */
cmd: string, } | { "t": "demo", 
/**
 * Names the command.
 */
cmd: string, 
/**
 * How many; 0 is the position as it is.
 */
step: number, } | { "t": "turning_point", 
/**
 * Names the command.
 */
cmd: string, } | { "t": "play_on", 
/**
 * Names the command.
 */
cmd: string, 
/**
 * How many actions stay.
 */
kept: number, } | { "t": "advise", 
/**
 * Names the command.
 */
cmd: string, } | { "t": "analyse", 
/**
 * Names the command.
 */
cmd: string, 
/**
 * Which deal, from 0.
 */
deal: number, } | { "t": "frame", };

export type Message<View = unknown, Legal = unknown> = Frame<View, Legal> | { "t": "done", 
/**
 * Which command.
 */
cmd: string, } | { "t": "refused", 
/**
 * Which command.
 */
cmd: string, 
/**
 * Why.
 */
refusal: Refusal, } | { "t": "answer", 
/**
 * Which command.
 */
cmd: string, 
/**
 * Why not; null: the action is legal now.
 */
refusal: Refusal | null, } | { "t": "advice", 
/**
 * Which command.
 */
cmd: string, 
/**
 * What is known of the position.
 */
verdict: Verdict, 
/**
 * To `hint`, where the position can be won: the next action that wins it.
 */
action: string | null, } | { "t": "demo", 
/**
 * Which command.
 */
cmd: string, 
/**
 * What is known of the position as it is.
 */
verdict: Verdict, 
/**
 * How many actions of the solution are done in the frame.
 */
step: number, 
/**
 * How many the solution has.
 */
of: number, 
/**
 * The table as it would be: nothing can be done in it. Null where no solution is known.
 */
frame: Frame<View, Legal> | null, } | { "t": "turning_point", 
/**
 * Which command.
 */
cmd: string, 
/**
 * How many actions were done in all.
 */
actions: number, 
/**
 * The last position from which a win is known.
 */
winnable: number | null, 
/**
 * The first position that is known to be lost.
 */
lost: number | null, 
/**
 * The action done in the last winnable position.
 */
action: string | null, } | { "t": "advised", 
/**
 * Which command.
 */
cmd: string, 
/**
 * What to do, and why.
 */
advice: Advised<Legal>, } | { "t": "analysis", 
/**
 * Which command.
 */
cmd: string, 
/**
 * Which deal.
 */
deal: number, 
/**
 * The seat's decisions in it, in order. Forced ones are left out.
 */
decisions: Array<Judged<View, Legal>>, 
/**
 * Whether that is all; otherwise time was short.
 */
complete: boolean, } | { "t": "error", 
/**
 * Stable.
 */
key: string, 
/**
 * English: what to do.
 */
words: string, };

export type Verdict = "winnable" | "lost" | "unknown";

export type Advised<Legal = unknown> = { 
/**
 * The choices that were looked at: first the one that is advised, then the others by their points.
 */
choices: Array<Choice<Legal>>, 
/**
 * What speaks for the first.
 */
reasons: Array<Reason>, };

export type Choice<Legal = unknown> = { 
/**
 * The action with its public facts, as in a frame; null: not now.
 */
legal: Legal | null, 
/**
 * In English, without a subject.
 */
words: string, 
/**
 * Expected points of the deal against the mean of the others'; null: not simulated.
 */
points: number | null, 
/**
 * Their standard error.
 */
error: number | null, };

export type Reason = { 
/**
 * Stable: `reason.<key>` in the game's language files.
 */
key: string, 
/**
 * The number in the words.
 */
n: number | null, 
/**
 * The card in the words.
 */
card: string | null, 
/**
 * In English, without a subject.
 */
words: string, };

export type Judged<View = unknown, Legal = unknown> = { 
/**
 * Where it stands in the record's `actions`.
 */
line: number, 
/**
 * What the seat saw then.
 */
view: View, 
/**
 * What was done.
 */
done: Choice<Legal>, 
/**
 * What that cost in expected points against the best.
 */
cost: number, 
/**
 * The standard error of that.
 */
error: number, 
/**
 * One of the three of this seat and deal that cost most.
 */
costliest: boolean, 
/**
 * What would have been advised.
 */
advice: Advised<Legal>, };

export type Frame<View = unknown, Legal = unknown> = { t: "frame", 
/**
 * Grows by one a frame on one connection; a gap means: ask for the current frame.
 */
n: number, 
/**
 * The table's id.
 */
table: string, 
/**
 * The game's id.
 */
game: string, 
/**
 * All options of the game.
 */
options: Record<string, unknown>, 
/**
 * Who sits where.
 */
seats: Array<SeatInfo>, 
/**
 * The viewer's seat; null: it watches.
 */
viewer: number | null, 
/**
 * The seat's decision number: sent back with `act`.
 */
at: number, 
/**
 * Where the match stands.
 */
phase: Phase, 
/**
 * The number of the deal in view, from 0.
 */
deal: number, 
/**
 * Who deals it.
 */
dealer: number, 
/**
 * What the viewer knows.
 */
view: View, 
/**
 * Seats that play waits for.
 */
must: Array<number>, 
/**
 * The viewer's legal actions in byte order, each `{"action": …, …public facts}`.
 */
legal: Array<Legal>, 
/**
 * What happened since the last frame, as the viewer may know it. Never reaches back over a new deal.
 */
since: Array<Event>, 
/**
 * Totals.
 */
totals: Array<number>, 
/**
 * Finished deals of this match.
 */
deals: Array<DealScore>, 
/**
 * The winners, once the match is over.
 */
winners: Array<number> | null, 
/**
 * How many actions can be undone; 0 where undo is not offered.
 */
undo: number, 
/**
 * How many can be redone.
 */
redo: number, 
/**
 * Whether the table helps when it is asked.
 */
assist: boolean, 
/**
 * Whether the deal in view counts as assisted.
 */
assisted: boolean, 
/**
 * Whether a seat is advised when it asks.
 */
advice: boolean, 
/**
 * The seats that were advised in the deal in view.
 */
advised: Array<number>, 
/**
 * Hash of the sealed seed.
 */
commitment: string, 
/**
 * Of a numbered deal.
 */
number: number | null, 
/**
 * An open race (K12): the next move waits.
 */
window: Window | null, 
/**
 * The viewer's own move that waits for the window to close.
 */
held: string | null, 
/**
 * Milliseconds since the match began.
 */
server_ms: number, };

export type Phase = "deal" | "between" | "over";

export type Window = { 
/**
 * How long it is still open.
 */
left_ms: number, 
/**
 * How long it is open in all.
 */
ms: number, };

export type SeatInfo = { 
/**
 * The name.
 */
name: string, 
/**
 * A bot's level; null for a person.
 */
bot: string | null, 
/**
 * Whether the person is connected. Bots always are.
 */
here: boolean, };

export type Event = { 
/**
 * Who; null for `shuffle`, `deal`, `undo 2`, `give up`.
 */
seat: number | null, 
/**
 * What, in notation.
 */
action: string, };

export type DealScore = { 
/**
 * Who dealt it.
 */
dealer: number, 
/**
 * What it awarded; null for a seat that was out.
 */
points: Array<number | null>, 
/**
 * Totals after it.
 */
totals: Array<number>, };

export type Refusal = { 
/**
 * Stable: `follow_suit`, `stale`, `notation`, `not_your_turn`, `disk_full`, …
 */
key: string, 
/**
 * The rule, if one is concerned.
 */
rule: string | null, 
/**
 * English: why, and what to do.
 */
words: string, };
