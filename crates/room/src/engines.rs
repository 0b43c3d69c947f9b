//! Engines: external programs on bots' seats. An engine needs a pass, which the host makes (docs/bots/engines.md).
//!
//! An engine gets the same events as a person on its seat, and the same questions as a bot. If the engine does not
//! answer in time, or its answer is not legal, the rule bot decides. The rule bot also plays while no engine is
//! connected. The log shows who acted.

use std::time::Duration;

use protocol::Dialogue;

use crate::ALONE;
use crate::engine_pass::EnginePass;
use crate::ids::EngineId;
use crate::time::Instant;

/// The time limit of an engine for a decision. If the engine is asked again in the same turn, the limit stays.
const ENGINE_CLOCK: Duration = Duration::from_secs(5);

pub(crate) struct Engine {
    id: EngineId,
    /// The hash of the engine's token.
    hash: String,
    dialogue: Dialogue,
    /// The deadline of a decision that play waits for: the decision number, and the time.
    until: Option<(u32, Instant)>,
}

#[derive(Default)]
pub(crate) struct Engines {
    /// The passes, which are stored.
    passes: Vec<EnginePass>,
    connected: Vec<Engine>,
}

impl Engines {
    pub(crate) fn new(passes: Vec<EnginePass>) -> Engines {
        Engines { passes, connected: Vec::new() }
    }

    pub(crate) fn passes(&self) -> &[EnginePass] {
        &self.passes
    }

    /// Replaces all passes that let engines in.
    pub(crate) fn replace_passes(&mut self, passes: Vec<EnginePass>) {
        self.passes = passes;
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.connected.is_empty()
    }

    pub(crate) fn ids(&self) -> Vec<EngineId> {
        if ALONE { Vec::new() } else { self.connected.iter().map(|engine| engine.id).collect() }
    }

    /// Returns the pass of a token.
    pub(crate) fn pass(&self, hash: &str) -> Option<&EnginePass> {
        self.passes.iter().find(|pass| pass.hash == hash)
    }

    pub(crate) fn pass_of_seat(&self, index: usize) -> Option<&EnginePass> {
        self.passes.iter().find(|pass| usize::from(pass.seat) == index)
    }

    /// True if the engine of a seat may see the hand. If an engine got its seat during a deal, it may see hands only
    /// from the next deal on.
    pub(crate) fn may_play(&self, index: usize, deal: u32) -> bool {
        self.pass_of_seat(index).is_some_and(|pass| pass.from <= deal)
    }

    /// Returns the engine that plays a seat, if it is connected.
    pub(crate) fn of_seat(&self, index: usize) -> Option<EngineId> {
        let pass = self.pass_of_seat(index).filter(|_| !ALONE)?;
        self.connected.iter().find(|engine| engine.hash == pass.hash).map(|engine| engine.id)
    }

    pub(crate) fn seat_of(&self, id: EngineId) -> Option<usize> {
        let engine = self.connected.iter().find(|engine| !ALONE && engine.id == id)?;
        Some(usize::from(self.pass(&engine.hash)?.seat))
    }

    pub(crate) fn get_mut(&mut self, id: EngineId) -> Option<&mut Engine> {
        self.connected.iter_mut().find(|engine| engine.id == id)
    }

    pub(crate) fn open(&mut self, id: EngineId, hash: String) {
        self.connected.push(Engine { id, hash, dialogue: Dialogue::default(), until: None });
    }

    pub(crate) fn close(&mut self, id: EngineId) {
        self.connected.retain(|engine| engine.id != id);
    }

    pub(crate) fn with_token(&self, hash: &str) -> Option<EngineId> {
        self.connected.iter().find(|engine| engine.hash == hash).map(|engine| engine.id)
    }

    /// Returns the engines whose token is no longer valid here.
    pub(crate) fn without_pass(&self) -> Vec<EngineId> {
        let gone = self.connected.iter().filter(|engine| !ALONE && self.pass(&engine.hash).is_none());
        gone.map(|engine| engine.id).collect()
    }
}

impl Engine {
    pub(crate) fn dialogue(&mut self) -> &mut Dialogue {
        &mut self.dialogue
    }

    /// Returns the engine's deadline for the decision with number `at`, or `None` if the deadline has passed. `must`:
    /// true if the seat has to act. Then the deadline does not change when the engine is asked again.
    pub(crate) fn time_for(&mut self, at: u32, must: bool, now: Instant) -> Option<Instant> {
        match self.until.filter(|(of, _)| must && *of == at) {
            Some((_, until)) => Some(until).filter(|until| *until > now),
            None => {
                let until = now + ENGINE_CLOCK;
                if must {
                    self.until = Some((at, until));
                }
                Some(until)
            }
        }
    }
}
