//! A run of matches among bots.

use std::fmt;
use std::io;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::time::Duration;

use cards::Seed;
use catalog::{CardGame, CatalogError, Visit, visit};
use game::{SeatsError, read_options};
use serde_json::{Map, Value};

use crate::contest::{Contest, Outcome};
use crate::crew::in_order;
use crate::player::Entrant;
use crate::summary::{Summary, Tally};

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Run {
    /// The game's id.
    pub game: String,
    /// Options; those left out keep their defaults.
    pub options: Map<String, Value>,
    /// How many play; `None` for the game's usual number.
    pub seats: Option<u8>,
    /// Bot i sits on seat i; the last sits on all further seats.
    pub bots: Vec<String>,
    /// From it follow the seeds of matches and, one-way, those of bots.
    pub seed: Seed,
    /// Which matches.
    pub matches: Matches,
    /// On how many threads. It changes nothing in the results.
    pub threads: NonZeroUsize,
    /// The most actions of a deal.
    pub cap: u32,
    /// How long an engine from outside may take for an answer.
    pub clock: Duration,
}

/// Which matches a run plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Matches {
    /// The first so many of the run's seed.
    Count(u64),
    /// Numbered deals, for games of one seat.
    Numbered(RangeInclusive<u64>),
}

impl Matches {
    /// How many matches that is.
    pub fn count(&self) -> u64 {
        match self {
            Matches::Count(n) => *n,
            Matches::Numbered(range) if range.is_empty() => 0,
            Matches::Numbered(range) => (range.end() - range.start()).saturating_add(1),
        }
    }

    /// The seed of match `index` and the number under which its bots are known.
    pub(crate) fn seed(&self, run: Seed, index: u64) -> (Seed, u64) {
        match self {
            Matches::Count(_) => (run.of_match(index), index),
            Matches::Numbered(range) => (Seed::numbered(range.start() + index), range.start() + index),
        }
    }
}

/// A match that was played.
pub struct Played<'a> {
    /// How many have been played so far.
    pub matches: u64,
    /// How many deals.
    pub deals: u64,
    /// Its record, without the line end, if records were asked for.
    pub record: Option<&'a str>,
}

/// Checks that a run can be played, before anything is opened for it.
///
/// # Errors
/// If there is no such game, bot, option or number of seats.
pub fn check(run: &Run) -> Result<(), SimulateError> {
    struct Check<'a>(&'a Run);
    impl Visit for Check<'_> {
        type Output = Result<(), SimulateError>;
        fn visit<G: CardGame>(self) -> Self::Output {
            Plan::<G>::of(self.0).map(|_| ())
        }
    }
    visit(&run.game, Check(run))?
}

/// Plays the matches of a run. `each` hears of every match in order.
///
/// # Errors
/// If there is no such game, bot, option or number of seats, and whatever `each` returns.
pub fn simulate(
    run: &Run,
    wants_records: bool,
    each: &mut dyn FnMut(Played<'_>) -> io::Result<()>,
) -> Result<Summary, SimulateError> {
    visit(&run.game, Simulate { run, wants_records, each })?
}

struct Simulate<'a> {
    run: &'a Run,
    wants_records: bool,
    each: &'a mut dyn FnMut(Played<'_>) -> io::Result<()>,
}

impl Visit for Simulate<'_> {
    type Output = Result<Summary, SimulateError>;

    fn visit<G: CardGame>(self) -> Self::Output {
        let run = self.run;
        let Plan { rules, entrants } = Plan::<G>::of(run)?;
        let entrants: Vec<&Entrant> = entrants.iter().collect();
        entrants.iter().try_for_each(|entrant| entrant.start())?;
        let contest =
            Contest::<G> { rules, entrants: &entrants, cap: run.cap, wants_record: self.wants_records, clock: None };
        let play = |index: u64| -> Outcome {
            let (seed, number) = run.matches.seed(run.seed, index);
            contest.play(seed, |seat| run.seed.of_bot(number, seat)).expect("the number of seats was checked")
        };
        let mut tally = Tally::new(entrants.len(), G::MARKS.len());
        in_order(run.matches.count(), run.threads, play, |_, outcome| {
            tally.add(&outcome);
            (self.each)(Played { matches: tally.matches, deals: tally.deals, record: outcome.record.as_deref() })
        })?;
        Ok(Summary {
            game: G::ID,
            options: catalog::options(G::ID, &run.options)?,
            seed: run.seed.reveal(),
            matches: tally.matches,
            deals: tally.deals,
            thrown_in: tally.thrown_in,
            actions: tally.actions,
            cap: run.cap,
            given_up: tally.given_up,
            broken_off: tally.broken_off,
            seats: tally.seats(&entrants, G::MARKS),
        })
    }
}

/// A run that has been checked.
pub(crate) struct Plan<G: CardGame> {
    pub(crate) rules: G::Rules,
    pub(crate) entrants: Vec<Entrant>,
}

impl<G: CardGame> Plan<G> {
    pub(crate) fn of(run: &Run) -> Result<Plan<G>, SimulateError> {
        let rules = read_options(&run.options).map_err(usage)?;
        let entry = catalog::entry(G::ID)?;
        let seats = run.seats.unwrap_or(entry.usual_seats);
        SeatsError::check::<G>(seats).map_err(usage)?;
        if matches!(run.matches, Matches::Numbered(_)) && !entry.numbered {
            return Err(usage(format_args!("{} has no numbered deals: they are for games of one seat", G::ID)));
        }
        let entrant = |name: &String| Entrant::named(name, None, run.clock);
        let entrants: Vec<Entrant> = names(&run.bots, seats)?.iter().map(entrant).collect::<Result<_, _>>()?;
        entrants.iter().try_for_each(Entrant::check::<G>)?;
        if let Some(entrant) = entrants.iter().find(|entrant| entrant.time().is_some()) {
            let name = entrant.name();
            return Err(usage(format_args!("{name} thinks by the clock: only the arena has one, a run is repeatable")));
        }
        Ok(Plan { rules, entrants })
    }
}

/// A bot for each seat.
pub(crate) fn names(bots: &[String], seats: u8) -> Result<Vec<String>, SimulateError> {
    let Some(last) = bots.last() else { return Err(usage("name at least one bot")) };
    if bots.len() > usize::from(seats) {
        return Err(usage(format_args!("{} bots do not fit on {seats} seats", bots.len())));
    }
    Ok((0..usize::from(seats)).map(|seat| bots.get(seat).unwrap_or(last).clone()).collect())
}

/// Why a run did not come to its end.
#[derive(Debug)]
pub enum SimulateError {
    /// It asked for what there is not.
    Usage(String),
    /// Its records could not be written.
    Write(io::Error),
}

pub(crate) fn usage(words: impl fmt::Display) -> SimulateError {
    SimulateError::Usage(words.to_string())
}

impl From<CatalogError> for SimulateError {
    fn from(error: CatalogError) -> SimulateError {
        usage(error)
    }
}

impl From<io::Error> for SimulateError {
    fn from(error: io::Error) -> SimulateError {
        SimulateError::Write(error)
    }
}

impl fmt::Display for SimulateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SimulateError::Usage(words) => f.write_str(words),
            SimulateError::Write(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SimulateError {}
