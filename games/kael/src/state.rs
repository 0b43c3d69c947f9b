//! The state of a deal, with all cards face up, the start of a deal, the deck and the pile.

use game::{Seat, SeatSet, Shuffles};
use serde::{Deserialize, Serialize};

use crate::memory::Memory;
use crate::score::next_of;
use crate::{Action, Card, Hand, Rules, Source, Standing, pack};

/// [K2] The numbers of cards that the dealer may choose for each player.
pub(crate) const SIZES: std::ops::RangeInclusive<u8> = 2..=7;

/// [K2] The number of cards that must be outside the hands after the deal: the card turned up, and one in the deck.
pub(crate) const OUTSIDE: u32 = 2;

/// The largest number of seats, which is the length of the arrays of hands.
pub(crate) const SEATS: usize = game::MAX_SEATS;

/// [K1] The number of cards in the pack.
pub(crate) const CARDS: usize = 56;

/// [K8] Eight players get at most six cards each, and seven players at most seven. So at least seven cards are always
/// outside the hands. At most four of these cards are in the run on top of the pile, so a new deck always has cards.
const _: () = {
    let mut seats = 2;
    while seats <= SEATS as u32 {
        let mut size = 7;
        while seats * size + OUTSIDE > CARDS as u32 {
            size -= 1;
        }
        assert!(CARDS as u32 - seats * size >= 7);
        seats += 1;
    }
};

/// One deal of Kaël.
#[derive(Clone)]
pub struct Kael {
    pub(crate) hands: [Hand; SEATS],
    /// The cards that each seat is publicly known to hold, because it took them from the pile and has not laid them
    /// since.
    pub(crate) known: [Hand; SEATS],
    /// The card that each seat drew last, until the seat lays again. Only the seat itself knows this card.
    pub(crate) drawn: [Option<Card>; SEATS],
    deck: [Card; CARDS],
    /// The index of the top card of the deck. All cards before this index have been drawn.
    deck_top: u8,
    deck_end: u8,
    /// The cards of the pile from the bottom to the top.
    pile: [Card; CARDS],
    pile_len: u8,
    /// The number of cards of one value that lie together on top of the pile; 0 if the pile is empty.
    run: u8,
    pub(crate) phase: Phase,
    /// The seat to act. Once the deal is over, it is the caller.
    pub(crate) next: Seat,
    /// The number of cards that each player got; 0 before the dealer has chosen.
    pub(crate) size: u8,
    /// The number of turns that have been taken in this deal. [K13]
    pub(crate) turns: u16,
    /// The number of turns after which Kaël may be said. It is stored because every turn needs it. [K13]
    pub(crate) turns_to_call: u16,
    pub(crate) call: Option<Call>,
    pub(crate) fresh: Option<Fresh>,
    pub(crate) last: Option<(Seat, Action)>,
    pub(crate) memory: Memory,
    pub(crate) playing: SeatSet,
    pub(crate) standing: Standing,
    pub(crate) rules: Rules,
    pub(crate) shuffles: Shuffles,
}

/// The next decision of the seat to act.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    /// [K2] The dealer chooses the number of cards.
    Deal,
    /// [K4] [K7] [K13] A turn begins.
    Play,
    /// [K4] The seat has laid cards of this value and must draw. The pile had `under` cards before the lay.
    Draw {
        laid: Card,
        under: u8,
    },
    /// [K14] The caller shows.
    Show,
    Over,
}

/// Somebody has said Kaël. [K13]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Call {
    pub(crate) seat: Seat,
    /// [K18] True if the caller had more than 5. This is decided at the call but shown only at the end.
    pub(crate) mistake: bool,
    /// [K10] The value of the cards that the caller has cut since the call. The hand was higher by this value at the
    /// call.
    pub(crate) cut_since: i32,
}

/// [K9] A draw after a lay, until the next player acts. If the drawn card has the value that the seat had laid, the
/// seat can lay it as a good draw. Everybody sees the draw, but sees the card only if it came from the pile.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Fresh {
    /// The seat that drew.
    pub seat: Seat,
    /// The card value that the seat laid before this draw.
    pub laid: Card,
    /// The source of the draw.
    pub source: Source,
}

/// The public parts of a deal and the viewer's own knowledge, from which a world is built.
pub(crate) struct DealParts {
    pub(crate) rules: Rules,
    pub(crate) standing: Standing,
    pub(crate) phase: Phase,
    pub(crate) next: Seat,
    pub(crate) size: u8,
    pub(crate) turns: u16,
    pub(crate) call: Option<Call>,
    pub(crate) fresh: Option<Fresh>,
    pub(crate) last: Option<(Seat, Action)>,
}

impl Kael {
    /// Shuffles the pack. After that the dealer chooses the number of cards, and the cards are dealt. [K3]
    pub(crate) fn new(rules: Rules, standing: Standing, mut shuffles: Shuffles) -> Kael {
        let mut deck = pack();
        shuffles.shuffle(&mut deck);
        let parts = DealParts {
            rules,
            standing,
            phase: Phase::Deal,
            next: standing.dealer,
            size: 0,
            turns: 0,
            call: None,
            fresh: None,
            last: None,
        };
        let mut deal = Kael::of_parts(parts, shuffles);
        deal.set_deck(&deck);
        deal
    }

    /// Returns a deal without any cards.
    pub(crate) fn of_parts(parts: DealParts, shuffles: Shuffles) -> Kael {
        let DealParts { rules, standing, phase, next, size, turns, call, fresh, last } = parts;
        let playing = standing.playing();
        Kael {
            hands: [Hand::EMPTY; SEATS],
            known: [Hand::EMPTY; SEATS],
            drawn: [None; SEATS],
            deck: [Card::X; CARDS],
            deck_top: 0,
            deck_end: 0,
            pile: [Card::X; CARDS],
            pile_len: 0,
            run: 0,
            phase,
            next,
            size,
            turns,
            turns_to_call: rules.call_from.turns_of(playing.len()),
            call,
            fresh,
            last,
            memory: Memory::default(),
            playing,
            standing,
            rules,
            shuffles,
        }
    }

    /// Deals one card at a time, beginning with the seat after the dealer, and turns up the next card. The seat after
    /// the dealer plays first. [K3]
    pub(crate) fn deal_out(&mut self, size: u8) {
        self.size = size;
        let first = self.after(self.next);
        for _ in 0..size {
            let mut seat = first;
            for _ in 0..self.playing.len() {
                let card = self.take_deck();
                self.hands[seat.index()] += card.into();
                seat = self.after(seat);
            }
        }
        let turned_up = self.take_deck();
        self.put(turned_up, 1);
        self.phase = Phase::Play;
        self.next = first;
    }

    /// Returns the next seat that is still in.
    pub(crate) fn after(&self, seat: Seat) -> Seat {
        next_of(self.playing, seat)
    }

    pub(crate) fn is_over(&self) -> bool {
        self.phase == Phase::Over
    }

    /// Returns true if a player may call on its turn: there have been enough turns, and nobody has called. [K13]
    pub(crate) fn callable(&self) -> bool {
        self.call.is_none() && self.turns >= self.turns_to_call
    }

    // The deck.

    /// Returns the cards of the deck, the top card first.
    pub(crate) fn deck(&self) -> &[Card] {
        &self.deck[usize::from(self.deck_top)..usize::from(self.deck_end)]
    }

    /// Replaces the deck by these cards, the top card first.
    pub(crate) fn set_deck(&mut self, cards: &[Card]) {
        self.deck[..cards.len()].copy_from_slice(cards);
        (self.deck_top, self.deck_end) = (0, cards.len() as u8);
    }

    pub(crate) fn take_deck(&mut self) -> Card {
        let card = *self.deck().first().expect("a card of the deck is taken when there is one");
        self.deck_top += 1;
        card
    }

    // The pile.

    /// Returns the cards of the pile, the top card last.
    pub(crate) fn pile(&self) -> &[Card] {
        &self.pile[..usize::from(self.pile_len)]
    }

    /// Replaces the pile by these cards, the top card last.
    pub(crate) fn set_pile(&mut self, cards: &[Card]) {
        self.pile[..cards.len()].copy_from_slice(cards);
        self.pile_len = cards.len() as u8;
        self.run = run_of(cards).map_or(0, |(_, count)| count);
    }

    /// Puts cards of one value on top of the pile.
    pub(crate) fn put(&mut self, card: Card, count: u8) {
        self.run = if self.run().is_some_and(|(top, _)| top == card) { self.run + count } else { count };
        for _ in 0..count {
            self.pile[usize::from(self.pile_len)] = card;
            self.pile_len += 1;
        }
    }

    /// Removes the card at an index of the pile, from under the cards above it, and returns the card.
    pub(crate) fn take_pile(&mut self, place: u8) -> Card {
        let card = self.pile()[usize::from(place)];
        let len = usize::from(self.pile_len);
        self.pile.copy_within(usize::from(place) + 1..len, usize::from(place));
        self.pile_len -= 1;
        self.run = run_of(self.pile()).map_or(0, |(_, count)| count);
        card
    }

    /// Returns the card on top of the pile, and the number of cards of its value that lie together there.
    pub(crate) fn run(&self) -> Option<(Card, u8)> {
        let top = self.pile().last()?;
        Some((*top, self.run))
    }

    /// Returns the index and the card that `draw pile` takes now. This is the card that was on top before the lay [K4].
    /// For a player without cards, it is the top card [K7].
    pub(crate) fn under(&self) -> Option<(u8, Card)> {
        let len = match self.phase {
            Phase::Draw { under, .. } => under,
            Phase::Play => self.pile_len,
            Phase::Deal | Phase::Show | Phase::Over => 0,
        };
        let place = len.checked_sub(1)?;
        Some((place, self.pile[usize::from(place)]))
    }

    /// Returns the cards that go into a new deck: the pile except the run of one value on its top. [K8]
    pub(crate) fn below_the_run(&self) -> &[Card] {
        let run = self.run().map_or(0, |(_, count)| usize::from(count));
        &self.pile()[..usize::from(self.pile_len) - run]
    }

    /// [K8] Makes a new deck from the pile. The run of one value on top stays on the pile.
    pub(crate) fn reshuffle(&mut self) {
        let mut deck = [Card::X; CARDS];
        let below = self.below_the_run();
        let count = below.len();
        deck[..count].copy_from_slice(below);
        deck[..count].sort_unstable();
        assert!(count > 0, "[K8] seven cards are always outside the hands, and a run has four at most");
        self.memory.shuffled(&deck[..count]);
        self.shuffles.shuffle(&mut deck[..count]);
        self.set_deck(&deck[..count]);
        self.pile.copy_within(count..usize::from(self.pile_len), 0);
        self.pile_len -= count as u8;
    }
}

/// Returns the card on top of a pile, and the number of cards of its value that lie together there, at most four.
pub(crate) fn run_of(pile: &[Card]) -> Option<(Card, u8)> {
    let top = *pile.last()?;
    let count = pile.iter().rev().take_while(|&&card| card == top).count();
    Some((top, count as u8))
}
