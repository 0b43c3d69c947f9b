//! Every reader of untrusted input: it never panics, and it takes no more processor time than its bound.

mod requests;
mod texts;
mod trial;

#[path = "../../../server/tests/all/client.rs"]
mod client;
