//! Work for people that takes much processor time: the solver, advice, analyses, replays, imports. It runs away from
//! the async threads. Bots have separate queues and never wait for this work.
//!
//! Each kind of work has a pool, in which guests and networks take turns ([`crate::turns`]). So neither a guest with
//! many jobs nor a network with many guests delays others. A pool queues some jobs and refuses further ones. Advice and
//! help at a table concern hidden cards. If a guest had to wait for them, the guest could conclude that another guest
//! is being helped. So their pools are too large to fill, and networks do not count in them.
//!
//! A job ends soon after it is no longer needed: when its request is dropped, when it is cancelled, at its time limit,
//! and when the server stops. The job itself holds the turn, so a turn becomes free only when the processor is free.
//! Jobs have a low priority: bots that think, and the async threads, go first.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::time::Instant;
use tokio_util::sync::{CancellationToken, WaitForCancellationFuture};

use crate::error::ApiError;
use crate::turns::{JobOwner, Place, WorkLine};

pub(crate) struct WorkPools {
    /// Advice, computed from what a seat sees.
    pub(crate) advice: WorkLine,
    /// Help at tables with one seat, computed from all cards.
    pub(crate) help: WorkLine,
    /// Searches for the turning point of a solitaire, the action that lost it.
    pub(crate) turning_points: WorkLine,
    /// Analyses, which compute the cost of each decision in a deal.
    pub(crate) analyses: WorkLine,
    /// The guests for whom mistakes are being looked for. Their jobs take their turns in `analyses`.
    pub(crate) judging: WorkLine,
    /// Searches for numbered deals, and ratings of them.
    pub(crate) deals: WorkLine,
    /// Searches for the deal of the day.
    pub(crate) daily: WorkLine,
    /// Matches of bots with the deals of the day, which nobody waits for.
    pub(crate) days: WorkLine,
    pub(crate) replays: WorkLine,
    pub(crate) lessons: WorkLine,
    pub(crate) imports: WorkLine,
    /// Bots for which play waits.
    pub(crate) bots: WorkLine,
    /// Bots that could cut in, which must not delay bots that must act.
    pub(crate) chances: WorkLine,
}

impl WorkPools {
    pub(crate) fn new(stop: &CancellationToken) -> WorkPools {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let half = 1.max(cores / 2);
        let line = |at_once, most| WorkLine::new(at_once, most, stop.clone());
        let pool = |at_once, of_guest| line(at_once, [256, 16.max(of_guest), of_guest]);
        // As many bots can work at the same time as there are cores.
        let bots = || line(cores, [usize::MAX; 3]);
        WorkPools {
            // An answer takes about a second, and fewer than 64 people ask in that time. So nobody has to wait for
            // another person's advice.
            advice: line(64, [4096, 2, 2]),
            help: line(64, [4096, 8, 8]),
            turning_points: pool(half, 2),
            analyses: pool(half, 2),
            judging: line(half, [256, 16, 1]),
            deals: pool(half, 2),
            daily: pool(half, 64),
            days: line(1, [64; 3]),
            replays: pool(cores, 8),
            lessons: pool(cores, 8),
            imports: pool(half, 2),
            bots: bots(),
            chances: bots(),
        }
    }
}

#[cfg(test)]
impl WorkPools {
    pub(crate) fn pools(&self) -> [&WorkLine; 9] {
        let WorkPools { advice, help, turning_points, analyses, deals, daily, replays, lessons, imports, .. } = self;
        [advice, help, turning_points, analyses, deals, daily, replays, lessons, imports]
    }

    /// Returns the number of running and waiting jobs.
    #[cfg(test)]
    pub(crate) fn jobs(&self) -> usize {
        self.pools().iter().map(|pool| pool.jobs()).sum()
    }
}

impl WorkPools {
    /// Returns the number of running and waiting jobs in the pools whose work concerns no hidden cards.
    pub(crate) fn open_jobs(&self) -> Vec<(&'static str, usize)> {
        let WorkPools { deals, daily, replays, lessons, imports, .. } = self;
        let named =
            [("deals", deals), ("daily", daily), ("replays", replays), ("lessons", lessons), ("imports", imports)];
        named.map(|(name, pool)| (name, pool.jobs())).to_vec()
    }
}

impl WorkLine {
    /// Does a job for a request. The job ends soon after this future is dropped.
    ///
    /// # Errors
    /// If there are too many jobs, or the server stops.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        owner: JobOwner,
        ceiling: Duration,
        job: impl FnOnce(&AtomicBool) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let place = self.place(owner)?;
        place.run(&Cancel::default(), ceiling, job).await.ok_or(ApiError::Away)
    }
}

impl Place {
    /// Waits for a turn and does the job. At the time limit the job is stopped, and returns the result that it has so
    /// far. Returns `None` if the job was cancelled before its turn, or failed. The job ends soon after this future is
    /// dropped.
    pub(crate) async fn run<T: Send + 'static>(
        self,
        cancel: &Cancel,
        ceiling: Duration,
        job: impl FnOnce(&AtomicBool) -> T + Send + 'static,
    ) -> Option<T> {
        self.run_steps(cancel, ceiling, job, |job, cancel| ControlFlow::Break(job(cancel))).await
    }

    /// Does a job step by step. Each step waits for its own turn, so that other jobs get turns in between. The time
    /// limit applies to all steps together, without the time that the job spends waiting.
    pub(crate) async fn run_steps<S: Send + 'static, T: Send + 'static>(
        mut self,
        cancel: &Cancel,
        ceiling: Duration,
        mut state: S,
        step: impl Fn(S, &AtomicBool) -> ControlFlow<T, S> + Send + Sync + 'static,
    ) -> Option<T> {
        let (stop, step) = (self.line.stop.clone(), Arc::new(step));
        let _ends = CancelOnDrop(cancel.clone());
        let mut left = ceiling;
        loop {
            let much = tokio::select! {
                biased;
                () = cancel.cancelled() => return None,
                () = stop.cancelled() => return None,
                much = self.turn() => much,
            };
            let (step, cancelled, began) = (step.clone(), cancel.clone(), Instant::now());
            let mut working = tokio::task::spawn_blocking(move || {
                let nice = if much { NICEST } else { NICE };
                (in_background(nice, || step(state, &cancelled.flag)), self)
            });
            let done = tokio::select! {
                done = &mut working => done,
                () = stop.cancelled() => {
                    cancel.cancel();
                    working.await
                }
                () = tokio::time::sleep(left) => {
                    tracing::warn!(ceiling_ms = ceiling.as_millis() as u64, "work for a guest took until its ceiling");
                    cancel.cancel();
                    working.await
                }
            };
            match done.ok()? {
                (ControlFlow::Break(done), _) => return Some(done),
                (ControlFlow::Continue(more), place) => (state, self) = (more, place),
            }
            left = left.saturating_sub(began.elapsed());
        }
    }

    /// Holds a turn until it is cancelled, as a very long job would.
    #[cfg(test)]
    pub(crate) async fn hold(mut self, cancel: &Cancel) {
        self.turn().await;
        cancel.cancelled().await;
    }
}

/// The niceness of work for people, from 0 to 19.
pub(crate) const NICE: i32 = 10;

/// The niceness of work for a network that has used much work lately. It applies to bots, too.
pub(crate) const NICEST: i32 = 19;

/// Does work at a low priority. The work gets its own thread, because a thread cannot raise its priority again.
pub(crate) fn in_background<T: Send>(nice: i32, work: impl FnOnce() -> T + Send) -> T {
    let nicely = || {
        #[cfg(target_os = "linux")]
        if rustix::process::getpriority_process(None).is_ok_and(|priority| priority < nice) {
            // If the system forbids this, the work is done at the normal priority.
            let _ = rustix::process::setpriority_process(None, nice);
        }
        work()
    };
    match std::thread::scope(|scope| scope.spawn(nicely).join()) {
        Ok(done) => done,
        Err(panic) => std::panic::resume_unwind(panic),
    }
}

/// Stops a job: the flag is for a running job, the token for a waiting one.
#[derive(Clone, Default)]
pub(crate) struct Cancel {
    pub(crate) flag: Arc<AtomicBool>,
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
}

pub(crate) struct CancelOnDrop(pub(crate) Cancel);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

#[cfg(test)]
mod tests {
    use store::SessionId;
    use tokio::sync::oneshot;

    use super::*;

    const LONG: Duration = Duration::from_secs(3600);

    fn guest(number: i64) -> JobOwner {
        JobOwner::guest(SessionId(number), None)
    }

    /// Makes a pool in which a guest may have `most` jobs.
    fn pool(at_once: usize, most: usize, stop: CancellationToken) -> WorkLine {
        WorkLine::new(at_once, [9, 9, most], stop)
    }

    fn endless(cancel: &AtomicBool) {
        while !cancel.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Makes a job that reports its beginning, and ends when it is cancelled.
    fn job(began: oneshot::Sender<()>) -> impl FnOnce(&AtomicBool) + Send {
        move |cancel| {
            let _ = began.send(());
            endless(cancel);
        }
    }

    async fn until_empty(pool: &WorkLine) {
        while pool.jobs() > 0 || (pool.free() == 0) {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }

    #[tokio::test]
    async fn work_ends_when_the_server_stops_and_what_waits_never_begins() {
        let stop = CancellationToken::new();
        let pool = Arc::new(pool(1, 2, stop.clone()));
        let (began, begins) = oneshot::channel();
        let works = tokio::spawn({
            let pool = pool.clone();
            async move { pool.run(guest(1), LONG, job(began)).await }
        });
        begins.await.expect("it begins");
        let waits = tokio::spawn({
            let pool = pool.clone();
            async move { pool.run(guest(2), LONG, |_| panic!("it begins after all")).await }
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
    async fn at_its_ceiling_work_says_what_it_has() {
        let pool = pool(1, 1, CancellationToken::new());
        let found = |cancel: &AtomicBool| {
            endless(cancel);
            7
        };
        assert_eq!(pool.run(guest(1), Duration::from_millis(5), found).await, Ok(7));
        until_empty(&pool).await;
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn work_for_people_yields_to_bots() {
        let priority = || rustix::process::getpriority_process(None).expect("its own");
        let pool = pool(1, 1, CancellationToken::new());
        let before = priority();
        let there = pool.run(guest(1), LONG, move |_| priority()).await.expect("it runs");
        assert_eq!(there, before.max(NICE));
        let bots = tokio::task::spawn_blocking(priority).await.expect("it runs");
        assert_eq!(bots, before, "a thread of bots is as quick as before");
    }
}
