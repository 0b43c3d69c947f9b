//! Nodes and primaries that are killed, stopped or cut off while people play.

use std::time::{Duration, Instant};

use crate::Done;
use crate::cluster::play::TrialPlay;
use crate::cluster::{Cluster, ClusterPlan, ClusterPrograms};

use super::check::check;
use super::report::{TrialReport, spread};

/// The time for which a node is frozen or cut off. It is longer than the node's lease of 5 seconds.
const FROZEN: Duration = Duration::from_secs(8);

/// The average number of moves that each table makes before each fault. With the default numbers of faults and tables,
/// all tables make about 100,000 moves during the faults of nodes.
const MOVES_FOR_EACH: usize = 14;

/// A fault of a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Blow {
    /// `kill -9` of a node.
    KillNode,
    /// A node is stopped with SIGSTOP, and continued with SIGCONT when its lease has run out.
    FreezeNode,
    /// A node is cut off from its network, and connected again when its lease has run out. This needs root.
    CutNode,
    /// `kill -9` of the primary with all its connections.
    KillPrimary,
    /// `kill -9` of the primary with all its connections and of its Patroni, as when a machine is lost.
    LosePrimary,
    /// The primary and its Patroni are stopped (SIGSTOP). Then they answer nothing, as if their network were lost. They
    /// are continued when another server has become the primary.
    FreezePrimary,
}

impl Blow {
    fn is_of_primary(self) -> bool {
        matches!(self, Blow::KillPrimary | Blow::LosePrimary | Blow::FreezePrimary)
    }

    fn words(self) -> &'static str {
        match self {
            Blow::KillNode => "`kill -9` of a node",
            Blow::FreezeNode => "SIGSTOP of a node for 8 s",
            Blow::CutNode => "a node cut off for 8 s",
            Blow::KillPrimary => "`kill -9` of the primary",
            Blow::LosePrimary => "`kill -9` of the primary and its Patroni",
            Blow::FreezePrimary => "SIGSTOP of the primary and its Patroni",
        }
    }
}

/// The times that tables needed to go on after a fault.
#[derive(Default)]
struct BlowTimes {
    /// The times of the tables that the fault must have reached. A fault of a node reaches its tables. A fault of a
    /// primary reaches all tables.
    own: Vec<Duration>,
    other: Vec<Duration>,
}

/// Causes faults of parts, one after the other, and checks the log. `all`: the number of faults of each kind. `tables`:
/// the number of tables of four. `moves_per_s`: the moves a second of all tables together.
pub fn blows(
    programs: &ClusterPrograms,
    all: &[(Blow, usize)],
    (tables, moves_per_s): (usize, f64),
    say: &dyn Fn(&str),
) -> Done<TrialReport> {
    let networks = all.iter().any(|(blow, times)| *blow == Blow::CutNode && *times > 0);
    let mut cluster = Cluster::start(programs.clone(), ClusterPlan { networks, ..ClusterPlan::trial(3) })?;
    let play = TrialPlay::start(cluster.address, tables, moves_per_s)?;
    play.watch(Instant::now());
    play.all_go_on()?;
    let mut report = TrialReport::default();
    report.line("## Parts that are killed, stopped or cut off\n");
    report.line(&format!(
        "3 nodes, PostgreSQL with `docs/hosting/patroni.yml`, HAProxy, which spreads sockets at random; {tables} tables of four, {moves_per_s} moves a second. \
         Seconds from the blow to the answer to a move that was sent after it.\n"
    ));
    report.line("| blow | times | tables | | median | p99 | longest | target |\n|---|--:|---|--:|--:|--:|--:|---|");
    let (mut number, of) = (0, all.iter().map(|(_, times)| times).sum::<usize>());
    for (blow, count) in all {
        let mut times = BlowTimes::default();
        for _ in 0..*count {
            number += 1;
            say(&format!("blow {number} of {of}: {}, {} moves", blow.words(), play.acknowledged()));
            play.plays_until(number * tables * MOVES_FOR_EACH)?;
            // The delay varies, so that faults of nodes fall before, during or after a commit, and faults of primaries
            // at any moment between two checks of Patroni.
            let among = if blow.is_of_primary() { 3_000 } else { 250 };
            std::thread::sleep(Duration::from_millis(number as u64 * 1_337 % among));
            let struck = strike(&mut cluster, &play, number % 3, *blow, &mut times);
            struck.map_err(|words| format!("{}: {words}\n{}", blow.words(), cluster.databases.logs()))?;
        }
        let whose = match blow.is_of_primary() {
            true => vec![("all", &times.own, "median ≤ 20, longest ≤ 30")],
            false => vec![("of the node", &times.own, "p99 ≤ 6"), ("of other nodes", &times.other, "")],
        };
        for (whose, times, target) in whose.into_iter().filter(|_| *count > 0) {
            let [tables, median, most, longest] = spread(times);
            let cells = [blow.words().to_owned(), count.to_string(), whose.to_owned(), tables, median, most, longest];
            report.row(&[&cells[..], &[target.to_owned()]].concat());
        }
    }
    let moves = check(play, &cluster, &mut report)?;
    report.line(&format!("\n{}", room(&cluster, moves)?));
    cluster.stop()?;
    Ok(report)
}

/// Causes a fault of one part, waits until every table has gone on, and brings the part back.
fn strike(cluster: &mut Cluster, play: &TrialPlay, node: usize, blow: Blow, times: &mut BlowTimes) -> Done<()> {
    cluster.check_no_bug(node)?;
    let (own, primary) = (cluster.tables_of(node)?, cluster.databases.primary().ok_or("no database is the primary")?);
    let began = Instant::now();
    match blow {
        Blow::KillNode => cluster.kill_node(node)?,
        Blow::FreezeNode => cluster.signal_node(node, "STOP")?,
        Blow::CutNode => cluster.plug_node(node, false)?,
        Blow::KillPrimary => cluster.databases.signal(primary, "KILL")?,
        Blow::LosePrimary => cluster.databases.signal_host(primary, "KILL")?,
        Blow::FreezePrimary => cluster.databases.signal_host(primary, "STOP")?,
    }
    play.watch(began);
    for (table, took) in play.all_go_on()? {
        if blow.is_of_primary() || own.contains(&table) { times.own.push(took) } else { times.other.push(took) }
    }
    if matches!(blow, Blow::FreezeNode | Blow::CutNode) {
        std::thread::sleep(FROZEN.saturating_sub(began.elapsed()));
    }
    match blow {
        Blow::KillNode => cluster.run_node(node)?,
        Blow::FreezeNode => cluster.signal_node(node, "CONT")?,
        Blow::CutNode => cluster.plug_node(node, true)?,
        Blow::KillPrimary => {}
        Blow::LosePrimary => cluster.databases.run(primary)?,
        // The old primary acts as a primary until its Patroni notices that another server has become the primary.
        Blow::FreezePrimary => cluster.databases.signal_host(primary, "CONT")?,
    }
    if blow.is_of_primary() {
        play.watch(Instant::now());
        play.all_go_on()?;
        cluster.databases.wait_for_standby()?;
    }
    cluster.wait_until_connected()
}

/// Returns a line about disk space: the bytes of a row of a table's log, and the bytes that a move adds to the
/// database's write-ahead log.
fn room(cluster: &Cluster, moves: usize) -> Done<String> {
    let sizes = cluster.databases.sql(
        "SELECT count(*), pg_relation_size('events'), pg_indexes_size('events'), (SELECT wal_bytes FROM pg_stat_wal) FROM events",
    )?;
    let numbers: Vec<usize> = sizes.split('|').filter_map(|number| number.parse().ok()).collect();
    match numbers[..] {
        [rows, table, indexes, log] => Ok(format!(
            "{rows} rows in the logs, each {} bytes and {} of indexes. The write-ahead log of the last primary grew by {} bytes for each \
             acknowledged move, with all else that was written.",
            table / rows.max(1),
            indexes / rows.max(1),
            log / moves.max(1)
        )),
        _ => Err(format!("the database answers {sizes}")),
    }
}
