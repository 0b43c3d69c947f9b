//! Checks answers to HTTP requests, metrics and logs. They must not reveal hidden cards, or that the server works for
//! somebody else. Work for a request must end with the request.

use std::collections::{BTreeMap, BTreeSet};
use std::future::ready;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use cards::Card;
use game::{Rng, Seat};
use serde_json::{Value, json};
use store::{EventStore, LogEntry};
use table::Intent;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

#[path = "../../tests/all/client.rs"]
pub(super) mod client;

use client::{Client, Socket};

use super::Server;
use crate::tables::Tables;
use crate::turns::JobOwner;
use crate::work::Cancel;
use crate::{Config, Limits, Pace};

/// A server in this process, with access to its internals.
pub(super) struct TestServer {
    pub(super) client: Client,
    tables: Arc<Tables>,
    pub(super) store: Option<Arc<store::Sqlite>>,
    stop: oneshot::Sender<()>,
    running: JoinHandle<std::io::Result<()>>,
    _data: tempfile::TempDir,
}

impl TestServer {
    pub(super) async fn open() -> TestServer {
        let data = tempfile::tempdir().expect("a folder");
        // The simulated players act faster than people, so the number of commands is not limited.
        let limits = Limits { commands_per_s: 0, ..Limits::default() };
        let config = Config::new("127.0.0.1:0".parse().expect("an address"), data.path().to_owned());
        let config = Config { pace: Pace::fixed(0), limits, ..config };
        let store = Arc::new(store::Sqlite::open(data.path()).expect("a store"));
        let server = Server::bind(config, ready(Ok(store.clone() as Arc<dyn EventStore>))).await.expect("it starts");
        let (client, tables) = (Client::new(server.address()), server.app.tables.clone());
        let (stop, stopped) = oneshot::channel::<()>();
        let running = tokio::spawn(server.run(async {
            let _ = stopped.await;
        }));
        TestServer { client, tables, store: Some(store), stop, running, _data: data }
    }

    /// Stops the server. That may take five seconds at most, whatever the server is doing.
    pub(super) async fn close(mut self) {
        self.store = None;
        drop(self.tables);
        drop(self.stop);
        let ended = tokio::time::timeout(Duration::from_secs(5), self.running).await.expect("within five seconds");
        ended.expect("no panic").expect("a clean end");
        assert_eq!(crate::panics(), 0, "the server met a bug: see what was written above");
    }
}

/// The values of the parameters in paths. The key of each is the path up to and including the parameter.
type Names = [(&'static str, String)];

/// Returns the address of every GET request in the description of the API. So the tests include new routes without a
/// change.
async fn addresses(client: &mut Client, names: &Names) -> Vec<String> {
    let document = client.get("/openapi.json").await.json();
    let hosts = ["/metrics", "/healthz", "/privacy", "/imprint?lang=de", "/contact"];
    let mut addresses: Vec<String> = hosts.map(str::to_owned).to_vec();
    for (path, operations) in document["paths"].as_object().expect("paths") {
        let Some(get) = operations.get("get") else { continue };
        let known = names.iter().find(|(prefix, _)| path.starts_with(prefix));
        let address = match known {
            Some((prefix, name)) => {
                let filled = prefix.replace(&prefix[prefix.find('{').expect("a parameter")..], name);
                path.replacen(prefix, &filled, 1)
            }
            None => path.clone(),
        };
        assert!(!address.contains('{'), "{path} is new: say what stands for its parameter");
        let mut queries = vec![String::new()];
        for parameter in get["parameters"].as_array().into_iter().flatten().filter(|one| one["in"] == "query") {
            let values: &[&str] = match parameter["name"].as_str().expect("a name") {
                "deal" => &["deal=0"],
                "viewer" => &["viewer=all", "viewer=0", "viewer=1", "viewer=2"],
                "step" => &["step=0"],
                "action" => &["action=play+Qs"],
                "game" => &["game=kael"],
                "shuffles" => &["shuffles=0", "shuffles=1"],
                other => panic!("{path}: say what to ask for with {other}"),
            };
            queries = values.iter().flat_map(|value| queries.iter().map(move |q| format!("{q}&{value}"))).collect();
        }
        addresses.extend(queries.iter().map(|query| match query.strip_prefix('&') {
            Some(query) => format!("{address}?{query}"),
            None => address.clone(),
        }));
    }
    addresses
}

/// Requests every address as this client. Returns the answers by address.
async fn everything(client: &mut Client, names: &Names) -> BTreeMap<String, String> {
    let mut answers = BTreeMap::new();
    for address in addresses(client, names).await {
        let answer = client.get(&address).await;
        // These lines and the time are left out, because requests count themselves, and tests that run at the same time
        // share the memory of the process.
        let own = ["http_answers", "http_request_seconds", "memory_bytes"];
        let counts = |line: &str| own.iter().any(|name| line.contains(name));
        let body: Vec<&str> = answer.body.lines().filter(|line| !counts(line)).collect();
        let body = body.join("\n");
        let (before, time) = body.split_once("\"now_ms\":").unwrap_or((&body, ""));
        let after = time.trim_start_matches(|c: char| c.is_ascii_digit());
        answers.insert(address, format!("{} {before}{after}", answer.status));
    }
    answers
}

fn names_of(table: &str, invite: &str) -> [(&'static str, String); 7] {
    // Of today, the first request begins matches of bots.
    let yesterday = jiff::Timestamp::now().to_zoned(jiff::tz::TimeZone::UTC).date().yesterday().expect("a date");
    [
        ("/api/v1/days/{date}/{game}", format!("{yesterday}/kael")),
        ("/api/v1/tables/{id}", table.to_owned()),
        ("/api/v1/records/{id}", "nothing".to_owned()),
        ("/api/v1/invites/{token}", invite.to_owned()),
        ("/api/v1/devices/{token}", "nothing".to_owned()),
        ("/api/v1/lessons/{game}", "kael".to_owned()),
        ("/api/v1/me/mistakes/{id}", "nothing".to_owned()),
    ]
}

/// Opens a table with Ann, Bo and bots. Returns its id and an invitation to it.
async fn together(ann: &mut Client, bo: &mut Client, asked: &Value) -> (String, String) {
    let id = ann.open(asked.clone()).await;
    let invite = ann.post(&format!("/api/v1/tables/{id}/invite"), "").await.json();
    let token = invite["token"].as_str().expect("a token").to_owned();
    assert_eq!(bo.post(&format!("/api/v1/invites/{token}"), r#"{"name":"Bo"}"#).await.status, 200);
    (id, token)
}

/// Sends a request, and reads all messages that arrive before its answer.
pub(super) async fn caught_up(socket: &mut Socket) {
    let mut why = socket.order("why");
    why["action"] = json!("nothing");
    socket.command(&why).await.expect("an answer");
}

/// Returns all cards of a 52-card pack that a text names.
fn cards_in(text: &str) -> BTreeSet<Card> {
    text.split(|c: char| !c.is_ascii_alphanumeric()).filter_map(|word| word.parse::<Card>().ok()).collect()
}

/// Finds the lists of five or more cards that are in `own` and not in `public`. Shorter lists may consist of open
/// cards.
fn canaries(own: &Value, public: &Value, found: &mut BTreeSet<String>) {
    match (own, public) {
        (Value::Object(own), Value::Object(public)) => {
            own.iter()
                .filter(|(key, _)| public.contains_key(*key))
                .for_each(|(key, part)| canaries(part, &public[key], found));
        }
        (Value::Array(own), Value::Array(public)) if own.len() == public.len() => {
            own.iter().zip(public).for_each(|(own, public)| canaries(own, public, found));
        }
        (Value::Array(list), other) if list.len() > 4 && other != own && list.iter().any(|item| !item.is_null()) => {
            found.insert(own.to_string());
        }
        _ => {}
    }
}

/// The text of the log.
#[derive(Clone, Default)]
struct LogText(Arc<Mutex<Vec<u8>>>);

impl std::io::Write for LogText {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        std::io::Write::write(&mut *self.0.lock().expect("no panic"), bytes)
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Checks that no answer contains hidden cards. Bo, a spectator, a stranger and a client without a session must not get
/// Ann's hand. Ann must not get Bo's hand. Logs and metrics must contain neither hand. The seed must not appear
/// anywhere before the end.
#[tokio::test]
async fn hidden_cards_are_at_no_address_in_no_log_and_in_no_count() {
    let log = LogText::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt().with_max_level(tracing::Level::DEBUG).with_ansi(false);
    let _listens = tracing::subscriber::set_default(subscriber.with_writer(move || writer.clone()).finish());
    let mut server = TestServer::open().await;
    for game in catalog::entries() {
        looked_for(&mut server.client, &game, &log).await;
    }
    server.close().await;
}

/// A query whose answer is `true` if all cards of the game have one of four suits and no two cards have the same name.
struct HasOnePack;

impl catalog::Visit for HasOnePack {
    type Output = bool;
    fn visit<G: catalog::CardGame>(self) -> bool {
        let names: BTreeSet<String> = G::pack().iter().map(ToString::to_string).collect();
        names.len() == G::pack().len() && names.iter().all(|name| name.parse::<Card>().is_ok())
    }
}

async fn looked_for(ann: &mut Client, game: &catalog::GameEntry, log: &LogText) {
    let alone = *game.seats.end() == 1;
    let mut others: Vec<Client> = (0..3).map(|_| Client::new(ann.address)).collect();
    for client in &mut others[..2] {
        client.come().await;
    }
    ann.come().await;
    let asked = match alone {
        true => json!({"game": game.id}),
        // In Kaël, the players decide how many cards are dealt, so all of them are people.
        false if game.id == "kael" => {
            json!({"game": "kael", "seats": 2, "open": "friends", "watch": true, "advice": true, "races": "strict"})
        }
        false => json!({"game": game.id, "open": "friends", "bots": ["random"], "watch": true, "advice": true}),
    };
    let (id, invite) = match alone {
        true => (ann.open(asked).await, "nothing".to_owned()),
        false => together(ann, &mut others[0], &asked).await,
    };
    let names = names_of(&id, &invite);
    // The answers for a table that does not exist serve for comparison: they contain no secret of this table.
    let public = everything(&mut Client::new(ann.address), &names_of("nothing", "nothing")).await;
    let mut sockets = Vec::new();
    if alone {
        sockets.push(ann.sit(&id).await);
    } else {
        let mut first = ann.wait_at(&id).await;
        let begin = first.order("begin");
        assert_eq!(first.command(&begin).await.expect("an answer")["t"], "done");
        sockets.push(first);
        for client in &others[..2] {
            sockets.push(client.sit(&id).await);
        }
    }
    sockets.iter_mut().for_each(|socket| socket.frames = Some(vec![socket.frame.clone()]));
    // Cards of two packs, or cards without suits, cannot be distinguished by their names, so only whole lists of them
    // are compared.
    let mut seen: Vec<String> = vec![String::new(); 3];
    let single = catalog::visit(game.id, HasOnePack).expect("a game");
    let mut known: Vec<BTreeSet<Card>> = vec![BTreeSet::new(); sockets.len()];
    let (mut bodies, mut hidden, mut looks, mut next_look) = (Vec::new(), BTreeSet::new(), 0, 0);
    let (mut rng, mut first) = (Rng::new(5), true);
    for step in 0..60 {
        for socket in &mut sockets {
            caught_up(socket).await;
        }
        if sockets[0].frame["phase"] != "deal" || sockets[0].frame["deal"] != sockets[sockets.len() - 1].frame["deal"] {
            break;
        }
        for (known, socket) in known.iter_mut().zip(&mut sockets) {
            let frames = socket.frames.replace(Vec::new()).unwrap_or_default();
            frames.iter().chain([&socket.frame]).for_each(|frame| known.extend(cards_in(&frame.to_string())));
        }
        // In Kaël a player may learn a hand card by card, so everything that was seen is collected.
        for (seen, socket) in seen.iter_mut().zip(&sockets) {
            seen.push_str(&socket.frame.to_string());
        }
        // The answers are compared only while no bot has to act, because its action would change the answers.
        let must = sockets[0].frame["must"].as_array().expect("a list").clone();
        let still = must.iter().all(|seat| seat.as_u64().is_some_and(|seat| seat < 2));
        if still && step >= next_look {
            // The second look follows two steps after the first, while the hands are still complete. In Kaël they
            // become smaller during the deal.
            (looks, next_look) = (looks + 1, step + if looks == 0 { 2 } else { 12 });
            let spectator = sockets.last().expect("somebody").frame["view"].clone();
            let mut secret: Vec<BTreeSet<String>> = vec![BTreeSet::new(); sockets.len()];
            if !alone {
                for (secret, socket) in secret.iter_mut().zip(&sockets[..2]) {
                    canaries(&socket.frame["view"], &spectator, secret);
                }
                hidden.extend(secret.iter().flatten().cloned());
            }
            let mut askers = vec![ann.clone()];
            askers.extend(others.iter().cloned());
            for (who, asker) in askers.iter_mut().enumerate() {
                for (address, body) in everything(asker, &names).await {
                    let same = public.get(&address) == Some(&body);
                    // If the names of cards are unique, the test looks for each single card. Cards that the reader has
                    // seen are left out, because a player knows a card that the player gave to another one. If the
                    // names are not unique, the test looks only for whole hands.
                    for (seat, secret) in secret.iter().enumerate().filter(|(seat, _)| !single && *seat != who) {
                        let found =
                            secret.iter().find(|canary| body.contains(*canary) && !seen[who.min(2)].contains(*canary));
                        assert!(found.is_none(), "{}: {address} tells {who} what {seat} holds: {found:?}", game.id);
                    }
                    if single && !same {
                        let knows = &known[who.min(2)];
                        let found: Vec<Card> = cards_in(&body).difference(knows).copied().collect();
                        let public_text = address.starts_with("/api/v1/lessons") || address.starts_with("/api?");
                        assert!(
                            found.is_empty() || public_text,
                            "{}: {address} tells {who} of {found:?}: {body}",
                            game.id
                        );
                    }
                    bodies.push(body);
                }
            }
        }
        let acting = sockets.iter().position(|socket| socket.frame["viewer"].is_u64() && socket.must_act());
        match acting {
            Some(seat) => {
                let legal = sockets[seat].legal();
                let many = legal.last().expect("a choice").clone();
                // Nobody claims or calls, so the deal goes on for a while.
                let quiet = |action: &&String| !["kael", "cut", "good"].iter().any(|claim| action.starts_with(claim));
                let quiet: Vec<&String> = legal.iter().filter(quiet).collect();
                let action = match quiet.len() as u32 {
                    0 => &many,
                    _ if first => &many,
                    choices => quiet[rng.below(choices) as usize],
                };
                first = false;
                let order = sockets[seat].act(action);
                sockets[seat].command(&order).await.expect("an answer");
            }
            None => drop(sockets[0].frame().await),
        }
    }
    assert!(
        looks >= 2 && (alone || !hidden.is_empty()),
        "{}: {looks} looks, {} hands: {}",
        game.id,
        hidden.len(),
        sockets[0].frame
    );
    let logged = String::from_utf8_lossy(&log.0.lock().expect("no panic")).into_owned();
    assert!(hidden.iter().all(|canary| !logged.contains(canary)), "{}: a hand is in the log", game.id);
    let bytes: Vec<String> = bodies.iter().filter(|body| body.contains("\"seed\":\"")).cloned().collect();
    // The record of a solitaire may be complete at any time, because the player has no opponents.
    assert!(alone || bytes.is_empty(), "{}: a seed is told before the end: {bytes:?}", game.id);
}

/// Checks that Bo, a stranger and a reader of metrics get the same answers before the advice and while Ann is being
/// advised.
#[tokio::test]
async fn that_somebody_is_being_advised_shows_at_no_address() {
    let mut server = TestServer::open().await;
    let mut bo = Client::new(server.client.address);
    let asked = json!({"game": "kael", "seats": 2, "open": "friends", "advice": true});
    let (id, invite) = together(&mut server.client, &mut bo, &asked).await;
    let names = names_of(&id, &invite);
    let mut anns = server.client.wait_at(&id).await;
    let begin = anns.order("begin");
    assert_eq!(anns.command(&begin).await.expect("an answer")["t"], "done");
    let mut bos = bo.sit(&id).await;
    // The player who must act asks for advice.
    let (asks, waits, other) =
        if anns.must_act() { (&mut anns, &mut bos, &mut bo) } else { (&mut bos, &mut anns, &mut server.client) };
    let mut stranger = Client::new(other.address);
    stranger.come().await;
    // All advisers are busy, so the advice takes as long as the test needs.
    let advice = &server.tables.work().advice;
    let held: Vec<_> = (1000..1064)
        .map(|guest| {
            let place = advice.place(JobOwner::guest(store::SessionId(guest), None)).expect("its first");
            tokio::spawn(async move { place.hold(&Cancel::default()).await })
        })
        .collect();
    while advice.free() > 0 {
        tokio::task::yield_now().await;
    }
    everything(other, &names).await;
    caught_up(waits).await;
    let silent = (everything(other, &names).await, everything(&mut stranger, &names).await);
    let advise = asks.order("advise");
    asks.send_text(&advise.to_string()).await;
    while advice.jobs() == 64 {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    let advised = (everything(other, &names).await, everything(&mut stranger, &names).await);
    assert_eq!(advised, silent);
    assert_eq!(advice.jobs(), 65, "it is still being worked out");
    // The next message to the other player must be the answer to that player's own question.
    let mut why = waits.order("why");
    why["action"] = json!("kael");
    waits.send_text(&why.to_string()).await;
    assert_eq!(waits.next().await.expect("the server goes on")["cmd"], why["cmd"]);
    held.iter().for_each(JoinHandle::abort);
    while asks.next().await.expect("the server goes on")["t"] != "advised" {}
    server.close().await;
}

/// Checks that analyses for a guest do not delay lessons, imports and replays, and that these do not delay analyses.
#[tokio::test]
async fn analyses_and_lessons_wait_for_one_another_nowhere() {
    let server = TestServer::open().await;
    let work = server.tables.work();
    let guest = |number| JobOwner::guest(store::SessionId(number), None);
    for full in [&work.analyses, &work.lessons] {
        let mut held = Vec::new();
        for number in 0..64 {
            let place = full.place(guest(number)).expect("its first");
            held.push(tokio::spawn(async move { place.hold(&Cancel::default()).await }));
        }
        while full.free() > 0 {
            tokio::task::yield_now().await;
        }
        for pool in work.pools().into_iter().filter(|pool| !std::ptr::eq(*pool, full)) {
            for number in [3, 99] {
                let done = pool.run(guest(number), Duration::from_secs(60), |_| 7).await;
                assert!(matches!(done, Ok(7)), "it waits for nobody");
            }
        }
        held.iter().for_each(JoinHandle::abort);
        while full.jobs() > 0 {
            tokio::task::yield_now().await;
        }
    }
    server.close().await;
}

/// Makes a solitaire with a long log, which is not loaded.
async fn long_solitaire(server: &TestServer, ann: &mut Client) -> String {
    let id = ann.open(json!({"game": "rouge-et-noir"})).await;
    let mut socket = ann.sit(&id).await;
    let action = socket.legal()[0].clone();
    socket.hang_up().await;
    let act = table::Entry::Act { seat: Seat::new(0), action };
    let event = |n: u64| {
        let entry = if n.is_multiple_of(2) { act.clone() } else { table::Entry::Undo { n: 1 } };
        LogEntry { at_ms: 1, seat: Some(0), cmd: None, entry: serde_json::to_string(&entry).expect("an entry") }
    };
    let store = server.store.as_ref().expect("open");
    let events = (0..room::MOST_ENTRIES).map(event).collect();
    let setup = store.find(&id).await.expect("readable").expect("there").setup;
    let copy = store::StoredSetup { id: format!("{id}x"), ..setup };
    store.create(copy).await.expect("a table");
    store.append(&format!("{id}x"), 0, events).await.expect("room");
    format!("{id}x")
}

/// Makes the record of a finished match with many deals.
fn long_record(deals: u32) -> String {
    let options = json!({"deals": deals});
    let names = ["a", "b", "c", "d"].map(str::to_owned).to_vec();
    let setup = catalog::setup("schwarze-dame", options.as_object().expect("options"), names, cards::Seed::numbered(3));
    let mut table = catalog::open(setup.expect("a setup")).expect("a table");
    let mut rng = Rng::new(1);
    while table.phase() != table::MatchPhase::Over {
        let accepted = match table.must().first() {
            Some(seat) => {
                let legal = table.legal(seat);
                table.check(Intent::Act { seat, at: None, action: &legal[rng.below(legal.len() as u32) as usize] })
            }
            None => table.check(Intent::Next),
        };
        table.apply(accepted.expect("it is legal"));
    }
    table.record()
}

/// Checks that commands at another table are answered many times while the list of tables replays four long logs. The
/// server has only one async thread here. If it replayed a log on that thread, everybody else would be delayed.
#[tokio::test]
async fn long_logs_that_are_read_back_keep_no_table_waiting() {
    let server = TestServer::open().await;
    let mut ann = server.client.clone();
    ann.come().await;
    let id = ann.open(json!({"game": "rouge-et-noir"})).await;
    let mut socket = ann.sit(&id).await;
    for _ in 0..4 {
        long_solitaire(&server, &mut ann).await;
    }
    let mut answers = 0;
    let mut list = std::pin::pin!(ann.get("/api/v1/me"));
    loop {
        let why = json!({"t": "why", "cmd": format!("why{answers}"), "action": "turn"});
        tokio::select! {
            list = &mut list => {
                assert_eq!(list.status, 200);
                break;
            }
            // After forty answers the test only waits for the list, because on a busy machine the replay takes long.
            answer = socket.command(&why), if answers < 40 => {
                assert_ne!(answer.expect("an answer")["t"], "error");
                answers += 1;
            }
        }
    }
    assert!(answers >= 20, "{answers} answers while four logs were read back");
    server.close().await;
}

/// Checks that long work ends when its clients disconnect: its threads become free, and the server stops immediately.
#[tokio::test]
async fn who_hangs_up_on_long_work_frees_its_threads_and_the_server_stops() {
    let server = TestServer::open().await;
    let mut ann = server.client.clone();
    ann.come().await;
    let mut sleepers = Vec::new();
    for _ in 0..4 {
        sleepers.push(long_solitaire(&server, &mut ann).await);
    }
    let began = std::time::Instant::now();
    assert_eq!(ann.get("/api/v1/me").await.status, 200);
    println!("four logs of {} entries are read back within {:?}", room::MOST_ENTRIES, began.elapsed());
    let record = long_record(20);
    let brought = ann.post_lines("/api/v1/records", &record).await;
    assert_eq!(brought.status, 201, "{brought:?}");
    let imported = brought.json()["records"][0]["id"].as_str().expect("an id").to_owned();
    let file =
        format!("{record}\n").repeat((2 << 20) / (record.len() + 1)).lines().take(100).collect::<Vec<_>>().join("\n");
    let mut requests: Vec<(String, String)> = vec![
        ("POST /api/v1/records".to_owned(), file),
        ("GET /api/v1/me".to_owned(), String::new()),
        ("GET /api/v1/me/data".to_owned(), String::new()),
        (format!("GET /api/v1/records/{imported}/replay?deal=19"), String::new()),
        ("POST /api/v1/deals".to_owned(), r#"{"game":"rouge-et-noir","deal":7}"#.to_owned()),
        ("GET /api/v1/daily".to_owned(), String::new()),
        ("POST /api/v1/tables".to_owned(), r#"{"game":"rouge-et-noir","daily":true}"#.to_owned()),
        ("GET /api/v1/lessons/kael".to_owned(), String::new()),
        ("GET /api/v1/lessons/kael/why?step=0&action=good".to_owned(), String::new()),
    ];
    // A search that finds no deal before its time limit, which is a minute.
    let hard = r#"{"game":"rouge-et-noir","level":"hard","options":{"redeals":null}}"#;
    requests.extend(["POST /api/v1/deals"; 2].map(|deals| (deals.to_owned(), hard.to_owned())));
    for id in &sleepers {
        for part in ["record", "course", "replay?deal=0"] {
            requests.push((format!("GET /api/v1/tables/{id}/{part}"), String::new()));
        }
    }
    let hang_up = async |ann: &Client, (request, body): &(String, String)| {
        let mut line = TcpStream::connect(ann.address).await.expect("it listens");
        let cookie = ann.cookie.clone().expect("a guest");
        let text = format!(
            "{request} HTTP/1.1\r\nhost: {}\r\ncookie: cardroom={cookie}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            ann.address,
            body.len()
        );
        line.write_all(text.as_bytes()).await.expect("it reads");
        line
    };
    for request in &requests {
        let line = hang_up(&ann, request).await;
        // Wait until the work has begun, or has already finished, because some of it takes only milliseconds.
        for _ in 0..50 {
            if server.tables.work().jobs() > 0 || !server.tables.folds_nothing() {
                break;
            }
            tokio::task::yield_now().await;
        }
        drop(line);
    }
    let left = std::time::Instant::now();
    while server.tables.work().jobs() > 0 || !server.tables.folds_nothing() {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    assert!(left.elapsed() < Duration::from_secs(30), "nothing went on until its ceiling");
    assert!(server.tables.work().pools().iter().all(|pool| pool.working() == 0));
    // All requests are sent together, and then the server is stopped.
    let mut lines = Vec::new();
    for request in &requests {
        lines.push(hang_up(&ann, request).await);
    }
    server.close().await;
    drop(lines);
}

/// Checks a person who is deleted while a rematch waits for its people. The person's name must not be in the records or
/// at the tables.
#[tokio::test]
async fn who_is_forgotten_is_not_in_a_rematch_that_waits() {
    let mut server = TestServer::open().await;
    let ann = &mut server.client;
    let mut bo = Client::new(ann.address);
    assert_eq!(ann.post("/api/v1/me", r#"{"name":"Annabel"}"#).await.status, 200);
    let asked = json!({"game": "schwarze-dame", "open": "friends", "bots": ["random"], "options": {"deals": 1}});
    let (id, _) = together(ann, &mut bo, &asked).await;
    let mut hers = ann.wait_at(&id).await;
    let begin = hers.order("begin");
    assert_eq!(hers.command(&begin).await.expect("an answer")["t"], "done");
    let mut his = bo.sit(&id).await;
    let (mut first, mut second) = (Rng::new(1), Rng::new(2));
    tokio::join!(hers.play_to_the_end(&mut first, 60), his.play_to_the_end(&mut second, 60));
    let again = his.order("rematch");
    assert_eq!(his.command(&again).await.expect("an answer")["t"], "done");
    let mine = bo.get("/api/v1/me").await.json();
    let next = mine["tables"].as_array().expect("a list").iter().find(|table| table["stage"] == "gathering");
    let next = next.expect("the rematch")["id"].as_str().expect("an id").to_owned();
    // Bo waits at the new table, so that table is in memory, with Ann's name.
    let mut waits = bo.wait_at(&next).await;
    assert_eq!(ann.ask("DELETE", "/api/v1/me", &[], "").await.status, 204);
    loop {
        let found = waits.next().await.expect("he stays");
        if found["t"] == "room" && !found.to_string().contains("Annabel") {
            assert_eq!((&found["seats"][0]["free"], &found["hosting"]), (&json!(true), &json!(true)), "{found}");
            break;
        }
    }
    for table in [&id, &next] {
        for part in ["record", "course", "replay?deal=0"] {
            let answer = bo.get(&format!("/api/v1/tables/{table}/{part}")).await;
            assert!(!answer.body.contains("Annabel"), "{table} {part}: {}", answer.body);
        }
    }
    for path in ["/api/v1/me", "/api/v1/me/data", "/api/v1/lobby"] {
        let answer = bo.get(path).await;
        assert!(!answer.body.contains("Annabel"), "{path}: {}", answer.body);
    }
    let begin = waits.order("begin");
    assert_eq!(waits.command(&begin).await.expect("an answer")["t"], "done", "he runs the table now");
    assert!(waits.frame["seats"][0]["bot"].is_string() && !waits.frame.to_string().contains("Annabel"));
    server.close().await;
}
