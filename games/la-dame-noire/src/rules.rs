//! The options (house rules).

use game::{OptionField, OptionKind, Options};
use serde::{Deserialize, Deserializer, Serialize};

/// The options of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, try_from = "Unchecked")]
pub struct Rules {
    // The number of deals, 1 to 100.
    deals: u8,
    /// True if a seat that passed is out of the auction. [D4]
    pub pass_is_final: bool,
    // The number of exchanges before stop is allowed, 0 to 100.
    min_trades: u8,
    // The largest number of exchanges: no limit, 0, or a number from max(1, min_trades) to 100.
    max_trades: Option<u8>,
    /// True if the second seat out collects its trick immediately, as the first does. [D14]
    pub every_out_collects: bool,
    /// True if a seat that passed stays out until the trick is over. [D12]
    pub pass_ends_trick: bool,
}

/// The options as read from JSON, before the check of their ranges. [`Rules`] is built from them if they are valid.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Unchecked {
    deals: u8,
    pass_is_final: bool,
    min_trades: u8,
    // Serde reads a missing `Option` as `None` unless the field has its own function, but here a missing key is an
    // error.
    #[serde(deserialize_with = "nullable")]
    max_trades: Option<u8>,
    every_out_collects: bool,
    pass_ends_trick: bool,
}

/// Reads a number or null; the key must be present.
fn nullable<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u8>, D::Error> {
    Option::deserialize(deserializer)
}

impl Rules {
    /// Returns the number of deals of a match. [D2]
    pub const fn deals(self) -> u8 {
        self.deals
    }

    /// Returns the number of exchanges that must take place before anybody may call stop. [D7]
    pub const fn min_trades(self) -> u8 {
        self.min_trades
    }

    /// Returns the number of exchanges after which trading stops automatically, or `None` for no limit. [D8]
    pub const fn max_trades(self) -> Option<u8> {
        self.max_trades
    }
}

/// The default rules: four deals, so that every seat deals once [D2], one exchange before a stop [D7], and no option
/// that deviates from the source.
impl Default for Rules {
    fn default() -> Rules {
        Rules {
            deals: 4,
            pass_is_final: false,
            min_trades: 1,
            max_trades: None,
            every_out_collects: false,
            pass_ends_trick: false,
        }
    }
}

impl TryFrom<Unchecked> for Rules {
    type Error = &'static str;
    fn try_from(rules: Unchecked) -> Result<Rules, &'static str> {
        let Unchecked { deals, pass_is_final, min_trades, max_trades, every_out_collects, pass_ends_trick } = rules;
        if !matches!(deals, 1..=100) {
            return Err("option deals is a number from 1 to 100");
        }
        if min_trades > 100 {
            return Err("option min_trades is a number from 0 to 100");
        }
        match max_trades {
            Some(101..) => Err("option max_trades is a number from 0 to 100 or none"),
            Some(most @ 1..) if most < min_trades => Err("option max_trades is none, 0, or not less than min_trades"),
            _ => Ok(Rules { deals, pass_is_final, min_trades, max_trades, every_out_collects, pass_ends_trick }),
        }
    }
}

impl Options for Rules {
    const SHORTEST: &'static [(&'static str, &'static str)] = &[("deals", "1")];

    const FIELDS: &'static [OptionField] = &[
        OptionField { key: "deals", kind: OptionKind::Int { min: 1, max: 100, none: false }, rule: "D2" },
        OptionField { key: "pass_is_final", kind: OptionKind::Bool, rule: "D4" },
        OptionField { key: "min_trades", kind: OptionKind::Int { min: 0, max: 100, none: false }, rule: "D7" },
        OptionField { key: "max_trades", kind: OptionKind::Int { min: 0, max: 100, none: true }, rule: "D8" },
        OptionField { key: "every_out_collects", kind: OptionKind::Bool, rule: "D14" },
        OptionField { key: "pass_ends_trick", kind: OptionKind::Bool, rule: "D12" },
    ];
}
