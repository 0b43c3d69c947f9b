//! What somebody wants to do at a table, and what has become of it when it was checked.

use std::any::Any;
use std::fmt;

use game::Seat;

use crate::{Entry, Why};

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

/// An entry that has been checked against the table as it is now. Made by [`AnyTable::check`](crate::AnyTable::check) and
/// [`SolitaireTable::check_redo`](crate::SolitaireTable::check_redo) alone.
/// The store commits it, then [`AnyTable::apply`](crate::AnyTable::apply) takes it.
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
