//! Ownership in the database: a node begins, renews its lease, takes tables, and ends.
//!
//! `nodes` has a row for each life of a process. Its lease is one row, so a renewal costs the same for one table and for ten
//! thousand. `owners` has a row for each table: the node, and an epoch that grows whenever the table changes hands. A node whose
//! lease has run out is *ended* by whoever first wants one of its tables, and never lives again; its own renewal and the ending
//! update the same row, so one of them waits and then sees the other.
//!
//! A lease counts only when the standby has it too, if the host wants one: a standby that is promoted without it would let another
//! node take the tables. So a node treats a commit that did not wait for its standby as one without an answer.

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

/// The clock of a lease is looked at this often, because a timer does not count the sleep of the machine.
const LOOK: Duration = Duration::from_millis(200);

/// A node begins with a lease, unless another one of its name has one. Its predecessors, which are known to have stopped, end in the same
/// step.
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

/// Nodes of yesterday that own nothing.
const TIDY: &str = "
    DELETE FROM nodes WHERE lease_until < clock_timestamp() - interval '1 day'
        AND NOT EXISTS (SELECT 1 FROM owners WHERE node = nodes.id)";

/// The words for a server whose name another one has.
pub(super) fn name_is_taken(node: &NodeIdentity) -> String {
    format!("A server that runs is called {} already. Give each its own name with --node.", node.name)
}

/// A node that has begun.
pub(super) struct Begun {
    pub(super) node: NodeId,
    pub(super) key: String,
}

/// Begins a node. `ended`: the keys of those that have stopped. `None`: another server has its name. One that was killed has it for at
/// most [`GRANTED`].
pub(super) async fn begin(link: &Link, ended: &[String], node: &NodeIdentity) -> Result<Option<Begun>, StoreError> {
    link.run("BEGIN").await?;
    let beginning = async {
        schema::check(link).await?;
        let granted = GRANTED.as_millis() as i64;
        // Of two that begin at the same time with one name, the second sees the first.
        let is_named = !node.name.is_empty();
        let name = match is_named {
            true => node.name.clone(),
            // Programs that look at the data for a moment.
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

/// Selects whether a table belongs to another node that lives; no row if nobody ever had it.
const IS_ELSEWHERE: &str = "
    SELECT nodes.id IS NOT NULL AND nodes.id <> $2 AND NOT ended AND lease_until > clock_timestamp()
    FROM owners LEFT JOIN nodes ON nodes.id = owners.node WHERE table_id = $1";

/// Takes a table for this node: whether it has changed hands. A row of `owners` that somebody holds is not taken, and not waited for:
/// a write of the owner before is under way, or a third node takes the table. Other writes of this node share the transaction, and two
/// nodes that take the same tables could wait for each other.
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
        // Waits for a renewal that is under way, and looks at what it left.
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
    // In the epoch 0 nobody had it.
    Ok(epoch > 0)
}

/// Keeps the lease of this process: asks, renews, and drops all tables when its time is over.
pub(super) struct Keeper {
    pub(super) database: Database,
    pub(super) owned: Rc<OwnedTables>,
    pub(super) home: Home,
    pub(super) link: Option<Link>,
    pub(super) state: Arc<NodeState>,
    /// The server whose settings the log has warned of, where they are worth a warning.
    pub(super) warned_of: String,
    /// With what words the database refused this node last.
    pub(super) refused_with: String,
    /// Set once the store has been dropped.
    pub(super) stopping: watch::Receiver<bool>,
}

impl Keeper {
    /// Runs until the store is dropped; then the node ends, and its tables are free at once.
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

    /// The database gives this node no lease; the log says why, once.
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

    /// Warns of a server that is another one than before, and of one that has ceased to wait for a standby.
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

    /// Asks the database, and gives up when the lease is over or after as long as one is granted. The connection is made
    /// anew where that is needed.
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

/// Ready when an answer is not worth waiting for any more.
async fn patience(owned: &OwnedTables, mut stopping: watch::Receiver<bool>) {
    let most = Instant::now() + GRANTED;
    let over = async {
        // A lease that is over is dropped by who asked.
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
