//! What a card game is to cardroom.
//!
//! A game implements [`Game`] (the rules), [`Show`] (how an action appears to people and records), [`Claims`] (races for an
//! action), [`Marks`] (what is counted beside points), [`Playout`] (fast random play), [`Worlds`] (what a seat does not
//! know), the four parts of [`Hint`] (how to play) and [`Observe`] (the deal as numbers, for programs that learn). Everything else in
//! the house, tables, bots, search, records, works on these traits. A new game calls [`laws::keep`] in its tests.
//!
//! The map: [`Game`] in `rules.rs` and its companions each in a file of their own; [`Seat`], [`SeatSet`], [`PerSeat`];
//! [`Turn`]; [`Shuffles`], where all chance comes from; [`Options`], house rules, and [`WrittenOptions`], those of a match that was begun under older rules; [`Rng`]; [`best_play`], ends of deals exactly; `perft` and
//! `laws` for tests.

mod belief;
mod endgame;
mod hint;
pub mod laws;
mod observe;
mod options;
pub mod perft;
mod playout;
mod reason;
mod rng;
mod rules;
mod seat;
mod show;
mod shuffles;
mod solve;
mod turn;
mod utility;
mod worlds;
mod written;

pub use belief::{Belief, resampled};
pub use endgame::{Endgame, best_play};
pub use hint::{Hint, Policy};
pub use observe::{Ask, Channel, Channels, Choice, Observe, in_pack_order, mask_legal, spread, width};
/// JSON, as options are written.
pub use serde_json::{Map, Value};

pub use options::{OptionError, OptionField, OptionKind, Options, read_options};
pub use playout::{LONGEST_ROLLOUT, Playout, playout, rollout};
pub use reason::{Explain, Reason};
pub use rng::Rng;
pub use rules::{Data, Game, PlayError, Refusal, SeatsError};
pub use seat::{MAX_SEATS, PerSeat, Seat, SeatSet, Viewer};
pub use show::{ClaimWords, Claims, Marks, Race, Show};
pub use shuffles::Shuffles;
pub use solve::{Advance, Puzzle, Solve};
pub use turn::Turn;
pub use utility::{relative_utility, utilities, utility};
pub use worlds::Worlds;
pub use written::{WrittenOptions, WrittenOptionsError};
