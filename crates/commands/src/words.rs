//! Arguments that several commands have in common.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;

use cards::{Seed, printable};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use game::Seat;
use protocol::{BoardKind, Frame, SeatInfo};
use serde_json::{Map, Value};
use wording::Language;

use crate::failure::Failure;

/// The greatest number of matches, sets or positions of a run. Nobody would wait for more.
pub(crate) const MOST: u64 = 1_000_000_000;

/// How many threads work.
#[derive(Args)]
pub(crate) struct ThreadCount {
    /// Number of threads [default: all cores].
    #[arg(short = 'j', long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1_024))]
    threads: Option<u16>,
}

impl ThreadCount {
    pub(crate) fn count(&self) -> NonZeroUsize {
        let wished = self.threads.and_then(|threads| NonZeroUsize::new(threads.into()));
        wished.or_else(|| std::thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN)
    }
}

/// The language of records that are printed. The command line itself is English.
#[derive(Args)]
pub(crate) struct RecordLanguage {
    /// Language of the output.
    #[arg(long, value_name = "LANG", default_value = Language::English.code(), value_parser = language())]
    pub(crate) lang: Language,
}

/// Returns a number with its noun: "1 match", "2 matches".
pub fn counted(n: u64, noun: &str) -> String {
    let end = if n == 1 {
        ""
    } else if noun.ends_with("ch") {
        "es"
    } else {
        "s"
    };
    format!("{n} {noun}{end}")
}

/// Parses the id of an existing game.
pub fn game() -> PossibleValuesParser {
    PossibleValuesParser::new(catalog::entries().into_iter().map(|entry| entry.id))
}

/// House rules of a command.
#[derive(Args)]
pub(crate) struct HouseRules {
    /// House rule; a wrong KEY is answered with the list of keys. Can be repeated.
    #[arg(long, value_name = "KEY=VALUE")]
    pub(crate) option: Vec<String>,
}

/// The arguments of a command that lets bots play.
#[derive(Args)]
pub(crate) struct RunArguments {
    /// Game.
    #[arg(value_parser = game())]
    pub(crate) game: String,
    /// Number of players [default: that of the game].
    #[arg(long, value_name = "N")]
    pub(crate) seats: Option<u8>,
    #[command(flatten)]
    pub(crate) rules: HouseRules,
    /// Seed, up to 64 hex digits: same seed, same output.
    #[arg(short, long, value_name = "HEX", default_value = "0", value_parser = read_seed)]
    pub(crate) seed: Seed,
    #[command(flatten)]
    pub(crate) threads: ThreadCount,
}

/// Parses the code of an existing language.
pub fn language() -> impl TypedValueParser<Value = Language> {
    PossibleValuesParser::new(Language::ALL.map(Language::code)).map(|tag| Language::of(&tag).expect("one of them"))
}

/// Returns a position of a record with the fields that its description needs. The seat is printed before each name,
/// because two people can have the same name.
pub(crate) fn frame(game: &str, board: BoardKind, names: &[String], deal: usize, view: Value) -> Frame {
    let name = |(seat, name): (usize, &String)| format!("{seat} {}", printable(name));
    let seats = names.iter().enumerate().map(|named| SeatInfo { name: name(named), ..SeatInfo::default() });
    Frame {
        game: game.to_owned(),
        board,
        seats: seats.collect(),
        deal: u32::try_from(deal).unwrap_or(u32::MAX),
        view,
        ..Frame::default()
    }
}

/// Parses a range of numbered deals, including both ends. The length is limited, because the results stay in memory.
pub(crate) fn read_range(text: &str) -> Result<RangeInclusive<u64>, String> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    match (first.parse(), last.parse::<u64>()) {
        (Ok(first), Ok(last)) if first <= last && last - first < 10_000_000 => Ok(first..=last),
        _ => Err("numbered deals are given as 1..2000, the smaller number first, 10000000 of them at most".to_owned()),
    }
}

pub(crate) fn read_seat(text: &str) -> Result<Seat, String> {
    let seat = text.parse::<u8>().ok().and_then(|seat| Seat::try_from(seat).ok());
    seat.ok_or_else(|| "a seat is a number from 0 to 7".to_owned())
}

/// Parses the seed of a run: up to 64 hex digits.
pub(crate) fn read_seed(text: &str) -> Result<Seed, String> {
    Seed::padded(text).map_err(|_| "a seed is 1 to 64 hex digits".to_owned())
}

/// Parses options, each as key=value. Options that are left out have their defaults.
pub(crate) fn read_options(game: &str, chosen: &[String]) -> Result<Map<String, Value>, Failure> {
    let fields = catalog::entry(game).map_err(Failure::usage)?.options;
    let mut options = Map::new();
    for text in chosen {
        let Some((key, word)) = text.split_once('=') else {
            return Err(Failure::usage(format_args!("an option is given as key=value, not {text:?}")));
        };
        let value = match fields.iter().find(|field| field.key == key) {
            Some(field) => field.parse(word).map_err(Failure::usage)?,
            None => Value::Null, // the catalog says which options there are
        };
        if options.insert(key.to_owned(), value).is_some() {
            return Err(Failure::usage(format_args!("option {key} is given twice")));
        }
    }
    catalog::options(game, &options).map_err(Failure::usage)
}
