//! Advice before a decision, and the cost of a decision, for any game. Both use only the view of the seat. A finished
//! solitaire is judged with all its cards known.
//!
//! Both use the same evaluation. Advice is its list of choices. A judgement is the same list together with the action
//! that was taken.

use std::any::Any;
use std::sync::atomic::{AtomicBool, Ordering};

use cards::Seed;
use game::{Reason, Rng, Seat, Solve, SolveJob, sort_compactly, write_value};
use search::solve::{Blind, Budget};
use search::{Ask, Bot, Endings, Judging, Level, Pimc, Weighed, evaluate};
use serde_json::Value;
use table::record::{Raw, RecordFault};
use table::{Decision, FaceUp, Question, with_facts};

use crate::assist::find_turning_point;
use crate::{CardGame, CatalogError, Solitaire, Verdict, VisitSolitaire, simulations, visit_solitaire};

/// The budget of advice. The same budget gives the same advice on any machine.
#[derive(Clone, Copy, Debug)]
pub struct AdviceBudget {
    /// The number of simulated deals for each decision. With `None`, advice uses the champion's number or, if this is
    /// small, four times that number. In a game without a champion, advice uses four times the master's number
    /// (docs/play/advice.md).
    pub simulations: Option<u32>,
    /// The seed of the adviser's random numbers. The numbers for a decision depend only on the seed and on the
    /// decision's place. They reveal nothing about shuffles.
    pub seed: Seed,
}

impl AdviceBudget {
    /// The budget at tables, and the default of `cardroom analyse`. Its seed is public.
    pub const USUAL: AdviceBudget = AdviceBudget { simulations: None, seed: Seed::new([0; 32]) };

    /// Returns the method and the number of simulated deals.
    pub(crate) fn of<G: CardGame>(self) -> (Judging, u32) {
        let levels = simulations(G::ID);
        let usual = match levels.champion {
            Some(Level::NetRollouts(number)) => 4 * number,
            Some(Level::Close(number) | Level::Resampling(number)) => number,
            _ => 4 * levels.master,
        };
        (levels.judging(), self.simulations.unwrap_or(usual))
    }

    /// Returns the seed for a decision. The seed is the same whoever evaluates the decision, and whenever.
    pub(crate) fn dice(self, decision: &Decision) -> u64 {
        self.seed.of_match(decision.deal as u64).of_bot(decision.after as u64, decision.question.seat.index() as u8)
    }
}

/// Advice: the choices in order of their points, with reasons.
#[derive(Clone, PartialEq, Debug)]
pub struct Advice {
    /// The finalists: the choices that were examined to the end. The advised choice is first. The others follow in
    /// order of their points. Among the choices that are not rash, the advised choice has the most points. If a net
    /// judges, choices that are about equal to the advised choice may have more points.
    pub choices: Vec<Choice>,
    /// The reasons for the first choice.
    pub reasons: Vec<Reason>,
}

/// A choice and its expected points.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// The action in notation; `None` for "not now".
    pub action: Option<String>,
    /// The action with its public facts, as in a frame; null for "not now".
    pub legal: Value,
    /// The expected points. `None` if the choice was not simulated. Then it was the only choice, or a solitaire's own
    /// player chose it, or there was no time.
    pub expected: Option<Expected>,
    /// `true` if the game calls the choice rash. It is then not advised, whatever its expected points.
    pub rash: bool,
    /// The verdict on the position after the choice. Only for finished solitaires.
    pub outlook: Option<Verdict>,
}

/// Expected points. All numbers are rounded to tenths, and all sentences use the rounded numbers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Expected {
    /// The seat's points of this deal by [`Game::value`](game::Game::value), minus the mean of the other seats.
    pub points: f64,
    /// The standard error of the difference from the advised choice. Both choices are simulated in the same deals.
    /// `None` for the advised choice itself, and after a single simulation.
    pub error: Option<f64>,
    /// `true` if the choice is about equal to the advised one: they differ by at most two standard errors.
    pub equal: bool,
    /// The number of simulated deals.
    pub simulations: u32,
}

/// The difference between the best choice and the action that was taken.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cost {
    /// The points of the best choice minus those of the action that was taken; 0 if the two are about equal.
    pub points: f64,
    /// The standard error of the difference.
    pub error: f64,
}

impl Cost {
    const NOTHING: Cost = Cost { points: 0.0, error: 0.0 };
}

/// The judgement of a decision.
#[derive(Clone, PartialEq, Debug)]
pub struct Judgement {
    /// The advice that the seat would have got, with the action that was taken added to its choices.
    pub advice: Advice,
    /// The seat's view before the action, as in a frame.
    pub view: Value,
    /// The action that was taken.
    pub done: Choice,
    /// The cost of the action.
    pub cost: Cost,
    /// The verdict on the position before the action. Only for finished solitaires.
    pub outlook: Option<Verdict>,
    /// The seat's legal actions, as in a frame. The player can try another action. The list is empty unless the action
    /// was a mistake on the seat's own turn.
    pub legal: Vec<Value>,
    /// Pairs of interchangeable actions. The first is in `legal` but not in the list of choices, and the second is a
    /// choice.
    pub alike: Vec<(String, String)>,
}

impl Judgement {
    /// Returns whether the action that was taken is the advised one.
    pub fn is_best(&self) -> bool {
        self.done.action == self.advice.choices[0].action
    }

    /// Returns whether the judgement is shown. An action is always shown. A missed chance is shown only if missing it
    /// had a cost.
    pub fn is_news(&self) -> bool {
        self.done.action.is_some() || self.cost.points > 0.0
    }

    /// Returns whether the action lost a solitaire that could still be won.
    pub fn loses(&self) -> bool {
        self.outlook == Some(Verdict::Winnable) && self.done.outlook == Some(Verdict::Lost)
    }
}

/// Returns advice for a decision that a seat has to make.
///
/// The decision is the only input, so the advice contains no more than the seat knows. If `cancel` is set, the advice
/// uses the results so far.
///
/// # Errors
/// If there is no such game.
pub fn advise(
    game: &str,
    decision: &Decision,
    budget: AdviceBudget,
    cancel: &AtomicBool,
) -> Result<Advice, CatalogError> {
    with_game!(game, G => {
        let ask = ask::<G>(&decision.question, cancel);
        consider(&ask, decision, None, budget).advice(&ask)
    })
}

/// Judges an action in a game of several seats. `None` if the seat had no choice, or if `cancel` was set before there
/// was a result.
///
/// # Errors
/// If there is no such game.
pub fn judge(
    game: &str,
    decision: &Decision,
    budget: AdviceBudget,
    cancel: &AtomicBool,
) -> Result<Option<Judgement>, CatalogError> {
    with_game!(game, G => judge_simulated::<G>(decision, budget, cancel))
}

fn judge_simulated<G: CardGame>(decision: &Decision, budget: AdviceBudget, cancel: &AtomicBool) -> Option<Judgement> {
    let ask = ask::<G>(&decision.question, cancel);
    if is_forced(&ask) {
        return None;
    }
    let done = done::<G>(decision);
    let found = consider(&ask, decision, Some(done), budget);
    let place = found.choices.iter().position(|(action, _)| *action == done)?;
    if cancel.load(Ordering::Relaxed) {
        return None;
    }
    let [best, done] = [0, place].map(|place| found.choices[place].1.expected);
    let behind = best.zip(done).filter(|(_, done)| place > 0 && !done.equal);
    let points = behind.map_or(0.0, |(best, done)| tenths(best.points - done.points).max(0.0));
    let cost = Cost { points, error: done.and_then(|done| done.error).unwrap_or(0.0) };
    let again = ask.must && points > 0.0;
    let legal = if again { all_legal(&ask, budget.dice(decision)) } else { Vec::new() };
    let alike = if again { found.alike(&ask) } else { Vec::new() };
    let advice = found.advice(&ask);
    let done = advice.choices[place].clone();
    Some(Judgement { view: seen::<G>(&ask), advice, done, cost, outlook: None, legal, alike })
}

/// Judges the decisions of a finished solitaire with all its cards known. Finds whether each position was won or lost,
/// and which action would have kept the win. Calls `known` with the number of positions decided so far. There is one
/// more position than there are actions.
///
/// # Errors
/// If the game cannot be solved.
///
/// # Panics
/// If the decisions do not belong to the deal, which is a bug.
pub fn judge_solitaire(
    deal: FaceUp,
    decisions: &[Decision],
    known: &mut dyn FnMut(usize),
    cancel: &AtomicBool,
) -> Result<Vec<(usize, Judgement)>, CatalogError> {
    struct JudgeSolitaire<'a>(FaceUp, &'a [Decision], &'a mut dyn FnMut(usize), &'a AtomicBool);
    impl VisitSolitaire for JudgeSolitaire<'_> {
        type Output = Vec<(usize, Judgement)>;
        fn visit<G: Solitaire>(self) -> Self::Output {
            let JudgeSolitaire(deal, decisions, known, cancel) = self;
            let found = find_turning_point::<G>(deal, known, cancel);
            let judge = |decision: &Decision| {
                let before = decision.after;
                let winning = found.line.first().copied().filter(|_| found.winnable == Some(before));
                judge_face_up::<G>(decision, [found.verdict(before), found.verdict(before + 1)], winning, cancel)
            };
            let judged = decisions.iter().enumerate();
            judged.filter_map(|(index, decision)| judge(decision).map(|judgement| (index, judgement))).collect()
        }
    }
    let game = deal.game;
    visit_solitaire(game, JudgeSolitaire(deal, decisions, known, cancel))
}

/// Judges one decision of a solitaire by the verdicts before and after it, and by the action that would keep the win.
fn judge_face_up<G: CardGame>(
    decision: &Decision,
    [before, after]: [Verdict; 2],
    winning: Option<G::Action>,
    cancel: &AtomicBool,
) -> Option<Judgement> {
    let ask = ask::<G>(&decision.question, cancel);
    if is_forced(&ask) {
        return None;
    }
    let of = |action, outlook| (action, Choice { outlook: Some(outlook), ..choice(&ask, action, 0) });
    let wins = winning.is_some();
    let better = winning.map(|action| of(Some(action), Verdict::Winnable));
    let choices = better.into_iter().chain([of(done::<G>(decision), after)]).collect();
    let advice = Considered { choices, wins }.advice(&ask);
    let done = advice.choices.last().expect("what was done is one of them").clone();
    let legal = if wins && after == Verdict::Lost { all_legal(&ask, 0) } else { Vec::new() };
    let (view, cost) = (seen::<G>(&ask), Cost::NOTHING);
    Some(Judgement { view, advice, done, cost, outlook: Some(before), legal, alike: Vec::new() })
}

pub(crate) fn ask<'a, G: CardGame>(question: &'a Question, cancel: &'a AtomicBool) -> Ask<'a, G> {
    let (view, legal) = typed::<G>(question);
    Ask { seat: question.seat, view, legal, must: question.must, cancel }
}

fn is_forced<G: CardGame>(ask: &Ask<'_, G>) -> bool {
    ask.must && ask.legal.len() == 1
}

fn done<G: CardGame>(decision: &Decision) -> Option<G::Action> {
    let own = "a table tells what was done in the types of its own game";
    decision.done.as_ref().map(|action| *action.downcast_ref().expect(own))
}

fn seen<G: CardGame>(ask: &Ask<'_, G>) -> Value {
    write_value(ask.view)
}

fn tenths(points: f64) -> f64 {
    (points * 10.0).round() / 10.0
}

pub(crate) fn typed<G: CardGame>(question: &Question) -> (&G::View, &[G::Action]) {
    let own = "a table asks in the types of its own game";
    let view: &dyn Any = &*question.view;
    let legal: &dyn Any = &*question.legal;
    (view.downcast_ref().expect(own), legal.downcast_ref::<Vec<G::Action>>().expect(own))
}

/// The evaluated choices of a decision.
struct Considered<G: CardGame> {
    /// The choices, the best first, each with its action in the game's own type.
    choices: Vec<(Option<G::Action>, Choice)>,
    /// `true` if the best choice begins a winning line.
    wins: bool,
}

impl<G: CardGame> Considered<G> {
    fn advice(self, ask: &Ask<'_, G>) -> Advice {
        let mut reasons = G::reasons(ask.view, self.choices[0].0);
        if self.wins {
            reasons.insert(0, Reason::new("wins"));
        }
        Advice { choices: self.choices.into_iter().map(|(_, choice)| choice).collect(), reasons }
    }

    /// Returns pairs of interchangeable actions. The first is legal but not in the list of choices; the second is a
    /// choice.
    fn alike(&self, ask: &Ask<'_, G>) -> Vec<(String, String)> {
        let listed = || self.choices.iter().filter_map(|(action, _)| *action);
        let others = ask.legal.iter().filter(|action| listed().all(|one| one != **action));
        let pair = |action: &G::Action| {
            let same = listed().find(|one| G::are_alike(ask.view, *action, *one))?;
            Some((action.to_string(), same.to_string()))
        };
        others.filter_map(pair).collect()
    }
}

/// Evaluates a decision, for advice and judgements. If `done` is not a finalist, it is evaluated beside the finalists.
fn consider<G: CardGame>(
    ask: &Ask<'_, G>,
    decision: &Decision,
    done: Option<Option<G::Action>>,
    budget: AdviceBudget,
) -> Considered<G> {
    let seed = budget.dice(decision);
    let unsimulated = |action, wins| Considered { choices: vec![(action, choice(ask, action, seed))], wins };
    if is_forced(ask) {
        return unsimulated(Some(ask.legal[0]), false);
    }
    if *G::seats().end() == 1 {
        let (action, wins) = choose_alone(ask, seed);
        return unsimulated(action, wins);
    }
    // The points are relative to the standing before the deal, so that only the points of this deal count.
    let Some(found) = evaluate(ask, done, decision.before, budget.of::<G>(), seed) else {
        // If no time was left to simulate, the rule player chooses among the actions that are not rash.
        let mut adviser = Pimc::new(seed, budget.of::<G>().1, Endings::Rule);
        return unsimulated(Bot::<G>::decide(&mut adviser, Ask { ..*ask }), false);
    };
    let weighed = |(place, weighed): (usize, Weighed<G::Action>)| {
        let expected = Expected {
            points: weighed.points,
            error: (place > 0 && weighed.error.is_finite()).then(|| tenths(weighed.error)),
            equal: weighed.equal,
            simulations: weighed.worlds,
        };
        let choice = choice(ask, weighed.action, seed);
        (weighed.action, Choice { expected: Some(expected), rash: weighed.rash, ..choice })
    };
    Considered { choices: found.into_iter().enumerate().map(weighed).collect(), wins: false }
}

/// Returns the choice of a solitaire's own player and whether it begins a winning line. This player remembers the cards
/// it has seen and does not see the stock.
fn choose_alone<G: CardGame>(ask: &Ask<'_, G>, seed: u64) -> (Option<G::Action>, bool) {
    struct Choose<'a, G: CardGame>(&'a Ask<'a, G>, u64);
    impl<G: CardGame> SolveJob<G> for Choose<'_, G> {
        type Output = (Option<G::Action>, bool);
        fn run(self) -> Self::Output
        where
            G: Solve,
        {
            let Choose(ask, seed) = self;
            let mut player = Blind::<G>::new(Budget::quick());
            let action = player.choose(ask.view, ask.legal, &mut Rng::new(seed), ask.cancel);
            // A line with unknown cards is only a plan.
            (Some(action), player.has_line() && G::known(ask.view).is_some())
        }
    }
    G::if_solved(Choose(ask, seed))
        .unwrap_or_else(|| (G::suggest(ask.view, ask.legal, ask.must, &mut Rng::new(seed)), false))
}

/// Returns a choice without simulation. Its facts come from a world that agrees with the view, never from the deal.
fn choice<G: CardGame>(ask: &Ask<'_, G>, action: Option<G::Action>, seed: u64) -> Choice {
    let legal = action.map_or(Value::Null, |action| with_facts(&world(ask, seed), ask.seat, action).value());
    let action = action.map(|action| action.to_string());
    Choice { action, legal, expected: None, rash: false, outlook: None }
}

/// Returns all legal actions of a decision with their facts.
fn all_legal<G: CardGame>(ask: &Ask<'_, G>, seed: u64) -> Vec<Value> {
    let world = world(ask, seed);
    ask.legal.iter().map(|&action| with_facts(&world, ask.seat, action).value()).collect()
}

/// Returns a deal that agrees with the view.
fn world<G: CardGame>(ask: &Ask<'_, G>, seed: u64) -> G {
    G::sample(&G::sampler(ask.view), &mut Rng::new(seed))
}

/// Returns all decisions of a record, or only the decisions of the given deal or seat.
///
/// # Errors
/// If the record has a fault. The error is its first fault.
pub fn decisions(raw: &Raw<'_>, deal: Option<usize>, seat: Option<Seat>) -> Result<Vec<Decision>, RecordFault> {
    with_game!(raw.game(), G => table::decisions::<G>(raw, deal, seat)).map_err(RecordFault::new)?
}

/// Returns the deals in a record of a one-seat game, each with all its cards.
///
/// # Errors
/// If the record has a fault. The error is its first fault.
pub fn deals_face_up(raw: &Raw<'_>) -> Result<Vec<FaceUp>, RecordFault> {
    with_game!(raw.game(), G => table::deals_face_up::<G>(raw)).map_err(RecordFault::new)?
}

/// The maximum number of marked decisions in a deal.
pub const MARKED: usize = 3;

/// Returns the indices of at most three decisions, the costliest first. In a solitaire, this is the decision that lost
/// the deal.
pub fn costliest(judged: &[&Judgement]) -> Vec<usize> {
    let points = |index: usize| judged[index].cost.points;
    let mut dear: Vec<usize> =
        (0..judged.len()).filter(|&index| points(index) > 0.0 || judged[index].loses()).collect();
    sort_compactly(&mut dear, |&a, &b| points(b).total_cmp(&points(a)).then(a.cmp(&b)));
    dear.truncate(MARKED);
    dear
}

/// Returns the total cost: the sum of the costs that are shown.
pub fn total_cost(costs: impl Iterator<Item = f64>) -> f64 {
    tenths(costs.sum())
}
