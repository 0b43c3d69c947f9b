//! The options (house rules).

use game::{Map, OptionField, OptionKind, Options, Value};
use serde::{Deserialize, Serialize};

/// The options of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// [K10] The number of cards of a value that must lie together for a cut.
    pub cut_from: CutFrom,
    /// [K9] The sources from which a good draw may come.
    pub good_draw: GoodDraw,
    /// [K16] True if a caller with a negative value gets that value instead of 0.
    pub minus_pays: bool,
    /// [K18] The effect of saying Kaël with more than 5.
    pub false_call: FalseCall,
    /// [K19] The condition on which a total of 25, 50, 75 or 100 drops.
    pub landings: Landings,
    /// [K21] The condition that ends the match.
    pub match_end: MatchEnd,
    /// [K13] The first turn on which a player may say Kaël. Version 1 of the rules did not have this option.
    pub call_from: CallFrom,
}

/// [K9] The sources from which a good draw may come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GoodDraw {
    /// From the deck or from the pile.
    Any,
    /// Only from the deck.
    Deck,
}

/// [K18] The effect of saying Kaël with more than 5.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FalseCall {
    /// Such a call is possible and costs 20 points.
    Penalty,
    /// Such a call is not legal.
    Forbid,
}

/// [K19] The condition on which a total of 25, 50, 75 or 100 drops.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Landings {
    /// The total drops if the deal has brought it to that number.
    Reached,
    /// The total drops after every deal as long as it is on that number.
    EveryDeal,
}

/// [K21] The condition that ends the match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MatchEnd {
    /// The match ends when one player is left.
    LastLeft,
    /// The match ends when the first player is eliminated.
    FirstOut,
}

/// [K10] The number of cards of a value that must lie together on top of the pile for a cut: 1, 2 or 3.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct CutFrom(u8);

impl CutFrom {
    /// One card on the pile is enough, so a player with the three other cards can cut.
    pub const ONE: CutFrom = CutFrom(1);
    /// Two cards must lie on the pile, so a cut has one or two cards.
    pub const TWO: CutFrom = CutFrom(2);
    /// Three cards must lie on the pile, so a cut has one card.
    pub const THREE: CutFrom = CutFrom(3);

    /// Returns the number of cards.
    pub const fn cards(self) -> u8 {
        self.0
    }
}

impl From<CutFrom> for u8 {
    fn from(from: CutFrom) -> u8 {
        from.0
    }
}

impl TryFrom<u8> for CutFrom {
    type Error = &'static str;
    fn try_from(cards: u8) -> Result<CutFrom, &'static str> {
        if matches!(cards, 1..=3) { Ok(CutFrom(cards)) } else { Err("option cut_from is a number from 1 to 3") }
    }
}

/// [K13] The first turn on which a player may say Kaël: 2 to 5. Every player must have had all turns before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct CallFrom(u8);

impl CallFrom {
    /// Kaël may be said once every player has had one turn.
    pub const SECOND: CallFrom = CallFrom(2);

    /// Returns the number of turns that every player must have had before a call.
    pub const fn turns_before(self) -> u8 {
        self.0 - 1
    }

    /// Returns the number of turns, of all players together, after which Kaël may be said.
    pub(crate) const fn turns_of(self, players: u32) -> u16 {
        self.turns_before() as u16 * players as u16
    }
}

impl From<CallFrom> for u8 {
    fn from(from: CallFrom) -> u8 {
        from.0
    }
}

impl TryFrom<u8> for CallFrom {
    type Error = &'static str;
    fn try_from(turn: u8) -> Result<CallFrom, &'static str> {
        if matches!(turn, 2..=5) { Ok(CallFrom(turn)) } else { Err("option call_from is a number from 2 to 5") }
    }
}

/// The default rules are those of the source text, as RULES.md reads it.
impl Default for Rules {
    fn default() -> Rules {
        Rules {
            cut_from: CutFrom::TWO,
            good_draw: GoodDraw::Any,
            minus_pays: false,
            false_call: FalseCall::Penalty,
            landings: Landings::Reached,
            match_end: MatchEnd::LastLeft,
            call_from: CallFrom::SECOND,
        }
    }
}

impl Options for Rules {
    const SHORTEST: &'static [(&'static str, &'static str)] = &[("match_end", "first_out")];

    const FIELDS: &'static [OptionField] = &[
        OptionField { key: "cut_from", kind: OptionKind::Int { min: 1, max: 3, none: false }, rule: "K10" },
        OptionField { key: "good_draw", kind: OptionKind::Choice(&["any", "deck"]), rule: "K9" },
        OptionField { key: "minus_pays", kind: OptionKind::Bool, rule: "K16" },
        OptionField { key: "false_call", kind: OptionKind::Choice(&["penalty", "forbid"]), rule: "K18" },
        OptionField { key: "landings", kind: OptionKind::Choice(&["reached", "every_deal"]), rule: "K19" },
        OptionField { key: "match_end", kind: OptionKind::Choice(&["last_left", "first_out"]), rule: "K21" },
        OptionField { key: "call_from", kind: OptionKind::Int { min: 2, max: 5, none: false }, rule: "K13" },
    ];

    /// Version 1 had all of the present options except `call_from`.
    const OLDER: &'static [(u32, &'static [OptionField])] = &[(1, Rules::FIELDS.split_at(6).0)];

    fn upgrade(from: u32, mut options: Map<String, Value>) -> Option<Map<String, Value>> {
        if from < 2 {
            options.insert("call_from".to_owned(), u8::from(CallFrom::SECOND).into());
        }
        Some(options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_written_in_the_order_of_the_table_and_read_exactly() {
        let text = r#"{"cut_from":2,"good_draw":"any","minus_pays":false,"false_call":"penalty","landings":"reached","match_end":"last_left","call_from":2}"#;
        assert_eq!(serde_json::to_string(&Rules::default()).unwrap(), text);
        assert_eq!(serde_json::from_str::<Rules>(text).unwrap(), Rules::default());
        for (from, to) in [
            ("\"cut_from\":2", "\"cut_from\":0"),
            ("\"cut_from\":2", "\"cut_from\":4"),
            ("\"cut_from\":2", "\"cut_from\":null"),
            ("\"cut_from\":2", "\"cut_from\":2.0"),
            ("\"cut_from\":2,", ""),
            ("\"any\"", "\"pile\""),
            ("\"any\"", "null"),
            ("false", "0"),
            (",\"match_end\":\"last_left\"", ""),
            (",\"call_from\":2", ""),
            ("\"call_from\":2", "\"call_from\":1"),
            ("\"call_from\":2", "\"call_from\":6"),
            ("{", "{\"deals\":4,"),
        ] {
            let broken = text.replacen(from, to, 1);
            assert_ne!(broken, text);
            assert!(serde_json::from_str::<Rules>(&broken).is_err(), "{broken}");
        }
    }
}
