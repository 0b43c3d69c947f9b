//! Tests of the option `deals` [S6]: accepted values, and values that are refused with a reason.

use game::read_options;
use schwarze_dame::Rules;
use serde_json::{Value, json};

fn read(json: &str) -> Result<Rules, String> {
    serde_json::from_str(json).map_err(|e| e.to_string())
}

#[test]
fn one_to_a_hundred_deals_eight_by_default() {
    assert_eq!(Rules::default().deals(), 8, "[S6]");
    assert_eq!(serde_json::to_string(&Rules::default()).unwrap(), r#"{"deals":8}"#);
    for deals in 1..=100 {
        assert_eq!(read(&format!(r#"{{"deals":{deals}}}"#)), Ok(Rules::new(deals).expect("1 to 100")));
    }
}

#[test]
fn what_a_record_may_not_say() {
    for (json, why) in [
        (r#"{"deals":0}"#, "option deals is a number from 1 to 100"),
        (r#"{"deals":101}"#, "option deals is a number from 1 to 100"),
        (r#"{"deals":256}"#, "invalid value"),
        (r#"{"deals":-1}"#, "invalid value"),
        (r#"{"deals":8.0}"#, "invalid type"),
        (r#"{"deals":"8"}"#, "invalid type"),
        (r#"{"deals":null}"#, "invalid type"),
        (r#"{"deals":true}"#, "invalid type"),
        (r#"{}"#, "missing field `deals`"),
        (r#"{"deals":8,"passing":true}"#, "unknown field `passing`"),
        (r#"{"deals":8,"deals":8}"#, "duplicate field `deals`"),
        (r#"[]"#, "invalid length"),
        (r#"8"#, "invalid type"),
    ] {
        let error = read(json).expect_err(json);
        assert!(error.contains(why), "{json}: {error}");
    }
}

#[test]
fn what_a_form_or_a_command_line_may_not_say() {
    let choose = |key: &str, value: Value| {
        let chosen = [(key.to_owned(), value)].into_iter().collect();
        read_options::<Rules>(&chosen).map_err(|e| e.to_string())
    };
    assert_eq!(choose("deals", json!(5)), Ok(Rules::new(5).unwrap()));
    for value in [json!(0), json!(101), json!(null), json!("5"), json!(2.5), json!(true)] {
        let error = choose("deals", value.clone()).expect_err("refused");
        assert_eq!(error, format!("option deals is a number from 1 to 100, not {value}"));
    }
    assert_eq!(choose("deal", json!(5)).unwrap_err(), "there is no option \"deal\"; the options are deals");
}
