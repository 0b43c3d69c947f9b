//! A name belongs to one node while it lives: a second server that was given the same name does not start.

use std::time::Duration;

use tokio::time::sleep;

use super::database::NodeIdentity;
use super::link::Link;
use super::owned::OwnedTables;
use super::ownership::{Begun, begin};
use crate::StoreError;

/// The number of the lock that is held from the look for another node of the name until this one has begun: "name" in ASCII.
const LOCK: i64 = 0x6e61_6d65;

/// Until when another node that has this name has its lease.
const TAKEN: &str = "
    SELECT lease_until::text FROM nodes
    WHERE name = $1 AND NOT ended AND lease_until > clock_timestamp() AND NOT key::text = ANY($2)
    ORDER BY lease_until DESC LIMIT 1";

/// How often that lease is looked at.
const LOOK: Duration = Duration::from_millis(400);

/// Begins a node whose name no other may have. Where another one has it, this waits until the lease of that one is over: a node
/// that was killed does not keep its name.
///
/// # Errors
/// If the lease of the other node is renewed: it lives. If the nodes of the database write what this one cannot read.
pub(super) async fn begin_named(
    link: &Link,
    owned: &OwnedTables,
    ended: &[String],
    node: &NodeIdentity,
) -> Result<Begun, StoreError> {
    let mut seen: Option<String> = None;
    loop {
        link.run("BEGIN").await?;
        link.execute("SELECT pg_advisory_xact_lock($1)", &[&LOCK]).await?;
        let Some(row) = link.row(TAKEN, &[&node.name, &ended]).await? else {
            owned.asks();
            let begun = begin(link, ended, node).await?;
            link.commit_or_fail().await?;
            return Ok(begun);
        };
        link.run("ROLLBACK").await?;
        let lease_until: String = row.get(0);
        if seen.as_ref().is_some_and(|before| *before != lease_until) {
            let name = &node.name;
            return Err(StoreError::Database(format!(
                "another server that uses this database is called {name:?}, and it runs: give each a name of its own with --node"
            )));
        }
        seen = Some(lease_until);
        sleep(LOOK).await;
    }
}
