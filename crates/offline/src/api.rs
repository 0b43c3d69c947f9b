//! The requests that one who plays alone needs, with the answers of the server (`/api`).

use std::borrow::Cow;

use answers::BadRequest;
use protocol::{ErrorBody, ErrorDetail};
use room::Now;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::message::ToPage;
use crate::offline::Offline;

/// What follows the `?` of an address.
pub(crate) struct Query<'a>(&'a str);

impl Query<'_> {
    /// The value of a key.
    pub(crate) fn get(&self, key: &str) -> Option<Cow<'_, str>> {
        form_urlencoded::parse(self.0.as_bytes()).find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// The number of a key.
    pub(crate) fn number<N: std::str::FromStr>(&self, key: &str) -> Option<N> {
        self.get(key)?.parse().ok()
    }
}

impl Offline {
    /// Answers a request.
    pub(crate) fn request(&mut self, now: Now, id: u64, method: &str, path: &str, body: Option<Value>) {
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let query = Query(query);
        let parts: Vec<&str> = path.split('/').collect();
        match (method, &parts[..]) {
            ("GET", ["games"]) => self.games(id),
            ("GET", ["me"]) => self.who(id),
            ("POST", ["me"]) => self.rename(id, body),
            ("DELETE", ["me"]) => self.forget_everything(id),
            ("GET", ["me", "data"]) => self.export(id),
            ("POST", ["me", "data"]) => self.import_everything(id, body),
            ("GET", ["me", "statistics"]) => self.statistics(id),
            ("DELETE", ["me", "statistics"]) => self.forget_results(id),
            ("POST", ["tables"]) => self.new_table(now, id, body),
            ("DELETE", ["tables", table, "seat"]) => self.leave(id, table),
            ("GET", ["tables", table, "record"]) => self.give_record(now, id, table),
            ("GET", ["tables", table, "course"]) => self.course(now, id, table),
            ("GET", ["tables", table, "replay"]) => self.replay_of_table(now, id, table, &query),
            ("POST", ["records"]) => self.import_records(id, body),
            ("GET", ["records", record]) => self.give_import(id, record),
            ("GET", ["records", record, "replay"]) => self.replay_of_record(id, record, &query),
            ("GET", ["lessons", game]) => self.lesson(id, game),
            ("GET", ["lessons", game, "why"]) => self.why(id, game, &query),
            ("POST", ["deals"]) => self.pick_deal(id, body),
            ("GET", ["daily"]) => self.daily(now, id),
            _ => self.fail(id, 404, "unknown_path", "This needs a server: the page plays alone here."),
        }
    }

    /// Answers with JSON.
    pub(crate) fn respond(&mut self, id: u64, body: String) {
        self.out.push(ToPage::Response { id, status: 200, body });
    }

    /// Answers with an error.
    pub(crate) fn fail(&mut self, id: u64, status: u16, key: &str, words: &str) {
        let error = ErrorDetail { key: key.to_owned(), words: words.to_owned(), place: None };
        self.out.push(ToPage::json(id, status, &ErrorBody { error }));
    }

    /// Answers what cannot be had.
    pub(crate) fn refuse(&mut self, id: u64, BadRequest { key, words }: &BadRequest) {
        self.fail(id, 400, key, words);
    }

    /// The body of a request; if it cannot be read, the request is answered.
    pub(crate) fn read<T: DeserializeOwned>(&mut self, id: u64, body: Option<Value>) -> Option<T> {
        match serde_json::from_value(body.unwrap_or_default()) {
            Ok(read) => Some(read),
            Err(error) => {
                self.fail(id, 400, "malformed", &format!("The body of the request cannot be read: {error}."));
                None
            }
        }
    }
}
