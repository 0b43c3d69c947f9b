//! The log of a server while people play: it contains the events, but no card, seed or token.

use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;

use cards::{Nonce, Seed, attempt_secret};
use game::Rng;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::client::Client;

/// Checks that the server has not panicked, and then ends the server as a host does.
async fn end(child: &mut Child, mut person: Client) {
    let metrics = person.get("/metrics").await.body;
    assert!(metrics.contains("\ncardroom_panics_total 0\n"), "{metrics}");
    let ended = Command::new("kill").arg("-TERM").arg(child.id().to_string()).status().expect("kill runs");
    assert!(ended.success() && child.wait().expect("it ends").success());
}

/// Returns true if a word names one of the 52 cards.
fn is_card(word: &str) -> bool {
    let mut letters = word.chars();
    let card = (letters.next(), letters.next(), letters.next());
    matches!(card, (Some(rank), Some(suit), None) if "23456789TJQKA".contains(rank) && "cdhs".contains(suit))
}

/// A server with the most detailed log.
struct LoggedServer {
    child: Child,
    address: SocketAddr,
    /// The whole log, which is complete when the server has ended.
    log: JoinHandle<String>,
    _data: TempDir,
}

impl LoggedServer {
    fn start() -> LoggedServer {
        let data = tempfile::tempdir().expect("a folder");
        let mut child = Command::new(env!("CARGO_BIN_EXE_cardroom"))
            .args(["serve", "--port", "0", "--bot-delay-ms", "0", "--commands-per-second", "0"])
            .args(["--log", "trace", "--log-format", "json", "--data", data.path().to_str().expect("a plain path")])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("cardroom starts");
        let mut errors = child.stderr.take().expect("piped");
        let log = std::thread::spawn(move || {
            let mut log = String::new();
            errors.read_to_string(&mut log).expect("text");
            log
        });
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("piped")).read_line(&mut line).expect("it says where it is");
        let address = line.trim().strip_prefix("cardroom is at http://").expect("an address");
        LoggedServer { child, address: address.parse().expect("an address"), log, _data: data }
    }
}

/// Returns the first number in a text that reveals the cards of a match. It is the secret or the seed of the match, or
/// the sealed seed, from which the server derives the secret. Hexadecimal numbers also count inside a longer word.
fn betrays(text: &str, secret: Seed, seed: &str) -> Option<String> {
    let is_hex = |c: char| c.is_ascii_digit() || ('a'..='f').contains(&c);
    let words = text.split(|c| !is_hex(c)).filter(|word| word.len() >= 64);
    let numbers = words.flat_map(|word| word.as_bytes().windows(64)).map(|number| String::from_utf8_lossy(number));
    let mut numbers = numbers.map(std::borrow::Cow::into_owned);
    numbers.find(|number| {
        let sealed: Seed = number.parse().expect("64 digits");
        *number == secret.reveal() || number == seed || attempt_secret(sealed, 0) == secret
    })
}

#[cfg(unix)]
#[tokio::test]
async fn while_a_match_goes_on_log_record_and_export_hold_no_secret_of_its_shuffle() {
    let LoggedServer { mut child, address, log, _data } = LoggedServer::start();
    let mut ann = Client::new(address);
    let table = json!({"game": "schwarze-dame", "options": {"deals": 2}, "bots": ["random"], "shuffles": true});
    let id = ann.open(table).await;
    let mut socket = ann.shuffle_at(&id).await;
    // Ann's device takes part in the shuffle, as the page does.
    let nonce = Nonce::new([7; 32]);
    let hears = |message: Value, step: &str| {
        (message["t"] == "shuffle" && message["step"] == step).then(|| message["attempts"][0].clone())
    };
    let asked = loop {
        if let Some(attempt) = hears(socket.next().await.expect("it goes on"), "seal") {
            break attempt;
        }
    };
    let commitment = asked["C"].as_str().expect("a commitment").parse().expect("64 digits");
    let mut seal = socket.order("seal");
    (seal["k"], seal["h"]) = (json!(0), json!(nonce.sealed(commitment, 0, 0).to_string()));
    socket.send_text(&seal.to_string()).await;
    while hears(socket.next().await.expect("it goes on"), "reveal").is_none() {}
    let mut reveal = socket.order("reveal");
    (reveal["k"], reveal["n"]) = (json!(0), json!(nonce.reveal()));
    socket.send_text(&reveal.to_string()).await;
    socket.frame().await;
    // In the second deal the test requests everything that people can read about the match.
    let mut rng = Rng::new(5);
    while socket.frame["deal"] == 0 || socket.legal().is_empty() {
        match socket.choose(&mut rng) {
            Some(command) => drop(socket.command(&command).await.expect("it goes on")),
            None => drop(socket.frame().await),
        }
    }
    let mut answers = Vec::new();
    let record = format!("/api/v1/tables/{id}/record");
    for path in [&record, "/api/v1/me/data", "/api/v1/me", "/api/v1/me/statistics"] {
        let answer = ann.get(path).await;
        assert_eq!(answer.status, 200, "{path}: {answer:?}");
        answers.push((path.to_owned(), answer.body));
    }
    let running: Value = serde_json::from_str(&answers[0].1).expect("JSON");
    assert_eq!((&running["seed"], &running["entropy"][0]["S"]), (&Value::Null, &Value::Null));
    assert_eq!(running["entropy"][0]["n"][0], nonce.reveal());
    assert_eq!(running["deals"].as_array().map(Vec::len), Some(1), "the deal in play is not in it: {running}");
    assert!(answers[1].1.contains(&id), "the export has the match: {}", answers[1].1);

    socket.play_to_the_end(&mut rng, 0).await;
    let over = ann.get(&record).await;
    let known = over.json();
    let secret: Seed = known["entropy"][0]["S"].as_str().expect("it is told").parse().expect("64 digits");
    let seed = known["seed"].as_str().expect("it is told");
    assert_eq!(asked["C"], secret.commitment().to_string());
    assert!(betrays(&over.body, secret, seed).is_some(), "the record of a match that is over tells it");
    end(&mut child, ann).await;
    let log = log.join().expect("no panic");
    assert!(log.contains(&id) && log.contains("a match is over"), "{log}");
    answers.push(("the log".to_owned(), log));
    for (place, text) in &answers {
        assert_eq!(betrays(text, secret, seed), None, "{place}: {text}");
    }
}

#[cfg(unix)]
#[tokio::test]
async fn the_log_tells_what_happened_and_no_card_seed_or_token() {
    let LoggedServer { mut child, address, log, _data } = LoggedServer::start();
    // Plays each game with bots, and triggers every kind of refusal.
    let mut secrets = Vec::new();
    let mut ann = Client::new(address);
    let mut rng = Rng::new(5);
    for game in ["schwarze-dame", "la-dame-noire", "kael", "rouge-et-noir"] {
        let table = match game {
            "rouge-et-noir" => json!({"game": game}),
            "kael" => json!({"game": game, "seats": 2, "bots": ["random"], "races": "strict"}),
            _ => json!({"game": game, "options": {"deals": 1}, "bots": ["random"]}),
        };
        let id = ann.open(table).await;
        let mut socket = ann.sit(&id).await;
        socket.send_text("{nonsense").await;
        let bad = socket.act("play Zz");
        assert_eq!(socket.command(&bad).await.expect("an answer")["t"], "refused");
        socket.play_to_the_end(&mut rng, 20).await;
        assert!(!socket.seen.is_empty());
        if game == "kael" {
            secrets
                .extend(socket.seen.iter().map(|(_, _, action)| action.clone()).filter(|action| action.contains(' ')));
        }
        let record: Value = serde_json::from_str(&ann.get(&format!("/api/v1/tables/{id}/record")).await.body).unwrap();
        secrets.push(record["seed"].as_str().expect("an open seed").to_owned());
    }
    // Opens a table for friends, who come by a link.
    let id = ann.open(json!({"game": "kael", "open": "friends"})).await;
    let invite = ann.post(&format!("/api/v1/tables/{id}/invite"), "").await.json();
    let mut bo = Client::new(address);
    let join = format!("/api/v1/invites/{}", invite["token"].as_str().expect("a token"));
    assert_eq!(bo.post(&join, r#"{"name":"Bo"}"#).await.status, 200);
    assert_eq!(bo.post("/api/v1/invites/0123", "{}").await.status, 404);
    let mut socket = ann.wait_at(&id).await;
    let order = socket.order("begin");
    assert_eq!(socket.command(&order).await.expect("an answer")["t"], "done");
    secrets.push(invite["token"].as_str().expect("a token").to_owned());
    // Adds a second device of the same person.
    let link = ann.post("/api/v1/me/device", "").await.json();
    let mut phone = Client::new(address);
    let path = format!("/api/v1/devices/{}", link["token"].as_str().expect("a token"));
    assert_eq!(phone.get(&path).await.status, 200);
    assert_eq!(phone.post(&path, "").await.status, 204);
    assert_eq!(phone.post(&path, "").await.status, 410);
    assert_eq!(phone.get(&path.replace("/api/v1/devices/", "/d/")).await.status, 200);
    secrets.push(link["token"].as_str().expect("a token").to_owned());
    secrets.extend(phone.cookie.clone());
    secrets.extend([ann.cookie.clone(), bo.cookie.clone()].into_iter().flatten());

    end(&mut child, ann).await;
    let log = log.join().expect("no panic");
    let lines: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect();
    for message in ["a table was opened", "a match begins", "a match is over", "somebody connects", "refused"] {
        let line = lines.iter().find(|line| line["message"] == message).unwrap_or_else(|| panic!("{message}: {log}"));
        assert!(line["timestamp"].is_string() && line["level"].is_string(), "{line}");
    }
    for secret in &secrets {
        assert!(secret.len() > 4 && !log.contains(secret.as_str()), "{secret}");
    }
    // Ids of tables can contain the letters and digits of a card, so only whole words are compared with cards.
    for word in log.split(|c: char| !c.is_ascii_alphanumeric()) {
        assert!(!is_card(word), "{word}");
    }
}

#[cfg(unix)]
#[tokio::test]
async fn a_log_that_nobody_reads_at_a_terminal_has_no_colours() {
    let data = tempfile::tempdir().expect("a folder");
    let mut child = Command::new(env!("CARGO_BIN_EXE_cardroom"))
        .args(["serve", "--port", "0", "--log", "info", "--data", data.path().to_str().expect("a plain path")])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("cardroom starts");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("piped")).read_line(&mut line).expect("it says where it is");
    let address = line.trim().strip_prefix("cardroom is at http://").expect("an address").parse().expect("an address");
    let mut person = Client::new(address);
    person.open(json!({"game": "kael"})).await;
    end(&mut child, person).await;
    let mut log = String::new();
    child.stderr.take().expect("piped").read_to_string(&mut log).expect("text");
    assert!(log.contains("a table was opened") && !log.contains('\u{1b}'), "{log:?}");
}
