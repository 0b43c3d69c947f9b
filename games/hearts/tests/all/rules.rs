//! Examples of every rule, H1 to H13.

use std::borrow::Cow;

use cards::{Card, CardSet, Rank, Suit};
use game::{Game, PerSeat, Seat, Show, Shuffles, Turn, Viewer};
use hearts::{Action, Gift, Giving, Hearts, Moon, Phase, Rules, Standing, penalty};

use crate::table::{self, ONE_SUIT_EACH, cards, deal, give, legal, nth_deal, play, points, start, trick};

/// Hands with which every seat can follow every suit for a few tricks. Seat 2 holds the two of clubs.
const MIXED: [&str; 4] =
    ["J76c AK2d QJ9h AKJ3s", "AKQc J43d KT2h Q987s", "T982c QT5d 876h T54s", "543c 9876d A543h 62s"];

fn seat(number: u8) -> Seat {
    Seat::new(number)
}

fn key(refused: Result<(), game::PlayError>) -> (Option<&'static str>, &'static str) {
    let refusal = refused.expect_err("refused").refusal;
    (refusal.rule.map(fixed), fixed(refusal.key))
}

/// Returns the text of a refusal, which must be borrowed, because refusals of a game do not allocate.
fn fixed(words: Cow<'static, str>) -> &'static str {
    let Cow::Borrowed(words) = words else { panic!("{words} was made when it was refused") };
    words
}

#[test]
fn h1_ace_king_queen_jack_ten_and_down_to_two() {
    for suit in Suit::ALL {
        let ranked: String = CardSet::suit(suit).map(|card| card.rank().letter()).collect();
        assert_eq!(ranked, "23456789TJQKA", "[H1]");
    }
    let mut deal = deal(MIXED);
    trick(&mut deal, 2, "2c 5c 7c Ac");
    trick(&mut deal, 1, "Jd Td");
    assert_eq!(deal.view(Viewer::Public).winning, Some(seat(1)), "[H1] the jack stands above the ten");
    trick(&mut deal, 3, "9d");
    trick(&mut deal, 0, "Kd");
    assert_eq!(deal.turn(), Turn::of(seat(0)), "[H1] and the king above both");
}

#[test]
fn h2_one_card_at_a_time_from_the_seat_after_the_dealer_and_the_deal_passes() {
    let rules = Rules::default();
    let deck: Vec<Card> = CardSet::FULL.collect();
    let standing = Standing { dealer: seat(2), played: 3, ..start(&rules) };
    let deal = Hearts::deal(&rules, &standing, Shuffles::from_decks([&deck[..]]));
    let first = deal.view(Viewer::Seat(seat(3))).hand();
    assert_eq!(first.to_string(), "2c 6c Tc Ac 5d 9d Kd 4h 8h Qh 3s 7s Js", "[H2]");
    assert_eq!(Hearts::dealer(&start(&rules)), seat(0), "[H2]");
    assert_eq!(Hearts::dealer(&deal.next_standing()), seat(3), "[H2] the deal passes clockwise");
}

#[test]
fn h3_left_right_across_hold_and_again() {
    let to: Vec<Giving> = (0..9).map(|k| nth_deal(Rules::default(), k, MIXED).view(Viewer::Public).giving).collect();
    let round = [Giving::Left, Giving::Right, Giving::Across, Giving::Nobody];
    assert_eq!(to, [&round[..], &round, &round[..1]].concat(), "[H3]");
    for (played, receiver) in [(0, 1), (1, 3), (2, 2)] {
        let mut deal = nth_deal(Rules::default(), played, MIXED);
        for (giver, gift) in (0..).zip(["AKJs", "AKQc", "876h", "A54h"]) {
            give(&mut deal, giver, gift).unwrap();
        }
        let held = deal.view(Viewer::All).hands[receiver].expect("all hands");
        assert!(held.has_all(cards("AKJs")), "[H3] deal {played}: seat 0 gives to seat {receiver}");
        assert_eq!(held.len(), 13);
    }
    let without = Rules::new(100, false, Moon::Others).unwrap();
    assert!((0..4).all(|k| nth_deal(without, k, MIXED).view(Viewer::Public).giving == Giving::Nobody), "[H3]");
}

#[test]
fn h3_any_three_cards_and_no_other_number() {
    let deal = nth_deal(Rules::default(), 0, MIXED);
    let mut actions = Vec::new();
    deal.legal(seat(0), &mut actions);
    assert_eq!(actions.len(), 13 * 12 * 11 / 6, "[H3] any three of thirteen");
    assert!("give Ks As".parse::<Action>().is_err(), "[H3]");
    assert!("give Ks As As".parse::<Action>().is_err(), "[H3]");
    assert!("give Jh Js Ks As".parse::<Action>().is_err(), "[H3]");
    assert_eq!("give Qs Kh Ah".parse::<Action>().unwrap().to_string(), "give Kh Ah Qs", "in the order of the pack");
}

#[test]
fn h4_all_choose_at_the_same_time_and_see_nothing_of_each_other() {
    let mut deal = nth_deal(Rules::default(), 0, MIXED);
    assert_eq!(deal.turn().must().len(), 4, "[H4]");
    give(&mut deal, 2, "T98c").unwrap();
    assert_eq!(deal.turn().must().collect::<Vec<_>>(), [0, 1, 3].map(seat), "[H4] who has chosen is seen");
    assert_eq!(Hearts::seen_by_others("give 8c 9c Tc".parse().unwrap()), "give");
    let giver = deal.view(Viewer::Seat(seat(2)));
    assert_eq!((giver.hand().len(), giver.gifts[2]), (10, Some(cards("T98c"))));
    let receiver = deal.view(Viewer::Seat(seat(3)));
    assert_eq!(receiver.gifts, [None; 4], "[H4] not before all have chosen");
    assert_eq!(key(give(&mut deal, 2, "765h")), (Some("H4"), "given"), "[H4] a choice stands");
    assert_eq!(key(play(&mut deal, 2, "2c")), (None, "not_now"));
    assert_eq!(key(give(&mut deal, 1, "AKJs")), (None, "not_yours"), "nothing is said about who holds them");
    for (giver, gift) in [(3, "A54h"), (0, "AKJs"), (1, "AKQc")] {
        give(&mut deal, giver, gift).unwrap();
    }
    assert_eq!(deal.view(Viewer::Public).phase, Phase::Play, "[H4] the fourth choice ends it");
    let view = deal.view(Viewer::Seat(seat(3)));
    assert_eq!(view.gifts, [None, None, Some(cards("T98c")), Some(cards("A54h"))], "[H4] what it got and what it gave");
    assert!(view.hand().has_all(cards("T98c")) && (view.hand() & cards("A54h")).is_empty());
    assert_eq!(deal.view(Viewer::Public).gifts, [None; 4], "[H4] nobody else is told");
    assert_eq!(key(give(&mut deal, 0, "QJ9h")), (None, "not_now"));
}

#[test]
fn h4_nobody_can_pass_on_what_it_is_about_to_get() {
    let mut deal = nth_deal(Rules::default(), 0, MIXED);
    give(&mut deal, 0, "AKJs").unwrap();
    assert_eq!(key(give(&mut deal, 1, "AKJs")), (None, "not_yours"), "[H4]");
}

#[test]
fn h5_the_two_of_clubs_leads_after_the_giving() {
    let mut dealt = deal(MIXED);
    assert_eq!(dealt.turn(), Turn::of(seat(2)), "[H5]");
    assert_eq!(legal(&dealt, 2), cards("2c"), "[H5] that card and no other");
    assert_eq!(key(play(&mut dealt, 2, "Tc")), (Some("H5"), "two_of_clubs"));
    let mut deal = nth_deal(Rules::default(), 0, MIXED);
    for (giver, gift) in (0..).zip(["AKJs", "AKQc", "T92c", "A54h"]) {
        give(&mut deal, giver, gift).unwrap();
    }
    assert_eq!(deal.turn(), Turn::of(seat(3)), "[H5] who was given it leads it");
}

#[test]
fn h6_who_can_follow_must_and_who_cannot_plays_anything() {
    let mut deal = deal(MIXED);
    trick(&mut deal, 2, "2c");
    assert_eq!(legal(&deal, 3), cards("543c"), "[H6]");
    assert_eq!(key(play(&mut deal, 3, "Ah")), (Some("H6"), "follow_suit"));
    trick(&mut deal, 3, "3c 6c Ac");
    trick(&mut deal, 1, "Kc 8c 4c 7c");
    trick(&mut deal, 1, "Qc 9c 5c Jc");
    trick(&mut deal, 1, "7s 4s 6s 3s");
    assert_eq!(deal.turn(), Turn::of(seat(1)), "[H6] ace, king and queen were kept: nobody has to win");
    trick(&mut deal, 1, "8s 5s 2s Js");
    trick(&mut deal, 0, "Ks 9s Ts");
    assert_eq!(legal(&deal, 3), cards("9876d A543h"), "[H6] without spades anything, hearts too");
}

#[test]
fn h7_no_points_in_the_first_trick_unless_there_is_nothing_else() {
    let hands = ["AKQJT9876543c 2d", "2c AKQJT9876543d", "AKQJT98765432h", "AKQJT98765432s"];
    let mut dealt = deal(hands);
    trick(&mut dealt, 1, "2c");
    assert_eq!(legal(&dealt, 2), cards(hands[2]), "[H7] nothing but hearts");
    trick(&mut dealt, 2, "Ah");
    assert_eq!(legal(&dealt, 3), cards("AKJT98765432s"), "[H7] everything but the queen");
    assert_eq!(key(play(&mut dealt, 3, "Qs")), (Some("H7"), "first_trick"));
    let hands = ["2c AKQJT987654d 2h", "AKQJT98765c 32d 2s", "AKQJT9876543h Qs", "43c AKJT9876543s"];
    let mut deal = deal(hands);
    trick(&mut deal, 0, "2c 5c");
    assert_eq!(legal(&deal, 2), cards(hands[2]), "[H7] twelve hearts and the queen: the queen too");
    trick(&mut deal, 2, "Qs 3c");
    assert_eq!(points(&deal), [0, 13, 0, 0], "[H7]");
}

/// Hands with which hearts are broken in the third trick. Seat 1 holds the queen of spades.
const LATE_HEARTS: [&str; 4] =
    ["KQ2c AKQJT98d AKQh", "AJTc 765432d 432h Qs", "98765c 9876h 5432s", "43c JT5h AKJT9876s"];

#[test]
fn h8_hearts_are_not_led_before_one_has_been_played() {
    let mut deal = deal(LATE_HEARTS);
    trick(&mut deal, 0, "2c Ac 5c 3c");
    assert_eq!(legal(&deal, 1), cards("JTc 765432d Qs"), "[H8] no hearts yet");
    assert_eq!(key(play(&mut deal, 1, "2h")), (Some("H8"), "not_broken"));
    trick(&mut deal, 1, "Jc 6c 4c Kc");
    trick(&mut deal, 0, "Qc Tc 7c");
    assert!(!deal.view(Viewer::Public).broken);
    trick(&mut deal, 3, "5h");
    assert!(deal.view(Viewer::Public).broken, "[H8] a heart was thrown away");
    assert!(legal(&deal, 0).has_all(cards("AKQh")), "[H8]");
    assert_eq!(points(&deal), [1, 0, 0, 0], "[H11]");
}

#[test]
fn h8_who_has_only_hearts_leads_one() {
    let hands = ["32c AKQJT987654d", "Kc 32d AKQJT98765s", "Ac AKQJT9876543h", "QJT987654c 2h 432s"];
    let mut deal = deal(hands);
    trick(&mut deal, 0, "2c Kc Ac 4c");
    assert!(!deal.view(Viewer::Public).broken);
    assert_eq!(legal(&deal, 2), cards("AKQJT9876543h"), "[H8] nothing but hearts");
    trick(&mut deal, 2, "3h");
    assert!(deal.view(Viewer::Public).broken, "[H8] that breaks them");
}

#[test]
fn h9_the_queen_of_spades_may_be_led_and_breaks_no_hearts() {
    let mut deal = deal(LATE_HEARTS);
    trick(&mut deal, 0, "2c Ac 5c 3c");
    trick(&mut deal, 1, "Qs 2s As Td");
    assert_eq!(points(&deal), [0, 0, 0, 13], "[H9] [H11]");
    assert!(!deal.view(Viewer::Public).broken, "[H8] [H9]");
    assert_eq!(legal(&deal, 3), cards("4c KJT9876s"), "[H8] hearts may not be led");
}

#[test]
fn h10_the_highest_card_of_the_suit_led_takes_and_leads() {
    let mut deal = deal(ONE_SUIT_EACH);
    trick(&mut deal, 0, "2c Ad Ah As");
    assert_eq!(deal.turn(), Turn::of(seat(0)), "[H10] aces of other suits take nothing");
    let mut deal = table::deal(MIXED);
    trick(&mut deal, 2, "2c 5c Jc Qc");
    assert_eq!(deal.turn(), Turn::of(seat(1)), "[H10]");
    assert_eq!(deal.view(Viewer::Public).takers, [seat(1)]);
}

#[test]
fn h10_all_thirteen_tricks_are_played() {
    let mut deal = deal(ONE_SUIT_EACH);
    for rank in Rank::ALL.map(Rank::letter) {
        assert!(!deal.turn().is_over(), "[H10]");
        trick(&mut deal, 0, &format!("{rank}c {rank}d {rank}h {rank}s"));
        assert_eq!(deal.view(Viewer::Public).harmless, rank == 'A', "the ace of hearts is the last point");
    }
    assert!(deal.turn().is_over(), "[H10]");
    assert_eq!(key(play(&mut deal, 1, "2d")), (None, "over"));
}

#[test]
fn h11_every_heart_one_the_queen_of_spades_thirteen() {
    for card in CardSet::FULL {
        let costs = match card.to_string().as_str() {
            "Qs" => 13,
            card if card.ends_with('h') => 1,
            _ => 0,
        };
        assert_eq!(penalty(card), costs, "[H11] {card}");
    }
    assert_eq!(CardSet::FULL.map(penalty).sum::<u8>(), 26, "[H11]");
    let mut deal = deal(LATE_HEARTS);
    trick(&mut deal, 0, "2c Ac 5c 3c");
    trick(&mut deal, 1, "Qs 2s As");
    assert_eq!(deal.view(Viewer::Public).worth, 13);
    trick(&mut deal, 0, "Ad");
    let view = deal.view(Viewer::Public);
    assert_eq!((view.worth, view.tricks[1].parts.as_slice()), (0, &[13, 0, 0, 0][..]));
}

fn all_to_seat_0(moon: Moon) -> Hearts {
    let mut deal = nth_deal(Rules::new(26, false, moon).unwrap(), 0, ONE_SUIT_EACH);
    for rank in Rank::ALL.map(Rank::letter) {
        trick(&mut deal, 0, &format!("{rank}c {rank}d {rank}h {rank}s"));
    }
    deal
}

#[test]
fn h12_who_takes_all_shoots_the_moon() {
    assert_eq!(points(&all_to_seat_0(Moon::Others)), [0, 26, 26, 26], "[H12]");
    let own = all_to_seat_0(Moon::Own);
    assert_eq!(points(&own), [-26, 0, 0, 0], "[H12]");
    assert_eq!(*own.next_standing().totals, [-26, 0, 0, 0], "[H12] a total may fall below zero");
    assert_eq!(Hearts::ranking(own.rules(), &own.next_standing()), None, "[H13] nobody has reached 26");
    let shot = Hearts::MARKS.iter().position(|mark| *mark == "shot the moon").unwrap();
    assert_eq!([0, 1, 2, 3].map(|s| own.mark(shot, seat(s))), [true, false, false, false]);
}

#[test]
fn h12_all_points_are_needed_not_all_tricks() {
    let rules = Rules::default();
    let (mut moons, mut with_tricks_lost) = (0, 0);
    for number in 1..=1_500 {
        let shuffles = Shuffles::from_seed(cards::Seed::numbered(number));
        let mut deal = Hearts::deal(&rules, &start(&rules), shuffles);
        game::rollout(&mut deal, &mut game::Rng::new(number), 100);
        let view = deal.view(Viewer::Public);
        if let Some(shooter) = view.taken.iter().position(|&taken| taken == 26) {
            moons += 1;
            with_tricks_lost += u32::from(view.takers.iter().any(|taker| taker.index() != shooter));
            assert_eq!(points(&deal)[shooter], 0, "[H12]");
            assert_eq!(points(&deal).iter().sum::<i32>(), 3 * 26, "[H12]");
        } else {
            assert_eq!(points(&deal).iter().sum::<i32>(), 26, "[H11]");
        }
    }
    assert!(moons > 0 && with_tricks_lost > 0, "{moons} moons, {with_tricks_lost} with tricks lost");
}

#[test]
fn h12_nobody_can_choose_to_spare_who_would_win() {
    let rules = Rules::default();
    let moon = all_to_seat_0(Moon::Others);
    let standing = Standing { totals: [90, 80, 10, 50].into(), ..start(&rules) };
    let after: Vec<i16> = standing.totals.iter().zip(points(&moon)).map(|(t, p)| t + p as i16).collect();
    assert_eq!(after, [90, 106, 36, 76]);
    let standing = Standing { totals: PerSeat::from_fn(4, |seat| after[seat.index()]), ..standing };
    let ranks = Hearts::ranking(&rules, &standing).expect("[H13] 106 ends it");
    assert_eq!(ranks.to_vec(), [2, 3, 0, 1], "[H12] the shooter has lost the match");
}

#[test]
fn h13_a_hundred_ends_it_and_the_lowest_total_wins() {
    let ranks = |to, totals: [i16; 4]| {
        let rules = Rules::new(to, true, Moon::Others).unwrap();
        Hearts::ranking(&rules, &Standing { totals: totals.into(), ..start(&rules) }).map(|ranks| ranks.to_vec())
    };
    assert_eq!(ranks(100, [99, 60, 0, 99]), None, "[H13] nobody has reached it");
    assert_eq!(ranks(100, [100, 60, 0, 99]), Some(vec![3, 1, 0, 2]), "[H13]");
    assert_eq!(ranks(100, [104, 120, 30, 58]), Some(vec![2, 3, 0, 1]), "[H13] two have reached it");
    assert_eq!(ranks(100, [40, 111, 40, 69]), Some(vec![0, 3, 0, 2]), "[H13] equal lowest totals win together");
    assert_eq!(ranks(100, [101, 101, 101, 101]), Some(vec![0; 4]), "[H13]");
    assert_eq!(ranks(50, [50, 4, 4, 20]), Some(vec![3, 0, 0, 2]), "[H13]");
    assert_eq!(ranks(1, [1, 0, 12, 13]), Some(vec![1, 0, 2, 3]), "[H13] a single deal");
}

#[test]
fn fewer_points_are_worth_more() {
    let rules = Rules::default();
    let standing = Standing { totals: [0, 26, 13, -26].into(), ..start(&rules) };
    assert_eq!(Hearts::value(&rules, &standing).to_vec(), [0.0, -26.0, -13.0, 26.0], "[H11]");
}

#[test]
fn out_of_turn_and_other_peoples_cards_are_refused() {
    let mut deal = deal(MIXED);
    assert_eq!(key(play(&mut deal, 3, "5c")), (None, "not_your_turn"));
    assert_eq!(key(play(&mut deal, 2, "Ac")), (None, "not_yours"), "nothing is said about who holds it");
    assert!(Gift::new(cards("AKs")).is_none());
}
