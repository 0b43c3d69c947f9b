//! `cardroom analyse` as a person runs it.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use cards::Seed;
use catalog::{Advice, AdviceBudget, Choice, advise, entries, judge};
use game::{Rng, Seat, Viewer};
use serde_json::{Map, Value, json};

use crate::support::{cardroom, cardroom_reading};

/// Returns a record of two deals in which seat 0 plays at random and the others by rule.
fn record(game: &str) -> String {
    record_of(game, 2)
}

fn record_of(game: &str, deals: u8) -> String {
    let said =
        cardroom(&format!("simulate {game} --matches 1 --option deals={deals} --bots random,rule --seed 5 --out -"));
    assert_eq!(said.code, Some(0), "{}", said.err);
    said.out
}

fn analyse(record: &str, words: &str) -> String {
    let words: Vec<&str> = ["analyse", "-"].into_iter().chain(words.split_whitespace()).collect();
    let said = cardroom_reading(record.as_bytes(), &words);
    assert_eq!(said.code, Some(0), "{}", said.err);
    said.out
}

fn json(record: &str, words: &str) -> Value {
    serde_json::from_str(&analyse(record, &format!("{words} --json -"))).expect("JSON and nothing else")
}

#[test]
fn the_same_on_any_number_of_threads() {
    for game in ["schwarze-dame", "la-dame-noire"] {
        let record = record(game);
        let run = |words: &str| analyse(&record, &format!("--deal 0 --simulations 60 --json - {words}"));
        let alone = run("--threads 1");
        assert_eq!(run("--threads 2"), alone, "{game}");
        assert_eq!(run("--threads 5"), alone, "{game}");
        assert_ne!(run("--seed 7"), alone, "{game}: other dice measure otherwise");
    }
}

/// Returns all figures of a decision's choices, unrounded.
fn figures(choices: &[Choice]) -> Vec<Value> {
    let told = |choice: &Choice| {
        let expected = choice.expected.expect("weighed");
        json!([choice.action, expected.points, expected.error, expected.equal, choice.rash])
    };
    choices.iter().map(told).collect()
}

/// The position of a decision: deal, line in the record, seat.
type Place = (usize, usize, usize);

/// Plays a match at random. Each seat gets advice before its action. If several seats choose at the same time, the
/// seats that have not chosen yet get advice again after each action. Returns the analysis, the record, and the advice
/// by position.
fn advised_match(
    game: &str,
    seats: u8,
    thought: AdviceBudget,
) -> (Vec<(Place, Value)>, String, HashMap<Place, Advice>) {
    let never = AtomicBool::new(false);
    let names = (0..seats).map(|seat| format!("seat {seat}")).collect();
    let mut options = Map::new();
    if catalog::options(game, &options).unwrap().contains_key("deals") {
        options.insert("deals".to_owned(), json!(1));
    }
    let setup = catalog::setup(game, &options, names, Seed::numbered(2_000_007)).unwrap();
    let mut table = catalog::open(setup).unwrap();
    let mut rng = Rng::new(5);
    let (mut advised, mut line) = (HashMap::new(), 0);
    // The first advice for each seat, if several seats decide at the same time. Later advice for the same decision must
    // be equal.
    let mut told: HashMap<usize, Advice> = HashMap::new();
    while table.phase() == table::MatchPhase::Deal && line < 160 {
        let deal = table.position(Viewer::Public).deal as usize;
        if deal > 0 {
            break;
        }
        let all: Vec<Seat> = (table.must() | table.may()).into_iter().collect();
        for &seat in &all {
            let advice = advise(table.setup().game, &table.decision(seat).unwrap(), thought, &never).unwrap();
            if table.must().len() > 1 && table.must().has(seat) {
                let before = told.entry(seat.index()).or_insert_with(|| advice.clone());
                assert_eq!(*before, advice, "{game}: what others have chosen meanwhile changes nothing");
            }
            advised.insert((deal, line, seat.index()), advice);
        }
        let cuts = table.may().into_iter().filter(|_| rng.chance(0.1)).last();
        let musts: Vec<Seat> = table.must().into_iter().collect();
        let seat = cuts.unwrap_or_else(|| rng.pick(&musts));
        let legal = table.legal(seat);
        let action = legal[rng.below(legal.len() as u32) as usize].clone();
        let accepted = table.check(table::Intent::act(seat, &action)).unwrap();
        let events = table.apply(accepted);
        line += events.len();
        told.remove(&seat.index());
        if table.must().len() < 2 {
            told.clear();
        }
    }
    // The analysis that the table makes of the finished deal.
    let mut analysed = Vec::new();
    if table.phase() != table::MatchPhase::Deal {
        for seat in Seat::all(seats) {
            for decision in table.decisions(0, seat).unwrap() {
                let judged = judge(table.setup().game, &decision, thought, &never).unwrap();
                if let Some(judgement) = judged.filter(catalog::Judgement::is_news) {
                    let told = json!([figures(&judgement.advice.choices), judgement.cost.points, judgement.cost.error]);
                    analysed.push(((0, decision.line, seat.index()), told));
                }
            }
        }
    }
    let record = if table.phase() == table::MatchPhase::Between { finished(table) } else { table.record() };
    (analysed, record, advised)
}

/// Plays on at random to the end of the match, because the record is secret until then.
fn finished(mut table: Box<dyn table::AnyTable>) -> String {
    let mut rng = Rng::new(6);
    while table.phase() != table::MatchPhase::Over {
        let accepted = match table.must().first() {
            None => table.check(table::Intent::Next),
            Some(seat) => {
                let legal = table.legal(seat);
                let action = legal[rng.below(legal.len() as u32) as usize].clone();
                table.check(table::Intent::act(seat, &action))
            }
        };
        table.apply(accepted.unwrap());
    }
    table.record()
}

#[test]
fn advice_analysis_and_the_command_give_a_decision_the_same_figures() {
    let thought = AdviceBudget { simulations: Some(24), ..AdviceBudget::USUAL };
    for entry in entries().into_iter().filter(|entry| entry.usual_seats > 1) {
        let (analysed, record, advised) = advised_match(entry.id, entry.usual_seats, thought);
        let found = json(&record, "--simulations 24 --deal 0");
        let decisions = found["records"][0]["decisions"].as_array().unwrap();
        let of = |decision: &Value, key: &str| decision[key].as_u64().unwrap() as usize;
        let mut met = 0;
        for decision in decisions {
            let place = (of(decision, "deal"), of(decision, "line"), of(decision, "seat"));
            let choices = decision["choices"].as_array().unwrap();
            let told = |choice: &Value| {
                json!([choice["action"], choice["points"], choice["error"], choice["equal"], choice["rash"]])
            };
            let list: Vec<Value> = choices.iter().map(told).collect();
            // The command and the table give the same analysis.
            let (_, at_table) = analysed.iter().find(|(at, _)| *at == place).expect("the table judged it, too");
            assert_eq!(at_table, &json!([list, decision["cost"], decision["error"]]), "{} {place:?}", entry.id);
            // The choices and points are the same as in the advice before the action. Only the seat's own action may be
            // added.
            let Some(advice) = advised.get(&place) else { continue };
            let points = |list: &[Value]| -> Vec<Value> { list.iter().map(|told| json!([told[0], told[1]])).collect() };
            let mut before = points(&figures(&advice.choices));
            let after = points(&list);
            let (mut kept, beside): (Vec<Value>, Vec<Value>) =
                after.iter().cloned().partition(|told| before.contains(told));
            // If the seat's own action comes first, the other choices follow by their points, the advised one among them.
            if beside.first() == after.first() {
                kept.sort_by_key(Value::to_string);
                before.sort_by_key(Value::to_string);
            }
            assert_eq!(kept, before, "{} {place:?}", entry.id);
            assert!(beside.iter().all(|told| told[0] == decision["done"]), "{} {place:?}: {beside:?}", entry.id);
            met += 1;
        }
        assert!(met > 8, "{}: {met} decisions", entry.id);
        assert_eq!(decisions.len(), analysed.len(), "{}", entry.id);
        // The cost of a seat is the sum of the costs of its decisions.
        for (seat, sum) in found["records"][0]["seats"].as_array().unwrap().iter().enumerate() {
            let own = decisions.iter().filter(|decision| decision["seat"] == seat);
            let cost: f64 = own.map(|decision| decision["cost"].as_f64().unwrap()).sum();
            assert_eq!(format!("{cost:.1}"), format!("{:.1}", sum["cost"].as_f64().unwrap()), "{}", entry.id);
        }
    }
}

#[test]
fn random_play_costs_more_than_rules_and_the_costliest_are_marked() {
    let analysis = json(&record_of("schwarze-dame", 8), "--simulations 100");
    assert_eq!(analysis["format"], "cardroom-analysis/1");
    let record = &analysis["records"][0];
    let cost = |seat: usize| record["seats"][seat]["cost"].as_f64().unwrap();
    assert!(cost(0) > (cost(1) + cost(2) + cost(3)) / 2.0, "{}", record["seats"]);
    let decisions = record["decisions"].as_array().unwrap();
    for deal in 0..8 {
        for seat in 0..4 {
            let own: Vec<&Value> = decisions.iter().filter(|d| d["deal"] == deal && d["seat"] == seat).collect();
            assert!((5..=13).contains(&own.len()), "forced cards are no decisions: {}", own.len());
            let (marked, others): (Vec<&&Value>, Vec<&&Value>) = own.iter().partition(|d| d["costliest"] == true);
            assert!(marked.len() <= 3);
            let cost = |d: &Value| d["cost"].as_f64().unwrap();
            assert!(marked.iter().all(|d| cost(d) > 0.0));
            let least = marked.iter().map(|d| cost(d)).fold(f64::INFINITY, f64::min);
            let most = if marked.len() == 3 { least } else { 0.0 };
            assert!(others.iter().all(|d| cost(d) <= most), "what cannot be told from the best costs nothing");
        }
    }
    // An action that was advised costs nothing. Every choice has a name, and the best choice has a reason.
    for decision in decisions {
        if decision["done"] == decision["choices"][0]["action"] {
            assert_eq!(decision["cost"], 0.0);
        }
        assert!(decision["choices"].as_array().unwrap().len() >= 2, "{decision}");
    }
    assert!(decisions.iter().any(|decision| !decision["reasons"].as_array().unwrap().is_empty()));
}

#[test]
fn one_seat_and_one_deal() {
    let analysis = json(&record("schwarze-dame"), "--simulations 20 --seat 2 --deal 1");
    let decisions = analysis["records"][0]["decisions"].as_array().unwrap();
    assert!(!decisions.is_empty());
    assert!(decisions.iter().all(|decision| decision["seat"] == 2 && decision["deal"] == 1));
}

#[test]
fn a_page_of_words_with_the_costliest_marked() {
    let words = analyse(&record("schwarze-dame"), "--simulations 400 --deal 0");
    assert!(words.starts_with("Record 0: Schwarze Dame. 0 random, 1 rule, 2 rule, 3 rule.\n\nDeal 0\n"), "{words}");
    let marked: Vec<&str> = words.lines().filter(|line| line.starts_with('*')).collect();
    assert!(marked.iter().any(|line| line.contains(" 0 random: Play ") && line.contains(" Better: Play ")), "{words}");
    assert!(words.contains(" decisions · points lost: "), "{words}");
}

#[test]
fn a_solitaire_is_judged_position_by_position_with_the_step_that_lost() {
    // Random play loses some deals that could be won.
    let mut lost = 0;
    for number in 7..10 {
        let said =
            cardroom(&format!("simulate rouge-et-noir --numbered {number}..{number} --bots random --cap 900 --out -"));
        let found = json(&said.out, "");
        let decisions = found["records"][0]["decisions"].as_array().unwrap();
        assert!(decisions.len() > 40);
        let word = |d: &Value, key: &str| d[key].as_str().expect("each is judged").to_owned();
        let rank = |word: &str| ["winnable", "unknown", "lost"].iter().position(|known| *known == word).unwrap();
        let befores: Vec<usize> = decisions.iter().map(|d| rank(&word(d, "outlook"))).collect();
        assert!(befores.is_sorted(), "what is lost stays lost");
        let Some(losing) = decisions.iter().position(|d| d["costliest"] == true) else { continue };
        lost += 1;
        let step = &decisions[losing];
        assert_eq!((word(step, "outlook").as_str(), &step["choices"][1]["outlook"]), ("winnable", &json!("lost")));
        assert_eq!(
            (&step["choices"][0]["outlook"], &step["choices"][1]["action"]),
            (&json!("winnable"), &step["done"])
        );
        assert_eq!(step["reasons"][0]["key"], "wins", "{step}");
        let words = analyse(&said.out, "");
        let line = words.lines().find(|line| line.starts_with('*')).expect("the step is marked");
        assert!(line.contains("(lost)") && line.contains("Still winning: "), "{line}");
        let ending = format!("Decision {} of {} lost the game.", losing + 1, decisions.len());
        assert!(words.contains(&ending) && line.contains(&format!("{:>4} ", losing + 1)), "{words}");
    }
    assert!(lost > 0, "random play loses some deal that could be won");
}

#[test]
fn who_wins_a_solitaire_lost_it_nowhere() {
    let said = cardroom("simulate rouge-et-noir --numbered 7..7 --bots expert --out -");
    let found = json(&said.out, "");
    let decisions = found["records"][0]["decisions"].as_array().unwrap();
    assert!(decisions.len() > 100);
    assert!(decisions.iter().all(|d| d["outlook"] == "winnable" && d["costliest"] == false));
    assert!(analyse(&said.out, "").contains("The game stayed winnable to the end."));
}

#[test]
fn a_record_with_a_fault_is_named_and_the_others_are_done() {
    let good = record("schwarze-dame");
    let text = format!("{{}}\n{good}");
    let said = cardroom_reading(text.as_bytes(), &["analyse", "-", "--simulations", "4", "--deal", "0"]);
    assert_eq!(said.code, Some(1));
    assert_eq!(said.err, "-:1: the key \"format\" is missing\n");
    assert!(said.out.starts_with("Record 1: Schwarze Dame."), "{}", said.out);
}
