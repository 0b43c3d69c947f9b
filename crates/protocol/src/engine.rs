//! The messages between cardroom and an external engine, one on each line: docs/engines.md.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The name of the protocol and its version.
pub const ENGINE_PROTOCOL: &str = "cardroom-engine/1";

/// The answer of a seat that could cut in and does not. `legal` contains it if it is possible.
pub const NOT_NOW: &str = "not now";

/// The longest line of an engine in bytes. A longer one is not read.
pub const MAX_ENGINE_LINE: usize = 4096;

/// Messages to an engine. They contain nothing that is hidden from its seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum ToEngine {
    /// The first line. Answered with `ready`.
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
        /// How many play.
        seats: u8,
        /// Their names.
        names: Vec<String>,
        /// The engine's own seat.
        seat: u8,
        /// 16 hex digits for the engine's random numbers, so that a run can be repeated. They reveal nothing about
        /// shuffles.
        seed: String,
    },
    /// A deal was dealt, or an engine joins during one.
    Deal {
        /// Its number in the match, from 0.
        deal: u32,
        /// The seat of the dealer.
        dealer: u8,
        /// The totals before it.
        totals: Vec<i32>,
        /// The seat's view.
        view: Value,
    },
    /// Something was done.
    Event {
        /// Who; null for `shuffle`.
        seat: Option<u8>,
        /// The action in notation. For actions of others the hidden parts are left out.
        action: String,
    },
    /// A question. Answered with `act`.
    Ask {
        /// To be sent back.
        id: u64,
        /// `true` if play waits for the seat.
        must: bool,
        /// The possible answers, in byte order, [`NOT_NOW`] last.
        legal: Vec<String>,
        /// The seat's view.
        view: Value,
        /// How long the answer may take, in milliseconds.
        clock_ms: u32,
    },
    /// The deal is over.
    Score {
        /// Its number.
        deal: u32,
        /// The points of each seat; null for a seat that was out.
        points: Vec<Option<i32>>,
        /// The totals after it.
        totals: Vec<i32>,
        /// The seat's view.
        view: Value,
    },
    /// The match is over.
    GameOver {
        /// The last totals.
        totals: Vec<i32>,
        /// The seats that won; null if the match was broken off.
        winners: Option<Vec<u8>>,
    },
    /// A message of the engine was rejected.
    Error {
        /// The question that it answered, if any.
        id: Option<u64>,
        /// `late`, `illegal`, `malformed`, `too_fast`.
        key: String,
        /// English: what was done instead.
        words: String,
    },
    /// Are you there? Answered with `pong`.
    Ping {},
    /// That is all: the engine ends.
    Quit {},
}

/// A message of an engine. Further keys are ignored.
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
        /// The question.
        id: u64,
        /// One of `legal`.
        action: String,
    },
    /// The answer to `ping`.
    Pong {},
}

impl ToEngine {
    /// The message as it goes over a socket.
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("messages are text, numbers and lists")
    }

    /// The message as a line, with the line end.
    pub fn line(&self) -> String {
        let mut line = self.text();
        line.push('\n');
        line
    }
}

impl FromEngine {
    /// Reads a line. `None` if it is not one of these messages, or has a control character.
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
