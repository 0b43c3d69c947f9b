//! Hearts: four players, thirteen tricks. Every heart costs the player who takes it one point, and the queen of spades
//! costs thirteen. A player who takes all these cards shoots the moon. The rules are in RULES.md, numbered H1 to H13.
//!
//! - `rules`: the options; `action`: the actions
//! - `state`: a deal and how it begins; `giving`: passing three cards; `play`: legal cards and their effects
//! - `score`: points and the match; `rest`: the proof that a deal is decided; `show`: actions in words
//! - `view`: the view of a seat; `worlds`: deals that agree with a view
//! - `observe`: the view as numbers, for programs that learn
//! - `hint`: the rule player; `reasons`: reasons for a choice; `belief`: inferences from played cards about hands
//!
//! ```
//! use game::{Game, Seat, Shuffles};
//! use hearts::{Hearts, Rules};
//!
//! let rules = Rules::default();
//! let standing = Hearts::start(&rules, 4)?;
//! let mut deal = Hearts::deal(&rules, &standing, Shuffles::from_seed(cards::Seed::numbered(1)));
//! assert_eq!(deal.turn().must().len(), 4); // everybody gives three cards to the left [H3]
//! let mut legal = Vec::new();
//! deal.legal(Seat::new(2), &mut legal);
//! assert_eq!(legal.len(), 286); // any three of thirteen
//! deal.play(Seat::new(2), legal[0])?;
//! assert_eq!(deal.turn().must().len(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod action;
mod belief;
mod giving;
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

pub use action::{Action, Facts, Gift};
pub use game::Standing;
pub use giving::Giving;
pub use rules::{Moon, Rules};
pub use score::penalty;
pub use state::{Hearts, Phase};
pub use tricks::Trick;
pub use view::View;
pub use worlds::Sampler;

use game::{Endgame, Solvable};

impl Endgame for Hearts {}

impl Solvable for Hearts {}
