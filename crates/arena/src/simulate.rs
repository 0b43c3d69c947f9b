//! A run of matches among bots.

use std::io;
use std::num::NonZeroUsize;
use std::ops::{Range, RangeInclusive};
use std::sync::Arc;
use std::time::Duration;

use cards::Seed;
use catalog::{CardGame, Visit, visit};
use game::{SeatsError, read_options};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::batches::in_batches;
use crate::contest::Contest;
use crate::error::{SimulateError, usage};
use crate::outcome::MatchOutcome;
use crate::parallel::parallel_ordered;
use crate::player::Entrant;
use crate::policy::ExternalPolicy;
use crate::summary::{RunTally, Summary};

/// The matches that are to be played.
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
    /// The seeds of matches follow from it, and those of bots by a one-way function.
    pub seed: Seed,
    /// Which matches.
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

/// Which matches a run plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Matches {
    /// The first matches of the run's seed, this many.
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
pub struct PlayedMatch<'a> {
    /// How many have been played so far.
    pub matches: u64,
    /// How many deals.
    pub deals: u64,
    /// Its record, without the line end, if records were asked for.
    pub record: Option<&'a str>,
}

/// Checks that a run can be played, before any file is opened.
///
/// # Errors
/// If there is no such game, bot, option or number of seats.
pub fn check(run: &Run) -> Result<(), SimulateError> {
    struct CheckRun<'a>(&'a Run);
    impl Visit for CheckRun<'_> {
        type Output = Result<(), SimulateError>;
        fn visit<G: CardGame>(self) -> Self::Output {
            CheckedRun::<G>::of(self.0).map(|_| ())
        }
    }
    visit(&run.game, CheckRun(run))?
}

/// Plays the matches of a run. `each` is called with every match in order.
///
/// # Errors
/// If there is no such game, bot, option or number of seats, and whatever `each` or a policy returns.
pub fn simulate(
    run: &Run,
    wants_records: bool,
    each: &mut dyn FnMut(PlayedMatch<'_>) -> io::Result<()>,
) -> Result<Summary, SimulateError> {
    struct PlayRun<'a>(&'a Run, bool, &'a mut dyn FnMut(PlayedMatch<'_>) -> io::Result<()>);
    impl Visit for PlayRun<'_> {
        type Output = Result<Summary, SimulateError>;
        fn visit<G: CardGame>(self) -> Self::Output {
            let PlayRun(run, wants_records, each) = self;
            let plan = CheckedRun::<G>::of(run)?;
            let mut tally = RunTally::new(plan.entrants.len(), G::MARKS.len(), run.cap);
            play_matches(run, &plan, 0..run.matches.count(), wants_records, &mut |outcome| {
                tally.add(&outcome);
                each(PlayedMatch {
                    matches: tally.all.matches,
                    deals: tally.all.deals,
                    record: outcome.record.as_deref(),
                })
            })?;
            summary(run, &plan, &tally)
        }
    }
    visit(&run.game, PlayRun(run, wants_records, each))?
}

/// Plays some of a run's matches, and returns what came out for [`join_simulated`]: matches `part` of those that
/// [`simulate`] would play.
///
/// # Errors
/// As [`simulate`].
pub fn simulate_part(
    run: &Run,
    part: Range<u64>,
    wants_records: bool,
    each: &mut dyn FnMut(PlayedMatch<'_>) -> io::Result<()>,
) -> Result<Vec<u8>, SimulateError> {
    struct PlayRunPart<'a>(&'a Run, Range<u64>, bool, &'a mut dyn FnMut(PlayedMatch<'_>) -> io::Result<()>);
    impl Visit for PlayRunPart<'_> {
        type Output = Result<Vec<u8>, SimulateError>;
        fn visit<G: CardGame>(self) -> Self::Output {
            let PlayRunPart(run, part, wants_records, each) = self;
            let plan = CheckedRun::<G>::of(run)?;
            let (mut all, mut deals) = (Vec::new(), 0);
            play_matches(run, &plan, part, wants_records, &mut |mut outcome| {
                let record = outcome.record.take();
                deals += outcome.deals.iter().filter(|deal| !deal.thrown_in).count() as u64;
                all.push(outcome);
                each(PlayedMatch { matches: all.len() as u64, deals, record: record.as_deref() })
            })?;
            Ok(serde_json::to_vec(&all).expect("outcomes are text and numbers"))
        }
    }
    visit(&run.game, PlayRunPart(run, part, wants_records, each))?
}

/// Joins the parts of a run. The result is the same as that of [`simulate`]. `parts` are those of
/// [`simulate_part`], in the order of their matches.
///
/// # Errors
/// If the arguments are not parts.
pub fn join_simulated(run: &Run, parts: &[Vec<u8>]) -> Result<Summary, SimulateError> {
    struct JoinRun<'a>(&'a Run, &'a [Vec<u8>]);
    impl Visit for JoinRun<'_> {
        type Output = Result<Summary, SimulateError>;
        fn visit<G: CardGame>(self) -> Self::Output {
            let JoinRun(run, parts) = self;
            let plan = CheckedRun::<G>::of(run)?;
            let mut tally = RunTally::new(plan.entrants.len(), G::MARKS.len(), run.cap);
            for part in parts {
                for outcome in read_part::<MatchOutcome>(part)? {
                    if outcome.totals.len() != plan.entrants.len() {
                        return Err(usage("this is a part of another run"));
                    }
                    tally.add(&outcome);
                }
            }
            summary(run, &plan, &tally)
        }
    }
    visit(&run.game, JoinRun(run, parts))?
}

/// Reads a part.
pub(crate) fn read_part<T: DeserializeOwned>(part: &[u8]) -> Result<Vec<T>, SimulateError> {
    serde_json::from_slice(part).map_err(|error| usage(format_args!("this is no part of a run: {error}")))
}

/// Plays some matches, and hands each outcome to `take` in order.
fn play_matches<G: CardGame>(
    run: &Run,
    plan: &CheckedRun<G>,
    part: Range<u64>,
    wants_record: bool,
    take: &mut dyn FnMut(MatchOutcome) -> io::Result<()>,
) -> Result<(), SimulateError> {
    let entrants: Vec<&Entrant> = plan.entrants.iter().collect();
    entrants.iter().try_for_each(|entrant| entrant.start())?;
    let contest = Contest::<G> { rules: plan.rules, entrants: &entrants, cap: run.cap, wants_record, clock: None };
    let begin = |index: u64| {
        let (seed, number) = run.matches.seed(run.seed, part.start + index);
        contest.begin(seed, move |seat| run.seed.of_bot(number, seat)).expect("the number of seats was checked")
    };
    let matches = part.end - part.start;
    let take = |_, outcome| take(outcome).map_err(SimulateError::Write);
    if entrants.iter().any(|entrant| entrant.as_policy().is_some()) {
        let policy_of = |_, seat: usize| entrants[seat].as_policy().expect("a policy is asked").clone();
        in_batches(matches, run.threads, begin, policy_of, take)
    } else {
        let play = |index: u64| -> MatchOutcome {
            let mut playing = begin(index);
            assert!(!playing.run(&mut ()), "nobody is a policy");
            playing.outcome()
        };
        parallel_ordered(matches, run.threads, play, take)
    }
}

fn summary<G: CardGame>(run: &Run, plan: &CheckedRun<G>, tally: &RunTally) -> Result<Summary, SimulateError> {
    let entrants: Vec<&Entrant> = plan.entrants.iter().collect();
    Ok(Summary {
        game: G::ID,
        options: catalog::options(G::ID, &run.options)?,
        seed: run.seed.reveal(),
        tally: tally.all,
        seats: tally.seats(&entrants, G::MARKS),
    })
}

/// A run that has been checked.
pub(crate) struct CheckedRun<G: CardGame> {
    pub(crate) rules: G::Rules,
    pub(crate) entrants: Vec<Entrant>,
}

impl<G: CardGame> CheckedRun<G> {
    pub(crate) fn of(run: &Run) -> Result<CheckedRun<G>, SimulateError> {
        let rules = read_options(&run.options).map_err(usage)?;
        let entry = catalog::entry(G::ID)?;
        let seats = run.seats.unwrap_or(entry.usual_seats);
        SeatsError::check::<G>(seats).map_err(usage)?;
        if matches!(run.matches, Matches::Numbered(_)) && !entry.numbered {
            return Err(usage(format_args!("{} has no numbered deals: they are for games of one seat", G::ID)));
        }
        let entrant = |name: &String| match run.policies.iter().find(|(known, _)| known == name) {
            Some((name, policy)) => Ok(Entrant::policy(name, policy.clone())),
            None => Entrant::named(name, None, run.clock),
        };
        let entrants: Vec<Entrant> = names(&run.bots, seats)?.iter().map(entrant).collect::<Result<_, _>>()?;
        entrants.iter().try_for_each(Entrant::check::<G>)?;
        if let Some(entrant) = entrants.iter().find(|entrant| entrant.time().is_some()) {
            let name = entrant.name();
            return Err(usage(format_args!("{name} thinks by the clock: only the arena has one, a run is repeatable")));
        }
        Ok(CheckedRun { rules, entrants })
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
