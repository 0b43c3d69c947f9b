//! Nodes that are killed, and nodes that stop past their lease, while people play.

use std::time::{Duration, Instant};

use load::Done;

use crate::cluster::{Cluster, ClusterPlan, ClusterPrograms};
use crate::play::TrialPlay;

use super::check::check;
use super::report::{TrialReport, spread};

/// How long a node is frozen: its lease of 5 seconds is over long before.
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
    /// Tables of four people.
    pub tables: usize,
    /// Moves a second, all tables together.
    pub moves_per_s: f64,
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
///
/// # Errors
/// If a part does not start, or a table does not go on.
pub fn blows(programs: &ClusterPrograms, scale: BlowScale, say: &dyn Fn(&str)) -> Done<TrialReport> {
    let plan = ClusterPlan { nodes: 3, standbys: true, port: 0, options: vec!["--commands-per-second=0".to_owned()] };
    let mut cluster = Cluster::start(programs.clone(), plan)?;
    let play = TrialPlay::start(cluster.address, scale.tables, scale.moves_per_s)?;
    let [mut killed, mut frozen] = [BlowTimes::default(), BlowTimes::default()];
    for blow in 0..scale.kills + scale.freezes {
        let goal = play.acknowledged() + scale.tables * MOVES_BETWEEN;
        play.plays_until(goal)?;
        say(&format!("blow {} of {}, {goal} moves", blow + 1, scale.kills + scale.freezes));
        // Before, during or after a commit.
        std::thread::sleep(Duration::from_millis(blow as u64 * 37 % 250));
        let kills = blow < scale.kills;
        strike(&mut cluster, &play, blow % 3, kills, if kills { &mut killed } else { &mut frozen })?;
    }
    let mut report = times(&scale, [&killed, &frozen]);
    let moves = check(play, &cluster, &mut report)?;
    report.line(&format!("\n{}", room(&cluster, moves)?));
    cluster.stop()?;
    Ok(report)
}

/// Kills or freezes a node, waits until every table has gone on, and brings the node back.
fn strike(cluster: &mut Cluster, play: &TrialPlay, node: usize, kills: bool, times: &mut BlowTimes) -> Done<()> {
    cluster.met_no_bug(node)?;
    let own = cluster.tables_of(node)?;
    let began = Instant::now();
    if kills {
        cluster.kill_node(node)?;
    } else {
        cluster.signal_node(node, "STOP")?;
    }
    play.watch(began);
    for (table, took) in play.all_go_on()? {
        if own.contains(&table) { times.own.push(took) } else { times.other.push(took) }
    }
    if kills {
        cluster.run_node(node)?;
    } else {
        std::thread::sleep(FROZEN.saturating_sub(began.elapsed()));
        cluster.signal_node(node, "CONT")?;
    }
    cluster.meet()
}

fn times(scale: &BlowScale, [killed, frozen]: [&BlowTimes; 2]) -> TrialReport {
    let longest = [killed, frozen].iter().flat_map(|times| times.own.iter().chain(&times.other)).max();
    let mut report = TrialReport { longest: longest.copied().unwrap_or_default(), ..TrialReport::default() };
    report.line("## Nodes that are killed, and nodes that stop past their lease\n");
    report.line(&format!(
        "3 nodes, a primary with two standbys of which one confirms, NATS, HAProxy; {} tables of four, {} moves a second. Seconds from the blow \
         to the answer to a move that was sent after it.\n",
        scale.tables, scale.moves_per_s
    ));
    report.line("| blow | times | tables | | median | p99 | longest | target p99 |\n|---|--:|---|--:|--:|--:|--:|--:|");
    for (name, count, times) in [("`kill -9`", scale.kills, killed), ("SIGSTOP for 8 s", scale.freezes, frozen)] {
        for (whose, times, target) in [("of the node", &times.own, "≤ 6"), ("of other nodes", &times.other, "")] {
            let [tables, median, most, longest] = spread(times);
            let cells = [name.to_owned(), count.to_string(), whose.to_owned(), tables, median, most, longest];
            report.row(&[&cells[..], &[target.to_owned()]].concat());
        }
    }
    report
}

/// What a row of a log takes, and what a move adds to the log of the database.
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
