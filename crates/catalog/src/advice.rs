//! Advice to whoever has to choose, and what a choice cost: from a seat's view alone, for any game.

use std::any::Any;
use std::sync::atomic::AtomicBool;

use game::{PerSeat, Reason, Rng, Seat, Viewer};
use search::{Ask, Bot, Cost, Endings, Estimate, Pimc, against_the_others, cost};
use serde_json::Value;
use solve::{Blind, Budget};
use table::record::{Fault, Raw};
use table::{Decision, Question};

use crate::{CardGame, CatalogError, Solitaire, Visit, VisitSolitaire, visit, visit_solitaire};

/// How far advice looks. Its words are the same for the same of these, on any machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thought {
    /// Simulated deals a decision; `None`: four times what the game's expert takes.
    pub simulations: Option<u32>,
    /// The adviser's own dice. They say nothing of a shuffle.
    pub seed: u64,
}

impl Thought {
    fn simulations<G: CardGame>(self) -> u32 {
        self.simulations.unwrap_or(4 * G::SIMULATIONS.expert)
    }
}

/// What to do, and why.
#[derive(Clone, PartialEq, Debug)]
pub struct Advice {
    /// The choices that were looked at: first the one that is advised, then the others by their points.
    pub choices: Vec<Choice>,
    /// What speaks for the first.
    pub reasons: Vec<Reason>,
}

/// A choice and what is expected of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// In notation; `None`: not now.
    pub action: Option<String>,
    /// In English, without a subject: "plays the queen of spades".
    pub words: String,
    /// The action with its public facts, as a page has it among the legal ones; null for "not now".
    pub legal: Value,
    /// What it is expected to bring. `None` where it was not simulated: nothing else is possible, or the game's own player
    /// chose (solitaires).
    pub expected: Option<Expected>,
}

/// Expected points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Expected {
    /// Of this deal, by [`Game::value`](game::Game::value), against the mean of the others'.
    pub points: f64,
    /// The standard error; `None` after a single simulation.
    pub error: Option<f64>,
    /// In how many simulated deals.
    pub simulations: u32,
}

/// What a decision was worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Judgement {
    /// What would have been advised.
    pub advice: Advice,
    /// What the seat saw then, as a page has it.
    pub view: Value,
    /// What was done.
    pub done: Choice,
    /// What that cost.
    pub cost: Cost,
}

impl Judgement {
    /// Whether what was done is what would have been advised.
    pub fn is_best(&self) -> bool {
        self.done.action == self.advice.choices[0].action
    }
}

/// Advises the seat of a question. `before` is what the standing before the deal is worth to each seat.
///
/// Nothing but the question goes in: who knows no more than the seat cannot tell it more. If `cancel` is set, the advice is
/// what was found until then.
///
/// # Errors
/// If there is no such game.
pub fn advise(
    game: &str,
    question: &Question,
    before: &PerSeat<f32>,
    thought: Thought,
    cancel: &AtomicBool,
) -> Result<Advice, CatalogError> {
    struct Advise<'a>(&'a Question, &'a PerSeat<f32>, Thought, &'a AtomicBool);
    impl Visit for Advise<'_> {
        type Output = Advice;
        fn visit<G: CardGame>(self) -> Advice {
            let Advise(question, before, thought, cancel) = self;
            let (seat, must) = (question.seat, question.must);
            let (view, legal) = typed::<G>(question);
            let ask: Ask<'_, G> = Ask { seat, view, legal, must, cancel };
            consider(&ask, against_the_others(before, seat), thought).advice(&ask)
        }
    }
    visit(game, Advise(question, before, thought, cancel))
}

/// Judges what a seat did. `None` where it had nothing to choose, or `cancel` was set before there was an answer.
///
/// # Errors
/// If there is no such game.
pub fn judge(
    game: &str,
    decision: &Decision,
    thought: Thought,
    cancel: &AtomicBool,
) -> Result<Option<Judgement>, CatalogError> {
    struct Judge<'a>(&'a Decision, Thought, &'a AtomicBool);
    impl Visit for Judge<'_> {
        type Output = Option<Judgement>;
        fn visit<G: CardGame>(self) -> Option<Judgement> {
            let Judge(decision, thought, cancel) = self;
            let question = &decision.question;
            let (seat, must) = (question.seat, question.must);
            let (view, legal) = typed::<G>(question);
            if must && legal.len() == 1 {
                return None;
            }
            let ask: Ask<'_, G> = Ask { seat, view, legal, must, cancel };
            let found = consider(&ask, against_the_others(&decision.before, seat), thought);
            let done: Option<G::Action> =
                decision.done.as_ref().map(|text| text.parse().expect("a table reads what it wrote"));
            let best = found.choices[0].0;
            // Other dice than those that found the best.
            let fresh = Rng::new(!thought.seed).bits();
            let cost = cost::<G>(&ask, best, done, thought.simulations::<G>(), fresh)?;
            let advice = found.advice(&ask);
            let expected = found.choices.iter().find(|(action, _)| *action == done).and_then(|(_, expected)| *expected);
            let done = choice(&ask, done, expected, thought.seed);
            let view = serde_json::to_value(view).expect("views are text, numbers and lists");
            Some(Judgement { view, advice, done, cost })
        }
    }
    visit(game, Judge(decision, thought, cancel))
}

fn typed<G: CardGame>(question: &Question) -> (&G::View, &[G::Action]) {
    let own = "a table asks in the types of its own game";
    let view: &dyn Any = &*question.view;
    let legal: &dyn Any = &*question.legal;
    (view.downcast_ref().expect(own), legal.downcast_ref::<Vec<G::Action>>().expect(own))
}

/// What was found about the choices, the best first.
struct Found<G: CardGame> {
    choices: Vec<(Option<G::Action>, Option<Expected>)>,
    /// Whether the best begins a line that wins.
    wins: bool,
    seed: u64,
}

impl<G: CardGame> Found<G> {
    fn advice(&self, ask: &Ask<'_, G>) -> Advice {
        let choices = self.choices.iter().map(|(action, expected)| choice(ask, *action, *expected, self.seed));
        let mut reasons = G::reasons(ask.view, self.choices[0].0);
        if self.wins {
            let words = "is the first step of a way to win: every card is known";
            reasons.insert(0, Reason::new("wins", words));
        }
        Advice { choices: choices.collect(), reasons }
    }
}

/// `before` is what the deal began with for this seat.
fn consider<G: CardGame>(ask: &Ask<'_, G>, before: f64, thought: Thought) -> Found<G> {
    let seed = thought.seed;
    if let [only] = ask.legal
        && ask.must
    {
        return Found { choices: vec![(Some(*only), None)], wins: false, seed };
    }
    if *G::seats().end() == 1 {
        return alone(ask, seed);
    }
    let expected = |estimate: &Estimate<G::Action>| Expected {
        points: estimate.points - before,
        error: estimate.error.is_finite().then_some(estimate.error),
        simulations: estimate.simulations,
    };
    let adviser = || Pimc::new(seed, thought.simulations::<G>(), Endings::Rule).believing(G::BELIEF);
    let estimates = Bot::<G>::consider(&mut adviser(), Ask { ..*ask });
    let mut choices: Vec<_> = estimates.iter().map(|e| (e.action, Some(expected(e)))).collect();
    if choices.is_empty() {
        // No time for anything: the rule player's choice, of what is not rash.
        choices.push((Bot::<G>::decide(&mut adviser(), Ask { ..*ask }), None));
    }
    Found { choices, wins: false, seed }
}

/// The solitaire's own player, which remembers what it has seen and does not see the stock.
fn alone<G: CardGame>(ask: &Ask<'_, G>, seed: u64) -> Found<G> {
    struct Choose<'a> {
        view: &'a dyn Any,
        legal: &'a dyn Any,
        seed: u64,
        cancel: &'a AtomicBool,
    }
    impl VisitSolitaire for Choose<'_> {
        type Output = (String, bool);
        fn visit<S: Solitaire>(self) -> (String, bool) {
            let own = "visited with its own game";
            let view: &S::View = self.view.downcast_ref().expect(own);
            let legal: &Vec<S::Action> = self.legal.downcast_ref().expect(own);
            let mut player = Blind::<S>::new(Budget::quick());
            let action = player.choose(view, legal, &mut Rng::new(self.seed), self.cancel);
            (action.to_string(), player.has_won_line())
        }
    }
    let legal = ask.legal.to_vec();
    let choose = Choose { view: ask.view, legal: &legal, seed, cancel: ask.cancel };
    let (action, wins) = match visit_solitaire(G::ID, choose) {
        Ok((text, wins)) => (text.parse().ok(), wins),
        Err(_) => (G::suggest(ask.view, ask.legal, ask.must, &mut Rng::new(seed)), false),
    };
    Found { choices: vec![(action, None)], wins, seed }
}

/// A choice with its words and facts. They are made in a world that agrees with the view: no deal is asked.
fn choice<G: CardGame>(ask: &Ask<'_, G>, action: Option<G::Action>, expected: Option<Expected>, seed: u64) -> Choice {
    let Some(action) = action else {
        return Choice { action: None, words: "lets the chance pass".to_owned(), legal: Value::Null, expected };
    };
    let world = G::sample(&G::sampler(ask.view), &mut Rng::new(seed));
    let words = world.tell(ask.seat, action, Viewer::Seat(ask.seat));
    let facts = serde_json::to_value(world.facts(ask.seat, action)).expect("facts are text, numbers and lists");
    let mut legal = match facts {
        Value::Object(facts) => facts,
        _ => serde_json::Map::new(),
    };
    legal.insert("action".to_owned(), Value::String(action.to_string()));
    Choice { action: Some(action.to_string()), words, legal: Value::Object(legal), expected }
}

/// All decisions of a record; those of one deal and one seat if they are named.
///
/// # Errors
/// The first fault of the record.
pub fn decisions(raw: &Raw<'_>, deal: Option<usize>, seat: Option<Seat>) -> Result<Vec<Decision>, Fault> {
    struct Decisions<'a>(&'a Raw<'a>, Option<usize>, Option<Seat>);
    impl Visit for Decisions<'_> {
        type Output = Result<Vec<Decision>, Fault>;
        fn visit<G: CardGame>(self) -> Self::Output {
            table::decisions::<G>(self.0, self.1, self.2)
        }
    }
    visit(raw.game(), Decisions(raw, deal, seat)).map_err(Fault::new)?
}

/// How many of a deal's decisions are marked.
pub const MARKED: usize = 3;

/// Which decisions of a seat in a deal cost most: at most three, the costliest first, and only those whose cost is more than
/// chance makes of nothing.
pub fn costliest(costs: &[Cost]) -> Vec<usize> {
    let mut sure: Vec<usize> = (0..costs.len()).filter(|&index| costs[index].is_sure()).collect();
    sure.sort_by(|&a, &b| costs[b].points.total_cmp(&costs[a].points).then(a.cmp(&b)));
    sure.truncate(MARKED);
    sure
}

/// The seed of the adviser for a decision: every decision has dice of its own, whoever looks at it and in what order.
pub fn dice(seed: cards::Seed, record: u64, deal: usize, line: usize, seat: Seat) -> u64 {
    seed.of_match(record).of_match(deal as u64).of_bot(line as u64, seat.index() as u8)
}
