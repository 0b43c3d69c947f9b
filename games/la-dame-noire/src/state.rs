//! The state of a deal, with all cards face up, and the start of a deal.

use cards::{Card, CardSet, pack52};
use game::{Seat, SeatSet, Shuffles};
use serde::{Deserialize, Serialize};

use crate::combination::{Moves, Top};
use crate::trading::Memory;
use crate::{Rules, Standing};

pub(crate) const SEATS: u8 = 4;

/// One deal of La Dame Noire.
#[derive(Clone)]
pub struct LaDameNoire {
    /// The cards that each seat holds. A card that a seat has put for its neighbour is not included.
    pub(crate) hands: [CardSet; 4],
    /// The plays that each hand can make, valid from the showdown on. They follow from `hands`. They are stored because
    /// they are needed several times for each play.
    pub(crate) moves: [Moves; 4],
    /// The card that each seat has put for its left neighbour.
    pub(crate) put: [Option<Card>; 4],
    pub(crate) memory: Memory,
    pub(crate) public: Public,
    pub(crate) standing: Standing,
    pub(crate) rules: Rules,
    pub(crate) shuffles: Shuffles,
}

/// The phases of a deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// The auction. [D3]
    Bidding,
    /// Cards are traded to the left. [D6]
    Trading,
    /// Combinations are played. [D9]
    Showdown,
    /// The first seat out chooses what happens to the trick. [D17]
    Coup,
    /// Nobody bet: the cards are thrown in. [D5]
    ThrownIn,
    /// Three seats are out. [D14]
    Over,
}

/// The public state: the open cards and everything that all viewers have seen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Public {
    pub(crate) phase: Phase,
    /// The seat that has to speak, to play or to choose. It has no meaning in trading and when the deal is over.
    pub(crate) next: Seat,
    pub(crate) bet: Option<(Seat, u8)>,
    /// The last call of each seat in the auction: its bet, or 0 for a pass.
    pub(crate) calls: [Option<u8>; 4],
    /// The seats that have passed since the last bet of the auction or the last play of the showdown. If the options
    /// say so, a seat stays in this set until the auction or the trick ends.
    pub(crate) passed: SeatSet,
    pub(crate) exchanges: u16,
    pub(crate) put_last: Option<Seat>,
    pub(crate) top: Top,
    pub(crate) top_seat: Seat,
    pub(crate) trick: CardSet,
    pub(crate) played: Played,
    pub(crate) piles: [CardSet; 4],
    /// The seats that are out, in order. Once the deal is over, the last seat is included.
    pub(crate) out: Places,
    /// The seat to which the first seat out gave its trick by a coup.
    pub(crate) coup: Option<Seat>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Played {
    /// The cards with the seats that played them, in order.
    cards: [(Card, Seat); 52],
    count: u8,
    /// Bit i is set if a play begins with card i.
    plays: u64,
    /// Bit i is set if a trick begins with card i.
    tricks: u64,
}

impl Played {
    const NONE: Played = Played { cards: [(Card::at(0), Seat::new(0)); 52], count: 0, plays: 0, tricks: 0 };

    pub(crate) fn push(&mut self, seat: Seat, cards: CardSet, leads: bool) {
        self.plays |= 1 << self.count;
        self.tricks |= u64::from(leads) << self.count;
        for card in cards {
            self.cards[usize::from(self.count)] = (card, seat);
            self.count += 1;
        }
    }

    /// Returns each play: the seat, the cards, and true if the play led a trick.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Seat, CardSet, bool)> + '_ {
        let mut at = 0;
        std::iter::from_fn(move || {
            let start = at;
            let (_, seat) = *self.cards[..usize::from(self.count)].get(start)?;
            at += 1;
            while at < usize::from(self.count) && self.plays >> at & 1 == 0 {
                at += 1;
            }
            let cards = self.cards[start..at].iter().map(|(card, _)| *card).collect();
            Some((seat, cards, self.tricks >> start & 1 == 1))
        })
    }

    pub(crate) fn by_seat(&self) -> [CardSet; 4] {
        let mut all = [CardSet::EMPTY; 4];
        for (card, seat) in &self.cards[..usize::from(self.count)] {
            all[seat.index()].insert(*card);
        }
        all
    }
}

/// Seats in the order in which they went out.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Places {
    seats: [Seat; 4],
    count: u8,
    // All seats that are not among `seats`.
    still_in: SeatSet,
}

impl Places {
    pub(crate) const NOBODY: Places = Places { seats: [Seat::new(0); 4], count: 0, still_in: SeatSet::all(SEATS) };

    pub(crate) fn push(&mut self, seat: Seat) {
        self.seats[usize::from(self.count)] = seat;
        self.count += 1;
        self.still_in.remove(seat);
    }

    pub(crate) fn seats(&self) -> &[Seat] {
        &self.seats[..usize::from(self.count)]
    }

    /// Returns the seat that went out first. [D16]
    pub(crate) fn first(&self) -> Option<Seat> {
        self.seats().first().copied()
    }

    pub(crate) const fn still_in(&self) -> SeatSet {
        self.still_in
    }
}

/// [D1] The packets of the deal.
const PACKETS: [u8; 5] = [3, 2, 3, 2, 3];
const _: () = assert!(4 * (PACKETS[0] + PACKETS[1] + PACKETS[2] + PACKETS[3] + PACKETS[4]) == 52);

impl LaDameNoire {
    /// Shuffles and deals packets of 3-2-3-2-3, beginning at the seat after the dealer. [D1]
    pub(crate) fn new(rules: Rules, standing: Standing, mut shuffles: Shuffles) -> LaDameNoire {
        let mut deck = pack52();
        shuffles.shuffle(&mut deck);
        let first = standing.dealer.after(1, SEATS);
        let mut hands = [CardSet::EMPTY; 4];
        let mut deck = deck.into_iter();
        for packet in PACKETS {
            for step in 0..SEATS {
                let hand = &mut hands[first.after(step, SEATS).index()];
                for card in deck.by_ref().take(packet.into()) {
                    hand.insert(card);
                }
            }
        }
        LaDameNoire {
            hands,
            moves: [Moves::default(); 4],
            put: [None; 4],
            memory: Memory::NOTHING,
            public: Public::new(first),
            standing,
            rules,
            shuffles,
        }
    }
}

impl Public {
    /// Returns the state before the first bet: the seat after the dealer speaks. [D3]
    pub(crate) const fn new(first: Seat) -> Public {
        Public {
            phase: Phase::Bidding,
            next: first,
            bet: None,
            calls: [None; 4],
            passed: SeatSet::EMPTY,
            exchanges: 0,
            put_last: None,
            top: Top::NOTHING,
            top_seat: first,
            trick: CardSet::EMPTY,
            played: Played::NONE,
            piles: [CardSet::EMPTY; 4],
            out: Places::NOBODY,
            coup: None,
        }
    }

    /// Returns the seat among `seats` that comes first after `seat` in playing order.
    #[inline]
    pub(crate) fn after(seat: Seat, seats: SeatSet) -> Option<Seat> {
        let steps = [1, 2, 3, 4].map(|step| seat.after(step, SEATS));
        steps.into_iter().find(|seat| seats.has(*seat))
    }
}
