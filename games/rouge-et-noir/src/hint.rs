//! The rule player. It evaluates every position that it can reach before the next card is turned up, moves towards the
//! best one, and then turns up the next card. It sees only its view, never the hidden order of the stock.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use cards::Card;
use game::{Playout, Policy, Rng, Seat};

use crate::evaluation::{Coming, FIRST_PASS, LAST_PASS, ONLY_PASS, PlayerWeights, evaluation};
use crate::position::{Position, TalonOrder};
use crate::safe::is_safe;
use crate::tableau::value;
use crate::{Action, Destination, FillEmpty, Origin, RougeEtNoir, Source, Spot, View};

/// The number of positions that the player expands before it turns the next card.
const WIDTH: usize = 400;

/// The number of actions without a turned card after which the player expands only the present position. A larger
/// search is cut off at `WIDTH`, so two of its plans could alternate for ever.
const PATIENCE: u32 = 60;

/// The number of actions without a turned card after which the player treats the deal as lost, if no card can be turned
/// up either. The player then makes only moves to foundations, or any legal action.
const SURRENDER: u32 = 120;

impl Policy for RougeEtNoir {
    fn suggest(view: &View, legal: &[Action], _: bool, _: &mut Rng) -> Option<Action> {
        let up = legal.iter().copied().find(|action| matches!(action, Action::Move(_, Destination::Foundation)));
        let on = legal.iter().copied().find(|action| matches!(action, Action::Turn | Action::Redeal));
        if let Some(up) = up
            && view.finishable
        {
            return Some(up);
        }
        if view.since_turn >= SURRENDER && on.is_none() && view.hand.is_none() {
            return Some(up.unwrap_or(legal[0]));
        }
        let (world, known) = view.world();
        let planner = Planner::new(&world, known);
        let wanted = if steady(view) { planner.steady_move() } else { planner.best_move(view.since_turn < PATIENCE) };
        Some(wanted.or(on).or(up).unwrap_or(legal[0]))
    }

    /// Plays by rules of thumb. The first choice is a card to a foundation, the second a card onto a tableau, and the
    /// third a high card into an empty tableau. If none of these is possible, it discards, turns or redeals. One choice
    /// in sixteen is random. Cards move between tableaus only if nothing else is legal, so that rollouts make progress.
    /// With unlimited redeals this play wins in the end.
    fn rollout(&self, seat: Seat, rng: &mut Rng) -> Option<Action> {
        if rng.below(16) == 0 {
            return self.random(seat, rng);
        }
        let position = &self.position;
        let mut best = None;
        let mut most = -1;
        position.legal(&self.order, |action| {
            let evaluation = match action {
                Action::Move(_, Destination::Foundation) => 100,
                Action::Move(Source::Tableau(_), _) => 0,
                Action::Move(from, Destination::Tableau(spot)) => match position.tableaus[spot.index()] {
                    tableau if !tableau.is_empty() => 50 + tableau.len() as i32,
                    _ if position.card(&self.order, from).is_some_and(|card| value(card) >= 10) => 40,
                    _ => 1,
                },
                Action::Move(_, Destination::Discard) | Action::Turn | Action::Redeal => 30,
            };
            if evaluation > most {
                (best, most) = (Some(action), evaluation);
            }
        });
        Some(best.expect("who is asked has a legal action"))
    }
}

/// Returns true after more than three redeals if redeals are unlimited. From then on the player stops planning. It
/// plays every card that fits a foundation and nothing else, and so is certain to win. The reason is that every card of
/// the talon becomes available, and the lowest card that a foundation lacks is never covered.
fn steady(view: &View) -> bool {
    view.redeals_left.is_none() && view.redeals_used > 3
}

/// The data from which the player plans: a deal that agrees with its view, and how much of that deal is known.
pub(crate) struct Planner<'a> {
    order: &'a TalonOrder,
    position: Position,
    fill: FillEmpty,
    /// The number of places, counted from the first one of the talon's order, whose cards the player knows.
    known: usize,
    coming: Coming,
    weights: &'a PlayerWeights,
}

/// A position on a path, with its predecessor and the action that leads to it.
struct PathStep {
    position: Position,
    from: u16,
    action: Action,
    promise: f32,
}

impl Planner<'_> {
    /// Returns a planner for this world, in which the player knows the cards at the first `known` places of the talon's
    /// order.
    pub(crate) fn new(world: &RougeEtNoir, known: usize) -> Planner<'_> {
        let position = world.position;
        let mut coming = [0; 32];
        for place in position.stock() {
            coming[face(world.order[place])] += 1;
        }
        let all_known = position.stock().all(|place| place < known) && world.memory.redeals_used > 0;
        let weights = match position.redeals_left() {
            Some(0) if all_known => &LAST_PASS,
            Some(0) => &ONLY_PASS,
            _ => &FIRST_PASS,
        };
        Planner { order: &world.order, position, fill: world.rules.fill_empty, known, coming, weights }
    }

    /// Returns the first move towards the best position that can be reached before a card is turned up. Returns `None`
    /// if the present position is the best.
    fn best_move(&self, patient: bool) -> Option<Action> {
        if let Some(action) = self.safe_move(&self.position) {
            return Some(action);
        }
        let steps = self.reach(if patient { WIDTH } else { 1 });
        let mut best = None;
        let mut most = f32::NEG_INFINITY;
        for (i, step) in steps.iter().enumerate() {
            if !step.position.is_holding() && step.promise > most {
                (best, most) = (Some(i), step.promise);
            }
        }
        let mut at = best.expect("a card in hand can be discarded [R6]");
        if at == 0 {
            return None;
        }
        while steps[at].from != 0 {
            at = steps[at].from.into();
        }
        Some(steps[at].action)
    }

    /// Returns the evaluation of a position, or infinity if the talon is empty, because such a position is won.
    fn promise(&self, position: &Position) -> f32 {
        if position.talon_is_empty() {
            return f32::INFINITY;
        }
        evaluation(position, &self.coming, self.weights)
    }

    /// Returns the positions that can be reached before a card is turned up, the present one first. The search expands
    /// `width` positions, the most promising first. The safe moves to foundations are made in every position except the
    /// present one.
    fn reach(&self, width: usize) -> Vec<PathStep> {
        let mut steps = Vec::with_capacity(4 * width);
        let mut seen = Visited::new();
        let mut next = BinaryHeap::new();
        seen.insert(self.position.hash());
        let promise = self.promise(&self.position);
        steps.push(PathStep { position: self.position, from: 0, action: Action::Turn, promise });
        next.push((Ranked(promise), Reverse(0)));
        for _ in 0..width {
            let Some((_, Reverse(from))) = next.pop() else { break };
            let position = steps[usize::from(from)].position;
            let space = position.tableaus.iter().position(|tableau| tableau.is_empty());
            position.legal(self.order, |action| {
                match action {
                    Action::Turn | Action::Redeal => return,
                    // All empty tableaus are equivalent, so only the first one is tried.
                    Action::Move(_, Destination::Tableau(spot))
                        if position.tableaus[spot.index()].is_empty() && Some(spot.index()) != space =>
                    {
                        return;
                    }
                    Action::Move(..) => {}
                }
                // The card that fills the empty tableau is unknown, so the plan ends here.
                let ends = self.fills_unknown(&position, action);
                let mut after = position;
                after.apply(self.order, if ends { FillEmpty::Choice } else { self.fill }, action);
                self.play_safe(&mut after);
                if seen.insert(after.hash()) {
                    let promise = self.promise(&after);
                    if !ends {
                        next.push((Ranked(promise), Reverse(steps.len() as u16)));
                    }
                    steps.push(PathStep { position: after, from, action, promise });
                }
            });
        }
        steps
    }

    /// Returns a move to a foundation that can never lose a deal that can be won, if there is one.
    fn safe_move(&self, position: &Position) -> Option<Action> {
        if self.fill == FillEmpty::AtOnce {
            return None;
        }
        let foundations = position.foundations;
        let up = |&from: &Source| {
            let card = position.card(self.order, from);
            card.is_some_and(|card| foundations.taker(card).is_some() && is_safe(foundations, card))
        };
        let sources = [Source::Hand, Source::Discard].into_iter().chain(Spot::all().map(Source::Tableau));
        sources.into_iter().find(up).map(|from| Action::Move(from, Destination::Foundation))
    }

    /// Makes safe moves to foundations until none is left.
    fn play_safe(&self, position: &mut Position) {
        while let Some(action) = self.safe_move(position) {
            position.apply(self.order, self.fill, action);
        }
    }

    /// Returns true if this action empties a tableau that a card unknown to the player would then fill. [R9]
    fn fills_unknown(&self, position: &Position, action: Action) -> bool {
        self.fill == FillEmpty::AtOnce
            && matches!(action, Action::Move(Source::Tableau(spot), _) if position.tableaus[spot.index()].len() == 1)
            && position.filler() == Some(Origin::Stock)
            && position.stock().next().is_some_and(|place| place >= self.known)
    }

    /// Returns a move to a foundation. If there is none, returns the discard of the card in hand. Returns `None` if the
    /// next card should be turned up.
    fn steady_move(&self) -> Option<Action> {
        let mut wanted = None;
        self.position.legal(self.order, |action| match action {
            Action::Move(_, Destination::Foundation) => wanted = Some(action),
            Action::Move(_, Destination::Discard) => wanted = wanted.or(Some(action)),
            _ => {}
        });
        wanted
    }
}

/// An estimate of how promising a position is. Unlike `f32`, it has a total order.
#[derive(PartialEq)]
pub(crate) struct Ranked(pub(crate) f32);

impl Eq for Ranked {}

impl PartialOrd for Ranked {
    fn partial_cmp(&self, other: &Ranked) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ranked {
    fn cmp(&self, other: &Ranked) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

/// Returns the value and the colour of a card as one small number.
fn face(card: Card) -> usize {
    (value(card) << 1 | u32::from(card.suit().is_red())) as usize
}

/// The hashes of the positions visited so far, as a hash table. Its order is never used.
pub(crate) struct Visited {
    hashes: Vec<u64>,
}

impl Visited {
    pub(crate) fn new() -> Visited {
        // Each of the `WIDTH` expanded positions has far fewer than 20 new successors. A full table reports every hash
        // as seen.
        Visited { hashes: vec![0; 8192] }
    }

    /// Adds a hash and returns true if it is new. Returns false if the table has no free slot for it.
    pub(crate) fn insert(&mut self, hash: u64) -> bool {
        let hash = hash.max(1);
        let mask = self.hashes.len() - 1;
        for probe in 0..64 {
            let slot = &mut self.hashes[(hash as usize).wrapping_add(probe) & mask];
            if *slot == hash {
                return false;
            }
            if *slot == 0 {
                *slot = hash;
                return true;
            }
        }
        false
    }
}
