//! Arguments of the command line that several commands have.

use cards::Seed;
use serde_json::{Map, Value};

use crate::failure::Failure;

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
