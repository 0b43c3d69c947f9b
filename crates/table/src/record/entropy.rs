//! The key `entropy` of a record: how the seed was made.

use cards::{Seed, ShuffleAttempt, check_attempts};
use game::SharedAttempt;

use super::RecordFault;

/// Writes the attempts for a record. The secret of the last attempt is written only with the seed.
pub(super) fn written(attempts: &[ShuffleAttempt], with_seed: bool) -> Vec<SharedAttempt> {
    let written = (0_u32..).zip(attempts).map(|(k, attempt)| {
        let void = k as usize + 1 < attempts.len();
        SharedAttempt::written(k, attempt, void || with_seed)
    });
    written.collect()
}

/// Checks the attempts against the seed of the record; `seed` is `None` while the match goes on.
pub(super) fn check(attempts: &[SharedAttempt], seats: u8, seed: Option<Seed>) -> Result<(), RecordFault> {
    let fault = |why: &dyn std::fmt::Display| RecordFault::new(format_args!("entropy: {why}"));
    let read = |(due, attempt): (usize, &SharedAttempt)| match attempt.k as usize == due {
        true => attempt.read(),
        false => Err(format!("attempt {due} is numbered {}", attempt.k)),
    };
    let attempts = attempts
        .iter()
        .enumerate()
        .map(read)
        .collect::<Result<Vec<ShuffleAttempt>, String>>()
        .map_err(|why| fault(&why))?;
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
    pub(super) fn of(attempts: &[SharedAttempt]) -> Option<Contributions> {
        let (last, void) = attempts.split_last()?;
        let withheld = |attempt: &SharedAttempt| {
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
        let attempts: Vec<SharedAttempt> =
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
        let attempt: SharedAttempt = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&attempt).unwrap(), text);
        let words = check(&[attempt], 2, None).unwrap_err().why;
        assert_eq!(words, "entropy: attempt 0: C: expected 64 lower-case hex digits");
    }
}
