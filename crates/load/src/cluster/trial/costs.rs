//! The processor time of a move: one node on SQLite, and several nodes behind a balancer.

use std::time::Duration;

use tokio::task::LocalSet;

use crate::cluster::{Cluster, ClusterPlan, ClusterPrograms};
use crate::crowd::Crowd;
use crate::measure::Measured;
use crate::process::{ServerProcess, check_no_bug};
use crate::report::median;
use crate::{Done, while_};

use super::report::TrialReport;

/// How large and how long.
#[derive(Clone)]
pub struct CostScale {
    /// How often everything is measured.
    pub rounds: usize,
    /// Tables of four people.
    pub tables: usize,
    /// Seconds that are counted, of each phase.
    pub seconds: f64,
    /// Moves a second in the calm phase, all tables together.
    pub moves_per_s: f64,
    /// How many nodes each cluster has; the first is compared with one node on SQLite, the second with the first.
    pub nodes: [usize; 2],
}

impl CostScale {
    /// The nodes of what is measured: one on SQLite, the two clusters with sockets spread by table, and the two at random.
    fn nodes_of(&self, which: usize) -> usize {
        if which == 0 { 1 } else { self.nodes[(which - 1) % 2] }
    }

    fn is_random(which: usize) -> bool {
        which > 2
    }

    fn title(&self, which: usize) -> String {
        match which {
            0 => "one node, SQLite".to_owned(),
            _ if CostScale::is_random(which) => format!("{} nodes, at random", self.nodes_of(which)),
            _ => format!("{} nodes, by table", self.nodes_of(which)),
        }
    }

    /// Moves a second of a house with this number of nodes, if each node has as many as in the calm phase of the first cluster.
    fn moves_of(&self, nodes: usize) -> f64 {
        self.moves_per_s * nodes as f64 / self.nodes[0] as f64
    }
}

/// The phases of one server or cluster.
struct CostRound {
    /// The processor time of the nodes in a second in which nobody is there, in milliseconds.
    rest_ms: f64,
    fast: CostPhase,
    calm: CostPhase,
    /// As many moves at each node as the calm phase has at each node of the first cluster.
    grown: CostPhase,
}

struct CostPhase {
    measured: Measured,
    /// The processor time a move of database and balancer, in microseconds.
    beside_us: [f64; 2],
}

/// The seconds before anything is counted.
const WARM_S: f64 = 2.0;
/// The seconds at rest.
const REST_S: f64 = 5.0;

/// Measures one after the other, in turn.
pub fn costs(programs: &ClusterPrograms, scale: &CostScale, say: &dyn Fn(&str)) -> Done<TrialReport> {
    let mut rounds: [Vec<CostRound>; 5] = Default::default();
    for round in 0..scale.rounds {
        let mut order = [0, 1, 2, 3, 4];
        // The first to run finds another machine than the last: they take turns.
        order.rotate_left(round % 5);
        for which in order {
            say(&format!("round {} of {}: {}", round + 1, scale.rounds, scale.title(which)));
            rounds[which].push(if which == 0 { sqlite(programs, scale)? } else { several(programs, scale, which)? });
        }
    }
    let mut report = TrialReport::default();
    report.line("## What a move costs\n");
    report.line(&format!(
        "{} rounds, {} tables of four, {} s counted of each phase; fast: as fast as it goes; calm: {} moves a second; grown: \
         {} moves a second for each node. Microseconds of processor time \
         for each move, medians of the rounds; ratios are medians of the ratios of the rounds. The nodes are behind HAProxy; \
         the one node on SQLite has no balancer.\n",
        scale.rounds,
        scale.tables,
        scale.seconds,
        scale.moves_per_s,
        scale.moves_of(1).round()
    ));
    report.line("| | nodes | beside one on SQLite | from fewer to more nodes | PostgreSQL | HAProxy | moves/s | p50, ms | p99, ms | nodes at rest, ms/s |");
    report.line("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    for (name, phase) in [("fast", fast as fn(&CostRound) -> &CostPhase), ("calm", calm), ("grown", grown)] {
        for (which, all) in rounds.iter().enumerate() {
            report.row(&cells(name, phase, which, all, &rounds, scale));
        }
    }
    report.line("\nTargets: 3 nodes ≤ 1.2 × of one on SQLite by table, ≤ 1.5 × at random; 8 nodes ≤ 1.05 × and ≤ 1.2 × of 3. In the rows `grown` the house has as many moves for each node.");
    Ok(report)
}

fn fast(round: &CostRound) -> &CostPhase {
    &round.fast
}

fn calm(round: &CostRound) -> &CostPhase {
    &round.calm
}

fn grown(round: &CostRound) -> &CostPhase {
    &round.grown
}

fn cells(
    name: &str,
    phase: fn(&CostRound) -> &CostPhase,
    which: usize,
    all: &[CostRound],
    rounds: &[Vec<CostRound>; 5],
    scale: &CostScale,
) -> Vec<String> {
    let of = |all: &[CostRound], number: &dyn Fn(&CostPhase) -> f64| -> Vec<f64> {
        all.iter().map(|round| number(phase(round))).collect()
    };
    let middle = |number: &dyn Fn(&CostPhase) -> f64| median(&of(all, number));
    let ratio = |other: usize| {
        let cpu = |all: &[CostRound]| of(all, &|phase| phase.measured.cpu_us);
        let ratios: Vec<f64> = cpu(all).iter().zip(cpu(&rounds[other])).map(|(a, b)| a / b).collect();
        format!("{:.2} ×", median(&ratios))
    };
    let beside = |part: usize| match which {
        0 => "–".to_owned(),
        _ => format!("{:.0}", middle(&|phase| phase.beside_us[part])),
    };
    vec![
        format!("{}, {name}", scale.title(which)),
        format!("{:.0}", middle(&|phase| phase.measured.cpu_us)),
        if which == 0 { "1".to_owned() } else { ratio(0) },
        if matches!(which, 2 | 4) { ratio(which - 1) } else { "–".to_owned() },
        beside(0),
        beside(1),
        format!("{:.0}", middle(&|phase| phase.measured.moves_per_s)),
        format!("{:.1}", middle(&|phase| phase.measured.p50_ms)),
        format!("{:.1}", middle(&|phase| phase.measured.p99_ms)),
        format!("{:.1}", median(&all.iter().map(|round| round.rest_ms).collect::<Vec<_>>())),
    ]
}

fn sqlite(programs: &ClusterPrograms, scale: &CostScale) -> Done<CostRound> {
    let data = tempfile::tempdir().map_err(while_("a data folder"))?;
    let server = ServerProcess::cardroom(&programs.cardroom, data.path(), None)?;
    let round = phases(&[server.address], scale, 1, &|| server.cpu(), &|| Ok([Duration::ZERO; 2]))?;
    check_no_bug(server.address)?;
    server.stop()?;
    Ok(round)
}

fn several(programs: &ClusterPrograms, scale: &CostScale, which: usize) -> Done<CostRound> {
    let nodes = scale.nodes_of(which);
    let plan = ClusterPlan { at_random: CostScale::is_random(which), ..ClusterPlan::trial(nodes) };
    let cluster = Cluster::start(programs.clone(), plan)?;
    let round = phases(&[cluster.address], scale, nodes, &|| cluster.cpu_of_nodes(), &|| cluster.cpu_beside())?;
    for node in 0..nodes {
        cluster.check_no_bug(node)?;
    }
    cluster.stop()?;
    Ok(round)
}

fn phases(
    servers: &[std::net::SocketAddr],
    scale: &CostScale,
    nodes: usize,
    cpu: &dyn Fn() -> Done<Duration>,
    beside: &dyn Fn() -> Done<[Duration; 2]>,
) -> Done<CostRound> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(while_("a runtime"))?;
    LocalSet::new().block_on(&runtime, async {
        let before = cpu()?;
        tokio::time::sleep(Duration::from_secs_f64(REST_S)).await;
        let rest_ms = (cpu()? - before).as_secs_f64() * 1000.0 / REST_S;
        let mut crowd = Crowd::at(servers, scale.tables, 0, None).await?;
        let fast = phase(&mut crowd, scale, cpu, beside).await?;
        crowd.pace(Some(scale.moves_per_s));
        let calm = phase(&mut crowd, scale, cpu, beside).await?;
        crowd.pace(Some(scale.moves_of(nodes)));
        let grown = phase(&mut crowd, scale, cpu, beside).await?;
        Ok(CostRound { rest_ms, fast, calm, grown })
    })
}

async fn phase(
    crowd: &mut Crowd,
    scale: &CostScale,
    cpu: &dyn Fn() -> Done<Duration>,
    beside: &dyn Fn() -> Done<[Duration; 2]>,
) -> Done<CostPhase> {
    crowd.play(WARM_S).await?;
    let before = beside()?;
    let measured = crowd.phase(cpu, 0.0, scale.seconds).await?;
    let after = beside()?;
    let us = |part: usize| (after[part] - before[part]).as_secs_f64() * 1e6 / measured.moves as f64;
    Ok(CostPhase { measured, beside_us: [us(0), us(1)] })
}
