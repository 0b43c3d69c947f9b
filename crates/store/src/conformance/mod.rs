//! The tests that every store must pass.
//!
//! - `person`, `days`, `devices`, `host`, `prune`: the checks of one trait each; `mistakes`: those of people's mistakes. This
//!   file checks the other traits
//! - `fixtures`: test data

mod days;
mod devices;
mod fixtures;
mod host;
mod mistakes;
mod person;
mod prune;

pub use self::fixtures::{event, setup};

use crate::{
    Arrangement, DealResult, Ending, EventStore, Import, Invited, LogEntry, Most, Seated, SessionId, StoreError,
    StoredRecord, StoredSetup, Terms, Write,
};

/// Runs the whole suite on an empty store.
///
/// # Panics
/// If the store breaks a promise; the message says which.
pub async fn check(store: &dyn EventStore) {
    sessions(store).await;
    matches(store).await;
    arrangements(store).await;
    terms(store).await;
    invites(store).await;
    events(store).await;
    results(store).await;
    whole_writes(store).await;
    begun_matches(store).await;
    clocks(store).await;
    what_nobody_waits_for(store).await;
    writers(store).await;
    records(store).await;
    hostile_texts(store).await;
    person::check(store).await;
    days::check(store).await;
    devices::check(store).await;
    host::check(store).await;
    mistakes::check(store).await;
    prune::check(store).await;
}

/// Checks that a match and the first entries of its log are stored together or not at all.
async fn begun_matches(store: &dyn EventStore) {
    let log = vec![event(0, None, "position"), event(1, Some("c1"), "next")];
    store.create_with_log(setup("begun", None, 3), log.clone()).await.expect("a new match");
    assert_eq!((store.events("begun").await, store.length("begun").await), (Ok(log.clone()), Ok(2)));
    store.append("begun", 2, vec![event(0, Some("c2"), "next")]).await.expect("the next entry");
    assert_eq!(store.create_with_log(setup("begun", None, 4), log).await, Err(StoreError::Conflict));
    assert_eq!(store.length("begun").await, Ok(3));
    let twice = vec![event(0, Some("c1"), "next"), event(0, Some("c1"), "next")];
    assert!(store.create_with_log(setup("twice", None, 3), twice).await.is_err(), "a command twice");
    assert_eq!(store.find("twice").await, Ok(None), "no match without its log");
}

/// Checks that a write is stored as a whole or not at all, and that writes take effect in the order of the calls.
async fn whole_writes(store: &dyn EventStore) {
    let made = setup("whole", None, 3);
    store.create(made.clone()).await.expect("a new match");
    let arrangement = |name: &str| Arrangement {
        seats: vec![Seated { name: name.to_owned(), ..Seated::default() }, made.seats[1].clone()],
        host: None,
        started_ms: Some(7),
        state: "{}".to_owned(),
    };
    let write = |name: &str, first, cmd| Write {
        arrangement: Some(arrangement(name)),
        first,
        events: vec![event(0, Some(cmd), "next")],
        ..Write::default()
    };
    let first = store.write("whole", write("Cleo", 0, "c1"));
    let second = store.write("whole", write("Dov", 1, "c2"));
    assert_eq!((second.await, first.await), (Ok(()), Ok(())), "the order of the calls counts, not that of waiting");
    let name = async || store.find("whole").await.expect("readable").expect("there").setup.seats[0].name.clone();
    assert_eq!(name().await, "Dov");
    for wrong in [write("Eda", 1, "c3"), write("Eda", 3, "c3"), write("Eda", 2, "c2")] {
        assert_eq!(store.write("whole", wrong).await, Err(StoreError::Conflict));
    }
    assert_eq!(name().await, "Dov", "where an event cannot be written, nobody sits down");
    let mut fewer = write("Eda", 2, "c3");
    fewer.arrangement.as_mut().expect("there").seats.pop();
    assert_eq!(store.write("whole", fewer).await, Err(StoreError::Conflict));
    assert_eq!(store.length("whole").await, Ok(2), "where nobody can sit down, no event is written");
}

/// Checks that a deleted person gets no seat and cannot become the host. A write that tries this fails for good. Other
/// writes do not fail with it.
///
/// # Panics
/// If the store breaks this promise.
pub async fn a_deleted_person_gets_no_seat(store: &dyn EventStore) {
    let gone = store.begin_session([70; 32], "Ann", 5).await.expect("a session").id;
    let made = setup("seats", None, 3);
    store.create(made.clone()).await.expect("a new match");
    store.forget(gone, "club").await.expect("deleted");
    let seats = |session| vec![Seated { name: "Ann".to_owned(), session, bot: None }, made.seats[1].clone()];
    let arrange = |seats, host| Arrangement { seats, host, started_ms: Some(7), state: "{}".to_owned() };
    // The three writes are requested at the same time, so they share a commit.
    let seated = store.arrange("seats", arrange(seats(Some(gone)), None));
    let hosts = store.arrange("seats", arrange(seats(None), Some(gone)));
    let other = store.append("seats", 0, vec![event(0, Some("c1"), "next")]);
    assert_eq!(
        (seated.await, hosts.await, other.await),
        (Err(StoreError::Malformed), Err(StoreError::Malformed), Ok(()))
    );
    assert_eq!(store.find("seats").await.expect("readable").expect("there").setup, made);
}

/// Checks that `clocks` replaces the stored clocks, whether there are events or not, and changes nothing else of a
/// table.
async fn clocks(store: &dyn EventStore) {
    let made = setup("clocked", None, 3);
    store.create(made.clone()).await.expect("a new match");
    let clocks = |left: u32, events: Vec<LogEntry>, first| Write {
        clocks: Some(format!(r#"[{{"seat":1,"left_ms":{left}}}]"#)),
        events,
        first,
        ..Write::default()
    };
    let state = async || {
        let stored = store.find("clocked").await.expect("readable").expect("there");
        assert_eq!(stored.setup.seats, made.seats);
        serde_json::from_str::<serde_json::Value>(&stored.state).expect("JSON")
    };
    store.write("clocked", clocks(9, vec![event(0, Some("c1"), "next")], 0)).await.expect("a table that kept nothing");
    assert_eq!(state().await, serde_json::json!({"clocks": [{"seat": 1, "left_ms": 9}]}));
    let more = Arrangement {
        seats: made.seats.clone(),
        host: None,
        started_ms: made.started_ms,
        state: r#"{"sat":[[7,2]],"clocks":[{"seat":0,"left_ms":3}]}"#.to_owned(),
    };
    store.arrange("clocked", more).await.expect("a table that keeps more");
    // Of many concurrent writes, the one that was requested last must win.
    let writes: Vec<_> = (0..8).map(|left| store.write("clocked", clocks(left, Vec::new(), 0))).collect();
    for write in writes {
        write.await.expect("written");
    }
    assert_eq!(state().await, serde_json::json!({"sat": [[7, 2]], "clocks": [{"seat": 1, "left_ms": 7}]}));
    let misplaced = clocks(1, vec![event(0, Some("c2"), "next")], 5);
    assert_eq!(store.write("clocked", misplaced).await, Err(StoreError::Conflict));
    assert_eq!(state().await["clocks"][0]["left_ms"], 7, "all or nothing");
    assert_eq!(store.length("clocked").await, Ok(1));
}

/// Checks that the store carries out a write although its caller drops the future.
async fn what_nobody_waits_for(store: &dyn EventStore) {
    store.create(setup("later", None, 3)).await.expect("a new match");
    let ending = Ending { at_ms: 9, totals: vec![3, -3] };
    drop(store.end("later", ending.clone()));
    // The store carries out requests in order. So once this append is answered, the write is done.
    store.append("later", 0, vec![event(0, None, "next")]).await.expect("room");
    assert_eq!(store.find("later").await.expect("readable").expect("there").ending, Some(ending));
    drop(store.reopen("later"));
    store.append("later", 1, vec![event(0, None, "next")]).await.expect("room");
    assert_eq!(store.find("later").await.expect("readable").expect("there").ending, None);
}

async fn sessions(store: &dyn EventStore) {
    assert_eq!(store.session([1; 32]).await, Ok(None), "an unknown hash has no session");
    let ann = store.begin_session([1; 32], "Guest", 5).await.expect("a new session");
    assert_eq!(store.session([1; 32]).await, Ok(Some(ann.clone())), "a session is found by its hash");
    assert_eq!(store.begin_session([1; 32], "Bo", 6).await, Err(StoreError::Conflict), "a hash is taken once");
    store.rename(ann.id, "Ann").await.expect("a name can be changed");
    let renamed = store.session([1; 32]).await.expect("readable").expect("there");
    assert_eq!((renamed.id, renamed.name.as_str()), (ann.id, "Ann"), "the new name is there at once");
    let other = store.begin_session([2; 32], "Guest", 5).await.expect("another session");
    assert_ne!(other.id, ann.id, "sessions have numbers of their own");
}

async fn matches(store: &dyn EventStore) {
    let session = store.begin_session([3; 32], "Cy", 5).await.expect("a session").id;
    assert_eq!(store.find("m1").await, Ok(None), "an unknown table is none");
    for (id, at) in [("m1", 10), ("m2", 30), ("m3", 20)] {
        store.create(setup(id, Some(session), at)).await.expect("a new match");
    }
    let stored = store.find("m2").await.expect("readable").expect("there");
    assert_eq!(stored.setup, setup("m2", Some(session), 30), "a match comes back as it was");
    assert_eq!(stored.ending, None, "and goes on");
    assert_eq!(store.create(setup("m1", None, 40)).await, Err(StoreError::Conflict), "an id is taken once");
    assert_eq!(store.find("m1").await.expect("readable").expect("there").setup.created_ms, 10, "and nothing changed");
    let ending = Ending { at_ms: 50, totals: vec![-26, 26] };
    store.end("m1", ending.clone()).await.expect("an ending");
    let ids: Vec<(String, Option<Ending>)> = store
        .tables_of(session, 2)
        .await
        .expect("readable")
        .into_iter()
        .map(|stored| (stored.setup.id, stored.ending))
        .collect();
    assert_eq!(ids, [("m2".to_owned(), None), ("m3".to_owned(), None)], "newest first, no more than asked for");
    assert_eq!(store.find("m1").await.expect("readable").expect("there").ending, Some(ending), "an ending is kept");
    assert_eq!(store.tables_of(SessionId(i64::MAX), 9).await, Ok(Vec::new()), "nobody has no tables");
}

/// Checks that the terms of a match can change until the match begins, and not afterwards.
async fn terms(store: &dyn EventStore) {
    let gathering = StoredSetup { started_ms: None, ..setup("t1", None, 10) };
    store.create(gathering.clone()).await.expect("a new match");
    let terms = |clock: &str| Terms {
        rules: 7,
        options: r#"{"deals":2}"#.to_owned(),
        settings: format!(r#"{{"clock":"{clock}"}}"#),
    };
    let write = |clock| Write { terms: Some(terms(clock)), ..Write::default() };
    assert_eq!(store.write("t1", write("fast")).await, Ok(()));
    let Terms { rules, options, settings } = terms("fast");
    let agreed = StoredSetup { rules, options, settings, ..gathering };
    assert_eq!(store.find("t1").await.expect("readable").expect("there").setup, agreed, "and nothing else");
    let begins = Arrangement { seats: agreed.seats.clone(), host: None, started_ms: Some(20), state: "{}".to_owned() };
    store.arrange("t1", begins).await.expect("it begins");
    assert_eq!(store.write("t1", write("none")).await, Err(StoreError::Conflict), "it has begun");
    let begun = StoredSetup { started_ms: Some(20), ..agreed };
    assert_eq!(store.find("t1").await.expect("readable").expect("there").setup, begun);
    assert_eq!(store.write("t2", write("none")).await, Err(StoreError::Conflict), "an unknown table has none");
}

async fn arrangements(store: &dyn EventStore) {
    let ann = store.begin_session([4; 32], "Ann", 5).await.expect("a session").id;
    let bo = store.begin_session([5; 32], "Bo", 5).await.expect("a session").id;
    let gathering = StoredSetup { started_ms: None, ..setup("a1", Some(ann), 10) };
    store.create(gathering.clone()).await.expect("a new match");
    let stored = store.find("a1").await.expect("readable").expect("there");
    assert_eq!((stored.setup, stored.state.as_str()), (gathering, "{}"), "a table may wait for its people");
    let seats = vec![Seated::default(), Seated { name: "Bo".to_owned(), session: Some(bo), bot: None }];
    let arrangement =
        Arrangement { seats: seats.clone(), host: Some(bo), started_ms: Some(20), state: r#"{"a":1}"#.to_owned() };
    store.arrange("a1", arrangement.clone()).await.expect("others sit down");
    let stored = store.find("a1").await.expect("readable").expect("there");
    assert_eq!(stored.setup.seats, seats, "who sits there now");
    assert_eq!((stored.setup.host, stored.setup.started_ms), (Some(bo), Some(20)), "who runs it and since when");
    assert_eq!(stored.state, r#"{"a":1}"#, "and what it keeps");
    assert_eq!(store.tables_of(ann, 9).await, Ok(Vec::new()), "who has gone has no table");
    assert_eq!(store.tables_of(bo, 9).await.expect("readable").len(), 1, "who has come has one");
    assert_eq!((store.runs(ann, 0).await, store.runs(bo, 0).await), (Ok(0), Ok(1)), "and runs it");
    store.end("a1", Ending { at_ms: 50, totals: Vec::new() }).await.expect("an ending");
    assert_eq!(store.runs(bo, 0).await, Ok(0), "until it is over");
    // For some time, a match that everybody has left still counts as running for the people who played in it.
    store.create(setup("a3", Some(bo), 100)).await.expect("a match with a bot");
    let left = vec![Seated { name: "Bo".to_owned(), session: None, bot: Some("club".to_owned()) }; 2];
    let nobody = Arrangement { seats: left, host: None, started_ms: Some(100), state: "{}".to_owned() };
    store.arrange("a3", nobody).await.expect("he leaves");
    assert_eq!((store.runs(bo, 99).await, store.runs(ann, 99).await), (Ok(1), Ok(0)), "a match that was left");
    assert_eq!(store.runs(bo, 100).await, Ok(0), "long ago");
    let fewer = Arrangement { seats: vec![Seated::default()], ..arrangement.clone() };
    assert_eq!(store.arrange("a1", fewer).await, Err(StoreError::Conflict), "a table keeps its seats");
    assert_eq!(store.arrange("a2", arrangement).await, Err(StoreError::Conflict), "an unknown table has none");
    assert_eq!(store.find("a1").await.expect("readable").expect("there").setup.seats, seats, "nothing has changed");
}

async fn invites(store: &dyn EventStore) {
    store.create(setup("i1", None, 1)).await.expect("a match");
    store.create(setup("i2", None, 1)).await.expect("a match");
    assert_eq!(store.invite("i1", [1; 32], 50, 10, 2).await, Ok(true), "an invitation");
    assert_eq!(store.invite("i1", [2; 32], 60, 10, 2).await, Ok(true), "another");
    assert_eq!(store.invite("i2", [3; 32], 70, 10, 2).await, Ok(true), "to another table");
    assert_eq!(store.invite("i2", [1; 32], 70, 10, 9).await, Err(StoreError::Conflict), "a token leads to one table");
    assert_eq!(store.invite("i3", [4; 32], 70, 10, 9).await, Err(StoreError::Conflict), "there must be such a table");
    assert_eq!(store.invite("i1", [4; 32], 70, 49, 2).await, Ok(false), "two lead there");
    assert_eq!(store.invited([4; 32]).await, Ok(None));
    assert_eq!(store.invite("i1", [5; 32], 70, 50, 2).await, Ok(true), "one of them has ended");
    let to = |table: &str, expires_ms| Ok(Some(Invited { table: table.to_owned(), expires_ms }));
    assert_eq!(store.invited([2; 32]).await, to("i1", 60));
    assert_eq!(store.invited([4; 32]).await, Ok(None), "an unknown token leads nowhere");
    store.revoke_invites("i1").await.expect("taken back");
    assert_eq!(store.invited([1; 32]).await, Ok(None), "what was taken back leads nowhere");
    assert_eq!(store.invited([3; 32]).await, to("i2", 70), "other tables keep theirs");
}

async fn events(store: &dyn EventStore) {
    store.create(setup("e1", None, 1)).await.expect("a match");
    assert_eq!(store.events("e1").await, Ok(Vec::new()), "a new match has no events");
    let (a, b, c) = (event(0, Some("c1"), "a"), event(1, Some("c1"), "b"), event(0, None, "c"));
    store.append("e1", 0, vec![a.clone()]).await.expect("the first");
    store.append("e1", 1, vec![b.clone(), c.clone()]).await.expect("two together; another seat may use the name");
    let all = vec![a, b, c];
    assert_eq!(store.events("e1").await, Ok(all.clone()), "events come back in order");
    for first in [0, 2, 4, u64::MAX] {
        let refused = store.append("e1", first, vec![event(0, None, "x")]).await;
        assert_eq!(refused, Err(StoreError::Conflict), "only the next number is free, not {first}");
    }
    let known = vec![event(1, None, "y"), event(0, Some("c1"), "x")];
    assert_eq!(store.append("e1", 3, known).await, Err(StoreError::Conflict), "a command is carried out once");
    assert_eq!(store.events("e1").await, Ok(all), "all or none, and a refusal changes nothing");
    assert_eq!((store.length("e1").await, store.length("e2").await), (Ok(3), Ok(0)), "how many there are");
    for (seat, cmd, known) in [(0, "c1", true), (1, "c1", true), (2, "c1", false), (0, "c2", false)] {
        assert_eq!(store.carried_out("e1", seat, cmd).await, Ok(known), "{cmd} of seat {seat}");
    }
    assert_eq!(store.carried_out("e2", 0, "c1").await, Ok(false), "another table has its own");
    assert_eq!(store.writable().await, Ok(()));
    store.append("e1", 3, vec![event(0, None, "d"), event(0, None, "e")]).await.expect("no name, no clash");
}

async fn records(store: &dyn EventStore) {
    let ann = store.begin_session([14; 32], "Ann", 5).await.expect("a session").id;
    let bo = store.begin_session([15; 32], "Bo", 5).await.expect("a session").id;
    let new = |id: &str, line: &str| StoredRecord { id: id.to_owned(), line: line.to_owned(), at_ms: 7 };
    assert_eq!(store.imported_record("r1").await, Ok(None), "an unknown record is none");
    let three = Most { records: 3, bytes: 1000 };
    assert_eq!(store.import_records(ann, vec![new("r1", "one"), new("r2", "two")], three).await, Ok(Import::Stored));
    assert_eq!(store.imported_record("r2").await, Ok(Some("two".to_owned())), "a record comes back as it was");
    let known = store.import_records(ann, vec![new("r1", "other"), new("r3", "three")], three).await;
    assert_eq!(known, Ok(Import::Stored));
    assert_eq!(store.imported_record("r1").await, Ok(Some("one".to_owned())), "what is there stays as it is");
    assert_eq!(
        store.import_records(ann, vec![new("r4", "four")], three).await,
        Ok(Import::TooMany),
        "three are the most"
    );
    assert_eq!(store.imported_record("r4").await, Ok(None), "and nothing was stored");
    assert_eq!(
        store.import_records(ann, vec![new("r3", "three")], three).await,
        Ok(Import::Stored),
        "what is there costs nothing"
    );
    assert_eq!(
        store.import_records(bo, vec![new("r4", "four")], three).await,
        Ok(Import::Stored),
        "another session has its own"
    );
    let small = Most { records: 9, bytes: 13 };
    let grown = store.import_records(ann, vec![new("r5", "xyz")], small).await;
    assert_eq!(grown, Ok(Import::TooLarge), "eleven bytes are there");
    assert_eq!(store.imported_record("r5").await, Ok(None), "and nothing was stored");
    assert_eq!(store.import_records(ann, vec![new("r5", "xy")], small).await, Ok(Import::Stored));
}

/// Checks that the store returns unusual texts unchanged, wherever it stores a text. A store may refuse U+0000. It must
/// then report an error, have written nothing, and go on working.
async fn hostile_texts(store: &dyn EventStore) {
    let session = store.begin_session([233; 32], "Guest", 5).await.expect("a session").id;
    let texts = [
        "'; DROP TABLE events; --",
        "\"\\%_?$1{}",
        "\u{1}\u{7}\u{1b}[31m\u{7f}\u{85}\u{9b}",
        "\r\n\t ",
        "\u{feff}\u{202e}\u{200d}\u{fffc}\u{fffd}\u{ffff}",
        "\u{10ffff}\u{e000}",
        "e\u{301} é 👨‍👩‍👧 🂡",
        "null",
        &"x".repeat(60),
        "\0",
        "a\0b",
    ];
    for (number, text) in texts.into_iter().enumerate() {
        hostile_text(store, session, &format!("hostile{number}"), text).await;
    }
}

async fn hostile_text(store: &dyn EventStore, session: SessionId, id: &str, text: &str) {
    let may_refuse = text.contains('\0');
    let known = |written: Result<(), StoreError>| match written {
        Err(StoreError::Malformed) if may_refuse => false,
        other => other.map(|()| true).unwrap_or_else(|error| panic!("{text:?}: {error:?}")),
    };
    let named = known(store.rename(session, text).await);
    let name = store.session([233; 32]).await.expect("readable").expect("there").name;
    assert_eq!(name == text, named, "{text:?}");
    let seats = vec![Seated { name: text.to_owned(), session: Some(session), bot: None }];
    let hostile = StoredSetup { seats, options: text.to_owned(), ..setup(id, Some(session), 5) };
    let made = known(store.create(hostile.clone()).await);
    assert_eq!(store.find(id).await.expect("readable").map(|stored| stored.setup), made.then_some(hostile));
    if !made {
        store.create(setup(id, Some(session), 5)).await.expect("the store goes on");
    }
    let appended = known(store.append(id, 0, vec![event(0, Some(text), text)]).await);
    assert_eq!(store.length(id).await, Ok(appended.into()), "{text:?}");
    store.append(id, appended.into(), vec![event(0, Some("next"), "{}")]).await.expect("the table goes on");
    let record = StoredRecord { id: format!("{id}{text}"), line: text.to_owned(), at_ms: 7 };
    let most = Most { records: 100, bytes: 10_000 };
    let brought = known(store.import_records(session, vec![record.clone()], most).await.map(drop));
    let found = store.imported_record(&record.id).await;
    assert!(matches!(&found, Err(StoreError::Malformed) if may_refuse) || found == Ok(brought.then_some(record.line)));
    nothing_is_called(store, text).await;
    assert_eq!(store.carried_out(id, 0, "next").await, Ok(true), "the store goes on");
    // SQLite compares texts only up to the first U+0000, so such names are not searched for.
    if !may_refuse {
        assert_eq!(store.find_guests(&format!("{text}nobody"), 9).await, Ok(Vec::new()), "{text:?}");
    }
}

async fn nothing_is_called(store: &dyn EventStore, text: &str) {
    let may_refuse = text.contains('\0');
    for answer in [
        store.find(text).await.map(|found| found.is_some()),
        store.events(text).await.map(|found| !found.is_empty()),
        store.length(text).await.map(|length| length > 0),
        store.owner(text).await.map(|found| found.is_some()),
        store.carried_out(text, 0, text).await,
        store.imported_record(text).await.map(|found| found.is_some()),
        store.revoke_invites(text).await.map(|()| false),
        store.lift_ban(text).await,
    ] {
        assert!(answer == Ok(false) || (may_refuse && answer == Err(StoreError::Malformed)), "{text:?}: {answer:?}");
    }
}

async fn results(store: &dyn EventStore) {
    let ann = store.begin_session([44; 32], "Ann", 5).await.expect("a session").id;
    let bo = store.begin_session([45; 32], "Bo", 5).await.expect("a session").id;
    store.create(setup("r1", Some(ann), 1)).await.expect("a match");
    let result = |deal: u32, session: SessionId, at_ms: i64| DealResult {
        table: "r1".to_owned(),
        deal,
        seat: 0,
        session,
        game: "schwarze-dame".to_owned(),
        rules: deal + 1,
        options: "{}".to_owned(),
        seats: 4,
        level: Some("expert".to_owned()),
        points: Some(-26),
        won: None,
        took_ms: None,
        assisted: false,
        daily: Some(20_261_121),
        at_ms,
    };
    assert_eq!(store.results_of(ann).await, Ok(Vec::new()), "nothing is finished");
    store.note_results(vec![result(1, ann, 20), result(0, ann, 10)]).await.expect("two results");
    let other = DealResult { seat: 1, points: None, level: None, ..result(0, bo, 10) };
    store.note_results(vec![other.clone()]).await.expect("another person's");
    assert_eq!(store.results_of(ann).await, Ok(vec![result(0, ann, 10), result(1, ann, 20)]), "oldest first");
    let again = DealResult { won: Some(true), took_ms: Some(25), points: Some(78), ..result(1, ann, 30) };
    let helped = DealResult { assisted: true, ..result(0, ann, 40) };
    store.note_results(vec![again.clone(), helped.clone()]).await.expect("noted again");
    let all = vec![result(0, ann, 10), again, helped];
    assert_eq!(store.results_of(ann).await, Ok(all), "the newest stands, and help is noted apart");
    store.forget_results(ann).await.expect("forgotten");
    assert_eq!(store.results_of(ann).await, Ok(Vec::new()), "what is forgotten is gone");
    assert_eq!(store.results_of(bo).await, Ok(vec![other]), "and nobody else's");
    store.end("r1", Ending { at_ms: 50, totals: vec![1, 2] }).await.expect("an ending");
    store.reopen("r1").await.expect("played on");
    assert_eq!(store.find("r1").await.expect("readable").expect("there").ending, None, "a match can go on");
}

/// Checks that exactly one of many writers gets an event number if all want it at the same time.
async fn writers(store: &dyn EventStore) {
    store.create(setup("w1", None, 1)).await.expect("a match");
    store.create(setup("w2", None, 1)).await.expect("a match");
    for seq in 0..50 {
        let rivals: Vec<_> = (0..4).map(|r| store.append("w1", seq, vec![event(r, None, &r.to_string())])).collect();
        let neighbour = store.append("w2", seq, vec![event(0, None, "n")]);
        let mut won = 0;
        for rival in rivals {
            match rival.await {
                Ok(()) => won += 1,
                Err(error) => assert_eq!(error, StoreError::Conflict),
            }
        }
        assert_eq!(won, 1, "exactly one writer gets number {seq}");
        assert_eq!(neighbour.await, Ok(()), "another table is not touched by it");
    }
    assert_eq!(store.events("w1").await.expect("readable").len(), 50);
}
