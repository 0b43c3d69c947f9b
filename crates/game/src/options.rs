//! House rules: the options of a match and how they are read.

use std::fmt;

use serde_json::{Map, Value};

use crate::Data;

/// A game's house rules. Their JSON is an object with exactly the keys of [`Options::FIELDS`]. `Deserialize` refuses a
/// missing or an additional key, a wrong type and a value out of range.
///
/// The type is `Copy`, because every deal carries it. It has small enums, numbers, and a bool only for yes or no.
pub trait Options: Data + Copy + Eq + Default {
    /// The options, in the order in which they are written.
    const FIELDS: &'static [OptionField];

    /// The options of the shortest match, in the words of the command line ([`OptionField::parse`]). Tests and programs
    /// that play deal by deal use these options.
    const SHORTEST: &'static [(&'static str, &'static str)] = &[];

    /// The older versions of the rules that can still be played, in ascending order. Each has its options in the order
    /// in which it wrote them. Today's version is [`Game::RULES_VERSION`](crate::Game::RULES_VERSION).
    const OLDER: &'static [(u32, &'static [OptionField])] = &[];

    /// Converts options of an older version to equivalent options of today. `options` has exactly the keys that
    /// [`OLDER`](Options::OLDER) has for `from`, each with a value in range. If today's rules cannot play these
    /// options, returns `None`. Then the server closes the tables with these options, but does not delete them.
    fn upgrade(_from: u32, _options: Map<String, Value>) -> Option<Map<String, Value>> {
        None
    }
}

/// One option.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OptionField {
    /// The key of the option in records, on the command line (`--option key=value`) and in forms.
    pub key: &'static str,
    /// Its possible values.
    pub kind: OptionKind,
    /// The rule that names the option.
    pub rule: &'static str,
}

/// The possible values of an option.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum OptionKind {
    /// Yes or no.
    Bool,
    /// A number, or with `none` also "none" (JSON null).
    Int {
        /// The least value.
        min: u32,
        /// The greatest value.
        max: u32,
        /// `true` if null is a value.
        none: bool,
    },
    /// One of these words.
    Choice(&'static [&'static str]),
}

/// Reads options from a JSON object. A missing key keeps its default.
///
/// # Errors
/// If a key is unknown, a value has the wrong type or is out of range, or the values do not go together.
pub fn read_options<O: Options>(chosen: &Map<String, Value>) -> Result<O, OptionError> {
    let all = choose(crate::write_value(&O::default()), chosen, O::FIELDS)?;
    crate::read_value(&all).map_err(|e| OptionError(e.to_string()))
}

/// Puts the chosen values into the defaults.
fn choose(mut all: Value, chosen: &Map<String, Value>, fields: &[OptionField]) -> Result<Value, OptionError> {
    for (key, value) in chosen {
        let field = fields.iter().find(|f| f.key == key).ok_or_else(|| OptionError::unknown(key, fields))?;
        field.check(value)?;
        all[field.key] = value.clone();
    }
    Ok(all)
}

impl OptionField {
    /// Reads a word of the command line: `true`, `7`, `none`, `deck`.
    ///
    /// # Errors
    /// If it is not a value of this option.
    pub fn parse(&self, word: &str) -> Result<Value, OptionError> {
        let value = match self.kind {
            OptionKind::Bool => word.parse().ok().map(Value::Bool),
            OptionKind::Int { none: true, .. } if word == "none" => Some(Value::Null),
            OptionKind::Int { .. } => word.parse::<u64>().ok().map(Value::from),
            OptionKind::Choice(_) => Some(Value::from(word)),
        };
        let value = value.ok_or_else(|| self.wrong(word))?;
        self.check(&value)?;
        Ok(value)
    }

    pub(crate) fn check(&self, value: &Value) -> Result<(), OptionError> {
        let good = match self.kind {
            OptionKind::Bool => value.is_boolean(),
            OptionKind::Int { none, .. } if value.is_null() => none,
            OptionKind::Int { min, max, .. } => {
                value.as_u64().is_some_and(|n| (u64::from(min)..=u64::from(max)).contains(&n))
            }
            OptionKind::Choice(words) => value.as_str().is_some_and(|word| words.contains(&word)),
        };
        if good { Ok(()) } else { Err(self.wrong(value)) }
    }

    fn wrong(&self, found: impl fmt::Display) -> OptionError {
        let found: String = found.to_string().chars().take(40).collect();
        OptionError(match self.kind {
            OptionKind::Bool => format!("option {} is true or false, not {found}", self.key),
            OptionKind::Int { min, max, none: false } => {
                format!("option {} is a number from {min} to {max}, not {found}", self.key)
            }
            OptionKind::Int { min, max, none: true } => {
                format!("option {} is a number from {min} to {max} or none, not {found}", self.key)
            }
            OptionKind::Choice(words) => {
                format!("option {} is one of {}, not {found}", self.key, words.join(", "))
            }
        })
    }
}

/// An error about options. Its words list what is possible.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct OptionError(String);

impl OptionError {
    /// Returns an error with these words.
    pub fn new(words: impl Into<String>) -> OptionError {
        OptionError(words.into())
    }

    pub(crate) fn unknown(key: &str, fields: &[OptionField]) -> OptionError {
        let key: String = key.chars().take(40).collect();
        let keys: Vec<&str> = fields.iter().map(|f| f.key).collect();
        OptionError(format!("there is no option {key:?}; the options are {}", keys.join(", ")))
    }
}
