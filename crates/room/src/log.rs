//! The length of the log, and the position that it leads to.

use table::Entry;

/// The most entries of a solitaire's log. An hour of continuous play, with undo and redo, needs less than a third.
pub const MOST_ENTRIES: u64 = 10_000;

/// A match of several seats ends without winners when its log has this number of entries. A match of Kaël has no end by
/// rule (K22), and a table must not cost more and more. The longest matches that options ask for, 100 deals, stay far below.
pub const MOST_MATCH_ENTRIES: u64 = 50_000;

/// The table's log, as far as it is stored.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Log {
    length: u64,
    position: u64,
}

impl Log {
    pub(crate) fn new(length: u64) -> Log {
        Log { length, position: 0 }
    }

    /// How many entries are stored: the number of the next one.
    pub(crate) fn length(self) -> u64 {
        self.length
    }

    /// Grows with every entry after which a bot, an engine or an adviser has to be asked again. An entry that changes
    /// no decision does not count, because advice must not influence when others act.
    pub(crate) fn position(self) -> u64 {
        self.position
    }

    pub(crate) fn append(&mut self) {
        self.length += 1;
    }

    /// The last entry leads to another position.
    pub(crate) fn move_on(&mut self) {
        self.position += 1;
    }
}

/// The seat whose action an entry is.
pub(crate) fn actor(entry: &Entry) -> Option<game::Seat> {
    if let Entry::Act { seat, .. } = entry { Some(*seat) } else { None }
}
