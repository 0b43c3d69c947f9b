//! Tests of work that takes long: a guest who requests too much is refused, and nobody else has to wait for that work.

use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::client::{Answer, Client, Socket};
use crate::test_server::TestServer;

/// A request for a deal for which the server searches for a long time.
const HARD: &str = r#"{"game":"rouge-et-noir","level":"hard","options":{"redeals":null}}"#;

fn hard(client: &Client) -> impl Future<Output = Answer> + Send + 'static {
    let mut client = client.clone();
    async move { client.post("/api/v1/deals", HARD).await }
}

/// Checks six simultaneous requests for hard deals. Two requests are carried out or wait. Four are refused, and their
/// answers say after which time to try again.
#[tokio::test]
async fn who_asks_for_many_hard_deals_at_once_is_told_to_wait() {
    let mut server = TestServer::open().await;
    server.client.come().await;
    let mut asked = JoinSet::new();
    for _ in 0..6 {
        asked.spawn(hard(&server.client));
    }
    // The refusals arrive first, because the two other requests search for seconds.
    for _ in 0..4 {
        let answer = asked.join_next().await.expect("six").expect("no panic");
        assert_eq!(answer.header("retry-after"), Some("5"), "{answer:?}");
        let (status, key, words) = answer.error();
        assert_eq!((status, key.as_str()), (429, "busy"));
        assert!(words.contains("Wait for the answers"), "{words}");
    }
    assert_eq!(asked.len(), 2);
    // The server still answers other requests, of this guest and of everybody else.
    assert_eq!(server.client.get("/api/v1/lessons/kael").await.status, 200);
    assert_eq!(server.client.get("/api/v1/daily").await.status, 200);
    // The search of another guest waits for its turn and is not refused.
    let mut stranger = Client::new(server.client.address);
    stranger.come().await;
    let theirs = tokio::spawn(hard(&stranger));
    assert_eq!(stranger.get("/api/v1/lessons/hearts").await.status, 200);
    assert!(!theirs.is_finished());
    theirs.abort();
    asked.abort_all();
    server.close().await;
}

/// Returns the metrics without the lines that change with requests and time.
fn without_requests(metrics: &str) -> Vec<String> {
    // The process uses more memory with every action, and its metric grows in steps of a MiB.
    let own = ["http_answers", "http_request_seconds", "memory_bytes"];
    let other = |line: &&str| !own.iter().any(|name| line.contains(name));
    metrics.lines().filter(other).map(str::to_owned).collect()
}

/// Returns the answers to everything that another guest at the table can request, including the metrics.
async fn probe(client: &mut Client, id: &str) -> Vec<(String, Value)> {
    let mut seen = Vec::new();
    let table = format!("/api/v1/tables/{id}");
    for path in [
        "/api/v1/games".to_owned(),
        "/api/v1/me".to_owned(),
        "/api/v1/me/data".to_owned(),
        "/api/v1/me/statistics".to_owned(),
        "/api/v1/lobby".to_owned(),
        "/api/v1/daily".to_owned(),
        "/api/v1/lessons/kael".to_owned(),
        "/api/v1/lessons/kael/why?step=0&action=good".to_owned(),
        format!("{table}/record"),
        format!("{table}/course"),
        format!("{table}/replay?deal=0"),
        "/healthz".to_owned(),
        "/metrics".to_owned(),
    ] {
        let answer = client.get(&path).await;
        let body = match path.as_str() {
            "/metrics" => json!(without_requests(&answer.body)),
            _ => json!(answer.body),
        };
        seen.push((path, json!([answer.status, body])));
    }
    seen
}

/// Returns a question that changes nothing.
fn why(socket: &mut Socket) -> Value {
    let mut why = socket.order("why");
    why["action"] = json!("kael");
    why
}

/// Checks that while Ann is being advised and has not acted yet, Bo at the same table cannot find it out.
#[tokio::test]
async fn that_somebody_is_advised_shows_at_no_address() {
    let mut server = TestServer::open().await;
    let mut bo = Client::new(server.client.address);
    let ask = json!({"game": "kael", "seats": 2, "open": "friends", "advice": true});
    let id = server.client.open(ask).await;
    let invite = server.client.post(&format!("/api/v1/tables/{id}/invite"), "").await.json();
    let join = format!("/api/v1/invites/{}", invite["token"].as_str().expect("a token"));
    assert_eq!(bo.post(&join, r#"{"name":"Bo"}"#).await.status, 200);
    let mut ann = server.client.wait_at(&id).await;
    let begin = ann.order("begin");
    assert_eq!(ann.command(&begin).await.expect("an answer")["t"], "done");
    let mut bos = bo.sit(&id).await;
    // The dealer chooses how many cards are dealt.
    let dealer = if bos.must_act() { &mut bos } else { &mut ann };
    let many = dealer.legal().pop().expect("the dealer chooses");
    let deal = dealer.act(&many);
    assert_eq!(dealer.command(&deal).await.expect("an answer")["t"], "done");
    // This call makes the server create everything that it creates on demand, so that the comparison below is exact.
    probe(&mut bo, &id).await;
    // When these answers arrive, all earlier messages have been read.
    for socket in [&mut ann, &mut bos] {
        let why = why(socket);
        socket.command(&why).await.expect("an answer");
    }
    let (adviser, others, quiet) =
        if ann.must_act() { (&mut ann, &mut bo, &mut bos) } else { (&mut bos, &mut server.client, &mut ann) };
    let before = probe(others, &id).await;
    for _ in 0..2 {
        let advise = adviser.order("advise");
        assert_eq!(adviser.command(&advise).await.expect("an answer")["t"], "advised");
    }
    assert_eq!(probe(others, &id).await, before);
    // The next message to the other player must be the answer to that player's own question.
    let why = why(quiet);
    quiet.send_text(&why.to_string()).await;
    let next = quiet.next().await.expect("the server goes on");
    assert_eq!((&next["t"], &next["cmd"]), (&json!("answer"), &why["cmd"]), "{next}");
    server.close().await;
}
