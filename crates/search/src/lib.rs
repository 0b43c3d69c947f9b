//! Bots for any game, and exact search for games of one seat. A bot gets a view, never a deal, and a seed of its own.
//!
//! - `bot`: the trait of a bot; `level`: the levels by name
//! - `random`, `rule`, `beginner`: players without search; `learned`: the player of a net
//! - `pimc`, `net_rollouts`, `ismcts`: players that search worlds, that is, deals that agree with their view
//! - `evaluate`: the expected gain of each choice of a decision
//!
//! A search has these parts. `weighted_worlds` makes worlds and weights them by the likelihood of the other seats'
//! actions. `candidates` are simulated in these worlds. `rollout` plays a world to its end, `utility` values the
//! result, `mean` averages the values, and `halving` drops the weaker candidates.
//!
//! [`solve`]: search that decides whether a deal of one seat, with all cards known, can be won.
//!
//! Search maximises [`game::utility`].

mod beginner;
mod bot;
mod candidates;
mod evaluate;
mod halving;
mod ismcts;
mod learned;
mod level;
mod mean;
mod net_rollouts;
mod pimc;
mod random;
mod rollout;
mod rule;
pub mod solve;
mod utility;
mod weighted_worlds;

pub use beginner::BeginnerBot;
pub use bot::{Ask, Bot, Estimate};
pub use evaluate::{AdvisedBot, FINALISTS, Judging, Weighed, evaluate};
pub use ismcts::{Ismcts, Rollouts};
pub use learned::{LearnedBot, LoadNetError, load_net, net_of};
pub use level::{LEVELS, Level, METHODS, Simulations, level};
pub use net_rollouts::NetRollouts;
pub use pimc::Pimc;
pub use random::RandomBot;
pub use rollout::Endings;
pub use rule::RuleBot;
