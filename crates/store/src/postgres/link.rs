//! A connection to PostgreSQL: the settings of its session, its prepared statements, the meaning of its errors, and the
//! check whether a commit was carried out.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::error::Error as _;
use std::rc::Rc;

use tokio::sync::OnceCell;
use tokio_postgres::error::{Severity, SqlState};
use tokio_postgres::types::ToSql;
use tokio_postgres::{AsyncMessage, Client, Error, Row, SimpleQueryMessage, Statement};

use super::connect::{connect, words};
use super::database::Database;
use super::values::ValueFault;
use crate::StoreError;

/// The oldest PostgreSQL that is tested.
const OLDEST: &str = "15";

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    Writer,
    /// The connection that asks for the lease and renews it.
    Keeper,
    Reader,
}

impl Role {
    /// Returns the settings of the session. They limit the time to wait for a lock. If a client does not finish its
    /// transaction, the server ends the transaction, so a node without a network delays nobody. Warnings are sent even
    /// if the database is configured to send only errors, because a warning can mean that a commit is not safe.
    fn settings(self) -> &'static str {
        match self {
            // Sequential scans are off, so rows are found by their keys. A plan that was made while a table was small
            // could otherwise read the whole table when the table has become large.
            Role::Writer => {
                "SET search_path = cardroom; SET lock_timeout = '1s'; SET idle_in_transaction_session_timeout = '4s'; \
                 SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off; \
                 SET client_min_messages = warning"
            }
            Role::Keeper => {
                "SET search_path = cardroom; SET lock_timeout = '1s'; SET client_min_messages = warning; LISTEN cardroom"
            }
            Role::Reader => {
                "SET search_path = cardroom; SET statement_timeout = '30s'; SET default_transaction_read_only = on"
            }
        }
    }
}

/// A connection. Each statement is prepared only once.
pub(super) struct Link {
    pub(super) client: Client,
    statements: RefCell<HashMap<String, Rc<OnceCell<Statement>>>>,
    /// Set when the server has sent a warning, for example that a commit did not wait for the standby.
    warned: Rc<Cell<bool>>,
    /// The time when the server was started. It identifies the server.
    pub(super) server: String,
}

pub(super) type Parameter<'a> = &'a (dyn ToSql + Sync);

impl Link {
    /// Connects to the first host that accepts writes. Must run in a `LocalSet`.
    ///
    /// # Errors
    /// The reason why there is no connection, as a text.
    pub(super) async fn open(database: &Database, role: Role) -> Result<Link, String> {
        let (client, mut connection) = connect(database).await?;
        let warned = Rc::new(Cell::new(false));
        let (warns, changes) = (warned.clone(), database.changes.clone());
        tokio::task::spawn_local(async move {
            while let Some(message) = std::future::poll_fn(|cx| connection.poll_message(cx)).await {
                match message {
                    Ok(AsyncMessage::Notice(notice)) if notice.parsed_severity() == Some(Severity::Warning) => {
                        warns.set(true);
                    }
                    Ok(AsyncMessage::Notification(_)) => changes.send_modify(|changes| *changes += 1),
                    Ok(_) => {}
                    Err(_) => break,
                }
            }
        });
        if role == Role::Keeper {
            // This connection misses the hints that were sent before it existed, so it counts as one hint.
            database.changes.send_modify(|changes| *changes += 1);
        }
        match set_up(&client, role).await {
            Ok(server) => Ok(Link { client, statements: RefCell::default(), warned, server }),
            Err(error) => Err(words(&error)),
        }
    }

    pub(super) fn is_closed(&self) -> bool {
        self.client.is_closed()
    }

    /// Returns a prepared statement. The statements for both stores (`crate::sql`) have `?1` in place of `$1`.
    pub(super) async fn statement(&self, sql: &str) -> Result<Statement, StoreError> {
        let known = self.statements.borrow().get(sql).cloned();
        let cell = known.unwrap_or_else(|| self.statements.borrow_mut().entry(sql.to_owned()).or_default().clone());
        // If several callers need the statement at the same time, only one of them prepares it.
        let prepare = async || self.client.prepare(&sql.replace('?', "$")).await;
        Ok(cell.get_or_try_init(prepare).await?.clone())
    }

    /// Prepares statements in advance, so that several can be sent without waiting for answers.
    pub(super) async fn prepare(&self, all: &[&str]) -> Result<(), StoreError> {
        for sql in all {
            self.statement(sql).await?;
        }
        Ok(())
    }

    pub(super) async fn execute(&self, sql: &str, values: &[Parameter<'_>]) -> Result<u64, StoreError> {
        let statement = self.statement(sql).await?;
        Ok(self.client.execute(&statement, values).await?)
    }

    pub(super) async fn query(&self, sql: &str, values: &[Parameter<'_>]) -> Result<Vec<Row>, StoreError> {
        let statement = self.statement(sql).await?;
        Ok(self.client.query(&statement, values).await?)
    }

    pub(super) async fn row(&self, sql: &str, values: &[Parameter<'_>]) -> Result<Option<Row>, StoreError> {
        Ok(self.query(sql, values).await?.into_iter().next())
    }

    /// Carries out a statement outside of a transaction, so it commits by itself. Returns [`StoreError::Away`] if it is
    /// unknown whether the commit is safe on the standby.
    pub(super) async fn row_committed(&self, sql: &str, values: &[Parameter<'_>]) -> Result<Option<Row>, StoreError> {
        self.warned.set(false);
        let row = self.row(sql, values).await?;
        // A warning comes before the end of the answer, so it has arrived by now if there is one. The statement is
        // committed.
        if self.warned.get() { Err(StoreError::Away) } else { Ok(row) }
    }

    /// Carries out commands without values.
    pub(super) async fn run(&self, sql: &str) -> Result<(), StoreError> {
        Ok(self.client.batch_execute(sql).await?)
    }

    /// Undoes a transaction. Returns whether the connection can still be used; it cannot if its server has become a
    /// standby.
    pub(super) async fn undo(&self) -> bool {
        let undone = self.client.batch_execute("ROLLBACK").await;
        let mode = self.client.query_one("SELECT current_setting('transaction_read_only')", &[]).await;
        undone.is_ok() && mode.is_ok_and(|row| row.get::<_, &str>(0) == "off")
    }

    /// Commits for a caller that can repeat the whole request. Every outcome but a certain success is an error.
    pub(super) async fn commit_or_fail(&self) -> Result<(), StoreError> {
        match self.commit().await {
            Commit::Done => Ok(()),
            Commit::Refused(error) => Err(error),
            Commit::Unknown => Err(StoreError::Away),
        }
    }

    /// Commits. After [`Commit::Unknown`], nobody knows whether the transaction is on the disk.
    pub(super) async fn commit(&self) -> Commit {
        self.warned.set(false);
        match self.client.batch_execute("COMMIT").await {
            // The warning is "canceling wait for synchronous replication": this server has the commit, but perhaps no
            // standby has.
            Ok(()) if self.warned.get() => Commit::Unknown,
            Ok(()) => Commit::Done,
            // After an ordinary error the transaction is undone. A fatal error ends the connection, perhaps after the
            // commit was carried out.
            Err(error) => match error.as_db_error() {
                Some(found) if found.parsed_severity() == Some(Severity::Error) => Commit::Refused(error.into()),
                _ => Commit::Unknown,
            },
        }
    }
}

/// Configures a session for its role. Returns the name of the server.
async fn set_up(client: &Client, role: Role) -> Result<String, Error> {
    client.batch_execute(role.settings()).await?;
    if role != Role::Reader {
        // A confirmed write (a lease, too) must be on the disk. If the host wants a standby, it must also be on the
        // standby's disk. This holds even if the database is configured with "off".
        let row = client.query_one("SELECT current_setting('synchronous_commit')", &[]).await?;
        if !waits(row.get(0)) {
            client.batch_execute("SET synchronous_commit = on").await?;
        }
    }
    Ok(client.query_one("SELECT pg_postmaster_start_time()::text", &[]).await?.get(0))
}

/// The outcome of a commit.
#[derive(Debug)]
pub(super) enum Commit {
    /// The commit is on the disk, and on the standby's disk if the host wants a standby.
    Done,
    /// The transaction was undone.
    Refused(StoreError),
    /// There was no answer, or the answer does not say whether the commit is safe.
    Unknown,
}

/// Returns whether a commit waits for the disk, and for the disks of the configured standbys, with this value of
/// `synchronous_commit`.
fn waits(setting: &str) -> bool {
    matches!(setting, "on" | "remote_apply")
}

/// Returns warnings for the host about settings that weaken the guarantees of a database.
pub(super) async fn warnings(link: &Link) -> Result<Vec<String>, tokio_postgres::Error> {
    let row = link
        .client
        .query_one(
            "SELECT (SELECT reset_val FROM pg_settings WHERE name = 'synchronous_commit'),
                 current_setting('synchronous_standby_names'), current_setting('fsync'), current_setting('full_page_writes')",
            &[],
        )
        .await?;
    let [commits, standbys, fsync, pages]: [String; 4] = [row.get(0), row.get(1), row.get(2), row.get(3)];
    let mut found = Vec::new();
    if fsync == "off" || pages == "off" {
        found.push(
            "fsync or full_page_writes is off in the database: a power cut can destroy all data. Set both on."
                .to_owned(),
        );
    }
    if !waits(&commits) {
        found.push(format!(
            "synchronous_commit is {commits} in the database. This server sets it on for itself; set it on there too, so that \
             other programs keep the same promise."
        ));
    }
    if standbys.is_empty() {
        found.push(
            "no standby confirms what is stored (synchronous_standby_names is empty): if the machine of the database is lost, \
             so is what was stored since its last backup. docs/host/three-databases.md says how to add one."
                .to_owned(),
        );
    }
    Ok(found)
}

/// Returns the version of a server, such as 15.8. Refuses a server that is older than the oldest tested version.
pub(super) async fn check_version(link: &Link, name: &str) -> Result<String, StoreError> {
    let row = link.client.query_one("SELECT current_setting('server_version_num')", &[]).await?;
    let found: String = row.try_get(0)?;
    let version = found.parse::<u32>().unwrap_or_default();
    if version < 150_000 {
        return Err(cannot(
            name,
            &format!("it is PostgreSQL {}, and {OLDEST} is the oldest that works", version / 10_000),
        ));
    }
    Ok(format!("{}.{}", version / 10_000, version % 10_000))
}

/// Refuses a pooler that gives a connection to another client after each transaction. With such a pooler, the settings
/// of a session would get lost or apply to another client. The test uses two clients. While the second client is in a
/// transaction, the first client must still have its own backend, and not the backend of the second client.
pub(super) async fn check_direct(database: &Database) -> Result<(), StoreError> {
    let backend = async |client: &Client| {
        let answers = client.simple_query("SELECT pg_backend_pid()").await?;
        Ok::<_, Error>(answers.iter().find_map(|answer| match answer {
            SimpleQueryMessage::Row(row) => row.get(0).map(str::to_owned),
            _ => None,
        }))
    };
    let compare = async || {
        let [(first, one), (second, other)] = [connect(database).await?, connect(database).await?];
        tokio::task::spawn_local(async move { tokio::join!(one, other) });
        let compared = async {
            let before = backend(&first).await?;
            second.batch_execute("BEGIN").await?;
            let held = backend(&second).await?;
            Ok::<_, Error>(before != held && before == backend(&first).await?)
        };
        compared.await.map_err(|error| words(&error))
    };
    let pooled = "a pooler is between, which gives a connection to others after each transaction: lead --store to PostgreSQL itself";
    match compare().await {
        Ok(true) => Ok(()),
        Ok(false) => Err(cannot(database.name(), pooled)),
        Err(words) => Err(cannot(database.name(), &words)),
    }
}

pub(super) fn cannot(name: &str, words: &str) -> StoreError {
    StoreError::Database(format!("The database {name} cannot be used: {words}."))
}

impl From<tokio_postgres::Error> for StoreError {
    fn from(error: tokio_postgres::Error) -> StoreError {
        let Some(found) = error.as_db_error() else {
            let fault = error.source().and_then(|source| source.downcast_ref::<ValueFault>());
            // Any other error that the database has not sent means that the connection has ended.
            return fault.map_or(StoreError::Away, |fault| StoreError::Broken(fault.to_string()));
        };
        let code = found.code();
        match code {
            &SqlState::DISK_FULL => StoreError::Full,
            // Another client holds a row lock for too long, or the server is starting, stopping, overloaded, or has
            // become a standby.
            &SqlState::LOCK_NOT_AVAILABLE
            | &SqlState::T_R_DEADLOCK_DETECTED
            | &SqlState::T_R_SERIALIZATION_FAILURE
            | &SqlState::QUERY_CANCELED
            | &SqlState::ADMIN_SHUTDOWN
            | &SqlState::CRASH_SHUTDOWN
            | &SqlState::CANNOT_CONNECT_NOW
            | &SqlState::TOO_MANY_CONNECTIONS
            | &SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT
            | &SqlState::READ_ONLY_SQL_TRANSACTION => StoreError::Away,
            _ if code.code().starts_with("23") => StoreError::Conflict,
            _ if code.code().starts_with("08") => StoreError::Away,
            // The value fits no column, for example because it is too long or contains U+0000.
            _ if code.code().starts_with("22") || code.code().starts_with("54") => StoreError::Malformed,
            _ => StoreError::Broken(format!("{} ({})", found.message(), code.code())),
        }
    }
}
