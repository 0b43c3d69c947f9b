//! Gives turns to jobs of many people. The next turn goes to the network that has used the least work lately. Within
//! this network it goes to the guest who has used the least work. The guest's oldest job gets the turn.
//!
//! Used work is measured as time. After every ten seconds, the used time is halved. So people who ask for much wait
//! behind people who ask for little, and nobody waits for ever. Leaving and coming back changes nothing, because the
//! used time stays with the network. The turns only change the order of the work, never the amount of computation.

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use store::{Session, SessionId};
use tokio::sync::oneshot;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::error::ApiError;
use crate::origin::{ClientIp, Trust};
use crate::rate_limits::{Party, network};

/// The time after which used time counts half.
const HALF_LIFE: Duration = Duration::from_secs(10);

/// The used time above which a network's work gets the lowest priority. A network reaches this time by using about one
/// core all the time. Each [`WorkLine`] orders only its own jobs, but the threads of all lines share the processor. So
/// the order alone is not enough.
const MUCH: Duration = Duration::from_secs(10);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct JobOwner {
    guest: Party,
    network: Party,
}

impl JobOwner {
    /// Returns the owner of a request's work. A person without a session counts as a network.
    pub(crate) fn of(trust: &Trust, session: Option<&Session>, ClientIp(address): ClientIp) -> JobOwner {
        let all = Party::Network(network(address));
        let guest = session.map_or(all, |session| Party::Guest(session.id));
        JobOwner { guest, network: trust.network(address).map_or(guest, Party::Network) }
    }

    /// Returns the owner for a guest. A guest without a network counts as a network.
    pub(crate) fn guest(guest: SessionId, network: Option<IpAddr>) -> JobOwner {
        let guest = Party::Guest(guest);
        JobOwner { guest, network: network.map_or(guest, Party::Network) }
    }
}

/// A queue of jobs that wait for their turns.
#[derive(Clone)]
pub(crate) struct WorkLine {
    jobs: Arc<Mutex<Jobs>>,
    /// Cancelled when the server stops.
    pub(crate) stop: CancellationToken,
}

struct Jobs {
    at_once: usize,
    /// The greatest numbers of jobs: in total, of a network, and of a guest.
    most: [usize; 3],
    /// The jobs by number, which is their order.
    jobs: BTreeMap<u64, Job>,
    last: u64,
    /// The time that each party has used, in microseconds.
    used: HashMap<Party, u64>,
    halved: Instant,
}

struct Job {
    owner: JobOwner,
    works: bool,
    /// The sender that gives the turn to a waiting job. The message is `true` if the job's network has used much work.
    waits: Option<oneshot::Sender<bool>>,
}

/// A job's place in a queue, and its turn. Dropping this value gives the turn to the next job.
pub(crate) struct Place {
    pub(crate) line: WorkLine,
    number: u64,
    began: Option<Instant>,
}

impl WorkLine {
    pub(crate) fn new(at_once: usize, most: [usize; 3], stop: CancellationToken) -> WorkLine {
        let (jobs, used) = Default::default();
        WorkLine {
            jobs: Arc::new(Mutex::new(Jobs { at_once, most, jobs, last: 0, used, halved: Instant::now() })),
            stop,
        }
    }

    /// Reserves a place for a job, unless the queue already has the greatest number of jobs.
    pub(crate) fn place(&self, owner: JobOwner) -> Result<Place, ApiError> {
        let mut line = self.jobs.lock();
        let of_network = line.jobs.values().filter(|job| job.owner.network == owner.network).count();
        let of_guest = line.jobs.values().filter(|job| job.owner.guest == owner.guest).count();
        if [line.jobs.len(), of_network, of_guest].iter().zip(line.most).any(|(jobs, most)| *jobs >= most) {
            return Err(ApiError::Busy);
        }
        line.last += 1;
        let number = line.last;
        line.jobs.insert(number, Job { owner, works: false, waits: None });
        Ok(Place { line: self.clone(), number, began: None })
    }

    pub(crate) fn lightest(&self, owners: impl Iterator<Item = JobOwner>) -> Option<JobOwner> {
        let line = self.jobs.lock();
        owners.min_by_key(|owner| line.used_by(*owner))
    }

    pub(crate) fn jobs(&self) -> usize {
        self.jobs.lock().jobs.len()
    }

    #[cfg(test)]
    pub(crate) fn working(&self) -> usize {
        self.jobs.lock().working()
    }

    #[cfg(test)]
    pub(crate) fn has_used(&self, owner: JobOwner, time: Duration) {
        self.jobs.lock().charge(owner, Instant::now().checked_sub(time));
    }

    /// Returns the number of further jobs that could have turns at the same time.
    #[cfg(test)]
    pub(crate) fn free(&self) -> usize {
        let line = self.jobs.lock();
        line.at_once - line.working()
    }
}

impl Place {
    /// Gives back the present turn, if any, and waits for the next one. Returns whether the job's network has used much
    /// work.
    pub(crate) async fn turn(&mut self) -> bool {
        let (turn, comes) = oneshot::channel();
        self.give_back(Some(turn));
        let much = comes.await.expect("a job is in its line until its place is dropped");
        self.began = Some(Instant::now());
        much
    }

    /// Gives back the present turn, if any. With `waits`, the job waits for another turn. Without `waits`, it leaves
    /// the line.
    fn give_back(&mut self, waits: Option<oneshot::Sender<bool>>) {
        let mut line = self.line.jobs.lock();
        let Some(Job { owner, .. }) = line.jobs.remove(&self.number) else { return };
        line.charge(owner, self.began.take());
        if waits.is_some() {
            line.jobs.insert(self.number, Job { owner, works: false, waits });
        }
        line.hand_out();
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.give_back(None);
    }
}

impl Jobs {
    fn working(&self) -> usize {
        self.jobs.values().filter(|job| job.works).count()
    }

    /// Returns the time that the owner's network and guest have used.
    fn used_by(&self, owner: JobOwner) -> [u64; 2] {
        [owner.network, owner.guest].map(|party| self.used.get(&party).copied().unwrap_or_default())
    }

    /// Adds the time of a turn to the used time of its network and its guest, after halving all used times if that is
    /// due.
    fn charge(&mut self, owner: JobOwner, began: Option<Instant>) {
        let halvings = self.halved.elapsed().as_secs() / HALF_LIFE.as_secs();
        if halvings > 0 {
            self.halved += HALF_LIFE * u32::try_from(halvings).unwrap_or(u32::MAX);
            self.used.values_mut().for_each(|used| *used >>= halvings.min(63));
            self.used.retain(|_, used| *used > 0);
        }
        let Some(began) = began else { return };
        let cost = u64::try_from(began.elapsed().as_micros()).unwrap_or(u64::MAX);
        *self.used.entry(owner.network).or_default() += cost;
        if owner.guest != owner.network {
            *self.used.entry(owner.guest).or_default() += cost;
        }
    }

    /// Gives turns to jobs that wait, as long as turns are free.
    fn hand_out(&mut self) {
        while self.working() < self.at_once {
            let waiting = self.jobs.iter().filter(|(_, job)| job.waits.is_some());
            let next = waiting.min_by_key(|(_, job)| self.used_by(job.owner)).map(|(number, _)| *number);
            let Some(job) = next.and_then(|next| self.jobs.get_mut(&next)) else { return };
            job.works = true;
            let (owner, turn) = (job.owner, job.waits.take());
            let much = u128::from(self.used_by(owner)[0]) > MUCH.as_micros();
            // If the job no longer waits, it is about to drop its place, which gives the turn to the next job.
            let _ = turn.map(|turn| turn.send(much));
        }
    }
}

#[cfg(test)]
#[path = "turns_tests.rs"]
mod tests;
