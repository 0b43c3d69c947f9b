//! Records that people import: verified and stored unchanged.

use std::sync::atomic::{AtomicBool, Ordering};

use protocol::{ImportedRecord, RecordPlace};
use sha2::{Digest, Sha256};
use table::record::{Raw, RecordFault};

use crate::BadRequest;

/// The largest file of records in bytes.
pub const MAX_FILE: usize = 2 << 20;

/// The maximum number of matches in a file.
const MOST_RECORDS: usize = 100;

/// The maximum number of bytes of a record is the sum of these limits for its head, for each deal and for each action.
/// Our own records need at most a third of this sum. The other two thirds are for keys that other programs add.
const MOST_BYTES: [u64; 3] = [4096, 2048, 128];

/// The letters of ids. No two look alike.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// The length of an id. 16 letters of 5 bits are 80 bits, so nobody can guess an id.
pub const ID_LETTERS: usize = 16;

/// Returns an id made of random bytes or of the bytes of a hash.
#[must_use]
pub fn letters(bytes: &[u8]) -> String {
    bytes.iter().take(ID_LETTERS).map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}

/// The reason why a file of records is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotImported {
    /// The file as a whole is wrong.
    BadRequest(BadRequest),
    /// Line number `line`, from 1, is not a valid record.
    Fault {
        /// The number of the line.
        line: u32,
        /// The first fault of the record.
        fault: RecordFault,
    },
    /// The import was cancelled.
    Cancelled,
}

/// A verified record.
#[derive(Clone, Debug)]
pub struct CheckedRecord {
    /// The id and the facts of the record for the page.
    pub record: ImportedRecord,
    /// The record's line of the file.
    pub line: String,
}

/// Verifies the records of a file and returns them.
///
/// # Errors
/// If the file or a record is wrong. The error describes the first fault.
pub fn checked(file: &[u8], cancel: &AtomicBool) -> Result<Vec<CheckedRecord>, NotImported> {
    let bad = |key, words: String| Err(NotImported::BadRequest(BadRequest { key, words }));
    let Ok(text) = std::str::from_utf8(file) else {
        return bad("no_records", "The file is not UTF-8 text.".to_owned());
    };
    let mut records = Vec::new();
    for (line, text) in (1..).zip(text.lines()).filter(|(_, text)| !text.trim().is_empty()) {
        if records.len() == MOST_RECORDS {
            let words = format!("The file has more than {MOST_RECORDS} matches. Split it into smaller files.");
            return bad("records_too_large", words);
        }
        if cancel.load(Ordering::Relaxed) {
            return Err(NotImported::Cancelled);
        }
        let checked = Raw::read(text).and_then(|raw| {
            let counts = catalog::check(&raw)?;
            not_padded(text, counts.deals, counts.actions)?;
            Ok((counts, raw.game().to_owned(), raw.is_offline()))
        });
        let (counts, game, offline) = checked.map_err(|fault| NotImported::Fault { line, fault })?;
        let id = letters(&Sha256::digest(text.as_bytes()));
        let deals = u32::try_from(counts.deals).unwrap_or(u32::MAX);
        let record = ImportedRecord { id, game, deals, offline };
        records.push(CheckedRecord { record, line: text.to_owned() });
    }
    if records.is_empty() {
        return bad("no_records", "The file is empty: a record is a line of JSON.".to_owned());
    }
    Ok(records)
}

/// Returns the place of a fault in a file of records.
#[must_use]
pub fn place(line: u32, fault: &RecordFault) -> RecordPlace {
    let number = |index: usize| u32::try_from(index).unwrap_or(u32::MAX);
    let RecordFault { deal, action, why } = fault.clone();
    RecordPlace { line, deal: deal.map(number), action: action.map(number), why }
}

/// Refuses a record that is mostly padding.
fn not_padded(text: &str, deals: u64, actions: u64) -> Result<(), RecordFault> {
    let [head, deal, action] = MOST_BYTES;
    let (bytes, most) = (text.len() as u64, head + deal * deals + action * actions);
    if bytes <= most {
        return Ok(());
    }
    let why = format!("it has {bytes} bytes; with {deals} deals and {actions} actions it may have {most}");
    Err(RecordFault { deal: None, action: None, why })
}
