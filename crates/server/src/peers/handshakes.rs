//! The handshakes on the listener for nodes. Anybody can begin a handshake, so their number is limited.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::time::{Instant, timeout};
use tokio_util::sync::CancellationToken;

use crate::rate_limits::network;

/// The greatest number of handshakes under way. At this number, the server gives up the oldest handshake of the network
/// with the most handshakes. So a flood from one network keeps no other network out.
const MOST: usize = 256;
/// The time within which a handshake must be completed.
const WITHIN: Duration = Duration::from_secs(1);
/// The shortest time between two log lines about clients with an unknown key.
const LOGGED_EVERY: Duration = Duration::from_secs(20);

#[derive(Default)]
pub(super) struct Handshakes(Mutex<OpenHandshakes>);

#[derive(Default)]
struct OpenHandshakes {
    last: u64,
    /// The network and the cancellation token of each handshake, by its number. Numbers grow, so the lowest number
    /// belongs to the oldest handshake.
    all: BTreeMap<u64, (IpAddr, CancellationToken)>,
    logged: Option<Instant>,
    left_out: u64,
}

impl Handshakes {
    /// Returns the result of a handshake with an address; `None` if it takes too long or is given up.
    pub(super) async fn run<T>(&self, address: IpAddr, handshake: impl Future<Output = Option<T>>) -> Option<T> {
        let (number, ends) = self.begin(network(address));
        let result = ends.run_until_cancelled(timeout(WITHIN, handshake)).await;
        self.0.lock().all.remove(&number);
        result?.ok()?
    }

    fn begin(&self, network: IpAddr) -> (u64, CancellationToken) {
        let mut open = self.0.lock();
        if open.all.len() >= MOST {
            let mut counts: BTreeMap<IpAddr, u32> = BTreeMap::new();
            open.all.values().for_each(|(network, _)| *counts.entry(*network).or_default() += 1);
            let most = counts.into_iter().max_by_key(|(_, count)| *count).expect("there are some").0;
            let oldest = *open.all.iter().find(|(_, (network, _))| *network == most).expect("it has some").0;
            open.all.remove(&oldest).expect("found above").1.cancel();
        }
        open.last += 1;
        let (number, ends) = (open.last, CancellationToken::new());
        open.all.insert(number, (network, ends.clone()));
        (number, ends)
    }

    /// Counts a client with an unknown key. Returns `Some` if the log should report the client, with the number of
    /// earlier clients that the log has left out.
    pub(super) fn count_stranger(&self) -> Option<u64> {
        let mut open = self.0.lock();
        if open.logged.is_some_and(|logged| logged.elapsed() < LOGGED_EVERY) {
            open.left_out += 1;
            return None;
        }
        open.logged = Some(Instant::now());
        Some(std::mem::take(&mut open.left_out))
    }
}

#[cfg(test)]
mod tests {
    use std::future::pending;
    use std::sync::Arc;

    use tokio::task::{JoinHandle, yield_now};

    use super::*;

    async fn silent(handshakes: &Arc<Handshakes>, from: [u8; 4]) -> JoinHandle<Option<()>> {
        let handshakes = handshakes.clone();
        let begun = tokio::spawn(async move { handshakes.run(from.into(), pending()).await });
        yield_now().await;
        begun
    }

    #[tokio::test(start_paused = true)]
    async fn who_floods_gives_up_handshakes_of_its_own() {
        let handshakes = Arc::<Handshakes>::default();
        let node = [silent(&handshakes, [203, 0, 113, 1]).await];
        let mut flood = Vec::new();
        for _ in 0..1000 {
            flood.push(silent(&handshakes, [203, 0, 113, 9]).await);
        }
        let open = |from: &[JoinHandle<_>]| from.iter().filter(|begun| !begun.is_finished()).count();
        assert_eq!((open(&node), open(&flood)), (1, MOST - 1));
        assert!(flood[0].is_finished() && !flood[999].is_finished(), "the oldest were given up");
        // A node from the network of the flood does not have to wait either, because older handshakes are given up.
        let near = handshakes.run([203, 0, 113, 9].into(), async { Some("shown") });
        assert_eq!(near.await, Some("shown"));
        for begun in flood.into_iter().chain(node) {
            assert_eq!(begun.await.expect("no panic"), None, "all took too long");
        }
        assert!(handshakes.0.lock().all.is_empty());
    }

    #[tokio::test(start_paused = true)]
    async fn the_log_names_a_few_strangers_and_counts_the_others() {
        let handshakes = Handshakes::default();
        let mut lines = Vec::new();
        for _ in 0..6000 {
            lines.extend(handshakes.count_stranger());
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        assert_eq!(lines, [0, 1999, 1999], "in a minute");
    }
}
