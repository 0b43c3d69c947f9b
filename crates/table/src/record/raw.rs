//! A line that was read: its keys, with each value still as text. The valid values depend on the game.

use game::Seat;
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use super::RecordFault;
use super::entropy::{Contributions, EntropyAttempt};
use super::fault::without_place;

/// A record's line, split into its keys. Unknown keys are passed over; a key given twice is a fault.
pub struct Raw<'a> {
    keys: RecordKeys<'a>,
    game: String,
    rules: u32,
}

impl<'a> Raw<'a> {
    /// Reads a line and checks that it is a record of a version that is known here.
    ///
    /// # Errors
    /// If it is not.
    pub fn read(line: &'a str) -> Result<Raw<'a>, RecordFault> {
        let line = line.trim_matches([' ', '\t', '\r', '\n']);
        if line.starts_with('\u{feff}') {
            return Err(RecordFault::new(
                "a record begins without a byte order mark: save the file as UTF-8 without one",
            ));
        }
        if !line.starts_with('{') {
            return Err(RecordFault::new("a record is a JSON object"));
        }
        let keys: RecordKeys = serde_json::from_str(line)
            .map_err(|e| RecordFault::new(format_args!("no record: {} at column {}", without_place(&e), e.column())))?;
        let format: String = read("format", keys.format)?;
        if format != super::FORMAT {
            return Err(RecordFault::new(format_args!("format is {format:?}; only {:?} is known", super::FORMAT)));
        }
        let rules = read("rules", keys.rules)?;
        let game = read("game", keys.game)?;
        Ok(Raw { keys, game, rules })
    }

    /// The id of the game.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// The version of the rules; whether the game knows it is not checked here.
    pub fn rules(&self) -> u32 {
        self.rules
    }

    /// The options; whether the game has them is not checked here.
    ///
    /// # Errors
    /// If they are not an object, or a key stands twice.
    pub fn options(&self) -> Result<serde_json::Map<String, serde_json::Value>, RecordFault> {
        let text = self.keys.options.ok_or_else(|| missing("options"))?;
        // A map keeps the last of two equal keys: they must not pass.
        serde_json::from_str::<NoTwice>(text.get()).map_err(|e| RecordFault::of_part("options", &e))?;
        read("options", Some(text))
    }

    pub(super) fn seats(&self) -> Result<u64, RecordFault> {
        read("seats", self.keys.seats)
    }

    /// A name for each seat; whether there are as many as seats is not checked here.
    ///
    /// # Errors
    /// If they are not names.
    pub fn names(&self) -> Result<Vec<String>, RecordFault> {
        read("names", self.keys.names)
    }

    /// The seed in hex, if the record has one; whether it is one is not checked here.
    ///
    /// # Errors
    /// If it is not a text.
    pub fn seed(&self) -> Result<Option<String>, RecordFault> {
        read("seed", self.keys.seed)
    }

    /// How the seed came about; `None` if the key is absent.
    pub(super) fn entropy(&self) -> Result<Option<Vec<EntropyAttempt>>, RecordFault> {
        self.keys.entropy.map(|text| read("entropy", Some(text))).transpose()
    }

    /// The seats that made the seed together; `None` if the players did not shuffle together. The attempts are not
    /// checked here.
    ///
    /// # Errors
    /// If they are not attempts.
    pub fn contributions(&self) -> Result<Option<Contributions>, RecordFault> {
        Ok(self.entropy()?.as_deref().and_then(Contributions::of))
    }

    /// Returns whether its match was played on somebody's own device, and uploaded from there ([`super::OFFLINE`]).
    pub fn is_offline(&self) -> bool {
        let origin = self.keys.origin.map(|text| serde_json::from_str::<String>(text.get()));
        origin.is_some_and(|origin| origin.is_ok_and(|origin| origin == super::OFFLINE))
    }

    pub(super) fn deals(&self) -> Result<Vec<&'a RawValue>, RecordFault> {
        read("deals", self.keys.deals)
    }

    /// The actions of the seats in a deal, in notation, without shuffles. Their legality is not checked here.
    ///
    /// # Errors
    /// If there is no such deal, or its actions are not texts.
    pub fn actions(&self, deal: usize) -> Result<Vec<(Seat, String)>, RecordFault> {
        let deals = self.deals()?;
        let text = deals.get(deal).ok_or_else(|| RecordFault::new("there is no such deal"))?;
        let mut actions = Vec::new();
        for line in RawDeal::read(text)?.actions()? {
            let line: String = read("actions", Some(line))?;
            let (seat, action) = line.split_once(' ').unwrap_or((&line, ""));
            match seat.parse().ok().and_then(|seat: u8| Seat::try_from(seat).ok()) {
                Some(seat) => actions.push((seat, action.to_owned())),
                None if seat == "*" => {}
                None => return Err(RecordFault::new("an action begins with its seat")),
            }
        }
        Ok(actions)
    }

    pub(super) fn winners(&self) -> Result<Option<Vec<u64>>, RecordFault> {
        read("winners", self.keys.winners)
    }
}

/// A deal's text, split into its keys.
pub(super) struct RawDeal<'a>(DealKeys<'a>);

impl<'a> RawDeal<'a> {
    pub(super) fn read(text: &'a RawValue) -> Result<RawDeal<'a>, RecordFault> {
        if !text.get().starts_with('{') {
            return Err(RecordFault::new("a deal is a JSON object"));
        }
        serde_json::from_str(text.get()).map(RawDeal).map_err(|e| RecordFault::of_part("no deal", &e))
    }

    pub(super) fn dealer(&self) -> Result<u64, RecordFault> {
        read("dealer", self.0.dealer)
    }

    pub(super) fn deck(&self) -> Result<String, RecordFault> {
        read("deck", self.0.deck)
    }

    pub(super) fn actions(&self) -> Result<Vec<&'a RawValue>, RecordFault> {
        read("actions", self.0.actions)
    }

    /// `None` if the key is absent.
    pub(super) fn points(&self) -> Result<Option<Vec<Option<i64>>>, RecordFault> {
        self.0.points.map(|text| read("points", Some(text))).transpose()
    }

    /// `None` if the key is absent.
    pub(super) fn totals(&self) -> Result<Option<Vec<i64>>, RecordFault> {
        self.0.totals.map(|text| read("totals", Some(text))).transpose()
    }
}

fn read<'a, T: Deserialize<'a>>(key: &str, text: Option<&'a RawValue>) -> Result<T, RecordFault> {
    let text = text.ok_or_else(|| missing(key))?;
    serde_json::from_str(text.get()).map_err(|e| RecordFault::of_part(key, &e))
}

pub(super) fn missing(key: &str) -> RecordFault {
    RecordFault::new(format_args!("the key {key:?} is missing"))
}

#[derive(Deserialize)]
struct RecordKeys<'a> {
    #[serde(borrow, default, deserialize_with = "present")]
    format: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    rules: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    game: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    options: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    seats: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    names: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    seed: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    entropy: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    deals: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    winners: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    origin: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct DealKeys<'a> {
    #[serde(borrow, default, deserialize_with = "present")]
    dealer: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    deck: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    actions: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    points: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    totals: Option<&'a RawValue>,
}

/// A key that is there, also if its value is null.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<&'de RawValue>, D::Error> {
    <&RawValue>::deserialize(deserializer).map(Some)
}

/// An object in which no key stands twice.
struct NoTwice;

impl<'de> Deserialize<'de> for NoTwice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<NoTwice, D::Error> {
        struct Visitor;
        impl<'de> serde::de::Visitor<'de> for Visitor {
            type Value = NoTwice;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<NoTwice, A::Error> {
                let mut seen = std::collections::BTreeSet::new();
                while let Some(key) = map.next_key::<String>()? {
                    map.next_value::<serde::de::IgnoredAny>()?;
                    if seen.contains(&key) {
                        return Err(serde::de::Error::custom(format_args!("the key {key:?} stands twice")));
                    }
                    seen.insert(key);
                }
                Ok(NoTwice)
            }
        }
        deserializer.deserialize_map(Visitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_words_of_the_mark_say_that_a_match_was_played_without_a_server() {
        let is_offline = |more: &str| {
            let line = format!(r#"{{"format":"cardroom/1","rules":1,"game":"kael"{more}}}"#);
            Raw::read(&line).map(|raw| raw.is_offline())
        };
        assert_eq!(is_offline(r#","origin":"offline, unverified""#), Ok(true));
        for other in
            ["", r#","origin":"offline""#, r#","origin":null"#, r#","origin":{"offline":true}"#, r#","origin":7"#]
        {
            assert_eq!(is_offline(other), Ok(false), "{other}");
        }
    }
}
