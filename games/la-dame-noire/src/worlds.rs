//! Deals that agree with everything that a seat (here *I*) has seen: its own hand, the cards that it gave and received,
//! and the cards played. An arrangement of the unseen cards is possible if some history leads to it. All possible
//! arrangements have the same chance.
//!
//! Trading limits where the cards that I gave away can be. Such a card goes to the left neighbour first. After that it
//! moves on by at most one seat in a round. Each seat passes on exactly one card in a round. A card that comes back to
//! me was with the right neighbour one round before. All other unseen cards may have been dealt to anybody; they are
//! called free.
//!
//! The other seats are called *near* (the left neighbour, who gets my cards), *far* (the seat opposite), and *right*
//! (whose cards I get). Order the cards that I gave and have not got back by the round in which I gave them. An
//! arrangement is possible exactly if two conditions hold for every such card c:
//!
//! * among c and the cards given after c, at most `right(c)` are with the right neighbour;
//! * among the same cards, at most `beyond(c)` are with the right neighbour or the far seat.
//!
//! Each round changes these limits. One more card may have moved on to the far seat, so `beyond` grows by 1. One of the
//! cards at the far seat may have moved on to the right neighbour, so `right` becomes `min(right + 1, beyond)` with the
//! old `beyond`. A card that I have just given has the limits 0 and 0. A card that comes back was with the right
//! neighbour. It leaves the order, and both limits of that card and of the cards given before it fall by 1. These
//! conditions are sufficient, by an induction over the rounds. Each condition counts the cards from c to the last one
//! given, so it is always best to pass on the most recently given card. `tests/all/sampler.rs` compares the conditions
//! with a search over all histories.
//!
//! The sampler places these cards from the last given to the first. For each choice, the number of arrangements that
//! follow has been counted in advance. The free cards are then shuffled. A world also has a whole history, made from
//! the last round back to the first. In each round a seat passes on the most recently given of my cards that it holds.
//! If it holds none of my cards, it passes on a random card.

use cards::{Card, CardSet};
use game::{Rng, Seat, SeatSet, Shuffles, Worlds};

use crate::combination::Moves;
use crate::state::{Phase, SEATS};
use crate::trading::{Memory, remembered};
use crate::{LaDameNoire, View};

/// The size of an index over a number of cards in a hand, which is 0 to 13.
const ROOM: usize = 14;

/// The other seats, named by their position in trading.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Neighbour {
    /// The right neighbour, s+1, who gives cards to me.
    Right,
    /// The seat opposite, s+2.
    Far,
    /// The left neighbour, s−1, to whom I give cards.
    Near,
}

/// A card that I gave and did not get back, with its limits after the rounds since.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Given {
    card: Card,
    /// The largest number of cards, among this card and those given later, that can be with the right neighbour.
    right: u8,
    /// The largest number of cards, among this card and those given later, that can be with the right neighbour or the
    /// far seat.
    beyond: u8,
}

/// The data from which worlds are drawn, computed once for a view.
pub struct Sampler {
    /// The deal without the unseen cards of the other seats.
    base: LaDameNoire,
    /// The other seats, indexed by [`Neighbour`].
    others: [Seat; 3],
    /// The number of unseen cards that each other seat holds, including a card that it has put.
    room: [u8; 3],
    /// The unseen cards that may be with any other seat.
    free: Vec<Card>,
    /// The unseen cards that I gave, the last given first.
    given: Vec<Card>,
    /// The number of arrangements that follow if a card of `given` goes to the right, far or near seat. The index
    /// combines three numbers: the card's index in `given`, and how many earlier cards of `given` went to the right and
    /// to the far seat.
    ways: Vec<[f64; 3]>,
    /// The cards that I gave and received in the remembered rounds.
    trades: Vec<(Card, Card)>,
    played: [CardSet; 3],
    put: SeatSet,
}

impl Worlds for LaDameNoire {
    type Sampler = Sampler;

    fn sampler(view: &View) -> Sampler {
        let me = view.seat.expect("worlds are sampled for a seat");
        let others = [1, 2, 3].map(|step| me.after(step, SEATS));
        let public = view.public();
        let played = public.played.by_seat();
        let own_put = view.put_cards[me.index()];
        let seen = played.iter().fold(view.hand(), |all, cards| all | *cards) | own_put.into_iter().collect();
        // When a deal is over, no card is hidden, unless the deal was thrown in. [D5] [D16]
        let known = others.map(|seat| view.hands[seat.index()].unwrap_or_default());
        let seen = known.iter().fold(seen, |all, hand| all | *hand);
        let room = [0, 1, 2].map(|place| {
            let seat = others[place];
            view.held[seat.index()] - known[place].len() as u8 + u8::from(view.put.has(seat))
        });
        let unseen = !seen;
        let mut base = LaDameNoire {
            hands: [CardSet::EMPTY; 4],
            moves: [Moves::default(); 4],
            put: [None; 4],
            memory: Memory::NOTHING,
            public,
            standing: view.standing,
            rules: view.rules,
            shuffles: Shuffles::of_world(0),
        };
        base.hands[me.index()] = view.hand();
        if matches!(base.public.phase, Phase::Showdown | Phase::Coup) {
            base.moves[me.index()] = Moves::of(view.hand());
        }
        base.put[me.index()] = own_put;
        for (seat, hand) in others.into_iter().zip(known) {
            base.hands[seat.index()] = hand;
        }
        let trades: Vec<(Card, Card)> = view.trades.iter().map(|trade| (trade.gave, trade.received)).collect();
        let played = others.map(|seat| played[seat.index()]);
        let limits = limits(&trades);
        let given: Vec<Card> = limits.iter().rev().map(|given| given.card).filter(|card| unseen.has(*card)).collect();
        let mut free = Vec::with_capacity(unseen.len() as usize);
        free.extend(unseen.filter(|card| !given.contains(card)));
        let ways = count(&limits, &given, &played, room, free.len());
        let put = view.put - SeatSet::only(me);
        Sampler { base, others, room, free, given, ways, trades, played, put }
    }

    fn sample(sampler: &Sampler, rng: &mut Rng) -> LaDameNoire {
        let mut world = sampler.base.clone();
        world.shuffles = Shuffles::of_world(rng.bits());
        let mut hands = [CardSet::EMPTY; 3];
        let mut room = sampler.room;
        for (i, card) in sampler.given.iter().enumerate() {
            let [right, far] = [0, 1].map(|place| usize::from(sampler.room[place] - room[place]));
            let ways = &sampler.ways[(i * ROOM + right) * ROOM + far];
            let draw = rng.unit() * (ways[0] + ways[1] + ways[2]);
            let place = if draw < ways[0] {
                Neighbour::Right
            } else if draw < ways[0] + ways[1] {
                Neighbour::Far
            } else if ways[2] > 0.0 {
                Neighbour::Near
            } else {
                // The near seat has no arrangements, so only a rounding error leads here. One of the two other seats is
                // chosen.
                if ways[1] > 0.0 { Neighbour::Far } else { Neighbour::Right }
            };
            hands[place as usize].insert(*card);
            room[place as usize] -= 1;
        }
        sampler.share(&mut hands, room, rng);
        for (seat, hand) in sampler.others.into_iter().zip(hands) {
            // The drawn cards are added to the known cards. When a deal is over, the last seat's cards are known, and
            // no cards are drawn for that seat.
            world.hands[seat.index()] = world.hands[seat.index()] | hand;
        }
        if !sampler.trades.is_empty() {
            sampler.recall(&mut world.memory, hands, rng);
        }
        match world.public.phase {
            Phase::Trading => {
                for seat in sampler.put {
                    // The put card may be any card of the seat.
                    let hand = &mut world.hands[seat.index()];
                    let card = rng.card(*hand);
                    hand.remove(card);
                    world.put[seat.index()] = Some(card);
                }
            }
            Phase::Showdown | Phase::Coup => {
                for seat in sampler.others {
                    world.moves[seat.index()] = Moves::of(world.hands[seat.index()]);
                }
            }
            Phase::Bidding | Phase::ThrownIn | Phase::Over => {}
        }
        world
    }
}

impl Sampler {
    /// Shuffles the free cards and fills up the hands of the other seats.
    fn share(&self, hands: &mut [CardSet; 3], room: [u8; 3], rng: &mut Rng) {
        let mut cards = [Card::at(0); 39];
        let cards = &mut cards[..self.free.len()];
        cards.copy_from_slice(&self.free);
        // A partial shuffle is enough: it draws the cards of the first two hands, and the third hand gets the remaining
        // cards.
        let (first, second) = (usize::from(room[0]), usize::from(room[0] + room[1]));
        for i in 0..second {
            let j = i + rng.below((cards.len() - i) as u32) as usize;
            cards.swap(i, j);
        }
        for (hand, part) in hands.iter_mut().zip([&cards[..first], &cards[first..second], &cards[second..]]) {
            for card in part {
                hand.insert(*card);
            }
        }
    }

    /// Fills in the cards that were put in each round, from the last round to the first. The cards that I gave and
    /// received are known. The cards of the other seats are chosen to agree with the known ones.
    fn recall(&self, memory: &mut Memory, hands: [CardSet; 3], rng: &mut Rng) {
        // The hands of the other seats at the end of trading: the cards that they hold and those that they have played
        // since.
        let mut held = [0, 1, 2].map(|place| hands[place] | self.played[place]);
        let oldest = self.base.public.exchanges - remembered(self.base.public.exchanges);
        for (round, &(gave, received)) in self.trades.iter().enumerate().rev() {
            let mut passed_on = |from: Neighbour| {
                let held = held[from as usize];
                let given = self.trades[..round].iter().rev().map(|(gave, _)| *gave).find(|card| held.has(*card));
                given.unwrap_or_else(|| held.nth(rng.below(held.len())))
            };
            // The right neighbour received `to_right` from the seat opposite. That seat received `to_far` from my left
            // neighbour.
            let (to_right, to_far) = (passed_on(Neighbour::Right), passed_on(Neighbour::Far));
            debug_assert!(held[Neighbour::Near as usize].has(gave), "the left neighbour has just got it");
            for (place, took, passed) in [
                (Neighbour::Right, to_right, received),
                (Neighbour::Far, to_far, to_right),
                (Neighbour::Near, gave, to_far),
            ] {
                held[place as usize].remove(took);
                held[place as usize].insert(passed);
            }
            let mut put = [gave; 4];
            for (seat, card) in self.others.into_iter().zip([received, to_right, to_far]) {
                put[seat.index()] = card;
            }
            memory.set(oldest + round as u16, put);
        }
    }
}

/// Returns the cards that I gave and did not get back, the oldest first, with their limits after all rounds.
fn limits(trades: &[(Card, Card)]) -> Vec<Given> {
    let mut order: Vec<Given> = Vec::new();
    for &(gave, received) in trades {
        if let Some(back) = order.iter().position(|given| given.card == received) {
            // The card was with the right neighbour, so the limits of this card and of all cards given before it fall
            // by 1.
            for given in &mut order[..=back] {
                given.right -= 1;
                given.beyond -= 1;
            }
            let bound = order.remove(back);
            if let Some(next) = order.get_mut(back) {
                // A limit for a card and all cards given later is also a limit for the later cards alone.
                next.right = next.right.min(bound.right);
                next.beyond = next.beyond.min(bound.beyond);
            }
        }
        for given in &mut order {
            given.right = (given.right + 1).min(given.beyond);
            given.beyond += 1;
        }
        order.push(Given { card: gave, right: 0, beyond: 0 });
    }
    order
}

/// Counts the arrangements that follow each choice of [`Sampler::sample`]. `given` has the cards of `limits` that are
/// still unseen, the last given first. The other cards of `limits` have been played.
fn count(limits: &[Given], given: &[Card], played: &[CardSet; 3], room: [u8; 3], free: usize) -> Vec<[f64; 3]> {
    if limits.is_empty() {
        return Vec::new();
    }
    let mut table = vec![[0.0; 3]; given.len() * ROOM * ROOM];
    // `placed` is the number of unseen given cards that already have a place. `ways[right][far]` is the number of
    // arrangements of all further cards if `right` and `far` of the placed cards went to the right and to the far seat.
    let mut placed = given.len();
    let mut ways = [[0.0; ROOM + 1]; ROOM + 1];
    for (right, row) in ways.iter_mut().enumerate() {
        for (far, ways) in row.iter_mut().enumerate() {
            let near = placed.checked_sub(right + far);
            let left = |room: u8, taken: usize| usize::from(room).checked_sub(taken);
            if let (Some(a), Some(b), Some(c)) =
                (left(room[0], right), left(room[1], far), near.and_then(|near| left(room[2], near)))
            {
                debug_assert_eq!(a + b + c, free);
                *ways = choose(free, a) * choose(free - a, b);
            }
        }
    }
    let at = |place: Neighbour, card: Card| played[place as usize].has(card);
    let mut known_right = limits.iter().filter(|given| at(Neighbour::Right, given.card)).count();
    let mut known_beyond = known_right + limits.iter().filter(|given| at(Neighbour::Far, given.card)).count();
    for limit in limits {
        for (right, row) in ways.iter_mut().enumerate() {
            for (far, ways) in row.iter_mut().enumerate() {
                if known_right + right > limit.right.into() || known_beyond + right + far > limit.beyond.into() {
                    *ways = 0.0;
                }
            }
        }
        if placed > 0 && given[placed - 1] == limit.card {
            placed -= 1;
            let mut before = [[0.0; ROOM + 1]; ROOM + 1];
            for right in 0..ROOM {
                for far in 0..ROOM {
                    let choices = [ways[right + 1][far], ways[right][far + 1], ways[right][far]];
                    table[(placed * ROOM + right) * ROOM + far] = choices;
                    before[right][far] = choices.iter().sum();
                }
            }
            ways = before;
        } else {
            known_right -= usize::from(at(Neighbour::Right, limit.card));
            known_beyond -= usize::from(at(Neighbour::Right, limit.card) || at(Neighbour::Far, limit.card));
        }
    }
    debug_assert!(ways[0][0] > 0.0, "the true deal is one of the worlds");
    table
}

/// Returns the number of ways to choose `k` of `n` elements. As a float it is nearly exact for the size of a pack.
fn choose(n: usize, k: usize) -> f64 {
    (0..k).fold(1.0, |ways, i| ways * (n - i) as f64 / (i + 1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The hands of the other seats: right, far, near.
    type Others = [CardSet; 3];

    /// Returns the other seats' hands to which some history leads. The game is small: twelve cards, three for each
    /// seat. The function plays all histories from all deals and tries every card that can be passed on.
    fn reachable(unseen: CardSet, trades: &[(Card, Card)]) -> Vec<Others> {
        let mut now = arrangements(unseen);
        for &(gave, received) in trades {
            let mut next = Vec::new();
            for hands in now.iter().filter(|hands| hands[0].has(received)) {
                for to_right in hands[1] {
                    for to_far in hands[2] {
                        let mut after = *hands;
                        for (place, out, into) in [(0, received, to_right), (1, to_right, to_far), (2, to_far, gave)] {
                            after[place].remove(out);
                            after[place].insert(into);
                        }
                        next.push(after);
                    }
                }
            }
            next.sort_unstable();
            next.dedup();
            now = next;
        }
        now
    }

    fn arrangements(unseen: CardSet) -> Vec<Others> {
        let mut all = Vec::new();
        for right in triples(unseen) {
            for far in triples(unseen - right) {
                all.push([right, far, unseen - right - far]);
            }
        }
        all.sort_unstable();
        all
    }

    fn triples(of: CardSet) -> Vec<CardSet> {
        let cards: Vec<Card> = of.collect();
        (0u32..1 << cards.len())
            .filter(|choice| choice.count_ones() == 3)
            .map(|choice| (0..cards.len()).filter(|i| choice >> i & 1 == 1).map(|i| cards[i]).collect())
            .collect()
    }

    fn allowed(limits: &[Given], hands: &Others) -> bool {
        (0..limits.len()).all(|from| {
            let later = &limits[from..];
            let right = later.iter().filter(|given| hands[0].has(given.card)).count();
            let far = later.iter().filter(|given| hands[1].has(given.card)).count();
            right <= limits[from].right.into() && right + far <= limits[from].beyond.into()
        })
    }

    #[test]
    fn limits_are_what_histories_lead_to() {
        let mut rng = Rng::new(3);
        let pack: CardSet = (0..12).map(Card::at).collect();
        let mut narrowed = 0;
        for game in 0..300 {
            let mut shuffled: Vec<Card> = pack.collect();
            rng.shuffle(&mut shuffled);
            let mut hands: Vec<CardSet> = shuffled.chunks(3).map(|part| part.iter().copied().collect()).collect();
            let own = hands[0];
            let mut trades = Vec::new();
            for _ in 0..game % 9 {
                // A seat often passes on the card that it has just received, so that some cards come back.
                let put: Vec<Card> = hands.iter().map(|hand| rng.card(*hand)).collect();
                for seat in 0..4 {
                    hands[seat].remove(put[seat]);
                    hands[(seat + 3) % 4].insert(put[seat]);
                }
                trades.push((put[0], put[1]));
            }
            let mut found = reachable(pack - own, &trades);
            found.sort_unstable();
            let limits = limits(&trades);
            let all = arrangements(pack - hands[0]);
            let expected: Vec<Others> = all.iter().copied().filter(|hands| allowed(&limits, hands)).collect();
            assert_eq!(found, expected, "{trades:?}");
            narrowed += usize::from(expected.len() < all.len());
        }
        assert!(narrowed > 200, "{narrowed}");
    }
}
