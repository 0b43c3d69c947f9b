//! Intents of people at a table, and the checked entries that they become.

use std::any::Any;
use std::fmt;

use game::Seat;

use crate::{Entry, Why};

/// A request of a person or of the server to change a table. After a check it becomes an [`Entry`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Intent<'a> {
    /// Acts for a seat.
    Act {
        /// The seat that acts.
        seat: Seat,
        /// The decision number that the player saw. `None` for a held move, whose number has been checked already.
        at: Option<u32>,
        /// The action, in notation.
        action: &'a str,
    },
    /// Begins practice from a position of another match.
    Position {
        /// The record that is broken off at the position ([`crate::fork`]).
        record: &'a str,
    },
    /// Deals the next deal.
    Next,
    /// Takes back a seat's own last actions, with everything that followed them. At a table of one seat, this is
    /// [`Undo`](Intent::Undo). It becomes an [`Entry::Undo`].
    TakeBack {
        /// The seat.
        seat: Seat,
        /// The number of the seat's own actions.
        n: u32,
    },
    /// Undoes the last actions. A solitaire that was lost because nothing could be moved goes on: its phase is
    /// [`MatchPhase::Deal`] again. A solitaire that was won or given up cannot go on.
    Undo {
        /// The number of actions.
        n: u32,
    },
    /// Redoes the last undone actions, in their order. Each becomes an [`Entry::Act`].
    Redo {
        /// The number of actions.
        n: u32,
    },
    /// Gives up the deal.
    GiveUp,
    /// Gets help that knows all cards.
    Assist,
    /// Plays on from an earlier position of the deal.
    PlayOn {
        /// The number of actions that stay.
        kept: u32,
    },
    /// Advises a seat.
    Advise {
        /// The seat.
        seat: Seat,
    },
    /// Lets a bot or the seat's own player play a seat from now on.
    TakeOver {
        /// The seat.
        seat: Seat,
        /// The level of the bot that plays; `None` for the seat's own player.
        bot: Option<String>,
        /// The reason.
        why: Why,
    },
    /// Ends a deal that is decided for a seat ([`AnyTable::is_decided`](crate::AnyTable::is_decided)). The intent
    /// becomes an [`Entry::Act`] for each remaining action. The choice of these actions makes no difference to anybody.
    /// A seat that is out of the match can also end a deal in which only bots play on. In that case the rule player
    /// chooses the actions.
    Rest {
        /// The seat.
        by: Seat,
    },
}

impl<'a> Intent<'a> {
    /// Makes the intent to act, without a decision number.
    pub fn act(seat: Seat, action: &'a str) -> Intent<'a> {
        Intent::Act { seat, at: None, action }
    }
}

impl<'a> From<&'a Entry> for Intent<'a> {
    fn from(entry: &'a Entry) -> Intent<'a> {
        match entry {
            Entry::Act { seat, action } => Intent::act(*seat, action),
            Entry::Position { record } => Intent::Position { record },
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

/// Entries that were checked against the current table. There is one entry, or several for [`Intent::Redo`] and
/// [`Intent::Rest`]. Only [`AnyTable::check`](crate::AnyTable::check) makes them. The store commits the entries, then
/// [`AnyTable::apply`](crate::AnyTable::apply) applies them.
pub struct Accepted {
    pub(crate) first: Checked,
    /// The entries after the first one.
    pub(crate) more: Vec<Checked>,
    /// The length of the log at the check. Applying the entries to another table, or twice, is a bug.
    pub(crate) at: usize,
}

pub(crate) struct Checked {
    pub(crate) entry: Entry,
    /// The value that the check read: the game's `Action` of an [`Entry::Act`], the `Match` of an [`Entry::Position`].
    pub(crate) read: Option<Box<dyn Any + Send>>,
}

/// Shows the entries as they are stored.
impl fmt::Debug for Accepted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let more: Vec<&Entry> = self.more.iter().map(|checked| &checked.entry).collect();
        f.debug_struct("Accepted").field("entry", self.entry()).field("more", &more).field("at", &self.at).finish()
    }
}

impl Accepted {
    /// Returns the first entry for the store, which is the only one for most intents.
    pub fn entry(&self) -> &Entry {
        &self.first.entry
    }

    /// Splits the entries, to be stored and applied one after another.
    pub fn one_by_one(self) -> impl Iterator<Item = Accepted> {
        let checked = std::iter::once(self.first).chain(self.more);
        checked.zip(self.at..).map(|(first, at)| Accepted { first, more: Vec::new(), at })
    }

    /// Moves these entries behind `others` entries, which are applied earlier and do not affect the check of these.
    #[must_use]
    pub fn behind(self, others: usize) -> Accepted {
        Accepted { at: self.at + others, ..self }
    }
}
