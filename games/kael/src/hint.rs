//! The rule player: it plays by rules of thumb, from its own hand and the visible cards.
//!
//! For each lay, the player takes the value of the laid cards, minus the expected value of the card that it then draws.
//! It makes the lay with the greatest difference. From the pile it takes low cards, and cards that equal one in its
//! hand. It cuts and lays good draws whenever it can. It calls Kaël if its hand is the lowest in enough sampled worlds.

use game::{Belief, Game, Policy, Rng, Seat, SeatSet, Turn, Worlds};

use crate::belief::is_rash;
use crate::rules::GoodDraw;
use crate::score::{CALL_LIMIT, FAILED_CALL, LANDING, LAST_TOTAL};
use crate::state::Phase;
use crate::{Action, Card, Hand, Kael, Sampler, Source, Step, View};

/// The number of worlds that are sampled before a call.
const WORLDS: u32 = 120;

/// The least chance of success with which the player calls.
const SURE: f64 = 0.78;

/// The least chance of success if another player has made a mistake. Such players will probably call early again, so it
/// is not worth waiting.
const SURE_AMONG_RECKLESS: f64 = 0.2;

/// The round after which the least chance falls, and the amount by which it falls in each later round.
const PATIENCE: (f64, f64) = (6.0, 0.03);

/// The largest number of cards that the rule player deals to each player.
const DEAL: u8 = 4;
/// The largest number of cards that the rule player deals if another player has made a mistake. With a small hand the
/// rule player can call sooner.
const DEAL_AMONG_RECKLESS: u8 = 2;

/// The bonus for a hand that is low enough for a call.
const READY: f32 = 4.0;

/// The information from which a player chooses its next action.
struct Sight {
    hand: Hand,
    /// The cards that the player has not seen and that are not known to be in another hand.
    unseen: Hand,
    /// The card on top of the pile, and the length of its run.
    run: Option<(Card, u8)>,
    /// The card that `draw pile` takes: after a lay, the card that was on top before the lay.
    under: Option<Card>,
    /// The progress of the deal, from 0 (just begun) to 1 (last turn). The later it is, the more the value of the hand
    /// counts, compared with the plans for its cards.
    late: f32,
    good_draw: GoodDraw,
}

impl Policy for Kael {
    fn suggest(view: &View, legal: &[Action], _: bool, rng: &mut Rng) -> Option<Action> {
        let me = view.seat.expect("who is asked has a seat");
        let claim = legal.iter().copied().find(|action| match *action {
            Action::Cut(..) => true,
            Action::Good => view.good.is_some_and(|card| card.value() > 0),
            _ => false,
        });
        if claim.is_some() || view.next != Some(me) {
            return claim;
        }
        let others = view.standing.playing() - SeatSet::only(me);
        let known = others.fold(Hand::EMPTY, |all, seat| all + view.known[seat]);
        let seen: Hand = view.pile.iter().copied().collect();
        let sight = Sight {
            hand: view.hand(),
            unseen: Hand::PACK - seen - view.hand() - known,
            run: view.top(),
            under: view.under.map(|place| view.pile[usize::from(place)]),
            late: lateness(view.caller.is_some(), others.map(|seat| view.held[seat]).min(), too_early(view)),
            good_draw: view.rules.good_draw,
        };
        match view.step {
            Step::Deal => {
                let size = if reckless(view, me) { DEAL_AMONG_RECKLESS } else { DEAL };
                legal.iter().copied().rfind(|action| *action <= Action::Deal(size))
            }
            Step::Show => Some(Action::Show),
            Step::Draw => Some(if restless(view, rng) { Action::Draw(Source::Deck) } else { draw(&sight, view.laid) }),
            Step::Play => {
                let value = sight.hand.value();
                if value <= CALL_LIMIT && legal.contains(&Action::Kael) && calls(view, me, rng) {
                    return Some(Action::Kael);
                }
                Some(if sight.hand.is_empty() { draw(&sight, None) } else { lay(&sight) })
            }
            Step::Over => unreachable!("the deal goes on"),
        }
    }

    /// Plays like `suggest`, but decides about calls with a table instead of sampled worlds.
    fn rollout(&self, seat: Seat, rng: &mut Rng) -> Option<Action> {
        if let Some((card, count)) = self.cut(seat) {
            return Some(Action::Cut(card, count));
        }
        if self.good() == Some(seat) {
            return self.fresh.filter(|fresh| fresh.laid.value() > 0).map(|_| Action::Good);
        }
        if seat != self.next {
            return None;
        }
        match self.phase {
            Phase::Deal => {
                let size = (2..=DEAL).rev().find(|&size| self.can_deal(size));
                size.map(Action::Deal)
            }
            Phase::Show => Some(Action::Show),
            Phase::Draw { laid, .. } => Some(draw(&sight(self, seat), Some(laid))),
            Phase::Play => {
                let hand = self.hands[seat.index()];
                if self.callable() && hand.value() <= lowest_to_call(self, seat) {
                    return Some(Action::Kael);
                }
                // One lay in ten is random, because rollouts without mistakes would overestimate the player's own plan.
                if !hand.is_empty() && rng.below(10) == 0 {
                    let (card, count) = hand.nth(rng.below(hand.size()));
                    return Some(Action::Lay(card, count as u8));
                }
                let sight = sight(self, seat);
                Some(if hand.is_empty() { draw(&sight, None) } else { lay(&sight) })
            }
            Phase::Over => unreachable!("the deal goes on"),
        }
    }

    fn is_rash(view: &View, action: Action, sampler: &Sampler, rng: &mut Rng) -> bool {
        action == Action::Kael && is_rash(view, sampler, Kael::likelihood, rng)
    }

    fn is_rash_closely(view: &View, action: Action, sampler: &Sampler, rng: &mut Rng) -> bool {
        action == Action::Kael && is_rash(view, sampler, Kael::closely, rng)
    }
}

/// After many rounds, decides at random whether the player has to draw from the deck. Players who want only certain
/// cards of the pile could otherwise exchange the same cards for ever. [K22]
fn restless(view: &View, rng: &mut Rng) -> bool {
    rounds(view) > 8.0 && view.caller.is_none() && rng.below(2) == 0
}

/// Returns the mean number of turns that each player has had.
pub(crate) fn rounds(view: &View) -> f64 {
    f64::from(view.turns) / f64::from(view.standing.playing().len())
}

/// Returns the information that the seat has in a rollout, which is the same as at the table.
fn sight(deal: &Kael, seat: Seat) -> Sight {
    let others = deal.playing - SeatSet::only(seat);
    let known = others.fold(Hand::EMPTY, |all, other| all + deal.known[other.index()]);
    let seen: Hand = deal.pile().iter().copied().collect();
    let hand = deal.hands[seat.index()];
    let fewest = others.map(|other| deal.hands[other.index()].size() as u8).min();
    Sight {
        hand,
        unseen: Hand::PACK - seen - hand - known,
        run: deal.run(),
        under: deal.under().map(|(_, card)| card),
        late: lateness(deal.call.is_some(), fewest, deal.turns < deal.turns_to_call),
        good_draw: deal.rules.good_draw,
    }
}

/// Returns true if nobody may call yet, because there have been too few turns. [K13]
fn too_early(view: &View) -> bool {
    view.turns < view.rules.call_from.turns_of(view.standing.playing().len())
}

/// Returns an estimate of how soon the hands will be counted, from 0 (late) to 1 (soon). It is 1 after a call, higher
/// if a player holds few cards, and lower while nobody may call.
fn lateness(called: bool, fewest: Option<u8>, too_early: bool) -> f32 {
    match fewest {
        _ if called => 1.0,
        Some(0 | 1) => 0.7,
        Some(2) => 0.5,
        _ if too_early => 0.15,
        _ => 0.3,
    }
}

/// Returns the weight of a hand: its value, corrected for cards that can be laid together and for the X, which needs no
/// draw.
fn weight(hand: Hand, late: f32) -> f32 {
    let plan: f32 = hand
        .kinds()
        .map(|card| {
            let (value, count) = (card.value() as f32, hand.count(card) as f32);
            if card == Card::X { 7.0 } else { value * (1.0 + 0.3 * (count - 1.0)) }
        })
        .sum();
    let value = hand.value();
    let low = if value <= CALL_LIMIT { READY } else { 0.0 };
    late * value as f32 + (1.0 - late) * plan - low
}

/// Returns the mean weight of the hand after a draw from the deck. `laid` is the value that was laid before the draw.
fn from_deck(sight: &Sight, hand: Hand, laid: Option<Card>) -> f32 {
    let (mut cards, mut sum) = (0.0, 0.0);
    for card in sight.unseen.kinds() {
        let count = sight.unseen.count(card) as f32;
        let good = laid == Some(card) && card.value() > 0;
        sum += count * weight(if good { hand } else { hand + card.into() }, sight.late);
        cards += count;
    }
    if cards == 0.0 { weight(hand, sight.late) + 6.0 } else { sum / cards }
}

fn from_pile(sight: &Sight, hand: Hand, laid: Option<Card>, card: Card) -> f32 {
    let good = laid == Some(card) && card.value() > 0 && sight.good_draw == GoodDraw::Any;
    weight(if good { hand } else { hand + card.into() }, sight.late)
}

/// Chooses the draw, from the deck or from the pile, after which the hand has the lower expected weight.
fn draw(sight: &Sight, laid: Option<Card>) -> Action {
    let deck = from_deck(sight, sight.hand, laid);
    let pile = sight.under.map(|card| from_pile(sight, sight.hand, laid, card));
    Action::Draw(if pile.is_some_and(|pile| pile < deck) { Source::Pile } else { Source::Deck })
}

/// Chooses the lay that leaves the hand with the lowest weight.
fn lay(sight: &Sight) -> Action {
    let mut best = (f32::INFINITY, Action::Lay(Card::X, 1));
    for card in sight.hand.kinds() {
        let on_top = sight.run.map_or(0, |(top, count)| if top == card { u32::from(count) } else { 0 });
        for count in 1..=sight.hand.count(card) {
            let left = sight.hand - Hand::of(card, count);
            let run = on_top + count;
            let weighs = if card == Card::X || run == 4 {
                weight(left, sight.late)
            } else {
                let deck = from_deck(sight, left, Some(card));
                let pile = sight.run.map_or(f32::INFINITY, |(top, _)| from_pile(sight, left, Some(card), top));
                // A run of two or three lets another player cut if that player holds the missing cards.
                let feeds = card.is_number() && run >= 2 && sight.unseen.count(card) == 4 - run;
                deck.min(pile) + if feeds { 0.04 * card.value() as f32 } else { 0.0 }
            };
            if weighs < best.0 {
                best = (weighs, Action::Lay(card, count as u8));
            }
        }
    }
    best.1
}

/// Returns true if a call succeeds often enough. The last round is played in worlds that agree with the view.
fn calls(view: &View, me: Seat, rng: &mut Rng) -> bool {
    let sampler = Kael::sampler(view);
    let (mut all, mut won) = (0.0, 0.0);
    for _ in 0..WORLDS {
        let mut world = Kael::sample(&sampler, rng);
        // The other players lay their high cards, too, unless they have made a mistake. So a world in which they hold
        // low hands gets a higher weight.
        let careful = (world.playing - SeatSet::only(me)).filter(|&seat| view.standing.mistakes[seat] == 0);
        let high: i32 = careful.map(|seat| world.hands[seat.index()].value()).sum();
        let likely = held(high);
        world.apply(me, Action::Kael);
        last_round(&mut world, rng);
        all += likely;
        if world.points()[me].is_some_and(|points| points < FAILED_CALL) {
            won += likely;
        }
    }
    won >= sure(view, me) * all
}

/// Returns the likelihood of hands of this total value relative to hands of value 0: a factor of e^−0.03 for each
/// point. The function multiplies step by step, because exponential functions differ from machine to machine.
fn held(high: i32) -> f64 {
    /// e to the power of −0.03.
    const POINT: f64 = 0.970_445_533_548_508_2;
    let product = (0..high.unsigned_abs()).fold(1.0, |product, _| product * POINT);
    if high < 0 { 1.0 / product } else { product }
}

/// Returns the chance of success that a call needs. It is lower if a failed call would bring a landing. It is also
/// lower if another player has made a mistake. It is higher if a failed call would eliminate the player.
fn sure(view: &View, me: Seat) -> f64 {
    let failed = i32::from(view.standing.totals[me]) + FAILED_CALL;
    let sure = if reckless(view, me) { SURE_AMONG_RECKLESS } else { SURE };
    let impatient = (rounds(view) - PATIENCE.0).max(0.0) * PATIENCE.1;
    let total = if failed > LAST_TOTAL {
        0.06
    } else if failed % LANDING == 0 && view.standing.lands(me) {
        -0.13
    } else {
        0.0
    };
    sure + total - impatient
}

/// Returns true if another player who is still in has made a mistake.
fn reckless(view: &View, me: Seat) -> bool {
    (view.standing.playing() - SeatSet::only(me)).any(|seat| view.standing.mistakes[seat] > 0)
}

/// Plays the last round of a world, from the call until all hands are shown. Each seat plays as in a rollout. [K14]
pub(crate) fn last_round(world: &mut Kael, rng: &mut Rng) {
    while let Turn::Open { must, may } = world.turn() {
        let claim = may.into_iter().find_map(|seat| world.rollout(seat, rng).map(|action| (seat, action)));
        let (seat, action) = claim.unwrap_or_else(|| {
            let seat = must.first().expect("an open turn waits for somebody");
            (seat, world.rollout(seat, rng).expect("who must act acts"))
        });
        world.apply(seat, action);
    }
}

/// Returns the highest hand value with which a player calls in a rollout.
fn lowest_to_call(deal: &Kael, seat: Seat) -> i32 {
    let others = deal.playing - SeatSet::only(seat);
    let fewest = others.map(|other| deal.hands[other.index()].size()).min().unwrap_or(0);
    /// The limits for up to four players, indexed by the smallest number of cards that an opponent holds.
    const MOST: [i32; 8] = [-1, 0, 2, 4, 5, 5, 5, 5];
    MOST[fewest as usize] - (others.len() as i32 - 1) / 3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn high_hands_are_the_less_likely_by_an_exponential() {
        for high in -40..400 {
            let exact = (-0.03 * f64::from(high)).exp();
            assert!((held(high) / exact - 1.0).abs() < 1e-12, "{high}: {} instead of {exact}", held(high));
        }
    }
}
