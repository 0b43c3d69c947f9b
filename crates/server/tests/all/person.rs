//! Tests that a person's data are shown and deleted on request.

use game::Rng;
use serde_json::{Value, json};

use crate::client::Client;
use crate::test_server::TestServer;

/// Lets Bo take a seat with a link that Ann has made.
async fn join(ann: &mut Client, bo: &mut Client, table: &str) {
    let invite = ann.post(&format!("/api/v1/tables/{table}/invite"), "").await.json();
    let path = format!("/api/v1/invites/{}", invite["token"].as_str().expect("a token"));
    assert_eq!(bo.post(&path, r#"{"name":"Bo"}"#).await.status, 200);
}

#[tokio::test]
async fn all_that_is_kept_is_shown_and_of_nobody_else() {
    let mut server = TestServer::open().await;
    let ann = &mut server.client;
    ann.post("/api/v1/me", r#"{"name":"Ann"}"#).await;
    let alone = ann.open(json!({"game": "schwarze-dame", "bots": ["random"], "options": {"deals": 1}})).await;
    ann.sit(&alone).await.play_to_the_end(&mut Rng::new(5), 60).await;
    let friends = ann.open(json!({"game": "kael", "seats": 2, "open": "friends"})).await;
    let mut bo = Client::new(ann.address);
    join(ann, &mut bo, &friends).await;
    let record = ann.get(&format!("/api/v1/tables/{alone}/record")).await.body;
    let brought = ann.ask("POST", "/api/v1/records", &[("content-type", "application/x-ndjson")], &record).await;
    let answer = ann.get("/api/v1/me/data").await;
    assert_eq!(answer.status, 200);
    let data = answer.json();
    assert_eq!(data["name"], "Ann");
    assert!(data["since"].as_str().expect("a moment").ends_with('Z'));
    let tables = data["tables"].as_array().expect("a list");
    let ids: Vec<&Value> = tables.iter().map(|table| &table["id"]).collect();
    assert_eq!(ids, [&json!(friends), &json!(alone)]);
    assert_eq!((&tables[0]["seat"], &tables[0]["host"], &tables[0]["name"]), (&json!(0), &json!(true), &json!("Ann")));
    assert_eq!(tables[1]["totals"].as_array().expect("it is over").len(), 4);
    assert_eq!(ann.get(tables[1]["record"].as_str().expect("an address")).await.body, record);
    assert_eq!(data["results"].as_array().expect("a list").len(), 1);
    assert_eq!(data["statistics"][0]["own"]["deals"], 1);
    assert_eq!((&data["invites"][0]["table"], data["invites"].as_array().map(Vec::len)), (&json!(friends), Some(1)));
    assert_eq!(data["records"][0]["id"], brought.json()["records"][0]["id"]);
    let theirs = bo.get("/api/v1/me/data").await.json();
    assert_eq!((&theirs["name"], theirs["tables"].as_array().map(Vec::len)), (&json!("Bo"), Some(1)));
    assert_eq!((&theirs["tables"][0]["seat"], &theirs["invites"]), (&json!(1), &json!([])));
    assert!(!theirs.to_string().contains("Ann"), "{theirs}");
    server.close().await;
}

#[tokio::test]
async fn who_is_forgotten_leaves_a_number_and_a_bot_and_others_play_on() {
    let mut server = TestServer::open().await;
    let ann = &mut server.client;
    ann.post("/api/v1/me", r#"{"name":"Annabel"}"#).await;
    let mut bo = Client::new(ann.address);
    // Ann has three matches: one is over, one that she plays alone is not over, and one with Bo is running.
    let over = ann.open(json!({"game": "schwarze-dame", "bots": ["random"], "options": {"deals": 1}})).await;
    ann.sit(&over).await.play_to_the_end(&mut Rng::new(6), 60).await;
    let alone = ann.open(json!({"game": "rouge-et-noir"})).await;
    let asked =
        json!({"game": "schwarze-dame", "open": "friends", "bots": ["random"], "options": {"deals": 1}, "watch": true});
    let both = ann.open(asked).await;
    join(ann, &mut bo, &both).await;
    let mut hers = ann.wait_at(&both).await;
    let mut his = bo.wait_at(&both).await;
    let begin = hers.order("begin");
    assert_eq!(hers.command(&begin).await.expect("an answer")["t"], "done");
    his.frame().await;
    let name_at = |frame: &Value, seat: usize| frame["seats"][seat]["name"].clone();
    assert_eq!(name_at(&his.frame, 0), "Annabel");

    let cookie = ann.cookie.clone();
    let gone = ann.ask("DELETE", "/api/v1/me", &[], "").await;
    assert_eq!((gone.status, gone.body.as_str()), (204, ""));
    assert!(gone.header("set-cookie").expect("a cookie").contains("Max-Age=0"), "{gone:?}");
    // Ann's connection is closed, and Bo's is not.
    while hers.next().await.is_some() {}
    while name_at(&his.frame, 0) != "Player 1" {
        his.frame().await;
    }
    ann.cookie = cookie;
    assert_eq!(ann.get("/api/v1/me").await.json(), json!({"name": "Guest", "tables": []}), "the old token is nobody's");
    assert_eq!(ann.get("/api/v1/me/statistics").await.json(), json!({"games": []}));
    assert_eq!(ann.get(&format!("/api/v1/tables/{alone}/record")).await.status, 404, "nobody else ever played it");
    let record = ann.get(&format!("/api/v1/tables/{over}/record")).await.body;
    assert!(record.contains(r#""names":["Player 1","#) && !record.contains("Annabel"), "{record}");

    // A bot plays Ann's seat to the end, and Bo becomes the host.
    assert_eq!(his.frame["seats"][0]["bot"], "random");
    his.play_to_the_end(&mut Rng::new(7), 60).await;
    let order = his.order("rematch");
    assert_eq!(his.command(&order).await.expect("an answer")["t"], "done");
    assert_eq!(bo.get("/api/v1/me/statistics").await.json()["games"][0]["own"]["deals"], 1, "his results are his");
    let record = bo.get(&format!("/api/v1/tables/{both}/record")).await.body;
    assert!(record.contains("Player 1") && !record.contains("Annabel"), "{record}");
    server.close().await;
}

#[tokio::test]
async fn another_sites_page_can_neither_forget_anybody_nor_can_one_be_forgotten_twice() {
    let mut server = TestServer::open().await;
    let client = &mut server.client;
    client.post("/api/v1/me", r#"{"name":"Ann"}"#).await;
    let foreign = [("origin", "https://example.org")];
    assert_eq!(client.ask("DELETE", "/api/v1/me", &foreign, "").await.error().1, "origin");
    assert_eq!(client.get("/api/v1/me").await.json()["name"], "Ann");
    let cookie = client.cookie.clone();
    for _ in 0..2 {
        client.cookie = cookie.clone();
        assert_eq!(client.ask("DELETE", "/api/v1/me", &[], "").await.status, 204);
    }
    server.close().await;
}

#[tokio::test]
async fn a_game_is_removed_from_the_list_and_the_next_deal_that_waits_is_told() {
    let mut server = TestServer::open().await;
    let ann = &mut server.client;
    let mut bo = Client::new(ann.address);
    // A game that nobody else plays is deleted when its person removes it, whether its table is in memory or not.
    for awake in [false, true] {
        let alone = ann.open(json!({"game": "rouge-et-noir"})).await;
        let path = format!("/api/v1/tables/{alone}/seat");
        assert_eq!(bo.ask("DELETE", &path, &[], "").await.status, 403, "somebody else's");
        let line = if awake { Some(ann.sit(&alone).await) } else { None };
        assert_eq!(ann.ask("DELETE", &path, &[], "").await.status, 204);
        if let Some(mut line) = line {
            while line.next().await.is_some() {}
        }
        assert_eq!(ann.get("/api/v1/me").await.json()["tables"], json!([]));
        assert_eq!(ann.ask("DELETE", &path, &[], "").await.status, 404, "twice");
    }
    // A game that Ann plays with Bo goes on without her.
    let asked = json!({"game": "schwarze-dame", "open": "friends", "bots": ["random"], "options": {"deals": 2}});
    let both = ann.open(asked).await;
    join(ann, &mut bo, &both).await;
    let mut hers = ann.wait_at(&both).await;
    let mut his = bo.wait_at(&both).await;
    let begin = hers.order("begin");
    assert_eq!(hers.command(&begin).await.expect("an answer")["t"], "done");
    his.frame().await;
    assert_eq!(ann.ask("DELETE", &format!("/api/v1/tables/{both}/seat"), &[], "").await.status, 204);
    assert_eq!(ann.get("/api/v1/me").await.json()["tables"], json!([]));
    // Between two deals the table waits for Bo until he requests the next deal.
    let mut rng = Rng::new(8);
    while his.frame["phase"] == "deal" {
        match his.choose(&mut rng) {
            Some(order) => drop(his.command(&order).await),
            None => drop(his.frame().await),
        }
    }
    let mine = bo.get("/api/v1/me").await.json()["tables"][0].clone();
    assert_eq!((&mine["your_turn"], &mine["your_next"]), (&json!(false), &json!(true)), "{mine}");
    let next = his.order("next");
    assert_eq!(his.command(&next).await.expect("an answer")["t"], "done");
    let mine = bo.get("/api/v1/me").await.json()["tables"][0].clone();
    assert_eq!(mine["your_next"], json!(false), "{mine}");
    server.close().await;
}

#[tokio::test]
async fn who_is_forgotten_is_in_no_memory_and_the_own_imported_records_go_too() {
    let mut server = TestServer::open().await;
    let ann = &mut server.client;
    ann.post("/api/v1/me", r#"{"name":"Annabel"}"#).await;
    let mut bo = Client::new(ann.address);
    bo.post("/api/v1/me", r#"{"name":"Bo"}"#).await;
    let import = async |client: &mut Client, record: &str| -> String {
        let headers = [("content-type", "application/x-ndjson")];
        let brought = client.ask("POST", "/api/v1/records", &headers, record).await.json();
        brought["records"][0]["id"].as_str().expect("an id").to_owned()
    };
    // Ann imports two records of a match that she played alone: in one she has her own name, in the other a name that
    // many people have.
    let asked = json!({"game": "schwarze-dame", "bots": ["random"], "options": {"deals": 1}});
    let alone = ann.open(asked.clone()).await;
    ann.sit(&alone).await.play_to_the_end(&mut Rng::new(11), 60).await;
    let named = ann.get(&format!("/api/v1/tables/{alone}/record")).await.body;
    let unnamed = named.replace("Annabel", "You");
    assert_ne!(named, unnamed);
    let mut records = Vec::new();
    for record in [&named, &unnamed] {
        records.push(import(ann, record).await);
    }
    let his = import(&mut bo, &named.replace("Annabel", "Somebody")).await;
    // At a public table, both players talk and a spectator reads along.
    let asked = json!({"game": "schwarze-dame", "open": "public", "chat": "free", "watch": true});
    let table = ann.open(asked).await;
    let mut hers = ann.wait_at(&table).await;
    assert_eq!(bo.post(&format!("/api/v1/tables/{table}/seat"), "{}").await.status, 200);
    let mut his_line = bo.wait_at(&table).await;
    for (socket, words) in [(&mut hers, "from Annabel"), (&mut his_line, "Annabel, hello")] {
        let mut order = socket.order("say");
        order["text"] = json!(words);
        assert_eq!(socket.command(&order).await.expect("an answer")["t"], "done");
    }
    let begin = hers.order("begin");
    assert_eq!(hers.command(&begin).await.expect("an answer")["t"], "done");
    assert!(bo.get("/api/v1/lobby").await.body.contains("Annabel"));
    // Bo reports Ann, and Ann reports Bo.
    let report = |seat: u8| json!({"seat": seat, "words": "rude"}).to_string();
    for (client, seat) in [(&mut bo, 0), (&mut *ann, 1)] {
        let path = format!("/api/v1/tables/{table}/reports");
        assert_eq!(client.post(&path, &report(seat)).await.status, 204);
    }

    assert_eq!(ann.ask("DELETE", "/api/v1/me", &[], "").await.status, 204);
    while hers.next().await.is_some() {}
    while his_line.frame["seats"][0]["name"] != "Player 1" {
        his_line.frame().await;
    }
    for id in &records {
        assert_eq!(bo.get(&format!("/api/v1/records/{id}")).await.status, 404, "she brought it");
    }
    assert_eq!(bo.get(&format!("/api/v1/records/{his}")).await.status, 200, "he brought it");
    let mut again = bo.listen(&table).await;
    let mut why = again.order("why");
    why["action"] = json!("nothing");
    again.command(&why).await.expect("an answer");
    let texts = again.texts.take().expect("kept").join("\n");
    assert!(texts.contains("Player 1") && !texts.contains("from Annabel") && !texts.contains("\"Annabel\""), "{texts}");
    assert!(texts.contains("Annabel, hello"), "what he said is his: {texts}");
    assert!(!bo.get("/api/v1/lobby").await.body.contains("Annabel"));
    let store = server.store.clone().expect("a file");
    let reports = store::HostStore::reports(&*store, false, 9).await.expect("readable");
    assert_eq!(reports.len(), 1, "what was reported of her is gone");
    assert!(!reports[0].lines.contains("\"Annabel\"") && reports[0].lines.contains("\"Player 1\""), "{reports:?}");
    drop(store);
    server.close().await;
}
