//! How a sensible player plays: by rules of thumb, from its own hand and the visible cards.
//!
//! The player who goes out first wins most. To go out fast, the hand must consist of few plays. So the value of a
//! hand is that of its best plan. It decides the bet, the card to give away, when to call stop, and what to play.

use cards::{Card, CardSet, Rank, Suit};
use game::{Playout, Policy, Rng, Seat, SeatSet};

use crate::combination::{Moves, POWERS, Play, Power, Top, each_play};
use crate::plan::{Costs, Partition, RankCounts, best};
use crate::playout::STOP_OFFERED;
use crate::score::worth;
use crate::state::{Phase, Public, SEATS};
use crate::{Action, LaDameNoire, View};

/// The numbers of the rules of thumb. Found by playing against earlier versions.
pub(crate) struct Knowledge {
    /// The cost of a play: 1 less the chance that it brings the next lead, roughly.
    pub(crate) costs: Costs,
    /// The worth of the next lead when following, and when leading.
    pub(crate) follow: f32,
    pub(crate) lead: f32,
    /// The additional worth when somebody is near going out.
    pub(crate) near: f32,
    /// A follower passes if all it can play gains less.
    pub(crate) least: f32,
    /// The plan must not cost more for a bet of 20, 30, …, 100.
    pub(crate) bets: [f32; 9],
    /// Stop is called by the holder of the bet, and by others, if the plan costs no more; and by all after this number of
    /// exchanges.
    pub(crate) stop_holder: f32,
    pub(crate) stop_other: f32,
    pub(crate) stop_after: u16,
}

/// Costs that fall evenly within each kind.
pub(crate) const fn costs(ends: &[(usize, f32, f32)]) -> Costs {
    let mut costs = [0.0; POWERS as usize];
    let mut at = 0;
    let mut kind = 0;
    while kind < ends.len() {
        let (count, weakest, strongest) = ends[kind];
        let mut i = 0;
        while i < count {
            let part = if count > 1 { i as f32 / (count - 1) as f32 } else { 0.0 };
            costs[at] = weakest + (strongest - weakest) * part;
            at += 1;
            i += 1;
        }
        kind += 1;
    }
    assert!(at == POWERS as usize);
    costs
}

/// The figures with which the rule player plays.
pub(crate) const KNOWLEDGE: Knowledge = Knowledge {
    costs: costs(&[
        (13, 0.86, 0.65),
        (1, 0.61, 0.61),
        (7, 0.33, 0.09),
        (9, 0.06, 0.06),
        (13, 0.1, 0.04),
        (11, 0.02, 0.05),
        (9, 0.0, 0.0),
        (7, 0.0, 0.0),
    ]),
    follow: 0.56,
    lead: -0.10,
    near: -0.12,
    least: 0.43,
    bets: [3.6, 2.9, 2.4, 2.0, 1.7, 1.4, 1.1, 0.9, 0.7],
    stop_holder: 3.74,
    stop_other: 3.65,
    stop_after: 5,
};

/// The knowledge with which a seat chooses.
pub(crate) struct Sight<'a> {
    pub(crate) me: Seat,
    pub(crate) public: &'a Public,
    /// Its hand, a card that it put included.
    pub(crate) hand: CardSet,
    /// How many cards each seat holds.
    pub(crate) held: [u8; 4],
    pub(crate) may_stop: bool,
    pub(crate) has_put: bool,
}

impl Policy for LaDameNoire {
    fn suggest(view: &View, _: &[Action], must: bool, _: &mut Rng) -> Option<Action> {
        let me = view.seat.expect("a seat is asked");
        let public = view.public();
        let has_put = view.put.has(me);
        debug_assert_eq!(has_put, !must);
        let hand = view.hand();
        choose(&KNOWLEDGE, &Sight { me, public: &public, hand, held: view.held, may_stop: view.may_stop, has_put })
    }

    /// Suits count in spades alone. [D18]
    fn are_alike(_: &View, one: Action, other: Action) -> bool {
        let (one, other) = match (one, other) {
            (Action::Play(one), Action::Play(other)) => (one.cards(), other.cards()),
            (Action::Trade(one), Action::Trade(other)) => (CardSet::only(one), CardSet::only(other)),
            _ => return one == other,
        };
        let count = |cards: CardSet, rank| (cards & CardSet::rank(rank)).len();
        one.of(Suit::Spades) == other.of(Suit::Spades)
            && Rank::ALL.into_iter().all(|rank| count(one, rank) == count(other, rank))
    }

    fn rollout(&self, seat: Seat, rng: &mut Rng) -> Option<Action> {
        // One choice in twenty at random: rollouts that never err believe too much in their own plan.
        if rng.below(20) == 0 {
            return self.random(seat, rng);
        }
        choose(
            &KNOWLEDGE,
            &Sight {
                me: seat,
                public: &self.public,
                hand: self.hands[seat.index()],
                held: self.hands.map(|hand| hand.len() as u8),
                may_stop: self.may_stop(),
                has_put: self.put[seat.index()].is_some(),
            },
        )
    }

    /// [D7] Stop is always possible once it is allowed, and ends trading for all: a random player considers it with
    /// chance 1/8, once a round, when it has just put its card.
    fn considered(view: &View, action: Action, must: bool, rng: &mut Rng) -> bool {
        action != Action::Stop || !must && view.put_last == view.seat && rng.below(STOP_OFFERED) == 0
    }
}

/// The choice of a seat that goes by this; `None`: it lets a chance pass, or the deal is over.
pub(crate) fn choose(know: &Knowledge, seen: &Sight) -> Option<Action> {
    match seen.public.phase {
        Phase::Bidding => Some(call(know, seen)),
        Phase::Trading => trade(know, seen),
        Phase::Showdown => Some(play(know, seen)),
        Phase::Coup => Some(coup(seen)),
        Phase::ThrownIn | Phase::Over => None,
    }
}

/// The cheapest way to split a hand into plays.
pub(crate) fn plan(know: &Knowledge, hand: CardSet) -> Partition {
    best(hand, RankCounts::of(hand), &know.costs)
}

/// Bets the least that is possible, as long as the plan is good enough for it.
fn call(know: &Knowledge, seen: &Sight) -> Action {
    match seen.public.bets().next() {
        Some(points) if plan(know, seen.hand).cost <= know.bets[usize::from(points / 10 - 2)] => Action::Bid(points),
        _ => Action::Pass,
    }
}

/// Calls stop with a good plan, or when trading has gone on long enough; else gives away the card that the plan misses
/// least.
fn trade(know: &Knowledge, seen: &Sight) -> Option<Action> {
    if seen.has_put {
        return None;
    }
    if seen.may_stop {
        let holder = seen.public.bet.is_some_and(|(holder, _)| holder == seen.me);
        let enough = if holder { know.stop_holder } else { know.stop_other };
        if seen.public.exchanges >= know.stop_after || plan(know, seen.hand).cost <= enough {
            return Some(Action::Stop);
        }
    }
    Some(Action::Trade(loosest(know, seen.hand)))
}

/// The card without which the rest falls into the best plan. Of equal ones the one worth least in a trick.
fn loosest(know: &Knowledge, hand: CardSet) -> Card {
    let worth_to_give = |card: Card| {
        let rest = hand - CardSet::only(card);
        (plan(know, rest).cost, worth(CardSet::only(card)))
    };
    let mut tried = CardSet::EMPTY;
    let mut choice: Option<(f32, u8, Card)> = None;
    for card in hand {
        // Only the points distinguish cards of a rank.
        let alike = CardSet::rank(card.rank());
        if !(tried & alike).is_empty() && worth(CardSet::only(card)) >= worth(tried & alike) {
            continue;
        }
        tried.insert(card);
        let (cost, points) = worth_to_give(card);
        if choice.is_none_or(|(least, fewest, _)| (cost, points) < (least, fewest)) {
            choice = Some((cost, points, card));
        }
    }
    choice.expect("a hand that trades has cards").2
}

/// The play after which the rest of the hand has the best plan, or a pass if nothing gains enough.
fn play(know: &Knowledge, seen: &Sight) -> Action {
    let public = seen.public;
    let moves = Moves::of(seen.hand).above(public.top, seen.hand);
    if moves.is_empty() {
        return Action::Pass;
    }
    let leads = public.top.is_nothing();
    let rivals = public.out.still_in() - SeatSet::only(seen.me);
    let most = rivals.map(|seat| seen.held[seat.index()]).max().unwrap_or(0);
    let fewest = rivals.map(|seat| seen.held[seat.index()]).min().unwrap_or(0);
    let out_of_sight = !public.played.by_seat().iter().fold(seen.hand, |all, cards| all | *cards);
    let sure = |power: Power| !can_be_beaten(power, out_of_sight, most);
    let counts = RankCounts::of(seen.hand);
    let now = best(seen.hand, counts, &know.costs);
    let near = if fewest <= 3 { know.near } else { 0.0 };
    let weight = if leads { know.lead } else { know.follow } + near;
    let mut choice: Option<(f32, Power)> = None;
    for power in moves.powers(seen.hand) {
        let left = counts.without(power).expect("the hand can play it");
        let rest = best(seen.hand, left, &know.costs);
        if rest.plays().is_empty() {
            // The last cards.
            choice = Some((f32::INFINITY, power));
            break;
        }
        let sure_now = sure(power);
        let unsure = rest.plays().iter().filter(|power| !sure(**power)).count();
        let mut gain = now.cost - rest.cost;
        if sure_now {
            gain += weight;
            if unsure <= 1 {
                // Sure plays bring lead after lead, and the last play need not be sure.
                gain += 10.0;
            }
        } else {
            gain += weight * (1.0 - know.costs[usize::from(power.number())]);
        }
        if choice.is_none_or(|(most, _)| gain > most) {
            choice = Some((gain, power));
        }
    }
    match choice {
        Some((gain, power)) if leads || gain >= know.least => Action::Play(cheapest(seen.hand, power)),
        _ => Action::Pass,
    }
}

/// True if others, of whom none holds more than `most` cards, may hold something better among these cards.
pub(crate) fn can_be_beaten(power: Power, out_of_sight: CardSet, most: u8) -> bool {
    let above = Moves::of(out_of_sight).above(Top::of(power), out_of_sight);
    above.powers(out_of_sight).any(|power| power.cards() <= most)
}

/// The cards for a play that are worth least.
fn cheapest(hand: CardSet, power: Power) -> Play {
    let mut choice: Option<(u8, Play)> = None;
    each_play(hand, power, |play| {
        let points = worth(play.cards());
        if choice.is_none_or(|(least, _)| points < least) {
            choice = Some((points, play));
        }
    });
    choice.expect("the hand can play it").1
}

/// Plays the coup where its chance, by the cards that the others hold, times what it brings is more than the trick.
fn coup(seen: &Sight) -> Action {
    // The seat with most cards is last a little more often: 37 times in 100 with as many as the others, 47 with nine more.
    let weight = |seat: Seat| u32::from(seen.held[seat.index()]) + 8;
    let rivals = SeatSet::all(SEATS) - SeatSet::only(seen.me);
    let all: u32 = rivals.map(weight).sum();
    let trick = u32::from(worth(seen.public.trick));
    // The pile will grow a little.
    let brings = |seat: Seat| weight(seat) * (trick + u32::from(worth(seen.public.piles[seat.index()])) + 2);
    let best = rivals.max_by_key(|seat| brings(*seat)).expect("there are three others");
    if brings(best) > trick * all { Action::Coup(best) } else { Action::Keep }
}
