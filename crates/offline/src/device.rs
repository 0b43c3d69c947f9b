//! The device's storage, as keys and values. The keys are `me`; for each table `table/ID`, `log/ID/NUMBER` for each
//! entry of its log, and `end/ID` once its match is over; `result/ID/DEAL` for each finished deal, with an `a` appended
//! if the player used help; `mistake/ID` for each mistake; and `record/ID` for each imported record.
//!
//! The [`DeviceIndex`] in memory contains everything except logs, mistakes and records. These are read when they are
//! needed.

use std::collections::BTreeMap;

use answers::statistics::PersonalResult;
use game::{parse_json, read_json, read_stored, sort_compactly};
use protocol::Settings;
use room::log_entry::LogEntry;
use room::{KeptState, PersonId, Saved, Seated, TableSummary, Write};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use table::AnyTable;

use crate::time::rfc3339;

/// The only person.
pub(crate) const ME: PersonId = PersonId(1);
/// The name of a person who has not chosen one.
const FIRST_NAME: &str = "Guest";
const ME_KEY: &str = "me";
/// The prefix of the keys of mistakes.
pub(crate) const MISTAKES: &str = "mistake/";

/// The prefixes of the index's keys, which the page reads at the start and after another tab's changes.
pub const INDEX_PREFIXES: [&str; 4] = [ME_KEY, "table/", "end/", "result/"];

pub(crate) type KeyValues = Vec<(String, String)>;

/// New values of keys; `None` deletes the key. A key that ends with a slash means all keys that begin with it.
pub(crate) type KeyChanges = Vec<(String, Option<String>)>;

/// The stored data that always fit into memory.
#[derive(Default)]
pub(crate) struct DeviceIndex {
    name: Option<String>,
    tables: BTreeMap<String, DeviceTable>,
    /// The results by key. They stay when their table is deleted.
    results: BTreeMap<String, DeviceResult>,
    /// The values that cannot be read, by key. They stay stored, because a later version may read them.
    unreadable: BTreeMap<String, String>,
}

/// The result of a finished deal.
#[derive(Clone, Serialize)]
pub(crate) struct DeviceResult {
    pub(crate) at_ms: i64,
    /// True once mistakes were looked for in the deal.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) judged: bool,
    #[serde(flatten)]
    pub(crate) result: PersonalResult,
}

/// A stored table without its log.
pub(crate) struct DeviceTable {
    pub(crate) setup: DeviceSetup,
    /// The totals, once the match is over.
    pub(crate) ended: Option<Vec<i32>>,
    pub(crate) course: Course,
}

/// The part of an entry in the list of tables that is computed from the table's log.
pub(crate) enum Course {
    /// The log has not been read since it was last written.
    Unknown,
    /// This program cannot read the log.
    Unreadable,
    Known(TableSummary),
}

/// The stored data of a table, except its log.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct DeviceSetup {
    pub(crate) game: String,
    pub(crate) rules: u32,
    pub(crate) options: Map<String, Value>,
    pub(crate) settings: Settings,
    /// The sealed seed in hex. It is stored on the player's own device.
    pub(crate) seed: String,
    pub(crate) number: Option<u64>,
    pub(crate) seats: Vec<Seated>,
    pub(crate) created_ms: i64,
    pub(crate) started_ms: Option<i64>,
    #[serde(default, skip_serializing_if = "is_new")]
    pub(crate) state: KeptState,
}

/// Returns true for the state of a new table, which is not stored.
fn is_new(state: &KeptState) -> bool {
    *state == KeptState::default()
}

impl DeviceIndex {
    /// Reads the stored data, except logs and records.
    pub(crate) fn read(stored: &[(String, String)]) -> DeviceIndex {
        let mut index = DeviceIndex::default();
        index.add(stored);
        index
    }

    fn add(&mut self, stored: &[(String, String)]) {
        let mut sorted: Vec<&(String, String)> = stored.iter().collect();
        // Tables are read before other keys, because the end of a match can be added only to a table that is known.
        let by = |key: &str| !key.starts_with("table/");
        sort_compactly(&mut sorted, |(one, _), (other, _)| by(one).cmp(&by(other)).then(one.cmp(other)));
        for (key, value) in sorted {
            self.set(key, value);
        }
    }

    /// Replaces the index by newly read data, except for the tables for which `stays` is true.
    pub(crate) fn reload(&mut self, stored: &[(String, String)], stays: impl Fn(&str) -> bool) {
        let mut read = DeviceIndex::read(stored);
        read.tables.retain(|id, _| !stays(id));
        self.tables.retain(|id, _| stays(id));
        read.tables.append(&mut self.tables);
        *self = read;
    }

    pub(crate) fn reload_table(&mut self, id: &str, stored: &[(String, String)]) {
        self.delete_table(id);
        self.add(stored);
    }

    fn delete_table(&mut self, id: &str) {
        self.tables.remove(id);
        self.unreadable.retain(|key, _| table_of(key) != Some(id));
    }

    /// Applies changes that have been stored.
    pub(crate) fn apply(&mut self, changes: &KeyChanges) {
        for (key, value) in changes {
            match value {
                Some(value) => self.set(key, value),
                None => self.delete(key),
            }
        }
    }

    fn set(&mut self, key: &str, value: &str) {
        self.unreadable.remove(key);
        if !self.try_set(key, value) {
            self.unreadable.insert(key.to_owned(), value.to_owned());
        }
    }

    /// Sets the value of a key. Returns false if the value cannot be read.
    fn try_set(&mut self, key: &str, value: &str) -> bool {
        match key.split('/').collect::<Vec<_>>()[..] {
            [ME_KEY] => self.name = Some(value.to_owned()),
            ["table", id] => {
                let Some(setup) = read::<DeviceSetup>(value) else { return false };
                let ended = self.tables.remove(id).and_then(|table| table.ended);
                self.tables.insert(id.to_owned(), DeviceTable { setup, ended, course: Course::Unknown });
            }
            ["end", id] => {
                let (Some(table), Ok(totals)) = (self.tables.get_mut(id), read_json(value)) else {
                    return false;
                };
                table.ended = Some(totals);
            }
            ["log", id, _] => self.set_course(id, Course::Unknown),
            ["result", _, _] => {
                let Some(result) = read_result(value) else { return false };
                self.results.insert(key.to_owned(), result);
            }
            ["record" | "mistake", _] => {}
            _ => return false,
        }
        true
    }

    fn delete(&mut self, key: &str) {
        self.unreadable.remove(key);
        match key.split_once('/') {
            None if key == ME_KEY => self.name = None,
            Some(("table", id)) => self.delete_table(id),
            Some(("end", id)) => {
                if let Some(table) = self.tables.get_mut(id) {
                    table.ended = None;
                }
            }
            Some(("result", _)) => drop(self.results.remove(key)),
            _ => {}
        }
    }

    pub(crate) fn set_course(&mut self, id: &str, course: Course) {
        if let Some(table) = self.tables.get_mut(id) {
            table.course = course;
        }
    }

    /// Returns the person's name.
    pub(crate) fn name(&self) -> &str {
        self.name.as_deref().unwrap_or(FIRST_NAME)
    }

    /// Returns the tables whose setup can be read.
    pub(crate) fn tables(&self) -> impl Iterator<Item = (&String, &DeviceTable)> {
        self.tables.iter()
    }

    pub(crate) fn table(&self, id: &str) -> Option<&DeviceTable> {
        self.tables.get(id)
    }

    /// Returns the ids of the tables whose setup cannot be read, with the stored values.
    pub(crate) fn unreadable_tables(&self) -> impl Iterator<Item = (&str, &str)> {
        self.unreadable.iter().filter_map(|(key, value)| Some((key.strip_prefix("table/")?, value.as_str())))
    }

    /// Returns true if a table is stored, readable or not.
    pub(crate) fn has(&self, id: &str) -> bool {
        self.tables.contains_key(id) || self.is_damaged(id)
    }

    /// Returns true if some data of a table are known to be unreadable.
    pub(crate) fn is_damaged(&self, id: &str) -> bool {
        self.unreadable.keys().any(|key| table_of(key) == Some(id))
            || self.tables.get(id).is_some_and(|table| matches!(table.course, Course::Unreadable))
    }

    pub(crate) fn results(&self) -> impl Iterator<Item = (&String, &DeviceResult)> {
        self.results.iter()
    }

    /// Opens a match after all entries of its log. Returns `None` if this program cannot read the match.
    pub(crate) fn open(&self, id: &str, log: &[LogEntry]) -> Option<Box<dyn AnyTable>> {
        if self.is_damaged(id) { None } else { self.tables.get(id)?.setup.open(log) }
    }
}

/// Returns the table that a key belongs to. Results have no table here, because they belong to the person and stay when
/// the table is deleted.
pub(crate) fn table_of(key: &str) -> Option<&str> {
    match key.split_once('/')? {
        ("table" | "end" | "log", rest) => rest.split('/').next(),
        _ => None,
    }
}

/// Returns true if the key is of a kind that the head of this file lists.
pub(crate) fn is_known(key: &str) -> bool {
    let others = ["result/", "record/", MISTAKES];
    key == ME_KEY || table_of(key).is_some() || others.iter().any(|kind| key.starts_with(kind))
}

fn table_key(id: &str) -> String {
    format!("table/{id}")
}

fn end_key(id: &str) -> String {
    format!("end/{id}")
}

fn log_prefix(id: &str) -> String {
    format!("log/{id}/")
}

pub(crate) fn record_key(id: &str) -> String {
    format!("record/{id}")
}

pub(crate) fn table_prefixes(id: &str) -> Vec<String> {
    vec![table_key(id), end_key(id), log_prefix(id)]
}

/// Reads a value. A later version may have stored it with more keys.
fn read<T: DeserializeOwned>(value: &str) -> Option<T> {
    read_stored(&parse_json(value).ok()?).ok()
}

fn read_result(value: &str) -> Option<DeviceResult> {
    let value = parse_json(value).ok()?;
    let judged = value["judged"] == true;
    Some(DeviceResult { at_ms: read_stored(&value["at_ms"]).ok()?, judged, result: read_stored(&value).ok()? })
}

/// Reads the log of a table. Returns `None` if an entry is missing or cannot be read.
pub(crate) fn read_log(id: &str, stored: &[(String, String)]) -> Option<Vec<LogEntry>> {
    let prefix = log_prefix(id);
    let lines = stored.iter().filter_map(|(key, value)| Some((key.strip_prefix(&prefix)?, value)));
    let mut log = BTreeMap::new();
    for (number, value) in lines {
        log.insert(number.parse::<usize>().ok()?, read(value)?);
    }
    log.keys().copied().eq(0..log.len()).then(|| log.into_values().collect())
}

/// Reads a stored entry of a log. Returns its table, number and value, or `None` for another kind of key.
pub(crate) fn entry_of<'a>(key: &'a str, value: &str) -> Option<(&'a str, usize, LogEntry)> {
    let (id, number) = key.strip_prefix("log/")?.split_once('/')?;
    Some((id, number.parse().ok()?, read(value)?))
}

pub(crate) fn rename(name: &str) -> KeyChanges {
    vec![(ME_KEY.to_owned(), Some(name.to_owned()))]
}

pub(crate) fn create(id: &str, setup: &DeviceSetup) -> KeyChanges {
    vec![(table_key(id), Some(json(setup)))]
}

/// Returns the changes that store a table with the first entries of its log.
pub(crate) fn create_with_log(id: &str, setup: &DeviceSetup, log: Vec<LogEntry>) -> KeyChanges {
    create(id, setup).into_iter().chain(lines(id, 0, log)).collect()
}

/// Returns the keys and values of entries of a log.
fn lines(id: &str, first: u64, entries: Vec<LogEntry>) -> impl Iterator<Item = (String, Option<String>)> {
    // Keys are sorted as text, so all numbers are written with the same number of digits.
    (first..).zip(entries).map(move |(number, entry)| (format!("{}{number:08}", log_prefix(id)), Some(json(&entry))))
}

/// Returns the changes that delete a table, including its unreadable data.
pub(crate) fn delete(id: &str) -> KeyChanges {
    [log_prefix(id), end_key(id), table_key(id)].map(|key| (key, None)).to_vec()
}

/// Returns the changes that store the end of a match, or that delete it if the match goes on.
pub(crate) fn end(id: &str, totals: Option<&[i32]>) -> KeyChanges {
    vec![(end_key(id), totals.map(|totals| json(&totals)))]
}

/// Returns the key and value of a finished deal. Results with and without help have different keys.
pub(crate) fn result(table: &str, deal: u32, result: &DeviceResult) -> (String, Option<String>) {
    let assisted = if result.result.assisted { "a" } else { "" };
    (format!("result/{table}/{deal}{assisted}"), Some(json(result)))
}

/// Returns the key and value of an imported record.
pub(crate) fn record(id: &str, line: &str) -> (String, Option<String>) {
    (record_key(id), Some(line.to_owned()))
}

impl DeviceSetup {
    pub(crate) fn write(&self, id: &str, write: Write) -> KeyChanges {
        let Write { arrangement, terms, first, entries, .. } = write;
        let mut changes = KeyChanges::new();
        if arrangement.is_some() || terms.is_some() {
            let mut setup = self.clone();
            if let Some(arranged) = arrangement {
                (setup.seats, setup.started_ms, setup.state) = (arranged.seats, arranged.started_ms, arranged.kept);
            }
            if let Some(terms) = terms {
                (setup.rules, setup.options, setup.settings) = (terms.rules, terms.options, terms.settings);
            }
            changes.extend(create(id, &setup));
        }
        changes.extend(lines(id, first, entries));
        changes
    }

    /// Opens the match after all entries of the log. Returns `None` if this program cannot read the match.
    fn open(&self, log: &[LogEntry]) -> Option<Box<dyn AnyTable>> {
        let mut table = catalog::open(table::Setup {
            game: catalog::entry(&self.game).ok()?.id,
            rules: self.rules,
            options: self.options.clone(),
            names: self.seats.iter().map(|seat| seat.name.clone()).collect(),
            seed: self.seed.parse().ok()?,
            number: self.number,
        })
        .ok()?;
        room::restore(table.as_mut(), log).ok()?;
        Some(table)
    }
}

impl DeviceTable {
    /// Returns the data from which a room is created.
    pub(crate) fn saved(&self, id: &str) -> Saved {
        let setup = self.setup.clone();
        Saved {
            id: id.to_owned(),
            settings: setup.settings,
            seats: setup.seats,
            host: Some(ME),
            created: rfc3339(setup.created_ms),
            started_ms: setup.started_ms,
            ended: self.ended.is_some(),
            kept: setup.state,
        }
    }
}

/// Returns a value as JSON. Stored values and answers are text, numbers and lists.
pub(crate) fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("text, numbers and lists")
}
