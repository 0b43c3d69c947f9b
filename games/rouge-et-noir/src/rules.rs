//! The options (house rules).

use game::{OptionField, OptionKind, Options};
use serde::{Deserialize, Serialize};

/// The options of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields, try_from = "Unchecked")]
pub struct Rules {
    /// [R9] The way in which an empty tableau is filled.
    pub fill_empty: FillEmpty,
    /// [R10] The number of redeals, 0 to 3; `None` for unlimited redeals.
    redeals: Option<u8>,
}

/// [R9] The ways to fill an empty tableau.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum FillEmpty {
    /// The player may fill the tableau or leave it empty. [R7]
    Choice,
    /// The tableau is filled immediately from the discard pile, the hand or the stock.
    AtOnce,
}

/// The options as read from JSON, before the check of their ranges. [`Rules`] is built from them if they are valid.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Unchecked {
    fill_empty: FillEmpty,
    // Serde treats a missing `Option` as null unless the field names its own function. Here a missing key is an error.
    #[serde(deserialize_with = "Option::deserialize")]
    redeals: Option<u8>,
}

impl Rules {
    /// Returns the options, or `None` if the number of redeals is out of range.
    pub const fn new(fill_empty: FillEmpty, redeals: Option<u8>) -> Option<Rules> {
        match redeals {
            Some(4..) => None,
            _ => Some(Rules { fill_empty, redeals }),
        }
    }

    /// Returns the number of redeals; `None` if they are unlimited.
    pub const fn redeals(self) -> Option<u8> {
        self.redeals
    }
}

/// [R9] [R10] The default rules are those of the source: one redeal, and the player need not fill an empty tableau.
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
