//! The store in PostgreSQL, which several servers can share.
//!
//! - `database`: the address, the credentials and TLS; `connect`: finds the host that accepts writes
//! - `link`: a connection; `schema`: the tables
//! - `writer`: the one connection that writes, in batches; `append`: appends events; `job`: the jobs of a connection;
//!   `reader`: the connections that read
//! - `ownership`: which node owns which table, and its lease (`node::Lease`); `owned`: what this process owns; `home`:
//!   its data folder
//! - `copy`: copies the data of a folder into an empty database; `copied_rows`: the rows on their way
//! - `cluster`: what nodes know of each other
//! - `sql`: the shared statements and those for PostgreSQL alone; `values`: converts values between both databases

mod append;
mod cluster;
mod connect;
mod copied_rows;
mod copy;
mod database;
mod home;
mod job;
mod link;
mod owned;
mod ownership;
mod reader;
mod schema;
mod sql;
mod values;
mod writer;

use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::thread::JoinHandle;

use tokio::runtime::Builder;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::{oneshot, watch};
use tokio::task::LocalSet;

pub use self::copy::{Copied, copy};
pub use self::database::{Database, DatabaseError, NodeIdentity};

use self::home::Home;
use self::job::{Append, ScopeWork, StoreWork, WriterJob};
use self::link::{Link, Role, cannot};
use self::owned::{NodeState, OwnedTables};
use self::ownership::Keeper;
use self::reader::{READERS, Reader};
use self::writer::Writer;
use crate::waiting::{Closure, PendingCount};
use crate::{Pending, StoreError, folder};
use node::Lease;

/// A store in a database of PostgreSQL, 15 or newer.
pub struct Postgres {
    writer: Option<UnboundedSender<WriterJob>>,
    reader: Option<UnboundedSender<Box<dyn StoreWork>>>,
    threads: Vec<JoinHandle<()>>,
    changes: watch::Receiver<u64>,
    /// The address at which other nodes reach this one.
    address: Option<String>,
    state: Arc<NodeState>,
    waiting: PendingCount,
}

impl Postgres {
    /// Connects, creates or migrates the tables if necessary, and begins a node. Locks `folder`, the data folder of
    /// this process. If a previous process in this folder was killed, its tables are free immediately.
    ///
    /// # Errors
    /// If the database cannot be reached or used, or if another process uses the folder.
    pub async fn open(database: Database, folder: Option<&Path>) -> Result<Postgres, StoreError> {
        let home = Home::open(folder, database.node.clone())?;
        let name = database.name().to_owned();
        let (changes, address) = (database.changes.subscribe(), database.node.address.clone());
        let (write, writes) = unbounded_channel();
        let (read, reads) = unbounded_channel();
        let (ready, is_ready) = oneshot::channel();
        let state = Arc::<NodeState>::default();
        let (of_readers, of_writer, to_write) = (state.clone(), state.clone(), database.clone());
        let writing = start("store-writer", async move || run(to_write, home, writes, of_writer, ready).await);
        let reading = start("store-reader", async move || {
            let queue = Rc::new(tokio::sync::Mutex::new(reads));
            let readers = (0..READERS).map(|_| {
                let (database, queue, state) = (database.clone(), queue.clone(), of_readers.clone());
                tokio::task::spawn_local(Reader { database, queue, state, link: None, away: false }.run())
            });
            for reader in readers.collect::<Vec<_>>() {
                let _ = reader.await;
            }
        });
        let (threads, waiting) = (vec![writing, reading], PendingCount::default());
        let (writer, reader) = (Some(write), Some(read));
        let store = Postgres { writer, reader, threads, changes, address, state, waiting };
        is_ready.await.unwrap_or(Err(StoreError::Closed))?;
        if let Some(Err(error)) = folder.map(|at| folder::mark(at, &name)) {
            tracing::warn!(%error, "the data folder cannot be written to: cardroom backup does not notice that the data are elsewhere");
        }
        Ok(store)
    }

    /// Connects to a database for a check. Changes nothing.
    ///
    /// # Errors
    /// If the database cannot be reached or is too old.
    pub async fn check(database: &Database) -> Result<DatabaseState, StoreError> {
        let database = database.clone();
        let (sender, receiver) = oneshot::channel();
        let checking = start("store-check", async move || drop(sender.send(look(&database).await)));
        let found = receiver.await.unwrap_or(Err(StoreError::Closed));
        let _ = checking.join();
        found
    }

    /// Adds a job for the writer. The answer comes once the job is committed. With `alone`, the job has a transaction
    /// to itself.
    fn write<T: Send + 'static>(&self, alone: bool, run: impl ScopeWork<T>) -> Pending<T> {
        let (work, answer) = Closure::new(run);
        self.add(&self.writer, WriterJob::Other { work: Box::new(work), alone }, answer)
    }

    fn append_events(&self, append: Append) -> Pending<()> {
        let (reply, answer) = oneshot::channel();
        self.add(&self.writer, WriterJob::Append(append, reply), answer)
    }

    fn read<T: Send + 'static>(&self, run: impl ScopeWork<T>) -> Pending<T> {
        let (work, answer) = Closure::new(run);
        self.add(&self.reader, Box::new(work), answer)
    }

    fn add<J, T: Send + 'static>(
        &self,
        to: &Option<UnboundedSender<J>>,
        job: J,
        answer: oneshot::Receiver<Result<T, StoreError>>,
    ) -> Pending<T> {
        // If the thread has ended, `send` drops the job and with it the reply, so the caller gets an error.
        let _ = to.as_ref().expect("open until dropped").send(job);
        self.waiting.wait(answer)
    }
}

/// Finishes the waiting jobs. After that the node ends, so its tables are free immediately.
impl Drop for Postgres {
    fn drop(&mut self) {
        drop(self.writer.take());
        drop(self.reader.take());
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

/// Starts a thread with its own runtime, for tasks that stay on that thread.
fn start(name: &str, work: impl AsyncFnOnce() + Send + 'static) -> JoinHandle<()> {
    std::thread::Builder::new()
        .name(name.to_owned())
        .spawn(move || {
            let runtime = Builder::new_current_thread().enable_all().build();
            runtime
                .expect("a runtime can be made before the server serves")
                .block_on(LocalSet::new().run_until(work()));
        })
        .expect("a thread can be started before the server serves")
}

/// The version of a database, and warnings for its host.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DatabaseState {
    /// The version of PostgreSQL, such as 15.8.
    pub version: String,
    /// The settings that weaken the guarantees of the database.
    pub warnings: Vec<String>,
}

async fn look(database: &Database) -> Result<DatabaseState, StoreError> {
    link::check_direct(database).await?;
    let link = Link::open(database, Role::Reader).await.map_err(|words| cannot(database.name(), &words))?;
    let version = link::check_version(&link, database.name()).await?;
    Ok(DatabaseState { version, warnings: link::warnings(&link).await? })
}

/// Runs the writer and the keeper of the lease, on one thread.
async fn run(
    database: Database,
    mut home: Home,
    writes: UnboundedReceiver<WriterJob>,
    state: Arc<NodeState>,
    ready: oneshot::Sender<Result<(), StoreError>>,
) {
    let owned = Rc::new(OwnedTables::new(state.clone()));
    let (writer, keeper) = match prepare(&database, &mut home, &owned).await {
        Ok(links) => links,
        Err(error) => return drop(ready.send(Err(error))),
    };
    state.server().clone_from(&keeper.server);
    let (stop, stopping) = watch::channel(false);
    let keeper = Keeper {
        warned_of: keeper.server.clone(),
        refused_with: String::new(),
        database: database.clone(),
        owned: owned.clone(),
        home,
        link: Some(keeper),
        state,
        stopping,
    };
    let lease_keeper = tokio::task::spawn_local(keeper.run());
    let _ = ready.send(Ok(()));
    Writer::new(database, owned, writes, writer).run().await;
    let _ = stop.send(true);
    let _ = lease_keeper.await;
}

/// The pause between two attempts to begin a node while another server has the same name.
const NAME_AGAIN: std::time::Duration = std::time::Duration::from_millis(250);

/// Connects, migrates, logs warnings, and begins a node. Returns the connection of the writer and that of the keeper of
/// the lease.
async fn prepare(database: &Database, home: &mut Home, owned: &OwnedTables) -> Result<(Link, Link), StoreError> {
    let name = database.name();
    let unreachable = |words: String| cannot(name, &words);
    link::check_direct(database).await?;
    let mut writer = Link::open(database, Role::Writer).await.map_err(unreachable)?;
    link::check_version(&writer, name).await?;
    schema::migrate(&mut writer.client, &schema::steps(), name).await?;
    for warning in link::warnings(&writer).await? {
        tracing::warn!("{warning}");
    }
    let keeper = Link::open(database, Role::Keeper).await.map_err(unreachable)?;
    let patience = tokio::time::Instant::now() + node::GRANTED;
    let begun = loop {
        owned.lease(Lease::asks);
        match ownership::begin(&keeper, &home.ended(), &home.identity).await? {
            Some(begun) => break begun,
            None if tokio::time::Instant::now() < patience => tokio::time::sleep(NAME_AGAIN).await,
            None => return Err(StoreError::Database(ownership::name_is_taken(&home.identity))),
        }
    };
    home.lives(&begun.key);
    owned.began(begun.node);
    Ok((writer, keeper))
}
