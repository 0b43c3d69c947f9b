//! Tests of the options `to` [H13], `giving` [H3] and `moon` [H12]: accepted values, and values that are refused with a
//! reason.

use game::read_options;
use hearts::{Moon, Rules};
use serde_json::{Value, json};

fn read(json: &str) -> Result<Rules, String> {
    serde_json::from_str(json).map_err(|e| e.to_string())
}

#[test]
fn to_a_hundred_with_giving_by_default() {
    assert_eq!(serde_json::to_string(&Rules::default()).unwrap(), r#"{"to":100,"giving":true,"moon":"others"}"#);
    for to in 1..=250 {
        let rules = Rules::new(to, false, Moon::Own).expect("1 to 250");
        assert_eq!(read(&format!(r#"{{"to":{to},"giving":false,"moon":"own"}}"#)), Ok(rules));
    }
}

#[test]
fn what_a_record_may_not_say() {
    for (json, why) in [
        (r#"{"to":0,"giving":true,"moon":"others"}"#, "option to is a number from 1 to 250"),
        (r#"{"to":251,"giving":true,"moon":"others"}"#, "option to is a number from 1 to 250"),
        (r#"{"to":256,"giving":true,"moon":"others"}"#, "invalid value"),
        (r#"{"to":100.0,"giving":true,"moon":"others"}"#, "invalid type"),
        (r#"{"to":100,"giving":1,"moon":"others"}"#, "invalid type"),
        (r#"{"to":100,"giving":true,"moon":"both"}"#, "unknown variant `both`"),
        (r#"{"to":100,"giving":true}"#, "missing field `moon`"),
        (r#"{"to":100,"giving":true,"moon":"own","deals":3}"#, "unknown field `deals`"),
        (r#"{"to":100,"to":100,"giving":true,"moon":"own"}"#, "duplicate field `to`"),
        (r#"[]"#, "invalid length"),
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
    assert_eq!(choose("to", json!(50)), Ok(Rules::new(50, true, Moon::Others).unwrap()));
    assert_eq!(choose("moon", json!("own")), Ok(Rules::new(100, true, Moon::Own).unwrap()));
    for value in [json!(0), json!(251), json!(null), json!("50"), json!(2.5)] {
        let error = choose("to", value.clone()).expect_err("refused");
        assert_eq!(error, format!("option to is a number from 1 to 250, not {value}"));
    }
    assert_eq!(choose("giving", json!("yes")).unwrap_err(), "option giving is true or false, not \"yes\"");
    assert_eq!(choose("moon", json!("new")).unwrap_err(), "option moon is one of others, own, not \"new\"");
    assert_eq!(
        choose("deals", json!(5)).unwrap_err(),
        "there is no option \"deals\"; the options are to, giving, moon"
    );
}
