//! Tests of sampled worlds: no world contradicts what the seat has seen, and all worlds that agree have the same
//! chance.

use std::collections::BTreeMap;

use cards::{Card, CardSet, Seed};
use game::{Game, Playout, Policy, Rng, Seat, Shuffles, Viewer, Worlds};
use schwarze_dame::{Action, Rules, SchwarzeDame, View};

use crate::table::{self, ONE_SUIT_EACH, deal, trick};

/// Returns the position after this number of cards of a numbered deal. The seats choose at random or as rule players.
pub(crate) fn position(number: u64, played: u32, by_rule: bool) -> SchwarzeDame {
    let rules = Rules::default();
    let mut standing = table::start(&rules);
    standing.dealer = Seat::new((number % 4) as u8);
    let mut deal = SchwarzeDame::deal(&rules, &standing, Shuffles::from_seed(Seed::numbered(number)));
    let mut rng = Rng::new(number);
    for _ in 0..played {
        let seat = deal.turn().must().first().expect("the deal goes on");
        let action = if by_rule { deal.rollout(seat, &mut rng) } else { deal.random(seat, &mut rng) };
        deal.apply(seat, action.expect("play waits for this seat"));
    }
    deal
}

/// Replays the past of a deal from its deck and checks every card. Returns `None` if a card was not legal. The hands
/// then contradict what has been played.
pub(crate) fn replay(view: &View, hands: [CardSet; 4]) -> Option<SchwarzeDame> {
    let plays = || view.tricks.iter().flat_map(|t| (0..).zip(&t.cards).map(|(i, card)| (t.leader.after(i, 4), *card)));
    let mut dealt = hands;
    for (seat, card) in plays() {
        dealt[seat.index()].insert(card);
    }
    let forehand = view.standing.dealer.after(1, 4);
    let deck: Vec<Card> = (0..52).map(|i| dealt[forehand.after(i % 4, 4).index()].nth(u32::from(i) / 4)).collect();
    let mut deal = SchwarzeDame::deal(&view.rules, &view.standing, Shuffles::from_decks([&deck[..]]));
    plays().try_for_each(|(seat, card)| deal.play(seat, Action(card))).ok()?;
    Some(deal)
}

fn hands(deal: &SchwarzeDame) -> [CardSet; 4] {
    deal.view(Viewer::All).hands.map(|hand| hand.expect("all hands"))
}

#[test]
fn worlds_contradict_no_past() {
    let mut rng = Rng::new(1);
    let mut worlds = 0;
    for number in 1..=game::laws::worlds_to_draw() / 200 {
        // Every number of played cards up to 51 occurs, both for the seat to play and for other seats.
        let deal = position(number, (number % 52) as u32, number % 2 == 0);
        let seat = Seat::new((number / 52 % 4) as u8);
        let view = deal.view(Viewer::Seat(seat));
        let sampler = SchwarzeDame::sampler(&view);
        for _ in 0..200 {
            let world = SchwarzeDame::sample(&sampler, &mut rng);
            assert_eq!(world.view(Viewer::Seat(seat)), view, "position {number}");
            assert_eq!(world.turn(), deal.turn());
            assert_eq!(table::legal(&world, seat.index() as u8), table::legal(&deal, seat.index() as u8));
            let again = replay(&view, hands(&world)).expect("[S3] the past replays in the world");
            assert_eq!(again.view(Viewer::All), world.view(Viewer::All), "position {number}");
            worlds += 1;
        }
    }
    assert_eq!(worlds, game::laws::worlds_to_draw());
}

/// Returns all deals that agree with the view: all ways to distribute the unseen cards in which the past can be
/// replayed.
pub(crate) fn enumerate(view: &View) -> Vec<[CardSet; 4]> {
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
    partial.retain(|hands| replay(view, *hands).is_some());
    partial
}

#[test]
fn all_worlds_that_agree_have_the_same_chance() {
    let mut rng = Rng::new(2);
    let (mut tested, mut with_voids) = (0, 0);
    for number in 1..=60u64 {
        let deal = position(number, 39 + (number % 6) as u32, number % 3 == 0);
        let seat = Seat::new((number / 6 % 4) as u8);
        let view = deal.view(Viewer::Seat(seat));
        let all = enumerate(&view);
        assert!(all.contains(&hands(&deal)), "the true deal is one of them");
        let others = (0..4).filter(|&other| other != seat.index());
        let unhindered: u64 = {
            let held: Vec<u64> = others.map(|other| u64::from(view.held[other])).collect();
            let factorial = |n: u64| (1..=n).product::<u64>();
            factorial(held.iter().sum()) / held.iter().map(|&n| factorial(n)).product::<u64>()
        };
        with_voids += u32::from((all.len() as u64) < unhindered);
        let mut counts: BTreeMap<[CardSet; 4], u32> = all.iter().map(|&hands| (hands, 0)).collect();
        let sampler = SchwarzeDame::sampler(&view);
        let draws = 50 * all.len() as u32;
        for _ in 0..draws {
            let world = hands(&SchwarzeDame::sample(&sampler, &mut rng));
            *counts.get_mut(&world).expect("only worlds that agree are drawn") += 1;
        }
        let chi: f64 = counts.values().map(|&count| (f64::from(count) - 50.0).powi(2) / 50.0).sum();
        let freedom = (all.len() - 1) as f64;
        // The limit is the mean of chi-square plus five standard deviations, and 10 more because chi-square is skewed
        // for few degrees of freedom.
        let most = freedom + 5.0 * (2.0 * freedom).sqrt() + 10.0;
        assert!(chi < most, "position {number}: chi-square {chi:.1} with {freedom} degrees of freedom");
        tested += u32::from(all.len() > 1);
    }
    assert!(tested >= 40 && with_voids >= 30, "{tested} positions, {with_voids} with voids shown");
}

#[test]
fn s3_shown_voids_place_a_whole_suit() {
    // After one trick in which nobody could follow suit, seats 2, 3 and 0 are known to hold no diamonds. So seat 1
    // holds all of them.
    let mut deal = deal(ONE_SUIT_EACH);
    trick(&mut deal, 1, "2d 2h 2s 2c");
    let mut rng = Rng::new(3);
    for seat in [0, 2, 3].map(Seat::new) {
        let sampler = SchwarzeDame::sampler(&deal.view(Viewer::Seat(seat)));
        for _ in 0..100 {
            let world = hands(&SchwarzeDame::sample(&sampler, &mut rng));
            assert_eq!(world[1], table::cards("AKQJT9876543d"), "[S3]");
        }
    }
}

#[test]
fn at_the_first_lead_every_card_is_as_likely_in_each_of_the_other_hands() {
    let deal = position(9, 0, false);
    let own = Seat::new(2);
    let sampler = SchwarzeDame::sampler(&deal.view(Viewer::Seat(own)));
    let mut rng = Rng::new(4);
    let mut counts = BTreeMap::<(Card, usize), u32>::new();
    const WORLDS: u32 = 30_000;
    for _ in 0..WORLDS {
        for (seat, hand) in hands(&SchwarzeDame::sample(&sampler, &mut rng)).into_iter().enumerate() {
            assert_eq!(hand.len(), 13);
            hand.for_each(|card| *counts.entry((card, seat)).or_default() += 1);
        }
    }
    for card in !hands(&deal)[own.index()] {
        let chi: f64 =
            [0, 1, 3].map(|seat| (f64::from(counts[&(card, seat)]) - 10_000.0).powi(2) / 10_000.0).into_iter().sum();
        assert!(chi < 25.0, "{card}: chi-square {chi:.1} with 2 degrees of freedom");
    }
}
