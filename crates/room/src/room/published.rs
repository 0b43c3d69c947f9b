//! Notes which news about a table was sent already, to lists, statistics and people, so that none is sent twice.

use protocol::{LobbyTable, Refusal};

/// The news that was sent already.
#[derive(Default)]
pub(crate) struct Published {
    /// True once the end of the match is stored for lists.
    end_recorded: bool,
    /// The number of finished deals whose results are stored. If a person sits down later, these results are not stored
    /// again, because the person did not play these deals.
    results_recorded: usize,
    listed: Option<LobbyTable>,
    /// The message that people got because the disk is full. `None` while the disk is not full.
    disk_full_announced: Option<Refusal>,
}

impl Published {
    pub(crate) fn of(end_recorded: bool, results_recorded: usize) -> Published {
        Published { end_recorded, results_recorded, ..Published::default() }
    }

    /// True once the end of the match is stored for lists.
    pub(super) fn is_end_recorded(&self) -> bool {
        self.end_recorded
    }

    /// Notes that the end of the match is stored for lists.
    pub(super) fn record_end(&mut self) {
        self.end_recorded = true;
    }

    /// Notes that a match that had ended goes on.
    pub(super) fn reopen(&mut self) {
        (self.end_recorded, self.results_recorded) = (false, 0);
    }

    /// Marks the results of finished deal number `deals` as stored. Returns true if these results were not stored
    /// before.
    pub(super) fn record_results(&mut self, deals: usize) -> bool {
        let new = deals > self.results_recorded;
        self.results_recorded = self.results_recorded.max(deals);
        new
    }

    /// Sets the table's line in the lobby. Returns whether it has changed.
    pub(super) fn list(&mut self, line: &Option<LobbyTable>) -> bool {
        let new = self.listed != *line;
        if new {
            self.listed.clone_from(line);
        }
        new
    }

    /// Returns the message that people got when the disk was full, while it is full.
    pub(super) fn disk_full(&self) -> Option<&Refusal> {
        self.disk_full_announced.as_ref()
    }

    /// Notes that the disk is not full, because something was stored.
    pub(super) fn clear_disk_full(&mut self) {
        self.disk_full_announced = None;
    }

    /// Notes that the disk is full. Returns whether people have to get the message now.
    pub(super) fn announce_disk_full(&mut self, refusal: &Refusal) -> bool {
        let new = self.disk_full_announced.is_none();
        self.disk_full_announced.get_or_insert_with(|| refusal.clone());
        new
    }
}
