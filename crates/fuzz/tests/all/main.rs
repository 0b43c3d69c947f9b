//! Every reader of what strangers send: it never panics, and takes no more time of the processor than its bound.

mod requests;
mod texts;
mod trial;

#[path = "../../../server/tests/all/client.rs"]
mod client;
