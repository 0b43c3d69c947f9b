//! Checks of the deals of the day: one try for each person and deal, few of a network, and the matches of bots.

use super::fixtures::setup;
use crate::{DayTry, EventStore, NewTry, SessionId, StoreError, StoredSetup, TryEnded};

const DAY: u32 = 20_261_201;

pub(super) async fn check(store: &dyn EventStore) {
    secrets(store).await;
    one_try(store).await;
    networks(store).await;
    bots(store).await;
}

async fn secrets(store: &dyn EventStore) {
    assert_eq!(store.secret("days", [1; 32]).await, Ok([1; 32]), "the first one stays");
    assert_eq!(store.secret("days", [2; 32]).await, Ok([1; 32]));
    assert_eq!(store.secret("other", [3; 32]).await, Ok([3; 32]));
}

async fn person(store: &dyn EventStore, n: u8) -> SessionId {
    store.begin_session([n; 32], "Day", 5).await.expect("a session").id
}

fn of(id: &str, session: SessionId) -> StoredSetup {
    StoredSetup { game: "kael".to_owned(), ..setup(id, Some(session), 7) }
}

fn new(session: SessionId, deal: u8, network: Option<i64>) -> NewTry {
    NewTry { day: DAY, deal, session, network, most: 2 }
}

fn ended(at_ms: i64, points: i32) -> TryEnded {
    TryEnded { at_ms, points, moves: "[]".to_owned() }
}

async fn one_try(store: &dyn EventStore) {
    let (ann, bo) = (person(store, 80).await, person(store, 81).await);
    // Two devices ask at the same time.
    let (one, other) =
        (store.begin_try(of("d1", ann), new(ann, 0, None)), store.begin_try(of("d2", ann), new(ann, 0, None)));
    let (one, other) = (one.await.expect("a try"), other.await.expect("a try"));
    assert_eq!((&one, one.table.as_str(), one.counts), (&other, "d1", true), "the second device gets the first table");
    assert_eq!(store.find("d2").await, Ok(None), "and adds none");
    assert!(store.find("d1").await.expect("readable").is_some());
    let taken = store.begin_try(of("d1", bo), new(bo, 0, None)).await;
    assert_eq!(taken, Err(StoreError::Conflict), "of another match");
    assert_eq!(store.tries_of(bo, 0).await, Ok(Vec::new()), "no try without its match");

    store.end_try("d1", ended(50, 7)).await.expect("stored");
    store.end_try("d1", ended(60, 99)).await.expect("no second result");
    store.end_try("none", ended(60, 99)).await.expect("no try there");
    let done = DayTry { ended: Some(ended(50, 7)), ..one };
    assert_eq!(store.tries_of(ann, DAY).await, Ok(vec![done.clone()]), "the first result stands");
    store.begin_try(of("d3", ann), new(ann, 1, None)).await.expect("the next deal");
    let tries = store.tries_of(ann, DAY).await.expect("readable");
    assert_eq!(tries.iter().map(|one| one.deal).collect::<Vec<_>>(), [0, 1]);
    assert_eq!(store.tries_of(ann, DAY + 1).await, Ok(Vec::new()));

    // Neither statistics nor a match that is deleted make a second try possible.
    store.forget_results(ann).await.expect("forgotten");
    assert_eq!(store.drop_alone(ann, "d3").await, Ok(true));
    let again = store.begin_try(of("d4", ann), new(ann, 1, None)).await.expect("the same try");
    assert_eq!(again.table, "d3");
    let results = async |until| store.day_results(DAY, "kael", until, 9).await.expect("readable");
    assert_eq!((results(51).await, results(50).await), (vec![done], Vec::new()), "what ended in time");
    store.forget(ann, "club").await.expect("forgotten");
    assert_eq!(results(51).await, Vec::new(), "a person who is deleted leaves nothing");
}

async fn networks(store: &dyn EventStore) {
    let mut counts = Vec::new();
    for n in 0..4_u8 {
        let person = person(store, 84 + n).await;
        let network = if n == 3 { Some(-5) } else { Some(7) };
        let first = store.begin_try(of(&format!("n{n}"), person), new(person, 0, network)).await.expect("a try");
        // From another network, the rest of a try counts as its beginning.
        let next = store.begin_try(of(&format!("m{n}"), person), new(person, 1, Some(-6))).await.expect("a try");
        assert_eq!(first.counts, next.counts);
        counts.push(first.counts);
    }
    assert_eq!(counts, [true, true, false, true], "two of the network 7");
}

async fn bots(store: &dyn EventStore) {
    assert_eq!(store.day_matches(DAY, "hearts").await, Ok(None));
    assert_eq!(store.claim_day(DAY, "hearts", 100, 50).await, Ok(true));
    assert_eq!(store.claim_day(DAY, "hearts", 110, 60).await, Ok(false), "somebody works on it");
    assert_eq!(store.claim_day(DAY, "hearts", 200, 150).await, Ok(true), "and seems to have stopped");
    store.store_day(DAY, "hearts", "a part", None).await.expect("stored");
    assert_eq!(store.day_matches(DAY, "hearts").await, Ok(Some("a part".to_owned())));
    store.store_day(DAY, "hearts", "all", Some(-125)).await.expect("stored");
    store.store_day(DAY, "hearts", "others", Some(7)).await.expect("too late");
    assert_eq!(store.day_matches(DAY, "hearts").await, Ok(Some("all".to_owned())), "par does not change");
    assert_eq!(store.day_pars(DAY).await, Ok(vec![(DAY, "hearts".to_owned(), -125)]));
    assert_eq!(store.day_pars(DAY + 1).await, Ok(Vec::new()));
    assert_eq!(store.claim_day(DAY, "hearts", 900, 800).await, Ok(false), "nothing is left to do");
    assert_eq!(store.day_matches(DAY, "kael").await, Ok(None), "of another game");
}
