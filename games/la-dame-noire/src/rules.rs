//! House rules.

use game::{OptionField, OptionKind, Options};
use serde::{Deserialize, Deserializer, Serialize};

/// The options of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, try_from = "Unchecked")]
pub struct Rules {
    // 1 to 100.
    deals: u8,
    pass_is_final: bool,
    // 0 to 100.
    min_trades: u8,
    // None, 0, or from max(1, min_trades) to 100.
    max_trades: Option<u8>,
    every_out_collects: bool,
    pass_ends_trick: bool,
}

/// The options as JSON has them; [`Rules`] is made of it only if they are in range.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Unchecked {
    deals: u8,
    pass_is_final: bool,
    min_trades: u8,
    // A function of its own, because serde takes a missing Option for None, and here every key is written.
    #[serde(deserialize_with = "nullable")]
    max_trades: Option<u8>,
    every_out_collects: bool,
    pass_ends_trick: bool,
}

/// A number or null; the key may not be missing.
fn nullable<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u8>, D::Error> {
    Option::deserialize(deserializer)
}

impl Rules {
    /// [D2] How many deals a match has.
    pub const fn deals(self) -> u8 {
        self.deals
    }

    /// [D4] Whether a seat that passed is out of the auction.
    pub const fn pass_is_final(self) -> bool {
        self.pass_is_final
    }

    /// [D7] How many exchanges must take place before anybody may call stop.
    pub const fn min_trades(self) -> u8 {
        self.min_trades
    }

    /// [D8] After how many exchanges trading stops by itself.
    pub const fn max_trades(self) -> Option<u8> {
        self.max_trades
    }

    /// [D14] Whether the second seat out collects at once, as the first does.
    pub const fn every_out_collects(self) -> bool {
        self.every_out_collects
    }

    /// [D12] Whether a seat that passed stays out until the trick is over.
    pub const fn pass_ends_trick(self) -> bool {
        self.pass_ends_trick
    }
}

/// [D2] Four deals, so that every seat deals once; [D7] one exchange before a stop; the rest as the source has it.
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
