//! Checks that old data are deleted, and that the deletion happens in time and not too early.

use super::fixtures::setup;
use crate::contract::DAY_MS;
use crate::{Arrangement, EventStore, Most, Pruned, Seated, SessionId, StoredRecord, StoredSetup};

pub(super) async fn check(store: &dyn EventStore) {
    // First delete everything that the other parts of the suite left behind.
    let long_ago = 1_000_000 * DAY_MS;
    while !store.prune(long_ago - 100 * DAY_MS, 100).await.expect("pruned").is_nothing() {}
    let begin = async |n: u8, at_ms: i64| store.begin_session([n; 32], "Guest", at_ms).await.expect("a session").id;
    let day = |days: i64| long_ago + days * DAY_MS;
    // Four kinds of guests. One came once, one came again, one has a seat, and one has a record.
    let once = begin(170, day(0)).await;
    let back = begin(171, day(0)).await;
    store.note_device([171; 32], day(2), "Firefox").await.expect("seen");
    let seated = begin(172, day(0)).await;
    store.create(setup("pruned-played", Some(seated), day(0))).await.expect("a match");
    let keeper = begin(173, day(0)).await;
    let record = StoredRecord { id: "pruned-record".to_owned(), line: "line".to_owned(), at_ms: day(0) };
    store.import_records(keeper, vec![record], Most { records: 1, bytes: 100 }).await.expect("a record");
    let gathering = |id: &str, session: Option<SessionId>| StoredSetup {
        started_ms: None,
        seats: vec![Seated { name: String::new(), session, bot: None }; 2],
        ..setup(id, session, day(0))
    };
    store.create(gathering("pruned-empty", None)).await.expect("a table");
    store.create(gathering("pruned-waiting", Some(seated))).await.expect("a table");
    store.invite("pruned-waiting", [174; 32], day(3), day(0), 9).await.expect("an invitation");
    let there = async |n: u8| store.session([n; 32]).await.expect("readable").is_some();

    assert_eq!(store.prune(day(1), 100).await, Ok(Pruned::default()), "a day has not passed");
    let found = store.prune(day(1) + 1, 100).await;
    assert_eq!(found, Ok(Pruned { sessions: 1, tables: 1, ..Pruned::default() }), "who came once, and the empty table");
    assert!(!there(170).await);
    assert_eq!(store.find("pruned-empty").await, Ok(None));
    assert!(store.find("pruned-waiting").await.expect("readable").is_some(), "somebody sits there");
    store.note_device([173; 32], day(4), "Firefox").await.expect("seen");
    let found = store.prune(day(4) + 1, 100).await;
    assert_eq!(found, Ok(Pruned { sessions: 0, tables: 0, links: 1, ..Pruned::default() }), "the invitation");
    assert!(there(171).await, "seen two days ago");
    let found = store.prune(day(32) + 1, 100).await;
    assert_eq!(found, Ok(Pruned { sessions: 1, tables: 0, ..Pruned::default() }), "not seen for 30 days");
    assert!(!there(171).await && there(172).await && there(173).await, "a seat and a record keep their owners");
    assert!(store.imported_record("pruned-record").await.expect("readable").is_some(), "its guest has come since");
    let found = store.prune(day(34), 100).await;
    assert_eq!(found, Ok(Pruned::default()), "the guest was there 30 days ago");
    let found = store.prune(day(34) + 1, 100).await;
    assert_eq!(found, Ok(Pruned { sessions: 1, records: 1, ..Pruned::default() }), "the record, and then its guest");
    assert_eq!(store.imported_record("pruned-record").await, Ok(None));
    let next = begin(175, day(40)).await;
    assert!(next != once && next != back, "a number is given out once");
    let late = [176, 177, 178];
    for n in late {
        begin(n, day(40)).await;
    }
    let found = store.prune(day(50), 3).await;
    assert_eq!(found, Ok(Pruned { sessions: 3, tables: 0, ..Pruned::default() }), "at most three at a time");
    assert_eq!(
        store.prune(day(50), 3).await,
        Ok(Pruned { sessions: 1, tables: 0, ..Pruned::default() }),
        "then the rest"
    );
    passes(store, day(60)).await;
}

/// Checks that the hash of an engine's token is deleted a day after the token has ended, and that all other data of the
/// table stay.
async fn passes(store: &dyn EventStore, now_ms: i64) {
    // The text as a room writes it (`room::EnginePass`). Its fields have the order in which this crate writes them.
    let state = |old: &str| {
        format!(
            r#"{{"engines":[{{"expires_ms":{},"from":2,"hash":"{old}","log":7,"seat":1}},{{"expires_ms":{},"from":0,"hash":"0c5f","log":0,"seat":0}}],"paused":true}}"#,
            now_ms - DAY_MS,
            now_ms - DAY_MS + 2
        )
    };
    let state_of = async |id: &str| store.find(id).await.expect("readable").expect("there").state;
    for id in ["pruned-engine", "pruned-engines"] {
        let setup = setup(id, None, now_ms);
        let (seats, started_ms) = (setup.seats.clone(), setup.started_ms);
        store.create(setup).await.expect("a match");
        store.arrange(id, Arrangement { seats, host: None, started_ms, state: state("0c5e") }).await.expect("engines");
    }
    assert_eq!(store.prune(now_ms, 100).await, Ok(Pruned::default()), "a day has not passed");
    assert_eq!(state_of("pruned-engine").await, state("0c5e"));
    let one = Ok(Pruned { passes: 1, ..Pruned::default() });
    assert_eq!(store.prune(now_ms + 1, 1).await, one, "at most one table at a time");
    assert_eq!(store.prune(now_ms + 1, 100).await, one, "then the rest");
    assert_eq!(store.prune(now_ms + 1, 100).await, Ok(Pruned::default()), "once");
    for id in ["pruned-engine", "pruned-engines"] {
        assert_eq!(state_of(id).await, state(""), "the other token is valid, and the seats stay what they are");
    }
}
