//! The program that `cargo xtask cluster` builds and runs.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use clap::{Parser, ValueEnum};
use load::{
    Blow, Cluster, ClusterPlan, ClusterPrograms, Done, TrialReport, bar, blows, costs, crowds, raise_advice, while_,
};

/// Several servers on this machine, with a database and a balancer that end with them. Linux.
#[derive(Parser)]
#[command(name = "cluster")]
struct Arguments {
    /// The cardroom binary.
    #[arg(long, value_name = "FILE")]
    cardroom: PathBuf,
    /// The folder with the programs of PostgreSQL.
    #[arg(long, value_name = "DIR")]
    postgres: PathBuf,
    /// How many nodes.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..=50))]
    nodes: u16,
    /// The port of the balancer; the nodes have the ports after it.
    #[arg(long, value_name = "N", default_value_t = 7878, value_parser = clap::value_parser!(u16).range(1024..=60_000))]
    port: u16,
    /// Kills, freezes and measures, and prints a report, instead of serving. Fails if anything acknowledged is lost.
    #[arg(long)]
    trial: bool,
    /// How often a node is killed. Nodes are frozen, nodes are cut off and primaries are killed a fifth as often each; primaries are frozen, and lose their machine, a tenth as often.
    #[arg(long, value_name = "N", default_value_t = 100)]
    kills: usize,
    /// Only these parts of the trial; can be repeated.
    #[arg(long, value_name = "PART", value_enum)]
    only: Vec<TrialPart>,
    /// Tables of four at which people play while something is killed.
    #[arg(long, value_name = "N", default_value_t = 64)]
    tables: usize,
    /// Moves a second at these tables.
    #[arg(long, value_name = "N", default_value_t = 160.0)]
    rate: f64,
    /// Rounds of what a move costs.
    #[arg(long, value_name = "N", default_value_t = 2)]
    rounds: usize,
    /// Seconds that are counted, where something is measured.
    #[arg(long, value_name = "S", default_value_t = 8.0)]
    seconds: f64,
    /// Numbers of people, the largest first.
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_values_t = [10_000, 7_500, 5_000, 2_500, 1_000, 500])]
    people: Vec<usize>,
    /// Writes the report here too.
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum TrialPart {
    /// Nodes are killed and frozen.
    Nodes,
    /// Nodes are cut off from their network. Only as root.
    Cuts,
    /// Primaries are killed, alone and with their Patroni, and frozen.
    Failover,
    /// Measures the cost of a move.
    Costs,
    /// People in play.
    People,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    load::exit(if arguments.trial { trial(&arguments) } else { serve(&arguments) })
}

fn programs(arguments: &Arguments) -> ClusterPrograms {
    ClusterPrograms { cardroom: arguments.cardroom.clone(), postgres: arguments.postgres.clone() }
}

/// Runs the cluster until Ctrl-C.
fn serve(arguments: &Arguments) -> Done<()> {
    let options = vec!["--log=info".to_owned()];
    let plan =
        ClusterPlan { nodes: arguments.nodes.into(), port: arguments.port, options, networks: false, at_random: false };
    let cluster = Cluster::start(programs(arguments), plan)?;
    let mut lines = String::new();
    for (number, address) in cluster.addresses().iter().enumerate() {
        let (name, process) = (Cluster::node_name(number), cluster.node_process(number).unwrap_or_default());
        lines += &format!("{name}: process {process}, {address}, log {}\n", cluster.log(&name).display());
    }
    for (name, process) in cluster.parts_beside() {
        lines += &format!("{name}: process {process}, log {}\n", cluster.log(name).display());
    }
    lines += &format!("cardroom is at http://{}\nCtrl-C stops it.\n", cluster.address);
    write!(io::stdout(), "{lines}").map_err(while_("print"))?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(while_("a runtime"))?;
    runtime.block_on(async {
        let mut term =
            tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()).map_err(while_("signals"))?;
        tokio::select! {
            asked = tokio::signal::ctrl_c() => asked.map_err(while_("signals")),
            _ = term.recv() => Ok(()),
        }
    })?;
    writeln!(io::stdout(), "The cluster stops.").map_err(while_("print"))?;
    cluster.stop()
}

fn trial(arguments: &Arguments) -> Done<()> {
    let wants = |part| arguments.only.is_empty() || arguments.only.contains(&part);
    let most = arguments.people.iter().copied().max().unwrap_or_default();
    if wants(TrialPart::People)
        && let Some(words) = raise_advice(most)
    {
        return Err(words);
    }
    if wants(TrialPart::Cuts) && !rustix::process::geteuid().is_root() {
        return Err(
            "only root can cut networks: run the trial as root, or name its other parts, as --only nodes --only costs"
                .to_owned(),
        );
    }
    let (programs, bar) = (programs(arguments), bar(None));
    let say = |words: &str| bar.set_message(words.to_owned());
    let strike = |all: &[(Blow, usize)]| blows(&programs, all, (arguments.tables, arguments.rate), &say);
    let (kills, rounds, seconds) = (arguments.kills, arguments.rounds, arguments.seconds);
    let mut report = TrialReport::default();
    for part in TrialPart::value_variants().iter().filter(|part| wants(**part)) {
        let began = Instant::now();
        let mut found = match part {
            TrialPart::Nodes => strike(&[(Blow::KillNode, kills), (Blow::FreezeNode, kills.div_ceil(5))])?,
            TrialPart::Cuts => strike(&[(Blow::CutNode, kills.div_ceil(5))])?,
            TrialPart::Costs => costs(&programs, rounds, seconds, &say)?,
            TrialPart::People => {
                let tables: Vec<usize> = arguments.people.iter().map(|people| people.div_ceil(4)).collect();
                crowds(&programs, &tables, seconds, &say)?
            }
            TrialPart::Failover => strike(&[
                (Blow::KillPrimary, kills.div_ceil(5)),
                (Blow::LosePrimary, kills.div_ceil(10)),
                (Blow::FreezePrimary, kills.div_ceil(10)),
            ])?,
        };
        found.text += &format!("\nIt took {:.1} minutes.\n", began.elapsed().as_secs_f64() / 60.0);
        bar.suspend(|| writeln!(io::stdout(), "{}", found.text)).map_err(while_("print"))?;
        report.add(found);
        // The report is written after each part, so that it is not lost if a later part fails.
        if let Some(file) = &arguments.markdown {
            std::fs::write(file, &report.text).map_err(|error| format!("{}: {error}", file.display()))?;
        }
    }
    bar.finish_and_clear();
    match report.losses.is_empty() {
        true => Ok(()),
        false => Err(format!("what was promised was not kept:\n{}", report.losses.join("\n"))),
    }
}
