//! Tests that the deletion of a person disturbs nobody else, whatever the person was doing. No other connection is
//! closed. No table is loaded again. No clock gains time.

use std::time::Duration;

use protocol::{ClockKind, Command, Open, Settings};
use serde_json::{Value, json};

use room::{ConnectionId, Effect, Input, PersonId, RequestId, Seated};

use crate::clocks::{SECOND, Store, Table};
use crate::scene;

fn settings() -> Settings {
    Settings {
        clock: ClockKind::Relaxed,
        level: "random".to_owned(),
        open: Open::Public,
        watch: true,
        ..Settings::default()
    }
}

fn table() -> Table {
    Table::of("schwarze-dame", settings())
}

/// Returns a table that person 10 watches.
fn watched() -> Table {
    let mut table = table();
    table.tell(Input::Opened {
        connection: ConnectionId(10),
        person: PersonId(10),
        name: "Ann".to_owned(),
        network: None,
        shuffles: false,
    });
    table
}

fn command(table: &mut Table, connection: u64, command: Command) {
    table.tell(Input::Command { connection: ConnectionId(connection), command });
}

fn cmd(name: &str) -> String {
    name.to_owned()
}

/// Returns every situation of a person: its name, the person's number, and the table.
fn everybody() -> Vec<(&'static str, i64, Table)> {
    let mut waits = watched();
    command(&mut waits, 3, Command::Leave { cmd: cmd("leave") });
    waits.tell(Input::Sit {
        request: RequestId(3),
        person: PersonId(10),
        name: "Ann".to_owned(),
        network: None,
        link_ms: Some(i64::MAX),
    });
    let mut left = table();
    command(&mut left, 3, Command::Leave { cmd: cmd("leave") });
    let mut removed = Table::of("schwarze-dame", Settings { open: Open::Friends, ..settings() });
    command(&mut removed, 0, Command::Unseat { cmd: cmd("unseat"), seat: 3 });
    let mut paused = table();
    (0..4).for_each(|n| command(&mut paused, n, Command::Pause { cmd: cmd("pause"), on: true }));
    assert_eq!(paused.people[&0]["paused"], true);
    let mut away = table();
    away.goes(3);
    vec![
        ("watches", 10, watched()),
        ("waits for the next deal", 10, waits),
        ("has left", 3, left),
        ("was removed", 3, removed),
        ("sits while all clocks stand", 3, paused),
        ("sits", 3, table()),
        ("sits and is away", 3, away),
    ]
}

#[test]
fn nobody_elses_connection_ends_and_no_clock_gains() {
    for (who, person, mut table) in everybody() {
        table.pass(7 * SECOND);
        let seat = table.next();
        let before = table.clock(0, seat);
        let own: Vec<u64> = table.ended.drain(..).collect();
        table.deletes(person);
        let person = person.cast_unsigned();
        assert!(table.ended.iter().all(|ended| *ended == person), "{who}: {:?} end, and {own:?} before", table.ended);
        assert!(!table.reloads, "{who}");
        assert!(!table.room.people().contains(&PersonId(person.cast_signed())), "{who}");
        let waits = table.next();
        if waits == seat && person != seat {
            assert!(table.clock(0, seat).0 <= before.0, "{who}");
        }
        // The stored table has the same names and clocks.
        let names = table.frames[&0]["seats"].clone();
        table.stops();
        table.comes(0);
        for n in 0..4 {
            assert_eq!(table.frames[&0]["seats"][n]["name"], names[n]["name"], "{who}");
        }
        if waits == seat && person != seat {
            assert!(table.shown(0, seat).0 <= before.0, "{who}");
        }
    }
}

#[test]
fn who_watched_is_missed_by_a_number_alone() {
    let mut table = watched();
    table.pass(3 * SECOND);
    let written = table.written;
    table.heard.clear();
    table.deletes(10);
    assert_eq!(table.ended, [10]);
    let expected: Vec<(u64, String)> = (0..4).map(|n| (n, "room".to_owned())).collect();
    assert_eq!(table.heard, expected, "and nobody is sent anything else");
    assert_eq!((&table.people[&0]["watchers"], table.written), (&json!(0), written), "nothing is written");
}

#[test]
fn who_has_played_is_a_number_everywhere() {
    let mut table = Table::of("schwarze-dame", Settings { watch_delay_s: 30, ..settings() });
    table.tell(Input::Opened {
        connection: ConnectionId(10),
        person: PersonId(10),
        name: "Di".to_owned(),
        network: None,
        shuffles: false,
    });
    for _ in 0..4 {
        let seat = table.next();
        table.act(seat);
        table.pass(SECOND);
    }
    command(&mut table, 3, Command::Leave { cmd: cmd("leave") });
    table.deletes(3);
    assert_eq!(table.frames[&0]["seats"][3]["name"], "Player 4");
    // Spectators with a delay do not see the old name either.
    let seen = table.heard.len();
    table.pass(40 * SECOND);
    let later = table.heard[seen..].iter().filter(|(to, kind)| *to == 10 && kind == "frame").count();
    assert!(later > 3, "the picture goes on: {later}");
    assert_eq!(table.frames[&10]["seats"][3]["name"], "Player 4");
}

/// A finished match stays when a player is deleted. The others see a number in place of the name. This also holds if
/// only the store knows who has played.
#[test]
fn who_sits_where_a_match_is_over_is_a_number_then() {
    let mut table = watched();
    table.kept.sat.clear();
    table.loads();
    (0..4).for_each(|seat| table.comes(seat));
    for step in 0..1_000 {
        match table.frames[&0]["phase"].as_str() {
            Some("deal") => table.act(table.next()),
            Some("between") => (0..4).for_each(|n| command(&mut table, n, Command::Next { cmd: format!("n{step}") })),
            _ => break,
        }
    }
    table.deletes(0);
    assert_eq!((&table.ended[..], table.reloads), (&[0][..], false));
    assert_eq!(table.frames[&1]["seats"][0]["name"], "Player 1");
    assert_eq!((&table.people[&1]["host"], &table.people[&1]["stage"]), (&json!(1), &json!("over")));
}

/// While nothing can be stored, the room remembers whom it has to forget, and does not ask the store all the time.
#[test]
fn a_full_disk_puts_it_off() {
    let mut table = table();
    command(&mut table, 3, Command::Leave { cmd: cmd("leave") });
    table.store = Store::Fails;
    table.tell(Input::Forget { person: PersonId(3) });
    table.tell(Input::Forget { person: PersonId(2) });
    assert!(!table.reloads && table.frames[&0]["seats"][3]["name"] != "Player 4");
    table.pass(10 * SECOND);
    table.store = Store::Writes;
    table.pass(3 * SECOND);
    for seat in [2, 3] {
        assert_eq!(table.frames[&0]["seats"][seat]["name"], format!("Player {}", seat + 1));
        assert!(table.frames[&0]["seats"][seat]["bot"].is_string());
    }
}

/// If somebody who plays alone with bots is deleted, the whole match may be deleted, but not if others watch it.
#[test]
fn a_match_of_one_goes_on_for_who_watches_it() {
    for watches in [true, false] {
        let mut table = if watches { watched() } else { table() };
        for seat in 1..4 {
            command(&mut table, seat, Command::Leave { cmd: cmd("leave") });
            table.goes(seat);
        }
        table.ended.clear();
        table.deletes(0);
        assert_eq!(table.reloads, !watches);
        assert!(!table.ended.contains(&10));
    }
}

/// If a person leaves during the shared shuffle, after the seat has sent its hash, nobody has to wait.
#[test]
fn who_leaves_in_the_middle_of_the_shuffle_voids_it_at_once() {
    let person = |n: i64| Seated { name: format!("P{n}"), person: Some(PersonId(n)), bot: None };
    let seats = vec![person(0), person(1), Seated::default(), Seated::default()];
    let (mut room, _) = scene::load(("schwarze-dame", &Default::default(), 1), seats, settings(), false);
    let mut shuffle = json!(null);
    let mut tell = |input: Input| {
        let mut inputs = vec![input];
        while let Some(input) = inputs.pop() {
            for effect in room.handle(scene::at(Duration::from_secs(1)), input) {
                match effect {
                    Effect::Write(write) => inputs.insert(0, Input::Stored { write: write.id, result: Ok(()) }),
                    Effect::Send { text, .. } if text.starts_with("{\"t\":\"refused") => panic!("{text}"),
                    Effect::Send { text, .. } if text.starts_with(r#"{"t":"shuffle""#) => {
                        shuffle = serde_json::from_str(&text).expect("JSON");
                    }
                    _ => {}
                }
            }
        }
        shuffle.clone()
    };
    for n in 0..2 {
        let (connection, person) = (ConnectionId(n), PersonId(n.cast_signed()));
        tell(Input::Opened { connection, person, name: format!("P{n}"), network: None, shuffles: true });
    }
    let told = tell(Input::Command { connection: ConnectionId(0), command: Command::Begin { cmd: cmd("begin") } });
    let commitment = told["attempts"][0]["C"].as_str().expect("it begins").parse().expect("a commitment");
    for n in 0..2 {
        let h = cards::Nonce::new([n; 32]).sealed(commitment, 0, n).to_string();
        let seal = Command::Seal { cmd: format!("seal {n}"), k: 0, h };
        tell(Input::Command { connection: ConnectionId(u64::from(n)), command: seal });
    }
    let reveal = Command::Reveal { cmd: cmd("reveal"), k: 0, n: cards::Nonce::new([0; 32]).reveal() };
    let told = tell(Input::Command { connection: ConnectionId(0), command: reveal });
    assert_eq!((&told["step"], &told["waits"]), (&json!("reveal"), &json!([1])));
    let told = tell(Input::Command { connection: ConnectionId(1), command: Command::Leave { cmd: cmd("leave") } });
    assert_eq!(told["attempts"].as_array().map(Vec::len), Some(2), "no second has passed: {told}");
    assert_eq!((&told["step"], &told["waits"]), (&json!("seal"), &json!([0])));
    // The match is played with a seed to which the person who stayed has contributed.
    let commitment = told["attempts"][1]["C"].as_str().expect("another").parse().expect("a commitment");
    let nonce = cards::Nonce::new([7; 32]);
    let seal = Command::Seal { cmd: cmd("again"), k: 1, h: nonce.sealed(commitment, 1, 0).to_string() };
    tell(Input::Command { connection: ConnectionId(0), command: seal });
    let reveal = Command::Reveal { cmd: cmd("at last"), k: 1, n: nonce.reveal() };
    let told = tell(Input::Command { connection: ConnectionId(0), command: reveal });
    assert_eq!((&told["step"], &told["waits"]), (&json!("done"), &json!([])));
    assert_eq!(room.table().attempts().iter().map(|attempt| attempt.nonces[0]).next_back(), Some(Some(nonce)));
    assert_ne!(room.table().setup().seed, cards::Seed::numbered(1));
}

#[test]
fn advice_that_cannot_be_stored_is_told_later_and_ends_nothing() {
    for moves in [false, true] {
        let mut table = Table::of("schwarze-dame", Settings { advice: true, ..settings() });
        let (asks, other) = (table.next(), (table.next() + 1) % 4);
        table.pass(3 * SECOND);
        table.store = Store::Fails;
        table.heard.clear();
        command(&mut table, asks, Command::Advise { cmd: cmd("advise") });
        let advised = |table: &Table| table.heard.iter().filter(|(_, kind)| kind == "advised").count();
        // The player reloads the page and asks again. Still nobody gets the answer, because the advice is not stored.
        table.goes(asks);
        table.comes(asks);
        command(&mut table, asks, Command::Advise { cmd: cmd("again") });
        assert_eq!((advised(&table), table.reloads, table.ended.len()), (0, false, 0));
        let left = table.clock(other, asks);
        assert!(!left.1, "others do not see that it has tried something");
        table.pass(20 * SECOND);
        assert_eq!((advised(&table), table.reloads, table.log.len()), (0, false, 0));
        table.store = Store::Writes;
        if moves {
            table.act(asks);
        } else {
            table.pass(3 * SECOND);
            assert_eq!(advised(&table), 1, "it is tried again, and told once it is stored");
        }
        let entries: Vec<Value> =
            table.log.iter().map(|logged| serde_json::from_str(&logged.entry).expect("JSON")).collect();
        assert_eq!((&entries[0]["kind"], entries.len()), (&json!("advised"), 1 + usize::from(moves)), "{entries:?}");
        assert!(!table.reloads && table.ended.is_empty());
        // The loaded table has the same position.
        let position = table.room.table().position(game::Viewer::Public);
        table.loads();
        assert_eq!(table.room.table().position(game::Viewer::Public), position);
        assert!(table.room.table().advised().has(game::Seat::new(asks as u8)));
    }
}
