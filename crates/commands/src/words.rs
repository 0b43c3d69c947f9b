//! Arguments of the command line that several commands have.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;

use cards::Seed;
use clap::Args;
use serde_json::{Map, Value};

use crate::failure::Failure;

/// The most matches, sets or positions of a run: nobody waits for more.
pub(crate) const MOST: u64 = 1_000_000_000;

/// How many threads work.
#[derive(Args)]
pub(crate) struct ThreadCount {
    /// The number of threads; default: all cores.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1_024))]
    threads: Option<u16>,
}

impl ThreadCount {
    pub(crate) fn count(&self) -> NonZeroUsize {
        let wished = self.threads.and_then(|threads| NonZeroUsize::new(threads.into()));
        wished.or_else(|| std::thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN)
    }
}

/// Numbered deals, both ends included. Their results stay in memory.
pub(crate) fn read_range(text: &str) -> Result<RangeInclusive<u64>, String> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    match (first.parse(), last.parse::<u64>()) {
        (Ok(first), Ok(last)) if first <= last && last - first < 10_000_000 => Ok(first..=last),
        _ => Err("numbered deals are given as 1..2000, the smaller number first, 10000000 of them at most".to_owned()),
    }
}

/// The seed of a run: up to 64 hex digits.
pub(crate) fn read_seed(text: &str) -> Result<Seed, String> {
    Seed::padded(text).map_err(|_| "a seed is 1 to 64 hex digits".to_owned())
}

/// House rules, each as key=value; those left out keep their defaults.
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
