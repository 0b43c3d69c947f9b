//! `cargo xtask simulate`: thousands of tables, with each promise checked after each step (docs/reliability.md).

use std::ops::Range;
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use indicatif::ProgressBar;
use rayon::prelude::*;
use simulator::cluster::twins::{self as cluster_twins, ClustersCompared};
use simulator::cluster::{ClusterCounted, ClusterSimulation, CountedOutages};
use simulator::{Broken, Counted, Plan, Shortest, play, twins};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Plays simulated tables and checks every promise after each step.
#[derive(Parser)]
#[command(name = "cargo xtask simulate")]
struct Args {
    /// The seeds of the tables, A..B.
    #[arg(long, default_value = "0..1000", value_parser = seeds)]
    seeds: Range<u64>,
    /// The seeds of the twins, A..B. Where a seed has no pair, as many more seeds follow.
    #[arg(long, default_value = "0..20000", value_parser = seeds)]
    twins: Range<u64>,
    /// The seeds of the clusters of three nodes, and of the pairs of such clusters in two worlds, A..B.
    #[arg(long, default_value = "0..1000", value_parser = seeds)]
    clusters: Range<u64>,
    /// Only this game.
    #[arg(long)]
    game: Option<String>,
    /// The amounts of docs/reliability.md: 40,000 tables, a million twins, 100,000 clusters and as many pairs of
    /// clusters of each game.
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
    // Does everything for every game, even after one has failed.
    let all = |game: &&str| {
        let Args { seeds, twins, clusters: nodes, .. } = &args;
        let pairs = compare_clusters(game, nodes.clone());
        [tables(game, seeds.clone()), compare(game, twins.clone()), clusters(game, nodes.clone()), pairs]
    };
    let fine: Vec<bool> = games.iter().flat_map(all).collect();
    if fine.iter().all(|fine| *fine) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn bar(seeds: &Range<u64>) -> ProgressBar {
    ProgressBar::new(seeds.end.saturating_sub(seeds.start))
}

fn tables(game: &str, seeds: Range<u64>) -> bool {
    let began = Instant::now();
    let bar = bar(&seeds);
    let played = seeds.into_par_iter().inspect(|_| bar.inc(1)).map(|seed| play(&Plan::of(game, seed)));
    let found: Result<Counted, Box<Shortest>> = played.try_reduce(Counted::default, |a, b| Ok(a + b));
    match found {
        Ok(all) => {
            let speed = all.moves as f64 / began.elapsed().as_secs_f64() / rayon::current_num_threads() as f64;
            let Counted { tables, moves, steps, crashes, deleted, messages, frames, whole_frames, hash } = all;
            println!(
                "{game}: {tables} tables, {moves} moves ({speed:.0} a second and core), {steps} steps, {crashes} crashes, {deleted} deleted people, \
                 {messages} messages, {frames} frames held against the log, {whole_frames} against a room loaded anew; {hash:016x}"
            );
            true
        }
        Err(shortest) => {
            println!("{shortest}");
            false
        }
    }
}

fn clusters(game: &str, seeds: Range<u64>) -> bool {
    let (began, count) = (Instant::now(), seeds.end.saturating_sub(seeds.start));
    let bar = bar(&seeds);
    let played = seeds
        .into_par_iter()
        .inspect(|_| bar.inc(1))
        .map(|seed| ClusterSimulation::new(game, seed, None).play().map_err(|broken| (seed, broken)));
    match played.try_reduce(ClusterCounted::default, |a, b| Ok(a + b)) {
        Ok(all) => {
            let ClusterCounted { moves, steps, messages, kills, pauses, outages, .. } = all;
            let ClusterCounted { takeovers, fenced, ended_lines, hash, .. } = all;
            let CountedOutages { failovers, silent, unanswered, lost, found, not_found, .. } = outages;
            let CountedOutages { writes_refused, reads_refused, leases_unanswered, .. } = outages;
            let speed = count as f64 / began.elapsed().as_secs_f64();
            println!(
                "{game}: {count} clusters ({speed:.0} a second on all cores), {moves} moves, {steps} steps, {messages} messages, {kills} kills, \
                 {pauses} pauses, {failovers} failovers, {takeovers} takeovers, {fenced} fenced writes, {ended_lines} ended connections between nodes; {hash:016x}"
            );
            println!(
                "{game}: in the failovers ({silent} without any answer) {unanswered} commits had no answer and were there, {lost} were not; \
                 {found} and {not_found} were read back while their table waited; {writes_refused} writes and {reads_refused} reads were \
                 refused, {leases_unanswered} leases unanswered"
            );
            true
        }
        Err((seed, broken)) => {
            println!(
                "cluster {seed} of {game} breaks promise {}: {}",
                broken.check,
                broken.words.chars().take(4000).collect::<String>()
            );
            false
        }
    }
}

fn compare_clusters(game: &str, seeds: Range<u64>) -> bool {
    let began = Instant::now();
    let bar = bar(&seeds);
    let compared = seeds
        .into_par_iter()
        .inspect(|_| bar.inc(1))
        .map(|seed| cluster_twins::compare(game, seed, None).map_err(|broken| (seed, broken)));
    let compared: Vec<ClustersCompared> = match compared.collect::<Result<Vec<_>, _>>() {
        Ok(found) => found.into_iter().flatten().collect(),
        Err((seed, Broken { check, words })) => {
            let words: String = words.chars().take(4000).collect();
            println!("the clusters {seed} of {game} in two worlds break promise {check}: {words}");
            return false;
        }
    };
    let sum = |of: fn(&ClustersCompared) -> u64| compared.iter().map(of).sum::<u64>();
    let ends = |end| compared.iter().filter(|compared| compared.end == end).count();
    println!(
        "{game}: {} pairs of clusters ({:.0} a second on all cores), {} moves, {} takeovers, {} messages the same, {} of them after a \
         takeover, {} between nodes and to the database; ended by a public action {}, a card shown {}, the deal's end {}, the script's {}",
        compared.len(),
        compared.len() as f64 / began.elapsed().as_secs_f64(),
        sum(|one| one.counted.moves),
        sum(|one| one.counted.takeovers),
        sum(|one| one.messages),
        sum(|one| one.after_takeovers),
        sum(|one| one.traffic),
        ends(twins::End::Differs),
        ends(twins::End::Shown),
        ends(twins::End::Over),
        ends(twins::End::Script)
    );
    true
}

fn compare(game: &str, seeds: Range<u64>) -> bool {
    let began = Instant::now();
    let wanted = seeds.end.saturating_sub(seeds.start) as usize;
    let bar = bar(&seeds);
    let (mut compared, mut next) = (Vec::with_capacity(wanted), seeds);
    // A seed whose table has no second world makes no pair, so another seed takes its place.
    while compared.len() < wanted {
        let found = next.clone().into_par_iter().map(|seed| {
            let pair = twins::compare(game, seed, None).map_err(|broken| (seed, broken));
            bar.inc(pair.as_ref().map_or(0, |pair| u64::from(pair.is_some())));
            pair
        });
        match found.collect::<Result<Vec<_>, _>>() {
            Ok(found) => compared.extend(found.into_iter().flatten()),
            Err((seed, broken)) => {
                println!("twins {seed} of {game}: {}", broken.words.chars().take(4000).collect::<String>());
                return false;
            }
        }
        next = next.end..next.end + (wanted - compared.len()) as u64;
    }
    let ends = |end| compared.iter().filter(|compared| compared.end == end).count();
    let (differs, shown, over, script) =
        (ends(twins::End::Differs), ends(twins::End::Shown), ends(twins::End::Over), ends(twins::End::Script));
    let messages: u64 = compared.iter().map(|compared| u64::from(compared.messages)).sum();
    let (pairs, seconds) = (compared.len(), began.elapsed().as_secs_f64());
    let middle = |compared: &mut Vec<twins::Compared>, of: fn(&twins::Compared) -> u32| {
        compared.sort_by_key(of);
        compared.get(pairs / 2).map_or(0, of)
    };
    let steps = middle(&mut compared, |compared| compared.steps);
    let actions = middle(&mut compared, |compared| compared.actions);
    println!(
        "{game}: {pairs} twins ({:.0} a second on all cores), {messages} messages the same; median {steps} steps, {actions} actions; ended by \
         a public action {differs}, a card shown {shown}, the deal's end {over}, the script's {script}",
        pairs as f64 / seconds
    );
    true
}
