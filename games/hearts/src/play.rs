//! The legal cards, and the effects of playing a card.

use cards::{Card, CardSet, Rank, Suit, pack52};
use game::{Game, Observe, PerSeat, Playout, Refusal, Rng, Seat, SeatSet, Shuffles, Turn, Viewer};
use tricks::{SEATS, follow};

use crate::score::{POINTS, QUEEN, penalty};
use crate::state::{Phase, Public};
use crate::{Action, Gift, Giving, Hearts, Rules, Standing, View};

/// The card that leads the first trick. [H5]
pub(crate) const TWO_OF_CLUBS: Card = Card::new(Rank::Two, Suit::Clubs);
/// All hearts. They cost points [H11], and a player may lead one only after hearts have been broken [H8] [H9].
pub(crate) const HEARTS: CardSet = CardSet::suit(Suit::Hearts);

impl Game for Hearts {
    const ID: &'static str = "hearts";
    const RULES_VERSION: u32 = 1;
    type Card = Card;
    type Rules = Rules;
    /// Seat 0 deals first. [H2]
    type Standing = Standing;
    type Action = Action;
    type View = View;

    fn seats() -> std::ops::RangeInclusive<u8> {
        SEATS..=SEATS
    }

    fn pack() -> Vec<Card> {
        pack52().to_vec()
    }

    /// Shuffles and deals one card at a time, beginning with the seat after the dealer. [H2]
    fn deal(rules: &Rules, standing: &Standing, mut shuffles: Shuffles) -> Hearts {
        let hands = tricks::deal(&mut shuffles, standing.dealer.after(1, SEATS));
        let public = Public::new(Giving::of(*rules, standing));
        let (standing, rules) = (*standing, *rules);
        let mut deal = Hearts { hands, gifts: [CardSet::EMPTY; 4], public, standing, rules, shuffles };
        if deal.public.giving == Giving::Nobody {
            deal.begin_play();
        }
        deal
    }

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn turn(&self) -> Turn {
        match self.phase() {
            // [H4] All players choose at the same time.
            Phase::Giving => Turn::Open { must: SeatSet::all(SEATS) - self.public.chosen, may: SeatSet::EMPTY },
            Phase::Play => Turn::of(self.public.tricks.next()),
            Phase::Over => Turn::Over,
        }
    }

    fn legal(&self, seat: Seat, actions: &mut Vec<Action>) {
        if !self.turn().names(seat) {
            return;
        }
        match self.phase() {
            Phase::Giving => actions.extend(Gift::all(self.hands[seat.index()]).map(Action::Give)),
            _ => actions.extend(self.legal_cards().map(Action::Play)),
        }
    }

    fn apply(&mut self, seat: Seat, action: Action) {
        match action {
            Action::Give(gift) => self.give(seat, gift),
            Action::Play(card) => self.put(seat, card),
        }
    }

    fn refusal(&self, seat: Seat, action: Action) -> Refusal {
        if self.phase() == Phase::Over {
            return Refusal::OVER;
        }
        match action {
            Action::Give(gift) => self.why_not_give(seat, gift),
            Action::Play(card) => self.why_not_play(seat, card),
        }
    }

    fn points(&self) -> PerSeat<Option<i32>> {
        let points = self.public.points(self.rules.moon);
        PerSeat::from_fn(SEATS, |seat| Some(points[seat.index()].into()))
    }

    /// [H2] The deal passes clockwise.
    fn next_standing(&self) -> Standing {
        self.standing.after(&self.public.points(self.rules.moon))
    }

    fn shuffles(&self) -> &Shuffles {
        &self.shuffles
    }

    /// Ranks the seats once a total has reached the limit: the lowest total wins, and equal totals share a rank. [H13]
    fn ranking(rules: &Rules, standing: &Standing) -> Option<PerSeat<u8>> {
        let is_over = standing.totals.iter().any(|&total| total >= rules.to().into());
        is_over.then(|| standing.places(|one, other| one < other))
    }

    fn value(_: &Rules, standing: &Standing) -> PerSeat<f32> {
        Hearts::score(standing)
    }

    fn view(&self, viewer: Viewer) -> View {
        View::of(self, viewer)
    }
}

impl Hearts {
    pub(crate) fn legal_cards(&self) -> CardSet {
        playable(&self.public, self.hands[self.public.tricks.next().index()])
    }

    pub(crate) fn put(&mut self, seat: Seat, card: Card) {
        debug_assert!(self.hands[seat.index()].has(card), "a card is played from the hand");
        self.hands[seat.index()].remove(card);
        self.public.put(card);
    }

    /// Returns why the seat may not play this card now. The card must be illegal. [H5] to [H8]
    pub(crate) fn why_not_play(&self, seat: Seat, card: Card) -> Refusal {
        if self.phase() == Phase::Giving {
            return Refusal::NOT_NOW;
        }
        let hand = self.hands[seat.index()];
        if !hand.has(card) {
            return Refusal::NOT_YOURS;
        }
        let tricks = &self.public.tricks;
        if tricks.next() != seat {
            return Refusal::NOT_YOUR_TURN;
        }
        match tricks.led() {
            None if tricks.count() == 0 => {
                Refusal::rule("H5", "two_of_clubs", "The 2 of clubs leads the first trick, and you have it.")
            }
            None => Refusal::rule("H8", "not_broken", "Hearts aren't broken yet: lead another suit."),
            Some(led) if !hand.of(led.suit()).is_empty() => {
                Refusal::rule("H6", "follow_suit", "You must follow suit: you have cards of the suit led.")
            }
            Some(_) => Refusal::rule("H7", "first_trick", "No hearts and no queen of spades in the first trick."),
        }
    }
}

pub(crate) fn playable(public: &Public, hand: CardSet) -> CardSet {
    let tricks = &public.tricks;
    if tricks.count() >= 4 {
        return match tricks.led() {
            None if !public.broken => (hand - HEARTS).or(hand), // [H8] [H9]
            led => follow(led, hand),                           // [H6]
        };
    }
    match tricks.led() {
        None => CardSet::only(TWO_OF_CLUBS), // [H5]
        led => {
            let cards = follow(led, hand);
            (cards - POINTS).or(cards) // [H7]
        }
    }
}

impl Public {
    /// Lays a card on the table. The fourth card ends the trick, and the highest card of the suit led takes it. [H1]
    /// [H10]
    pub(crate) fn put(&mut self, card: Card) {
        self.worth += penalty(card);
        self.broken |= card.suit() == Suit::Hearts; // [H8]
        let queen_lies = CardSet::only(card) == CardSet::only(QUEEN);
        self.queen_lies |= queen_lies;
        if let Some(taker) = self.tricks.put(card) {
            self.taken[taker.index()] += self.worth;
            if self.queen_lies {
                self.queen = Some(taker);
                self.queen_lies = false;
            }
            self.worth = 0;
        }
    }
}

/// Draws from the legal actions with equal chances: three cards of the hand, or a playable card.
impl Playout for Hearts {
    fn random(&self, seat: Seat, rng: &mut Rng) -> Option<Action> {
        Some(match self.public.phase {
            Phase::Giving => Action::Give(Gift::random(self.hands[seat.index()], rng)),
            _ => Action::Play(rng.card(self.legal_cards())),
        })
    }

    /// All seats choose their gifts before any seat sees the gift that it receives. [H4]
    fn is_sealed(&self) -> bool {
        matches!(self.public.phase, Phase::Giving)
    }
}
