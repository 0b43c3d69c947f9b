//! Results: statistics, and the deal of the day; and deals that are found by level.

use std::sync::atomic::AtomicBool;

use answers::daily::{self, number_of};
use answers::deals::DealSearch;
use answers::new_table::TableSetup;
use answers::statistics::{self, PersonalResult};
use game::sort_compactly;
use protocol::Daily;
use room::Now;
use serde_json::Value;

use crate::kept::{self, KeptResult, Puts};
use crate::message::ToPage;
use crate::offline::{AfterStored, Offline};
use crate::time::day;

impl Offline {
    /// All results, oldest first.
    fn results(&self) -> Vec<PersonalResult> {
        let mut results: Vec<&KeptResult> = self.kept.results.values().collect();
        sort_compactly(&mut results, |one, other| one.at_ms.cmp(&other.at_ms));
        results.into_iter().map(|kept| kept.result.clone()).collect()
    }

    pub(crate) fn statistics(&mut self, id: u64) {
        let counted = statistics::counted(&self.results());
        self.out.push(ToPage::json(id, 200, &counted));
    }

    pub(crate) fn forget_results(&mut self, id: u64) {
        let puts = self.kept.results.keys().map(|key| (key.clone(), None)).collect();
        let none = ToPage::json(id, 200, &statistics::counted(&[]));
        self.store(puts, AfterStored::Respond(none));
    }

    /// What a table's finished deals leave.
    pub(crate) fn results_of(&self, now: Now, table: &str, results: Vec<room::SeatResult>) -> Puts {
        let Some(kept) = self.kept.tables.get(table) else { return Puts::new() };
        let setup = &kept.setup;
        let put = |result: room::SeatResult| {
            let room::SeatResult { deal, points, won, took_ms, assisted, .. } = result;
            let result = PersonalResult {
                table: table.to_owned(),
                game: setup.game.clone(),
                rules: setup.rules,
                options: serde_json::to_string(&setup.options).expect("numbers and words"),
                seats: setup.seats.len() as u8,
                points,
                won,
                took_ms,
                assisted,
                daily: setup.settings.daily,
            };
            kept::result(table, deal, &KeptResult { at_ms: now.unix_ms, result })
        };
        results.into_iter().map(put).collect()
    }

    /// The day whose deal a new table plays, if it plays one.
    pub(crate) fn day_of(&self, setup: &TableSetup, now: Now) -> Option<u32> {
        let today = day(now.unix_ms);
        if !daily::may_be_daily(setup.game, &setup.options, setup.number, today) {
            return None;
        }
        let found = daily::find(setup.game, today, &AtomicBool::new(false)).ok().flatten();
        (found.is_some() && found == setup.number).then(|| number_of(today))
    }

    pub(crate) fn daily(&mut self, now: Now, id: u64) {
        let today = day(now.unix_ms);
        let results = self.results();
        let mut deals = Vec::new();
        for game in daily::games() {
            let Ok(Some(deal)) = daily::find(game.id, today, &AtomicBool::new(false)) else { continue };
            let of_today = self.kept.tables.iter().filter(|(_, table)| {
                table.setup.game == game.id && table.setup.settings.daily == Some(number_of(today))
            });
            // Only the first table of the day counts.
            let table = of_today.min_by_key(|(_, table)| table.setup.created_ms).map(|(table, _)| table.clone());
            deals.push(daily::told(game.id, deal, table, &results, today));
        }
        self.out.push(ToPage::json(id, 200, &Daily { date: today.to_string(), deals }));
    }

    pub(crate) fn pick_deal(&mut self, id: u64, body: Option<Value>) {
        let Some(wish) = self.read(id, body) else { return };
        let random = self.entropy.number();
        match DealSearch::read(wish).and_then(|wish| wish.find(random, &AtomicBool::new(false))) {
            Ok(rated) => self.out.push(ToPage::json(id, 200, &rated)),
            Err(refused) => self.refuse(id, &refused),
        }
    }
}
