//! Positions: the place of every card, in 64 bytes, the legal actions and their effects.
//!
//! Stock, card in hand and discard pile together are the *talon*. Cards leave the talon from different places, but the
//! order of the remaining cards never changes. Discarding puts the last turned card on top of the pile, and a redeal
//! turns the pile over [R8]. So the order of the 88 cards is fixed for the whole deal and stored outside the position.
//! The position has only the set of places whose cards are still in the talon, and the number of places that have been
//! turned.

use cards::Card;

use crate::tableau::{Foundations, Tableau, wanted_face};
use crate::{Action, Destination, FillEmpty, Origin, Rules, Source, Spot};

/// The number of cards in the stock at the beginning. [R1]
pub(crate) const TALON: usize = 88;

/// [R1] Of the 96 cards without the aces, eight are dealt face up.
const _: () = assert!(TALON == 2 * 52 - 8 - 8);

/// The order in which the cards of the stock are turned up, the first one first.
pub(crate) type TalonOrder = [Card; TALON];

/// The value of `redeals` for unlimited redeals. [R10]
const UNLIMITED: u8 = u8::MAX;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Position {
    /// A bit for each place of the talon order: set if its card is still in the talon. The cards at places below
    /// `turned` form the discard pile, top card last; while a card is in hand (`holding`), the last of them is that
    /// card and is not on the pile. The cards from `turned` on are the stock.
    talon: u128,
    pub(crate) tableaus: [Tableau; 8],
    pub(crate) foundations: Foundations,
    /// The number of places of the talon order that have been turned in this pass.
    turned: u8,
    /// True if the card at the last turned place is in hand and not on the discard pile.
    holding: bool,
    /// The number of redeals that are left. [R10]
    redeals: u8,
}

/// Positions are copied by the million, so they must stay small.
const _: () = assert!(size_of::<Position>() == 64);

/// For each tableau, the origin of the card that filled it automatically, under `at_once`. [R9]
pub(crate) type Filled = [Option<Origin>; 8];

/// Returns a bit for every place before this one.
const fn below(place: u8) -> u128 {
    (1 << place) - 1
}

impl Position {
    /// Returns the first position: one card on each tableau, the others in the stock. [R1]
    pub(crate) fn new(rules: Rules, dealt: [Card; 8]) -> Position {
        let tableaus = dealt.map(|card| {
            let mut tableau = Tableau::EMPTY;
            tableau.push(card);
            tableau
        });
        Position {
            talon: below(TALON as u8),
            tableaus,
            foundations: Foundations::START,
            turned: 0,
            holding: false,
            redeals: rules.redeals().unwrap_or(UNLIMITED),
        }
    }

    /// Returns a position built from its parts. The talon order starts with `discarded` discarded cards. If `holding`
    /// is true, the card in hand comes next. Last come `stock` cards that have not been turned up.
    pub(crate) fn of(
        tableaus: [Tableau; 8],
        foundations: Foundations,
        (discarded, holding, stock): (usize, bool, usize),
        redeals: Option<u8>,
    ) -> Position {
        let turned = discarded + usize::from(holding);
        Position {
            talon: below((turned + stock) as u8),
            tableaus,
            foundations,
            turned: turned as u8,
            holding,
            redeals: redeals.unwrap_or(UNLIMITED),
        }
    }

    /// Returns the card in hand. [R4]
    pub(crate) fn hand(&self, order: &TalonOrder) -> Option<Card> {
        self.holding.then(|| order[usize::from(self.turned) - 1])
    }

    pub(crate) fn discard_top(&self, order: &TalonOrder) -> Option<Card> {
        let pile = self.discarded();
        (pile != 0).then(|| order[127 - pile.leading_zeros() as usize])
    }

    /// Returns the places whose cards are on the discard pile, as bits.
    fn discarded(&self) -> u128 {
        self.talon & below(self.turned - u8::from(self.holding))
    }

    /// Returns the places of the discard pile, the bottom first.
    pub(crate) fn discard(&self) -> impl Iterator<Item = usize> {
        places(self.discarded())
    }

    /// Returns the places of the stock, the next card first.
    pub(crate) fn stock(&self) -> impl Iterator<Item = usize> {
        places(self.talon & !below(self.turned))
    }

    pub(crate) const fn stock_len(&self) -> u32 {
        (self.talon & !below(self.turned)).count_ones()
    }

    pub(crate) const fn turned(&self) -> u8 {
        self.turned
    }

    /// Returns true if stock, hand and discard pile are empty. All cards can go to the foundations from such a
    /// position. Cards descend in each tableau, so the lowest card that a foundation lacks is never covered. [R3]
    pub(crate) const fn talon_is_empty(&self) -> bool {
        self.talon == 0
    }

    pub(crate) const fn is_holding(&self) -> bool {
        self.holding
    }

    /// Returns the number of redeals that are left; `None` if they are unlimited. [R10]
    pub(crate) const fn redeals_left(&self) -> Option<u8> {
        if self.redeals == UNLIMITED { None } else { Some(self.redeals) }
    }

    /// Returns true if all 104 cards are on the foundations. [R11]
    pub(crate) fn is_won(&self) -> bool {
        self.foundations == Foundations::FULL
    }

    /// Returns true if a card can be turned up: none is in hand, and the stock is not empty. [R4]
    pub(crate) const fn can_turn(&self) -> bool {
        !self.holding && self.stock_len() > 0
    }

    /// Returns true if a redeal is possible: stock and hand are empty, the discard pile is not, and a redeal is left.
    /// [R8]
    pub(crate) const fn can_redeal(&self) -> bool {
        !self.holding && self.talon != 0 && self.stock_len() == 0 && self.redeals > 0
    }

    /// Returns the card that is available at a source. [R5]
    pub(crate) fn card(&self, order: &TalonOrder, from: Source) -> Option<Card> {
        match from {
            Source::Discard => self.discard_top(order),
            Source::Hand => self.hand(order),
            Source::Tableau(spot) => self.tableaus[spot.index()].top(),
        }
    }

    /// Returns true if the tableau takes this card from this source. [R3] [R7]
    fn takes(&self, spot: Spot, from: Source, card: Card) -> bool {
        let tableau = self.tableaus[spot.index()];
        match from {
            Source::Discard | Source::Hand => tableau.is_empty() || tableau.takes(card),
            Source::Tableau(_) => tableau.takes(card), // A card never fits on itself, so t1 t1 is not legal.
        }
    }

    pub(crate) fn is_legal(&self, order: &TalonOrder, action: Action) -> bool {
        match action {
            Action::Turn => self.can_turn(),
            Action::Redeal => self.can_redeal(),
            Action::Move(from, to) => self.card(order, from).is_some_and(|card| match to {
                Destination::Discard => from == Source::Hand, // [R6]
                Destination::Foundation => self.foundations.taker(card).is_some(),
                Destination::Tableau(spot) => self.takes(spot, from, card),
            }),
        }
    }

    /// Visits the legal actions in ascending order. [R2] to [R8]
    pub(crate) fn legal(&self, order: &TalonOrder, mut visit: impl FnMut(Action)) {
        if let Some(card) = self.discard_top(order) {
            self.legal_from(Source::Discard, card, &mut visit);
        }
        if let Some(card) = self.hand(order) {
            visit(Action::Move(Source::Hand, Destination::Discard)); // [R6] also if the card could be placed
            self.legal_from(Source::Hand, card, &mut visit);
        }
        if self.can_redeal() {
            visit(Action::Redeal);
        }
        for spot in Spot::all() {
            if let Some(card) = self.tableaus[spot.index()].top() {
                self.legal_from(Source::Tableau(spot), card, &mut visit);
            }
        }
        if self.can_turn() {
            visit(Action::Turn);
        }
    }

    /// Visits every legal move of the card at this source. [R2] [R3] [R7]
    fn legal_from(&self, from: Source, card: Card, visit: &mut impl FnMut(Action)) {
        if self.foundations.taker(card).is_some() {
            visit(Action::Move(from, Destination::Foundation));
        }
        let wanted = wanted_face(card);
        let into_space = match from {
            Source::Discard | Source::Hand => 0, // the face of an empty tableau [R7]
            Source::Tableau(_) => wanted,
        };
        for spot in Spot::all() {
            let face = self.tableaus[spot.index()].face();
            if face == wanted || face == into_space {
                visit(Action::Move(from, Destination::Tableau(spot)));
            }
        }
    }

    /// Returns true if any action is legal. [R11]
    pub(crate) fn has_legal(&self, order: &TalonOrder) -> bool {
        if self.holding || self.can_turn() || self.can_redeal() {
            return true;
        }
        let mut any = false;
        self.legal(order, |_| any = true);
        any
    }

    /// Makes a legal action. Under `at_once` it also fills the tableaus that the action empties, and returns the
    /// origins of the cards that fill them.
    pub(crate) fn apply(&mut self, order: &TalonOrder, fill: FillEmpty, action: Action) -> Filled {
        match action {
            Action::Turn => {
                self.pass_next();
                self.holding = true;
            }
            Action::Redeal => {
                // [R8] The card that was discarded earliest has the lowest place, so it is the first to be turned up
                // after a redeal.
                self.turned = 0;
                if self.redeals != UNLIMITED {
                    self.redeals -= 1;
                }
            }
            Action::Move(Source::Hand, Destination::Discard) => self.holding = false,
            Action::Move(from, to) => {
                let card = self.take(order, from);
                match to {
                    Destination::Foundation => self.foundations.put(card),
                    Destination::Tableau(spot) => self.tableaus[spot.index()].push(card),
                    Destination::Discard => unreachable!("only the card in hand is discarded [R6]"),
                }
            }
        }
        match fill {
            FillEmpty::Choice => [None; 8],
            FillEmpty::AtOnce => self.fill(order),
        }
    }

    /// Advances past the next card of the stock and returns the place of that card.
    fn pass_next(&mut self) -> u8 {
        let place = (self.talon & !below(self.turned)).trailing_zeros() as u8;
        self.turned = place + 1;
        place
    }

    /// Removes the available card from this source, which must have one, and returns it.
    fn take(&mut self, order: &TalonOrder, from: Source) -> Card {
        let place = match from {
            Source::Tableau(spot) => return self.tableaus[spot.index()].pop(),
            Source::Hand => {
                self.holding = false;
                self.turned - 1
            }
            Source::Discard => 127 - self.discarded().leading_zeros() as u8,
        };
        self.talon &= !(1 << place);
        order[usize::from(place)]
    }

    /// Returns the origin of the card that would fill an empty tableau. [R9]
    pub(crate) fn filler(&self) -> Option<Origin> {
        if self.discarded() != 0 {
            Some(Origin::Discard)
        } else if self.holding {
            Some(Origin::Hand)
        } else if self.stock_len() > 0 {
            Some(Origin::Stock)
        } else {
            None
        }
    }

    /// Fills every empty tableau, t1 first. The first of these cards that exists is used: the top of the discard pile,
    /// the card in hand, the next card of the stock. Without any, the tableau stays empty. [R9]
    fn fill(&mut self, order: &TalonOrder) -> Filled {
        let mut filled = [None; 8];
        for (spot, by) in filled.iter_mut().enumerate() {
            if !self.tableaus[spot].is_empty() {
                continue;
            }
            let Some(origin) = self.filler() else { break };
            let card = match origin {
                Origin::Discard => self.take(order, Source::Discard),
                Origin::Hand => self.take(order, Source::Hand),
                Origin::Stock => {
                    let place = self.pass_next();
                    self.talon &= !(1 << place);
                    order[usize::from(place)]
                }
            };
            self.tableaus[spot].push(card);
            *by = Some(origin);
        }
        filled
    }

    /// Returns a hash of the talon and the tableaus. The hash ignores the order of the tableaus, because no rule uses
    /// it. It also ignores the foundations, because they follow from the other cards, and the number of redeals left.
    pub(crate) fn hash(&self) -> u64 {
        let talon = self.talon;
        let pass = u64::from(self.turned) << 1 | u64::from(self.holding);
        let talon = mix(talon as u64 ^ mix((talon >> 64) as u64 ^ pass << 32));
        self.tableaus.iter().fold(talon, |sum, tableau| sum.wrapping_add(mix(u64::from(tableau.bits()))))
    }
}

/// Mixes bits with the finaliser of SplitMix64.
const fn mix(mut z: u64) -> u64 {
    z = z.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Returns the places of the set bits in ascending order.
fn places(mut bits: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = bits.trailing_zeros() as usize;
        bits &= bits.wrapping_sub(1);
        (place < 128).then_some(place)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    use crate::safe::is_safe;

    /// Returns a position from text: tableaus, tops of the foundations (c d h s), and the discard pile, hand and stock.
    fn position(
        tableaus: [&str; 8],
        tops: [[u32; 2]; 4],
        talon: [&str; 3],
        redeals: Option<u8>,
    ) -> (TalonOrder, Position) {
        let cards = |text: &str| cards::split::<Card>(text).unwrap();
        let [discard, hand, stock] = talon.map(cards);
        let mut order = [Card::at(0); TALON];
        for (place, card) in order.iter_mut().zip(discard.iter().chain(&hand).chain(&stock)) {
            *place = *card;
        }
        let tableaus = tableaus.map(|text| {
            let mut tableau = Tableau::EMPTY;
            cards(text).into_iter().for_each(|card| tableau.push(card));
            tableau
        });
        let counts = (discard.len(), !hand.is_empty(), stock.len());
        (order, Position::of(tableaus, Foundations::of(tops), counts, redeals))
    }

    /// Under `at_once`, play never leaves two tableaus empty while there are cards to fill them. So the test builds
    /// this position directly.
    #[test]
    fn r9_several_empty_tableaus_are_filled_t1_first() {
        let tableaus = ["", "Kc", "", "2d", "", "Kh", "Ks", "Kd"];
        let (order, mut position) = position(tableaus, [[1, 1]; 4], ["9c 8c", "7c", "6c 5c"], Some(0));
        let filled = position.apply(&order, FillEmpty::AtOnce, "t4 f".parse().unwrap());
        let [discard, hand, stock] = [Origin::Discard, Origin::Hand, Origin::Stock].map(Some);
        // The cards come from the discard pile, its top first, then from the hand, then from the stock.
        assert_eq!(filled, [discard, None, discard, hand, stock, None, None, None]);
        let tops = position.tableaus.map(|tableau| tableau.top().unwrap().to_string());
        assert_eq!(tops, ["8c", "Kc", "9c", "7c", "6c", "Kh", "Ks", "Kd"]);
        assert!(!position.is_holding() && position.stock_len() == 1 && position.discard().next().is_none());
    }

    #[test]
    fn r9_with_nothing_left_tableaus_stay_empty() {
        let (order, mut position) = position(["2c", "", "", "", "", "", "", ""], [[1, 1]; 4], ["", "", "9d"], Some(0));
        let filled = position.apply(&order, FillEmpty::AtOnce, "t1 f".parse().unwrap());
        assert_eq!(filled, [Some(Origin::Stock), None, None, None, None, None, None, None]);
        assert!(position.talon_is_empty() && position.tableaus[1].is_empty());
    }

    /// Returns true if the talon can be emptied, found by a search of all positions.
    fn can_be_won(order: &TalonOrder, position: Position, seen: &mut HashSet<Position>) -> bool {
        if position.talon_is_empty() {
            return true;
        }
        if !seen.insert(position) {
            return false;
        }
        let mut actions = Vec::new();
        position.legal(order, |action| actions.push(action));
        actions.into_iter().any(|action| {
            let mut next = position;
            next.apply(order, FillEmpty::Choice, action);
            can_be_won(order, next, seen)
        })
    }

    /// Both black twos are on foundations. So the textbook rule for one pack would call both threes of diamonds safe
    /// here. But only one of the threes can go up, and it matters which one. Cards above five are out of play, and
    /// kings block six tableaus.
    #[test]
    fn a_card_whose_twin_competes_for_the_place_is_not_safe() {
        let kings = ["Kc", "Kd", "Kh", "Ks", "Kc", "Kd"];
        let tableaus = ["3d", "4c 3d", kings[0], kings[1], kings[2], kings[3], kings[4], kings[5]];
        let tops = [[3, 3], [2, 1], [4, 2], [4, 3]];
        let discard = "5h 5d 4c 4s 5d 3h 5h 4d 4h 5s 2d 5c 5c 4d 5s";
        let (order, position) = position(tableaus, tops, [discard, "", ""], Some(0));
        let three: Card = "3d".parse().unwrap();
        let after = |action: &str| {
            let mut next = position;
            next.apply(&order, FillEmpty::Choice, action.parse().unwrap());
            can_be_won(&order, next, &mut HashSet::new())
        };
        assert!(!after("t1 f"), "the one that covers nothing loses");
        assert!(after("t2 f"), "the one that covers the four of clubs wins");
        assert!(!is_safe(position.foundations, three), "so neither goes up by itself");
        // With both twos of diamonds and the black twos up, both threes could go up.
        assert!(is_safe(Foundations::of([[3, 3], [2, 2], [4, 2], [4, 3]]), three));
    }

    #[test]
    fn safe_needs_the_other_colour_or_its_guests() {
        let four: Card = "4h".parse().unwrap();
        let safe = |tops| is_safe(Foundations::of(tops), four);
        assert!(safe([[3, 3], [1, 1], [3, 3], [3, 3]]), "black threes are up: nothing is built on a red four");
        assert!(safe([[3, 2], [1, 1], [3, 3], [9, 2]]), "black threes can go up, and so can what lies on them");
        assert!(!safe([[3, 1], [3, 3], [3, 3], [3, 3]]), "a three of clubs may need it");
        assert!(!safe([[3, 3], [3, 3], [3, 2], [3, 3]]), "its twin may be left behind");
    }

    #[test]
    fn equal_positions_have_equal_hashes_whatever_the_order_of_the_tableaus() {
        let spots = ["Kh Qs", "9c", "", "9c 8d", "", "Ts", "2c", "Jd Tc"];
        let (_, one) = position(spots, [[1, 1]; 4], ["3c", "4c", "5c"], Some(1));
        let mut turned = spots;
        turned.reverse();
        let (_, other) = position(turned, [[1, 1]; 4], ["3c", "4c", "5c"], Some(1));
        assert_eq!(one.hash(), other.hash());
        let (_, discarded) = position(spots, [[1, 1]; 4], ["3c 4c", "", "5c"], Some(1));
        assert_ne!(one.hash(), discarded.hash());
    }
}
