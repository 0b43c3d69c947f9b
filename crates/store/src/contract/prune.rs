//! Deletes what nobody needs any more: guests who never came back, tables that nobody ever played at, old links, old tokens of
//! engines.

use crate::{Pending, StoreError};

pub(crate) const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// A guest without a seat, a result or a record is deleted after this time without a visit; and so are a guest's records.
pub(crate) const IDLE_MS: i64 = 30 * DAY_MS;
/// A guest who came once and did nothing is deleted after this time.
pub(crate) const VISIT_MS: i64 = DAY_MS;
/// A guest who is last seen within this time of the first visit came once.
pub(crate) const ONCE_MS: i64 = 60 * 60 * 1000;
/// A table where nobody sits and no match began is deleted after this time.
pub(crate) const EMPTY_MS: i64 = DAY_MS;

/// The numbers of deleted rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pruned {
    /// Guests.
    pub sessions: u64,
    /// Tables without people whose match never began.
    pub tables: u64,
    /// Invitations and device links that had expired.
    pub links: u64,
    /// Tables where the hashes of engines' tokens had expired.
    pub passes: u64,
    /// Imported records of guests who do not come any more.
    pub records: u64,
}

impl Pruned {
    /// Returns whether the call found nothing to delete.
    pub fn is_nothing(self) -> bool {
        self == Pruned::default()
    }

    /// The sum of two calls.
    #[must_use]
    pub fn and(self, other: Pruned) -> Pruned {
        Pruned {
            sessions: self.sessions + other.sessions,
            tables: self.tables + other.tables,
            links: self.links + other.links,
            passes: self.passes + other.passes,
            records: self.records + other.records,
        }
    }
}

/// Deletes what nobody needs any more.
pub trait Pruning {
    /// Deletes at most `most` guests and at most `most` tables, all or nothing: guests who have no seat, no result, no record and no
    /// table, and were not seen for 30 days, or for a day if they came once; tables that are a day old, where nobody sits and
    /// no match began; invitations and device links that ended a day ago; at `most` further tables, the hashes of engines' tokens
    /// that ended a day ago; at most `most` records of guests who were not seen for 30 days. Call it again until it finds nothing: other writes go between two calls.
    fn prune(&self, now_ms: i64, most: u32) -> Pending<Pruned>;
}

/// Deletes everything that can be deleted, `most` guests and tables at a time.
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
