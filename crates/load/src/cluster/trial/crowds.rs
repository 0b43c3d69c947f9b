//! A measurement of how many people can play before one move in a hundred takes too long. Each table makes a move every
//! five seconds, and champions think at some tables.

use crate::Done;
use crate::cluster::ClusterPrograms;
use crate::crowd::Crowd;
use crate::measure::Measured;

use super::report::TrialReport;
use super::served::{Served, block_on};

/// The number of nodes that share a database.
const NODES: usize = 3;
/// The seconds between two moves of a table.
const INTERVAL_S: f64 = 5.0;
/// The seconds of play before the measurement begins: two moves of each table.
const WARM_S: f64 = 10.0;
/// The limit for the 99th percentile of the time of a move, in milliseconds. Up to this limit, moves are fast enough.
const MOST_MS: f64 = 60.0;
/// The number of tables of which one has a champion in place of a person.
const CHAMPION_AT: usize = 50;

/// A crowd of one size, and its measurement.
struct CrowdRound {
    tables: usize,
    champions: usize,
    measured: Done<Measured>,
    /// The number of cores that the nodes used, and the number that the database used.
    cores: [f64; 2],
    /// The error if a server has panicked.
    bug: Option<String>,
}

/// Measures one node on SQLite, and then three nodes. Each plays with smaller and smaller crowds, until moves are fast
/// enough. `sizes`: the numbers of tables of four, the largest first. `seconds`: the counted seconds.
pub fn crowds(programs: &ClusterPrograms, sizes: &[usize], seconds: f64, say: &dyn Fn(&str)) -> Done<TrialReport> {
    let mut report = TrialReport::default();
    report.line("## People in play\n");
    report.line(&format!(
        "Each table moves every {INTERVAL_S} s; {seconds} s counted; sockets are spread over the nodes at random, without a balancer. Servers and players share \
         this machine. From sending a move to the frame that shows it.\n"
    ));
    report.line("| servers | people | tables | champions | moves/s | p50, ms | p99, ms | cores: nodes | PostgreSQL | players | |");
    report.line("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|");
    for nodes in [1, NODES] {
        let name = if nodes == 1 { "one node, SQLite" } else { "3 nodes" };
        for &tables in sizes {
            say(&format!("{name}: {} people", tables * 4));
            let champions = tables.div_ceil(CHAMPION_AT);
            let served = Served::start(programs, nodes, true)?;
            let mut round = block_on(play(&served, seconds, tables, champions))?;
            round.bug = served.end().err();
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

/// Reports refusals, and bugs of servers, as failures. Slow moves are no failures.
fn note_failures(report: &mut TrialReport, name: &str, round: &CrowdRound) {
    let people = round.tables * 4 - round.champions;
    report.loss(&format!("{name}, {people} people, a bug"), round.bug.as_slice());
    report.loss(
        &format!("{name}, {people} people, refused"),
        round.measured.as_ref().err().map_or(&[], std::slice::from_ref),
    );
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

async fn play(served: &Served, seconds: f64, tables: usize, champions: usize) -> Done<CrowdRound> {
    let mut crowd = Crowd::at(&served.addresses(), tables, champions, Some(tables as f64 / INTERVAL_S)).await?;
    let played = crowd.play(WARM_S).await;
    let before = served.cpu()?;
    let measured = match played {
        Ok(()) => crowd.phase(&|| Ok(served.cpu()?[0]), 0.0, seconds).await,
        Err(words) => Err(words),
    };
    let after = served.cpu()?;
    let cores = [0, 1].map(|part| (after[part] - before[part]).as_secs_f64() / seconds);
    Ok(CrowdRound { tables, champions, measured, cores, bug: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_and_a_bug_make_the_trial_fail_and_a_slow_crowd_does_not() {
        let measured =
            |p99_ms| Measured { moves: 100, moves_per_s: 10.0, cpu_us: 500.0, p50_ms: 1.0, p99_ms, players: 0.1 };
        let round = |measured, bug| CrowdRound { tables: 10, champions: 1, measured, cores: [0.0; 2], bug };
        let losses = |round: CrowdRound| {
            let mut report = TrialReport::default();
            note_failures(&mut report, "3 nodes", &round);
            report.losses
        };
        assert_eq!(losses(round(Ok(measured(2.0 * MOST_MS)), None)), [""; 0]);
        let refused = losses(round(Err("a player was refused a seat".to_owned()), None));
        assert_eq!(refused, ["3 nodes, 39 people, refused: a player was refused a seat"]);
        let met = losses(round(Ok(measured(1.0)), Some("node2 met a bug".to_owned())));
        assert_eq!(met, ["3 nodes, 39 people, a bug: node2 met a bug"]);
    }
}
