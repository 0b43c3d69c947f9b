//! Examples of every rule, S1 to S8.

use cards::{Card, CardSet, Rank, Seed, Suit, pack52};
use game::{Game, Rng, Seat, Shuffles, Turn, Viewer, playout};
use schwarze_dame::{Rules, SchwarzeDame, penalty};

use crate::table::{self, ONE_SUIT_EACH, cards, deal, legal, play, points, start, trick};

/// Hands with which every seat can follow every suit for a few tricks. Forehand (seat 1) has the high clubs.
const MIXED: [&str; 4] =
    ["J76c AK2d QJ9h AKJ3s", "AKQc J43d KT2h Q987s", "T98c QT5d A876h T54s", "5432c 9876d 543h 62s"];

#[test]
fn s1_ace_king_queen_jack_ten_and_down_to_two() {
    for suit in Suit::ALL {
        let ranked: String = CardSet::suit(suit).map(|card| card.rank().letter()).collect();
        assert_eq!(ranked, "23456789TJQKA", "[S1]");
    }
    // For each pair of neighbouring clubs, both orders are tried. The higher card must take the trick, even if it was
    // played first.
    for pair in Rank::ALL.windows(2) {
        let [low, high] = [pair[0], pair[1]].map(|rank| Card::new(rank, Suit::Clubs));
        for (first, second) in [(low, high), (high, low)] {
            let mut deal = two_clubs(first, second);
            trick(&mut deal, 1, &format!("{first} {second}"));
            let taker = if first == high { 1 } else { 2 };
            assert_eq!(deal.view(Viewer::Public).winning, Some(Seat::new(taker)), "[S1] {first} {second}");
        }
    }
}

/// Returns a deal in which forehand holds the first of these cards and the next seat the second.
fn two_clubs(first: Card, second: Card) -> SchwarzeDame {
    let mut rest = !(CardSet::only(first) | CardSet::only(second));
    let mut take = |n| (0..n).map(|_| rest.next().expect("cards are left")).collect::<CardSet>();
    let hands = [take(13), take(12) | first.into(), take(12) | second.into(), take(13)];
    let words = hands.map(|hand| hand.map(|card| card.to_string()).collect::<Vec<_>>().join(" "));
    deal([&words[0], &words[1], &words[2], &words[3]])
}

#[test]
fn s2_forehand_leads_any_card_hearts_too() {
    let mut deal = deal(MIXED);
    assert_eq!(deal.turn(), Turn::of(Seat::new(1)), "[S2] the seat after the dealer");
    assert_eq!(legal(&deal, 1), cards(MIXED[1]), "[S2] any card, no heart need be broken");
    for other in [0, 2, 3] {
        assert!(legal(&deal, other).is_empty());
    }
    trick(&mut deal, 1, "2h 6h 3h 9h");
    assert_eq!(deal.turn(), Turn::of(Seat::new(0)));
    assert_eq!(legal(&deal, 0), cards(MIXED[0]) - cards("9h"), "[S2] every later leader as well");
}

#[test]
fn s2_the_queen_of_spades_may_be_led_to_the_first_trick() {
    let mut deal = deal(MIXED);
    trick(&mut deal, 1, "Qs 4s 2s 3s");
    assert_eq!(points(&deal), [0, 10 - 26, 0, 0]);
}

#[test]
fn s3_who_can_follow_must_hearts_too() {
    let mut deal = deal(MIXED);
    trick(&mut deal, 1, "2h");
    assert_eq!(legal(&deal, 2), cards("A876h"), "[S3] hearts are followed like any suit");
    let refused = play(&mut deal, 2, "Td").expect_err("seat 2 holds hearts");
    assert_eq!(
        refused.to_string(),
        "seat 2 may not play Td: You must follow suit: you have cards of the suit led. [S3]",
        "the refusal names the rule"
    );
    assert_eq!(legal(&deal, 2), cards("A876h"), "a refused card changes nothing");
}

#[test]
fn s3_nobody_has_to_win_a_trick() {
    let mut deal = deal(MIXED);
    trick(&mut deal, 1, "3d");
    assert!(legal(&deal, 2).has_all(cards("5d")) && legal(&deal, 2).has_all(cards("Qd")));
    trick(&mut deal, 2, "5d 6d 2d");
    assert_eq!(deal.turn(), Turn::of(Seat::new(3)), "[S3] the ace and the king of diamonds were kept");
}

#[test]
fn s3_without_the_suit_led_any_card_goes_even_on_the_first_trick() {
    let mut deal = deal(ONE_SUIT_EACH);
    trick(&mut deal, 1, "2d");
    assert_eq!(legal(&deal, 2), cards(ONE_SUIT_EACH[2]), "[S3] hearts, thrown on the first trick");
    play(&mut deal, 2, "Ah").unwrap();
    assert_eq!(legal(&deal, 3), cards(ONE_SUIT_EACH[3]));
    play(&mut deal, 3, "Qs").unwrap();
    play(&mut deal, 0, "2c").unwrap();
    assert_eq!(points(&deal), [0, 10 - 14 - 26, 0, 0]);
}

#[test]
fn out_of_turn_and_other_peoples_cards_are_refused() {
    let mut deal = deal(MIXED);
    let mut why = |seat, card| play(&mut deal, seat, card).expect_err("refused").refusal.key;
    assert_eq!(why(2, "Tc"), "not_your_turn");
    assert_eq!(why(1, "Tc"), "not_yours");
    assert_eq!(why(2, "Ac"), "not_yours", "nothing is said about who holds it");
}

#[test]
fn s4_the_highest_card_of_the_suit_led_takes_the_trick_and_leads() {
    let mut deal = deal(ONE_SUIT_EACH);
    trick(&mut deal, 1, "2d 3h As Ac");
    assert_eq!(deal.turn(), Turn::of(Seat::new(1)), "[S4] aces of other suits take nothing");
    let mut deal = table::deal(MIXED);
    trick(&mut deal, 1, "Qc Tc 5c Jc");
    assert_eq!(deal.turn(), Turn::of(Seat::new(1)));
    trick(&mut deal, 1, "Jd Qd 9d Kd");
    assert_eq!(deal.turn(), Turn::of(Seat::new(0)), "[S4] the taker leads the next trick");
    let view = deal.view(Viewer::Public);
    assert_eq!(view.takers, [Seat::new(1), Seat::new(0)]);
    assert_eq!(view.tricks.iter().map(|trick| trick.leader).collect::<Vec<_>>(), [Seat::new(1); 2]);
}

#[test]
fn s5_what_the_cards_cost() {
    let hearts: Vec<i16> = CardSet::suit(Suit::Hearts).map(penalty).collect();
    assert_eq!(hearts, [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14], "[S5] the queen of hearts is the 12");
    let others = CardSet::FULL - CardSet::suit(Suit::Hearts);
    for card in others {
        assert_eq!(penalty(card), if card.to_string() == "Qs" { 26 } else { 0 }, "[S5] {card}");
    }
    assert_eq!(CardSet::FULL.map(penalty).sum::<i16>(), 13 * 10, "[S5] 130 plus, 130 minus");
}

#[test]
fn s5_a_trick_with_the_queen_of_hearts() {
    let mut deal = deal(ONE_SUIT_EACH);
    trick(&mut deal, 1, "2d Qh 2s 2c");
    assert_eq!(points(&deal), [0, 10 - 12, 0, 0]);
}

#[test]
fn s5_a_trick_with_the_queen_of_spades() {
    let mut deal = deal(ONE_SUIT_EACH);
    trick(&mut deal, 1, "2d 2h Qs 2c");
    assert_eq!(points(&deal), [0, 10 - 2 - 26, 0, 0]);
}

#[test]
fn s5_who_takes_all_tricks_ends_at_zero_like_all_others() {
    let mut deal = deal(ONE_SUIT_EACH);
    for rank in Rank::ALL.map(Rank::letter) {
        assert!(!deal.turn().is_over());
        trick(&mut deal, 1, &format!("{rank}d {rank}h {rank}s {rank}c"));
    }
    assert!(deal.turn().is_over(), "[S5] after thirteen tricks");
    assert_eq!(points(&deal), [0; 4], "[S5] 13 times ten, and every card that costs");
    assert_eq!(play(&mut deal, 1, "2d").expect_err("over").refusal.key, "over");
}

#[test]
fn s5_a_deal_adds_up_to_zero() {
    let rules = Rules::default();
    let mut rng = Rng::new(5);
    for number in 1..=500 {
        let mut deal = SchwarzeDame::deal(&rules, &start(&rules), Shuffles::from_seed(Seed::numbered(number)));
        assert_eq!(playout(&mut deal, &mut rng, 100), 52);
        assert_eq!(points(&deal).iter().sum::<i32>(), 0, "[S5] numbered deal {number}");
    }
}

#[test]
fn s5_the_view_says_what_a_trick_is_worth_and_when_the_rest_is_harmless() {
    let mut deal = deal(ONE_SUIT_EACH);
    assert_eq!((deal.view(Viewer::Public).worth, deal.view(Viewer::Public).winning), (0, None));
    trick(&mut deal, 1, "2d Ah Qs");
    let view = deal.view(Viewer::Public);
    assert_eq!((view.worth, view.winning, view.on_table), (10 - 14 - 26, Some(Seat::new(1)), true));
    trick(&mut deal, 0, "2c");
    for rank in "3456789TJQK".chars() {
        assert!(!deal.view(Viewer::Public).harmless);
        let spade = if rank == 'Q' { 'A' } else { rank };
        let heart = format!("{rank}h");
        trick(&mut deal, 1, &format!("{rank}d {heart} {spade}s {rank}c"));
    }
    assert!(!deal.view(Viewer::Public).harmless, "the two of hearts is left");
    trick(&mut deal, 1, "Ad 2h");
    assert!(!deal.view(Viewer::Public).harmless, "it lies on the table");
    let end: Vec<Card> = legal(&deal, 3).collect();
    trick(&mut deal, 3, &format!("{} Ac", end[0]));
    assert!(deal.view(Viewer::Public).harmless);
}

/// Plays a match at random and returns the standings: before the first deal, and after each deal.
fn play_match(rules: Rules, first_seed: u64) -> Vec<schwarze_dame::Standing> {
    let mut shuffles = Shuffles::from_seed(Seed::numbered(first_seed));
    let mut rng = Rng::new(first_seed);
    let mut standings = vec![start(&rules)];
    while SchwarzeDame::ranking(&rules, standings.last().unwrap()).is_none() {
        let mut deal = SchwarzeDame::deal(&rules, standings.last().unwrap(), shuffles);
        playout(&mut deal, &mut rng, 100);
        standings.push(deal.next_standing());
        shuffles = deal.shuffles().clone();
    }
    standings
}

#[test]
fn s6_a_match_has_as_many_deals_as_agreed() {
    for deals in [1, 2, 8, 100] {
        let standings = play_match(Rules::new(deals).unwrap(), u64::from(deals));
        assert_eq!(standings.len(), usize::from(deals) + 1, "[S6] {deals} deals");
        let last = standings.last().unwrap();
        assert_eq!(last.totals.iter().sum::<i16>(), 0);
    }
}

#[test]
fn s6_the_deal_passes_clockwise_and_everybody_deals_twice_in_eight() {
    let dealers: Vec<usize> = play_match(Rules::default(), 3).iter().map(|s| SchwarzeDame::dealer(s).index()).collect();
    assert_eq!(dealers, [0, 1, 2, 3, 0, 1, 2, 3, 0], "[S6] [S7]");
}

#[test]
fn s6_the_best_total_wins_and_equals_win_together() {
    let rules = Rules::new(5).unwrap();
    let ranks = |totals: [i16; 4]| {
        let mut standing = start(&rules);
        (standing.played, standing.totals) = (5, totals.into());
        SchwarzeDame::ranking(&rules, &standing).map(|ranks| ranks.to_vec())
    };
    assert_eq!(ranks([12, -30, 18, 0]), Some(vec![1, 3, 0, 2]), "[S6] the best total");
    assert_eq!(ranks([20, -40, 20, 0]), Some(vec![0, 3, 0, 2]), "[S6] two winners");
    assert_eq!(ranks([0; 4]), Some(vec![0; 4]), "[S6] four winners");
    let mut early = start(&rules);
    (early.played, early.totals) = (4, [100, -100, 0, 0].into());
    assert_eq!(SchwarzeDame::ranking(&rules, &early), None, "[S6] no lead ends a match early");
}

#[test]
fn s7_seat_0_deals_first_whatever_the_seed() {
    for number in 1..20 {
        let rules = Rules::default();
        let deal = SchwarzeDame::deal(&rules, &start(&rules), Shuffles::from_seed(Seed::numbered(number)));
        assert_eq!(SchwarzeDame::dealer(&deal.view(Viewer::Public).standing), Seat::new(0), "[S7]");
        assert_eq!(deal.turn(), Turn::of(Seat::new(1)), "[S2]");
    }
}

#[test]
fn s8_one_card_at_a_time_beginning_with_forehand() {
    let rules = Rules::default();
    for dealer in 0..4 {
        let mut standing = start(&rules);
        standing.dealer = Seat::new(dealer);
        let deck = pack52();
        let deal = SchwarzeDame::deal(&rules, &standing, Shuffles::from_decks([&deck[..]]));
        let hands = deal.view(Viewer::All).hands.map(|hand| hand.expect("all hands").to_string());
        let mut dealt = [
            "2c 6c Tc Ac 5d 9d Kd 4h 8h Qh 3s 7s Js",
            "3c 7c Jc 2d 6d Td Ad 5h 9h Kh 4s 8s Qs",
            "4c 8c Qc 3d 7d Jd 2h 6h Th Ah 5s 9s Ks",
            "5c 9c Kc 4d 8d Qd 3h 7h Jh 2s 6s Ts As",
        ];
        dealt.rotate_right(usize::from(dealer + 1) % 4);
        assert_eq!(hands, dealt, "[S8] the top card goes to the seat after dealer {dealer}");
    }
}

#[test]
fn four_seats_no_more_no_fewer() {
    for seats in [0, 1, 2, 3, 5, 8] {
        let error = SchwarzeDame::start(&Rules::default(), seats).expect_err("four seats");
        assert_eq!(error.to_string(), format!("schwarze-dame has 4 seats, not {seats}"));
    }
}
