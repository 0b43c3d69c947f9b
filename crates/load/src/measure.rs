//! One round of measurements: starts a server, seats four people at each table, and collects the figures of the players
//! and of the kernel.

use std::path::Path;
use std::rc::Rc;
use std::time::{Duration, Instant};

use futures_util::future::try_join_all;
use serde::{Deserialize, Serialize};
use tokio::task::LocalSet;

use crate::cardroom::LoadTable;
use crate::champions;
use crate::connection::WebSocket;
use crate::crowd::{AT_ONCE, Crowd, for_a_while};
use crate::play::Beat;
use crate::process::{Cores, ServerProcess, check_no_bug};
use crate::{Done, while_};

/// The size and the length of a measurement.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Scale {
    /// The number of tables, each with four people.
    pub tables: usize,
    /// The seconds of play before the measurement begins, in each phase.
    pub warm_s: f64,
    /// The measured seconds of each phase.
    pub counted_s: f64,
    /// The moves a second that all tables make together in the calm phase.
    pub rate: f64,
    /// The number of idle connections, a multiple of four. With 0 they are not measured.
    pub idle: usize,
    /// The number of tables with one person and three champions. With 0 they are not measured.
    pub champions: usize,
}

/// The figures of one server in one round.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Round {
    /// The phase in which everybody plays as fast as possible.
    pub fast: Measured,
    /// The phase in which people play at the given rate.
    pub calm: Measured,
    /// The memory of idle connections.
    pub idle: Option<Idle>,
    /// The answers at tables where champions think.
    pub champions: Option<Champions>,
}

/// The measurements of a phase.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Measured {
    /// The number of moves that were carried out.
    pub moves: usize,
    /// The number of moves a second.
    pub moves_per_s: f64,
    /// The server's processor time a move, of all threads, in microseconds.
    pub cpu_us: f64,
    /// The median time from sending a move to the frame that shows it, in milliseconds.
    pub p50_ms: f64,
    /// The 99th percentile of that time.
    pub p99_ms: f64,
    /// The load of the players' core, from 0 to 1. If it is near 1, the players limit the speed, and not the server.
    pub players: f64,
}

/// The memory of idle connections.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Idle {
    /// The number of connections.
    pub connections: usize,
    /// The resident memory for each connection, in KiB: the growth while connections and their tables are opened.
    pub kib: f64,
}

/// Answers at tables where champions think.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Champions {
    /// The number of answers to questions that were asked while it was a champion's turn.
    pub answers: usize,
    /// The median time from the question to the answer, in milliseconds.
    pub p50_ms: f64,
    /// The 99th percentile of that time.
    pub p99_ms: f64,
    /// The number of cores that the server used, nearly all of them for thinking.
    pub cores: f64,
}

/// The delay before the memory is read. After this time it no longer changes.
const SETTLES: Duration = Duration::from_secs(3);

/// Runs one round against one build of cardroom, which stores its data in a new folder in `data`. `say` is called with
/// the name of the build and a description of each step.
pub fn round(
    (name, program): (&str, &Path),
    data: &Path,
    scale: &Scale,
    cores: Option<Cores>,
    say: &dyn Fn(&str),
) -> Done<Round> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(while_("a runtime"))?;
    let run = ServerRun { name, program, data, core: cores.map(|cores| cores.server), say };
    LocalSet::new().block_on(&runtime, async {
        let (fast, calm) = run.play(scale).await?;
        let idle = if scale.idle > 0 { Some(run.idle(scale.idle).await?) } else { None };
        let champions = if scale.champions > 0 { Some(run.champions(scale).await?) } else { None };
        Ok(Round { fast, calm, idle, champions })
    })
}

struct ServerRun<'a> {
    name: &'a str,
    program: &'a Path,
    data: &'a Path,
    core: Option<usize>,
    say: &'a dyn Fn(&str),
}

impl ServerRun<'_> {
    fn start(&self, data: &Path) -> Done<ServerProcess> {
        ServerProcess::cardroom(self.program, data, self.core)
    }

    async fn play(&self, scale: &Scale) -> Done<(Measured, Measured)> {
        let data = tempfile::tempdir_in(self.data).map_err(while_("a data folder"))?;
        let server = self.start(data.path())?;
        (self.say)(&format!("{}: {} tables sit down", self.name, scale.tables));
        let mut seats = Vec::new();
        for table in &open(&server, scale.tables).await? {
            seats.push(sit(&server, table).await?);
        }
        let mut crowd = Crowd::of(seats);
        let cpu = || server.cpu();
        (self.say)(&format!("{}: as fast as it goes", self.name));
        let fast = crowd.phase(&cpu, scale.warm_s, scale.counted_s).await?;
        crowd.pace(Some(scale.rate));
        (self.say)(&format!("{}: {} moves a second", self.name, scale.rate));
        let calm = crowd.phase(&cpu, scale.warm_s, scale.counted_s).await?;
        drop(crowd);
        self.end(server)?;
        Ok((fast, calm))
    }

    fn end(&self, server: ServerProcess) -> Done<()> {
        check_no_bug(server.address)?;
        server.stop()
    }

    async fn idle(&self, connections: usize) -> Done<Idle> {
        let data = tempfile::tempdir_in(self.data).map_err(while_("a data folder"))?;
        (self.say)(&format!("{}: {connections} connections that do nothing", self.name));
        let server = self.start(data.path())?;
        let tables = connections / 4;
        // One more table is opened and connected before the first reading. So the difference does not contain memory
        // that the server needs only once.
        let opened = open(&server, tables + 1).await?;
        // Opening the tables has increased the memory of the server. So a new process serves the connections.
        self.end(server)?;
        let server = self.start(data.path())?;
        let first = sit(&server, &opened[0]).await?;
        tokio::time::sleep(SETTLES).await;
        let before = server.memory()?;
        let mut lines = Vec::new();
        for table in &opened[1..] {
            lines.push(sit(&server, table).await?);
        }
        tokio::time::sleep(SETTLES).await;
        let after = server.memory()?;
        drop((first, lines));
        self.end(server)?;
        Ok(Idle { connections: tables * 4, kib: (after as f64 - before as f64) / 1024.0 / (tables * 4) as f64 })
    }

    async fn champions(&self, scale: &Scale) -> Done<Champions> {
        let data = tempfile::tempdir_in(self.data).map_err(while_("a data folder"))?;
        (self.say)(&format!("{}: {} tables with champions", self.name, scale.champions));
        let server = self.start(data.path())?;
        let answers = Rc::new(Beat::default());
        let mut people = champions::sit_down(server.address, scale.champions, &answers).await?;
        for_a_while(Duration::from_secs_f64(scale.warm_s), &mut people).await?;
        let (cpu, start) = (server.cpu()?, Instant::now());
        answers.count();
        for_a_while(Duration::from_secs_f64(scale.counted_s), &mut people).await?;
        let mut times = answers.counted();
        let cores = (server.cpu()? - cpu).as_secs_f64() / start.elapsed().as_secs_f64();
        drop(people);
        self.end(server)?;
        if times.is_empty() {
            return Err("nobody was answered while a champion had the turn".to_owned());
        }
        let [p50_ms, p99_ms] = milliseconds(&mut times, [0.5, 0.99]);
        Ok(Champions { answers: times.len(), p50_ms, p99_ms, cores })
    }
}

async fn open(server: &ServerProcess, tables: usize) -> Done<Vec<LoadTable>> {
    let mut opened = Vec::new();
    for some in (0..tables).collect::<Vec<_>>().chunks(AT_ONCE) {
        opened.extend(try_join_all(some.iter().map(|n| LoadTable::open(server.address, *n))).await?);
    }
    Ok(opened)
}

/// Connects the four seats of a table.
async fn sit(server: &ServerProcess, table: &LoadTable) -> Done<Vec<WebSocket>> {
    let mut seats = Vec::new();
    for seat in 0..4 {
        seats.push(table.sit(server.address, seat).await?);
    }
    Ok(seats)
}

/// Sorts some times and returns their quantiles in milliseconds.
///
/// # Panics
/// If there are no times.
pub fn milliseconds<const N: usize>(times: &mut [Duration], parts: [f64; N]) -> [f64; N] {
    times.sort_unstable();
    parts.map(|part| times[((times.len() - 1) as f64 * part).round() as usize].as_secs_f64() * 1000.0)
}
