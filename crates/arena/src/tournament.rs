//! Bots that meet on the same cards: duplicate sets.

use std::io;
use std::num::NonZeroUsize;

use cards::Seed;
use catalog::{CardGame, Visit, visit};
use game::{SeatsError, read_options};
use serde_json::{Map, Value};

use crate::contest::{Contest, Outcome};
use crate::crew::in_order;
use crate::player::{Clock, Entrant};
use crate::results::{Count, Results};
use crate::simulate::{SimulateError, usage};
use crate::sprt::{Hypotheses, Verdict};

/// Who meets whom, and how often.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// The game's id.
    pub game: String,
    /// Options; those left out keep their defaults.
    pub options: Map<String, Value>,
    /// How many play; `None` for the game's usual number.
    pub seats: Option<u8>,
    /// In the order of seats before they rotate; the last sits on all further seats. Those of one name are one entrant.
    pub lineup: Vec<Entrant>,
    /// From it follow the seeds of matches and, one-way, those of bots.
    pub seed: Seed,
    /// How many sets at most.
    pub sets: u64,
    /// A question that ends the tournament once it is answered.
    pub question: Option<Hypotheses>,
    /// On how many threads. It changes nothing in the results, but for budgets in time.
    pub threads: NonZeroUsize,
    /// The most actions of a deal.
    pub cap: u32,
}

/// A set that was played: the same match seed once in every rotation of the lineup.
pub struct PlayedSet<'a> {
    /// How many sets have been played so far.
    pub sets: u64,
    /// Its records, without line ends, if they were asked for.
    pub records: &'a [String],
}

/// Checks that a tournament can be held, before anything is opened for it.
///
/// # Errors
/// If there is no such game, option or number of seats, or the question makes no sense.
pub fn check_tournament(tournament: &Tournament) -> Result<(), SimulateError> {
    struct Check<'a>(&'a Tournament);
    impl Visit for Check<'_> {
        type Output = Result<(), SimulateError>;
        fn visit<G: CardGame>(self) -> Self::Output {
            seats::<G>(self.0).map(|_| ())
        }
    }
    visit(&tournament.game, Check(tournament))?
}

/// Holds a tournament. `each` hears of every set in order.
///
/// # Errors
/// As [`check_tournament`], and whatever `each` returns.
pub fn compete(
    tournament: &Tournament,
    wants_records: bool,
    clock: &dyn Clock,
    each: &mut dyn FnMut(PlayedSet<'_>) -> io::Result<()>,
) -> Result<Results, SimulateError> {
    visit(&tournament.game, Compete { tournament, wants_records, clock, each })?
}

struct Compete<'a> {
    tournament: &'a Tournament,
    wants_records: bool,
    clock: &'a dyn Clock,
    each: &'a mut dyn FnMut(PlayedSet<'_>) -> io::Result<()>,
}

/// Why no further set is played.
enum Stop {
    Answered,
    Write(io::Error),
}

impl Visit for Compete<'_> {
    type Output = Result<Results, SimulateError>;

    fn visit<G: CardGame>(self) -> Self::Output {
        let tournament = self.tournament;
        let (rules, lineup) = seats::<G>(tournament)?;
        let seats = lineup.len();
        lineup.iter().try_for_each(|entrant| entrant.start())?;
        let play = |set: u64| -> Vec<Outcome> {
            (0..seats)
                .map(|rotation| {
                    let mut entrants = lineup.clone();
                    entrants.rotate_right(rotation);
                    let contest = Contest::<G> {
                        rules,
                        entrants: &entrants,
                        cap: tournament.cap,
                        wants_record: self.wants_records,
                        clock: Some(self.clock),
                    };
                    let number = set * seats as u64 + rotation as u64;
                    let bot_seed = |seat| tournament.seed.of_bot(number, seat);
                    contest.play(tournament.seed.of_match(set), bot_seed).expect("the number of seats was checked")
                })
                .collect()
        };
        let mut count = Count::new::<G>(&lineup, tournament.question);
        let ended = in_order(tournament.sets, tournament.threads, play, |_, mut outcomes| {
            count.add(&outcomes);
            let records: Vec<String> = outcomes.iter_mut().filter_map(|outcome| outcome.record.take()).collect();
            (self.each)(PlayedSet { sets: count.sets(), records: &records }).map_err(Stop::Write)?;
            if count.verdict() == Verdict::Open { Ok(()) } else { Err(Stop::Answered) }
        });
        if let Err(Stop::Write(error)) = ended {
            return Err(error.into());
        }
        Ok(count.results(G::ID, catalog::options(G::ID, &tournament.options)?, tournament))
    }
}

/// The rules, and who sits where before the seats rotate.
fn seats<G: CardGame>(tournament: &Tournament) -> Result<(G::Rules, Vec<&Entrant>), SimulateError> {
    let rules = read_options(&tournament.options).map_err(usage)?;
    let seats = tournament.seats.unwrap_or(catalog::entry(G::ID)?.usual_seats);
    SeatsError::check::<G>(seats).map_err(usage)?;
    let Some(last) = tournament.lineup.last() else { return Err(usage("name at least one bot")) };
    if tournament.lineup.len() > usize::from(seats) {
        return Err(usage(format_args!("{} bots do not fit on {seats} seats", tournament.lineup.len())));
    }
    tournament.lineup.iter().try_for_each(Entrant::check::<G>)?;
    if let Some(question) = tournament.question {
        let share = |p: f64| p > 0.0 && p < 0.5;
        if question.low >= question.high || !share(question.alpha) || !share(question.beta) {
            return Err(usage("a test needs H0 below H1 and errors between 0 and 0.5"));
        }
    }
    Ok((rules, (0..usize::from(seats)).map(|seat| tournament.lineup.get(seat).unwrap_or(last)).collect()))
}
