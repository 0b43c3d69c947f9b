//! An attempt to shuffle together as text, in messages and in records.

use std::fmt::Display;
use std::str::FromStr;

use cards::{NoHash, Nonce, Seed, ShuffleAttempt};
use serde::{Deserialize, Serialize};

/// One attempt to shuffle together, with all that is public so far. The JSON keys are the symbols of
/// docs/bots/records.md.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct SharedAttempt {
    /// The number of the attempt, from 0.
    pub k: u32,
    /// The commitment of the server's secret.
    #[serde(rename = "C")]
    pub commitment: String,
    /// The hash of each seat. Null for all seats until the list is complete, later for seats that take no part.
    pub h: Vec<Option<String>>,
    /// The nonce of each seat. Null for all seats until the attempt ends. Later, null for seats that have not revealed
    /// a nonce.
    pub n: Vec<Option<String>>,
    /// The server's secret. Null in the last attempt until the match is over.
    #[serde(rename = "S", deserialize_with = "crate::read_nullable")]
    pub secret: Option<String>,
    /// The seats that had no person when the attempt began. Bots take no part.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<u8>>"))]
    pub bots: Vec<u8>,
}

impl SharedAttempt {
    /// Writes attempt number `k` with its hashes and nonces. It has the secret if that is public.
    pub fn written(k: u32, attempt: &ShuffleAttempt, with_secret: bool) -> SharedAttempt {
        SharedAttempt {
            k,
            commitment: attempt.commitment.to_string(),
            h: attempt.sealed.iter().map(|sealed| sealed.map(|sealed| sealed.to_string())).collect(),
            n: attempt.nonces.iter().map(|nonce| nonce.map(Nonce::reveal)).collect(),
            secret: attempt.secret.filter(|_| with_secret).map(Seed::reveal),
            bots: attempt.bots.clone(),
        }
    }

    /// Reads the attempt.
    ///
    /// # Errors
    /// If a part is not a hash. The text names the part.
    pub fn read(&self) -> Result<ShuffleAttempt, String> {
        let part = |letter: &str, error: &dyn Display| format!("attempt {}: {letter}: {error}", self.k);
        Ok(ShuffleAttempt {
            commitment: self.commitment.parse().map_err(|_| part("C", &NoHash))?,
            sealed: each(&self.h).map_err(|error| part("h", &error))?,
            nonces: each(&self.n).map_err(|error| part("n", &error))?,
            secret: self.secret.as_deref().map(str::parse).transpose().map_err(|_| part("S", &NoHash))?,
            bots: self.bots.clone(),
        })
    }
}

fn each<T: FromStr>(texts: &[Option<String>]) -> Result<Vec<Option<T>>, T::Err> {
    texts.iter().map(|text| text.as_deref().map(str::parse).transpose()).collect()
}
