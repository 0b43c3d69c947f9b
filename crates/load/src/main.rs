//! The program that `cargo xtask load` builds and runs.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use load::{Cores, Done, LoadReport, Scale, bar, flush, raise_advice, round};

/// Measures how much load a server can take, and compares it with another build if one is given. Needs Linux.
#[derive(Parser)]
#[command(name = "load")]
struct Arguments {
    /// The cardroom binary.
    #[arg(long, value_name = "FILE")]
    cardroom: PathBuf,
    /// Another cardroom binary, which is measured in the same rounds for comparison.
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,
    /// The folder for cardroom's data, on the disk that is measured. By default the folder of this program.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// The number of rounds. Each round measures everything once.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// The number of tables, each with four people.
    #[arg(long, value_name = "N", default_value_t = 125)]
    tables: usize,
    /// The measured seconds of each phase.
    #[arg(long, value_name = "S", default_value_t = 10.0)]
    seconds: f64,
    /// The moves a second that all tables make together in the calm phase.
    #[arg(long, value_name = "N", default_value_t = 250.0)]
    rate: f64,
    /// The number of idle connections. With 0 they are not measured.
    #[arg(long, value_name = "N", default_value_t = 5000)]
    idle: usize,
    /// The number of tables with one person and three champions. With 0 they are not measured.
    #[arg(long, value_name = "N", default_value_t = 8)]
    champions: usize,
    /// Lets the kernel choose the cores. Otherwise the server runs on one core, and the players on another.
    #[arg(long)]
    any_core: bool,
    /// Also writes the table to this file.
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
    /// Writes the results of every round to this file.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

fn main() -> ExitCode {
    load::exit(run(&Arguments::parse()))
}

fn run(arguments: &Arguments) -> Done<()> {
    if let Some(words) = raise_advice(arguments.idle.max(arguments.tables * 4)) {
        return Err(words);
    }
    let scale = Scale {
        tables: arguments.tables.max(1),
        warm_s: 2.0,
        counted_s: arguments.seconds,
        rate: arguments.rate,
        idle: arguments.idle,
        champions: arguments.champions,
    };
    let cores = (!arguments.any_core).then_some(Cores { server: 0, players: 1 });
    if let Some(Cores { players, .. }) = cores {
        stay_on(players)?;
    }
    // Only this build is measured with champions.
    let mut builds = vec![("this build", arguments.cardroom.as_path(), scale)];
    builds
        .extend(arguments.against.as_deref().map(|other| ("the other build", other, Scale { champions: 0, ..scale })));
    let bar = bar(Some(u64::from(arguments.rounds) * builds.len() as u64));
    let data = match &arguments.data {
        Some(folder) => folder.clone(),
        None => beside_the_program()?,
    };
    let flush = flush(&data)?;
    let (cardroom, other) = (Vec::new(), Vec::new());
    let mut report = LoadReport { scale, machine: machine(), flush, cardroom, other };
    for _ in 0..arguments.rounds {
        for (name, program, scale) in &builds {
            let done = round((name, program), &data, scale, cores, &|words| bar.set_message(words.to_owned()))?;
            let rounds = if *name == "this build" { &mut report.cardroom } else { &mut report.other };
            rounds.push(done);
            bar.inc(1);
        }
        // The state of the machine changes during a round. So the builds change their order in each round.
        builds.reverse();
    }
    bar.finish_and_clear();
    let table = report.markdown();
    write!(io::stdout(), "{table}").map_err(|error| error.to_string())?;
    for (file, text) in [
        (&arguments.markdown, table),
        (&arguments.json, serde_json::to_string_pretty(&report).expect("numbers and words") + "\n"),
    ] {
        if let Some(file) = file {
            std::fs::write(file, text).map_err(|error| format!("{}: {error}", file.display()))?;
        }
    }
    Ok(())
}

/// Returns the folder of this program. It is on a disk and not in a memory file system, so that a flush really writes.
fn beside_the_program() -> Done<PathBuf> {
    let program = std::env::current_exe().map_err(|error| format!("this program: {error}"))?;
    Ok(program.parent().ok_or("this program lies nowhere")?.to_owned())
}

/// Restricts this process to one core.
fn stay_on(core: usize) -> Done<()> {
    let this = std::process::id().to_string();
    let output = std::process::Command::new("taskset").args(["-a", "-p", "-c", &core.to_string(), &this]).output();
    match output {
        Ok(output) if output.status.success() => Ok(()),
        _ => Err(format!("taskset cannot put this process on core {core}: run it with --any-core")),
    }
}

fn machine() -> String {
    let cpu = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpu.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let cores = cpu.lines().filter(|line| line.starts_with("processor")).count();
    format!("{}, {cores} cores.", model.map_or("A processor of unknown name", |(_, model)| model))
}
