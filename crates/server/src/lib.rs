//! The server: HTTP, WebSockets, sessions, limits, and the shell around each room (`crates/room`).
//!
//! Entry points:
//!
//! - `server` starts, runs and stops a server. `listener` accepts connections, `routes` maps addresses to functions,
//!   `state` is the data that every request can reach.
//! - `http`: the API, one file for each resource. `ws`: the WebSockets of people and of engines.
//! - `actor`: one task for each loaded table. The task owns the table's room. Others reach the room only through the
//!   task's mailbox. So there are no locks, and the order of the mailbox is the order of play. `crates/room` decides
//!   what happens at a table; the actor stores, sends, and asks bots. The first request for a table loads the table
//!   from its stored log. The table is unloaded when nobody has been connected for a while.
//! - Other servers that share the store: `forward` passes the requests and sockets of a table on to its owner;
//!   `forwarded_client` states the client of such a request; `peers` knows the living servers and connects to them;
//!   `up_to_date` reads which people and devices the other servers have banned, logged out or deleted.
//!
//! Beside these:
//!
//! - tables: `tables` loads them, `ownership` drops tables that other servers may own by now, `folding` limits how many
//!   logs are replayed at the same time, `lobby` lists the public tables; `setup`: new tables; `stored`: stored tables
//! - the deals of the day: `days` (their secret, clock, and matches of bots)
//! - people: `session` and `devices` (cookies), `person` (deletes a person), `ids`, `links` (with QR codes),
//!   `open_connections` (closes the connections of people who were banned or logged out)
//! - hosts: `admin` (the socket in the data folder), `host` (the host's settings), `host_pages`, `host_requests` (the
//!   host's requests about a table), `pruning` (deletes old data once a day), `metrics`, `panics`
//! - limits: `origin` (the address of a request), `limits`, `hourly`, `rate_limits`, `paced_stream` (clients that read
//!   too slowly), `work` (queues for work that takes processor time), `turns` (the order in these queues)
//! - `error`: errors of the API; `openapi`: its description; `page`: the page in the binary; `time`: the calendar clock

mod actor;
mod admin;
mod days;
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
    ADMIN_SOCKET, AdminAnswer, AdminBan, AdminGuest, AdminLine, AdminLink, AdminLogLine, AdminNode, AdminReport,
    AdminRequest, AdminSeat, AdminTable, DrainRequest, PeopleRequest, RecordsRequest, TablesRequest,
};
pub use days::DaysConfig;
pub use host_pages::{HostPages, HostPagesError};
pub use limits::Limits;
pub use origin::{TrustedRange, is_loopback, is_of_the_house};
pub use panics::panics;
pub use peers::NodeKey;
pub use room::{Pace, TalkRules, WordFilter};
pub use routes::api_description;
pub use server::{Config, MetricsAt, NodeConfig, Server, StartError};
