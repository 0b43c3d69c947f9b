//! What all nodes can read (`house`): each node that lives says what it can (`nodes`), the format of what it stores and the words for
//! what matches are made of.
//!
//! Both grow when the last node that lacks something has ended, and never shrink. So a node that cannot read what may be there does not
//! begin, and a node writes only what all can read.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::database::NodeIdentity;
use super::link::Link;
use crate::{FORMAT, StoreError};

/// The number of the lock that is held while a node begins, and while what all can read grows: "form" in ASCII.
const LOCK: i64 = 0x666f_726d;

const AGREED: &str = "SELECT format, reads FROM house";

/// What each node that lives can read; of the nodes `$1` it is known that they have stopped.
const LIVING: &str = "
    SELECT format, reads FROM nodes WHERE NOT ended AND lease_until > clock_timestamp() AND NOT key::text = ANY($1)";

/// What a node can read, or what all can.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Readable {
    pub(super) format: i64,
    pub(super) words: BTreeSet<String>,
}

impl Readable {
    /// What this program can read, as the node `node`.
    pub(super) fn by(node: &NodeIdentity) -> Readable {
        Readable { format: FORMAT, words: node.reads.clone() }
    }

    /// Whether all of `other` is in it.
    pub(super) fn covers(&self, other: &Readable) -> bool {
        self.format >= other.format && self.words.is_superset(&other.words)
    }

    /// Adds what each of `nodes` can read. A node of the version before words says nothing of them. It is passed over, because the first
    /// version with words has no new ones.
    fn grow(&mut self, nodes: &[(i64, Option<BTreeSet<String>>)]) {
        self.format = self.format.max(nodes.iter().map(|(format, _)| *format).min().unwrap_or_default());
        let shared = nodes.iter().filter_map(|(_, words)| words.clone()).reduce(|one, other| &one & &other);
        self.words.extend(shared.unwrap_or_default());
    }
}

/// What all can read, as this process knows it. It may be less than in the database: that can be read too.
#[derive(Clone, Default)]
pub(super) struct Agreed(Arc<Mutex<Readable>>);

impl Agreed {
    pub(super) fn format(&self) -> i64 {
        self.lock().format
    }

    pub(super) fn has(&self, word: &str) -> bool {
        self.lock().words.contains(word)
    }

    pub(super) fn covers(&self, other: &Readable) -> bool {
        self.lock().covers(other)
    }

    pub(super) fn set(&self, readable: Readable) {
        *self.lock() = readable;
    }

    fn lock(&self) -> MutexGuard<'_, Readable> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether this program can be a node: in a transaction, before the node begins. No other node begins until it ends.
pub(super) async fn check(link: &Link, ended: &[String], node: &NodeIdentity) -> Result<(), StoreError> {
    link.execute("SELECT pg_advisory_xact_lock($1)", &[&LOCK]).await?;
    let agreed = agreed(link).await?;
    let written = agreed.format;
    if written > FORMAT {
        return Err(StoreError::Database(format!(
            "servers of a newer cardroom write to the database (format {written}, this one knows up to {FORMAT}): use that cardroom"
        )));
    }
    if let Some(word) = agreed.words.difference(&node.reads).next() {
        return Err(StoreError::Database(format!(
            "servers of a newer cardroom write to the database (this one does not know \"{word}\"): use that cardroom"
        )));
    }
    let oldest = living(link, ended).await?.into_iter().map(|(format, _)| format).min();
    if let Some(oldest) = oldest.filter(|oldest| *oldest < FORMAT - 1) {
        return Err(StoreError::Database(format!(
            "a server of a much older cardroom uses the database (format {oldest}, this one has {FORMAT}): stop it, or upgrade it to a \
             version in between first"
        )));
    }
    Ok(())
}

/// Lets what all can read grow to what every node that lives can, in the same transaction. Returns it.
pub(super) async fn grow(link: &Link) -> Result<Readable, StoreError> {
    let before = agreed(link).await?;
    let mut after = before.clone();
    after.grow(&living(link, &[]).await?);
    if after != before {
        let words: Vec<&str> = after.words.iter().map(String::as_str).collect();
        link.execute("UPDATE house SET format = $1, reads = $2", &[&after.format, &words]).await?;
    }
    Ok(after)
}

/// The same, in a transaction of its own.
pub(super) async fn grow_alone(link: &Link) -> Result<Readable, StoreError> {
    link.run("BEGIN").await?;
    let grown = async {
        link.execute("SELECT pg_advisory_xact_lock($1)", &[&LOCK]).await?;
        grow(link).await
    };
    let grown = grown.await;
    match grown {
        // A standby that is promoted without it would let an older node begin.
        Ok(_) => link.commit_or_fail().await?,
        Err(_) => link.run("ROLLBACK").await?,
    }
    grown
}

async fn agreed(link: &Link) -> Result<Readable, StoreError> {
    let row = link.row(AGREED, &[]).await?;
    let row = row.ok_or_else(|| StoreError::Broken("the database has no format".to_owned()))?;
    Ok(Readable { format: row.get(0), words: row.get::<_, Vec<String>>(1).into_iter().collect() })
}

async fn living(link: &Link, ended: &[String]) -> Result<Vec<(i64, Option<BTreeSet<String>>)>, StoreError> {
    let rows = link.query(LIVING, &[&ended]).await?;
    let words = |found: Vec<String>| found.into_iter().collect();
    Ok(rows.iter().map(|row| (row.get(0), row.get::<_, Option<Vec<String>>>(1).map(words))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(all: &str) -> BTreeSet<String> {
        all.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn what_all_nodes_can_read_grows_and_never_shrinks() {
        let mut agreed = Readable { format: 2, words: words("kael1") };
        agreed.grow(&[(3, Some(words("kael1 kael2 hearts1"))), (2, Some(words("kael1 kael2 bridge1")))]);
        assert_eq!(agreed, Readable { format: 2, words: words("kael1 kael2") });
        // A node that does not say takes nothing away; nor does one that knows less.
        agreed.grow(&[(3, Some(words("kael1 hearts1"))), (3, None)]);
        assert_eq!(agreed, Readable { format: 3, words: words("hearts1 kael1 kael2") });
        agreed.grow(&[(3, None)]);
        agreed.grow(&[]);
        assert_eq!(agreed, Readable { format: 3, words: words("hearts1 kael1 kael2") });
    }
}
