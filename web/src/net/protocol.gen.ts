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
 * `true` if the table setting `races` matters.
 */
races: boolean, 
/**
 * `true` if there are numbered deals: then a table can be opened with `deal`.
 */
numbered: boolean, 
/**
 * `true` if a table can help with it (`assist`), and a deal can be rated.
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
 * `true` if null is allowed too.
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

export type Open = "alone" | "friends" | "public";

export type ClockKind = "none" | "relaxed" | "fast";

export type ChatMode = "phrases" | "free";

export type NewTable = { 
/**
 * Which game.
 */
game: string, 
/**
 * House rules. Keys that are left out keep their defaults.
 */
options?: Record<string, unknown>, 
/**
 * How many seats.
 */
seats?: number, 
/**
 * Levels of the other seats' bots in order; the last one repeats. Default: `club`. At a table for people the other seats are
 * free, and the first level applies to the bots that take free seats when the host begins, and that stand in.
 */
bots?: Array<string>, 
/**
 * How long the next move waits for claims.
 */
races?: Races, 
/**
 * The people who may sit down beside whoever opens the table. Default: nobody; bots have the other seats.
 */
open?: Open, 
/**
 * How long one may think.
 */
clock?: ClockKind, 
/**
 * Seconds after which a bot plays for somebody who is away; 0: never. Default: never among friends, after a
 * minute at a public table.
 */
grace_s?: number, 
/**
 * `true` if people without a seat may watch, at the table's address. Default: yes at a table for people.
 */
watch?: boolean, 
/**
 * How many seconds later spectators see everything.
 */
watch_delay_s?: number, 
/**
 * The permitted talk.
 */
chat?: ChatMode, 
/**
 * The number of a numbered deal, for one-seat games only.
 */
deal?: number, 
/**
 * `true` if the table helps its player when asked, only in games that are `solved`. Default: no.
 */
assist?: boolean, 
/**
 * `true` if a seat may ask for advice, from its own view. Default: yes at a table with one person.
 */
advice?: boolean, 
/**
 * `true` if your page takes part in shuffling together: a table for you and bots then begins when you connect, and
 * not at once. Default: no.
 */
shuffles?: boolean, 
/**
 * `true`: each network gets one seat only. Default: yes at a public table; always in a quick match.
 */
one_per_network?: boolean, };

export type SeatTaken = { 
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
 * Your unfinished games and the latest finished ones, newest first.
 */
tables: Array<TableLine>, };

export type NewName = { 
/**
 * 1 to 24 code points: an emoji can have several.
 */
name: string, };

export type ListedSeat = { 
/**
 * The name; empty while nobody sits there.
 */
name: string, 
/**
 * A bot's level, `engine` for an external program; null for a person.
 */
bot: string | null, 
/**
 * `true` while nobody sits there.
 */
free?: boolean, };

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
 * How far it is.
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
 * `true` if the next deal waits until you want it.
 */
your_next: boolean, 
/**
 * Totals.
 */
totals: Array<number>, 
/**
 * When it was made, RFC 3339 in UTC.
 */
created: string, 
/**
 * When its match ended, if that is known.
 */
ended: string | null, };

export type Invite = { 
/**
 * 128 random bits, in hex. The server keeps only its hash, so it cannot be shown again.
 */
token: string, 
/**
 * The address to send to friends, or to open on the other device.
 */
url: string, 
/**
 * When it ends, RFC 3339 in UTC.
 */
expires: string, 
/**
 * The address as a QR code.
 */
qr: QrCode, };

export type QrCode = { 
/**
 * Modules on each side, with the quiet zone.
 */
size: number, 
/**
 * The dark modules as the path of an SVG whose unit is one module.
 */
path: string, };

export type Continuation = { 
/**
 * The name of the session.
 */
name: string, 
/**
 * When the link ends, RFC 3339 in UTC.
 */
expires: string, };

export type EngineSeat = { 
/**
 * Which seat.
 */
seat: number, 
/**
 * The address to which the engine connects, a WebSocket.
 */
url: string, 
/**
 * 128 random bits, in hex. The engine sends it in the header `authorization: Bearer …`. The server keeps only
 * its hash, so it cannot be shown again.
 */
token: string, 
/**
 * When it expires, RFC 3339 in UTC.
 */
expires: string, };

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
 * How far the table is.
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
 * The seat that you have there already.
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

export type SitDown = { 
/**
 * Your new name, as in `NewName`; left out: your name stays.
 */
name?: string, };

export type PlayerReport = { 
/**
 * The other player's seat.
 */
seat: number, 
/**
 * The report, in up to 500 characters.
 */
words: string, };

export type QuickMatch = { 
/**
 * Which game.
 */
game: string, 
/**
 * Your new name, as in `NewName`; left out: your name stays.
 */
name?: string, };

export type Lobby = { 
/**
 * Public tables where somebody is present. Those that wait for players come first, the oldest first.
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
 * How far it is.
 */
stage: Stage, 
/**
 * The occupants of the seats, in order.
 */
seats: Array<SeatInfo>, 
/**
 * How long one may think.
 */
clock: ClockKind, 
/**
 * `true` if one may watch.
 */
watch: boolean, 
/**
 * When it was made, RFC 3339 in UTC.
 */
created: string, };

export type HostInfo = { 
/**
 * The pages that are filled in: `/privacy`, `/imprint`, `/contact`.
 */
pages: Array<HostPage>, 
/**
 * The most that a table can agree on. With `phrases` every table has phrases alone, whatever it has agreed, and `say` is
 * refused (`phrases_only`).
 */
chat: ChatMode, 
/**
 * The line that stands for everybody, as at a table (`cardroom admin say`, a drain), if one does.
 */
notice?: Notice, };

export type HostPage = "privacy" | "imprint" | "contact";

export type Replay<View = unknown> = { 
/**
 * The game's id.
 */
game: string, 
/**
 * The kind of its board: which fields the views have.
 */
board: BoardKind, 
/**
 * All options.
 */
options: Record<string, unknown>, 
/**
 * The occupants of the seats, in order.
 */
seats: Array<SeatInfo>, 
/**
 * The viewer's seat; null: all cards are shown.
 */
viewer: number | null, 
/**
 * Which deal, from 0.
 */
deal: number, 
/**
 * The seat of the dealer.
 */
dealer: number, 
/**
 * Totals before it.
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
 * The number, if the match is a numbered deal.
 */
number: number | null, 
/**
 * The match was played without a server and uploaded: nobody has verified how it was played.
 */
offline?: boolean, 
/**
 * The deal before its first action, and after each.
 */
steps: Array<ReplayStep<View>>, };

export type ReplayStep<View = unknown> = { 
/**
 * The events since the step before, as the viewer saw them.
 */
since: Array<TableEvent>, 
/**
 * The viewer's view.
 */
view: View, 
/**
 * Seats that play waited for.
 */
must: Array<number>, };

export type DealHistory<View = unknown> = { 
/**
 * Which deal, from 0.
 */
deal: number, 
/**
 * The number of the first step that is sent. It is 0, and this step is the deal as it was dealt, except in very long deals:
 * of these only the latest 500 steps are sent. `past` of a frame says how many steps precede it.
 */
first: number, 
/**
 * The positions in order: the deal as it was dealt, and after each event.
 */
steps: Array<PastStep<View>>, };

export type PastStep<View = unknown> = { 
/**
 * The events since the step before, as the viewer saw them.
 */
since: Array<TableEvent>, 
/**
 * The viewer's view.
 */
view: View, };

export type Lesson<View = unknown, Legal = unknown> = { 
/**
 * The deal; its viewer is the learner.
 */
replay: Replay<View>, 
/**
 * The decisions that are explained, in order.
 */
steps: Array<LessonStep<Legal>>, };

export type LessonStep<Legal = unknown> = { 
/**
 * The step of the replay in which the learner chooses: so many actions have been taken.
 */
at: number, 
/**
 * Names its words.
 */
key: string, 
/**
 * The rule to read.
 */
rule: string | null, 
/**
 * The right action. The step after `at` shows it.
 */
action: string, 
/**
 * Others that are as good.
 */
also: Array<string>, 
/**
 * Others that have an answer of their own.
 */
others: Array<LessonAnswer>, 
/**
 * All legal actions in byte order, each `{"action": …, …public facts}`.
 */
legal: Array<Legal>, };

export type LessonAnswer = { 
/**
 * Names its words.
 */
key: string, 
/**
 * In notation.
 */
actions: Array<string>, };

export type WhyNot = { 
/**
 * Null: it can.
 */
refusal: Refusal | null, };

export type Imported = { 
/**
 * The matches of the file in order.
 */
records: Array<ImportedRecord>, };

export type ImportedRecord = { 
/**
 * Its id: the same record has the same.
 */
id: string, 
/**
 * The game's id.
 */
game: string, 
/**
 * How many deals, an unfinished one included.
 */
deals: number, 
/**
 * The record says that the match was played without a server (`origin` in docs/records.md): nobody has verified how it was
 * played.
 */
offline?: boolean, };

export type Statistics = { 
/**
 * One for each game, set of options, number of seats and level of bots that you have played, in the order of the start page.
 */
games: Array<GameStatistics>, };

export type GameStatistics = { 
/**
 * The game's id.
 */
game: string, 
/**
 * All its options.
 */
options: Record<string, unknown>, 
/**
 * How many seats.
 */
seats: number, 
/**
 * The level of the bots, if all other seats were bots of one level.
 */
level: string | null, 
/**
 * Without help. A deal that was lost without help and then played on with help counts here and in `assisted`.
 */
own: Tally, 
/**
 * With help: these deals count nowhere else.
 */
assisted: Tally, };

export type Tally = { 
/**
 * Finished deals.
 */
deals: number, 
/**
 * Finished matches.
 */
matches: number, 
/**
 * Matches won, those shared included.
 */
won: number, 
/**
 * How many matches in a row were won, up to the last.
 */
streak: number, 
/**
 * The most matches won one after the other.
 */
best_streak: number, 
/**
 * The quickest match won, in milliseconds from its start.
 */
best_ms: number | null, 
/**
 * Mean points of a deal, as the game counts them.
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
 * The points of the latest deals, oldest first: at most 60.
 */
recent: Array<number>, };

export type MyData = { 
/**
 * Your name.
 */
name: string, 
/**
 * When your session began, RFC 3339 in UTC.
 */
since: string, 
/**
 * Your games, newest first, also those that you have left.
 */
tables: Array<MyTable>, 
/**
 * Your results of finished deals, oldest first.
 */
results: Array<MyResult>, 
/**
 * The same, counted.
 */
statistics: Array<GameStatistics>, 
/**
 * Invitations to tables of which you are the host. The server keeps only the hash of a link.
 */
invites: Array<MyInvite>, 
/**
 * Records that you have brought.
 */
records: Array<MyRecord>, };

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
 * Your seat; null: you have left.
 */
seat: number | null, 
/**
 * The name that you have there.
 */
name: string | null, 
/**
 * `true` if you run it.
 */
host: boolean, 
/**
 * When it was made, RFC 3339 in UTC.
 */
created: string, 
/**
 * When it was over, RFC 3339 in UTC.
 */
ended: string | null, 
/**
 * How it ended, seat by seat.
 */
totals: Array<number> | null, 
/**
 * The address of its record.
 */
record: string, };

export type MyResult = { 
/**
 * The table's id.
 */
table: string, 
/**
 * Which deal, from 0.
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
 * With the last deal of a match: whether you won it.
 */
won: boolean | null, 
/**
 * With the last deal of a match: how long the match took, in milliseconds.
 */
took_ms: number | null, 
/**
 * `true` if you were helped.
 */
assisted: boolean, 
/**
 * When, RFC 3339 in UTC.
 */
at: string, };

export type MyInvite = { 
/**
 * The table's id.
 */
table: string, 
/**
 * When it ends, RFC 3339 in UTC.
 */
expires: string, };

export type MyRecord = { 
/**
 * Its id.
 */
id: string, 
/**
 * When it came, RFC 3339 in UTC.
 */
at: string, 
/**
 * The address of the record.
 */
record: string, };

export type MyDevices = { 
/**
 * The latest seen first.
 */
devices: Array<MyDevice>, 
/**
 * When the latest link expires, RFC 3339 in UTC; null if there is none.
 */
link: string | null, };

export type MyDevice = { 
/**
 * Its id.
 */
id: string, 
/**
 * `true` if it is the device that asks.
 */
this: boolean, 
/**
 * Since when, RFC 3339 in UTC.
 */
since: string, 
/**
 * When it was last seen, to a day, RFC 3339 in UTC.
 */
seen: string, 
/**
 * Its browser and system, such as "Firefox, Android"; empty if unknown.
 */
browser: string, };

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
 * Your first table of it. Only this table counts for the streak, and only if you won it without help.
 */
table: string | null, 
/**
 * `true` if you won it there; null while it goes on.
 */
won: boolean | null, 
/**
 * On how many days in a row, up to today or yesterday, you won the deal so.
 */
streak: number, 
/**
 * The most days in a row.
 */
best_streak: number, 
/**
 * The latest days on which you finished the deal of that day, oldest first: at most 62.
 */
days: Array<DailyResult>, };

export type DailyResult = { 
/**
 * The day in UTC, as "2026-11-21".
 */
date: string, 
/**
 * `true` if it was won.
 */
won: boolean, 
/**
 * `true` if help was used: then the day does not count for a streak.
 */
assisted: boolean, };

export type DealWish = { 
/**
 * Which game.
 */
game: string, 
/**
 * House rules.
 */
options?: Record<string, unknown>, 
/**
 * This deal, and none other.
 */
deal?: number, 
/**
 * One of this level; any that can be won if left out.
 */
level?: DealLevel, };

export type DealLevel = "easy" | "medium" | "hard";

export type RatedDeal = { 
/**
 * Its number.
 */
deal: number, 
/**
 * The verdict on it.
 */
verdict: Verdict, 
/**
 * Its level, if it can be won.
 */
level: DealLevel | null, 
/**
 * The narrowest beam that wins it; 0 if a few positions are enough.
 */
width: number | null, 
/**
 * How often the hidden cards were shuffled again for the estimate …
 */
reshuffles: number, 
/**
 * … and how many of those games a player who does not see the stock won.
 */
blind_won: number, };

export type ErrorBody = { 
/**
 * The error.
 */
error: ErrorDetail, };

export type ErrorDetail = { 
/**
 * Stable.
 */
key: string, 
/**
 * English: what to do.
 */
words: string, 
/**
 * The place in a file of records.
 */
place?: RecordPlace, };

export type RecordPlace = { 
/**
 * The line, from 1.
 */
line: number, 
/**
 * The deal, from 0; none if the record as a whole is wrong.
 */
deal: number | null, 
/**
 * The index into the deal's `actions`, where one of them is.
 */
action: number | null, 
/**
 * English: what is wrong there.
 */
why: string, };

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
deal: number, } | { "t": "sit", 
/**
 * Names the command.
 */
cmd: string, 
/**
 * Which.
 */
seat: number, } | { "t": "bot", 
/**
 * Names the command.
 */
cmd: string, 
/**
 * Which.
 */
seat: number, 
/**
 * Its level.
 */
level: string, } | { "t": "unseat", 
/**
 * Names the command.
 */
cmd: string, 
/**
 * Which.
 */
seat: number, } | { "t": "swap", 
/**
 * Names the command.
 */
cmd: string, 
/**
 * One.
 */
a: number, 
/**
 * The other.
 */
b: number, } | { "t": "hand_over", 
/**
 * Names the command.
 */
cmd: string, 
/**
 * The seat to free.
 */
seat: number, } | { "t": "admit", 
/**
 * Names the command.
 */
cmd: string, 
/**
 * Which request: a key of `requests` of the people.
 */
request: string, 
/**
 * `true`: the person gets a seat.
 */
on: boolean, } | { "t": "settings", 
/**
 * Names the command.
 */
cmd: string, 
/**
 * The settings that change.
 */
settings: NewSettings, } | { "t": "begin", 
/**
 * Names the command.
 */
cmd: string, } | { "t": "leave", 
/**
 * Names the command.
 */
cmd: string, } | { "t": "pause", 
/**
 * Names the command.
 */
cmd: string, 
/**
 * `true`: the person wants one.
 */
on: boolean, } | { "t": "stand_in", 
/**
 * Names the command.
 */
cmd: string, 
/**
 * The seat of the person who is away.
 */
seat: number, 
/**
 * `true`: a bot plays.
 */
on: boolean, } | { "t": "rematch", 
/**
 * Names the command.
 */
cmd: string, } | { "t": "arm", 
/**
 * Names the command.
 */
cmd: string, 
/**
 * The claim in notation.
 */
action: string, 
/**
 * `true`: make it.
 */
on: boolean, } | { "t": "rest", 
/**
 * Names the command.
 */
cmd: string, 
/**
 * The seat that offers it: `rest.seat` of the frame.
 */
seat: number, 
/**
 * Its decision number: `rest.at`.
 */
at: number, 
/**
 * `true`: end it.
 */
on: boolean, } | { "t": "phrase", 
/**
 * Names the command.
 */
cmd: string, 
/**
 * Which.
 */
phrase: Phrase, } | { "t": "say", 
/**
 * Names the command.
 */
cmd: string, 
/**
 * Text, at most 200 characters.
 */
text: string, } | { "t": "seal", 
/**
 * Names the command.
 */
cmd: string, 
/**
 * Which attempt.
 */
k: number, 
/**
 * 64 lower-case hex digits.
 */
h: string, } | { "t": "reveal", 
/**
 * Names the command.
 */
cmd: string, 
/**
 * Which attempt.
 */
k: number, 
/**
 * 64 lower-case hex digits.
 */
n: string, } | { "t": "frame", } | { "t": "ping", };

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
refusal: Refusal, } | People | SharedShuffle | { "t": "talk", 
/**
 * In order.
 */
lines: Array<ChatLine>, } | { "t": "notice" } & Notice | { "t": "answer", 
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
 * The verdict on the position.
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
 * The verdict on the position of the frame.
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
 * The table as it would be, without legal actions. Null if no solution is known.
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
 * The choices by their points, with reasons.
 */
advice: Advised<Legal>, } | { "t": "analysing", 
/**
 * Which command.
 */
cmd: string, 
/**
 * How many decisions have been looked at.
 */
done: number, 
/**
 * Of how many.
 */
of: number, } | { "t": "analysis", 
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
 * The sum of their `cost`.
 */
cost: number, 
/**
 * How many decisions were evaluated, forced ones included.
 */
done: number, 
/**
 * Of how many. If these are more, there was too little time.
 */
of: number, } | { "t": "pong", } | { "t": "error", 
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
 * The finalists: first the advised choice, then the others by their points. The advised choice has the most points of those
 * that are not rash; where a net judges, choices that are about equal to it may have more.
 */
choices: Array<Choice<Legal>>, 
/**
 * The reasons for the first choice.
 */
reasons: Array<Reason>, };

export type Choice<Legal = unknown> = { 
/**
 * The action with its public facts, as in a frame; null: not now.
 */
legal: Legal | null, 
/**
 * Expected points of the deal against the mean of the others', in tenths; null: not simulated.
 */
points: number | null, 
/**
 * The standard error of the difference from the advised choice; null for the first.
 */
error: number | null, 
/**
 * `true` if it is about equal to the advised choice: the difference is at most two standard errors.
 */
equal: boolean, 
/**
 * `true` if it is too risky to be advised, despite its expected points.
 */
rash: boolean, 
/**
 * In the analysis of a solitaire, the verdict on the position after it; otherwise null.
 */
outlook: Verdict | null, };

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

export type Judged<View = unknown, Legal = unknown> = { 
/**
 * Its index in the record's `actions`.
 */
line: number, 
/**
 * The seat's view before the action.
 */
view: View, 
/**
 * The action.
 */
done: Choice<Legal>, 
/**
 * Its cost: the difference from the best in the list of choices; 0 if it is about equal.
 */
cost: number, 
/**
 * The standard error of the difference.
 */
error: number, 
/**
 * One of the three of this seat and deal that cost most; in a solitaire, the one that lost it.
 */
costliest: boolean, 
/**
 * In the analysis of a solitaire, the verdict on the position before it; otherwise null.
 */
outlook: Verdict | null, 
/**
 * The advice for this position.
 */
advice: Advised<Legal>, 
/**
 * If it was a mistake on the seat's own turn: all legal actions, with the facts of a frame, so that it can be
 * tried again. Otherwise empty.
 */
legal: Array<Legal>, 
/**
 * Of `legal`, each action that was not examined to the end but is equal in play to one of the choices, with that
 * choice, by the rules.
 */
alike: Array<[string, string]>, };

export type Frame<View = unknown, Legal = unknown> = { t: "frame", 
/**
 * Grows by 1 with each frame of a connection. After a gap, ask for the current frame.
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
 * The kind of its board, for programs that know no game: which fields `view` has.
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
 * The viewer's seat; null: it watches.
 */
viewer: number | null, 
/**
 * The seat's decision number: sent back with `act`.
 */
at: number, 
/**
 * The phase of the match: `deal`, a deal is played; `between`, a deal is finished and another follows; `over`.
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
 * The game as the viewer sees it.
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
 * The events since the last frame, as the viewer sees them. Never reaches back over a new deal.
 */
since: Array<TableEvent>, 
/**
 * How many steps of the deal have happened, this one included. `GET /api/v1/tables/{id}/course` tells them.
 */
past: number, 
/**
 * Totals.
 */
totals: Array<number>, 
/**
 * Finished deals of this match.
 */
deals: Array<DealScore>, 
/**
 * The winners, once the match is over. Null while it goes on, and of a match that ended for its length (50,000 entries).
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
 * `true` if the player may ask the table for help.
 */
assist: boolean, 
/**
 * `true` if the current deal counts as assisted.
 */
assisted: boolean, 
/**
 * `true` if a seat is advised when it asks.
 */
advice: boolean, 
/**
 * The seats that were advised in the current deal; of the other seats, those that have acted since.
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
 * An open window for claims (K12): the next move waits.
 */
window: Window | null, 
/**
 * The viewer's own move that waits for the window to close.
 */
held: string | null, 
/**
 * The viewer's own claims that are set in advance.
 */
armed?: Array<string>, 
/**
 * An offer to end the deal, because it is decided, or that the viewer may make one.
 */
rest?: RestOffer, 
/**
 * The clocks, if time is short.
 */
clock?: Clock, 
/**
 * The time of play, in milliseconds. It stops while nobody is at the table, while a game for one is paused, and
 * after the end.
 */
played_ms: number, };

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
 * The stage: gathering, playing or over.
 */
stage: Stage, 
/**
 * Your seat; null: you have none.
 */
you: number | null, 
/**
 * Your seat from the next deal on. Until then you see what spectators see.
 */
next_seat?: number, 
/**
 * `true` if you run the table.
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
 * How many watch.
 */
watchers: number, 
/**
 * The names of those who watch, 20 at most.
 */
watcher_names?: Array<string>, 
/**
 * To who watches a table of friends: whether you have asked for a seat (`sit`). Null: there is none to ask for.
 */
asked?: boolean, 
/**
 * Milliseconds until bots take the free seats and the match begins; null: it waits for people.
 */
begins_ms: number | null, 
/**
 * Milliseconds until the next deal is dealt even if not all are ready; null: it waits for them.
 */
next_ms: number | null, 
/**
 * Milliseconds until a spectator with a delay sees the first frame; null after that.
 */
first_ms?: number, 
/**
 * `true` while the clocks stand still.
 */
paused: boolean, 
/**
 * Seats that want a pause.
 */
pause_votes: Array<number>, 
/**
 * The table where the same people play again, once somebody wants to.
 */
rematch: string | null, 
/**
 * To the host of a public table: the seats whose people come from the same network, in groups. Nobody else is told.
 */
same_network?: Array<Array<number>>, 
/**
 * To the host: the names of those who wait for a seat, by what the answer says (`admit`).
 */
requests?: Record<string, string>, };

export type SharedShuffle = { t: "shuffle", 
/**
 * The step for which the last attempt waits.
 */
step: ShuffleStep, 
/**
 * The seats that it waits for.
 */
waits: Array<number>, 
/**
 * How long it waits.
 */
left_ms: number | null, 
/**
 * All attempts; each but the last is void.
 */
attempts: Array<SharedAttempt>, };

export type ShuffleStep = "seal" | "reveal" | "done";

export type SharedAttempt = { 
/**
 * Its number, from 0.
 */
k: number, 
/**
 * The commitment of the server's secret.
 */
C: string, 
/**
 * The hash of each seat. Null for all until the list is complete, then for seats that take no part.
 */
h: Array<string | null>, 
/**
 * The nonce of each seat. Null for all until the attempt is over, then for seats that have not revealed one.
 */
n: Array<string | null>, 
/**
 * The server's secret. Null in the last attempt until the match is over.
 */
S: string | null, 
/**
 * The seats that had no person when it began: bots take no part.
 */
bots?: Array<number>, };

export type Stage = "gathering" | "playing" | "over";

export type Settings = { 
/**
 * How long the next move waits for claims.
 */
races: Races, 
/**
 * The people who may sit down.
 */
open: Open, 
/**
 * How long one may think.
 */
clock: ClockKind, 
/**
 * Seconds after which a bot plays for somebody who is away; null: never.
 */
grace_s: number | null, 
/**
 * `true` if people without a seat may watch.
 */
watch: boolean, 
/**
 * How many seconds later spectators see everything.
 */
watch_delay_s: number, 
/**
 * The permitted talk.
 */
chat: ChatMode, 
/**
 * The level of bots that fill free seats and stand in for people.
 */
level: string, 
/**
 * Seconds after which bots take the free seats and the match begins; null: it waits for people.
 */
fill_s: number | null, 
/**
 * `true` if the table helps its player when asked.
 */
assist: boolean, 
/**
 * `true` if a seat is advised when it asks.
 */
advice: boolean, 
/**
 * `true` if the match begins by itself once every seat is taken and everybody is there.
 */
begins_when_full: boolean, 
/**
 * The date, if it plays the deal of a day, as 20261121.
 */
daily: number | null, 
/**
 * `true`: each network gets one seat only.
 */
one_per_network: boolean, };

export type NewSettings = { 
/**
 * All house rules. Those that are left out get their defaults.
 */
options: Record<string, unknown>, 
/**
 * How long the next move waits for claims.
 */
races?: Races, 
/**
 * How long one may think.
 */
clock?: ClockKind, 
/**
 * Seconds after which a bot plays for somebody who is away; 0: never.
 */
grace_s?: number, 
/**
 * `true` if people without a seat may watch.
 */
watch?: boolean, 
/**
 * How many seconds later spectators see everything.
 */
watch_delay_s?: number, 
/**
 * The permitted talk.
 */
chat?: ChatMode, 
/**
 * The level of bots that fill free seats and stand in for people. Bots that have a seat keep theirs.
 */
level?: string, 
/**
 * `true` if a seat is advised when it asks.
 */
advice?: boolean, 
/**
 * `true`: each network gets one seat only.
 */
one_per_network?: boolean, };

export type Phrase = "hello" | "good_luck" | "well_played" | "thanks" | "sorry" | "one_moment" | "your_turn" | "good_game" | "bye" | "laugh" | "surprise" | "applause" | "think" | "sigh";

export type ChatLine = { 
/**
 * Grows by 1 with each line, and identifies the line.
 */
n: number, 
/**
 * The speaker's seat. Null: a spectator at a table of friends.
 */
seat: number | null, 
/**
 * The name it had then.
 */
name: string, 
/**
 * A phrase from the list.
 */
phrase: Phrase | null, 
/**
 * Free words: text, never markup.
 */
text: string | null, };

export type Notice = { 
/**
 * A known line, which each page says in its own language: `drain`.
 */
key?: string, 
/**
 * Text, never markup.
 */
words: string, };

export type Clock = { 
/**
 * Milliseconds that each seat has left for the decision that play waits for; null if play does not wait for the
 * seat.
 */
left_ms: Array<number | null>, 
/**
 * Milliseconds for a decision.
 */
ms: number, 
/**
 * `true` while they stand still.
 */
paused: boolean, };

export type Margin = { 
/**
 * Milliseconds after the window opened, minus the credit for a slow connection.
 */
after_ms: number, 
/**
 * How long it was open in all.
 */
of_ms: number, 
/**
 * Milliseconds credited for the claimant's slow connection: the claim came that much later than `after_ms`.
 */
lag_ms?: number, };

export type BoardKind = "plain" | "tricks" | "climb" | "pile" | "patience";

export type MatchPhase = "deal" | "between" | "over";

export type Window = { 
/**
 * How long it is still open.
 */
left_ms: number, 
/**
 * How long it is open in all.
 */
ms: number, };

export type RestOffer = { 
/**
 * The seat whose turn it is: it knows what the deal brings each seat, however it goes on.
 */
seat: number, 
/**
 * Its decision number: both are sent back with `rest`.
 */
at: number, 
/**
 * The seats that have accepted the offer. Null: there is none yet; only the seat itself is told that it may make one.
 */
accepted: Array<number> | null, 
/**
 * The seats that have not answered yet.
 */
open: Array<number>, };

export type SeatInfo = { 
/**
 * The name; empty while nobody sits there.
 */
name: string, 
/**
 * A bot's level, `engine` for an external program; null for a person.
 */
bot: string | null, 
/**
 * `true` if the person or the engine is connected. Other bots always are.
 */
here: boolean, 
/**
 * The name of the person who has the seat from the next deal on. Until then a bot plays.
 */
next_name?: string, 
/**
 * Milliseconds since the person's connection was lost.
 */
away_ms?: number, 
/**
 * The seats that want a bot to play until the person is back.
 */
bot_votes?: Array<number>, 
/**
 * The round trip time of the person's connection, in milliseconds, from 10 on. Windows depend on it (K12), so it
 * is public like them.
 */
lag_ms?: number, 
/**
 * The level of the bot that plays until the person or the engine comes back.
 */
stand_in?: string, 
/**
 * The bot plays because the person's clock has run out. It makes only this decision.
 */
time_up?: boolean, 
/**
 * On an engine's seat: how many of its actions the rule bot has chosen.
 */
replaced?: number, 
/**
 * `true` if the person wants the next deal.
 */
ready?: boolean, 
/**
 * The seats that win and lose together with this one.
 */
partners?: Array<number>, 
/**
 * `true` if the person looks at the analysis of the deal that is over. The next deal waits for a while.
 */
looks?: boolean, 
/**
 * `true` while nobody sits there.
 */
free?: boolean, };

export type TableEvent = { 
/**
 * Who; null for `shuffle`, `deal`, `undo 2`, `give up`, `play on`.
 */
seat: number | null, 
/**
 * The action in notation, hidden parts blank (`trade`). `bot club`: a bot takes over the seat; `back`: its person plays
 * again; `left`: the person has left for good; `removed`: the host has removed the person; `joined`: somebody new plays from
 * here.
 */
action: string, 
/**
 * Of a claim in a race: how close it was.
 */
margin?: Margin, 
/**
 * A bot did it for the seat's player.
 */
bot?: boolean, 
/**
 * The seat's clock had run out while its player was present. Set on `bot club`, on what the bot then did, and on
 * `back`.
 */
time_up?: boolean, };

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
 * Totals after it.
 */
totals: Array<number>, };

export type Refusal = { 
/**
 * Stable: `follow_suit`, `stale`, `notation`, `not_your_turn`, `disk_full`, … The page has words for it, `refusal.<key>`.
 */
key: string, 
/**
 * The rule, if one is concerned: its number in the game's RULES.md.
 */
rule: string | null, 
/**
 * English: why, and what to do.
 */
words: string, };
