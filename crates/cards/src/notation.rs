//! The parts that all notations share: the error, lists, and serialising as text.

use std::fmt;
use std::str::FromStr;

/// A text that is not what was expected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected {expected}, found {found:?}")]
pub struct NotationError {
    expected: &'static str,
    found: String,
}

impl NotationError {
    /// `expected` completes the sentence "expected …".
    pub fn new(expected: &'static str, found: &str) -> NotationError {
        // A hostile line must not come back in full in an error or a log.
        NotationError { expected, found: found.chars().take(40).collect() }
    }
}

/// Writes things with a single blank between them.
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

/// Reads things with a single blank between them; an empty text is an empty list.
///
/// # Errors
/// The first word that cannot be read, an empty one (two blanks, a blank at an end) included.
pub fn split<T: FromStr<Err = NotationError>>(text: &str) -> Result<Vec<T>, NotationError> {
    if text.is_empty() { Ok(Vec::new()) } else { text.split(' ').map(str::parse).collect() }
}

/// Names the TypeScript type that a type is written as.
#[macro_export]
macro_rules! typescript_as {
    ($type:ty, $name:literal) => {
        #[cfg(feature = "ts")]
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

/// Serialises a type as its notation: `Display` out, `FromStr` in.
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
