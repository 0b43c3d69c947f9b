//! Wishes of people at a table, and the checked entries that they become.

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
    /// To do the last undone actions again, in their order: an [`Entry::Act`] each.
    Redo {
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
    /// To end a deal that is decided for a seat ([`AnyTable::is_decided`](crate::AnyTable::is_decided)): the actions that are
    /// left, an [`Entry::Act`] each. Nobody gains or loses by which ones they are. Of a seat that is out of the match, at a
    /// table where only bots play on: what the rule player does for each of them.
    Rest {
        /// For which seat.
        by: Seat,
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

/// Entries that were checked against the table as it is now: one, or several for [`Intent::Redo`] and [`Intent::Rest`].
/// Made by [`AnyTable::check`](crate::AnyTable::check) alone. The store commits the entries, then
/// [`AnyTable::apply`](crate::AnyTable::apply) takes them.
pub struct Accepted {
    pub(crate) first: Checked,
    /// The entries after it.
    pub(crate) more: Vec<Checked>,
    /// The length of the log when it was checked: applying it to another table, or twice, is a bug.
    pub(crate) at: usize,
}

/// An entry that has been checked.
pub(crate) struct Checked {
    pub(crate) entry: Entry,
    /// The game's `Action` of an [`Entry::Act`], as it was read when it was checked.
    pub(crate) action: Option<Box<dyn Any + Send>>,
}

/// Shows the entries, as the store has them.
impl fmt::Debug for Accepted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let more: Vec<&Entry> = self.more.iter().map(|checked| &checked.entry).collect();
        f.debug_struct("Accepted").field("entry", self.entry()).field("more", &more).field("at", &self.at).finish()
    }
}

impl Accepted {
    /// The entry for the store: the first one, and the only one for most intents.
    pub fn entry(&self) -> &Entry {
        &self.first.entry
    }

    /// Each entry alone, in order, to be stored and applied one after another.
    pub fn one_by_one(self) -> impl Iterator<Item = Accepted> {
        let checked = std::iter::once(self.first).chain(self.more);
        checked.zip(self.at..).map(|(first, at)| Accepted { first, more: Vec::new(), at })
    }

    /// The same, to be applied after other entries that were accepted before it and change nothing that it was checked against.
    #[must_use]
    pub fn behind(self, others: usize) -> Accepted {
        Accepted { at: self.at + others, ..self }
    }
}
