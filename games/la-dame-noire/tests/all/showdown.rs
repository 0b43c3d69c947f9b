//! Tests of combinations, tricks, going out, the coup and counting, one case after the other. [D9] to [D21]

use cards::CardSet;
use game::{Game, Seat, Show, Viewer};
use la_dame_noire::{Award, LaDameNoire, Phase};

use crate::table::{Table, cards};

/// Returns a deal in which seat 1 bets and leads, without trading.
fn led_by_1(options: &str, hands: [&str; 4]) -> Table {
    let mut table = Table::new(options, hands);
    table.play("1 bid 100");
    table
}

const NO_TRADING: &str = r#"{"max_trades":0}"#;

/// [D9]
#[test]
fn the_holder_of_the_bet_leads_and_must_play_d9() {
    let mut table = Table::new(NO_TRADING, [""; 4]);
    table.play("1 pass; 2 pass; 3 bid 20; 0 pass; 1 pass; 2 pass");
    assert_eq!(table.must(), [3]);
    assert_eq!(table.refused("3 pass"), ("must_lead", Some("D9")));
    assert!(!table.legal(3).contains(&"pass".to_owned()));
}

/// [D10]
#[test]
fn beggars_8_8_over_7_9_over_2_a_d10() {
    let mut table = led_by_1(NO_TRADING, ["6s Td", "2c Ac", "7c 9c", "8c 8d"]);
    table.play("1 play 2cAc; 2 play 7c9c");
    assert_eq!(table.refused("3 play 8c"), ("too_weak", Some("D10")));
    table.play("3 play 8c8d");
    assert_eq!(table.refused("0 play 6sTd"), ("too_weak", Some("D10")));
}

/// [D10]
#[test]
fn equals_never_beat_each_other_d10() {
    let mut table = led_by_1(NO_TRADING, ["", "5c Jc 9c", "5d Jd 9d", "6d Td"]);
    table.play("1 play 9c");
    assert_eq!(table.refused("2 play 9d"), ("too_weak", Some("D10")));
    table.play("2 play 5dJd; 3 play 6dTd; 0 pass");
    assert_eq!(table.refused("1 play 5cJc"), ("too_weak", Some("D10")));
}

/// [D10] [D11]
#[test]
fn the_queen_of_spades_alone_is_over_an_ace_and_under_a_beggar_d10_d11() {
    let mut table = led_by_1(NO_TRADING, ["2c As", "Ad", "Qs Qd", "Ac 2d"]);
    table.play("1 play Ad");
    assert_eq!(table.refused("2 play Qd"), ("too_weak", Some("D10")));
    let facts = table.0.facts(Seat::new(2), "play Qs".parse().unwrap());
    assert_eq!((facts.strength.as_deref(), facts.power, facts.points), (Some("Qs"), Some(13), Some(10)));
    table.play("2 play Qs");
    assert_eq!(table.refused("3 play Ac"), ("too_weak", Some("D10")));
    table.play("3 play 2dAc");
}

/// [D11]
#[test]
fn the_queen_of_spades_is_a_plain_queen_in_combinations_d11() {
    // In 4-Q, in a straight and in a libra, the queen of spades counts as any other queen, so higher combinations of
    // these kinds beat her.
    let mut table = led_by_1(NO_TRADING, ["", "4c Qs", "5d Jd", ""]);
    table.play("1 play 4cQs; 2 play 5dJd");
    let mut table = led_by_1(NO_TRADING, ["", "8c 9c Tc Jc Qs", "9d Td Jd Qd Kd", ""]);
    table.play("1 play 8c9cTcJcQs; 2 play 9dTdJdQdKd");
    let mut table = led_by_1(NO_TRADING, ["", "Tc Td Jc Qs Qc", "Jd Jh Qd Kd Kh", ""]);
    table.play("1 play TcTdJcQcQs; 2 play JdJhQdKdKh");
}

/// [D10]
#[test]
fn quarto_over_straight_and_a_higher_quarto_over_it_d10() {
    let mut table = led_by_1(NO_TRADING, ["", "Tc Jc Qc Kc Ac", "2c 2d 2h 2s", "3c 3d 3h 3s"]);
    table.play("1 play TcJcQcKcAc; 2 play 2c2d2h2s; 3 play 3c3d3h3s");
}

/// [D10]
#[test]
fn any_higher_kind_beats_any_lower_whatever_the_number_of_cards_d10() {
    let mut table = led_by_1(NO_TRADING, ["2h 2s 3h 4h 4s", "Qs", "2c Ac", "2d 3c 4c 5c 6c"]);
    table.play("1 play Qs; 2 play 2cAc; 3 play 2d3c4c5c6c; 0 play 2h2s3h4h4s");
    // Four cards beat five.
    let mut table = led_by_1(NO_TRADING, ["", "9c Tc Jc Qc Kc", "2c 2d 2h 2s", ""]);
    table.play("1 play 9cTcJcQcKc; 2 play 2c2d2h2s");
}

/// [D10]
#[test]
fn a_longer_libra_over_a_higher_one_d10() {
    let mut table = led_by_1(NO_TRADING, ["", "Qc Qd Kc Ac Ad", "2c 2d 3c 4c 4d 5c 6c 6d", "3d 3h 4h 5d 5h 6h 7c 7d"]);
    table.play("1 play QcQdKcAcAd; 2 play 2c2d3c4c4d5c6c6d; 3 play 3d3h4h5d5h6h7c7d");
    let mut table = led_by_1(
        NO_TRADING,
        ["", "7c 7d 8c 9c 9d Tc Jc Jd Qc Kc Kd", "8d 8h 9h Td Th Jh Qd Qh Kh Ac Ad", "2c 2d 3c 4c 4d 5c 6c 6d 7h 8s"],
    );
    table.play("1 play 7c7d8c9c9dTcJcJdQcKcKd");
    assert_eq!(table.refused("2 play 8d8h9hTdTh"), ("too_weak", Some("D10")));
    table.play("2 play 8d8h9hTdThJhQdQhKhAcAd");
}

/// [D10] [D11]
#[test]
fn no_pairs_no_trios_no_libra_of_seven_no_wrapping_straight_d10_d11() {
    let table = led_by_1(NO_TRADING, ["", "2c 2d 2h 3c 4c 4d 5c 6c Kc Ac Qd Jd 9c", "", ""]);
    assert_eq!(table.refused("1 play 2c2d"), ("no_pairs", Some("D11")));
    assert_eq!(table.refused("1 play 2c2d2h"), ("no_pairs", Some("D11")));
    assert_eq!(table.refused("1 play 3cAc"), ("no_beggar", Some("D10")));
    assert_eq!(table.refused("1 play 2c2d3c4c4d5c6c"), ("no_libra_of_seven", Some("D10")));
    assert_eq!(table.refused("1 play 2c3c4c5cAc"), ("no_run", Some("D10")));
    assert_eq!(table.refused("1 play 2c3cQdKcAc"), ("no_run", Some("D10")));
    assert_eq!(table.refused("1 play 2c2d3c"), ("no_combination", Some("D10")));
    assert_eq!(table.refused("1 play As"), ("not_yours", None));
    assert_eq!(table.refused("2 play As"), ("not_yours", None));
}

/// [D10]
#[test]
fn every_exact_card_set_is_legal_d10() {
    let table = led_by_1(NO_TRADING, ["", "2c 2d 2h 3c 3d 4c 4d Ac 9h 9s Tc Js Kh", "", ""]);
    let legal = table.legal(1);
    let libras: Vec<&String> = legal.iter().filter(|action| action.len() == "play ".len() + 10).collect();
    // There are three ways to choose two twos and two ways to choose a three, but only one pair of fours. There is no
    // straight.
    assert_eq!(
        libras,
        [
            "play 2c2d3c4c4d",
            "play 2c2d3d4c4d",
            "play 2c2h3c4c4d",
            "play 2c2h3d4c4d",
            "play 2d2h3c4c4d",
            "play 2d2h3d4c4d"
        ]
    );
    // The hand makes 13 singletons, three beggars 2-A, two beggars 3-K, no other beggars, and six libras.
    assert_eq!(legal.len(), 13 + 3 + 2 + 6);
}

/// [D12]
#[test]
fn playing_again_after_a_pass_in_a_trick_d12() {
    let mut table = led_by_1(NO_TRADING, ["Kc", "5c 9c", "2c Qc", "Tc Ac"]);
    table.play("1 play 5c; 2 pass; 3 play Tc; 0 pass; 1 pass");
    table.play("2 play Qc; 3 pass; 0 play Kc; 1 pass; 2 pass");
    assert!(table.all().on_table, "two passes are not enough");
    table.play("3 pass");
    let view = table.all();
    assert_eq!((view.on_table, view.tricks[0].to, table.must()), (false, Some(Seat::new(0)), vec![0]));
    assert_eq!(view.piles, [5, 0, 0, 0]);
}

/// [D12]
#[test]
fn a_pass_can_end_the_trick_for_a_seat_d12() {
    let mut table = led_by_1(r#"{"max_trades":0,"pass_ends_trick":true}"#, ["Kc", "5c 9c", "2c Qc", "Tc Ac"]);
    table.play("1 play 5c; 2 pass; 3 play Tc; 0 pass");
    assert_eq!(table.must(), [1]);
    table.play("1 pass");
    // Seats 0, 1 and 2 have passed, so they are out until the trick is over.
    assert_eq!((table.must(), table.all().tricks[0].to), (vec![3], Some(Seat::new(3))));
    table.play("3 play Ac");
    assert_eq!(table.must(), [0], "with the next trick everybody is back");
}

/// Hands with which a test can choose the order of going out: seats 1 and 2 need two plays, seat 3 needs five, and seat
/// 0 goes out last.
const OUT: [&str; 4] = [
    "5s 7h 7s 8h 8s 9s Td Th Ts Jh Js Qs As",
    "2c 2d 3c 4c 4d 5c 6c 6d 7c 7d 8c 8d 9c",
    "9d 9h Tc Jc Jd Qc Kc Kd 2h 3d 4h 5d 6h",
    "Qd Qh Kh Ac Ad 2s 3h 4s 5h 6s 3s Ks Ah",
];
const LIBRA_1: &str = "play 2c2d3c4c4d5c6c6d7c8c8d";
const BEGGAR_1: &str = "play 7d9c";
const LIBRA_2: &str = "play 9d9hTcJcJdQcKcKd";
const STRAIGHT_2: &str = "play 2h3d4h5d6h";
const LIBRA_3: &str = "play QdQhKhAcAd";
const STRAIGHT_3: &str = "play 2s3h4s5h6s";
const BEGGAR_3: &str = "play 3sKs";
const ACE_3: &str = "play Ah";

fn bet_of_1(options: &str) -> Table {
    let mut table = Table::new(options, OUT);
    table.play("1 bid 20; 2 pass; 3 pass; 0 pass");
    table
}

impl Table {
    fn lead_unbeaten(&mut self, seat: usize, action: &str) {
        self.play(&format!("{seat} {action}"));
        while self.all().on_table {
            let next = self.must()[0];
            self.play(&format!("{next} pass"));
        }
    }
}

/// [D13] [D17]
#[test]
fn the_first_out_collects_at_once_and_without_points_there_is_no_choice_d13_d17() {
    let mut table = bet_of_1(NO_TRADING);
    table.lead_unbeaten(1, LIBRA_1);
    assert_eq!(table.must(), [1]);
    table.play(&format!("1 {BEGGAR_1}"));
    let view = table.all();
    assert_eq!(view.out, [Seat::new(1)]);
    assert_eq!((view.on_table, view.tricks[1].to, view.choice.is_some()), (false, Some(Seat::new(1)), false));
    // [D15] The seat to lead has no cards, so the next seat leads.
    assert_eq!(table.must(), [2]);
    assert_eq!(table.refused("1 keep"), ("not_now", None));
}

/// [D14]
#[test]
fn the_second_outs_play_may_be_beaten_d14() {
    let mut table = bet_of_1(NO_TRADING);
    table.lead_unbeaten(1, LIBRA_1);
    table.play(&format!("1 {BEGGAR_1}"));
    table.lead_unbeaten(2, LIBRA_2);
    table.play(&format!("2 {STRAIGHT_2}"));
    let view = table.all();
    assert_eq!((view.out.len(), view.on_table), (2, true));
    table.play(&format!("3 {LIBRA_3}; 0 pass"));
    let view = table.all();
    assert_eq!((view.tricks[3].to, table.must()), (Some(Seat::new(3)), vec![3]));
    assert_eq!(view.tricks[3].worth, 10);
}

/// [D14] [D15]
#[test]
fn the_second_outs_play_unbeaten_takes_the_trick_d14_d15() {
    let mut table = bet_of_1(NO_TRADING);
    table.lead_unbeaten(1, LIBRA_1);
    table.play(&format!("1 {BEGGAR_1}"));
    table.play(&format!("2 {STRAIGHT_2}; 3 {LIBRA_3}; 0 pass; 2 {LIBRA_2}; 3 pass"));
    assert!(table.all().on_table);
    table.play("0 pass");
    let view = table.all();
    assert_eq!((view.tricks[2].to, view.tricks[2].worth), (Some(Seat::new(2)), 15));
    assert_eq!(view.choice, None, "only the first seat out chooses");
    assert_eq!(table.must(), [3], "the leader has no cards");
}

/// [D14]
#[test]
fn every_seat_out_collects_where_agreed_d14() {
    let mut table = bet_of_1(r#"{"max_trades":0,"every_out_collects":true}"#);
    table.lead_unbeaten(1, LIBRA_1);
    table.play(&format!("1 {BEGGAR_1}"));
    table.lead_unbeaten(2, LIBRA_2);
    table.play(&format!("2 {STRAIGHT_2}"));
    let view = table.all();
    assert_eq!((view.out.len(), view.on_table, view.tricks[3].to), (2, false, Some(Seat::new(2))));
    assert_eq!(table.must(), [3]);
}

/// Plays to the end of the deal: seat 3 goes out third, and seat 0 is last.
fn finish(table: &mut Table) {
    table.lead_unbeaten(2, LIBRA_2);
    table.lead_unbeaten(2, STRAIGHT_2);
    table.lead_unbeaten(3, STRAIGHT_3);
    table.lead_unbeaten(3, BEGGAR_3);
    if table.hand(3).len() > 1 {
        table.lead_unbeaten(3, LIBRA_3);
    }
    table.play(&format!("3 {ACE_3}"));
    assert!(table.0.turn().is_over());
}

/// [D14] [D16]
#[test]
fn the_third_out_ends_the_deal_and_the_last_hand_counts_for_nobody_d14_d16() {
    let mut table = bet_of_1(NO_TRADING);
    table.lead_unbeaten(1, LIBRA_1);
    table.play(&format!("1 {BEGGAR_1}"));
    finish(&mut table);
    let view = table.all();
    assert_eq!((view.phase, view.tricks.last().unwrap().to), (Phase::Over, Some(Seat::new(3))));
    assert_eq!(view.out, [1, 2, 3, 0].map(Seat::new));
    // Seat 0 still holds cards worth 17 points. The other 20 of the 37 points are in the piles.
    assert_eq!(la_dame_noire::worth(table.hand(0)), 17);
    assert_eq!(view.piles.iter().sum::<u8>(), 20);
    // [D18] [D20] [D21] Seat 1 gets 20 as first and 20 for the bet, seat 2 gets 5 + 10, seat 3 gets 15 + 5.
    assert_eq!(table.points(), [0, 40, 15, 20]);
    // The remaining cards are public, because nobody else holds cards.
    assert_eq!(table.seen_by(2).hands[0], Some(table.hand(0)));
    assert_eq!(table.refused("0 pass"), ("over", None));
}

/// Returns a deal in which seat 1 goes out with a trick that contains the two queens of seat 3.
fn first_out_with_points() -> Table {
    let mut table = bet_of_1(NO_TRADING);
    table.play(&format!("1 {BEGGAR_1}; 2 pass; 3 {LIBRA_3}; 0 pass; 1 {LIBRA_1}"));
    assert_eq!((table.all().phase, table.must()), (Phase::Coup, vec![1]));
    table
}

/// [D17]
#[test]
fn the_first_out_chooses_before_play_goes_on_d17() {
    let mut table = first_out_with_points();
    assert_eq!(table.legal(1), ["coup 0", "coup 2", "coup 3", "keep"]);
    assert_eq!(table.refused("2 play 2h3d4h5d6h"), ("not_now", None));
    assert_eq!(table.refused("1 coup 1"), ("coup_opponent", Some("D17")));
    assert_eq!(table.refused("2 keep"), ("not_your_turn", None));
    let choice = table.seen_by(1).choice.unwrap();
    assert_eq!(choice.keep, 10);
    let on_0 = choice.coups[0];
    assert_eq!((on_0.seat, on_0.held, on_0.pile, on_0.if_last, on_0.if_not), (Seat::new(0), 13, 0, 10, 10));
    assert_eq!(table.0.view(Viewer::Public).choice.unwrap(), choice, "everybody sees what is at stake");
    table.play("1 keep");
    finish(&mut table);
    // [D13] The first seat keeps the trick. It gets 10 points for the queens, 20 as first and 20 for the bet.
    assert_eq!(table.points(), [0, 50, 15, 10]);
    assert_eq!(table.all().coup, None);
}

/// [D19]
#[test]
fn a_coup_on_the_last_seat_brings_its_whole_pile_d19() {
    let mut table = first_out_with_points();
    table.play("1 coup 0");
    // Seat 0 also takes another trick. In it, seat 2 plays a beggar, and seat 0 beats it with a beggar that contains
    // the jack of spades.
    table.play("2 play 3dKc; 3 pass; 0 play 5sJs; 2 pass; 3 pass");
    assert_eq!(table.all().piles, [12, 0, 0, 0]);
    assert_eq!(table.all().tricks[0].to, Some(Seat::new(0)));
    table.play(&format!("0 play 7h; 2 pass; 3 {STRAIGHT_3}; 0 pass; 2 pass"));
    table.lead_unbeaten(3, BEGGAR_3);
    table.lead_unbeaten(3, ACE_3);
    table.play("0 play 7s; 2 play 9d9hTcJcJd; 0 pass; 2 play 4hQc; 0 pass");
    for card in ["Kd", "2h", "5d"] {
        table.play(&format!("2 play {card}; 0 pass"));
    }
    table.play("2 play 6h");
    let view = table.all();
    assert_eq!(view.out[3], Seat::new(0));
    assert_eq!(view.awards[0], Award { pile: 12, trashed: 12, ..Award::default() });
    assert_eq!(view.awards[1], Award { coup: 12, bonus: 20, bet: 20, ..Award::default() });
    // Seat 3 gets 5 for five spades and 10 as second. Seat 2 gets 1 for a spade, 5 for a queen and 5 as third.
    assert_eq!(table.points(), [0, 12 + 20 + 20, 1 + 5 + 5, 5 + 10]);
}

/// [D19]
#[test]
fn a_coup_on_another_is_lost_to_that_seat_d19() {
    let mut table = first_out_with_points();
    table.play("1 coup 3");
    finish(&mut table);
    let view = table.all();
    assert_eq!((view.coup, view.tricks[0].to), (Some(Seat::new(3)), Some(Seat::new(3))));
    assert_eq!(view.awards[3], Award { pile: 15, bonus: 5, ..Award::default() });
    assert_eq!(table.points(), [0, 40, 15, 20]);
    // The next deal of the match starts with these totals.
    assert_eq!(*table.0.next_standing().totals, [0, 40, 15, 20]);
}

/// Returns the names of the marks of a seat, which simulations count.
fn marks(table: &Table, seat: u8) -> Vec<&'static str> {
    let names = LaDameNoire::MARKS;
    (0..names.len()).filter(|&mark| table.0.mark(mark, Seat::new(seat))).map(|mark| names[mark]).collect()
}

/// [D21]
#[test]
fn a_bet_won_and_a_bet_lost_d21() {
    let mut table = Table::new(NO_TRADING, OUT);
    table.play("1 bid 20; 2 pass; 3 bid 30; 0 pass; 1 pass; 2 pass");
    table.play(&format!("3 {LIBRA_3}; 0 pass; 1 {LIBRA_1}; 2 pass; 3 pass; 0 pass; 1 {BEGGAR_1}"));
    assert_eq!(table.all().awards[3].bet, -30, "that is settled as soon as somebody is out");
    finish(&mut table);
    // Seat 1 gets 10 for the two queens and 20 as first, and had no bet. Seat 3 gets 5 for its tricks and 5 as third,
    // and loses its bet of 30.
    assert_eq!(table.points(), [0, 30, 15, -20]);
    assert_eq!(
        [0, 1, 2, 3].map(|seat| marks(&table, seat)),
        [vec!["last"], vec!["first out"], vec![], vec!["held the bet"]]
    );
    let won = {
        let mut table = bet_of_1(NO_TRADING);
        table.lead_unbeaten(1, LIBRA_1);
        table.play(&format!("1 {BEGGAR_1}"));
        assert_eq!(marks(&table, 1), ["first out", "held the bet", "bet won"]);
        table.all().awards[1].bet
    };
    assert_eq!(won, 20);
}

/// [D19]
#[test]
fn the_last_seats_pile_is_trashed_d19() {
    let mut table = bet_of_1(NO_TRADING);
    table.lead_unbeaten(1, LIBRA_1);
    table.play(&format!("1 {BEGGAR_1}; 2 play 3dKc; 3 pass; 0 play 5sJs; 2 pass; 3 pass"));
    assert_eq!(table.all().piles[0], 2);
    table.play("0 play Qs; 2 pass; 3 pass");
    assert_eq!(table.all().piles[0], 12, "[D18] the queen of spades is worth 10");
    assert_eq!(table.points()[0], 12, "so far");
}

/// [D18]
#[test]
fn cards_are_worth_d18() {
    let worth = |text| la_dame_noire::worth(cards(text));
    assert_eq!([worth("2s"), worth("As"), worth("Qc"), worth("Qs"), worth("Ac")], [1, 1, 5, 10, 0]);
    assert_eq!(la_dame_noire::worth(CardSet::FULL), 37);
}
