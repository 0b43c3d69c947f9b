//! Administration: a socket in the data folder, which only the user of the server (and root) can open. A request is a line
//! of JSON, so is its answer. What changes something is written into a log first, with the user of the system who asked.
//!
//! - `wire`: requests and answers
//! - `work`: carries requests out; `tables`, `people` and `nodes` for what concerns them

mod nodes;
mod outcome;
mod people;
#[cfg(unix)]
mod socket;
mod tables;
mod wire;
mod work;

#[cfg(unix)]
pub(crate) use socket::AdminSocket;
pub(crate) use tables::close_owned;
pub use wire::{
    AdminAnswer, AdminBan, AdminGuest, AdminLine, AdminLink, AdminLogLine, AdminNode, AdminPart, AdminReport,
    AdminRequest, AdminSeat, AdminTable,
};

/// The name of the socket in the data folder.
pub const ADMIN_SOCKET: &str = "admin.sock";
