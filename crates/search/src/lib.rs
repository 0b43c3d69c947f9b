//! Bots over any game. They get a view, never a deal, and no seed but their own.
//!
//! `bot` what a bot is and the levels · `random` · `rule`.

mod bot;
mod random;
mod rule;

pub use bot::{Ask, Bot, LEVELS, Level, level};
pub use random::RandomBot;
pub use rule::RuleBot;
