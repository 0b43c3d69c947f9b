//! Bots for any game. A bot gets a view, never a deal, and no seed but its own.
//!
//! `bot` what a bot is · `level` the levels by name · `random`, `rule`, `beginner` players that do not look ahead · `learned`
//! a net's player · `net_rollouts` the same, looking ahead · `pimc`, `ismcts` players that search worlds which agree with their
//! view · `evaluate` what each choice of a decision brings. What they maximise is [`game::utility`].

mod beginner;
mod bot;
mod evaluate;
mod ismcts;
mod learned;
mod level;
mod net_rollouts;
mod pimc;
mod random;
mod rule;
mod utility;

pub use beginner::BeginnerBot;
pub use bot::{Ask, Bot, Estimate};
pub use evaluate::{Evaluation, FINALISTS, Weighed, evaluate};
pub use ismcts::{Ismcts, Rollouts};
pub use learned::{LearnedBot, net_of};
pub use level::{LEVELS, Level, METHODS, Simulations, level};
pub use net_rollouts::NetRollouts;
pub use pimc::{Endings, Pimc};
pub use random::RandomBot;
pub use rule::RuleBot;
