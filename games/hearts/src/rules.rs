//! The options (house rules).

use game::{OptionField, OptionKind, Options};
use serde::{Deserialize, Serialize};

/// The options of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields, try_from = "Unchecked")]
pub struct Rules {
    /// [H13] The total that ends the match, 1 to 250.
    to: u8,
    /// [H3] True if cards are passed.
    pub giving: bool,
    /// [H12] The effect of shooting the moon.
    pub moon: Moon,
}

/// [H12] The effect of taking all 26 points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Moon {
    /// Each of the other seats gets 26 points.
    Others,
    /// 26 points are subtracted from the seat's own total.
    Own,
}

/// The options as read from JSON, before the check of their ranges. [`Rules`] is built from them if they are valid.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Unchecked {
    to: u8,
    giving: bool,
    moon: Moon,
}

impl Rules {
    /// Returns the rules of a match that ends at the total `to`, or `None` if `to` is out of range.
    pub const fn new(to: u8, giving: bool, moon: Moon) -> Option<Rules> {
        if matches!(to, 1..=250) { Some(Rules { to, giving, moon }) } else { None }
    }

    /// Returns the total that ends the match.
    pub const fn to(self) -> u8 {
        self.to
    }
}

/// The usual options: a match to 100, with passing, and 26 points for each other player if one shoots the moon. [H3]
/// [H12] [H13]
impl Default for Rules {
    fn default() -> Rules {
        Rules { to: 100, giving: true, moon: Moon::Others }
    }
}

impl TryFrom<Unchecked> for Rules {
    type Error = &'static str;
    fn try_from(Unchecked { to, giving, moon }: Unchecked) -> Result<Rules, &'static str> {
        Rules::new(to, giving, moon).ok_or("option to is a number from 1 to 250")
    }
}

impl Options for Rules {
    const SHORTEST: &'static [(&'static str, &'static str)] = &[("to", "1")];

    const FIELDS: &'static [OptionField] = &[
        OptionField { key: "to", kind: OptionKind::Int { min: 1, max: 250, none: false }, rule: "H13" },
        OptionField { key: "giving", kind: OptionKind::Bool, rule: "H3" },
        OptionField { key: "moon", kind: OptionKind::Choice(&["others", "own"]), rule: "H12" },
    ];
}
