//! Tests of the edge cases of a turn: lays, draws, squares, cuts, good draws, empty hands, new decks.

use game::{Game, Race, Seat, Show};
use kael::{Card, CutFrom, GoodDraw, Hand, Kael, Rules};

use crate::common::{self, Table};

#[test]
fn cards_are_dealt_one_at_a_time_from_the_seat_after_the_dealer() {
    let mut deal = Kael::deal(&Rules::default(), &common::standing(3), game::Shuffles::from_decks([&kael::pack()[..]]));
    deal.play(Seat::new(0), "deal 2".parse().unwrap()).unwrap();
    let table = Table { deal };
    // The canonical order of the pack begins with -1 0 0 1 1 1 1 2 …
    assert_eq!([table.hand(1), table.hand(2), table.hand(0)], ["-1 1", "0 1", "0 1"], "[K3]");
    assert_eq!(table.pile(), "1");
    assert_eq!(table.next(), Some(1), "[K3] the seat after the dealer plays first");
}

#[test]
fn deal_7_with_7_and_8_seats() {
    for (seats, most) in [(2, 7), (7, 7), (8, 6)] {
        let shuffles = game::Shuffles::from_decks([&kael::pack()[..]]);
        let mut table = Table { deal: Kael::deal(&Rules::default(), &common::standing(seats), shuffles) };
        let sizes: Vec<String> = (2..=most).map(|size| format!("deal {size}")).collect();
        assert_eq!(table.legal(0), sizes.join(", "), "[K2] {seats} seats");
        assert_eq!(table.legal(1), "");
        assert_eq!(table.refuses("0 deal 8"), "K2 deal_size");
        assert_eq!(table.refuses("0 draw deck"), "K2 deal_first");
        if seats == 8 {
            assert_eq!(table.refuses("0 deal 7"), "K2 deal_size");
        }
        table.play(&format!("0 deal {most}"));
        assert!(table.view(0).deck >= 1, "[K2] one more stays in the deck");
    }
}

#[test]
fn the_pile_card_is_the_one_under_the_lay() {
    let mut table = Table::new(&["2 3", "10 10"], "7", "");
    table.play("1 lay 10 10");
    assert_eq!(table.legal(1), "draw deck, draw pile", "[K4]");
    assert_eq!(table.view(1).under, Some(0));
    table.play("1 draw pile");
    assert_eq!(table.hand(1), "7", "[K4] what lay on top before the lay");
    assert_eq!(table.pile(), "10 10");
    assert_eq!(table.view(0).known[Seat::new(1)].to_string(), "7", "everybody saw which card it took");
    assert_eq!(table.next(), Some(0));
}

#[test]
fn a_draw_follows_and_lays_are_of_one_value() {
    let mut table = Table::new(&["2 3 3", "10 10 4"], "7", "5");
    assert_eq!(table.legal(1), "lay 4, lay 10, lay 10 10", "[K4]");
    assert_eq!(table.refuses("1 draw deck"), "K4 lay_first");
    assert_eq!(table.refuses("1 lay 10 10 10"), "- not_yours");
    assert_eq!(table.refuses("1 show"), "K14 no_show");
    assert_eq!(table.refuses("0 lay 2"), "- not_your_turn");
    table.play("1 lay 10");
    assert_eq!(table.refuses("1 lay 10"), "K4 draw_now");
    table.play("1 draw deck");
    assert_eq!(table.hand(1), "4 5 10");
}

#[test]
fn minus_one_and_x_alone_noughts_as_a_pair() {
    let mut table = Table::new(&["2 3 4 5", "-1 0 0 X"], "7", "");
    assert_eq!(table.legal(1), "lay -1, lay 0, lay 0 0, lay X", "[K6]");
    assert_eq!(table.refuses("1 lay X X"), "K6 not_so_many");
    assert_eq!(table.refuses("1 lay 0 0 0"), "K6 not_so_many");
}

#[test]
fn no_draw_follows_the_x() {
    let mut table = Table::new(&["2 3", "X 4"], "7", "");
    table.play("1 lay X");
    assert_eq!((table.hand(1).as_str(), table.next()), ("4", Some(0)), "[K5]");
}

#[test]
fn a_square_from_the_hand_ends_the_turn() {
    let mut table = Table::new(&["2 3 4 5 6", "9 9 9 9 1"], "7", "");
    table.play("1 lay 9 9 9 9");
    assert_eq!((table.hand(1).as_str(), table.next()), ("1", Some(0)), "[K5]");
    assert_eq!(table.pile(), "7 9 9 9 9");
}

#[test]
fn a_square_formed_with_what_lies_there_ends_the_turn() {
    let mut table = Table::new(&["9 3 4", "9 9 1"], "9", "12");
    table.play("1 lay 9 9");
    assert_eq!(table.next(), Some(1), "three are no square");
    table.play("1 draw deck; 0 lay 9");
    assert_eq!(table.next(), Some(1), "[K5] the fourth ends the turn at once");
    // The cards of a square stay on the pile and can be drawn like other cards.
    table.play("1 lay 12; 1 draw pile");
    assert_eq!((table.hand(1).as_str(), table.pile().as_str()), ("1 9", "9 9 9 12"));
}

#[test]
fn four_that_come_together_by_a_draw_are_no_square() {
    // Seat 2 lays 9 9 on 9 9 3 and then draws the three from between the nines.
    let mut table = Table::new(&["5 1 2", "9 9 3", "9 9 4"], "13", "12 11");
    table.play("1 lay 9 9; 1 draw deck; 2 lay 4; 2 draw deck; 0 lay 5; 0 draw pile");
    assert_eq!(table.pile(), "13 9 9 5");
    let before = table.next();
    table.play("1 lay 3; 1 draw pile");
    assert_eq!(table.pile(), "13 9 9 3", "the five was on top");
    table.play("2 lay 9 9; 2 draw pile");
    assert_eq!((table.pile().as_str(), before), ("13 9 9 9 9", Some(1)));
    assert_eq!((table.next(), table.may()), (Some(0), vec![]), "[K5] judged at the lay; the turn ended with the draw");
}

#[test]
fn cut_two_on_two_out_of_turn_between_lay_and_draw() {
    let mut table = Table::new(&["10 10 4", "10 10 1", "2 3 5"], "7", "12");
    table.play("1 lay 10 10");
    assert_eq!((table.legal(0), table.may()), ("cut 10 10".into(), vec![0]), "[K10]");
    assert_eq!(table.refuses("0 cut 10"), "K10 cut_all_missing");
    assert_eq!(table.refuses("2 cut 10 10"), "- not_yours");
    table.play("0 cut 10 10");
    assert_eq!((table.hand(0).as_str(), table.next()), ("4", Some(1)), "[K11] the turn is as if it had not happened");
    // `draw pile` takes the card that was on top before the lay. The cut by another seat does not change that.
    table.play("1 draw pile");
    assert_eq!((table.hand(1).as_str(), table.pile().as_str(), table.next()), ("1 7", "10 10 10 10", Some(2)));
}

#[test]
fn cut_one_on_three_with_the_card_turned_up() {
    let mut table = Table::new(&["10 2 4", "10 10 1", "2 3 5"], "10", "12");
    table.play("1 lay 10 10; 0 cut 10; 1 draw deck");
    assert_eq!((table.hand(0).as_str(), table.next()), ("2 4", Some(2)), "[K10]");
}

#[test]
fn a_player_cuts_in_turn_and_then_still_plays() {
    let mut table = Table::new(&["2 3 5", "10 10 1", "10 10 4"], "7", "12 13");
    table.play("1 lay 10 10; 1 draw deck");
    assert_eq!(table.legal(2), "lay 4, lay 10, lay 10 10, cut 10 10", "[K11] a cut, or a lay that ends the turn");
    let mut laid = table.clone();
    laid.play("2 lay 10 10");
    assert_eq!(laid.next(), Some(0), "[K11] laid, the square is the turn");
    table.play("2 cut 10 10");
    assert_eq!(table.legal(2), "lay 4");
    table.play("2 lay 4; 2 draw deck");
    assert_eq!((table.hand(2).as_str(), table.next()), ("13", Some(0)));
}

#[test]
fn after_a_cut_in_turn_kael_can_be_said_with_no_cards_left() {
    let mut table = Table::new(&["2 3", "9 9", "9 9"], "13", "12 4 5");
    table.play("1 lay 9; 1 draw deck; 2 lay 9; 2 draw pile");
    assert_eq!(table.hand(2), "9 9", "it took the nine back from under its own");
    table.play("0 lay 3; 0 draw deck; 1 lay 12; 1 draw deck");
    table.play("2 lay 9 9; 2 draw deck");
    assert_eq!(table.next(), Some(0));
    let mut table = Table::new(&["9 9", "1 2", "9 9"], "13", "12 4 5 6 7");
    table.play("1 lay 1; 1 draw deck; 2 lay 9 9; 2 draw deck");
    assert_eq!(table.legal(0), "lay 9, lay 9 9, cut 9 9", "[K13] not everybody has had a turn");
    table.play("0 cut 9 9");
    assert_eq!(table.legal(0), "draw deck, draw pile", "[K7] [K11] without cards it draws");
    table.play("0 draw deck; 1 lay 12; 1 draw deck; 2 lay 4; 2 draw deck; 0 kael");
    assert_eq!(table.view(0).caller, Some(Seat::new(0)));
    let mut table = Table::new(&["1 9 9", "9 9 2"], "13", "12 11 10 8");
    table.play("1 lay 2; 1 draw deck; 0 lay 1; 0 draw pile; 1 lay 9 9; 1 draw deck");
    table.play("0 cut 9 9");
    assert!(table.can("0 kael"), "[K11] cut, then say Kaël: {}", table.legal(0));
    assert_eq!(table.hand(0), "2");
}

#[test]
fn who_has_laid_does_not_cut_before_drawing() {
    let mut table = Table::new(&["2 3 5", "10 10 10", "6 7 8"], "10", "12");
    table.play("1 lay 10");
    assert_eq!(table.legal(1), "draw deck, draw pile", "[K11]");
    assert_eq!(table.refuses("1 cut 10 10"), "K11 draw_before_cut");
    table.play("1 draw deck");
    assert_eq!((table.legal(1), table.may()), ("cut 10 10".into(), vec![1]), "afterwards it does, out of turn");
    table.play("1 cut 10 10");
    assert_eq!((table.hand(1).as_str(), table.next()), ("12", Some(2)));
}

#[test]
fn another_value_on_top_ends_the_chance_and_a_draw_shortens_the_run() {
    let mut table = Table::new(&["10 10 4", "10 10 1", "2 3 5"], "7", "12");
    table.play("1 lay 10 10; 1 draw deck");
    assert_eq!(table.may(), [0]);
    table.play("2 lay 2");
    assert_eq!((table.may(), table.refuses("0 cut 10 10")), (vec![], "K10 no_run_to_cut".into()), "[K11]");
    table.play("2 draw pile");
    assert_eq!((table.pile().as_str(), table.may()), ("7 10 2", vec![]));
}

#[test]
fn runs_that_come_together_can_be_cut() {
    // The pile is 10 4 10. When the four is drawn, the two tens lie together.
    let mut table = Table::new(&["10 1 2", "4 1 3", "10 10 5"], "10", "12");
    table.play("1 lay 4; 1 draw deck");
    assert_eq!((table.pile().as_str(), table.may()), ("10 4", vec![]));
    table.play("2 lay 10; 2 draw pile");
    assert_eq!(table.pile(), "10 10");
    assert_eq!(table.may(), Vec::<usize>::new(), "one is with seat 0, one with seat 2");
    let mut table = Table::new(&["10 10 2", "4 1 3", "10 6 5"], "10", "12");
    table.play("1 lay 4; 1 draw deck; 2 lay 10; 2 draw pile");
    assert_eq!(
        (table.pile().as_str(), table.legal(0)),
        ("10 10", "lay 2, lay 10, lay 10 10, cut 10 10".into()),
        "[K10]"
    );
}

#[test]
fn noughts_are_not_cut() {
    let table = Table::new(&["2 3", "0 5"], "0", "12").play("1 lay 0").clone();
    assert_eq!(table.may(), Vec::<usize>::new(), "[K10] 1 to 13 only");
}

#[test]
fn cut_from_one_allows_three_on_one() {
    let rules = Rules { cut_from: CutFrom::ONE, ..Rules::default() };
    let hands = ["8 8 8", "1 2 3", "4 5 6"];
    let mut table = Table::with(rules, &hands, "8", "12", &[]);
    assert_eq!(table.legal(0), "cut 8 8 8", "[K10] the card turned up counts");
    assert_eq!(table.deal.race(), Race::Short);
    table.play("0 cut 8 8 8");
    assert_eq!(table.next(), Some(1));
    assert_eq!(Table::new(&hands, "8", "12").legal(0), "");
}

#[test]
fn cut_from_three_allows_one_on_three_only() {
    let rules = Rules { cut_from: CutFrom::THREE, ..Rules::default() };
    let mut table = Table::with(rules, &["8 8 1", "8 8 3", "4 5 6"], "7", "12", &[]);
    table.play("1 lay 8 8");
    assert_eq!(table.may(), Vec::<usize>::new(), "[K10]");
    assert_eq!(table.deal.race(), Race::Short, "[K12] nothing invites a cut");
    let mut table = Table::with(rules, &["8 2 1", "8 8 3", "4 5 6"], "8", "12", &[]);
    table.play("1 lay 8 8");
    assert_eq!(table.legal(0), "cut 8");
    assert_eq!(table.deal.race(), Race::Long);
}

#[test]
fn good_draw_from_the_deck() {
    let mut table = Table::new(&["2 3", "10 4"], "7", "10");
    table.play("1 lay 10; 1 draw deck");
    assert_eq!((table.legal(1), table.may(), table.next()), ("good".into(), vec![1], Some(0)), "[K9]");
    assert_eq!(table.view(1).good.map(|card| card.to_string()), Some("10".into()));
    assert_eq!(table.view(0).good, None, "what it drew is hidden");
    table.play("1 good");
    assert_eq!((table.hand(1).as_str(), table.pile().as_str(), table.next()), ("4", "7 10 10", Some(0)));
    assert_eq!(table.legal(1), "", "once a turn");
}

#[test]
fn good_draw_from_the_pile_unless_the_option_says_deck() {
    let hands = ["2 3", "10 4"];
    let mut table = Table::new(&hands, "10", "12");
    table.play("1 lay 10; 1 draw pile; 1 good");
    assert_eq!((table.hand(1).as_str(), table.pile().as_str()), ("4", "10 10"), "[K9]");
    assert!(table.view(0).known[Seat::new(1)].is_empty());
    let rules = Rules { good_draw: GoodDraw::Deck, ..Rules::default() };
    let mut table = Table::with(rules, &hands, "10", "12", &[]);
    table.play("1 lay 10; 1 draw pile");
    assert_eq!((table.may(), table.refuses("1 good")), (vec![], "K9 no_good_draw".into()));
}

#[test]
fn good_draw_to_no_cards_at_all() {
    let mut table = Table::new(&["2 3", "10 10"], "7", "10 4 5 6");
    table.play("1 lay 10 10; 1 draw deck; 1 good");
    assert_eq!((table.hand(1).as_str(), table.pile().as_str()), ("", "7 10 10 10"), "[K9]");
    table.play("0 lay 2; 0 draw deck");
    assert_eq!(table.legal(1), "draw deck, draw pile, kael", "[K7]");
}

#[test]
fn a_good_draw_completes_a_square() {
    let mut table = Table::new(&["2 3", "10 10 "].map(str::trim), "10", "10");
    table.play("1 lay 10 10; 1 draw deck");
    assert_eq!(table.legal(1), "good, cut 10", "[K9] [K10] with all the missing ones it is a cut as well");
    table.play("1 good");
    assert_eq!((table.pile().as_str(), table.may()), ("10 10 10 10", vec![]));
}

#[test]
fn a_good_draw_is_closed_by_the_next_players_act() {
    let mut table = Table::new(&["2 3", "10 4"], "7", "10");
    table.play("1 lay 10; 1 draw deck; 0 lay 2");
    assert_eq!((table.may(), table.refuses("1 good")), (vec![], "K9 no_good_draw".into()), "[K9]");
}

#[test]
fn a_good_draw_of_a_nought_is_closed_by_the_next_players_cut() {
    // Seat 1 lays a nought on the nine and draws a nought. Any action of seat 2 ends the chance to lay it.
    let mut table = Table::new(&["9 9 3", "0 4 5", "6 7 8"], "9", "0");
    table.play("1 lay 0; 1 draw deck");
    assert_eq!(table.legal(1), "good", "[K9] a nought is a value too");
    table.play("2 lay 6");
    assert_eq!(table.legal(1), "", "[K9]");
    // With the numbers 1 to 13 the next player cannot cut while a good draw is possible. The run on top has the value
    // that was laid, and one of the missing cards is the drawn card. Any other action of the next player ends the
    // chance to lay the good draw.
    let mut table = Table::new(&["9 3 4", "9 9 1", "5 6 7"], "2", "9 8");
    table.play("1 lay 9 9; 1 draw deck");
    assert_eq!((table.may(), table.legal(2)), (vec![1], "lay 5, lay 6, lay 7".into()));
}

#[test]
fn only_the_card_just_drawn_and_of_the_value_just_laid() {
    let mut table = Table::new(&["2 3 4", "10 10 4"], "7", "5");
    table.play("1 lay 10; 1 draw deck");
    assert_eq!(table.may(), Vec::<usize>::new(), "[K9] another ten in the hand is none");
    let mut table = Table::new(&["2 3", "X 4"], "7", "10");
    table.play("1 lay X");
    assert_eq!(table.may(), Vec::<usize>::new(), "nothing is drawn after the X");
}

#[test]
fn without_cards_a_player_draws_one_and_the_turn_ends() {
    let mut table = Table::new(&["2 3", "9 X"], "7", "9 4 5");
    table.play("1 lay 9; 1 draw deck; 1 good; 0 lay 3; 0 draw deck; 1 lay X; 0 lay 4; 0 draw deck");
    assert_eq!(table.hand(1), "");
    assert_eq!(table.refuses("1 lay 3"), "K7 no_cards");
    let mut deck = table.clone();
    deck.play("1 draw deck");
    assert_eq!((deck.next(), deck.may()), (Some(0), vec![]), "[K7] and nothing can be laid after it");
    assert_eq!(table.view(0).under, Some(table.view(0).pile.len() as u8 - 1));
    table.play("1 draw pile");
    assert_eq!((table.hand(1).as_str(), table.next()), ("4", Some(0)), "[K7] the top of the pile");
}

#[test]
fn the_pile_can_be_empty() {
    // Seat 1 lays both of its cards and takes the last card of the pile. Seat 0 then lays on an empty pile.
    let mut table = Table::new(&["2 3", "7 7"], "7", "7 4 5 6");
    table.play("1 lay 7 7; 1 draw deck; 1 good");
    assert_eq!((table.hand(1).as_str(), table.pile().as_str()), ("", "7 7 7 7"));
    table.play("0 lay 2; 0 draw pile; 1 draw pile");
    assert_eq!((table.pile().as_str(), table.hand(1).as_str()), ("7 7 7", "2"));
    table.play("0 lay 3; 0 draw pile; 1 lay 2; 1 draw pile; 0 lay 7 7; 0 draw pile");
    assert_eq!((table.hand(0).as_str(), table.hand(1).as_str(), table.pile().as_str()), ("2", "3", "7 7 7 7"));
}

#[test]
fn with_an_empty_pile_only_the_deck_can_be_drawn_from() {
    // Both seats have laid all their cards when the deck ends, and only the X is on top of the pile. Seat 1 draws from
    // the deck, so all cards but the X become the new deck. Seat 0 takes the X, and the pile is empty.
    let used: Hand = common::cards("8 8 9 9 7 8 9 9 X").into_iter().collect();
    let rest: Vec<Card> = (Hand::PACK - used).cards().collect();
    let mut mixed = (0..rest.len()).map(|i| rest[i * 5 % rest.len()]);
    let deck: Vec<Card> = (0..51)
        .map(|place| match place {
            1 => Card::number(8),
            48 | 50 => Card::number(9),
            49 => Card::X,
            _ => mixed.next().expect("there are as many"),
        })
        .collect();
    let later = {
        let mut below = Hand::PACK - Hand::of(Card::X, 1);
        below -= Hand::of(Card::number(5), 1);
        let first = [Card::number(5)];
        let order: Vec<Card> = first.into_iter().chain(below.cards()).collect();
        cards::join(&order)
    };
    let mut table = Table::with(Rules::default(), &["8 8", "9 9"], "7", &cards::join(&deck), &[&later]);
    table.play("1 lay 9; 1 draw deck; 0 lay 8 8; 0 draw deck; 0 good");
    for (place, card) in deck.iter().enumerate().take(50).skip(2) {
        let seat = (place + 1) % 2;
        if place > 3 || seat == 1 {
            table.play(&format!("{seat} lay {}", deck[place - 2]));
        }
        table.play(&format!("{seat} draw deck"));
        assert!(table.view(seat as u8).hand().has(*card));
    }
    table.play("1 lay 9 9; 1 draw deck; 1 good; 0 lay X");
    assert_eq!((table.hand(0).as_str(), table.hand(1).as_str(), table.view(0).deck), ("", "", 0));
    table.play("1 draw deck");
    assert_eq!((table.pile().as_str(), table.view(0).deck, table.hand(1).as_str()), ("X", 54, "5"), "[K8]");
    table.play("0 draw pile");
    assert_eq!((table.pile().as_str(), table.hand(0).as_str()), ("", "X"), "[K8] the pile can be empty");
    assert_eq!(table.legal(1), "lay 5, kael");
    table.play("1 lay 5");
    assert_eq!((table.legal(1), table.view(1).under), ("draw deck".into(), None), "[K8]");
    assert_eq!(table.refuses("1 draw pile"), "K8 pile_empty");
}

#[test]
fn a_new_deck_is_made_of_the_pile_and_the_run_on_top_stays() {
    // Seven players get seven cards each. So 49 cards are dealt, one is turned up, and six are in the deck.
    let mut table = new_deck_position();
    assert_eq!((table.view(0).deck, table.pile().as_str()), (0, "13 1 2 3 4 5 6 12 12"));
    let seat = Seat::new(0);
    let draw = "draw deck".parse().unwrap();
    let shuffled = table.deal.shuffled_by(seat, draw).expect("[K8] the deck is empty");
    assert_eq!(cards::join(&shuffled), "1 2 3 4 5 6 13");
    assert_eq!(table.deal.shuffled_by(seat, "draw pile".parse().unwrap()), None);
    assert_eq!(table.deal.shuffled_by(Seat::new(1), draw), None, "it is not its turn");
    table.play("0 draw deck");
    assert_eq!((table.view(0).deck, table.pile().as_str()), (6, "12 12"), "[K8] the run on top stays");
    assert_eq!(table.hand(0), "4 9 9 9 10 11", "the top of the new deck as the record gives it");
    assert_eq!(table.deal.shuffles().number(), 2);
}

fn new_deck_position() -> Table {
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
    table.play("0 lay 12 12");
    table
}

#[test]
fn races_follow_from_what_everybody_sees() {
    let mut table = Table::new(&["2 3 4", "10 10 4"], "7", "5");
    assert_eq!(table.deal.race(), Race::None, "[K12] one card turned up invites nobody");
    table.play("1 lay 10");
    assert_eq!(table.deal.race(), Race::Short, "after every lay");
    table.play("1 draw deck");
    assert_eq!(table.deal.race(), Race::Short, "and every draw");
    let mut table = Table::new(&["2 3 4", "10 10 4"], "7", "5");
    table.play("1 lay 10 10");
    assert_eq!(table.deal.race(), Race::Long);
    table.play("1 draw pile");
    assert_eq!(table.deal.race(), Race::Long);
    for (text, claim) in [("cut 10 10", true), ("good", true), ("lay 10", false), ("kael", false), ("show", false)] {
        assert_eq!(Kael::is_claim(text.parse().unwrap()), claim);
    }
}

#[test]
fn facts_of_actions() {
    let mut table = Table::new(&["2 9 4", "9 9 X"], "9", "5");
    let facts = |table: &Table, seat, text: &str| {
        serde_json::to_string(&table.deal.facts(Seat::new(seat), text.parse().unwrap())).unwrap()
    };
    assert_eq!(
        facts(&table, 1, "lay 9 9"),
        r#"{"cards":["9","9"],"deal":null,"draws":true,"kind":"lay","source":null,"square":false,"takes":null}"#
    );
    assert!(facts(&table, 1, "lay X").contains(r#""draws":false"#), "[K5]");
    table.play("1 lay 9 9");
    assert!(facts(&table, 1, "draw pile").contains(r#""takes":"9""#));
    assert!(facts(&table, 0, "cut 9").contains(r#""square":true"#));
}

#[test]
fn a_deal_need_not_end() {
    // [K22] Two players exchange the same cards again and again and never say Kaël.
    let mut table = Table::new(&["12 3", "11 4"], "9", "");
    for _ in 0..300 {
        let seat = table.next().unwrap();
        let card = table.view(seat as u8).hand().kinds().last().unwrap();
        table.play(&format!("{seat} lay {card}; {seat} draw pile"));
    }
    assert_eq!(table.view(0).outcome, None);
}
