//! The connections that read. Each takes the next of what waits, so a long log holds up nobody else.

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

/// How many connections read.
pub(super) const READERS: usize = 4;
/// How long a read waits for a database that has just gone. While it stays away, reads are refused at once.
const PATIENCE: Duration = Duration::from_secs(2);
const PAUSE: Duration = Duration::from_millis(50);
/// How often a read looks whether its server still counts.
const LOOK: Duration = Duration::from_millis(200);
/// How long a read may take.
const LONGEST: Duration = Duration::from_secs(30);

/// A task with a connection that reads.
pub(super) struct Reader {
    pub(super) database: Database,
    pub(super) queue: Rc<Mutex<UnboundedReceiver<Box<dyn StoreWork>>>>,
    pub(super) state: Arc<NodeState>,
    pub(super) link: Option<Link>,
    /// Set if the last attempt to connect has failed.
    pub(super) away: bool,
}

impl Reader {
    pub(super) async fn run(mut self) {
        loop {
            let next = self.queue.lock().await.recv().await;
            let Some(mut job) = next else { return };
            let mut result = self.read(&mut *job).await;
            if result == Err(StoreError::Away) && !self.away {
                // The connection had ended: once more with a new one.
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

    /// Ready when another server has granted the lease: one that is gone would keep whoever reads there waiting.
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
