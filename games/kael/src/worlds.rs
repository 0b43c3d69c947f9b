//! Deals that agree with everything that a seat has seen.
//!
//! An *arrangement* says where each of the 56 cards is. It treats them as 56 different cards, although cards of one
//! value look alike. The cards of the pile, the seat's own cards and the cards that other seats are known to hold have
//! fixed places. The other cards can be in any arrangement to which at least one course of the deal leads. All these
//! arrangements are equally likely.
//!
//! Before the first new deck is made from the pile [K8], the unseen cards are simply shuffled over the hands and the
//! deck. If only hands of 5 and less can call [K18], the caller's cards are drawn from the hands that could have
//! called.
//!
//! After a new deck there are several *bags*. One bag has the unseen cards that were in the hands when the first new
//! deck was made. Each new deck also has a bag with its cards. Each hand has a known number of cards from each bag. If
//! a seat lays a value that is in several bags, the laid card may come from any of them. A *branch* is one choice of a
//! bag for every such card. Choices that leave the same cards of each bag in the same places are one branch. The weight
//! of a branch is the number of its arrangements. The sampler draws a branch and shuffles its bags.
//!
//! With one new deck, the weights are exact. With more than one, an arrangement that can come about in two ways counts
//! twice. Forgotten events (see `memory`) are ignored. If there are more than [`BRANCHES`] branches, all events before
//! a later new deck are ignored as well.

use game::{Rng, Seat, Shuffles, Worlds};

use crate::memory::{Memory, MemoryEvent};
use crate::rules::FalseCall;
use crate::score::CALL_LIMIT;
use crate::state::{CARDS, Call, DealParts, Phase, SEATS};
use crate::{Card, Hand, Kael, Source, Step, View};

/// The largest number of branches that are computed.
const BRANCHES: usize = 500;

/// The largest number of unseen cards in a hand, plus one.
const SLOTS: usize = 8;

/// The number of values that the caller's remaining cards may still have: from −1 to 7.
const BUDGETS: usize = 9;

/// The data from which worlds are drawn, computed once for a view.
pub struct Sampler {
    /// The deal with only its fixed cards: the pile, the seat's own hand and the known cards.
    base: Kael,
    me: Seat,
    /// The other seats that are still in.
    others: Vec<Seat>,
    branches: Vec<Branch>,
    events: Vec<MemoryEvent>,
    /// The number of events at the beginning of the memory that are ignored.
    skipped: usize,
    /// For each event that is not ignored, the number of new decks made up to this event.
    decks: Vec<usize>,
    /// The other seat that has just drawn from the deck, if any. The sampler must choose its drawn card, because the
    /// card may be a good draw. [K9]
    fresh: Option<Seat>,
    /// The caller, if the rules limit its hand, and the highest value that its unseen cards can have. [K18]
    limit: Option<(Seat, i32)>,
}

/// One choice of the bags from which the laid cards came.
struct Branch {
    /// The sum of the weights of this branch and of all earlier branches.
    up_to: f64,
    bags: Vec<Shuffled>,
    /// For each event: the drawn card, if the event is a draw whose card was laid afterwards.
    drew: Vec<Option<Card>>,
    /// The ways to choose the caller's cards, if its hand is limited.
    ways: Option<Box<Ways>>,
}

/// A bag of a branch. Its cards can be in its places in any order.
#[derive(Clone)]
struct Shuffled {
    cards: [Card; CARDS],
    len: usize,
    /// For each seat, how many cards of this bag it holds. The remaining cards are in the deck.
    slots: [u8; SEATS],
}

/// A bag while the branches are being computed.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Bag {
    counts: [i8; 16],
    slots: [i8; SEATS],
}

/// A branch while it is being computed.
#[derive(Clone)]
struct Path {
    bags: Vec<Bag>,
    drew: Vec<Option<Card>>,
}

impl Worlds for Kael {
    type Sampler = Sampler;

    fn sampler(view: &View) -> Sampler {
        let me = view.seat.expect("worlds are sampled for a seat");
        let base = base(view, me);
        let others: Vec<Seat> = base.playing.filter(|&seat| seat != me).collect();
        let seen: Hand = view.pile.iter().copied().collect();
        let known = others.iter().fold(Hand::EMPTY, |all, seat| all + view.known[*seat]);
        let unseen = Hand::PACK - seen - view.hand() - known;
        let mut now = Bag { counts: [0; 16], slots: [0; SEATS] };
        for card in Card::ALL {
            now.counts[card.index()] = unseen.count(card) as i8;
        }
        for &seat in &others {
            now.slots[seat.index()] = view.held[seat] as i8 - view.known[seat].size() as i8;
        }
        let limit = view
            .caller
            .filter(|&caller| caller != me && view.rules.false_call == FalseCall::Forbid)
            .map(|caller| (caller, CALL_LIMIT - view.caller_cut - view.known[caller].value()));
        // If there are too many branches or none, all events before a later new deck are ignored.
        let shuffles = view.memory.iter().enumerate().filter(|(_, event)| matches!(event, MemoryEvent::Shuffle { .. }));
        let (skipped, paths, start) = shuffles
            .map(|(at, _)| at)
            .chain([view.memory.len()])
            .find_map(|skipped| {
                let (paths, start) = follow(&view.memory[skipped..], me, now.clone())?;
                Some((skipped, paths, start))
            })
            .expect("with nothing remembered there is one branch");
        let mut up_to = 0.0;
        let mut branches = Vec::with_capacity(paths.len());
        for path in paths {
            let mut weight: f64 = path.bags.iter().zip(&start).map(|(bag, start)| arrangements(bag, start)).product();
            let ways = limit.map(|(caller, budget)| Box::new(Ways::new(&path.bags, caller, budget)));
            if let Some(ways) = &ways {
                weight *= ways.share;
            }
            if weight > 0.0 {
                up_to += weight;
                let bags = path.bags.iter().map(Shuffled::new).collect();
                branches.push(Branch { up_to, bags, drew: path.drew, ways });
            }
        }
        assert!(!branches.is_empty(), "the true deal is one of the worlds");
        let fresh = view.fresh.filter(|fresh| fresh.seat != me && fresh.source == Source::Deck).map(|fresh| fresh.seat);
        let decks = view.memory[skipped..]
            .iter()
            .scan(0, |decks, event| {
                *decks += usize::from(matches!(event, MemoryEvent::Shuffle { .. }));
                Some(*decks)
            })
            .collect();
        Sampler { base, me, others, branches, events: view.memory.clone(), skipped, decks, fresh, limit }
    }

    fn sample(sampler: &Sampler, rng: &mut Rng) -> Kael {
        let mut world = sampler.base.clone();
        world.shuffles = Shuffles::of_world(rng.bits());
        let branch = match &sampler.branches[..] {
            [only] => only,
            all => {
                let draw = rng.unit() * all[all.len() - 1].up_to;
                all.iter().find(|branch| draw < branch.up_to).unwrap_or(&all[all.len() - 1])
            }
        };
        let limited = branch.ways.as_ref().map(|ways| ways.draw(&branch.bags, rng));
        let mut drew = if branch.drew.is_empty() { Vec::new() } else { branch.drew.clone() };
        for (number, bag) in branch.bags.iter().enumerate() {
            let mut bag = bag.clone();
            let mut slots = bag.slots;
            let newest = number + 1 == branch.bags.len();
            let mut deal = |world: &mut Kael, seat: Seat, share: &[Card]| {
                for &card in share {
                    world.hands[seat.index()] += card.into();
                }
                if newest && sampler.fresh == Some(seat) {
                    world.drawn[seat.index()] = share.first().copied();
                }
                sampler.name_draws(&mut drew, number, seat, share);
            };
            if let (Some(limited), Some((caller, _))) = (&limited, sampler.limit) {
                let taken = limited[number];
                let (mut share, mut count) = ([Card::X; SLOTS], 0);
                for card in taken.cards() {
                    share[count] = card;
                    count += 1;
                }
                bag.take(taken);
                slots[caller.index()] = 0;
                deal(&mut world, caller, &share[..count]);
            }
            let cards = &mut bag.cards[..bag.len];
            for i in 1..cards.len() {
                cards.swap(i, rng.below(i as u32 + 1) as usize);
            }
            let mut at = 0;
            for &seat in &sampler.others {
                let count = usize::from(slots[seat.index()]);
                if count > 0 {
                    deal(&mut world, seat, &cards[at..at + count]);
                    at += count;
                }
            }
            if newest {
                world.set_deck(&cards[at..]);
            }
        }
        if !sampler.events.is_empty() {
            world.memory = Memory::of_events(&sampler.events, |at| match at.checked_sub(sampler.skipped) {
                Some(at) => drew[at].expect("every draw has a card"),
                None => Card::X, // an ignored draw: X stands for its unknown card
            });
        }
        if let Some(call) = world.call.as_mut().filter(|call| call.seat != sampler.me) {
            call.mistake = world.hands[call.seat.index()].value() + call.cut_since > CALL_LIMIT;
        }
        world
    }
}

impl Sampler {
    /// Fills in the cards that a seat drew from a new deck and has not laid since. These are the cards of `share`; the
    /// newest draw gets the first of them.
    fn name_draws(&self, drew: &mut [Option<Card>], bag: usize, seat: Seat, share: &[Card]) {
        if bag == 0 {
            return;
        }
        let mut share = share.iter();
        for at in (0..drew.len()).rev() {
            let draw = matches!(self.events[self.skipped + at], MemoryEvent::Draw { seat: who, .. } if who == seat);
            if draw && self.decks[at] == bag && drew[at].is_none() {
                drew[at] = share.next().copied();
            }
        }
    }
}

/// Returns the fixed part of the deal: the pile, the seat's own hand, and the known cards in other hands.
fn base(view: &View, me: Seat) -> Kael {
    let parts = DealParts {
        rules: view.rules,
        standing: view.standing,
        phase: match view.step {
            Step::Deal => Phase::Deal,
            Step::Play => Phase::Play,
            Step::Draw => Phase::Draw {
                laid: view.laid.expect("who draws after a lay has laid"),
                under: view.under.map_or(0, |place| place + 1),
            },
            Step::Show => Phase::Show,
            Step::Over => unreachable!("a deal that is over has no worlds"),
        },
        next: view.next.expect("the deal goes on"),
        size: view.size,
        turns: view.turns,
        call: view.caller.map(|seat| Call {
            seat,
            mistake: view.mistaken.unwrap_or(false),
            cut_since: view.caller_cut,
        }),
        fresh: view.fresh,
        last: view.last,
    };
    let mut base = Kael::of_parts(parts, Shuffles::of_world(0));
    base.set_pile(&view.pile);
    for seat in base.playing {
        let hand = if seat == me { view.hand() } else { view.known[seat] };
        base.hands[seat.index()] = hand;
        base.known[seat.index()] = view.known[seat];
        base.drawn[seat.index()] = view.drawn[seat];
    }
    base
}

/// Computes the branches from the first new deck until now, and the bags as they were when they were made. Returns
/// `None` if there are no branches or more than [`BRANCHES`]. There are no branches only if the memory of a sampled
/// world contradicts events that were ignored.
fn follow(events: &[MemoryEvent], me: Seat, now: Bag) -> Option<(Vec<Path>, Vec<Bag>)> {
    // Goes back through the events, to the unseen cards that were in the other hands when the first new deck was made.
    let mut hands = now;
    for event in events.iter().rev() {
        match *event {
            MemoryEvent::Shuffle { cards } => {
                for card in cards.cards() {
                    hands.counts[card.index()] -= 1;
                }
            }
            MemoryEvent::Draw { seat, card } if seat == me => {
                hands.counts[card.expect("a seat sees what it draws").index()] += 1;
            }
            MemoryEvent::Draw { seat, .. } => hands.slots[seat.index()] -= 1,
            MemoryEvent::Lay { seat, card, count } if seat != me => {
                hands.counts[card.index()] += count as i8;
                hands.slots[seat.index()] += count as i8;
            }
            MemoryEvent::Good { seat, card } if seat != me => {
                hands.counts[card.index()] += 1;
                hands.slots[seat.index()] += 1;
            }
            MemoryEvent::Lay { .. } | MemoryEvent::Good { .. } => {}
        }
    }
    if hands.counts.iter().chain(&hands.slots).any(|&count| count < 0) {
        return None;
    }
    let mut start = vec![hands.clone()];
    let mut paths = vec![Path { bags: vec![hands], drew: vec![None; events.len()] }];
    for (at, event) in events.iter().enumerate() {
        match *event {
            MemoryEvent::Shuffle { cards } => {
                let mut bag = Bag { counts: [0; 16], slots: [0; SEATS] };
                for card in cards.cards() {
                    bag.counts[card.index()] += 1;
                }
                start.push(bag.clone());
                for path in &mut paths {
                    path.bags.push(bag.clone());
                }
            }
            MemoryEvent::Draw { seat, card } if seat == me => {
                let card = card.expect("a seat sees what it draws");
                paths.retain_mut(|path| {
                    path.drew[at] = Some(card);
                    path.newest().take(card)
                });
            }
            MemoryEvent::Draw { seat, .. } => {
                for path in &mut paths {
                    path.newest().slots[seat.index()] += 1;
                }
            }
            MemoryEvent::Good { seat, card } if seat != me => {
                // The seat drew this card just before.
                let draw = draw_before(events, at, seat);
                paths.retain_mut(|path| {
                    path.drew[draw] = Some(card);
                    let bag = path.newest();
                    bag.slots[seat.index()] -= 1;
                    bag.take(card)
                });
            }
            MemoryEvent::Lay { seat, card, count } if seat != me => {
                for _ in 0..count {
                    paths = paths.iter().flat_map(|path| path.lays(events, at, seat, card)).collect();
                    paths.sort_by(|a, b| a.bags.cmp(&b.bags));
                    // Paths with the same cards of each bag in the same places are merged, however the cards came
                    // there.
                    paths.dedup_by(|a, b| a.bags == b.bags);
                    if paths.len() > BRANCHES {
                        return None;
                    }
                }
            }
            MemoryEvent::Lay { .. } | MemoryEvent::Good { .. } => {}
        }
    }
    (!paths.is_empty()).then_some((paths, start))
}

fn draw_before(events: &[MemoryEvent], at: usize, seat: Seat) -> usize {
    events[..at]
        .iter()
        .rposition(|event| matches!(event, MemoryEvent::Draw { seat: who, .. } if *who == seat))
        .expect("a good draw follows a draw")
}

impl Bag {
    /// Removes a card and returns true if the bag had it.
    fn take(&mut self, card: Card) -> bool {
        self.counts[card.index()] -= 1;
        self.counts[card.index()] >= 0
    }
}

impl Path {
    fn newest(&mut self) -> &mut Bag {
        self.bags.last_mut().expect("there is a bag")
    }

    /// Returns a path for each bag from which the seat can have laid this card: the bag has such a card, and the seat
    /// holds a card of the bag.
    fn lays<'a>(
        &'a self,
        events: &'a [MemoryEvent],
        at: usize,
        seat: Seat,
        card: Card,
    ) -> impl Iterator<Item = Path> + 'a {
        (0..self.bags.len()).filter_map(move |bag| {
            let from = &self.bags[bag];
            if from.slots[seat.index()] <= 0 || from.counts[card.index()] <= 0 {
                return None;
            }
            let mut path = self.clone();
            path.bags[bag].slots[seat.index()] -= 1;
            path.bags[bag].counts[card.index()] -= 1;
            // The card is assigned to the seat's earliest draw from that deck that has no card yet. This leaves as many
            // draws as possible for later lays.
            let mut deck = 0;
            for (i, event) in events[..at].iter().enumerate() {
                match event {
                    MemoryEvent::Shuffle { .. } => deck += 1,
                    MemoryEvent::Draw { seat: who, .. } if deck == bag && *who == seat && path.drew[i].is_none() => {
                        path.drew[i] = Some(card);
                        break;
                    }
                    _ => {}
                }
            }
            Some(path)
        })
    }
}

/// Returns the number of arrangements of a bag's cards, treated as different cards, in its places. A factor that all
/// branches share is left out.
fn arrangements(bag: &Bag, start: &Bag) -> f64 {
    let cards: i8 = bag.counts.iter().sum();
    let left: f64 =
        bag.counts.iter().zip(start.counts).map(|(&left, all)| choose(all as usize, left as usize)).product();
    bag.slots.iter().fold(left * factorial(cards), |ways, &slots| ways / factorial(slots))
}

fn factorial(n: i8) -> f64 {
    (1..=n).fold(1.0, |product, i| product * f64::from(i))
}

fn choose(n: usize, k: usize) -> f64 {
    if k > n {
        return 0.0;
    }
    (0..k).fold(1.0, |ways, i| ways * (n - i) as f64 / (i + 1) as f64)
}

impl Shuffled {
    /// Returns the cards of the bag as a list. The caller then shuffles the list over the places.
    fn new(bag: &Bag) -> Shuffled {
        let mut shuffled = Shuffled { cards: [Card::X; CARDS], len: 0, slots: bag.slots.map(|slots| slots as u8) };
        for card in Card::ALL {
            for _ in 0..bag.counts[card.index()] {
                shuffled.cards[shuffled.len] = card;
                shuffled.len += 1;
            }
        }
        shuffled
    }

    /// Removes these cards. The other cards stay in their order.
    fn take(&mut self, mut cards: Hand) {
        let mut kept = 0;
        for i in 0..self.len {
            let card = self.cards[i];
            if cards.has(card) {
                cards -= card.into();
            } else {
                self.cards[kept] = card;
                kept += 1;
            }
        }
        self.len = kept;
    }
}

/// The number of ways to choose the caller's unseen cards so that the caller could call. [K18]
struct Ways {
    /// The number of ways to choose the caller's cards from a given cell on. A cell is a bag and a kind. The first
    /// index is the cell. The second is the number of cards of its bag still to choose. The third is the value that may
    /// still be added, plus 1, because this value begins at −1.
    table: Vec<[[f64; BUDGETS]; SLOTS]>,
    /// For each bag, how many of its cards the caller holds.
    slots: Vec<usize>,
    budget: i32,
    /// The number of these ways divided by the number of all choices of the caller's cards.
    share: f64,
}

impl Ways {
    /// Counts the ways to choose the caller's unseen cards so that their value is at most `budget`. [K18]
    fn new(bags: &[Bag], caller: Seat, budget: i32) -> Ways {
        let slots: Vec<usize> = bags.iter().map(|bag| bag.slots[caller.index()] as usize).collect();
        let mut table = vec![[[0.0; BUDGETS]; SLOTS]; bags.len() * 16 + 1];
        // After the last cell no card may be left to choose, and the remaining value must be 0 or more.
        table[bags.len() * 16][0][1..].fill(1.0);
        for cell in (0..bags.len() * 16).rev() {
            let (bag, card) = (cell / 16, Card::ALL[cell % 16]);
            let have = bags[bag].counts[card.index()].max(0) as usize;
            for to_choose in 0..SLOTS {
                for left in 0..BUDGETS {
                    table[cell][to_choose][left] = (0..=have.min(to_choose))
                        .filter_map(|count| {
                            let (choose_on, left_on) = next_cell(cell, &slots, to_choose - count, left, card, count)?;
                            Some(choose(have, count) * table[cell + 1][choose_on][left_on])
                        })
                        .sum();
                }
            }
        }
        let all: f64 = bags
            .iter()
            .zip(&slots)
            .map(|(bag, &count)| choose(bag.counts.iter().sum::<i8>().max(0) as usize, count))
            .product();
        let mut ways = Ways { table, slots, budget, share: 0.0 };
        ways.share = ways.start().map_or(0.0, |(to_choose, left)| ways.table[0][to_choose][left]) / all;
        ways
    }

    /// Returns the number of cards to choose from the first bag, and the budget as an index, or `None` if the budget is
    /// too low.
    fn start(&self) -> Option<(usize, usize)> {
        let left = usize::try_from(self.budget + 1).ok()?.min(BUDGETS - 1);
        Some((self.slots[0], left))
    }

    fn draw(&self, bags: &[Shuffled], rng: &mut Rng) -> Vec<Hand> {
        let (mut to_choose, mut left) = self.start().expect("the caller could call");
        let mut hands = vec![Hand::EMPTY; bags.len()];
        for cell in 0..bags.len() * 16 {
            let (bag, card) = (cell / 16, Card::ALL[cell % 16]);
            let have = bags[bag].cards[..bags[bag].len].iter().filter(|other| **other == card).count();
            let mut draw = rng.unit() * self.table[cell][to_choose][left];
            let mut chosen = None;
            for count in 0..=have.min(to_choose) {
                let Some((choose_on, left_on)) = next_cell(cell, &self.slots, to_choose - count, left, card, count)
                else {
                    continue;
                };
                let ways = choose(have, count) * self.table[cell + 1][choose_on][left_on];
                if ways > 0.0 {
                    chosen = Some((count, choose_on, left_on));
                    if draw < ways {
                        break;
                    }
                    draw -= ways;
                }
            }
            let (count, choose_on, left_on) = chosen.expect("there is a way on");
            hands[bag] += Hand::of(card, count as u32);
            (to_choose, left) = (choose_on, left_on);
        }
        hands
    }
}

/// Returns the state after `count` cards of a kind have been chosen: the number of cards to choose and the index of the
/// remaining value. Returns `None` if that choice is impossible.
fn next_cell(
    cell: usize,
    slots: &[usize],
    to_choose: usize,
    left: usize,
    card: Card,
    count: usize,
) -> Option<(usize, usize)> {
    let left = usize::try_from(left as i32 - card.value() * count as i32).ok()?.min(BUDGETS - 1);
    if cell % 16 < 15 {
        return Some((to_choose, left));
    }
    // A bag is finished only when all its cards have been chosen.
    (to_choose == 0).then(|| (slots.get(cell / 16 + 1).copied().unwrap_or(0), left))
}
