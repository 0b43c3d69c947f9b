//! A line that was read, split into keys. Each value is still text, because the valid values depend on the game.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use game::{Seat, SharedAttempt, parse_json, read_stored};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use super::RecordFault;
use super::entropy::Contributions;
use super::fault::without_place;

/// A record's line, split into its keys. Unknown keys are ignored; a key that occurs twice is a fault.
pub struct Raw<'a> {
    keys: Keys<'a>,
    game: String,
    rules: u32,
}

impl<'a> Raw<'a> {
    /// Reads a line and checks that it is a record of a known version.
    ///
    /// # Errors
    /// If the line is not such a record.
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
        let keys: Keys = serde_json::from_str(line)
            .map_err(|e| RecordFault::new(format_args!("no record: {} at column {}", without_place(&e), e.column())))?;
        let format: String = keys.read("format")?;
        if format != super::FORMAT {
            return Err(RecordFault::new(format_args!("format is {format:?}; only {:?} is known", super::FORMAT)));
        }
        let rules = keys.read("rules")?;
        let game = keys.read("game")?;
        Ok(Raw { keys, game, rules })
    }

    /// Returns the id of the game.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// Returns the version of the rules. Does not check that the game knows it.
    pub fn rules(&self) -> u32 {
        self.rules
    }

    /// Returns the options. Does not check that the game has them.
    ///
    /// # Errors
    /// If they are not an object, or a key occurs twice.
    pub fn options(&self) -> Result<serde_json::Map<String, serde_json::Value>, RecordFault> {
        // A map would keep the last of two equal keys, but a key that occurs twice must not pass.
        let text = self.keys.get("options")?;
        serde_json::from_str::<Keys>(text.get()).map_err(|e| RecordFault::of_part("options", &e))?;
        self.keys.read("options")
    }

    pub(super) fn seats(&self) -> Result<u64, RecordFault> {
        self.keys.read("seats")
    }

    /// Returns the names. Does not check that there is a name for each seat.
    ///
    /// # Errors
    /// If they are not names.
    pub fn names(&self) -> Result<Vec<String>, RecordFault> {
        self.keys.read("names")
    }

    /// Returns the seed in hex, if the record has one. Does not check that it is a valid seed.
    ///
    /// # Errors
    /// If it is not a text.
    pub fn seed(&self) -> Result<Option<String>, RecordFault> {
        self.keys.read("seed")
    }

    /// Returns how the seed was made; `None` if the key is absent.
    pub(super) fn entropy(&self) -> Result<Option<Vec<SharedAttempt>>, RecordFault> {
        self.keys.read_if_given("entropy")
    }

    /// Returns the seats that made the seed together; `None` if the players did not shuffle together. Does not check
    /// the attempts.
    ///
    /// # Errors
    /// If they are not attempts.
    pub fn contributions(&self) -> Result<Option<Contributions>, RecordFault> {
        Ok(self.entropy()?.as_deref().and_then(Contributions::of))
    }

    /// Returns whether the match was played on a player's own device, and uploaded from there ([`super::OFFLINE`]).
    pub fn is_offline(&self) -> bool {
        self.has_origin(super::OFFLINE)
    }

    /// Returns whether the match was played at a practice table ([`super::PRACTICE`]).
    pub fn is_practice(&self) -> bool {
        self.has_origin(super::PRACTICE)
    }

    fn has_origin(&self, of: &str) -> bool {
        self.keys.read::<String>("origin").is_ok_and(|origin| origin == of)
    }

    /// Returns the actions of the last deal, as [`actions`](Raw::actions) returns them.
    ///
    /// # Errors
    /// If there is no deal, or its actions are not texts.
    pub fn last_actions(&self) -> Result<Vec<(Seat, String)>, RecordFault> {
        self.actions(self.deals()?.len().saturating_sub(1))
    }

    pub(crate) fn deals(&self) -> Result<Vec<&'a RawValue>, RecordFault> {
        self.keys.list("deals")
    }

    /// Returns the actions of the seats in a deal, in notation, without shuffles. Does not check their legality.
    ///
    /// # Errors
    /// If there is no such deal, or its actions are not texts.
    pub fn actions(&self, deal: usize) -> Result<Vec<(Seat, String)>, RecordFault> {
        let deals = self.deals()?;
        let text = deals.get(deal).ok_or_else(|| RecordFault::new("there is no such deal"))?;
        let mut actions = Vec::new();
        for line in read_deal(text)?.list("actions")? {
            let line: String = read("actions", line)?;
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
        self.keys.read("winners")
    }
}

pub(super) fn read_deal(text: &RawValue) -> Result<Keys<'_>, RecordFault> {
    if !text.get().starts_with('{') {
        return Err(RecordFault::new("a deal is a JSON object"));
    }
    serde_json::from_str(text.get()).map_err(|e| RecordFault::of_part("no deal", &e))
}

fn read<T: DeserializeOwned>(key: &str, text: &RawValue) -> Result<T, RecordFault> {
    parse_json(text.get()).and_then(|value| read_stored(&value)).map_err(|e| RecordFault::of_part(key, &e))
}

pub(super) fn missing(key: &str) -> RecordFault {
    RecordFault::new(format_args!("the key {key:?} is missing"))
}

/// An object, split into its keys. No key occurs twice.
pub(super) struct Keys<'a>(BTreeMap<String, &'a RawValue>);

impl<'a> Keys<'a> {
    /// Reads the value of a required key.
    pub(super) fn read<T: DeserializeOwned>(&self, key: &str) -> Result<T, RecordFault> {
        read(key, self.get(key)?)
    }

    /// Reads the texts of a required list.
    pub(super) fn list(&self, key: &str) -> Result<Vec<&'a RawValue>, RecordFault> {
        serde_json::from_str(self.get(key)?.get()).map_err(|e| RecordFault::of_part(key, &e))
    }

    fn get(&self, key: &str) -> Result<&'a RawValue, RecordFault> {
        self.0.get(key).copied().ok_or_else(|| missing(key))
    }

    /// Reads the value of an optional key; `None` if the key is absent.
    pub(super) fn read_if_given<T: DeserializeOwned>(&self, key: &str) -> Result<Option<T>, RecordFault> {
        self.0.get(key).map(|text| read(key, text)).transpose()
    }
}

impl<'de> Deserialize<'de> for Keys<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Keys<'de>, D::Error> {
        struct Visitor;
        impl<'de> serde::de::Visitor<'de> for Visitor {
            type Value = Keys<'de>;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<Keys<'de>, A::Error> {
                let mut keys = BTreeMap::new();
                while let Some(key) = map.next_key::<String>()? {
                    match keys.entry(key) {
                        Entry::Vacant(place) => place.insert(map.next_value()?),
                        Entry::Occupied(place) => {
                            let words = format_args!("the key {:?} stands twice", place.key());
                            return Err(serde::de::Error::custom(words));
                        }
                    };
                }
                Ok(Keys(keys))
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
