//! Checks of the stored mistakes of people, and of the deals that are not judged yet.

use super::fixtures::setup;
use crate::{DealResult, Ending, EventStore, Most, PersonData, SessionId, StoredMistake};

const MOST: Most = Most { records: 3, bytes: 100 };

pub(super) async fn check(store: &dyn EventStore) {
    let begin = async |n: u8| store.begin_session([n; 32], "Ann", 5).await.expect("a session").id;
    let (ann, bo) = (begin(210).await, begin(211).await);
    play(store, ann, bo).await;
    judged_once(store, ann, bo).await;
    answered(store, ann).await;
    limited(store, ann).await;
    forgotten(store, ann, bo).await;
}

fn result(table: &str, deal: u32, session: SessionId, at_ms: i64) -> DealResult {
    DealResult {
        table: table.to_owned(),
        deal,
        seat: 0,
        session,
        game: "schwarze-dame".to_owned(),
        rules: 1,
        options: "{}".to_owned(),
        seats: 2,
        level: None,
        points: Some(1),
        won: None,
        took_ms: None,
        assisted: false,
        daily: None,
        at_ms,
    }
}

/// Returns the result of a solitaire with help.
fn solitaire(session: SessionId) -> DealResult {
    DealResult { seats: 1, assisted: true, ..result("mistakes-2", 2, session, 36) }
}

fn mistake(id: &str, due_ms: i64) -> StoredMistake {
    let text = format!("the text of {id}");
    StoredMistake { id: id.to_owned(), game: "hearts".to_owned(), step: 0, due_ms, mistake: text }
}

async fn play(store: &dyn EventStore, ann: SessionId, bo: SessionId) {
    for (table, session) in [("mistakes-1", ann), ("mistakes-2", ann), ("mistakes-3", bo)] {
        store.create(setup(table, Some(session), 1)).await.expect("a match");
    }
    let out = DealResult { points: None, ..result("mistakes-1", 2, ann, 40) };
    let helped = DealResult { assisted: true, ..result("mistakes-1", 0, ann, 11) };
    let alone = DealResult { seats: 1, ..result("mistakes-2", 1, ann, 35) };
    let all = vec![
        alone,
        solitaire(ann),
        result("mistakes-1", 0, ann, 10),
        helped,
        result("mistakes-1", 1, ann, 20),
        out,
        result("mistakes-2", 0, ann, 30),
    ];
    store.note_results(all).await.expect("results");
    store.note_results(vec![result("mistakes-3", 0, bo, 10)]).await.expect("a result of Bo");
    assert_eq!(store.unjudged(ann, 9).await, Ok(Vec::new()), "no match is over");
    for table in ["mistakes-1", "mistakes-2", "mistakes-3"] {
        store.end(table, Ending { at_ms: 50, totals: vec![1, 2] }).await.expect("an ending");
    }
}

/// Returns the deals that are not judged yet, by the time of their results.
async fn unjudged(store: &dyn EventStore, session: SessionId) -> Vec<i64> {
    store.unjudged(session, 9).await.expect("readable").iter().map(|result| result.at_ms).collect()
}

async fn judged_once(store: &dyn EventStore, ann: SessionId, bo: SessionId) {
    assert_eq!(unjudged(store, ann).await, [36, 30, 20, 11, 10], "newest first, and none in which she was out");
    assert_eq!(store.unjudged(ann, 1).await, Ok(vec![solitaire(ann)]));
    let note = async |table: &str, deal, found| store.note_mistakes(ann, table, deal, found, MOST).await;
    assert_eq!(note("mistakes-3", 0, vec![mistake("x", 1)]).await, Ok(false), "it is a deal of Bo");
    assert_eq!(note("mistakes-1", 9, vec![mistake("x", 1)]).await, Ok(false), "there is no such deal");
    assert_eq!(note("mistakes-2", 1, vec![mistake("x", 1)]).await, Ok(false), "a solitaire without help");
    assert_eq!(note("mistakes-2", 2, Vec::new()).await, Ok(true), "one with help");
    assert_eq!(note("mistakes-1", 0, vec![mistake("b", 20), mistake("a", 10)]).await, Ok(true));
    assert_eq!(note("mistakes-1", 0, vec![mistake("c", 30)]).await, Ok(false), "it is judged already");
    assert_eq!(note("mistakes-1", 1, vec![mistake("a", 99)]).await, Ok(true));
    let both = vec![mistake("a", 10), mistake("b", 20)];
    assert_eq!(store.mistakes_of(ann, true).await, Ok(both), "the same mistake is stored once");
    assert_eq!(store.mistakes_of(bo, true).await, Ok(Vec::new()), "nobody else has it");
    assert_eq!(store.mistake(ann, "b").await, Ok(Some(mistake("b", 20))));
    assert_eq!((store.mistake(bo, "b").await, store.mistake(ann, "c").await), (Ok(None), Ok(None)));
    let without = StoredMistake { mistake: String::new(), ..mistake("a", 10) };
    assert_eq!(store.mistakes_of(ann, false).await.expect("readable")[0], without);
    assert_eq!(unjudged(store, ann).await, [30]);
    // A newer result replaces the older one, so the deal has other decisions.
    store.note_results(vec![result("mistakes-1", 1, ann, 60)]).await.expect("noted again");
    assert_eq!(unjudged(store, ann).await, [60, 30]);
}

async fn answered(store: &dyn EventStore, ann: SessionId) {
    let answer = async |from, step, due_ms, text: &str| {
        let now = StoredMistake { step, mistake: text.to_owned(), ..mistake("a", due_ms) };
        store.answer_mistake(ann, from, now).await.expect("an answer");
        store.mistakes_of(ann, true).await.expect("readable")
    };
    let first = answer(0, 1, 30, "a").await;
    assert_eq!((first[1].step, first[1].due_ms, first[0].id.as_str()), (1, 30, "b"));
    assert_eq!(answer(0, 1, 40, "a").await, first, "an answer counts once");
    let learned = answer(1, 4, 50, "").await;
    assert_eq!((learned[1].id.as_str(), learned[1].step, learned[1].mistake.as_str()), ("a", 4, ""), "its id stays");
    store.answer_mistake(ann, 0, mistake("none", 1)).await.expect("nothing happens");
    assert_eq!(store.mistakes_of(ann, true).await, Ok(learned));
}

async fn limited(store: &dyn EventStore, ann: SessionId) {
    let found = ["a", "c", "d", "e"].map(|id| mistake(id, 70)).to_vec();
    assert_eq!(store.note_mistakes(ann, "mistakes-1", 1, found, MOST).await, Ok(true));
    let ids = async || {
        let all = store.mistakes_of(ann, true).await.expect("readable");
        all.into_iter().map(|one| one.id).collect::<Vec<_>>()
    };
    let three = ["b", "a", "c", "d"];
    assert_eq!(ids().await, three, "what was learned does not come back, and three others are enough");
    let learned = StoredMistake { step: 4, mistake: String::new(), ..mistake("b", 20) };
    store.answer_mistake(ann, 0, learned).await.expect("an answer");
    let large = StoredMistake { mistake: "x".repeat(100), ..mistake("large", 80) };
    assert_eq!(store.note_mistakes(ann, "mistakes-2", 0, vec![large], MOST).await, Ok(true));
    assert_eq!(ids().await, three, "no more than 100 bytes");
}

async fn forgotten(store: &dyn EventStore, ann: SessionId, bo: SessionId) {
    assert_eq!(store.note_mistakes(bo, "mistakes-3", 0, vec![mistake("a", 1)], MOST).await, Ok(true));
    store.forget_mistakes(ann).await.expect("forgotten");
    assert_eq!((store.mistakes_of(ann, true).await, unjudged(store, ann).await), (Ok(vec![]), vec![]));
    store.note_results(vec![result("mistakes-1", 1, ann, 90)]).await.expect("noted again");
    assert_eq!(store.note_mistakes(ann, "mistakes-1", 1, vec![mistake("c", 1)], MOST).await, Ok(true));
    store.forget_results(ann).await.expect("forgotten");
    assert_eq!(store.mistakes_of(ann, true).await, Ok(Vec::new()), "they go with the results");
    assert_eq!(store.mistakes_of(bo, true).await, Ok(vec![mistake("a", 1)]), "those of others stay");

    store.forget(bo, "club").await.expect("forgotten");
    assert_eq!(
        store.note_mistakes(bo, "mistakes-3", 0, vec![mistake("c", 1)], MOST).await,
        Ok(false),
        "nobody is there"
    );
    assert_eq!((store.mistakes_of(bo, true).await, store.held(bo).await), (Ok(vec![]), Ok(PersonData::default())));
}
