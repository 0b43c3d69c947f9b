//! *Pairs*, a game for tests.
//!
//! It has features that no real game has yet, so that all crates are tested with them: partners, two versions of its
//! rules, an option beyond 255, and a dealer that does not change.
//!
//! Four players get four of the cards 1 to 20; the other four cards stay unseen. In each of four tricks everybody plays
//! one card. The highest card takes the trick, and its player gets a point. Seat 0 leads the first trick of every deal,
//! and the winner of a trick leads the next. The match ends with the deal in which a player reaches `to` points. With
//! `partners`, seats 0 and 2 play against 1 and 3. Partners add up their points, and the higher sum wins.
//!
//! **Version 1** of the rules had no partners, and `to` had another meaning: the match ended with the deal in which a
//! player got *more* than `to` points.

mod bot;
mod rules;
mod view;

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use cards::NotationError;
use game::{Game, PerSeat, Rest, Seat, SeatSet, Show, Shuffles, Solvable, Standing, Turn, Viewer};

use crate::Card;

pub use rules::Rules;
pub use view::{Sampler, View};

const SEATS: u8 = 4;
/// The number of cards that each player gets.
const SIZE: usize = 4;
const PACK: u8 = Card::HIGHEST;

/// An action, such as `play 7`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Action(pub Card);

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "play {}", self.0)
    }
}

impl FromStr for Action {
    type Err = NotationError;
    fn from_str(text: &str) -> Result<Action, NotationError> {
        let card = text.strip_prefix("play ").ok_or_else(|| NotationError::new("\"play CARD\"", text))?;
        card.parse().map(Action)
    }
}

cards::serde_as_notation!(Action);

/// A deal of Pairs.
#[derive(Clone)]
pub struct Pairs {
    rules: Rules,
    standing: Standing,
    shuffles: Shuffles,
    /// The cards of each hand; bit n is card n.
    hands: [u32; SEATS as usize],
    /// The cards that were played, in order. Every four cards are a trick.
    played: [Card; SEATS as usize * SIZE],
    count: u8,
    leader: Seat,
    points: PerSeat<i16>,
}

impl Pairs {
    /// Returns the trick on the table, the leader's card first.
    fn trick(&self) -> &[Card] {
        let count = usize::from(self.count);
        &self.played[count - count % usize::from(SEATS)..count]
    }

    fn winning(&self) -> Option<(Seat, Card)> {
        let (place, card) = self.trick().iter().enumerate().max_by_key(|(_, card)| **card)?;
        Some((self.leader.after(place as u8, SEATS), *card))
    }

    fn next(&self) -> Seat {
        self.leader.after(self.count % SEATS, SEATS)
    }
}

fn cards_of(hand: u32) -> impl Iterator<Item = Card> {
    (1..=PACK).filter(move |card| hand & (1 << card) != 0).map(Card)
}

impl Game for Pairs {
    const ID: &'static str = "pairs";
    const RULES_VERSION: u32 = 2;
    type Card = Card;
    type Rules = Rules;
    type Standing = Standing;
    type Action = Action;
    type View = View;

    fn seats() -> RangeInclusive<u8> {
        SEATS..=SEATS
    }

    fn pack() -> Vec<Card> {
        (1..=PACK).map(Card).collect()
    }

    fn deal(rules: &Rules, standing: &Standing, mut shuffles: Shuffles) -> Pairs {
        let mut deck = Pairs::pack();
        shuffles.shuffle(&mut deck);
        let mut hands = [0; SEATS as usize];
        for (place, card) in deck.iter().take(SIZE * usize::from(SEATS)).enumerate() {
            hands[place % usize::from(SEATS)] |= 1 << card.0;
        }
        Pairs {
            rules: *rules,
            standing: *standing,
            shuffles,
            hands,
            played: [Card(0); SEATS as usize * SIZE],
            count: 0,
            leader: Seat::new(0),
            points: PerSeat::new(SEATS, 0),
        }
    }

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn turn(&self) -> Turn {
        if usize::from(self.count) == self.played.len() { Turn::Over } else { Turn::of(self.next()) }
    }

    fn legal(&self, seat: Seat, actions: &mut Vec<Action>) {
        if self.turn().names(seat) {
            actions.extend(cards_of(self.hands[seat.index()]).map(Action));
        }
    }

    fn apply(&mut self, seat: Seat, Action(card): Action) {
        self.hands[seat.index()] &= !(1 << card.0);
        self.played[usize::from(self.count)] = card;
        if self.count % SEATS == SEATS - 1 {
            let all = &self.played[usize::from(self.count + 1 - SEATS)..=usize::from(self.count)];
            let highest = all.iter().max().expect("four cards");
            let place = all.iter().position(|card| card == highest).expect("one of them");
            self.leader = self.leader.after(place as u8, SEATS);
            self.points[self.leader] += 1;
        }
        self.count += 1;
    }

    fn points(&self) -> PerSeat<Option<i32>> {
        self.points.map(|points| Some(points.into()))
    }

    fn next_standing(&self) -> Standing {
        self.standing.after(&self.points)
    }

    fn shuffles(&self) -> &Shuffles {
        &self.shuffles
    }

    fn dealer(_: &Standing) -> Seat {
        Seat::new(0)
    }

    fn ranking(rules: &Rules, standing: &Standing) -> Option<PerSeat<u8>> {
        let totals = Pairs::totals(standing);
        totals.iter().any(|total| *total >= i32::from(rules.to())).then(|| {
            let sums = PerSeat::from_fn(SEATS, |seat| {
                Pairs::team(rules, SEATS, seat).into_iter().map(|partner| totals[partner]).sum::<i32>()
            });
            PerSeat::from_fn(SEATS, |seat| sums.iter().filter(|sum| **sum > sums[seat]).count() as u8)
        })
    }

    fn team(rules: &Rules, _: u8, seat: Seat) -> SeatSet {
        let partner = seat.after(2, SEATS);
        if rules.partners { SeatSet::only(seat) | SeatSet::only(partner) } else { SeatSet::only(seat) }
    }

    fn view(&self, viewer: Viewer) -> View {
        View::of(self, viewer)
    }
}

impl Rest for Pairs {}
impl Solvable for Pairs {}

impl Show for Pairs {
    type Facts = ();

    fn facts(&self, _: Seat, _: Action) {}
}
