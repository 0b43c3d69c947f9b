//! The processor time of a move, on one node with SQLite and on several nodes behind a load balancer.

use std::time::Duration;

use crate::Done;
use crate::cluster::ClusterPrograms;
use crate::crowd::Crowd;
use crate::measure::Measured;
use crate::report::median;

use super::report::TrialReport;
use super::served::{Served, block_on};

/// The number of tables, each with four people.
const TABLES: usize = 125;
/// The moves a second that all tables make together in the calm phase.
const CALM: f64 = 250.0;

/// The kinds of server that are measured: the title, the number of nodes, whether sockets are spread at random, and the
/// index of the kind with fewer nodes with which it is compared.
const KINDS: [(&str, usize, bool, Option<usize>); 5] = [
    ("one node, SQLite", 1, false, None),
    ("3 nodes, by table", 3, false, None),
    ("8 nodes, by table", 8, false, Some(1)),
    ("3 nodes, at random", 3, true, None),
    ("8 nodes, at random", 8, true, Some(3)),
];

/// The names of the phases. In the phase "grown", each node makes as many moves as each of three nodes makes in the
/// phase "calm".
const PHASES: [&str; 3] = ["fast", "calm", "grown"];

/// The measurements of one server or cluster in one round.
struct CostRound {
    /// The processor time of the nodes, in milliseconds a second, while nobody plays.
    rest_ms: f64,
    phases: Vec<CostPhase>,
}

struct CostPhase {
    measured: Measured,
    /// The processor time for each move, in microseconds: that of the database, and that of the load balancer.
    beside_us: [f64; 2],
}

/// The seconds of play before the measurement begins.
const WARM_S: f64 = 2.0;
/// The seconds for which the processor time at rest is measured.
const REST_S: f64 = 3.0;

/// Measures the kinds of server in turn. `count`: the number of rounds. `seconds`: the counted seconds of each phase.
pub fn costs(programs: &ClusterPrograms, count: usize, seconds: f64, say: &dyn Fn(&str)) -> Done<TrialReport> {
    let mut rounds: [Vec<CostRound>; 5] = Default::default();
    for round in 0..count {
        let mut order = [0, 1, 2, 3, 4];
        // The machine changes during a round, for example in temperature. So each round begins with another kind of
        // server.
        order.rotate_left(round % 5);
        for kind in order {
            let (title, nodes, at_random, _) = KINDS[kind];
            say(&format!("round {} of {count}: {title}", round + 1));
            let served = Served::start(programs, nodes, at_random)?;
            rounds[kind].push(block_on(measure(&served, seconds, nodes))?);
            served.end()?;
        }
    }
    let mut report = TrialReport::default();
    report.line("## What a move costs\n");
    report.line(&format!(
        "{count} rounds, {TABLES} tables of four, {seconds} s counted of each phase; fast: as fast as it goes; calm: {CALM} moves a second; grown: \
         {:.0} moves a second for each node. Microseconds of processor time \
         for each move, medians of the rounds; ratios are medians of the ratios of the rounds. The nodes are behind HAProxy; \
         the one node on SQLite has no balancer.\n",
        CALM / 3.0
    ));
    report.line("| | nodes | beside one on SQLite | from fewer to more nodes | PostgreSQL | HAProxy | moves/s | p50, ms | p99, ms | nodes at rest, ms/s |");
    report.line("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    for phase in 0..PHASES.len() {
        for kind in 0..KINDS.len() {
            report.row(&cells(phase, kind, &rounds));
        }
    }
    report.line("\nTargets: 3 nodes ≤ 1.2 × of one on SQLite by table, ≤ 1.5 × at random; 8 nodes ≤ 1.05 × and ≤ 1.2 × of 3. In the rows `grown` the house has as many moves for each node.");
    Ok(report)
}

fn cells(phase: usize, kind: usize, rounds: &[Vec<CostRound>; 5]) -> Vec<String> {
    let of = |kind: usize, number: &dyn Fn(&CostPhase) -> f64| -> Vec<f64> {
        rounds[kind].iter().map(|round| number(&round.phases[phase])).collect()
    };
    let middle = |number: &dyn Fn(&CostPhase) -> f64| median(&of(kind, number));
    let cpu = |phase: &CostPhase| phase.measured.cpu_us;
    let ratio = |other: usize| {
        let ratios: Vec<f64> = of(kind, &cpu).iter().zip(of(other, &cpu)).map(|(a, b)| a / b).collect();
        format!("{:.2} ×", median(&ratios))
    };
    let (title, nodes, _, fewer) = KINDS[kind];
    let beside = |part: usize| match nodes {
        1 => "–".to_owned(),
        _ => format!("{:.0}", middle(&|phase| phase.beside_us[part])),
    };
    vec![
        format!("{title}, {}", PHASES[phase]),
        format!("{:.0}", middle(&cpu)),
        ratio(0),
        fewer.map_or("–".to_owned(), ratio),
        beside(0),
        beside(1),
        format!("{:.0}", middle(&|phase| phase.measured.moves_per_s)),
        format!("{:.1}", middle(&|phase| phase.measured.p50_ms)),
        format!("{:.1}", middle(&|phase| phase.measured.p99_ms)),
        format!("{:.1}", median(&rounds[kind].iter().map(|round| round.rest_ms).collect::<Vec<_>>())),
    ]
}

async fn measure(served: &Served, seconds: f64, nodes: usize) -> Done<CostRound> {
    let cpu = || Ok(served.cpu()?[0]);
    let before = cpu()?;
    tokio::time::sleep(Duration::from_secs_f64(REST_S)).await;
    let rest_ms = (cpu()? - before).as_secs_f64() * 1000.0 / REST_S;
    let mut crowd = Crowd::at(&[served.address()], TABLES, 0, None).await?;
    let mut phases = Vec::new();
    for pace in [None, Some(CALM), Some(CALM * nodes as f64 / 3.0)] {
        crowd.pace(pace);
        crowd.play(WARM_S).await?;
        let [_, before @ ..] = served.cpu()?;
        let measured = crowd.phase(&cpu, 0.0, seconds).await?;
        let [_, after @ ..] = served.cpu()?;
        let beside_us = [0, 1].map(|part| (after[part] - before[part]).as_secs_f64() * 1e6 / measured.moves as f64);
        phases.push(CostPhase { measured, beside_us });
    }
    Ok(CostRound { rest_ms, phases })
}
