//! Deals that agree with all that a seat has seen: its own hand, the cards played, and the voids that others have
//! shown by not following suit. Every arrangement that agrees has the same chance.
//!
//! How: unseen cards fall into four suits, and a seat either may hold a suit or has shown a void in it, so only *how
//! many* cards of each suit each seat holds matters for the number of arrangements. The number of ways to finish is
//! counted suit by suit over the room left in two of the three hands (the third follows); drawing walks that table.

use cards::{Card, CardSet, Suit};
use game::{Rng, Seat, Shuffles};

use crate::state::{Public, SEATS};
use crate::{SchwarzeDame, View};

/// The most cards another seat can hold.
const ROOM: usize = 14;

/// Built once from a view.
pub struct Sampler {
    view: SchwarzeDame,
    /// The three other seats.
    others: [Seat; 3],
    /// Room in each of their hands.
    room: [u8; 3],
    /// Unseen cards of each suit.
    unseen: [Vec<Card>; 4],
    /// For each suit, by room left in the first and second hand: the splits of that suit, with the running sum of
    /// their weights.
    splits: Vec<[Vec<Split>; ROOM * ROOM]>,
}

/// How many cards of a suit go to the first and second of the others, and the weight of this and all earlier splits.
#[derive(Clone, Copy)]
struct Split {
    first: u8,
    second: u8,
    up_to: f64,
}

impl Sampler {
    pub(crate) fn new(view: &View) -> Sampler {
        let seat = view.seat.expect("worlds are sampled for a seat");
        let mut public = Public::new(view.standing.dealer.after(1, SEATS));
        let mut void = [[false; 4]; 4];
        for trick in &view.tricks {
            for (i, &card) in trick.cards.iter().enumerate() {
                // [S3] Who does not follow has shown that it holds no card of the suit led.
                if card.suit() != trick.cards[0].suit() {
                    void[trick.leader.after(i as u8, SEATS).index()][trick.cards[0].suit() as usize] = true;
                }
                public.put(card);
            }
        }
        let others = [1, 2, 3].map(|step| seat.after(step, SEATS));
        let room = others.map(|other| view.held[other.index()]);
        let hidden = !(public.gone() | view.hand());
        let unseen = Suit::ALL.map(|suit| hidden.of(suit).collect::<Vec<_>>());
        let mut hands = [CardSet::EMPTY; 4];
        hands[seat.index()] = view.hand();
        let base =
            SchwarzeDame { hands, public, standing: view.standing, rules: view.rules, shuffles: Shuffles::of_world(0) };
        let may_hold = |suit: Suit| others.map(|other| !void[other.index()][suit as usize]);
        let splits = count(&unseen, may_hold);
        Sampler { view: base, others, room, unseen, splits }
    }

    pub(crate) fn sample(&self, rng: &mut Rng) -> SchwarzeDame {
        let mut world = self.view.clone();
        world.shuffles = Shuffles::of_world(rng.bits());
        let mut room = [self.room[0], self.room[1]];
        for (suit, cards) in self.unseen.iter().enumerate() {
            if cards.is_empty() {
                continue;
            }
            let splits = &self.splits[suit][usize::from(room[0]) * ROOM + usize::from(room[1])];
            let all = splits.last().expect("the true deal is one of the worlds").up_to;
            let draw = rng.unit() * all;
            let split = *splits.iter().find(|s| draw < s.up_to).unwrap_or(&splits[splits.len() - 1]);
            room[0] -= split.first;
            room[1] -= split.second;
            let mut suit_cards = [cards[0]; 13];
            suit_cards[..cards.len()].copy_from_slice(cards);
            let dealt = &mut suit_cards[..cards.len()];
            // A partial shuffle: only the cards of the first two hands are drawn, the rest are the third's.
            for i in 0..usize::from(split.first + split.second) {
                let j = i + rng.below((dealt.len() - i) as u32) as usize;
                dealt.swap(i, j);
            }
            let (first, rest) = dealt.split_at(usize::from(split.first));
            let (second, third) = rest.split_at(usize::from(split.second));
            for (part, other) in [first, second, third].into_iter().zip(self.others) {
                for &card in part {
                    world.hands[other.index()].insert(card);
                }
            }
        }
        world
    }
}

/// The number of arrangements of the suits from the last to the first, for every room that may be left.
fn count(unseen: &[Vec<Card>; 4], may_hold: impl Fn(Suit) -> [bool; 3]) -> Vec<[Vec<Split>; ROOM * ROOM]> {
    // The room of the third hand is what is left of the unseen cards of this suit and the later ones.
    let mut ways_after = vec![0.0f64; ROOM * ROOM];
    ways_after[0] = 1.0;
    let mut cards_after = 0;
    let mut tables = Vec::new();
    for suit in Suit::ALL.into_iter().rev() {
        let n = unseen[suit as usize].len();
        let may = may_hold(suit);
        let mut table: [Vec<Split>; ROOM * ROOM] = std::array::from_fn(|_| Vec::new());
        let mut ways = vec![0.0; ROOM * ROOM];
        for first_room in 0..ROOM {
            for second_room in 0..ROOM {
                let at = first_room * ROOM + second_room;
                let Some(third_room) = (n + cards_after).checked_sub(first_room + second_room) else { continue };
                let mut up_to = 0.0;
                for first in 0..=if may[0] { n.min(first_room) } else { 0 } {
                    for second in 0..=if may[1] { (n - first).min(second_room) } else { 0 } {
                        let third = n - first - second;
                        if third > third_room || (third > 0 && !may[2]) {
                            continue;
                        }
                        let after = ways_after[(first_room - first) * ROOM + second_room - second];
                        let weight = choose(n, first) * choose(n - first, second) * after;
                        if weight > 0.0 {
                            up_to += weight;
                            table[at].push(Split { first: first as u8, second: second as u8, up_to });
                        }
                    }
                }
                ways[at] = up_to;
            }
        }
        cards_after += n;
        ways_after = ways;
        tables.push(table);
    }
    tables.reverse();
    tables
}

/// The number of ways to choose `k` of `n`, exact for the 13 cards of a suit.
fn choose(n: usize, k: usize) -> f64 {
    (0..k).fold(1.0, |ways, i| ways * (n - i) as f64 / (i + 1) as f64)
}
