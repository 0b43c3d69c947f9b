// The messages between page and server. Generated from crates/protocol by `cargo xtask types`: do not edit.

export type Advised<Legal = unknown> = { 
/**
 * The finalists, which are the choices examined to the end: the advised choice, followed by the others in order of
 * their points. Among the choices that are not rash, the advised one has the most points. If a net judges, choices
 * that are about equal to it may have more.
 */
choices: Array<Choice<Legal>>, 
/**
 * The reasons for the first choice.
 */
reasons: Array<Reason>, };

export type BoardKind = "plain" | "tricks" | "climb" | "pile" | "patience";

export type ChatLine = { 
/**
 * The number of the chat line, which identifies it. It grows by 1 with each line.
 */
n: number, 
/**
 * The seat of the writer; null for a spectator at a table of friends.
 */
seat: number | null, 
/**
 * The name of the writer at that time.
 */
name: string, 
/**
 * A phrase from the list.
 */
phrase: Phrase | null, 
/**
 * Free text, never markup.
 */
text: string | null, };

export type ChatMode = "phrases" | "free";

export type Choice<Legal = unknown> = { 
/**
 * The action with its public facts, as in a frame; null for "not now".
 */
legal: Legal | null, 
/**
 * The expected points of the deal minus the mean of the other seats, in tenths; null if not simulated.
 */
points: number | null, 
/**
 * The standard error of the difference from the advised choice; null for that choice, and after one simulation.
 */
error: number | null, 
/**
 * `true` if the choice is about equal to the advised one: they differ by at most two standard errors.
 */
equal: boolean, 
/**
 * `true` if the choice is too risky to be advised, despite its expected points.
 */
rash: boolean, 
/**
 * In the analysis of a solitaire, the verdict on the position after the choice; otherwise null.
 */
outlook: Verdict | null, };

export type Clock = { 
/**
 * For each seat, the milliseconds left for its decision; null if play does not wait for the seat.
 */
left_ms: Array<number | null>, 
/**
 * The milliseconds for each decision.
 */
ms: number, 
/**
 * `true` while the clocks are stopped.
 */
paused: boolean, };

export type ClockKind = "none" | "relaxed" | "fast";

export type Command = { "t": "act", 
/**
 * The name of the command. A repeated command has no further effect.
 */
cmd: string, 
/**
 * The decision number in the frame to which the player reacts.
 */
at: number, 
/**
 * The action in notation.
 */
action: string, } | { "t": "why", 
/**
 * The name of the command.
 */
cmd: string, 
/**
 * The action in notation.
 */
action: string, } | { "t": "next", 
/**
 * The name of the command.
 */
cmd: string, } | { "t": "undo", 
/**
 * The name of the command.
 */
cmd: string, 
/**
 * The number of your actions.
 */
n: number, } | { "t": "redo", 
/**
 * The name of the command.
 */
cmd: string, 
/**
 * The number of actions.
 */
n: number, } | { "t": "give_up", 
/**
 * The name of the command.
 */
cmd: string, } | { "t": "help", 
/**
 * The name of the command.
 */
cmd: string, } | { "t": "verdict", 
/**
 * The name of the command.
 */
cmd: string, } | { "t": "hint", 
/**
 * The name of the command.
 */
cmd: string, } | { "t": "demo", 
/**
 * The name of the command.
 */
cmd: string, 
/**
 * The number of actions; 0 is the current position.
 */
step: number, } | { "t": "turning_point", 
/**
 * The name of the command.
 */
cmd: string, } | { "t": "play_on", 
/**
 * The name of the command.
 */
cmd: string, 
/**
 * The number of actions that stay.
 */
kept: number, } | { "t": "advise", 
/**
 * The name of the command.
 */
cmd: string, } | { "t": "analyse", 
/**
 * The name of the command.
 */
cmd: string, 
/**
 * The number of the deal, from 0.
 */
deal: number, } | { "t": "sit", 
/**
 * The name of the command.
 */
cmd: string, 
/**
 * The seat.
 */
seat: number, } | { "t": "bot", 
/**
 * The name of the command.
 */
cmd: string, 
/**
 * The seat.
 */
seat: number, 
/**
 * The level of the bot.
 */
level: string, } | { "t": "unseat", 
/**
 * The name of the command.
 */
cmd: string, 
/**
 * The seat.
 */
seat: number, } | { "t": "swap", 
/**
 * The name of the command.
 */
cmd: string, 
/**
 * One seat.
 */
a: number, 
/**
 * The other seat.
 */
b: number, } | { "t": "hand_over", 
/**
 * The name of the command.
 */
cmd: string, 
/**
 * The seat of the new host.
 */
seat: number, } | { "t": "admit", 
/**
 * The name of the command.
 */
cmd: string, 
/**
 * The request: a key of `requests` in the `room` message.
 */
request: string, 
/**
 * `true`: the person gets a seat.
 */
on: boolean, } | { "t": "settings", 
/**
 * The name of the command.
 */
cmd: string, 
/**
 * The settings that change.
 */
settings: NewSettings, } | { "t": "begin", 
/**
 * The name of the command.
 */
cmd: string, } | { "t": "leave", 
/**
 * The name of the command.
 */
cmd: string, } | { "t": "pause", 
/**
 * The name of the command.
 */
cmd: string, 
/**
 * `true` for a pause.
 */
on: boolean, } | { "t": "stand_in", 
/**
 * The name of the command.
 */
cmd: string, 
/**
 * The seat of the person who is away.
 */
seat: number, 
/**
 * `true` for a bot.
 */
on: boolean, } | { "t": "rematch", 
/**
 * The name of the command.
 */
cmd: string, } | { "t": "arm", 
/**
 * The name of the command.
 */
cmd: string, 
/**
 * The claim in notation.
 */
action: string, 
/**
 * `true` to set the claim, `false` to cancel it.
 */
on: boolean, } | { "t": "rest", 
/**
 * The name of the command.
 */
cmd: string, 
/**
 * The seat that makes the offer: `rest.seat` of the frame.
 */
seat: number, 
/**
 * The decision number of the offer: `rest.at`.
 */
at: number, 
/**
 * `true` to end the deal.
 */
on: boolean, } | { "t": "phrase", 
/**
 * The name of the command.
 */
cmd: string, 
/**
 * The phrase.
 */
phrase: Phrase, } | { "t": "say", 
/**
 * The name of the command.
 */
cmd: string, 
/**
 * Text, at most 200 characters.
 */
text: string, } | { "t": "seal", 
/**
 * The name of the command.
 */
cmd: string, 
/**
 * The number of the attempt.
 */
k: number, 
/**
 * 64 lower-case hex digits.
 */
h: string, } | { "t": "reveal", 
/**
 * The name of the command.
 */
cmd: string, 
/**
 * The number of the attempt.
 */
k: number, 
/**
 * 64 lower-case hex digits.
 */
n: string, } | { "t": "frame", } | { "t": "ping", };

export type Continuation = { 
/**
 * The name of the owner.
 */
name: string, 
/**
 * The time at which the link expires, RFC 3339 in UTC.
 */
expires: string, };

export type Daily = { 
/**
 * The day in UTC, as "2026-11-21".
 */
date: string, 
/**
 * A deal for each solitaire that can be solved.
 */
deals: Array<DailyDeal>, };

export type DailyDeal = { 
/**
 * The game's id.
 */
game: string, 
/**
 * The number of the deal.
 */
deal: number, 
/**
 * The view of a spectator before the first action.
 */
opening: unknown, 
/**
 * Your first table with the deal. Only this table counts for the streak, and only if you won there without help.
 */
table: string | null, 
/**
 * `true` if you won at this table; null while the match goes on.
 */
won: boolean | null, 
/**
 * The current streak: the number of days in a row, up to today or yesterday, on which you won the deal of the day
 * without help.
 */
streak: number, 
/**
 * The longest streak of days.
 */
best_streak: number, 
/**
 * The results of the latest days on which you finished the deal of that day, oldest first, at most 62.
 */
days: Array<DailyResult>, };

export type DailyResult = { 
/**
 * The day in UTC, as "2026-11-21".
 */
date: string, 
/**
 * `true` if the deal was won.
 */
won: boolean, 
/**
 * `true` if help was used. The day then does not count for a streak.
 */
assisted: boolean, };

export type DayCount = { 
/**
 * The points of all deals together.
 */
total: number, 
/**
 * The number of people.
 */
people: number, };

export type DayDeal = { 
/**
 * The date in UTC, as 20261121.
 */
date: number, 
/**
 * The number of the deal, from 0.
 */
deal: number, 
/**
 * `true` at the first try on the day itself; `false` at a table for practice, where nothing counts.
 */
first: boolean, };

export type DayField = { 
/**
 * `true` if the day is over. Then everything about its deals is public, and no result counts any more.
 */
over: boolean, 
/**
 * The commitment to the seed of each deal.
 */
commitments: Array<string>, 
/**
 * The seed of each deal, once the day is over.
 */
seeds: Array<string> | null, 
/**
 * Your first tries, one for each deal that you have begun.
 */
tries: Array<DayTry>, 
/**
 * The deals as others played them: bots, and at most about a hundred people.
 */
runs: Array<DayRun>, 
/**
 * The totals of the people who have finished all deals; null until you have.
 */
totals: Array<DayCount> | null, 
/**
 * `true` once all bots have played.
 */
par_known: boolean, };

export type DayRun = { 
/**
 * The level of a bot; null for a person. Par is the mean of `champion`.
 */
level: string | null, 
/**
 * The four deals in order; null for one that is not finished, or not shown.
 */
deals: Array<DealRun | null>, };

export type DayTry = { 
/**
 * The day in UTC, as "2026-11-21".
 */
date: string, 
/**
 * The game's id.
 */
game: string, 
/**
 * The number of the deal, from 0.
 */
deal: number, 
/**
 * The table.
 */
table: string, 
/**
 * `true` if the result counts. What ends after the day does not, and of a network only a few people count.
 */
counts: boolean, 
/**
 * The points; null while the deal is played.
 */
points: number | null, 
/**
 * Your actions in order, once the deal is finished.
 */
moves: Array<string>, 
/**
 * The par of all deals of this day and game together; null if it is not known.
 */
par: number | null, };

export type Days = { 
/**
 * Today in UTC, as "2026-11-21".
 */
today: string, 
/**
 * The ids of the games that have deals of the day.
 */
games: Array<string>, 
/**
 * Your first tries of the latest 62 days, oldest first, without `moves`.
 */
tries: Array<DayTry>, };

export type DealHistory<View = unknown> = { 
/**
 * The number of the deal, from 0.
 */
deal: number, 
/**
 * The number of the first step in `steps`. It is 0, the step in which the deal was dealt, except in very long
 * deals, of which only the latest 500 steps are sent. A frame gives the number of its own step as `past`.
 */
first: number, 
/**
 * The positions in order: after the deal was dealt, and after each event.
 */
steps: Array<PastStep<View>>, };

export type DealLevel = "easy" | "medium" | "hard";

export type DealRun = { 
/**
 * The points of the deal.
 */
points: number, 
/**
 * The seat's actions in order. The same actions lead to the same position, because the bots are the same.
 */
moves: Array<string>, };

export type DealScore = { 
/**
 * The seat of the dealer.
 */
dealer: number, 
/**
 * The points of each seat; null for a seat that was out.
 */
points: Array<number | null>, 
/**
 * The totals after the deal.
 */
totals: Array<number>, };

export type DealWish = { 
/**
 * The game's id.
 */
game: string, 
/**
 * The house rules.
 */
options?: Record<string, unknown>, 
/**
 * The number of the deal, if only this deal is wanted.
 */
deal?: number, 
/**
 * The level of the deal. If it is left out, any deal that can be won is returned.
 */
level?: DealLevel, };

export type EngineSeat = { 
/**
 * The seat.
 */
seat: number, 
/**
 * The WebSocket address to which the engine connects.
 */
url: string, 
/**
 * 128 random bits in hex. The engine sends them in the header `authorization: Bearer …`. The server keeps only the
 * hash of the token, so it cannot show the token again.
 */
token: string, 
/**
 * The time at which the token expires, RFC 3339 in UTC.
 */
expires: string, };

export type ErrorBody = { 
/**
 * The error.
 */
error: ErrorDetail, };

export type ErrorDetail = { 
/**
 * The stable key.
 */
key: string, 
/**
 * The error and its remedy in English.
 */
words: string, 
/**
 * The place in a file of records.
 */
place?: RecordPlace, };

export type FoundMistakes = { 
/**
 * The deal.
 */
of: JudgedDeal, 
/**
 * The mistakes in it, at most three, each of at most 32 KiB.
 */
mistakes: Array<Mistake<unknown, unknown>>, };

export type Frame<View = unknown, Legal = unknown> = { t: "frame", 
/**
 * The number of the frame. It grows by 1 with each frame of a connection. After a gap, ask for the current frame.
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
 * The kind of the game's board, which determines the fields of `view`, for programs without code for each game.
 */
board: BoardKind, 
/**
 * All options of the game.
 */
options: Record<string, unknown>, 
/**
 * The occupants of the seats, in order.
 */
seats: Array<SeatInfo>, 
/**
 * The viewer's seat; null for a spectator.
 */
viewer: number | null, 
/**
 * The seat's decision number, which `act` sends back.
 */
at: number, 
/**
 * The phase of the match: `deal` while a deal is played, `between` if another deal follows, `over` at the end.
 */
phase: MatchPhase, 
/**
 * The number of the current deal, from 0.
 */
deal: number, 
/**
 * The seat of the dealer.
 */
dealer: number, 
/**
 * The viewer's view of the game.
 */
view: View, 
/**
 * The seats that play waits for.
 */
must: Array<number>, 
/**
 * The viewer's legal actions in byte order, each `{"action": …, …public facts}`.
 */
legal: Array<Legal>, 
/**
 * The events since the previous frame, as the viewer may see them. Events before the current deal are left out.
 */
since: Array<TableEvent>, 
/**
 * The number of the frame's step in the current deal; in step 0 the cards were just dealt. `GET
 * /api/v1/tables/{id}/course` returns the steps.
 */
past: number, 
/**
 * The totals.
 */
totals: Array<number>, 
/**
 * The finished deals of this match.
 */
deals: Array<DealScore>, 
/**
 * The winners, once the match is over. Null until then, and if the match was stopped at 50,000 log entries.
 */
winners: Array<number> | null, 
/**
 * The number of your actions that can be undone; 0 if undo is not possible at this table.
 */
undo: number, 
/**
 * The number of actions that can be redone.
 */
redo: number, 
/**
 * `true` if the player may ask the table for help.
 */
assist: boolean, 
/**
 * `true` if the current deal counts as assisted.
 */
assisted: boolean, 
/**
 * `true` if a seat may ask for advice.
 */
advice: boolean, 
/**
 * The seats that have had advice in the current deal. The seat of another player is listed only once it has acted
 * after the advice.
 */
advised: Array<number>, 
/**
 * The hash of the sealed seed. Empty at a practice table, where nothing is proven.
 */
commitment: string, 
/**
 * The number of a numbered deal.
 */
number: number | null, 
/**
 * The open claim window (K12). The next move is held until the window closes.
 */
window: Window | null, 
/**
 * The viewer's own move, if it is held until the window closes.
 */
held: string | null, 
/**
 * The viewer's own claims that were set in advance.
 */
armed?: Array<string>, 
/**
 * An offer to end the decided deal, or the note that the viewer may make one.
 */
rest?: RestOffer, 
/**
 * The clocks, if the table has a time limit.
 */
clock?: Clock, 
/**
 * The time of play in milliseconds. It grows only during a deal, while somebody with a seat is at the table and,
 * in a one-seat game, has not paused.
 */
played_ms: number, };

export type GameInfo = { 
/**
 * The stable name.
 */
id: string, 
/**
 * The possible numbers of seats.
 */
seats: GameSeats, 
/**
 * House rules, in the order in which a form shows them.
 */
options: Array<OptionField>, 
/**
 * The levels of bots, from the weakest.
 */
levels: Array<string>, 
/**
 * `true` if the game has claims, so that the table setting `races` has an effect.
 */
races: boolean, 
/**
 * `true` if the game has numbered deals, so that a table can be opened with `deal`.
 */
numbered: boolean, 
/**
 * `true` if a table can help in this game (`assist`), and deals can be rated.
 */
solved: boolean, };

export type GameSeats = { 
/**
 * The minimum.
 */
min: number, 
/**
 * The maximum.
 */
max: number, 
/**
 * The default.
 */
usual: number, };

export type GameStatistics = { 
/**
 * The game's id.
 */
game: string, 
/**
 * All options of the game.
 */
options: Record<string, unknown>, 
/**
 * The number of seats.
 */
seats: number, 
/**
 * The level of the bots, if all other seats were bots of one level.
 */
level: string | null, 
/**
 * The results without help. A deal lost without help and then played on with help counts here and in `assisted`.
 */
own: Tally, 
/**
 * The results with help. `own` does not count them.
 */
assisted: Tally, };

export type Games = { 
/**
 * The games in the order of the start page.
 */
games: Array<GameInfo>, };

export type HostInfo = { 
/**
 * The pages that have contents: `/privacy`, `/imprint`, `/contact`.
 */
pages: Array<HostPage>, 
/**
 * The most liberal chat mode that a table may choose. With `phrases` every table has only phrases, whatever its
 * settings, and `say` is refused (`phrases_only`).
 */
chat: ChatMode, 
/**
 * The current notice from the administrator to everybody, if any (`cardroom admin say`, or a drain). Tables show
 * it too.
 */
notice?: Notice, };

export type HostPage = "privacy" | "imprint" | "contact";

export type Imported = { 
/**
 * The matches of the file, in order.
 */
records: Array<ImportedRecord>, };

export type ImportedRecord = { 
/**
 * The record's id. The same record always has the same id.
 */
id: string, 
/**
 * The game's id.
 */
game: string, 
/**
 * The number of deals, an unfinished one included.
 */
deals: number, 
/**
 * `true` if the record says that the match was played without a server (`origin` in docs/bots/records.md), so that
 * nobody has verified the way it was played.
 */
offline?: boolean, };

export type Invitation = { 
/**
 * The table's id.
 */
table: string, 
/**
 * The game's id.
 */
game: string, 
/**
 * The stage of the table.
 */
stage: Stage, 
/**
 * The host's name.
 */
host: string | null, 
/**
 * The occupants of the seats, in order.
 */
seats: Array<ListedSeat>, 
/**
 * The seat that you already have at the table.
 */
you: number | null, 
/**
 * All options of the game.
 */
options: Record<string, unknown>, 
/**
 * The table's settings.
 */
settings: Settings, };

export type Invite = { 
/**
 * 128 random bits in hex. The server keeps only the hash of the token, so it cannot show the token again.
 */
token: string, 
/**
 * The address to send to friends, or to open on the other device.
 */
url: string, 
/**
 * The time at which the link expires, RFC 3339 in UTC.
 */
expires: string, 
/**
 * The address as a QR code.
 */
qr: QrCode, };

export type Judged<View = unknown, Legal = unknown> = { 
/**
 * The index of the action in the record's `actions`.
 */
line: number, 
/**
 * The number of actions in the deal before this decision began, to practise from there.
 */
after: number, 
/**
 * The seat's view before the action.
 */
view: View, 
/**
 * The action that was taken.
 */
done: Choice<Legal>, 
/**
 * The cost: the difference from the best choice in the list; 0 if the action is about equal to that choice.
 */
cost: number, 
/**
 * The standard error of the difference.
 */
error: number, 
/**
 * `true` if this is one of the seat's three costliest decisions in the deal or, in a solitaire, the decision that
 * lost the deal.
 */
costliest: boolean, 
/**
 * In the analysis of a solitaire, the verdict on the position before the action; otherwise null.
 */
outlook: Verdict | null, 
/**
 * The advice for this position.
 */
advice: Advised<Legal>, 
/**
 * All legal actions, with the facts of a frame, so that the player can try another one. Empty unless the action
 * was a mistake on the seat's own turn.
 */
legal: Array<Legal>, 
/**
 * Pairs of interchangeable actions, with which every seat gets the same, whatever follows: an action in `legal`
 * that was not examined to the end, and one of the choices.
 */
alike: Array<[string, string]>, };

export type JudgedDeal = { 
/**
 * The table's id.
 */
table: string, 
/**
 * The game's id.
 */
game: string, 
/**
 * The number of the deal, from 0.
 */
deal: number, 
/**
 * Your seat.
 */
seat: number, };

export type Lesson<View = unknown, Legal = unknown> = { 
/**
 * The deal, with the learner as viewer.
 */
replay: Replay<View>, 
/**
 * The explained decisions, in order.
 */
steps: Array<LessonStep<Legal>>, };

export type LessonAnswer = { 
/**
 * The key of the text.
 */
key: string, 
/**
 * The actions in notation.
 */
actions: Array<string>, };

export type LessonStep<Legal = unknown> = { 
/**
 * The step of the replay in which the learner chooses. Its number is the number of actions before the choice.
 */
at: number, 
/**
 * The key of the text.
 */
key: string, 
/**
 * The rule that explains the decision.
 */
rule: string | null, 
/**
 * The right action. The step after `at` shows it.
 */
action: string, 
/**
 * Other actions that are as good.
 */
also: Array<string>, 
/**
 * Other actions for which the lesson has a special answer.
 */
others: Array<LessonAnswer>, 
/**
 * All legal actions in byte order, each `{"action": …, …public facts}`.
 */
legal: Array<Legal>, };

export type ListedSeat = { 
/**
 * The name; empty if the seat is free.
 */
name: string, 
/**
 * A bot's level, `engine` for an external program; null for a person.
 */
bot: string | null, 
/**
 * `true` if the seat is free.
 */
free?: boolean, };

export type Lobby = { 
/**
 * The public tables with somebody present: those that wait for players, then the others, both oldest first.
 */
tables: Array<LobbyTable>, };

export type LobbyTable = { 
/**
 * The table's id.
 */
id: string, 
/**
 * The game's id.
 */
game: string, 
/**
 * The stage of the table.
 */
stage: Stage, 
/**
 * The occupants of the seats, in order.
 */
seats: Array<SeatInfo>, 
/**
 * The time limit for decisions.
 */
clock: ClockKind, 
/**
 * `true` if people without a seat may watch.
 */
watch: boolean, 
/**
 * The time at which the table was made, RFC 3339 in UTC.
 */
created: string, };

export type Margin = { 
/**
 * The time of the claim in milliseconds after the window opened, minus the credit for a slow connection.
 */
after_ms: number, 
/**
 * The length of the window in milliseconds.
 */
of_ms: number, 
/**
 * The credit in milliseconds for a slow connection: the claim arrived this much later than `after_ms`.
 */
lag_ms?: number, };

export type MatchPhase = "deal" | "between" | "over";

export type Me = { 
/**
 * Your name.
 */
name: string, 
/**
 * Your unfinished games and the latest finished ones, newest first.
 */
tables: Array<TableLine>, };

export type Message<View = unknown, Legal = unknown> = Frame<View, Legal> | { "t": "done", 
/**
 * The name of the command.
 */
cmd: string, } | { "t": "refused", 
/**
 * The name of the command.
 */
cmd: string, 
/**
 * The reason.
 */
refusal: Refusal, } | People | SharedShuffle | { "t": "talk", 
/**
 * The lines in order.
 */
lines: Array<ChatLine>, } | { "t": "notice" } & Notice | { "t": "answer", 
/**
 * The name of the command.
 */
cmd: string, 
/**
 * The reason why the action is not legal; null if it is legal now.
 */
refusal: Refusal | null, } | { "t": "advice", 
/**
 * The name of the command.
 */
cmd: string, 
/**
 * The verdict on the position.
 */
verdict: Verdict, 
/**
 * In the answer to `hint`, the next action that wins, if the position can be won.
 */
action: string | null, } | { "t": "demo", 
/**
 * The name of the command.
 */
cmd: string, 
/**
 * The verdict on the current position.
 */
verdict: Verdict, 
/**
 * The number of actions of the solution that have been done in `frame`.
 */
step: number, 
/**
 * The number of actions in the solution.
 */
of: number, 
/**
 * The table after `step` actions of the solution, without legal actions. Null if no solution is known.
 */
frame: Frame<View, Legal> | null, } | { "t": "turning_point", 
/**
 * The name of the command.
 */
cmd: string, 
/**
 * The number of all actions in the deal.
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
 * The name of the command.
 */
cmd: string, 
/**
 * The choices in order of their points, with reasons.
 */
advice: Advised<Legal>, } | { "t": "analysing", 
/**
 * The name of the command.
 */
cmd: string, 
/**
 * The number of decisions evaluated so far.
 */
done: number, 
/**
 * The number of all decisions.
 */
of: number, } | { "t": "analysis", 
/**
 * The name of the command.
 */
cmd: string, 
/**
 * The number of the deal.
 */
deal: number, 
/**
 * The seat's decisions in the deal, in order, without forced ones.
 */
decisions: Array<Judged<View, Legal>>, 
/**
 * The sum of the `cost` of these decisions.
 */
cost: number, 
/**
 * The number of decisions evaluated, forced ones included.
 */
done: number, 
/**
 * The number of all decisions. If it is greater than `done`, there was too little time.
 */
of: number, } | { "t": "pong", } | { "t": "error", 
/**
 * The stable key.
 */
key: string, 
/**
 * The error and its remedy in English.
 */
words: string, };

export type Mistake<View = unknown, Legal = unknown> = { 
/**
 * The id, which follows from the position.
 */
id: string, 
/**
 * The finished deal.
 */
of: JudgedDeal, 
/**
 * The kind of the game's board.
 */
board: BoardKind, 
/**
 * All options of the game.
 */
options: Record<string, unknown>, 
/**
 * The seat of the dealer.
 */
dealer: number, 
/**
 * The totals of the seats before the deal.
 */
before: Array<number>, 
/**
 * The decision. All its legal actions are listed.
 */
judged: Judged<View, Legal>, };

export type MistakeAnswer = { 
/**
 * The step at which the mistake was asked. If it has another one by now, nothing changes.
 */
step: number, 
/**
 * `true` if it is right this time.
 */
right: boolean, };

export type MyData = { 
/**
 * Your name.
 */
name: string, 
/**
 * The time at which your session began, RFC 3339 in UTC.
 */
since: string, 
/**
 * Your games, newest first, including those that you have left.
 */
tables: Array<MyTable>, 
/**
 * Your results of finished deals, oldest first.
 */
results: Array<MyResult>, 
/**
 * The statistics of these results.
 */
statistics: Array<GameStatistics>, 
/**
 * Invitations to tables of which you are the host. The server keeps only the hash of a link.
 */
invites: Array<MyInvite>, 
/**
 * The records that you have imported.
 */
records: Array<MyRecord>, 
/**
 * Your mistakes.
 */
mistakes: Array<MyMistake>, 
/**
 * Your first tries at deals of the day.
 */
tries: Array<DayTry>, };

export type MyDevice = { 
/**
 * The browser's id.
 */
id: string, 
/**
 * `true` if this browser sent the request.
 */
this: boolean, 
/**
 * The time at which the browser was added, RFC 3339 in UTC.
 */
since: string, 
/**
 * The time at which the browser was last seen, exact to a day, RFC 3339 in UTC.
 */
seen: string, 
/**
 * The names of browser and system, such as "Firefox, Android"; empty if unknown.
 */
browser: string, };

export type MyDevices = { 
/**
 * Your browsers, most recently seen first.
 */
devices: Array<MyDevice>, 
/**
 * The time at which the latest link for another browser expires, RFC 3339 in UTC; null if there is no link.
 */
link: string | null, };

export type MyInvite = { 
/**
 * The table's id.
 */
table: string, 
/**
 * The time at which the invitation expires, RFC 3339 in UTC.
 */
expires: string, };

export type MyMistake = { 
/**
 * The mistake's id.
 */
id: string, 
/**
 * The game's id.
 */
game: string, 
/**
 * The number of times in a row that it was right. After the fourth time it is learned, and does not come back.
 */
step: number, 
/**
 * The time when it comes back, in milliseconds since 1970.
 */
due_ms: number, 
/**
 * The [`Mistake`]; null in a list, and once it is learned.
 */
mistake: unknown, };

export type MyMistakes = { 
/**
 * Your mistakes without their positions, those that come back first at the beginning.
 */
mistakes: Array<MyMistake>, 
/**
 * Your latest deals that were not judged yet, newest first.
 */
unjudged: Array<JudgedDeal>, 
/**
 * The clock by which mistakes come back, in milliseconds since 1970.
 */
now_ms: number, };

export type MyRecord = { 
/**
 * The record's id.
 */
id: string, 
/**
 * The time of the import, RFC 3339 in UTC.
 */
at: string, 
/**
 * The address of the record.
 */
record: string, };

export type MyResult = { 
/**
 * The table's id.
 */
table: string, 
/**
 * The number of the deal, from 0.
 */
deal: number, 
/**
 * Your seat.
 */
seat: number, 
/**
 * The game's id.
 */
game: string, 
/**
 * Your points; null for a seat that was out.
 */
points: number | null, 
/**
 * The level of the bots, if all other seats were bots of one level.
 */
level: string | null, 
/**
 * In the last deal of a match: `true` if you won the match.
 */
won: boolean | null, 
/**
 * In the last deal of a match: the duration of the match in milliseconds.
 */
took_ms: number | null, 
/**
 * `true` if you had help.
 */
assisted: boolean, 
/**
 * The time at which the deal ended, RFC 3339 in UTC.
 */
at: string, };

export type MyTable = { 
/**
 * The table's id.
 */
id: string, 
/**
 * The game's id.
 */
game: string, 
/**
 * Your seat; null if you have left.
 */
seat: number | null, 
/**
 * Your name at the table.
 */
name: string | null, 
/**
 * `true` if you are the host.
 */
host: boolean, 
/**
 * The time at which the table was made, RFC 3339 in UTC.
 */
created: string, 
/**
 * The time at which the match ended, RFC 3339 in UTC.
 */
ended: string | null, 
/**
 * The final totals of the seats, in order.
 */
totals: Array<number> | null, 
/**
 * The address of the table's record.
 */
record: string, };

export type NewName = { 
/**
 * The new name: 1 to 24 code points. One emoji can consist of several code points.
 */
name: string, };

export type NewPractice = { 
/**
 * The number of the deal, from 0. At a table, the deal must be finished.
 */
deal: number, 
/**
 * The number of the deal's actions before the position.
 */
step: number, 
/**
 * Your seat.
 */
seat: number, 
/**
 * `true` if the cards that this seat had not seen are dealt again. Default: all cards lie as they lay.
 */
redeal: boolean, 
/**
 * The level of the bots on the other seats. Default: `club`.
 */
level?: string, };

export type NewSettings = { 
/**
 * The house rules. Keys that are left out get their defaults.
 */
options: Record<string, unknown>, 
/**
 * The time for which the next move is held for claims.
 */
races?: Races, 
/**
 * The time limit for decisions.
 */
clock?: ClockKind, 
/**
 * The seconds after which a bot plays for an absent person; 0 for never.
 */
grace_s?: number, 
/**
 * `true` if people without a seat may watch.
 */
watch?: boolean, 
/**
 * The delay for spectators in seconds.
 */
watch_delay_s?: number, 
/**
 * The permitted chat.
 */
chat?: ChatMode, 
/**
 * The level of bots that take free seats and stand in for people. Bots that already have a seat keep their level.
 */
level?: string, 
/**
 * `true` if a seat may ask for advice.
 */
advice?: boolean, 
/**
 * `true` if each network gets one seat only.
 */
one_per_network?: boolean, };

export type NewTable = { 
/**
 * The game's id.
 */
game: string, 
/**
 * The house rules. Keys that are left out get their defaults.
 */
options?: Record<string, unknown>, 
/**
 * The number of seats.
 */
seats?: number, 
/**
 * The levels of the bots on the other seats, in order; the last level also applies to all further seats. Default:
 * `club`. At a table for people the other seats are free, and the first level applies to bots that take free seats
 * when the match begins, and to bots that stand in.
 */
bots?: Array<string>, 
/**
 * The time for which the next move is held for claims.
 */
races?: Races, 
/**
 * The people who may sit down beside the person who opens the table. Default: nobody; bots have the other seats.
 */
open?: Open, 
/**
 * The time limit for decisions.
 */
clock?: ClockKind, 
/**
 * The seconds after which a bot plays for an absent person; 0 for never. Default: never among friends, after a
 * minute at a public table.
 */
grace_s?: number, 
/**
 * `true` if people without a seat may watch, at the table's address. Default: `true` at a table for people.
 */
watch?: boolean, 
/**
 * The delay for spectators in seconds.
 */
watch_delay_s?: number, 
/**
 * The permitted chat.
 */
chat?: ChatMode, 
/**
 * The number of a numbered deal, for one-seat games only.
 */
deal?: number, 
/**
 * `true` if the table helps its player on request, only in games that are `solved`. Default: `false`.
 */
assist?: boolean, 
/**
 * `true` if a seat may ask for advice, from its own view. Default: `true` at a table with one person.
 */
advice?: boolean, 
/**
 * `true` if your page takes part in shuffling together. A match of you and bots then begins only when your page
 * connects. Default: `false`.
 */
shuffles?: boolean, 
/**
 * `true` if each network gets one seat only. Default: `true` at a public table; always so in a quick match.
 */
one_per_network?: boolean, };

export type Notice = { 
/**
 * The key of a predefined notice, which each page shows in the reader's language: `drain`.
 */
key?: string, 
/**
 * Text, never markup.
 */
words: string, };

export type Open = "alone" | "friends" | "public";

export type OptionField = { "kind": "int", 
/**
 * The key of the option.
 */
key: string, 
/**
 * The minimum.
 */
min: number, 
/**
 * The maximum.
 */
max: number, 
/**
 * `true` if null is allowed too.
 */
none: boolean, 
/**
 * The default.
 */
default: number | null, } | { "kind": "bool", 
/**
 * The key of the option.
 */
key: string, 
/**
 * The default.
 */
default: boolean, } | { "kind": "choice", 
/**
 * The key of the option.
 */
key: string, 
/**
 * The words.
 */
choices: Array<string>, 
/**
 * The default.
 */
default: string, };

export type PastStep<View = unknown> = { 
/**
 * The events since the previous step, as the viewer saw them.
 */
since: Array<TableEvent>, 
/**
 * The viewer's view.
 */
view: View, };

export type People = { t: "room", 
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
 * The stage of the table: gathering, playing or over.
 */
stage: Stage, 
/**
 * Your seat; null if you have none.
 */
you: number | null, 
/**
 * Your seat from the next deal on. Until then you have the view of a spectator.
 */
next_seat?: number, 
/**
 * `true` if you are the host.
 */
hosting: boolean, 
/**
 * The host's seat; null if there is no host.
 */
host: number | null, 
/**
 * The occupants of the seats, in order.
 */
seats: Array<SeatInfo>, 
/**
 * The table's settings.
 */
settings: Settings, 
/**
 * The number of spectators.
 */
watchers: number, 
/**
 * The names of the spectators, 20 at most.
 */
watcher_names?: Array<string>, 
/**
 * For spectators at a table of friends: `true` if you asked for a seat (`sit`). Null if you cannot ask for one.
 */
asked?: boolean, 
/**
 * The milliseconds until bots take the free seats and the match begins; null if the table waits for people.
 */
begins_ms: number | null, 
/**
 * The milliseconds until the next deal begins even if not all are ready; null if the table waits for all.
 */
next_ms: number | null, 
/**
 * The milliseconds until a spectator with a delay gets the first frame; null after that.
 */
first_ms?: number, 
/**
 * `true` while the clocks are stopped.
 */
paused: boolean, 
/**
 * The seats that vote for a pause.
 */
pause_votes: Array<number>, 
/**
 * The table for another match of the same people, once somebody has asked for one.
 */
rematch: string | null, 
/**
 * For the host of a public table only: groups of seats whose people come from the same network.
 */
same_network?: Array<Array<number>>, 
/**
 * For the host: the names of the people who ask for a seat, each under the key that `admit` sends back.
 */
requests?: Record<string, string>, };

export type Phrase = "hello" | "good_luck" | "well_played" | "thanks" | "sorry" | "one_moment" | "your_turn" | "good_game" | "bye" | "laugh" | "surprise" | "applause" | "think" | "sigh";

export type PlayerReport = { 
/**
 * The other player's seat.
 */
seat: number, 
/**
 * The report, in up to 500 characters.
 */
words: string, };

export type Practice = { 
/**
 * The match: `tables/ID` or `records/ID`.
 */
of: string, 
/**
 * The number of the deal, from 0.
 */
deal: number, 
/**
 * The number of the deal's actions before the position.
 */
step: number, 
/**
 * `true` if the cards that you had not seen were dealt again.
 */
redealt: boolean, 
/**
 * The points of each seat when the deal was played for the first time; null if it was not finished.
 */
points: Array<number | null> | null, };

export type QrCode = { 
/**
 * The number of modules on each side, with the quiet zone.
 */
size: number, 
/**
 * The dark modules as an SVG path in which a module has the size 1.
 */
path: string, };

export type QuickMatch = { 
/**
 * The game's id.
 */
game: string, 
/**
 * Your new name, as in `NewName`. If it is left out, your name stays.
 */
name?: string, };

export type Races = "strict" | "normal" | "relaxed" | "turn_based";

export type RatedDeal = { 
/**
 * The number of the deal.
 */
deal: number, 
/**
 * The verdict on the deal.
 */
verdict: Verdict, 
/**
 * The level of the deal, if it can be won.
 */
level: DealLevel | null, 
/**
 * The width of the narrowest beam that wins; 0 if a few positions are enough.
 */
width: number | null, 
/**
 * The number of deals played to estimate the chance to win, each with the hidden cards shuffled again.
 */
reshuffles: number, 
/**
 * The number of these reshuffled deals that a player won without seeing the stock.
 */
blind_won: number, };

export type Reason = { 
/**
 * Stable key: `reason.<key>` in the game's language files.
 */
key: string, 
/**
 * The number in the words, `{n}` in the language files.
 */
n: number | null, 
/**
 * The card in the words, in notation; `{card}` in the language files.
 */
card: string | null, };

export type RecordPlace = { 
/**
 * The line, from 1.
 */
line: number, 
/**
 * The deal, from 0; null if the record as a whole is wrong.
 */
deal: number | null, 
/**
 * The index in the deal's `actions`, if one action is wrong.
 */
action: number | null, 
/**
 * The fault in English.
 */
why: string, };

export type Refusal = { 
/**
 * The stable key: `follow_suit`, `stale`, `notation`, … The page has its text, `refusal.<key>`.
 */
key: string, 
/**
 * The number of the broken rule in the game's RULES.md, if a rule is the reason.
 */
rule: string | null, 
/**
 * The reason and the remedy in English.
 */
words: string, };

export type Replay<View = unknown> = { 
/**
 * The game's id.
 */
game: string, 
/**
 * The kind of the game's board. It fixes the fields of the views.
 */
board: BoardKind, 
/**
 * All options of the game.
 */
options: Record<string, unknown>, 
/**
 * The occupants of the seats, in order.
 */
seats: Array<SeatInfo>, 
/**
 * The viewer's seat; null if all cards are shown.
 */
viewer: number | null, 
/**
 * The number of the deal, from 0.
 */
deal: number, 
/**
 * The seat of the dealer.
 */
dealer: number, 
/**
 * The totals before the deal.
 */
before: Array<number>, 
/**
 * All finished deals of the match.
 */
deals: Array<DealScore>, 
/**
 * The winners, once the match is over.
 */
winners: Array<number> | null, 
/**
 * The number of a numbered deal.
 */
number: number | null, 
/**
 * `true` if the match was played without a server and uploaded. Then nobody has verified the way it was played.
 */
offline?: boolean, 
/**
 * `true` if the match was played at a practice table.
 */
practice?: boolean, 
/**
 * The positions: before the first action of the deal, and after each action.
 */
steps: Array<ReplayStep<View>>, };

export type ReplayStep<View = unknown> = { 
/**
 * The events since the previous step, as the viewer saw them.
 */
since: Array<TableEvent>, 
/**
 * The viewer's view.
 */
view: View, 
/**
 * The seats that play waited for.
 */
must: Array<number>, };

export type RestOffer = { 
/**
 * The seat whose turn it is. It knows the points of every seat in this deal, whatever the others play.
 */
seat: number, 
/**
 * The decision number of the seat. The command `rest` sends the seat and this number back.
 */
at: number, 
/**
 * The seats that have accepted the offer. Null before an offer. Before an offer, only the seat that may make the
 * offer gets `rest`.
 */
accepted: Array<number> | null, 
/**
 * The seats that have not answered yet.
 */
open: Array<number>, };

export type SeatInfo = { 
/**
 * The name; empty if the seat is free.
 */
name: string, 
/**
 * A bot's level, `engine` for an external program; null for a person.
 */
bot: string | null, 
/**
 * `true` if the person or the engine is connected. Always `true` for other bots.
 */
here: boolean, 
/**
 * The name of the person who has the seat from the next deal on. Until then a bot plays.
 */
next_name?: string, 
/**
 * The milliseconds since the person's connection was lost.
 */
away_ms?: number, 
/**
 * The seats that vote for a bot until the person is back.
 */
bot_votes?: Array<number>, 
/**
 * The round-trip time of the person's connection in milliseconds, if it is at least 10. It is public because the
 * length of claim windows, which everybody sees, depends on it (K12).
 */
lag_ms?: number, 
/**
 * The level of the bot that plays until the person or the engine comes back.
 */
stand_in?: string, 
/**
 * `true` if the bot plays because the person's clock has run out. The bot makes only that one decision.
 */
time_up?: boolean, 
/**
 * The number of actions that the rule bot has chosen for an engine.
 */
replaced?: number, 
/**
 * `true` if the person is ready for the next deal.
 */
ready?: boolean, 
/**
 * The seats that win and lose together with this one.
 */
partners?: Array<number>, 
/**
 * `true` if the person is looking at the analysis of the finished deal. The next deal then waits for a while.
 */
looks?: boolean, 
/**
 * `true` if the seat is free.
 */
free?: boolean, };

export type SeatTaken = { 
/**
 * The table's id.
 */
id: string, 
/**
 * Your seat.
 */
seat: number, };

export type Settings = { 
/**
 * The time for which the next move is held for claims.
 */
races: Races, 
/**
 * The people who may sit down.
 */
open: Open, 
/**
 * The time limit for decisions.
 */
clock: ClockKind, 
/**
 * The seconds after which a bot plays for an absent person; null for never.
 */
grace_s: number | null, 
/**
 * `true` if people without a seat may watch.
 */
watch: boolean, 
/**
 * The delay for spectators in seconds.
 */
watch_delay_s: number, 
/**
 * The permitted chat.
 */
chat: ChatMode, 
/**
 * The level of bots that take free seats and stand in for people.
 */
level: string, 
/**
 * The seconds after which bots take the free seats and the match begins; null if the table waits for people.
 */
fill_s: number | null, 
/**
 * `true` if the table helps its player on request.
 */
assist: boolean, 
/**
 * `true` if a seat may ask for advice.
 */
advice: boolean, 
/**
 * `true` if the match begins by itself once every seat is taken and everybody is connected.
 */
begins_when_full: boolean, 
/**
 * The date of the deal of the day, as 20261121, if the table plays one.
 */
daily: number | null, 
/**
 * `true` if each network gets one seat only.
 */
one_per_network: boolean, 
/**
 * The position from which the table practises, if it is a practice table. There you can take back your actions,
 * and nothing counts in any statistics.
 */
practice?: Practice, 
/**
 * The deal of the day that the table plays, if it plays one. There is no help, and nobody joins or leaves.
 */
day?: DayDeal, };

export type SharedAttempt = { 
/**
 * The number of the attempt, from 0.
 */
k: number, 
/**
 * The commitment of the server's secret.
 */
C: string, 
/**
 * The hash of each seat. Null for all seats until the list is complete, later for seats that take no part.
 */
h: Array<string | null>, 
/**
 * The nonce of each seat. Null for all seats until the attempt ends. Later, null for seats that have not revealed
 * a nonce.
 */
n: Array<string | null>, 
/**
 * The server's secret. Null in the last attempt until the match is over.
 */
S: string | null, 
/**
 * The seats that had no person when the attempt began. Bots take no part.
 */
bots?: Array<number>, };

export type SharedShuffle = { t: "shuffle", 
/**
 * The step of the last attempt.
 */
step: ShuffleStep, 
/**
 * The seats that this step waits for.
 */
waits: Array<number>, 
/**
 * The milliseconds until the attempt stops waiting.
 */
left_ms: number | null, 
/**
 * All attempts. All but the last are void.
 */
attempts: Array<SharedAttempt>, };

export type ShuffleStep = "seal" | "reveal" | "done";

export type SitDown = { 
/**
 * Your new name, as in `NewName`. If it is left out, your name stays.
 */
name?: string, };

export type Stage = "gathering" | "playing" | "over";

export type Statistics = { 
/**
 * One entry for each combination of game, options, seats and level of bots, in the order of the start page.
 */
games: Array<GameStatistics>, };

export type TableEvent = { 
/**
 * The seat that acted; null for `shuffle`, `deal`, `undo 2`, `give up`, `play on`.
 */
seat: number | null, 
/**
 * The action in notation, without its hidden parts (`trade`). `bot club`: a bot takes over the seat; `back`: its
 * person plays again; `left`: the person has left for good; `removed`: the host has removed the person; `joined`:
 * a new person plays from here on.
 */
action: string, 
/**
 * The time in the claim window at which the claim was made.
 */
margin?: Margin, 
/**
 * `true` if a bot acted for the seat's player.
 */
bot?: boolean, 
/**
 * `true` if the seat's clock had run out while its player was present: on `bot club`, on the bot's actions after
 * it, and on `back`.
 */
time_up?: boolean, };

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
 * The occupants of the seats, in order.
 */
seats: Array<ListedSeat>, 
/**
 * Your seat.
 */
seat: number, 
/**
 * The stage of the table.
 */
stage: Stage, 
/**
 * `true` once the match is over.
 */
over: boolean, 
/**
 * `true` if play waits for you.
 */
your_turn: boolean, 
/**
 * `true` if the next deal waits for you to be ready.
 */
your_next: boolean, 
/**
 * The totals.
 */
totals: Array<number>, 
/**
 * The time at which the table was made, RFC 3339 in UTC.
 */
created: string, 
/**
 * The time at which the match ended, if it is known.
 */
ended: string | null, 
/**
 * `true` at a practice table.
 */
practice?: boolean, };

export type Tally = { 
/**
 * The number of finished deals.
 */
deals: number, 
/**
 * The number of finished matches.
 */
matches: number, 
/**
 * The number of matches won, shared wins included.
 */
won: number, 
/**
 * The current streak of matches won.
 */
streak: number, 
/**
 * The longest streak of matches won.
 */
best_streak: number, 
/**
 * The duration of the quickest match won, in milliseconds.
 */
best_ms: number | null, 
/**
 * The mean points of a deal by the game's rules.
 */
average: number | null, 
/**
 * The most points of a deal.
 */
most: number | null, 
/**
 * The fewest points of a deal.
 */
fewest: number | null, 
/**
 * The points of the latest deals, oldest first, at most 60.
 */
recent: Array<number>, };

export type Verdict = "winnable" | "lost" | "unknown";

export type WhyNot = { 
/**
 * The reason; null if the action is legal.
 */
refusal: Refusal | null, };

export type Window = { 
/**
 * The milliseconds until the window closes.
 */
left_ms: number, 
/**
 * The length of the window in milliseconds.
 */
ms: number, };
