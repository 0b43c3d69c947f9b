//! The public tables where somebody is. Each croupier keeps its own line; the lobby only lays them side by side.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use protocol::{LobbyTable, Stage};

/// The lines of all public tables.
#[derive(Default)]
pub(crate) struct Lobby {
    tables: Mutex<BTreeMap<String, LobbyTable>>,
}

impl Lobby {
    /// Shows a table, or shows it as it is now.
    pub(crate) fn show(&self, table: LobbyTable) {
        self.lock().insert(table.id.clone(), table);
    }

    pub(crate) fn remove(&self, id: &str) {
        self.lock().remove(id);
    }

    /// At most so many tables, of one game or of all: first those that wait for people, the oldest first.
    pub(crate) fn tables(&self, game: Option<&str>, limit: usize) -> Vec<LobbyTable> {
        let tables = self.lock();
        let mut found: Vec<&LobbyTable> =
            tables.values().filter(|table| game.is_none_or(|game| table.game == game)).collect();
        found.sort_by_key(|table| (table.stage != Stage::Gathering, &table.created));
        found.into_iter().take(limit).cloned().collect()
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
        let ids =
            |game, limit| -> Vec<String> { lobby.tables(game, limit).into_iter().map(|table| table.id).collect() };
        assert_eq!(ids(Some("kael"), 9), ["c", "b", "a"]);
        assert_eq!(ids(None, 2), ["d", "c"]);
        lobby.show(table("c", "kael", Stage::Playing, "2"));
        lobby.remove("d");
        assert_eq!(ids(None, 9), ["b", "a", "c"]);
    }
}
