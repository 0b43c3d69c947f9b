//! The requests (`/api`) of a person who plays alone, with the same answers as those of the server.

use room::Now;
use serde_json::Value;

use crate::answer::{Answered, DeviceAnswer, Query};
use crate::device::DeviceIndex;
use crate::entropy::Entropy;
use crate::rooms::DeviceRooms;
use crate::{everything, looking_back, mistakes, results, tables};

pub(crate) struct RequestContext<'a> {
    pub(crate) index: &'a DeviceIndex,
    pub(crate) rooms: &'a DeviceRooms,
    pub(crate) entropy: &'a mut Entropy,
    pub(crate) now: Now,
    /// The keys and values that were read for this request ([`DeviceAnswer::Read`]).
    pub(crate) read: Option<&'a [(String, String)]>,
}

pub(crate) fn answer(context: RequestContext<'_>, method: &str, path: &str, body: Option<&Value>) -> DeviceAnswer {
    route(context, method, path, body).unwrap_or_else(|error| error)
}

fn route(context: RequestContext<'_>, method: &str, path: &str, body: Option<&Value>) -> Answered {
    let RequestContext { index, rooms, entropy, now, read } = context;
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let query = Query(query);
    match (method, &path.split('/').collect::<Vec<_>>()[..]) {
        ("GET", ["games"]) => tables::games(),
        ("GET", ["me"]) => DeviceAnswer::json(&tables::me(index, rooms, index.name())?),
        ("POST", ["me"]) => tables::rename(index, rooms, body),
        ("DELETE", ["me"]) => Ok(DeviceAnswer::DeleteEverything),
        ("GET", ["me", "data"]) => everything::export(read),
        ("POST", ["me", "data"]) => everything::import(body, read),
        ("GET", ["me", "statistics"]) => results::statistics(index),
        ("DELETE", ["me", "statistics"]) => results::delete(index),
        ("GET", ["me", "mistakes"]) => mistakes::list(index, now, read),
        ("POST", ["me", "mistakes"]) => mistakes::add(index, now, body, read),
        ("DELETE", ["me", "mistakes"]) => mistakes::delete(),
        ("GET", ["me", "mistakes", id]) => mistakes::mistake(id, read),
        ("POST", ["me", "mistakes", id]) => mistakes::answer(id, now, body, read),
        ("POST", ["tables"]) => tables::create(index, entropy, now, body),
        ("POST", ["days", date, game, deal]) => tables::open_day(index, entropy, now, [date, game, deal]),
        ("DELETE", ["tables", table, "seat"]) => tables::leave(index, table),
        ("GET", ["tables", table, "record"]) => tables::record(tables::room(index, rooms, table)?),
        ("GET", ["tables", table, "course"]) => tables::course(tables::room(index, rooms, table)?),
        ("GET", ["tables", table, "replay"]) => looking_back::replay_of_table(index, rooms, table, &query),
        ("POST", ["tables", table, "practice"]) => {
            let record = tables::record_of(tables::room(index, rooms, table)?)?;
            looking_back::practise(index, entropy, now, body, (&format!("tables/{table}"), &record, true))
        }
        ("POST", ["records", id, "practice"]) => {
            let record = looking_back::stored_record(id, read)?;
            looking_back::practise(index, entropy, now, body, (&format!("records/{id}"), record, false))
        }
        ("POST", ["records"]) => looking_back::import_records(body),
        ("GET", ["records", record]) => looking_back::imported_record(record, read),
        ("GET", ["records", record, "replay"]) => looking_back::replay_of_record(record, read, &query),
        ("GET", ["lessons", game]) => looking_back::lesson(game),
        ("GET", ["lessons", game, "why"]) => looking_back::why(game, &query),
        ("POST", ["deals"]) => results::pick_deal(entropy, body),
        ("GET", ["daily"]) => results::daily(index, now),
        _ => Err(DeviceAnswer::error(404, "unknown_path", "This needs a server: the page plays alone here.")),
    }
}
