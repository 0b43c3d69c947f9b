//! The legal cards, and the effects of playing a card.

use cards::{Card, CardSet, pack52};
use game::{Game, PerSeat, Playout, Refusal, Rng, Seat, Shuffles, Turn, Viewer};
use tricks::{SEATS, follow};

use crate::score::{TRICK, penalty};
use crate::state::Public;
use crate::{Action, Rules, SchwarzeDame, Standing, View};

impl Game for SchwarzeDame {
    const ID: &'static str = "schwarze-dame";
    const RULES_VERSION: u32 = 1;
    type Card = Card;
    type Rules = Rules;
    /// Seat 0 deals first. [S7]
    type Standing = Standing;
    type Action = Action;
    type View = View;

    fn seats() -> std::ops::RangeInclusive<u8> {
        SEATS..=SEATS
    }

    fn pack() -> Vec<Card> {
        pack52().to_vec()
    }

    /// Shuffles and deals one card at a time, beginning with forehand. [S8]
    fn deal(rules: &Rules, standing: &Standing, mut shuffles: Shuffles) -> SchwarzeDame {
        let forehand = standing.dealer.after(1, SEATS);
        let hands = tricks::deal(&mut shuffles, forehand);
        SchwarzeDame { hands, public: Public::new(forehand), standing: *standing, rules: *rules, shuffles }
    }

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn turn(&self) -> Turn {
        self.public.turn()
    }

    fn legal(&self, seat: Seat, actions: &mut Vec<Action>) {
        if self.turn().names(seat) {
            actions.extend(self.legal_cards().map(Action));
        }
    }

    fn apply(&mut self, seat: Seat, Action(card): Action) {
        self.put(seat, card);
    }

    fn refusal(&self, seat: Seat, Action(card): Action) -> Refusal {
        if self.public.tricks.is_over() {
            return Refusal::OVER;
        }
        if !self.hands[seat.index()].has(card) {
            return Refusal::NOT_YOURS;
        }
        if self.public.tricks.next() != seat {
            return Refusal::NOT_YOUR_TURN;
        }
        Refusal::rule("S3", "follow_suit", "You must follow suit: you have cards of the suit led.")
    }

    fn points(&self) -> PerSeat<Option<i32>> {
        PerSeat::from_fn(SEATS, |seat| Some(self.public.points[seat.index()].into()))
    }

    /// [S6] The deal passes clockwise.
    fn next_standing(&self) -> Standing {
        self.standing.after(&self.public.points)
    }

    fn shuffles(&self) -> &Shuffles {
        &self.shuffles
    }

    /// Ranks the seats after the last deal: the best total wins, and seats with equal totals share a rank. [S6]
    fn ranking(rules: &Rules, standing: &Standing) -> Option<PerSeat<u8>> {
        (standing.played >= rules.deals().into()).then(|| standing.places(|one, other| one > other))
    }

    fn view(&self, viewer: Viewer) -> View {
        View::of(self, viewer)
    }
}

impl SchwarzeDame {
    pub(crate) fn legal_cards(&self) -> CardSet {
        playable(&self.public, self.hands[self.public.tricks.next().index()])
    }

    pub(crate) fn put(&mut self, seat: Seat, card: Card) {
        debug_assert!(self.hands[seat.index()].has(card), "a card is played from the hand");
        self.hands[seat.index()].remove(card);
        self.public.put(card);
    }
}

/// Returns the cards of a hand that may be played now. The leader may play any card. [S2] The other seats must follow
/// suit if they can, hearts included, and may otherwise play any card. [S3]
pub(crate) fn playable(public: &Public, hand: CardSet) -> CardSet {
    follow(public.tricks.led(), hand)
}

impl Public {
    pub(crate) fn turn(&self) -> Turn {
        if self.tricks.is_over() { Turn::Over } else { Turn::of(self.tricks.next()) }
    }

    /// Lays a card on the table. The fourth card ends the trick, and the highest card of the suit led takes it. [S1]
    /// [S4]
    pub(crate) fn put(&mut self, card: Card) {
        self.worth -= penalty(card);
        if let Some(taker) = self.tricks.put(card) {
            self.points[taker.index()] += self.worth;
            self.worth = TRICK;
        }
    }
}

/// Draws from the legal cards with equal chances.
impl Playout for SchwarzeDame {
    fn random(&self, _: Seat, rng: &mut Rng) -> Option<Action> {
        Some(Action(rng.card(self.legal_cards())))
    }
}
