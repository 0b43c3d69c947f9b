//! The key `entropy` of a record: how the seed was made.

use cards::{Seed, ShuffleAttempt, check_attempts};
use serde::{Deserialize, Serialize};

use super::RecordFault;

/// One attempt to shuffle together. The JSON keys are the symbols of docs/records.md.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct EntropyAttempt {
    /// The number of the attempt, from 0.
    k: u32,
    /// The commitment of the server's secret.
    #[serde(rename = "C")]
    commitment: String,
    /// The hash of each seat's nonce; null for a seat that took no part.
    h: Vec<Option<String>>,
    /// The nonce of each seat; null where it was not revealed.
    n: Vec<Option<String>>,
    /// The server's secret; null in the last attempt of a match that goes on.
    #[serde(rename = "S", deserialize_with = "Option::deserialize")]
    secret: Option<String>,
    /// The seats that had no person when the attempt began.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    bots: Vec<u8>,
}

impl EntropyAttempt {
    /// Writes attempt number `k`, with its secret if `is_public`.
    fn written(k: u32, attempt: &ShuffleAttempt, is_public: bool) -> EntropyAttempt {
        let secret = attempt.secret.filter(|_| is_public);
        EntropyAttempt {
            k,
            commitment: attempt.commitment.to_string(),
            h: attempt.sealed.iter().map(|sealed| sealed.map(|sealed| sealed.to_string())).collect(),
            n: attempt.nonces.iter().map(|nonce| nonce.map(cards::Nonce::reveal)).collect(),
            secret: secret.map(Seed::reveal),
            bots: attempt.bots.clone(),
        }
    }

    /// Reads this attempt, which must have the number `due`.
    fn read(&self, due: usize) -> Result<ShuffleAttempt, String> {
        if self.k as usize != due {
            return Err(format!("attempt {due} is numbered {}", self.k));
        }
        let part = |letter: &str, error: &dyn std::fmt::Display| format!("attempt {due}: {letter}: {error}");
        Ok(ShuffleAttempt {
            commitment: self.commitment.parse().map_err(|_| part("C", &cards::NoHash))?,
            sealed: each(&self.h).map_err(|error| part("h", &error))?,
            nonces: each(&self.n).map_err(|error| part("n", &error))?,
            secret: self.secret.as_deref().map(str::parse).transpose().map_err(|_| part("S", &cards::NoHash))?,
            bots: self.bots.clone(),
        })
    }
}

fn each<T: std::str::FromStr>(texts: &[Option<String>]) -> Result<Vec<Option<T>>, T::Err> {
    texts.iter().map(|text| text.as_deref().map(str::parse).transpose()).collect()
}

/// Writes the attempts for a record. The secret of the last attempt is written only with the seed.
pub(super) fn written(attempts: &[ShuffleAttempt], with_seed: bool) -> Vec<EntropyAttempt> {
    let written = (0_u32..).zip(attempts).map(|(k, attempt)| {
        let void = k as usize + 1 < attempts.len();
        EntropyAttempt::written(k, attempt, void || with_seed)
    });
    written.collect()
}

/// Checks the attempts against the seed of the record; `seed` is `None` while the match goes on.
pub(super) fn check(attempts: &[EntropyAttempt], seats: u8, seed: Option<Seed>) -> Result<(), RecordFault> {
    let fault = |why: &dyn std::fmt::Display| RecordFault::new(format_args!("entropy: {why}"));
    let attempts = attempts.iter().enumerate().map(|(due, attempt)| attempt.read(due));
    let attempts = attempts.collect::<Result<Vec<ShuffleAttempt>, String>>().map_err(|why| fault(&why))?;
    check_attempts(&attempts, usize::from(seats), seed).map_err(|why| fault(&why))
}

/// The seats that made the seed of a match together, from its record. Valid only if the record has been checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contributions {
    /// For each seat, `true` if its nonce is in the last attempt, which counts.
    pub seats: Vec<bool>,
    /// For each void attempt, the seats that did not reveal their nonce.
    pub withheld: Vec<Vec<usize>>,
}

impl Contributions {
    /// Collects the seats from the attempts; `None` if there is no attempt.
    pub(super) fn of(attempts: &[EntropyAttempt]) -> Option<Contributions> {
        let (last, void) = attempts.split_last()?;
        let withheld = |attempt: &EntropyAttempt| {
            let seats = attempt.h.iter().zip(&attempt.n).enumerate();
            seats.filter(|(_, (h, n))| h.is_some() && n.is_none()).map(|(seat, _)| seat).collect()
        };
        Some(Contributions {
            seats: last.n.iter().map(Option::is_some).collect(),
            withheld: void.iter().map(withheld).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    fn checked(vector: &Value) -> Result<(), String> {
        let attempts: Vec<EntropyAttempt> =
            serde_json::from_value(vector["entropy"].clone()).map_err(|error| error.to_string())?;
        let seed = vector["seed"].as_str().map(|seed| seed.parse().unwrap());
        let seats = vector["seats"].as_u64().unwrap() as u8;
        check(&attempts, seats, seed).map_err(|fault| fault.why)
    }

    #[test]
    fn the_vectors_of_another_implementation_are_judged_the_same() {
        let vectors = include_str!("../../../cards/tests/entropy-vectors.json");
        let vectors: Value = serde_json::from_str(vectors).unwrap();
        let (good, bad) = (vectors["matches"].as_array().unwrap(), vectors["faults"].as_array().unwrap());
        assert_eq!((good.len(), bad.len()), (8, 20));
        for (index, vector) in good.iter().enumerate() {
            assert_eq!(checked(vector), Ok(()), "match {index}");
        }
        for vector in bad {
            assert!(checked(vector).is_err(), "{} is found", vector["why"]);
        }
    }

    #[test]
    fn attempts_are_written_as_they_are_read() {
        let text = r#"{"k":0,"C":"ab","h":[null,"cd"],"n":[null,"ef"],"S":null}"#;
        let attempt: EntropyAttempt = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&attempt).unwrap(), text);
        let words = check(&[attempt], 2, None).unwrap_err().why;
        assert_eq!(words, "entropy: attempt 0: C: expected 64 lower-case hex digits");
    }
}
