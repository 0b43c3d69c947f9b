//! `cardroom solve dominance`: solves random small positions with and without pruning, and compares the results.

use std::io::{self, Write};

use catalog::{Solitaire, VisitSolitaire};
use clap::Args;
use search::solve::{Trial, trial};

use crate::failure::Failure;
use crate::progress::progress_bar;
use crate::words::{MOST, ThreadCount, game};

/// Check the pruning of the search on random positions.
///
/// Each small position is solved with every line, and with the lines that pruning leaves.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Game.
    #[arg(value_parser = game())]
    game: String,
    /// Number of positions.
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..=MOST))]
    positions: u64,
    /// Seed: same seed, same positions.
    #[arg(short, long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    threads: ThreadCount,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    struct TryPositions(u64);
    impl VisitSolitaire for TryPositions {
        type Output = Box<dyn Fn(u64) -> Trial + Sync>;
        fn visit<G: Solitaire>(self) -> Self::Output {
            Box::new(move |number| trial::<G>(self.0, number))
        }
    }
    let one = catalog::visit_solitaire(&arguments.game, TryPositions(arguments.seed)).map_err(Failure::usage)?;
    let bar = progress_bar(arguments.positions, "positions");
    let (mut won, mut nodes, mut wrong) = (0u64, [0u64; 2], Vec::new());
    arena::parallel_ordered(arguments.positions, arguments.threads.count(), one, |number, trial| {
        won += u64::from(trial.won);
        nodes = [nodes[0] + trial.nodes[0], nodes[1] + trial.nodes[1]];
        if !trial.agrees {
            wrong.push(number);
        }
        bar.set_position(number + 1);
        Ok::<(), Failure>(())
    })?;
    bar.finish_and_clear();
    writeln!(
        io::stdout(),
        "{} positions, {won} can be won: {} mismatches; {} positions searched, {} with every line ({:.1} %)",
        arguments.positions,
        wrong.len(),
        nodes[0],
        nodes[1],
        100.0 * nodes[0] as f64 / nodes[1].max(1) as f64
    )
    .map_err(|error| Failure::io("standard output", &error))?;
    match wrong.first() {
        None => Ok(()),
        Some(number) => Err(Failure::Failed(format!("position {number} of seed {} differs", arguments.seed))),
    }
}
