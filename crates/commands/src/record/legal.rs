//! `cardroom record legal FILE`

use std::path::PathBuf;

use catalog::{CardGame, Visit, visit};
use clap::Args;
use game::{Game, Seat};
use serde_json::{Map, Value, json};
use table::record::{Counts, Raw, RecordFault, Watch, walk};

use super::lines::write_each;
use crate::failure::Failure;

/// List the legal actions of every position as JSON lines.
#[derive(Args)]
pub(crate) struct Arguments {
    /// File of records; - is standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let good = write_each(&arguments.file, |raw, record, out| {
        visit(raw.game(), List { raw, record, out }).map_err(RecordFault::new)?
    })?;
    if good { Ok(()) } else { Err(Failure::Told) }
}

struct List<'a> {
    raw: &'a Raw<'a>,
    record: u64,
    out: &'a mut String,
}

impl Visit for List<'_> {
    type Output = Result<Counts, RecordFault>;
    fn visit<G: CardGame>(mut self) -> Self::Output {
        walk::<G>(self.raw, &mut self)
    }
}

impl<G: Game> Watch<G> for List<'_> {
    fn position(&mut self, deal: usize, at: usize, position: &G) {
        let turn = position.turn();
        let of_seat = |seat: Seat| {
            let mut actions = Vec::new();
            position.legal(seat, &mut actions);
            let mut texts: Vec<String> = actions.iter().map(ToString::to_string).collect();
            texts.sort_unstable();
            (seat.to_string(), json!(texts))
        };
        let legal: Map<String, Value> = (turn.must() | turn.may()).map(of_seat).collect();
        let (record, legal) = (self.record, json!(legal));
        *self.out += &format!("{{\"record\":{record},\"deal\":{deal},\"at\":{at},\"legal\":{legal}}}\n");
    }
}
