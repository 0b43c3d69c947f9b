//! Tests with a second solitaire. The second solitaire is one line of the list of games. Everything that works with the
//! first solitaire also works with the second. This is a separate program because its list has the test games.

use std::sync::atomic::AtomicBool;

use cards::Seed;
use catalog::{
    AdviceBudget, Judgement, advise, bot, check, daily, decisions, entry, find_deal, judge_solitaire, lesson,
    list_test_games, open, rate_deal, replay, setup, solve_position, turning_point,
};
use game::{Rng, Seat, Verdict, Viewer};
use serde_json::Map;
use table::record::Raw;
use table::{AnyTable, Intent, MatchPhase, Setup, TableView};

const GAME: &str = "stairs";
const SEAT: Seat = Seat::new(0);
static GO_ON: AtomicBool = AtomicBool::new(false);

/// Returns a table with a numbered deal.
fn table(number: u64) -> Box<dyn AnyTable> {
    list_test_games();
    let setup = setup(GAME, &Map::new(), vec!["Ada".to_owned()], Seed::numbered(number)).unwrap();
    open(Setup { number: Some(number), ..setup }).unwrap()
}

fn act(table: &mut dyn AnyTable, action: &str) {
    let accepted = table.check(Intent::act(SEAT, action)).unwrap();
    table.apply(accepted);
}

/// Lets a bot play to the end of the deal.
fn plays(table: &mut dyn AnyTable, level: &str, seed: u64) {
    let mut bot = bot(GAME, level, seed).unwrap();
    while table.phase() == MatchPhase::Deal {
        let answer = bot.answer(table.question(SEAT).unwrap(), &GO_ON);
        act(table, &answer.expect("who must act acts"));
    }
}

fn is_won(table: &dyn AnyTable) -> bool {
    table.position(Viewer::All).winners.is_some_and(|winners| winners == [SEAT])
}

fn verdict(table: &dyn AnyTable) -> Verdict {
    solve_position(table.solitaire().unwrap().face_up(), &GO_ON).unwrap().verdict
}

#[test]
fn it_is_listed_as_a_solitaire_that_can_be_solved() {
    list_test_games();
    let listed = entry(GAME).unwrap();
    assert!(listed.solved && listed.numbered);
    assert_eq!(listed.seats, 1..=1);
    assert!(!entry("hearts").unwrap().solved);
    let refused = daily("hearts", 20_261_121, &GO_ON).unwrap_err();
    assert!(refused.words.contains("rouge-et-noir, stairs"), "{refused}");
    assert!(lesson(GAME).unwrap().is_none());
}

#[test]
fn it_is_dealt_solved_played_and_recorded() {
    let (mut won, mut lost) = (0, 0);
    for number in 1..=200 {
        let mut table = table(number);
        let found = solve_position(table.solitaire().unwrap().face_up(), &GO_ON).unwrap();
        match found.verdict {
            Verdict::Winnable => {
                found.line.iter().for_each(|action| act(&mut *table, action));
                assert!(is_won(&*table), "deal {number}: the line wins");
                won += 1;
            }
            Verdict::Lost => {
                plays(&mut *table, "club", number);
                assert!(!is_won(&*table), "deal {number} is lost");
                lost += 1;
            }
            Verdict::Unknown => panic!("deal {number} is small enough to be solved"),
        }
        let record = table.record();
        let raw = Raw::read(&record).unwrap();
        let counts = check(&raw).unwrap();
        assert_eq!(counts.deals, 1);
        let replayed = replay(&raw, 0, Viewer::Seat(SEAT)).unwrap().unwrap();
        assert_eq!(replayed.steps.len() as u64, counts.actions + 1);
        assert_eq!(decisions(&raw, Some(0), Some(SEAT)).unwrap().len() as u64, counts.actions);
    }
    assert!(won > 10 && lost > 10, "{won} won, {lost} lost");
}

#[test]
fn bots_of_every_level_play_it() {
    list_test_games();
    let played = |level: &str| {
        let mut table = table(3);
        plays(&mut *table, level, 7);
        table.record()
    };
    for level in entry(GAME).unwrap().levels {
        let record = played(level);
        assert_eq!(check(&Raw::read(&record).unwrap()).unwrap().deals, 1, "{level}");
        assert_eq!(played(level), record, "{level}: a bot with the same seed plays the same");
    }
}

/// A player who has undone all actions knows the stock. The expert, which is the solitaire's own player, then searches
/// for a win.
#[test]
fn its_expert_wins_whatever_can_be_won_once_it_knows_the_cards() {
    let (mut won, mut missed) = (0, 0);
    for number in 1..=200 {
        for level in ["expert", "club"] {
            let mut table = table(number);
            plays(&mut *table, "random", number);
            if is_won(&*table) {
                continue;
            }
            let undo = table.check(Intent::Undo { n: table.position(Viewer::Seat(SEAT)).undo }).unwrap();
            table.apply(undo);
            let winnable = verdict(&*table) == Verdict::Winnable;
            plays(&mut *table, level, number);
            match level {
                "expert" => {
                    assert_eq!(is_won(&*table), winnable, "deal {number}");
                    won += u32::from(winnable);
                }
                _ => missed += u32::from(winnable && !is_won(&*table)),
            }
        }
    }
    assert!(won > 10 && missed > 0, "{won} won by the expert, {missed} missed by the rule player");
}

#[test]
fn its_deals_have_numbers_days_and_levels() {
    list_test_games();
    let deal = daily(GAME, 20_261_121, &GO_ON).unwrap().expect("one of a thousand can be won");
    assert_eq!(deal / 1000, 20_261_121);
    assert_eq!(verdict(&*table(deal)), Verdict::Winnable);
    let rated = rate_deal(GAME, &Map::new(), deal, &GO_ON).unwrap().unwrap();
    assert_eq!(rated.verdict, Verdict::Winnable);
    assert!(rated.blind_won <= rated.reshuffles);
    let easy = find_deal(GAME, &Map::new(), (0, 1), 1..100, &GO_ON).unwrap().unwrap();
    assert_eq!(rate_deal(GAME, &Map::new(), easy, &GO_ON).unwrap().unwrap().verdict, Verdict::Winnable);
}

#[test]
fn a_table_beside_it_has_the_same_deal() {
    let mut table = table(5);
    let mut rng = Rng::new(5);
    for _ in 0..7 {
        let legal = table.legal(SEAT);
        act(&mut *table, &legal[rng.below(legal.len() as u32) as usize]);
    }
    let beside = table.solitaire().unwrap().beside();
    for viewer in [Viewer::Seat(SEAT), Viewer::All] {
        assert_eq!(beside.position(viewer), table.position(viewer));
    }
    assert_eq!(beside.solitaire().unwrap().actions(), table.solitaire().unwrap().actions());
    // Cards that were turned up stay known, however many actions are undone.
    let mut known = 0;
    for _ in 0..7 {
        let undo = table.check(Intent::Undo { n: 1 }).unwrap();
        table.apply(undo);
        let beside = table.solitaire().unwrap().beside();
        for viewer in [Viewer::Seat(SEAT), Viewer::All, Viewer::Public] {
            let own = table.position(viewer);
            // The copy made by `beside` has played only the actions that were not undone, so its counts of decisions
            // and of redos differ.
            assert_eq!(TableView { at: own.at, redo: own.redo, ..beside.position(viewer) }, own);
        }
        assert_eq!(beside.solitaire().unwrap().actions(), table.solitaire().unwrap().actions());
        known = table.position(Viewer::Seat(SEAT)).view.value()["known"].as_array().unwrap().len();
    }
    assert!(known > 0, "a card was turned up and taken back");
}

#[test]
fn its_player_is_advised_and_its_lost_deals_are_judged() {
    let mut judged = 0;
    for number in 1..=200 {
        let mut table = table(number);
        if verdict(&*table) != Verdict::Winnable {
            continue;
        }
        let advice = advise(GAME, &table.decision(SEAT).unwrap(), AdviceBudget::USUAL, &GO_ON).unwrap();
        assert_eq!(advice.choices[0].action.as_deref(), Some("turn"), "nothing else is legal");
        plays(&mut *table, "random", number);
        if is_won(&*table) {
            continue;
        }
        let face_up = || table.solitaire().unwrap().face_up();
        let point = turning_point(face_up(), &mut |_| {}, &GO_ON).unwrap();
        let last = point.winnable.expect("it could be won when it was dealt");
        assert_eq!(point.lost, Some(last + 1), "everything is known of a small deal");
        let all = table.decisions(0, SEAT).unwrap();
        let found = judge_solitaire(face_up(), &all, &mut |_| {}, &GO_ON).unwrap();
        let losing: Vec<&(usize, Judgement)> = found.iter().filter(|(_, judgement)| judgement.loses()).collect();
        let [(index, judgement)] = losing[..] else { panic!("one action lost it: {losing:?}") };
        assert_eq!(*index, last);
        assert_eq!(judgement.advice.choices[0].action.as_ref(), point.line.first());
        assert_ne!(judgement.done.action.as_ref(), point.line.first());
        judged += 1;
    }
    assert!(judged > 5, "{judged} deals were lost by chance");
}
