//! Parallel matches. One call of a policy contains the questions of many matches.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::Arc;

use catalog::CardGame;
use rayon::prelude::*;

use crate::contest::Playing;
use crate::error::{SimulateError, usage};
use crate::outcome::MatchOutcome;
use crate::parallel::parallel_ordered;
use crate::policy::{ExternalPolicy, Questions, Rows};

/// The number of matches that are played at the same time. So one call of a policy contains at most this number of
/// questions. The number is a constant, so the same run asks the same questions on every machine.
const IN_PLAY: usize = 256;

/// The number of matches that may be finished and wait, because the outcome of an earlier match comes first.
const AHEAD: u64 = 16 * IN_PLAY as u64;

/// Plays matches 0, 1, …, `matches` − 1, and passes each outcome to `take` in that order. `policy_of` returns the
/// policy on a seat of a match. If `policy_of` is `None`, no seat has a policy.
///
/// # Errors
/// Returns the error of `take`, or of a policy.
pub(crate) fn in_order<'a, G: CardGame, E: From<SimulateError>>(
    matches: u64,
    threads: NonZeroUsize,
    begin: impl Fn(u64) -> Playing<'a, G> + Sync,
    policy_of: Option<impl Fn(u64, usize) -> Arc<dyn ExternalPolicy>>,
    take: impl FnMut(u64, MatchOutcome) -> Result<(), E>,
) -> Result<(), E> {
    if let Some(policy_of) = policy_of {
        return in_batches(matches, threads, begin, policy_of, take);
    }
    let play = |number: u64| {
        let mut playing = begin(number);
        assert!(!playing.run(&mut ()), "nobody is a policy");
        playing.outcome()
    };
    parallel_ordered(matches, threads, play, take)
}

/// Plays the matches of [`in_order`] if some seats have policies. Many matches run at the same time. So each call of a
/// policy contains many questions.
fn in_batches<'a, G: CardGame, E: From<SimulateError>>(
    matches: u64,
    threads: NonZeroUsize,
    begin: impl Fn(u64) -> Playing<'a, G>,
    policy_of: impl Fn(u64, usize) -> Arc<dyn ExternalPolicy>,
    mut take: impl FnMut(u64, MatchOutcome) -> Result<(), E>,
) -> Result<(), E> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.get()).build();
    let pool = pool.map_err(|error| usage(format_args!("the threads cannot be started: {error}")))?;
    let (mut next, mut taken) = (0, 0);
    let mut early = BTreeMap::new();
    let mut playing: Vec<(u64, Playing<'a, G>)> = Vec::new();
    loop {
        while playing.len() < IN_PLAY && next < matches && next < taken + AHEAD {
            playing.push((next, begin(next)));
            next += 1;
        }
        pool.install(|| playing.par_iter_mut().for_each(|(_, current)| _ = current.run(&mut ())));
        let (waiting, over): (Vec<_>, Vec<_>) = playing.into_iter().partition(|(_, current)| current.asked().is_some());
        playing = waiting;
        if !over.is_empty() {
            early.extend(over.into_iter().map(|(number, current)| (number, current.outcome())));
            while let Some(outcome) = early.remove(&taken) {
                take(taken, outcome)?;
                taken += 1;
            }
            continue;
        }
        if playing.is_empty() {
            return Ok(());
        }
        answer(&mut playing, &policy_of)?;
    }
}

/// Asks each policy all of its open questions in one call, and passes on the answers.
fn answer<G: CardGame>(
    playing: &mut [(u64, Playing<'_, G>)],
    policy_of: &impl Fn(u64, usize) -> Arc<dyn ExternalPolicy>,
) -> Result<(), SimulateError> {
    let mut batches: Vec<(Arc<dyn ExternalPolicy>, Vec<usize>, Questions)> = Vec::new();
    for (place, (number, current)) in playing.iter().enumerate() {
        let policy = policy_of(*number, current.asked().expect("it waits for a policy").index());
        let known = batches.iter().position(|(other, ..)| Arc::ptr_eq(other, &policy));
        let at = known.unwrap_or_else(|| {
            let rows = policy.wants_rows().then(|| Rows { offsets: vec![0], ..Rows::default() });
            batches.push((policy, Vec::new(), Questions { rows, ..Questions::default() }));
            batches.len() - 1
        });
        let (_, places, questions) = &mut batches[at];
        places.push(place);
        current.ask(questions);
    }
    for (policy, places, questions) in batches {
        let numbers = policy.choose(questions).map_err(SimulateError::Policy)?;
        if numbers.len() != places.len() {
            let words = format!("a policy gave {} actions for {} questions", numbers.len(), places.len());
            return Err(SimulateError::Policy(words));
        }
        for (row, (place, number)) in places.into_iter().zip(numbers).enumerate() {
            if !playing[place].1.answer(number) {
                let words = format!("action {number} for question {row} is not allowed by its mask");
                return Err(SimulateError::Policy(words));
            }
        }
    }
    Ok(())
}
