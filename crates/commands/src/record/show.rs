//! `cardroom record show FILE`

use std::path::PathBuf;

use cards::printable;
use catalog::{CardGame, Visit, visit};
use clap::Args;
use game::{Game, Seat, Show, Viewer};
use protocol::{Frame, PublicEvent, TableEvent};
use table::record::{Counts, Raw, RecordFault, Watch, walk};
use wording::{Value as In, WordLists, event_lines, number};

use super::lines::write_each;
use crate::failure::Failure;
use crate::words::{RecordLanguage, frame, read_seat};

/// Print matches in words, with scores.
#[derive(Args)]
pub(crate) struct Arguments {
    /// File of records; - is standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Only this deal, from 0.
    #[arg(long, value_name = "N")]
    deal: Option<usize>,
    /// Show what this seat saw, or everything.
    #[arg(long, value_name = "SEAT|all", default_value = "all", value_parser = read_viewer)]
    viewer: Viewer,
    #[command(flatten)]
    language: RecordLanguage,
}

fn read_viewer(text: &str) -> Result<Viewer, String> {
    match text {
        "all" => Ok(Viewer::All),
        _ => read_seat(text).map(Viewer::Seat).map_err(|why| why + "; all sees everything"),
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut shown = false;
    let good = write_each(&arguments.file, |raw, record, out| {
        let (only, viewer) = (arguments.deal, arguments.viewer);
        let words = WordLists::new(arguments.language.lang, Some(raw.game()));
        let (names, before, events) = (Vec::new(), None, Vec::new());
        let printer = RecordPrinter { raw, record, only, viewer, words, names, before, events, out, shown: &mut shown };
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
    words: WordLists,
    names: Vec<String>,
    /// The position that was printed last. `events` are the events after it.
    before: Option<Frame>,
    events: Vec<TableEvent>,
    out: &'a mut String,
    /// Set to true once a deal has been shown.
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
        self.names = names.to_vec();
        let options = serde_json::to_string(rules).expect("options are an object");
        let game = format!("{} {options}", self.words.say("title"));
        let players: Vec<String> = Seat::all(names.len() as u8).map(|seat| self.name(seat)).collect();
        let record = i64::try_from(self.record).unwrap_or(i64::MAX);
        self.say(
            "record.head",
            &[("n", In::Number(record)), ("game", In::Text(&game)), ("players", In::Text(&players.join(", ")))],
        );
        if let Viewer::Seat(seat) = self.viewer
            && seat.index() >= names.len()
        {
            self.say("record.no_seat", &[("n", In::Number(seat.index() as i64))]);
            self.viewer = Viewer::Public;
        }
    }

    fn dealt(&mut self, deal: usize, dealer: Seat, _: &G) {
        self.before = None;
        if self.is_shown(deal) {
            *self.shown = true;
            let name = self.name(dealer);
            self.out.push('\n');
            self.say("record.deal", &[("n", In::Number(deal as i64)), ("who", In::Text(&name))]);
        }
    }

    fn position(&mut self, deal: usize, _: usize, position: &G) {
        // A shuffle does not change the position.
        if !self.is_shown(deal) || self.events.last().is_some_and(|event| event.seat.is_none()) {
            return;
        }
        let view = serde_json::to_value(position.view(self.viewer)).expect("views are text, numbers and lists");
        let mut now = frame(G::ID, G::BOARD, &self.names, deal, view);
        now.since = std::mem::take(&mut self.events);
        if let Some(before) = &self.before {
            for line in event_lines(before, &now, &self.words) {
                *self.out += &format!("  {line}\n");
            }
        }
        self.before = Some(now);
    }

    fn shuffled(&mut self, deal: usize, _: usize) {
        self.event(deal, &PublicEvent::Shuffled);
    }

    fn act(&mut self, deal: usize, _: usize, _: &G, seat: Seat, action: G::Action) {
        let (full, public) = (action.to_string(), G::seen_by_others(action));
        self.event(deal, &PublicEvent::Acted { seat, full, public });
    }

    fn scored(&mut self, deal: usize, points: &[Option<i32>], totals: &[i32], given_up: bool) {
        if self.is_shown(deal) {
            if given_up {
                self.say("record.given_up", &[]);
            }
            let points = self.scores(points.iter().copied());
            let totals = self.scores(totals.iter().copied().map(Some));
            self.say("record.points", &[("points", In::Text(&points)), ("totals", In::Text(&totals))]);
        }
    }

    fn ends(&mut self, winners: Option<&[Seat]>) {
        self.out.push('\n');
        let key = match winners.map(<[Seat]>::len) {
            None => "record.unfinished",
            Some(0) => "game.lost",
            Some(1) => "game.won",
            Some(_) => "game.won.many",
        };
        let names: Vec<String> = winners.into_iter().flatten().map(|seat| self.name(*seat)).collect();
        self.say(key, &[("who", In::Text(&names.join(", ")))]);
    }
}

impl RecordPrinter<'_> {
    fn is_shown(&self, deal: usize) -> bool {
        self.only.is_none_or(|only| only == deal)
    }

    fn event(&mut self, deal: usize, event: &PublicEvent) {
        if self.is_shown(deal) {
            let (seat, action) = (event.seat().map(|seat| seat.index() as u8), event.text(self.viewer).into_owned());
            self.events.push(TableEvent { seat, action, ..TableEvent::default() });
        }
    }

    /// Returns a seat with its name. The seat is printed before the name, because two people can have the same name.
    fn name(&self, seat: Seat) -> String {
        format!("{seat} {}", printable(&self.names[seat.index()]))
    }

    fn scores(&self, scores: impl Iterator<Item = Option<i32>>) -> String {
        let score = |score: Option<i32>| score.map_or("–".to_owned(), |score| number(score.into()));
        let scores = scores.zip(&self.names).map(|(points, name)| format!("{} {}", printable(name), score(points)));
        scores.collect::<Vec<_>>().join(", ")
    }

    fn say(&mut self, key: &str, values: &[(&str, In<'_>)]) {
        *self.out += &(self.words.with(key, values) + "\n");
    }
}
