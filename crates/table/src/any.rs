//! The type-erased interfaces of a table and of a bot, which the server, the store and the command line use.

use std::any::Any;
use std::sync::atomic::AtomicBool;

use cards::ShuffleAttempt;
use game::{BoardKind, ClaimWords, MatchPhase, Race, Refusal, Seat, SeatSet, Viewer};
use serde_json::{Map, Value};

use crate::{Accepted, Decision, Entry, HistoryStep, Intent, Json, PublicEvent, Setup, TableView};

/// A match in play of any game. It has one owner, does no I/O and does not know the time.
pub trait AnyTable: Send {
    /// Returns the setup of the match.
    fn setup(&self) -> &Setup;
    /// Returns the kind of the game's board.
    fn board(&self) -> BoardKind;

    /// Returns the seats that win and lose together with this one, without this one.
    fn partners(&self, seat: Seat) -> SeatSet;
    /// Returns all options under today's rules. [`Setup::options`] has the options of the version under which the match
    /// began.
    fn options(&self) -> &Map<String, Value>;
    /// Returns the phase of the match.
    fn phase(&self) -> MatchPhase;
    /// Returns the seats that play waits for; empty unless in [`MatchPhase::Deal`].
    fn must(&self) -> SeatSet;
    /// Returns the seats that can cut in. This is secret: it must not reach a client or a clock.
    fn may(&self) -> SeatSet;
    /// Returns the number of the current deal, from 0.
    fn deal(&self) -> u32;
    /// Returns the seat from which bots are asked, in playing order. In each position, every seat in
    /// [`may`](AnyTable::may) is asked once. After these come the seats in [`must`](AnyTable::must). Seat 0 if nobody
    /// can act.
    fn first_asked(&self) -> Seat;
    /// Returns the decision number of a seat, from 1. It grows when the seat acts, when the seat newly has to act, with
    /// every new deal, and when anybody undoes actions, gives up or plays on. The number depends only on public facts.
    fn at(&self, seat: Seat) -> u32;
    /// Returns the race that the last action opens, if any (K12).
    fn race(&self) -> Race;
    /// Returns the description of claims, if the game has any.
    fn claims(&self) -> Option<ClaimWords>;
    /// Returns whether this text is a claim in a race.
    fn is_claim(&self, text: &str) -> bool;
    /// Returns the legal actions of a seat, in byte order of the notation: `legal` of its [`TableView`] without facts.
    fn legal(&self, seat: Seat) -> Vec<String>;
    /// Returns the game's view for a viewer, as in its [`TableView`].
    fn view(&self, viewer: Viewer) -> Json;
    /// Returns the totals before the current deal, or after the deal once it is finished.
    fn totals(&self) -> Vec<i32>;

    /// Checks whether an intent can be carried out now. Redo, giving up, help and playing on are only for tables of one
    /// seat. Undo is also for practice tables.
    ///
    /// # Errors
    /// The reason of the refusal. Nothing changes.
    fn check(&self, intent: Intent<'_>) -> Result<Accepted, Refusal>;
    /// Returns whether `seat`, whose turn it is, knows every seat's points at the end of the deal, however the deal
    /// goes on. If so, the seat may offer to end the deal. The answer follows from the seat's view, so only the seat's
    /// own player may get it.
    fn is_decided(&self, seat: Seat) -> bool;
    /// Returns whether `seat` has no part in the current deal, because it had dropped out of the match earlier.
    fn is_out(&self, seat: Seat) -> bool;
    /// Returns the interface of tables of one seat. `None` at other tables.
    fn solitaire(&self) -> Option<&dyn SolitaireTable>;

    /// Gives the seats other names. From now on the record has these names.
    ///
    /// # Panics
    /// If the number of names is not the number of seats.
    fn rename(&mut self, names: Vec<String>);

    /// Stores the attempts that made the seed of the match. From now on the record contains them.
    fn shuffled_together(&mut self, attempts: Vec<ShuffleAttempt>);

    /// Returns the attempts that made the seed; empty if the players did not shuffle together. The attempts contain the
    /// secrets, so nobody at the table may see them.
    fn attempts(&self) -> &[ShuffleAttempt];

    /// Applies a checked and stored intent. Returns its events, in order.
    fn apply(&mut self, accepted: Accepted) -> Vec<PublicEvent>;

    /// Applies a stored entry when a table is loaded again.
    ///
    /// # Errors
    /// If the entry is not possible here, because the log is of another table or of other rules.
    fn restore(&mut self, entry: &Entry) -> Result<(), Refusal> {
        let accepted = self.check(Intent::from(entry))?;
        self.apply(accepted);
        Ok(())
    }

    /// Returns why `seat` cannot do this action now; `None` if it can. The answer contains what the seat may know, so
    /// only its own player may get it.
    fn why(&self, seat: Seat, text: &str) -> Option<Refusal>;

    /// Returns the table as a viewer sees it. [`Viewer::All`] is for finished deals and for tests.
    fn position(&self, viewer: Viewer) -> TableView;
    /// Returns the positions of the current deal as they were seen: the position after the entries `before`, and the
    /// position after each of `entries`. Together, `before` and `entries` are all entries of the log since the deal
    /// began. The undone entries may be left out. `seen_as` returns the viewer in each phase.
    fn history(
        &self,
        before: &mut dyn Iterator<Item = &Entry>,
        entries: &mut dyn Iterator<Item = &Entry>,
        seen_as: &dyn Fn(MatchPhase) -> Viewer,
    ) -> Vec<HistoryStep>;

    /// Returns the seats that were advised in the current deal.
    fn advised(&self) -> SeatSet;
    /// Returns the decisions of a seat in a finished deal, each with the seat's knowledge at that time and its action.
    ///
    /// # Errors
    /// If there is no such seat, or the deal is not finished.
    fn decisions(&self, deal: u32, seat: Seat) -> Result<Vec<Decision>, Refusal>;

    /// Returns the current decision of a seat, with the position in which this decision began; `None` if the seat
    /// cannot act.
    fn decision(&self, seat: Seat) -> Option<Decision>;
    /// Returns the current question for a bot on `seat`; `None` if the seat cannot act.
    fn question(&self, seat: Seat) -> Option<Question>;

    /// Returns the record that may be given out now, as one JSON line without the line end. While a match of several
    /// seats goes on, the seed and the deal in play are left out. The record of a one-seat game is always complete.
    fn record(&self) -> String;

    /// Returns the record with its seed and the deal in play, for a match that was ended before the rules end it.
    fn broken_off_record(&self) -> String;
}

/// The interface of tables of one seat: help that knows all cards.
pub trait SolitaireTable {
    /// Returns whether the player has been helped so far.
    fn assisted(&self) -> bool;
    /// Returns whether the current deal counts as assisted. During play, the deal counts as assisted if the player has
    /// been helped. After the end, only help before the end counts.
    fn counts_as_assisted(&self) -> bool;
    /// Returns the deal with all its cards, for help.
    fn face_up(&self) -> FaceUp;
    /// Returns the actions of the deal that were not undone, in notation.
    fn actions(&self) -> Vec<String>;
    /// Returns a copy of the table with the same actions. The copy can show a line of play, and this table stays
    /// unchanged.
    fn beside(&self) -> Box<dyn AnyTable>;
}

/// A question for a bot: only a view and the legal actions, both with their types. It can be sent to another thread;
/// only a bot of the same game can read it.
pub struct Question {
    /// The seat.
    pub seat: Seat,
    /// The decision number of the seat.
    pub at: u32,
    /// `true` if play waits for the seat.
    pub must: bool,
    /// The game's `View`.
    pub view: Box<dyn Any + Send>,
    /// The game's `Vec<Action>`, ascending.
    pub legal: Box<dyn Any + Send>,
}

/// A deal of one seat with all its cards and actions. It contains more than the player knows. Use it only if help was
/// asked for at this table. It cannot be printed or sent.
pub struct FaceUp {
    /// The game's id.
    pub game: &'static str,
    /// The deal (the game's own type) before its first action.
    pub dealt: Box<dyn Any + Send>,
    /// The actions that were not undone, as the game's `Vec<Action>`.
    pub actions: Box<dyn Any + Send>,
}

/// A bot of any game, without the game's type.
pub trait AnyBot: Send {
    /// Returns the bot's answer in notation. A seat that need not act can also answer `None`, which means "not now".
    /// When `cancel` is set, soon returns the best action found so far.
    fn answer(&mut self, question: Question, cancel: &AtomicBool) -> Option<String>;
}
