//! The channels of an observation for the public part of a deal of tricks ([`game::Observe`]).

use cards::{Card, CardSet, Suit};
use game::{Channel, Channels, Seat};

use crate::{SEATS, Tricks};

/// For each seat, the cards that it has played and the suits of which it has shown that it has none. The seats are
/// counted from the observing seat on.
struct Seen {
    played: [CardSet; 4],
    /// For each seat, bit s is set if the seat has not followed suit s.
    void: [u64; 4],
}

impl Seen {
    fn by(seat: Seat, tricks: &Tricks) -> Seen {
        let mut seen = Seen { played: [CardSet::EMPTY; 4], void: [0; 4] };
        for (leader, cards) in tricks.iter() {
            let led = cards[0].suit();
            let first = leader.index() + usize::from(SEATS) - seat.index();
            for (step, card) in cards.iter().enumerate() {
                let place = (first + step) & 3;
                seen.played[place].insert(*card);
                seen.void[place] |= u64::from(card.suit() != led) << led as u32;
            }
        }
        seen
    }
}

/// Returns the channels that [`observe`] writes. `follow` is the number of the game's rule about following suit, and
/// `takes` the number of its rule about the winner of a trick.
pub const fn channels(follow: &'static str, takes: &'static str) -> [Channel; 6] {
    [
        Channel::bits("trick", 52, takes, "the cards of the trick on the table"),
        Channel::bits("led", 4, follow, "the suit that was led to the trick: clubs, diamonds, hearts, spades"),
        Channel::bits("winning", 4, takes, "who would take the trick as it lies: own seat, next, opposite, previous"),
        Channel::bits("to_play", 4, takes, "who plays the next card: own seat, next, opposite, previous"),
        Channel::bits("played", 4 * 52, takes, "the cards that each seat has played, own seat first; 52 bits a seat"),
        Channel::bits("void", 4 * 4, follow, "the suits that each seat has shown it does not hold, own seat first"),
    ]
}

/// Writes the tricks as `seat` has seen them.
pub fn observe(seat: Seat, tricks: &Tricks, is_play: bool, out: &mut Channels) {
    let seen = Seen::by(seat, tricks);
    out.cards(tricks.on_table().iter().copied().collect());
    out.one_of(4, tricks.led().map(|card| card.suit() as usize));
    out.one_of(4, tricks.winning().map(|winner| seat.steps_to(winner, SEATS)));
    out.one_of(4, (is_play && !tricks.is_over()).then(|| seat.steps_to(tricks.next(), SEATS)));
    seen.played.into_iter().for_each(|cards| out.cards(cards));
    seen.void.into_iter().for_each(|suits| out.bits(suits, 4));
}

/// Returns the channel of all hands. `deals` is the number of the game's rule about dealing.
pub const fn hands(deals: &'static str) -> Channel {
    Channel::bits("hands", 4 * 52, deals, "the hand of each seat, own seat first; 52 bits a seat")
}

/// Writes a set of cards for each seat, own seat first.
pub fn reveal(seat: Seat, sets: [CardSet; 4], out: &mut Channels) {
    seat.around(SEATS).for_each(|seat| out.cards(sets[seat.index()]));
}

/// The first channels of an action's row: the card in the action.
pub const CARD: [Channel; 3] = [
    Channel::bits("card", 52, "", "the card"),
    Channel::bits("suit", 4, "", "the suit of the card"),
    Channel::bits("rank", 13, "", "the rank of the card, two to ace"),
];

/// Writes the channels of [`CARD`].
pub fn card_row(card: Card, out: &mut Channels) {
    out.one_of(52, Some(card.index()));
    out.one_of(4, Some(card.suit() as usize));
    out.one_of(13, Some(card.rank() as usize));
}

const _: () = assert!(Suit::ALL.len() == 4);
