//! Functions that set up and play deals from short texts.

use cards::{Card, CardSet};
use game::{Game, PlayError, Seat, Shuffles};
use schwarze_dame::{Action, Rules, SchwarzeDame, Standing};

/// Parses cards by suit: `AKc 2h` is the ace and king of clubs and the two of hearts.
pub fn cards(text: &str) -> CardSet {
    text.split(' ')
        .flat_map(|suit| {
            let (ranks, letter) = suit.split_at(suit.len() - 1);
            ranks.chars().map(move |rank| format!("{rank}{letter}").parse::<Card>().expect("a card"))
        })
        .collect()
}

/// Returns the deal of a match of one deal, with seat 0 as the dealer, in which the seats hold these hands.
pub fn deal(hands: [&str; 4]) -> SchwarzeDame {
    let hands = hands.map(|hand| cards(hand).collect::<Vec<_>>());
    assert!(hands.iter().all(|hand| hand.len() == 13), "thirteen cards each");
    // [S8] The top card of the deck goes to forehand and the next card to the following seat.
    let deck: Vec<Card> = (0..52).map(|i| hands[(i + 1) % 4][i / 4]).collect();
    let rules = Rules::new(1).expect("a match of one deal");
    let standing = SchwarzeDame::start(&rules, 4).expect("four seats");
    SchwarzeDame::deal(&rules, &standing, Shuffles::from_decks([&deck[..]]))
}

/// Hands of one suit each: clubs for seat 0, and then diamonds, hearts and spades.
#[allow(dead_code, reason = "not every test needs it")]
pub const ONE_SUIT_EACH: [&str; 4] = ["AKQJT98765432c", "AKQJT98765432d", "AKQJT98765432h", "AKQJT98765432s"];

/// Plays a card.
pub fn play(deal: &mut SchwarzeDame, seat: u8, card: &str) -> Result<(), PlayError> {
    deal.play(Seat::new(seat), Action(card.parse().expect("a card")))
}

/// Plays cards to one trick, one for each seat from `leader` on: a whole trick, or the end of a trick.
#[allow(dead_code, reason = "not every test needs it")]
pub fn trick(deal: &mut SchwarzeDame, leader: u8, cards: &str) {
    for (seat, card) in (leader..).zip(cards.split(' ')) {
        play(deal, seat % 4, card).expect("a legal card");
    }
}

/// Returns the cards that a seat may play.
#[allow(dead_code, reason = "not every test needs it")]
pub fn legal(deal: &SchwarzeDame, seat: u8) -> CardSet {
    let mut actions = Vec::new();
    deal.legal(Seat::new(seat), &mut actions);
    actions.into_iter().map(|Action(card)| card).collect()
}

/// Returns the points of the four seats.
#[allow(dead_code, reason = "not every test needs it")]
pub fn points(deal: &SchwarzeDame) -> [i32; 4] {
    [0, 1, 2, 3].map(|seat| deal.points()[Seat::new(seat)].expect("all four play"))
}

/// Returns the standing before the first deal of a match.
#[allow(dead_code, reason = "not every test needs it")]
pub fn start(rules: &Rules) -> Standing {
    SchwarzeDame::start(rules, 4).expect("four seats")
}
