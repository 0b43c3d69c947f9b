//! Whole matches of every game, played through the messages as a page does, over a store that forgets nothing but what
//! it was not yet given.

mod looking_back;
mod matches;
mod page;
mod promises;
mod seeded;
mod tabs;
mod unreadable;
