//! What is stored, as keys and values: `me`, and for each table `table/ID`, `end/ID` once its match is over, and
//! `log/ID/NUMBER` for each entry of its log; `result/ID/DEAL` for each finished deal, with an `a` after it if the player
//! was helped; and `record/ID` for each record that was brought.

use std::collections::{BTreeMap, BTreeSet};

use answers::statistics::PersonalResult;
use game::sort_compactly;
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
    /// By key. They stay when their table goes.
    pub(crate) results: BTreeMap<String, KeptResult>,
    /// By id.
    pub(crate) records: BTreeMap<String, String>,
    /// By key: what cannot be read. It stays stored: a later version may read it.
    unread: BTreeMap<String, String>,
}

/// A finished deal.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct KeptResult {
    pub(crate) at_ms: i64,
    #[serde(flatten)]
    pub(crate) result: PersonalResult,
}

/// A table as it is stored.
#[derive(Clone)]
pub(crate) struct KeptTable {
    pub(crate) setup: KeptSetup,
    pub(crate) log: Vec<LogEntry>,
    /// The totals, once the match is over.
    pub(crate) ended: Option<Vec<i32>>,
}

/// What a table is stored with beside its log.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct KeptSetup {
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
struct KeptEntry {
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
    /// Reads what was stored.
    pub(crate) fn read(kept: &[(String, String)]) -> KeptRoom {
        let mut read = KeptRoom::default();
        let mut rest: Vec<(&str, &str)> = kept.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
        // Tables first: an end and a log belong to a table.
        let by = |key: &str| !key.starts_with("table/");
        sort_compactly(&mut rest, |(one, _), (other, _)| by(one).cmp(&by(other)).then(one.cmp(other)));
        for (key, value) in rest {
            read.take(key, Some(value));
        }
        read
    }

    /// Takes what is stored now in place of what was read before. Tables that `stays` names stay as they are.
    pub(crate) fn renew(&mut self, kept: &[(String, String)], stays: impl Fn(&str) -> bool) {
        let mut read = KeptRoom::read(kept);
        read.tables.retain(|id, _| !stays(id));
        self.tables.retain(|id, _| stays(id));
        self.tables.append(&mut read.tables);
        (self.results, self.records, self.unread) = (read.results, read.records, read.unread);
        self.name = read.name;
    }

    /// Applies what is stored now.
    pub(crate) fn apply(&mut self, puts: &Puts) {
        for (key, value) in puts {
            self.take(key, value.as_deref());
        }
    }

    fn take(&mut self, key: &str, value: Option<&str>) {
        self.unread.remove(key);
        let is_read = match value {
            Some(value) => self.is_read(key, value),
            None => {
                self.remove(key);
                true
            }
        };
        if let (false, Some(value)) = (is_read, value) {
            self.unread.insert(key.to_owned(), value.to_owned());
        }
    }

    /// Takes a value. Returns whether it can be read.
    fn is_read(&mut self, key: &str, value: &str) -> bool {
        let parts: Vec<&str> = key.split('/').collect();
        match parts[..] {
            [ME_KEY] => self.name = Some(value.to_owned()),
            ["table", id] => {
                let Ok(setup) = serde_json::from_str::<KeptSetup>(value) else { return false };
                match self.tables.get_mut(id) {
                    Some(table) => table.setup = setup,
                    None => drop(self.tables.insert(id.to_owned(), KeptTable { setup, log: Vec::new(), ended: None })),
                }
            }
            ["end", id] => {
                let (Some(table), Ok(totals)) = (self.tables.get_mut(id), serde_json::from_str(value)) else {
                    return false;
                };
                table.ended = Some(totals);
            }
            ["log", id, number] => {
                let (Some(table), Ok(entry)) = (self.tables.get_mut(id), serde_json::from_str(value)) else {
                    return false;
                };
                return number.parse().is_ok_and(|number| table.has_taken(number, entry));
            }
            ["result", ..] if parts.len() == 3 => {
                let Ok(result) = serde_json::from_str(value) else { return false };
                self.results.insert(key.to_owned(), result);
            }
            ["record", id] => drop(self.records.insert(id.to_owned(), value.to_owned())),
            _ => return false,
        }
        true
    }

    /// A key is deleted. The entries of a log go with their table.
    fn remove(&mut self, key: &str) {
        match key.split_once('/') {
            None if key == ME_KEY => self.name = None,
            Some(("table", id)) => drop(self.tables.remove(id)),
            Some(("end", id)) => {
                if let Some(table) = self.tables.get_mut(id) {
                    table.ended = None;
                }
            }
            Some(("result", _)) => drop(self.results.remove(key)),
            Some(("record", id)) => drop(self.records.remove(id)),
            _ => {}
        }
    }

    /// Whether a table is stored, readable or not.
    pub(crate) fn has(&self, id: &str) -> bool {
        self.tables.contains_key(id) || self.is_damaged(id)
    }

    /// Whether something of a table cannot be read.
    fn is_damaged(&self, id: &str) -> bool {
        self.unread.keys().any(|key| table_of(key) == Some(id))
    }

    /// Tables of which not even the setup can be read: their ids, with what is stored.
    pub(crate) fn unread_tables(&self) -> impl Iterator<Item = (&str, &str)> {
        self.unread.iter().filter_map(|(key, value)| Some((key.strip_prefix("table/")?, value.as_str())))
    }

    /// A match, after every entry of its log. `None` if this program cannot read it.
    pub(crate) fn open(&self, id: &str) -> Option<Box<dyn AnyTable>> {
        if self.is_damaged(id) { None } else { self.tables.get(id)?.open() }
    }

    /// Deletes a table, with what of it cannot be read.
    pub(crate) fn delete(&self, id: &str) -> Puts {
        let length = self.tables.get(id).map_or(0, |table| table.log.len() as u64);
        let unread = self.unread.keys().filter(|key| table_of(key) == Some(id)).cloned();
        let keys: BTreeSet<String> =
            (0..length).map(|number| log_key(id, number)).chain(unread).chain([end_key(id), table_key(id)]).collect();
        keys.into_iter().map(|key| (key, None)).collect()
    }

    /// Everything, as it is stored.
    pub(crate) fn written(&self) -> Vec<(String, String)> {
        let mut puts: Puts = self.name.iter().flat_map(|name| rename(name)).collect();
        for (id, table) in &self.tables {
            puts.extend(create(id, &table.setup));
            puts.extend(table.ended.iter().flat_map(|totals| end(id, Some(totals))));
            puts.extend(lines(id, 0, table.log.iter().cloned()));
        }
        puts.extend(self.results.iter().map(|(key, result)| (key.clone(), Some(json(result)))));
        puts.extend(self.records.iter().map(|(id, line)| record(id, line)));
        puts.extend(self.unread.iter().map(|(key, value)| (key.clone(), Some(value.clone()))));
        puts.into_iter().filter_map(|(key, value)| Some((key, value?))).collect()
    }

    /// The person's name.
    pub(crate) fn name(&self) -> &str {
        self.name.as_deref().unwrap_or(FIRST_NAME)
    }
}

/// The table that a key belongs to. Results are a person's: they stay when their table goes.
pub(crate) fn table_of(key: &str) -> Option<&str> {
    match key.split_once('/')? {
        ("table" | "end" | "log", rest) => rest.split('/').next(),
        _ => None,
    }
}

/// Whether a key is one of those that are stored.
pub(crate) fn is_known(key: &str) -> bool {
    key == ME_KEY || table_of(key).is_some() || key.starts_with("result/") || key.starts_with("record/")
}

fn table_key(id: &str) -> String {
    format!("table/{id}")
}

fn end_key(id: &str) -> String {
    format!("end/{id}")
}

/// As many digits for each number: keys are sorted as text.
fn log_key(id: &str, number: u64) -> String {
    format!("log/{id}/{number:08}")
}

/// Another name.
pub(crate) fn rename(name: &str) -> Puts {
    vec![(ME_KEY.to_owned(), Some(name.to_owned()))]
}

/// A new table.
pub(crate) fn create(id: &str, setup: &KeptSetup) -> Puts {
    vec![(table_key(id), Some(json(setup)))]
}

/// Entries of a log, from number `first` on.
fn lines(id: &str, first: u64, entries: impl IntoIterator<Item = LogEntry>) -> Puts {
    let line = |(number, LogEntry { at_ms, seat, cmd, entry }): (u64, LogEntry)| {
        (log_key(id, number), Some(json(&KeptEntry { at_ms, seat, cmd, entry })))
    };
    (first..).zip(entries).map(line).collect()
}

/// A finished deal. With help and without are two results.
pub(crate) fn result(table: &str, deal: u32, result: &KeptResult) -> (String, Option<String>) {
    let assisted = if result.result.assisted { "a" } else { "" };
    (format!("result/{table}/{deal}{assisted}"), Some(json(result)))
}

/// A record that was brought.
pub(crate) fn record(id: &str, line: &str) -> (String, Option<String>) {
    (format!("record/{id}"), Some(line.to_owned()))
}

/// The end of a match, or that it goes on.
pub(crate) fn end(id: &str, totals: Option<&[i32]>) -> Puts {
    vec![(end_key(id), totals.map(|totals| json(&totals)))]
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
        puts.extend(lines(id, first, entries));
        puts
    }

    /// Takes an entry of the log; the same number again takes the place of the first. Returns whether those before it are
    /// here.
    fn has_taken(&mut self, number: usize, entry: KeptEntry) -> bool {
        let KeptEntry { at_ms, seat, cmd, entry } = entry;
        let line = LogEntry { at_ms, seat, cmd, entry };
        let length = self.log.len();
        match self.log.get_mut(number) {
            Some(known) => *known = line,
            None if number == length => self.log.push(line),
            None => return false,
        }
        true
    }

    /// The match, after every entry of the log. `None` if this program cannot read it.
    fn open(&self) -> Option<Box<dyn AnyTable>> {
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
