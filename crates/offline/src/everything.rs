//! Export and import of all stored data as one file.

use std::borrow::Cow;

use game::sort_compactly;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::answer::{Answered, DeviceAnswer, read_body};
use crate::device::{KeyChanges, is_known, table_of};
use crate::pending::Needed;

/// The file. Its keys are the keys of the storage.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Everything<'a> {
    /// The version of the file, which is 1.
    cardroom: u32,
    kept: Cow<'a, [(String, String)]>,
}

fn read_all() -> Answered {
    Ok(DeviceAnswer::Read(Needed::Keys(vec![String::new()])))
}

#[inline(never)]
pub(crate) fn export(read: Option<&[(String, String)]>) -> Answered {
    match read {
        Some(stored) => DeviceAnswer::json(&Everything { cardroom: 1, kept: Cow::Borrowed(stored) }),
        None => read_all(),
    }
}

/// Adds the tables and other keys of a file that the device does not have. Existing keys are not changed.
#[inline(never)]
pub(crate) fn import(body: Option<&Value>, read: Option<&[(String, String)]>) -> Answered {
    let Everything { cardroom, kept } = read_body(body)?;
    if cardroom != 1 {
        let words = "A later version of Cardroom wrote this file. Update this page.";
        return Err(DeviceAnswer::error(400, "newer_file", words));
    }
    let Some(stored) = read else { return read_all() };
    let mut keys: Vec<&str> = stored.iter().map(|(key, _)| key.as_str()).collect();
    let mut tables: Vec<&str> = stored.iter().filter_map(|(key, _)| table_of(key)).collect();
    sort_compactly(&mut keys, Ord::cmp);
    sort_compactly(&mut tables, Ord::cmp);
    let is_new = |key: &str| match table_of(key) {
        Some(table) => tables.binary_search(&table).is_err(),
        None => keys.binary_search(&key).is_err(),
    };
    let wanted = kept.iter().filter(|(key, _)| is_known(key) && is_new(key));
    let changes: KeyChanges = wanted.map(|(key, value)| (key.clone(), Some(value.clone()))).collect();
    Ok(DeviceAnswer::Store { changes, status: 204, body: String::new() })
}
