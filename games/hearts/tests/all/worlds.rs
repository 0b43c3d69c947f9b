//! Tests of sampled worlds: no world contradicts what the seat has seen, and all worlds that agree have the same
//! chance.

use std::collections::BTreeMap;

use cards::{Card, CardSet, Seed};
use game::{Game, Playout, Policy, Rng, Seat, Shuffles, Viewer, Worlds};
use hearts::{Action, Gift, Hearts, Phase, Rules, Standing, View};

use crate::table::{self, deal, give, nth_deal, trick};

/// Returns the position after this number of actions of a numbered deal. The seats choose at random or as rule players.
pub(crate) fn position(number: u64, actions: u32, by_rule: bool) -> Hearts {
    let rules = Rules::default();
    let (dealer, played) = (Seat::new((number % 4) as u8), (number / 4 % 4) as u16);
    let standing = Standing { dealer, played, ..table::start(&rules) };
    let mut deal = Hearts::deal(&rules, &standing, Shuffles::from_seed(Seed::numbered(number)));
    let mut rng = Rng::new(number);
    for _ in 0..actions {
        let Some(seat) = deal.turn().must().nth((number % 3) as usize).or(deal.turn().must().first()) else { break };
        let action = if by_rule { deal.rollout(seat, &mut rng) } else { deal.random(seat, &mut rng) };
        deal.apply(seat, action.expect("play waits for this seat"));
    }
    deal
}

/// Replays the past of a deal from its deck and checks every action. Returns `None` if an action was not legal. The
/// hands and gifts then contradict what has happened.
fn replay(view: &View, hands: [CardSet; 4], gifts: [CardSet; 4]) -> Option<Hearts> {
    let plays = || view.tricks.iter().flat_map(|trick| trick.plays());
    let mut dealt = hands;
    for (seat, card) in plays() {
        dealt[seat.index()].insert(card);
    }
    for giver in view.chosen {
        if view.phase != Phase::Giving {
            let receiver = view.giving.from(giver).expect("cards are given in this deal").index();
            if !dealt[receiver].has_all(gifts[giver.index()]) {
                return None;
            }
            dealt[receiver] = dealt[receiver] - gifts[giver.index()];
        }
    }
    for giver in view.chosen {
        dealt[giver.index()] = dealt[giver.index()] | gifts[giver.index()];
    }
    if dealt.iter().any(|hand| hand.len() != 13) {
        return None;
    }
    let first = view.standing.dealer.after(1, 4);
    let deck: Vec<Card> = (0..52).map(|i| dealt[first.after(i % 4, 4).index()].nth(u32::from(i) / 4)).collect();
    let mut deal = Hearts::deal(&view.rules, &view.standing, Shuffles::from_decks([&deck[..]]));
    for giver in view.chosen {
        deal.play(giver, Action::Give(Gift::new(gifts[giver.index()])?)).ok()?;
    }
    plays().try_for_each(|(seat, card)| deal.play(seat, Action::Play(card))).ok()?;
    Some(deal)
}

fn hands(deal: &Hearts) -> [CardSet; 4] {
    deal.view(Viewer::All).hands.map(|hand| hand.expect("all hands"))
}

fn gifts(deal: &Hearts) -> [CardSet; 4] {
    deal.view(Viewer::All).gifts.map(|gift| gift.unwrap_or(CardSet::EMPTY))
}

#[test]
fn worlds_contradict_no_past() {
    let mut rng = Rng::new(1);
    let mut worlds = 0;
    for number in 1..=560u64 {
        // Every number of actions up to 55 occurs, both for the seat to play and for other seats, and with all
        // directions of passing.
        let deal = position(number, (number * 5 % 56) as u32, number % 2 == 0);
        let seat = Seat::new((number / 16 % 4) as u8);
        if deal.turn().is_over() {
            continue;
        }
        let view = deal.view(Viewer::Seat(seat));
        let sampler = Hearts::sampler(&view);
        for drawn in 0..game::laws::worlds_to_draw() / 546 {
            let world = Hearts::sample(&sampler, &mut rng);
            assert_eq!(world.view(Viewer::Seat(seat)), view, "position {number}");
            assert_eq!(world.turn(), deal.turn());
            worlds += 1;
            // Only some worlds replay the whole past, because a replay takes many times as long as drawing a world.
            if drawn % 10 > 0 {
                continue;
            }
            assert_eq!(table::legal(&world, seat.index() as u8), table::legal(&deal, seat.index() as u8));
            let again = replay(&view, hands(&world), gifts(&world)).expect("the past replays in the world");
            assert_eq!(again.view(Viewer::All), world.view(Viewer::All), "position {number}");
        }
    }
    assert!(worlds >= game::laws::worlds_to_draw(), "{worlds}");
}

/// Returns all deals that agree with the view. All ways to distribute the unseen cards to the other hands are tried,
/// with known gifts at their receivers. A deal agrees if the past can be replayed. Gifts between other seats are not
/// varied, because any gift is possible.
pub(crate) fn enumerate(deal: &Hearts, view: &View) -> Vec<[CardSet; 4]> {
    let own = view.seat.expect("a seat").index();
    let gone: CardSet = view.tricks.iter().flat_map(|trick| trick.cards.iter().copied()).collect();
    let mut partial = vec![[CardSet::EMPTY; 4]];
    partial[0][own] = view.hand();
    for card in !(gone | view.hand()) {
        partial = partial
            .iter()
            .flat_map(|hands| (0..4).map(move |seat| (seat, *hands)))
            .filter(|(seat, hands)| *seat != own && hands[*seat].len() < u32::from(view.held[*seat]))
            .map(|(seat, mut hands)| {
                hands[seat].insert(card);
                hands
            })
            .collect();
    }
    partial.retain(|hands| in_world(view, *hands).is_some());
    assert!(partial.contains(&hands(deal)), "the true deal is one of them");
    partial
}

/// Returns the position with these hands, or `None` if they contradict the view. For a gift that the viewer does not
/// know, the first three cards of the receiver are chosen.
pub(crate) fn in_world(view: &View, hands: [CardSet; 4]) -> Option<Hearts> {
    let played =
        |seat: Seat| view.tricks.iter().flat_map(|t| t.plays()).filter(move |(s, _)| *s == seat).map(|(_, c)| c);
    let gifts: [CardSet; 4] = std::array::from_fn(|giver| {
        let receiver = view.giving.from(Seat::new(giver as u8));
        match (view.gifts[giver], receiver) {
            (Some(gift), _) => gift,
            (None, Some(receiver)) => (hands[receiver.index()] | played(receiver).collect()).take(3).collect(),
            (None, None) => CardSet::EMPTY,
        }
    });
    replay(view, hands, gifts)
}

#[test]
fn all_worlds_that_agree_have_the_same_chance() {
    let mut rng = Rng::new(2);
    let (mut tested, mut limited) = (0, 0);
    for number in 1..=60u64 {
        // Four gifts come before the cards, except in deals without passing, which is every fourth deal of a match.
        let gifts = if number / 4 % 4 == 3 { 0 } else { 4 };
        let deal = position(number, gifts + 39 + (number % 6) as u32, number % 3 == 0);
        let seat = Seat::new((number / 6 % 4) as u8);
        let view = deal.view(Viewer::Seat(seat));
        let all = enumerate(&deal, &view);
        let factorial = |n: u8| (1..=u64::from(n)).product::<u64>();
        let held: Vec<u8> = (0..4).filter(|&other| other != seat.index()).map(|other| view.held[other]).collect();
        let unlimited = factorial(held.iter().sum()) / held.iter().map(|&n| factorial(n)).product::<u64>();
        limited += u32::from((all.len() as u64) < unlimited);
        alike(&Hearts::sampler(&view), &all, &mut rng, &format!("position {number}"));
        tested += u32::from(all.len() > 1);
    }
    assert!(tested >= 40 && limited >= 40, "{tested} positions, {limited} with something known");
}

/// Draws worlds and checks that all possible worlds occur about equally often.
fn alike(sampler: &hearts::Sampler, all: &[[CardSet; 4]], rng: &mut Rng, what: &str) {
    let mut counts: BTreeMap<[CardSet; 4], u32> = all.iter().map(|&hands| (hands, 0)).collect();
    for _ in 0..50 * all.len() {
        let world = hands(&Hearts::sample(sampler, rng));
        *counts.get_mut(&world).expect("only worlds that agree are drawn") += 1;
    }
    let chi: f64 = counts.values().map(|&count| (f64::from(count) - 50.0).powi(2) / 50.0).sum();
    let freedom = (all.len() - 1) as f64;
    // The limit is the mean of chi-square plus five standard deviations, and 10 more because chi-square is skewed for
    // few degrees of freedom.
    let most = freedom + 5.0 * (2.0 * freedom).sqrt() + 10.0;
    assert!(chi < most, "{what}: chi-square {chi:.1} with {freedom} degrees of freedom");
}

#[test]
fn h4_what_was_given_away_lies_where_it_went_and_every_gift_among_the_others_is_as_likely() {
    let hands_dealt = ["J76c AK2d QJ9h AKJ3s", "AKQc J43d KT2h Q987s", "T982c QT5d 876h T54s", "543c 9876d A543h 62s"];
    let mut deal = nth_deal(Rules::default(), 0, hands_dealt);
    for (giver, gift) in (0..).zip(["AKJs", "AKQc", "876h", "A54h"]) {
        give(&mut deal, giver, gift).unwrap();
    }
    let sampler = Hearts::sampler(&deal.view(Viewer::Seat(Seat::new(0))));
    let mut rng = Rng::new(5);
    let mut from = BTreeMap::<Card, u32>::new();
    const WORLDS: u32 = 26_000;
    for _ in 0..WORLDS {
        let world = Hearts::sample(&sampler, &mut rng);
        assert!(hands(&world)[1].has_all(table::cards("AKJs")), "[H4] what seat 0 gave");
        assert!(hands(&world)[2].has(Card::at(0)), "[H5] who leads holds the two of clubs");
        let gifts = gifts(&world);
        assert_eq!((gifts[0], gifts[3]), (table::cards("AKJs"), table::cards("A54h")));
        assert!(hands(&world)[2].has_all(gifts[1]) && hands(&world)[3].has_all(gifts[2]));
        gifts[1].for_each(|card| *from.entry(card).or_default() += 1);
    }
    // Seat 2 received three of its thirteen cards from seat 1. The two of clubs is certainly one of the thirteen. Seat
    // 2 can hold each of the 35 other unseen cards. Each of these cards is one of the thirteen with chance 12 in 35.
    let two = f64::from(from[&Card::at(0)]) / f64::from(WORLDS);
    assert!((two - 3.0 / 13.0).abs() < 0.013, "{two}");
    for (card, count) in from.iter().skip(1) {
        let share = f64::from(*count) / f64::from(WORLDS);
        assert!((share - 3.0 / 13.0 * 12.0 / 35.0).abs() < 0.009, "{card} {share}");
    }
}

#[test]
fn h7_a_point_in_the_first_trick_tells_the_whole_hand() {
    let mut deal = deal(["2c AKQJT987654d 2h", "AKQJT98765c 32d 2s", "AKQJT9876543h Qs", "43c AKJT9876543s"]);
    trick(&mut deal, 0, "2c 5c 3h");
    let mut rng = Rng::new(3);
    let sampler = Hearts::sampler(&deal.view(Viewer::Seat(Seat::new(0))));
    for _ in 0..100 {
        // Twelve of the cards with points are left, and seat 0 holds none of them. So all twelve are in this hand.
        let held = hands(&Hearts::sample(&sampler, &mut rng))[2];
        assert_eq!(held, table::cards("AKQJT987654h Qs"), "[H7]");
    }
}

#[test]
fn h8_who_leads_the_first_heart_holds_nothing_else() {
    let mut deal = deal(["32c AKQJT987654d", "Kc 32d AKQJT98765s", "Ac AKQJT9876543h", "QJT987654c 2h 432s"]);
    trick(&mut deal, 0, "2c Kc Ac 4c");
    trick(&mut deal, 2, "3h");
    let mut rng = Rng::new(4);
    for viewer in [0, 1, 3].map(Seat::new) {
        let sampler = Hearts::sampler(&deal.view(Viewer::Seat(viewer)));
        for _ in 0..100 {
            let held = hands(&Hearts::sample(&sampler, &mut rng))[2];
            assert!(table::cards("AKQJT98765432h").has_all(held), "[H8]");
        }
    }
}

#[test]
fn while_cards_are_given_every_arrangement_is_as_likely() {
    // One seat has chosen its gift. An unseen card is in one of the hands or in that gift. The chance of each place is
    // proportional to the number of cards there.
    let deal = position(2, 1, false);
    let chosen = deal.view(Viewer::Public).chosen.first().expect("one has chosen");
    let own = chosen.after(1, 4);
    let sampler = Hearts::sampler(&deal.view(Viewer::Seat(own)));
    let mut rng = Rng::new(6);
    let mut aside = BTreeMap::<Card, u32>::new();
    const WORLDS: u32 = 26_000;
    for _ in 0..WORLDS {
        let world = Hearts::sample(&sampler, &mut rng);
        assert_eq!(hands(&world).map(|hand| hand.len()), deal.view(Viewer::All).held.map(u32::from));
        gifts(&world)[chosen.index()].for_each(|card| *aside.entry(card).or_default() += 1);
    }
    assert_eq!(aside.len(), 39);
    for (card, count) in aside {
        let share = f64::from(count) / f64::from(WORLDS);
        assert!((share - 3.0 / 39.0).abs() < 0.009, "{card} {share}");
    }
}
