//! The requests that one who plays alone needs, with the answers of docs/protocol.md.

use game::SeatSet;
use protocol::{ErrorBody, ErrorDetail, Games, Me, NewName, NewTable, SeatInfo, SeatTaken, Stage, TableLine};
use room::{ENGINE, Now, TableSummary};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::kept::{self, KeptTable};
use crate::message::ToPage;
use crate::new_table::{NoTable, new_setup};
use crate::offline::{AfterStored, Offline};
use crate::time::rfc3339;

/// The most tables in a list.
const MOST_TABLES: usize = 50;

impl Offline {
    /// Answers a request.
    pub(crate) fn request(&mut self, now: Now, id: u64, method: &str, path: &str, body: Option<Value>) {
        let parts: Vec<&str> = path.split('/').collect();
        match (method, &parts[..]) {
            ("GET", ["games"]) => {
                self.out.push(ToPage::json(id, 200, &Games { games: room::games::all() }));
            }
            ("GET", ["me"]) => {
                let me = self.me(None);
                self.out.push(ToPage::json(id, 200, &me));
            }
            ("POST", ["me"]) => self.rename(id, body),
            ("POST", ["tables"]) => self.new_table(now, id, body),
            ("DELETE", ["tables", table, "seat"]) => self.leave(id, table),
            ("GET", ["tables", table, "record"]) => match self.record(now, table) {
                Some(record) => self.out.push(ToPage::Response { id, status: 200, body: format!("{record}\n") }),
                None => self.fail(id, 404, "unknown_table", "There is no such table."),
            },
            ("GET", ["tables", table, "course"]) => self.course(now, id, table),
            _ => self.fail(id, 404, "unknown_path", "This needs a server: the page plays alone here."),
        }
    }

    /// Answers with an error.
    pub(crate) fn fail(&mut self, id: u64, status: u16, key: &str, words: &str) {
        let error = ErrorDetail { key: key.to_owned(), words: words.to_owned(), place: None };
        self.out.push(ToPage::json(id, status, &ErrorBody { error }));
    }

    /// The name and the tables, newest first. `named`: a name that is about to be stored.
    fn me(&self, named: Option<&str>) -> Me {
        let mut tables: Vec<_> = self.kept.tables.iter().collect();
        tables.sort_by_key(|(_, table)| std::cmp::Reverse(table.setup.created_ms));
        let lines = tables.into_iter().filter_map(|(id, table)| self.line(id, table));
        Me { name: named.unwrap_or(self.kept.name()).to_owned(), tables: lines.take(MOST_TABLES).collect() }
    }

    /// A table as a line in the list. `None` if this program cannot read it.
    fn line(&self, id: &str, table: &KeptTable) -> Option<TableLine> {
        let setup = &table.setup;
        let stage = if setup.started_ms.is_some() { Stage::Playing } else { Stage::Gathering };
        let summary = match (&table.ended, self.live.get(id)) {
            (Some(totals), _) => {
                TableSummary { over: true, must: vec![], next: vec![], totals: totals.clone(), here: vec![] }
            }
            (None, Some(live)) => live.room.summary(),
            (None, None) => room::summary(table.open()?.as_ref(), stage, Vec::new(), SeatSet::EMPTY),
        };
        let seats: Vec<room::Seated> = setup.seats.iter().cloned().map(room::Seated::from).collect();
        let seat = u8::try_from(seats.iter().position(|seat| seat.person == Some(kept::ME))?).ok()?;
        let seats = (0..).zip(seats).map(|(index, seated)| SeatInfo {
            here: seated.bot.as_deref().is_some_and(|level| level != ENGINE) || summary.here.contains(&index),
            free: seated.is_free(),
            name: seated.name,
            bot: seated.bot,
            ..SeatInfo::default()
        });
        Some(TableLine {
            id: id.to_owned(),
            game: setup.game.clone(),
            seats: seats.collect(),
            seat,
            stage: if summary.over { Stage::Over } else { stage },
            over: summary.over,
            your_turn: summary.must.contains(&seat),
            your_next: summary.next.contains(&seat),
            totals: summary.totals,
            created: rfc3339(setup.created_ms),
        })
    }

    fn rename(&mut self, id: u64, body: Option<Value>) {
        let Some(NewName { name }) = self.read(id, body) else { return };
        match room::names::name(&name) {
            Ok(name) => {
                let response = ToPage::json(id, 200, &self.me(Some(&name)));
                self.store(kept::rename(&name), AfterStored::Respond(response));
            }
            Err(why) => {
                let key = match why {
                    room::names::NameError::Length => "name",
                    room::names::NameError::Reserved => "name_reserved",
                };
                self.fail(id, 400, key, &why.to_string());
            }
        }
    }

    fn new_table(&mut self, now: Now, id: u64, body: Option<Value>) {
        let Some(asked) = self.read::<NewTable>(id, body) else { return };
        let seed = self.entropy.seed();
        match new_setup(&asked, self.kept.name(), seed, now.unix_ms) {
            Ok(setup) => {
                let table = self.entropy.id();
                let response = ToPage::json(id, 201, &SeatTaken { id: table.clone(), seat: 0 });
                self.store(kept::create(&table, &setup), AfterStored::Respond(response));
            }
            Err(NoTable { key, words }) => self.fail(id, 400, key, &words),
        }
    }

    /// Leaves a match for good. Nobody else plays there: it is deleted.
    fn leave(&mut self, id: u64, table: &str) {
        match self.kept.tables.get(table) {
            None => self.fail(id, 404, "unknown_table", "There is no such table."),
            Some(kept) if kept.ended.is_some() => {
                self.fail(id, 400, "match_over", "This match is over: there is nothing to leave.");
            }
            Some(kept) => {
                let puts = kept.delete(table);
                let response = ToPage::Response { id, status: 204, body: String::new() };
                self.store(puts, AfterStored::Gone { table: table.to_owned(), response });
            }
        }
    }

    fn course(&mut self, now: Now, id: u64, table: &str) {
        if !self.is_loaded(now, table) {
            return self.fail(id, 404, "unknown_table", "There is no such table.");
        }
        match self.live.get(table).map(|live| live.room.history(kept::ME)) {
            Some(Ok(body)) => self.out.push(ToPage::Response { id, status: 200, body }),
            _ => self.fail(id, 404, "unknown_deal", "There is no deal here yet."),
        }
    }

    /// The body of a request; if it cannot be read, the request is answered.
    fn read<T: DeserializeOwned>(&mut self, id: u64, body: Option<Value>) -> Option<T> {
        match serde_json::from_value(body.unwrap_or_default()) {
            Ok(read) => Some(read),
            Err(error) => {
                self.fail(id, 400, "body", &format!("The body of the request cannot be read: {error}."));
                None
            }
        }
    }
}
