//! Tests of trading, one case after the other. [D6] to [D8]

use game::{Game, Playout, Seat, Show, Viewer};
use la_dame_noire::{Action, Facts, LaDameNoire, Phase};

use crate::table::{Table, cards};

const HANDS: [&str; 4] = ["2c 3c 4c", "2d 3d 4d", "2h 3h 4h", "2s 3s 4s"];

fn trading(options: &str) -> Table {
    let mut table = Table::new(options, HANDS);
    table.play("1 bid 100");
    table
}

/// [D6]
#[test]
fn an_exchange_goes_to_the_left_seat_s_minus_1_d6() {
    let mut table = trading("{}");
    assert_eq!((table.must(), table.may()), (vec![0, 1, 2, 3], vec![]));
    let before = [0, 1, 2, 3].map(|seat| table.hand(seat));
    // The seats put their cards in any order.
    table.play("2 trade 2h; 0 trade 2c; 3 trade 2s");
    assert_eq!(table.must(), [1]);
    table.play("1 trade 2d");
    let after = [0, 1, 2, 3].map(|seat| table.hand(seat));
    let swap = |seat: usize, out: &str, into: &str| (before[seat] - cards(out)) | cards(into);
    assert_eq!(after, [swap(0, "2c", "2d"), swap(1, "2d", "2h"), swap(2, "2h", "2s"), swap(3, "2s", "2c")]);
    assert_eq!((table.all().exchanges, table.must().len(), table.may().len()), (1, 4, 0));
}

/// [D3] [D6] [D17]
#[test]
fn the_facts_of_a_bid_a_trade_and_a_coup_name_points_card_and_seat() {
    let table = trading("{}");
    let facts = |seat: u8, action: &str| table.0.facts(Seat::new(seat), action.parse().unwrap());
    assert_eq!(facts(1, "bid 30"), Facts { bid: Some(30), key: Some('3'), ..Facts::default() });
    let card = "2h".parse().unwrap();
    assert_eq!(facts(2, "trade 2h"), Facts { cards: vec![card], to: Some(Seat::new(1)), ..Facts::default() });
    assert_eq!(facts(0, "coup 3"), Facts { key: Some('4'), to: Some(Seat::new(3)), ..Facts::default() });
}

/// [D6]
#[test]
fn others_see_that_a_card_was_put_and_never_which_d6() {
    let mut table = trading("{}");
    table.play("2 trade 2h");
    let own = table.seen_by(2);
    assert_eq!(own.put_cards[2].unwrap().to_string(), "2h");
    assert_eq!((own.hand().len(), own.held[2]), (12, 12));
    for seat in [0, 1, 3] {
        let view = table.seen_by(seat);
        assert_eq!((view.put.collect::<Vec<_>>(), view.held[2]), (vec![Seat::new(2)], 12));
        assert!(view.put_cards.iter().all(Option::is_none) && view.hands[2].is_none());
    }
    let action: Action = "trade 2h".parse().unwrap();
    assert_eq!(LaDameNoire::seen_by_others(action), "trade");
}

/// [D6]
#[test]
fn a_seat_remembers_what_it_gave_and_received_d6() {
    let mut table = trading("{}");
    table.play("0 trade 2c; 1 trade 2d; 2 trade 2h; 3 trade 2s; 0 trade 2d; 1 trade 3d; 2 trade 3h; 3 trade 2c");
    let trades = |seat| {
        table.seen_by(seat).trades.iter().map(|t| format!("{}>{}", t.gave, t.received)).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(trades(0), "2c>2d 2d>3d");
    assert_eq!(trades(3), "2s>2c 2c>2d");
    assert!(table.0.view(Viewer::Public).trades.is_empty());
}

/// [D7]
#[test]
fn stop_is_refused_before_min_trades_d7() {
    let mut table = trading("{}");
    assert_eq!(table.refused("3 stop"), ("stop_early", Some("D7")));
    table.play("0 trade 2c; 1 trade 2d; 2 trade 2h");
    assert_eq!(table.may(), Vec::<usize>::new(), "a seat that has put a card may not stop yet either");
    assert_eq!(table.refused("0 stop"), ("stop_early", Some("D7")));
    table.play("3 trade 2s");
    assert!(table.legal(3).contains(&"stop".to_owned()));

    let table = trading(r#"{"min_trades":0}"#);
    assert!(table.legal(3).contains(&"stop".to_owned()), "0 allows a stop before the first");
}

/// [D7]
#[test]
fn stop_with_three_cards_put_gives_all_back_d7() {
    for caller in 0..4 {
        let mut table = trading(r#"{"min_trades":0}"#);
        let before = [0, 1, 2, 3].map(|seat| table.hand(seat));
        table.play("0 trade 2c; 1 trade 2d; 2 trade 2h");
        assert_eq!((table.must(), table.may()), (vec![3], vec![0, 1, 2]));
        assert_eq!(table.legal(0), ["stop"]);
        table.play(&format!("{caller} stop"));
        assert_eq!([0, 1, 2, 3].map(|seat| table.hand(seat)), before);
        assert_eq!((table.all().phase, table.must(), table.all().exchanges), (Phase::Showdown, vec![1], 0));
        assert!(table.all().put.is_empty());
        assert_eq!(table.refused("2 stop"), ("trading_over", Some("D7")), "the first stop counts");
        assert_eq!(table.refused("3 trade 2s"), ("trading_over", Some("D7")));
    }
}

/// [D7]
#[test]
fn a_put_card_is_not_taken_back_d7() {
    let mut table = trading("{}");
    table.play("0 trade 2c");
    assert_eq!(table.refused("0 trade 3c"), ("already_put", Some("D7")));
    assert_eq!(table.refused("0 trade 2c"), ("already_put", Some("D7")));
    assert_eq!(table.refused("1 trade 2c"), ("not_yours", None));
    assert_eq!(table.refused("1 pass"), ("not_now", None));
}

/// [D8]
#[test]
fn trading_stops_by_itself_after_max_trades_d8() {
    let mut table = trading(r#"{"max_trades":1}"#);
    table.play("0 trade 2c; 1 trade 2d; 2 trade 2h; 3 trade 2s");
    assert_eq!((table.all().phase, table.must()), (Phase::Showdown, vec![1]));

    let mut table = trading(r#"{"min_trades":2,"max_trades":2}"#);
    table.play("0 trade 2c; 1 trade 2d; 2 trade 2h; 3 trade 2s");
    assert_eq!(table.refused("0 stop"), ("stop_early", Some("D7")));
    table.play("0 trade 3c; 1 trade 3d; 2 trade 3h; 3 trade 3s");
    assert_eq!(table.all().phase, Phase::Showdown);

    let table = trading(r#"{"max_trades":0}"#);
    assert_eq!(table.all().phase, Phase::Showdown, "no trading at all");
}

/// [D7]
#[test]
fn a_random_player_is_offered_the_stop_once_a_round_d7() {
    let mut table = trading(r#"{"min_trades":0}"#);
    table.play("0 trade 2c; 1 trade 2d");
    let mut rng = game::Rng::new(1);
    let mut stops = |seat: u8| (0..16_000).filter(|_| table.0.random(Seat::new(seat), &mut rng).is_some()).count();
    assert_eq!(stops(0), 0, "only directly after its own card");
    assert!((800..1_200).contains(&stops(1)));
    assert_eq!(table.0.first_asked(), Seat::new(1), "the dealer's neighbour is asked first");
    let mut considered = |seat: u8, must: bool| {
        let view = table.seen_by(seat);
        (0..16_000).filter(|_| <LaDameNoire as game::Policy>::considered(&view, Action::Stop, must, &mut rng)).count()
    };
    assert_eq!((considered(0, false), considered(3, true)), (0, 0));
    assert!((1_800..2_200).contains(&considered(1, false)));
}

/// [D8]
#[test]
fn a_long_trading_is_remembered_for_a_hundred_rounds_d8() {
    let mut table = trading("{}");
    for round in 0..130 {
        for seat in [0u8, 1, 2, 3] {
            let card = table.hand(seat.into()).nth((round * 7 + u32::from(seat)) % 13);
            table.play(&format!("{seat} trade {card}"));
        }
    }
    assert_eq!((table.all().exchanges, table.seen_by(0).trades.len()), (130, 100));
    let view = table.seen_by(2);
    let sampler = <LaDameNoire as game::Worlds>::sampler(&view);
    let mut rng = game::Rng::new(2);
    for _ in 0..50 {
        let world = <LaDameNoire as game::Worlds>::sample(&sampler, &mut rng);
        assert!(world.view(Viewer::Seat(Seat::new(2))) == view);
    }
}
