//! `cardroom record legal FILE`

use std::io::{self, Write};
use std::path::PathBuf;

use catalog::{CardGame, Visit, visit};
use clap::Args;
use game::Game;
use table::record::{Counts, Raw, RecordFault, Watch, walk};

use super::lines::{Out, write_each};
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
    out: &'a mut Out,
}

impl Visit for List<'_> {
    type Output = Result<Counts, RecordFault>;
    fn visit<G: CardGame>(mut self) -> Self::Output {
        walk::<G>(self.raw, &mut self)
    }
}

impl<G: Game> Watch<G> for List<'_> {
    fn position(&mut self, deal: usize, at: usize, position: &G) {
        let record = self.record;
        self.out.write(|out| line(out, (record, deal, at), position));
    }
}

fn line<G: Game>(out: &mut impl Write, (record, deal, at): (u64, usize, usize), position: &G) -> io::Result<()> {
    write!(out, r#"{{"record":{record},"deal":{deal},"at":{at},"legal":{{"#)?;
    let turn = position.turn();
    let mut actions = Vec::new();
    for (i, seat) in (turn.must() | turn.may()).enumerate() {
        actions.clear();
        position.legal(seat, &mut actions);
        let mut texts: Vec<String> = actions.iter().map(ToString::to_string).collect();
        texts.sort_unstable();
        let comma = if i > 0 { "," } else { "" };
        write!(out, "{comma}\"{seat}\":{}", serde_json::to_string(&texts)?)?;
    }
    out.write_all(b"}}\n")
}
