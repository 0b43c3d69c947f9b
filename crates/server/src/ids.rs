//! Ids and secret tokens, from the random bits of the operating system; a token is stored as its hash.

use sha2::{Digest, Sha256};
use store::TokenHash;

/// The letters of ids: no two look alike.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// 16 letters of 5 bits are 80 bits: nobody can guess an id.
const ID_LETTERS: usize = 16;

pub(crate) fn new_id() -> String {
    letters(&random::<ID_LETTERS>())
}

/// An id from random bytes, or from those of a hash.
pub(crate) fn letters(bytes: &[u8]) -> String {
    bytes.iter().take(ID_LETTERS).map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
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
