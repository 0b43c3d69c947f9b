//! `cardroom solve latency`: measures how long a verdict or a hint takes in the positions of games that a bot plays.

use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use cards::Seed;
use catalog::{SolvedPosition, Verdict};
use clap::Args;
use game::{Rng, Viewer};
use serde_json::{Map, Value};
use table::{Intent, MatchPhase, SolitaireTable};

use super::report::quantile;
use crate::failure::Failure;
use crate::progress::progress_bar;
use crate::words::{HouseRules, counted, game, read_options, read_range};

/// Measure the time of help at a table.
///
/// A bot plays numbered deals, and every position that it meets is solved, on one core and from scratch.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Game.
    #[arg(value_parser = game())]
    game: String,
    /// Numbered deals from A to B, both included.
    #[arg(long, value_name = "A..B", value_parser = read_range)]
    deals: RangeInclusive<u64>,
    #[command(flatten)]
    rules: HouseRules,
    /// Player.
    #[arg(long, value_name = "LEVEL", default_value = "club")]
    bot: String,
    /// Solve only every N-th position.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    every: u64,
}

/// The number of actions after which the bot gives up.
const PATIENCE: u64 = 2_000;

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let options = read_options(&arguments.game, &arguments.rules.option)?;
    let (first, last) = (*arguments.deals.start(), *arguments.deals.end());
    let bar = progress_bar(last - first + 1, "deals");
    let mut asked = AdviceTimes::default();
    for deal in arguments.deals.clone() {
        play(arguments, &options, deal, &mut asked)?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    asked.print().map_err(|error| Failure::io("standard output", &error))
}

fn play(
    arguments: &Arguments,
    options: &Map<String, Value>,
    deal: u64,
    asked: &mut AdviceTimes,
) -> Result<(), Failure> {
    let names = vec![arguments.bot.clone()];
    let setup = catalog::setup(&arguments.game, options, names, Seed::numbered(deal)).map_err(Failure::usage)?;
    let mut table = catalog::open(setup).map_err(Failure::usage)?;
    // The bot's own seed reveals nothing about the shuffle.
    let mut bot = catalog::bot(&arguments.game, &arguments.bot, Rng::new(deal).bits()).map_err(Failure::usage)?;
    let go_on = AtomicBool::new(false);
    for number in 0..PATIENCE {
        if table.phase() != MatchPhase::Deal {
            break;
        }
        if number % arguments.every == 0 {
            let face_up = table.solitaire().map(SolitaireTable::face_up);
            let face_up = face_up.ok_or_else(|| Failure::usage("only a game for one has help at its table"))?;
            let begun = Instant::now();
            let SolvedPosition { verdict, .. } = catalog::solve_position(face_up, &go_on).map_err(Failure::usage)?;
            asked.ms.push(begun.elapsed().as_secs_f64() * 1e3);
            asked.count(verdict);
        }
        let seat = table.must().first().expect("a deal that is played waits for a seat");
        let question = table.question(seat).expect("who must act is asked");
        let at = question.at;
        let answer = bot.answer(question, &go_on).expect("who must act acts");
        let accepted =
            table.check(Intent::Act { seat, at: Some(at), action: &answer }).expect("bots play what is legal");
        table.apply(accepted);
    }
    let over = table.position(Viewer::Public).winners;
    asked.deals += 1;
    asked.won += u64::from(over.is_some_and(|winners| !winners.is_empty()));
    Ok(())
}

#[derive(Default)]
struct AdviceTimes {
    deals: u64,
    won: u64,
    ms: Vec<f64>,
    /// The numbers of winnable, lost and unknown positions.
    outlooks: [u64; 3],
}

impl AdviceTimes {
    fn count(&mut self, verdict: Verdict) {
        self.outlooks[match verdict {
            Verdict::Winnable => 0,
            Verdict::Lost => 1,
            Verdict::Unknown => 2,
        }] += 1;
    }

    fn print(&mut self) -> io::Result<()> {
        self.ms.sort_by(f64::total_cmp);
        let all = self.ms.len();
        let at = |part| quantile(&self.ms, part);
        let percent = |n: u64| 100.0 * n as f64 / all as f64;
        let [winnable, lost, unknown] = self.outlooks;
        let mut out = io::stdout().lock();
        writeln!(out, "{}, {} won by the bot; {all} positions asked about", counted(self.deals, "deal"), self.won)?;
        if all == 0 {
            return Ok(());
        }
        writeln!(
            out,
            "winnable {winnable} ({:.2} %), lost {lost} ({:.2} %), unknown {unknown} ({:.2} %)",
            percent(winnable),
            percent(lost),
            percent(unknown)
        )?;
        writeln!(
            out,
            "ms: median {:.2}, 90 % {:.2}, 99 % {:.2}, 99.9 % {:.2}, most {:.2}",
            at(0.5),
            at(0.9),
            at(0.99),
            at(0.999),
            at(1.0)
        )
    }
}
