//! `cardroom record show FILE`

use std::io::Write;
use std::path::PathBuf;

use cards::printable;
use catalog::{CardGame, Visit, visit};
use clap::Args;
use game::{Game, Seat, Show, Viewer};
use table::record::{Counts, Raw, RecordFault, Watch, walk};

use super::lines::{Out, write_each};
use crate::failure::Failure;

/// Print matches in words, one line for each action, with scores.
#[derive(Args)]
pub(crate) struct Arguments {
    /// A file of records; - is standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Only this deal, from 0.
    #[arg(long, value_name = "N")]
    deal: Option<usize>,
    /// As the player of this seat saw it, or with everything.
    #[arg(long, value_name = "SEAT|all", default_value = "all", value_parser = read_viewer)]
    viewer: Viewer,
}

fn read_viewer(text: &str) -> Result<Viewer, String> {
    match text {
        "all" => Ok(Viewer::All),
        _ => text
            .parse::<u8>()
            .ok()
            .and_then(|seat| Seat::try_from(seat).ok())
            .map(Viewer::Seat)
            .ok_or_else(|| "a seat is a number from 0 to 7; all sees everything".to_owned()),
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut shown = false;
    let good = write_each(&arguments.file, |raw, record, out| {
        let (only, viewer) = (arguments.deal, arguments.viewer);
        let printer = RecordPrinter { raw, record, only, viewer, names: Vec::new(), out, shown: &mut shown };
        visit(raw.game(), printer).map_err(RecordFault::new)?
    })?;
    match arguments.deal {
        _ if !good => Err(Failure::Told),
        Some(deal) if !shown => {
            Err(Failure::usage(format_args!("{}: there is no deal {deal}", printable(&arguments.file))))
        }
        _ => Ok(()),
    }
}

struct RecordPrinter<'a> {
    raw: &'a Raw<'a>,
    record: u64,
    only: Option<usize>,
    viewer: Viewer,
    names: Vec<String>,
    out: &'a mut Out,
    /// Set once a deal was shown.
    shown: &'a mut bool,
}

impl Visit for RecordPrinter<'_> {
    type Output = Result<Counts, RecordFault>;
    fn visit<G: CardGame>(mut self) -> Self::Output {
        walk::<G>(self.raw, &mut self)
    }
}

impl<G: Game + Show> Watch<G> for RecordPrinter<'_> {
    fn begins(&mut self, rules: &G::Rules, names: &[String]) {
        self.names = names.iter().map(printable).collect();
        let options = serde_json::to_string(rules).expect("options are an object");
        let players: Vec<String> = self.names.iter().enumerate().map(|(seat, name)| format!("{seat} {name}")).collect();
        let record = self.record;
        self.say(format_args!("Record {record}: {} {options}. Players: {}.", G::ID, players.join(", ")));
        if let Viewer::Seat(seat) = self.viewer
            && seat.index() >= names.len()
        {
            self.say(format_args!("There is no seat {seat} here: what follows is what everybody saw."));
            self.viewer = Viewer::Public;
        }
    }

    fn dealt(&mut self, deal: usize, dealer: Seat, _: &G) {
        if self.is_shown(deal) {
            *self.shown = true;
            let name = self.name(dealer);
            self.say(format_args!("\nDeal {deal}, dealt by {name}."));
        }
    }

    fn shuffled(&mut self, deal: usize, _: usize) {
        if self.is_shown(deal) {
            self.say(format_args!("  cards are shuffled and are the new deck"));
        }
    }

    fn act(&mut self, deal: usize, _: usize, position: &G, seat: Seat, action: G::Action) {
        if self.is_shown(deal) {
            let (name, words) = (self.name(seat), position.tell(seat, action, self.viewer));
            self.say(format_args!("  {name} {words}"));
        }
    }

    fn scored(&mut self, deal: usize, points: &[Option<i32>], totals: &[i32], given_up: bool) {
        if self.is_shown(deal) {
            if given_up {
                self.say(format_args!("  given up"));
            }
            let points = self.scores(points.iter().copied());
            let totals = self.scores(totals.iter().copied().map(Some));
            self.say(format_args!("Points: {points}. Totals: {totals}."));
        }
    }

    fn ends(&mut self, winners: Option<&[Seat]>) {
        let words = match winners {
            None => "The match is not finished.".to_owned(),
            Some([]) => "Not won.".to_owned(),
            Some([seat]) => format!("{} wins.", self.name(*seat)),
            Some(seats) => {
                let names: Vec<String> = seats.iter().map(|seat| self.name(*seat)).collect();
                format!("{} win together.", names.join(", "))
            }
        };
        self.say(format_args!("\n{words}"));
    }
}

impl RecordPrinter<'_> {
    fn is_shown(&self, deal: usize) -> bool {
        self.only.is_none_or(|only| only == deal)
    }

    /// Names can be equal, so each has its seat before it.
    fn name(&self, seat: Seat) -> String {
        format!("{seat} {}", self.names[seat.index()])
    }

    fn scores(&self, scores: impl Iterator<Item = Option<i32>>) -> String {
        let scores: Vec<String> = scores
            .zip(&self.names)
            .map(|(score, name)| match score {
                Some(score) => format!("{name} {}", score.to_string().replace('-', "−")),
                None => format!("{name} out"),
            })
            .collect();
        scores.join(", ")
    }

    fn say(&mut self, words: std::fmt::Arguments<'_>) {
        self.out.write(|out| writeln!(out, "{words}"));
    }
}
