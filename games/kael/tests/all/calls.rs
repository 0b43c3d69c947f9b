//! Edge cases of calls, counting, landings, eliminations and the match.

use game::{Game, Seat, Show};
use kael::{CallFrom, CallOutcome, Card, FalseCall, Kael, Landings, MatchEnd, Rules, Standing};

use crate::common::{Table, counted, standing};

fn seat(index: u8) -> Seat {
    Seat::new(index)
}

fn with_totals(totals: &[i16]) -> Standing {
    let mut standing = standing(totals.len() as u8);
    for (index, &total) in totals.iter().enumerate() {
        standing.totals[seat(index as u8)] = total;
    }
    standing
}

#[test]
fn not_before_everybody_has_had_a_turn() {
    let mut table = Table::new(&["1 2", "1 3", "2 3"], "13", "12 11 10 9");
    assert_eq!(table.refuses("1 kael"), "K13 first_round");
    table.play("1 lay 3; 1 draw deck; 2 lay 3; 2 draw deck");
    assert_eq!(table.refuses("0 kael"), "K13 first_round", "[K13] the dealer has not had one");
    table.play("0 lay 2; 0 draw deck");
    assert!(table.can("1 kael"));
    table.play("1 kael");
    assert_eq!(table.refuses("2 kael"), "K13 said_already");
    assert_eq!(table.view(2).remaining, [seat(2), seat(0)], "[K14]");
}

#[test]
fn call_from_says_how_many_turns_everybody_needs_first() {
    for (from, key) in [(2, "first_round"), (3, "two_rounds"), (4, "three_rounds"), (5, "four_rounds")] {
        let rules = Rules { call_from: CallFrom::try_from(from).unwrap(), ..Rules::default() };
        let mut table = Table::with(rules, &["1 2", "1 3", "2 3"], "13", "X 12 11 10 9 8 7 6 5 4 3 13 12 11", &[]);
        for turn in 0..3 * (from - 1) {
            let seat = (turn + 1) % 3;
            assert_eq!(table.refuses(&format!("{seat} kael")), format!("K13 {key}"), "{from}, turn {turn}");
            assert!(!table.view(seat).callable);
            // After the refused call, the player lays the highest card of its hand.
            let hand = table.view(seat).hand();
            let card = hand.cards().last().expect("a card");
            let draw = if card == Card::X { String::new() } else { format!("; {seat} draw deck") };
            table.play(&format!("{seat} lay {card}{draw}"));
        }
        assert!(table.can("1 kael") && table.view(1).callable, "[K13] everybody has had {} turns", from - 1);
    }
}

#[test]
fn who_is_out_needs_no_turn() {
    let rules = Rules { call_from: CallFrom::try_from(3).unwrap(), ..Rules::default() };
    let mut standing = with_totals(&[0, 0, 120]);
    standing.out[seat(2)] = Some(1);
    let mut table = Table::at(rules, standing, &["1 2", "1 3", ""], "13", "12 11 10 9 8", &[]);
    for (seat, card) in [(1, 3), (0, 2), (1, 12)] {
        table.play(&format!("{seat} lay {card}; {seat} draw deck"));
        assert_eq!(table.refuses(&format!("{} kael", 1 - seat)), "K13 two_rounds");
    }
    table.play("0 lay 11; 0 draw deck");
    assert!(table.can("1 kael"), "[K13] two turns of two players");
}

#[test]
fn the_others_have_one_more_turn_and_the_caller_shows() {
    let mut table = Table::new(&["1 2", "1 3", "2 3"], "13", "0 11 10 9 8 7");
    table.play("1 lay 3; 1 draw deck; 2 lay 3; 2 draw deck; 0 lay 2; 0 draw deck; 1 kael");
    table.play("2 lay 11; 2 draw deck; 0 lay 10; 0 draw deck");
    assert_eq!(table.legal(1), "show", "[K14]");
    assert_eq!(table.refuses("1 lay 1"), "K14 show_now");
    assert_eq!(table.view(0).hands[seat(1)], None, "not yet shown");
    table.play("1 show");
    assert_eq!(table.view(0).hands[seat(1)].unwrap().to_string(), "0 1", "all hands are shown");
    assert_eq!(table.deal.turn(), game::Turn::Over);
    assert_eq!(table.refuses("1 show"), "- over");
}

#[test]
fn five_is_right_and_six_is_a_mistake() {
    for (hand, count, points) in
        [("2 3", CallOutcome::Success, [Some(13), Some(0)]), ("3 3", CallOutcome::Mistake, [Some(0), Some(20)])]
    {
        let table = counted(Rules::default(), standing(2), &["6 7", hand]);
        assert_eq!((table.outcome().count, table.points()), (count, points.to_vec()), "[K13] [K16] [K18]");
    }
}

#[test]
fn what_a_simulation_counts_of_a_call() {
    let marked = |hands: &[&str], totals: &[i16], index: u8| -> Vec<&str> {
        let deal = counted(Rules::default(), with_totals(totals), hands).deal;
        (0..Kael::MARKS.len()).filter(|&mark| deal.mark(mark, seat(index))).map(|mark| Kael::MARKS[mark]).collect()
    };
    assert_eq!(marked(&["6 7", "2 3"], &[0, 0], 1), ["called", "call succeeded"], "[K16]");
    assert_eq!(marked(&["6 7", "2 3"], &[0, 0], 0), [""; 0]);
    assert_eq!(marked(&["2 3", "2 3"], &[0, 0], 1), ["called"], "[K17] an equal hand beats it");
    assert_eq!(marked(&["6 7", "3 3"], &[0, 0], 1), ["called", "mistake"], "[K18]");
    assert_eq!(marked(&["6 7", "2 3"], &[90, 0], 0), ["eliminated"], "[K20]");
}

#[test]
fn a_mistake_is_hidden_until_the_caller_shows() {
    let mut table = Table::new(&["1 2", "7 3"], "13", "12 11 10");
    table.play("1 lay 3; 1 draw deck; 0 lay 2; 0 draw deck");
    assert_eq!((table.view(1).call_is_mistake, table.view(1).call_eliminates), (Some(true), Some(false)));
    table.play("1 kael");
    assert_eq!((table.view(1).mistaken, table.view(0).mistaken), (Some(true), None), "[K18]");
    table.play("0 lay 11; 0 draw deck; 1 show");
    assert_eq!(table.view(0).mistaken, Some(true));
}

#[test]
fn a_cut_after_the_call_does_not_mend_a_mistake() {
    // The caller holds 9 9 at the call and cuts them later. Its hand is then empty, but the call is still a mistake.
    let mut table = Table::new(&["9 4", "9 9"], "13", "9 1 2 3");
    table.play("1 lay 9; 1 draw deck; 0 lay 4; 0 draw pile");
    assert_eq!((table.hand(1).as_str(), table.hand(0).as_str()), ("9 9", "9 9"));
    table.play("1 kael; 0 lay 9 9");
    assert_eq!(table.legal(1), "cut 9 9", "[K14] cuts for the caller too");
    table.play("1 cut 9 9; 0 draw deck; 1 show");
    assert_eq!(table.outcome().count, CallOutcome::Mistake, "[K18] judged at the moment of saying it");
    assert_eq!(table.outcome().values[seat(1)], Some(0), "[K15] no cards are 0");
}

#[test]
fn a_tie_is_lost() {
    let table = counted(Rules::default(), standing(3), &["6 7", "2 3", "1 4"]);
    assert_eq!(
        (table.outcome().count, table.points()),
        (CallOutcome::Beaten, vec![Some(0), Some(20), Some(0)]),
        "[K17]"
    );
    let table = counted(Rules::default(), standing(3), &["6 7", "2 3", "1 3"]);
    assert_eq!(table.outcome().count, CallOutcome::Beaten, "lower too");
}

#[test]
fn who_is_lowest_gets_nothing_and_the_others_their_hands() {
    let table = counted(Rules::default(), standing(3), &["6 X", "1 -1", "4 0"]);
    assert_eq!(table.points(), [Some(21), Some(0), Some(4)], "[K15] [K16]");
}

#[test]
fn minus_pays() {
    let rules = Rules { minus_pays: true, ..Rules::default() };
    // The caller lays its X, after which no draw follows. Its hand is then -1 alone.
    let mut table = Table::with(rules, &["5 6", "-1 X"], "13", "12 11 10", &[]);
    table.play("1 lay X; 0 lay 6; 0 draw deck; 1 kael; 0 lay 12; 0 draw deck; 1 show");
    assert_eq!(table.points(), [Some(16), Some(-1)], "[K16]");
    assert_eq!(table.totals(), [16, -1]);
    let table = counted(rules, standing(2), &["5 6", "1 2"]);
    assert_eq!(table.points(), [Some(11), Some(0)], "a value above nothing is not paid");
}

#[test]
fn without_cards_after_the_call_a_player_must_draw() {
    let mut table = Table::new(&["1 2", "X 9", "3 4"], "13", "9 12 11 10 8 7");
    table.play("1 lay 9; 1 draw deck; 1 good; 2 lay 4; 2 draw deck; 0 lay 2; 0 draw pile");
    table.play("1 lay X; 2 lay 12; 2 draw deck; 0 kael");
    assert_eq!(table.hand(1), "");
    assert_eq!(table.legal(1), "draw deck, draw pile", "[K14] it draws, and Kaël has been said");
    table.play("1 draw deck; 2 lay 11; 2 draw deck; 0 show");
    assert_eq!(table.hand(1), "10");
}

#[test]
fn a_good_draw_is_the_last_thing_before_the_show() {
    let mut table = Table::new(&["8 7", "1 3"], "13", "0 12 12");
    table.play("1 lay 3; 1 draw deck; 0 lay 7; 0 draw deck; 1 kael; 0 lay 12; 0 draw deck");
    assert_eq!((table.next(), table.legal(0)), (Some(1), "good".into()), "[K9] [K14]");
    let mut shown = table.clone();
    shown.play("1 show");
    assert_eq!(shown.points(), [Some(20), Some(0)]);
    table.play("0 good; 1 show");
    assert_eq!(table.points(), [Some(8), Some(0)]);
}

#[test]
fn forbid_makes_a_call_with_more_than_five_illegal() {
    let rules = Rules { false_call: FalseCall::Forbid, ..Rules::default() };
    let mut table = Table::with(rules, &["1 2", "4 3"], "13", "2 11 10", &[]);
    table.play("1 lay 3; 1 draw deck; 0 lay 2; 0 draw deck");
    assert_eq!(table.legal(1), "lay 2, lay 4", "[K18] six");
    assert_eq!(table.refuses("1 kael"), "K18 too_much_to_call");
    table.play("1 lay 4; 1 draw pile");
    assert_eq!(table.hand(1), "2 2");
    table.play("0 lay 11; 0 draw deck");
    assert!(table.can("1 kael"), "four");
}

#[test]
fn a_mistake_once_ends_the_landings_with_this_deal() {
    let table = counted(Rules::default(), with_totals(&[0, 5]), &["6 7", "3 4"]);
    assert_eq!(table.totals(), [0, 25], "[K18] 5 + 20 does not land");
    assert_eq!(table.deal.next_standing().mistakes.to_vec(), [0, 1]);
    // In the next deal the total does not land either.
    let mut later = table.deal.next_standing();
    later.dealer = seat(1);
    let table = counted(Rules::default(), later, &["1 2", "6 4"]);
    assert_eq!((table.points(), table.totals()), (vec![Some(0), Some(10)], vec![0, 35]));
    let mut standing = with_totals(&[0, 40]);
    standing.mistakes[seat(1)] = 1;
    standing.dealer = seat(1);
    assert_eq!(counted(Rules::default(), standing, &["1 2", "6 4"]).totals(), [0, 50], "no landing on 50");
}

#[test]
fn a_call_beaten_without_a_mistake_does_land() {
    let table = counted(Rules::default(), with_totals(&[0, 5]), &["1 2", "2 3"]);
    assert_eq!((table.outcome().count, table.totals()), (CallOutcome::Beaten, vec![0, 0]), "[K19] 5 + 20 lands");
}

#[test]
fn a_second_mistake_eliminates() {
    let mut standing = with_totals(&[0, 5, 0]);
    standing.mistakes[seat(1)] = 1;
    let table = counted(Rules::default(), standing, &["6 7", "3 4", "1 2"]);
    let after = table.deal.next_standing();
    assert_eq!((after.out.to_vec(), table.totals()), (vec![None, Some(1), None], vec![0, 25, 0]), "[K18]");
    assert_eq!(table.outcome().eliminated.collect::<Vec<_>>(), [seat(1)]);
    assert_eq!(after.dealer, seat(2), "[K21] the deal passes to the next player still in");
    assert_eq!(Kael::ranking(&Rules::default(), &after), None, "two go on");
    let again = counted(Rules::default(), after, &["6 4", "", "2 3"]);
    assert_eq!(again.points()[1], None, "it was out before the deal");
}

#[test]
fn landings_at_25_50_75_and_100() {
    for (before, after) in [(12, 0), (37, 25), (62, 50), (87, 75), (86, 99), (13, 26)] {
        let table = counted(Rules::default(), with_totals(&[before, 0]), &["6 7", "1 2"]);
        assert_eq!(table.totals()[0], after, "[K19] {before} + 13");
        assert_eq!(table.outcome().landed.has(seat(0)), after % 25 == 0 && after < 99);
    }
}

#[test]
fn no_landing_on_nothing_unless_every_deal_lands() {
    let lands = with_totals(&[25, 50]);
    let hands = ["1 2", "2 3"]; // the call fails: seat 0 gets nothing, and seat 1 gets twenty
    assert_eq!(counted(Rules::default(), lands, &hands).totals(), [25, 70], "[K19] 0 points bring a total nowhere");
    let rules = Rules { landings: Landings::EveryDeal, ..Rules::default() };
    assert_eq!(counted(rules, lands, &hands).totals(), [0, 70], "it stood on 25");
    assert_eq!(counted(rules, with_totals(&[50, 30]), &hands).totals(), [25, 25], "once per deal");
}

#[test]
fn a_hundred_without_landings_eliminates_and_more_does_anyway() {
    let mut standing = with_totals(&[87, 0, 88]);
    assert_eq!(
        counted(Rules::default(), standing, &["6 7", "1 2", "6 8"]).deal.next_standing().out.to_vec(),
        [None, None, Some(1)]
    );
    standing.mistakes[seat(0)] = 1;
    let table = counted(Rules::default(), standing, &["6 7", "1 2", "4 8"]);
    let after = table.deal.next_standing();
    assert_eq!(after.out.to_vec(), [Some(1), None, None], "[K20] exactly 100 without landings");
    assert_eq!(table.totals(), [100, 0, 75], "and with landings it is 75");
}

#[test]
fn the_dealer_is_eliminated_and_the_last_player_left_wins() {
    let table = counted(Rules::default(), with_totals(&[95, 0, 20]), &["6 7", "1 2", "3 5"]);
    let after = table.deal.next_standing();
    assert_eq!((after.out[seat(0)], after.dealer), (Some(1), seat(1)), "[K20] [K21]");
    assert_eq!(table.totals(), [108, 0, 28]);
    // Seat 1 deals now; seat 2 plays first, then seat 1.
    let next = counted(Rules::default(), after, &["", "6 8", "1 2"]);
    assert_eq!(
        (next.points(), next.totals()),
        (vec![None, Some(14), Some(0)], vec![108, 14, 28]),
        "[K21] a total stays"
    );
    let mut end = after;
    end.totals[seat(1)] = 96;
    end.dealer = seat(1);
    let end = counted(Rules::default(), end, &["", "6 8", "1 2"]).deal.next_standing();
    assert_eq!(Kael::ranking(&Rules::default(), &end).unwrap().to_vec(), [2, 1, 0], "[K21]");
    let value = Kael::value(&Rules::default(), &end);
    assert!(value[seat(2)] > value[seat(1)] && value[seat(2)] > value[seat(0)], "{value:?}");
}

#[test]
fn who_is_out_can_do_nothing() {
    let mut standing = with_totals(&[0, 108, 0]);
    standing.out[seat(1)] = Some(1);
    let mut table = Table::at(Rules::default(), standing, &["1 2", "", "3 4"], "13", "5 6", &[]);
    assert_eq!(table.next(), Some(2), "[K21] it is passed over");
    assert_eq!(table.refuses("1 lay 3"), "K21 out");
    table.play("2 lay 4; 2 draw deck; 0 lay 2; 0 draw deck");
    assert!(table.can("2 kael"), "[K13] every player still in the match has had a turn");
}

#[test]
fn first_out_ends_the_match() {
    let rules = Rules { match_end: MatchEnd::FirstOut, ..Rules::default() };
    let after = counted(rules, with_totals(&[95, 20, 12, 20]), &["6 7", "1 2", "3 5", "6 4"]).deal.next_standing();
    assert_eq!(after.totals.to_vec(), [108, 20, 20, 30]);
    let ranks = Kael::ranking(&rules, &after).unwrap();
    assert_eq!(ranks.to_vec(), [3, 0, 0, 2], "[K21] the lowest total of those still in, equal ones together");
    assert_eq!(Kael::ranking(&Rules::default(), &after), None);
}

#[test]
fn two_to_eight_players() {
    for seats in 0..=10 {
        assert_eq!(Kael::start(&Rules::default(), seats).is_ok(), (2..=8).contains(&seats), "[K1]");
    }
    assert_eq!(Kael::dealer(&standing(5)), seat(0), "[K1]");
}
