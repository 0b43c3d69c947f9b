//! Ids and secret tokens, made of the operating system's random bits. Only the hash of a token is stored.

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

/// Makes the token of a session: 256 random bits.
pub(crate) fn session_token() -> String {
    hex::encode(random::<32>())
}

/// Makes the token of a link or of an engine: 128 random bits.
pub(crate) fn link_token() -> String {
    hex::encode(random::<16>())
}

/// Returns the hash under which the store knows a token.
pub(crate) fn hash(token: &str) -> TokenHash {
    Sha256::digest(token.as_bytes()).into()
}
