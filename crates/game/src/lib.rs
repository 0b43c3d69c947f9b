//! What a card game is to cardroom.
//!
//! A game implements these traits:
//!
//! - [`Game`]: the rules
//! - [`Show`]: how an action appears to people and in records
//! - [`Claims`]: which actions are claims that race; [`Rest`]: ends that are decided before the last card;
//!   [`Marks`]: what is counted beside points
//! - [`Playout`]: random play at full speed
//! - [`Worlds`]: deals that agree with what a seat knows
//! - the four parts of [`Hint`]: how to play
//! - [`Observe`]: the deal as numbers, for programs that learn
//! - [`Solvable`]: whether it is a solitaire that can be solved; then also [`Solve`]
//!
//! Tables, bots, search and records work on these traits. A new game calls [`laws::keep`] in its tests.
//!
//! All games share these types: [`Seat`], [`SeatSet`] and [`PerSeat`]; [`Turn`], who acts next; [`Shuffles`], the
//! only source of chance; [`Options`], the house rules, and [`WrittenOptions`], those of a match that began under
//! older rules; [`Refusal`]; [`MatchPhase`]; [`Verdict`]; [`Rng`]; [`best_play`], exact play of the end of a deal.
//! `perft` and `laws` are for tests.

mod belief;
mod endgame;
mod event;
mod hint;
pub mod laws;
mod match_phase;
mod observe;
mod options;
pub mod perft;
mod playout;
mod reason;
mod refusal;
mod rest;
mod rng;
mod rules;
mod seat;
mod show;
mod shuffles;
mod solve;
mod turn;
mod utility;
mod verdict;
mod worlds;
mod written;

pub use belief::{Belief, resampled};
pub use endgame::{Endgame, best_play};
pub use event::{NewPlayer, PublicEvent};
pub use hint::{Hint, Policy};
pub use match_phase::MatchPhase;
pub use observe::{Channel, Channels, Chosen, Observe, Prompt, in_pack_order, mask_legal, spread, width};
/// JSON, as options are written.
pub use serde_json::{Map, Value};

pub use options::{OptionError, OptionField, OptionKind, Options, read_options};
pub use playout::{LONGEST_ROLLOUT, Playout, play_by, playout, rollout};
pub use reason::{Explain, Reason};
pub use refusal::Refusal;
pub use rest::Rest;
pub use rng::Rng;
pub use rules::{Data, Game, PlayError, SeatsError};
pub use seat::{MAX_SEATS, PerSeat, Seat, SeatSet, Viewer};
pub use show::{ClaimWords, Claims, Marks, Race, Show};
pub use shuffles::Shuffles;
pub use solve::{Advance, Puzzle, Solvable, Solve, SolveJob};
pub use turn::Turn;
pub use utility::{relative_utility, utilities, utility};
pub use verdict::Verdict;
pub use worlds::Worlds;
pub use written::{WrittenOptions, WrittenOptionsError};
