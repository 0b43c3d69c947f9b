//! Tournaments of duplicate sets, in which all bots play the same cards.

use std::io;
use std::num::NonZeroUsize;
use std::ops::Range;

use cards::Seed;
use catalog::{CardGame, GameEntry, Visit, visit};
use game::read_options;
use serde_json::{Map, Value};

use crate::batches::in_order;
use crate::contest::Contest;
use crate::error::{SimulateError, usage};
use crate::outcome::MatchOutcome;
use crate::player::{Entrant, TimeSource};
use crate::results::{Results, SetCounter};
use crate::simulate::{checked_game, read_part, seated};
use crate::sprt::{Hypotheses, SprtResult};

/// The entrants of a tournament, and the number of sets.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// The game's id.
    pub game: String,
    /// The options; those that are left out have their defaults.
    pub options: Map<String, Value>,
    /// The number of players; `None` for the game's default.
    pub seats: Option<u8>,
    /// The bots by seat, before the rotation of the seats. The last bot takes all remaining seats. Bots of the same
    /// name are one entrant.
    pub lineup: Vec<Entrant>,
    /// The seed of the tournament. The seeds of the matches are derived from it. The seeds of the bots are derived from
    /// it by a one-way function.
    pub seed: Seed,
    /// The greatest number of sets.
    pub sets: u64,
    /// A test that ends the tournament as soon as the test has a verdict.
    pub question: Option<Hypotheses>,
    /// The number of threads. It does not change the results, except with budgets in time.
    pub threads: NonZeroUsize,
    /// The most actions of a deal.
    pub cap: u32,
}

/// A set that was played: one match with the same seed for every rotation of the lineup.
pub struct PlayedSet<'a> {
    /// The number of sets played so far.
    pub sets: u64,
    /// The records of the set, without line ends, if they were asked for.
    pub records: &'a [String],
    /// The gain of each entrant, and the number of its deals. The gain is in thousandths of a point, summed over these
    /// deals. The list is empty if only a part of a tournament is played.
    pub gained: &'a [(i64, u64)],
}

/// Checks that a tournament can be played, before any file is opened.
///
/// # Errors
/// If there is no such game, option or number of seats, or the test is not valid.
pub fn check_tournament(tournament: &Tournament) -> Result<(), SimulateError> {
    CheckedTournament::of(tournament).map(drop)
}

/// Returns the number of seats of a tournament's tables.
///
/// # Errors
/// If there is no such game or number of seats.
pub(crate) fn seats_of(tournament: &Tournament) -> Result<usize, SimulateError> {
    match tournament.seats {
        Some(seats) => Ok(seats.into()),
        None => Ok(catalog::entry(&tournament.game)?.usual_seats.into()),
    }
}

/// Plays a tournament, and calls `each` with every set in order.
///
/// # Errors
/// The errors of [`check_tournament`], and those of `each` and of policies.
pub fn compete(
    tournament: &Tournament,
    wants_records: bool,
    clock: &dyn TimeSource,
    each: &mut dyn FnMut(PlayedSet<'_>) -> io::Result<()>,
) -> Result<Results, SimulateError> {
    let checked = CheckedTournament::of(tournament)?;
    let mut count = checked.counter();
    checked.play(0..tournament.sets, wants_records, clock, &mut |mut outcomes| {
        let gained = count.add(&outcomes);
        let records: Vec<String> = outcomes.iter_mut().filter_map(|outcome| outcome.record.take()).collect();
        each(PlayedSet { sets: count.sets(), records: &records, gained: &gained })?;
        Ok(count.verdict() == SprtResult::Open)
    })?;
    Ok(checked.results(&count))
}

/// Plays some of the sets that [`compete`] would play, on the same cards with the same bots. `part` contains the
/// numbers of these sets. Returns the results for [`join_sets`]. A sequential test does not end the part.
///
/// # Errors
/// As [`compete`].
pub fn compete_part(
    tournament: &Tournament,
    part: Range<u64>,
    wants_records: bool,
    clock: &dyn TimeSource,
    each: &mut dyn FnMut(PlayedSet<'_>) -> io::Result<()>,
) -> Result<Vec<u8>, SimulateError> {
    let mut all: Vec<Vec<MatchOutcome>> = Vec::new();
    CheckedTournament::of(tournament)?.play(part, wants_records, clock, &mut |mut outcomes| {
        let records: Vec<String> = outcomes.iter_mut().filter_map(|outcome| outcome.record.take()).collect();
        all.push(outcomes);
        each(PlayedSet { sets: all.len() as u64, records: &records, gained: &[] })?;
        Ok(true)
    })?;
    Ok(serde_json::to_vec(&all).expect("outcomes are text and numbers"))
}

/// Joins the parts of a tournament in the order of their sets. The parts are results of [`compete_part`]. The results
/// are the same as those of [`compete`]. If a test reaches a verdict, the tournament ends and later sets are left out.
///
/// # Errors
/// If the arguments are not such parts.
pub fn join_sets(tournament: &Tournament, parts: &[Vec<u8>]) -> Result<Results, SimulateError> {
    let checked = CheckedTournament::of(tournament)?;
    let mut count = checked.counter();
    for part in parts {
        for outcomes in read_part::<Vec<MatchOutcome>>(part)? {
            if outcomes.len() != checked.lineup.len() {
                return Err(usage("this is a part of another tournament"));
            }
            if count.verdict() == SprtResult::Open {
                count.add(&outcomes);
            }
        }
    }
    Ok(checked.results(&count))
}

struct CheckedTournament<'a> {
    tournament: &'a Tournament,
    game: GameEntry,
    options: Map<String, Value>,
    /// The entrant of each seat before the seats rotate.
    lineup: Vec<&'a Entrant>,
}

impl CheckedTournament<'_> {
    fn of(tournament: &Tournament) -> Result<CheckedTournament<'_>, SimulateError> {
        let (game, options, seats) = checked_game(&tournament.game, &tournament.options, tournament.seats)?;
        let lineup = seated(&tournament.lineup, seats)?;
        tournament.lineup.iter().try_for_each(|entrant| entrant.check(&game))?;
        if let Some(question) = tournament.question {
            let share = |p: f64| p > 0.0 && p < 0.5;
            if question.low >= question.high || !share(question.alpha) || !share(question.beta) {
                return Err(usage("a test needs H0 below H1 and errors between 0 and 0.5"));
            }
        }
        Ok(CheckedTournament { tournament, game, options, lineup })
    }

    fn counter(&self) -> SetCounter {
        SetCounter::new(&self.lineup, self.game.marks.clone(), self.tournament.cap, self.tournament.question)
    }

    /// Plays some sets, and passes the outcomes of each set to `take` in order, until `take` asks for no more.
    fn play(
        &self,
        part: Range<u64>,
        wants_record: bool,
        clock: &dyn TimeSource,
        take: &mut dyn FnMut(Vec<MatchOutcome>) -> io::Result<bool>,
    ) -> Result<(), SimulateError> {
        visit(self.game.id, PlaySets { checked: self, part, wants_record, clock, take })?
    }

    fn results(self, count: &SetCounter) -> Results {
        count.results(self.game.id, self.options, self.tournament.seed.reveal(), &self.tournament.lineup)
    }
}

struct PlaySets<'a> {
    checked: &'a CheckedTournament<'a>,
    part: Range<u64>,
    wants_record: bool,
    clock: &'a dyn TimeSource,
    take: &'a mut dyn FnMut(Vec<MatchOutcome>) -> io::Result<bool>,
}

impl Visit for PlaySets<'_> {
    type Output = Result<(), SimulateError>;

    fn visit<G: CardGame>(self) -> Self::Output {
        let PlaySets { checked, part, wants_record, clock, take } = self;
        let CheckedTournament { tournament, options, lineup, .. } = checked;
        lineup.iter().try_for_each(|entrant| entrant.start())?;
        let rules = read_options(options).map_err(usage)?;
        let rotated = |rotation: usize| {
            let mut entrants = lineup.clone();
            entrants.rotate_right(rotation);
            entrants
        };
        let lineups: Vec<Vec<&Entrant>> = (0..lineup.len()).map(rotated).collect();
        let cap = tournament.cap;
        let contests: Vec<Contest<'_, G>> =
            lineups.iter().map(|entrants| Contest { rules, entrants, cap, wants_record, clock: Some(clock) }).collect();
        let seats = lineup.len() as u64;
        let place = |number: u64| (part.start + number / seats, (number % seats) as usize);
        let begin = |number: u64| {
            let (set, rotation) = place(number);
            let bot_seed = move |seat| tournament.seed.of_bot(set * seats + rotation as u64, seat);
            let playing = contests[rotation].begin(tournament.seed.of_match(set), bot_seed);
            playing.expect("the number of seats was checked")
        };
        let policy_of = |number, seat: usize| {
            let entrant = contests[place(number).1].entrants[seat];
            entrant.as_policy().expect("a policy is asked").clone()
        };
        let has_policies = lineup.iter().any(|entrant| entrant.as_policy().is_some());
        let mut set: Vec<MatchOutcome> = Vec::new();
        let take = |_, outcome| {
            set.push(outcome);
            if set.len() < contests.len() {
                return Ok(());
            }
            match take(std::mem::take(&mut set)) {
                Ok(true) => Ok(()),
                Ok(false) => Err(Stop::Enough),
                Err(error) => Err(Stop::Failed(error.into())),
            }
        };
        let matches = (part.end - part.start) * seats;
        match in_order(matches, tournament.threads, begin, has_policies.then_some(policy_of), take) {
            Ok(()) | Err(Stop::Enough) => Ok(()),
            Err(Stop::Failed(error)) => Err(error),
        }
    }
}

/// The reason why no further set is played.
enum Stop {
    Enough,
    Failed(SimulateError),
}

impl From<SimulateError> for Stop {
    fn from(error: SimulateError) -> Stop {
        Stop::Failed(error)
    }
}
