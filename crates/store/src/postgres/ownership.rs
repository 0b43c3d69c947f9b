//! Ownership of tables in the database: a node begins, renews its lease, acquires tables, and ends.
//!
//! `nodes` has a row for each node. The lease is a part of that row, so a renewal costs the same for one table and for
//! ten thousand. `owners` has a row for each table, with the table's node and an epoch. The epoch grows whenever the
//! table gets another owner.
//!
//! After the lease of a node has run out, another node may want one of its tables. The first such node marks the node
//! as *ended*. An ended node never gets its lease back. A renewal and this mark update the same row. So if both come at
//! the same time, the later update waits until the earlier one is committed, and sees its result.
//!
//! If the host wants a standby, a lease counts only once the standby has it, too. A promoted standby without the lease
//! would give the tables to another node. So a commit that did not wait for the standby counts as a request without an
//! answer.

use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, sleep, sleep_until, timeout};

use super::database::{Database, NodeIdentity};
use super::home::Home;
use super::job::Scope;
use super::link::{self, Link, Parameter, Role};
use super::owned::{NodeId, NodeState, OwnedTables, now};
use super::schema;
use crate::StoreError;
use node::{GRANTED, Lease, Next};

/// The time between two checks of the clock. Timers cannot be used for the end of a lease, because they stop while the
/// machine sleeps.
const LOOK: Duration = Duration::from_millis(200);

/// Begins a node with a lease, unless another living node has the same name. The same statement ends those predecessors
/// of the node that have certainly stopped.
const BEGIN: &str = "
    WITH ended AS (UPDATE nodes SET ended = true WHERE key::text = ANY($1)),
        begun AS (INSERT INTO nodes (name, lease_until, address)
            SELECT $2, clock_timestamp() + $3::bigint * interval '1 millisecond', $4
            WHERE NOT ($5 AND EXISTS (SELECT 1 FROM nodes
                WHERE name = $2 AND NOT ended AND lease_until > clock_timestamp() AND key::text <> ALL($1)))
            RETURNING id, key),
        counted AS (INSERT INTO batches (node, last) SELECT id, 0 FROM begun)
    SELECT id, key::text FROM begun";

const RENEW: &str = "
    UPDATE nodes SET lease_until = clock_timestamp() + $2::bigint * interval '1 millisecond'
    WHERE id = $1 AND NOT ended AND lease_until > clock_timestamp()
    RETURNING current_setting('synchronous_standby_names') <> ''";

/// Deletes nodes whose lease ended more than a day ago and that own nothing.
const TIDY: &str = "
    DELETE FROM nodes WHERE lease_until < clock_timestamp() - interval '1 day'
        AND NOT EXISTS (SELECT 1 FROM owners WHERE node = nodes.id)";

pub(super) fn name_is_taken(node: &NodeIdentity) -> String {
    format!("A server that runs is called {} already. Give each its own name with --node.", node.name)
}

pub(super) struct Begun {
    pub(super) node: NodeId,
    pub(super) key: String,
}

/// Begins a node. `ended` has the keys of nodes that have stopped. Returns `None` if another living server has the
/// name. A killed server still counts as living for up to [`GRANTED`].
pub(super) async fn begin(link: &Link, ended: &[String], node: &NodeIdentity) -> Result<Option<Begun>, StoreError> {
    link.run("BEGIN").await?;
    let beginning = async {
        schema::check(link).await?;
        let granted = GRANTED.as_millis() as i64;
        // If two nodes with one name begin at the same time, this lock makes the second node wait until it can see the
        // first.
        let is_named = !node.name.is_empty();
        let name = match is_named {
            true => node.name.clone(),
            // A node without a name of its own gets the name of the machine. Only programs that read the data for a
            // moment have none.
            false => rustix::system::uname().nodename().to_string_lossy().into_owned(),
        };
        link.row("SELECT pg_advisory_xact_lock(hashtext('cardroom node ' || $1))", &[&name]).await?;
        let row = link.row(BEGIN, &[&ended, &name, &granted, &node.address, &is_named]).await?;
        Ok(row.map(|row| Begun { node: NodeId(row.get(0)), key: row.get(1) }))
    };
    let begun = beginning.await;
    match begun {
        Ok(_) => link.commit_or_fail().await?,
        Err(_) => link.run("ROLLBACK").await?,
    }
    begun
}

/// Selects whether a table belongs to another living node. Returns no row if the table has no row in `owners`.
const IS_ELSEWHERE: &str = "
    SELECT nodes.id IS NOT NULL AND nodes.id <> $2 AND NOT ended AND lease_until > clock_timestamp()
    FROM owners LEFT JOIN nodes ON nodes.id = owners.node WHERE table_id = $1";

/// Makes this node the owner of a table. Returns whether an earlier owner may have changed the table. If the table's
/// row in `owners` is locked, the previous owner is still writing or a third node is acquiring the table. In this case,
/// the function fails without waiting. Waiting could cause a deadlock: the transaction also has other writes of this
/// node, and two nodes may want the same tables.
pub(super) async fn acquire(scope: &Scope<'_>, table: &str) -> Result<bool, StoreError> {
    let (link, (node, owned)) = (scope.link, scope.writer());
    let elsewhere = || {
        owned.disown(table);
        StoreError::Elsewhere
    };
    let Some(found) = link.row(IS_ELSEWHERE, &[&table, &node.0]).await? else { return Ok(false) };
    if found.get(0) {
        return Err(elsewhere());
    }
    let row = link.row("SELECT node, epoch FROM owners WHERE table_id = $1 FOR UPDATE SKIP LOCKED", &[&table]).await?;
    let Some(row) = row else { return Err(elsewhere()) };
    let (owner, epoch): (Option<i64>, i64) = (row.get(0), row.get(1));
    if owner == Some(node.0) {
        let known = owned.epoch(table) == Some(epoch);
        owned.own(table, epoch);
        return Ok(!known);
    }
    if let Some(owner) = owner {
        // If a renewal is under way, this statement waits for it, and the next statement reads its result.
        link.execute(
            "UPDATE nodes SET ended = true WHERE id = $1 AND NOT ended AND lease_until <= clock_timestamp()",
            &[&owner],
        )
        .await?;
        let row = link.row("SELECT ended FROM nodes WHERE id = $1", &[&owner]).await?;
        if row.is_some_and(|row| !row.get::<_, bool>(0)) {
            return Err(elsewhere());
        }
    }
    link.execute("UPDATE owners SET node = $2, epoch = epoch + 1 WHERE table_id = $1", &[&table, &node.0]).await?;
    owned.own(table, epoch + 1);
    // A table of epoch 0 has never had an owner.
    Ok(epoch > 0)
}

/// The task that asks for the lease of this process, renews it, and drops all tables when it has ended.
pub(super) struct Keeper {
    pub(super) database: Database,
    pub(super) owned: Rc<OwnedTables>,
    pub(super) home: Home,
    pub(super) link: Option<Link>,
    pub(super) state: Arc<NodeState>,
    /// The server whose settings were most recently checked. The log has the warnings about them.
    pub(super) warned_of: String,
    /// The text of the database's latest refusal of this node.
    pub(super) refused_with: String,
    /// Set once the store has been dropped.
    pub(super) stopping: watch::Receiver<bool>,
}

impl Keeper {
    /// Runs until the store is dropped. After that the node ends, so its tables are free immediately.
    pub(super) async fn run(mut self) {
        while !*self.stopping.borrow() {
            match self.owned.lease(Lease::next) {
                Next::Begin => self.begin().await,
                Next::Renew => self.renew().await,
                Next::Drop => {
                    tracing::warn!(
                        "the lease of this server has run out: its tables are loaded again when the database answers"
                    );
                    self.owned.drop_all();
                }
                Next::Wait(until) => {
                    let stopped = self.stopping.wait_for(|stopping| *stopping);
                    let _ = timeout(until.since(now()).min(LOOK), stopped).await;
                }
            }
        }
        self.end().await;
    }

    async fn begin(&mut self) {
        self.owned.lease(Lease::asks);
        let ended = self.home.ended();
        let begun = self.ask(async |link, node| Ok(begin(link, &ended, node).await)).await;
        match begun {
            Some(Ok(Some(begun))) => {
                self.home.lives(&begun.key);
                self.owned.began(begun.node);
            }
            Some(Ok(None)) => self.refuse(name_is_taken(&self.home.identity)),
            Some(Err(StoreError::Database(words))) => self.refuse(words),
            Some(Err(_)) | None => self.owned.lease(Lease::unanswered),
        }
    }

    /// Records that the database refuses this node, and logs each new reason once.
    fn refuse(&mut self, words: String) {
        if self.refused_with != words {
            tracing::error!("this server can own no tables any more: {words}");
            self.refused_with = words;
        }
        self.owned.lease(Lease::unanswered);
    }

    async fn renew(&mut self) {
        let Some(node) = self.owned.node() else { return };
        self.owned.lease(Lease::asks);
        let granted = GRANTED.as_millis() as i64;
        let values: [Parameter<'_>; 2] = [&node.0, &granted];
        let renewed =
            self.ask(async |link, _| Ok(link.row_committed(RENEW, &values).await?.map(|row| row.get(0)))).await;
        match renewed {
            Some(Some(waits_for_standby)) => {
                self.owned.lease(Lease::granted);
                self.note_standby(waits_for_standby).await;
            }
            Some(None) => self.owned.lease(Lease::refused),
            None => self.owned.lease(Lease::unanswered),
        }
    }

    /// Logs the warnings about the server if it has changed or has stopped waiting for a standby.
    async fn note_standby(&mut self, waits: bool) {
        let waited = self.state.standby.swap(waits, Ordering::Relaxed);
        let server = self.link.as_ref().map(|link| link.server.clone());
        let Some(server) = server.filter(|server| *server != self.warned_of || (waited && !waits)) else { return };
        let warnings = self.ask(async |link, _| Ok(link::warnings(link).await?)).await;
        if let Some(warnings) = warnings {
            warnings.iter().for_each(|warning| tracing::warn!("{warning}"));
            self.warned_of = server;
        }
    }

    /// Asks the database, with a new connection if necessary. Gives up when the lease has ended, when the store is
    /// dropped, or after the time for which a lease is granted.
    async fn ask<T>(&mut self, ask: impl AsyncFnOnce(&Link, &NodeIdentity) -> Result<T, StoreError>) -> Option<T> {
        let link = self.link.take().filter(|link| !link.is_closed());
        let (database, node) = (&self.database, &self.home.identity);
        let asking = async {
            let link = match link {
                Some(link) => link,
                None => Link::open(database, Role::Keeper).await.ok()?,
            };
            let answer = ask(&link, node).await.ok()?;
            Some((link, answer))
        };
        let (link, answer) = tokio::select! {
            answered = asking => answered?,
            () = patience(&self.owned, self.stopping.clone()) => return None,
        };
        self.state.server().clone_from(&link.server);
        self.link = Some(link);
        Some(answer)
    }

    async fn end(&mut self) {
        let Some(node) = self.owned.drop_all() else { return };
        let Some(link) = self.link.take().filter(|link| !link.is_closed()) else { return };
        let ended = async {
            link.execute("UPDATE nodes SET ended = true WHERE id = $1", &[&node.0]).await?;
            link.execute(TIDY, &[]).await
        };
        if let Ok(Ok(_)) = timeout(Duration::from_secs(2), ended).await {
            self.home.left();
        }
    }
}

/// Waits until an answer would come too late to be useful.
async fn patience(owned: &OwnedTables, mut stopping: watch::Receiver<bool>) {
    let most = Instant::now() + GRANTED;
    let over = async {
        // The caller, not this function, drops a lease that has ended.
        while !owned.is_over() {
            sleep(LOOK).await;
        }
    };
    tokio::select! {
        () = sleep_until(most) => {}
        _ = stopping.wait_for(|stopping| *stopping) => {}
        () = over => {}
    }
}
