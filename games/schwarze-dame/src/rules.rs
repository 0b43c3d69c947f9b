//! The options (house rules).

use game::{OptionField, OptionKind, Options};
use serde::{Deserialize, Serialize};

/// The options of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields, try_from = "Unchecked")]
pub struct Rules {
    /// [S6] The number of deals of a match, 1 to 100.
    deals: u8,
}

/// The options as read from JSON, before the check of their ranges. [`Rules`] is built from them if they are valid.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Unchecked {
    deals: u8,
}

impl Rules {
    /// Returns the rules of a match with this number of deals, or `None` if the number is out of range.
    pub const fn new(deals: u8) -> Option<Rules> {
        if matches!(deals, 1..=100) { Some(Rules { deals }) } else { None }
    }

    /// Returns the number of deals of a match.
    pub const fn deals(self) -> u8 {
        self.deals
    }
}

/// [S6] The default is eight deals, so that every seat deals twice. The source calls five to ten deals usual.
impl Default for Rules {
    fn default() -> Rules {
        Rules { deals: 8 }
    }
}

impl TryFrom<Unchecked> for Rules {
    type Error = &'static str;
    fn try_from(rules: Unchecked) -> Result<Rules, &'static str> {
        Rules::new(rules.deals).ok_or("option deals is a number from 1 to 100")
    }
}

impl Options for Rules {
    const SHORTEST: &'static [(&'static str, &'static str)] = &[("deals", "1")];

    const FIELDS: &'static [OptionField] =
        &[OptionField { key: "deals", kind: OptionKind::Int { min: 1, max: 100, none: false }, rule: "S6" }];
}
