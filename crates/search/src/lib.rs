//! Bots over any game. They get a view, never a deal, and no seed but their own.
//!
//! `bot` what a bot is · `level` the levels by name · `random`, `rule`, `beginner` players that do not look ahead · `pimc`,
//! `ismcts` players that search worlds which agree with their view · `worth` what they want · `cost`
//! what a decision cost against a better one.

mod beginner;
mod bot;
mod cost;
mod ismcts;
mod level;
mod pimc;
mod random;
mod rule;
mod worth;

pub use beginner::BeginnerBot;
pub use bot::{Ask, Bot, Estimate};
pub use cost::{Cost, cost};
pub use ismcts::{Ismcts, Rollouts};
pub use level::{LEVELS, Level, METHODS, level};
pub use pimc::{Endings, Pimc};
pub use random::RandomBot;
pub use rule::RuleBot;
pub use worth::against_the_others;
