//! Administration over a socket in the data folder. Only the user of the server (and root) can open the socket. A
//! request is one line of JSON, and so is its answer. If a request changes something, the server first logs the request
//! and the system user who sent it.
//!
//! - `socket`: the socket, and the check who may use it; `wire`: requests and answers
//! - `work`: carries out requests; `tables`, `people` and `nodes` do this for requests about their subject; `outcome`:
//!   the text of an answer

mod nodes;
mod outcome;
mod people;
mod socket;
mod tables;
mod wire;
mod work;

pub(crate) use socket::AdminSocket;
pub use wire::{
    AdminAnswer, AdminBan, AdminGuest, AdminLine, AdminLink, AdminLogLine, AdminNode, AdminReport, AdminRequest,
    AdminSeat, AdminTable, DrainRequest, PeopleRequest, RecordsRequest, TablesRequest,
};

/// The name of the socket in the data folder.
pub const ADMIN_SOCKET: &str = "admin.sock";
