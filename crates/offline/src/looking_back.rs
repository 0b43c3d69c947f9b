//! Requests about finished deals: of tables, of records that were brought, and of lessons.

use std::sync::atomic::AtomicBool;

use answers::imports::{self, NotImported};
use answers::replays::{self, Beside, WantedReplay};
use answers::{BadRequest, lessons};
use protocol::{ErrorBody, ErrorDetail, Imported, ImportedRecord};
use room::{Now, Seated};
use serde_json::Value;
use table::record::RecordFault;

use crate::api::Query;
use crate::kept;
use crate::message::ToPage;
use crate::offline::{AfterStored, Offline};

impl Offline {
    pub(crate) fn replay_of_table(&mut self, now: Now, id: u64, table: &str, query: &Query) {
        let record = self.record(now, table);
        let (Some(record), Some(kept)) = (record, self.kept.tables.get(table)) else { return self.no_table(id, table) };
        let beside = Beside {
            seats: kept.setup.seats.iter().cloned().map(Seated::from).collect(),
            number: kept.setup.number,
            log: kept.log.clone(),
        };
        self.replay(id, &record, query, &beside);
    }

    pub(crate) fn replay_of_record(&mut self, id: u64, record: &str, query: &Query) {
        match self.kept.records.get(record).cloned() {
            Some(record) => self.replay(id, &record, query, &Beside::default()),
            None => self.no_record(id),
        }
    }

    fn replay(&mut self, id: u64, record: &str, query: &Query, beside: &Beside) {
        let asked = query.number("deal").ok_or_else(WantedReplay::malformed);
        let asked = asked.and_then(|deal| WantedReplay::read(deal, query.get("viewer").as_deref()));
        match asked.map(|asked| replays::replay(record, asked, beside)) {
            Ok(Ok(Some(body))) => self.respond(id, body),
            Ok(Ok(None)) => {
                let words = "This deal doesn't exist or isn't finished, or the seat doesn't exist.";
                self.fail(id, 404, "unknown_deal", words);
            }
            Ok(Err(fault)) => self.fault(id, 1, &fault),
            Err(refused) => self.refuse(id, &refused),
        }
    }

    /// Keeps records that somebody brings.
    pub(crate) fn import_records(&mut self, id: u64, body: Option<Value>) {
        let Some(file) = self.read::<String>(id, body) else { return };
        if file.len() > imports::MAX_FILE {
            return self.fail(id, 400, "records_too_large", "The file is larger than 2 MiB.");
        }
        match imports::checked(file.as_bytes(), &AtomicBool::new(false)) {
            Ok(checked) => {
                let puts = checked.iter().map(|one| kept::record(&one.record.id, &one.line)).collect();
                let records: Vec<ImportedRecord> = checked.into_iter().map(|one| one.record).collect();
                self.store(puts, AfterStored::Respond(ToPage::json(id, 201, &Imported { records })));
            }
            Err(NotImported::BadRequest(refused)) => self.refuse(id, &refused),
            Err(NotImported::Fault { line, fault }) => self.fault(id, line, &fault),
            Err(NotImported::Cancelled) => {}
        }
    }

    pub(crate) fn give_import(&mut self, id: u64, record: &str) {
        match self.kept.records.get(record).cloned() {
            Some(record) => self.respond(id, format!("{record}\n")),
            None => self.no_record(id),
        }
    }

    pub(crate) fn lesson(&mut self, id: u64, game: &str) {
        self.taught(id, lessons::lesson(game));
    }

    pub(crate) fn why(&mut self, id: u64, game: &str, query: &Query) {
        let (Some(step), Some(action)) = (query.number("step"), query.get("action")) else {
            let words = "Ask for a decision from 0 and an action: ?step=0&action=play+Qs.";
            return self.fail(id, 400, "malformed", words);
        };
        let why = lessons::why(game, step, &action);
        let told = why.map(|why| why.map(|why| serde_json::to_string(&why).expect("words")));
        self.taught(id, told);
    }

    fn taught(&mut self, id: u64, told: Result<Option<String>, BadRequest>) {
        match told {
            Ok(Some(body)) => self.respond(id, body),
            Ok(None) => self.fail(id, 404, "unknown_lesson", "This game has no such lesson step."),
            Err(refused) => self.refuse(id, &refused),
        }
    }

    fn no_record(&mut self, id: u64) {
        self.fail(id, 404, "unknown_record", "This record doesn't exist. Check the link.");
    }

    /// Answers with what is wrong with a line of records.
    fn fault(&mut self, id: u64, line: u32, fault: &RecordFault) {
        let error = ErrorDetail {
            key: "record".to_owned(),
            words: format!("Line {line}: {fault}."),
            place: Some(imports::place(line, fault)),
        };
        self.out.push(ToPage::json(id, 400, &ErrorBody { error }));
    }
}
