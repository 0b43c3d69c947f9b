//! Schwarze Dame: four players, thirteen tricks. Each trick is worth 10 points, but a heart in it costs its rank and
//! the queen of spades costs 26. The points of a deal add up to 0. The rules are in RULES.md, numbered S1 to S8.
//!
//! - `rules`: the options; `action`: the actions
//! - `state`: a deal and how it begins; `play`: legal cards and their effects; `score`: points and the match
//! - `view`: the view of a seat; `worlds`: deals that agree with a view
//! - `observe`: the view as numbers, for programs that learn
//! - `hint`: the rule player; `reasons`: reasons for a card; `belief`: inferences from played cards about hands
//! - `endgame`: exact play of the last tricks; `rest`: the proof that a deal is decided
//! - `show`: actions in words
//!
//! ```
//! use game::{Game, Seat, Shuffles};
//! use schwarze_dame::{Rules, SchwarzeDame};
//!
//! let rules = Rules::default();
//! let standing = SchwarzeDame::start(&rules, 4)?;
//! let mut deal = SchwarzeDame::deal(&rules, &standing, Shuffles::from_seed(cards::Seed::numbered(1)));
//! let mut legal = Vec::new();
//! deal.legal(Seat::new(1), &mut legal); // the seat after the dealer leads, any card [S2]
//! assert_eq!(legal.len(), 13);
//! deal.play(Seat::new(1), legal[0])?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod action;
mod belief;
mod endgame;
mod hint;
mod observe;
mod play;
mod reasons;
mod rest;
mod rules;
mod score;
mod show;
mod state;
mod view;
mod worlds;

pub use action::{Action, Facts};
pub use game::Standing;
pub use rules::Rules;
pub use score::penalty;
pub use state::SchwarzeDame;
pub use tricks::Trick;
pub use view::View;
pub use worlds::Sampler;

use game::Solvable;

impl Solvable for SchwarzeDame {}
