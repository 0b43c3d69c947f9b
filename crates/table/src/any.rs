//! The type-erased interfaces of a table and of a bot, which the server, the store and the command line use.

use std::any::Any;
use std::fmt;
use std::sync::atomic::AtomicBool;

use cards::{Seed, ShuffleAttempt};
use game::{ClaimWords, MatchPhase, Race, Refusal, Seat, SeatSet, Viewer};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::{Decision, PublicEvent};

/// What determines a match before its first card. Together with the log it is the whole match.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The game's id.
    pub game: &'static str,
    /// The version of the rules under which the match was begun.
    pub rules: u32,
    /// All options that this version has.
    pub options: Map<String, Value>,
    /// A name for each seat.
    pub names: Vec<String>,
    /// The sealed seed.
    pub seed: Seed,
    /// The number, if the seed is that of a numbered deal.
    pub number: Option<u64>,
}

/// A line of a table's log. The log contains everything that happened. The record does not contain undone actions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Entry {
    /// A seat acted.
    Act {
        /// Who.
        seat: Seat,
        /// What, in notation.
        action: String,
    },
    /// The next deal was dealt.
    Next,
    /// The last actions were undone.
    Undo {
        /// How many.
        n: u32,
    },
    /// The player of a one-seat game gave up.
    GiveUp,
    /// The player of a one-seat game got help that knows all cards. The match counts as assisted from now on.
    Assisted,
    /// The player of a one-seat game goes back to the position after the first `kept` actions of the deal, also from
    /// a deal that was lost or given up, and plays on from there. That counts as help, too.
    PlayOn {
        /// How many actions stay.
        kept: u32,
    },
    /// The player of a seat was advised, from what that seat sees. The deal counts as advised from here on.
    Advised {
        /// Which seat.
        seat: Seat,
    },
    /// Somebody else plays for a seat from here: a bot of this level, or its own player again (`None`).
    TookOver {
        /// Which seat.
        seat: Seat,
        /// The bot's level.
        bot: Option<String>,
        /// Why. Logs of earlier versions have `left: true` for [`Why::Left`].
        #[serde(default, alias = "left", skip_serializing_if = "Why::is_for_now", deserialize_with = "why")]
        why: Why,
    },
}

/// Why somebody else plays a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// The seat's player is away, or is back again.
    #[default]
    Away,
    /// The seat's player had no time left: the bot plays this one decision.
    Clock,
    /// The seat's player has left for good: the seat is the bot's own from here.
    Left,
    /// The host has removed the seat's player: the seat is the bot's own from here.
    Removed,
    /// Somebody new has taken the bot's seat.
    Joined,
}

impl Why {
    fn is_for_now(&self) -> bool {
        *self == Why::Away
    }
}

/// Reads why somebody took over, or whether the player had left.
fn why<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Why, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        Why(Why),
        Left(bool),
    }
    Ok(match Written::deserialize(from)? {
        Written::Why(why) => why,
        Written::Left(true) => Why::Left,
        Written::Left(false) => Why::Away,
    })
}

/// A wanted action at a table, of a person or of the server. After a check it becomes an [`Entry`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Intent<'a> {
    /// To act.
    Act {
        /// Who.
        seat: Seat,
        /// The decision number that the seat saw. `None`: a held move, whose number is not asked again.
        at: Option<u32>,
        /// What, in notation.
        action: &'a str,
    },
    /// To deal the next deal.
    Next,
    /// To undo the last actions. With it a solitaire that was lost because nothing could be moved is played on: its
    /// phase is [`MatchPhase::Deal`] again. One that was won or given up stays so.
    Undo {
        /// How many.
        n: u32,
    },
    /// To give up.
    GiveUp,
    /// To be helped by what knows all cards.
    Assist,
    /// To play on from an earlier position of the deal.
    PlayOn {
        /// How many actions stay.
        kept: u32,
    },
    /// To be advised.
    Advise {
        /// Which seat.
        seat: Seat,
    },
    /// To play a seat from here on.
    TakeOver {
        /// Which seat.
        seat: Seat,
        /// The level of the bot that plays; `None`: the seat's own player again.
        bot: Option<String>,
        /// Why.
        why: Why,
    },
}

impl<'a> Intent<'a> {
    /// An action, whenever its decision came.
    pub fn act(seat: Seat, action: &'a str) -> Intent<'a> {
        Intent::Act { seat, at: None, action }
    }
}

impl<'a> From<&'a Entry> for Intent<'a> {
    fn from(entry: &'a Entry) -> Intent<'a> {
        match entry {
            Entry::Act { seat, action } => Intent::act(*seat, action),
            Entry::Next => Intent::Next,
            Entry::Undo { n } => Intent::Undo { n: *n },
            Entry::GiveUp => Intent::GiveUp,
            Entry::Assisted => Intent::Assist,
            Entry::PlayOn { kept } => Intent::PlayOn { kept: *kept },
            Entry::Advised { seat } => Intent::Advise { seat: *seat },
            Entry::TookOver { seat, bot, why } => Intent::TakeOver { seat: *seat, bot: bot.clone(), why: *why },
        }
    }
}

/// An entry that has been checked against the table as it is now. Made by [`AnyTable::check`] and
/// [`SolitaireTable::check_redo`] alone.
/// The store commits it, then [`AnyTable::apply`] takes it.
pub struct Accepted {
    pub(crate) entry: Entry,
    /// The game's `Action` of an [`Entry::Act`], as it was read when it was checked.
    pub(crate) action: Option<Box<dyn Any + Send>>,
    /// The length of the log when it was checked: applying it to another table, or twice, is a bug.
    pub(crate) at: usize,
}

/// Shows the entry, as the store has it.
impl fmt::Debug for Accepted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Accepted").field("entry", &self.entry).field("at", &self.at).finish()
    }
}

impl Accepted {
    /// What the store appends.
    pub fn entry(&self) -> &Entry {
        &self.entry
    }

    /// The same, to be applied after other entries that were accepted before it and change nothing that it was checked against.
    #[must_use]
    pub fn behind(self, others: usize) -> Accepted {
        Accepted { at: self.at + others, ..self }
    }
}

/// JSON as text: written once for many readers, and never parsed on the way to them.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Json(Box<RawValue>);

impl Json {
    pub(crate) fn of(thing: &impl Serialize) -> Json {
        Json(serde_json::value::to_raw_value(thing).expect("views are text, numbers and lists"))
    }

    /// The text.
    pub fn text(&self) -> &str {
        self.0.get()
    }

    /// Parses it, for a reader of the value.
    ///
    /// # Panics
    /// If it is not JSON: that would be our bug.
    pub fn value(&self) -> Value {
        serde_json::from_str(self.0.get()).expect("it was written as JSON")
    }
}

impl PartialEq for Json {
    fn eq(&self, other: &Json) -> bool {
        self.0.get() == other.0.get()
    }
}

/// A position of the current deal, as a viewer saw it when it was reached.
#[derive(Clone, PartialEq, Debug)]
pub struct HistoryStep {
    /// What led here from the one before.
    pub events: Vec<PublicEvent>,
    /// As whom it is seen.
    pub viewer: Viewer,
    /// The game's view.
    pub view: Json,
}

/// What one viewer may know of a table now.
#[derive(Clone, PartialEq, Debug)]
pub struct TableView {
    /// Where the match stands.
    pub phase: MatchPhase,
    /// The viewer's decision number; 0 without a seat.
    pub at: u32,
    /// The number of the current deal, from 0.
    pub deal: u32,
    /// Who deals it.
    pub dealer: Seat,
    /// The game's view.
    pub view: Json,
    /// Seats that play waits for.
    pub must: SeatSet,
    /// The viewer's legal actions in byte order of the notation, each `{"action": …, …facts}`.
    pub legal: Vec<Json>,
    /// Totals before the current deal, or after it once it is finished.
    pub totals: Vec<i32>,
    /// Finished deals: dealer, points, totals.
    pub deals: Vec<(Seat, Vec<Option<i32>>, Vec<i32>)>,
    /// The winners, once the match is over.
    pub winners: Option<Vec<Seat>>,
    /// How many actions can be undone: one-seat games only.
    pub undo: u32,
    /// How many can be redone.
    pub redo: u32,
}

/// A match in play, whatever the game. One owner; nothing here does I/O or knows the time.
pub trait AnyTable: Send {
    /// What fixes the match.
    fn setup(&self) -> &Setup;
    /// All options as today's rules have them; [`Setup::options`] are those of the version under which the match was begun.
    fn options(&self) -> &Map<String, Value>;
    /// Where the match stands.
    fn phase(&self) -> MatchPhase;
    /// Seats that play waits for; empty unless in [`MatchPhase::Deal`].
    fn must(&self) -> SeatSet;
    /// Seats that can cut in. Private: it must not reach a client or a clock.
    fn may(&self) -> SeatSet;
    /// The number of the current deal, from 0.
    fn deal(&self) -> u32;
    /// In what order bots are asked: seats in [`may`](AnyTable::may) once per position from this seat on, then those in
    /// [`must`](AnyTable::must) from this seat on. Seat 0 where nobody can act.
    fn first_asked(&self) -> Seat;
    /// The decision number of a seat, from 1: grows when it acts, when it becomes one that play waits for, and with
    /// every new deal. It follows from what everybody sees.
    fn at(&self, seat: Seat) -> u32;
    /// Whether the last action opens a race (K12).
    fn race(&self) -> Race;
    /// The description of claims, if the game has any.
    fn claims(&self) -> Option<ClaimWords>;
    /// Whether this text is a claim in a race.
    fn is_claim(&self, text: &str) -> bool;
    /// What a seat can do now, in byte order of the notation: the `legal` of its [`TableView`] without facts.
    fn legal(&self, seat: Seat) -> Vec<String>;
    /// The game's view for a viewer: that of its [`TableView`].
    fn view(&self, viewer: Viewer) -> Json;
    /// Totals before the current deal, or after it once it is finished.
    fn totals(&self) -> Vec<i32>;

    /// Checks whether something can be done now. Undo, giving up, help and playing on are only for tables of one
    /// seat.
    ///
    /// # Errors
    /// Why it is refused; nothing changes.
    fn check(&self, intent: Intent<'_>) -> Result<Accepted, Refusal>;
    /// Whether `seat`, whose turn it is, knows what the deal brings each seat, however it goes on: it may offer to end it. This follows
    /// from its view alone, so only its own player may be told.
    fn is_decided(&self, seat: Seat) -> bool;
    /// Checks that a deal that is decided for `by` is ended: the actions that are left, to be applied in order. Nobody gains or
    /// loses by which ones they are.
    ///
    /// # Errors
    /// If it is not decided for that seat now.
    fn check_rest(&self, by: Seat) -> Result<Vec<Accepted>, Refusal>;
    /// The part of tables of one seat. `None` at other tables.
    fn solitaire(&self) -> Option<&dyn SolitaireTable>;

    /// Gives the seats other names: the record has them from here on.
    ///
    /// # Panics
    /// If there are more or fewer than seats.
    fn rename(&mut self, names: Vec<String>);

    /// Notes how the seed of the match came about: the record says it from here on.
    fn shuffled_together(&mut self, attempts: Vec<ShuffleAttempt>);

    /// How the seed came about; empty if the players did not shuffle together. The secrets are in it, so it is for
    /// nobody at the table.
    fn attempts(&self) -> &[ShuffleAttempt];

    /// Applies what was checked and committed. Returns what happened, in order.
    fn apply(&mut self, accepted: Accepted) -> Vec<PublicEvent>;

    /// Applies a stored entry when a table is loaded again.
    ///
    /// # Errors
    /// If the entry is not possible here: the log is not of this table or of these rules.
    fn restore(&mut self, entry: &Entry) -> Result<(), Refusal> {
        let accepted = self.check(Intent::from(entry))?;
        self.apply(accepted);
        Ok(())
    }

    /// Why `seat` could not do this now; `None` if it could. The answer contains what the seat may know, so only its
    /// own player may get it.
    fn why(&self, seat: Seat, text: &str) -> Option<Refusal>;

    /// What a viewer may know. [`Viewer::All`] is for finished deals and for tests.
    fn position(&self, viewer: Viewer) -> TableView;
    /// The current deal as it was seen: after the entries `before`, then after each of `entries`. Together they are
    /// the entries of the log since it was dealt, or those that were not undone. `seen_as` gives the viewer in each
    /// phase.
    fn history(
        &self,
        before: &mut dyn Iterator<Item = &Entry>,
        entries: &mut dyn Iterator<Item = &Entry>,
        seen_as: &dyn Fn(MatchPhase) -> Viewer,
    ) -> Vec<HistoryStep>;

    /// The seats that were advised in the current deal.
    fn advised(&self) -> SeatSet;
    /// The decisions of a seat in a finished deal, each with what the seat knew then and what it did.
    ///
    /// # Errors
    /// If there is no such seat, or the deal is not finished.
    fn decisions(&self, deal: u32, seat: Seat) -> Result<Vec<Decision>, Refusal>;

    /// The decision that a seat has before it, as it came to it; `None` if the seat cannot act.
    fn decision(&self, seat: Seat) -> Option<Decision>;
    /// What a bot on `seat` is asked now; `None` if the seat cannot act.
    fn question(&self, seat: Seat) -> Option<Question>;

    /// The record as it may be given out now, one JSON line without the line end: while a match of several seats goes
    /// on without seed and without the deal in play; of a one-seat game always whole.
    fn record(&self) -> String;

    /// The record with its seed and the deal in play: of a match that was ended before its rules end it.
    fn broken_off_record(&self) -> String;
}

/// The part of tables of one seat: redo, and help that knows all cards.
pub trait SolitaireTable {
    /// Checks doing the last `n` undone actions again, to be applied in order; their entries are [`Entry::Act`]s.
    ///
    /// # Errors
    /// If fewer were undone, or something else was done since.
    fn check_redo(&self, n: u32) -> Result<Vec<Accepted>, Refusal>;
    /// Whether the player has been helped so far.
    fn assisted(&self) -> bool;
    /// Whether the current deal counts as assisted: while it is played, if the player has been helped; once it is
    /// finished, if the player had been by then. Looking back afterwards changes nothing.
    fn counts_as_assisted(&self) -> bool;
    /// The deal with all its cards, for assists.
    fn face_up(&self) -> FaceUp;
    /// The actions of the deal that stand, in notation.
    fn actions(&self) -> Vec<String>;
    /// A table of its own, with the same actions played: to show a line without playing it here.
    fn beside(&self) -> Box<dyn AnyTable>;
}

/// What a bot is asked: a view and the legal actions with their types, and nothing else. It can be sent to another
/// thread; only a bot of the same game can read it.
pub struct Question {
    /// The seat.
    pub seat: Seat,
    /// Its decision number.
    pub at: u32,
    /// Whether play waits for it.
    pub must: bool,
    /// The game's `View`.
    pub view: Box<dyn Any + Send>,
    /// The game's `Vec<Action>`, ascending.
    pub legal: Box<dyn Any + Send>,
}

/// A deal of one seat with all its cards and what was done in it. It contains more than the player knows. Use it only
/// for help, at a table where help was asked for. It cannot be printed or sent.
pub struct FaceUp {
    /// The game's id.
    pub game: &'static str,
    /// The deal (the game's own type) before its first action.
    pub dealt: Box<dyn Any + Send>,
    /// The actions that stand, the game's `Vec<Action>`.
    pub actions: Box<dyn Any + Send>,
}

/// A bot of some game without its type.
pub trait AnyBot: Send {
    /// Its answer, in notation; `None` for "not now", which only a seat that need not act can say. Returns soon after
    /// `cancel` is set, with the best it has found.
    fn answer(&mut self, question: Question, cancel: &AtomicBool) -> Option<String>;
}
