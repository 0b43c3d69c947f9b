//! The notation of actions and options: written and parsed.

use cards::CardSet;
use game::{OptionKind, Options, read_options};
use la_dame_noire::{Action, Play, Rules};

#[test]
fn actions_read_back() {
    for text in
        ["pass", "bid 20", "bid 100", "trade 7d", "stop", "play Qs", "play 2c2d3h4c4s", "play 8c8s", "coup 2", "keep"]
    {
        assert_eq!(text.parse::<Action>().unwrap().to_string(), text);
        assert_eq!(serde_json::to_string(&text.parse::<Action>().unwrap()).unwrap(), format!("\"{text}\""));
    }
}

#[test]
fn what_is_no_action_is_refused() {
    for text in [
        "",
        "Pass",
        "pass ",
        " pass",
        "bid",
        "bid +20",
        "bid 020",
        "bid 1000",
        "bid -10",
        "trade",
        "trade 7D",
        "trade 7d 8d",
        "play",
        "play ",
        "play 2c 2d",
        "play 2d2c",
        "play 2c2c",
        "play 3c2c",
        "play 2",
        "play 2c2d3",
        "play é2c",
        "coup 4",
        "coup 9",
        "coup 02",
        "coup",
        "keep it",
        "stop 1",
    ] {
        assert!(text.parse::<Action>().is_err(), "{text:?}");
    }
    assert!(format!("play {}", "2c".repeat(40_000)).parse::<Action>().is_err());
    assert!(Play::new(CardSet::EMPTY).is_none());
    // All cards of the pack can be written and parsed as one play, although they are no combination.
    let all = Play::new(CardSet::FULL).unwrap();
    assert_eq!((all.to_string().parse(), all.power()), (Ok(all), None));
}

fn read(json: &str) -> Result<Rules, serde_json::Error> {
    serde_json::from_str(json)
}

const WHOLE: &str = r#"{"deals":4,"pass_is_final":false,"min_trades":1,"max_trades":null,"every_out_collects":false,"pass_ends_trick":false}"#;

#[test]
fn options_are_written_whole_and_in_order() {
    assert_eq!(serde_json::to_string(&Rules::default()).unwrap(), WHOLE);
    let keys: Vec<&str> = Rules::FIELDS.iter().map(|field| field.key).collect();
    let serde_json::Value::Object(written) = serde_json::from_str(WHOLE).unwrap() else { unreachable!() };
    assert!(keys.iter().all(|key| written.contains_key(*key)) && keys.len() == written.len());
    let places: Vec<usize> = keys.iter().map(|key| WHOLE.find(key).unwrap()).collect();
    assert!(places.is_sorted());
    assert_eq!(Rules::FIELDS[3].kind, OptionKind::Int { min: 0, max: 100, none: true });
}

#[test]
fn every_key_is_there_and_no_other() {
    assert!(read(WHOLE).is_ok());
    for key in ["deals", "pass_is_final", "min_trades", "max_trades", "every_out_collects", "pass_ends_trick"] {
        let serde_json::Value::Object(mut missing) = serde_json::from_str(WHOLE).unwrap() else { unreachable!() };
        missing.remove(key);
        assert!(read(&serde_json::Value::Object(missing).to_string()).is_err(), "{key} is missing");
    }
    assert!(read(&WHOLE.replace("}", r#","more":1}"#)).is_err());
}

#[test]
fn ranges_and_combinations() {
    let with = |key: &str, value: &str| {
        let serde_json::Value::Object(mut all) = serde_json::from_str(WHOLE).unwrap() else { unreachable!() };
        all.insert(key.to_owned(), serde_json::from_str(value).unwrap());
        read(&serde_json::Value::Object(all).to_string())
    };
    for (key, good, bad) in [
        ("deals", vec!["1", "100"], vec!["0", "101", "256", "4.0", "-1", "null", "\"4\"", "true"]),
        ("min_trades", vec!["0", "100"], vec!["101", "-1", "null"]),
        ("max_trades", vec!["null", "0", "1", "100"], vec!["101", "-1", "\"none\"", "false"]),
        ("pass_is_final", vec!["true"], vec!["1", "null", "\"true\""]),
        ("every_out_collects", vec!["true"], vec!["0", "null"]),
        ("pass_ends_trick", vec!["true"], vec!["0", "null"]),
    ] {
        good.iter().for_each(|value| assert!(with(key, value).is_ok(), "{key} {value}"));
        bad.iter().for_each(|value| assert!(with(key, value).is_err(), "{key} {value}"));
    }
    // [D8] `max_trades` is at least `min_trades`, except that 0 is always allowed.
    let trades = |min: &str, max: &str| {
        read_options::<Rules>(&serde_json::from_str(&format!(r#"{{"min_trades":{min},"max_trades":{max}}}"#)).unwrap())
    };
    for (min, max, good) in [
        ("5", "4", false),
        ("5", "5", true),
        ("5", "0", true),
        ("0", "1", true),
        ("0", "0", true),
        ("100", "100", true),
    ] {
        assert_eq!(trades(min, max).is_ok(), good, "{min} {max}");
    }
}
