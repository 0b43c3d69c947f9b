//! Tests of the list of games, and of tables, bots and options by the id of a game.

use catalog::{bot, entries, entry, open, options, setup};
use serde_json::{Map, Value, json};

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(object) => object,
        other => panic!("{other} is no object"),
    }
}

fn names(seats: usize) -> Vec<String> {
    (0..seats).map(|seat| format!("player {seat}")).collect()
}

#[test]
fn the_list_tells_what_a_start_page_needs() {
    let found: Vec<_> = entries().iter().map(|e| (e.id, e.seats.clone(), e.usual_seats, e.numbered, e.races)).collect();
    assert_eq!(
        found,
        [
            ("la-dame-noire", 4..=4, 4, false, false),
            ("kael", 2..=8, 4, false, true),
            ("schwarze-dame", 4..=4, 4, false, false),
            ("rouge-et-noir", 1..=1, 1, true, false),
            ("hearts", 4..=4, 4, false, false),
        ]
    );
    for entry in entries() {
        // A game may have no champion.
        let champion = bot(entry.id, "champion", 1).is_ok();
        let levels = ["random", "beginner", "club", "expert", "master", "champion"];
        assert_eq!(entry.levels, &levels[..if champion { 6 } else { 5 }], "{}", entry.id);
        let keys: Vec<&str> = entry.options.iter().map(|field| field.key).collect();
        assert_eq!(entry.defaults.len(), keys.len());
        assert!(keys.iter().all(|key| entry.defaults.contains_key(*key)), "{}: {keys:?}", entry.id);
    }
}

#[test]
fn an_unknown_game_is_answered_with_those_that_there_are() {
    let error = entry("bridge").unwrap_err();
    let games: Vec<&str> = entries().iter().map(|entry| entry.id).collect();
    let words = format!("there is no game \"bridge\"; the games are {}", games.join(", "));
    assert_eq!((error.key, error.words), ("unknown_game", words));
    assert!(setup("bridge", &Map::new(), names(4), cards::Seed::numbered(1)).is_err());
    let long = entry(&"x".repeat(10_000)).unwrap_err();
    assert!(long.words.len() < 200, "a hostile name does not come back in full");
}

#[test]
fn levels_have_names() {
    for name in ["random", "beginner", "club", "rule", "expert", "master", "pimc:5", "ismcts:5"] {
        assert!(bot("kael", name, 1).is_ok());
    }
    let error = bot("kael", "genius", 1).err().unwrap();
    let words = "there is no bot \"genius\"; the bots are random, beginner, club, expert, master, champion (rule is club) and, in \
                 simulations, net, net-rollouts:SIMULATIONS, pimc:SIMULATIONS, pimc-exact:SIMULATIONS, pimc-resampling:SIMULATIONS, pimc-close:SIMULATIONS, ismcts:SIMULATIONS, ismcts-random:SIMULATIONS, ismcts-net:SIMULATIONS, advice:SIMULATIONS";
    assert_eq!(error.words, words);
}

#[test]
fn options_are_read_with_their_defaults() {
    let all = options("schwarze-dame", &Map::new()).unwrap();
    assert_eq!(Value::Object(all), json!({"deals": 8}));
    for (wrong, words) in [
        (json!({"deals": 0}), "option deals is a number from 1 to 100, not 0"),
        (json!({"deals": "8"}), "option deals is a number from 1 to 100, not \"8\""),
        (json!({"deal": 8}), "there is no option \"deal\"; the options are deals"),
    ] {
        assert_eq!(options("schwarze-dame", &object(wrong)).unwrap_err().words, words);
    }
    let wrong = object(json!({"min_trades": 5, "max_trades": 3}));
    assert_eq!(options("la-dame-noire", &wrong).unwrap_err().key, "options");
}

#[test]
fn a_setup_of_other_rules_seats_or_deals_opens_no_table() {
    let seed = cards::Seed::numbered(3);
    let seats = setup("la-dame-noire", &Map::new(), names(3), seed).unwrap_err();
    assert_eq!((seats.key, seats.words.as_str()), ("seats", "la-dame-noire has 4 seats, not 3"));
    assert!(setup("kael", &Map::new(), names(300), seed).is_err());

    let mut newer = setup("kael", &Map::new(), names(4), seed).unwrap();
    newer.rules = 3;
    let closed = open(newer).err().unwrap();
    assert_eq!((closed.key, closed.words.as_str()), ("closed_table", "rules is 3; only versions 1, 2 are known"));

    let mut lacking = setup("kael", &Map::new(), names(4), seed).unwrap();
    lacking.options.remove("cut_from");
    assert_eq!(open(lacking).err().unwrap().words, "option cut_from is missing");

    let mut numbered = setup("kael", &Map::new(), names(4), seed).unwrap();
    numbered.number = Some(3);
    assert!(open(numbered).is_err(), "everybody could know the deal");

    let mut other = setup("rouge-et-noir", &Map::new(), names(1), seed).unwrap();
    other.number = Some(4);
    assert!(open(other).is_err(), "the seed is that of number 3");
}
