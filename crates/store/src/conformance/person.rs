//! Checks of the stored data about a person, and of deleting them.

use super::fixtures::{event, setup};
use crate::{
    Arrangement, Ending, EventStore, Import, Invited, Most, PersonData, Seated, SessionId, StoredRecord, StoredSetup,
};

pub(super) async fn check(store: &dyn EventStore) {
    let (ann, bo) = (begin(store, 60, "Ann").await, begin(store, 61, "Bo").await);
    let seated = |name: &str, who| Seated { name: name.to_owned(), session: Some(who), bot: None };
    let both = [seated("Ann", ann), seated("Bo", bo)];
    play(store, ann, bo, &both).await;
    held(store, ann, bo).await;
    forgotten(store, ann, bo, &both).await;
}

async fn begin(store: &dyn EventStore, n: u8, name: &str) -> SessionId {
    store.begin_session([n; 32], name, 5).await.expect("a session").id
}

fn record(id: &str) -> StoredRecord {
    StoredRecord { id: id.to_owned(), line: "line".to_owned(), at_ms: 7 }
}

async fn play(store: &dyn EventStore, ann: SessionId, bo: SessionId, both: &[Seated]) {
    // Ann is alone in p1 and p2. p1 is not over, and p2 is over. She is with Bo in the other matches: p3 is over, p4
    // goes on, she left p5, and p6 has not begun.
    for (id, at) in [("p1", 1), ("p2", 2)] {
        store.create(setup(id, Some(ann), at)).await.expect("a match");
        store.append(id, 0, vec![event(0, Some("c"), "x")]).await.expect("an event");
    }
    for (id, at) in [("p3", 3), ("p4", 4), ("p5", 5)] {
        store.create(StoredSetup { seats: both.to_vec(), ..setup(id, Some(ann), at) }).await.expect("a match");
    }
    let gathering = StoredSetup { seats: both.to_vec(), started_ms: None, ..setup("p6", Some(bo), 6) };
    store.create(gathering).await.expect("a match");
    for id in ["p2", "p3"] {
        store.end(id, Ending { at_ms: 50, totals: vec![1, -1] }).await.expect("an ending");
    }
    let left = Arrangement {
        seats: vec![Seated { name: "Ann".to_owned(), session: None, bot: Some("club".to_owned()) }, both[1].clone()],
        host: Some(bo),
        started_ms: Some(5),
        state: "{}".to_owned(),
    };
    store.arrange("p5", left).await.expect("she leaves");
    store.invite("p4", [62; 32], 70, 0, 9).await.expect("an invitation");
    store.invite("p5", [63; 32], 70, 0, 9).await.expect("of another host");
    for (who, id) in [(ann, "p"), (bo, "q")] {
        store.import_records(who, vec![record(id)], Most { records: 1, bytes: 100 }).await.expect("a record");
    }
}

async fn held(store: &dyn EventStore, ann: SessionId, bo: SessionId) {
    let held = store.held(ann).await.expect("readable");
    let ids: Vec<&str> = held.tables.iter().map(|stored| stored.setup.id.as_str()).collect();
    assert_eq!(ids, ["p6", "p5", "p4", "p3", "p2", "p1"], "every match, also one that was left");
    assert_eq!(held.invites, [Invited { table: "p4".to_owned(), expires_ms: 70 }]);
    assert_eq!((held.records, held.since_ms), (vec![("p".to_owned(), 7)], 5));

    for (id, alone) in [("p2", false), ("p3", false), ("p4", false), ("p5", false), ("p6", false), ("none", false)] {
        assert_eq!(store.drop_alone(ann, id).await, Ok(alone), "{id}");
    }
    store.create(setup("p7", Some(ann), 7)).await.expect("a match");
    store.append("p7", 0, vec![event(0, Some("c"), "x")]).await.expect("an event");
    assert_eq!(store.drop_alone(bo, "p7").await, Ok(false), "of somebody else");
    assert_eq!(store.drop_alone(ann, "p7").await, Ok(true));
    assert_eq!(store.find("p7").await, Ok(None));
    assert_eq!(store.events("p7").await, Ok(Vec::new()));
}

async fn forgotten(store: &dyn EventStore, ann: SessionId, bo: SessionId, both: &[Seated]) {
    store.forget(ann, "club").await.expect("forgotten");
    assert_eq!(store.session([60; 32]).await, Ok(None), "the session is gone");
    assert_eq!(store.held(ann).await, Ok(PersonData::default()), "nothing is stored");
    assert_eq!(store.find("p1").await, Ok(None), "what nobody else played and was not over is gone");
    assert_eq!(store.events("p1").await, Ok(Vec::new()));
    let seats = async |id: &str| store.find(id).await.expect("readable").expect("there").setup.seats;
    let nobody = |bot: Option<&str>| Seated { name: "Player 1".to_owned(), session: None, bot: bot.map(str::to_owned) };
    assert_eq!(seats("p2").await[0], nobody(None), "a finished match stays without the name");
    assert_eq!(store.events("p2").await.expect("readable").len(), 1);
    assert_eq!(seats("p3").await, [nobody(None), both[1].clone()], "others keep theirs");
    assert_eq!(seats("p4").await, [nobody(Some("club")), both[1].clone()], "a bot plays on");
    assert_eq!(store.find("p4").await.expect("readable").expect("there").setup.host, Some(bo), "the next one runs it");
    assert_eq!(seats("p5").await[0], nobody(Some("club")), "also where she had left");
    assert_eq!(seats("p6").await, [Seated::default(), both[1].clone()], "before a match the seat is free");
    assert_eq!(store.invited([62; 32]).await, Ok(None), "her invitations are");
    assert!(store.invited([63; 32]).await.expect("readable").is_some(), "not those of others");
    assert_eq!(store.imported_record("p").await, Ok(None), "the record that she brought is gone");
    assert_eq!(store.imported_record("q").await, Ok(Some("line".to_owned())), "what another one brought is not");
    assert_eq!(store.import_records(bo, vec![record("p")], Most { records: 9, bytes: 100 }).await, Ok(Import::Stored));
    let cy = begin(store, 64, "Cy").await;
    store.forget(cy, "club").await.expect("forgotten");
    assert_ne!(begin(store, 65, "Di").await, cy, "a number is given out once");
    store.forget(cy, "club").await.expect("twice is once");
}
