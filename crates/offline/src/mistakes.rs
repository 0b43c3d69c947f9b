//! The player's mistakes. A worker finds them in a finished deal ([`judge`]), and then they are stored here.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use answers::BadRequest;
use answers::mistakes::{DealJudgement, LEARNED, next_step};
use game::{read_json, sort_compactly};
use protocol::{FoundMistakes, JudgedDeal, MistakeAnswer, MyMistake, MyMistakes};
use room::Now;
use serde::Deserialize;
use serde_json::Value;

use crate::answer::{Answered, DeviceAnswer, read_body};
use crate::device::{DeviceIndex, DeviceResult, KeyChanges, ME, MISTAKES, json};
use crate::pending::Needed;

/// Judges a deal of a record, from its first decision to its last. `None` if the net of the game has to be loaded
/// first.
///
/// # Errors
/// If the record is wrong, or has no such deal.
pub fn judge(of: JudgedDeal, record: &str) -> Result<Option<FoundMistakes>, BadRequest> {
    if catalog::advice_lacks_net(&of.game) {
        return Ok(None);
    }
    let mut judgement = DealJudgement::begin(of, record.trim_end())?;
    loop {
        match judgement.step(&AtomicBool::new(false)) {
            ControlFlow::Continue(more) => judgement = more,
            ControlFlow::Break(found) => return Ok(Some(found)),
        }
    }
}

/// Returns the stored mistakes, after the page has read them. One that is damaged is left out.
fn stored(read: Option<&[(String, String)]>) -> Result<Vec<MyMistake>, DeviceAnswer> {
    let all = read.ok_or_else(|| DeviceAnswer::Read(Needed::Keys(vec![MISTAKES.to_owned()])))?;
    let readable = all.iter().filter_map(|(key, value)| {
        let stored: MyMistake = read_json(value).ok()?;
        (key.strip_prefix(MISTAKES) == Some(stored.id.as_str()) && is_whole(&stored)).then_some(stored)
    });
    Ok(readable.collect())
}

/// Returns whether a mistake can be shown. Once it is learned, it has no position.
fn is_whole(MyMistake { id, step, mistake, .. }: &MyMistake) -> bool {
    *step == LEARNED || (*step < LEARNED && mistake["id"] == **id && mistake["judged"]["legal"].is_array())
}

fn change(mistake: &MyMistake) -> (String, Option<String>) {
    (format!("{MISTAKES}{}", mistake.id), Some(json(mistake)))
}

#[inline(never)]
pub(crate) fn list(index: &DeviceIndex, now: Now, read: Option<&[(String, String)]>) -> Answered {
    let mut mistakes = stored(read)?;
    mistakes.iter_mut().for_each(|stored| stored.mistake = Value::Null);
    sort_compactly(&mut mistakes, |one, other| one.due_ms.cmp(&other.due_ms).then(one.id.cmp(&other.id)));
    let mut results: Vec<_> = unjudged(index).collect();
    sort_compactly(&mut results, |(_, one, _), (_, other, _)| other.at_ms.cmp(&one.at_ms));
    let mut unjudged: Vec<JudgedDeal> = results.into_iter().map(|(.., of)| of).collect();
    unjudged.dedup();
    DeviceAnswer::json(&MyMistakes { mistakes, unjudged, now_ms: now.unix_ms })
}

/// Returns the results of deals that are not judged yet, in matches that are over, each with its key. Mistakes in a
/// solitaire show how to win it, and it could still be played on. So only a deal with help is judged.
fn unjudged(index: &DeviceIndex) -> impl Iterator<Item = (&String, &DeviceResult, JudgedDeal)> {
    index.results().filter_map(|(key, stored)| {
        let DeviceResult { judged, result, .. } = stored;
        let is_open = !judged && result.points.is_some() && (result.seats > 1 || result.assisted);
        let table = index.table(&result.table).filter(|table| is_open && table.ended.is_some())?;
        let deal = key.rsplit('/').next()?.trim_end_matches('a').parse().ok()?;
        let seat = table.setup.seats.iter().position(|seat| seat.person == Some(ME))? as u8;
        Some((key, stored, JudgedDeal { table: result.table.clone(), game: result.game.clone(), deal, seat }))
    })
}

/// Returns a mistake that is not learned yet.
fn find(id: &str, read: Option<&[(String, String)]>) -> Result<MyMistake, DeviceAnswer> {
    let found = stored(read)?.into_iter().find(|stored| stored.id == id && stored.step < LEARNED);
    found.ok_or_else(|| DeviceAnswer::error(404, "unknown_mistake", "This mistake doesn't exist any more."))
}

#[inline(never)]
pub(crate) fn mistake(id: &str, read: Option<&[(String, String)]>) -> Answered {
    DeviceAnswer::json(&find(id, read)?.mistake)
}

/// A deal that a worker has judged. What the module itself has found is stored as it is.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Found {
    of: JudgedDeal,
    mistakes: Vec<Value>,
}

/// Stores the mistakes in a judged deal. One that is stored already stays as it is.
#[inline(never)]
pub(crate) fn add(index: &DeviceIndex, now: Now, body: Option<&Value>, read: Option<&[(String, String)]>) -> Answered {
    let Found { of, mistakes } = read_body(body)?;
    let known = stored(read)?;
    let judged = unjudged(index).filter(|(.., deal)| *deal == of).map(|(key, stored, _)| {
        let judged = DeviceResult { judged: true, ..stored.clone() };
        (key.clone(), Some(json(&judged)))
    });
    let mut changes: KeyChanges = judged.collect();
    let (step, due_ms) = next_step(0, false, now.unix_ms);
    let new = mistakes.into_iter().filter(|_| !changes.is_empty()).filter_map(|mistake| {
        let id = mistake["id"].as_str().filter(|id| known.iter().all(|one| one.id != *id))?.to_owned();
        Some(MyMistake { id, game: of.game.clone(), step, due_ms, mistake })
    });
    let new: KeyChanges = new.filter(is_whole).map(|mistake| change(&mistake)).collect();
    changes.extend(new);
    Ok(stores(changes))
}

/// Stores an answer to a mistake that has come back.
#[inline(never)]
pub(crate) fn answer(id: &str, now: Now, body: Option<&Value>, read: Option<&[(String, String)]>) -> Answered {
    let MistakeAnswer { step, right } = read_body(body)?;
    let mut stored = find(id, read)?;
    let mut changes = KeyChanges::new();
    if stored.step == step && stored.due_ms <= now.unix_ms {
        (stored.step, stored.due_ms) = next_step(step, right, now.unix_ms);
        if stored.step == LEARNED {
            stored.mistake = Value::Null;
        }
        changes.push(change(&stored));
    }
    DeviceAnswer::store(changes, 200, &MyMistake { mistake: Value::Null, ..stored })
}

#[inline(never)]
pub(crate) fn delete() -> Answered {
    Ok(stores(vec![(MISTAKES.to_owned(), None)]))
}

fn stores(changes: KeyChanges) -> DeviceAnswer {
    DeviceAnswer::Store { changes, status: 204, body: String::new() }
}
