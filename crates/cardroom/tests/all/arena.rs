//! `cardroom arena` as a person runs it.

use serde_json::Value;

use crate::support::{Said, cardroom, cardroom_reading};

/// Runs `cardroom` with `--json`. Returns its whole output, and the results as JSON.
fn results(words: &str) -> (Said, Value) {
    let json = tempfile::NamedTempFile::new().unwrap();
    let said = cardroom(&format!("arena {words} --json {}", json.path().display()));
    assert_eq!(said.code, Some(0), "{words}: {}", said.err);
    let results = serde_json::from_str(&std::fs::read_to_string(json.path()).unwrap()).unwrap();
    (said, results)
}

#[test]
fn every_bot_plays_every_seat_on_the_same_cards() {
    let words = "arena schwarze-dame --bots rule,beginner,random --option deals=2 --sets 3 --seed 5 --out -";
    let said = cardroom(words);
    assert_eq!(said.code, Some(0), "{}", said.err);
    let records: Vec<Value> = said.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(records.len(), 12);
    for (set, matches) in records.chunks(4).enumerate() {
        let seed = cards::Seed::padded("5").unwrap().of_match(set as u64).reveal();
        assert!(matches.iter().all(|record| record["seed"] == seed));
        assert!(matches.iter().all(|record| record["deals"][0]["deck"] == matches[0]["deals"][0]["deck"]));
        let names: Vec<&Value> = matches.iter().map(|record| &record["names"]).collect();
        assert_eq!(*names[0], serde_json::json!(["rule", "beginner", "random", "random"]));
        assert_eq!(*names[1], serde_json::json!(["random", "rule", "beginner", "random"]));
        assert_eq!(*names[3], serde_json::json!(["beginner", "random", "random", "rule"]));
    }
    let checked = cardroom_reading(said.out.as_bytes(), &["record", "check", "-"]);
    assert_eq!(checked.code, Some(0), "{}", checked.err);
}

#[test]
fn the_same_on_any_number_of_threads() {
    for words in [
        "schwarze-dame --bots pimc@20,rule --option deals=1 --sets 6",
        "la-dame-noire --bots ismcts:10,beginner,rule --option deals=1 --sets 3",
        "kael --bots rule,random --seats 3 --sets 8 --sprt wins:0.3,0.6",
    ] {
        let run = |threads: u32| {
            let (said, mut results) = results(&format!("{words} --seed 9c --threads {threads} --out -"));
            // Everything except the times is the same on any number of threads.
            let time = results.as_object_mut().unwrap().remove("time").unwrap();
            assert!(time[0]["microseconds"]["decisions"].as_u64() > Some(0));
            (said.out, results)
        };
        assert_eq!(run(1), run(4), "{words}");
    }
}

#[test]
fn results_add_up_and_say_who_is_better() {
    let (said, results) = results("schwarze-dame --bots rule,random --option deals=3 --sets 12 --seed 1");
    assert_eq!((&results["sets"], &results["matches"], &results["deals"]), (&12.into(), &48.into(), &144.into()));
    let [rule, random] = &results["entrants"].as_array().unwrap()[..] else { panic!("two entrants") };
    assert_eq!((&rule["seats"], &random["seats"]), (&1.into(), &3.into()));
    // [S5] The points of all seats add up to zero.
    assert_eq!(rule["points"].as_i64().unwrap() + random["points"].as_i64().unwrap(), 0);
    let points = &rule["points_per_deal"]["estimate"];
    assert_eq!(points.as_f64().unwrap(), rule["points"].as_f64().unwrap() / 144.0);
    // The points add up to 0, so the mean of the other three seats is minus a third of the rule player's points.
    let gain = rule["gain_per_deal"]["estimate"].as_f64().unwrap();
    assert!((gain - points.as_f64().unwrap() * 4.0 / 3.0).abs() < 1e-3);
    assert!(rule["gain_per_deal"]["low"].as_f64().unwrap() > 0.0, "by rules of thumb is better than by chance");
    assert!(rule["rating"]["rating"].as_f64() > random["rating"]["rating"].as_f64());
    assert!(rule["simulations"].is_null(), "it simulates nothing");
    assert!(said.out.contains("| rule ") && said.out.contains("|---") && said.out.contains("12 sets, 48 matches"));
}

#[test]
fn marks_have_their_base() {
    let (said, results) = results("la-dame-noire --bots rule --option deals=2 --sets 4");
    let marks = results["entrants"][0]["marks"].as_array().unwrap();
    let mark = |name: &str| marks.iter().find(|mark| mark["name"] == name).unwrap();
    let (held, won) = (mark("held the bet"), mark("bet won"));
    assert_eq!((&won["given"], &won["of"]), (&"held the bet".into(), &held["count"]));
    assert_eq!(held["of"], results["deals"].as_u64().unwrap() * 4);
    assert!(said.out.contains("bet won (of held the bet)"));
}

#[test]
fn a_test_ends_as_soon_as_it_is_answered() {
    for (bots, question, verdict) in
        [("rule,random", "0,5", "high"), ("random,rule", "-5,0", "low"), ("rule,random", "wins:0.25,0.6", "high")]
    {
        let words = format!("schwarze-dame --bots {bots} --option deals=2 --sets 5000 --sprt={question} --seed 3");
        let (said, results) = results(&words);
        assert_eq!(results["test"]["verdict"], verdict, "{words}");
        assert!((30..400).contains(&results["sets"].as_u64().unwrap()), "{words}: {}", results["sets"]);
        assert!(said.out.contains("is accepted after"), "{}", said.out);
    }
    let (said, results) = results("schwarze-dame --bots random --option deals=1 --sets 11 --sprt=-0.1,0.1");
    assert_eq!((&results["test"]["verdict"], &results["sets"]), (&"open".into(), &11.into()));
    assert!(said.out.contains("open between −0.1 and 0.1"));
}

#[test]
fn a_test_that_may_err_more_often_ends_sooner() {
    let run = |error: &str| {
        let words = "schwarze-dame --bots rule,beginner --option deals=1 --sets 3000 --sprt=0,1.5 --seed 3";
        results(&format!("{words} --sprt-error {error}")).1
    };
    let (often, seldom) = (run("0.3"), run("0.01"));
    assert_eq!((&often["test"]["alpha"], &often["test"]["beta"]), (&0.3.into(), &0.3.into()));
    // Both tests reach a verdict. Their upper bounds are ln(0.7 / 0.3) and ln(0.99 / 0.01).
    for (results, bound) in [(&often, 0.8473), (&seldom, 4.5951)] {
        assert_ne!(results["test"]["verdict"], "open");
        assert!((results["test"]["bounds"][1].as_f64().unwrap() - bound).abs() < 1e-4, "{}", results["test"]);
    }
    assert!(often["sets"].as_u64() < seldom["sets"].as_u64(), "{} and {}", often["sets"], seldom["sets"]);
}

#[test]
fn matches_are_broken_off_at_the_cap_and_records_go_where_they_are_wanted() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl");
    let file = file.to_str().expect("a plain path");
    // A match has two deals of 52 cards each. The cap counts the actions of one deal. So a cap of 51 ends the first
    // deal too early.
    let words = "arena schwarze-dame --bots rule,random --option deals=2 --sets 2 --seed 5";
    let said = cardroom(&format!("{words} --cap 51 --out {file} --json -"));
    assert_eq!(said.code, Some(0), "{}", said.err);
    let results: Value = serde_json::from_str(&said.out).expect("nothing but the results");
    assert_eq!((&results["cap"], &results["matches"], &results["broken_off"]), (&51.into(), &8.into(), &8.into()));
    assert!(said.err.contains("8 matches broken off at the cap") && said.err.contains("2 sets, 8 matches"));
    let said = cardroom(&format!("{words} --cap 52 --out {file} --json -"));
    let results: Value = serde_json::from_str(&said.out).expect("nothing but the results");
    assert_eq!((&results["deals"], &results["broken_off"]), (&16.into(), &0.into()));
    let checked = cardroom(&format!("record check {file}"));
    assert_eq!(checked.code, Some(0), "{}", checked.err);
    assert_eq!(std::fs::read_to_string(file).unwrap().lines().count(), 8, "one match a rotation, the second run alone");
}

#[test]
fn budgets_are_kept() {
    let words = "schwarze-dame --bots expert,ismcts@30,pimc:50,rule --budget 40 --option deals=1 --sets 2";
    let (_, by_number) = results(words);
    assert_eq!(by_number["lineup"], serde_json::json!(["expert@40", "ismcts@30", "pimc:50@40", "rule"]));
    let median = |results: &Value, index: usize| results["entrants"][index]["simulations"]["median"].as_u64().unwrap();
    assert!((40..=80).contains(&median(&by_number, 0)) && median(&by_number, 1) == 30);
    let (_, by_time) =
        results("schwarze-dame --bots pimc,ismcts,rule --budget 4ms --option deals=1 --sets 2 --threads 1");
    for index in [0, 1] {
        assert!(median(&by_time, index) > 0);
        // On a busy machine decisions can take longer than their budget, but hardly ever ten times as long.
        let took = by_time["time"][index]["microseconds"]["median"].as_u64().unwrap();
        assert!((500..40_000).contains(&took), "{took} µs where 4,000 were given");
    }
}

#[test]
fn strength_against_budget_is_drawn() {
    let svg = tempfile::NamedTempFile::new().unwrap();
    let words = "schwarze-dame --bots pimc,rule --sweep 5,20 --option deals=1 --sets 3";
    let (said, all) = results(&format!("{words} --svg {}", svg.path().display()));
    let lineups: Vec<&Value> = all.as_array().unwrap().iter().map(|results| &results["lineup"][0]).collect();
    assert_eq!(lineups, ["pimc@5", "pimc@20"]);
    assert!(said.out.contains("| pimc@5 ") && said.out.contains("| pimc@20 "));
    let drawn = std::fs::read_to_string(svg.path()).unwrap();
    assert!(drawn.starts_with("<svg") && drawn.trim_end().ends_with("</svg>"));
    assert_eq!(drawn.matches("<circle").count(), 2);
    assert!(!drawn.contains("NaN") && !drawn.contains("inf"));
}

#[test]
fn a_field_meets_in_every_mixture() {
    let svg = tempfile::NamedTempFile::new().unwrap();
    let words = "schwarze-dame --matrix random,rule,pimc:2 --option deals=1 --sets 12";
    let (said, mut all) = results(&format!("{words} --threads 2 --svg {}", svg.path().display()));
    let of = |value: &Value| value.as_f64().unwrap();
    let field = all["field"].as_array().unwrap();
    let bots: Vec<&str> = field.iter().map(|standing| standing["bot"].as_str().unwrap()).collect();
    assert_eq!(bots, ["random", "rule", "pimc:2"]);
    assert!(of(&field[0]["strength"]["high"]) < of(&field[1]["strength"]["low"]), "rule is stronger than random");
    assert!(of(&field[0]["nash"]) < 0.01, "a mixture that nobody beats has no random player");
    assert!(field.iter().map(|standing| of(&standing["strength"]["estimate"])).sum::<f64>().abs() < 1e-9);
    // There are three pairs of bots. The first bot of a pair has one to three seats. Each mixture is listed once for
    // each of its two bots.
    assert_eq!(all["mixtures"].as_array().unwrap().len(), 3 * 3 * 2);
    let advantage = |row: usize, column: usize| of(&all["advantage"][row][column]["estimate"]);
    assert!((advantage(0, 1) + advantage(1, 0)).abs() < 1e-9 && advantage(1, 0) > 5.0);
    assert!(said.out.contains("| random ") && said.out.contains("sets a mixture: 12;"), "{}", said.out);
    let drawn = std::fs::read_to_string(svg.path()).unwrap();
    assert_eq!(drawn.matches("<circle").count(), 3);
    assert!(!drawn.contains("NaN") && !drawn.contains("inf"));
    // The results on one thread are the same, except for the times.
    let (_, mut alone) = results(&format!("{words} --threads 1"));
    for results in [&mut all, &mut alone] {
        let field = results["field"].as_array_mut().unwrap();
        field.iter_mut().for_each(|standing| standing["microseconds"] = Value::Null);
    }
    assert_eq!(all, alone);
}

/// Returns a net for La Dame Noire that ignores the position. If `most` is positive, the net prefers the action whose
/// row has the greater values in its first hundred numbers. If `most` is negative, the net prefers the smaller values
/// (docs/bots/nets.md).
fn likes(most: i32) -> tempfile::NamedTempFile {
    const ROW: usize = 213;
    let words = |numbers: &[i32]| numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();
    let biases: Vec<i32> = (0..ROW).map(|number| if number < 100 { most } else { 0 }).collect();
    // The fields are: the version of the observation, the run, two layers, one input, one hidden number, and outputs
    // for one row.
    let mut net = [b"cardnet1".to_vec(), words(&[1]), vec![0; 32], words(&[2, 1, 1, ROW as i32])].concat();
    // These fields follow: the shift of the input, and then the weights, biases, factors and shift of each layer.
    net.extend([vec![0], vec![0], words(&[0]), words(&[2]), vec![1]].concat());
    net.extend([vec![0; ROW], words(&biases), words(&[2; ROW]), vec![1]].concat());
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), net).unwrap();
    file
}

#[test]
fn a_net_from_a_file_plays_where_the_program_has_none() {
    let words = "la-dame-noire --bots net,net-rollouts:20,rule --option deals=1 --sets 2 --seed 7";
    let without = cardroom(&format!("arena {words}"));
    assert!(
        without.err.contains("la-dame-noire has no net: cardroom arena takes one by --net FILE"),
        "{}",
        without.err
    );
    let played = |net: &tempfile::NamedTempFile| {
        let (_, mut results) = results(&format!("{words} --net {}", net.path().display()));
        // Everything except the times is the same.
        results.as_object_mut().unwrap().remove("time");
        results
    };
    let net = likes(1024);
    let once = played(&net);
    assert_eq!(once, played(&net));
    assert_ne!(once, played(&likes(-1024)), "another net likes other actions");
    let games = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let wrong = [("hearts", "this net does not fit today's la-dame-noire"), ("kael", "No such file or directory")];
    for (game, why) in wrong {
        let net = games.join(game).join("net.bin").display().to_string();
        let said = cardroom(&format!("arena {words} --net {net}"));
        assert_eq!(said.out, "");
        assert!(said.code != Some(0) && said.err.contains(&net) && said.err.contains(why), "{}", said.err);
    }
}

#[test]
fn what_cannot_be_is_refused_in_a_line() {
    for (words, says) in [
        ("schwarze-dame", "--bots"),
        ("schwarze-dame --bots genius", "error: there is no bot \"genius\""),
        ("schwarze-dame --bots pimc", "error: there is no bot \"pimc\""),
        ("schwarze-dame --bots pimc@soon", "error: a budget is a number of simulations, as 400, or a time, as 50ms"),
        ("schwarze-dame --bots rule --budget 0", "a budget is a number"),
        ("schwarze-dame --bots rule --sweep 5,10", "error: rule has no budget that could be swept"),
        ("schwarze-dame --bots pimc@4,rule --sweep 5,10", "error: pimc@4 has no budget that could be swept"),
        ("schwarze-dame --bots rule --sprt 2,0", "the smaller number first"),
        ("schwarze-dame --bots rule --sprt losses:0,2", "what is tested is gain or wins"),
        ("schwarze-dame --bots rule --sprt 0,2 --sprt-error 0.7", "error: a test needs H0 below H1"),
        ("schwarze-dame --bots rule --svg x.svg", "--sweep"),
        ("schwarze-dame --matrix rule", "error: a matrix needs two bots at least"),
        ("schwarze-dame --matrix rule,club --sets 1", "error: a matrix needs two sets at least"),
        ("schwarze-dame --matrix rule,club,rule", "error: rule is named twice"),
        ("schwarze-dame --matrix rule,club --bots rule", "cannot be used with"),
        ("rouge-et-noir --matrix rule,expert", "error: a matrix needs a table of two seats at least"),
        ("schwarze-dame --bots rule,rule,rule,rule,rule", "error: 5 bots do not fit on 4 seats"),
        ("rouge-et-noir --bots expert@400", "error: expert@400: expert and master are rouge-et-noir's own player"),
        ("rouge-et-noir --bots master --budget 50ms", "error: master@50ms: expert and master are rouge-et-noir's own"),
        ("rouge-et-noir --bots expert --sweep 5,10", "which takes no budget"),
        ("bridge --bots rule", "error: invalid value 'bridge' for '<GAME>'"),
    ] {
        let said = cardroom(&format!("arena {words}"));
        assert_eq!((said.code, said.out.as_str()), (Some(2), ""), "{words}: {}", said.err);
        assert!(said.err.contains(says), "{words}: {}", said.err);
    }
    let said = cardroom("simulate rouge-et-noir --matches 1 --bots expert@400");
    assert!(said.code == Some(2) && said.err.contains("takes no budget"), "{}", said.err);
    let said = cardroom("simulate schwarze-dame --matches 1 --bots expert@50ms");
    assert!(said.code == Some(2) && said.err.contains("thinks by the clock"), "{}", said.err);
}
