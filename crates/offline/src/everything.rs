//! All that is kept on the device, as one file: exported, imported, deleted.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::kept::{self, Puts};
use crate::message::ToPage;
use crate::offline::{AfterStored, Offline};

/// The file. Its keys are those of the storage.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Everything {
    /// The version of the file: 1.
    cardroom: u32,
    kept: Vec<(String, String)>,
}

impl Offline {
    pub(crate) fn export(&mut self, id: u64) {
        let everything = Everything { cardroom: 1, kept: self.kept.written() };
        self.out.push(ToPage::json(id, 200, &everything));
    }

    /// Adds what a file has and the device has not. What is on the device stays as it is.
    pub(crate) fn import_everything(&mut self, id: u64, body: Option<Value>) {
        let Some(Everything { cardroom, kept }) = self.read(id, body) else { return };
        if cardroom != 1 {
            return self.fail(id, 400, "newer_file", "A later version of Cardroom wrote this file. Update this page.");
        }
        let here: BTreeSet<String> = self.kept.written().into_iter().map(|(key, _)| key).collect();
        let is_new = |key: &str| match kept::table_of(key) {
            Some(table) => !self.kept.has(table),
            None => !here.contains(key),
        };
        let wanted = kept.into_iter().filter(|(key, _)| kept::is_known(key) && is_new(key));
        let puts: Puts = wanted.map(|(key, value)| (key, Some(value))).collect();
        self.store(puts, AfterStored::Respond(ToPage::Response { id, status: 204, body: String::new() }));
    }

    pub(crate) fn forget_everything(&mut self, id: u64) {
        let tables: Vec<String> = self.live.keys().cloned().collect();
        for table in tables {
            self.unload(&table);
        }
        self.clear(ToPage::Response { id, status: 204, body: String::new() });
    }
}
