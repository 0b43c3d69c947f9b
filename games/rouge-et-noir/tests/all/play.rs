//! Examples of each rule and of its edge cases.

use cards::Seed;
use game::{Game, Seat, Shuffles, Viewer};
use rouge_et_noir::{FillEmpty, Origin, RougeEtNoir, Rules};

use crate::table::{SEAT, Table, at_once, choice};

/// Eight kings for the tableaus. Only queens can be built on them, and no king can move.
const KINGS: &str = "Kc Kd Kh Ks Kc Kd Kh Ks";

#[test]
fn r1_eight_aces_eight_tableaus_and_a_stock_of_88() {
    let table = Table::new(choice(1), KINGS, "2c");
    let view = table.view();
    assert!(view.foundations.iter().flatten().all(|top| top.to_string().starts_with('A')));
    assert_eq!(view.tableaus.concat(), cards::split(KINGS).unwrap());
    assert_eq!((view.stock, view.discard.len(), view.hand), (88, 0, None));
    assert!(view.known.is_empty(), "the stock lies face down");
    assert_eq!(RougeEtNoir::pack().len(), 96);
}

#[test]
fn r1_the_deck_of_a_seed_is_that_of_the_record_page() {
    let mut deck = RougeEtNoir::pack();
    Shuffles::from_seed(Seed::numbered(1)).shuffle(&mut deck);
    assert!(cards::join(&deck).starts_with("5h Kc Qc 7c 6d 5s 7d 5d 2d 8c 3s 5c 6d 2h"));
    let rules = Rules::default();
    let standing = RougeEtNoir::start(&rules, 1).unwrap();
    let deal = RougeEtNoir::deal(&rules, &standing, Shuffles::from_seed(Seed::numbered(1)));
    let view = deal.view(Viewer::All);
    assert_eq!(view.tableaus.concat(), deck[..8]);
    assert_eq!(view.known, deck[8..]);
    let given = RougeEtNoir::deal(&rules, &standing, Shuffles::from_decks([&deck[..]]));
    assert_eq!(given.view(Viewer::All), view, "a record's deck gives the same deal");
}

#[test]
fn r2_foundations_build_up_in_suit_and_nothing_leaves_them() {
    let mut table = Table::new(choice(1), "2c 3c 4c 2d Kc Kd Kh Ks", "9h");
    table.refused("t2 f", "R2", "build_up");
    table.play("t1 f; t2 f; t3 f");
    assert_eq!(cards::join(&table.view().foundations[0]), "4c Ac");
    assert!("f t1".parse::<rouge_et_noir::Action>().is_err());
}

#[test]
fn r2_two_equal_twos_go_to_two_foundations() {
    let mut table = Table::new(choice(1), "2c 2c 3c 3c 4c Kd Kh Ks", "9h");
    table.play("t2 f");
    assert_eq!(table.facts("t1 f").foundation, Some(1));
    assert_eq!(table.facts("t3 f").foundation, Some(0));
    table.play("t1 f; t3 f; t4 f; t5 f");
    assert_eq!(cards::join(&table.view().foundations[0]), "4c 3c");
    assert_eq!(table.view().points, 13);
}

#[test]
fn r2_two_equal_cards_are_alike() {
    let [one, other] = ["2c 9h 2c", "2c 9h 2c"].map(|stock| Table::new(choice(1), KINGS, stock));
    assert_eq!(one.deal.view(Viewer::All), other.deal.view(Viewer::All));
    let mut table = Table::new(choice(1), "2c 2c Kc Kd Kh Ks Kc Kd", "9h");
    let mut twin = Table::new(choice(1), "2c 2c Kc Kd Kh Ks Kc Kd", "9h");
    table.play("t1 f; turn; hand t1; t2 f");
    twin.play("t2 f; turn; hand t2; t1 f");
    let [view, mirrored] = [table.view(), twin.view()];
    assert_eq!(view.foundations, mirrored.foundations);
    assert_eq!(view.tableaus[0], mirrored.tableaus[1]);
}

#[test]
fn r3_tableaus_build_down_in_alternating_colours_single_cards_only() {
    let mut table = Table::new(choice(1), "9h 8c 7d 8d Tc Kd Kh Ks", "5h");
    table.refused("t4 t1", "R3", "build_down"); // red on red
    table.refused("t3 t1", "R3", "build_down"); // two lower
    table.refused("t1 t2", "R3", "build_down"); // higher
    // A card that is moved to its own pile is refused with the reason why it can go nowhere else.
    table.refused("t1 t1", "R5", "fits_nowhere");
    table.play("t2 t1; t3 t1");
    assert_eq!(cards::join(&table.view().tableaus[0]), "9h 8c 7d");
    // Only the top card is available, so 9h 8c 7d cannot move to the ten as a sequence.
    table.refused("t1 t5", "R3", "build_down");
}

#[test]
fn r4_turn_is_refused_with_a_card_in_hand() {
    let mut table = Table::new(choice(1), KINGS, "5h 6h");
    table.play("turn");
    table.refused("turn", "R4", "hand_full");
    assert_eq!(table.view().hand.unwrap().to_string(), "5h");
    table.play("hand discard; turn; hand discard");
    assert_eq!(cards::join(&table.view().discard), "5h 6h");
}

#[test]
fn r4_an_empty_stock_cannot_be_turned() {
    let mut table = Table::new(choice(1), KINGS, "5h");
    table.discard_all();
    table.refused("turn", "R4", "stock_empty");
}

#[test]
fn r5_tops_and_discard_move_while_a_card_is_in_hand() {
    let mut table = Table::new(choice(1), "9h 8c 7d 2d Tc Kd Kh Ks", "6c 9d 5h");
    table.play("turn; hand discard; turn");
    assert_eq!(table.legal(), "discard t3, hand discard, hand t5, t1 t5, t2 t1, t3 t2, t4 f");
    table.play("discard t3; t2 t1; t4 f; hand t4");
    assert_eq!(table.legal(), "t1 t4, t4 t5, turn");
    table.refused("hand t1", "R5", "no_hand");
    table.refused("discard t1", "R5", "discard_empty");
    table.refused("t2 t1", "R5", "tableau_empty");
}

#[test]
fn r6_the_card_in_hand_may_be_discarded_by_choice() {
    let mut table = Table::new(choice(1), "3h Kd Kh Ks Kc Kd Kh Ks", "2c");
    table.play("turn");
    assert_eq!(table.legal(), "hand discard, hand f, hand t1");
    table.play("hand discard");
    assert_eq!(table.legal(), "discard f, discard t1, turn");
    table.refused("discard discard", "R5", "fits_nowhere");
    table.refused("t1 discard", "R6", "discard_hand_only");
}

#[test]
fn r7_an_empty_tableau_takes_hand_or_discard_but_no_tableau_card() {
    let mut table = Table::new(choice(1), "9h Kd Kh Ks 2c Kd Kh Ks", "7s 6s");
    table.play("t5 f");
    table.refused("t1 t5", "R7", "empty_tableau");
    table.play("turn; hand discard; turn");
    assert!(table.legal().contains("discard t5") && table.legal().contains("hand t5"));
    let mut other = table.clone();
    table.play("discard t5");
    assert_eq!(cards::join(&table.view().tableaus[4]), "7s");
    other.play("hand t5");
    assert_eq!(cards::join(&other.view().tableaus[4]), "6s");
}

#[test]
fn r8_what_was_discarded_first_is_turned_up_first() {
    let mut table = Table::new(choice(1), "8d Kd Kh Ks Kc Kd Kh Ks", "3c 7s 5c 2c");
    table.play("turn; hand discard; turn; hand t1; turn; hand discard; turn; hand f");
    table.discard_all();
    let before = table.view().discard;
    assert_eq!(before.len(), 86);
    table.play("redeal");
    let view = table.view();
    assert_eq!((view.stock, view.discard.len(), view.redeals_used, view.redeals_left), (86, 0, 1, Some(0)));
    assert_eq!(view.known, before, "the player remembers the order of the discards [R13]");
    table.play("turn");
    assert_eq!(table.view().hand.unwrap().to_string(), "3c");
    table.play("hand f; turn");
    assert_eq!(table.view().hand.unwrap().to_string(), "5c");
}

#[test]
fn r8_redeal_is_refused_with_a_card_in_hand_and_with_cards_in_the_stock() {
    let mut table = Table::new(choice(1), KINGS, "5h");
    table.refused("redeal", "R8", "redeal_stock");
    table.play("turn");
    table.refused("redeal", "R8", "redeal_hand");
    for _ in 0..87 {
        table.play("hand discard; turn");
    }
    assert_eq!(table.view().stock, 0);
    table.refused("redeal", "R8", "redeal_hand");
    table.play("hand discard; redeal");
}

/// Returns a deal that is easy to win: the cards lie in ascending order, except that one king is on a tableau.
fn easy(rules: Rules) -> Table {
    let mut deck = RougeEtNoir::pack();
    deck.sort_by_key(|card| card.rank());
    let king = deck.pop().unwrap();
    let mut dealt: Vec<_> = deck.drain(..7).collect();
    dealt.push(king);
    Table::new(rules, &cards::join(&dealt), &cards::join(&deck))
}

#[test]
fn r8_an_empty_discard_pile_cannot_be_redealt() {
    let mut table = easy(choice(1));
    for spot in 1..8 {
        table.play(&format!("t{spot} f"));
    }
    for _ in 0..88 {
        table.play("turn; hand f");
    }
    let view = table.view();
    assert!(view.finishable && !view.won && view.points == 103);
    table.refused("redeal", "R8", "redeal_nothing");
    table.play("t8 f");
    assert!(table.view().won && table.view().points == 104 && !table.view().finishable);
    assert!(table.deal.turn().is_over(), "R11");
    assert_eq!(table.rank(), 0);
}

#[test]
fn r10_no_redeal_one_three_and_without_end() {
    for (redeals, possible) in [(Some(0), 0), (Some(1), 1), (Some(3), 3), (None, 7)] {
        // The last card of the stock is a two. It can go to a foundation, so the deal is not over at the end of a pass.
        let mut table = Table::ending_in(Rules::new(FillEmpty::Choice, redeals).unwrap(), KINGS, "2c");
        for used in 0..possible {
            table.discard_all();
            let view = table.view();
            assert_eq!((view.redeals_used, view.redeals_left), (used, redeals.map(|n| n - used as u8)));
            table.play("redeal");
        }
        table.discard_all();
        if redeals.is_none() {
            table.play("redeal");
        } else {
            assert_eq!(table.legal(), "discard f");
            table.refused("redeal", "R10", "redeal_spent");
        }
    }
}

#[test]
fn r9_at_once_the_discard_pile_fills_first() {
    let mut table = Table::new(at_once(1), "2c Kd Kh Ks Kc Kd Kh Ks", "9h 8h 7h");
    table.play("turn; hand discard; turn; hand discard; turn; t1 f");
    let view = table.view();
    assert_eq!(cards::join(&view.tableaus[0]), "8h", "the top of the discard pile, not the card in hand");
    assert_eq!((cards::join(&view.discard), view.hand.unwrap().to_string()), ("9h".into(), "7h".into()));
    let filled = &view.last.unwrap().filled;
    assert_eq!((filled.len(), filled[0].tableau.to_string(), filled[0].origin), (1, "t1".into(), Origin::Discard));
}

#[test]
fn r9_at_once_then_the_card_in_hand() {
    let mut table = Table::new(at_once(1), "2c Kd Kh Ks Kc Kd Kh Ks", "9h 8h");
    table.play("turn; t1 f");
    let view = table.view();
    assert_eq!((cards::join(&view.tableaus[0]), view.hand), ("9h".into(), None));
    assert_eq!(view.last.unwrap().filled[0].origin, Origin::Hand);
    table.play("turn; hand discard");
}

#[test]
fn r9_at_once_then_the_next_card_of_the_stock() {
    let mut table = Table::new(at_once(1), "2c Kd Kh Ks Kc 3c Kh Ks", "4c 9h 8h");
    table.play("t1 f");
    let view = table.view();
    assert_eq!((cards::join(&view.tableaus[0]), view.stock), ("4c".into(), 87));
    assert_eq!(view.last.unwrap().filled[0].origin, Origin::Stock);
    table.play("t6 f; t1 f");
    assert_eq!(cards::join(&table.view().tableaus[0]), "8h", "filling is no action and goes on by itself");
    assert_eq!(table.view().moves, 3);
}

#[test]
fn r9_at_once_with_nothing_left_it_stays_empty() {
    let mut table = easy(at_once(1));
    let mut legal = Vec::new();
    while !table.deal.turn().is_over() {
        legal.clear();
        table.deal.legal(SEAT, &mut legal);
        let up = legal.iter().find(|action| action.to_string().ends_with(" f"));
        let action = up.or(legal.last()).unwrap();
        table.play(&action.to_string());
        let view = table.view();
        let talon = view.discard.len() + usize::from(view.stock) + usize::from(view.hand.is_some());
        assert!(talon == 0 || view.tableaus.iter().all(|tableau| !tableau.is_empty()));
    }
    assert!(table.view().won && table.view().tableaus.iter().all(Vec::is_empty));
}

#[test]
fn r9_by_choice_a_space_stays_empty() {
    let mut table = Table::new(choice(1), "2c Kd Kh Ks Kc Kd Kh Ks", "9h 8h");
    table.play("turn; hand discard; turn; t1 f");
    assert!(table.view().tableaus[0].is_empty() && table.view().last.unwrap().filled.is_empty());
}

#[test]
fn r11_lost_when_nothing_is_legal() {
    let mut table = Table::ending_in(choice(0), KINGS, "5h");
    table.discard_all();
    assert_eq!(table.legal(), "");
    assert!(table.view().over && !table.view().won);
    assert!(table.deal.turn().is_over());
    assert_eq!(table.rank(), 1);
    let refusal = table.deal.refusal(SEAT, "turn".parse().unwrap());
    assert_eq!(refusal.key, "over");
}

#[test]
fn r12_giving_up_at_once_is_worth_eight_points() {
    let table = Table::new(choice(1), KINGS, "5h");
    assert_eq!(table.deal.points()[SEAT], Some(8));
    let standing = table.deal.next_standing();
    assert_eq!(RougeEtNoir::totals(&standing)[SEAT], 8);
    assert_eq!(table.rank(), 1, "R11: given up is lost");
    let start = RougeEtNoir::start(&Rules::default(), 1).unwrap();
    assert_eq!(RougeEtNoir::ranking(&Rules::default(), &start), None, "the match is not over before its deal");
}

#[test]
fn r13_the_player_does_not_know_the_stock() {
    let [one, other] = ["2c 9h 7s 3d", "2c 3d 7s 9h"].map(|stock| {
        let mut table = Table::new(choice(1), KINGS, stock);
        table.play("turn; hand discard");
        table
    });
    assert_eq!(one.view(), other.view());
    assert_eq!(one.deal.view(Viewer::Public).known, []);
    assert_ne!(one.deal.view(Viewer::All), other.deal.view(Viewer::All));
}

#[test]
fn r13_what_was_undone_is_not_forgotten() {
    let mut table = Table::new(choice(1), KINGS, "2c 9h 7s");
    let mut before = table.deal.clone();
    table.play("turn; hand discard; turn");
    before.remember(&table.deal);
    let view = before.view(Viewer::Seat(SEAT));
    assert_eq!(cards::join(&view.known), "2c 9h");
    assert!(before.view(Viewer::Public).known.is_empty());
    before.apply(SEAT, "turn".parse().unwrap());
    assert_eq!(cards::join(&before.view(Viewer::Seat(SEAT)).known), "9h");
}

#[test]
fn r13_cards_that_fell_from_the_stock_are_not_forgotten_either() {
    let mut table = Table::new(at_once(1), "2c Kd Kh Ks Kc Kd Kh Ks", "9h 7s");
    let mut before = table.deal.clone();
    table.play("t1 f");
    before.remember(&table.deal);
    assert_eq!(cards::join(&before.view(Viewer::Seat(SEAT)).known), "9h");
}

/// [R14] A match is one deal; seat 0 deals.
#[test]
fn r14_one_seat_one_deal() {
    assert_eq!(RougeEtNoir::seats(), 1..=1);
    assert!(RougeEtNoir::start(&Rules::default(), 2).is_err());
    let standing = RougeEtNoir::start(&Rules::default(), 1).unwrap();
    assert_eq!(RougeEtNoir::dealer(&standing), Seat::new(0));
    let table = Table::new(choice(1), KINGS, "2c");
    assert!(RougeEtNoir::ranking(&Rules::default(), &table.deal.next_standing()).is_some());
    assert_eq!(table.deal.refusal(Seat::new(1), "turn".parse().unwrap()).key, "not_your_turn");
}

#[test]
fn a_tap_means_safe_then_the_longest_run_and_never_a_space() {
    let mut table = Table::new(choice(1), "2h 9c 8d Td 9s 2c 5c 4h", "3h 8h 7s 3d Kd");
    assert_eq!(table.best("t1"), "t1 f"); // safe: both aces are on foundations, so both twos can go up
    assert!(table.facts("t1 f").safe);
    table.play("t1 f; turn");
    assert!(!table.facts("hand f").safe, "its twin could be left behind, and black twos are out");
    assert_eq!(table.best("hand"), "hand f");
    assert!(table.facts("hand t1").into_empty && !table.facts("hand t1").best);
    table.play("hand discard; t5 t4; turn");
    assert_eq!(table.best("hand"), "hand t4", "t4 is longer than t2");
    table.play("hand t4; turn");
    assert_eq!(table.best("hand"), "hand t4");
    table.play("hand discard; turn; hand discard; turn");
    assert!(!table.legal().contains("hand f") && table.best("hand").is_empty(), "a space is a decision");
}

#[test]
fn a_tap_discards_what_fits_nowhere() {
    let mut table = Table::new(choice(1), KINGS, "5h");
    table.play("turn");
    assert_eq!(table.best("hand"), "hand discard");
}

#[test]
fn nothing_is_safe_where_spaces_fill_themselves() {
    let table = Table::new(at_once(1), "2h 9c 8d Td 9s 2c 5c 4h", "3h 8h 7s");
    assert!(!table.facts("t1 f").safe && table.facts("t1 f").best);
}

/// Replays a whole won deal, action by action, to show that the rules have not changed.
#[test]
fn a_deal_that_was_won() {
    let rules = Rules::default();
    let standing = RougeEtNoir::start(&rules, 1).unwrap();
    let mut deal = RougeEtNoir::deal(&rules, &standing, Shuffles::from_seed(Seed::numbered(1)));
    let text: Vec<&str> = include_str!("../won.txt").lines().filter(|line| !line.starts_with('#')).collect();
    let mut moves = 0;
    for action in text.join(" ").split("; ") {
        assert!(!deal.turn().is_over());
        deal.play(SEAT, action.parse().unwrap()).unwrap();
        moves += 1;
    }
    let view = deal.view(Viewer::Seat(SEAT));
    assert!(view.won && view.over && view.points == 104 && view.moves == moves);
}

#[test]
fn r5_why_a_card_has_no_place_at_all() {
    let mut table = Table::new(choice(1), "2c Kd 8s Ks Kc Kh 4h Td", "9d 3s");
    table.refused("t3 t3", "R5", "fits_nowhere");
    table.refused("t3 t2", "R3", "build_down");
    table.refused("t3 f", "R2", "build_up");
    // With an empty tableau the reason is different: an empty tableau takes no card of another tableau.
    table.play("turn; hand discard; t1 f");
    table.refused("t3 t1", "R7", "empty_tableau");
    table.refused("t3 t3", "R7", "fits_only_in_a_space");
    // The top of the discard pile may go to the empty tableau. Here it is refused because it is already on the pile.
    table.play("discard t1; turn; hand discard");
    table.refused("discard discard", "R5", "fits_nowhere");
}
