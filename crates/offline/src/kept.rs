//! What is stored, as keys and values: `me`, and for each table `table/ID`, `end/ID` once its match is over, and
//! `log/ID/NUMBER` for each entry of its log.

use std::collections::BTreeMap;

use protocol::Settings;
use room::log_entry::LogEntry;
use room::{KeptState, PersonId, Saved, Seated, Write};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use table::AnyTable;

use crate::message::ToPage;
use crate::time::rfc3339;

/// The one person.
pub(crate) const ME: PersonId = PersonId(1);
/// The name of somebody who has chosen none.
const FIRST_NAME: &str = "Guest";
const ME_KEY: &str = "me";

/// Changes of keys; `None`: the key is deleted.
pub(crate) type Puts = Vec<(String, Option<String>)>;

/// Everything that is stored.
#[derive(Default)]
pub(crate) struct KeptRoom {
    name: Option<String>,
    pub(crate) tables: BTreeMap<String, KeptTable>,
}

/// A table as it is stored.
#[derive(Clone)]
pub(crate) struct KeptTable {
    pub(crate) setup: Setup,
    pub(crate) log: Vec<LogEntry>,
    /// The totals, once the match is over.
    pub(crate) ended: Option<Vec<i32>>,
}

/// What a table is stored with beside its log.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Setup {
    pub(crate) game: String,
    pub(crate) rules: u32,
    pub(crate) options: Map<String, Value>,
    pub(crate) settings: Settings,
    /// The sealed seed in hex: it is on the player's own device.
    pub(crate) seed: String,
    pub(crate) number: Option<u64>,
    pub(crate) seats: Vec<KeptSeat>,
    pub(crate) created_ms: i64,
    pub(crate) started_ms: Option<i64>,
    pub(crate) state: KeptState,
}

/// Who sits on a seat.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct KeptSeat {
    name: String,
    person: Option<PersonId>,
    bot: Option<String>,
}

/// An entry of a log.
#[derive(Serialize, Deserialize)]
struct Line {
    at_ms: i64,
    seat: Option<u8>,
    cmd: Option<String>,
    entry: String,
}

impl From<Seated> for KeptSeat {
    fn from(Seated { name, person, bot }: Seated) -> KeptSeat {
        KeptSeat { name, person, bot }
    }
}

impl From<KeptSeat> for Seated {
    fn from(KeptSeat { name, person, bot }: KeptSeat) -> Seated {
        Seated { name, person, bot }
    }
}

impl KeptRoom {
    /// Reads what was stored. What cannot be read is left out, and stays stored: a later version may read it.
    pub(crate) fn read(kept: &[(String, String)]) -> KeptRoom {
        let mut read = KeptRoom::default();
        let mut rest: Vec<(&str, &str)> = kept.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
        // Tables first: an end and a log belong to a table.
        rest.sort_unstable_by_key(|(key, _)| (!key.starts_with("table/"), *key));
        for (key, value) in rest {
            read.take(key, Some(value));
        }
        read
    }

    /// Applies what is stored now.
    pub(crate) fn apply(&mut self, puts: &Puts) {
        for (key, value) in puts {
            self.take(key, value.as_deref());
        }
    }

    fn take(&mut self, key: &str, value: Option<&str>) {
        let mut parts = key.split('/');
        match (parts.next(), parts.next(), parts.next()) {
            (Some(ME_KEY), None, None) => self.name = value.map(str::to_owned),
            (Some("table"), Some(id), None) => match value.map(serde_json::from_str::<Setup>) {
                Some(Ok(setup)) => match self.tables.get_mut(id) {
                    Some(table) => table.setup = setup,
                    None => {
                        let table = KeptTable { setup, log: Vec::new(), ended: None };
                        self.tables.insert(id.to_owned(), table);
                    }
                },
                Some(Err(_)) => {}
                None => drop(self.tables.remove(id)),
            },
            (Some("end"), Some(id), None) => {
                if let Some(table) = self.tables.get_mut(id) {
                    table.ended = value.and_then(|totals| serde_json::from_str(totals).ok());
                }
            }
            (Some("log"), Some(id), Some(_)) => {
                let line = value.and_then(|line| serde_json::from_str::<Line>(line).ok());
                if let (Some(table), Some(Line { at_ms, seat, cmd, entry })) = (self.tables.get_mut(id), line) {
                    table.log.push(LogEntry { at_ms, seat, cmd, entry });
                }
            }
            _ => {}
        }
    }

    /// The person's name.
    pub(crate) fn name(&self) -> &str {
        self.name.as_deref().unwrap_or(FIRST_NAME)
    }
}

/// Another name.
pub(crate) fn rename(name: &str) -> Puts {
    vec![(ME_KEY.to_owned(), Some(name.to_owned()))]
}

/// A new table.
pub(crate) fn create(id: &str, setup: &Setup) -> Puts {
    vec![(format!("table/{id}"), Some(json(setup)))]
}

/// The end of a match, or that it goes on.
pub(crate) fn end(id: &str, totals: Option<&[i32]>) -> Puts {
    vec![(format!("end/{id}"), totals.map(|totals| json(&totals)))]
}

impl KeptTable {
    /// What a room wants stored.
    pub(crate) fn write(&self, id: &str, write: Write) -> Puts {
        let Write { arrangement, terms, first, entries, .. } = write;
        let mut puts = Puts::new();
        if arrangement.is_some() || terms.is_some() {
            let mut setup = self.setup.clone();
            if let Some(arranged) = arrangement {
                setup.seats = arranged.seats.into_iter().map(KeptSeat::from).collect();
                (setup.started_ms, setup.state) = (arranged.started_ms, arranged.kept);
            }
            if let Some(terms) = terms {
                (setup.rules, setup.options, setup.settings) = (terms.rules, terms.options, terms.settings);
            }
            puts.extend(create(id, &setup));
        }
        for (number, LogEntry { at_ms, seat, cmd, entry }) in (first..).zip(entries) {
            // As many digits for each number: keys are sorted as text.
            puts.push((format!("log/{id}/{number:08}"), Some(json(&Line { at_ms, seat, cmd, entry }))));
        }
        puts
    }

    /// Deletes the table.
    pub(crate) fn delete(&self, id: &str) -> Puts {
        let lines = (0..self.log.len()).map(|number| (format!("log/{id}/{number:08}"), None));
        lines.chain([(format!("end/{id}"), None), (format!("table/{id}"), None)]).collect()
    }

    /// The match, after every entry of the log. `None` if this program cannot read it.
    pub(crate) fn open(&self) -> Option<Box<dyn AnyTable>> {
        let setup = &self.setup;
        let mut table = catalog::open(table::Setup {
            game: catalog::entry(&setup.game).ok()?.id,
            rules: setup.rules,
            options: setup.options.clone(),
            names: setup.seats.iter().map(|seat| seat.name.clone()).collect(),
            seed: setup.seed.parse().ok()?,
            number: setup.number,
        })
        .ok()?;
        room::restore(table.as_mut(), &self.log).ok()?;
        Some(table)
    }

    /// What a room is made from.
    pub(crate) fn saved(&self, id: &str) -> Saved {
        let setup = self.setup.clone();
        Saved {
            id: id.to_owned(),
            settings: setup.settings,
            seats: setup.seats.into_iter().map(Seated::from).collect(),
            host: Some(ME),
            created: rfc3339(setup.created_ms),
            started_ms: setup.started_ms,
            ended: self.ended.is_some(),
            kept: setup.state,
        }
    }
}

impl ToPage {
    pub(crate) fn json(id: u64, status: u16, body: &impl Serialize) -> ToPage {
        ToPage::Response { id, status, body: json(body) }
    }
}

fn json(thing: &impl Serialize) -> String {
    serde_json::to_string(thing).expect("what is stored and told is text, numbers and words")
}
