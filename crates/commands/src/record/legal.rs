//! `cardroom record legal FILE`

use std::io::{self, BufWriter, Write};

use catalog::{CardGame, Visit, visit};
use clap::Args;
use game::Game;
use table::record::{Counts, Fault, Raw, Watch, walk};

use super::lines::Lines;
use crate::failure::{Failure, tell};

/// List the legal actions of every position of records, a JSON line a position.
#[derive(Args)]
pub(crate) struct Arguments {
    /// A file of records; - is standard input.
    #[arg(value_name = "FILE")]
    file: String,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut lines = Lines::open(&arguments.file)?;
    let mut out = BufWriter::new(io::stdout().lock());
    let failed = |error: io::Error| Failure::io("standard output", &error);
    let mut good = true;
    let mut record = 0;
    loop {
        let mut written = Ok(());
        let listed = lines.next(|raw| {
            let list = List { raw, record, out: &mut out, written: &mut written };
            visit(raw.game(), list).map_err(Fault::new)?
        })?;
        written.map_err(failed)?;
        match listed {
            None => break,
            Some(Ok(_)) => {}
            Some(Err(fault)) => {
                out.flush().map_err(failed)?;
                tell(format_args!("{}: {fault}", lines.place()));
                good = false;
            }
        }
        record += 1;
    }
    out.flush().map_err(failed)?;
    if good { Ok(()) } else { Err(Failure::Told) }
}

struct List<'a, W> {
    raw: &'a Raw<'a>,
    record: u64,
    out: &'a mut W,
    /// The first error; nothing is written after it.
    written: &'a mut io::Result<()>,
}

impl<W: Write> Visit for List<'_, W> {
    type Output = Result<Counts, Fault>;
    fn visit<G: CardGame>(mut self) -> Self::Output {
        walk::<G>(self.raw, &mut self)
    }
}

impl<G: Game, W: Write> Watch<G> for List<'_, W> {
    fn position(&mut self, deal: usize, at: usize, position: &G) {
        if self.written.is_ok() {
            *self.written = self.line(deal, at, position);
        }
    }
}

impl<W: Write> List<'_, W> {
    fn line<G: Game>(&mut self, deal: usize, at: usize, position: &G) -> io::Result<()> {
        let record = self.record;
        write!(self.out, r#"{{"record":{record},"deal":{deal},"at":{at},"legal":{{"#)?;
        let turn = position.turn();
        let mut actions = Vec::new();
        for (i, seat) in (turn.must() | turn.may()).enumerate() {
            actions.clear();
            position.legal(seat, &mut actions);
            let mut texts: Vec<String> = actions.iter().map(ToString::to_string).collect();
            texts.sort_unstable();
            let comma = if i > 0 { "," } else { "" };
            write!(self.out, "{comma}\"{seat}\":{}", serde_json::to_string(&texts)?)?;
        }
        self.out.write_all(b"}}\n")
    }
}
