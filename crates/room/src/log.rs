//! The length of the log, and the number of the current position.

use table::Entry;

/// The maximum number of entries in a solitaire's log. An hour of continuous play, with undo and redo, needs less than
/// a third.
pub const MOST_ENTRIES: u64 = 10_000;

/// The number of entries at which a match of several seats ends without winners. The rules of Kaël do not end a match
/// (K22), but a table must not grow without limit. Options allow at most 100 deals. A match of 100 deals has far fewer
/// entries than this limit.
pub const MOST_MATCH_ENTRIES: u64 = 50_000;

/// The length of the table's stored log, and the number of the current position.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Log {
    length: u64,
    position: u64,
}

impl Log {
    pub(crate) fn new(length: u64) -> Log {
        Log { length, position: 0 }
    }

    /// Returns the number of stored entries, which is the number of the next entry.
    pub(crate) fn length(self) -> u64 {
        self.length
    }

    /// Returns the number of entries that can change a decision. After such an entry, bots, engines and advisers are
    /// asked again. An entry about advice does not count, because advice must not influence when other players act.
    pub(crate) fn position(self) -> u64 {
        self.position
    }

    pub(crate) fn append(&mut self) {
        self.length += 1;
    }

    /// Notes that the last entry leads to another position.
    pub(crate) fn move_on(&mut self) {
        self.position += 1;
    }
}

pub(crate) fn actor(entry: &Entry) -> Option<game::Seat> {
    if let Entry::Act { seat, .. } = entry { Some(*seat) } else { None }
}
