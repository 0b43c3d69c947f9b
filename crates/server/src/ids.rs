//! Ids and secret tokens, from the random bits of the operating system; a token is stored as its hash.

use answers::imports::{ID_LETTERS, letters};
use sha2::{Digest, Sha256};
use store::TokenHash;

pub(crate) fn new_id() -> String {
    letters(&random::<ID_LETTERS>())
}

pub(crate) fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system has random bits");
    bytes
}

/// A token of a session: 256 bits.
pub(crate) fn session_token() -> String {
    hex::encode(random::<32>())
}

/// A token of a link or of an engine: 128 bits.
pub(crate) fn link_token() -> String {
    hex::encode(random::<16>())
}

/// The hash under which the store knows a token.
pub(crate) fn hash(token: &str) -> TokenHash {
    Sha256::digest(token.as_bytes()).into()
}
