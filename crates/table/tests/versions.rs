//! Tests of rules that have changed. If a table or record was begun under an older version, today's program plays it,
//! and writes it in that version.

use cards::Seed;
use game::{Rng, Seat, Viewer};
use serde_json::{Map, Value, json};
use table::record::{Raw, walk};
use table::{AnyTable, Entry, Intent, MatchPhase, Setup, SetupError, Table, replay};
use testgame::Pairs;

fn setup(rules: u32, options: Value) -> Setup {
    let Value::Object(options) = options else { panic!("options are an object") };
    let names = ["a", "b", "c", "d"].map(String::from).to_vec();
    Setup { game: "pairs", rules, options, names, seed: Seed::numbered(7), number: None }
}

/// Plays a match at random; `dice` is the seed of the random choices. Returns the log.
fn play(table: &mut dyn AnyTable, dice: u64) -> Vec<Entry> {
    let mut rng = Rng::new(dice);
    let mut log = Vec::new();
    while table.phase() != MatchPhase::Over {
        let accepted = match table.must().first() {
            Some(seat) => {
                let legal = table.legal(seat);
                let action = &legal[rng.below(legal.len() as u32) as usize];
                table.check(Intent::act(seat, action)).expect("it is legal")
            }
            None => table.check(Intent::Next).expect("a deal is over"),
        };
        log.push(accepted.entry().clone());
        table.apply(accepted);
    }
    log
}

fn played(rules: u32, options: Value) -> (Table<Pairs>, Vec<Entry>) {
    let mut table = Table::<Pairs>::new(setup(rules, options)).expect("it can be played");
    let log = play(&mut table, 3);
    (table, log)
}

fn head(record: &str) -> &str {
    &record[..record.find(",\"seats\"").expect("a record has seats")]
}

#[test]
fn a_match_that_was_begun_under_version_1_ends_by_its_rules_and_is_written_as_version_1() {
    let (old, log) = played(1, json!({"to": 9}));
    assert_eq!(head(&old.record()), r#"{"format":"cardroom/1","rules":1,"game":"pairs","options":{"to":9}"#);
    let totals = old.position(Viewer::Public).totals;
    assert!(totals.iter().any(|total| *total > 9), "above 9: {totals:?}");

    let (new, same_log) = played(2, json!({"partners": false, "to": 10}));
    assert_eq!(log, same_log, "at least 10 is above 9");
    let record = new.record();
    assert_eq!(
        head(&record),
        r#"{"format":"cardroom/1","rules":2,"game":"pairs","options":{"to":10,"partners":false}"#
    );
    let rest = |record: &str| record[head(record).len()..].to_owned();
    assert_eq!(rest(&old.record()), rest(&record), "everything else is the same");
}

#[test]
fn the_meaning_of_an_option_has_changed() {
    // A match of version 1 ends above 9 points. A match of version 2 ends at 9 points. So if somebody reaches exactly 9
    // with the same random choices, the match of version 1 is longer.
    let exactly = |totals: Vec<i32>| totals.into_iter().max() == Some(9);
    let found = (0..100).any(|dice| {
        let mut old = Table::<Pairs>::new(setup(1, json!({"to": 9}))).unwrap();
        let mut new = Table::<Pairs>::new(setup(2, json!({"to": 9, "partners": false}))).unwrap();
        let (long, short) = (play(&mut old, dice), play(&mut new, dice));
        assert_eq!(&long[..short.len()], &short[..]);
        exactly(new.position(Viewer::Public).totals) && long.len() > short.len()
    });
    assert!(found, "no match of a hundred comes to exactly 9 points");
}

#[test]
fn a_stored_table_of_either_version_goes_on_from_its_log() {
    for (rules, options) in [(1, json!({"to": 9})), (2, json!({"to": 10, "partners": true}))] {
        let (whole, log) = played(rules, options.clone());
        let mut again = Table::<Pairs>::new(setup(rules, options)).unwrap();
        for entry in &log[..20] {
            again.restore(entry).expect("it was played");
        }
        assert_ne!(again.phase(), MatchPhase::Over);
        for entry in &log[20..] {
            again.restore(entry).expect("it was played");
        }
        assert_eq!(again.record(), whole.record(), "version {rules}");
    }
}

#[test]
fn records_of_either_version_are_verified_and_watched_again() {
    for (rules, options) in [(1, json!({"to": 9})), (2, json!({"to": 10, "partners": true}))] {
        let record = played(rules, options).0.record();
        let raw = Raw::read(&record).unwrap();
        assert_eq!(raw.rules(), rules);
        let counts = walk::<Pairs>(&raw, &mut ()).unwrap();
        assert!(counts.deals >= 3, "{counts:?}");
        let replay = replay::<Pairs>(&raw, 0, Viewer::Seat(Seat::new(1))).unwrap().expect("a finished deal");
        assert_eq!(replay.steps.len(), 17);
        assert_eq!(table::decisions::<Pairs>(&raw, Some(0), Some(Seat::new(1))).unwrap().len(), 4);
    }
}

/// Returns the fault of a record in which `from` is replaced by `to`.
fn fault(from: &str, to: &str) -> String {
    let record = played(1, json!({"to": 9})).0.record();
    let changed = record.replacen(from, to, 1);
    assert_ne!(changed, record);
    walk::<Pairs>(&Raw::read(&changed).unwrap(), &mut ()).expect_err(to).to_string()
}

#[test]
fn a_record_has_the_options_of_its_version_and_no_others() {
    assert_eq!(fault(r#""rules":1"#, r#""rules":3"#), "rules is 3; only versions 1, 2 are known");
    assert_eq!(fault(r#""rules":1"#, r#""rules":2"#), "option partners is missing");
    let partners = fault(r#""to":9"#, r#""to":9,"partners":false"#);
    assert_eq!(partners, "there is no option \"partners\"; the options are to");
    assert_eq!(fault(r#""to":9"#, r#""to":1001"#), "option to is a number from 1 to 1000, not 1001");
    let most = "these options of version 1 of the rules can no longer be played";
    assert_eq!(fault(r#""to":9"#, r#""to":1000"#), most);
}

#[test]
fn a_table_that_cannot_be_played_today_is_closed_and_a_wrong_one_is_wrong() {
    let open = |rules, options: Value| Table::<Pairs>::new(setup(rules, options)).map(|_| ()).unwrap_err();
    for (rules, options) in [(0, json!({})), (3, json!({"to": 9, "partners": true})), (1, json!({"to": 1000}))] {
        let error = open(rules, options);
        assert!(matches!(error, SetupError::Closed(_)), "{rules}: {error}");
    }
    for (rules, options) in [(1, json!({"to": 9, "partners": true})), (2, json!({"to": 9})), (1, json!({"to": "9"}))] {
        let error = open(rules, options);
        assert!(matches!(error, SetupError::Wrong(_)), "{rules}: {error}");
    }
    let most: Map<String, Value> = setup(2, json!({"to": 1000, "partners": false})).options;
    assert!(Table::<Pairs>::new(Setup { options: most, ..setup(2, json!({})) }).is_ok(), "a number beyond 255");
}

#[test]
fn people_are_told_the_options_of_an_old_match_as_they_are_today() {
    let (old, _) = played(1, json!({"to": 9}));
    assert_eq!(Value::Object(old.options().clone()), json!({"to": 10, "partners": false}));
    assert_eq!(Value::Object(old.setup().options.clone()), json!({"to": 9}), "as it was stored");
}
