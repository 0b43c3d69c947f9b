//! Nodes that are killed, stopped past their lease, or cut off, while people play.

use std::time::{Duration, Instant};

use crate::Done;
use crate::cluster::play::TrialPlay;
use crate::cluster::{Cluster, ClusterPlan, ClusterPrograms};

use super::check::check;
use super::report::{TrialReport, spread};

/// How long a node is frozen or cut off: its lease of 5 seconds is over long before.
const FROZEN: Duration = Duration::from_secs(8);

/// How often each table moves before the next blow, on average: 100,000 moves in the whole trial.
const MOVES_BETWEEN: usize = 14;

/// How many blows, and who plays meanwhile.
#[derive(Clone, Copy)]
pub struct BlowScale {
    /// `kill -9` of a node.
    pub kills: usize,
    /// SIGSTOP of a node, and SIGCONT when its lease is over.
    pub freezes: usize,
    /// A node is cut off from its network, and connected again when its lease is over. Only as root.
    pub cuts: usize,
    /// Tables of four people.
    pub tables: usize,
    /// Moves a second, all tables together.
    pub moves_per_s: f64,
}

/// A fault of a node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Blow {
    Kill,
    Freeze,
    Cut,
}

impl BlowScale {
    /// All blows, in their order.
    fn blows(&self) -> Vec<Blow> {
        let all = [(Blow::Kill, self.kills), (Blow::Freeze, self.freezes), (Blow::Cut, self.cuts)];
        all.into_iter().flat_map(|(blow, times)| std::iter::repeat_n(blow, times)).collect()
    }
}

/// How long tables took to go on after a blow.
#[derive(Default)]
struct BlowTimes {
    /// Tables of the node that was struck.
    own: Vec<Duration>,
    /// All others.
    other: Vec<Duration>,
}

/// Strikes nodes, one after the other, and checks the log.
pub fn blows(programs: &ClusterPrograms, scale: BlowScale, say: &dyn Fn(&str)) -> Done<TrialReport> {
    let plan = ClusterPlan { networks: scale.cuts > 0, ..ClusterPlan::trial(3) };
    let mut cluster = Cluster::start(programs.clone(), plan)?;
    let play = TrialPlay::start(cluster.address, scale.tables, scale.moves_per_s)?;
    let mut times: [BlowTimes; 3] = Default::default();
    let all = scale.blows();
    for (number, blow) in all.iter().enumerate() {
        let goal = play.acknowledged() + scale.tables * MOVES_BETWEEN;
        play.plays_until(goal)?;
        say(&format!("blow {} of {}, {goal} moves", number + 1, all.len()));
        // Before, during or after a commit.
        std::thread::sleep(Duration::from_millis(number as u64 * 37 % 250));
        strike(&mut cluster, &play, number % 3, *blow, &mut times[*blow as usize])?;
    }
    let mut report = report_of(&scale, &times);
    let moves = check(play, &cluster, &mut report)?;
    report.line(&format!("\n{}", room(&cluster, moves)?));
    cluster.stop()?;
    Ok(report)
}

/// Strikes a node, waits until every table has gone on, and brings the node back.
fn strike(cluster: &mut Cluster, play: &TrialPlay, node: usize, blow: Blow, times: &mut BlowTimes) -> Done<()> {
    cluster.check_no_bug(node)?;
    let own = cluster.tables_of(node)?;
    let began = Instant::now();
    match blow {
        Blow::Kill => cluster.kill_node(node)?,
        Blow::Freeze => cluster.signal_node(node, "STOP")?,
        Blow::Cut => cluster.cut_node(node)?,
    }
    play.watch(began);
    for (table, took) in play.all_go_on()? {
        if own.contains(&table) { times.own.push(took) } else { times.other.push(took) }
    }
    if blow != Blow::Kill {
        std::thread::sleep(FROZEN.saturating_sub(began.elapsed()));
    }
    match blow {
        Blow::Kill => cluster.run_node(node)?,
        Blow::Freeze => cluster.signal_node(node, "CONT")?,
        Blow::Cut => cluster.heal_node(node)?,
    }
    cluster.wait_until_connected()
}

fn report_of(scale: &BlowScale, times: &[BlowTimes; 3]) -> TrialReport {
    let longest = times.iter().flat_map(|times| times.own.iter().chain(&times.other)).max();
    let mut report = TrialReport { longest: longest.copied().unwrap_or_default(), ..TrialReport::default() };
    report.line("## Nodes that are killed, stopped or cut off past their lease\n");
    report.line(&format!(
        "3 nodes, PostgreSQL with Patroni, HAProxy, which spreads sockets at random; {} tables of four, {} moves a second. Seconds from the blow \
         to the answer to a move that was sent after it.\n",
        scale.tables, scale.moves_per_s
    ));
    report.line("| blow | times | tables | | median | p99 | longest | target p99 |\n|---|--:|---|--:|--:|--:|--:|--:|");
    let names = [("`kill -9`", scale.kills), ("SIGSTOP for 8 s", scale.freezes), ("cut off for 8 s", scale.cuts)];
    for ((name, count), times) in names.into_iter().zip(times).filter(|((_, count), _)| *count > 0) {
        for (whose, times, target) in [("of the node", &times.own, "≤ 6"), ("of other nodes", &times.other, "")] {
            let [tables, median, most, longest] = spread(times);
            let cells = [name.to_owned(), count.to_string(), whose.to_owned(), tables, median, most, longest];
            report.row(&[&cells[..], &[target.to_owned()]].concat());
        }
    }
    report
}

/// The size of a log's row, and of a move's entry in the database's own log.
fn room(cluster: &Cluster, moves: usize) -> Done<String> {
    let sizes = cluster.databases.sql(
        "SELECT count(*), pg_relation_size('events'), pg_indexes_size('events'), (SELECT wal_bytes FROM pg_stat_wal) FROM events",
    )?;
    let numbers: Vec<usize> = sizes.split('|').filter_map(|number| number.parse().ok()).collect();
    match numbers[..] {
        [rows, table, indexes, log] => Ok(format!(
            "{rows} rows in the logs, each {} bytes and {} of indexes. The write-ahead log of the primary grew by {} bytes for each acknowledged \
             move, with all else that was written.",
            table / rows.max(1),
            indexes / rows.max(1),
            log / moves.max(1)
        )),
        _ => Err(format!("the database answers {sizes}")),
    }
}
