//! Kaël: two to eight players have a few cards each. They lay high cards and hold on to low ones until one of them
//! calls. A caller with the lowest hand gets no points; any other caller gets twenty. The rules are in RULES.md,
//! numbered K1 to K22.
//!
//! - `card`, `hand`: the cards; `rules`: the options; `action`: the actions
//! - `state`: a deal, its deck and pile; `play`: turns, legal actions and their effects
//! - `score`: points, landings, the match
//! - `memory`: the record of unseen cards after a new deck; `view`: the view of a seat; `worlds`: deals that agree with
//!   a view
//! - `observe`: the view as numbers, for programs that learn
//! - `playout`: fast random play; `show`: actions in words
//! - `hint`: the rule player; `belief`: inferences from the other players' turns about their cards; `reasons`: reasons
//!   for an action
//!
//! ```
//! use game::{Game, Seat, Shuffles};
//! use kael::{Kael, Rules};
//!
//! let rules = Rules::default();
//! let standing = Kael::start(&rules, 4)?;
//! let mut deal = Kael::deal(&rules, &standing, Shuffles::from_seed(cards::Seed::numbered(1)));
//! deal.play(Seat::new(0), "deal 5".parse()?)?; // [K2]
//! let mut legal = Vec::new();
//! deal.legal(Seat::new(1), &mut legal); // the seat after the dealer plays first [K3]
//! deal.play(Seat::new(1), legal[0])?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod action;
mod belief;
mod card;
mod hand;
mod hint;
mod memory;
mod observe;
mod play;
mod playout;
mod reasons;
mod rules;
mod score;
mod show;
mod state;
mod view;
mod worlds;

pub use action::{Action, ActionKind, Facts, Source};
pub use card::{Card, pack};
pub use hand::Hand;
pub use memory::MemoryEvent;
pub use rules::{CallFrom, CutFrom, FalseCall, GoodDraw, Landings, MatchEnd, Rules};
pub use score::{CALL_LIMIT, CallOutcome, FAILED_CALL, LANDING, LAST_TOTAL, Outcome, Standing};
pub use state::{Fresh, Kael};
pub use view::{Step, View};
pub use worlds::Sampler;

use game::{Endgame, Solvable};

impl Endgame for Kael {}

impl Solvable for Kael {}
