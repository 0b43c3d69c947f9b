//! The memory of cards after a new deck has been made from the pile [K8]. All players saw which cards went into the new
//! deck. So a card drawn from the new deck must be one of these cards. It cannot be a card that was in a hand at that
//! time.
//!
//! Before the first new deck, the memory is empty. It is not needed then, because the unseen cards can be anywhere.

use game::Seat;
use serde::Serialize;

use crate::{Card, Hand};

/// The capacity of the memory. An ordinary deal ends long before the memory is full. A full memory forgets everything
/// until the next new deck. This does little harm. Except in contrived deals, the old events no longer restrict the
/// possible worlds.
const ROOM: usize = 176;

/// The record of events with unseen cards, beginning with the first new deck of the deal.
#[derive(Clone, Copy)]
pub(crate) struct Memory {
    /// The events, each packed into 16 bits: the kind, the seat, the card and the count.
    events: [u16; ROOM],
    len: u8,
}

/// An event to remember.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum MemoryEvent {
    /// These cards went into a new deck.
    Shuffle {
        /// The cards in canonical order.
        cards: Hand,
    },
    /// A seat drew from the deck.
    Draw {
        /// The seat that drew.
        seat: Seat,
        /// The card, visible only to the seat that drew it.
        card: Option<Card>,
    },
    /// A seat laid cards that the other players did not know to be in its hand.
    Lay {
        /// The seat that laid.
        seat: Seat,
        /// The value of the cards.
        card: Card,
        /// The number of cards.
        count: u8,
    },
    /// A seat laid the card that it had just drawn from the deck.
    Good {
        /// The seat that laid.
        seat: Seat,
        /// The card laid.
        card: Card,
    },
}

game::read_tagged! { MemoryEvent by "what":
    Shuffle { cards }, Draw { seat, card }, Lay { seat, card, count }, Good { seat, card },
}

impl Default for Memory {
    fn default() -> Memory {
        Memory { events: [0; ROOM], len: 0 }
    }
}

/// The kinds of event, stored in the lowest two bits of a packed event.
const SHUFFLE: u16 = 0;
const DRAW: u16 = 1;
const LAY: u16 = 2;
const GOOD: u16 = 3;

impl Memory {
    pub(crate) fn shuffled(&mut self, cards: &[Card]) {
        if usize::from(self.len) + 5 > ROOM {
            self.len = 0;
        }
        self.push(SHUFFLE);
        // The sixteen counts of four bits each fill four words.
        for quarter in Card::ALL.chunks(4) {
            let word = quarter.iter().enumerate().fold(0, |word, (place, card)| {
                let count = cards.iter().filter(|other| *other == card).count() as u16;
                word | count << (4 * place)
            });
            self.push(word);
        }
    }

    pub(crate) fn drew(&mut self, seat: Seat, card: Card) {
        self.note(DRAW, seat, card, 0);
    }

    /// Records that a seat laid `count` copies of a card that were not known to be in its hand.
    pub(crate) fn laid(&mut self, seat: Seat, card: Card, count: u32) {
        if count > 0 {
            self.note(LAY, seat, card, count);
        }
    }

    /// Records that a seat laid the card that it had just drawn. [K9]
    pub(crate) fn good(&mut self, seat: Seat, card: Card) {
        self.note(GOOD, seat, card, 0);
    }

    /// Packs and stores an event. Before the first new deck it stores nothing, because until then no event limits where
    /// a card can be.
    fn note(&mut self, what: u16, seat: Seat, card: Card, count: u32) {
        if self.len > 0 {
            self.push(what | (seat.index() as u16) << 2 | (card.index() as u16) << 5 | (count as u16) << 9);
        }
    }

    /// Adds a packed event. If the memory is full, all earlier events are forgotten, and this one too.
    fn push(&mut self, event: u16) {
        if usize::from(self.len) == ROOM {
            self.len = 0;
            return;
        }
        self.events[usize::from(self.len)] = event;
        self.len += 1;
    }

    /// Returns all events, the oldest first. Drawn cards are included only if `sees` is true for the seat that drew.
    pub(crate) fn events(&self, sees: impl Fn(Seat) -> bool) -> Vec<MemoryEvent> {
        let mut words = self.events[..usize::from(self.len)].iter().copied();
        let mut events = Vec::new();
        while let Some(word) = words.next() {
            let seat = Seat::new((word >> 2 & 7) as u8);
            let card = Card::at((word >> 5 & 15) as u8);
            events.push(match word & 3 {
                SHUFFLE => MemoryEvent::Shuffle { cards: deck_of(&mut words) },
                DRAW => MemoryEvent::Draw { seat, card: sees(seat).then_some(card) },
                LAY => MemoryEvent::Lay { seat, card, count: (word >> 9) as u8 },
                _ => MemoryEvent::Good { seat, card },
            });
        }
        events
    }

    /// Returns the cards that went into the latest new deck, or no cards before the first new deck.
    pub(crate) fn new_deck(&self) -> Hand {
        let mut words = self.events[..usize::from(self.len)].iter().copied();
        let mut latest = Hand::EMPTY;
        while let Some(word) = words.next() {
            if word & 3 == SHUFFLE {
                latest = deck_of(&mut words);
            }
        }
        latest
    }

    /// Builds a memory from these events. If an event does not name the drawn card, `unknown` returns the card for the
    /// index of the event.
    pub(crate) fn of_events(events: &[MemoryEvent], mut unknown: impl FnMut(usize) -> Card) -> Memory {
        let mut memory = Memory::default();
        for (at, event) in events.iter().enumerate() {
            match *event {
                MemoryEvent::Shuffle { cards } => memory.shuffled(&cards.cards().collect::<Vec<_>>()),
                MemoryEvent::Draw { seat, card } => memory.drew(seat, card.unwrap_or_else(|| unknown(at))),
                MemoryEvent::Lay { seat, card, count } => memory.laid(seat, card, count.into()),
                MemoryEvent::Good { seat, card } => memory.good(seat, card),
            }
        }
        memory
    }
}

/// Reads the cards of a new deck from the four words that follow the first word of the event.
fn deck_of(words: &mut impl Iterator<Item = u16>) -> Hand {
    Card::ALL
        .chunks(4)
        .zip(words.take(4))
        .flat_map(|(quarter, word)| {
            quarter.iter().enumerate().map(move |(place, &card)| (card, word >> (4 * place) & 15))
        })
        .fold(Hand::EMPTY, |hand, (card, count)| hand + Hand::of(card, count.into()))
}
