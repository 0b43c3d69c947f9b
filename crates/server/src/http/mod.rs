//! The HTTP API: one file for each resource. `crate::routes` maps addresses to functions.

pub(crate) mod body;

pub(crate) mod daily;
pub(crate) mod days;
pub(crate) mod deals;
pub(crate) mod devices;
pub(crate) mod engines;
pub(crate) mod games;
pub(crate) mod health;
pub(crate) mod host;
pub(crate) mod invites;
pub(crate) mod lessons;
pub(crate) mod lobby;
pub(crate) mod me;
pub(crate) mod mistakes;
pub(crate) mod my_data;
pub(crate) mod practice;
pub(crate) mod records;
pub(crate) mod replays;
pub(crate) mod reports;
pub(crate) mod seats;
pub(crate) mod statistics;
pub(crate) mod tables;
