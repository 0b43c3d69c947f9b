//! Many simulated people at tables, on a separate thread. After a fault in the cluster, this code measures the time
//! until each table goes on.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use tokio::sync::watch;
use tokio::task::LocalSet;

use crate::cardroom::LoadTable;
use crate::{Done, while_};

use super::ledger::Ledger;
use super::person::TrialPerson;

/// The time within which a table must go on. A table that needs longer has failed.
const PATIENCE: Duration = Duration::from_secs(90);

/// The state that all people share.
pub(crate) struct PlayState {
    pub(crate) address: SocketAddr,
    /// The time between two moves of a table.
    interval: Duration,
    over: watch::Sender<bool>,
    course: Mutex<PlayCourse>,
}

#[derive(Default)]
struct PlayCourse {
    tables: Vec<TableCourse>,
    acknowledged: usize,
    lost_lines: usize,
    unexpected: Vec<String>,
    chance: u64,
}

struct TableCourse {
    /// The time of the table's next move.
    due: Instant,
    /// The moment from which the table is watched. `went_on` is the time from this moment to the first answer to a move
    /// that was sent after it.
    since: Option<Instant>,
    went_on: Option<Duration>,
    ended: bool,
}

impl PlayState {
    fn course(&self) -> MutexGuard<'_, PlayCourse> {
        self.course.lock().expect("no panic")
    }

    /// Returns the time of a table's next move, and schedules the table's move after that.
    pub(crate) fn next_due(&self, table: usize) -> Instant {
        let table = &mut self.course().tables[table];
        let at = table.due.max(Instant::now());
        table.due = at + self.interval;
        at
    }

    /// Counts an acknowledged move at a table. `sent` is the time at which the move was sent.
    pub(crate) fn acknowledged(&self, table: usize, sent: Instant) {
        let mut course = self.course();
        course.acknowledged += 1;
        let table = &mut course.tables[table];
        if let Some(since) = table.since.filter(|since| sent >= *since) {
            table.went_on.get_or_insert(since.elapsed());
        }
    }

    pub(crate) fn ended(&self, table: usize) {
        self.course().tables[table].ended = true;
    }

    pub(crate) fn lost_line(&self) {
        self.course().lost_lines += 1;
    }

    pub(crate) fn unexpected(&self, words: String) {
        self.course().unexpected.push(words);
    }

    pub(crate) fn is_over(&self) -> bool {
        *self.over.borrow()
    }

    /// Waits for the end of play.
    pub(crate) async fn ends(&self) {
        let _ = self.over.subscribe().wait_for(|over| *over).await;
    }

    /// Returns a number from 0 to 1. The numbers look random.
    pub(crate) fn chance(&self) -> f64 {
        let mut course = self.course();
        course.chance = course.chance.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let n = course.chance;
        ((n ^ (n >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// A running play.
pub struct TrialPlay {
    pub(crate) tables: Vec<LoadTable>,
    state: Arc<PlayState>,
    thread: JoinHandle<Done<Ledger>>,
}

/// The result of play.
pub struct PlayEnd {
    /// The acknowledged moves.
    pub ledger: Ledger,
    /// The answers that no player should get.
    pub unexpected: Vec<String>,
    /// The number of times that a connection was lost or could not be opened.
    pub lost_lines: usize,
}

impl TrialPlay {
    /// Opens tables, and seats four people at each. All tables together make `moves_per_s` moves a second.
    pub fn start(address: SocketAddr, tables: usize, moves_per_s: f64) -> Done<TrialPlay> {
        let runtime =
            tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(while_("a runtime"))?;
        let tables = (0..tables).map(|n| runtime.block_on(LoadTable::open(address, n))).collect::<Done<Vec<_>>>()?;
        let course = || TableCourse { due: Instant::now(), since: None, went_on: None, ended: false };
        let courses = tables.iter().map(|_| course()).collect();
        let state = Arc::new(PlayState {
            address,
            interval: Duration::from_secs_f64(tables.len() as f64 / moves_per_s),
            over: watch::Sender::new(false),
            course: Mutex::new(PlayCourse { tables: courses, ..PlayCourse::default() }),
        });
        let (all, shared) = (tables.clone(), state.clone());
        let thread = std::thread::spawn(move || LocalSet::new().block_on(&runtime, everybody(all, shared)));
        Ok(TrialPlay { tables, state, thread })
    }

    /// Returns the number of moves that were acknowledged so far.
    pub fn acknowledged(&self) -> usize {
        self.state.course().acknowledged
    }

    /// Waits until this number of moves is acknowledged.
    pub fn plays_until(&self, moves: usize) -> Done<()> {
        let (mut known, mut since) = (self.acknowledged(), Instant::now());
        while known < moves {
            std::thread::sleep(Duration::from_millis(20));
            let now = self.acknowledged();
            if now > known {
                (known, since) = (now, Instant::now());
            } else if since.elapsed() > PATIENCE {
                return Err("nobody moves any more: fewer blows, or more tables".to_owned());
            }
        }
        Ok(())
    }

    /// Starts to watch whether all tables go on. Only moves that are sent after `since` count.
    pub fn watch(&self, since: Instant) {
        for table in &mut self.state.course().tables {
            (table.since, table.went_on) = (Some(since), None);
        }
    }

    /// Waits until every table has an acknowledged move that was sent after the moment that [`watch`](TrialPlay::watch)
    /// got. Returns the tables, each with the time from that moment to the answer.
    pub fn all_go_on(&self) -> Done<Vec<(String, Duration)>> {
        let until = Instant::now() + PATIENCE;
        loop {
            let went_on: Vec<(String, Option<Duration>)> = {
                let course = self.state.course();
                let going = self.tables.iter().zip(&course.tables).filter(|(_, course)| !course.ended);
                going.map(|(table, course)| (table.id.clone(), course.went_on)).collect()
            };
            if went_on.is_empty() {
                return Err("all matches are over: fewer blows, or more tables".to_owned());
            }
            if went_on.iter().all(|(_, took)| took.is_some()) {
                return Ok(went_on.into_iter().filter_map(|(table, took)| Some((table, took?))).collect());
            }
            if Instant::now() > until {
                let stuck: Vec<_> = went_on.into_iter().filter(|(_, took)| took.is_none()).map(|(id, _)| id).collect();
                return Err(format!("these tables do not go on: {}", stuck.join(", ")));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Ends the play. Everybody waits for the answer to the last command before leaving.
    pub fn end(self) -> Done<PlayEnd> {
        self.state.over.send_replace(true);
        let ledger = self.thread.join().map_err(|_| "a player panicked".to_owned())??;
        let course = std::mem::take(&mut *self.state.course());
        Ok(PlayEnd { ledger, unexpected: course.unexpected, lost_lines: course.lost_lines })
    }
}

async fn everybody(tables: Vec<LoadTable>, state: Arc<PlayState>) -> Done<Ledger> {
    let mut playing = Vec::new();
    for (number, table) in tables.into_iter().enumerate() {
        for seat in 0..4 {
            let person = TrialPerson::new(table.clone(), number, seat, state.clone());
            playing.push(((table.id.clone(), seat as u8), tokio::task::spawn_local(person.play())));
        }
    }
    state.ends().await;
    let mut ledger = Ledger::new();
    for (seat, person) in playing {
        let acknowledged = tokio::time::timeout(PATIENCE, person).await;
        ledger.insert(seat, acknowledged.map_err(while_("somebody gets no answer"))?.map_err(while_("a player"))?);
    }
    Ok(ledger)
}
