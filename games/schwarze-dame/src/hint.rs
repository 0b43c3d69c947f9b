//! The rule player: it plays by rules of thumb, from its own hand and the visible cards.
//!
//! Each plausible card gets a weight with two parts. The first part is the value of the trick, multiplied by the chance
//! that this card takes it. The second part is the value of no longer holding the card. The weights were tuned on deals
//! 1,000,001 and up; tests and reports use deals from 1.

use cards::{Card, CardSet, Rank, Suit};
use game::{Policy, Rng, Seat};
use tricks::chance::{CERTAIN, HOLDS, SHORT};

use crate::endgame::are_equal;
use crate::play::playable;
use crate::score::penalty;
use crate::state::Public;
use crate::{Action, SchwarzeDame, View};

/// The queen of spades, which costs the seat that takes her 26 points. [S5]
pub(crate) const QUEEN: Card = Card::new(Rank::Queen, Suit::Spades);

/// The weight of one point. Weights are in 1/16 of a point.
const POINT: i32 = 16;
/// The expected penalty of a card that a later seat discards on the trick because it cannot follow suit.
const THROWN: i32 = 14 * POINT;
/// The expected penalty of the card that a later seat plays on a trick of hearts.
const HEART_FOLLOWS: i32 = 22 * POINT;
/// For each seat that may still play the queen to the trick, the expected cost of playing a spade above her.
const QUEEN_FOLLOWS: i32 = 5 * POINT;
const RID_OF_QUEEN: i32 = 5 * POINT;
/// The value of no longer holding a spade above the queen while another seat may hold the queen.
const RID_OF_HIGH_SPADE: i32 = 2 * POINT;
/// The value of no longer holding a heart, per point that it costs.
const RID_OF_HEART_PIP: i32 = 5;
/// The value of no longer holding a heart, per unseen heart below it.
const RID_OF_HEART_ABOVE: i32 = 4;
/// The value of no longer holding a card of another suit, per unseen card above it. Such a card probably takes no
/// trick, and a trick is worth ten points.
const RID_OF_CARD_BELOW: i32 = 4;
/// The value of no longer holding the only card of a suit. On the next trick of that suit any card can be discarded.
const RID_OF_ONLY_CARD: i32 = 26;
/// The value of holding on to a card, per card of its suit in the hand.
const KEEP_LONG_SUIT: i32 = 12;

impl Policy for SchwarzeDame {
    fn suggest(view: &View, _: &[Action], _: bool, _: &mut Rng) -> Option<Action> {
        let public = view.public();
        Some(Action(choose(&public, view.hand(), !(public.tricks.gone() | view.hand()))))
    }

    fn are_alike(view: &View, one: Action, other: Action) -> bool {
        let tricks = view.public().tricks;
        let on_table: CardSet = tricks.on_table().iter().copied().collect();
        are_equal(one.0, other.0, !(tricks.gone() | view.hand()) | on_table)
    }

    fn rollout(&self, seat: Seat, rng: &mut Rng) -> Option<Action> {
        let hand = self.hands[seat.index()];
        // One choice in ten is random, because rollouts without mistakes would overestimate the player's own plan.
        if rng.below(10) == 0 {
            return Some(Action(rng.card(playable(&self.public, hand))));
        }
        // The rollout uses the other hands only as one set. The seat does not know which hand contains which card.
        let unseen = self.hands.iter().fold(CardSet::EMPTY, |all, hand| all | *hand) - hand;
        Some(Action(choose(&self.public, hand, unseen)))
    }
}

/// Returns the difference between the best weight and the weight of the played card, in 1/16 of a point.
pub(crate) fn regret(public: &Public, hand: CardSet, played: Card) -> i32 {
    let sight = Sight { public, hand, unseen: !(public.tricks.gone() | hand), behind: public.tricks.behind().into() };
    let best = worth_a_thought(public, hand).map(|card| sight.weigh(card)).max();
    (best.expect("a player who acts holds a card") - sight.weigh(played)).max(0)
}

/// Returns the plausible cards, from which the card to play is chosen.
fn worth_a_thought(public: &Public, hand: CardSet) -> CardSet {
    match public.tricks.led() {
        None => ends(hand),
        Some(led) if hand.of(led.suit()).is_empty() => tops(hand) | (hand & CardSet::only(QUEEN)),
        Some(led) => followers(hand.of(led.suit()), public.tricks.highest()),
    }
}

/// Returns the plausible card with the greatest weight.
fn choose(public: &Public, hand: CardSet, unseen: CardSet) -> Card {
    let worth_a_thought = worth_a_thought(public, hand);
    if worth_a_thought.first() == worth_a_thought.last() {
        return worth_a_thought.first().expect("a player who must act holds a card");
    }
    let sight = Sight { public, hand, unseen, behind: public.tricks.behind().into() };
    worth_a_thought.max_by_key(|&card| sight.weigh(card)).expect("a player who must act holds a card")
}

/// Returns the lowest and the highest card of each suit.
fn ends(hand: CardSet) -> CardSet {
    Suit::ALL.into_iter().filter_map(|suit| hand.of(suit).first()).collect::<CardSet>() | tops(hand)
}

/// Returns the highest card of each suit.
fn tops(hand: CardSet) -> CardSet {
    Suit::ALL.into_iter().filter_map(|suit| hand.of(suit).last()).collect()
}

/// Returns the plausible cards of the suit led. These are the highest card that does not take the trick, the lowest and
/// the highest card that take it, and the queen of spades.
fn followers(legal: CardSet, highest: Card) -> CardSet {
    let above = legal & CardSet::above(highest);
    [(legal - above).last(), above.first(), above.last()].into_iter().flatten().collect::<CardSet>()
        | (legal & CardSet::only(QUEEN))
}

/// The information from which a seat chooses its card.
struct Sight<'a> {
    public: &'a Public,
    hand: CardSet,
    unseen: CardSet,
    /// The number of seats that play to this trick after the seat that chooses.
    behind: u32,
}

impl Sight<'_> {
    /// Returns the weight of a card: its expected value, in 1/16 of a point.
    fn weigh(&self, card: Card) -> i32 {
        let suit = self.unseen.of(card.suit());
        let above = (suit & CardSet::above(card)).len() as i32;
        let below = suit.len() as i32 - above;
        self.taking(card, above, below) + self.riddance(card, above, below)
    }

    /// Returns the expected gain of the trick with this card. `above` and `below` are the numbers of unseen cards of
    /// its suit above and below it.
    fn taking(&self, card: Card, above: i32, below: i32) -> i32 {
        if !self.public.tricks.takes(card) {
            return 0;
        }
        let cost_per_seat = match card.suit() {
            Suit::Hearts => HEART_FOLLOWS,
            suit => {
                let queen_falls = suit == Suit::Spades && card > QUEEN && self.unseen.has(QUEEN);
                THROWN * SHORT[(above + below) as usize] / CERTAIN + i32::from(queen_falls) * QUEEN_FOLLOWS
            }
        };
        let brings = i32::from(self.public.worth - penalty(card)) * POINT - self.behind as i32 * cost_per_seat;
        brings * HOLDS[self.behind as usize][above as usize][below as usize] / CERTAIN
    }

    /// Returns the value of no longer holding the card. `above` and `below` are the numbers of unseen cards of its suit
    /// above and below it.
    fn riddance(&self, card: Card, above: i32, below: i32) -> i32 {
        let of_card = match card.suit() {
            Suit::Hearts => i32::from(penalty(card)) * RID_OF_HEART_PIP + below * RID_OF_HEART_ABOVE,
            Suit::Spades if card == QUEEN => RID_OF_QUEEN,
            Suit::Spades if card > QUEEN && self.unseen.has(QUEEN) => RID_OF_HIGH_SPADE,
            _ => above * RID_OF_CARD_BELOW,
        };
        let mine = self.hand.of(card.suit()).len() as i32;
        of_card + i32::from(mine == 1) * RID_OF_ONLY_CARD - mine * KEEP_LONG_SUIT
    }
}
