//! Tests of sampled worlds: exactly the possible arrangements occur, and all occur equally often.

use std::collections::{BTreeMap, BTreeSet};

use game::{Game, Playout, Rng, Seat, Shuffles, Turn, Viewer, Worlds};
use kael::{Action, Card, FalseCall, Hand, Kael, MemoryEvent, Rules, Source, View};

use crate::common::{self, Table, cards};

/// Checks that the frequency of each outcome agrees with the expected frequency.
fn chi_square(found: &BTreeMap<String, u64>, expected: &BTreeMap<String, f64>) {
    let all: u64 = found.values().sum();
    let weight: f64 = expected.values().sum();
    for outcome in found.keys() {
        assert!(expected.contains_key(outcome), "{outcome} is impossible");
    }
    let chi: f64 = expected
        .iter()
        .map(|(outcome, share)| {
            let should = share / weight * all as f64;
            (found.get(outcome).copied().unwrap_or(0) as f64 - should).powi(2) / should
        })
        .sum();
    let freedom = expected.len() as f64 - 1.0;
    // The limit is the mean of the chi-square distribution plus 4.5 standard deviations.
    assert!(chi < freedom + 4.5 * (2.0 * freedom).sqrt(), "chi-square {chi} with {freedom} degrees of freedom");
}

/// Returns the cards of the deck in order, found by drawing all of them.
fn deck_of(world: &Kael) -> Vec<Card> {
    let mut world = world.clone();
    let mut deck = Vec::new();
    while world.view(Viewer::Public).deck > 0 {
        let Turn::Open { must, .. } = world.turn() else { unreachable!("nobody calls here") };
        let seat = must.first().unwrap();
        let before = world.view(Viewer::All).hands[seat].unwrap();
        let drawing = world.view(Viewer::Public).laid.is_some() || before.is_empty();
        if drawing {
            world.apply(seat, Action::Draw(Source::Deck));
            let after = world.view(Viewer::All).hands[seat].unwrap();
            deck.extend((after - before).cards());
        } else {
            world.apply(seat, Action::Lay(before.kinds().last().unwrap(), 1));
        }
    }
    deck
}

#[test]
fn hands_and_deck_against_all_arrangements() {
    // Two seats have three cards each and draw until four cards are left in the deck.
    let mut table = Table::new(&["1 2 3", "1 2 13"], "12", "");
    let mut taken = false;
    while table.view(0).deck > 4 {
        let seat = table.next().unwrap();
        let high = table.view(seat as u8).hand().kinds().last().unwrap();
        table.play(&format!("{seat} lay {high}"));
        if table.next() == Some(seat) {
            // Seat 1 takes one card from the pile, which stays known.
            let pile = seat == 1 && !taken && table.view(0).deck < 20;
            taken |= pile;
            table.play(&format!("{seat} draw {}", if pile { "pile" } else { "deck" }));
        }
    }
    let view = table.view(0);
    let known = view.known[Seat::new(1)];
    let pile: Hand = view.pile.iter().copied().collect();
    let unseen: Vec<Card> = (Hand::PACK - pile - view.hand() - known).cards().collect();
    assert!((5..=7).contains(&unseen.len()), "few are unseen: {unseen:?}");
    let hidden = unseen.len() - 4;
    let mut expected = BTreeMap::new();
    permutations(unseen, 0, &mut |order| {
        let hand = known + order[..hidden].iter().copied().collect();
        *expected.entry(format!("{hand} | {}", cards::join(&order[hidden..]))).or_insert(0.0) += 1.0;
    });
    let sampler = Kael::sampler(&view);
    let mut rng = Rng::new(11);
    let mut found = BTreeMap::new();
    for _ in 0..60_000 {
        let world = Kael::sample(&sampler, &mut rng);
        let hand = world.view(Viewer::All).hands[Seat::new(1)].unwrap();
        *found.entry(format!("{hand} | {}", cards::join(&deck_of(&world)))).or_insert(0) += 1;
    }
    chi_square(&found, &expected);
}

fn permutations(mut cards: Vec<Card>, from: usize, each: &mut impl FnMut(&[Card])) {
    if from == cards.len() {
        each(&cards);
        return;
    }
    for i in from..cards.len() {
        cards.swap(from, i);
        permutations(cards.clone(), from + 1, each);
        cards.swap(from, i);
    }
}

#[test]
fn a_caller_that_could_call() {
    // [K18] Only hands of 5 and less can call. The caller has two unseen cards and a known three.
    let rules = Rules { false_call: FalseCall::Forbid, ..Rules::default() };
    let mut table = Table::with(rules, &["7 7 13 13", "4 11 X 1", "5 6 8 9"], "3", "12 12 0 0 -1 2", &[]);
    table.play("1 lay 11; 1 draw pile; 2 lay 9; 2 draw deck; 0 lay 13; 0 draw deck");
    table.play("1 lay X; 2 lay 12; 2 draw pile; 0 lay 12; 0 draw pile; 1 lay 4; 1 draw deck");
    table.play("2 lay 6; 2 draw deck; 0 lay 13; 0 draw deck");
    assert_eq!(table.hand(1), "0 1 3");
    table.play("1 kael");
    let view = table.view(0);
    let known: Hand = view.known[Seat::new(1)];
    assert_eq!(known.to_string(), "3");
    let others = view.known[Seat::new(2)];
    let pile: Hand = view.pile.iter().copied().collect();
    let unseen: Vec<Card> = (Hand::PACK - pile - view.hand() - known - others).cards().collect();
    let mut expected = BTreeMap::new();
    for (i, &one) in unseen.iter().enumerate() {
        for &two in &unseen[i + 1..] {
            let hand = known + one.into() + two.into();
            if hand.value() <= 5 {
                *expected.entry(hand.to_string()).or_insert(0.0) += 1.0;
            }
        }
    }
    let sampler = Kael::sampler(&view);
    let mut rng = Rng::new(12);
    let mut found = BTreeMap::new();
    for _ in 0..40_000 {
        let world = Kael::sample(&sampler, &mut rng);
        *found.entry(world.view(Viewer::All).hands[Seat::new(1)].unwrap().to_string()).or_insert(0) += 1;
    }
    assert!(expected.len() >= 3, "{expected:?}");
    chi_square(&found, &expected);
}

#[test]
fn after_a_new_deck_against_all_courses() {
    // [K8] Random deals of two players are played until the other seat has laid unknown cards after one new deck.
    let mut rng = Rng::new(13);
    let mut compared = 0;
    for number in 0..400 {
        let rules = Rules::default();
        let shuffles = Shuffles::from_seed(cards::Seed::numbered(number));
        let mut deal = Kael::deal(&rules, &common::standing(2), shuffles);
        deal.apply(Seat::new(0), Action::Deal(4));
        let mut steps = 0;
        while steps < 600 && !deal.turn().is_over() {
            steps += 1;
            let (seat, action) = random(&deal, &mut rng, false);
            deal.apply(seat, action);
            let view = deal.view(Viewer::Seat(Seat::new(0)));
            let shuffles = view.memory.iter().filter(|event| matches!(event, MemoryEvent::Shuffle { .. })).count();
            if shuffles > 1 {
                break;
            }
            let other = Seat::new(1);
            let count = |draw: bool| {
                view.memory
                    .iter()
                    .filter(|event| match event {
                        MemoryEvent::Draw { seat, .. } => draw && *seat == other,
                        MemoryEvent::Lay { seat, .. } => !draw && *seat == other,
                        _ => false,
                    })
                    .count()
            };
            if (2..=3).contains(&count(true)) && (1..=3).contains(&count(false)) && ambiguous(&view) {
                compare_courses(&view, &mut rng);
                compared += 1;
                break;
            }
        }
        if compared == 6 {
            return;
        }
    }
    panic!("{compared} positions were compared");
}

/// Returns true if the other seat laid a value that was in the new deck, and in its hand when the deck was made.
fn ambiguous(view: &View) -> bool {
    courses(view).values().filter(|&&ways| ways > 0.0).count() > 1
        && view.memory.iter().any(|event| match event {
            MemoryEvent::Lay { seat, card, .. } if seat.index() == 1 => view.memory.iter().any(|e| match e {
                MemoryEvent::Shuffle { cards } => cards.has(*card),
                _ => false,
            }),
            _ => false,
        })
}

fn compare_courses(view: &View, rng: &mut Rng) {
    let expected = courses(view);
    let sampler = Kael::sampler(view);
    let mut found = BTreeMap::new();
    for _ in 0..40_000 {
        let world = Kael::sample(&sampler, rng);
        *found.entry(world.view(Viewer::All).hands[Seat::new(1)].unwrap().to_string()).or_insert(0) += 1;
    }
    let rare = expected.values().copied().fold(f64::INFINITY, f64::min) / expected.values().sum::<f64>();
    assert!(rare > 0.0);
    // Outcomes that are too rare for a chi-square test are merged into one.
    let all: f64 = expected.values().sum();
    let common: BTreeSet<&String> =
        expected.iter().filter(|(_, w)| **w / all * 40_000.0 >= 5.0).map(|(k, _)| k).collect();
    let name = |k: &String| if common.contains(k) { k.clone() } else { "rare".to_owned() };
    let (mut e, mut f) = (BTreeMap::new(), BTreeMap::new());
    for (k, w) in &expected {
        *e.entry(name(k)).or_insert(0.0) += w;
    }
    for (k, n) in &found {
        assert!(expected.contains_key(k), "{k} is impossible after {:?}", view.memory);
        *f.entry(name(k)).or_insert(0) += n;
    }
    if e.len() > 1 {
        chi_square(&f, &e);
    }
}

/// Counts, by brute force and card by card, all ways in which the other seat's hand can have changed since the new
/// deck. All cards are treated as different. A way is a set of cards in the hand together with a set in the deck. Each
/// way counts once.
fn courses(view: &View) -> BTreeMap<String, f64> {
    let me = view.seat.unwrap();
    let other = Seat::new(1 - me.index() as u8);
    // Collects the unseen cards at the time of the new deck. To find the cards of the other hand at that time, this
    // undoes the events since then.
    let mut old: BTreeMap<Card, i32> = BTreeMap::new();
    let pile: Hand = view.pile.iter().copied().collect();
    let unseen = Hand::PACK - pile - view.hand() - view.known[other];
    let mut add = |card: Card, count: i32| *old.entry(card).or_insert(0) += count;
    unseen.cards().for_each(|card| add(card, 1));
    for event in &view.memory {
        match *event {
            MemoryEvent::Shuffle { cards } => cards.cards().for_each(|card| add(card, -1)),
            MemoryEvent::Draw { seat, card } if seat == me => add(card.unwrap(), 1),
            MemoryEvent::Lay { seat, card, count } if seat == other => add(card, count.into()),
            MemoryEvent::Good { seat, card } if seat == other => add(card, 1),
            _ => {}
        }
    }
    let mut things: Vec<Card> = Vec::new();
    for (card, count) in old {
        assert!(count >= 0);
        (0..count).for_each(|_| things.push(card));
    }
    let hand: BTreeSet<usize> = (0..things.len()).collect();
    let Some(MemoryEvent::Shuffle { cards }) = view.memory.first() else { panic!("a new deck comes first") };
    things.extend(cards.cards());
    let deck: BTreeSet<usize> = (hand.len()..things.len()).collect();
    let mut ends = BTreeSet::new();
    follow(&view.memory[1..], &things, hand, deck, me, &mut ends);
    let mut counts = BTreeMap::new();
    for (hand, _) in ends {
        let hand: Hand = view.known[other] + hand.iter().map(|&thing| things[thing]).collect();
        *counts.entry(hand.to_string()).or_insert(0.0) += 1.0;
    }
    counts
}

type Things = BTreeSet<usize>;

fn follow(
    events: &[MemoryEvent],
    things: &[Card],
    hand: Things,
    deck: Things,
    me: Seat,
    ends: &mut BTreeSet<(Things, Things)>,
) {
    let Some((event, rest)) = events.split_first() else {
        ends.insert((hand, deck));
        return;
    };
    match *event {
        MemoryEvent::Draw { seat, card } if seat == me => {
            for &thing in deck.iter().filter(|&&thing| Some(things[thing]) == card) {
                let mut deck = deck.clone();
                deck.remove(&thing);
                follow(rest, things, hand.clone(), deck, me, ends);
            }
        }
        MemoryEvent::Draw { .. } => {
            let good = match rest.first() {
                Some(MemoryEvent::Good { card, .. }) => Some(*card),
                _ => None,
            };
            for &thing in deck.iter().filter(|&&thing| good.is_none_or(|card| things[thing] == card)) {
                let (mut hand, mut deck) = (hand.clone(), deck.clone());
                deck.remove(&thing);
                if good.is_some() {
                    follow(&rest[1..], things, hand, deck, me, ends);
                } else {
                    hand.insert(thing);
                    follow(rest, things, hand, deck, me, ends);
                }
            }
        }
        MemoryEvent::Lay { seat, card, count } if seat != me => {
            let mut left = events.to_vec();
            if count > 1 {
                left[0] = MemoryEvent::Lay { seat, card, count: count - 1 };
            } else {
                left.remove(0);
            }
            for &thing in hand.iter().filter(|&&thing| things[thing] == card) {
                let mut hand = hand.clone();
                hand.remove(&thing);
                follow(&left, things, hand, deck.clone(), me, ends);
            }
        }
        _ => follow(rest, things, hand, deck, me, ends),
    }
}

fn random(deal: &Kael, rng: &mut Rng, calls: bool) -> (Seat, Action) {
    let turn = deal.turn();
    let claim = turn.may().into_iter().find_map(|seat| deal.random(seat, rng).map(|action| (seat, action)));
    claim.unwrap_or_else(|| {
        let seat = turn.must().first().unwrap();
        let action = deal.random(seat, rng).unwrap();
        if action != Action::Kael || calls {
            return (seat, action);
        }
        // The seat does not call. It may take any other legal action.
        let mut legal = Vec::new();
        deal.legal(seat, &mut legal);
        legal.retain(|action| *action != Action::Kael);
        (seat, rng.pick(&legal))
    })
}

#[test]
fn worlds_contradict_no_past() {
    let mut rng = Rng::new(14);
    let mut worlds = 0;
    let mut replayed = 0;
    for number in 0.. {
        let forbid = number % 3 == 0;
        let false_call = if forbid { FalseCall::Forbid } else { FalseCall::Penalty };
        let rules = Rules { false_call, ..Rules::default() };
        let seats = 2 + (number % 7) as u8;
        let shuffles = Shuffles::from_seed(cards::Seed::numbered(number));
        let mut deal = Kael::deal(&rules, &common::standing(seats), shuffles);
        let mut log = Vec::new();
        for _ in 0..120 {
            if deal.turn().is_over() {
                break;
            }
            let seat = Seat::new(rng.below(seats.into()) as u8);
            let viewer = Viewer::Seat(seat);
            let view = deal.view(viewer);
            let (mut legal, mut own) = (Vec::new(), Vec::new());
            deal.legal(seat, &mut legal);
            let sampler = Kael::sampler(&view);
            for _ in 0..12 {
                let world = Kael::sample(&sampler, &mut rng);
                assert_eq!(world.view(viewer), view, "deal {number}, {log:?}");
                assert_eq!(world.turn().must(), deal.turn().must());
                own.clear();
                world.legal(seat, &mut own);
                assert_eq!(own, legal);
                worlds += 1;
            }
            if deal.shuffles().number() == 1 && !log.is_empty() && number % 2 == 0 {
                let world = Kael::sample(&sampler, &mut rng);
                replayed += u32::from(replays(&world, &rules, seats, &log));
            }
            let (seat, action) = random(&deal, &mut rng, number % 2 == 0);
            deal.apply(seat, action);
            log.push((seat, action));
        }
        if worlds >= game::laws::worlds_to_draw() {
            assert!(replayed > 400, "{replayed} worlds were replayed");
            return;
        }
    }
}

/// Checks, for a deal without a new deck, that some deck exists from which the same actions lead to this world. The
/// deck is built so that a seat gets its cards in the order in which it laid them. If the card turned up has been taken
/// from the pile, the check is not possible, and the result is false.
fn replays(world: &Kael, rules: &Rules, seats: u8, log: &[(Seat, Action)]) -> bool {
    let hands = world.view(Viewer::All).hands;
    let Action::Deal(size) = log[0].1 else { panic!("the dealer deals first") };
    // The cards that each seat got from the dealer and from the deck. Cards of good draws are known, and the others are
    // filled in below.
    let mut got: Vec<Vec<Option<Card>>> = vec![vec![None; size.into()]; seats.into()];
    // The cards that the seat laid, in order, then the cards that it still holds. Cards that it had taken from the pile
    // are left out.
    let mut wanted: Vec<Vec<Card>> = vec![Vec::new(); seats.into()];
    let mut known = vec![Hand::EMPTY; seats.into()];
    let mut draws: Vec<usize> = Vec::new();
    // The cards of the pile; `None` is the card turned up.
    let mut pile: Vec<Option<Card>> = vec![None];
    let mut lay: Option<(Seat, Card, usize)> = None;
    for (at, &(seat, action)) in log.iter().enumerate().skip(1) {
        let s = seat.index();
        match action {
            Action::Lay(card, count) | Action::Cut(card, count) => {
                if matches!(action, Action::Lay(..)) {
                    lay = Some((seat, card, pile.len()));
                }
                for _ in 0..count {
                    pile.push(Some(card));
                    if known[s].has(card) {
                        known[s] -= card.into();
                    } else {
                        wanted[s].push(card);
                    }
                }
            }
            Action::Draw(source) => {
                let laid = lay.filter(|(who, ..)| *who == seat);
                let good = log[at..].iter().find(|(who, action)| *who != seat || *action == Action::Good);
                let good = good.filter(|(_, action)| *action == Action::Good).and(laid).map(|(_, card, _)| card);
                if source == Source::Deck {
                    draws.push(s);
                    got[s].push(good);
                } else {
                    match pile.remove(laid.map_or(pile.len(), |(_, _, under)| under) - 1) {
                        Some(_) if good.is_some() => {}
                        Some(card) => known[s] += card.into(),
                        None => return false,
                    }
                }
                lay = lay.filter(|_| good.is_some());
            }
            Action::Good => pile.push(lay.take().map(|(_, card, _)| card)),
            Action::Deal(_) | Action::Kael | Action::Show => lay = None,
        }
    }
    for seat in Seat::all(seats) {
        let s = seat.index();
        wanted[s].extend((hands[seat].unwrap() - known[s]).cards());
        let mut cards = wanted[s].iter().copied();
        got[s].iter_mut().filter(|slot| slot.is_none()).for_each(|slot| *slot = cards.next());
        assert_eq!(cards.next(), None, "each card came from somewhere");
    }
    let order = (1..=usize::from(seats)).map(|step| step % usize::from(seats));
    let mut deck: Vec<Card> = (0..usize::from(size))
        .flat_map(|i| order.clone().map(move |s| (s, i)))
        .map(|(s, i)| got[s][i].unwrap())
        .collect();
    deck.push(world.view(Viewer::Public).pile[0]);
    let mut next = vec![usize::from(size); seats.into()];
    for s in draws {
        deck.push(got[s][next[s]].unwrap());
        next[s] += 1;
    }
    let deck = common::deck_from(&deck);
    let mut replay = Kael::deal(rules, &common::standing(seats), Shuffles::from_decks([&deck[..]]));
    for &(seat, action) in log {
        replay.play(seat, action).unwrap_or_else(|error| panic!("{error}: {log:?}"));
    }
    assert_eq!(replay.view(Viewer::All).hands, hands);
    true
}

#[test]
fn who_sees_it_remembers_what_went_into_a_new_deck() {
    // [K8] A card that was in a hand when the new deck was made is not in that deck.
    let hands = [
        "12 12 9 9 9 10 11",
        "1 1 1 7 7 8 X",
        "2 2 2 7 7 8 0",
        "3 3 3 8 8 0 -1",
        "4 4 4 9 10 10 11",
        "5 5 5 10 11 11 12",
        "6 6 6 13 13 13 12",
    ];
    let mut table = Table::with(Rules::default(), &hands, "13", "1 2 3 4 5 6", &["4 13 6 5 3 2 1"]);
    for seat in 1..7 {
        table.play(&format!("{seat} lay {seat}; {seat} draw deck"));
    }
    table.play("0 lay 12 12; 0 draw deck");
    let sampler = Kael::sampler(&table.view(0));
    let mut rng = Rng::new(15);
    let mut firsts = BTreeSet::new();
    for _ in 0..2_000 {
        let world = Kael::sample(&sampler, &mut rng);
        let hidden: Hand = world.view(Viewer::All).hands.iter().flatten().fold(Hand::EMPTY, |all, hand| all + *hand);
        let deck = Hand::PACK - hidden - cards("12 12").into_iter().collect();
        assert_eq!(deck.to_string(), "1 2 3 5 6 13", "what was shuffled, less the four drawn");
        firsts.insert(world.view(Viewer::All).hands[Seat::new(3)].unwrap().to_string());
    }
    assert!(firsts.len() > 500, "the hands are mixed among themselves: {}", firsts.len());
}
