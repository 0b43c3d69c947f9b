//! External engines as real processes: `examples/bot.py`, and engines that make every mistake. Needs python3.

use std::collections::{BTreeSet, VecDeque};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use game::{Seat, Viewer};
use serde_json::{Value, json};

use crate::support::{Said, cardroom, cardroom_reading};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the project's root")
}

fn bot() -> String {
    format!("cmd:python3 '{}'", root().join("examples/bot.py").display())
}

fn bad(fault: &str) -> String {
    format!("cmd:python3 '{}/tests/engines/bad.py' {fault}", env!("CARGO_MANIFEST_DIR"))
}

/// Runs `cardroom simulate`. Returns its output, the records and the counts.
fn simulate(words: &str, bots: &[&str]) -> (Said, String, Value) {
    let out = tempfile::NamedTempFile::new().expect("a file");
    let json = tempfile::NamedTempFile::new().expect("a file");
    let mut arguments: Vec<&str> = vec!["simulate"];
    arguments.extend(words.split(' '));
    for bot in bots {
        arguments.extend(["--bot", bot]);
    }
    arguments.extend(["--out", out.path().to_str().expect("UTF-8"), "--json", json.path().to_str().expect("UTF-8")]);
    let said = cardroom_reading(b"", &arguments);
    assert_eq!(said.code, Some(0), "{arguments:?}: {}", said.err);
    let records = std::fs::read_to_string(out.path()).expect("records");
    let checked = cardroom_reading(records.as_bytes(), &["record", "check", "-"]);
    assert_eq!(checked.code, Some(0), "{}", checked.err);
    let json = std::fs::read_to_string(json.path()).expect("counts");
    (said, records, serde_json::from_str(&json).expect("JSON"))
}

/// Checks that a bot makes the same moves as an engine and within the program. `examples/old-bots.sh` depends on this,
/// because it runs bots of an older commit as engines.
#[test]
fn a_level_as_an_engine_plays_as_within_the_program() {
    let deals = |records: &str| records[records.rfind("\"deals\":").expect("a record has deals")..].to_owned();
    for entry in catalog::entries().iter().filter(|entry| !entry.numbered) {
        let short = entry.options.iter().any(|field| field.key == "deals");
        let option = if short { " --option deals=1" } else { "" };
        let words = format!("{} --matches 1 --seed 5{option} --threads 1 --clock 60000", entry.id);
        for level in ["beginner", "expert"] {
            let engine = format!("cmd:'{}' engine {level}", env!("CARGO_BIN_EXE_cardroom"));
            let (_, within, _) = simulate(&words, &[level, level]);
            let (_, outside, counts) = simulate(&words, &[&engine, level]);
            assert_eq!(deals(&outside), deals(&within), "{} {level}", entry.id);
            assert_eq!(counts["seats"][0]["engine"]["replaced"], 0, "{} {level}", entry.id);
        }
    }
    let unknown = cardroom_reading(b"{\"t\":\"new\"", &["engine", "expert"]);
    assert_eq!(unknown.code, Some(1), "{}", unknown.err);
}

#[test]
fn the_example_plays_whole_matches_of_every_game_for_several() {
    let bot = bot();
    for entry in catalog::entries().iter().filter(|entry| !entry.numbered) {
        let short = entry.options.iter().any(|field| field.key == "deals");
        let option = if short { " --option deals=1" } else { "" };
        let (said, records, counts) = simulate(
            &format!("{} --matches 2 --seed 5{option} --clock 60000", entry.id),
            &[&bot, "club", &bot, "random"],
        );
        for seat in [0, 2] {
            let engine = &counts["seats"][seat]["engine"];
            assert_eq!(engine["name"], "bot.py");
            assert!(engine["questions"].as_u64() > Some(10), "{}: {engine}", entry.id);
            assert_eq!((&engine["replaced"], &engine["unreadable"]), (&json!(0), &json!(0)), "{}: {engine}", entry.id);
            assert!(said.out.contains(&format!("seat {seat}: bot.py was asked ")), "{}", said.out);
        }
        assert!(counts["seats"][1].get("engine").is_none());
        let winners = records.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["winners"].clone());
        assert!(winners.into_iter().all(|winners| !winners.as_array().expect("played to the end").is_empty()));
    }
}

#[test]
fn it_meets_others_in_the_arena() {
    let words = "arena schwarze-dame --sets 1 --option deals=1 --clock 60000 --threads 2 --bot";
    let (bot, bad) = (bot(), bad("illegal"));
    let arguments: Vec<&str> = words.split(' ').chain([&bot[..], "--bot", "club", "--bot", &bad]).collect();
    let said = cardroom_reading(b"", &arguments);
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert!(said.out.contains(": bot.py was asked 52 times and answered each time"), "{}", said.out);
    assert!(said.out.contains(": illegal was asked 104 times; the rule bot answered 104 times"), "{}", said.out);
}

#[test]
fn a_solitaire_too() {
    let (_, _, counts) = simulate("rouge-et-noir --numbered 3..4 --cap 60 --clock 60000", &[&bot()]);
    assert_eq!(counts["seats"][0]["engine"]["replaced"], 0);
}

#[test]
fn an_engine_whose_dice_are_those_it_was_given_plays_the_same_on_any_number_of_threads() {
    let bot = bot();
    let run = |threads| {
        let words = format!("la-dame-noire --matches 6 --option deals=1 --seed 9 --clock 60000 --threads {threads}");
        let (_, records, counts) = simulate(&words, &[&bot, &bot, "club"]);
        (records, counts)
    };
    assert_eq!(run(1), run(3));
}

/// Returns output and counts of an engine with a fault, in two deals of Schwarze Dame (13 questions each).
fn counts_of(fault: &str, clock_ms: u32) -> (Said, Value) {
    let words = format!("schwarze-dame --matches 2 --option deals=1 --seed 3 --threads 1 --clock {clock_ms}");
    let (said, _, counts) = simulate(&words, &[&bad(fault), "club"]);
    let engine = counts["seats"][0]["engine"].clone();
    assert_eq!(engine["questions"], 26, "{engine}");
    (said, engine)
}

#[test]
fn illegal_answers_are_replaced() {
    let (said, engine) = counts_of("illegal", 60_000);
    assert_eq!((&engine["illegal"], &engine["replaced"], &engine["ended"]), (&json!(26), &json!(26), &json!(0)));
    assert!(said.out.contains("the rule bot answered 26 times in its place; 26 illegal answers"), "{}", said.out);
}

#[test]
fn the_rule_bot_answers_in_place_of_an_engine_as_it_would_have_played() {
    let words = "schwarze-dame --matches 3 --option deals=2 --seed 4 --clock 60000";
    let (_, instead, _) = simulate(words, &[&bad("illegal"), "random"]);
    let (_, itself, _) = simulate(words, &["rule", "random"]);
    let deals = |records: &str| -> Vec<Value> {
        records.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["deals"].clone()).collect()
    };
    assert_eq!(deals(&instead), deals(&itself));
}

#[test]
fn late_answers_are_replaced_and_not_taken_for_later_ones() {
    let (_, engine) = counts_of("late", 200);
    assert!(engine["late"].as_u64() >= Some(4), "{engine}");
    assert_eq!((&engine["illegal"], &engine["unreadable"]), (&json!(0), &json!(0)), "{engine}");
    assert_eq!(engine["late"], engine["replaced"], "{engine}");
}

#[test]
fn what_is_no_message_is_passed_over() {
    let (_, engine) = counts_of("garbage", 60_000);
    assert_eq!((&engine["replaced"], &engine["ended"]), (&json!(0), &json!(0)), "{engine}");
    assert_eq!(engine["unreadable"], 26 * 7, "{engine}");
    let (_, engine) = counts_of("huge", 60_000);
    assert_eq!((&engine["replaced"], &engine["unreadable"]), (&json!(0), &json!(26)), "{engine}");
    let (_, engine) = counts_of("others", 300);
    assert!(engine["late"].as_u64() >= Some(8), "an answer to no question is none: {engine}");
}

#[test]
fn a_process_that_goes_is_started_again_and_at_last_played_for() {
    for (fault, clock_ms, ended, how) in [
        // The process ends often enough that each match needs four processes. The second match begins with a new
        // process.
        ("dies", 60_000, 8, "it ended (exit status: 7)"),
        ("closes", 60_000, 8, "it closed its output"),
        // Each process answers two questions and misses the next three. After that the next process starts.
        ("hangs", 250, 5, "it was late 3 times in a row"),
    ] {
        let (said, engine) = counts_of(fault, clock_ms);
        assert!(engine["ended"].as_u64() >= Some(ended) && engine["ended"].as_u64() <= Some(8), "{fault}: {engine}");
        assert!(said.out.contains(&format!("times, the first time {how}")), "{}", said.out);
    }
}

#[test]
fn an_engine_that_will_not_end_is_ended() {
    let began = Instant::now();
    let (_, engine) = counts_of("stays", 60_000);
    assert_eq!(engine["replaced"], 0);
    assert!(began.elapsed() < Duration::from_secs(30));
}

#[test]
fn what_is_no_engine_is_told_before_the_first_match() {
    for (bot, words) in [
        ("cmd:", "is no command line"),
        ("cmd:python3 'bot.py", "is no command line"),
        ("cmd:no-such-program-here", "could not be started"),
        (&bad("mute")[..], "ended (exit status: 3)"),
    ] {
        let said = cardroom_reading(b"", &["simulate", "kael", "--matches", "1", "--bot", bot]);
        assert_eq!(said.code, Some(2), "{bot}: {}", said.err);
        assert!(said.err.contains(words), "{bot}: {}", said.err);
    }
    let said = cardroom("simulate kael --matches 1 --bot grandmaster");
    assert!(said.err.contains("or an engine: cmd:"), "{}", said.err);
}

#[cfg(unix)]
/// Plays a match with the example engine on seat `seat`. Returns all messages: `> ` marks messages from cardroom. `< `
/// marks messages from the engine.
fn overheard(words: &str, seat: usize) -> (String, Value) {
    let python = Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output().expect("python3");
    let python = String::from_utf8(python.stdout).expect("UTF-8").trim().to_owned();
    // On the command line, `python3` now means a script in this folder, which records the messages.
    let folder = tempfile::tempdir().expect("a folder");
    let (log, shim) = (folder.path().join("log"), folder.path().join("python3"));
    let tee = format!("{}/tests/engines/tee.py", env!("CARGO_MANIFEST_DIR"));
    std::fs::write(&shim, format!("#!/bin/sh\nexec '{python}' '{tee}' '{}' '{python}' \"$@\"\n", log.display()))
        .unwrap();
    std::fs::set_permissions(&shim, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", folder.path().display(), std::env::var("PATH").unwrap_or_default());
    let mut bots = ["random"; 4];
    bots[seat] = "cmd:python3 examples/bot.py";
    let output = Command::new(env!("CARGO_BIN_EXE_cardroom"))
        .args([
            "simulate",
            "--matches",
            "1",
            "--threads",
            "1",
            "--clock",
            "60000",
            "--out",
            "-",
            "--bots",
            &bots.join(","),
        ])
        .args(words.split(' '))
        .env("PATH", path)
        .current_dir(root())
        .output()
        .expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let record = serde_json::from_slice(&output.stdout).expect("a record");
    (std::fs::read_to_string(log).expect("a log"), record)
}

#[cfg(unix)]
#[test]
fn the_conversation_in_the_docs_is_the_one_that_is_held() {
    let (said, _) = overheard("schwarze-dame --seed 20 --option deals=1", 2);
    let transcript = root().join("docs/bots/engine-transcript.txt");
    if std::env::var("WRITE_DOCS").is_ok() {
        std::fs::write(&transcript, &said).expect("it is written");
    }
    let written = std::fs::read_to_string(&transcript).expect("it is there");
    assert!(said == written, "WRITE_DOCS=1 cargo test -p cardroom --test all engines writes it again");
}

/// Derives from the record, for every message to an engine, the facts that the engine's seat may know. Compares these
/// facts with the message that was sent.
#[cfg(unix)]
#[test]
fn an_engine_is_told_what_its_seat_may_know_and_no_more() {
    for (words, seat) in [
        ("la-dame-noire --seed 3 --option deals=2", 1),
        ("kael --seed 8 --option match_end=first_out", 3),
        ("kael --seed 9", 0),
    ] {
        let (said, record) = overheard(words, seat);
        let names: Vec<String> = serde_json::from_value(record["names"].clone()).expect("names");
        let seed = record["seed"].as_str().expect("a seed").parse().expect("a seed");
        let options = record["options"].as_object().expect("options");
        let setup = catalog::setup(record["game"].as_str().expect("a game"), options, names, seed).expect("a setup");
        let mut table = catalog::open(setup).expect("a table");
        let own = Seat::new(seat as u8);
        let viewer = Viewer::Seat(own);
        let deals = record["deals"].as_array().expect("deals").iter();
        let lines =
            deals.flat_map(|deal| deal["actions"].as_array().expect("actions")).map(|line| line.as_str().unwrap());
        let mut lines = lines.filter(|line| !line.starts_with('*'));
        let mut events = VecDeque::new();
        let mut kinds = BTreeSet::new();
        for line in said.lines().filter_map(|line| line.strip_prefix("> ")) {
            let sent: Value = serde_json::from_str(line).expect("JSON");
            let position = table.position(viewer);
            let kind = sent["t"].as_str().expect("a kind").to_owned();
            let expect = match kind.as_str() {
                "hello" | "ping" | "quit" => continue,
                "new" => {
                    // The seed that the engine gets for its own random numbers is not a part of the seed of the match.
                    assert!(!record["seed"].as_str().unwrap().contains(sent["seed"].as_str().unwrap()));
                    json!({"t": "new", "game": record["game"], "rules": record["rules"], "options": record["options"], "seats": 4,
                        "names": record["names"], "seat": seat, "seed": sent["seed"]})
                }
                "deal" => {
                    if sent["deal"] != 0 {
                        let accepted = table.check(table::Intent::Next).expect("a deal is over");
                        table.apply(accepted);
                    }
                    let position = table.position(viewer);
                    json!({"t": "deal", "deal": position.deal, "dealer": position.dealer, "totals": position.totals, "view": position.view})
                }
                "event" => {
                    if events.is_empty() {
                        let (by, action) = lines.next().expect("an action").split_once(' ').expect("a seat");
                        let accepted =
                            table.check(table::Intent::act(Seat::new(by.parse().unwrap()), action)).expect("legal");
                        events.extend(table.apply(accepted));
                    }
                    let event = events.pop_front().expect("something");
                    json!({"t": "event", "seat": event.seat(), "action": event.text(viewer)})
                }
                "ask" => {
                    let must = table.must().has(own);
                    assert!(must || table.may().has(own));
                    let mut legal = table.legal(own);
                    legal.extend((!must).then(|| "not now".to_owned()));
                    json!({"t": "ask", "id": sent["id"], "must": must, "legal": legal, "view": position.view, "clock_ms": 60000})
                }
                "score" => {
                    let (_, points, totals) = position.deals.last().expect("a finished deal").clone();
                    json!({"t": "score", "deal": position.deal, "points": points, "totals": totals, "view": position.view})
                }
                "game_over" => json!({"t": "game_over", "totals": position.totals, "winners": position.winners}),
                other => panic!("{other} is not said here: {line}"),
            };
            assert_eq!(sent, expect, "{words}");
            kinds.insert(kind);
        }
        assert_eq!(lines.next(), None, "{words}: everything was told");
        assert_eq!(kinds.len(), 6, "{words}: {kinds:?}");
    }
}
