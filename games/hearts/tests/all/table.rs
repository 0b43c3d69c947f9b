//! Functions that set up and play deals from short texts.

use cards::{Card, CardSet};
use game::{Game, PlayError, Seat, Shuffles};
use hearts::{Action, Gift, Hearts, Rules, Standing};

/// Parses cards by suit: `AKc 2h` is the ace and king of clubs and the two of hearts.
pub fn cards(text: &str) -> CardSet {
    text.split(' ')
        .flat_map(|suit| {
            let (ranks, letter) = suit.split_at(suit.len() - 1);
            ranks.chars().map(move |rank| format!("{rank}{letter}").parse::<Card>().expect("a card"))
        })
        .collect()
}

/// Returns deal number `played` of a match, counted from 0, with seat 0 as the dealer. The seats are dealt these hands.
pub fn nth_deal(rules: Rules, played: u16, hands: [&str; 4]) -> Hearts {
    let hands = hands.map(|hand| cards(hand).collect::<Vec<_>>());
    assert!(hands.iter().all(|hand| hand.len() == 13), "thirteen cards each");
    // [H2] The top card of the deck goes to the seat after the dealer, the next card to the following seat.
    let deck: Vec<Card> = (0..52).map(|i| hands[(i + 1) % 4][i / 4]).collect();
    let standing = Standing { played, ..start(&rules) };
    Hearts::deal(&rules, &standing, Shuffles::from_decks([&deck[..]]))
}

/// Returns the fourth deal of a match, in which no cards are passed. [H3]
#[allow(dead_code, reason = "not every test needs it")]
pub fn deal(hands: [&str; 4]) -> Hearts {
    nth_deal(Rules::default(), 3, hands)
}

/// Hands of one suit each: clubs for seat 0, and then diamonds, hearts and spades.
#[allow(dead_code, reason = "not every test needs it")]
pub const ONE_SUIT_EACH: [&str; 4] = ["AKQJT98765432c", "AKQJT98765432d", "AKQJT98765432h", "AKQJT98765432s"];

/// Passes three cards.
#[allow(dead_code, reason = "not every test needs it")]
pub fn give(deal: &mut Hearts, seat: u8, gift: &str) -> Result<(), PlayError> {
    deal.play(Seat::new(seat), Action::Give(Gift::new(cards(gift)).expect("three cards")))
}

/// Plays a card.
#[allow(dead_code, reason = "not every test needs it")]
pub fn play(deal: &mut Hearts, seat: u8, card: &str) -> Result<(), PlayError> {
    deal.play(Seat::new(seat), Action::Play(card.parse().expect("a card")))
}

/// Plays cards to one trick, one for each seat from `leader` on: a whole trick, or the end of a trick.
#[allow(dead_code, reason = "not every test needs it")]
pub fn trick(deal: &mut Hearts, leader: u8, cards: &str) {
    for (seat, card) in (leader..).zip(cards.split(' ')) {
        play(deal, seat % 4, card).expect("a legal card");
    }
}

/// Returns the cards that a seat may play.
#[allow(dead_code, reason = "not every test needs it")]
pub fn legal(deal: &Hearts, seat: u8) -> CardSet {
    let mut actions = Vec::new();
    deal.legal(Seat::new(seat), &mut actions);
    actions
        .into_iter()
        .filter_map(|action| match action {
            Action::Play(card) => Some(card),
            Action::Give(_) => None,
        })
        .collect()
}

/// Returns the points of the four seats.
#[allow(dead_code, reason = "not every test needs it")]
pub fn points(deal: &Hearts) -> [i32; 4] {
    [0, 1, 2, 3].map(|seat| deal.points()[Seat::new(seat)].expect("all four play"))
}

/// Returns the standing before the first deal of a match.
pub fn start(rules: &Rules) -> Standing {
    Hearts::start(rules, 4).expect("four seats")
}
