//! `cardroom play` in a pseudo-terminal, as a person plays it.

use std::io::{Read, Write};
use std::net::SocketAddr;
use std::num::NonZeroU16;
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use serde_json::json;
use tokio_rustls::TlsAcceptor;

use crate::certificates::certificates;
use crate::client::Client;
use crate::running::{Running, cardroom, folder, refused};

/// Longer than anything takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A terminal in which the command runs.
struct Pty {
    seen: Arc<(Mutex<vt100::Parser>, Condvar)>,
    master: Box<dyn MasterPty + Send>,
    keys: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    /// The settings of the terminal before the command began.
    before: String,
}

impl Pty {
    fn play(data: &Path, words: &[&str]) -> Pty {
        Pty::start(Pty::command(data, words))
    }

    fn command(data: &Path, words: &[&str]) -> CommandBuilder {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_cardroom"));
        command.args(["play", "--data", data.to_str().expect("a plain path"), "--lang", "en"]);
        command.args(words);
        command.env("TERM", "xterm-256color");
        command.env("LC_ALL", "C.UTF-8");
        command
    }

    fn start(command: CommandBuilder) -> Pty {
        let size = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("a pseudo-terminal");
        let before = settings(pair.master.as_ref());
        let child = pair.slave.spawn_command(command).expect("cardroom starts");
        let seen = Arc::new((
            Mutex::new(vt100::Parser::new(NonZeroU16::new(24).expect("not 0"), NonZeroU16::new(80).expect("not 0"), 0)),
            Condvar::new(),
        ));
        let (mut reader, to) = (pair.master.try_clone_reader().expect("it can be read"), seen.clone());
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            let mut read = Vec::new();
            while let Ok(n @ 1..) = reader.read(&mut bytes) {
                read.extend_from_slice(&bytes[..n]);
                let whole = whole(&read);
                to.0.lock().expect("nobody panics").process(&read[..whole]);
                read.drain(..whole);
                to.1.notify_all();
            }
        });
        let keys = pair.master.take_writer().expect("keys can be typed");
        Pty { seen, master: pair.master, keys, child, before }
    }

    fn send(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("the command reads");
        self.keys.flush().expect("the command reads");
    }

    /// Waits until this holds of what the terminal shows.
    fn until(&self, what: &str, holds: impl Fn(&vt100::Screen) -> bool) {
        let end = Instant::now() + PATIENCE;
        let mut parser = self.seen.0.lock().expect("nobody panics");
        while !holds(parser.screen()) {
            let left = end.saturating_duration_since(Instant::now());
            assert!(!left.is_zero(), "never: {what}\n{}", parser.screen().contents());
            parser = self.seen.1.wait_timeout(parser, left).expect("nobody panics").0;
        }
    }

    fn until_shown(&self, text: &str) {
        self.until(text, |screen| screen.contents().contains(text));
    }

    fn text(&self) -> String {
        self.seen.0.lock().expect("nobody panics").screen().contents()
    }

    /// The command ends with this code, and the terminal is as it was.
    fn ends(mut self, code: u32) {
        assert_eq!(self.child.wait().expect("it ends").exit_code(), code, "{}", self.text());
        self.until("the terminal is given back", |screen| {
            !screen.alternate_screen()
                && !screen.hide_cursor()
                && screen.mouse_protocol_mode() == vt100::MouseProtocolMode::None
        });
        assert_eq!(settings(self.master.as_ref()), self.before, "echo and lines are as before");
    }

    fn signal(&self, name: &str) {
        let id = self.child.process_id().expect("it runs").to_string();
        assert!(Command::new("kill").args([name, &id]).status().expect("kill runs").success());
    }
}

/// How many of these bytes can be shown: a screen that is being drawn waits for its end, as in a terminal that knows
/// synchronized updates. So no test sees half a screen.
fn whole(bytes: &[u8]) -> usize {
    const BEGIN: &[u8] = b"\x1b[?2026h";
    const END: &[u8] = b"\x1b[?2026l";
    let last = |wanted: &[u8]| bytes.windows(wanted.len()).rposition(|found| found == wanted);
    if let Some(begun) = last(BEGIN)
        && last(END).is_none_or(|ended| ended < begun)
    {
        return begun;
    }
    // It may be the beginning of the sign that a drawing begins.
    let tail = (1..BEGIN.len()).rev().find(|&n| bytes.ends_with(&BEGIN[..n])).unwrap_or(0);
    bytes.len() - tail
}

#[test]
fn a_drawing_is_shown_when_it_is_complete() {
    assert_eq!(whole(b"text"), 4);
    assert_eq!(whole(b"text\x1b[?2026hhalf"), 4);
    assert_eq!(whole(b"text\x1b[?2026hall\x1b[?2026l"), 23);
    assert_eq!(whole(b"\x1b[?2026hall\x1b[?2026lmore\x1b[?20"), 23);
}

fn settings(master: &(dyn MasterPty + Send)) -> String {
    format!("{:?}", master.get_termios().expect("a terminal has settings"))
}

/// How many cards the hand at the bottom shows.
fn held(screen: &vt100::Screen) -> usize {
    screen.rows(0, 80).nth(22).expect("24 rows").matches(['╰', '┗', '╚']).count()
}

/// The row above the actions says that play waits for us.
fn is_mine(screen: &vt100::Screen) -> bool {
    screen.rows(0, 80).nth(16).expect("24 rows").contains('▶')
}

#[test]
fn a_whole_deal_is_played_by_keyboard() {
    let data = folder();
    let mut pty = Pty::play(data.path(), &["schwarze-dame", "--option", "deals=1", "--bot-delay-ms", "0"]);
    for cards in (1..=13).rev() {
        pty.until(&format!("our turn with {cards} cards"), |screen| held(screen) == cards && is_mine(screen));
        // Every card can be reached: the list names the playable ones.
        pty.send("m");
        pty.until_shown("possible move");
        pty.send("\r");
        let over = |screen: &vt100::Screen| screen.contents().contains("The match is over");
        pty.until(&format!("{} cards are left", cards - 1), |screen| over(screen) || held(screen) < cards);
    }
    for words in ["The match is over", "Total", "Play again"] {
        pty.until_shown(words);
    }
    pty.send("\x03");
    pty.ends(0);
}

/// Plays whenever play waits for us, until this is shown: with the key that the screen offers as `[key]`, if it is one
/// of these, else with the first entry of the list of moves. Bots act meanwhile, and a list of moves closes when the
/// position becomes another: after each key we look again at what is there.
fn play_until(pty: &mut Pty, end: &str, keys: &[&str]) {
    const LIST: &str = "possible move";
    let shows = |screen: &vt100::Screen, text: &str| screen.contents().contains(text);
    loop {
        pty.until(&format!("our turn, or {end}"), |screen| {
            shows(screen, end) || shows(screen, LIST) || is_mine(screen)
        });
        let shown = pty.text();
        if shown.contains(end) {
            return;
        }
        if shown.contains(LIST) {
            pty.send("\r");
            pty.until("the list is closed", |screen| !shows(screen, LIST));
        } else {
            let offered = keys.iter().find(|key| shown.contains(&format!("[{key}]")));
            pty.send(offered.unwrap_or(&"m"));
            pty.until("something came of it", |screen| screen.contents() != shown);
        }
    }
}

#[test]
fn a_whole_deal_of_hearts_is_played() {
    let data = folder();
    let mut pty = Pty::play(data.path(), &["hearts", "--bot-delay-ms", "0"]);
    pty.until("our hand", |screen| held(screen) == 13);
    play_until(&mut pty, "Deal 1 is over", &["e"]);
    pty.until_shown("Total");
    pty.send("\x03");
    pty.ends(0);
}

#[test]
fn a_whole_deal_of_la_dame_noire_is_played() {
    let data = folder();
    let mut pty = Pty::play(data.path(), &["la-dame-noire", "--bot-delay-ms", "0"]);
    pty.until("our hand", |screen| held(screen) == 13);
    play_until(&mut pty, "Deal 1 is over", &["p"]);
    pty.until_shown("Total");
    // The next deal begins.
    pty.send("\r");
    pty.until("the next hand", |screen| held(screen) == 13 && screen.contents().contains("Deal 2"));
    pty.send("\x03");
    pty.ends(0);
}

#[test]
fn a_whole_deal_of_kael_is_played() {
    let data = folder();
    let options = ["kael", "--seats", "2", "--bot-delay-ms", "0"];
    let mut pty = Pty::play(data.path(), &options);
    play_until(&mut pty, "Deal 1 is over", &["K", "g", "c"]);
    pty.until_shown("Total");
    pty.send("\x03");
    pty.ends(0);
}

/// The whole deal that the tests of the game have: it is won. A connection may send so many commands at once and not
/// more, so the player leaves now and then, and the match goes on where it was.
#[test]
fn a_solitaire_is_won_by_typed_moves() {
    const AT_ONCE: usize = 50;
    let data = folder();
    let text = include_str!("../../../../games/rouge-et-noir/tests/won.txt");
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let actions = lines.join(" ");
    let actions: Vec<&str> = actions.split("; ").collect();
    let mut pty = Pty::play(data.path(), &["rouge-et-noir", "--deal", "1"]);
    for (moves, action) in actions.iter().enumerate() {
        if moves > 0 && moves % AT_ONCE == 0 {
            pty.until(&format!("{moves} moves"), |screen| moves_made(screen) == Some(moves));
            pty.send("\x03");
            pty.ends(0);
            pty = Pty::play(data.path(), &["rouge-et-noir"]);
        }
        pty.until(&format!("{moves} moves"), |screen| moves_made(screen) == Some(moves));
        pty.send(&format!(":{action}\r"));
    }
    pty.until_shown("The match is over");
    pty.until_shown("You win");
    pty.send("\x03");
    pty.ends(0);
}

/// How many moves the board of the solitaire counts.
fn moves_made(screen: &vt100::Screen) -> Option<usize> {
    let contents = screen.contents();
    let words: Vec<&str> = contents.split_whitespace().collect();
    let counted = words.windows(2).filter(|pair| ["move", "moves"].contains(&pair[1]));
    counted.filter_map(|pair| pair[0].parse().ok()).next()
}

/// What a terminal sends for a press of the left button and its release, in the notation called SGR. Columns and rows
/// count from 1.
fn press(column: usize, row: usize) -> String {
    format!("\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m")
}

/// What it sends when the wheel turns down or up there: a wheel has no release.
fn wheel(down: bool, column: usize, row: usize) -> String {
    format!("\x1b[<{};{column};{row}M", if down { 65 } else { 64 })
}

/// The columns, from 1, at which the cards of the hand begin, and whether the cursor is there.
fn edges(screen: &vt100::Screen) -> Vec<(usize, bool)> {
    let row = screen.rows(0, 80).nth(22).expect("24 rows");
    let edges = row.chars().enumerate().filter(|(_, edge)| "╰┗".contains(*edge));
    edges.map(|(column, edge)| (column + 1, edge == '┗')).collect()
}

/// In which row the cursor of a list is.
fn marked(screen: &vt100::Screen) -> Option<usize> {
    screen.rows(0, 80).position(|row| row.contains("│ ▶ "))
}

#[test]
fn a_mouse_opens_help_chooses_a_move_and_plays_a_card() {
    let data = folder();
    let mut pty = Pty::play(data.path(), &["schwarze-dame", "--bot-delay-ms", "0"]);
    pty.until("our turn", |screen| held(screen) == 13 && is_mine(screen));
    // The last row opens the help.
    pty.send(&press(10, 24));
    pty.until_shown("Keyboard shortcuts");
    pty.send("\x1b");
    pty.until("help is closed", |screen| !screen.contents().contains("Keyboard shortcuts"));
    // The wheel goes along a list, here the menu, and a press chooses an entry: the first goes on with the game.
    pty.send("\x1b");
    pty.until_shown("All games");
    let first = marked(pty.seen.0.lock().expect("nobody panics").screen()).expect("an entry is marked");
    pty.send(&wheel(true, 40, 12));
    pty.until("the next entry is marked", |screen| marked(screen) == Some(first + 1));
    pty.send(&wheel(false, 40, 12));
    pty.until("the first entry is marked again", |screen| marked(screen) == Some(first));
    pty.send(&press(40, first + 1));
    pty.until("the menu is closed", |screen| !screen.contents().contains("All games"));
    // The same in the list of moves.
    pty.send("m");
    pty.until_shown("possible move");
    let first = marked(pty.seen.0.lock().expect("nobody panics").screen()).expect("an entry is marked");
    pty.send(&press(40, first + 1));
    pty.until("a card is played", |screen| held(screen) == 12 && is_mine(screen));
    // A press on a card puts the cursor there, another press plays it or says why not.
    let is_refused = |screen: &vt100::Screen| screen.contents().contains("(Rule ");
    for place in (0..12).rev() {
        let (column, is_marked) = edges(pty.seen.0.lock().expect("nobody panics").screen())[place];
        if !is_marked {
            pty.send(&press(column, 22));
            pty.until("the cursor is there", |screen| edges(screen).get(place).is_some_and(|(_, marked)| *marked));
        }
        pty.send(&press(column, 22));
        pty.until("played or refused", |screen| held(screen) < 12 || is_refused(screen));
        if held(pty.seen.0.lock().expect("nobody panics").screen()) < 12 {
            break;
        }
        pty.send("\x1b");
        pty.until("the refusal is gone", |screen| !is_refused(screen));
    }
    pty.until("a second card is played", |screen| held(screen) == 11);
    pty.send("\x03");
    pty.ends(0);
}

#[test]
fn a_card_is_played_from_the_hand_and_a_wrong_one_is_explained() {
    let data = folder();
    let mut pty = Pty::play(data.path(), &["schwarze-dame", "--bot-delay-ms", "0"]);
    pty.until("our turn", |screen| held(screen) == 13 && is_mine(screen));
    pty.send("?");
    pty.until_shown("Keyboard shortcuts");
    pty.send("\x1b");
    pty.until("help is closed", |screen| !screen.contents().contains("Keyboard shortcuts"));
    pty.send(":play 1z\r");
    pty.until_shown("This game has no such move.");
    // The cursor goes from card to card until one is played.
    for _ in 0..13 {
        pty.send("\r");
        pty.until("played or refused", |screen| {
            held(screen) == 12 || screen.contents().contains("follow suit") || screen.contents().contains("you have")
        });
        if pty.seen.0.lock().expect("nobody panics").screen().contents().contains("You play") {
            break;
        }
        pty.send("\x1b[C");
    }
    pty.until("a card is played", |screen| held(screen) < 13);
    pty.send("\x03");
    pty.ends(0);
    // The match goes on where it was left.
    let again = Pty::play(data.path(), &["schwarze-dame", "--bot-delay-ms", "0"]);
    again.until("the same hand", |screen| (1..13).contains(&held(screen)) && is_mine(screen));
    again.signal("-TERM");
    again.ends(143);
}

#[test]
fn a_solitaire_is_played_by_its_letters() {
    let data = folder();
    let mut pty = Pty::play(data.path(), &["rouge-et-noir", "--deal", "1"]);
    pty.until_shown("0 moves");
    pty.send(" ");
    pty.until_shown("1 move");
    pty.until_shown("You turn up");
    pty.send("u");
    pty.until_shown("0 moves");
    pty.send("U");
    pty.until_shown("1 move");
    // The card in hand is lifted and put aside.
    pty.send("ew");
    pty.until_shown("You discard");
    pty.until_shown("2 moves");
    // The same deal has the same first move to a column or a foundation.
    pty.send("m");
    pty.until_shown("possible moves");
    pty.send("\r");
    pty.until_shown("3 moves");
    pty.send("H");
    pty.until_shown("Advice sees only what you see.");
    pty.send("\r");
    pty.until("it is closed", |screen| !screen.contents().contains("Advice sees"));
    // Help that knows the cards is off until it is wanted.
    pty.send("\x1b");
    pty.until_shown("Give up this deal");
    pty.send("\x1b[B\x1b[B\x1b[B\r");
    pty.until_shown("Turn on help");
    pty.send("\x1b[B\r");
    pty.until_shown("This game counts as assisted.");
    pty.send("\x1b");
    pty.until_shown("Give up this deal");
    pty.send("\x1b[B\x1b[B\x1b[B\r");
    pty.until_shown("Can it be won?");
    pty.send("\r");
    pty.until("a hint, or that there is none", |screen| {
        let shown = screen.contents();
        ["Hint: ", "You can’t win", "The search found no way"].iter().any(|words| shown.contains(words))
    });
    pty.signal("-HUP");
    pty.ends(129);
}

#[test]
fn the_session_is_for_its_owner_alone() {
    let data = folder();
    let mut pty = Pty::play(data.path(), &[]);
    pty.until_shown("Schwarze Dame");
    pty.send("\x03");
    pty.ends(0);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let file = data.path().join("terminal-sessions.json");
        assert_eq!(std::fs::metadata(file).expect("it is there").permissions().mode() & 0o777, 0o600);
    }
}

#[test]
fn what_cannot_be_played_is_said_before_the_terminal_is_taken() {
    let data = folder();
    let output = cardroom(&["play", "kael"]).output().expect("it runs");
    refused(&output, "needs a terminal");
    let pty = Pty::play(data.path(), &["bridge"]);
    pty.until_shown("there is no game \"bridge\"");
    pty.ends(2);
    let pty = Pty::play(data.path(), &["http://127.0.0.1:1/t/abc"]);
    pty.until_shown("127.0.0.1:1");
    pty.ends(1);
    // Somebody who speaks no TLS at an address that asks for it.
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let link = format!("https://{}/t/abc", listener.local_addr().expect("an address"));
    let answering = thread::spawn(move || {
        let (mut stream, _) = listener.accept().expect("somebody comes");
        let mut greeting = [0; 3];
        stream.read_exact(&mut greeting).expect("it speaks");
        stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").expect("it listens");
        greeting
    });
    let pty = Pty::play(data.path(), &[&link]);
    pty.until_shown("error: https://127.0.0.1");
    pty.ends(1);
    // A handshake of TLS begins with 22, then the version.
    assert_eq!(answering.join().expect("it has answered")[..2], [22, 3]);
}

/// A host opens a table for friends, and a terminal takes a seat there by the link. Returns the table's id and the terminal.
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
    // The name has lost its control character.
    pty.until_shown("You");
    socket.send_text(r#"{"t":"begin","cmd":"b"}"#).await;
    pty.until("the cards are dealt", |screen| held(screen) == 13);
    // What is said at the table is heard.
    pty.send("\x1b");
    pty.until_shown("Leave the table");
    pty.send("\x1b[B\x1b[B\r");
    pty.until_shown("Good luck");
    pty.send("\x1b[B\r");
    pty.until("it is said", |screen| screen.contents().contains("Good luck") && !screen.contents().contains("Hello"));
    // A server that goes away is told, and the table comes back with it.
    running.stop();
    pty.until_shown("Connection lost");
    let port = running.address.port().to_string();
    let folder = data.path().to_str().expect("a plain path");
    let mut again = cardroom(&["serve", "--port", &port, "--data", folder, "--bot-delay-ms", "0"]);
    let _again = Running::spawn(&mut again).expect("it serves");
    pty.until("the table is back", |screen| !screen.contents().contains("Connection lost") && held(screen) >= 12);
    pty.send("\x03");
    pty.ends(0);
}

/// The host's own device takes no part; the terminal alone makes the shuffle one that nobody can choose.
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
    // What it sent is what it keeps, for its owner alone.
    let file = own.path().join("terminal-shuffles.json");
    let text = std::fs::read_to_string(&file).expect("it is kept");
    let mut kept: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let place = format!("http://{} {id}", running.address);
    let part = &kept[&place]["parts"][0];
    assert_eq!((&part["hash"], &part["nonce"]), (&h[1], &n[1]), "{text}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(std::fs::metadata(&file).expect("it is there").permissions().mode() & 0o777, 0o600);
    }
    // The record beside what it keeps: as it was, then as if the record had another number at its seat.
    ask_whether_it_was_fair(&mut pty);
    pty.until_shown("Nothing is wrong so far");
    let digits = &n[1].as_str().expect("a number")[..8];
    pty.until_shown(&format!("number {digits}… is in it"));
    pty.send("\x1b");
    kept[&place]["parts"][0]["nonce"] = json!("77".repeat(32));
    std::fs::write(&file, kept.to_string()).expect("it can be written");
    ask_whether_it_was_fair(&mut pty);
    pty.until_shown("Something is wrong");
    pty.until_shown("The record has another number at your seat");
    pty.send("\x03");
    pty.ends(0);
}

/// A table that the terminal opens itself begins when the terminal can take part, and not at once.
#[tokio::test(flavor = "multi_thread")]
async fn a_terminal_takes_part_in_the_shuffle_of_a_table_that_it_opens() {
    let (data, own) = (folder(), folder());
    let running = Running::start(data.path());
    let server = format!("http://{}", running.address);
    let mut pty = Pty::play(own.path(), &[&server]);
    choose(&mut pty, "Schwarze Dame");
    pty.until("the cards are dealt", |screen| held(screen) == 13);
    let text = std::fs::read_to_string(own.path().join("terminal-shuffles.json")).expect("it is kept");
    let kept: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let tables: Vec<&String> = kept.as_object().expect("by table").keys().collect();
    assert!(tables.len() == 1 && tables[0].starts_with(&format!("{server} ")), "{text}");
    let number = kept[tables[0]]["parts"][0]["nonce"].as_str().expect("a number");
    // The record agrees: the number is in its seed.
    ask_whether_it_was_fair(&mut pty);
    pty.until_shown("Nothing is wrong so far");
    pty.until_shown(&format!("number {}… is in it", &number[..8]));
    pty.send("\x03");
    pty.ends(0);
}

/// Chooses *Was it fair?* in the menu.
fn ask_whether_it_was_fair(pty: &mut Pty) {
    pty.until("the table", |screen| !screen.contents().contains("Was it fair?"));
    pty.send("\x1b");
    choose(pty, "Was it fair?");
}

/// Chooses this entry of the list in view.
fn choose(pty: &mut Pty, entry: &str) {
    pty.until_shown(entry);
    let cursor = format!("│ ▶ {entry}");
    while !pty.text().contains(&cursor) {
        // Bots play meanwhile: only the cursor tells that the key has come.
        let before = marked(pty.seen.0.lock().expect("nobody panics").screen());
        pty.send("\x1b[B");
        pty.until("the cursor moves", |screen| marked(screen) != before);
    }
    pty.send("\r");
}

/// A server behind a proxy with TLS, as docs/hosting.md has it: requests and the line of the table are encrypted, and
/// only the certificate of an authority that the machine trusts is taken.
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
    // This machine does not trust the authority: nothing is sent to such a server.
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
    // What the terminal says arrives.
    pty.send(":say Hello over there\r");
    let said = json!("Hello over there");
    let heard = async { while socket.next().await.expect("the table is there")["lines"][0]["text"] != said {} };
    tokio::time::timeout(PATIENCE, heard).await.expect("what was said is heard");
    pty.send("\x03");
    pty.ends(0);
}

/// Passes connections with TLS on to a server, decrypted.
async fn terminate_tls(proxy: tokio::net::TcpListener, tls: TlsAcceptor, server: SocketAddr) {
    while let Ok((stream, _)) = proxy.accept().await {
        let tls = tls.clone();
        tokio::spawn(async move {
            // A client that does not trust the certificate ends the handshake.
            let Ok(mut outside) = tls.accept(stream).await else { return };
            let mut inside = tokio::net::TcpStream::connect(server).await.expect("the server is there");
            let _ = tokio::io::copy_bidirectional(&mut outside, &mut inside).await;
        });
    }
}

#[test]
fn a_record_is_looked_at_step_by_step() {
    let folder = folder();
    let file = folder.path().join("games.jsonl");
    let file = file.to_str().expect("a plain path");
    let made =
        cardroom(&["simulate", "schwarze-dame", "--matches", "2", "--bots", "rule", "--seed", "5e", "--out", file]);
    let mut made = made;
    assert!(made.output().expect("it runs").status.success());
    let mut pty = Pty::play(folder.path(), &[file]);
    pty.until_shown("Step 0 of 52");
    pty.until("the cards are dealt", |screen| held(screen) == 13);
    pty.send("\x1b[C");
    pty.until_shown("Step 1 of 52");
    pty.send(&wheel(true, 40, 12));
    pty.until_shown("Step 2 of 52");
    pty.send(&press(40, 12));
    pty.until_shown("Step 3 of 52");
    pty.send(&wheel(false, 40, 12));
    pty.until_shown("Step 2 of 52");
    pty.send("\x1b[F");
    pty.until_shown("Step 52 of 52");
    pty.until("all cards are played", |screen| held(screen) == 0);
    // The next deal, as the next seat saw it.
    pty.send("\x1b[B");
    pty.until_shown("Deal 2 of 8");
    pty.until_shown("Step 0 of 52");
    pty.send("v");
    pty.until("another seat's hand", |screen| held(screen) == 13);
    pty.send("q");
    pty.ends(0);
    // A file that is no record is refused in words.
    std::fs::write(file, "{}\n").expect("a file");
    let pty = Pty::play(folder.path(), &[file]);
    pty.until_shown("error: ");
    pty.ends(1);
}

#[test]
fn advice_comes_over_the_table() {
    let data = folder();
    let mut pty = Pty::play(data.path(), &["schwarze-dame", "--bot-delay-ms", "0"]);
    pty.until("our turn", |screen| held(screen) == 13 && is_mine(screen));
    pty.send("H");
    pty.until_shown("Advice sees only what you see.");
    pty.send("\r");
    pty.until("it is closed", |screen| !screen.contents().contains("Advice sees"));
    pty.signal("-INT");
    pty.ends(130);
}

#[test]
fn shells_and_man_know_the_commands() {
    let folder = folder();
    for (shell, words) in [("bash", "complete -F"), ("zsh", "#compdef cardroom"), ("fish", "complete -c cardroom")] {
        let output = cardroom(&["completions", shell]).output().expect("it runs");
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        assert!(output.status.success() && text.contains(words) && text.contains("four-colours"), "{shell}: {text}");
    }
    let to = folder.path().join("man");
    let output = cardroom(&["man", "--to", to.to_str().expect("a plain path")]).output().expect("it runs");
    assert!(output.status.success(), "{output:?}");
    let page = std::fs::read_to_string(to.join("cardroom-play.1")).expect("a page");
    assert!(page.contains(".TH cardroom-play 1") && page.contains("four"), "{page}");
}
