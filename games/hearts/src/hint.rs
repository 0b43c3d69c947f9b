//! The rule player: it plays by rules of thumb, from its own hand, the visible cards and the cards that it passed.
//!
//! Each plausible card gets a weight with two parts. The first part is the cost of the trick, multiplied by the chance
//! that this card takes it. The second part is the value of no longer holding the card. If one player has taken all
//! points so far, the others try not to let that player take the remaining ones. With a hand that may take all points,
//! the player reverses its aim. The weights were tuned on deals 1,000,001 and up; tests and reports use deals from 1.

use cards::{Card, CardSet, Rank, Suit};
use game::{Policy, Rng, Seat};
use tricks::SEATS;
use tricks::chance::{CERTAIN, HOLDS, SHORT};

use crate::play::{HEARTS, playable};
use crate::score::{ALL, QUEEN, penalty};
use crate::state::{Phase, Public};
use crate::{Action, Gift, Hearts, View};

/// The weight of one point. Weights are in 1/64 of a point.
const POINT: i32 = 64;
/// The spades above the queen. A player who plays one of them may have to take the queen.
pub(crate) const HIGH_SPADES: CardSet = CardSet::from_bits(
    CardSet::only(Card::new(Rank::King, Suit::Spades)).bits()
        | CardSet::only(Card::new(Rank::Ace, Suit::Spades)).bits(),
);

impl Policy for Hearts {
    fn suggest(view: &View, _: &[Action], _: bool, _: &mut Rng) -> Option<Action> {
        let public = view.public();
        let hand = view.hand();
        if public.phase == Phase::Giving {
            return Some(Action::Give(gift(hand)));
        }
        let own = view.seat.expect("a player has a seat");
        let gave = view.gifts[own.index()].unwrap_or(CardSet::EMPTY);
        Some(Action::Play(choose(&public, own, hand, gave, !(public.tricks.gone() | hand))))
    }

    /// The last player to a trick with points decides whether the seat that has all points so far can still shoot the
    /// moon. [H12]
    fn is_decisive(view: &View, action: Action) -> bool {
        let Action::Play(card) = action else { return false };
        let Public { tricks, worth, taken, .. } = view.public();
        let Some(hunter) = tricks.winning() else { return false };
        let has_all = Seat::all(SEATS).all(|seat| (taken[seat.index()] > 0) == (seat == hunter));
        tricks.behind() == 0 && has_all && worth + penalty(card) > 0 && tricks.takes(card)
    }

    fn are_alike(view: &View, one: Action, other: Action) -> bool {
        let (Action::Play(one), Action::Play(other)) = (one, other) else { return one == other };
        let tricks = view.public().tricks;
        let on_table: CardSet = tricks.on_table().iter().copied().collect();
        let others = !(tricks.gone() | view.hand()) | on_table;
        penalty(one) == penalty(other) && tricks::touch(one, other, others)
    }

    fn rollout(&self, seat: Seat, rng: &mut Rng) -> Option<Action> {
        let hand = self.hands[seat.index()];
        if self.public.phase == Phase::Giving {
            return Some(Action::Give(gift(hand)));
        }
        // One choice in ten is random, because rollouts without mistakes would overestimate the player's own plan.
        if rng.below(10) == 0 {
            return Some(Action::Play(rng.card(playable(&self.public, hand))));
        }
        // The rollout uses the other hands only as one set. The seat does not know which hand contains which card.
        let unseen = self.hands.iter().fold(CardSet::EMPTY, |all, hand| all | *hand) - hand;
        Some(Action::Play(choose(&self.public, seat, hand, self.gifts[seat.index()], unseen)))
    }

    /// Leaves only the gifts that can be made of the six cards that are worst to hold.
    fn narrow(view: &View, legal: &mut Vec<Action>) {
        if view.phase != Phase::Giving {
            return;
        }
        let hand = view.hand();
        // These are the three cards that the rule player would pass, and three further ones.
        let mut among = gift(hand).set();
        for _ in 0..GIFTS_AMONG - 3 {
            let rest = hand - among;
            among.insert(rest.max_by_key(|&card| burden(card, rest, 1)).expect("ten cards are kept"));
        }
        legal.retain(|action| matches!(action, Action::Give(gift) if among.has_all(gift.set())));
    }
}

/// Returns the difference between the best weight and the weight of the played card, in 1/64 of a point. Returns 0 for
/// a player who shoots the moon, because that player weighs cards differently.
pub(crate) fn regret(public: &Public, own: Seat, hand: CardSet, played: Card) -> i32 {
    let sight = Sight::new(public, own, hand, CardSet::EMPTY, !(public.tricks.gone() | hand));
    if sight.shoots() {
        return 0;
    }
    let best = playable(public, hand).map(|card| sight.weigh(card)).max();
    (best.expect("a player who acts holds a card") - sight.weigh(played)).max(0)
}

/// The number of cards from which gifts are made. Six cards make 20 gifts.
const GIFTS_AMONG: u32 = 6;

/// Returns the three cards that are worst to hold. They are chosen one by one, because each choice changes the burden
/// of the other cards of its suit.
pub(crate) fn gift(hand: CardSet) -> Gift {
    let mut gift = CardSet::EMPTY;
    for _ in 0..3 {
        let rest = hand - gift;
        let missing = 3 - gift.len();
        gift.insert(rest.max_by_key(|&card| burden(card, rest, missing)).expect("ten cards are kept"));
    }
    Gift::new(gift).expect("three different cards")
}

/// Returns how bad it is to hold a card if the seat may still pass `missing` cards.
fn burden(card: Card, hand: CardSet, missing: u32) -> i32 {
    let suit = hand.of(card.suit());
    let rank = card.rank() as i32;
    let below = (suit - CardSet::above(card)).len() as i32 - 1;
    match card.suit() {
        Suit::Spades => {
            let guards = (suit - HIGH_SPADES - CardSet::only(QUEEN)).len() as i32;
            match card {
                _ if card == QUEEN => GIVE_QUEEN - guards * GIVE_GUARD,
                _ if card > QUEEN => GIVE_HIGH_SPADE - guards * GIVE_GUARD,
                _ => GIVE_LOW_SPADE,
            }
        }
        Suit::Hearts => rank * GIVE_HEART_RANK - below * GIVE_HEART_BELOW,
        _ => {
            let short = i32::from(suit.len() <= missing) * GIVE_SHORT;
            rank * GIVE_RANK - below * GIVE_BELOW + short
        }
    }
}

/// Returns the playable card with the greatest weight. `gave` are the cards that the seat passed, and `unseen` the
/// cards that it does not see.
fn choose(public: &Public, own: Seat, hand: CardSet, gave: CardSet, unseen: CardSet) -> Card {
    let legal = playable(public, hand);
    if legal.first() == legal.last() {
        return legal.first().expect("a player who must act holds a card");
    }
    let sight = Sight::new(public, own, hand, gave, unseen);
    if sight.shoots() {
        return legal.max_by_key(|&card| sight.weigh_shot(card)).expect("a player who must act holds a card");
    }
    legal.max_by_key(|&card| sight.weigh(card)).expect("a player who must act holds a card")
}

/// The information from which a seat chooses its card.
struct Sight<'a> {
    public: &'a Public,
    own: Seat,
    hand: CardSet,
    unseen: CardSet,
    /// The number of seats that play to this trick after the seat that chooses.
    behind: u32,
    /// The chance that one of the seats in `behind` holds the queen of spades, in parts of [`CERTAIN`].
    queen_behind: i32,
    has_points: Points,
}

/// The seats that have taken points so far in the deal.
#[derive(Clone, Copy)]
enum Points {
    Nobody,
    /// One seat has taken all points so far: this seat, with this number of points. It may be shooting the moon.
    One(Seat, i32),
    Several,
}

impl<'a> Sight<'a> {
    /// Computes the values that the weights of all cards need, once for each decision.
    fn new(public: &'a Public, own: Seat, hand: CardSet, gave: CardSet, unseen: CardSet) -> Sight<'a> {
        let behind = u32::from(public.tricks.behind());
        let queen_behind = match (unseen.has(QUEEN), public.giving.from(own)) {
            (false, _) => 0,
            (true, Some(receiver)) if gave.has(QUEEN) => {
                let steps = (receiver.index() + 4 - own.index()) % 4;
                if steps as u32 <= behind { CERTAIN } else { 0 }
            }
            _ => CERTAIN * behind as i32 / 3,
        };
        let mut has_points = Points::Nobody;
        for seat in Seat::all(SEATS) {
            has_points = match (public.taken[seat.index()], has_points) {
                (0, so_far) => so_far,
                (taken, Points::Nobody) => Points::One(seat, taken.into()),
                _ => Points::Several,
            };
        }
        Sight { public, own, hand, unseen, behind, queen_behind, has_points }
    }

    /// Returns the weight of a card for a seat that avoids points.
    fn weigh(&self, card: Card) -> i32 {
        let suit = self.unseen.of(card.suit());
        let above = (suit & CardSet::above(card)).len() as i32;
        let below = suit.len() as i32 - above;
        self.taking(card, above, below) + self.riddance(card, above, below)
    }

    /// Returns the expected result of the trick with this card. `above` and `below` are the numbers of unseen cards of
    /// its suit above and below it.
    fn taking(&self, card: Card, above: i32, below: i32) -> i32 {
        let here = i32::from(self.public.worth + penalty(card));
        let danger = self.danger();
        if !self.public.tricks.takes(card) {
            // If one seat has taken all points so far, it can no longer shoot the moon once a point goes to another
            // seat.
            return match self.has_points {
                Points::One(hunter, _) if danger > 0 && here > 0 => {
                    let helps = self.public.tricks.winning() == Some(hunter);
                    if helps { -danger * i32::from(penalty(card) > 0) } else { danger / 2 }
                }
                _ => 0,
            };
        }
        if self.public.tricks.count() < 4 {
            return 0; // [H7] No points fall.
        }
        let thrown = match card.suit() {
            Suit::Hearts => self.behind as i32 * HEART_FOLLOWS + self.queen_behind * QUEEN_THROWN / CERTAIN / 4,
            suit => {
                let short = SHORT[(above + below) as usize];
                let hearts = if (self.unseen & HEARTS).is_empty() { 0 } else { self.behind as i32 * HEART_THROWN };
                let queen = if suit == Suit::Spades {
                    if card > QUEEN { self.queen_behind * QUEEN_FOLLOWS / CERTAIN } else { 0 }
                } else {
                    self.queen_behind * QUEEN_THROWN / CERTAIN * short / CERTAIN
                };
                hearts * short / CERTAIN + queen
            }
        };
        let cost = here * POINT + thrown + LEAD_NEXT;
        let stops = if here > 0 || thrown > POINT { danger } else { 0 };
        (stops - cost) * HOLDS[self.behind as usize][above as usize][below as usize] / CERTAIN
    }

    /// Returns the value of preventing another seat, which has taken all points so far, from taking the next point.
    fn danger(&self) -> i32 {
        match self.has_points {
            Points::One(seat, taken) if seat != self.own && taken >= HUNT_FROM => (taken - HUNT_FROM + 1) * HUNT,
            _ => 0,
        }
    }

    /// Returns the value of no longer holding the card. `above` and `below` are the numbers of unseen cards of its suit
    /// above and below it.
    fn riddance(&self, card: Card, above: i32, below: i32) -> i32 {
        let suit = self.hand.of(card.suit());
        let mine = suit.len() as i32;
        let queen_lives = self.unseen.has(QUEEN);
        let of_card = match card.suit() {
            Suit::Hearts => below * RID_OF_HEART_ABOVE + RID_OF_HEART,
            Suit::Spades if card == QUEEN => RID_OF_QUEEN,
            Suit::Spades if card > QUEEN && (queen_lives || suit.has(QUEEN)) => RID_OF_HIGH_SPADE,
            Suit::Spades if suit.has(QUEEN) || queen_lives && !(suit & HIGH_SPADES).is_empty() => -KEEP_GUARD,
            Suit::Spades if queen_lives && self.public.tricks.led().is_none() => FLUSH_QUEEN,
            _ => below * RID_OF_CARD_ABOVE + above * RID_OF_CARD_BELOW,
        };
        of_card + i32::from(mine == 1) * RID_OF_ONLY_CARD - mine * KEEP_LONG_SUIT
    }

    /// Returns true if the seat tries to shoot the moon: no other seat has a point, and the hand will probably lose few
    /// tricks.
    fn shoots(&self) -> bool {
        let taken = match self.has_points {
            Points::Nobody => 0,
            Points::One(seat, taken) if seat == self.own && taken < i32::from(ALL) => taken,
            _ => return false,
        };
        // The seat can no longer shoot the moon if another seat is certain to take a trick with points.
        let lost = self.public.worth > 0
            && self.public.tricks.winning().is_some()
            && !playable(self.public, self.hand).into_iter().any(|card| self.public.tricks.takes(card));
        !lost && self.losers() * SHOOT_PER_LOSER <= taken * SHOOT_TAKEN + SHOOT_FROM
    }

    /// Estimates the number of tricks that the hand will lose, in sixteenths of a trick. A card may lose under two
    /// conditions: an unseen card beats it, and the higher cards of the hand are too few to draw all unseen cards of
    /// the suit. Hearts count twice.
    fn losers(&self) -> i32 {
        let mut losers = 0;
        for suit in Suit::ALL {
            let (mine, unseen) = (self.hand.of(suit), self.unseen.of(suit));
            if unseen.is_empty() {
                continue;
            }
            // The seat leads its highest cards first. A round draws up to three cards, but the last unseen cards are
            // usually in one hand and are drawn one by one.
            let rounds = (unseen.len() as i32 + 2) / 2;
            let len = mine.len() as i32;
            for (i, card) in mine.enumerate() {
                let before = len - 1 - i as i32;
                let above = (unseen & CardSet::above(card)).len() as i32;
                if above > 0 && before < rounds {
                    losers += (4 + 4 * above).min(16) * if suit == Suit::Hearts { 2 } else { 1 };
                }
            }
        }
        losers
    }

    /// Returns the weight of a card for a seat that shoots the moon. Such a seat leads likely winners and discards
    /// likely losers.
    fn weigh_shot(&self, card: Card) -> i32 {
        let suit = self.unseen.of(card.suit());
        let above = (suit & CardSet::above(card)).len() as i32;
        let below = suit.len() as i32 - above;
        let rank = card.rank() as i32;
        if !self.public.tricks.takes(card) {
            return -rank - 20 * i32::from(penalty(card) > 0) + 2 * above.min(4);
        }
        // Of the cards that are certain to win, the lowest has the greatest weight.
        HOLDS[self.behind as usize][above as usize][below as usize] * 4 - rank
    }
}

macro_rules! weights { ($($name:ident = $value:expr;)*) => { $(const $name: i32 = $value;)* } }
weights! {
    GIVE_QUEEN = 275;
    GIVE_HIGH_SPADE = 210;
    GIVE_GUARD = 72;
    GIVE_LOW_SPADE = -60;
    GIVE_HEART_RANK = 6;
    GIVE_HEART_BELOW = 61;
    GIVE_RANK = 5;
    GIVE_BELOW = 11;
    GIVE_SHORT = 66;
    HEART_FOLLOWS = 242;
    QUEEN_THROWN = 4021;
    HEART_THROWN = 61;
    QUEEN_FOLLOWS = 557;
    LEAD_NEXT = 19;
    HUNT_FROM = 18;
    HUNT = 19;
    RID_OF_HEART_ABOVE = 7;
    RID_OF_HEART = 49;
    RID_OF_QUEEN = 164;
    RID_OF_HIGH_SPADE = 76;
    KEEP_GUARD = 29;
    FLUSH_QUEEN = 223;
    RID_OF_CARD_ABOVE = 10;
    RID_OF_CARD_BELOW = 7;
    RID_OF_ONLY_CARD = 42;
    KEEP_LONG_SUIT = 15;
    SHOOT_PER_LOSER = 10;
    SHOOT_TAKEN = 31;
    SHOOT_FROM = 789;
}
