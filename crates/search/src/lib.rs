//! Bots over any game. They get a view, never a deal, and no seed but their own.
//!
//! `bot` what a bot is and the levels · `random` · `rule` · `erased` a bot behind [`table::AnyBot`].

mod bot;
mod erased;
mod random;
mod rule;

pub use bot::{Ask, Bot, LEVELS, Level, level};
pub use erased::Erased;
pub use random::RandomBot;
pub use rule::RuleBot;
