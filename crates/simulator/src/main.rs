//! `cargo xtask simulate`: thousands of tables, with each promise checked after each step
//! (docs/develop/reliability.md).

use std::ops::Range;
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use indicatif::ProgressBar;
use rayon::prelude::*;
use simulator::twins::{self, Compared, End};
use simulator::{Broken, Counted, Plan, Shortest, play};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Plays simulated tables and checks every promise after each step.
#[derive(Parser)]
#[command(name = "cargo xtask simulate")]
struct Args {
    /// The seeds of the tables, A..B.
    #[arg(long, default_value = "0..1000", value_parser = seeds)]
    seeds: Range<u64>,
    /// The seeds of the twins (pairs of tables), A..B. A seed that gives no pair is replaced by one after the range.
    #[arg(long, default_value = "0..20000", value_parser = seeds)]
    twins: Range<u64>,
    /// The seeds of the clusters of three nodes, and of the pairs of such clusters in two worlds, A..B.
    #[arg(long, default_value = "0..1000", value_parser = seeds)]
    clusters: Range<u64>,
    /// Plays only this game.
    #[arg(long)]
    game: Option<String>,
    /// Plays the amounts of docs/develop/reliability.md: 40,000 tables, a million twins, 100,000 clusters and as many
    /// pairs of clusters of each game.
    #[arg(long)]
    long: bool,
}

fn seeds(text: &str) -> Result<Range<u64>, String> {
    let (first, end) = text.split_once("..").ok_or("seeds are written A..B")?;
    let number = |text: &str| text.parse::<u64>().map_err(|error| format!("{text:?}: {error}"));
    Ok(number(first)?..number(end)?)
}

fn main() -> ExitCode {
    let mut args = Args::parse();
    if args.long {
        (args.seeds, args.twins, args.clusters) = (0..40_000, 0..1_000_000, 0..100_000);
    }
    let games = catalog::entries().into_iter().map(|entry| entry.id);
    let games: Vec<&str> = games.filter(|id| args.game.as_deref().is_none_or(|game| game == *id)).collect();
    if games.is_empty() {
        eprintln!("there is no game {:?}", args.game.unwrap_or_default());
        return ExitCode::FAILURE;
    }
    // All seeds of every game are played, even if one has failed.
    let all = |game: &&str| {
        let Args { seeds, twins, clusters, .. } = &args;
        [
            tables(game, seeds.clone(), "one node", Plan::of),
            tables(game, clusters.clone(), "three nodes", Plan::of_cluster),
            compare(game, twins.clone(), 1),
            compare(game, clusters.clone(), 3),
        ]
    };
    let fine: Vec<bool> = games.iter().flat_map(all).collect();
    if fine.iter().all(|fine| *fine) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn bar(seeds: &Range<u64>) -> ProgressBar {
    ProgressBar::new(seeds.end.saturating_sub(seeds.start))
}

fn tables(game: &str, seeds: Range<u64>, nodes: &str, plan: fn(&str, u64) -> Plan) -> bool {
    let began = Instant::now();
    let bar = bar(&seeds);
    let played = seeds.into_par_iter().inspect(|_| bar.inc(1)).map(|seed| play(&plan(game, seed)));
    let found: Result<Counted, Box<Shortest>> = played.try_reduce(Counted::default, |a, b| Ok(a + b));
    match found {
        Ok(all) => {
            let speed = all.of("moves") as f64 / began.elapsed().as_secs_f64() / rayon::current_num_threads() as f64;
            println!("{game} at {nodes}: {speed:.0} moves a second and core, {all}");
            true
        }
        Err(shortest) => {
            println!("{shortest}");
            false
        }
    }
}

/// Compares pairs of tables, each table at this number of nodes. A seed whose table has no second world makes no pair,
/// so further seeds are tried until there are enough pairs.
fn compare(game: &str, seeds: Range<u64>, nodes: usize) -> bool {
    let began = Instant::now();
    let wanted = seeds.end.saturating_sub(seeds.start) as usize;
    let bar = bar(&seeds);
    let (mut compared, mut next) = (Vec::<Compared>::with_capacity(wanted), seeds);
    while compared.len() < wanted {
        let found = next.clone().into_par_iter().map(|seed| {
            let pair = twins::compare(game, seed, nodes, None).map_err(|broken| (seed, broken));
            bar.inc(pair.as_ref().map_or(0, |pair| u64::from(pair.is_some())));
            pair
        });
        match found.collect::<Result<Vec<_>, _>>() {
            Ok(found) => compared.extend(found.into_iter().flatten()),
            Err((seed, Broken { check, words })) => {
                let words: String = words.chars().take(4000).collect();
                println!("twins {seed} of {game} at {nodes} nodes break promise {check}: {words}");
                return false;
            }
        }
        next = next.end..next.end + (wanted - compared.len()) as u64;
    }
    let sum = |of: fn(&Compared) -> u64| compared.iter().map(of).sum::<u64>();
    let ends = |end| compared.iter().filter(|compared| compared.end == end).count();
    println!(
        "{game}: {} pairs at {nodes} nodes ({:.0} a second on all cores), {} moves, {} takeovers, {} messages the same, {} of them after a \
         takeover, {} counts, messages between nodes and requests to the database; ended by a public action {}, a card shown {}, the deal's \
         end {}, the script's {}",
        compared.len(),
        compared.len() as f64 / began.elapsed().as_secs_f64(),
        sum(|one| one.counted.of("moves")),
        sum(|one| one.counted.of("takeovers")),
        sum(|one| one.messages),
        sum(|one| one.after_takeovers),
        sum(|one| one.traffic),
        ends(End::Differs),
        ends(End::Shown),
        ends(End::Over),
        ends(End::Script)
    );
    true
}
