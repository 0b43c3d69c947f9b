//! How many people may play before a hundredth of their moves takes too long. Each table moves once in five seconds, and a champion
//! thinks at some.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::task::LocalSet;

use crate::cluster::{Cluster, ClusterPlan, ClusterPrograms};
use crate::crowd::Crowd;
use crate::measure::Measured;
use crate::process::{ServerProcess, check_no_bug};
use crate::{Done, while_};

use super::report::TrialReport;

/// The scale: numbers of people, and the time for each.
#[derive(Clone, Debug)]
pub struct CrowdScale {
    /// Numbers of tables of four, the largest first: the first at which moves are fast enough is the last that is tried.
    pub tables: Vec<usize>,
    /// One of the four is a champion, at this many of 2,500 tables.
    pub champions: usize,
    /// Seconds that are counted.
    pub seconds: f64,
}

/// How many nodes share a database.
const NODES: usize = 3;
/// Seconds between two moves of a table.
const INTERVAL_S: f64 = 5.0;
/// Seconds of play before anything is counted: two moves of each table.
const WARM_S: f64 = 10.0;
/// The 99th percentile of moves may take this many milliseconds at most.
const MOST_MS: f64 = 100.0;
/// The tables among which the champions of a scale are.
const WHOLE: usize = 2500;

/// A number of people, and what was measured.
struct CrowdRound {
    tables: usize,
    champions: usize,
    measured: Done<Measured>,
    /// How many cores each part used: nodes, database.
    cores: [f64; 2],
    /// Bugs that servers met.
    bugs: Vec<String>,
}

/// Tries smaller and smaller crowds, at one node on SQLite and at three nodes.
pub fn crowds(programs: &ClusterPrograms, scale: &CrowdScale, say: &dyn Fn(&str)) -> Done<TrialReport> {
    let mut report = TrialReport::default();
    report.line("## People in play\n");
    report.line(&format!(
        "Each table moves every {INTERVAL_S} s; {} s counted; sockets are spread over the nodes at random, without a balancer. Servers and players share \
         this machine. From sending a move to the frame that shows it.\n",
        scale.seconds
    ));
    report.line("| servers | people | tables | champions | moves/s | p50, ms | p99, ms | cores: nodes | PostgreSQL | players | |");
    report.line("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|");
    for nodes in [1, NODES] {
        let name = if nodes == 1 { "one node, SQLite" } else { "3 nodes" };
        for &tables in &scale.tables {
            say(&format!("{name}: {} people", tables * 4));
            let champions = (tables * scale.champions).div_ceil(WHOLE).min(tables);
            let round = if nodes == 1 {
                sqlite(programs, scale, tables, champions)?
            } else {
                several(programs, scale, tables, champions)?
            };
            let enough = round.measured.as_ref().is_ok_and(|measured| measured.p99_ms <= MOST_MS);
            report.row(&cells(name, &round));
            note_failures(&mut report, name, &round);
            if enough {
                break;
            }
        }
    }
    report.line(&format!("\nTarget: 10,000 people, 50 champions, p99 ≤ {MOST_MS} ms, no refusal."));
    Ok(report)
}

/// A bug of a server, and whatever a player was refused, is none of what may be slow: nothing fails here.
fn note_failures(report: &mut TrialReport, name: &str, round: &CrowdRound) {
    let people = round.tables * 4 - round.champions;
    report.loss(&format!("{name}, {people} people, a bug"), &round.bugs);
    if let Err(words) = &round.measured {
        report.loss(&format!("{name}, {people} people, refused"), std::slice::from_ref(words));
    }
}

fn cells(name: &str, round: &CrowdRound) -> Vec<String> {
    let people = round.tables * 4 - round.champions;
    let first = [name.to_owned(), people.to_string(), round.tables.to_string(), round.champions.to_string()];
    let rest = match &round.measured {
        Ok(measured) => {
            let fast = if measured.p99_ms <= MOST_MS { "reached" } else { "too slow" };
            let cores = round.cores.map(|cores| format!("{cores:.2}"));
            let times = [measured.moves_per_s, measured.p50_ms, measured.p99_ms].map(|n| format!("{n:.1}"));
            [&times[..], &cores[..], &[format!("{:.2}", measured.players), fast.to_owned()]].concat()
        }
        Err(words) => [vec!["–".to_owned(); 6], vec![words.replace('|', "/")]].concat(),
    };
    [&first[..], &rest[..]].concat()
}

fn sqlite(programs: &ClusterPrograms, scale: &CrowdScale, tables: usize, champions: usize) -> Done<CrowdRound> {
    let data = tempfile::tempdir().map_err(while_("a data folder"))?;
    let server = ServerProcess::cardroom(&programs.cardroom, data.path(), None)?;
    let mut round = play(&[server.address], scale, tables, champions, &|| Ok([server.cpu()?, Duration::ZERO]))?;
    round.bugs.extend(check_no_bug(server.address).err());
    server.stop()?;
    Ok(round)
}

fn several(programs: &ClusterPrograms, scale: &CrowdScale, tables: usize, champions: usize) -> Done<CrowdRound> {
    let cluster = Cluster::start(programs.clone(), ClusterPlan::trial(NODES))?;
    let mut round = play(&cluster.addresses(), scale, tables, champions, &|| {
        let [database, _] = cluster.cpu_beside()?;
        Ok([cluster.cpu_of_nodes()?, database])
    })?;
    round.bugs.extend((0..NODES).filter_map(|node| cluster.check_no_bug(node).err()));
    cluster.stop()?;
    Ok(round)
}

fn play(
    servers: &[SocketAddr],
    scale: &CrowdScale,
    tables: usize,
    champions: usize,
    cpu: &dyn Fn() -> Done<[Duration; 2]>,
) -> Done<CrowdRound> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(while_("a runtime"))?;
    LocalSet::new().block_on(&runtime, async {
        let mut crowd = Crowd::at(servers, tables, champions, Some(tables as f64 / INTERVAL_S)).await?;
        let played = crowd.play(WARM_S).await;
        let before = cpu()?;
        let measured = match played {
            Ok(()) => crowd.phase(&|| Ok(cpu()?[0]), 0.0, scale.seconds).await,
            Err(words) => Err(words),
        };
        let after = cpu()?;
        let cores = [0, 1].map(|part| (after[part] - before[part]).as_secs_f64() / scale.seconds);
        Ok(CrowdRound { tables, champions, measured, cores, bugs: Vec::new() })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_and_a_bug_make_the_trial_fail_and_a_slow_crowd_does_not() {
        let measured =
            |p99_ms| Measured { moves: 100, moves_per_s: 10.0, cpu_us: 500.0, p50_ms: 1.0, p99_ms, players: 0.1 };
        let round = |measured, bugs| CrowdRound { tables: 10, champions: 1, measured, cores: [0.0; 2], bugs };
        let losses = |round: CrowdRound| {
            let mut report = TrialReport::default();
            note_failures(&mut report, "3 nodes", &round);
            report.losses
        };
        assert_eq!(losses(round(Ok(measured(2.0 * MOST_MS)), Vec::new())), [""; 0]);
        let refused = losses(round(Err("a player was refused a seat".to_owned()), Vec::new()));
        assert_eq!(refused, ["3 nodes, 39 people, refused: a player was refused a seat"]);
        let met = losses(round(Ok(measured(1.0)), vec!["node2 met a bug".to_owned()]));
        assert_eq!(met, ["3 nodes, 39 people, a bug: node2 met a bug"]);
    }
}
