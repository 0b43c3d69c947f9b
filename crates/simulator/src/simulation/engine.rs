//! Engines at a table.

use super::*;

impl Simulation {
    pub(super) fn engine_says(&mut self, life: u32, said: EngineAct) -> Result<(), Broken> {
        let Some(engine) = &mut self.engine else { return Ok(()) };
        match said {
            EngineAct::WantSeat => {
                let free = self.witness.seats.iter().rposition(|seated| seated.person.is_none());
                let Some(seat) = free else { return Ok(()) };
                let host = self.disk.host.unwrap_or(PersonId(1));
                let pass = EnginePass {
                    seat: seat as u8,
                    hash: "engine".to_owned(),
                    expires_ms: BEGAN_MS + 86_400_000,
                    log: 0,
                    from: 0,
                };
                self.handle_input(Input::SeatEngine { request: SimulatedEngine::REQUEST, by: host, pass })
            }
            EngineAct::Come => {
                let Some(engine) = engine.comes() else { return Ok(()) };
                let (hash, called) = ("engine".to_owned(), "Robin".to_owned());
                self.handle_input(Input::EngineOpened { engine, hash, called })
            }
            EngineAct::Answer { .. } if life != self.life => Ok(()),
            EngineAct::Answer { engine, id, action } => {
                if let Some(seat) = self.engine_seat() {
                    self.witness.answered(seat, Some(&action));
                }
                self.handle_input(Input::EngineAnswered { engine, id, action })
            }
        }
    }

    /// Returns the current seat of the engine, which the host may have moved or removed.
    fn engine_seat(&self) -> Option<Seat> {
        let seat = self.disk.seats.iter().position(|seated| seated.bot.as_deref() == Some("engine"));
        seat.map(|seat| Seat::new(seat as u8))
    }

    pub(super) fn send_engine(&mut self, to: EngineId, text: &str) -> Result<(), Broken> {
        let Some(asked) = self.engine.as_mut().and_then(|engine| engine.on_message(to, text)) else { return Ok(()) };
        self.note(|| format!("the engine is told {}", text.chars().take(60).collect::<String>()));
        self.with_witness(|witness, now, around| witness.apply_all(now, around)).map_err(broken(1))?;
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

    pub(super) fn replied(&mut self, to: RequestId, granted: bool) {
        if to == SimulatedEngine::REQUEST && granted {
            self.later(Duration::from_millis(50), SimulatedEvent::Engine(EngineAct::Come));
        }
        if let Some(person) = to.0.checked_sub(DELETES).filter(|person| granted && *person < 100) {
            self.later(Duration::from_millis(1), SimulatedEvent::Delete(person as usize));
        }
    }
}
