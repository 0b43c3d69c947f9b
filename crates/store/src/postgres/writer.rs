//! The one connection of a node that writes. Jobs that arrive during a commit share the next commit, as with SQLite
//! (`crate::sqlite`). All appends of a commit share the same few statements.
//!
//! A transaction whose COMMIT had no answer is *unknown*. Each transaction writes its number into the row of its node
//! in `batches`. So a new connection can read from that row whether the whole transaction was committed. The jobs of
//! the unknown transaction are answered only after that.

use std::cell::Cell;
use std::future::Future;
use std::pin::pin;
use std::rc::Rc;
use std::time::Duration;

use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::{Instant, sleep, sleep_until, timeout};

use super::append::{CheckedAppends, KnownEntries};
use super::database::Database;
use super::job::{Append, Scope, WriterJob};
use super::link::{Commit, Link, Role};
use super::owned::{NodeId, OwnedTables};
use crate::StoreError;

/// The greatest number of jobs in one transaction.
const MOST: usize = 256;
/// The time after which a silent database counts as unreachable. From then on, new jobs are refused immediately.
const PATIENCE: Duration = Duration::from_secs(2);
/// The longest time for a transaction until its commit, and for a commit until its answer.
const LONGEST: Duration = Duration::from_secs(4);
/// The first and the longest pause between attempts to connect.
const FIRST_PAUSE: Duration = Duration::from_millis(50);
const LONGEST_PAUSE: Duration = Duration::from_secs(1);
/// The time for which a store that is being closed waits for the result of an unknown transaction.
const FAREWELL: Duration = Duration::from_secs(3);

pub(super) type JobReceiver = UnboundedReceiver<WriterJob>;

/// The number of a transaction, and the node that wrote it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct BatchNumber {
    node: NodeId,
    number: i64,
}

type JobAnswers = Vec<Result<(), StoreError>>;

pub(super) struct Writer {
    pub(super) database: Database,
    pub(super) owned: Rc<OwnedTables>,
    pub(super) queue: JobReceiver,
    link: Option<Link>,
    /// The time since which the database is unreachable, if it is. The next attempt to connect comes at `again` or
    /// later.
    away: Option<Instant>,
    again: Instant,
    pause: Duration,
    /// The latest transaction: its node, and the number of transactions that this node has begun.
    last: Option<BatchNumber>,
}

impl Writer {
    pub(super) fn new(database: Database, owned: Rc<OwnedTables>, queue: JobReceiver, link: Link) -> Writer {
        let again = Instant::now();
        Writer { database, owned, queue, link: Some(link), away: None, again, pause: FIRST_PAUSE, last: None }
    }

    /// Runs until the store is dropped and all waiting jobs are finished.
    pub(super) async fn run(mut self) {
        let mut next = None;
        loop {
            let Some(first) = (match next.take() {
                Some(job) => Some(job),
                None => self.queue.recv().await,
            }) else {
                return;
            };
            let mut jobs = vec![first];
            // A job that wants a transaction to itself shares none.
            while jobs.len() < MOST && !jobs[0].is_alone() {
                match self.queue.try_recv() {
                    Ok(job) if job.is_alone() => {
                        next = Some(job);
                        break;
                    }
                    Ok(job) => jobs.push(job),
                    Err(_) => break,
                }
            }
            self.write(jobs).await;
        }
    }

    /// Writes jobs in one transaction. If the whole transaction fails, each job is tried alone, so that one job cannot
    /// make the others fail.
    async fn write(&mut self, mut jobs: Vec<WriterJob>) {
        match self.finish(&mut jobs).await {
            Some(Ok(results)) => {
                for (job, result) in jobs.into_iter().zip(results) {
                    job.answer(result);
                }
            }
            Some(Err(error)) if jobs.len() == 1 || self.away.is_some() => {
                for job in jobs {
                    job.answer(Err(error.clone()));
                }
            }
            Some(Err(_)) => {
                for job in jobs {
                    let mut alone = vec![job];
                    let result = match self.finish(&mut alone).await {
                        Some(result) => result.and_then(|mut results| results.remove(0)),
                        None => return alone.remove(0).leave(),
                    };
                    alone.remove(0).answer(result);
                }
            }
            None => jobs.into_iter().for_each(WriterJob::leave),
        }
    }

    /// Returns the answers of jobs once they are known; `None` if they will never be known because the store ends.
    async fn finish(&mut self, jobs: &mut [WriterJob]) -> Option<Result<JobAnswers, StoreError>> {
        let mut outcome = self.transact(jobs).await;
        // The connection had ended before anything was written, so the jobs are tried once more with a new connection.
        if matches!(outcome, Err(StoreError::Away)) && self.link.is_none() && self.away.is_none() {
            outcome = self.transact(jobs).await;
        }
        match outcome {
            Ok((answers, None)) => Some(Ok(answers)),
            Ok((answers, Some(batch))) => Some(self.read_back(batch).await?.then_some(answers).ok_or(StoreError::Away)),
            Err(error) => Some(Err(error)),
        }
    }

    /// Carries out jobs and commits. Returns their answers. Also returns the number of the transaction if it is unknown
    /// whether its commit is on the disk.
    ///
    /// # Errors
    /// If nothing was written.
    async fn transact(&mut self, jobs: &mut [WriterJob]) -> Result<(JobAnswers, Option<BatchNumber>), StoreError> {
        let link = self.connected().await?;
        let Some(node) = self.owned.node() else {
            self.link = Some(link);
            return Err(StoreError::Away);
        };
        let number = self.last.filter(|last| last.node == node).map_or(1, |last| last.number + 1);
        let batch = BatchNumber { node, number };
        self.last = Some(batch);
        let owned = self.owned.clone();
        let silent = Cell::new(false);
        let working = async {
            // Nothing is written before COMMIT is sent, even if the server still works on earlier statements.
            let scope = Scope { link: &link, writes: Some((node, &owned)) };
            let Ok(performed) = timeout(LONGEST, perform(&scope, number, jobs)).await else {
                silent.set(true);
                return Err(StoreError::Away);
            };
            let CheckedAppends { results, rows } = performed?;
            // The lease has ended, so another node may own the tables by now. The fence would refuse the write too, but
            // it is faster not to send it.
            if owned.node() != Some(node) {
                return Err(StoreError::Away);
            }
            // The rows and COMMIT are sent together. If the rows are refused, COMMIT undoes the transaction. If there
            // is no answer for `LONGEST`, the transaction is unknown, and a new connection reads back whether it was
            // committed.
            let ending = async { tokio::join!(biased; rows.insert(&link), link.commit()) };
            match timeout(LONGEST, ending).await {
                Err(_) | Ok((_, Commit::Unknown)) => Ok((results, Commit::Unknown)),
                Ok((inserted, commit)) => inserted.map(|()| (results, commit)),
            }
        };
        let outcome = match refusing(&mut self.queue, working).await {
            Ok((results, Commit::Done)) => Ok((results, None)),
            Ok((results, Commit::Unknown)) => Ok((results, Some(batch))),
            Ok((_, Commit::Refused(error))) | Err(error) => Err(error),
        };
        match &outcome {
            Ok((_, None)) => self.link = Some(link),
            // A connection in an unknown state is not used again.
            Ok((_, Some(_))) => {}
            // The transaction is undone when the connection ends. The server has been silent for too long to wait for a
            // ROLLBACK.
            Err(_) if silent.get() => {}
            Err(_) => {
                let undone = timeout(PATIENCE, link.undo());
                if refusing(&mut self.queue, undone).await.is_ok_and(|undone| undone) {
                    self.link = Some(link);
                }
            }
        }
        outcome
    }

    /// Returns the connection; makes a new one if necessary, but not more often than the pauses allow.
    async fn connected(&mut self) -> Result<Link, StoreError> {
        if let Some(link) = self.link.take().filter(|link| !link.is_closed()) {
            return Ok(link);
        }
        if Instant::now() < self.again {
            return Err(StoreError::Away);
        }
        let opening = timeout(PATIENCE, Link::open(&self.database, Role::Writer));
        match refusing(&mut self.queue, opening).await {
            Ok(Ok(link)) => {
                if let Some(away) = self.away.take() {
                    tracing::warn!(seconds = away.elapsed().as_secs_f64(), "the database can be reached again");
                }
                self.pause = FIRST_PAUSE;
                Ok(link)
            }
            failed => {
                if self.away.is_none() {
                    let error = failed.ok().and_then(Result::err).unwrap_or_else(|| "it does not answer".to_owned());
                    tracing::error!(error, "the database cannot be reached: moves are refused until it answers");
                    self.away = Some(Instant::now());
                }
                self.again = Instant::now() + self.pause;
                self.pause = (self.pause * 2).min(LONGEST_PAUSE);
                Err(StoreError::Away)
            }
        }
    }

    /// Returns whether a transaction whose commit had no answer was committed. Asks until the result is known and is on
    /// the standby's disk, too. Returns `None` if the store ends before that.
    async fn read_back(&mut self, batch: BatchNumber) -> Option<bool> {
        tracing::warn!("a commit had no answer: it is read back before anybody is told");
        let mut farewell = None;
        loop {
            if let Ok(link) = self.connected().await {
                let reading = timeout(PATIENCE, found(&link, batch));
                if let Ok(Some(found)) = refusing(&mut self.queue, reading).await {
                    tracing::warn!(found, "the commit without an answer was read back");
                    self.link = Some(link);
                    return Some(found);
                }
            }
            refuse_until(&mut self.queue, Instant::now() + self.pause).await;
            if self.queue.is_closed() {
                let until = *farewell.get_or_insert_with(|| Instant::now() + FAREWELL);
                if Instant::now() >= until {
                    return None;
                }
                sleep(FIRST_PAUSE).await;
            }
        }
    }
}

/// Waits for a future. If the wait takes too long, refuses the jobs that arrive meanwhile, without writing any of them.
async fn refusing<T>(queue: &mut JobReceiver, doing: impl Future<Output = T>) -> T {
    let mut doing = pin!(doing);
    let patience = sleep(PATIENCE);
    tokio::select! {
        biased;
        done = &mut doing => return done,
        () = patience => {}
    }
    loop {
        tokio::select! {
            biased;
            done = &mut doing => return done,
            job = queue.recv() => match job {
                Some(job) => job.answer(Err(StoreError::Away)),
                None => return doing.await,
            },
        }
    }
}

async fn refuse_until(queue: &mut JobReceiver, until: Instant) {
    loop {
        tokio::select! {
            biased;
            () = sleep_until(until) => return,
            job = queue.recv() => match job {
                Some(job) => job.answer(Err(StoreError::Away)),
                None => return sleep_until(until).await,
            },
        }
    }
}

const COUNT: &str = "UPDATE batches SET last = $2 WHERE node = $1";

/// Returns whether a transaction was committed; `None` if that cannot be found out now.
async fn found(link: &Link, batch: BatchNumber) -> Option<bool> {
    link.run("BEGIN").await.ok()?;
    // The lock waits until the unknown transaction has ended, because its backend may still be working.
    let row = link.row("SELECT last FROM batches WHERE node = $1 FOR UPDATE", &[&batch.node.0]).await.ok()??;
    let last: i64 = row.get(0);
    // This commit waits for the standby. Once it is done, the standby has all earlier transactions, too.
    link.execute(COUNT, &[&batch.node.0, &last]).await.ok()?;
    matches!(link.commit().await, Commit::Done).then_some(last >= batch.number)
}

/// Carries out jobs in a transaction, which stays open. Returns the result of each job, and the rows that still have to
/// be inserted.
async fn perform<'a>(
    scope: &Scope<'_>,
    number: i64,
    jobs: &'a mut [WriterJob],
) -> Result<CheckedAppends<'a>, StoreError> {
    let (link, (node, _)) = (scope.link, scope.writer());
    link.prepare(&[COUNT]).await?;
    let values: [super::link::Parameter<'_>; 2] = [&node.0, &number];
    let begin = async {
        // BEGIN and the number of the transaction are sent together, without waiting in between.
        let (begun, counted) = tokio::join!(biased; link.run("BEGIN"), link.execute(COUNT, &values));
        begun?;
        match counted? {
            1 => Ok(()),
            // The row of the node is missing: the database was reset to an older state, and another node has deleted
            // the row.
            _ => Err(StoreError::Away),
        }
    };
    let alone = jobs.len() == 1;
    let (mut places, mut appends, mut others) = (Vec::new(), Vec::<&'a Append>::new(), Vec::new());
    let mut results = vec![Ok(()); jobs.len()];
    for (place, job) in jobs.iter_mut().enumerate() {
        match job {
            WriterJob::Append(append, _) => {
                places.push(place);
                appends.push(append);
            }
            WriterJob::Other { work, .. } => others.push((place, work)),
        }
    }
    // The queries about the tables are sent together with BEGIN.
    let (begun, found) = tokio::join!(biased; begin, KnownEntries::read(scope, &appends));
    begun?;
    let CheckedAppends { results: appended, mut rows } = found?.check(scope, &appends);
    places.into_iter().zip(appended).for_each(|(place, result)| results[place] = result);
    if !others.is_empty() {
        // The next job may be about the same table and need these rows, so they are inserted before it.
        std::mem::take(&mut rows).insert(link).await?;
    }
    for (place, work) in others {
        if alone {
            // A single job needs no savepoint: if it fails, the whole transaction is undone.
            work.perform(scope).await?;
            continue;
        }
        link.run("SAVEPOINT job").await?;
        match work.perform(scope).await {
            Ok(()) => link.run("RELEASE job").await?,
            // The connection may have ended, so nothing of this transaction counts.
            Err(StoreError::Away) => return Err(StoreError::Away),
            Err(error) => {
                link.run("ROLLBACK TO job; RELEASE job").await?;
                results[place] = Err(error);
            }
        }
    }
    Ok(CheckedAppends { results, rows })
}
