//! Engines at a table of one node.

use std::time::Duration;

use game::Seat;
use room::{EngineId, EnginePass, Input, PersonId, RequestId};

use super::{BEGAN_MS, Broken, SimulatedEvent, Simulation, broken};
use crate::engine::{EngineAct, SimulatedEngine};

impl Simulation {
    pub(super) fn on_engine_act(&mut self, act: EngineAct) -> Result<(), Broken> {
        let Some(engine) = &mut self.engine else { return Ok(()) };
        let input = match act {
            EngineAct::WantSeat => {
                let free = self.witness.seats.iter().rposition(|seated| seated.person.is_none());
                let Some(seat) = free else { return Ok(()) };
                let by = self.disk.host.unwrap_or(PersonId(1));
                let (hash, expires_ms) = ("engine".to_owned(), BEGAN_MS + 86_400_000);
                let pass = EnginePass { seat: seat as u8, hash, expires_ms, log: 0, from: 0 };
                Input::SeatEngine { request: SimulatedEngine::REQUEST, by, pass }
            }
            EngineAct::Come => {
                let Some(engine) = engine.comes() else { return Ok(()) };
                Input::EngineOpened { engine, hash: "engine".to_owned(), called: "Robin".to_owned() }
            }
            EngineAct::Answer { engine: from, .. } if !engine.is(from) => return Ok(()),
            EngineAct::Answer { engine, id, action } => {
                if let Some(seat) = self.engine_seat() {
                    self.witness.answered(seat, Some(&action));
                }
                Input::EngineAnswered { engine, id, action }
            }
        };
        self.handle_in_room(0, input)
    }

    /// Returns the current seat of the engine, which the host may have moved or removed.
    fn engine_seat(&self) -> Option<Seat> {
        let seat = self.disk.seats.iter().position(|seated| seated.bot.as_deref() == Some("engine"));
        seat.map(|seat| Seat::new(seat as u8))
    }

    pub(super) fn send_engine(&mut self, to: EngineId, text: &str) -> Result<(), Broken> {
        let Some(asked) = self.engine.as_mut().and_then(|engine| engine.on_message(to, text)) else { return Ok(()) };
        self.note(|| format!("the engine is told {}", text.chars().take(60).collect::<String>()));
        self.witness.apply_all(self.clock).map_err(broken(1))?;
        let seat = self.engine_seat().ok_or_else(|| broken(5)("an engine without a seat is asked".to_owned()))?;
        self.witness.is_own_view(seat, &asked.view).map_err(broken(5))?;
        if let Some((takes, answer)) = asked.answer {
            self.later(takes, SimulatedEvent::Engine(answer));
        }
        Ok(())
    }

    pub(super) fn engine_gone(&mut self, id: EngineId) {
        if let Some(engine) = self.engine.as_mut().filter(|engine| engine.is(id)) {
            engine.gone();
            self.later(Duration::from_secs(3), SimulatedEvent::Engine(EngineAct::Come));
        }
    }

    pub(super) fn on_reply(&mut self, node: usize, to: RequestId, granted: bool) {
        if granted && to == SimulatedEngine::REQUEST {
            self.later(Duration::from_millis(50), SimulatedEvent::Engine(EngineAct::Come));
        } else if granted {
            self.on_quit(node, to);
        }
    }
}
