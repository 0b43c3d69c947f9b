//! `cardroom play` at the tables of a server, in a pseudo-terminal: by invitation, shuffling together, over TLS.

use std::net::SocketAddr;
use std::path::Path;

use serde_json::json;
use tokio_rustls::TlsAcceptor;

use crate::certificates::certificates;
use crate::client::Client;
use crate::pty::{PATIENCE, Pty, held, marked};
use crate::running::{Running, cardroom, folder};

/// Opens a table for friends as a host, and starts a terminal that sits down there by the link. Returns the id of the
/// table and the terminal.
async fn invited(running: &Running, host: &mut Client, own: &Path, name: &str) -> (String, Pty) {
    let table = json!({"game": "schwarze-dame", "open": "friends", "options": {"deals": 1}, "bots": ["club"]});
    let id = host.open(table).await;
    let invite = host.post(&format!("/api/v1/tables/{id}/invite"), "").await.json();
    let link = format!("http://{}/j/{}", running.address, invite["token"].as_str().expect("a token"));
    let pty = Pty::play(own, &[&link, "--name", name]);
    pty.until_shown("Waiting for players");
    (id, pty)
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invitation_takes_a_seat_at_a_server() {
    let (data, own) = (folder(), folder());
    let mut running = Running::start(data.path());
    let mut host = Client::new(running.address);
    host.come().await;
    let (id, mut pty) = invited(&running, &mut host, own.path(), "Bo\u{1b}[31m").await;
    let mut socket = host.wait_at(&id).await;
    // The server removes the control character from the name.
    pty.until_shown("You");
    socket.send_text(r#"{"t":"begin","cmd":"b"}"#).await;
    pty.until("the cards are dealt", |screen| held(screen) == 13);
    // The terminal shows the chat of the table.
    pty.send("\x1b");
    pty.until_shown("Leave the table");
    pty.send("\x1b[B\x1b[B\r");
    pty.until_shown("Good luck");
    pty.send("\x1b[B\r");
    pty.until("it is said", |screen| screen.contents().contains("Good luck") && !screen.contents().contains("Hello"));
    // The terminal reports that the server is gone, and shows the table again when the server is back.
    running.stop();
    pty.until_shown("Connection lost");
    let port = running.address.port().to_string();
    let folder = data.path().to_str().expect("a plain path");
    let mut again = cardroom(&["serve", "--port", &port, "--data", folder, "--bot-delay-ms", "0"]);
    let _again = Running::spawn(&mut again).expect("it serves");
    pty.until("the table is back", |screen| !screen.contents().contains("Connection lost") && held(screen) >= 12);
    pty.send("\x03");
    pty.ends(0);
    // The link of the table leads to the same seat, because the session was stored.
    let mut pty = Pty::play(own.path(), &[&format!("http://{}/t/{id}", running.address)]);
    pty.until("the own hand", |screen| held(screen) >= 12);
    pty.send("\x03");
    pty.ends(0);
}

/// Checks that a person who comes to an open table by its link chooses one of the free seats with a digit.
#[tokio::test(flavor = "multi_thread")]
async fn a_link_leads_to_a_table_with_free_seats() {
    let (data, own) = (folder(), folder());
    let running = Running::start(data.path());
    let mut host = Client::new(running.address);
    host.come().await;
    let id =
        host.open(json!({"game": "schwarze-dame", "open": "public", "options": {"deals": 1}, "bots": ["club"]})).await;
    let mut socket = host.wait_at(&id).await;
    let mut pty = Pty::play(own.path(), &[&format!("http://{}/t/{id}", running.address), "--name", "Bo"]);
    pty.until_shown("[3] Empty seat");
    pty.send("3");
    pty.until_shown("[3] You");
    socket.send_text(r#"{"t":"begin","cmd":"b"}"#).await;
    pty.until("the cards are dealt", |screen| held(screen) == 13);
    pty.send("\x03");
    pty.ends(0);
}

/// Checks that a terminal takes part in the shuffle, so that the server alone cannot choose it. The host's own device
/// takes no part.
#[tokio::test(flavor = "multi_thread")]
async fn a_terminal_takes_part_in_the_shuffle() {
    let (data, own) = (folder(), folder());
    let running = Running::start(data.path());
    let mut host = Client::new(running.address);
    host.come().await;
    let (id, mut pty) = invited(&running, &mut host, own.path(), "Bo").await;
    let mut socket = host.wait_at(&id).await;
    pty.until_shown("You");
    socket.send_text(r#"{"t":"begin","cmd":"b"}"#).await;
    pty.until("the cards are dealt", |screen| held(screen) == 13);
    let record = host.get(&format!("/api/v1/tables/{id}/record")).await.json();
    let attempts = record["entropy"].as_array().expect("it was shuffled together");
    assert_eq!(attempts.len(), 1, "{record}");
    let (h, n) = (&attempts[0]["h"], &attempts[0]["n"]);
    assert!(h[1].is_string() && n[1].is_string(), "the terminal has seat 1: {record}");
    assert!(h[0].is_null() && h[2].is_null() && h[3].is_null(), "{record}");
    // The terminal stores its part of the shuffle in a file that only its owner can read.
    let file = own.path().join("terminal-shuffles.json");
    let text = std::fs::read_to_string(&file).expect("it is kept");
    let mut stored: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let place = format!("http://{} {id}", running.address);
    let part = &stored[&place]["parts"][0];
    assert_eq!((&part["hash"], &part["nonce"]), (&h[1], &n[1]), "{text}");
    let hand = stored[&place]["seen"][0]["hand"].as_array().map(Vec::len);
    assert_eq!(hand, Some(13), "the cards that it was dealt: {text}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(std::fs::metadata(&file).expect("it is there").permissions().mode() & 0o777, 0o600);
    }
    // The terminal compares the record with its stored part. The first comparison uses the part as it was stored. For
    // the second comparison, the test changes a number in the stored part.
    ask_whether_it_was_fair(&mut pty);
    pty.until_shown("No errors so far");
    let digits = &n[1].as_str().expect("a number")[..8];
    pty.until_shown(&format!("number {digits}… is in it"));
    pty.send("\x1b");
    stored[&place]["parts"][0]["nonce"] = json!("77".repeat(32));
    std::fs::write(&file, stored.to_string()).expect("it can be written");
    ask_whether_it_was_fair(&mut pty);
    pty.until_shown("Something is wrong");
    pty.until_shown("The record has another number at your seat");
    pty.send("\x03");
    pty.ends(0);
}

/// Checks a table that the terminal opens: its match begins only when the terminal can take part in the shuffle.
#[tokio::test(flavor = "multi_thread")]
async fn a_terminal_takes_part_in_the_shuffle_of_a_table_that_it_opens() {
    let (data, own) = (folder(), folder());
    let running = Running::start(data.path());
    let server = format!("http://{}", running.address);
    let mut pty = Pty::play(own.path(), &[&server, "--name", "Bo"]);
    choose(&mut pty, "Schwarze Dame");
    pty.until("the cards are dealt", |screen| held(screen) == 13);
    let text = std::fs::read_to_string(own.path().join("terminal-shuffles.json")).expect("it is kept");
    let stored: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let tables: Vec<&String> = stored.as_object().expect("by table").keys().collect();
    assert!(tables.len() == 1 && tables[0].starts_with(&format!("{server} ")), "{text}");
    let number = stored[tables[0]]["parts"][0]["nonce"].as_str().expect("a number");
    // The record agrees with the terminal's stored part: its seed contains the terminal's number.
    ask_whether_it_was_fair(&mut pty);
    pty.until_shown("No errors so far");
    pty.until_shown(&format!("number {}… is in it", &number[..8]));
    pty.send("\x03");
    pty.ends(0);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_comes_without_a_name_is_asked_and_a_link_to_no_table_ends_with_the_words_of_the_page() {
    let (data, own) = (folder(), folder());
    let running = Running::start(data.path());
    let mut pty = Pty::play(own.path(), &[&format!("http://{}/t/foo", running.address)]);
    pty.until_shown("Your name: ");
    pty.send("Zoe\r");
    pty.until_shown("error: this table doesn’t exist, or you can’t watch it");
    pty.ends(1);
    let sessions = std::fs::read_to_string(own.path().join("terminal-sessions.json")).expect("it is kept");
    let sessions: serde_json::Value = serde_json::from_str(&sessions).expect("JSON");
    let cookie = sessions[format!("http://{}", running.address)].as_str().expect("a session");
    let mut guest = Client::new(running.address);
    guest.cookie = cookie.strip_prefix("cardroom=").map(str::to_owned);
    assert_eq!(guest.get("/api/v1/me").await.json()["name"], "Zoe");
}

/// Checks that a link of *Continue on another device* makes the terminal a device of that person.
#[tokio::test(flavor = "multi_thread")]
async fn a_link_for_another_device_leads_to_the_tables_of_its_person() {
    let (data, own) = (folder(), folder());
    let running = Running::start(data.path());
    let mut person = Client::new(running.address);
    person.come().await;
    let id = person.open(json!({"game": "schwarze-dame", "options": {"deals": 1}, "bots": ["club"]})).await;
    let _socket = person.wait_at(&id).await;
    let link = person.post("/api/v1/me/device", "").await.json();
    let link = format!("http://{}/d/{}", running.address, link["token"].as_str().expect("a token"));
    let mut pty = Pty::play(own.path(), &[&link]);
    choose(&mut pty, "Continue: Schwarze Dame");
    pty.until("the own hand", |screen| held(screen) == 13);
    pty.send("\x03");
    pty.ends(0);
    let pty = Pty::play(own.path(), &[&link]);
    pty.until_shown("error: this link");
    pty.ends(1);
}

/// Checks that people can leave a terminal whose server accepts requests but never answers.
#[tokio::test(flavor = "multi_thread")]
async fn a_silent_server_can_be_left() {
    let (data, own) = (folder(), folder());
    let running = Running::start(data.path());
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let link = format!("http://{}", silent.local_addr().expect("an address"));
    let (asked, mut requests) = tokio::sync::mpsc::unbounded_channel();
    tokio::spawn(async move {
        // The first connection makes the user a guest, so it is forwarded to a real server. All later connections get
        // no answer.
        let (mut outside, _) = silent.accept().await.expect("somebody connects");
        let mut inside = tokio::net::TcpStream::connect(running.address).await.expect("the server is there");
        let _ = tokio::io::copy_bidirectional(&mut outside, &mut inside).await;
        while let Ok((connection, _)) = silent.accept().await {
            let _ = asked.send(connection);
        }
    });
    let mut pty = Pty::play(own.path(), &[&link, "--name", "Bo"]);
    let _unanswered = tokio::time::timeout(PATIENCE, requests.recv()).await.expect("the next request comes");
    pty.send("\x03");
    // The terminal ends although a request is still unanswered.
    pty.ends(0);
}

/// Chooses *Was it fair?* in the menu.
fn ask_whether_it_was_fair(pty: &mut Pty) {
    pty.until("the table", |screen| !screen.contents().contains("Was it fair?"));
    pty.send("\x1b");
    choose(pty, "Was it fair?");
}

/// Chooses this entry of the visible list.
fn choose(pty: &mut Pty, entry: &str) {
    pty.until_shown(entry);
    let cursor = format!("│ ▶ {entry}");
    while !pty.text().contains(&cursor) {
        // Bots play in the meantime and change the screen. So only the position of the cursor shows that the key has
        // arrived.
        let before = marked(pty.seen.0.lock().expect("nobody panics").screen());
        pty.send("\x1b[B");
        pty.until("the cursor moves", |screen| marked(screen) != before);
    }
    pty.send("\r");
}

/// Checks a server behind a proxy with TLS, as in docs/host/proxy.md. Requests and the connection of the table are
/// encrypted. The certificate must be from an authority that the machine trusts.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_is_played_over_tls() {
    let (data, own) = (folder(), folder());
    let certificates = certificates(own.path(), "proxy");
    let proxy = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = format!("https://localhost:{}", proxy.local_addr().expect("an address").port());
    let running = Running::start_with(data.path(), &["--public-url", &address, "--trusted-proxy", "127.0.0.1"]);
    tokio::spawn(terminate_tls(proxy, certificates.acceptor(), running.address));
    let mut host = Client::new(running.address);
    host.come().await;
    let table =
        json!({"game": "schwarze-dame", "open": "friends", "chat": "free", "options": {"deals": 1}, "bots": ["club"]});
    let id = host.open(table).await;
    let invite = host.post(&format!("/api/v1/tables/{id}/invite"), "").await.json();
    let link = format!("{address}/j/{}", invite["token"].as_str().expect("a token"));
    // This terminal does not trust the authority, so it sends nothing to the server.
    let mut stranger = Pty::command(own.path(), &[&link]);
    stranger.env("SSL_CERT_FILE", "/dev/null");
    let pty = Pty::start(stranger);
    pty.until_shown("error: https://localhost");
    pty.ends(1);
    let mut trusting = Pty::command(own.path(), &[&link, "--name", "Bo"]);
    trusting.env("SSL_CERT_FILE", &certificates.ca);
    let mut pty = Pty::start(trusting);
    pty.until_shown("Waiting for players");
    let mut socket = host.wait_at(&id).await;
    pty.until_shown("You");
    socket.send_text(r#"{"t":"begin","cmd":"b"}"#).await;
    pty.until("the cards are dealt", |screen| held(screen) == 13);
    // The terminal's chat message arrives.
    pty.send(":say Hello over there\r");
    let said = json!("Hello over there");
    let shown = async { while socket.next().await.expect("the table is there")["lines"][0]["text"] != said {} };
    tokio::time::timeout(PATIENCE, shown).await.expect("what was said is heard");
    pty.send("\x03");
    pty.ends(0);
}

/// Forwards connections with TLS to a server, decrypted.
async fn terminate_tls(proxy: tokio::net::TcpListener, tls: TlsAcceptor, server: SocketAddr) {
    while let Ok((stream, _)) = proxy.accept().await {
        let tls = tls.clone();
        tokio::spawn(async move {
            // The handshake fails if the client does not trust the certificate.
            let Ok(mut outside) = tls.accept(stream).await else { return };
            let mut inside = tokio::net::TcpStream::connect(server).await.expect("the server is there");
            let _ = tokio::io::copy_bidirectional(&mut outside, &mut inside).await;
        });
    }
}
