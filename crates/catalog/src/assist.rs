//! Help at a table of one seat, from what knows all cards. Everything here reads a [`FaceUp`] deal: it is for a player
//! who asked for help and for nobody else.

use std::sync::atomic::AtomicBool;

use game::Seat;
use solve::{Budget, Verdict};
use table::FaceUp;

pub use solve::TurningPoint;

use crate::{CatalogError, Solitaire, VisitSolitaire, visit_solitaire};

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outlook {
    /// It can be won.
    Winnable,
    /// It cannot: two independent searches tried everything.
    Lost,
    /// Neither was found within the budget.
    Unknown,
}

/// What is known of a position, and how to go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Forecast {
    /// What is known.
    pub outlook: Outlook,
    /// If it can be won: the actions that win it, in notation.
    pub line: Vec<String>,
}

/// Whether the position can be won, and how.
///
/// # Errors
/// If the game is not one that can be solved.
///
/// # Panics
/// If the deal is not one of its game: a bug.
pub fn foresee(deal: FaceUp, cancel: &AtomicBool) -> Result<Forecast, CatalogError> {
    struct Foresee<'a>(FaceUp, &'a AtomicBool);
    impl VisitSolitaire for Foresee<'_> {
        type Output = Forecast;
        fn visit<G: Solitaire>(self) -> Forecast {
            let (mut deal, actions) = typed::<G>(self.0);
            for action in actions {
                deal.apply(Seat::new(0), action);
            }
            let (outlook, line) = match solve::solve(deal.rules(), &deal, &Budget::quick(), self.1).verdict {
                Verdict::Won(line) => (Outlook::Winnable, line),
                Verdict::Lost => (Outlook::Lost, Vec::new()),
                Verdict::Unknown => (Outlook::Unknown, Vec::new()),
            };
            Forecast { outlook, line: line.iter().map(G::Action::to_string).collect() }
        }
    }
    visit_solitaire(deal.game, Foresee(deal, cancel))
}

/// Where the deal was lost: the last position of what was played that can still be won.
///
/// # Errors
/// If the game is not one that can be solved.
///
/// # Panics
/// If the deal is not one of its game: a bug.
pub fn turning_point(deal: FaceUp, cancel: &AtomicBool) -> Result<TurningPoint, CatalogError> {
    struct Find<'a>(FaceUp, &'a AtomicBool);
    impl VisitSolitaire for Find<'_> {
        type Output = TurningPoint;
        fn visit<G: Solitaire>(self) -> TurningPoint {
            let (dealt, actions) = typed::<G>(self.0);
            solve::turning_point(&dealt, &actions, &Budget::usual().up_to(512), self.1)
        }
    }
    visit_solitaire(deal.game, Find(deal, cancel))
}

fn typed<G: Solitaire>(deal: FaceUp) -> (G, Vec<G::Action>) {
    let dealt = deal.dealt.downcast::<G>().expect("a table shows a deal of its own game");
    let actions = deal.actions.iter().map(|text| text.parse().expect("a table writes its own actions"));
    (*dealt, actions.collect())
}
