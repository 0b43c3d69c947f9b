//! A practice table, which plays on from a position of a record.

use cards::Seed;
use game::{Refusal, Seat};
use protocol::{NewPractice, Open, Practice, Settings};
use room::log_entry::{LogEntry, written};
use room::names::bot_for;
use room::{PersonId, Seated};
use table::record::{Raw, RecordFault};
use table::{Entry, ForkPoint, Intent};

use crate::new_table::{self, TableSetup};
use crate::{BadRequest, USUAL_LEVEL};

/// The time in seconds after which a bot plays for somebody who practises with others and does not come.
const GRACE_S: u32 = 20;

/// The match from which practice begins.
#[derive(Clone, Copy, Debug)]
pub struct Original<'a> {
    /// `tables/ID` or `records/ID`.
    pub of: &'a str,
    /// The record, with everything that may be known of the match.
    pub record: &'a str,
    /// `true` if the deal must be finished, so that nobody practises with the cards of a deal in play.
    pub finished: bool,
    /// The seats of the match at which people play too, the person's own included; all others are free. Empty: the
    /// person plays alone with bots.
    pub people: &'a [Seated],
}

/// Checks a request for a practice table. Returns the setup, and the first entry of the log. `random` is a random seed
/// for the shuffles to come, and a random number that deals the unseen cards again.
///
/// # Errors
/// If the request cannot be carried out. The error says why.
pub fn setup(
    original: Original<'_>,
    asked: &NewPractice,
    (person, name): (PersonId, &str),
    (seed, random): (Seed, u64),
    at_ms: i64,
) -> Result<(TableSetup, LogEntry), BadRequest> {
    let raw = Raw::read(original.record).map_err(|fault| wrong(&fault))?;
    let entry = catalog::entry(raw.game())?;
    let level = asked.level.as_deref().unwrap_or(USUAL_LEVEL);
    new_table::check_level(&entry, level)?;
    let count = raw.names().map_err(|fault| wrong(&fault))?.len();
    let seat = Seat::try_from(asked.seat).ok().filter(|seat| seat.index() < count).ok_or_else(unknown)?;
    let redealt = asked.redeal.then_some((seat, random));
    let position = ForkPoint { deal: asked.deal as usize, step: asked.step as usize, redealt };
    let fork = catalog::fork(&raw, position).map_err(|fault| wrong(&fault))?.ok_or_else(unknown)?;
    if original.finished && fork.points.is_none() {
        return Err(unknown());
    }
    let together = original.people.iter().filter(|seated| seated.person.is_some()).count() > 1;
    let mut seats = original.people.to_vec();
    seats.resize(count, Seated::default());
    if original.people.is_empty() {
        seats[seat.index()] = Seated { name: name.to_owned(), person: Some(person), bot: None };
    } else if seats[seat.index()].person != Some(person) {
        return Err(unknown());
    }
    for index in 0..count {
        if seats[index].person.is_none() {
            seats[index] = bot_for(&seats, level);
        }
    }
    let table = table::Setup {
        game: entry.id,
        rules: raw.rules(),
        options: raw.options().map_err(|fault| wrong(&fault))?,
        names: seats.iter().map(|seated| seated.name.clone()).collect(),
        seed,
        number: None,
    };
    let position = Entry::Position { record: fork.record };
    let opened = catalog::open(table.clone())?;
    opened.check(Intent::from(&position)).map_err(|Refusal { words, .. }| BadRequest::new("record", words))?;
    let settings = Settings {
        assist: entry.solved,
        practice: Some(Practice {
            of: original.of.to_owned(),
            deal: asked.deal,
            step: asked.step,
            redealt: asked.redeal,
            points: fork.points,
        }),
        open: if together { Open::Friends } else { Open::Alone },
        grace_s: together.then_some(GRACE_S),
        ..new_table::settings(&Default::default(), Open::Alone, level)?
    };
    let first = LogEntry { at_ms, seat: None, cmd: None, entry: written(&position, None, None) };
    Ok((TableSetup { table, settings, seats, begins: true }, first))
}

fn unknown() -> BadRequest {
    BadRequest::new("unknown_position", "This deal isn't finished, or it doesn't have this position or seat.")
}

fn wrong(fault: &RecordFault) -> BadRequest {
    BadRequest::new("record", format!("The record can't be practised with: {fault}."))
}
