//! The view of a deal: everything that a viewer may know.

use cards::{Card, CardSet, Rank};
use game::{Seat, SeatSet, Viewer};
use serde::{Deserialize, Serialize};

use crate::combination::{Moves, Power, Top, by_rank, eligible};
use crate::score::worth;
use crate::state::{Phase, Places, Public, SEATS};
use crate::{Award, CombinationKind, LaDameNoire, Play, Rules, Standing};

/// The view of one viewer: its own hand and trades, and all cards that are or were face up.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct View {
    /// The options (house rules).
    #[cfg_attr(feature = "types", ts(skip))]
    pub rules: Rules,
    /// The standing before this deal.
    pub standing: Standing,
    /// The viewer's seat, if it has one.
    pub seat: Option<Seat>,
    /// The phase of the deal.
    pub phase: Phase,
    /// The seat that has to speak, to play or to choose; null in trading and when the deal is over.
    pub next: Option<Seat>,
    /// The hands that this viewer sees: its own hand, or all hands for a viewer of all cards; null for other seats.
    /// Once the deal is over, the cards of the last seat are visible to everybody, because nobody else has any. A card
    /// that a seat has put is not included.
    pub hands: [Option<CardSet>; 4],
    /// The number of cards that each seat holds. A card that it has put is not included.
    pub held: [u8; 4],
    /// The combinations that the viewer's own hand makes, whatever is on the table, the weakest first. Empty for a
    /// viewer without a seat.
    pub makes: Vec<Makes>,

    /// The standing bet.
    pub bet: Option<Bet>,
    /// The last call of each seat: a bet, 0 for a pass, or null if it has not spoken.
    pub calls: [Option<u8>; 4],

    /// The number of exchanges so far.
    pub exchanges: u16,
    /// True if enough exchanges have taken place for a stop.
    pub may_stop: bool,
    /// The seats that have put a card in this round.
    pub put: SeatSet,
    /// The seat that put the last card of this round.
    pub put_last: Option<Seat>,
    /// The put cards that this viewer sees: its own card; null for other seats.
    pub put_cards: [Option<Card>; 4],
    /// The cards that the viewer's seat gave and received, the oldest first, at most 100. Empty for a viewer without a
    /// seat.
    pub trades: Vec<Trade>,

    /// All tricks in order. The last one may be unfinished.
    pub tricks: Vec<Trick>,
    /// True if the last of `tricks` is unfinished.
    pub on_table: bool,
    /// The play on top of the trick, which the next play must beat.
    pub top: Option<Laid>,
    /// The points of the trick on the table.
    pub worth: u8,
    /// The seats that have passed since the last play or, in bidding, since the last bet. If the options say so, a seat
    /// stays in this set until the trick or the auction ends.
    pub passed: SeatSet,
    /// The seats that are out, in order. Once the deal is over, the last seat is included.
    pub out: Vec<Seat>,
    /// The points in each pile.
    pub piles: [u8; 4],
    /// The seat to which the first seat out gave its trick by a coup.
    pub coup: Option<Seat>,
    /// The choice between keeping the trick and a coup, until the first seat out has made it.
    pub choice: Option<CoupChoice>,
    /// The awards of the deal to each seat, as far as they are known.
    pub awards: [Award; 4],
    /// The sums of `awards`.
    pub points: [i16; 4],
}

/// A bet to be the first to go out.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Bet {
    /// The seat that holds the bet.
    pub seat: Seat,
    /// The points of the bet.
    pub points: u8,
}

/// The cards that a seat gave and received in one exchange.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Trade {
    /// The card given to the left neighbour.
    pub gave: Card,
    /// The card received from the right neighbour.
    pub received: Card,
}

/// A trick.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Trick {
    /// The plays in order.
    pub plays: Vec<Laid>,
    /// The seat whose pile got the trick; null while the trick is on the table.
    pub to: Option<Seat>,
    /// The points of the cards in the trick.
    pub worth: u8,
}

/// A combination that a seat played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Laid {
    /// The seat that played it.
    pub seat: Seat,
    /// The cards, ascending by rank, then by suit.
    pub cards: Vec<Card>,
    /// The kind of combination.
    pub kind: CombinationKind,
    /// The strength of the combination within its kind: a rank, or `Qs` for the queen of spades alone.
    pub strength: String,
    /// The position of the combination in the order of all combinations, 0 to 69. A higher power beats a lower one.
    pub power: u8,
}

/// A combination that a hand can make, whatever its suits. [D10]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Makes {
    /// The kind of combination.
    pub kind: CombinationKind,
    /// The position of the combination in the order of all combinations, 0 to 69. A higher power beats a lower one.
    pub power: u8,
    /// The ranks of the cards in ascending order, such as `22344`.
    pub ranks: String,
    /// The cards of the hand that can serve in the combination, by rank, then by suit. There may be more of them than
    /// the combination needs.
    pub from: Vec<Card>,
}

/// The choice between keeping the trick and the coup, with both outcomes. [D17] [D19]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct CoupChoice {
    /// The points that the first seat gets by keeping the trick.
    pub keep: u8,
    /// The effects of a coup, for each opponent.
    pub coups: Vec<CoupOn>,
}

/// The effects of a coup on an opponent.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct CoupOn {
    /// The seat that would get the trick.
    pub seat: Seat,
    /// The number of cards that this seat still holds.
    pub held: u8,
    /// The points in the pile of this seat so far.
    pub pile: u8,
    /// The gain of the first seat if this seat is last: the points of the trick and of the pile so far. Later tricks
    /// add to it.
    pub if_last: u8,
    /// The points of this seat if it is not last: the points of the trick and of its pile so far. In this case the
    /// first seat gets nothing.
    pub if_not: u8,
}

pub(crate) fn strength_of(power: Power) -> String {
    if power.number() == 13 { "Qs".to_owned() } else { power.strength().letter().to_string() }
}

impl Makes {
    /// Returns all combinations that a hand can make, the weakest first.
    fn all(hand: CardSet) -> Vec<Makes> {
        Moves::of(hand).powers(hand).map(|power| Makes::new(power, hand)).collect()
    }

    fn new(power: Power, hand: CardSet) -> Makes {
        let takes = |rank: Rank| (power.takes() >> (4 * rank as u32) & 7) as usize;
        let serves = CardSet::from_bits(eligible(hand, power));
        Makes {
            kind: power.kind(),
            power: power.number(),
            ranks: Rank::ALL.into_iter().flat_map(|rank| std::iter::repeat_n(rank.letter(), takes(rank))).collect(),
            from: by_rank(serves).filter(|card| takes(card.rank()) > 0).collect(),
        }
    }
}

impl Laid {
    fn new(seat: Seat, cards: CardSet) -> Laid {
        let power = Play::new(cards).and_then(Play::power).expect("only combinations are played");
        Laid {
            seat,
            cards: by_rank(cards).collect(),
            kind: power.kind(),
            strength: strength_of(power),
            power: power.number(),
        }
    }

    fn set(&self) -> CardSet {
        self.cards.iter().copied().collect()
    }
}

impl LaDameNoire {
    /// Returns the remembered exchanges of a seat, the oldest first.
    fn trades(&self, seat: Seat) -> Vec<Trade> {
        let from = crate::trading::right_of(seat);
        self.memory
            .rounds(self.public.exchanges)
            .map(|put| Trade { gave: put[seat.index()], received: put[from.index()] })
            .collect()
    }

    /// Returns the gains of keeping the trick and of each possible coup. [D17] [D19]
    fn choice(&self) -> CoupChoice {
        let trick = worth(self.public.trick);
        let coups = Seat::all(SEATS)
            .filter(|seat| *seat != self.public.next)
            .map(|seat| {
                let pile = worth(self.public.piles[seat.index()]);
                let held = self.hands[seat.index()].len() as u8;
                CoupOn { seat, held, pile, if_last: trick + pile, if_not: trick + pile }
            })
            .collect();
        CoupChoice { keep: trick, coups }
    }
}

impl Public {
    fn tricks(&self) -> Vec<Trick> {
        let mut tricks: Vec<Trick> = Vec::new();
        for (seat, cards, leads) in self.played.iter() {
            if leads {
                tricks.push(Trick { plays: Vec::new(), to: None, worth: 0 });
            }
            let trick = tricks.last_mut().expect("the first play leads");
            trick.plays.push(Laid::new(seat, cards));
            trick.worth += worth(cards);
        }
        let finished = tricks.len() - usize::from(!self.trick.is_empty());
        for trick in &mut tricks[..finished] {
            trick.to = trick.plays.last().map(|play| play.seat);
        }
        // A coup gave away the trick that the first seat out took with its last cards. [D17]
        if let (Some(to), Some(first)) = (self.coup, self.out.first()) {
            let last = tricks.iter_mut().rev().find(|trick| trick.plays.iter().any(|play| play.seat == first));
            last.expect("the first seat out has played").to = Some(to);
        }
        tricks
    }
}

impl View {
    /// Returns the view of this viewer. Hidden cards of other seats are left out.
    pub(crate) fn of(deal: &LaDameNoire, viewer: Viewer) -> View {
        let public = &deal.public;
        let own = viewer.seat();
        let awards = public.awards();
        let last = (public.phase == Phase::Over).then(|| public.out.seats()[3]);
        let on_table = !public.trick.is_empty();
        View {
            rules: deal.rules,
            standing: deal.standing,
            seat: own,
            phase: public.phase,
            next: matches!(public.phase, Phase::Bidding | Phase::Showdown | Phase::Coup).then_some(public.next),
            hands: std::array::from_fn(|i| {
                let seat = Seat::new(i as u8);
                (viewer.sees(seat) || last == Some(seat)).then_some(deal.hands[i])
            }),
            held: deal.hands.map(|hand| hand.len() as u8),
            makes: own.map_or(Vec::new(), |seat| Makes::all(deal.hands[seat.index()])),
            bet: public.bet.map(|(seat, points)| Bet { seat, points }),
            calls: public.calls,
            exchanges: public.exchanges,
            may_stop: deal.may_stop(),
            put: deal.givers(),
            put_last: public.put_last,
            put_cards: std::array::from_fn(|i| deal.put[i].filter(|_| viewer.sees(Seat::new(i as u8)))),
            trades: own.map_or(Vec::new(), |seat| deal.trades(seat)),
            tricks: public.tricks(),
            on_table,
            top: public.top.power().and(public.played.iter().last()).map(|(seat, cards, _)| Laid::new(seat, cards)),
            worth: worth(public.trick),
            passed: public.passed,
            out: public.out.seats().to_vec(),
            piles: public.piles.map(worth),
            coup: public.coup,
            choice: (public.phase == Phase::Coup).then(|| deal.choice()),
            awards,
            points: awards.map(Award::points),
        }
    }

    /// Returns the hand of the viewer's own seat. A card that the seat has put is not included.
    ///
    /// # Panics
    /// If the viewer has no seat.
    pub fn hand(&self) -> CardSet {
        let seat = self.seat.expect("the viewer has a seat");
        self.hands[seat.index()].expect("a seat sees its own hand")
    }

    pub(crate) fn public(&self) -> Public {
        let mut public = Public::new(self.standing.dealer.after(1, SEATS));
        for trick in &self.tricks {
            for (i, play) in trick.plays.iter().enumerate() {
                public.played.push(play.seat, play.set(), i == 0);
            }
            let cards: CardSet = trick.plays.iter().flat_map(|play| play.cards.iter().copied()).collect();
            let pile = trick.to.map_or(&mut public.trick, |seat| &mut public.piles[seat.index()]);
            *pile = *pile | cards;
        }
        public.phase = self.phase;
        public.next = self.next.unwrap_or(public.next);
        public.bet = self.bet.map(|bet| (bet.seat, bet.points));
        public.calls = self.calls;
        public.passed = self.passed;
        public.exchanges = self.exchanges;
        public.put_last = self.put_last;
        if let Some(top) = &self.top {
            public.top = Top::of(Power::of(top.power));
            public.top_seat = top.seat;
        }
        public.out = Places::NOBODY;
        self.out.iter().for_each(|seat| public.out.push(*seat));
        public.coup = self.coup;
        public
    }
}
