//! La Dame Noire: four players bet that they will be the first to go out, trade cards to the left until somebody
//! calls stop, and then play combinations: singletons, beggars, straights, quartos, libras. The rules are in
//! RULES.md, numbered D1 to D21.
//!
//! - `rules`: the options; `action`: the actions; `combination`: the combinations and their order
//! - `state`: a deal and how it begins; `bidding`, `trading`, `showdown`: its parts; `play`: whose turn it is, what
//!   is legal
//! - `score`: points and the match
//! - `view`: the view of a seat; `worlds`: deals that agree with it
//! - `observe`: the view as numbers, for programs that learn
//! - `playout`: random play; `endgame`: exact play of the last cards
//! - `plan`: how to split a hand into combinations; `hint`: the rule player; `reasons`: reasons for an
//!   action; `belief`: inferences from a bet about a hand
//! - `show`: actions in words, and what is public about them
//!
//! ```
//! use game::{Game, Seat, Shuffles};
//! use la_dame_noire::{Action, LaDameNoire, Rules};
//!
//! let rules = Rules::default();
//! let standing = LaDameNoire::start(&rules, 4)?;
//! let mut deal = LaDameNoire::deal(&rules, &standing, Shuffles::from_seed(cards::Seed::numbered(1)));
//! deal.play(Seat::new(1), "bid 100".parse()?)?; // the seat after the dealer speaks first [D3], and 100 ends the auction
//! assert_eq!(deal.turn().must().len(), 4); // everybody puts a card for the left neighbour [D6]
//! assert!(deal.play(Seat::new(0), Action::Stop).is_err()); // one exchange comes first [D7]
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod action;
mod belief;
mod bidding;
mod combination;
mod endgame;
mod hint;
mod observe;
mod plan;
mod play;
mod playout;
mod reasons;
mod rules;
mod score;
mod show;
mod showdown;
mod state;
#[cfg(test)]
mod stopping_tests;
mod trading;
mod view;
mod worlds;

pub use action::{Action, Facts};
pub use combination::{CombinationKind, Play, Power};
pub use game::Standing;
pub use rules::Rules;
pub use score::{Award, worth};
pub use state::{LaDameNoire, Phase};
pub use view::{Bet, CoupChoice, CoupOn, Laid, Makes, Trade, Trick, View};
pub use worlds::Sampler;

use game::{Rest, Solvable};

impl Rest for LaDameNoire {}

impl Solvable for LaDameNoire {}
