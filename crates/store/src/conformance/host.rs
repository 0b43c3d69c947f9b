//! Checks of the host's lists and decisions.

use super::fixtures::setup;
use crate::contract::DAY_MS;
use crate::{
    AdminAction, Ban, Ending, EventStore, GuestLine, Most, Report, SessionId, StoreError, StoredRecord, TablesWanted,
};

pub(super) async fn check(store: &dyn EventStore) {
    closed_tables(store).await;
    guests(store).await;
    bans_and_the_log(store).await;
    reports(store).await;
}

async fn closed_tables(store: &dyn EventStore) {
    // This time is later than every time in the other parts of the suite.
    let late = 1 << 50;
    for (id, at) in [("h1", late), ("h2", late + 1), ("h3", late + 2)] {
        store.create(setup(id, None, at)).await.expect("a match");
    }
    store.end("h3", Ending { at_ms: late + 3, totals: vec![5, -5] }).await.expect("an ending");
    let listed = async |wanted, limit| -> Vec<String> {
        let found = store.newest_tables(wanted, limit).await.expect("readable");
        found.into_iter().map(|stored| stored.setup.id).collect()
    };
    assert_eq!(listed(TablesWanted::All, 3).await, ["h3", "h2", "h1"], "newest first");
    assert_eq!(listed(TablesWanted::Unfinished, 2).await, ["h2", "h1"], "without those that are over");
    let ending = |at_ms| Ending { at_ms, totals: vec![1, -1] };
    assert_eq!(store.close_table("none", ending(9)).await, Ok(false), "an unknown table");
    assert_eq!(store.close_table("h1", ending(late + 4)).await, Ok(true));
    assert_eq!(store.close_table("h1", ending(late + 5)).await, Ok(false), "once");
    let of = async |id: &str| store.find(id).await.expect("readable").expect("there");
    assert_eq!((of("h1").await.closed_ms, of("h1").await.ending), (Some(late + 4), Some(ending(late + 4))));
    assert_eq!(of("h2").await.closed_ms, None);
    store.reopen("h1").await.expect("nothing to do");
    store.end("h1", ending(late + 6)).await.expect("nothing to do");
    assert_eq!(of("h1").await.ending, Some(ending(late + 4)), "what is closed does not go on");
    assert_eq!(store.close_table("h3", ending(late + 7)).await, Ok(true), "what was over can be closed too");
    assert_eq!(of("h3").await.ending, Some(Ending { at_ms: late + 3, totals: vec![5, -5] }), "and ended as it did");
    assert_eq!(listed(TablesWanted::Unfinished, 1).await, ["h2"]);
    store.close_table("h2", ending(late + 8)).await.expect("closed");
}

async fn guests(store: &dyn EventStore) {
    let ann = store.begin_session([190; 32], "Zoë 100%", 500).await.expect("a session").id;
    let bo = store.begin_session([191; 32], "Zog", 600).await.expect("a session").id;
    store.note_device([190; 32], 900, "Firefox").await.expect("seen");
    store.create(setup("h4", Some(ann), 10)).await.expect("a match, where she is called Ann");
    let found = async |words: &str| -> Vec<SessionId> {
        store.find_guests(words, 9).await.expect("readable").into_iter().map(|line| line.id).collect()
    };
    assert_eq!(found("zo").await, [ann, bo], "the latest seen first, large and small alike");
    assert_eq!(found("0%").await, [ann], "a sign is a sign");
    assert!(found("Z_g").await.is_empty());
    assert!(found("ann").await.contains(&ann), "by the name on a seat");
    assert_eq!(store.find_guests("zo", 1).await.expect("readable").len(), 1);
    let line = GuestLine { id: ann, name: "Zoë 100%".to_owned(), since_ms: 500, seen_ms: 900, playing: 1 };
    assert_eq!(store.guest(ann).await, Ok(Some(line)));
    assert_eq!(store.guest(SessionId(i64::MAX)).await, Ok(None));
    let record = StoredRecord { id: "h-record".to_owned(), line: "line".to_owned(), at_ms: 7 };
    store.import_records(bo, vec![record], Most { records: 9, bytes: 100 }).await.expect("a record");
    assert_eq!(store.remove_record("h-record").await, Ok(true));
    assert_eq!(store.remove_record("h-record").await, Ok(false), "it is gone");
    assert_eq!(store.imported_record("h-record").await, Ok(None));
    let parts = store.data_parts().await.expect("counted");
    let rows = |name: &str| parts.iter().find(|part| part.name == name).map(|part| part.rows);
    assert!(
        rows("matches").is_some_and(|rows| rows >= 4) && rows("sessions").is_some_and(|rows| rows >= 2),
        "{parts:?}"
    );
}

async fn bans_and_the_log(store: &dyn EventStore) {
    let cy = store.begin_session([192; 32], "Cy", 5).await.expect("a session").id;
    let ban = |whom: &str, until_ms| Ban { whom: whom.to_owned(), at_ms: 5, until_ms, words: "why".to_owned() };
    let guest = format!("guest {}", cy.0);
    store.ban(ban("203.0.113.0/24", None)).await.expect("banned");
    store.ban(ban(&guest, None)).await.expect("banned");
    store.ban(ban(&guest, Some(77))).await.expect("until then");
    assert_eq!(store.bans().await, Ok(vec![ban("203.0.113.0/24", None), ban(&guest, Some(77))]), "each once");
    assert_eq!(store.lift_ban("203.0.113.0/24").await, Ok(true));
    assert_eq!(store.lift_ban("203.0.113.0/24").await, Ok(false), "it is lifted");
    store.forget(cy, "club").await.expect("forgotten");
    assert_eq!(store.bans().await, Ok(Vec::new()), "who is deleted is not banned any more");
    let action = |at_ms| AdminAction { at_ms, by: "ann".to_owned(), action: format!("action {at_ms}") };
    for at_ms in 1..=3 {
        store.log_admin_action(action(at_ms)).await.expect("noted");
    }
    assert_eq!(store.admin_actions(2).await, Ok(vec![action(2), action(3)]), "the last ones, oldest first");
}

async fn reports(store: &dyn EventStore) {
    let by = store.begin_session([193; 32], "Di", 5).await.expect("a session").id;
    let about = store.begin_session([194; 32], "Ed", 5).await.expect("a session").id;
    let report = |about| Report {
        id: 0,
        at_ms: DAY_MS,
        table: "t".to_owned(),
        by: Some(by),
        about,
        name: "Ed".to_owned(),
        words: "rude".to_owned(),
        lines: "[]".to_owned(),
        read_ms: None,
    };
    assert_eq!(store.report(report(SessionId(i64::MAX))).await, Err(StoreError::Conflict), "about nobody");
    let first = store.report(report(about)).await.expect("stored").expect("the first");
    assert_eq!(store.report(report(about)).await, Ok(None), "nobody has read the first one yet");
    let other = store.begin_session([196; 32], "Guy", 5).await.expect("a session").id;
    let second = store.report(Report { by: Some(other), ..report(about) }).await.expect("stored").expect("another's");
    assert!(first > 0 && second > first);
    let ids = async |unread| -> Vec<i64> {
        store.reports(unread, 9).await.expect("readable").into_iter().map(|report| report.id).collect()
    };
    assert_eq!(ids(true).await, [second, first], "newest first");
    let read = Report { id: first, read_ms: Some(2 * DAY_MS), ..report(about) };
    assert_eq!(store.read_report(first, 2 * DAY_MS).await, Ok(Some(read.clone())));
    assert_eq!(store.read_report(first, 3 * DAY_MS).await, Ok(Some(read)), "it was read when it was first read");
    assert_eq!(store.read_report(-1, 9).await, Ok(None));
    assert_eq!((ids(true).await, ids(false).await), (vec![second], vec![second, first]));
    assert_eq!(store.prune_reports(32 * DAY_MS).await, Ok(0), "30 days have not passed");
    assert_eq!(store.prune_reports(32 * DAY_MS + 1).await, Ok(1), "what was read");
    assert_eq!(ids(false).await, [second]);
    store.forget(other, "club").await.expect("forgotten");
    assert_eq!(store.reports(false, 9).await.expect("readable")[0].by, None, "a report stays without its reporter");
    store.forget(about, "club").await.expect("forgotten");
    assert!(ids(false).await.is_empty(), "what is stored about a person goes with the person");
    let late = store.begin_session([195; 32], "Fay", 5).await.expect("a session").id;
    store.report(Report { by: None, ..report(late) }).await.expect("stored").expect("new");
    assert_eq!(store.prune_reports(181 * DAY_MS + 1).await, Ok(1), "what nobody reads");
}
