//! Tables for people: who asks (`session`), what they ask (`api`, `socket`), and the tables themselves.
//!
//! Each table that is awake has one task, its `actor`, which owns the table's room (`crates/room`); everything reaches it
//! through a mailbox, so there are no locks and the order of the mailbox is the order of play. What happens at a table is
//! decided in `crates/room`; the actor stores, sends and asks. Tables are loaded on first touch by folding their stored log,
//! and let go again when nobody has been there for a while.
//!
//! `tables` which tables are awake · `lobby` the public ones · `invites` links for friends · `engines` programs that play ·
//! `open_table` setups in and out of the store · `page` the page inside the binary · `origin` whose page asks, and from where ·
//! `limits` how much one may ask for · `watchman` and `meters` what a host can ask and measure · `fault` what goes wrong over
//! HTTP · `openapi` all of it described · `work` what takes a processor for a while, done for people in pools with a limit by
//! guest.

mod actor;
mod api;
mod app;
mod deadlines;
mod deals;
mod devices;
mod door;
mod engines;
mod fault;
mod invites;
mod lag;
mod lesson;
mod limits;
mod lobby;
mod meters;
mod open_table;
mod openapi;
mod origin;
mod page;
mod panics;
mod person;
mod replay;
mod serve;
mod session;
mod socket;
mod statistics;
mod tables;
mod time;
mod watchman;
mod work;

pub use limits::Limits;
pub use panics::panics;
pub use room::Pace;
pub use serve::{Config, Server, StartError};
