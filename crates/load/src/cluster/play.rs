//! Many people at tables, on a thread of their own, and what becomes of play while a part of the cluster is struck.

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

/// A table that does not go on within this time has failed.
const PATIENCE: Duration = Duration::from_secs(90);

/// The state that all people share.
pub(crate) struct PlayState {
    pub(crate) address: SocketAddr,
    /// Between two moves of a table.
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
    /// When the next move is due.
    due: Instant,
    /// Since when it is watched, and how long it took from then to the answer to a move that was sent after that.
    since: Option<Instant>,
    went_on: Option<Duration>,
    ended: bool,
}

impl PlayState {
    fn course(&self) -> MutexGuard<'_, PlayCourse> {
        self.course.lock().expect("no panic")
    }

    /// The moment of the next move of a table.
    pub(crate) fn next_due(&self, table: usize) -> Instant {
        let table = &mut self.course().tables[table];
        let at = table.due.max(Instant::now());
        table.due = at + self.interval;
        at
    }

    /// A move at a table that was sent then is acknowledged.
    pub(crate) fn acknowledged(&self, table: usize, sent: Instant) {
        let mut course = self.course();
        course.acknowledged += 1;
        let table = &mut course.tables[table];
        if let Some(since) = table.since.filter(|since| sent >= *since) {
            table.went_on.get_or_insert(since.elapsed());
        }
    }

    /// The match of a table is over.
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

    /// A number from 0 to 1, without a pattern that matters.
    pub(crate) fn chance(&self) -> f64 {
        let mut course = self.course();
        course.chance = course.chance.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let n = course.chance;
        ((n ^ (n >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// Play that goes on.
pub struct TrialPlay {
    pub(crate) tables: Vec<LoadTable>,
    state: Arc<PlayState>,
    thread: JoinHandle<Done<Ledger>>,
}

/// The result of play.
pub struct PlayEnd {
    /// The acknowledged moves.
    pub ledger: Ledger,
    /// Answers that nobody should get.
    pub unexpected: Vec<String>,
    /// How often a line was lost, or could not be had.
    pub lost_lines: usize,
}

impl TrialPlay {
    /// Opens tables, seats four people at each, and lets all together make so many moves a second.
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

    /// How many moves were acknowledged so far.
    pub fn acknowledged(&self) -> usize {
        self.state.course().acknowledged
    }

    /// Waits until so many moves are acknowledged.
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

    /// Watches all tables from a moment on.
    pub fn watch(&self, since: Instant) {
        for table in &mut self.state.course().tables {
            (table.since, table.went_on) = (Some(since), None);
        }
    }

    /// Waits until a move of every table that was sent since then is acknowledged: the tables, and how long it took each.
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

    /// Lets everybody wait for the answer to what was sent, and go.
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
