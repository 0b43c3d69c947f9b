//! Turns at work that many want: who has used the least of late goes first, by network, then by guest, then in order.
//!
//! The measure is the time that the work takes. Every ten seconds it counts half. So whoever asks for much waits behind
//! whoever asks for little, and nobody waits for ever. Leaving and coming back changes nothing, because what was used stays with
//! the network. Only the order of work changes, never how much is computed.

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

/// After this time, what somebody has used counts half.
const HALF_LIFE: Duration = Duration::from_secs(10);

/// Whoever has used more than this of late, about a core all the time, works at the lowest priority: the orders of several lines
/// say nothing about one another, but the threads share the processor.
const MUCH: Duration = Duration::from_secs(10);

/// For whom work is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct JobOwner {
    guest: Party,
    network: Party,
}

impl JobOwner {
    /// The guest, or the network of somebody who is none.
    pub(crate) fn of(trust: &Trust, session: Option<&Session>, ClientIp(address): ClientIp) -> JobOwner {
        let all = Party::Network(network(address));
        let guest = session.map_or(all, |session| Party::Guest(session.id));
        JobOwner { guest, network: trust.network(address).map_or(guest, Party::Network) }
    }

    /// A guest. Without a network it counts as one.
    pub(crate) fn guest(guest: SessionId, network: Option<IpAddr>) -> JobOwner {
        let guest = Party::Guest(guest);
        JobOwner { guest, network: network.map_or(guest, Party::Network) }
    }
}

/// A line of jobs that wait for their turns.
#[derive(Clone)]
pub(crate) struct WorkLine {
    jobs: Arc<Mutex<Jobs>>,
    /// When the server stops.
    pub(crate) stop: CancellationToken,
}

struct Jobs {
    /// How many have their turns at once.
    at_once: usize,
    /// How many there may be: in all, of a network, of a guest.
    most: [usize; 3],
    /// By number, so in order.
    jobs: BTreeMap<u64, Job>,
    last: u64,
    /// The time that everybody has used, in microseconds.
    used: HashMap<Party, u64>,
    halved: Instant,
}

struct Job {
    owner: JobOwner,
    works: bool,
    /// It waits for its turn, which comes with whether its network has used much.
    waits: Option<oneshot::Sender<bool>>,
}

/// A job's place in a line, and its turn. When it is dropped, the next has its turn.
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

    /// Reserves a place for a job, unless there are as many as there may be.
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

    /// An owner has used so much just now.
    #[cfg(test)]
    pub(crate) fn has_used(&self, owner: JobOwner, time: Duration) {
        self.jobs.lock().charge(owner, Instant::now().checked_sub(time));
    }

    /// How many more could work at once.
    #[cfg(test)]
    pub(crate) fn free(&self) -> usize {
        let line = self.jobs.lock();
        line.at_once - line.working()
    }
}

impl Place {
    /// Waits for a turn, after giving back the one it has, if any. Returns whether its network has used much.
    pub(crate) async fn turn(&mut self) -> bool {
        let (turn, comes) = oneshot::channel();
        self.give_back(Some(turn));
        let much = comes.await.expect("a job is in its line until its place is dropped");
        self.began = Some(Instant::now());
        much
    }

    /// Gives back the turn that it has, if any, and waits for the next one or leaves the line.
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

    /// The time that its network and its guest have used.
    fn used_by(&self, owner: JobOwner) -> [u64; 2] {
        [owner.network, owner.guest].map(|party| self.used.get(&party).copied().unwrap_or_default())
    }

    /// Adds the time of a turn to its network and its guest; earlier times count less and less.
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

    /// Gives turns to those who wait, as long as there are any.
    fn hand_out(&mut self) {
        while self.working() < self.at_once {
            let waiting = self.jobs.iter().filter(|(_, job)| job.waits.is_some());
            let next = waiting.min_by_key(|(_, job)| self.used_by(job.owner)).map(|(number, _)| *number);
            let Some(job) = next.and_then(|next| self.jobs.get_mut(&next)) else { return };
            job.works = true;
            let (owner, turn) = (job.owner, job.waits.take());
            let much = u128::from(self.used_by(owner)[0]) > MUCH.as_micros();
            // Whoever waits no more drops its place in a moment, and the next has the turn.
            let _ = turn.map(|turn| turn.send(much));
        }
    }
}

#[cfg(test)]
#[path = "turns_tests.rs"]
mod tests;
