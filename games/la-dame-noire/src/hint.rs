//! The rule player: it plays by rules of thumb, from its own hand and the visible cards.
//!
//! The player who goes out first wins most. To go out fast, a player needs a hand that consists of few plays. So the
//! value of a hand is the value of its best plan. This value decides the bet, the card to trade, when to call stop, and
//! the play.

use cards::{Card, CardSet, Rank, Suit};
use game::{Playout, Policy, Rng, Seat, SeatSet};

use crate::combination::{Moves, POWERS, Play, Power, Top, each_play};
use crate::plan::{Costs, Partition, RankCounts, best};
use crate::playout::STOP_OFFERED;
use crate::score::worth;
use crate::state::{Phase, Public, SEATS};
use crate::{Action, LaDameNoire, View};

/// The parameters of the rules of thumb, found by playing against earlier versions.
pub(crate) struct Knowledge {
    /// The cost of each play: roughly 1 minus the chance that the play wins the next lead.
    pub(crate) costs: Costs,
    /// The worth of the next lead for a follower (`follow`) and for a leader (`lead`).
    pub(crate) follow: f32,
    pub(crate) lead: f32,
    /// The additional worth of the lead when another seat is near going out.
    pub(crate) near: f32,
    /// The least gain of a play. If no play gains as much, a follower passes.
    pub(crate) least: f32,
    /// The highest cost of a plan with which the player bets 20, 30, …, 100.
    pub(crate) bets: [f32; 9],
    /// The limits for calling stop: the highest plan cost for the holder of the bet, the highest plan cost for the
    /// other seats, and the number of exchanges after which every seat calls stop.
    pub(crate) stop_holder: f32,
    pub(crate) stop_other: f32,
    pub(crate) stop_after: u16,
}

/// Returns the cost of each power. `ends` has, for each kind, the number of its powers and the costs of the weakest and
/// the strongest; the costs between them fall evenly.
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

/// The information from which a seat chooses its action.
pub(crate) struct Sight<'a> {
    pub(crate) me: Seat,
    pub(crate) public: &'a Public,
    /// The hand of the seat, including a card that it has put.
    pub(crate) hand: CardSet,
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

    /// Cards of equal rank differ only in their points, because spades count. [D18]
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
        // One choice in twenty is random, because rollouts without mistakes would overestimate the player's own plan.
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

    /// Decides whether a random player considers calling stop. Once a stop is allowed, it is legal at any moment and
    /// ends trading for all. So a random player considers it only once in a round, directly after the seat has put its
    /// card, with chance 1/8. [D7]
    fn considered(view: &View, action: Action, must: bool, rng: &mut Rng) -> bool {
        action != Action::Stop || !must && view.put_last == view.seat && rng.below(STOP_OFFERED) == 0
    }
}

/// Returns the choice of a seat with these parameters. Returns `None` if the seat does not use a chance to act, or if
/// the deal is over.
pub(crate) fn choose(know: &Knowledge, seen: &Sight) -> Option<Action> {
    match seen.public.phase {
        Phase::Bidding => Some(call(know, seen)),
        Phase::Trading => trade(know, seen),
        Phase::Showdown => Some(play(know, seen)),
        Phase::Coup => Some(coup(seen)),
        Phase::ThrownIn | Phase::Over => None,
    }
}

/// Returns the cheapest way to split a hand into plays.
pub(crate) fn plan(know: &Knowledge, hand: CardSet) -> Partition {
    best(hand, RankCounts::of(hand), &know.costs)
}

/// Makes the lowest possible bet if the plan is good enough for that bet, or else passes.
fn call(know: &Knowledge, seen: &Sight) -> Action {
    match seen.public.bets().next() {
        Some(points) if plan(know, seen.hand).cost <= know.bets[usize::from(points / 10 - 2)] => Action::Bid(points),
        _ => Action::Pass,
    }
}

/// Returns `None` if the seat has already put a card. Otherwise returns `Stop` if the seat may stop and its plan is
/// good or there were many exchanges, or else a trade of the card that the plan needs least.
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

/// Returns the card without which the other cards have the best plan. Of equally good cards, returns the one with the
/// fewest points.
fn loosest(know: &Knowledge, hand: CardSet) -> Card {
    let worth_to_give = |card: Card| {
        let rest = hand - CardSet::only(card);
        (plan(know, rest).cost, worth(CardSet::only(card)))
    };
    let mut tried = CardSet::EMPTY;
    let mut choice: Option<(f32, u8, Card)> = None;
    for card in hand {
        // Cards of one rank differ only in their points.
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

/// Chooses the play that leaves the best plan, or passes if no play gains enough.
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
            // This play uses the last cards.
            choice = Some((f32::INFINITY, power));
            break;
        }
        let sure_now = sure(power);
        let unsure = rest.plays().iter().filter(|power| !sure(**power)).count();
        let mut gain = now.cost - rest.cost;
        if sure_now {
            gain += weight;
            if unsure <= 1 {
                // The seat then probably goes out: its sure plays win one lead after the other, and one unsure play can
                // be its last.
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

/// Returns true if a combination of at most `most` unseen cards beats this power.
pub(crate) fn can_be_beaten(power: Power, out_of_sight: CardSet, most: u8) -> bool {
    let above = Moves::of(out_of_sight).above(Top::of(power), out_of_sight);
    above.powers(out_of_sight).any(|power| power.cards() <= most)
}

/// Returns the play of this power whose cards have the fewest points.
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

/// Plays the coup if its expected gain is more than the points of the trick. The chance of a coup is estimated from the
/// numbers of cards that the opponents hold.
fn coup(seen: &Sight) -> Action {
    // A seat with more cards is more likely to be last. If it has as many cards as the others, it is last in 37 of 100
    // deals. If it has nine more, it is last in 47 of 100.
    let weight = |seat: Seat| u32::from(seen.held[seat.index()]) + 8;
    let rivals = SeatSet::all(SEATS) - SeatSet::only(seen.me);
    let all: u32 = rivals.map(weight).sum();
    let trick = u32::from(worth(seen.public.trick));
    // The pile of the opponent is expected to grow by about two more points.
    let brings = |seat: Seat| weight(seat) * (trick + u32::from(worth(seen.public.piles[seat.index()])) + 2);
    let best = rivals.max_by_key(|seat| brings(*seat)).expect("there are three others");
    if brings(best) > trick * all { Action::Coup(best) } else { Action::Keep }
}
