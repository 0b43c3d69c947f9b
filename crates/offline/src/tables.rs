//! Requests about the person and their tables.

use answers::daily::number_of;
use answers::days;
use answers::new_table::{self, TableSetup};
use game::{SeatSet, parse_json, sort_compactly};
use protocol::{DayDeal, Games, ListedSeat, Me, NewName, NewTable, Open, SeatTaken, Settings, Stage, TableLine};
use room::log_entry::LogEntry;
use room::{KeptState, Now, Room, TableSummary};
use serde_json::Value;

use crate::answer::{Answered, DeviceAnswer, read_body};
use crate::device::{self, Course, DeviceIndex, DeviceSetup, DeviceTable, ME};
use crate::entropy::Entropy;
use crate::pending::Needed;
use crate::results;
use crate::rooms::DeviceRooms;
use crate::time::rfc3339;

pub(crate) fn games() -> Answered {
    DeviceAnswer::json(&Games { games: room::games::all() })
}

/// Returns the person with this name, and all tables, newest first.
pub(crate) fn me(index: &DeviceIndex, rooms: &DeviceRooms, name: &str) -> Result<Me, DeviceAnswer> {
    let mut lines: Vec<(i64, TableLine)> = Vec::new();
    for (id, table) in index.tables() {
        let line = line(id, table, rooms.get(id))?;
        let created_ms = table.setup.created_ms;
        lines.push((created_ms, line.unwrap_or_else(|| unreadable_line(id, &table.setup.game, created_ms))));
    }
    lines.extend(index.unreadable_tables().map(|(id, setup)| {
        let setup = parse_json(setup).unwrap_or_default();
        let created_ms = setup["created_ms"].as_i64().unwrap_or_default();
        (created_ms, unreadable_line(id, setup["game"].as_str().unwrap_or("?"), created_ms))
    }));
    sort_compactly(&mut lines, |(one, _), (other, _)| other.cmp(one));
    Ok(Me { name: name.to_owned(), tables: lines.into_iter().map(|(_, line)| line).collect() })
}

/// Returns the entry of a table in the list of tables. Returns `None` if this program cannot read the table.
fn line(id: &str, table: &DeviceTable, room: Option<&Room>) -> Result<Option<TableLine>, DeviceAnswer> {
    let setup = &table.setup;
    let summary = match (&table.ended, room, &table.course) {
        (Some(totals), _, _) => TableSummary { over: true, totals: totals.clone(), ..TableSummary::default() },
        (None, Some(room), _) => room.summary(),
        (None, None, Course::Known(summary)) => summary.clone(),
        (None, None, Course::Unknown) => return Err(DeviceAnswer::Read(Needed::Summary(id.to_owned()))),
        (None, None, Course::Unreadable) => return Ok(None),
    };
    let own = setup.seats.iter().position(|seat| seat.person == Some(ME)).and_then(|seat| u8::try_from(seat).ok());
    let Some(seat) = own else { return Ok(None) };
    let seats = setup.seats.iter().map(|seated| ListedSeat {
        name: seated.name.clone(),
        bot: seated.bot.clone(),
        free: seated.is_free(),
    });
    Ok(Some(TableLine {
        seats: seats.collect(),
        seat,
        stage: if summary.over { Stage::Over } else { stage(setup) },
        over: summary.over,
        your_turn: summary.must.contains(&seat),
        your_next: summary.next.contains(&seat),
        totals: summary.totals,
        practice: setup.settings.practice.is_some(),
        ..unreadable_line(id, &setup.game, setup.created_ms)
    }))
}

fn stage(setup: &DeviceSetup) -> Stage {
    if setup.started_ms.is_some() { Stage::Playing } else { Stage::Gathering }
}

/// Returns the entry of a table that cannot be read. The entry has no seats. The person can delete the table.
fn unreadable_line(id: &str, game: &str, created_ms: i64) -> TableLine {
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
        ended: None,
        practice: false,
    }
}

/// Computes the [`Course`] of a table that is not loaded, from its stored data.
#[inline(never)]
pub(crate) fn read_course(index: &DeviceIndex, id: &str, stored: &[(String, String)]) -> Course {
    let table = device::read_log(id, stored).and_then(|log| index.open(id, &log));
    match (table, index.table(id)) {
        (Some(table), Some(DeviceTable { setup, .. })) => {
            Course::Known(room::summary(table.as_ref(), stage(setup), Vec::new(), SeatSet::EMPTY))
        }
        _ => Course::Unreadable,
    }
}

#[inline(never)]
pub(crate) fn rename(index: &DeviceIndex, rooms: &DeviceRooms, body: Option<&Value>) -> Answered {
    let NewName { name } = read_body(body)?;
    let name = new_table::name(&name)?;
    DeviceAnswer::store(device::rename(&name), 200, &me(index, rooms, &name)?)
}

pub(crate) fn create(index: &DeviceIndex, entropy: &mut Entropy, now: Now, body: Option<&Value>) -> Answered {
    let asked: NewTable = read_body(body)?;
    if asked.open.is_some_and(|open| open != Open::Alone) {
        return Err(DeviceAnswer::error(400, "open", "Other people can only be met on a server."));
    }
    let seed = entropy.seed();
    let setup = new_table::setup(&asked, (ME, index.name()), || seed)?;
    let daily = results::day_of(&setup.table, now);
    let settings = Settings { daily, ..setup.settings.clone() };
    open(entropy, now, TableSetup { settings, ..setup }, Vec::new())
}

/// Opens a table with a deal of the practice set of a date, which everybody can compute.
#[inline(never)]
pub(crate) fn open_day(
    index: &DeviceIndex,
    entropy: &mut Entropy,
    now: Now,
    [date, game, deal]: [&str; 3],
) -> Answered {
    let game = days::game(game)?;
    let Ok(date) = date.parse().map(number_of) else {
        return Err(DeviceAnswer::error(400, "no_day", "This game or this day has no deals of the day."));
    };
    let deal = deal.parse().unwrap_or(days::DEALS);
    let seed = days::seed(days::PRACTICE_SECRET, date, &game, deal);
    open(entropy, now, days::setup(&game, DayDeal { date, deal, first: false }, seed, (ME, index.name()))?, Vec::new())
}

/// Stores a new table with the first entries of its log.
pub(crate) fn open(entropy: &mut Entropy, now: Now, setup: TableSetup, log: Vec<LogEntry>) -> Answered {
    let TableSetup { table: table::Setup { game, rules, options, seed, number, .. }, settings, seats, .. } = setup;
    let seat = seats.iter().position(|seated| seated.person == Some(ME)).unwrap_or_default() as u8;
    let setup = DeviceSetup {
        game: game.to_owned(),
        rules,
        options,
        settings,
        seed: seed.reveal(),
        number,
        seats,
        created_ms: now.unix_ms,
        started_ms: Some(now.unix_ms),
        state: KeptState::default(),
    };
    let id = entropy.id();
    DeviceAnswer::store(device::create_with_log(&id, &setup, log), 201, &SeatTaken { id: id.clone(), seat })
}

/// Leaves a match for good. Nobody else plays at the table, so the table is deleted.
#[inline(never)]
pub(crate) fn leave(index: &DeviceIndex, id: &str) -> Answered {
    match index.table(id) {
        None if !index.has(id) => Err(unknown_table()),
        Some(table) if table.ended.is_some() => {
            Err(DeviceAnswer::error(400, "match_over", "This match is over: there is nothing to leave."))
        }
        _ => Ok(DeviceAnswer::Store { changes: device::delete(id), status: 204, body: String::new() }),
    }
}

pub(crate) fn room<'a>(index: &DeviceIndex, rooms: &'a DeviceRooms, id: &str) -> Result<&'a Room, DeviceAnswer> {
    match rooms.get(id) {
        Some(room) => Ok(room),
        None if !index.has(id) => Err(unknown_table()),
        None if index.is_damaged(id) => {
            Err(DeviceAnswer::error(500, "broken_table", "This game can't be opened. Nothing was deleted."))
        }
        None => Err(DeviceAnswer::Read(Needed::Room(id.to_owned()))),
    }
}

pub(crate) fn unknown_table() -> DeviceAnswer {
    DeviceAnswer::error(404, "unknown_table", "There is no such table.")
}

/// Returns the record of a table, with everything that its player may know.
pub(crate) fn record_of(room: &Room) -> Result<String, DeviceAnswer> {
    room.record(Some(ME)).map_err(|_| unknown_table())
}

#[inline(never)]
pub(crate) fn record(room: &Room) -> Answered {
    DeviceAnswer::text(format!("{}\n", record_of(room)?))
}

#[inline(never)]
pub(crate) fn course(room: &Room) -> Answered {
    match room.history(ME) {
        Ok(body) => DeviceAnswer::text(body),
        Err(_) => Err(DeviceAnswer::error(404, "unknown_deal", "There is no deal here yet.")),
    }
}
