//! The traits of a card game, and the types that all games share.
//!
//! The main trait is [`Game`]. A game implements these traits. The name before each trait is its file in this crate:
//!
//! - `rules`: [`Game`], the rules
//! - `show`: [`Show`], how an action appears to people and in records, which actions are lost when the next player
//!   moves, and what statistics count beside points
//! - `rest`: [`Rest`], deals that are decided before the last card
//! - `playout`: [`Playout`], random play at full speed
//! - `worlds`: [`Worlds`], deals that agree with what a seat knows
//! - the four parts of [`Hint`], how to play. `hint`: [`Policy`], the rule player; `belief`: [`Belief`], what actions
//!   reveal; `endgame`: [`Endgame`], exact play of the end ([`best_play`]); `reason`: [`Explain`], reasons for an
//!   action
//! - `observe`: [`Observe`], the deal as numbers, for machine learning
//! - `solve`: [`Solvable`], whether the game is a solitaire that can be solved; if so, it also implements [`Solve`]
//!
//! Tables, bots, search and records work on these traits. A new game calls [`laws::check_laws`] in its tests.
//!
//! All games share the types in these files:
//!
//! - `seat`: [`Seat`], [`SeatSet`] and [`PerSeat`]; `turn`: [`Turn`], who acts next
//! - `shuffles`: [`Shuffles`], the only source of chance; `rng`: [`Rng`], the random numbers of bots
//! - `options`: [`Options`], the house rules; `written`: [`WrittenOptions`], the options of a recorded match, which may
//!   have begun under older rules
//! - `shared_attempt`: [`SharedAttempt`], an attempt to shuffle together in messages and records
//! - `standing`: [`MatchStanding`], and [`Standing`] for games in which every deal adds points
//! - `refusal`: [`Refusal`]; `match_phase`: [`MatchPhase`]; `verdict`: [`Verdict`]; `event`: [`PublicEvent`], an event
//!   at a table
//! - `utility`: the number that search and arena maximise
//! - `compact`: [`sort_compactly`], a slow sort with little code; `json`: [`read_json`], a reader of JSON with little
//!   code
//! - `laws`, `perft`: for tests; `typescript`: the types as the page declares them

mod belief;
mod compact;
mod endgame;
mod event;
mod hint;
mod json;
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
mod shared_attempt;
mod show;
mod shuffles;
mod solve;
mod standing;
mod turn;
#[cfg(feature = "types")]
mod typescript;
mod utility;
mod verdict;
mod worlds;
mod written;

pub use belief::{Belief, resampled, resampled_by};
pub use compact::sort_compactly;
pub use endgame::{Endgame, best_play};
pub use event::{NewPlayer, PublicEvent};
pub use hint::{Hint, Policy, random_answer};
pub use json::{TaggedKeys, parse_json, read_json, read_nullable, read_stored, read_value, write_value};
pub use match_phase::MatchPhase;
pub use observe::{Channel, Channels, Chosen, NetFile, Observe, Prompt, in_pack_order, mask_legal, spread, width};
/// The JSON types in which options are written.
pub use serde_json::{Map, Value};

pub use options::{OptionError, OptionField, OptionKind, Options, read_options};
pub use playout::{LONGEST_ROLLOUT, Playout, play_by, playout, rollout};
pub use reason::{Explain, Reason};
pub use refusal::Refusal;
pub use rest::Rest;
pub use rng::Rng;
pub use rules::{Data, Game, PlayError, SeatsError};
pub use seat::{MAX_SEATS, PerSeat, Seat, SeatSet, Viewer};
pub use shared_attempt::SharedAttempt;
pub use show::{BoardKind, ClaimWords, Race, Show};
pub use shuffles::Shuffles;
pub use solve::{Advance, Puzzle, Solvable, Solve, SolveJob};
pub use standing::{MatchStanding, Standing};
pub use turn::Turn;
#[cfg(feature = "types")]
pub use typescript::declarations;
pub use utility::{relative_utility, utilities, utility};
pub use verdict::Verdict;
pub use worlds::Worlds;
pub use written::{WrittenOptions, WrittenOptionsError};
