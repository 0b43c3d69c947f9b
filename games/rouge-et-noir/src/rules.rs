//! House rules.

use game::{OptionField, OptionKind, Options};
use serde::{Deserialize, Serialize};

/// The options of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields, try_from = "Unchecked")]
pub struct Rules {
    /// [R9] Who fills an empty tableau.
    pub fill_empty: FillEmpty,
    /// [R10] How often the discard pile may become the stock again, 0 to 3; `None`: as often as one likes.
    redeals: Option<u8>,
}

/// [R9] How an empty tableau is filled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum FillEmpty {
    /// The player fills it, or leaves it empty. [R7]
    Choice,
    /// It fills itself at once: from the discard pile, the hand, the stock.
    AtOnce,
}

/// The options as JSON has them; [`Rules`] is made of it only if they are in range.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Unchecked {
    fill_empty: FillEmpty,
    // An `Option` with a function of its own: a key that is absent is an error, never null.
    #[serde(deserialize_with = "Option::deserialize")]
    redeals: Option<u8>,
}

impl Rules {
    /// House rules; `None` if there cannot be that number of redeals.
    pub const fn new(fill_empty: FillEmpty, redeals: Option<u8>) -> Option<Rules> {
        match redeals {
            Some(4..) => None,
            _ => Some(Rules { fill_empty, redeals }),
        }
    }

    /// How many redeals there are; `None`: without end.
    pub const fn redeals(self) -> Option<u8> {
        self.redeals
    }
}

/// [R9] [R10] As the source describes it: one redeal, and nobody is made to fill a space.
impl Default for Rules {
    fn default() -> Rules {
        Rules { fill_empty: FillEmpty::Choice, redeals: Some(1) }
    }
}

impl TryFrom<Unchecked> for Rules {
    type Error = &'static str;
    fn try_from(rules: Unchecked) -> Result<Rules, &'static str> {
        Rules::new(rules.fill_empty, rules.redeals).ok_or("option redeals is a number from 0 to 3 or none")
    }
}

impl Options for Rules {
    const FIELDS: &'static [OptionField] = &[
        OptionField { key: "fill_empty", kind: OptionKind::Choice(&["choice", "at_once"]), rule: "R9" },
        OptionField { key: "redeals", kind: OptionKind::Int { min: 0, max: 3, none: true }, rule: "R10" },
    ];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_to_the_letter() {
        let json = serde_json::to_string(&Rules::default()).unwrap();
        assert_eq!(json, r#"{"fill_empty":"choice","redeals":1}"#);
        for good in [r#"{"redeals":null,"fill_empty":"at_once"}"#, r#"{"fill_empty":"choice","redeals":3}"#] {
            assert!(serde_json::from_str::<Rules>(good).is_ok(), "{good}");
        }
        for bad in [
            r#"{"fill_empty":"choice"}"#,
            r#"{"redeals":1}"#,
            r#"{"fill_empty":"choice","redeals":4}"#,
            r#"{"fill_empty":"choice","redeals":-1}"#,
            r#"{"fill_empty":"choice","redeals":1.0}"#,
            r#"{"fill_empty":"choice","redeals":"1"}"#,
            r#"{"fill_empty":"never","redeals":1}"#,
            r#"{"fill_empty":null,"redeals":1}"#,
            r#"{"fill_empty":"choice","redeals":1,"deals":1}"#,
        ] {
            assert!(serde_json::from_str::<Rules>(bad).is_err(), "{bad}");
        }
    }
}
