//! An external engine as a player. It is told what its seat may know of each event.

use catalog::CardGame;
use engine::{Outside, SeatNews};
use game::{Seat, Viewer};
use search::{Ask, Bot};
use table::Match;

use crate::player::{Player, TimeSource};

impl<G: CardGame> Player<G> for Outside<G> {
    fn dealt(&mut self, course: &Match<G>, seat: Seat) {
        if course.number() == 0 {
            self.hear(SeatNews::Match { rules: course.rules(), names: course.names(), seat });
        }
        let view = course.deal().view(Viewer::Seat(seat));
        let (dealer, totals) = (G::dealer(course.standing()), course.totals());
        self.hear(SeatNews::Deal { number: course.number(), dealer, totals: &totals, view: &view });
    }

    fn happens(&mut self, deal: &G, seat: Seat, actor: Seat, action: G::Action) {
        if deal.shuffled_by(actor, action).is_some() {
            self.hear(SeatNews::Shuffled);
        }
        let seen = if actor == seat { action.to_string() } else { G::seen_by_others(action) };
        self.hear(SeatNews::Acted { seat: actor, action: &seen });
    }

    fn scored(&mut self, course: &Match<G>, seat: Seat) {
        let view = course.deal().view(Viewer::Seat(seat));
        let (points, totals) = (course.deal().points().to_vec(), course.totals());
        self.hear(SeatNews::Scored { number: course.number(), points: &points, totals: &totals, view: &view });
    }

    fn decide(&mut self, ask: Ask<'_, G>, _: Option<&dyn TimeSource>) -> Option<G::Action> {
        Bot::decide(self, ask)
    }

    fn spent(&self) -> u32 {
        0
    }

    fn over(&mut self, course: &Match<G>, _: Seat) {
        self.hear(SeatNews::Over { totals: &course.totals(), winners: course.winners().as_deref() });
    }
}
