//! The server: HTTP, WebSockets, sessions, limits, and the shell around each room (`crates/room`).
//!
//! Entry points:
//!
//! - `server` starts, runs and stops a server. `listener` accepts connections, `routes` says which function answers
//!   which address, `state` is what every request can reach.
//! - `http`: the API, one file for each resource. `ws`: the WebSockets of people and of engines.
//! - `actor`: one task for each loaded table. It owns the table's room, and everything reaches it through a mailbox.
//!   So there are no locks, and the order of the mailbox is the order of play. `crates/room` decides what happens at
//!   a table; the actor stores, sends, and asks bots. A table is loaded from its stored log when somebody first asks
//!   for it, and unloaded when nobody has been there for a while.
//! - Other servers that share the store: `forward` and `forwarded_client` pass requests and sockets of a table on to its
//!   owner, and read whom they come from; `peers`: which servers live, and the connections to them; `up_to_date` reads who was
//!   banned, logged out or deleted there.
//!
//! Beside these:
//!
//! - tables: `tables` loads them, `ownership` drops those that other servers may own by now, `folding` summarises those that are
//!   not loaded, `lobby` lists the public ones; `setup`: a new table; `stored`: a stored one
//! - people: `session` and `devices` (cookies), `person` (deletes one), `ids`, `links` (with QR codes), `open_connections` (ends
//!   those of people who may not stay)
//! - hosts: `admin` (the socket in the data folder), `host` (what a host has set), `host_pages`, `host_requests` (what a host
//!   asks of a table), `pruning` (deletes once a day), `metrics`, `panics`
//! - limits: `origin` (where a request comes from), `limits`, `hourly`, `rate_limits`, `paced_stream` (clients that read too
//!   slowly), `work` (what takes processor time, in lines), `turns` (whose turn it is)
//! - `error`: errors of the API; `openapi`: its description; `page`: the page inside the binary; `time`: the calendar clock

mod actor;
mod admin;
mod devices;
mod error;
mod folding;
mod forward;
mod forwarded_client;
mod host;
mod host_pages;
mod host_requests;
mod hourly;
mod http;
mod ids;
mod limits;
mod links;
mod listener;
mod lobby;
mod metrics;
mod open_connections;
mod openapi;
mod origin;
mod ownership;
mod paced_stream;
mod page;
mod panics;
mod peers;
mod person;
mod pruning;
mod rate_limits;
mod routes;
mod server;
mod session;
mod setup;
mod state;
mod stored;
mod tables;
mod time;
mod turns;
mod up_to_date;
mod work;
mod ws;

pub use admin::{
    ADMIN_SOCKET, AdminAnswer, AdminBan, AdminGuest, AdminLine, AdminLink, AdminLogLine, AdminNode, AdminPart,
    AdminReport, AdminRequest, AdminSeat, AdminTable, DrainRequest, PeopleRequest, RecordsRequest, TablesRequest,
};
pub use host_pages::{HostPages, HostPagesError};
pub use limits::Limits;
pub use origin::{TrustedRange, is_loopback, is_of_the_house};
pub use panics::panics;
pub use peers::NodeKey;
pub use room::{Pace, TalkRules, WordFilter};
pub use routes::api_description;
pub use server::{Config, MetricsAt, NodeConfig, Server, StartError};
