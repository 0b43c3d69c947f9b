//! The type-erased interfaces of a table and of a bot, which the server, the store and the command line use.

use std::any::Any;
use std::sync::atomic::AtomicBool;

use cards::ShuffleAttempt;
use game::{BoardKind, ClaimWords, MatchPhase, Race, Refusal, Seat, SeatSet, Viewer};
use serde_json::{Map, Value};

use crate::{Accepted, Decision, Entry, HistoryStep, Intent, Json, PublicEvent, Setup, TableView};

/// A match in play, whatever the game. One owner; nothing here does I/O or knows the time.
pub trait AnyTable: Send {
    /// The setup of the match.
    fn setup(&self) -> &Setup;
    /// The kind of the game's board.
    fn board(&self) -> BoardKind;

    /// The seats that win and lose together with this one, itself left out.
    fn partners(&self, seat: Seat) -> SeatSet;
    /// All options as today's rules have them; [`Setup::options`] are those of the version under which the match was begun.
    fn options(&self) -> &Map<String, Value>;
    /// The phase of the match.
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
    /// The race that the last action opens, if any (K12).
    fn race(&self) -> Race;
    /// The description of claims, if the game has any.
    fn claims(&self) -> Option<ClaimWords>;
    /// Returns whether this text is a claim in a race.
    fn is_claim(&self, text: &str) -> bool;
    /// The legal actions of a seat, in byte order of the notation: the `legal` of its [`TableView`] without facts.
    fn legal(&self, seat: Seat) -> Vec<String>;
    /// The game's view for a viewer: that of its [`TableView`].
    fn view(&self, viewer: Viewer) -> Json;
    /// Totals before the current deal, or after it once it is finished.
    fn totals(&self) -> Vec<i32>;

    /// Checks whether something can be done now. Undo, redo, giving up, help and playing on are only for tables of one
    /// seat.
    ///
    /// # Errors
    /// Why it is refused; nothing changes.
    fn check(&self, intent: Intent<'_>) -> Result<Accepted, Refusal>;
    /// Returns whether `seat`, whose turn it is, knows the points of the deal for each seat, however it goes on: it may
    /// offer to end it. This follows from its view alone, so only its own player may know it.
    fn is_decided(&self, seat: Seat) -> bool;
    /// Returns whether `seat` has no part in the deal that is played: it was out of the match before.
    fn is_out(&self, seat: Seat) -> bool;
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

    /// The table as a viewer sees it. [`Viewer::All`] is for finished deals and for tests.
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
    /// The question for a bot on `seat` now; `None` if the seat cannot act.
    fn question(&self, seat: Seat) -> Option<Question>;

    /// The record as it may be given out now, one JSON line without the line end: while a match of several seats goes
    /// on without seed and without the deal in play; of a one-seat game always whole.
    fn record(&self) -> String;

    /// The record with its seed and the deal in play: of a match that was ended before its rules end it.
    fn broken_off_record(&self) -> String;
}

/// The part of tables of one seat: help that knows all cards.
pub trait SolitaireTable {
    /// Returns whether the player has been helped so far.
    fn assisted(&self) -> bool;
    /// Returns whether the current deal counts as assisted: while it is played, if the player has been helped; once it
    /// is finished, if the player had been by then. Looking back afterwards changes nothing.
    fn counts_as_assisted(&self) -> bool;
    /// The deal with all its cards, for assists.
    fn face_up(&self) -> FaceUp;
    /// The actions of the deal that stand, in notation.
    fn actions(&self) -> Vec<String>;
    /// A table of its own, with the same actions played: to show a line without playing it here.
    fn beside(&self) -> Box<dyn AnyTable>;
}

/// A question for a bot: a view and the legal actions with their types, and nothing else. It can be sent to another
/// thread; only a bot of the same game can read it.
pub struct Question {
    /// The seat.
    pub seat: Seat,
    /// Its decision number.
    pub at: u32,
    /// `true` if play waits for it.
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
