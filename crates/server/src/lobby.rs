//! The public tables where somebody is present. Each room writes its own line; the lobby keeps and sorts them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use protocol::{LobbyTable, Stage};

use crate::nodes::links::{Nodes, Route};
use crate::nodes::message::{Broadcast, NodeMessage};

/// The most tables that the lobby shows.
const MOST_IN_LOBBY: usize = 1000;

/// The lines of all public tables.
#[derive(Default)]
pub(crate) struct Lobby {
    /// Those of this node.
    tables: Mutex<BTreeMap<String, LobbyTable>>,
    /// The other nodes, which keep a copy, and whose tables are listed too.
    nodes: Option<Arc<Nodes>>,
}

impl Lobby {
    pub(crate) fn new(nodes: Option<Arc<Nodes>>) -> Lobby {
        Lobby { tables: Mutex::default(), nodes }
    }

    /// Adds or updates a table.
    pub(crate) fn show(&self, table: LobbyTable) {
        // Locked while the others are told, so that they are told in order.
        let mut tables = self.lock();
        if let Some(nodes) = &self.nodes {
            nodes.broadcast(&Broadcast::TableListed(Box::new(table.clone())));
        }
        tables.insert(table.id.clone(), table);
    }

    pub(crate) fn remove(&self, id: &str) {
        let mut tables = self.lock();
        if tables.remove(id).is_some()
            && let Some(nodes) = &self.nodes
        {
            nodes.broadcast(&Broadcast::TableUnlisted(id.to_owned()));
        }
    }

    /// Tells another node, which knows nothing yet, of all tables of this one.
    pub(crate) fn tell(&self, route: &Route) {
        let tables = self.lock();
        let Some(nodes) = &self.nodes else { return };
        for table in tables.values() {
            nodes.send(route, &NodeMessage::Broadcast(Broadcast::TableListed(Box::new(table.clone()))), "");
        }
    }

    /// At most a thousand tables, of one game or of all. Tables that wait for people come first, the oldest first.
    pub(crate) fn tables(&self, game: Option<&str>) -> Vec<LobbyTable> {
        let elsewhere = self.nodes.as_ref().map(|nodes| nodes.lobby()).unwrap_or_default();
        let mut all: BTreeMap<&str, &LobbyTable> = elsewhere.iter().map(|table| (table.id.as_str(), table)).collect();
        let tables = self.lock();
        all.extend(tables.iter().map(|(id, table)| (id.as_str(), table)));
        let mut found: Vec<&LobbyTable> =
            all.into_values().filter(|table| game.is_none_or(|game| table.game == game)).collect();
        found.sort_by_key(|table| (table.stage != Stage::Gathering, &table.created));
        found.into_iter().take(MOST_IN_LOBBY).cloned().collect()
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, LobbyTable>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
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
