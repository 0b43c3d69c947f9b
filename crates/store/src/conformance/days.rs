//! Checks of the deals of the day: one try for each person and deal, few of a network, and the matches of bots.

use super::fixtures::{event, setup};
use crate::{DayStored, DayTry, EventStore, NewTry, SessionId, StoreError, StoredSetup};

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
    store.begin_session([n + 140; 32], "Day", 5).await.expect("a session").id
}

fn of(id: &str, session: SessionId) -> StoredSetup {
    StoredSetup { game: "kael".to_owned(), ..setup(id, Some(session), 7) }
}

fn new(session: SessionId, deal: u8, network: Option<i64>) -> NewTry {
    NewTry { day: DAY, deal, session, network, most: 2 }
}

/// Ends a try. The events of the fixtures have the time 5.
async fn end(store: &dyn EventStore, table: &str, points: i32, until_ms: i64) {
    store.end_try(table, points, format!("[{points}]"), until_ms).await.expect("stored");
}

async fn results(store: &dyn EventStore) -> DayStored {
    store.day_results(DAY, "kael", 2, 9).await.expect("readable")
}

async fn one_try(store: &dyn EventStore) {
    let (ann, bo) = (person(store, 80).await, person(store, 81).await);
    // Two devices ask at the same time.
    let (one, other) =
        (store.begin_try(of("day-d1", ann), new(ann, 0, None)), store.begin_try(of("day-d2", ann), new(ann, 0, None)));
    let (one, other) = (one.await.expect("a try"), other.await.expect("a try"));
    assert_eq!(
        (&one, one.table.as_str(), one.counts),
        (&other, "day-d1", true),
        "the second device gets the first table"
    );
    assert_eq!(store.find("day-d2").await, Ok(None), "and adds none");
    assert!(store.find("day-d1").await.expect("readable").is_some());
    let taken = store.begin_try(of("day-d1", bo), new(bo, 0, None)).await;
    assert_eq!(taken, Err(StoreError::Conflict), "of another match");
    assert_eq!(store.tries_of(bo, 0).await, Ok(Vec::new()), "no try without its match");

    store.append("day-d1", 0, vec![event(0, None, "[]")]).await.expect("an event in time");
    end(store, "day-d1", 7, 6).await;
    end(store, "day-d1", 99, 6).await;
    end(store, "none", 99, 6).await;
    let done = DayTry { points: Some(7), moves: "[7]".to_owned(), ..one };
    assert_eq!(store.tries_of(ann, DAY).await, Ok(vec![done.clone()]), "the first result stands");
    store.begin_try(of("day-d3", ann), new(ann, 1, None)).await.expect("the next deal");
    let tries = store.tries_of(ann, DAY).await.expect("readable");
    assert_eq!(tries.iter().map(|one| one.deal).collect::<Vec<_>>(), [0, 1]);
    assert_eq!(store.tries_of(ann, DAY + 1).await, Ok(Vec::new()));

    // Neither statistics nor a match that is deleted make a second try possible.
    store.forget_results(ann).await.expect("forgotten");
    assert_eq!(store.drop_alone(ann, "day-d3").await, Ok(true));
    let again = store.begin_try(of("day-d4", ann), new(ann, 1, None)).await.expect("the same try");
    assert_eq!(again.table, "day-d3");
    let found = results(store).await;
    assert_eq!((found.tries, found.totals), (vec![done], Vec::new()), "a total has all deals");
    end(store, "day-d3", -9, 6).await;
    assert_eq!(results(store).await.totals, [(-2, 1)]);
    store.begin_try(of("day-d5", bo), new(bo, 0, None)).await.expect("a try");
    store.append("day-d5", 0, vec![event(0, None, "[]")]).await.expect("an event");
    end(store, "day-d5", 70, 5).await;
    let late = store.tries_of(bo, DAY).await.expect("readable");
    assert!(late[0].points == Some(70) && !late[0].counts, "{late:?}");
    assert_eq!(results(store).await.tries.len(), 2, "what ended too late is not there");
    store.forget(ann, "club").await.expect("forgotten");
    assert_eq!(results(store).await, DayStored::default(), "a person who is deleted leaves nothing");
}

async fn networks(store: &dyn EventStore) {
    let (mut counts, mut people) = (Vec::new(), Vec::new());
    for n in 0..4_u8 {
        let person = person(store, 84 + n).await;
        let network = if n == 3 { Some(-5) } else { Some(7) };
        let first = store.begin_try(of(&format!("day-n{n}"), person), new(person, 0, network)).await.expect("a try");
        // From another network, the rest of a try counts as its beginning.
        let next = store.begin_try(of(&format!("day-m{n}"), person), new(person, 1, Some(-6))).await.expect("a try");
        assert_eq!(first.counts, next.counts);
        counts.push(first.counts);
        people.push(person);
    }
    assert_eq!(counts, [true, true, false, true], "two of the network 7");
    // Whoever is deleted makes no room for another guest, until the day is over.
    store.forget(people[0], "club").await.expect("forgotten");
    let (late, later) = (person(store, 88).await, person(store, 89).await);
    let late = store.begin_try(of("day-n8", late), new(late, 0, Some(7))).await.expect("a try");
    assert_eq!(store.claim_day(DAY + 1, "kael", 1, 0).await, Ok(true), "the next day begins");
    let later = store.begin_try(of("day-n9", later), new(later, 0, Some(7))).await.expect("a try");
    assert_eq!((late.counts, later.counts), (false, true));
}

async fn bots(store: &dyn EventStore) {
    let found = async |game: &str| {
        let found = store.day_results(DAY, game, 4, 9).await.expect("readable");
        (found.bots, found.par_known)
    };
    let stored = async |matches: &str, par| store.store_day(DAY, "hearts", matches.to_owned(), par).await;
    assert_eq!(found("hearts").await, (None, false));
    assert_eq!(store.claim_day(DAY, "hearts", 100, 50).await, Ok(true));
    assert_eq!(store.claim_day(DAY, "hearts", 110, 60).await, Ok(false), "somebody works on it");
    assert_eq!(store.claim_day(DAY, "hearts", 200, 150).await, Ok(true), "and seems to have stopped");
    stored("a part", None).await.expect("stored");
    assert_eq!(found("hearts").await, (Some("a part".to_owned()), false));
    stored("all", Some(-125)).await.expect("stored");
    stored("others", Some(7)).await.expect("too late");
    assert_eq!(found("hearts").await, (Some("all".to_owned()), true), "par does not change");
    assert_eq!(store.claim_day(DAY, "hearts", 900, 800).await, Ok(false), "nothing is left to do");
    assert_eq!(found("kael").await, (None, false), "of another game");
    let ann = person(store, 90).await;
    let setup = StoredSetup { game: "hearts".to_owned(), ..of("day-h1", ann) };
    assert_eq!(store.begin_try(setup, new(ann, 0, None)).await.expect("a try").par, Some(-125));
}
