//! Whole matches of every game, played through the messages as a page plays them. The page is loaded again in between,
//! and finds only what was stored.

mod analyses;
mod logs;
mod looking_back;
mod matches;
mod page;
mod promises;
mod seeded;
mod tabs;
mod unreadable;
