//! Tests of the host's settings at the start of the server: the mode of chat, forbidden words, and the host's own
//! pages.

use std::sync::Arc;

use serde_json::{Value, json};
use server::{Config, HostPages, Pace, TalkRules, WordFilter};

use crate::client::{Client, Socket};
use crate::test_server::{TestServer, refused};

async fn server_with(with: impl FnOnce(Config) -> Config) -> TestServer {
    let data = tempfile::tempdir().expect("a folder");
    TestServer::of(data, |config| with(Config { pace: Pace::fixed(0), ..config })).await
}

/// Returns the next message of a type.
async fn message(socket: &mut Socket, kind: &str) -> Value {
    loop {
        let message = socket.next().await.expect("the server goes on");
        if message["t"] == kind {
            return message;
        }
    }
}

async fn say(socket: &mut Socket, text: &str) -> Value {
    let mut order = socket.order("say");
    order["text"] = json!(text);
    socket.command(&order).await.expect("an answer")
}

const TABLE: &str = r#"{"game":"kael","seats":2,"open":"public","chat":"free"}"#;

/// Opens a table at which Ann and Bo wait. Returns both sockets and the last `room` message.
async fn together(ann: &mut Client, bo: &mut Client) -> (Socket, Socket, Value) {
    ann.post("/api/v1/me", r#"{"name":"Ann"}"#).await;
    bo.post("/api/v1/me", r#"{"name":"Bo"}"#).await;
    let id = ann.open(serde_json::from_str(TABLE).expect("JSON")).await;
    assert_eq!(bo.post(&format!("/api/v1/tables/{id}/seat"), "{}").await.status, 200);
    let hers = ann.wait_at(&id).await;
    let mut line = bo.line(&id, &[]).await.expect("he sits there");
    let room = message(&mut line, "room").await;
    (hers, line, room)
}

#[tokio::test]
async fn words_of_the_list_are_masked_for_everybody_and_no_name_has_one() {
    let words = Arc::new(WordFilter::read("bad\ngo away\n").expect("a list"));
    let talk = TalkRules { phrases_only: false, words };
    let mut server = server_with(|config| Config { talk, ..config }).await;
    let mut bo = Client::new(server.client.address);
    let (mut hers, mut his, room) = together(&mut server.client, &mut bo).await;
    assert_eq!(room["settings"]["chat"], "free");
    assert_eq!(say(&mut hers, "what a BAD hand, go  away").await["t"], "done");
    let talk = message(&mut his, "talk").await;
    assert_eq!(talk["lines"][0]["text"], "what a *** hand, ***", "{talk}");
    for (path, body) in
        [("/api/v1/me", r#"{"name":"Bad Bo"}"#), ("/api/v1/quick", r#"{"game":"kael","name":"ＢＡＤ"}"#)]
    {
        assert_eq!(bo.post(path, body).await.error().1, "name_words", "{path}");
    }
    assert_eq!(bo.get("/api/v1/me").await.json()["name"], "Bo");
    assert_eq!(bo.post("/api/v1/me", r#"{"name":"Badminton"}"#).await.status, 200, "a whole word is compared");
    server.close().await;
}

#[tokio::test]
async fn where_phrases_alone_are_allowed_a_table_says_so_and_keeps_what_it_agreed_on() {
    let talk = TalkRules { phrases_only: true, ..TalkRules::default() };
    let mut server = server_with(|config| Config { talk, ..config }).await;
    let mut bo = Client::new(server.client.address);
    let (mut hers, mut his, room) = together(&mut server.client, &mut bo).await;
    assert_eq!(room["settings"]["chat"], "phrases", "the page has no field for text then");
    assert_eq!(server.client.get("/api/v1/host").await.json(), json!({"pages": [], "chat": "phrases"}));
    refused(&say(&mut hers, "hello").await, "phrases_only", "Only ready-made phrases");
    let mut phrase = hers.order("phrase");
    phrase["phrase"] = json!("thanks");
    assert_eq!(hers.command(&phrase).await.expect("an answer")["t"], "done");
    assert_eq!(message(&mut his, "talk").await["lines"][0]["phrase"], "thanks");
    // The host changes the setting back.
    let id = room["table"].as_str().expect("an id").to_owned();
    let mut ann = server.client.clone();
    let data = server.close().await;
    let server = TestServer::of(data, |config| config).await;
    ann.address = server.client.address;
    let mut line = ann.line(&id, &[]).await.expect("she sits there");
    assert_eq!(message(&mut line, "room").await["settings"]["chat"], "free");
    assert_eq!(say(&mut line, "hello").await["t"], "done");
    server.close().await;
}

#[tokio::test]
async fn pages_that_are_filled_in_are_shown_in_their_readers_language_and_run_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("written");
    write("privacy.md", "# Privacy\n\nWe keep *little*. <script>alert(1)</script>\n");
    write("privacy.de.md", "# Datenschutz\n");
    write("contact.md", "[mail](mailto:host@example.org)\n");
    let pages = HostPages::read(folder.path()).expect("pages");
    let mut server = server_with(|config| Config { pages, ..config }).await;
    let client = &mut server.client;
    assert_eq!(client.get("/api/v1/host").await.json(), json!({"pages": ["privacy", "contact"], "chat": "free"}));
    let page = client.get("/privacy").await;
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    assert!(page.body.contains("We keep <em>little</em>. &lt;script&gt;"), "{page:?}");
    let policy = page.header("content-security-policy").expect("a policy").to_owned();
    assert_eq!(Some(policy.as_str()), client.get("/").await.header("content-security-policy"), "as everywhere");
    assert!(!policy.contains("unsafe-inline") && !page.body.contains("style="), "{policy}");
    assert!(client.get("/privacy?lang=de").await.body.contains("Datenschutz"));
    let german = client.ask("GET", "/privacy", &[("accept-language", "de-CH,de;q=0.9")], "").await;
    assert!(german.body.contains("<html lang=\"de\">"), "{german:?}");
    assert!(client.get("/contact").await.body.contains("href=\"mailto:host@example.org\""));
    assert_eq!(client.get("/host.css").await.header("content-type"), Some("text/css; charset=utf-8"));
    // A page that the host does not provide answers like an address that does not exist.
    let (none, nowhere) = (client.get("/imprint").await, client.get("/nowhere").await);
    assert_eq!((none.status, none.body), (nowhere.status, nowhere.body));
    assert!(client.cookie.is_none(), "a reader begins no session");
    server.close().await;
}
