//! Tests of sampled worlds: no world contradicts what a seat has seen, and in positions with few unseen cards each
//! possible arrangement is drawn equally often. [D6]

use std::collections::{BTreeMap, BTreeSet};

use cards::{Card, CardSet};
use game::{Game, Playout, Rng, Seat, Shuffles, Turn, Viewer, Worlds};
use la_dame_noire::{Action, LaDameNoire, Phase, Trade, View};

use crate::table::{deck, rules};

type Log = Vec<(Seat, Action)>;

fn dealt(options: &str, number: u64) -> LaDameNoire {
    let rules = rules(options);
    let standing = LaDameNoire::start(&rules, 4).unwrap();
    LaDameNoire::deal(&rules, &standing, Shuffles::from_seed(cards::Seed::numbered(number)))
}

/// Returns a random next action.
fn step(deal: &LaDameNoire, rng: &mut Rng) -> Option<(Seat, Action)> {
    let Turn::Open { must, may } = deal.turn() else { return None };
    may.from_seat(deal.first_asked(), 4)
        .chain(must)
        .find_map(|seat| deal.random(seat, rng).map(|action| (seat, action)))
}

/// Returns the hand and the put card of every seat, by which worlds are compared.
fn hands(deal: &LaDameNoire) -> Vec<(CardSet, Option<Card>)> {
    let view = deal.view(Viewer::All);
    (0..4).map(|seat| (view.hands[seat].unwrap(), view.put_cards[seat])).collect()
}

fn trades(deal: &LaDameNoire, seat: u8) -> Vec<Trade> {
    deal.view(Viewer::Seat(Seat::new(seat))).trades
}

/// Replays the past of a world. Deals its first hands and plays the log; the other seats put the cards that they put in
/// this world. Each step must be legal. The seat must see what it saw in the real deal (`seen`: its view before each
/// action and at the end).
fn replays(log: &Log, seen: &[View], seat: Seat, world: &LaDameNoire) {
    let view = world.view(Viewer::All);
    let mut held: [CardSet; 4] = [0, 1, 2, 3].map(|s| view.hands[s].unwrap() | view.put_cards[s].into_iter().collect());
    for play in view.tricks.iter().flat_map(|trick| &trick.plays) {
        held[play.seat.index()] = held[play.seat.index()] | play.cards.iter().copied().collect();
    }
    let put: Vec<Vec<Trade>> = (0..4).map(|seat| trades(world, seat)).collect();
    for round in (0..put[0].len()).rev() {
        for seat in 0..4 {
            let Trade { gave, received } = put[seat][round];
            assert_eq!(put[(seat + 1) % 4][round].gave, received, "what one gives the next receives");
            assert!(held[seat].has(received), "a card received in trading is held or was played");
            held[seat].remove(received);
            held[seat].insert(gave);
        }
    }
    let first = held.map(|hand| hand.to_string());
    let deck = deck([&first[0], &first[1], &first[2], &first[3]]);
    let mut again = LaDameNoire::deal(&view.rules, &view.standing, Shuffles::from_decks([&deck[..]]));
    let own = Viewer::Seat(seat);
    for ((actor, action), seen) in log.iter().zip(seen) {
        assert!(again.view(own) == *seen, "the past looked different to the seat");
        let action = match action {
            Action::Trade(_) if *actor != seat => {
                let round = usize::from(seen.exchanges);
                let now = put[actor.index()].get(round).map(|trade| trade.gave).or(view.put_cards[actor.index()]);
                // A card that went back to its owner at a stop is not remembered. It may have been any card of the
                // hand.
                let any = again.view(Viewer::All).hands[actor.index()].unwrap().first();
                Action::Trade(now.or(any).unwrap())
            }
            action => *action,
        };
        again.play(*actor, action).unwrap_or_else(|error| panic!("a world's past does not replay: {error}"));
    }
    assert!(again.view(own) == *seen.last().unwrap());
    assert_eq!(hands(&again), hands(world), "the past leads to this world");
}

#[test]
fn worlds_contradict_no_past() {
    let mut drawn = 0;
    let mut number = 0;
    while drawn < game::laws::worlds_to_draw() {
        number += 1;
        let options =
            [r#"{}"#, r#"{"min_trades":0}"#, r#"{"min_trades":9}"#, r#"{"min_trades":3,"pass_ends_trick":true}"#];
        let mut rng = Rng::new(number);
        let mut deal = dealt(options[number as usize % 4], number);
        let seat = Seat::new(rng.below(4) as u8);
        let own = Viewer::Seat(seat);
        let (mut log, mut seen) = (Log::new(), vec![deal.view(own)]);
        let mut worlds = Vec::new();
        while let Some((actor, action)) = step(&deal, &mut rng) {
            if deal.turn().names(seat) || log.len() % 5 == 0 {
                let view = seen.last().unwrap();
                let sampler = LaDameNoire::sampler(view);
                let mut legal = Vec::new();
                deal.legal(seat, &mut legal);
                for i in 0..40 {
                    let world = LaDameNoire::sample(&sampler, &mut rng);
                    assert!(world.view(own) == *view, "a world looks different");
                    assert_eq!(world.turn().must(), deal.turn().must());
                    let mut also = Vec::new();
                    world.legal(seat, &mut also);
                    assert_eq!(also, legal);
                    drawn += 1;
                    if i == 0 {
                        worlds.push((log.len(), world));
                    }
                }
            }
            deal.apply(actor, action);
            log.push((actor, action));
            seen.push(deal.view(own));
        }
        for (at, world) in worlds {
            replays(&log[..at].to_vec(), &seen[..=at], seat, &world);
        }
    }
}

/// Returns the possible places of the cards that a seat gave away, by trying every way in which the other seats may
/// have passed them on. 1 is the right neighbour, 2 the seat opposite, 3 the left neighbour. All other cards count as
/// equal.
fn histories(trades: &[Trade]) -> BTreeSet<BTreeMap<Card, usize>> {
    let mut now = BTreeSet::from([BTreeMap::new()]);
    for Trade { gave, received } in trades {
        let mut next = BTreeSet::new();
        for places in &now {
            let mut places: BTreeMap<Card, usize> = places.clone();
            if places.remove(received).is_some_and(|place| place != 1) {
                continue;
            }
            let at = |place| places.iter().filter(move |(_, at)| **at == place).map(|(card, _)| Some(*card));
            for to_right in at(2).chain([None]) {
                for to_far in at(3).chain([None]) {
                    let mut after = places.clone();
                    to_right.map(|card| after.insert(card, 1));
                    to_far.map(|card| after.insert(card, 2));
                    after.insert(*gave, 3);
                    next.insert(after);
                }
            }
        }
        now = next;
    }
    now
}

/// Returns, by brute force, the hands of the other seats that agree with the cards played and with some history.
fn possible(deal: &LaDameNoire, seat: Seat) -> BTreeSet<Vec<CardSet>> {
    let view = deal.view(Viewer::Seat(seat));
    let others = [1, 2, 3].map(|step| seat.after(step, 4));
    let mut played = BTreeMap::new();
    for play in view.tricks.iter().flat_map(|trick| &trick.plays) {
        let place = (play.seat.index() + 4 - seat.index()) % 4;
        played.extend(play.cards.iter().map(|card| (*card, place)));
    }
    let unseen: Vec<Card> = (!view.hand()).filter(|card| !played.contains_key(card)).collect();
    let histories = histories(&view.trades);
    let given: BTreeSet<Card> = histories.iter().flat_map(|places| places.keys().copied()).collect();
    let mut found = BTreeSet::new();
    for mut code in 0..3usize.pow(unseen.len() as u32) {
        let mut hands = vec![CardSet::EMPTY; 3];
        for card in &unseen {
            hands[code % 3].insert(*card);
            code /= 3;
        }
        let sizes = others.iter().zip(&hands).all(|(other, hand)| u32::from(view.held[other.index()]) == hand.len());
        if !sizes {
            continue;
        }
        let place = |card: &Card| {
            played.get(card).copied().unwrap_or_else(|| 1 + hands.iter().position(|hand| hand.has(*card)).unwrap())
        };
        if histories.contains(&given.iter().map(|card| (*card, place(card))).collect()) {
            found.insert(hands);
        }
    }
    found
}

/// Tests 50 positions, and 150 in a long run.
#[test]
fn few_unseen_cards_are_shared_out_uniformly() {
    let part = if std::env::var_os("CARDROOM_LONG").is_some() { 1 } else { 3 };
    let (mut tested, mut narrowed) = (0, 0);
    for number in 0..4_000 {
        let rounds = number % 6;
        let mut deal = dealt(&format!(r#"{{"min_trades":{rounds},"max_trades":{rounds}}}"#), number);
        let mut rng = Rng::new(number);
        let seat = Seat::new(rng.below(4) as u8);
        // A seat often passes on the card that it has just received, so that some cards come back.
        while let Some((actor, action)) = step(&deal, &mut rng) {
            let view = deal.view(Viewer::Seat(actor));
            let passed_on = view.trades.last().map(|trade| Action::Trade(trade.received));
            let action = match (action, passed_on) {
                (Action::Trade(_), Some(other)) if rng.below(2) == 0 => other,
                (action, _) => action,
            };
            deal.apply(actor, action);
            let unseen: u8 = deal.view(Viewer::All).held.iter().sum::<u8>() - view_held(&deal, seat);
            if deal.view(Viewer::Public).phase == Phase::Showdown && unseen <= 8 {
                break;
            }
        }
        if deal.turn().is_over() {
            continue;
        }
        let view = deal.view(Viewer::Seat(seat));
        let expected = possible(&deal, seat);
        let others = [1, 2, 3].map(|step| seat.after(step, 4).index());
        let all = deal.view(Viewer::All);
        assert!(
            expected.contains(others.map(|other| all.hands[other].unwrap()).as_slice()),
            "the true deal is possible"
        );
        let free: u64 = {
            let sizes = others.map(|other| u64::from(view.held[other]));
            let factorial = |n: u64| (1..=n).product::<u64>();
            factorial(sizes.iter().sum()) / sizes.map(factorial).iter().product::<u64>()
        };
        let draws = 60 * expected.len() as u32;
        let sampler = LaDameNoire::sampler(&view);
        let mut counts: BTreeMap<Vec<CardSet>, u32> = expected.iter().map(|hands| (hands.clone(), 0)).collect();
        for _ in 0..draws {
            let world = LaDameNoire::sample(&sampler, &mut rng).view(Viewer::All);
            let drawn = others.map(|other| world.hands[other].unwrap()).to_vec();
            *counts.get_mut(&drawn).expect("only what can be is drawn") += 1;
        }
        let chi: f64 = counts.values().map(|&n| (f64::from(n) - 60.0).powi(2) / 60.0).sum();
        let freedom = (expected.len() - 1) as f64;
        // The limit follows from the mean and the standard deviation of chi-square. It is wide, because some hundred
        // positions are tested.
        assert!(chi <= freedom + 4.5 * (2.0 * freedom).sqrt() + 10.0, "chi-square {chi}, {freedom} degrees of freedom");
        tested += 1;
        narrowed += u32::from((expected.len() as u64) < free);
        if tested >= 150 / part && narrowed >= 40 / part {
            return;
        }
    }
    panic!("{tested} positions, {narrowed} where trading narrows what can be");
}

fn view_held(deal: &LaDameNoire, seat: Seat) -> u8 {
    deal.view(Viewer::Public).held[seat.index()]
}

#[test]
fn a_put_card_may_be_any_of_the_hand() {
    let mut deal = dealt(r#"{"min_trades":0}"#, 5);
    for line in ["1 bid 100", "0 trade", "1 trade", "2 trade", "3 trade", "1 trade", "3 trade"] {
        let (seat, action) = line.split_once(' ').unwrap();
        let seat = Seat::new(seat.parse().unwrap());
        let mut legal = Vec::new();
        deal.legal(seat, &mut legal);
        let action = if action == "trade" { legal[0] } else { action.parse().unwrap() };
        deal.play(seat, action).unwrap();
    }
    // Seat 0 is the viewer: it gave a card to seat 3, which has put one of its thirteen cards.
    let view = deal.view(Viewer::Seat(Seat::new(0)));
    let gave = view.trades[0].gave;
    let sampler = LaDameNoire::sampler(&view);
    let mut rng = Rng::new(9);
    let mut put: BTreeMap<Card, u32> = BTreeMap::new();
    for _ in 0..39_000 {
        let world = LaDameNoire::sample(&sampler, &mut rng).view(Viewer::All);
        assert!(world.put_cards[2].is_none() && world.put_cards[1].is_some());
        *put.entry(world.put_cards[3].unwrap()).or_default() += 1;
    }
    // The put card is the given card with chance 1/13. There are 38 other unseen cards, of which seat 3 holds 12. Each
    // of the 38 cards has an equal share of the remaining 12/13.
    assert!((2_800..3_200).contains(&put[&gave]), "{put:?}");
    assert_eq!(put.len(), 39);
    let mean = 36_000.0 / 38.0;
    let chi: f64 =
        put.iter().filter(|(card, _)| **card != gave).map(|(_, n)| (f64::from(*n) - mean).powi(2) / mean).sum();
    assert!(chi < 69.3, "chi-square with 37 degrees of freedom, p = 0.001: {chi}");
}
