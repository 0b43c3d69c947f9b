//! Whole matches of every game, played through the messages that a page sends. In between, the page is loaded again,
//! and finds only the stored data.

mod analyses;
mod logs;
mod looking_back;
mod matches;
mod mistakes;
mod page;
mod practice;
mod promises;
mod seeded;
mod tabs;
mod unreadable;
