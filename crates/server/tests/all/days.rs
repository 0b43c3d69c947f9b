//! Tests of the deals of the day: the same for everybody, one try each, and nothing makes a second one or helps.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, SystemTime};

use game::Rng;
use serde_json::{Value, json};
use server::{Config, DaysConfig, Limits, Pace};
use tokio::time::sleep;

use crate::client::{Answer, Client, Socket};
use crate::test_server::{TestServer, refused};

/// Noon of 2026-12-01, and the length of a day, in milliseconds.
const NOON: i64 = 1_796_126_400_000;
const DAY: i64 = 86_400_000;
const TODAY: &str = "2026-12-01";

/// Returns how far noon is ahead of the clock of the system, and a configuration of days with this clock. The champion
/// plays one match.
fn noon() -> (Arc<AtomicI64>, DaysConfig) {
    let now = SystemTime::UNIX_EPOCH.elapsed().expect("after 1970").as_millis() as i64;
    let ahead_ms = Arc::new(AtomicI64::new(NOON - now));
    (ahead_ms.clone(), DaysConfig { par_matches: 1, ahead_ms })
}

/// Starts a server at noon. The clock of its days is returned.
async fn server_in(data: tempfile::TempDir, pace: Pace) -> (TestServer, Arc<AtomicI64>) {
    let (clock, days) = noon();
    let limits = Limits { commands_per_s: 0, ..Limits::default() };
    (TestServer::of(data, |config| Config { pace, limits, days, ..config }).await, clock)
}

async fn server() -> (TestServer, Arc<AtomicI64>) {
    server_in(tempfile::tempdir().expect("a folder"), Pace::fixed(0)).await
}

async fn guest(server: &TestServer) -> Client {
    let mut client = Client::new(server.client.address);
    client.come().await;
    client
}

async fn ask(client: &mut Client, date: &str, game: &str, deal: usize) -> Answer {
    client.post(&format!("/api/v1/days/{date}/{game}/{deal}"), "").await
}

/// Opens a deal of today, and returns its table.
async fn open(client: &mut Client, game: &str, deal: usize) -> String {
    let answer = ask(client, TODAY, game, deal).await;
    assert_eq!(answer.status, 201, "{answer:?}");
    assert_eq!(answer.json()["seat"], deal);
    answer.json()["id"].as_str().expect("an id").to_owned()
}

/// Opens a deal of today and plays it to its end. Returns the table.
async fn play(client: &mut Client, game: &str, deal: usize) -> String {
    let table = open(client, game, deal).await;
    client.sit(&table).await.play_to_the_end(&mut Rng::new(deal as u64), 0).await;
    table
}

async fn results(client: &mut Client, game: &str) -> Value {
    let answer = client.get(&format!("/api/v1/days/{TODAY}/{game}")).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    answer.json()
}

/// Returns a property of each first try.
async fn tries(client: &mut Client, game: &str, key: &str) -> Vec<Value> {
    let field = results(client, game).await;
    field["tries"].as_array().expect("a list").iter().map(|one| one[key].clone()).collect()
}

/// Returns the deals that are shown of the people and bots who have played.
fn shown(field: &Value) -> Vec<usize> {
    let runs = field["runs"].as_array().expect("a list");
    (0..4).filter(|deal| runs.iter().any(|run| !run["deals"][deal].is_null())).collect()
}

/// Returns the number of people who have finished all deals.
fn people(field: &Value) -> u64 {
    field["totals"].as_array().expect("known").iter().filter_map(|one| one["people"].as_u64()).sum()
}

/// Returns the actions of a finished deal, sorted, because those of simultaneous choices have no order.
async fn actions(client: &mut Client, table: &str) -> Vec<String> {
    let record = client.get(&format!("/api/v1/tables/{table}/record")).await;
    assert_eq!(record.status, 200, "{record:?}");
    let raw = table::record::Raw::read(record.body.trim_end()).expect("a record");
    catalog::check(&raw).expect("a record without fault");
    let mut actions: Vec<String> =
        serde_json::from_value(record.json()["deals"][0]["actions"].clone()).expect("a list of texts");
    actions.sort();
    actions
}

async fn order(socket: &mut Socket, kind: &str, with: Value) -> Value {
    let mut order = socket.order(kind);
    with.as_object().expect("an object").iter().for_each(|(key, value)| order[key] = value.clone());
    socket.command(&order).await.expect("the server goes on")
}

#[tokio::test]
async fn every_game_has_four_deals_in_order_and_the_same_for_everybody() {
    let (server, _) = server().await;
    let (mut ann, mut bo) = (guest(&server).await, guest(&server).await);
    for game in ["schwarze-dame", "hearts", "kael", "la-dame-noire"] {
        let early = ask(&mut ann, TODAY, game, 1).await.error();
        assert_eq!((early.0, early.1.as_str()), (400, "day_deal"));
        let commitments = results(&mut ann, game).await["commitments"].clone();
        for deal in 0..4 {
            let tables = (open(&mut ann, game, deal).await, open(&mut bo, game, deal).await);
            for (person, table) in [(&mut ann, &tables.0), (&mut bo, &tables.1)] {
                let mut socket = person.sit(table).await;
                assert_eq!(socket.frame["commitment"], commitments[deal], "{game}");
                socket.play_to_the_end(&mut Rng::new(deal as u64), 0).await;
            }
            if ["schwarze-dame", "hearts"].contains(&game) {
                // The same choices meet the same bots, whoever makes them.
                let (one, other) = (actions(&mut ann, &tables.0).await, actions(&mut bo, &tables.1).await);
                assert_eq!(one, other, "{game}");
            }
        }
        assert_eq!(tries(&mut ann, game, "counts").await, [true; 4]);
        assert_eq!(people(&results(&mut ann, game).await), 2, "{game}");
    }
    let days = ann.get("/api/v1/days").await.json();
    assert_eq!((&days["today"], days["tries"].as_array().map(Vec::len)), (&json!(TODAY), Some(16)), "{days}");
    for (date, game) in [(TODAY, "rouge-et-noir"), ("2026-12-02", "kael"), ("2026-1-1", "kael"), ("2020-01-01", "kael")]
    {
        let answer = ask(&mut ann, date, game, 0).await;
        assert_eq!((answer.status, answer.error().1.as_str()), (400, "no_day"), "{date} {game}");
    }
    server.close().await;
}

#[tokio::test]
async fn bots_are_the_same_after_the_server_has_begun_anew() {
    let (server, _) = server().await;
    let (mut ann, mut bo) = (guest(&server).await, guest(&server).await);
    let (anns, bos) = (open(&mut ann, "hearts", 0).await, open(&mut bo, "hearts", 0).await);
    let mut straight = ann.sit(&anns).await;
    while !straight.is_over() {
        choose_or_wait(&mut straight).await;
    }
    let mut broken = bo.sit(&bos).await;
    while broken.seen.len() < 7 {
        choose_or_wait(&mut broken).await;
    }
    drop(broken);
    let data = server.close().await;
    let (server, _) = server_in(data, Pace::fixed(0)).await;
    (ann.address, bo.address) = (server.client.address, server.client.address);
    assert_eq!(open(&mut bo, "hearts", 0).await, bos, "whoever comes back goes on");
    let mut broken = bo.sit(&bos).await;
    while !broken.is_over() {
        choose_or_wait(&mut broken).await;
    }
    assert_eq!(actions(&mut ann, &anns).await, actions(&mut bo, &bos).await);
    server.close().await;
}

/// Makes the first legal choice, or waits for the next frame.
async fn choose_or_wait(socket: &mut Socket) {
    if !socket.must_act() {
        return drop(socket.frame().await);
    }
    let action = socket.legal()[0].clone();
    let command = socket.act(&action);
    let _ = socket.command(&command).await.expect("an answer");
}

#[tokio::test]
async fn one_try_counts_and_the_first_result_stands() {
    let (server, _) = server().await;
    let mut ann = guest(&server).await;
    for deal in 0..4 {
        play(&mut ann, "schwarze-dame", deal).await;
    }
    let first = tries(&mut ann, "schwarze-dame", "points").await;
    let data = ann.get("/api/v1/me/data").await.json();
    assert_eq!(data["tries"].as_array().map(Vec::len), Some(4), "{data}");
    assert!(first.len() == 4 && first.iter().all(Value::is_i64), "{first:?}");
    // Another time is practice, whatever the person deletes in between.
    assert_eq!(ann.ask("DELETE", "/api/v1/me/statistics", &[], "").await.status, 200);
    for deal in [0, 3] {
        let table = play(&mut ann, "schwarze-dame", deal).await;
        assert_eq!(ann.get(&format!("/api/v1/tables/{table}/record")).await.status, 200);
    }
    assert_eq!(tries(&mut ann, "schwarze-dame", "points").await, first);
    let statistics = ann.get("/api/v1/me/statistics").await.json();
    assert_eq!(statistics["games"], json!([]), "practice counts nowhere");
    // A second device of the same person has the same tries. So has a guest who becomes that person.
    let mut guest = guest(&server).await;
    play(&mut guest, "schwarze-dame", 0).await;
    let link = ann.post("/api/v1/me/device", "").await.json();
    let joined = guest.post(&format!("/api/v1/devices/{}", link["token"].as_str().expect("a token")), "").await;
    assert_eq!(joined.status, 204, "{joined:?}");
    assert_eq!(tries(&mut guest, "schwarze-dame", "points").await, first);
    play(&mut guest, "schwarze-dame", 0).await;
    assert_eq!(tries(&mut guest, "schwarze-dame", "points").await, first);
    server.close().await;
}

#[tokio::test]
async fn two_devices_that_begin_at_the_same_time_share_one_try() {
    let (server, _) = server().await;
    let ann = guest(&server).await;
    let begun = (0..6).map(|_| {
        let mut device = ann.clone();
        tokio::spawn(async move { open(&mut device, "kael", 0).await })
    });
    let mut tables = Vec::new();
    for one in begun.collect::<Vec<_>>() {
        tables.push(one.await.expect("no panic"));
    }
    tables.dedup();
    assert_eq!(tables.len(), 1, "{tables:?}");
    server.close().await;
}

#[tokio::test]
async fn nobody_joins_leaves_or_helps_at_a_deal_of_the_day() {
    let (server, _) = server_in(tempfile::tempdir().expect("a folder"), Pace::fixed(60_000)).await;
    let (mut ann, mut bo) = (guest(&server).await, guest(&server).await);
    let table = open(&mut ann, "schwarze-dame", 0).await;
    let mut socket = ann.sit(&table).await;
    refused(&order(&mut socket, "leave", json!({})).await, "day", "the players stay");
    refused(&order(&mut socket, "advise", json!({})).await, "advice_is_off", "off");
    refused(&order(&mut socket, "analyse", json!({"deal": 0})).await, "deal_goes_on", "");
    assert_eq!(order(&mut socket, "undo", json!({"n": 1})).await["t"], "refused");
    assert_eq!(order(&mut socket, "stand_in", json!({"seat": 0, "on": true})).await["t"], "refused");
    assert_eq!(order(&mut socket, "settings", json!({"settings": {"advice": true}})).await["t"], "refused");
    assert_eq!(order(&mut socket, "bot", json!({"seat": 1, "level": "random"})).await["t"], "refused");
    let path = |rest: &str| format!("/api/v1/tables/{table}/{rest}");
    for (method, rest, key) in
        [("DELETE", "seat", "day"), ("POST", "seats/1/engine", "day"), ("POST", "invite", "bots_only")]
    {
        let answer = ann.ask(method, &path(rest), &[], "").await;
        assert_eq!((answer.status, answer.error().1.as_str()), (400, key), "{rest}");
    }
    // Whoever comes back has the same table, and nobody else sees it.
    assert_eq!(open(&mut ann, "schwarze-dame", 0).await, table);
    let stranger = bo.connect(&table, None).await.err().expect("the table is not shown");
    assert_eq!(stranger.status, 403, "{stranger:?}");
    assert_eq!(bo.post(&path("seat"), "{}").await.error().1, "not_your_table");
    let course = bo.get(&path("course")).await;
    assert_eq!(course.status, 403, "{course:?}");
    server.close().await;
}

#[tokio::test]
async fn a_deal_is_shown_to_those_who_have_finished_it_and_to_everybody_when_the_day_is_over() {
    let (server, clock) = server().await;
    let (mut ann, mut bo) = (guest(&server).await, guest(&server).await);
    let table = play(&mut ann, "schwarze-dame", 0).await;
    let mut nobody = Client::new(ann.address);
    let status = async |client: &mut Client| {
        let position = json!({"deal": 0, "step": 0, "seat": 1}).to_string();
        [
            client.get(&format!("/api/v1/tables/{table}/record")).await.status,
            client.get(&format!("/api/v1/tables/{table}/replay?deal=0")).await.status,
            client.post(&format!("/api/v1/tables/{table}/practice"), &position).await.status,
        ]
    };
    assert_eq!(tries(&mut ann, "schwarze-dame", "points").await.len(), 1);
    assert_eq!(status(&mut ann).await, [200, 200, 201], "the own deal is over");
    assert_eq!(status(&mut bo).await, [403, 403, 403]);
    assert_eq!(nobody.get(&format!("/api/v1/tables/{table}/record")).await.error().1, "day_goes_on");
    // Neither a deal that is begun, nor another deal, nor practice opens it.
    let begun = open(&mut bo, "schwarze-dame", 0).await;
    play(&mut bo, "hearts", 0).await;
    assert_eq!(status(&mut bo).await, [403, 403, 403]);
    let field = results(&mut bo, "schwarze-dame").await;
    assert_eq!(field["totals"], Value::Null);
    assert!(shown(&field).is_empty(), "{field}");
    bo.sit(&begun).await.play_to_the_end(&mut Rng::new(2), 0).await;
    assert_eq!(shown(&results(&mut bo, "schwarze-dame").await), [0]);
    assert_eq!(status(&mut bo).await, [200, 200, 201]);

    let before = results(&mut nobody, "schwarze-dame").await;
    assert!(before["over"] == false && before["seeds"].is_null() && shown(&before).is_empty(), "{before}");
    clock.fetch_add(DAY, Ordering::Relaxed);
    let after = results(&mut nobody, "schwarze-dame").await;
    assert_eq!(after["commitments"], before["commitments"]);
    for deal in 0..4 {
        let seed: cards::Seed = after["seeds"][deal].as_str().expect("hex").parse().expect("a seed");
        assert_eq!(after["commitments"][deal], seed.commitment().to_string());
    }
    assert_eq!(shown(&after)[0], 0, "{after}");
    assert_eq!(nobody.get(&format!("/api/v1/tables/{table}/record")).await.status, 200);
    server.close().await;
}

#[tokio::test]
async fn what_ends_after_midnight_does_not_count() {
    let (server, clock) = server().await;
    let (mut ann, mut bo) = (guest(&server).await, guest(&server).await);
    for deal in 0..4 {
        play(&mut bo, "hearts", deal).await;
    }
    for deal in 0..3 {
        play(&mut ann, "hearts", deal).await;
    }
    let last = open(&mut ann, "hearts", 3).await;
    clock.fetch_add(DAY, Ordering::Relaxed);
    ann.sit(&last).await.play_to_the_end(&mut Rng::new(3), 0).await;
    assert_eq!(tries(&mut ann, "hearts", "counts").await, [true, true, true, false], "it is told to her");
    assert_eq!(people(&results(&mut ann, "hearts").await), 1, "Bo alone");
    // The past day is practice, which can be left, and which changes nothing when it is played.
    let first = tries(&mut ann, "hearts", "points").await;
    let practice = open(&mut ann, "hearts", 2).await;
    assert_eq!(ann.ask("DELETE", &format!("/api/v1/tables/{practice}/seat"), &[], "").await.status, 204);
    for deal in [1, 3] {
        play(&mut ann, "hearts", deal).await;
    }
    assert_eq!(tries(&mut ann, "hearts", "points").await, first);
    assert_eq!(people(&results(&mut ann, "hearts").await), 1, "Bo alone");
    server.close().await;
}

#[tokio::test]
async fn few_results_of_a_network_count_and_the_others_are_told_so() {
    let near = "127.0.0.1".parse().expect("an address");
    let (_, days) = noon();
    let data = tempfile::tempdir().expect("a folder");
    let server = TestServer::of(data, |config| Config { trusted_proxies: vec![near], days, ..config }).await;
    let begin = async |address: &str| {
        let mut client = Client::new(server.client.address);
        let headers = [("x-forwarded-for", address), ("content-type", "application/json")];
        let answer = client.ask("POST", &format!("/api/v1/days/{TODAY}/kael/0"), &headers, "").await;
        assert_eq!(answer.status, 201, "{answer:?}");
        let counts = tries(&mut client, "kael", "counts").await[0] == true;
        (counts, client)
    };
    for n in 0..6 {
        let (counts, mut client) = begin("203.0.113.7").await;
        assert_eq!(counts, n < 4, "{n}");
        // Whoever deletes themselves makes no room for a new guest.
        let deleted = client.ask("DELETE", "/api/v1/me", &[], "").await;
        assert_eq!(deleted.status, 204, "{deleted:?}");
    }
    assert!(begin("198.51.100.7").await.0, "of another network");
    server.close().await;
}

#[tokio::test]
async fn par_comes_in_the_background_and_is_told_deal_by_deal() {
    let (server, _) = server().await;
    let mut ann = guest(&server).await;
    play(&mut ann, "schwarze-dame", 0).await;
    let mut field = results(&mut ann, "schwarze-dame").await;
    while field["par_known"] == false {
        sleep(Duration::from_millis(100)).await;
        field = results(&mut ann, "schwarze-dame").await;
    }
    assert_eq!((shown(&field), &field["totals"]), (vec![0], &Value::Null), "{field}");
    for deal in 1..4 {
        play(&mut ann, "schwarze-dame", deal).await;
    }
    let field = results(&mut ann, "schwarze-dame").await;
    assert_eq!((shown(&field), people(&field)), (vec![0, 1, 2, 3], 1), "{field}");
    let levels: Vec<&Value> = field["runs"].as_array().expect("a list").iter().map(|run| &run["level"]).collect();
    assert_eq!(levels.len(), 12, "ten matches of bots, one of the champion, and Ann's: {field}");
    assert_eq!(levels.iter().filter(|level| **level == "champion").count(), 1);
    let champion = field["runs"].as_array().expect("a list").iter().find(|run| run["level"] == "champion");
    let par: i64 = (0..4).filter_map(|deal| champion.expect("one")["deals"][deal]["points"].as_i64()).sum();
    let one = &ann.get("/api/v1/days").await.json()["tries"][0];
    assert!(one["par"] == par as f64 && one["points"].is_i64() && one["counts"] == true, "{one}");
    server.close().await;
}
