//! The shared parts of all notations: the error, lists, and serialisation as text.

use std::fmt;
use std::str::FromStr;

/// The error for a text that is not in notation.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected {expected}, found {found:?}")]
pub struct NotationError {
    expected: &'static str,
    found: String,
}

impl NotationError {
    /// Returns an error. `expected` completes the sentence "expected …".
    pub fn new(expected: &'static str, found: &str) -> NotationError {
        // A text from an attacker must not appear in full in an error or a log.
        NotationError { expected, found: found.chars().take(40).collect() }
    }
}

/// Writes items with a single space between them.
pub fn join<T: fmt::Display>(things: &[T]) -> String {
    let mut text = String::new();
    for (i, thing) in things.iter().enumerate() {
        if i > 0 {
            text.push(' ');
        }
        text.push_str(&thing.to_string());
    }
    text
}

/// Reads items with a single space between them; an empty text is an empty list.
///
/// # Errors
/// If a word cannot be read. Two spaces, or a space at an end, make an empty word.
pub fn split<T: FromStr<Err = NotationError>>(text: &str) -> Result<Vec<T>, NotationError> {
    if text.is_empty() { Ok(Vec::new()) } else { text.split(' ').map(str::parse).collect() }
}

/// Defines the TypeScript type of a type.
#[macro_export]
macro_rules! typescript_as {
    ($type:ty, $name:literal) => {
        #[cfg(feature = "types")]
        impl ts_rs::TS for $type {
            type WithoutGenerics = Self;
            type OptionInnerType = Self;
            fn name(_: &ts_rs::Config) -> String {
                $name.to_owned()
            }
            fn inline(config: &ts_rs::Config) -> String {
                <Self as ts_rs::TS>::name(config)
            }
        }
    };
}

/// Serialises a type as its notation, by `Display` and `FromStr`.
#[macro_export]
macro_rules! serde_as_notation {
    ($type:ty) => {
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                let text = <std::borrow::Cow<'de, str> as serde::Deserialize>::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }

        $crate::typescript_as!($type, "string");
    };
}
pub(crate) use serde_as_notation;
