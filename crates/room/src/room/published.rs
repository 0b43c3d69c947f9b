//! News about a table that lists, statistics and people have got, so that each is sent once.

use protocol::{LobbyTable, Refusal};

/// The news that has been sent.
#[derive(Default)]
pub(crate) struct Published {
    /// True once the end of the match is stored for lists.
    end_recorded: bool,
    /// The number of finished deals whose results are stored. A person who sits down later has played none of them.
    results_recorded: usize,
    /// The table's line in the lobby.
    listed: Option<LobbyTable>,
    /// The message that people got when the disk was full, as long as it is.
    disk_full_announced: Option<Refusal>,
}

impl Published {
    /// Of a stored table.
    pub(crate) fn of(end_recorded: bool, results_recorded: usize) -> Published {
        Published { end_recorded, results_recorded, ..Published::default() }
    }

    /// True once the end of the match is stored for lists.
    pub(super) fn is_end_recorded(&self) -> bool {
        self.end_recorded
    }

    /// The end of the match is stored for lists.
    pub(super) fn record_end(&mut self) {
        self.end_recorded = true;
    }

    /// A match that had ended goes on.
    pub(super) fn reopen(&mut self) {
        (self.end_recorded, self.results_recorded) = (false, 0);
    }

    /// There are `deals` finished deals. Returns whether the results of the last one are not stored yet: they are from now on.
    pub(super) fn record_results(&mut self, deals: usize) -> bool {
        let new = deals > self.results_recorded;
        self.results_recorded = self.results_recorded.max(deals);
        new
    }

    /// The lobby shows this line from now on. Returns whether it has shown another.
    pub(super) fn list(&mut self, line: &Option<LobbyTable>) -> bool {
        let new = self.listed != *line;
        if new {
            self.listed.clone_from(line);
        }
        new
    }

    /// The message that people got when the disk was full, as long as it is.
    pub(super) fn disk_full(&self) -> Option<&Refusal> {
        self.disk_full_announced.as_ref()
    }

    /// Something was stored: the disk is not full.
    pub(super) fn clear_disk_full(&mut self) {
        self.disk_full_announced = None;
    }

    /// The disk is full. Returns whether people have not been told so.
    pub(super) fn announce_disk_full(&mut self, refusal: &Refusal) -> bool {
        let new = self.disk_full_announced.is_none();
        self.disk_full_announced.get_or_insert_with(|| refusal.clone());
        new
    }
}
