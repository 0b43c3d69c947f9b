//! A run of matches among bots.

use std::io;
use std::num::NonZeroUsize;
use std::ops::{Range, RangeInclusive};
use std::sync::Arc;
use std::time::Duration;

use cards::Seed;
use catalog::{CardGame, GameEntry, Visit, visit};
use game::read_options;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::batches::in_order;
use crate::contest::Contest;
use crate::error::{SimulateError, usage};
use crate::outcome::MatchOutcome;
use crate::player::Entrant;
use crate::policy::ExternalPolicy;
use crate::summary::{RunTally, Summary};

/// The matches to play.
#[derive(Clone, Debug)]
pub struct Run {
    /// The game's id.
    pub game: String,
    /// The options; those that are left out have their defaults.
    pub options: Map<String, Value>,
    /// The number of players; `None` for the game's default.
    pub seats: Option<u8>,
    /// Bot i plays on seat i; the last one also plays on all further seats.
    pub bots: Vec<String>,
    /// The seed of the run. The seeds of the matches are derived from it. The seeds of the bots are derived from it by
    /// a one-way function.
    pub seed: Seed,
    /// The matches that are played.
    pub matches: Matches,
    /// The number of threads. It does not change the results.
    pub threads: NonZeroUsize,
    /// The most actions of a deal.
    pub cap: u32,
    /// The time limit of an external engine for an answer.
    pub clock: Duration,
    /// External players, by the names under which `bots` lists them.
    pub policies: Vec<(String, Arc<dyn ExternalPolicy>)>,
}

/// The matches that a run plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Matches {
    /// The given number of matches: the first ones that follow from the run's seed.
    Count(u64),
    /// The deals with these numbers, for games of one seat.
    Numbered(RangeInclusive<u64>),
}

impl Matches {
    /// Returns the number of matches.
    pub fn count(&self) -> u64 {
        match self {
            Matches::Count(n) => *n,
            Matches::Numbered(range) if range.is_empty() => 0,
            Matches::Numbered(range) => (range.end() - range.start()).saturating_add(1),
        }
    }

    /// Returns the seed of match `index`, and the number from which the seeds of its bots follow.
    pub(crate) fn seed(&self, run: Seed, index: u64) -> (Seed, u64) {
        match self {
            Matches::Count(_) => (run.of_match(index), index),
            Matches::Numbered(range) => (Seed::numbered(range.start() + index), range.start() + index),
        }
    }
}

/// A match that was played.
pub struct PlayedMatch<'a> {
    /// The number of matches played so far.
    pub matches: u64,
    /// The record of the match, without the line end, if records were asked for.
    pub record: Option<&'a str>,
}

/// Checks that a run can be played, before any file is opened.
///
/// # Errors
/// If there is no such game, bot, option or number of seats.
pub fn check(run: &Run) -> Result<(), SimulateError> {
    CheckedRun::of(run).map(drop)
}

/// Plays the matches of a run, and calls `each` with every match in order.
///
/// # Errors
/// If there is no such game, bot, option or number of seats, or if `each` or a policy returns an error.
pub fn simulate(
    run: &Run,
    wants_records: bool,
    each: &mut dyn FnMut(PlayedMatch<'_>) -> io::Result<()>,
) -> Result<Summary, SimulateError> {
    let checked = CheckedRun::of(run)?;
    let mut tally = checked.tally();
    checked.play(0..run.matches.count(), wants_records, &mut |outcome| {
        tally.add(&outcome);
        each(PlayedMatch { matches: tally.all.matches, record: outcome.record.as_deref() })
    })?;
    Ok(checked.summary(&tally))
}

/// Plays a part of the matches that [`simulate`] would play. `part` contains the numbers of these matches. Returns
/// their results for [`join_simulated`].
///
/// # Errors
/// As [`simulate`].
pub fn simulate_part(
    run: &Run,
    part: Range<u64>,
    wants_records: bool,
    each: &mut dyn FnMut(PlayedMatch<'_>) -> io::Result<()>,
) -> Result<Vec<u8>, SimulateError> {
    let mut all = Vec::new();
    CheckedRun::of(run)?.play(part, wants_records, &mut |mut outcome| {
        let record = outcome.record.take();
        all.push(outcome);
        each(PlayedMatch { matches: all.len() as u64, record: record.as_deref() })
    })?;
    Ok(serde_json::to_vec(&all).expect("outcomes are text and numbers"))
}

/// Joins the parts of a run in the order of their matches. The parts are results of [`simulate_part`]. The result is
/// the same as that of [`simulate`].
///
/// # Errors
/// If the arguments are not such parts.
pub fn join_simulated(run: &Run, parts: &[Vec<u8>]) -> Result<Summary, SimulateError> {
    let checked = CheckedRun::of(run)?;
    let mut tally = checked.tally();
    for part in parts {
        for outcome in read_part::<MatchOutcome>(part)? {
            if outcome.totals.len() != checked.entrants.len() {
                return Err(usage("this is a part of another run"));
            }
            tally.add(&outcome);
        }
    }
    Ok(checked.summary(&tally))
}

pub(crate) fn read_part<T: DeserializeOwned>(part: &[u8]) -> Result<Vec<T>, SimulateError> {
    serde_json::from_slice(part).map_err(|error| usage(format_args!("this is no part of a run: {error}")))
}

pub(crate) struct CheckedRun<'a> {
    run: &'a Run,
    game: GameEntry,
    options: Map<String, Value>,
    pub(crate) entrants: Vec<Entrant>,
}

impl CheckedRun<'_> {
    pub(crate) fn of(run: &Run) -> Result<CheckedRun<'_>, SimulateError> {
        let (game, options, seats) = checked_game(&run.game, &run.options, run.seats)?;
        if matches!(run.matches, Matches::Numbered(_)) && !game.numbered {
            return Err(usage(format_args!("{} has no numbered deals: they are for games of one seat", game.id)));
        }
        let entrant = |name: &String| match run.policies.iter().find(|(known, _)| known == name) {
            Some((name, policy)) => Ok(Entrant::policy(name, policy.clone())),
            None => Entrant::named(name, None, run.clock),
        };
        let entrants: Vec<Entrant> = seated(&run.bots, seats)?.into_iter().map(entrant).collect::<Result<_, _>>()?;
        entrants.iter().try_for_each(|entrant| entrant.check(&game))?;
        if let Some(entrant) = entrants.iter().find(|entrant| entrant.time().is_some()) {
            let name = entrant.name();
            return Err(usage(format_args!("{name} thinks by the clock: only the arena has one, a run is repeatable")));
        }
        Ok(CheckedRun { run, game, options, entrants })
    }

    fn tally(&self) -> RunTally {
        RunTally::new(self.entrants.len(), self.game.marks.len(), self.run.cap)
    }

    /// Plays some matches, and passes each outcome to `take` in order.
    fn play(
        &self,
        part: Range<u64>,
        wants_record: bool,
        take: &mut dyn FnMut(MatchOutcome) -> io::Result<()>,
    ) -> Result<(), SimulateError> {
        visit(self.game.id, PlayMatches { checked: self, part, wants_record, take })?
    }

    fn summary(self, tally: &RunTally) -> Summary {
        Summary {
            game: self.game.id,
            options: self.options,
            seed: self.run.seed.reveal(),
            tally: tally.all,
            seats: tally.seats(&self.entrants, &self.game.marks),
        }
    }
}

struct PlayMatches<'a> {
    checked: &'a CheckedRun<'a>,
    part: Range<u64>,
    wants_record: bool,
    take: &'a mut dyn FnMut(MatchOutcome) -> io::Result<()>,
}

impl Visit for PlayMatches<'_> {
    type Output = Result<(), SimulateError>;

    fn visit<G: CardGame>(self) -> Self::Output {
        let PlayMatches { checked: CheckedRun { run, options, entrants, .. }, part, wants_record, take } = self;
        let entrants: Vec<&Entrant> = entrants.iter().collect();
        entrants.iter().try_for_each(|entrant| entrant.start())?;
        let rules = read_options(options).map_err(usage)?;
        let contest = Contest::<G> { rules, entrants: &entrants, cap: run.cap, wants_record, clock: None };
        let begin = |index: u64| {
            let (seed, number) = run.matches.seed(run.seed, part.start + index);
            contest.begin(seed, move |seat| run.seed.of_bot(number, seat)).expect("the number of seats was checked")
        };
        let matches = part.end - part.start;
        let take = |_, outcome| take(outcome).map_err(SimulateError::Write);
        let policy_of = |_, seat: usize| entrants[seat].as_policy().expect("a policy is asked").clone();
        let has_policies = entrants.iter().any(|entrant| entrant.as_policy().is_some());
        in_order(matches, run.threads, begin, has_policies.then_some(policy_of), take)
    }
}

/// Returns a game, all its options, and the number of seats. Options that are missing in `chosen` have their defaults.
pub(crate) fn checked_game(
    id: &str,
    chosen: &Map<String, Value>,
    seats: Option<u8>,
) -> Result<(GameEntry, Map<String, Value>, u8), SimulateError> {
    let (options, game) = (catalog::options(id, chosen)?, catalog::entry(id)?);
    let seats = seats.unwrap_or(game.usual_seats);
    catalog::check_seats(id, seats)?;
    Ok((game, options, seats))
}

/// Returns a bot for each seat. The last bot takes all remaining seats.
pub(crate) fn seated<T>(bots: &[T], seats: u8) -> Result<Vec<&T>, SimulateError> {
    let Some(last) = bots.last() else { return Err(usage("name at least one bot")) };
    if bots.len() > usize::from(seats) {
        return Err(usage(format_args!("{} bots do not fit on {seats} seats", bots.len())));
    }
    Ok((0..usize::from(seats)).map(|seat| bots.get(seat).unwrap_or(last)).collect())
}
