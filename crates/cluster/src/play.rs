//! Many people at tables, on a thread of their own, and what becomes of play while a part of the cluster is struck.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use load::{Done, LoadTable, while_};
use tokio::sync::watch;
use tokio::task::LocalSet;

use crate::ledger::Ledger;
use crate::person::TrialPerson;

/// A table that does not go on within this time has failed.
const PATIENCE: Duration = Duration::from_secs(90);

/// A table and its people.
pub(crate) struct TrialTable {
    pub(crate) seated: LoadTable,
    course: Mutex<TableCourse>,
}

struct TableCourse {
    /// When the next move is due.
    due: Instant,
    /// Since when it is watched, and how long it took from then to the answer to a move that was sent after that.
    since: Option<Instant>,
    went_on: Option<Duration>,
    ended: bool,
}

impl TrialTable {
    fn new(seated: LoadTable) -> TrialTable {
        let course = TableCourse { due: Instant::now(), since: None, went_on: None, ended: false };
        TrialTable { seated, course: Mutex::new(course) }
    }

    /// The moment of the next move.
    pub(crate) fn next_due(&self, interval: Duration) -> Instant {
        let mut course = self.course.lock().expect("no panic");
        let at = course.due.max(Instant::now());
        course.due = at + interval;
        at
    }

    /// A move that was sent then is acknowledged.
    pub(crate) fn moved(&self, sent: Instant) {
        let mut course = self.course.lock().expect("no panic");
        if let Some(since) = course.since
            && course.went_on.is_none()
            && sent >= since
        {
            course.went_on = Some(since.elapsed());
        }
    }

    /// The match is over.
    pub(crate) fn ended(&self) {
        self.course.lock().expect("no panic").ended = true;
    }
}

/// The state that all people share.
pub(crate) struct PlayState {
    pub(crate) address: SocketAddr,
    /// Between two moves of a table.
    pub(crate) interval: Duration,
    acknowledged: AtomicUsize,
    lost_lines: AtomicUsize,
    chance: AtomicU64,
    unexpected: Mutex<Vec<String>>,
    over: watch::Sender<bool>,
}

impl PlayState {
    pub(crate) fn acknowledged(&self) {
        self.acknowledged.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn lost_line(&self) {
        self.lost_lines.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn unexpected(&self, words: String) {
        self.unexpected.lock().expect("no panic").push(words);
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
        let n = self.chance.fetch_add(0x9e37_79b9_7f4a_7c15, Ordering::Relaxed);
        ((n ^ (n >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// Play that goes on.
pub struct TrialPlay {
    tables: Vec<Arc<TrialTable>>,
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
        let mut opened = Vec::new();
        for n in 0..tables {
            opened.push(Arc::new(TrialTable::new(runtime.block_on(LoadTable::open(address, n))?)));
        }
        let state = Arc::new(PlayState {
            address,
            interval: Duration::from_secs_f64(tables as f64 / moves_per_s),
            acknowledged: AtomicUsize::new(0),
            lost_lines: AtomicUsize::new(0),
            chance: AtomicU64::new(1),
            unexpected: Mutex::default(),
            over: watch::Sender::new(false),
        });
        let (all, shared) = (opened.clone(), state.clone());
        let thread = std::thread::spawn(move || LocalSet::new().block_on(&runtime, everybody(all, shared)));
        Ok(TrialPlay { tables: opened, state, thread })
    }

    /// How many moves were acknowledged so far.
    pub fn acknowledged(&self) -> usize {
        self.state.acknowledged.load(Ordering::Relaxed)
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
        for table in &self.tables {
            let mut course = table.course.lock().expect("no panic");
            (course.since, course.went_on) = (Some(since), None);
        }
    }

    /// Waits until a move of every table that was sent since then is acknowledged: the tables, and how long it took each.
    pub fn all_go_on(&self) -> Done<Vec<(String, Duration)>> {
        let until = Instant::now() + PATIENCE;
        loop {
            let courses = self.tables.iter().map(|table| (table, table.course.lock().expect("no panic")));
            let going = courses.filter(|(_, course)| !course.ended);
            let went_on: Vec<_> = going.map(|(table, course)| (table.seated.id.clone(), course.went_on)).collect();
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

    /// A cookie of somebody at each table, with its id.
    pub fn people(&self) -> Vec<LoadTable> {
        self.tables.iter().map(|table| table.seated.clone()).collect()
    }

    /// Lets everybody wait for the answer to what was sent, and go.
    pub fn end(self) -> Done<PlayEnd> {
        self.state.over.send_replace(true);
        let ledger = self.thread.join().map_err(|_| "a player panicked".to_owned())??;
        let unexpected = std::mem::take(&mut *self.state.unexpected.lock().expect("no panic"));
        Ok(PlayEnd { ledger, unexpected, lost_lines: self.state.lost_lines.load(Ordering::Relaxed) })
    }
}

async fn everybody(tables: Vec<Arc<TrialTable>>, state: Arc<PlayState>) -> Done<Ledger> {
    let mut playing = Vec::new();
    for table in tables {
        for seat in 0..4 {
            let person = TrialPerson::new(table.clone(), seat, state.clone());
            playing.push(((table.seated.id.clone(), seat as u8), tokio::task::spawn_local(person.play())));
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
