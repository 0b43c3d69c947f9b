//! The program that `cargo xtask cluster` builds and runs.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use clap::{Parser, ValueEnum};
use load::{
    Blow, Cluster, ClusterPlan, ClusterPrograms, Done, TrialReport, bar, blows, costs, crowds, raise_advice, while_,
};

/// Runs several servers on this machine, with a database and a load balancer. Needs Linux.
#[derive(Parser)]
#[command(name = "cluster")]
struct Arguments {
    /// The cardroom binary.
    #[arg(long, value_name = "FILE")]
    cardroom: PathBuf,
    /// The folder with the programs of PostgreSQL.
    #[arg(long, value_name = "DIR")]
    postgres: PathBuf,
    /// The number of nodes.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..=50))]
    nodes: u16,
    /// The port of the load balancer. The nodes get the ports after it.
    #[arg(long, value_name = "N", default_value_t = 7878, value_parser = clap::value_parser!(u16).range(1024..=60_000))]
    port: u16,
    /// Instead of serving, kills and freezes parts of a cluster, measures, and prints a report. Fails if acknowledged
    /// data is lost.
    #[arg(long)]
    trial: bool,
    /// The number of times that a node is killed. A fifth as often nodes are frozen, nodes are cut off, and primaries
    /// are killed. A tenth as often primaries are frozen, and primaries lose their machine.
    #[arg(long, value_name = "N", default_value_t = 100)]
    kills: usize,
    /// Does only this part of the trial. The option can be repeated.
    #[arg(long, value_name = "PART", value_enum)]
    only: Vec<TrialPart>,
    /// The number of tables at which four people play while parts of the cluster are killed or frozen.
    #[arg(long, value_name = "N", default_value_t = 64)]
    tables: usize,
    /// The moves a second that all these tables make together.
    #[arg(long, value_name = "N", default_value_t = 160.0)]
    rate: f64,
    /// The number of rounds in which the cost of a move is measured.
    #[arg(long, value_name = "N", default_value_t = 2)]
    rounds: usize,
    /// The measured seconds of each phase.
    #[arg(long, value_name = "S", default_value_t = 8.0)]
    seconds: f64,
    /// The numbers of people that are tried, the largest first.
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_values_t = [10_000, 7_500, 5_000, 2_500, 1_000, 500])]
    people: Vec<usize>,
    /// Also writes the report to this file.
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum TrialPart {
    /// Kills and freezes nodes.
    Nodes,
    /// Cuts nodes off from their network. Only root can do this.
    Cuts,
    /// Kills primaries, alone and together with their Patroni, and freezes them.
    Failover,
    /// Measures the cost of a move.
    Costs,
    /// Measures clusters with many people who play.
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
