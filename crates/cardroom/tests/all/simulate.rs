//! `cardroom simulate`, used as a person would use it.

use serde_json::Value;

use crate::support::{cardroom, cardroom_reading};

/// The commands, with `--out`, that made the golden records in tests/records.
const GOLDEN: [(&str, &str); 5] = [
    ("schwarze-dame", "--matches 1 --bots random --option deals=2 --seed a1"),
    ("la-dame-noire", "--matches 2 --bots random --option deals=1 --seed a1"),
    ("kael", "--matches 1 --bots random --seats 3 --option match_end=first_out --option false_call=forbid --seed 36"),
    ("rouge-et-noir", "--numbered 267..267 --bots random --option redeals=0"),
    ("hearts", "--matches 1 --bots random --option to=30 --seed a1"),
];

fn golden(game: &str) -> String {
    let path = format!("{}/tests/records/{game}.jsonl", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn each_game_plays_its_golden_records_again() {
    for game in catalog::entries().into_iter().map(|entry| entry.id) {
        let has = GOLDEN.iter().any(|(golden, _)| *golden == game);
        assert!(has, "{game} has no golden record: add its line above and make tests/records/{game}.jsonl with it");
    }
    for (game, words) in GOLDEN {
        let said = cardroom(&format!("simulate {game} {words} --out -"));
        assert_eq!(said.code, Some(0), "{}", said.err);
        assert_eq!(said.out, golden(game), "{game}: simulate plays other matches than it did");
        let checked = cardroom_reading(said.out.as_bytes(), &["record", "check", "-"]);
        assert_eq!(checked.code, Some(0), "{}", checked.err);
    }
    assert!(golden("kael").contains("\"* shuffle "), "[K8] is in it");
}

/// Checks that a record by version 1 of Kaël's rules can still be read. The program wrote this record before version 2
/// existed.
#[test]
fn a_record_of_older_rules_is_read_as_it_was_written() {
    let old = golden("kael-rules-1");
    let checked = cardroom_reading(old.as_bytes(), &["record", "check", "-"]);
    assert_eq!(checked.code, Some(0), "{}", checked.err);
    let today = old
        .replace("\"rules\":1,", "\"rules\":2,")
        .replace("\"match_end\":\"first_out\"}", "\"match_end\":\"first_out\",\"call_from\":2}");
    assert_eq!(today, golden("kael"), "with call_from 2 the same match is played");
    for (from, to, why) in [
        ("\"rules\":1", "\"rules\":2", "option call_from is missing"),
        (
            "\"match_end\":\"first_out\"",
            "\"match_end\":\"first_out\",\"call_from\":2",
            "there is no option \"call_from\"",
        ),
    ] {
        let checked = cardroom_reading(old.replacen(from, to, 1).as_bytes(), &["record", "check", "-"]);
        assert_eq!(checked.code, Some(1), "{to}");
        assert!(checked.err.contains(why) || checked.out.contains(why), "{} {}", checked.out, checked.err);
    }
}

#[test]
fn same_seed_same_output_on_any_number_of_threads() {
    for (game, words) in [
        ("schwarze-dame", "--matches 30 --bots random,rule --option deals=2"),
        ("la-dame-noire", "--matches 12 --bots random --option deals=1"),
        ("kael", "--matches 20 --bots random --seats 5"),
        ("rouge-et-noir", "--numbered 5..20 --bots random --cap 200"),
        ("hearts", "--matches 6 --bots random,rule --option to=50"),
    ] {
        let run = |threads: u32, seed: &str| {
            let json = tempfile::NamedTempFile::new().unwrap();
            let path = json.path().to_str().unwrap();
            let said =
                cardroom(&format!("simulate {game} {words} --seed {seed} --threads {threads} --out - --json {path}"));
            assert_eq!(said.code, Some(0), "{}", said.err);
            (said.out, std::fs::read_to_string(path).unwrap())
        };
        let alone = run(1, "7b");
        assert_eq!(run(2, "7b"), alone, "{game}");
        assert_eq!(run(5, "7B"), alone, "{game}");
        assert_ne!(run(2, "7c").0, alone.0, "{game}: another seed plays otherwise");
    }
}

#[test]
fn the_seed_of_a_match_is_that_of_the_record_page() {
    let said = cardroom("simulate schwarze-dame --matches 2 --bots random --option deals=1 --seed 2A --out -");
    let seeds: Vec<String> = said
        .out
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["seed"].as_str().unwrap().to_owned())
        .collect();
    let run = cards::Seed::padded("2a").unwrap();
    assert_eq!(seeds, [run.of_match(0).reveal(), run.of_match(1).reveal()]);
    let said = cardroom("simulate rouge-et-noir --numbered 9..9 --bots random --cap 10 --out -");
    let record: Value = serde_json::from_str(said.out.trim()).unwrap();
    assert_eq!(record["seed"], cards::Seed::numbered(9).reveal());
}

#[test]
fn bots_sit_in_order_and_the_last_repeats() {
    for words in ["--bots rule,random", "--bot rule --bot random"] {
        let said = cardroom(&format!("simulate kael --matches 1 --seats 5 {words} --seed 3 --out -"));
        let record: Value = serde_json::from_str(said.out.trim()).unwrap();
        assert_eq!(record["names"], serde_json::json!(["rule", "random", "random", "random", "random"]));
    }
    let said = cardroom("simulate kael --matches 1 --bots random --out -");
    let record: Value = serde_json::from_str(said.out.trim()).unwrap();
    assert_eq!(record["seats"], 4, "Kaël has 4 seats unless said");
}

#[test]
fn matches_that_reach_the_cap_are_given_up_or_broken_off_and_counted() {
    let said = cardroom("simulate rouge-et-noir --numbered 1..5 --bots random --cap 10 --out -");
    for line in said.out.lines() {
        let record: Value = serde_json::from_str(line).unwrap();
        assert_eq!(record["winners"], serde_json::json!([]));
        assert_eq!(record["deals"][0]["actions"].as_array().unwrap().len(), 10);
        assert!(record["deals"][0]["points"].is_array());
    }
    assert!(said.err.contains("cap of 10 actions a deal reached: 5 solitaires given up, 0 matches broken off"));
    assert_eq!(cardroom_reading(said.out.as_bytes(), &["record", "check", "-"]).code, Some(0));

    let said = cardroom("simulate schwarze-dame --matches 3 --bots random --cap 51 --out -");
    for line in said.out.lines() {
        let record: Value = serde_json::from_str(line).unwrap();
        assert_eq!(record["winners"], Value::Null);
        assert_eq!(record["deals"].as_array().unwrap().len(), 1);
        assert!(record["deals"][0].get("points").is_none());
    }
    assert!(said.err.contains("0 solitaires given up, 3 matches broken off"));
    assert_eq!(cardroom_reading(said.out.as_bytes(), &["record", "check", "-"]).code, Some(0));

    let said = cardroom("simulate schwarze-dame --matches 3 --bots random --cap 52");
    assert!(said.out.contains("0 matches broken off"), "a deal of exactly that number of actions is finished");
}

#[test]
fn the_summary_adds_up() {
    let json = tempfile::NamedTempFile::new().unwrap();
    let path = json.path().to_str().unwrap();
    let said =
        cardroom(&format!("simulate schwarze-dame --matches 40 --bots rule,random --option deals=3 --json {path}"));
    assert_eq!(said.code, Some(0), "{}", said.err);
    let summary: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    assert_eq!((&summary["matches"], &summary["deals"]), (&40.into(), &120.into()));
    assert_eq!(summary["actions"], 120 * 52);
    assert_eq!(summary["options"], serde_json::json!({"deals": 3}));
    let seats = summary["seats"].as_array().unwrap();
    let points: i64 = seats.iter().map(|seat| seat["points"].as_i64().unwrap()).sum();
    assert_eq!(points, 0, "[S5]");
    let rule = &seats[0]["points_per_deal"];
    assert_eq!(rule["estimate"].as_f64().unwrap(), seats[0]["points"].as_f64().unwrap() / 120.0);
    assert!(rule["low"].as_f64().unwrap() > seats[1]["points_per_deal"]["high"].as_f64().unwrap());
    assert!(said.out.contains("deals/s") && said.out.contains("actions/s"));
}

#[test]
fn what_a_game_counts_beside_points_adds_up() {
    // In each deal that is not thrown in, exactly one seat gets each of these marks.
    for (words, once) in [
        ("la-dame-noire --matches 20 --bots rule --option deals=2", &["first out", "last", "held the bet"][..]),
        ("kael --matches 20 --bots rule,random --seats 3", &["called"]),
    ] {
        let json = tempfile::NamedTempFile::new().unwrap();
        let path = json.path().to_str().unwrap();
        let said = cardroom(&format!("simulate {words} --seed 3 --json {path}"));
        assert_eq!(said.code, Some(0), "{}", said.err);
        let summary: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        let count = |name: &str| -> u64 {
            let marks = summary["seats"].as_array().unwrap().iter().flat_map(|seat| seat["marks"].as_array().unwrap());
            marks.filter(|mark| mark["name"] == name).map(|mark| mark["count"].as_u64().unwrap()).sum()
        };
        for name in once {
            assert_eq!(summary["deals"], count(name), "{words}: {name}");
            assert!(said.out.contains(name), "{words}: {name} is not in the table");
        }
        let (won, all) =
            if words.starts_with("kael") { ("call succeeded", "called") } else { ("bet won", "held the bet") };
        assert!((1..count(all)).contains(&count(won)), "{words}: some are won and some lost");
    }
}

/// Checks that a command fails with this code. Returns its error, which must be one line.
fn refusal(words: &str, code: i32) -> String {
    let said = cardroom(words);
    assert_eq!(said.code, Some(code), "{words}: {}", said.err);
    assert_eq!(said.out, "", "{words}");
    said.err
}

#[test]
fn what_there_is_not_is_refused_in_a_line() {
    let unknown = refusal("simulate bridge --matches 1", 2);
    assert!(unknown.starts_with("error: invalid value 'bridge' for '<GAME>'"), "{unknown}");
    assert!(catalog::entries().iter().all(|entry| unknown.contains(entry.id)), "{unknown}");
    for (words, says) in [
        (
            "simulate schwarze-dame --matches 1 --option deal=3",
            "error: there is no option \"deal\"; the options are deals\n",
        ),
        (
            "simulate schwarze-dame --matches 1 --option deals=101",
            "error: option deals is a number from 1 to 100, not 101\n",
        ),
        (
            "simulate schwarze-dame --matches 1 --option deals=none",
            "error: option deals is a number from 1 to 100, not none\n",
        ),
        (
            "simulate rouge-et-noir --matches 1 --option fill_empty=later",
            "error: option fill_empty is one of choice, at_once, not \"later\"\n",
        ),
        (
            "simulate schwarze-dame --matches 1 --option deals",
            "error: an option is given as key=value, not \"deals\"\n",
        ),
        (
            "simulate schwarze-dame --matches 1 --option deals=1 --option deals=2",
            "error: option deals is given twice\n",
        ),
        ("simulate kael --matches 1 --seats 9", "error: kael has 2 to 8 seats, not 9\n"),
        ("simulate schwarze-dame --matches 1 --seats 3", "error: schwarze-dame has 4 seats, not 3\n"),
        (
            "simulate kael --matches 1 --bots rule,genius",
            "error: there is no bot \"genius\"; the bots are random, beginner, club, expert, master, champion (rule is club) and, in \
             simulations, net, net-rollouts:SIMULATIONS, pimc:SIMULATIONS, pimc-exact:SIMULATIONS, pimc-resampling:SIMULATIONS, pimc-close:SIMULATIONS, ismcts:SIMULATIONS, \
             ismcts-random:SIMULATIONS, ismcts-net:SIMULATIONS, advice:SIMULATIONS, or an engine: \
             cmd:\"python3 mybot.py\"\n",
        ),
        ("simulate kael --matches 1 --seats 2 --bots rule,rule,rule", "error: 3 bots do not fit on 2 seats\n"),
        ("simulate kael --numbered 1..5", "error: kael has no numbered deals: they are for games of one seat\n"),
    ] {
        assert_eq!(refusal(words, 2), says, "{words}");
    }
    for (words, says) in [
        ("simulate kael", "required"),
        ("simulate kael --matches 0", "0 is not in 1.."),
        ("simulate kael --matches 5 --seed xyz", "a seed is 1 to 64 hex digits"),
        ("simulate kael --matches 5 --threads 0", "threads"),
        ("simulate kael --matches 5 --cap 0", "0 is not in 1.."),
        ("simulate rouge-et-noir --numbered 5..1", "the smaller number first"),
        ("simulate rouge-et-noir --numbered 1..5 --matches 5", "cannot be used with"),
        ("deal", "unrecognized subcommand"),
    ] {
        assert!(refusal(words, 2).contains(says), "{words}: {}", refusal(words, 2));
    }
}

#[test]
fn what_cannot_be_written_is_said_before_anything_is_played() {
    for flag in ["--out", "--json"] {
        let words = format!("simulate schwarze-dame --matches 100000000 {flag} /nowhere/at/all.jsonl");
        assert_eq!(refusal(&words, 1), "error: /nowhere/at/all.jsonl: No such file or directory (os error 2)\n");
    }
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), "kept").unwrap();
    refusal(&format!("simulate bridge --matches 1 --out {}", file.path().display()), 2);
    assert_eq!(std::fs::read_to_string(file.path()).unwrap(), "kept", "a wrong command empties no file");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let said = refusal("simulate schwarze-dame --matches 50 --bots random --out /dev/full", 1);
    assert_eq!(said, "error: /dev/full: No space left on device (os error 28)\n");
}
