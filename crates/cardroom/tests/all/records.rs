//! Tests of `cardroom record`. The command finds no fault in the golden records. For each fault of a broken record, it
//! reports the place and the reason. No input makes the command crash.

use catalog::{CardGame, Visit, visit};
use game::Rng;
use serde_json::{Map, Value, json};
use table::record::{Counts, Raw, RecordFault, walk};

use crate::support::{cardroom, cardroom_reading};

fn golden(game: &str) -> String {
    let path = format!("{}/tests/records/{game}.jsonl", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    text.lines().next().expect("a record").to_owned()
}

fn games() -> impl Iterator<Item = &'static str> {
    catalog::entries().into_iter().map(|entry| entry.id)
}

/// Returns the words about a game that does not exist.
fn unknown(game: &str) -> String {
    catalog::entry(game).expect_err("there is no such game").words
}

fn record(game: &str) -> Value {
    serde_json::from_str(&golden(game)).expect("golden records are JSON")
}

fn without_seed(game: &str) -> Value {
    let mut record = record(game);
    record["seed"] = Value::Null;
    record
}

fn check(line: &str) -> Result<Counts, RecordFault> {
    struct Check<'a>(&'a Raw<'a>);
    impl Visit for Check<'_> {
        type Output = Result<Counts, RecordFault>;
        fn visit<G: CardGame>(self) -> Self::Output {
            walk::<G>(self.0, &mut ())
        }
    }
    let raw = Raw::read(line)?;
    visit(raw.game(), Check(&raw)).map_err(RecordFault::new)?
}

/// Puts one fault into a good record. Returns the record and the words about the fault.
fn broken(game: &str, fault: impl FnOnce(&mut Value), why: &str) -> (String, String) {
    let mut record = record(game);
    fault(&mut record);
    (record.to_string(), why.to_owned())
}

fn object(value: &mut Value) -> &mut Map<String, Value> {
    value.as_object_mut().expect("an object")
}

fn actions(record: &mut Value, deal: usize) -> &mut Vec<Value> {
    record["deals"][deal]["actions"].as_array_mut().expect("a list")
}

fn swap_cards(deck: &mut Value, a: usize, b: usize) {
    let text = deck.as_str().unwrap().to_owned();
    let mut cards: Vec<&str> = text.split(' ').collect();
    cards.swap(a, b);
    *deck = cards.join(" ").into();
}

/// Returns the position of Kaël's shuffle line: deal and index.
fn shuffle_line(record: &Value) -> (usize, usize) {
    let deals = record["deals"].as_array().unwrap();
    let at =
        |deal: &Value| deal["actions"].as_array().unwrap().iter().position(|a| a.as_str().unwrap().starts_with('*'));
    deals
        .iter()
        .enumerate()
        .find_map(|(number, deal)| at(deal).map(|at| (number, at)))
        .expect("[K8] is in the golden record")
}

fn broken_heads() -> Vec<(String, String)> {
    let sd = "schwarze-dame";
    let mut all = vec![
        ("[]".to_owned(), "a record is a JSON object".to_owned()),
        ("hello".to_owned(), "a record is a JSON object".to_owned()),
        (
            "\u{feff}{}".to_owned(),
            "a record begins without a byte order mark: save the file as UTF-8 without one".to_owned(),
        ),
        ("{".to_owned(), "no record: EOF while parsing an object at column 1".to_owned()),
        (
            golden(sd).replacen("{", "{\"rules\":1,", 1),
            "no record: the key \"rules\" stands twice at column 40".to_owned(),
        ),
        (golden(sd) + "}", format!("no record: trailing characters at column {}", golden(sd).len() + 1)),
        (
            golden(sd).replace("\"deals\":2", "\"deals\":2,\"deals\":2"),
            "options: the key \"deals\" stands twice".to_owned(),
        ),
    ];
    for key in ["format", "rules", "game", "options", "seats", "names", "seed", "deals", "winners"] {
        let why = format!("the key {key:?} is missing");
        all.push(broken(sd, |r| drop(object(r).remove(key)), &why));
    }
    all.push(broken(sd, |r| r["game"] = "bridge".into(), &unknown("bridge")));
    type Break = fn(&mut Value);
    let heads: [(Break, &str); 23] = [
        (|r| r["format"] = "cardroom/2".into(), "format is \"cardroom/2\"; only \"cardroom/1\" is known"),
        (|r| r["format"] = 1.into(), "format: invalid type: integer `1`, expected a string"),
        (|r| r["rules"] = 2.into(), "rules is 2; only version 1 is known"),
        (|r| r["rules"] = "1".into(), "rules: invalid type: string \"1\", expected u32"),
        (|r| r["options"] = json!([]), "options: invalid type: sequence, expected an object"),
        (|r| r["options"] = json!({}), "option deals is missing"),
        (|r| r["options"]["deals"] = 0.into(), "option deals is a number from 1 to 100, not 0"),
        (|r| r["options"]["deals"] = 2.0.into(), "option deals is a number from 1 to 100, not 2.0"),
        (|r| r["options"]["deals"] = Value::Null, "option deals is a number from 1 to 100, not null"),
        (|r| r["options"]["jokers"] = true.into(), "there is no option \"jokers\"; the options are deals"),
        (|r| r["seats"] = 3.into(), "schwarze-dame has 4 seats, not 3"),
        (|r| r["seats"] = 1e3.into(), "seats: invalid type: floating point `1000.0`, expected u64"),
        (|r| r["seats"] = Value::from(u64::MAX), "schwarze-dame has 4 seats, not 255"),
        (|r| r["names"] = json!(["a", "b", "c"]), "there are 3 names for 4 seats"),
        (|r| r["names"][2] = 3.into(), "names: invalid type: integer `3`, expected a string"),
        (|r| r["seed"] = "ab".into(), "seed: expected a seed: 64 lower-case hex digits"),
        (
            |r| r["seed"] = r["seed"].as_str().unwrap().to_uppercase().into(),
            "seed: expected a seed: 64 lower-case hex digits",
        ),
        (|r| r["seed"] = 5.into(), "seed: invalid type: integer `5`, expected a string"),
        (|r| r["deals"] = json!({}), "deals: invalid type: map, expected a sequence"),
        (|r| r["winners"] = "0".into(), "winners: invalid type: string \"0\", expected a sequence"),
        (|r| r["winners"] = json!([4]), "the match is over: winners are [2], not [4]"),
        (|r| r["winners"] = json!([]), "the match is over: winners are [2], not []"),
        (|r| r["winners"] = Value::Null, "the match is over: winners are [2], not null"),
    ];
    all.extend(heads.map(|(fault, why)| broken(sd, fault, why)));
    all
}

fn broken_deals() -> Vec<(String, String)> {
    let sd = "schwarze-dame";
    type Break = fn(&mut Value);
    let deals: [(Break, &str); 37] = [
        (|r| r["deals"][1] = json!([]), "deal 1: a deal is a JSON object"),
        (|r| drop(object(&mut r["deals"][0]).remove("dealer")), "deal 0: the key \"dealer\" is missing"),
        (|r| drop(object(&mut r["deals"][0]).remove("deck")), "deal 0: the key \"deck\" is missing"),
        (|r| drop(object(&mut r["deals"][1]).remove("actions")), "deal 1: the key \"actions\" is missing"),
        (|r| drop(object(&mut r["deals"][1]).remove("points")), "deal 1: the key \"points\" is missing"),
        (|r| drop(object(&mut r["deals"][1]).remove("totals")), "deal 1: the key \"totals\" is missing"),
        (|r| r["deals"][0]["dealer"] = 1.into(), "deal 0: dealer is 1; seat 0 deals"),
        (|r| r["deals"][1]["dealer"] = 0.into(), "deal 1: dealer is 0; seat 1 deals"),
        (|r| r["deals"][1]["dealer"] = (-1).into(), "deal 1: dealer: invalid value: integer `-1`, expected u64"),
        (
            |r| swap_cards(&mut r["deals"][0]["deck"], 0, 1),
            "deal 0: deck does not follow from the seed: card 0 is 5h, the seed says Qd",
        ),
        (
            |r| r["deals"][1]["deck"] = r["deals"][0]["deck"].clone(),
            "deal 1: deck does not follow from the seed: card 0 is Qd, the seed says Ks",
        ),
        (
            |r| r["deals"][0]["deck"] = "".into(),
            "deal 0: deck has 0 cards of 52; missing: 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac 2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd Ad 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As",
        ),
        (
            |r| r["deals"][0]["deck"] = r["deals"][0]["deck"].as_str().unwrap().replacen("Qd ", "5h ", 1).into(),
            "deal 0: deck has 52 cards of 52; missing: Qd; too many: 5h",
        ),
        (
            |r| r["deals"][0]["deck"] = r["deals"][0]["deck"].as_str().unwrap().replacen(' ', "  ", 1).into(),
            "deal 0: deck: expected a card",
        ),
        (|r| r["deals"][0]["deck"] = "1s".into(), "deal 0: deck: expected a card"),
        (
            |r| r["deals"][0]["deck"] = "2c ".repeat(100_000).into(),
            "deal 0: deck: expected at most 255 cards, found \"2c 2c 2c 2c 2c 2c 2c 2c 2c 2c 2c 2c 2c 2\"",
        ),
        (|r| actions(r, 0)[0] = 7.into(), "deal 0, action 0: no action: invalid type: integer `7`, expected a string"),
        (|r| actions(r, 0)[3] = "".into(), "deal 0, action 3: expected \"SEAT ACTION\", found \"\""),
        (|r| actions(r, 0)[3] = "x".into(), "deal 0, action 3: expected \"SEAT ACTION\", found \"x\""),
        (|r| actions(r, 0)[3] = "10 play".into(), "deal 0, action 3: expected \"SEAT ACTION\", found \"10 play\""),
        (
            |r| actions(r, 0)[0] = "1  play Qs".into(),
            "deal 0, action 0: expected an action of Schwarze Dame, as \"play Qs\", found \" play Qs\"",
        ),
        (
            |r| actions(r, 0)[0] = "1 bid 20".into(),
            "deal 0, action 0: expected an action of Schwarze Dame, as \"play Qs\", found \"bid 20\"",
        ),
        (|r| actions(r, 0)[0] = "4 play Qs".into(), "deal 0, action 0: there is no seat 4"),
        (|r| actions(r, 0)[0] = "9 play Qs".into(), "deal 0, action 0: there is no seat 9"),
        (
            |r| actions(r, 0)[0] = "2 play 9h".into(),
            "deal 0, action 0: seat 2 may not play 9h: You don't have that card.",
        ),
        (|r| actions(r, 0).swap(1, 2), "deal 0, action 1: seat 3 may not play"),
        (|r| drop(actions(r, 0).remove(51)), "deal 0: the deal is not finished, yet another follows"),
        (|r| drop(actions(r, 1).remove(51)), "deal 1: the deal is not finished, yet winners is not null"),
        (|r| actions(r, 0).push("1 play Qs".into()), "deal 0, action 52: seat 1 may not play Qs: The deal is over."),
        (
            |r| actions(r, 0).insert(5, format!("* shuffle {}", r_deck()).into()),
            "deal 0, action 5: no shuffle is due here: it stands directly before the draw that needs it",
        ),
        (|r| actions(r, 0)[5] = "* deal".into(), "deal 0, action 5: expected \"* shuffle CARDS\", found \"deal\""),
        (|r| r["deals"][0]["points"][0] = 999.into(), "deal 0: points are [-34,-6,30,10], not [999,-6,30,10]"),
        (|r| r["deals"][0]["points"] = json!([]), "deal 0: points are [-34,-6,30,10], not []"),
        (|r| r["deals"][0]["points"][0] = Value::Null, "deal 0: points are [-34,-6,30,10], not [null,-6,30,10]"),
        (
            |r| r["deals"][0]["points"][0] = json!(1e300),
            "deal 0: points: invalid type: floating point `1e+300`, expected i64",
        ),
        (|r| r["deals"][1]["totals"][3] = 0.into(), "deal 1: totals are"),
        (
            |r| {
                let again = r["deals"][1].clone();
                r["deals"].as_array_mut().unwrap().push(again);
            },
            "deal 2: the match was over before this deal",
        ),
    ];
    let mut all: Vec<(String, String)> = deals.map(|(fault, why)| broken(sd, fault, why)).into();
    all.push(broken(
        sd,
        |r| drop(r["deals"].as_array_mut().unwrap().pop()),
        "the match is not over: winners are null, not [2]",
    ));
    all.push(broken(
        sd,
        |r| {
            actions(r, 1).pop();
            r["winners"] = Value::Null;
        },
        "deal 1: the deal is not finished, yet it has points or totals",
    ));
    // In a record without a seed the deck may be any deck, but the actions must be possible with it.
    let mut other = without_seed(sd);
    swap_cards(&mut other["deals"][1]["deck"], 0, 1);
    all.push((other.to_string(), "deal 1, action".to_owned()));
    all
}

fn r_deck() -> String {
    record("schwarze-dame")["deals"][0]["deck"].as_str().unwrap().to_owned()
}

fn broken_shuffles() -> Vec<(String, String)> {
    let (deal, at) = shuffle_line(&record("kael"));
    let here = format!("deal {deal}, action {at}: ");
    let not_due = format!("{here}no shuffle is due here: it stands directly before the draw that needs it");
    vec![
        broken(
            "kael",
            |r| drop(actions(r, deal).remove(at)),
            &format!("{here}this needs a shuffle: \"* shuffle CARDS\" stands directly before it"),
        ),
        broken(
            "kael",
            |r| {
                let line = actions(r, deal)[at].clone();
                actions(r, deal).insert(at, line);
            },
            &not_due,
        ),
        broken(
            "kael",
            |r| actions(r, deal).swap(at - 1, at),
            &not_due.replace(&format!("action {at}"), &format!("action {}", at - 1)),
        ),
        broken("kael", |r| actions(r, deal).truncate(at + 1), &not_due),
        broken("kael", |r| actions(r, deal)[at + 1] = "0 fly".into(), &not_due),
        broken(
            "kael",
            |r| actions(r, deal)[at] = "* shuffle".into(),
            &format!("{here}expected \"* shuffle CARDS\", found \"shuffle\""),
        ),
        broken(
            "kael",
            |r| actions(r, deal)[at] = "* shuffle Qs".into(),
            &format!("{here}shuffle: expected a card, as -1"),
        ),
        broken("kael", |r| actions(r, deal)[at] = "* shuffle X X".into(), &format!("{here}shuffle has 2 cards of")),
        broken(
            "kael",
            |r| {
                let line = actions(r, deal)[at].as_str().unwrap().strip_prefix("* shuffle ").unwrap().to_owned();
                let mut cards: Vec<&str> = line.split(' ').collect();
                cards.sort_unstable();
                actions(r, deal)[at] = format!("* shuffle {}", cards.join(" ")).into();
            },
            &format!("{here}shuffle does not follow from the seed"),
        ),
    ]
}

fn broken_solitaires() -> Vec<(String, String)> {
    let rn = "rouge-et-noir";
    let points = &record(rn)["deals"][0]["points"][0];
    let last = record(rn)["deals"][0]["actions"].as_array().unwrap().len() - 1;
    vec![
        broken(rn, |r| r["winners"] = json!([0]), "the match is over: winners are [], not [0]"),
        broken(rn, |r| r["winners"] = Value::Null, "the match is over: winners are [], not null"),
        broken(rn, |r| r["deals"] = json!([]), "the match is not over: winners are null, not []"),
        broken(rn, |r| r["deals"][0]["points"] = json!([104]), &format!("deal 0: points are [{points}], not [104]")),
        broken(
            rn,
            |r| actions(r, 0).push("0 redeal".into()),
            &format!("deal 0, action {}: seat 0 may not redeal", last + 1),
        ),
        // The record of a match that was given up contains points. The record of a match that was broken off contains
        // none.
        broken(
            rn,
            |r| {
                actions(r, 0).truncate(5);
                drop(object(&mut r["deals"][0]).remove("points"));
            },
            "deal 0: the key \"points\" is missing",
        ),
        broken(
            rn,
            |r| {
                actions(r, 0).truncate(5);
                r["winners"] = Value::Null;
            },
            "deal 0: the deal is not finished, yet it has points or totals",
        ),
        broken(
            rn,
            |r| {
                actions(r, 0).truncate(0);
                r["deals"][0]["points"] = json!([9]);
            },
            "deal 0: points are [8], not [9]",
        ),
    ]
}

#[test]
fn golden_records_are_good() {
    for game in games() {
        let found = check(&golden(game)).unwrap_or_else(|fault| panic!("{game}: {fault}"));
        // A record without its seed may contain any shuffles, so it has no fault either.
        assert_eq!(check(&without_seed(game).to_string()), Ok(found), "{game}");
    }
    let said = cardroom_reading((golden("schwarze-dame") + "\n\n  \n").as_bytes(), &["record", "check", "-"]);
    assert_eq!((said.code, said.out.as_str()), (Some(0), "1 record, 2 deals, 104 actions: no fault\n"));
}

#[test]
fn unknown_keys_and_any_order_of_keys_are_read() {
    let mut record = record("kael");
    object(&mut record).insert("comment".to_owned(), json!({"deep": [[[[1, 2], null]]]}));
    record["deals"][0]["clock"] = json!([1, 2, 3]);
    assert!(check(&format!(" \t{record:#} ").replace('\n', " ")).is_ok());
}

#[test]
fn each_broken_record_is_told_with_its_first_fault_and_place() {
    let mut all = broken_heads();
    all.extend(broken_deals());
    all.extend(broken_shuffles());
    all.extend(broken_solitaires());
    let file = tempfile::NamedTempFile::new().unwrap();
    let lines: Vec<&str> = all.iter().map(|(line, _)| line.as_str()).collect();
    std::fs::write(file.path(), lines.join("\n\n")).unwrap();
    let name = file.path().to_str().unwrap();
    let said = cardroom(&format!("record check {name}"));
    assert_eq!((said.code, said.out.as_str()), (Some(1), ""));
    let lines: Vec<&str> = said.err.lines().collect();
    assert_eq!(lines.len(), all.len(), "one line for each: {}", said.err);
    let mut wrong = Vec::new();
    for (i, ((_, why), line)) in all.iter().zip(lines).enumerate() {
        // Blank lines are skipped, but the line numbers count them.
        let expected = format!("{name}:{}: {why}", 2 * i + 1);
        let is_complete = line == expected || (expected.len() < line.len() && line.starts_with(&expected));
        if !is_complete {
            wrong.push(format!("expected {expected}\n   found {line}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn files_that_cannot_be_read_are_told_and_the_others_are_checked() {
    let said = cardroom("record check /nowhere.jsonl");
    assert_eq!(
        (said.code, said.err.as_str()),
        (Some(1), "error: /nowhere.jsonl: No such file or directory (os error 2)\n")
    );
    let bad = b"\xff\xfe{}\n{}\n";
    let said = cardroom_reading(bad, &["record", "check", "/nowhere.jsonl", "-"]);
    let lines: Vec<&str> = said.err.lines().collect();
    assert_eq!(lines[1..], ["-:1: the line is not UTF-8 from byte 0", "-:2: the key \"format\" is missing"]);
    for command in ["legal", "show"] {
        let said = cardroom(&format!("record {command} /nowhere.jsonl"));
        assert_eq!((said.code, said.out.as_str()), (Some(1), ""));
        let said = cardroom_reading(b"{}\n", &["record", command, "-"]);
        assert_eq!((said.code, said.err.as_str()), (Some(1), "-:1: the key \"format\" is missing\n"));
    }
    assert_eq!(cardroom("record check").code, Some(2));
    assert_eq!(cardroom_reading(b"", &["record", "check", "-"]).out, "0 records, 0 deals, 0 actions: no fault\n");
}

#[test]
fn legal_has_a_line_for_every_position() {
    for game in games() {
        let said = cardroom_reading((golden(game) + "\n" + &golden(game)).as_bytes(), &["record", "legal", "-"]);
        assert_eq!((said.code, said.err.as_str()), (Some(0), ""), "{game}");
        let mut lines = said.out.lines();
        for number in 0..2 {
            for (deal, paper) in record(game)["deals"].as_array().unwrap().iter().enumerate() {
                let actions = paper["actions"].as_array().unwrap();
                let mut last = String::new();
                for at in 0..=actions.len() {
                    let line = lines.next().expect("a line for each position");
                    let head = format!(r#"{{"record":{number},"deal":{deal},"at":{at},"legal":{{"#);
                    assert!(line.starts_with(&head), "{game}: {line}");
                    let legal = line[head.len() - 1..line.len() - 1].to_owned();
                    let read: Map<String, Value> = serde_json::from_str(&legal).unwrap();
                    assert_eq!(serde_json::to_string(&read).unwrap(), legal, "compact, seats ascending");
                    for list in read.values() {
                        let list: Vec<&str> = list.as_array().unwrap().iter().map(|a| a.as_str().unwrap()).collect();
                        assert!(!list.is_empty() && list.is_sorted_by(|a, b| a.as_bytes() < b.as_bytes()));
                    }
                    match actions.get(at).map(|a| a.as_str().unwrap()) {
                        None => assert_eq!(legal, "{}", "{game}: the deal is over"),
                        Some(action) if action.starts_with('*') => last = legal,
                        Some(action) => {
                            let (seat, text) = action.split_once(' ').unwrap();
                            assert!(read[seat].as_array().unwrap().contains(&text.into()), "{game}: {action}");
                            assert!(last.is_empty() || last == legal, "[K8] a shuffle changes nothing that is legal");
                            last.clear();
                        }
                    }
                }
            }
        }
        assert_eq!(lines.next(), None);
    }
}

#[test]
fn show_tells_a_match_in_words() {
    let file = format!("{}/tests/records/schwarze-dame.jsonl", env!("CARGO_MANIFEST_DIR"));
    let said = cardroom(&format!("record show {file}"));
    assert_eq!(said.code, Some(0));
    let lines: Vec<&str> = said.out.lines().filter(|line| line.starts_with("  ")).collect();
    assert_eq!(lines.len(), 104 + 26, "a line an action, and one a trick");
    assert_eq!(lines[..2], ["  1 random leads the 9 of clubs.", "  2 random plays the 5 of clubs."]);
    assert_eq!(lines[4], "  3 random takes the trick: +10.");
    assert!(said.out.contains("Points: random −34, random −6, random 30, random 10."));
    assert!(said.out.trim_end().ends_with("2 random wins"));

    let second = cardroom(&format!("record show {file} --deal 1"));
    assert_eq!(second.out.lines().filter(|line| line.starts_with("  ")).count(), 52 + 13);
    assert!(!second.out.contains("Deal 0"));
    let none = cardroom(&format!("record show {file} --deal 2"));
    assert_eq!((none.code, none.err), (Some(2), format!("error: {file}: there is no deal 2\n")));
    assert_eq!(cardroom(&format!("record show {file} --viewer north")).code, Some(2));
    assert!(cardroom(&format!("record show {file} --viewer 7")).out.contains("There is no seat 7 here"));
}

/// Checks that `record show` uses the words of the page's log in each language, with correct plurals, one notation, and
/// no outdated terms.
#[test]
fn show_has_the_words_of_the_page_in_every_game_and_language() {
    for game in games() {
        let file = format!("{}/tests/records/{game}.jsonl", env!("CARGO_MANIFEST_DIR"));
        let [en, fr, de] = ["en", "fr", "de"].map(|lang| {
            let said = cardroom(&format!("record show {file} --lang {lang}"));
            assert_eq!((said.code, said.err.as_str()), (Some(0), ""), "{game}");
            said.out
        });
        assert!(en != fr && fr != de && en.lines().count() == fr.lines().count(), "{game}");
        assert!(fr.contains("Donne 0. Donneur\u{a0}: ") && de.contains("Spiel 0. Geber: "), "{game}");
        for old in [
            " bids ",
            " puts ",
            " for seat ",
            " to seat ",
            " lone ",
            "thrown in",
            "says Kaël",
            " 1 points",
            " 1 cards",
            " three of ",
            " t4",
        ] {
            assert!(!en.contains(old), "{game} says {old:?}");
        }
        // If the words for a key were missing, the key itself would appear in the text.
        for text in [en, fr, de] {
            let is_key = |word: &str| word.starts_with("log.") || word.starts_with("record.") || word.contains('{');
            let options = |line: &&str| line.contains("{\"");
            let strange = text.lines().filter(|line| !options(line)).find(|line| line.split(' ').any(is_key));
            assert_eq!(strange, None, "{game}");
        }
    }
}

#[test]
fn show_hides_what_a_seat_did_not_see() {
    let file = format!("{}/tests/records/la-dame-noire.jsonl", env!("CARGO_MANIFEST_DIR"));
    let [all, own] = ["all", "0"].map(|viewer| cardroom(&format!("record show {file} --viewer {viewer}")).out);
    let lines: Vec<(&str, &str)> = all.lines().zip(own.lines()).collect();
    let others: Vec<_> = lines.iter().filter(|(all, own)| all != own).collect();
    assert!(!others.is_empty(), "[D6] cards put face down are not told to others");
    assert!(others.iter().all(|(all, _)| !all.trim_start().starts_with("0 ")), "its own are: {others:?}");
    assert!(others.iter().all(|(all, own)| own.len() < all.len()), "{others:?}");
}

#[test]
fn names_do_not_steer_the_terminal() {
    let mut record = record("rouge-et-noir");
    record["names"][0] = "\u{1b}[2Jx\ny".into();
    let said = cardroom_reading(record.to_string().as_bytes(), &["record", "show", "-"]);
    assert_eq!(said.code, Some(0));
    assert!(!said.out.contains('\u{1b}') && said.out.contains(r"0 \u{1b}[2Jx\ny"));
}

/// Checks that every input gets a verdict: thousands of mutations of each golden record, with and without seed.
#[test]
fn mutated_records_never_bring_it_down() {
    let mut rng = Rng::new(2);
    for game in games() {
        for line in [golden(game), without_seed(game).to_string()] {
            let mut good = 0;
            for _ in 0..if game == "rouge-et-noir" { 1_000 } else { 3_000 } {
                let mut bytes = line.clone().into_bytes();
                for _ in 0..=rng.below(3) {
                    mutate(&mut bytes, &mut rng);
                }
                if let Ok(text) = std::str::from_utf8(&bytes) {
                    good += u32::from(check(text).is_ok());
                }
            }
            assert!(good < 1_500, "{game}: {good} mutations passed: most must not");
        }
    }
}

fn mutate(bytes: &mut Vec<u8>, rng: &mut Rng) {
    let n = bytes.len() as u32;
    let [a, b] = [rng.below(n), rng.below(n)].map(|i| i as usize);
    let (from, to) = (a.min(b), a.max(b).min(a.min(b) + 40));
    match rng.below(6) {
        0 => bytes[a] = b"0123456789 {}[]\",:*XQshnull-"[rng.below(28) as usize],
        1 => bytes[a] ^= 1 << rng.below(8),
        2 => bytes.swap(a, b),
        3 => drop(bytes.drain(from..to)),
        4 => {
            let piece = bytes[from..to].to_vec();
            bytes.splice(b..b, piece);
        }
        _ => bytes.truncate(a.max(1)),
    }
}

/// Checks mutated records. Actions and decks are moved, doubled and exchanged. The JSON stays valid, so the rules are
/// checked too.
#[test]
fn shuffled_records_never_bring_it_down() {
    let mut rng = Rng::new(3);
    for game in games() {
        for _ in 0..600 {
            let mut record = if rng.chance(0.7) { without_seed(game) } else { record(game) };
            for _ in 0..=rng.below(2) {
                rearrange(&mut record, &mut rng);
            }
            if let Err(fault) = check(&record.to_string()) {
                assert!(!fault.to_string().is_empty() && !fault.why.contains('\n'));
            }
        }
    }
}

fn rearrange(record: &mut Value, rng: &mut Rng) {
    let deals = record["deals"].as_array().unwrap().len() as u32;
    let [d, e] = [rng.below(deals), rng.below(deals)].map(|i| i as usize);
    let lines = actions(record, d).len() as u32;
    if lines == 0 {
        return;
    }
    let [a, b] = [rng.below(lines), rng.below(lines)].map(|i| i as usize);
    match rng.below(8) {
        0 => actions(record, d).swap(a, b),
        1 => drop(actions(record, d).remove(a)),
        2 => {
            let line = actions(record, d)[a].clone();
            actions(record, d).insert(b, line);
        }
        3 => {
            let deck = record["deals"][e]["deck"].as_str().unwrap().to_owned();
            actions(record, d).insert(a, format!("* shuffle {deck}").into());
        }
        4 => swap_cards(&mut record["deals"][d]["deck"], rng.below(40) as usize, rng.below(40) as usize),
        5 => record["deals"].as_array_mut().unwrap().swap(d, e),
        6 => actions(record, d).truncate(a),
        _ => {
            let line = actions(record, d)[a].as_str().unwrap().to_owned();
            let seat = rng.below(9);
            actions(record, d)[a] = format!("{seat}{}", &line[1..]).into();
        }
    }
}

#[test]
fn deep_and_huge_json_is_refused_in_a_line() {
    let deep = "[".repeat(200_000);
    let wide = format!("{{\"format\":\"cardroom/1\",\"rules\":{},\"game\":\"kael\"}}", "9".repeat(100_000));
    let nested = |key: &str| format!("{{\"format\":\"cardroom/1\",\"rules\":1,\"game\":\"kael\",\"{key}\":{deep}");
    let closed = golden("kael").replacen("\"names\":", &format!("\"x\":{deep}{},\"names\":", "]".repeat(200_000)), 1);
    let options =
        golden("kael").replacen("\"options\":{", &format!("\"options\":{{\"x\":{deep}{},", "]".repeat(200_000)), 1);
    for text in [nested("options"), nested("x"), wide, format!("{{\"a\":{deep}"), options] {
        let fault = check(&text).unwrap_err();
        assert!(fault.why.len() < 400, "{}", fault.why);
    }
    assert!(check(&closed).is_ok(), "an unknown key is passed over, however deep");
    let same_cards = golden("kael").replacen("\"deck\":\"", &format!("\"deck\":\"{}", "X ".repeat(1_000_000)), 1);
    assert!(check(&same_cards).unwrap_err().why.contains("at most 255 cards"));
}

/// Checks a folder among the files. A folder can be opened but not read. The command must still read the next file.
#[test]
fn what_cannot_be_read_does_not_hide_the_next_file() {
    let folder = std::env::temp_dir();
    let bad = folder.join(format!("cardroom-bad-{}.jsonl", std::process::id()));
    std::fs::write(&bad, "{}\n").unwrap();
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_cardroom"))
        .args(["record", "check"])
        .args([&folder, &bad])
        .output()
        .unwrap();
    std::fs::remove_file(&bad).unwrap();
    let words = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{words}");
    assert_eq!(words.lines().count(), 2, "{words}");
    assert!(words.contains(&format!("{}:1: ", bad.display())), "{words}");
}
