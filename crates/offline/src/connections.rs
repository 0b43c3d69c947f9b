//! The connections, open or waiting for a room, and their tables.

use std::collections::BTreeMap;

use room::ConnectionId;

#[derive(Default)]
pub(crate) struct TableConnections(BTreeMap<ConnectionId, String>);

impl TableConnections {
    pub(crate) fn open(&mut self, connection: ConnectionId, table: &str) {
        self.0.insert(connection, table.to_owned());
    }

    /// Returns the table, if the connection was open.
    pub(crate) fn close(&mut self, connection: ConnectionId) -> Option<String> {
        self.0.remove(&connection)
    }

    /// Closes all connections to a table. Returns them.
    pub(crate) fn close_table(&mut self, id: &str) -> Vec<ConnectionId> {
        self.0.extract_if(.., |_, table| table == id).map(|(connection, _)| connection).collect()
    }

    pub(crate) fn table(&self, connection: ConnectionId) -> Option<&String> {
        self.0.get(&connection)
    }

    pub(crate) fn is_seen(&self, table: &str) -> bool {
        self.0.values().any(|seen| seen == table)
    }
}
