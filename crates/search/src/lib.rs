//! Bots for any game. A bot gets a view, never a deal, and a seed of its own.
//!
//! - `bot`: what a bot is; `level`: the levels by name
//! - `random`, `rule`, `beginner`: players without search; `learned`: the player of a net
//! - `pimc`, `ismcts`: players that search worlds, that is, deals that agree with their view; `likely`: draws
//!   worlds by the likelihood of the others' actions in them
//! - `halving`: the search of `pimc` and `net_rollouts`; `deals`: its simulated deals
//! - `net_rollouts`: search with a net; `believed`: draws worlds by the likelihood of the others' actions, if the net
//!   had chosen them
//! - `evaluate`: the expected gain of each choice of a decision; `utility`: what a finished playout is worth
//!
//! Search maximises [`game::utility`].

mod beginner;
mod believed;
mod bot;
mod deals;
mod evaluate;
mod halving;
mod ismcts;
mod learned;
mod level;
mod likely;
mod net_rollouts;
mod pimc;
mod random;
mod rule;
mod utility;

pub use beginner::BeginnerBot;
pub use bot::{Ask, Bot, Estimate};
pub use evaluate::{AdvisedBot, Evaluation, FINALISTS, Judging, Weighed, evaluate};
pub use ismcts::{Ismcts, Rollouts};
pub use learned::{LearnedBot, LoadNetError, load_net, net_of};
pub use level::{LEVELS, Level, METHODS, Simulations, level};
pub use net_rollouts::NetRollouts;
pub use pimc::{Endings, Pimc};
pub use random::RandomBot;
pub use rule::RuleBot;
