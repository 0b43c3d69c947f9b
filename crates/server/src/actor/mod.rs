//! The shell around a room ([`room::Room`]). Each table has one task, called its actor. The actor reads mail, passes
//! the time to the room, and carries out the room's effects: it stores, sends, and asks bots. `crates/room` decides
//! everything that happens at a table. All `await`s of a table are in this module.
//!
//! - `event_loop`: the actor itself; `run`: starts it; `services`: the services that all actors share
//! - `mail`: the messages to an actor; `read_mail`: turns them into inputs; `mailboxes`: the mailboxes of all loaded
//!   tables
//! - `effects`: carries out the room's effects; `thinking`: runs bots and help away from the async threads
//! - `load`: makes a room from a stored table
//! - `script`: scripted bots for tests

#[cfg(test)]
mod away_tests;
#[cfg(test)]
mod bounds_tests;
#[cfg(test)]
mod claims_tests;
mod effects;
#[cfg(test)]
mod engine_tests;
mod event_loop;
#[cfg(test)]
mod fairness_tests;
#[cfg(test)]
mod history_tests;
mod load;
mod mail;
mod mailboxes;
#[cfg(test)]
mod newcomers_tests;
#[cfg(test)]
mod people_tests;
mod read_mail;
mod run;
#[cfg(test)]
mod script;
#[cfg(test)]
mod secret_timing_tests;
mod services;
#[cfg(test)]
mod settings_tests;
#[cfg(test)]
mod spectators_tests;
#[cfg(test)]
mod tests;
mod thinking;
#[cfg(test)]
mod timing_tests;

pub(crate) use self::mail::{Arrived, MAILBOX, Mail};
pub(crate) use self::mailboxes::Mailboxes;
pub(crate) use self::run::run;
#[cfg(test)]
pub(crate) use self::script::{Adviser, Script};
pub(crate) use self::services::Services;
