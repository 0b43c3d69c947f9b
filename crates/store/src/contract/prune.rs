//! Deletes data that nobody needs any more: guests who never came back, tables at which nobody ever played, old links,
//! old tokens of engines.

use crate::{Pending, StoreError};

pub(crate) const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// The time after which guests without a visit are deleted, if they have no seat, result and record. After the same
/// time without a visit, the imported records of any guest are deleted.
pub(crate) const IDLE_MS: i64 = 30 * DAY_MS;
/// The time without a visit after which a guest's mistakes are deleted. It is longer than the longest time after which
/// a mistake comes back.
pub(crate) const MISTAKES_MS: i64 = 100 * DAY_MS;
/// The time after which a guest who came only once is deleted, unless the guest has a seat, a result or a record.
pub(crate) const VISIT_MS: i64 = DAY_MS;
/// The longest time between a guest's first and last visit for which the guest counts as having come once.
pub(crate) const ONCE_MS: i64 = 60 * 60 * 1000;
/// The time after which a table without people whose match never began is deleted.
pub(crate) const EMPTY_MS: i64 = DAY_MS;

/// The numbers of deleted rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pruned {
    /// Guests.
    pub sessions: u64,
    /// Tables without people whose match never began.
    pub tables: u64,
    /// Expired invitations and device links.
    pub links: u64,
    /// Tables with expired hashes of engines' tokens.
    pub passes: u64,
    /// Imported records of guests who no longer come.
    pub records: u64,
    /// Mistakes of guests who no longer come.
    pub mistakes: u64,
}

impl Pruned {
    /// Returns whether the call found nothing to delete.
    pub fn is_nothing(self) -> bool {
        self == Pruned::default()
    }

    /// Adds the counts of deleted rows of two calls, kind by kind.
    #[must_use]
    pub fn and(self, other: Pruned) -> Pruned {
        Pruned {
            sessions: self.sessions + other.sessions,
            tables: self.tables + other.tables,
            links: self.links + other.links,
            passes: self.passes + other.passes,
            records: self.records + other.records,
            mistakes: self.mistakes + other.mistakes,
        }
    }
}

/// The deletion of data that nobody needs any more.
pub trait Pruning {
    /// Deletes the following data, all or nothing. Call it until it finds nothing; other writes can run between the
    /// calls.
    ///
    /// - at most `most` guests without seat, result, record and table who were not seen for 30 days, or for one day if
    ///   they came only once
    /// - at most `most` tables that are a day old, have no people, and whose match never began
    /// - all invitations and device links that ended a day ago
    /// - the hashes of engines' tokens that ended a day ago, of at most `most` tables
    /// - at most `most` imported records whose guests were not seen for 30 days
    /// - the mistakes of at most `most` guests who were not seen for 100 days
    fn prune(&self, now_ms: i64, most: u32) -> Pending<Pruned>;
}

/// Deletes everything that can be deleted, at most `most` guests and tables in each call.
///
/// # Errors
/// If it cannot be written.
pub async fn prune_all(store: &(impl Pruning + ?Sized), now_ms: i64, most: u32) -> Result<Pruned, StoreError> {
    let mut sum = Pruned::default();
    loop {
        let found = store.prune(now_ms, most).await?;
        if found.is_nothing() {
            return Ok(sum);
        }
        sum = sum.and(found);
    }
}
