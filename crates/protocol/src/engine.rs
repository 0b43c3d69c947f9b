//! The messages between cardroom and an external engine, one message on each line: docs/bots/engines.md.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The name of the protocol and its version.
pub const ENGINE_PROTOCOL: &str = "cardroom-engine/1";

/// The answer of a seat that may cut in but does not. `legal` contains this answer where it is allowed.
pub const NOT_NOW: &str = "not now";

/// The maximum length of an engine's line in bytes. A longer line is not read.
pub const MAX_ENGINE_LINE: usize = 4096;

/// A message to an engine. It contains nothing that is hidden from the engine's seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum ToEngine {
    /// The first line. The engine answers `ready`.
    Hello {
        /// [`ENGINE_PROTOCOL`].
        protocol: String,
    },
    /// A match begins.
    New {
        /// The game's id.
        game: String,
        /// The version of the rules.
        rules: u32,
        /// All options of the game.
        options: Map<String, Value>,
        /// The number of seats.
        seats: u8,
        /// The names of the players.
        names: Vec<String>,
        /// The engine's own seat.
        seat: u8,
        /// 16 hex digits for the engine's random numbers. With the same digits, a run can be repeated. They reveal
        /// nothing about shuffles.
        seed: String,
    },
    /// A deal was dealt, or the engine joins in the middle of a deal.
    Deal {
        /// The number of the deal in the match, from 0.
        deal: u32,
        /// The seat of the dealer.
        dealer: u8,
        /// The totals before the deal.
        totals: Vec<i32>,
        /// The seat's view.
        view: Value,
    },
    /// An action or another event.
    Event {
        /// The seat that acted; null for `shuffle`.
        seat: Option<u8>,
        /// The action in notation. The hidden parts of another seat's action are left out.
        action: String,
    },
    /// A question. The engine answers `act`.
    Ask {
        /// The number of the question, which the answer repeats.
        id: u64,
        /// `true` if play waits for the seat.
        must: bool,
        /// The possible answers: the actions in byte order, followed by [`NOT_NOW`] if it is allowed.
        legal: Vec<String>,
        /// The seat's view.
        view: Value,
        /// The time limit in milliseconds.
        clock_ms: u32,
    },
    /// The deal is over.
    Score {
        /// The number of the deal.
        deal: u32,
        /// The points of each seat; null for a seat that was out.
        points: Vec<Option<i32>>,
        /// The totals after the deal.
        totals: Vec<i32>,
        /// The seat's view.
        view: Value,
    },
    /// The match is over.
    GameOver {
        /// The final totals.
        totals: Vec<i32>,
        /// The seats that won; null if the match was broken off.
        winners: Option<Vec<u8>>,
    },
    /// A message of the engine was rejected.
    Error {
        /// The number of the question to which the engine's message was an answer, if any.
        id: Option<u64>,
        /// The stable key: `late`, `illegal`, `malformed`, `too_fast`.
        key: String,
        /// A sentence in English that says what was done instead of the engine's answer.
        words: String,
    },
    /// A check of the connection. The engine answers `pong`.
    Ping {},
    /// The last message. The engine then ends.
    Quit {},
}

/// A message from an engine. Unknown keys are ignored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum FromEngine {
    /// The answer to `hello`.
    Ready {
        /// The engine's own name.
        #[serde(default)]
        name: String,
    },
    /// The answer to a question.
    Act {
        /// The number of the question.
        id: u64,
        /// An element of `legal`.
        action: String,
    },
    /// The answer to `ping`.
    Pong {},
}

impl ToEngine {
    /// Returns the message as text for a socket.
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("messages are text, numbers and lists")
    }

    /// Returns the message as a line with its line end.
    pub fn line(&self) -> String {
        let mut line = self.text();
        line.push('\n');
        line
    }
}

impl FromEngine {
    /// Reads a line. `None` if it is not one of these messages or has a control character.
    pub fn read(line: &str) -> Option<FromEngine> {
        crate::check_text(line).ok().and_then(|()| serde_json::from_str(line).ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_one_line() {
        let event = ToEngine::Event { seat: Some(1), action: "play Qs".to_owned() };
        assert_eq!(event.line(), "{\"t\":\"event\",\"seat\":1,\"action\":\"play Qs\"}\n");
        assert_eq!(ToEngine::Ping {}.line(), "{\"t\":\"ping\"}\n");
    }

    #[test]
    fn what_an_engine_says_is_read_leniently_but_not_guessed() {
        let act = FromEngine::Act { id: 3, action: "pass".to_owned() };
        assert_eq!(FromEngine::read(r#"{"t":"act","id":3,"action":"pass","info":{"eval":0.5}}"#), Some(act));
        assert_eq!(FromEngine::read(r#"{"t":"ready"}"#), Some(FromEngine::Ready { name: String::new() }));
        for garbage in [
            "",
            "hello",
            "{",
            "[]",
            r#"{"t":"act"}"#,
            r#"{"t":"act","id":-1,"action":"pass"}"#,
            r#"{"t":"ready","name":"\u0000"}"#,
        ] {
            assert_eq!(FromEngine::read(garbage), None, "{garbage}");
        }
    }
}
