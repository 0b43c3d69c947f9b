//! Fuzz tests of single readers of texts.

use std::cell::Cell;
use std::fs;
use std::path::Path;
use std::time::Duration;

use cards::Seed;
use game::{Rng, Seat, Viewer};
use protocol::{Answer, Command, Dialogue, FromEngine, NOT_NOW};
use serde_json::{Map, Value};
use table::record::Raw;
use table::{AnyTable, Intent, MatchPhase};

use super::almost::{INPUT, almost};
use super::trial::Trial;

/// The greatest processor time for a line, in a debug build.
const LINE: Duration = Duration::from_millis(250);
/// The greatest processor time for a record, which is replayed as a whole.
const RECORD: Duration = Duration::from_secs(3);

#[test]
fn wire_commands() {
    let trial = Trial::of_function("wire_commands", LINE);
    let samples = trial.corpus();
    trial.run(samples.len(), |input| {
        let text = almost(input, &samples);
        trial.within(&text, || {
            let Ok(command) = Command::parse(&text) else { return };
            assert!(command.cmd().is_none_or(|cmd| (1..=64).contains(&cmd.chars().count())));
            let written = serde_json::to_string(&command).expect("text");
            assert_eq!(Command::parse(&written), Ok(command), "what was read is written as it was meant");
        });
    });
}

#[test]
fn every_command_has_a_sample() {
    let words = Command::parse(r#"{"t":"?"}"#).expect_err("no command").to_string();
    let (_, kinds) = words.split_once("expected one of ").expect("a list");
    let kinds: Vec<&str> = kinds.split('`').skip(1).step_by(2).collect();
    assert!(kinds.contains(&"act") && kinds.contains(&"ping"), "{words}");
    let samples = Trial::of_function("wire_commands", LINE).corpus();
    let kind = |text: &String| serde_json::from_str::<Value>(text).expect("JSON")["t"].as_str().map(str::to_owned);
    let there: Vec<Option<String>> = samples.iter().filter(|text| Command::parse(text).is_ok()).map(kind).collect();
    let missing: Vec<&str> = kinds.into_iter().filter(|kind| !there.contains(&Some((*kind).to_owned()))).collect();
    assert!(missing.is_empty(), "tests/corpus/wire_commands has no {missing:?}");
}

#[test]
fn engine_lines() {
    let trial = Trial::of_function("engine_lines", LINE);
    let samples = trial.corpus();
    trial.run(samples.len(), |input| {
        let text = almost(input, &samples);
        trial.within(&text, || {
            let Some(said) = FromEngine::read(&text) else { return };
            let written = serde_json::to_string(&said).expect("text");
            assert_eq!(FromEngine::read(&written).as_ref(), Some(&said));
            let FromEngine::Act { id, action } = said else { return };
            // The engine is asked three questions. Only the last question is still open. The length of the input
            // decides whether the questions must be answered.
            let mut dialogue = Dialogue::default();
            let legal = || vec!["play Ks".to_owned(), "play Qs".to_owned()];
            for _ in 0..3 {
                dialogue.ask(input.len().is_multiple_of(2), legal(), Value::Null, LINE);
            }
            match dialogue.answer(id, &action) {
                Answer::Action { action, .. } => assert!(id == 3 && legal().contains(&action)),
                Answer::NotNow => assert!(id == 3 && action == NOT_NOW),
                Answer::Illegal { .. } => assert!(id == 3 && !legal().contains(&action)),
                Answer::Old => assert!(id < 3),
                Answer::Unknown(_) => assert!(id > 3),
            }
            assert!(matches!(dialogue.answer(id, &action), Answer::Old | Answer::Unknown(_)), "it counts once");
        });
    });
}

#[test]
fn records() {
    let trial = Trial::of_function("records", RECORD);
    let samples: Vec<String> = records_of_all_games().into_iter().chain(trial.corpus()).collect();
    trial.run(samples.len(), |input| {
        let text = almost(input, &samples);
        trial.within(&text, || {
            let Ok(raw) = Raw::read(&text) else { return };
            let checked = catalog::check(&raw);
            // A record with an error can be neither shown nor analysed.
            assert_eq!(catalog::replay(&raw, 0, Viewer::Public).is_ok(), checked.is_ok());
            assert_eq!(catalog::decisions(&raw, Some(0), None).is_ok(), checked.is_ok());
        });
    });
}

/// Returns one line of each record in the tests of the command line.
fn records_of_all_games() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cardroom/tests/records");
    let mut files: Vec<_> = fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file").path()).collect();
    files.sort();
    let text = |file| fs::read_to_string(file).expect("text").lines().next().expect("a record").to_owned();
    files.into_iter().map(text).collect()
}

#[test]
fn options() {
    let trial = Trial::of_function("options", LINE);
    let games: Vec<&str> = catalog::entries().iter().map(|entry| entry.id).collect();
    let all = |game: &&str| Value::Object(catalog::options(game, &Map::new()).expect("its defaults")).to_string();
    let samples: Vec<String> = games.iter().map(all).chain(trial.corpus()).collect();
    trial.run(samples.len(), |input| {
        let text = almost(input, &samples);
        trial.within(&text, || {
            let Ok(Value::Object(chosen)) = serde_json::from_str(&text) else { return };
            for game in &games {
                if let Ok(whole) = catalog::options(game, &chosen) {
                    assert_eq!(catalog::options(game, &whole).as_ref(), Ok(&whole), "{game}: what is whole stays");
                    let names = (0..*catalog::entry(game).expect("a game").seats.start()).map(|n| format!("P{n}"));
                    let setup = catalog::setup(game, &chosen, names.collect(), Seed::numbered(1)).expect("checked");
                    catalog::open(setup).expect("what options allow can be dealt");
                }
                for rules in [0, 1, 2, u32::MAX] {
                    if let Ok(today) = catalog::todays_options(game, rules, &chosen) {
                        assert_eq!(
                            catalog::options(game, &today).as_ref(),
                            Ok(&today),
                            "{game}: they can be chosen today"
                        );
                    }
                }
            }
        });
    });
}

#[test]
fn notation() {
    let trial = Trial::of_function("notation", LINE);
    let of_all_games = trial.corpus();
    let mut tables: Vec<Box<dyn AnyTable>> = catalog::entries().iter().map(|entry| opened(entry.id, 0)).collect();
    let deals = Cell::new(0);
    trial.run(of_all_games.len(), |input| {
        // The table is chosen by the sum of all bytes, because the first byte already chooses the sample.
        let index = input.iter().fold(0, |sum, &byte| sum + usize::from(byte)) % tables.len();
        let table = &mut tables[index];
        if table.phase() == MatchPhase::Between {
            let next = table.check(Intent::Next).expect("a deal waits");
            table.apply(next);
        }
        if table.phase() != MatchPhase::Deal {
            deals.set(deals.get() + 1);
            *table = opened(table.setup().game, deals.get());
        }
        let seat = (table.must() | table.may()).first().unwrap_or(Seat::new(0));
        let mut samples = table.legal(seat);
        samples.extend(of_all_games.iter().cloned());
        let text = almost(input, &samples);
        let checked = trial.within(&text, || {
            let checked = table.check(Intent::act(seat, &text));
            assert_eq!(table.why(seat, &text).is_none(), checked.is_ok(), "what can be done has no reason against it");
            match table.legal(seat).contains(&text) {
                true => assert!(checked.is_ok(), "it is legal"),
                false => assert!(checked.is_err() || reordered(&text), "it is not legal"),
            }
            checked
        });
        if let Ok(accepted) = checked {
            table.apply(accepted);
        }
    });
}

/// Returns whether an action names several cards, which may be in any order (docs/bots/records.md).
fn reordered(text: &str) -> bool {
    text.starts_with("give ") || text.starts_with("play ")
}

fn opened(game: &str, number: u64) -> Box<dyn AnyTable> {
    let entry = catalog::entry(game).expect("a game");
    let seats = if entry.seats.contains(&4) { 4 } else { *entry.seats.start() };
    let names = (0..seats).map(|seat| format!("P{seat}")).collect();
    let setup = catalog::setup(game, &Map::new(), names, Seed::numbered(number)).expect("its defaults");
    catalog::open(setup).expect("it can be played")
}

/// Checks that the number of changes is right. Many changed texts must still be commands. Among the refused texts, each
/// listed reason must occur.
#[test]
fn changed_texts_reach_every_refusal() {
    let samples = Trial::of_function("wire_commands", LINE).corpus();
    let mut rng = Rng::new(1);
    let mut reasons =
        ["missing field", "unknown field", "duplicate field", "invalid type", "invalid value", "unknown variant"]
            .into_iter()
            .chain([
                "cmd is empty",
                "more than 64",
                "EOF while parsing",
                "control character",
                "trailing characters",
                "hex escape",
            ])
            .collect::<Vec<_>>();
    let mut commands = 0;
    for _ in 0..20_000 {
        let input: Vec<u8> = (0..1 + rng.below(INPUT as u32)).map(|_| rng.below(256) as u8).collect();
        let text = almost(&input, &samples);
        match Command::parse(&text) {
            Ok(_) if !samples.contains(&text) => commands += 1,
            Ok(_) => {}
            Err(refused) => reasons.retain(|reason| !refused.to_string().contains(reason)),
        }
    }
    assert!(reasons.is_empty(), "nothing was refused for {reasons:?}");
    assert!(commands > 500, "{commands} changed texts were commands");
}
