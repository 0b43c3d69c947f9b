//! Results of deals: statistics, the deal of the day, and deals that are chosen by level.

use std::sync::atomic::AtomicBool;

use answers::daily::{self, number_of};
use answers::deals::DealSearch;
use answers::statistics::{self, PersonalResult};
use game::sort_compactly;
use protocol::Daily;
use room::{Now, SeatResult};
use serde_json::Value;

use crate::answer::{Answered, DeviceAnswer, read_body};
use crate::device::{self, DeviceIndex, DeviceResult, DeviceSetup, KeyChanges, MISTAKES};
use crate::entropy::Entropy;
use crate::time::day;

/// Returns all results, oldest first.
fn sorted(index: &DeviceIndex) -> Vec<PersonalResult> {
    let mut results: Vec<&DeviceResult> = index.results().map(|(_, result)| result).collect();
    sort_compactly(&mut results, |one, other| one.at_ms.cmp(&other.at_ms));
    results.into_iter().map(|stored| stored.result.clone()).collect()
}

#[inline(never)]
pub(crate) fn statistics(index: &DeviceIndex) -> Answered {
    DeviceAnswer::json(&statistics::counted(&sorted(index)))
}

#[inline(never)]
pub(crate) fn delete(index: &DeviceIndex) -> Answered {
    let results = index.results().map(|(key, _)| (key.clone(), None));
    let changes = results.chain([(MISTAKES.to_owned(), None)]).collect();
    DeviceAnswer::store(changes, 200, &statistics::counted(&[]))
}

/// Returns the changes that store the results of a table's finished deals.
#[inline(never)]
pub(crate) fn of_table(table: &str, setup: &DeviceSetup, results: Vec<SeatResult>, now: Now) -> KeyChanges {
    let store = |result: SeatResult| {
        let SeatResult { deal, points, level, won, took_ms, assisted, .. } = result;
        let result = PersonalResult {
            table: table.to_owned(),
            game: setup.game.clone(),
            rules: setup.rules,
            options: device::json(&setup.options),
            seats: setup.seats.len() as u8,
            level,
            points,
            won,
            took_ms,
            assisted,
            daily: setup.settings.daily,
        };
        device::result(table, deal, &DeviceResult { at_ms: now.unix_ms, judged: false, result })
    };
    results.into_iter().map(store).collect()
}

/// Returns the day whose deal a new table plays, if any.
pub(crate) fn day_of(setup: &table::Setup, now: Now) -> Option<u32> {
    let today = day(now.unix_ms);
    if !daily::may_be_daily(setup.game, &setup.options, setup.number, today) {
        return None;
    }
    let found = daily::find(setup.game, today, &AtomicBool::new(false)).ok().flatten();
    (found.is_some() && found == setup.number).then(|| number_of(today))
}

#[inline(never)]
pub(crate) fn daily(index: &DeviceIndex, now: Now) -> Answered {
    let today = day(now.unix_ms);
    let results = sorted(index);
    let mut deals = Vec::new();
    for game in daily::games() {
        let Ok(Some(deal)) = daily::find(game.id, today, &AtomicBool::new(false)) else { continue };
        let is_of_today = |setup: &DeviceSetup| setup.game == game.id && setup.settings.daily == Some(number_of(today));
        let of_today = index.tables().filter(|(_, table)| is_of_today(&table.setup));
        // Only the first table of the day counts.
        let table = of_today.min_by_key(|(_, table)| table.setup.created_ms).map(|(id, _)| id.clone());
        deals.push(daily::daily_deal(game.id, deal, table, &results, today));
    }
    DeviceAnswer::json(&Daily { date: today.to_string(), deals })
}

#[inline(never)]
pub(crate) fn pick_deal(entropy: &mut Entropy, body: Option<&Value>) -> Answered {
    let wish = DealSearch::read(read_body(body)?)?;
    DeviceAnswer::json(&wish.find(entropy.number(), &AtomicBool::new(false))?)
}
