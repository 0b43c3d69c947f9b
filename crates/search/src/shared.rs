//! Searches whose simulated deals several workers can share. Each worker goes through the same search with the same random numbers, and
//! draws the same worlds; but it plays only its part of them. When all know the values of all parts, they go on to the next worlds.
//! So a decision is the same for any number of workers, and they need no memory in common.

use std::sync::atomic::Ordering;

use game::{Game, Rng};

use crate::Ask;

/// A decision that is being searched. All methods get the same question.
pub trait SharedSearch<G: Game>: Send {
    /// Draws the next worlds, up to the end of the round and at most `most`. None: the search is over.
    fn draw(&mut self, ask: &Ask<'_, G>, most: usize);

    /// How many worlds are drawn, and have not been met.
    fn drawn(&self) -> usize;

    /// How many candidates meet each of them.
    fn candidates(&self) -> usize;

    /// Plays the drawn world of this number to the end, once with each candidate that is left, and adds the values to `values`.
    /// `false` if that was cancelled.
    fn play(&mut self, ask: &Ask<'_, G>, world: usize, values: &mut Vec<f64>) -> bool;

    /// Takes the values of all drawn worlds, in their order, each of all candidates.
    fn meet(&mut self, values: &[f64]);
}

/// The search of a bot's decision.
pub trait SharedDecision<G: Game>: SharedSearch<G> {
    /// What was found: the choice, and the random numbers with which the bot goes on ([`Bot::end`](crate::Bot::end)).
    fn choice(&self) -> (Option<G::Action>, Rng);
}

/// Goes through a search alone, until it is over or cancelled.
pub(crate) fn run<G: Game>(search: &mut impl SharedSearch<G>, ask: &Ask<'_, G>) {
    let mut values = Vec::new();
    while !ask.cancel.load(Ordering::Relaxed) {
        search.draw(ask, 1);
        values.clear();
        if search.drawn() == 0 || !search.play(ask, 0, &mut values) {
            return;
        }
        search.meet(&values);
    }
}

/// Plays one of `parts` parts of the drawn worlds of a search, and returns its values. The parts come one after the other.
pub fn play_part<G: Game>(
    search: &mut (impl SharedSearch<G> + ?Sized),
    ask: &Ask<'_, G>,
    part: usize,
    parts: usize,
) -> Vec<f64> {
    let (drawn, mut values) = (search.drawn(), Vec::new());
    for world in drawn * part / parts..drawn * (part + 1) / parts {
        assert!(search.play(ask, world, &mut values), "nobody cancels a part");
    }
    values
}
