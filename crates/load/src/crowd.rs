//! Many people at tables of four who play at a given pace, and measurements of their play. Each seat can be connected
//! to a different server.

use std::cell::Cell;
use std::net::SocketAddr;
use std::rc::Rc;
use std::time::{Duration, Instant};

use futures_util::future::try_join_all;
use tokio::task::JoinSet;

use crate::Done;
use crate::cardroom::{LoadGuest, LoadTable};
use crate::connection::WebSocket;
use crate::measure::{Measured, milliseconds};
use crate::play::{Beat, LoadSeat};
use crate::process::cpu_of;

/// The number of tables that are opened at the same time.
pub(crate) const AT_ONCE: usize = 32;

/// Many people at tables. They play until this value is dropped. Their tasks need a `LocalSet`.
pub struct Crowd {
    playing: JoinSet<String>,
    beat: Rc<Beat>,
    /// The time of the next move of each table.
    dues: Vec<Rc<Cell<Instant>>>,
}

impl Crowd {
    /// Seats four people at each table. All tables together make `rate` moves a second, or as many as they can if
    /// `rate` is `None`. Tables and sockets are spread over the servers by a fixed sequence of numbers that look
    /// random. At the first `champions` tables, one of the four players is a champion.
    pub async fn at(servers: &[SocketAddr], tables: usize, champions: usize, rate: Option<f64>) -> Done<Crowd> {
        let server = |n: usize| servers[scattered(n) % servers.len()];
        let interval = rate.map_or(Duration::ZERO, |rate| Duration::from_secs_f64(tables as f64 / rate));
        let mut crowd = Crowd::of(Vec::new());
        crowd.beat.set(interval);
        for some in (0..tables).collect::<Vec<_>>().chunks(AT_ONCE) {
            let opened = try_join_all(some.iter().map(|&n| async move {
                let people = if n < champions { 3 } else { 4 };
                let opened = if n < champions {
                    LoadTable::with_champion(server(n * 5), n).await?
                } else {
                    LoadTable::open(server(n * 5), n).await?
                };
                let sitting = (0..people).map(|seat| opened.sit(server(n * 5 + 1 + seat), seat));
                let mut lines = try_join_all(sitting).await?;
                if n < champions {
                    lines[0].send(r#"{"t":"begin","cmd":"begin"}"#.to_owned()).await?;
                }
                Done::Ok(lines)
            }));
            for (n, lines) in some.iter().zip(opened.await?) {
                // The people begin to play before all tables are open, because a server closes the connection of a
                // client that does not answer its pings.
                crowd.sit(lines, Instant::now() + interval.mul_f64(scattered(*n) as f64 / usize::MAX as f64));
            }
        }
        Ok(crowd)
    }

    /// Returns a crowd whose people are connected already. They play as fast as they can.
    pub(crate) fn of(tables: Vec<Vec<WebSocket>>) -> Crowd {
        let mut crowd = Crowd { playing: JoinSet::new(), beat: Rc::default(), dues: Vec::new() };
        for lines in tables {
            crowd.sit(lines, Instant::now());
        }
        crowd
    }

    /// Starts the play of the people at a table.
    fn sit(&mut self, lines: Vec<WebSocket>, due: Instant) {
        let due = Rc::new(Cell::new(due));
        for line in lines {
            let seat = LoadSeat { line, guest: LoadGuest::default(), due: due.clone() };
            self.playing.spawn_local(seat.play(self.beat.clone()));
        }
        self.dues.push(due);
    }

    /// Sets the number of moves that all tables together make in a second from now on. With `None` they make as many as
    /// they can.
    pub fn pace(&self, moves_per_s: Option<f64>) {
        let Some(rate) = moves_per_s else { return self.beat.set(Duration::ZERO) };
        let interval = Duration::from_secs_f64(self.dues.len() as f64 / rate);
        let start = Instant::now();
        for (n, due) in self.dues.iter().enumerate() {
            due.set(start + interval.mul_f64(n as f64 / self.dues.len() as f64));
        }
        self.beat.set(interval);
    }

    /// Lets everybody play on for some seconds.
    pub async fn play(&mut self, seconds: f64) -> Done<()> {
        for_a_while(Duration::from_secs_f64(seconds), &mut self.playing).await
    }

    /// Lets everybody play. The measurement begins after `warm_s` seconds and takes `counted_s` seconds. `cpu` returns
    /// the processor time that the servers have used.
    pub async fn phase(&mut self, cpu: &dyn Fn() -> Done<Duration>, warm_s: f64, counted_s: f64) -> Done<Measured> {
        for_a_while(Duration::from_secs_f64(warm_s), &mut self.playing).await?;
        let (before, players, start) = (cpu()?, cpu_of("self")?, Instant::now());
        self.beat.count();
        for_a_while(Duration::from_secs_f64(counted_s), &mut self.playing).await?;
        let mut times = self.beat.counted();
        let seconds = start.elapsed().as_secs_f64();
        let (cpu, players) = (cpu()? - before, cpu_of("self")? - players);
        if times.is_empty() {
            return Err("nobody has moved".to_owned());
        }
        let [p50_ms, p99_ms] = milliseconds(&mut times, [0.5, 0.99]);
        Ok(Measured {
            moves: times.len(),
            moves_per_s: times.len() as f64 / seconds,
            cpu_us: cpu.as_secs_f64() * 1e6 / times.len() as f64,
            p50_ms,
            p99_ms,
            players: players.as_secs_f64() / seconds,
        })
    }
}

/// Returns a number for `n` (SplitMix64). The numbers of a sequence look random.
fn scattered(n: usize) -> usize {
    let mut z = (n as u64).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (z ^ (z >> 31)) as usize
}

/// Waits for this time. Returns an error as soon as one player fails.
pub(crate) async fn for_a_while(time: Duration, playing: &mut JoinSet<String>) -> Done<()> {
    tokio::select! {
        () = tokio::time::sleep(time) => Ok(()),
        Some(ended) = playing.join_next() => Err(ended.unwrap_or_else(|error| error.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sockets_are_spread_over_all_servers() {
        for servers in [3, 8] {
            let mut counts = vec![0; servers];
            for n in 0..8000 {
                counts[scattered(n) % servers] += 1;
            }
            let fair = 8000 / servers;
            assert!(counts.iter().all(|count| (fair * 9 / 10..fair * 11 / 10).contains(count)), "{counts:?}");
        }
    }
}
