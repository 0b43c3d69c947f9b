//! The connections that read. Each free connection takes the next waiting job, so reading a long log does not delay
//! other reads.

use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Mutex;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::{Instant, sleep, timeout};

use super::database::Database;
use super::job::{Scope, StoreWork};
use super::link::{Link, Role};
use super::owned::NodeState;
use crate::StoreError;

pub(super) const READERS: usize = 4;
/// The time for which a read waits for a database that has just become unreachable. If it stays unreachable, further
/// reads are refused immediately.
const PATIENCE: Duration = Duration::from_secs(2);
const PAUSE: Duration = Duration::from_millis(50);
/// The time between two checks whether the server of a connection is still the one that grants the lease.
const LOOK: Duration = Duration::from_millis(200);
/// The longest time for a read.
const LONGEST: Duration = Duration::from_secs(30);

/// The task of one connection that reads.
pub(super) struct Reader {
    pub(super) database: Database,
    pub(super) queue: Rc<Mutex<UnboundedReceiver<Box<dyn StoreWork>>>>,
    pub(super) state: Arc<NodeState>,
    pub(super) link: Option<Link>,
    /// `true` if the last attempt to connect failed.
    pub(super) away: bool,
}

impl Reader {
    pub(super) async fn run(mut self) {
        loop {
            let next = self.queue.lock().await.recv().await;
            let Some(mut job) = next else { return };
            let mut result = self.read(&mut *job).await;
            if result == Err(StoreError::Away) && !self.away {
                // If the connection had ended, the job is tried once more with a new one.
                result = self.read(&mut *job).await;
            }
            job.answer(result);
        }
    }

    async fn read(&mut self, job: &mut dyn StoreWork) -> Result<(), StoreError> {
        let link = self.connected().await?;
        let scope = Scope { link: &link, writes: None };
        let result = tokio::select! {
            result = timeout(LONGEST, job.perform(&scope)) => result.unwrap_or(Err(StoreError::Away)),
            () = self.replaced(&link) => Err(StoreError::Away),
        };
        if result != Err(StoreError::Away) {
            self.link = Some(link);
        }
        result
    }

    /// Waits until another server has granted the lease. If that happens, the server of this connection may be dead,
    /// and a read would wait for it.
    async fn replaced(&self, link: &Link) {
        while *self.state.server() == link.server {
            sleep(LOOK).await;
        }
    }

    async fn connected(&mut self) -> Result<Link, StoreError> {
        let until = Instant::now() + PATIENCE;
        loop {
            let server = self.state.server().clone();
            if let Some(link) = self.link.take().filter(|link| !link.is_closed() && link.server == server) {
                self.away = false;
                return Ok(link);
            }
            if let Ok(Ok(link)) = timeout(PATIENCE, Link::open(&self.database, Role::Reader)).await
                && link.server == *self.state.server()
            {
                self.away = false;
                return Ok(link);
            }
            if self.away || Instant::now() >= until {
                self.away = true;
                return Err(StoreError::Away);
            }
            sleep(PAUSE).await;
        }
    }
}
