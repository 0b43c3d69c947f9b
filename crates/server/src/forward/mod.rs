//! Several servers that share a store: a request or a socket of a table goes to the node that owns the table. This node passes the
//! bytes on, both ways, and knows nothing of what they say.
//!
//! - `proxy`: finds the owner, and passes a request or a socket on
//! - `client`: whom a request comes from, in a header that only nodes can set
//! - `peers`: the other nodes: which live, and connections to and from them; `key`: the key of a node, and TLS

mod client;
mod key;
mod peers;
mod proxy;

pub(crate) use client::{ForwardedClient, read_client};
pub use key::NodeKey;
pub(crate) use peers::Peers;
pub(crate) use proxy::{HostRequest, ask_host, ask_table, attend_host, to_owner};
