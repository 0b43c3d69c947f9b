//! Observations of a deal as numbers. There is room for eight seats, and the channels of unused seats are 0.

use game::{Channel, Channels, Observe, PerSeat, Seat, mask_legal, width};

use crate::rules::{FalseCall, GoodDraw, Landings, MatchEnd};
use crate::state::{CARDS, Phase, SEATS, SIZES};
use crate::{Action, Card, Hand, Kael, Source, Standing};

const CHANNELS: &[Channel] = &[
    Channel::numbers("hand", 16, (0, 4), "K3", "how many cards of each value the seat holds: -1, 0 to 13, X"),
    Channel::numbers("value", 1, (-1, 100), "K15", "the value of the hand"),
    Channel::numbers("pile", 16, (0, 4), "K4", "how many cards of each value lie on the pile; everybody has seen them"),
    Channel::bits("top", 16, "K4", "the value on top of the pile"),
    Channel::numbers("run", 1, (0, 4), "K10", "how many equal cards lie together on top of the pile"),
    Channel::bits("under", 16, "K4", "the value that a draw from the pile would bring"),
    Channel::numbers(
        "known",
        7 * 16,
        (0, 4),
        "K4",
        "the cards that each other seat is known to hold because it took them from the pile; 16 numbers a seat",
    ),
    Channel::numbers(
        "unseen",
        16,
        (0, 4),
        "K1",
        "how many cards of each value are hidden from the seat, in the deck or in other hands",
    ),
    Channel::numbers(
        "new_deck",
        16,
        (0, 4),
        "K8",
        "the cards that were last shuffled into a new deck; none before the first new deck",
    ),
    Channel::numbers("held", 8, (0, 56), "K2", "how many cards each seat holds, own seat first"),
    Channel::bits("in", 8, "K20", "who is still in the match, own seat first"),
    Channel::numbers("deck", 1, (0, 56), "K3", "how many cards the deck has"),
    Channel::numbers("size", 1, (0, 7), "K2", "how many cards each player got; 0 before the dealer has chosen"),
    Channel::numbers("turns", 1, (0, 127), "K13", "how many turns have been taken in this deal, 127 at most"),
    Channel::bits("step", 4, "K4", "what the seat to act does next: deals, plays, draws, shows"),
    Channel::bits("to_act", 8, "K3", "who acts, own seat first"),
    Channel::bits("laid", 16, "K4", "the value that the seat to act has laid, while it has to draw"),
    Channel::bits("drawn", 16, "K9", "the value that the seat itself drew last, until it lays again"),
    Channel::bits("fresh", 8, "K9", "who has just drawn after a lay, own seat first"),
    Channel::bits("fresh_laid", 16, "K9", "the value that the seat in `fresh` had laid"),
    Channel::bits("fresh_source", 2, "K9", "where the seat in `fresh` drew from: the deck, the pile"),
    Channel::numbers(
        "missing",
        1,
        (0, 3),
        "K10",
        "how many cards would complete the square, if the run on top can be cut",
    ),
    Channel::bits(
        "callable",
        1,
        "K13",
        "whether enough turns have passed for the seat to play to call, and nobody has called yet",
    ),
    Channel::bits("caller", 8, "K13", "who has called, own seat first"),
    Channel::bits("remaining", 8, "K14", "who plays once more before the caller shows, own seat first"),
    Channel::numbers("caller_cut", 1, (0, 39), "K18", "the value of the cards that the caller has cut since its call"),
    Channel::bits("mistaken", 1, "K18", "whether the seat itself has called with more than 5 in this deal"),
    Channel::numbers("totals", 8, (-25, 127), "K19", "the total of each seat before this deal, own seat first"),
    Channel::numbers("mistakes", 8, (0, 2), "K18", "how often each seat has called with more than 5, own seat first"),
    Channel::bits("dealer", 8, "K2", "who deals, own seat first"),
    Channel::bits("cut_from", 3, "K10", "the option: how many cards must lie together for a cut, 1, 2 or 3"),
    Channel::bits("good_draw_deck", 1, "K9", "the option: whether a good draw comes from the deck alone"),
    Channel::bits("minus_pays", 1, "K16", "the option: whether a caller with a negative value scores that value"),
    Channel::bits("false_call_forbidden", 1, "K18", "the option: whether calling with more than 5 is not legal"),
    Channel::bits(
        "landings_every_deal",
        1,
        "K19",
        "the option: whether a total drops after every deal while it stands on a landing",
    ),
    Channel::bits("ends_first_out", 1, "K21", "the option: whether the match ends with the first player eliminated"),
    Channel::bits("call_from", 4, "K13", "the option: from which of its turns a player may call, 2, 3, 4 or 5"),
];

/// The channels of the hidden cards.
const HIDDEN: &[Channel] = &[
    Channel::numbers(
        "hands",
        8 * 16,
        (0, 4),
        "K3",
        "how many cards of each value each seat holds, own seat first; 16 numbers a seat",
    ),
    Channel::bits("draws", 8 * 16, "K9", "the value that each seat drew last, until it lays again, own seat first"),
    Channel::numbers(
        "cards_to_come",
        CARDS,
        (0, 16),
        "K3",
        "the cards of the deck, the next first: each place in the order -1, 0 to 13, X plus 1, 0 where there is none",
    ),
    Channel::bits("called_wrongly", 1, "K18", "whether somebody has called with more than 5 in this deal"),
];

/// The channels of the row of an action.
const ROW: &[Channel] = &[
    Channel::bits(
        "kind",
        9,
        "",
        "the kind of the action: deal, lay, draw from the deck, draw from the pile, good, cut, kael, show, not now",
    ),
    Channel::bits("card", 16, "", "the value that is laid or cut, or that a draw from the pile brings"),
    Channel::numbers("count", 1, (0, 7), "", "how many cards are laid or cut, or dealt to each player"),
    Channel::numbers(
        "value",
        1,
        (-26, 105),
        "K15",
        "the value of the hand afterwards; for a card from the deck, without that card",
    ),
    Channel::numbers("left", 1, (0, 56), "", "how many cards the hand has afterwards"),
];

// For each kind of action, its first number. The kinds are in the order of the enum.
const DEAL: usize = 0;
const LAY: usize = DEAL + 6;
const DRAW: usize = LAY + 16 * 4;
const DRAW_PILE: usize = DRAW + 1;
const GOOD: usize = DRAW_PILE + 1;
const CUT: usize = GOOD + 1;
const CALL: usize = CUT + 16 * 3;
const SHOW: usize = CALL + 1;
const PASS: usize = SHOW + 1;

const fn number(action: Action) -> usize {
    match action {
        Action::Deal(size) => DEAL + (size - *SIZES.start()) as usize,
        Action::Lay(card, count) => LAY + 4 * card.index() + count as usize - 1,
        Action::Draw(Source::Deck) => DRAW,
        Action::Draw(Source::Pile) => DRAW_PILE,
        Action::Good => GOOD,
        Action::Cut(card, count) => CUT + 3 * card.index() + count as usize - 1,
        Action::Kael => CALL,
        Action::Show => SHOW,
    }
}

/// Returns the action with this number; `None` stands for "not now".
fn action(number: usize) -> Option<Action> {
    let of = |from: usize, most: usize| (Card::at(((number - from) / most) as u8), ((number - from) % most) as u8 + 1);
    Some(match number {
        ..LAY => Action::Deal(SIZES.start() + (number - DEAL) as u8),
        LAY..DRAW => {
            let (card, count) = of(LAY, 4);
            Action::Lay(card, count)
        }
        DRAW => Action::Draw(Source::Deck),
        DRAW_PILE => Action::Draw(Source::Pile),
        GOOD => Action::Good,
        CUT..CALL => {
            let (card, count) = of(CUT, 3);
            Action::Cut(card, count)
        }
        CALL => Action::Kael,
        SHOW => Action::Show,
        _ => return None,
    })
}

/// Actions are numbered: 0 to 5 for `deal` with two to seven cards, then `lay` by value and count, `draw deck`, `draw
/// pile`, `good`, `cut` by value and count, `kael`, `show`, and "not now".
impl Observe for Kael {
    const OBSERVATION_VERSION: u32 = 2;
    const CHANNELS: &'static [Channel] = CHANNELS;
    const HIDDEN: &'static [Channel] = HIDDEN;
    const ACTIONS: usize = PASS + 1;
    const NOT_NOW: Option<usize> = Some(PASS);
    const ROW: &'static [Channel] = ROW;
    type Draft = ();

    fn observe(&self, seat: Seat, (): (), out: &mut [i8]) {
        debug_assert_eq!(out.len(), width(CHANNELS));
        let seats = self.standing.seats();
        let steps = |other: Seat| seat.steps_to(other, seats);
        let others = || (0..SEATS as u8).map(|step| (step < seats).then(|| seat.after(step, seats)));
        let card = |card: Option<Card>| card.map(Card::index);
        let hand = self.hands[seat.index()];
        let pile: Hand = self.pile().iter().copied().collect();
        let mut known = Hand::EMPTY;
        let mut out = Channels::new(out);
        let counts = |hand: Hand| Card::ALL.map(|card| hand.count(card) as i8);
        out.numbers(&counts(hand));
        out.clamped(if self.size == 0 { 0 } else { hand.value() });
        out.numbers(&counts(pile));
        out.one_of(16, card(self.run().map(|(top, _)| top)));
        out.number(self.run().map_or(0, |(_, run)| run as i8));
        let draws = matches!(self.phase, Phase::Draw { .. }) || self.hands[self.next.index()].is_empty();
        out.one_of(16, card(self.under().filter(|_| draws).map(|(_, under)| under)));
        for other in others().skip(1) {
            let cards = other.map_or(Hand::EMPTY, |other| self.known[other.index()]);
            known += cards;
            out.numbers(&counts(cards));
        }
        out.numbers(&counts(Hand::PACK - pile - hand - known));
        out.numbers(&counts(self.memory.new_deck()));
        let number = |number: u32| number as i8;
        others().for_each(|other| out.number(other.map_or(0, |other| number(self.hands[other.index()].size()))));
        others().for_each(|other| out.bit(other.is_some_and(|other| self.playing.has(other))));
        out.number(self.deck().len() as i8);
        out.number(self.size as i8);
        out.clamped(self.turns.into());
        out.one_of(
            4,
            match self.phase {
                Phase::Deal => Some(0),
                Phase::Play => Some(1),
                Phase::Draw { .. } => Some(2),
                Phase::Show => Some(3),
                Phase::Over => None,
            },
        );
        out.one_of(8, (!self.is_over()).then(|| steps(self.next)));
        out.one_of(
            16,
            match self.phase {
                Phase::Draw { laid, .. } => Some(laid.index()),
                _ => None,
            },
        );
        out.one_of(16, card(self.drawn[seat.index()]));
        out.one_of(8, self.fresh.map(|fresh| steps(fresh.seat)));
        out.one_of(16, self.fresh.map(|fresh| fresh.laid.index()));
        out.one_of(2, self.fresh.map(|fresh| fresh.source as usize));
        out.number(self.cuttable().map_or(0, |(_, missing)| number(missing)));
        out.bit(self.phase == Phase::Play && self.callable());
        out.one_of(8, self.call.map(|call| steps(call.seat)));
        let mut remaining = 0;
        if let Some(call) = self.call
            && matches!(self.phase, Phase::Play | Phase::Draw { .. })
        {
            let mut next = self.next;
            while next != call.seat {
                remaining |= 1 << steps(next);
                next = self.after(next);
            }
        }
        out.bits(remaining, 8);
        out.clamped(self.call.map_or(0, |call| call.cut_since));
        out.bit(self.call.is_some_and(|call| call.seat == seat && call.mistake));
        others().for_each(|other| out.clamped(other.map_or(0, |other| self.standing.totals[other].into())));
        others().for_each(|other| out.number(other.map_or(0, |other| self.standing.mistakes[other] as i8)));
        out.one_of(8, Some(steps(self.standing.dealer)));
        out.one_of(3, Some(usize::from(self.rules.cut_from.cards()) - 1));
        out.bit(self.rules.good_draw == GoodDraw::Deck);
        out.bit(self.rules.minus_pays);
        out.bit(self.rules.false_call == FalseCall::Forbid);
        out.bit(self.rules.landings == Landings::EveryDeal);
        out.bit(self.rules.match_end == MatchEnd::FirstOut);
        out.one_of(4, Some(usize::from(self.rules.call_from.turns_before()) - 1));
        out.end();
    }

    fn reveal(&self, seat: Seat, out: &mut [i8]) {
        let seats = self.standing.seats();
        let others = || (0..SEATS as u8).map(|step| (step < seats).then(|| seat.after(step, seats).index()));
        let mut out = Channels::new(out);
        for other in others() {
            let hand = other.map_or(Hand::EMPTY, |other| self.hands[other]);
            out.numbers(&Card::ALL.map(|card| hand.count(card) as i8));
        }
        others().for_each(|other| out.one_of(16, other.and_then(|other| self.drawn[other]).map(Card::index)));
        let mut stock = [0; CARDS];
        stock.iter_mut().zip(self.deck()).for_each(|(to, card)| *to = card.index() as i8 + 1);
        out.numbers(&stock);
        out.bit(self.call.is_some_and(|call| call.mistake));
        out.end();
    }

    fn mask(&self, seat: Seat, (): (), legal: &mut Vec<Action>, mask: &mut [i8]) {
        mask_legal(self, seat, legal, mask, number);
    }

    /// [K21] The player with the fewest points wins.
    fn score(standing: &Standing) -> PerSeat<f32> {
        standing.totals.map(|total| -f32::from(total))
    }

    fn action_at(&self, number: usize) -> Option<Action> {
        action(number)
    }

    fn number_of(&self, _: Seat, (): (), _: &[Action], action: Action) -> usize {
        number(action)
    }

    fn row(&self, seat: Seat, (): (), _: &[Action], number: usize, out: &mut [i8]) {
        let action = action(number);
        let hand = self.hands[seat.index()];
        let under = self.under().map(|(_, card)| card);
        let (kind, card, count) = match action {
            Some(Action::Deal(size)) => (0, None, size),
            Some(Action::Lay(card, count)) => (1, Some(card), count),
            Some(Action::Draw(Source::Deck)) => (2, None, 0),
            Some(Action::Draw(Source::Pile)) => (3, under, 0),
            Some(Action::Good) => (4, self.fresh.map(|fresh| fresh.laid), 1),
            Some(Action::Cut(card, count)) => (5, Some(card), count),
            Some(Action::Kael) => (6, None, 0),
            Some(Action::Show) => (7, None, 0),
            None => (8, None, 0),
        };
        let after = match (action, card) {
            (Some(Action::Lay(..) | Action::Good | Action::Cut(..)), Some(card)) => hand - Hand::of(card, count.into()),
            (Some(Action::Draw(_)), Some(card)) => hand + card.into(),
            _ => hand,
        };
        let drawn = matches!(action, Some(Action::Draw(Source::Deck)));
        let mut out = Channels::new(out);
        out.one_of(9, Some(kind));
        out.one_of(16, card.map(Card::index));
        out.number(count as i8);
        out.clamped(if self.size == 0 { 0 } else { after.value() });
        out.number((after.size() + u32::from(drawn)) as i8);
        out.end();
    }
}
