//! Deals that agree with all that a seat has seen: its own hand, the cards played, and the voids that others have
//! shown by not following suit. Every arrangement that agrees has the same chance.
//!
//! How: who may hold an unseen card depends on its suit alone, so the cards fall into *classes* that the same seats may
//! hold: one before anybody has shown a void, never more than four. A *split* says how many cards of each class each
//! seat holds, and the number of arrangements with that split is a product of multinomials. All splits are listed once;
//! a world is a split drawn by these numbers, and each class dealt out at random as the split says. All whole numbers,
//! nothing rounded: there are at most 39! / (13!)³ < 2⁵⁷ arrangements.

use cards::{Card, CardSet, Suit};
use game::{Rng, Seat, Shuffles};

use crate::state::{Public, SEATS};
use crate::{SchwarzeDame, View};

/// Built once from a view.
pub struct Sampler {
    /// The deal with only the viewer's own hand.
    known: SchwarzeDame,
    /// The three other seats.
    others: [Seat; 3],
    classes: Vec<Class>,
    splits: Vec<Split>,
    /// For each split, the number of arrangements with it or an earlier one.
    up_to: Vec<u64>,
}

/// Unseen cards that the same seats may hold.
struct Class {
    /// Which of the others may hold them.
    may_hold: [bool; 3],
    cards: [Card; 39],
    len: usize,
}

/// How many cards of each class each of the others holds.
type Split = [[u8; 3]; 4];

impl Sampler {
    pub(crate) fn new(view: &View) -> Sampler {
        let seat = view.seat.expect("worlds are sampled for a seat");
        let mut public = Public::new(view.standing.dealer.after(1, SEATS));
        let mut void = [[false; 4]; 4];
        for trick in &view.tricks {
            let led = trick.cards[0].suit();
            for (i, &card) in trick.cards.iter().enumerate() {
                // [S3] Who does not follow has shown that it holds no card of the suit led.
                void[trick.leader.after(i as u8, SEATS).index()][led as usize] |= card.suit() != led;
                public.put(card);
            }
        }
        let others = [1, 2, 3].map(|step| seat.after(step, SEATS));
        let unseen = !(public.gone() | view.hand());
        let mut classes: Vec<Class> = Vec::new();
        for suit in Suit::ALL {
            let may_hold = others.map(|other| !void[other.index()][suit as usize]);
            let class = match classes.iter_mut().find(|class| class.may_hold == may_hold) {
                Some(class) => class,
                None => classes.push_mut(Class { may_hold, cards: [Card::at(0); 39], len: 0 }),
            };
            for card in unseen.of(suit) {
                class.cards[class.len] = card;
                class.len += 1;
            }
        }
        classes.retain(|class| class.len > 0);
        // What is left for the last class has no choice: let it be the one with the most.
        classes.sort_by_key(|class| class.may_hold);
        let mut hands = [CardSet::EMPTY; 4];
        hands[seat.index()] = view.hand();
        let known =
            SchwarzeDame { hands, public, standing: view.standing, rules: view.rules, shuffles: Shuffles::of_world(0) };
        let room = others.map(|other| view.held[other.index()]);
        let mut sampler = Sampler { known, others, classes, splits: Vec::new(), up_to: Vec::new() };
        sampler.list(0, room, [[0; 3]; 4], 1);
        sampler
    }

    /// Lists the splits of the classes from `class` on into the room that is left in the hands; `ways` is the number of
    /// arrangements of the earlier classes.
    fn list(&mut self, class: usize, room: [u8; 3], mut split: Split, ways: u64) {
        let Some(&Class { may_hold, len, .. }) = self.classes.get(class) else {
            let before = self.up_to.last().copied().unwrap_or(0);
            self.splits.push(split);
            self.up_to.push(before + ways);
            return;
        };
        let len = len as u8;
        let most = [0, 1, 2].map(|i| if may_hold[i] { room[i].min(len) } else { 0 });
        let rest = room.iter().sum::<u8>() - len;
        // At least what does not fit into the other hands, here or for the classes to come.
        for first in room[0].saturating_sub(rest).max(len.saturating_sub(most[1] + most[2]))..=most[0] {
            for second in (len - first).saturating_sub(most[2])..=most[1].min(len - first) {
                let part = [first, second, len - first - second];
                let left = [0, 1, 2].map(|i| room[i] - part[i]);
                split[class] = part;
                let these = choose(len, first) * choose(len - first, second);
                self.list(class + 1, left, split, ways * these);
            }
        }
    }

    pub(crate) fn sample(&self, rng: &mut Rng) -> SchwarzeDame {
        let mut world = self.known.clone();
        world.shuffles = Shuffles::of_world(rng.bits());
        let all = *self.up_to.last().expect("the true deal is one of the worlds");
        let draw = rng.below_u64(all);
        let split = &self.splits[self.up_to.partition_point(|&up_to| up_to <= draw)];
        for (class, part) in self.classes.iter().zip(split) {
            let mut cards = class.cards;
            let mut dealt = 0;
            for (&other, &part) in self.others.iter().zip(part) {
                let end = dealt + usize::from(part);
                // Whoever gets the rest of a class gets it without a draw.
                for i in dealt..if end < class.len { end } else { dealt } {
                    cards.swap(i, i + rng.below((class.len - i) as u32) as usize);
                }
                let hand = &mut world.hands[other.index()];
                *hand = *hand | cards[dealt..end].iter().copied().collect();
                dealt = end;
            }
        }
        world
    }
}

/// The number of ways to choose `k` of `n`.
fn choose(n: u8, k: u8) -> u64 {
    CHOOSE[usize::from(n)][usize::from(k)]
}

const CHOOSE: [[u64; 40]; 40] = {
    let mut ways = [[0; 40]; 40];
    let mut n = 0;
    while n < 40 {
        ways[n][0] = 1;
        let mut k = 1;
        while k <= n {
            ways[n][k] = ways[n - 1][k - 1] + ways[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    ways
};

const _: () = assert!(CHOOSE[39][13] * CHOOSE[26][13] < 1 << 57, "the arrangements can be counted in 64 bits");
