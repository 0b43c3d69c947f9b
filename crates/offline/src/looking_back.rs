//! Requests about finished deals of tables, practice from them, imported records and lessons.

use std::sync::atomic::AtomicBool;

use answers::imports::{self, NotImported};
use answers::practice::{self, Original};
use answers::replays::{self, Beside, WantedReplay};
use answers::{BadRequest, lessons};
use protocol::{ErrorDetail, Imported, ImportedRecord};
use room::Now;
use serde_json::Value;
use table::record::RecordFault;

use crate::answer::{Answered, DeviceAnswer, Query, read_body};
use crate::device::{self, DeviceIndex, ME};
use crate::entropy::Entropy;
use crate::pending::Needed;
use crate::rooms::DeviceRooms;
use crate::tables;

#[inline(never)]
pub(crate) fn replay_of_table(index: &DeviceIndex, rooms: &DeviceRooms, id: &str, query: &Query<'_>) -> Answered {
    let record = tables::record_of(tables::room(index, rooms, id)?)?;
    let Some(stored) = index.table(id) else { return Err(tables::unknown_table()) };
    let beside = Beside { seats: stored.setup.seats.clone(), number: stored.setup.number, log: rooms.log(id).to_vec() };
    replay(&record, query, &beside)
}

#[inline(never)]
pub(crate) fn replay_of_record(id: &str, read: Option<&[(String, String)]>, query: &Query<'_>) -> Answered {
    replay(stored_record(id, read)?, query, &Beside::default())
}

fn replay(record: &str, query: &Query<'_>, beside: &Beside) -> Answered {
    let deal = query.number("deal").ok_or_else(WantedReplay::malformed)?;
    let wanted = WantedReplay::read(deal, query.get("viewer").as_deref())?;
    match replays::replay(record, wanted, beside) {
        Ok(Some(body)) => DeviceAnswer::text(body),
        Ok(None) => {
            let words = "This deal doesn't exist or isn't finished, or the seat doesn't exist.";
            Err(DeviceAnswer::error(404, "unknown_deal", words))
        }
        Err(fault) => Err(record_fault(1, &fault)),
    }
}

#[inline(never)]
pub(crate) fn import_records(body: Option<&Value>) -> Answered {
    let file: &str = read_body(body)?;
    if file.len() > imports::MAX_FILE {
        return Err(DeviceAnswer::error(400, "records_too_large", "The file is larger than 2 MiB."));
    }
    match imports::checked(file.as_bytes(), &AtomicBool::new(false)) {
        Ok(checked) => {
            let changes = checked.iter().map(|one| device::record(&one.record.id, &one.line)).collect();
            let records: Vec<ImportedRecord> = checked.into_iter().map(|one| one.record).collect();
            DeviceAnswer::store(changes, 201, &Imported { records })
        }
        Err(NotImported::BadRequest(refused)) => Err(refused.into()),
        Err(NotImported::Fault { line, fault }) => Err(record_fault(line, &fault)),
        Err(NotImported::Cancelled) => unreachable!("nothing cancels it"),
    }
}

#[inline(never)]
pub(crate) fn imported_record(id: &str, read: Option<&[(String, String)]>) -> Answered {
    DeviceAnswer::text(format!("{}\n", stored_record(id, read)?))
}

/// Opens a practice table from a position of a record. `original`: its address, the record, and whether the deal must
/// be finished.
pub(crate) fn practise(
    index: &DeviceIndex,
    entropy: &mut Entropy,
    now: Now,
    body: Option<&Value>,
    (of, record, finished): (&str, &str, bool),
) -> Answered {
    let chance = (entropy.seed(), entropy.number());
    let original = Original { of, record, finished, people: &[] };
    let (setup, first) = practice::setup(original, &read_body(body)?, (ME, index.name()), chance, now.unix_ms)?;
    tables::open(entropy, now, setup, vec![first])
}

pub(crate) fn stored_record<'a>(id: &str, read: Option<&'a [(String, String)]>) -> Result<&'a str, DeviceAnswer> {
    let wanted = device::record_key(id);
    match read {
        None => Err(DeviceAnswer::Read(Needed::Keys(vec![wanted]))),
        Some(stored) => {
            let record = stored.iter().find(|(key, _)| *key == wanted).map(|(_, line)| line.as_str());
            let words = "This record doesn't exist. Check the link.";
            record.ok_or_else(|| DeviceAnswer::error(404, "unknown_record", words))
        }
    }
}

#[inline(never)]
pub(crate) fn lesson(game: &str) -> Answered {
    lesson_answer(lessons::lesson(game))
}

#[inline(never)]
pub(crate) fn why(game: &str, query: &Query<'_>) -> Answered {
    let (Some(step), Some(action)) = (query.number("step"), query.get("action")) else {
        let words = "Ask for a decision from 0 and an action: ?step=0&action=play+Qs.";
        return Err(DeviceAnswer::error(400, "malformed", words));
    };
    let why = lessons::why(game, step, &action);
    lesson_answer(why.map(|why| why.map(|why| device::json(&why))))
}

fn lesson_answer(found: Result<Option<String>, BadRequest>) -> Answered {
    match found? {
        Some(body) => DeviceAnswer::text(body),
        None => Err(DeviceAnswer::error(404, "unknown_lesson", "This game has no such lesson step.")),
    }
}

fn record_fault(line: u32, fault: &RecordFault) -> DeviceAnswer {
    let error = ErrorDetail {
        key: "record".to_owned(),
        words: format!("Line {line}: {fault}."),
        place: Some(imports::place(line, fault)),
    };
    DeviceAnswer::detailed_error(400, error)
}
