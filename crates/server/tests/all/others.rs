//! Tests that one guest cannot harm others, over real sockets. If a guest is deleted, no other guest's connection
//! closes, and nobody's clock gains time.

use serde_json::{Value, json};
use server::Pace;
use store::EventStore;

use crate::client::{Client, Socket};
use crate::test_server::TestServer;

/// A public table with clocks. Ann plays at it with bots, and in some tests with Bo.
struct Playing {
    id: String,
    lines: Vec<Socket>,
}

async fn playing(ann: &mut Client, others: &mut [Client]) -> Playing {
    ann.come().await;
    let asked = json!({
        "game": "schwarze-dame", "open": "public", "clock": "relaxed", "watch": true, "bots": ["random"], "options": {"deals": 2},
    });
    let id = ann.open(asked).await;
    let mut lines = vec![ann.wait_at(&id).await];
    for other in others {
        other.come().await;
        assert_eq!(other.post(&format!("/api/v1/tables/{id}/seat"), "{}").await.status, 200);
        lines.push(other.wait_at(&id).await);
    }
    let begin = lines[0].order("begin");
    assert_eq!(lines[0].command(&begin).await.expect("an answer")["t"], "done");
    for line in &mut lines {
        while line.frame.is_null() {
            line.frame().await;
        }
    }
    let mut playing = Playing { id, lines };
    while playing.waits().is_none() {
        playing.lines[0].frame().await;
    }
    playing
}

impl Playing {
    /// Returns the person whose turn it is, according to Ann's frame.
    fn waits(&self) -> Option<usize> {
        let must = self.lines[0].frame["must"].as_array().expect("a list");
        (0..self.lines.len()).find(|seat| must.contains(&json!(seat)))
    }

    /// Returns the remaining time of a seat, according to Ann's frame.
    async fn clock(&mut self, seat: usize) -> Option<u64> {
        self.lines[0].send_text(r#"{"t":"frame"}"#).await;
        self.lines[0].frame().await["clock"]["left_ms"][seat].as_u64()
    }

    /// Checks that everybody but `gone` is still connected. Returns the messages that Ann received during the check.
    async fn all_are_there(&mut self, gone: Option<usize>) -> Vec<Value> {
        let mut received = Vec::new();
        for (seat, line) in self.lines.iter_mut().enumerate().filter(|(seat, _)| Some(*seat) != gone) {
            let mut why = line.order("why");
            why["action"] = json!("nothing");
            line.send_text(&why.to_string()).await;
            loop {
                let message = line.next().await.expect("its connection is open");
                if message["cmd"] == why["cmd"] {
                    break;
                }
                received.extend(Some(message).filter(|_| seat == 0));
            }
        }
        received
    }
}

async fn deletes(client: &mut Client) {
    assert_eq!(client.ask("DELETE", "/api/v1/me", &[], "").await.status, 204);
}

async fn ends(mut line: Socket) {
    while line.next().await.is_some() {}
}

#[tokio::test]
async fn a_guest_who_watches_thirty_tables_ends_nothing_by_deleting_itself() {
    let server = TestServer::open().await;
    let mut guest = Client::new(server.client.address);
    guest.come().await;
    let mut tables = Vec::new();
    for _ in 0..30 {
        let mut table = playing(&mut Client::new(guest.address), &mut []).await;
        let watching = guest.listen(&table.id).await;
        table.all_are_there(None).await;
        tables.push((table, watching));
    }
    let mut left = Vec::new();
    for (table, _) in &mut tables {
        left.push(table.clock(0).await.expect("it is Ann's turn"));
        table.all_are_there(None).await;
    }
    deletes(&mut guest).await;
    for ((mut table, watching), left) in tables.into_iter().zip(left) {
        let received = table.all_are_there(None).await;
        let kinds: Vec<&str> = received.iter().filter_map(|message| message["t"].as_str()).collect();
        assert_eq!(kinds, ["room"], "nothing else: {received:?}");
        assert_eq!(received[0]["watchers"], 0);
        // On a slow machine the bot may already have acted.
        assert!(table.clock(0).await.is_none_or(|now| now <= left));
        ends(watching).await;
    }
    server.close().await;
}

#[tokio::test]
async fn whoever_is_deleted_closes_nobodys_connection() {
    let server = TestServer::open().await;
    let address = server.client.address;
    for role in ["waits for the next deal", "has left", "has a seat", "has a seat while all clocks stand", "is away"] {
        let [mut ann, bo, cy] = [(); 3].map(|()| Client::new(address));
        let mut people = [bo, cy];
        let mut table = playing(&mut ann, &mut people).await;
        let mut gone = None;
        let mut guest = people[1].clone();
        match role {
            "waits for the next deal" => {
                guest = Client::new(address);
                guest.come().await;
                assert_eq!(guest.post(&format!("/api/v1/tables/{}/seat", table.id), "{}").await.status, 200);
            }
            "has left" => {
                let leave = table.lines[2].order("leave");
                assert_eq!(table.lines[2].command(&leave).await.expect("an answer")["t"], "done");
                gone = Some(2);
            }
            "has a seat" => gone = Some(2),
            "is away" => {
                table.lines[2].hang_up().await;
                gone = Some(2);
            }
            _ => {
                for line in &mut table.lines {
                    let mut pause = line.order("pause");
                    pause["on"] = json!(true);
                    assert_eq!(line.command(&pause).await.expect("an answer")["t"], "done");
                }
                gone = Some(2);
            }
        }
        let waits = table.waits().filter(|waits| *waits != 2);
        let left = if let Some(seat) = waits { table.clock(seat).await } else { None };
        let at = table.lines[0].frame["must"].clone();
        deletes(&mut guest).await;
        let received = table.all_are_there(gone).await;
        assert!(
            received.iter().all(|message| ["room", "frame"].contains(&message["t"].as_str().expect("a kind"))),
            "{role}: {received:?}"
        );
        if let (Some(seat), Some(left)) = (waits, left) {
            let now = table.clock(seat).await;
            assert!(table.lines[0].frame["must"] != at || now.is_none_or(|now| now <= left), "{role}: {left} {now:?}");
        }
        if role != "waits for the next deal" {
            while table.lines[0].frame["seats"][2]["name"] != "Player 3" {
                table.lines[0].frame().await;
            }
            ends(table.lines.remove(2)).await;
        }
    }
    server.close().await;
}

/// Checks what happens to a game with bots when its only person leaves. If somebody watches the game, it goes on.
/// Otherwise, it is deleted.
#[tokio::test]
async fn a_game_that_somebody_watches_goes_on_without_its_player() {
    let server = TestServer::open().await;
    let address = server.client.address;
    for leaves in ["/api/v1/me", "/api/v1/tables/ID/seat"] {
        let mut ann = Client::new(address);
        let mut table = playing(&mut ann, &mut []).await;
        let mut guest = Client::new(address);
        guest.come().await;
        let mut watching = guest.sit(&table.id).await;
        assert_eq!(ann.ask("DELETE", &leaves.replace("ID", &table.id), &[], "").await.status, 204);
        while watching.frame["seats"][0]["bot"].is_null() {
            watching.frame().await;
        }
        let played = watching.frame["past"].clone();
        while watching.frame["past"] == played {
            watching.frame().await;
        }
        table.lines.clear();
    }
    server.close().await;
}

/// Checks that the remaining time of a running clock is stored, and that the clock goes on from it after a restart.
#[tokio::test]
async fn a_clock_goes_on_with_what_it_had_after_a_restart() {
    let server = TestServer::open().await;
    let mut ann = server.client.clone();
    let mut table = playing(&mut ann, &mut []).await;
    let store = server.store.clone().expect("a file");
    let state = async || store.find(&table.id).await.expect("readable").expect("there").state;
    while !state().await.contains("left_ms") {
        tokio::task::yield_now().await;
    }
    let left = table.clock(0).await.expect("it is Ann's turn");
    assert!(left < 60_000);
    drop(store);
    let Playing { id, lines } = table;
    let server = TestServer::with(server.close().await, Pace::fixed(0)).await;
    drop(lines);
    ann.address = server.client.address;
    let mut table = Playing { lines: vec![ann.sit(&id).await], id };
    let now = table.clock(0).await.expect("it still is");
    assert!(now <= left, "{now} of {left}");
    server.close().await;
}
