//! Tests of practice: play that goes on from a position of another match, with the same cards or with the unseen cards
//! dealt again.

use catalog::{bot, check, entries, fork, open, replay, setup};
use game::{Seat, Viewer};
use serde_json::{Value, json};
use std::sync::atomic::AtomicBool;
use table::record::Raw;
use table::{AnyTable, Entry, Fork, ForkPoint, Intent, MatchPhase, Setup};

/// Lets bots play the deals of a match. Stops at the limit of actions.
fn play_on(table: &mut dyn AnyTable, log: &mut Vec<Entry>, level: &str, most: usize) {
    let game = table.setup().game;
    let seats = table.setup().names.len() as u8;
    let mut bots: Vec<_> = (0..seats).map(|seat| bot(game, level, u64::from(seat)).expect("a level")).collect();
    for _ in 0..most {
        let accepted = match table.phase() {
            MatchPhase::Over => return,
            MatchPhase::Between => table.check(Intent::Next).expect("the next deal"),
            MatchPhase::Deal => {
                let from = table.first_asked();
                let asked = table.may().from_seat(from, seats).chain(table.must().from_seat(from, seats));
                let (seat, answer) = asked
                    .collect::<Vec<Seat>>()
                    .into_iter()
                    .find_map(|seat| {
                        let question = table.question(seat).expect("the turn names it");
                        let answer = bots[seat.index()].answer(question, &AtomicBool::new(false));
                        answer.map(|answer| (seat, answer))
                    })
                    .expect("somebody must act");
                table.check(Intent::act(seat, &answer)).expect("a legal action")
            }
        };
        log.push(accepted.entry().clone());
        table.apply(accepted);
    }
}

/// Returns the record of a match between bots, without its seed if `sealed` is true.
fn record(game: &str, seats: u8, number: u64, most: usize) -> String {
    let names = (0..seats).map(|seat| format!("player {seat}")).collect();
    let setup = setup(game, &Default::default(), names, cards::Seed::numbered(number)).expect("a setup");
    let mut table = open(setup).expect("a table");
    play_on(table.as_mut(), &mut Vec::new(), "random", most);
    table.broken_off_record()
}

fn setup_of(record: &str, number: u64) -> Setup {
    let raw = Raw::read(record).expect("a record");
    let game = entries().into_iter().find(|entry| entry.id == raw.game()).expect("a game").id;
    let names = raw.names().expect("names");
    let options = raw.options().expect("options");
    Setup { game, rules: raw.rules(), options, names, seed: cards::Seed::numbered(number), number: None }
}

fn begin(fork: &Fork, number: u64) -> (Box<dyn AnyTable>, Vec<Entry>) {
    let mut table = open(setup_of(&fork.record, number)).expect("a table");
    let accepted = table.check(Intent::Position { record: &fork.record }).expect("a position");
    let log = vec![accepted.entry().clone()];
    assert_eq!(table.apply(accepted), []);
    (table, log)
}

fn value(line: &str) -> Value {
    serde_json::from_str(line).expect("JSON")
}

/// Returns the positions of each finished deal that the tests use: some of all steps, from seat to seat.
fn positions(record: &Value) -> Vec<(usize, usize, usize)> {
    let seats = record["names"].as_array().expect("names").len();
    let mut found = Vec::new();
    for (deal, written) in record["deals"].as_array().expect("deals").iter().enumerate().take(3) {
        let is_action = |line: &&Value| !line.as_str().expect("text").starts_with('*');
        let steps = written["actions"].as_array().expect("actions").iter().filter(is_action).count();
        let every = (steps / 6).max(1);
        found.extend((0..steps).step_by(every).map(|step| (deal, step, (deal + step / every) % seats)));
        found.push((deal, steps - 1, seats - 1));
    }
    found
}

#[test]
fn every_position_of_every_game_is_played_on_from_and_is_seen_as_it_was() {
    for entry in entries() {
        let original = record(entry.id, entry.usual_seats, 3, 700);
        let raw = Raw::read(&original).expect("a record");
        for (deal, step, seat) in positions(&value(&original)) {
            let of = format!("{} deal {deal} step {step} seat {seat}", entry.id);
            let viewer = Viewer::Seat(Seat::new(seat as u8));
            let seen = replay(&raw, deal, viewer).expect("no fault");
            for redealt in [None, Some((Seat::new(seat as u8), 7))] {
                let fork = fork(&raw, ForkPoint { deal, step, redealt }).expect("no fault").expect("a position");
                check(&Raw::read(&fork.record).expect("a record")).unwrap_or_else(|fault| panic!("{of}: {fault}"));
                assert!(!fork.record.contains("player"), "{of}: it names nobody");
                let written = value(&fork.record);
                assert_eq!((&written["seed"], &written["origin"]), (&Value::Null, &json!("practice")), "{of}");
                let (table, _) = begin(&fork, 1);
                if let Some(seen) = &seen {
                    assert_eq!(
                        table.view(viewer).text(),
                        seen.steps[step].view.get(),
                        "{of}, dealt again: {redealt:?}"
                    );
                    assert_eq!(fork.points.as_ref(), seen.deals.get(deal).map(|(_, points, _)| points), "{of}");
                }
                let same = written["deals"][deal]["deck"] == value(&original)["deals"][deal]["deck"];
                assert!(same || redealt.is_some(), "{of}: the cards lie as they lay");
            }
        }
    }
}

/// Checks that enough unseen cards change their places: at the first decision of a seat, no seat other than its own has
/// the hand that it had, and other random numbers deal other cards.
#[test]
fn unseen_cards_are_dealt_again() {
    for entry in entries() {
        let original = record(entry.id, entry.usual_seats, 5, 700);
        let raw = Raw::read(&original).expect("a record");
        let deck = |random| {
            let redealt = Some((Seat::new(0), random));
            let fork = fork(&raw, ForkPoint { deal: 0, step: 0, redealt }).expect("no fault").expect("a position");
            let written = value(&fork.record);
            let cards = written["deals"][0]["deck"].as_str().expect("a deck").split(' ').map(str::to_owned);
            cards.collect::<Vec<String>>()
        };
        let (first, again, other) = (deck(1), deck(1), deck(2));
        assert_eq!(first, again, "{}: a number always deals the same", entry.id);
        let lay = value(&original)["deals"][0]["deck"].as_str().expect("a deck").to_owned();
        let lay: Vec<&str> = lay.split(' ').collect();
        let moved = |deck: &[String]| deck.iter().zip(&lay).filter(|(now, then)| now != *then).count();
        let most = lay.len() / 3;
        assert!(moved(&first) > most && moved(&other) > most && first != other, "{}: {first:?} {other:?}", entry.id);
    }
}

/// Checks that hidden actions of other seats do not pin the cards that they name.
#[test]
fn cards_that_others_gave_are_dealt_again_too() {
    let original = record("hearts", 4, 5, 60);
    let raw = Raw::read(&original).expect("a record");
    let given = |record: &str| -> Vec<String> {
        let actions = value(record)["deals"][0]["actions"].as_array().expect("actions").clone();
        let lines = actions.iter().map(|line| line.as_str().expect("text").to_owned());
        lines.filter(|line| line.contains("give")).collect()
    };
    let fork = |random| {
        let redealt = Some((Seat::new(0), random));
        fork(&raw, ForkPoint { deal: 0, step: 8, redealt }).expect("no fault").expect("a position")
    };
    let before = given(&original);
    let others = |now: &[String]| before.iter().zip(now).filter(|(was, is)| was != is).count();
    assert!((0..8).any(|random| others(&given(&fork(random).record)) > 0), "{before:?}");
    for random in 0..8 {
        let now = given(&fork(random).record);
        assert_eq!(now.len(), 4);
        let own = |lines: &[String]| lines.iter().find(|line| line.starts_with("0 ")).cloned();
        assert_eq!(own(&now), own(&before), "the own cards stay");
    }
}

#[test]
fn practice_goes_on_to_the_end_and_is_restored_from_its_log() {
    for entry in entries() {
        let original = record(entry.id, entry.usual_seats, 9, 700);
        let raw = Raw::read(&original).expect("a record");
        let (deal, step, _) = positions(&value(&original))[2];
        let redealt = Some((Seat::new(0), 3));
        let fork = fork(&raw, ForkPoint { deal, step, redealt }).expect("no fault").expect("a position");
        let (mut table, mut log) = begin(&fork, 4);
        play_on(table.as_mut(), &mut log, "random", 900);
        let line = table.broken_off_record();
        let written = value(&line);
        assert_eq!((&written["seed"], &written["origin"]), (&Value::Null, &json!("practice")), "{}", entry.id);
        check(&Raw::read(&line).expect("a record")).unwrap_or_else(|fault| panic!("{}: {fault}", entry.id));
        let mut again = open(table.setup().clone()).expect("a table");
        for logged in &log {
            let json = serde_json::to_string(logged).expect("JSON");
            again.restore(&serde_json::from_str(&json).expect("an entry")).expect("as it was");
        }
        for viewer in Seat::all(entry.usual_seats).map(Viewer::Seat).chain([Viewer::Public, Viewer::All]) {
            assert_eq!(again.position(viewer), table.position(viewer), "{}", entry.id);
        }
        // Shuffles that come after the position follow from the seed of the practice table.
        let (mut other, mut other_log) = begin(&fork, 5);
        play_on(other.as_mut(), &mut other_log, "random", 900);
        let deals = |line: &str| value(line)["deals"].as_array().map_or(0, Vec::len);
        if deals(&line) > deal + 1 && deals(&other.broken_off_record()) > deal + 1 {
            let next = |line: &str| value(line)["deals"][deal + 1]["deck"].clone();
            assert_ne!(next(&line), next(&other.broken_off_record()), "{}", entry.id);
            assert_ne!(next(&line), value(&original)["deals"][deal + 1]["deck"], "{}", entry.id);
        }
    }
}

#[test]
fn every_game_takes_back_in_practice_and_never_before_its_position() {
    for entry in entries() {
        let original = record(entry.id, entry.usual_seats, 9, 700);
        let raw = Raw::read(&original).expect("a record");
        let (deal, step, _) = positions(&value(&original))[2];
        let fork = fork(&raw, ForkPoint { deal, step, redealt: None }).expect("no fault").expect("a position");
        let (mut table, mut log) = begin(&fork, 4);
        let start: Vec<_> = Seat::all(entry.usual_seats).map(|seat| table.view(Viewer::Seat(seat))).collect();
        let refused = table.check(Intent::Undo { n: 1 }).expect_err("practice has just begun");
        assert_eq!(refused.key, "nothing_to_undo", "{}", entry.id);
        // Even after the end of the deal its actions can be taken back.
        while table.phase() == MatchPhase::Deal && log.len() < 900 {
            play_on(table.as_mut(), &mut log, "random", 1);
        }
        let seat = Seat::all(entry.usual_seats)
            .find(|seat| table.position(Viewer::Seat(*seat)).undo > 0)
            .expect("somebody has acted");
        let mut own = table.position(Viewer::Seat(seat)).undo;
        assert_eq!(table.check(Intent::TakeBack { seat, n: own + 1 }).expect_err("more").key, "nothing_to_undo");
        assert_eq!(table.check(Intent::TakeBack { seat, n: 0 }).expect_err("none").key, "nothing_to_undo");
        while own > 0 {
            let n = own.div_ceil(2);
            let accepted = table.check(Intent::TakeBack { seat, n }).expect("own actions");
            assert!(matches!(accepted.entry(), Entry::Undo { n: all } if *all >= n), "{accepted:?}");
            log.push(accepted.entry().clone());
            table.apply(accepted);
            own -= n;
            let position = table.position(Viewer::Seat(seat));
            assert_eq!((position.undo, position.phase), (own, MatchPhase::Deal), "{}", entry.id);
            assert!((table.must() | table.may()).has(seat), "{}: it is the seat's decision again", entry.id);
        }
        let back = table.position(Viewer::Public).undo;
        if back > 0 {
            let accepted = table.check(Intent::Undo { n: back }).expect("the actions of others");
            log.push(accepted.entry().clone());
            table.apply(accepted);
        }
        for (seat, view) in Seat::all(entry.usual_seats).zip(&start) {
            // The player of a solitaire remembers the cards that were turned up.
            if entry.usual_seats > 1 {
                assert_eq!(table.view(Viewer::Seat(seat)).text(), view.text(), "{}", entry.id);
            }
        }
        play_on(table.as_mut(), &mut log, "random", 900);
        check(&Raw::read(&table.broken_off_record()).expect("a record")).expect("no fault");
        let mut again = open(table.setup().clone()).expect("a table");
        log.iter().for_each(|logged| again.restore(logged).expect("as it was"));
        assert_eq!(again.broken_off_record(), table.broken_off_record(), "{}", entry.id);
    }
}

#[test]
fn a_wrong_position_is_refused() {
    let original = record("schwarze-dame", 4, 3, 120);
    let raw = Raw::read(&original).expect("a record");
    let at = |deal, step| fork(&raw, ForkPoint { deal, step, redealt: None });
    assert_eq!(at(9, 0), Ok(None));
    assert_eq!(at(0, 53), Ok(None));
    let ended = at(0, 52).expect("no fault").expect("the end of the deal");
    let table = open(setup_of(&ended.record, 1)).expect("a table");
    let position = |record: &str| table.check(Intent::Position { record }).map(drop);
    assert_eq!(position(&ended.record).expect_err("nothing to play").key, "record");
    let good = at(0, 5).expect("no fault").expect("a position").record;
    position(&good).expect("a position");
    for (from, to) in [
        ("\"seed\":null", "\"seed\":\"0000000000000000000000000000000000000000000000000000000000000000\""),
        ("\"deals\":8", "\"deals\":7"),
        ("schwarze-dame", "hearts"),
        ("\"deck\":\"", "\"deck\":\"Qs "),
        ("\"actions\":[", "\"actions\":[\"0 play Qs\","),
    ] {
        assert!(good.contains(from), "{good}");
        assert_eq!(position(&good.replacen(from, to, 1)).expect_err(to).key, "record", "{to}");
    }
    // Practice begins only before the first action.
    let (mut begun, mut log) = begin(&Fork { record: good.clone(), points: None }, 1);
    assert_eq!(begun.check(Intent::Position { record: &good }).expect_err("begun").key, "deal_goes_on");
    play_on(begun.as_mut(), &mut log, "random", 1);
    assert_eq!(begun.check(Intent::Redo { n: 1 }).expect_err("no solitaire").key, "several_seats");
    assert_eq!(begun.check(Intent::GiveUp).expect_err("no solitaire").key, "several_seats");
}
