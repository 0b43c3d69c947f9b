//! The memory of cards after a new deck has been made of the pile [K8]. Everybody saw which cards went into it. So a
//! card that is drawn from it is one of those, and no card that was in a hand before is one of those.
//!
//! Before the first new deck this is not needed: all unseen cards are alike, and the memory is empty.

use game::Seat;
use serde::{Deserialize, Serialize};

use crate::{Card, Hand};

/// How much is remembered. In ordinary play a deal ends long before that; when it is full the oldest is not needed to
/// know which worlds are possible in all but contrived cases, and everything is forgotten until the next new deck.
const ROOM: usize = 176;

/// The record of cards that somebody has not seen, from the first new deck of the deal on.
#[derive(Clone, Copy)]
pub(crate) struct Memory {
    /// Each packed into 16 bits: what it is, the seat, the card, how many.
    events: [u16; ROOM],
    len: u8,
}

/// Something to remember.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum MemoryEvent {
    /// These cards went into a new deck.
    Shuffle {
        /// In canonical order.
        cards: Hand,
    },
    /// A seat drew from the deck.
    Draw {
        /// Who.
        seat: Seat,
        /// The card, for the seat itself.
        card: Option<Card>,
    },
    /// A seat laid cards that it was not known to hold.
    Lay {
        /// Who.
        seat: Seat,
        /// Their value.
        card: Card,
        /// How many.
        count: u8,
    },
    /// A seat laid the card that it had just drawn from the deck.
    Good {
        /// Who.
        seat: Seat,
        /// The card.
        card: Card,
    },
}

impl Default for Memory {
    fn default() -> Memory {
        Memory { events: [0; ROOM], len: 0 }
    }
}

/// The kinds of event: the lowest two bits of a packed one.
const SHUFFLE: u16 = 0;
const DRAW: u16 = 1;
const LAY: u16 = 2;
const GOOD: u16 = 3;

impl Memory {
    /// A new deck was made of these cards.
    pub(crate) fn shuffled(&mut self, cards: &[Card]) {
        if usize::from(self.len) + 5 > ROOM {
            self.len = 0;
        }
        self.push(SHUFFLE);
        // The counts of the sixteen kinds fill four words.
        for quarter in Card::ALL.chunks(4) {
            let word = quarter.iter().enumerate().fold(0, |word, (place, card)| {
                let count = cards.iter().filter(|other| *other == card).count() as u16;
                word | count << (4 * place)
            });
            self.push(word);
        }
    }

    /// A seat drew this card from the deck.
    pub(crate) fn drew(&mut self, seat: Seat, card: Card) {
        self.note(DRAW, seat, card, 0);
    }

    /// A seat laid `count` copies of a card that it was not known to hold.
    pub(crate) fn laid(&mut self, seat: Seat, card: Card, count: u32) {
        if count > 0 {
            self.note(LAY, seat, card, count);
        }
    }

    /// A seat laid the card that it had just drawn. [K9]
    pub(crate) fn good(&mut self, seat: Seat, card: Card) {
        self.note(GOOD, seat, card, 0);
    }

    /// Packs an event. Nothing is noted before the first new deck: until then no event says where a card can be.
    fn note(&mut self, what: u16, seat: Seat, card: Card, count: u32) {
        if self.len > 0 {
            self.push(what | (seat.index() as u16) << 2 | (card.index() as u16) << 5 | (count as u16) << 9);
        }
    }

    /// Adds a packed event. If there is no room, everything is forgotten.
    fn push(&mut self, event: u16) {
        if usize::from(self.len) == ROOM {
            self.len = 0;
            return;
        }
        self.events[usize::from(self.len)] = event;
        self.len += 1;
    }

    /// Everything, oldest first, with the cards that this viewer may see.
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

    /// The cards that went into the latest new deck; none before the first.
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

    /// A memory of these events; a draw of an unknown card is that of `unknown`.
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

/// The cards of a new deck: the four words after its first.
fn deck_of(words: &mut impl Iterator<Item = u16>) -> Hand {
    Card::ALL
        .chunks(4)
        .zip(words.take(4))
        .flat_map(|(quarter, word)| {
            quarter.iter().enumerate().map(move |(place, &card)| (card, word >> (4 * place) & 15))
        })
        .fold(Hand::EMPTY, |hand, (card, count)| hand + Hand::of(card, count.into()))
}
