//! Export and import of all stored data as one file.

use std::borrow::Cow;
use std::collections::BTreeSet;

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
    let keys: BTreeSet<&str> = stored.iter().map(|(key, _)| key.as_str()).collect();
    let tables: BTreeSet<&str> = keys.iter().filter_map(|key| table_of(key)).collect();
    let is_new = |key: &str| match table_of(key) {
        Some(table) => !tables.contains(table),
        None => !keys.contains(key),
    };
    let wanted = kept.iter().filter(|(key, _)| is_known(key) && is_new(key));
    let changes: KeyChanges = wanted.map(|(key, value)| (key.clone(), Some(value.clone()))).collect();
    Ok(DeviceAnswer::Store { changes, status: 204, body: String::new() })
}
