//! Computations for people that take processor time: the solver, advice, analyses, replays, imports. They run away
//! from the async threads. Bots have permits of their own ([`BotPermits`]) and never wait for them.
//!
//! Every kind of work has a pool. A pool runs one job of each guest at a time, queues a few and refuses more. It runs
//! two jobs of each network at a time. So guests take turns, and networks take turns: neither the queue of one guest
//! nor many guests of one network delay others. Work that concerns hidden cards (advice, help at a table) has pools
//! that are too wide to fill. Otherwise a guest could find out, by waiting in the same queue, that another guest is
//! being answered.
//!
//! Work ends soon after it is no longer needed: when its request is dropped, when it is cancelled, at its time limit,
//! and when the server stops. The work itself holds the permit, so a pool is free only when the processor is. It runs
//! at a low priority: bots that think, and the async threads, go first.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use store::{Session, SessionId};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::{CancellationToken, WaitForCancellationFuture};

use crate::error::ApiError;
use crate::origin::ClientIp;
use crate::rate_limits;

/// For whom work is done.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JobOwner {
    queue: QueueOf,
    /// From where; unknown for work that a table asks for.
    network: Option<IpAddr>,
}

/// Whose queue a job stands in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum QueueOf {
    Guest(SessionId),
    /// All people of a network who have no session.
    Network(IpAddr),
}

/// How many jobs of a network a pool runs at once.
const OF_A_NETWORK: usize = 2;

/// Permits for bots that think. A bot that could cut in must not delay a bot that has to act.
#[derive(Clone)]
pub(crate) struct BotPermits {
    pub(crate) turns: Arc<Semaphore>,
    pub(crate) chances: Arc<Semaphore>,
}

/// All pools.
pub(crate) struct WorkPools {
    /// Advice, from what a seat sees.
    pub(crate) advice: Pool,
    /// Help at tables of one seat: reads hidden cards.
    pub(crate) help: Pool,
    /// Turning points: where solitaires were lost.
    pub(crate) turning_points: Pool,
    /// Analyses: what a deal's decisions cost.
    pub(crate) analyses: Pool,
    /// Numbered deals, found and rated.
    pub(crate) deals: Pool,
    /// The deal of the day.
    pub(crate) daily: Pool,
    pub(crate) replays: Pool,
    pub(crate) lessons: Pool,
    /// Files of records.
    pub(crate) imports: Pool,
    pub(crate) bots: BotPermits,
}

impl WorkPools {
    pub(crate) fn new(stop: &CancellationToken) -> WorkPools {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let half = 1.max(cores / 2);
        let pool = |at_once, most_of_a_guest| Pool::new(at_once, most_of_a_guest, stop.clone());
        let permits = || Arc::new(Semaphore::new(cores));
        WorkPools {
            // 64: more than the people who ask within the second that an answer takes, so nobody waits for another's advice.
            advice: pool(64, 2),
            help: pool(64, 8),
            turning_points: pool(half, 2),
            analyses: pool(half, 2),
            deals: pool(half, 2),
            daily: pool(half, 64),
            replays: pool(cores, 8),
            lessons: pool(cores, 8),
            imports: pool(half, 2),
            bots: BotPermits { turns: permits(), chances: permits() },
        }
    }
}

#[cfg(test)]
impl WorkPools {
    /// All pools.
    pub(crate) fn pools(&self) -> [&Pool; 9] {
        let WorkPools { advice, help, turning_points, analyses, deals, daily, replays, lessons, imports, bots: _ } =
            self;
        [advice, help, turning_points, analyses, deals, daily, replays, lessons, imports]
    }

    /// How many jobs are running or waiting.
    #[cfg(test)]
    pub(crate) fn jobs(&self) -> usize {
        self.pools().iter().map(|pool| pool.jobs()).sum()
    }
}

impl WorkPools {
    /// How many jobs are running or waiting in the pools whose work concerns no hidden card.
    pub(crate) fn open_jobs(&self) -> Vec<(&'static str, usize)> {
        let WorkPools { deals, daily, replays, lessons, imports, .. } = self;
        let named =
            [("deals", deals), ("daily", daily), ("replays", replays), ("lessons", lessons), ("imports", imports)];
        named.map(|(name, pool)| (name, pool.jobs())).to_vec()
    }
}

/// The work of one kind.
pub(crate) struct Pool {
    running: Arc<Semaphore>,
    #[cfg(test)]
    at_once: usize,
    most_of_a_guest: usize,
    queues: Arc<Mutex<Queues>>,
    stop: CancellationToken,
}

/// Everybody's jobs in a pool.
#[derive(Default)]
struct Queues {
    guests: HashMap<QueueOf, JobQueue>,
    networks: HashMap<IpAddr, JobQueue>,
}

/// Jobs of a guest or of a network, running and waiting.
struct JobQueue {
    jobs: usize,
    running: Arc<Semaphore>,
}

/// The guest has as many jobs in the pool as it may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Busy;

impl JobOwner {
    /// The guest, or the network of somebody who is none.
    pub(crate) fn of(session: Option<&Session>, ClientIp(address): ClientIp) -> JobOwner {
        let network = rate_limits::network(address);
        let queue = session.map_or(QueueOf::Network(network), |session| QueueOf::Guest(session.id));
        JobOwner { queue, network: Some(network) }
    }

    /// A guest who asks at a table.
    pub(crate) fn at_a_table(guest: SessionId) -> JobOwner {
        JobOwner { queue: QueueOf::Guest(guest), network: None }
    }
}

impl From<Busy> for ApiError {
    fn from(Busy: Busy) -> ApiError {
        ApiError::Busy
    }
}

/// A job's place in a pool.
pub(crate) struct PoolPlace {
    asker: JobOwner,
    queues: Arc<Mutex<Queues>>,
    own: Arc<Semaphore>,
    network: Option<Arc<Semaphore>>,
    all: Arc<Semaphore>,
    stop: CancellationToken,
}

/// A job's turn: held while it works.
struct QueuePlace {
    _own: OwnedSemaphorePermit,
    _network: Option<OwnedSemaphorePermit>,
    _all: OwnedSemaphorePermit,
    _place: PoolPlace,
}

impl Pool {
    fn new(at_once: usize, most_of_a_guest: usize, stop: CancellationToken) -> Pool {
        Pool {
            running: Arc::new(Semaphore::new(at_once)),
            #[cfg(test)]
            at_once,
            most_of_a_guest,
            queues: Arc::default(),
            stop,
        }
    }

    /// Reserves a place for a job, unless the guest has too many.
    pub(crate) fn place(&self, asker: JobOwner) -> Result<PoolPlace, Busy> {
        let mut queues = lock(&self.queues);
        let queues = &mut *queues;
        let guest = queues.guests.entry(asker.queue).or_insert_with(|| JobQueue::new(1));
        if guest.jobs >= self.most_of_a_guest {
            return Err(Busy);
        }
        let own = guest.join();
        let network = asker
            .network
            .map(|network| queues.networks.entry(network).or_insert_with(|| JobQueue::new(OF_A_NETWORK)).join());
        let all = self.running.clone();
        Ok(PoolPlace { asker, queues: self.queues.clone(), own, network, all, stop: self.stop.clone() })
    }

    /// Does a job for a request. It ends soon after this future is dropped.
    ///
    /// # Errors
    /// If the guest has too many jobs, or the server stops.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        asker: JobOwner,
        ceiling: Duration,
        job: impl FnOnce(&AtomicBool) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let place = self.place(asker)?;
        place.run(&Cancel::default(), ceiling, job).await.ok_or(ApiError::Away)
    }

    /// Whether every permit is there.
    #[cfg(test)]
    pub(crate) fn is_idle(&self) -> bool {
        self.running.available_permits() == self.at_once
    }

    #[cfg(test)]
    pub(crate) fn is_full(&self) -> bool {
        self.running.available_permits() == 0
    }

    /// How many jobs are running or waiting.
    pub(crate) fn jobs(&self) -> usize {
        lock(&self.queues).guests.values().map(|queue| queue.jobs).sum()
    }
}

impl PoolPlace {
    /// Waits for its turn, then does the job. At the time limit the job is stopped and returns what it has. `None` if
    /// it was cancelled before its turn, or failed. It ends soon after this future is dropped.
    pub(crate) async fn run<T: Send + 'static>(
        self,
        cancel: &Cancel,
        ceiling: Duration,
        job: impl FnOnce(&AtomicBool) -> T + Send + 'static,
    ) -> Option<T> {
        let stop = self.stop.clone();
        let turn = tokio::select! {
            biased;
            () = cancel.cancelled() => return None,
            () = stop.cancelled() => return None,
            turn = self.turn() => turn,
        };
        let _ends = CancelOnDrop(cancel.clone());
        let told = cancel.clone();
        let mut working = tokio::task::spawn_blocking(move || {
            let done = in_background(|| job(told.flag()));
            drop(turn);
            done
        });
        tokio::select! {
            done = &mut working => return done.ok(),
            () = stop.cancelled() => {}
            () = tokio::time::sleep(ceiling) => {
                tracing::warn!(ceiling_ms = ceiling.as_millis() as u64, "work for a guest took until its ceiling");
            }
        }
        cancel.cancel();
        working.await.ok()
    }

    /// Stands for a job that never ends.
    #[cfg(test)]
    pub(crate) async fn hold(self, cancel: &Cancel) {
        let _turn = self.turn().await;
        cancel.cancelled().await;
    }

    async fn turn(self) -> QueuePlace {
        let open = "pools are never closed";
        // The guest's own permit comes first, then the network's: so both are in the common queue a few times only.
        let own = self.own.clone().acquire_owned().await.expect(open);
        let network = match &self.network {
            Some(network) => Some(network.clone().acquire_owned().await.expect(open)),
            None => None,
        };
        let all = self.all.clone().acquire_owned().await.expect(open);
        QueuePlace { _own: own, _network: network, _all: all, _place: self }
    }
}

impl Drop for PoolPlace {
    fn drop(&mut self) {
        let mut queues = lock(&self.queues);
        leave(&mut queues.guests, self.asker.queue);
        if let Some(network) = self.asker.network {
            leave(&mut queues.networks, network);
        }
    }
}

impl JobQueue {
    fn new(at_once: usize) -> JobQueue {
        JobQueue { jobs: 0, running: Arc::new(Semaphore::new(at_once)) }
    }

    /// One job more; what it has to wait for.
    fn join(&mut self) -> Arc<Semaphore> {
        self.jobs += 1;
        self.running.clone()
    }
}

/// One job less; an empty queue goes.
fn leave<K: Eq + Hash>(queues: &mut HashMap<K, JobQueue>, key: K) {
    if let Some(queue) = queues.get_mut(&key) {
        queue.jobs -= 1;
        if queue.jobs == 0 {
            queues.remove(&key);
        }
    }
}

fn lock(queues: &Mutex<Queues>) -> MutexGuard<'_, Queues> {
    queues.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The niceness of work for people, from 0 to 19.
const NICE: i32 = 10;

/// Does work at a low priority. A thread cannot raise its own again, so the work gets a thread for itself.
pub(crate) fn in_background<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let nicely = || {
        #[cfg(target_os = "linux")]
        if rustix::process::getpriority_process(None).is_ok_and(|priority| priority < NICE) {
            // Where it is not allowed the work is done all the same, only less politely.
            let _ = rustix::process::setpriority_process(None, NICE);
        }
        work()
    };
    match std::thread::scope(|scope| scope.spawn(nicely).join()) {
        Ok(done) => done,
        Err(panic) => std::panic::resume_unwind(panic),
    }
}

/// Tells work to stop: a flag for running jobs, a token for waiting ones.
#[derive(Clone, Default)]
pub(crate) struct Cancel {
    flag: Arc<AtomicBool>,
    token: CancellationToken,
}

impl Cancel {
    pub(crate) fn cancel(&self) {
        self.flag.store(true, Ordering::Relaxed);
        self.token.cancel();
    }

    pub(crate) fn cancelled(&self) -> WaitForCancellationFuture<'_> {
        self.token.cancelled()
    }

    pub(crate) fn flag(&self) -> &AtomicBool {
        &self.flag
    }
}

/// Cancels when it is dropped.
pub(crate) struct CancelOnDrop(pub(crate) Cancel);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::oneshot;

    use super::*;

    const LONG: Duration = Duration::from_secs(3600);
    const ANN: JobOwner = JobOwner { queue: QueueOf::Guest(SessionId(1)), network: None };
    const BEN: JobOwner = JobOwner { queue: QueueOf::Guest(SessionId(2)), network: None };

    /// Works until it is told to stop.
    fn endless(cancel: &AtomicBool) {
        while !cancel.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// A job that says when it begins, and ends when it is told to.
    fn job(began: oneshot::Sender<()>) -> impl FnOnce(&AtomicBool) + Send {
        move |cancel| {
            let _ = began.send(());
            endless(cancel);
        }
    }

    async fn until_empty(pool: &Pool) {
        while pool.jobs() > 0 || pool.running.available_permits() == 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }

    #[tokio::test]
    async fn work_whose_request_is_dropped_ends_and_gives_its_permit_back() {
        let pool = Arc::new(Pool::new(1, 2, CancellationToken::new()));
        let (began, begins) = oneshot::channel();
        let asked = tokio::spawn({
            let pool = pool.clone();
            async move { pool.run(ANN, LONG, job(began)).await }
        });
        begins.await.expect("it begins");
        assert_eq!((pool.jobs(), pool.running.available_permits()), (1, 0));
        asked.abort();
        until_empty(&pool).await;
        assert_eq!(pool.running.available_permits(), 1);
    }

    #[tokio::test]
    async fn work_ends_when_the_server_stops_and_what_waits_never_begins() {
        let stop = CancellationToken::new();
        let pool = Arc::new(Pool::new(1, 2, stop.clone()));
        let (began, begins) = oneshot::channel();
        let works = tokio::spawn({
            let pool = pool.clone();
            async move { pool.run(ANN, LONG, job(began)).await }
        });
        begins.await.expect("it begins");
        let waits = tokio::spawn({
            let pool = pool.clone();
            async move { pool.run(BEN, LONG, |_| panic!("it begins after all")).await }
        });
        while pool.jobs() < 2 {
            tokio::task::yield_now().await;
        }
        stop.cancel();
        assert_eq!(waits.await.expect("no panic"), Err(ApiError::Away));
        assert_eq!(works.await.expect("no panic"), Ok(()), "it says what it has");
        until_empty(&pool).await;
    }

    #[tokio::test]
    async fn a_guest_who_asks_for_much_is_refused_and_stands_before_nobody() {
        let pool = Arc::new(Pool::new(1, 3, CancellationToken::new()));
        let order = Arc::new(Mutex::new(Vec::new()));
        let (go, gone) = std::sync::mpsc::channel::<()>();
        let (began, begins) = oneshot::channel();
        let mut jobs = tokio::task::JoinSet::new();
        let first = pool.place(ANN).expect("room");
        jobs.spawn(async move {
            let job = move |_: &AtomicBool| {
                let _ = began.send(());
                gone.recv().expect("somebody says go");
            };
            first.run(&Cancel::default(), LONG, job).await
        });
        begins.await.expect("it begins");
        for name in ["second", "third"] {
            let (place, order) = (pool.place(ANN).expect("room"), order.clone());
            jobs.spawn(async move {
                place.run(&Cancel::default(), LONG, move |_| order.lock().expect("no panic").push(name)).await
            });
            tokio::task::yield_now().await;
        }
        assert!(pool.place(ANN).is_err(), "more is refused");
        let (place, order_of_ben) = (pool.place(BEN).expect("somebody else may"), order.clone());
        jobs.spawn(async move {
            place.run(&Cancel::default(), LONG, move |_| order_of_ben.lock().expect("no panic").push("ben")).await
        });
        // Everybody stands in line.
        for _ in 0..10 {
            tokio::task::yield_now().await;
        }
        go.send(()).expect("it waits");
        while let Some(done) = jobs.join_next().await {
            assert_eq!(done.expect("no panic"), Some(()));
        }
        assert_eq!(*order.lock().expect("no panic"), ["ben", "second", "third"], "turns are taken by guests");
        until_empty(&pool).await;
        assert!(lock(&pool.queues).guests.is_empty());
    }

    #[tokio::test]
    async fn at_its_ceiling_work_says_what_it_has() {
        let pool = Pool::new(1, 1, CancellationToken::new());
        let found = |cancel: &AtomicBool| {
            endless(cancel);
            7
        };
        assert_eq!(pool.run(ANN, Duration::from_millis(5), found).await, Ok(7));
        until_empty(&pool).await;
    }

    #[tokio::test]
    async fn guests_of_one_network_leave_room_for_others() {
        let pool = Pool::new(3, 2, CancellationToken::new());
        let here = ClientIp("2001:db8::1".parse().expect("an address"));
        let beside = ClientIp("2001:db8::ffff".parse().expect("an address"));
        let elsewhere = ClientIp("192.0.2.1".parse().expect("an address"));
        let mut held = Vec::new();
        for (guest, from) in [(1, here), (2, beside), (3, here)] {
            let session = Session { id: SessionId(guest), name: String::new() };
            let place = pool.place(JobOwner::of(Some(&session), from)).expect("its first");
            held.push(tokio::spawn(async move { place.hold(&Cancel::default()).await }));
        }
        while pool.running.available_permits() > 1 {
            tokio::task::yield_now().await;
        }
        // The third of the network waits; somebody from elsewhere does not.
        let done = pool.run(JobOwner::of(None, elsewhere), LONG, |_| "done").await;
        assert_eq!(done.ok(), Some("done"));
        assert_eq!(pool.running.available_permits(), 1);
        // Without a session a whole network is one guest.
        let _first = pool.place(JobOwner::of(None, here)).expect("its first");
        let _second = pool.place(JobOwner::of(None, beside)).expect("its second");
        assert!(pool.place(JobOwner::of(None, here)).is_err());
        for one in held {
            one.abort();
        }
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn work_for_people_yields_to_bots() {
        let priority = || rustix::process::getpriority_process(None).expect("its own");
        let pool = Pool::new(1, 1, CancellationToken::new());
        let before = priority();
        let there = pool.run(ANN, LONG, move |_| priority()).await.expect("it runs");
        assert_eq!(there, before.max(NICE));
        let bots = tokio::task::spawn_blocking(priority).await.expect("it runs");
        assert_eq!(bots, before, "a thread of bots is as quick as before");
    }
}
