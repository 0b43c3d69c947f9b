//! Rouge et Noir: a solitaire with two packs. Red builds on black and black on red, cards move singly, and the player
//! goes through the stock twice. The rules are in RULES.md, numbered R1 to R14.
//!
//! - `rules`: the options; `action`: the actions; `tableau`: a column, the foundations
//! - `position`: the place of every card, legal actions and their effects; `state`: a deal and how it begins
//! - `safe`: cards that may go to a foundation automatically; `score`: points and the match
//! - `view`: the view of the player; `worlds`: deals that agree with it
//! - `observe`: the view as numbers, for programs that learn
//! - `playout`: random play; `hint`: the rule player; `evaluation`: its evaluation of a position;
//!   `reasons`: reasons for a move
//! - `solve`: the deal as a puzzle for search; `show`: actions in words, and what is public about them
//!
//! ```
//! use game::{Game, Seat, Shuffles};
//! use rouge_et_noir::{RougeEtNoir, Rules};
//!
//! let rules = Rules::default();
//! let standing = RougeEtNoir::start(&rules, 1)?;
//! let mut deal = RougeEtNoir::deal(&rules, &standing, Shuffles::from_seed(cards::Seed::numbered(1)));
//! deal.play(Seat::new(0), "turn".parse()?)?;
//! deal.play(Seat::new(0), "hand discard".parse()?)?; // [R6] the card in hand may always be discarded
//! assert_eq!(deal.points()[Seat::new(0)], Some(8)); // [R12] the eight aces
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod action;
mod evaluation;
mod hint;
mod observe;
mod playout;
mod position;
mod reasons;
mod rules;
mod safe;
mod score;
mod show;
pub mod solve;
mod state;
mod tableau;
mod view;
mod worlds;

pub use action::{Action, Destination, Facts, Source, Spot};
pub use rules::{FillEmpty, Rules};
pub use score::Standing;
pub use state::RougeEtNoir;
pub use view::{Filling, LastMove, Origin, View};
pub use worlds::Sampler;

use game::{Belief, Endgame, Rest};

impl Rest for RougeEtNoir {}

impl Belief for RougeEtNoir {}

impl Endgame for RougeEtNoir {}
