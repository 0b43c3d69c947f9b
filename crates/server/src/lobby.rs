//! The public tables at which somebody is present. Each room makes its own line, and the lobby stores and sorts the
//! lines.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use protocol::{LobbyTable, Stage};
use store::EventStore;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep};

const MOST_IN_LOBBY: usize = 1000;
/// The time for which changes are collected and then written together, for other nodes.
const TOGETHER: Duration = Duration::from_millis(200);
/// The age at which the lists of other nodes are read again.
const FRESH: Duration = Duration::from_millis(500);

/// The lines of all public tables.
#[derive(Default)]
pub(crate) struct Lobby {
    /// The tables of this node.
    tables: Mutex<BTreeMap<String, LobbyTable>>,
    /// `true` if other nodes share the store. They read this node's list from the store.
    is_shared: bool,
    /// The tables of this node whose lines have changed and are not written yet.
    changed: Mutex<BTreeSet<String>>,
    changes: Notify,
    elsewhere: Mutex<Vec<LobbyTable>>,
    /// The time when the lists of other nodes were last read.
    read: tokio::sync::Mutex<Option<Instant>>,
}

impl Lobby {
    pub(crate) fn new(is_shared: bool) -> Lobby {
        Lobby { is_shared, ..Lobby::default() }
    }

    /// Adds or updates a table.
    pub(crate) fn show(&self, table: LobbyTable) {
        let id = table.id.clone();
        if self.tables.lock().insert(id.clone(), table.clone()).as_ref() != Some(&table) {
            self.has_changed(id);
        }
    }

    pub(crate) fn remove(&self, id: &str) {
        if self.tables.lock().remove(id).is_some() {
            self.has_changed(id.to_owned());
        }
    }

    fn has_changed(&self, id: String) {
        if self.is_shared {
            self.changed.lock().insert(id);
            self.changes.notify_one();
        }
    }

    /// Writes changed lines to the store, for other nodes, as long as this future is polled.
    pub(crate) async fn publish(self: Arc<Lobby>, store: Arc<dyn EventStore>) {
        loop {
            self.changes.notified().await;
            let changed = std::mem::take(&mut *self.changed.lock());
            let line = |table: &LobbyTable| serde_json::to_string(table).expect("text and numbers");
            let lines = changed.iter().map(|id| (id.clone(), self.tables.lock().get(id).map(line)));
            let lines = lines.collect();
            if let Err(error) = store.list_tables(lines).await {
                tracing::debug!(%error, "the public tables of this server cannot be listed for others");
                changed.into_iter().for_each(|id| self.has_changed(id));
            }
            sleep(TOGETHER).await;
        }
    }

    /// Reads the lists of other nodes, unless they were read a moment ago.
    pub(crate) async fn refresh(&self, store: &dyn EventStore) {
        if !self.is_shared {
            return;
        }
        let mut read = self.read.lock().await;
        if read.is_none_or(|read| read.elapsed() >= FRESH) {
            if let Ok(lines) = store.listed_elsewhere().await {
                let tables = lines.iter().filter_map(|line| serde_json::from_str(line).ok()).collect();
                *self.elsewhere.lock() = tables;
            }
            *read = Some(Instant::now());
        }
    }

    /// Returns at most 1,000 tables of one game, or of all games. Tables that wait for people come before the others,
    /// and within both groups older tables come first.
    pub(crate) fn tables(&self, game: Option<&str>) -> Vec<LobbyTable> {
        let elsewhere = self.elsewhere.lock();
        let mut all: BTreeMap<&str, &LobbyTable> = elsewhere.iter().map(|table| (table.id.as_str(), table)).collect();
        let tables = self.tables.lock();
        all.extend(tables.iter().map(|(id, table)| (id.as_str(), table)));
        let mut found: Vec<&LobbyTable> =
            all.into_values().filter(|table| game.is_none_or(|game| table.game == game)).collect();
        found.sort_by_key(|table| (table.stage != Stage::Gathering, &table.created));
        found.into_iter().take(MOST_IN_LOBBY).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(id: &str, game: &str, stage: Stage, created: &str) -> LobbyTable {
        let created = created.to_owned();
        let (clock, seats) = (Default::default(), Vec::new());
        LobbyTable { id: id.to_owned(), game: game.to_owned(), stage, seats, clock, watch: true, created }
    }

    #[test]
    fn tables_that_wait_for_people_come_first() {
        let lobby = Lobby::default();
        lobby.show(table("a", "kael", Stage::Playing, "1"));
        lobby.show(table("b", "kael", Stage::Gathering, "3"));
        lobby.show(table("c", "kael", Stage::Gathering, "2"));
        lobby.show(table("d", "bridge", Stage::Gathering, "1"));
        let ids = |game| -> Vec<String> { lobby.tables(game).into_iter().map(|table| table.id).collect() };
        assert_eq!(ids(Some("kael")), ["c", "b", "a"]);
        assert_eq!(ids(None), ["d", "c", "b", "a"]);
        lobby.show(table("c", "kael", Stage::Playing, "2"));
        lobby.remove("d");
        assert_eq!(ids(None), ["b", "a", "c"]);
    }

    #[test]
    fn a_thousand_tables_are_shown_and_those_that_wait_are_among_them() {
        let lobby = Lobby::default();
        for n in 0..1200 {
            lobby.show(table(&format!("p{n}"), "kael", Stage::Playing, &format!("{n:04}")));
        }
        lobby.show(table("g", "kael", Stage::Gathering, "9999"));
        let shown = lobby.tables(None);
        assert_eq!(shown.len(), 1000);
        assert_eq!((shown[0].id.as_str(), shown[999].id.as_str()), ("g", "p998"));
        assert_eq!(lobby.tables(Some("bridge")), []);
    }
}
