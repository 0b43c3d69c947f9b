//! While older servers share the store, nothing is written that they cannot read: what needs it is refused in words, and the rest goes on.

use std::collections::BTreeSet;
use std::sync::Arc;

use game::Rng;
use serde_json::{Value, json};
use server::readable;
use store::{HostStore, TablesWanted};

use crate::client::{Answer, Socket};
use crate::stores::{OwnStore, over};
use crate::test_server::{TestServer, refused};

const NEW_LEVEL: &str = "schwarze-dame level champion";

/// The word for the newest rules of a game.
fn newest(game: &str) -> String {
    let rules = catalog::entry(game).expect("a game").rules;
    let word = format!("{game} rules {rules}");
    assert!(readable().contains(&word), "{:?}", readable());
    word
}

/// The other servers lack these words from now on, and no others.
fn lacking(store: &OwnStore, words: &[&str]) {
    *store.unread.lock().expect("no panic") = words.iter().map(|word| (*word).to_owned()).collect();
}

async fn tables(store: &OwnStore) -> usize {
    store.newest_tables(TablesWanted::All, 1000).await.expect("readable").len()
}

fn is_refused(answer: &Answer) {
    let (status, key, words) = answer.error();
    assert_eq!((status, key.as_str()), (503, "upgrading"), "{words}");
    assert!(words.contains("being upgraded"), "{words}");
}

async fn order(socket: &mut Socket, kind: &str, more: Value) -> Value {
    let mut command = socket.order(kind);
    command.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    socket.command(&command).await.expect("the server goes on")
}

async fn server_of(store: &Arc<OwnStore>) -> TestServer {
    let mut server = over(store.clone()).await;
    server.client.come().await;
    server
}

#[test]
fn a_program_says_what_it_can_read() {
    let words = readable();
    for entry in catalog::entries() {
        assert!(words.contains(&newest(entry.id)) && words.contains(&format!("{} rules 1", entry.id)), "{words:?}");
        assert!(entry.levels.iter().all(|level| words.contains(&format!("{} level {level}", entry.id))), "{words:?}");
    }
    assert!(words.contains(NEW_LEVEL), "{words:?}");
}

/// A program without a word that another one has said once does not begin on its data (`words.txt`). So what a game no longer has stays
/// among its words, and a new word is added to that list.
#[test]
fn no_word_is_forgotten() {
    let said: BTreeSet<String> = include_str!("words.txt").lines().map(str::to_owned).collect();
    let today = readable();
    let lost: Vec<&String> = said.difference(&today).collect();
    let new: Vec<&String> = today.difference(&said).collect();
    assert!(lost.is_empty(), "older data need them (readable.rs): {lost:?}");
    assert!(new.is_empty(), "add them to words.txt: {new:?}");
}

#[tokio::test]
async fn a_table_that_an_older_server_cannot_read_is_not_opened() {
    let store = Arc::new(OwnStore::default());
    let mut server = server_of(&store).await;
    let client = &mut server.client;
    let rules = newest("schwarze-dame");
    lacking(&store, &[&rules]);
    is_refused(&client.post("/api/v1/tables", r#"{"game":"schwarze-dame"}"#).await);
    is_refused(&client.post("/api/v1/quick", r#"{"game":"schwarze-dame"}"#).await);
    assert_eq!(tables(&store).await, 0);
    client.open(json!({"game": "kael"})).await;

    lacking(&store, &[NEW_LEVEL]);
    for open in ["alone", "friends"] {
        let body = json!({"game": "schwarze-dame", "open": open, "bots": ["club", "champion"]}).to_string();
        match open {
            "alone" => is_refused(&client.post("/api/v1/tables", &body).await),
            // Only the first level is that of the table's bots.
            _ => assert_eq!(client.post("/api/v1/tables", &body).await.status, 201),
        }
    }
    is_refused(
        &client.post("/api/v1/tables", r#"{"game":"schwarze-dame","open":"friends","bots":["champion"]}"#).await,
    );
    assert_eq!(tables(&store).await, 2);
    lacking(&store, &[]);
    client.open(json!({"game": "schwarze-dame", "bots": ["champion"]})).await;
    server.close().await;
}

#[tokio::test]
async fn a_table_does_not_become_what_an_older_server_cannot_read() {
    let store = Arc::new(OwnStore::default());
    let mut server = server_of(&store).await;
    let table = json!({"game": "schwarze-dame", "open": "friends", "options": {"deals": 1}, "bots": ["random"]});
    let id = server.client.open(table).await;
    let mut ann = server.client.wait_at(&id).await;
    let rules = newest("schwarze-dame");
    lacking(&store, &[NEW_LEVEL, &rules]);
    for settings in [json!({"level": "champion"}), json!({"options": {"deals": 2}})] {
        let answer = order(&mut ann, "settings", json!({"settings": settings})).await;
        refused(&answer, "upgrading", "some of them don't know these rules or this bot level yet");
    }
    refused(&order(&mut ann, "bot", json!({"seat": 1, "level": "champion"})).await, "upgrading", "being upgraded");
    // What the older ones know goes on.
    assert_eq!(order(&mut ann, "bot", json!({"seat": 1, "level": "random"})).await["t"], "done");
    assert_eq!(order(&mut ann, "settings", json!({"settings": {"clock": "relaxed"}})).await["t"], "refused");
    lacking(&store, &[NEW_LEVEL]);
    assert_eq!(order(&mut ann, "settings", json!({"settings": {"clock": "relaxed"}})).await["t"], "done");
    assert_eq!(order(&mut ann, "begin", json!({})).await["t"], "done");
    // A match that has begun is played to its end, whatever the others lack.
    lacking(&store, &[NEW_LEVEL, &rules]);
    while ann.frame["phase"] == "gathering" {
        ann.frame().await;
    }
    ann.play_to_the_end(&mut Rng::new(1), 0).await;
    let record = server.client.get(&format!("/api/v1/tables/{id}/record")).await.body;

    // Its rematch and its record are of rules that an older one does not know.
    refused(&order(&mut ann, "rematch", json!({})).await, "upgrading", "being upgraded");
    is_refused(&server.client.post_lines("/api/v1/records", &record).await);
    assert_eq!(tables(&store).await, 1);
    lacking(&store, &[]);
    assert_eq!(server.client.post_lines("/api/v1/records", &record).await.status, 201);
    assert_eq!(order(&mut ann, "rematch", json!({})).await["t"], "done");
    assert_eq!(tables(&store).await, 2);
    server.close().await;
}
