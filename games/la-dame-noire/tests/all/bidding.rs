//! Tests of the deal, the auction and the match, one case after the other. [D1] to [D5]

use game::{Game, Seat, Shuffles};
use la_dame_noire::{LaDameNoire, Phase};

use crate::table::{self, Table, deck, rules};

const ANY: [&str; 4] = ["", "", "", ""];

/// [D1]
#[test]
fn packets_of_3_2_3_2_3_from_the_seat_after_the_dealer_d1() {
    let rules = rules("{}");
    let mut standing = LaDameNoire::start(&rules, 4).unwrap();
    standing.dealer = Seat::new(2);
    let pack = cards::pack52();
    let table = Table::with(&rules, &standing, &[pack.to_vec()]);
    // The deck is in pack order: seat 3 gets the first three cards, seat 0 the next three, and so on.
    assert_eq!(table.hand(3).to_string(), "2c 3c 4c Ac 2d 9d Td Jd 8h 9h 3s 4s 5s");
    assert_eq!(table.hand(0).to_string(), "5c 6c 7c 3d 4d Qd Kd Ad Th Jh 6s 7s 8s");
    assert_eq!(table.hand(1).to_string(), "8c 9c Tc 5d 6d 2h 3h 4h Qh Kh 9s Ts Js");
    assert_eq!(table.hand(2).to_string(), "Jc Qc Kc 7d 8d 5h 6h 7h Ah 2s Qs Ks As");
}

/// [D3]
#[test]
fn the_first_bet_is_20_or_more_in_tens_d3() {
    let table = Table::new("{}", ANY);
    assert_eq!(table.must(), [1], "the seat after the dealer speaks first");
    assert_eq!(
        table.legal(1),
        ["pass", "bid 20", "bid 30", "bid 40", "bid 50", "bid 60", "bid 70", "bid 80", "bid 90", "bid 100"]
    );
    assert_eq!(table.refused("1 bid 25"), ("bid_step", Some("D3")));
    assert_eq!(table.refused("1 bid 10"), ("bid_range", Some("D3")));
    assert_eq!(table.refused("1 bid 110"), ("bid_range", Some("D3")));
    assert_eq!(table.refused("2 bid 20"), ("not_your_turn", None));
    assert_eq!(table.refused("1 stop"), ("not_now", None));
}

/// [D3]
#[test]
fn a_later_bet_is_higher_d3() {
    let mut table = Table::new("{}", ANY);
    table.play("1 bid 80");
    assert_eq!(table.legal(2), ["pass", "bid 90", "bid 100"]);
    assert_eq!(table.refused("2 bid 80"), ("bid_higher", Some("D3")));
    assert_eq!(table.refused("2 bid 30"), ("bid_higher", Some("D3")));
}

/// [D4]
#[test]
fn bidding_again_after_a_pass_d4() {
    let mut table = Table::new("{}", ANY);
    table.play("1 pass; 2 bid 20; 3 pass; 0 pass; 1 bid 30; 2 pass; 3 bid 40; 0 pass; 1 pass");
    assert_eq!(table.must(), [2], "two passes in a row are not three");
    table.play("2 pass");
    let view = table.all();
    assert_eq!((view.phase, view.bet.unwrap().seat, view.bet.unwrap().points), (Phase::Trading, Seat::new(3), 40));
    assert_eq!(view.calls, [Some(0), Some(0), Some(0), Some(40)]);
}

/// [D4]
#[test]
fn three_passes_then_20_d4() {
    let mut table = Table::new("{}", ANY);
    table.play("1 pass; 2 pass; 3 pass; 0 bid 20");
    assert_eq!((table.all().phase, table.must()), (Phase::Bidding, vec![1]), "those that passed may speak again");
    table.play("1 pass; 2 pass; 3 pass");
    assert_eq!((table.all().phase, table.all().bet.unwrap().seat), (Phase::Trading, Seat::new(0)));
}

/// [D3]
#[test]
fn a_hundred_ends_the_auction_at_once_d3() {
    let mut table = Table::new("{}", ANY);
    table.play("1 bid 20; 2 bid 100");
    assert_eq!((table.all().phase, table.all().bet.unwrap().seat), (Phase::Trading, Seat::new(2)));
}

/// [D5]
#[test]
fn a_thrown_in_deal_does_not_count_d5() {
    let rules = rules(r#"{"deals":1}"#);
    let standing = LaDameNoire::start(&rules, 4).unwrap();
    let decks = [deck(ANY), deck(["As", "Ks", "Qs", "Js"])];
    let mut table = Table::with(&rules, &standing, &decks);
    table.play("1 pass; 2 pass; 3 pass; 0 pass");
    assert!(table.0.turn().is_over());
    assert_eq!(table.refused("1 bid 20"), ("over", None));
    assert_eq!((table.all().phase, table.points()), (Phase::ThrownIn, vec![0; 4]));
    assert!((0..4).all(|seat| table.seen_by(seat).hands.iter().flatten().count() == 1), "nobody shows a hand");
    let after = table.0.next_standing();
    assert_eq!(after, standing, "the same dealer, no deal more, totals unchanged");
    assert!(LaDameNoire::ranking(&rules, &after).is_none());
    // The next deal takes the next shuffle.
    let next = LaDameNoire::deal(&rules, &after, table.0.shuffles().clone());
    assert!(Table(next).hand(2).to_string().contains("Qs"));
}

/// [D4]
#[test]
fn passing_for_good_d4() {
    let mut table = Table::new(r#"{"pass_is_final":true}"#, ANY);
    table.play("1 pass; 2 bid 20; 3 pass; 0 bid 30");
    assert_eq!(table.must(), [2], "seat 1 is out of the auction");
    table.play("2 bid 40");
    assert_eq!(table.must(), [0]);
    table.play("0 pass");
    assert_eq!((table.all().phase, table.all().bet.unwrap().points), (Phase::Trading, 40));

    let mut table = Table::new(r#"{"pass_is_final":true}"#, ANY);
    table.play("1 pass; 2 pass; 3 pass; 0 bid 20");
    assert_eq!(table.all().phase, Phase::Trading, "all but the holder have passed");

    let mut table = Table::new(r#"{"pass_is_final":true}"#, ANY);
    table.play("1 pass; 2 pass; 3 pass; 0 pass");
    assert_eq!(table.all().phase, Phase::ThrownIn);
}

/// [D2]
#[test]
fn a_match_has_so_many_deals_and_equal_totals_win_together_d2() {
    let rules = rules(r#"{"deals":2}"#);
    let mut standing = LaDameNoire::start(&rules, 4).unwrap();
    assert_eq!(standing.dealer, Seat::new(0));
    standing.totals = [10, 40, 40, -5].into();
    standing.played = 1;
    assert!(LaDameNoire::ranking(&rules, &standing).is_none());
    standing.played = 2;
    let ranks = LaDameNoire::ranking(&rules, &standing).unwrap();
    assert_eq!(ranks.to_vec(), [2, 0, 0, 3]);
    // After a deal that was played to the end, the next seat deals.
    let rules = table::rules(r#"{"deals":2,"max_trades":0}"#);
    let standing = LaDameNoire::start(&rules, 4).unwrap();
    let mut deal = LaDameNoire::deal(&rules, &standing, Shuffles::from_seed(cards::Seed::numbered(9)));
    deal.play(Seat::new(1), "bid 100".parse().unwrap()).unwrap();
    let mut rng = game::Rng::new(1);
    game::playout(&mut deal, &mut rng, 1_000);
    assert_eq!((deal.next_standing().dealer, deal.next_standing().played), (Seat::new(1), 1));
    assert!(LaDameNoire::start(&rules, 3).is_err());
}
