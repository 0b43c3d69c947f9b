//! Requests about the person and their tables.

use answers::new_table::{self, TableSetup};
use game::{SeatSet, sort_compactly};
use protocol::{Games, ListedSeat, Me, NewName, NewTable, Open, SeatTaken, Stage, TableLine};
use room::{KeptState, Now, TableSummary};
use serde_json::Value;

use crate::kept::{self, KeptSeat, KeptSetup, KeptTable, ME};
use crate::message::ToPage;
use crate::offline::{AfterStored, Offline};
use crate::time::rfc3339;

impl Offline {
    pub(crate) fn games(&mut self, id: u64) {
        self.out.push(ToPage::json(id, 200, &Games { games: room::games::all() }));
    }

    pub(crate) fn who(&mut self, id: u64) {
        let me = self.me(None);
        self.out.push(ToPage::json(id, 200, &me));
    }

    /// The name and all tables, newest first. `named`: a name that is about to be stored.
    fn me(&self, named: Option<&str>) -> Me {
        let readable = self.kept.tables.iter().map(|(id, table)| {
            let created_ms = table.setup.created_ms;
            (created_ms, self.line(id, table).unwrap_or_else(|| unread_line(id, &table.setup.game, created_ms)))
        });
        let unread = self.kept.unread_tables().map(|(id, setup)| {
            let setup: Value = serde_json::from_str(setup).unwrap_or_default();
            let created_ms = setup["created_ms"].as_i64().unwrap_or_default();
            (created_ms, unread_line(id, setup["game"].as_str().unwrap_or("?"), created_ms))
        });
        let mut lines: Vec<(i64, TableLine)> = readable.chain(unread).collect();
        sort_compactly(&mut lines, |(one, _), (other, _)| other.cmp(one));
        let tables = lines.into_iter().map(|(_, line)| line).collect();
        Me { name: named.unwrap_or(self.kept.name()).to_owned(), tables }
    }

    /// A table as a line in the list. `None` if this program cannot read it.
    fn line(&self, id: &str, table: &KeptTable) -> Option<TableLine> {
        let setup = &table.setup;
        let stage = if setup.started_ms.is_some() { Stage::Playing } else { Stage::Gathering };
        let summary = match (&table.ended, self.live.get(id)) {
            (Some(totals), _) => TableSummary { over: true, totals: totals.clone(), ..TableSummary::default() },
            (None, Some(live)) => live.room.summary(),
            (None, None) => room::summary(self.kept.open(id)?.as_ref(), stage, Vec::new(), SeatSet::EMPTY),
        };
        let seats: Vec<room::Seated> = setup.seats.iter().cloned().map(room::Seated::from).collect();
        let seat = u8::try_from(seats.iter().position(|seat| seat.person == Some(ME))?).ok()?;
        let seats = seats.into_iter().map(|seated| {
            let free = seated.is_free();
            ListedSeat { name: seated.name, bot: seated.bot, free }
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

    pub(crate) fn rename(&mut self, id: u64, body: Option<Value>) {
        let Some(NewName { name }) = self.read(id, body) else { return };
        match new_table::name(&name) {
            Ok(name) => {
                let response = ToPage::json(id, 200, &self.me(Some(&name)));
                self.store(kept::rename(&name), AfterStored::Respond(response));
            }
            Err(refused) => self.refuse(id, &refused),
        }
    }

    pub(crate) fn new_table(&mut self, now: Now, id: u64, body: Option<Value>) {
        let Some(asked) = self.read::<NewTable>(id, body) else { return };
        if asked.open.is_some_and(|open| open != Open::Alone) {
            return self.fail(id, 400, "open", "Other people can only be met on a server.");
        }
        let seed = self.entropy.seed();
        match new_table::setup(&asked, (ME, self.kept.name()), || seed) {
            Ok(setup) => {
                let daily = self.day_of(&setup, now);
                let TableSetup { game, rules, options, mut settings, seed, number, seats, .. } = setup;
                settings.daily = daily;
                let setup = KeptSetup {
                    game: game.to_owned(),
                    rules,
                    options,
                    settings,
                    seed: seed.reveal(),
                    number,
                    seats: seats.into_iter().map(KeptSeat::from).collect(),
                    created_ms: now.unix_ms,
                    started_ms: Some(now.unix_ms),
                    state: KeptState::default(),
                };
                let table = self.entropy.id();
                let response = ToPage::json(id, 201, &SeatTaken { id: table.clone(), seat: 0 });
                self.store(kept::create(&table, &setup), AfterStored::Respond(response));
            }
            Err(refused) => self.refuse(id, &refused),
        }
    }

    /// Leaves a match for good. Nobody else plays there: it is deleted.
    pub(crate) fn leave(&mut self, id: u64, table: &str) {
        match self.kept.tables.get(table) {
            None if !self.kept.has(table) => self.no_table(id, table),
            Some(kept) if kept.ended.is_some() => {
                self.fail(id, 400, "match_over", "This match is over: there is nothing to leave.");
            }
            _ => {
                let puts = self.kept.delete(table);
                let response = ToPage::Response { id, status: 204, body: String::new() };
                self.store(puts, AfterStored::Gone { table: table.to_owned(), response });
            }
        }
    }

    pub(crate) fn give_record(&mut self, now: Now, id: u64, table: &str) {
        match self.record(now, table) {
            Some(record) => self.respond(id, format!("{record}\n")),
            None => self.no_table(id, table),
        }
    }

    pub(crate) fn course(&mut self, now: Now, id: u64, table: &str) {
        if !self.is_loaded(now, table) {
            return self.no_table(id, table);
        }
        match self.live.get(table).map(|live| live.room.history(ME)) {
            Some(Ok(body)) => self.respond(id, body),
            _ => self.fail(id, 404, "unknown_deal", "There is no deal here yet."),
        }
    }

    /// There is no such table, or this program cannot read it.
    pub(crate) fn no_table(&mut self, id: u64, table: &str) {
        if self.kept.has(table) && !self.live.contains_key(table) {
            return self.fail(id, 500, "broken_table", "This game can't be opened. Nothing was deleted.");
        }
        self.fail(id, 404, "unknown_table", "There is no such table.");
    }
}

/// The line of a table that cannot be read: without seats. It can be removed.
fn unread_line(id: &str, game: &str, created_ms: i64) -> TableLine {
    TableLine {
        id: id.to_owned(),
        game: game.to_owned(),
        seats: Vec::new(),
        seat: 0,
        stage: Stage::Playing,
        over: false,
        your_turn: false,
        your_next: false,
        totals: Vec::new(),
        created: rfc3339(created_ms),
    }
}
