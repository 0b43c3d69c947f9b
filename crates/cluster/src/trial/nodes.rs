//! Nodes that are killed, and nodes that stop past their lease, while people play.

use std::time::{Duration, Instant};

use load::Done;

use crate::cluster::{Cluster, ClusterPlan, ClusterPrograms};
use crate::play::TrialPlay;

use super::check::check;
use super::report::{TrialReport, spread};

/// How long a node is frozen: its lease of 5 seconds is over long before.
const FROZEN: Duration = Duration::from_secs(8);

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
    play.watch(Instant::now());
    play.all_go_on()?;
    for blow in 0..scale.kills + scale.freezes {
        let node = blow % 3;
        let kills = blow < scale.kills;
        let done = play.acknowledged();
        say(&format!("blow {} of {}, {done} moves", blow + 1, scale.kills + scale.freezes));
        // Before, during or after a commit.
        std::thread::sleep(Duration::from_millis(blow as u64 * 37 % 250));
        cluster.met_no_bug(node)?;
        let own = cluster.tables_of(node)?;
        let began = Instant::now();
        if kills {
            cluster.kill_node(node)?;
        } else {
            cluster.signal_node(node, "STOP")?;
        }
        play.watch(began);
        let went_on = play.all_go_on()?;
        let times = if kills { &mut killed } else { &mut frozen };
        for (table, took) in went_on {
            if own.contains(&table) { times.own.push(took) } else { times.other.push(took) }
        }
        if kills {
            cluster.run_node(node)?;
        } else {
            std::thread::sleep(FROZEN.saturating_sub(began.elapsed()));
            cluster.signal_node(node, "CONT")?;
        }
        cluster.meet()?;
    }
    let longest = [&killed, &frozen].iter().flat_map(|times| times.own.iter().chain(&times.other)).max();
    let mut report = TrialReport { longest: longest.copied().unwrap_or_default(), ..TrialReport::default() };
    report.line("## Nodes that are killed, and nodes that stop past their lease\n");
    report.line(&format!(
        "3 nodes, a primary with two standbys of which one confirms, NATS, HAProxy; {} tables of four, {} moves a second. Seconds from the blow \
         to the answer to a move that was sent after it.\n",
        scale.tables, scale.moves_per_s
    ));
    report.line("| blow | times | tables | | median | p99 | longest | target p99 |\n|---|--:|---|--:|--:|--:|--:|--:|");
    for (name, count, times) in [("`kill -9`", scale.kills, &killed), ("SIGSTOP for 8 s", scale.freezes, &frozen)] {
        for (whose, times, target) in [("of the node", &times.own, "≤ 6"), ("of other nodes", &times.other, "")] {
            let [tables, median, most, longest] = spread(times);
            let cells = [name.to_owned(), count.to_string(), whose.to_owned(), tables, median, most, longest];
            report.row(&[&cells[..], &[target.to_owned()]].concat());
        }
    }
    check(play, &cluster, &mut report)?;
    cluster.stop()?;
    Ok(report)
}
