//! An engine at a simulated table. It follows docs/bots/engines.md and plays at random. Some of its answers are late,
//! wrong or missing.

use std::time::Duration;

use game::Rng;
use protocol::ToEngine;
use room::{EngineId, RequestId};
use serde_json::Value;

/// An engine and its connection.
pub struct SimulatedEngine {
    connected: Option<EngineId>,
    last: u64,
    rng: Rng,
}

/// An act of an engine, or of the host who invites the engine.
pub enum EngineAct {
    /// The host gives the engine a seat.
    WantSeat,
    /// The engine opens a connection.
    Come,
    /// The engine answers a question.
    Answer { engine: EngineId, id: u64, action: String },
}

/// A question that the engine has received.
pub struct Asked {
    /// The view in the question.
    pub view: Value,
    /// The answer, and the time until the engine sends it.
    pub answer: Option<(Duration, EngineAct)>,
}

impl SimulatedEngine {
    /// The host's request that gives the engine a seat.
    pub const REQUEST: RequestId = RequestId(1_000_000);

    /// Creates an engine that has no seat yet.
    pub fn new(rng: Rng) -> SimulatedEngine {
        SimulatedEngine { connected: None, last: 0, rng }
    }

    /// Opens a connection, unless the engine has one or has connected too often.
    pub fn comes(&mut self) -> Option<EngineId> {
        if self.connected.is_some() || self.last > 5 {
            return None;
        }
        self.last += 1;
        self.connected = Some(EngineId(self.last));
        self.connected
    }

    /// Notes that the connection has ended. Returns false if there was none.
    pub fn gone(&mut self) -> bool {
        self.connected.take().is_some()
    }

    /// Returns true if this connection is the engine's current one.
    pub fn is(&self, id: EngineId) -> bool {
        self.connected == Some(id)
    }

    /// Handles a line that the engine has received. Returns the question in it, if there is one.
    pub fn on_message(&mut self, engine: EngineId, text: &str) -> Option<Asked> {
        let ToEngine::Ask { id, legal, view, .. } = serde_json::from_str(text).ok()? else { return None };
        let (mood, pick) = (self.rng.below(30), self.rng.below(legal.len() as u32));
        let takes = Duration::from_millis(u64::from(10 + self.rng.below(1500)));
        let action = legal[pick as usize].clone();
        let answer = match mood {
            0 => None,
            1 => Some((takes, EngineAct::Answer { engine, id, action: "nonsense".to_owned() })),
            2 => Some((takes, EngineAct::Answer { engine, id: id + 7, action })),
            3 => Some((takes + Duration::from_secs(5), EngineAct::Answer { engine, id, action })),
            _ => Some((takes, EngineAct::Answer { engine, id, action })),
        };
        Some(Asked { view, answer })
    }
}
