//! A deal, with all cards face up, and how it begins.

use cards::{Card, CardSet, pack52};
use game::{Seat, Shuffles};

use crate::score::{TRICK, worth_in_parts};
use crate::{Rules, Standing};

/// The number of seats.
pub(crate) const SEATS: u8 = 4;

/// One deal of Schwarze Dame.
#[derive(Clone)]
pub struct SchwarzeDame {
    pub(crate) hands: [CardSet; 4],
    pub(crate) public: Public,
    pub(crate) standing: Standing,
    pub(crate) rules: Rules,
    pub(crate) shuffles: Shuffles,
}

/// What lies open on the table and what everybody has seen: the same for all.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Public {
    /// All cards in the order in which they were played; four make a trick.
    pub(crate) played: [Card; 52],
    pub(crate) count: u8,
    /// Who led the trick that lies on the table, or leads the next.
    pub(crate) leader: Seat,
    /// The card that takes the trick on the table as it lies, and whose it is. Mean nothing before a lead.
    pub(crate) led: Card,
    pub(crate) highest: Card,
    pub(crate) taker: Seat,
    /// What the trick on the table is worth as it lies: ten less what its cards cost.
    pub(crate) worth: i16,
    /// Who led each trick; whoever took a trick leads the next, and the last entry is who took the thirteenth.
    pub(crate) leaders: [Seat; 14],
    /// The balance of each seat so far.
    pub(crate) points: [i16; 4],
}

impl SchwarzeDame {
    /// Shuffles and deals one card at a time, beginning with forehand. [S8]
    pub(crate) fn new(rules: Rules, standing: Standing, mut shuffles: Shuffles) -> SchwarzeDame {
        let mut deck = pack52();
        shuffles.shuffle(&mut deck);
        let forehand = standing.dealer.after(1, SEATS);
        let mut hands = [CardSet::EMPTY; 4];
        for (i, card) in deck.into_iter().enumerate() {
            hands[forehand.after(i as u8 % SEATS, SEATS).index()].insert(card);
        }
        SchwarzeDame { hands, public: Public::new(forehand), standing, rules, shuffles }
    }
}

impl Public {
    /// Before the first card: forehand leads. [S2]
    pub(crate) const fn new(forehand: Seat) -> Public {
        Public {
            played: pack52(),
            count: 0,
            leader: forehand,
            led: Card::at(0),
            highest: Card::at(0),
            taker: forehand,
            worth: TRICK,
            leaders: [forehand; 14],
            points: [0; 4],
        }
    }

    /// Whether all 13 tricks have been played.
    pub(crate) const fn is_over(&self) -> bool {
        self.count == 52
    }

    /// The cards of the trick on the table, in playing order; empty before a lead.
    pub(crate) fn on_table(&self) -> &[Card] {
        let start = self.count & !3;
        &self.played[usize::from(start)..usize::from(self.count)]
    }

    /// The card led to the trick on the table.
    pub(crate) const fn led(&self) -> Option<Card> {
        if self.count & 3 == 0 { None } else { Some(self.led) }
    }

    /// The seat that plays the next card.
    pub(crate) const fn next(&self) -> Seat {
        self.leader.after(self.count & 3, SEATS)
    }

    /// All cards that have been played.
    pub(crate) fn gone(&self) -> CardSet {
        self.played[..usize::from(self.count)].iter().copied().collect()
    }

    /// The tricks so far, the one on the table included if a card lies there.
    pub(crate) fn tricks(&self) -> impl Iterator<Item = Trick> + '_ {
        self.played[..usize::from(self.count)].chunks(4).zip(self.leaders).map(|(cards, leader)| Trick {
            leader,
            cards: cards.to_vec(),
            parts: worth_in_parts(cards),
        })
    }
}

/// A trick: who led it, and the cards in playing order.
#[derive(Clone, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Trick {
    /// Who led.
    pub leader: Seat,
    /// One to four cards; the second is of the seat after the leader, and so on.
    pub cards: Vec<Card>,
    /// What it is worth, part by part: ten for the trick, then less what each card costs, 0 for most.
    pub parts: Vec<i16>,
}
