//! The best choice of a decision: whether it is clearly better than all others, as in a puzzle, and what it is about.

use std::sync::atomic::AtomicBool;

use game::{Reason, Seat, Viewer};
use search::evaluate;
use search::solve::{Budget, SolveResult, solve};
use table::{AnyTable, Decision, FaceUp, Question};

use crate::advice::{ask, typed};
use crate::{AdviceBudget, CardGame, CatalogError, Solitaire, VisitSolitaire, assist, visit_solitaire};

/// A choice is clearly the best if it beats each other one by at least this number of standard errors of the
/// difference.
const CLEAR: f64 = 4.0;

/// The best choice of a decision.
#[derive(Clone, PartialEq, Debug)]
pub struct BestChoice {
    /// The action in notation; `None` for "not now".
    pub action: Option<String>,
    /// `true` if the choice is clearly the best. In a solitaire: if no other action leaves a deal that can be won.
    pub is_clear: bool,
    /// The points of the choice minus those of the second-best one, in tenths; 0 in a solitaire.
    pub margin: f64,
    /// The standard error of `margin`; 0 in a solitaire.
    pub error: f64,
}

/// Finds the best choice of a seat at a table. In a game of several seats, the evaluation behind advice finds it. In a
/// solitaire, the solver proves for each action whether the deal can still be won.
///
/// Returns `None` if there is nothing to choose, or if the search was cancelled. In a solitaire, also returns `None` if
/// the solver has proved nothing, or if the player cannot know where each card lies: then the best choice would be
/// luck.
///
/// # Errors
/// If the table is a solitaire that cannot be solved.
pub fn best_choice(
    table: &dyn AnyTable,
    seat: Seat,
    budget: AdviceBudget,
    cancel: &AtomicBool,
) -> Result<Option<BestChoice>, CatalogError> {
    let game = table.setup().game;
    if let Some(solitaire) = table.solitaire() {
        return visit_solitaire(game, FindWinningAction(solitaire.face_up(), cancel));
    }
    let Some(decision) = table.decision(seat) else { return Ok(None) };
    with_game!(game, G => best_by_simulation::<G>(&decision, budget, cancel))
}

fn best_by_simulation<G: CardGame>(
    decision: &Decision,
    budget: AdviceBudget,
    cancel: &AtomicBool,
) -> Option<BestChoice> {
    let ask = ask::<G>(&decision.question, cancel);
    let found = evaluate(&ask, None, decision.before, budget.of::<G>(), budget.dice(decision))?;
    let (best, others) = found.split_first()?;
    let second = others.iter().min_by(|one, other| one.behind.total_cmp(&other.behind))?;
    let is_clear = others.iter().all(|other| other.behind > 0.0 && other.behind >= CLEAR * other.error);
    let action = best.action.map(|action| action.to_string());
    Some(BestChoice { action, is_clear, margin: second.behind, error: second.error })
}

struct FindWinningAction<'a>(FaceUp, &'a AtomicBool);

impl VisitSolitaire for FindWinningAction<'_> {
    type Output = Option<BestChoice>;

    fn visit<G: Solitaire>(self) -> Option<BestChoice> {
        let FindWinningAction(deal, cancel) = self;
        let (mut deal, actions) = assist::typed::<G>(deal);
        let seat = Seat::new(0);
        actions.into_iter().for_each(|action| deal.apply(seat, action));
        let deal = G::known(&deal.view(Viewer::Seat(seat)))?;
        let (mut legal, mut winning) = (Vec::new(), None);
        deal.legal(seat, &mut legal);
        for action in legal {
            let mut next = deal.clone();
            next.apply(seat, action);
            match solve(next.rules(), &next, &Budget::quick(), cancel).result {
                SolveResult::Won(_) if winning.is_some() => {
                    return winning.map(|action| BestChoice { action, is_clear: false, margin: 0.0, error: 0.0 });
                }
                SolveResult::Won(_) => winning = Some(Some(action.to_string())),
                SolveResult::Lost => {}
                SolveResult::Unknown => return None,
            }
        }
        winning.map(|action| BestChoice { action, is_clear: true, margin: 0.0, error: 0.0 })
    }
}

/// The facts about a choice in a puzzle.
#[derive(Clone, PartialEq, Debug)]
pub struct ChoiceFacts {
    /// The themes: one bit for each of [`GameEntry::themes`](crate::GameEntry::themes).
    pub themes: u32,
    /// The other legal actions that are interchangeable with the choice.
    pub alike: Vec<String>,
    /// The reasons for the choice.
    pub reasons: Vec<Reason>,
}

/// Returns the facts about a choice, from the view in the question. `action` is `None` for "not now".
///
/// # Errors
/// If there is no such game, or the action is not legal.
pub fn choice_facts(game: &str, question: &Question, action: Option<&str>) -> Result<ChoiceFacts, CatalogError> {
    with_game!(game, G => facts::<G>(question, action))?
}

fn facts<G: CardGame>(question: &Question, action: Option<&str>) -> Result<ChoiceFacts, CatalogError> {
    let (view, legal) = typed::<G>(question);
    let choice = action.map(|text| legal.iter().copied().find(|action| action.to_string() == text));
    if choice == Some(None) {
        return Err(CatalogError::malformed("the action is not legal in this position"));
    }
    let choice = choice.flatten();
    let themes = G::themes(view, choice).into_iter().filter_map(|theme| G::THEMES.iter().position(|it| *it == theme));
    let alike = |other: &&G::Action| choice.is_some_and(|one| one != **other && G::are_alike(view, one, **other));
    Ok(ChoiceFacts {
        themes: themes.fold(0, |all, place| all | 1 << place),
        alike: legal.iter().filter(alike).map(ToString::to_string).collect(),
        reasons: G::reasons(view, choice),
    })
}

/// Returns the number of simulated deals with which advice in a game evaluates a decision.
///
/// # Errors
/// If there is no such game.
pub fn advice_simulations(game: &str) -> Result<u32, CatalogError> {
    with_game!(game, G => AdviceBudget::USUAL.of::<G>().1)
}
