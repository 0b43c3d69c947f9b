//! An external engine as a player. The engine gets each event in the form that its seat may know.

use catalog::CardGame;
use game::{PublicEvent, Seat, Viewer};
use protocol::ToEngine;
use search::{Ask, Bot};
use serde_json::{Value, json};
use table::Match;

use crate::engine::ExternalEngine;
use crate::player::{Player, TimeSource};

impl<G: CardGame> Player<G> for ExternalEngine<G> {
    fn on_deal(&mut self, current: &Match<G>, seat: Seat) {
        if current.number() == 0 {
            let Value::Object(options) = json!(current.rules()) else { unreachable!("options are an object") };
            self.send(ToEngine::New {
                game: G::ID.to_owned(),
                rules: G::RULES_VERSION,
                options,
                seats: current.seats(),
                names: current.names().to_vec(),
                seat: seat.index() as u8,
                seed: self.seed(),
            });
        }
        self.send(ToEngine::Deal {
            deal: current.number() as u32,
            dealer: G::dealer(current.standing()).index() as u8,
            totals: current.totals(),
            view: json!(current.deal().view(Viewer::Seat(seat))),
        });
    }

    fn on_action(&mut self, deal: &G, seat: Seat, actor: Seat, action: G::Action) {
        if deal.shuffled_by(actor, action).is_some() {
            let action = PublicEvent::Shuffled.text(Viewer::Public).into_owned();
            self.send(ToEngine::Event { seat: None, action });
        }
        let action = if actor == seat { action.to_string() } else { G::seen_by_others(action) };
        self.send(ToEngine::Event { seat: Some(actor.index() as u8), action });
    }

    fn on_score(&mut self, current: &Match<G>, seat: Seat) {
        self.send(ToEngine::Score {
            deal: current.number() as u32,
            points: current.deal().points().to_vec(),
            totals: current.totals(),
            view: json!(current.deal().view(Viewer::Seat(seat))),
        });
    }

    fn decide(&mut self, ask: Ask<'_, G>, _: Option<&dyn TimeSource>) -> Option<G::Action> {
        Bot::decide(self, ask)
    }

    fn spent(&self) -> u32 {
        0
    }

    fn on_end(&mut self, current: &Match<G>, _: Seat) {
        let winners = current.winners().map(|seats| seats.iter().map(|seat| seat.index() as u8).collect());
        self.send(ToEngine::GameOver { totals: current.totals(), winners });
    }
}
