//! The format in which all nodes write (`house.format`): what each node that lives can read (`nodes.format`).
//!
//! It grows when the last older node has ended, and never shrinks. So a node that cannot read it any more does not begin, and a node
//! that knows only a smaller number than the newest writes what all can read.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use super::link::Link;
use crate::{FORMAT, StoreError};

/// The number of the lock that is held while a node begins, and while the format grows: "form" in ASCII.
const LOCK: i64 = 0x666f_726d;

/// The format, and the oldest that a node which lives can read; of the nodes `$1` it is known that they have stopped.
const FOUND: &str = "
    SELECT (SELECT format FROM house), min(format) FROM nodes
    WHERE NOT ended AND lease_until > clock_timestamp() AND NOT key::text = ANY($1)";

const GROW: &str = "
    UPDATE house SET format = agreed.format
    FROM (SELECT min(format) AS format FROM nodes WHERE NOT ended AND lease_until > clock_timestamp()) AS agreed
    WHERE house.format < agreed.format";

/// The format as this process knows it. It may be smaller than that in the database: that can be read too.
#[derive(Clone)]
pub(super) struct AgreedFormat(Arc<AtomicI64>);

impl AgreedFormat {
    pub(super) fn unknown() -> AgreedFormat {
        AgreedFormat(Arc::new(AtomicI64::new(0)))
    }

    pub(super) fn get(&self) -> i64 {
        self.0.load(Ordering::Relaxed)
    }

    pub(super) fn set(&self, format: i64) {
        self.0.store(format, Ordering::Relaxed);
    }
}

/// Whether this program can be a node: in a transaction, before the node begins. No other node begins until it ends.
pub(super) async fn check(link: &Link, ended: &[String]) -> Result<(), StoreError> {
    link.execute("SELECT pg_advisory_xact_lock($1)", &[&LOCK]).await?;
    let row = link.row(FOUND, &[&ended]).await?;
    let row = row.ok_or_else(|| StoreError::Broken("the database has no format".to_owned()))?;
    let (written, oldest): (i64, Option<i64>) = (row.get(0), row.get(1));
    if written > FORMAT {
        return Err(StoreError::Database(format!(
            "servers of a newer cardroom write to the database (format {written}, this one knows up to {FORMAT}): use that cardroom"
        )));
    }
    if let Some(oldest) = oldest.filter(|oldest| *oldest < FORMAT - 1) {
        return Err(StoreError::Database(format!(
            "a server of a much older cardroom uses the database (format {oldest}, this one has {FORMAT}): stop it, or upgrade it to a \
             version in between first"
        )));
    }
    Ok(())
}

/// Lets the format grow to what every node that lives can read, in the same transaction. Returns the format.
pub(super) async fn grow(link: &Link) -> Result<i64, StoreError> {
    link.execute(GROW, &[]).await?;
    let row = link.row("SELECT format FROM house", &[]).await?;
    row.map(|row| row.get(0)).ok_or_else(|| StoreError::Broken("the database has no format".to_owned()))
}

/// The same, in a transaction of its own.
pub(super) async fn grow_alone(link: &Link) -> Result<i64, StoreError> {
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
