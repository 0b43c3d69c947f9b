//! Turns, legal actions and their effects.

use game::{Game, PerSeat, Refusal, Seat, SeatSet, Shuffles, Turn, Viewer};

use crate::rules::{FalseCall, GoodDraw};
use crate::score::{CALL_LIMIT, FAILED_CALL};
use crate::state::{Call, Fresh, OUTSIDE, Phase, SIZES};
use crate::{Action, CallOutcome, Card, Hand, Kael, Rules, Source, Standing, View, pack};

impl Game for Kael {
    const ID: &'static str = "kael";
    const RULES_VERSION: u32 = 2;
    type Card = Card;
    type Rules = Rules;
    type Standing = Standing;
    type Action = Action;
    type View = View;

    /// Two to eight seats. [K1]
    fn seats() -> std::ops::RangeInclusive<u8> {
        2..=8
    }

    fn pack() -> Vec<Card> {
        pack().to_vec()
    }

    fn deal(rules: &Rules, standing: &Standing, shuffles: Shuffles) -> Kael {
        Kael::new(*rules, *standing, shuffles)
    }

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn turn(&self) -> Turn {
        if self.is_over() {
            return Turn::Over;
        }
        let must = SeatSet::only(self.next);
        let mut may = SeatSet::EMPTY;
        if let Some((card, missing)) = self.cuttable() {
            may = self.playing.filter(|seat| self.hands[seat.index()].count(card) == missing).collect();
        }
        if let Some(seat) = self.good() {
            may.insert(seat);
        }
        Turn::Open { must, may: may - must }
    }

    fn legal(&self, seat: Seat, actions: &mut Vec<Action>) {
        if self.is_over() || !self.playing.has(seat) {
            return;
        }
        let hand = self.hands[seat.index()];
        let own_turn = seat == self.next;
        let playing = own_turn && self.phase == Phase::Play;
        let drawing = own_turn && matches!(self.phase, Phase::Draw { .. });
        if own_turn && self.phase == Phase::Deal {
            actions.extend(SIZES.filter(|&size| self.can_deal(size)).map(Action::Deal));
        }
        if playing {
            // [K4] [K6] The seat may lay one to four cards of one value, as many as its hand has.
            for card in hand.kinds() {
                actions.extend((1..=hand.count(card) as u8).map(|count| Action::Lay(card, count)));
            }
        }
        // [K7] A player without cards draws.
        if drawing || (playing && hand.is_empty()) {
            actions.push(Action::Draw(Source::Deck));
            if self.under().is_some() {
                actions.push(Action::Draw(Source::Pile));
            }
        }
        if self.good() == Some(seat) {
            actions.push(Action::Good);
        }
        if let Some((card, count)) = self.cut(seat) {
            actions.push(Action::Cut(card, count));
        }
        if playing && self.can_call() {
            actions.push(Action::Kael);
        }
        if own_turn && self.phase == Phase::Show {
            actions.push(Action::Show);
        }
    }

    fn apply(&mut self, seat: Seat, action: Action) {
        self.last = Some((seat, action));
        let fresh = self.fresh;
        // [K9] Any action of the next player, a cut included, ends the chance to lay a good draw.
        if seat == self.next {
            self.fresh = None;
        }
        match action {
            Action::Deal(size) => self.deal_out(size),
            Action::Lay(card, count) => self.lay(seat, card, count),
            Action::Draw(source) => self.draw(seat, source),
            Action::Good => {
                let fresh = fresh.expect("a good draw follows a draw");
                match fresh.source {
                    // The laid card came from the deck and was unknown, so the cards known to be in the hand stay the
                    // same.
                    Source::Deck => self.memory.good(seat, fresh.laid),
                    Source::Pile => self.known[seat.index()] -= fresh.laid.into(),
                }
                self.hands[seat.index()] -= fresh.laid.into();
                self.drawn[seat.index()] = None;
                self.put(fresh.laid, 1);
                self.fresh = None;
            }
            // [K11] A cut does not change the turn order.
            Action::Cut(card, count) => {
                self.discard(seat, card, count);
                if let Some(call) = self.call.as_mut().filter(|call| call.seat == seat) {
                    call.cut_since += card.value() * i32::from(count);
                }
                // A cut lays all cards of its value that the seat holds. Even a card that the seat could lay as a good
                // draw is included.
                if fresh.is_some_and(|fresh| fresh.seat == seat) {
                    self.fresh = None;
                }
            }
            Action::Kael => {
                let mistake = self.hands[seat.index()].value() > CALL_LIMIT; // [K13] [K18]
                self.call = Some(Call { seat, mistake, cut_since: 0 });
                self.end_turn(seat);
            }
            Action::Show => self.phase = Phase::Over, // [K14]
        }
    }

    fn refusal(&self, seat: Seat, action: Action) -> Refusal {
        if self.is_over() {
            return Refusal::OVER;
        }
        if usize::from(self.standing.seats()) <= seat.index() || !self.playing.has(seat) {
            return Refusal::rule("K21", "out", "You have been eliminated.");
        }
        let hand = self.hands[seat.index()];
        let own_turn = seat == self.next;
        let dealing = self.phase == Phase::Deal;
        let drawing = matches!(self.phase, Phase::Draw { .. });
        match action {
            Action::Good | Action::Cut(..) if dealing => Refusal::NOT_NOW,
            Action::Good => Refusal::rule(
                "K9",
                "no_good_draw",
                "No good draw: it isn't the value you laid, or the next player has moved.",
            ),
            Action::Cut(card, _) if !hand.has(card) => Refusal::NOT_YOURS,
            Action::Cut(..) if own_turn && drawing => {
                Refusal::rule("K11", "draw_before_cut", "You've laid cards: draw one first.")
            }
            Action::Cut(card, count) => match self.cuttable() {
                Some((top, missing)) if top == card && u32::from(count) == missing => Refusal::NOT_YOURS,
                Some((top, _)) if top == card => Refusal::rule(
                    "K10",
                    "cut_all_missing",
                    "To cut, lay all the cards missing from the four: no more, no fewer.",
                ),
                _ => Refusal::rule("K10", "no_run_to_cut", "Nothing to cut: that value isn't on top of the pile."),
            },
            _ if !own_turn => Refusal::NOT_YOUR_TURN,
            Action::Deal(_) if dealing => {
                Refusal::rule("K2", "deal_size", "Deal 2 to 7 cards each, with at least two cards left over.")
            }
            _ if dealing => Refusal::rule("K2", "deal_first", "Choose how many cards to deal first."),
            Action::Deal(_) => Refusal::NOT_NOW,
            Action::Show => Refusal::rule("K14", "no_show", "Hands are shown when the caller's turn comes round."),
            _ if self.phase == Phase::Show => Refusal::rule("K14", "show_now", "You called Kaël: now show your hand."),
            Action::Lay(..) | Action::Kael if drawing => {
                Refusal::rule("K4", "draw_now", "You've laid cards: draw from the deck or the pile.")
            }
            Action::Lay(..) if hand.is_empty() => {
                Refusal::rule("K7", "no_cards", "Your hand is empty: draw a card, or call Kaël if you can.")
            }
            Action::Lay(card, count) if u32::from(count) > card.copies() => {
                Refusal::rule("K6", "not_so_many", "You don't have that number of cards of this value.")
            }
            Action::Lay(..) => Refusal::NOT_YOURS,
            Action::Kael if self.call.is_some() => {
                Refusal::rule("K13", "said_already", "Kaël has already been called in this deal.")
            }
            Action::Kael if !self.callable() => match self.rules.call_from.turns_before() {
                1 => Refusal::rule("K13", "first_round", "You can call Kaël once everyone has had a turn."),
                2 => Refusal::rule("K13", "two_rounds", "You can call Kaël once everyone has had two turns."),
                3 => Refusal::rule("K13", "three_rounds", "You can call Kaël once everyone has had three turns."),
                _ => Refusal::rule("K13", "four_rounds", "You can call Kaël once everyone has had four turns."),
            },
            Action::Kael => Refusal::rule("K18", "too_much_to_call", "Here you can only call Kaël with 5 or less."),
            Action::Draw(Source::Pile) if drawing || hand.is_empty() => {
                Refusal::rule("K8", "pile_empty", "The pile is empty: draw from the deck.")
            }
            Action::Draw(_) => Refusal::rule("K4", "lay_first", "Lay a card first, then draw."),
        }
    }

    fn points(&self) -> PerSeat<Option<i32>> {
        let count = self.count();
        PerSeat::from_fn(self.standing.seats(), |seat| {
            let value = self.hands[seat.index()].value();
            self.playing.has(seat).then(|| match count {
                None => 0,
                // [K16] The caller gets 0 points or, with the option `minus_pays`, its value if that is negative.
                Some((caller, CallOutcome::Success)) if caller == seat && self.rules.minus_pays => value.min(0),
                Some((caller, CallOutcome::Success)) if caller == seat => 0,
                Some((_, CallOutcome::Success)) => value,
                Some((caller, _)) if caller == seat => FAILED_CALL, // [K17] [K18]
                Some(_) => 0,
            })
        })
    }

    fn next_standing(&self) -> Standing {
        self.standing_and_landed().0
    }

    fn shuffles(&self) -> &Shuffles {
        &self.shuffles
    }

    fn ranking(rules: &Rules, standing: &Standing) -> Option<PerSeat<u8>> {
        standing.ranking(rules)
    }

    fn value(rules: &Rules, standing: &Standing) -> PerSeat<f32> {
        standing.value(rules)
    }

    fn view(&self, viewer: Viewer) -> View {
        View::of(self, viewer)
    }

    fn shuffled_by(&self, seat: Seat, action: Action) -> Option<Vec<Card>> {
        let draws = match self.phase {
            Phase::Draw { .. } => true,
            Phase::Play => self.hands[seat.index()].is_empty(),
            Phase::Deal | Phase::Show | Phase::Over => false,
        };
        // [K8] A draw from an empty deck needs a new deck, which is shuffled from these cards.
        (action == Action::Draw(Source::Deck) && draws && seat == self.next && self.deck().is_empty()).then(|| {
            let mut cards = self.below_the_run().to_vec();
            cards.sort_unstable();
            cards
        })
    }
}

impl Kael {
    /// Returns the value that can be cut now, and the number of missing cards, which one hand must hold. [K10]
    pub(crate) fn cuttable(&self) -> Option<(Card, u32)> {
        if matches!(self.phase, Phase::Deal | Phase::Over) {
            return None;
        }
        let (card, run) = self.run()?;
        (card.is_number() && (self.rules.cut_from.cards()..=3).contains(&run)).then(|| (card, 4 - u32::from(run)))
    }

    /// Returns the cut that a seat can make now. [K10] [K11]
    pub(crate) fn cut(&self, seat: Seat) -> Option<(Card, u8)> {
        let (card, missing) = self.cuttable()?;
        // [K11] A player who has laid must draw before it can cut.
        let draws = matches!(self.phase, Phase::Draw { .. }) && seat == self.next;
        (!draws && self.playing.has(seat) && self.hands[seat.index()].count(card) == missing)
            .then_some((card, missing as u8))
    }

    /// Returns the seat that can lay a good draw now. [K9]
    pub(crate) fn good(&self) -> Option<Seat> {
        let fresh = self.fresh?;
        let source = self.rules.good_draw == GoodDraw::Any || fresh.source == Source::Deck;
        (source && self.drawn[fresh.seat.index()] == Some(fresh.laid)).then_some(fresh.seat)
    }

    /// Returns true if this number of cards can be dealt. [K2]
    pub(crate) fn can_deal(&self, size: u8) -> bool {
        SIZES.contains(&size) && self.playing.len() * u32::from(size) + OUTSIDE <= 56
    }

    /// Returns true if the seat to play may say Kaël. [K13] [K18]
    pub(crate) fn can_call(&self) -> bool {
        self.callable()
            && (self.rules.false_call == FalseCall::Penalty || self.hands[self.next.index()].value() <= CALL_LIMIT)
    }

    /// Lays cards [K4]. No draw follows the X or a square [K5].
    fn lay(&mut self, seat: Seat, card: Card, count: u8) {
        let under = self.pile().len() as u8;
        self.discard(seat, card, count);
        self.drawn[seat.index()] = None;
        if card == Card::X || self.run() == Some((card, 4)) {
            self.end_turn(seat);
        } else {
            self.phase = Phase::Draw { laid: card, under };
        }
    }

    /// Moves cards from a hand to the pile. If the seat is known to hold some of these cards, the known copies count as
    /// the laid ones. This loses no worlds. If other copies were laid, the same worlds would be possible.
    fn discard(&mut self, seat: Seat, card: Card, count: u8) {
        let count = u32::from(count);
        let known = self.known[seat.index()].count(card).min(count);
        self.known[seat.index()] -= Hand::of(card, known);
        self.memory.laid(seat, card, count - known);
        self.hands[seat.index()] -= Hand::of(card, count);
        if self.drawn[seat.index()] == Some(card) && !self.hands[seat.index()].has(card) {
            self.drawn[seat.index()] = None;
        }
        self.put(card, count as u8);
    }

    /// Draws one card and ends the turn. [K4] [K7] [K8]
    fn draw(&mut self, seat: Seat, source: Source) {
        let card = match source {
            Source::Deck => {
                if self.deck().is_empty() {
                    self.reshuffle();
                }
                let card = self.take_deck();
                self.memory.drew(seat, card);
                card
            }
            Source::Pile => {
                let (place, _) = self.under().expect("the pile is drawn from when there is a card to take");
                let card = self.take_pile(place);
                self.known[seat.index()] += card.into();
                card
            }
        };
        self.hands[seat.index()] += card.into();
        self.drawn[seat.index()] = Some(card);
        if let Phase::Draw { laid, .. } = self.phase {
            self.fresh = Some(Fresh { seat, laid, source });
        }
        self.end_turn(seat);
    }

    /// Passes the turn on. When it reaches the caller again, the caller must show. [K14]
    fn end_turn(&mut self, seat: Seat) {
        self.turns = self.turns.saturating_add(1);
        self.next = self.after(seat);
        self.phase = match self.call {
            Some(call) if call.seat == self.next => Phase::Show,
            _ => Phase::Play,
        };
    }
}
