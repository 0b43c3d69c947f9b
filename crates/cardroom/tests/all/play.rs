//! `cardroom play` in a pseudo-terminal, used as a person would use it.

use std::io::{Read, Write};
use std::sync::atomic::Ordering;
use std::thread;

use crate::pty::{Pty, held, is_mine, marked};
use crate::running::{cardroom, folder, refused};

#[test]
fn a_whole_deal_is_played_by_keyboard() {
    let data = folder();
    let mut pty = Pty::play(data.path(), &["schwarze-dame", "--option", "deals=1", "--bot-delay-ms", "0"]);
    for cards in (1..=13).rev() {
        pty.until(&format!("our turn with {cards} cards"), |screen| held(screen) == cards && is_mine(screen));
        // Opens the list of moves, and plays the first one.
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

/// Plays until this text is shown. On our turn, if the screen offers `[key]` and this key is in `keys`, presses the
/// key. Otherwise chooses the first entry of the list of moves. Bots act in the meantime, and a list of moves closes
/// when the position changes. So the test looks at the screen again after each key.
pub fn play_until(pty: &mut Pty, end: &str, keys: &[&str]) {
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

/// Checks a whole won deal. The tests of the game contain its moves. A connection may send only a limited number of
/// commands in a short time. So the player leaves from time to time, and the match continues where it was.
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

/// Returns the number of moves on the board of the solitaire.
fn moves_made(screen: &vt100::Screen) -> Option<usize> {
    let contents = screen.contents();
    let words: Vec<&str> = contents.split_whitespace().collect();
    let counted = words.windows(2).filter(|pair| ["move", "moves"].contains(&pair[1]));
    counted.filter_map(|pair| pair[0].parse().ok()).next()
}

/// Returns the bytes that a terminal sends when the left button is pressed and released, in the SGR encoding. Columns
/// and rows count from 1.
fn press(column: usize, row: usize) -> String {
    format!("\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m")
}

/// Returns the bytes that a terminal sends when the mouse wheel is turned down or up. The wheel sends no release.
fn wheel(down: bool, column: usize, row: usize) -> String {
    format!("\x1b[<{};{column};{row}M", if down { 65 } else { 64 })
}

/// Returns, for each card of the hand, the column at which it begins, and whether the cursor is on it. Columns count
/// from 1.
fn edges(screen: &vt100::Screen) -> Vec<(usize, bool)> {
    let row = screen.rows(0, 80).nth(22).expect("24 rows");
    let edges = row.chars().enumerate().filter(|(_, edge)| "╰┗".contains(*edge));
    edges.map(|(column, edge)| (column + 1, edge == '┗')).collect()
}

#[test]
fn a_mouse_opens_help_chooses_a_move_and_plays_a_card() {
    let data = folder();
    let mut pty = Pty::play(data.path(), &["schwarze-dame", "--bot-delay-ms", "0"]);
    pty.until("our turn", |screen| held(screen) == 13 && is_mine(screen));
    // A press on the last row opens the help.
    pty.send(&press(10, 24));
    pty.until_shown("Keyboard shortcuts");
    pty.send("\x1b");
    pty.until("help is closed", |screen| !screen.contents().contains("Keyboard shortcuts"));
    // The wheel moves the cursor in a list, here the menu, and a press chooses an entry. The first entry continues the
    // game.
    pty.send("\x1b");
    pty.until_shown("All games");
    let first = marked(pty.seen.0.lock().expect("nobody panics").screen()).expect("an entry is marked");
    pty.send(&wheel(true, 40, 12));
    pty.until("the next entry is marked", |screen| marked(screen) == Some(first + 1));
    pty.send(&wheel(false, 40, 12));
    pty.until("the first entry is marked again", |screen| marked(screen) == Some(first));
    pty.send(&press(40, first + 1));
    pty.until("the menu is closed", |screen| !screen.contents().contains("All games"));
    // In the list of moves, the wheel and a press have the same effects.
    pty.send("m");
    pty.until_shown("possible move");
    let first = marked(pty.seen.0.lock().expect("nobody panics").screen()).expect("an entry is marked");
    pty.send(&press(40, first + 1));
    pty.until("a card is played", |screen| held(screen) == 12 && is_mine(screen));
    // A press on a card moves the cursor to the card. A second press plays the card, or shows why it cannot be played.
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
    // The cursor moves from card to card until one is played.
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
    // The match continues where it was left.
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
    // Lifts the card in hand, and then puts it on the discard pile.
    pty.send("ew");
    pty.until_shown("You discard");
    pty.until_shown("2 moves");
    // The deal is always the same, and so is the first move to a column or a foundation.
    pty.send("m");
    pty.until_shown("possible moves");
    pty.send("\r");
    pty.until_shown("3 moves");
    pty.send("H");
    pty.until_shown("Advice sees only what you see.");
    pty.send("\r");
    pty.until("it is closed", |screen| !screen.contents().contains("Advice sees"));
    // Help that uses the hidden cards is off until the player turns it on.
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
    // This server has no TLS, although the address requires it.
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
    // A TLS handshake begins with the byte 22, followed by the version.
    assert_eq!(answering.join().expect("it has answered")[..2], [22, 3]);
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
    // The replay shows the next deal, from the view of the next seat.
    pty.send("\x1b[B");
    pty.until_shown("Deal 2 of 8");
    pty.until_shown("Step 0 of 52");
    pty.send("v");
    pty.until("another seat's hand", |screen| held(screen) == 13);
    pty.send("q");
    pty.ends(0);
    // A file that is not a record is refused in words.
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

/// Returns the bytes that a terminal sends for a paste.
fn paste(text: &str) -> String {
    format!("\x1b[200~{text}\x1b[201~")
}

/// A text whose characters are keys in every game, in lists, in the waiting room and in replays.
const PASTED: &str = "q: see u, 1 bed dew\r\n\tm\rn\r b5\r http://a/j/b\n";

#[test]
fn what_is_pasted_plays_nothing() {
    let data = folder();
    let mut pty = Pty::play(data.path(), &[]);
    pty.until("the list of games", |screen| marked(screen).is_some());
    let first = marked(pty.seen.0.lock().expect("nobody panics").screen()).expect("an entry is marked");
    pty.send(&format!("{}\x1b[B", paste(PASTED)));
    pty.until("the next entry is marked", |screen| marked(screen) == Some(first + 1));
    pty.send("\x03");
    pty.ends(0);
    // The text is pasted at the table of a solitaire, in its list of moves, and in its input line.
    let mut pty = Pty::play(data.path(), &["rouge-et-noir", "--deal", "3"]);
    pty.until_shown("0 moves");
    pty.send(&format!("{}m{}", paste(PASTED), paste(PASTED)));
    pty.until_shown("possible move");
    assert_eq!(moves_made(pty.seen.0.lock().expect("nobody panics").screen()), Some(0));
    pty.send("\x1b");
    pty.until("the list is closed", |screen| !screen.contents().contains("possible move"));
    pty.send(&format!(":say {}", paste("one\r\ntwo\x1b[31m")));
    pty.until_shown(":say one  two[31m");
    pty.send("\x1b");
    pty.until("the line is closed", |screen| !screen.contents().contains(":say"));
    pty.send(" ");
    pty.until_shown("1 move");
    pty.send("\x03");
    pty.ends(0);
    // The text is pasted while cards are chosen in Hearts.
    let mut pty = Pty::play(data.path(), &["hearts", "--bot-delay-ms", "0"]);
    pty.until("our hand", |screen| held(screen) == 13 && is_mine(screen));
    pty.send(&format!("{}:", paste("23456789tjqka \r")));
    pty.until("the line is open", |screen| screen.rows(0, 80).any(|row| row.trim_start().starts_with(':')));
    assert!(!pty.text().contains('╚'), "{}", pty.text());
    pty.send("\x03");
    pty.ends(0);
}

#[test]
fn what_is_pasted_in_a_replay_is_no_key() {
    let folder = folder();
    let file = folder.path().join("games.jsonl");
    let file = file.to_str().expect("a plain path");
    let words = ["simulate", "schwarze-dame", "--matches", "1", "--bots", "random", "--out", file];
    assert!(cardroom(&words).output().expect("it runs").status.success());
    let mut pty = Pty::play(folder.path(), &[file]);
    pty.until_shown("Step 0 of 52");
    pty.send(&format!("{}\x1b[C", paste(PASTED)));
    pty.until_shown("Step 1 of 52");
    pty.signal("-TERM");
    pty.ends(143);
}

/// Checks thousands of keys in a row: a terminal without support for pastes sends a paste as such keys.
#[test]
fn thousands_of_keys_are_a_few_drawings_and_leave_nobody_waiting() {
    let data = folder();
    let mut pty = Pty::play(data.path(), &["rouge-et-noir", "--deal", "3"]);
    pty.until_shown("0 moves");
    let before = pty.drawn.load(Ordering::SeqCst);
    let keys = 4_000;
    pty.send(&format!(":say {}\x1b[D", "x".repeat(keys)));
    pty.send("\x1b");
    pty.until("all keys are read", |screen| {
        !screen.contents().contains(":say") && screen.contents().contains("0 moves")
    });
    let drawn = pty.drawn.load(Ordering::SeqCst) - before;
    assert!(drawn < keys / 4, "{drawn} drawings");
    pty.send(&format!(":say {}", "x".repeat(keys)));
    pty.signal("-TERM");
    pty.ends(143);
}

#[cfg(unix)]
#[test]
fn a_game_is_suspended_and_goes_on() {
    let data = folder();
    // The shell has job control, as a shell with a prompt has.
    let script = "set -m; \"$0\" \"$@\"; echo stopped; read -r line; fg >/dev/null";
    let play = Pty::command(data.path(), &["rouge-et-noir", "--deal", "3"]);
    let mut shell = portable_pty::CommandBuilder::new("bash");
    shell.args(["-c", script]);
    shell.args(play.get_argv());
    for (name, value) in play.iter_extra_env_as_str() {
        shell.env(name, value);
    }
    let mut pty = Pty::start(shell);
    pty.until_shown("0 moves");
    pty.until("pastes are asked for", |screen| screen.alternate_screen() && screen.bracketed_paste());
    pty.send("\x1a");
    pty.until("the shell has the terminal", |screen| {
        !screen.alternate_screen()
            && !screen.hide_cursor()
            && !screen.bracketed_paste()
            && screen.mouse_protocol_mode() == vt100::MouseProtocolMode::None
            && screen.contents().contains("stopped")
    });
    pty.send("uu dew\n");
    pty.until("the game is there again", |screen| {
        screen.alternate_screen() && screen.bracketed_paste() && moves_made(screen) == Some(0)
    });
    pty.send(" ");
    pty.until_shown("1 move");
    // Ctrl-L draws the whole screen again. People need it after another program has written to the terminal.
    let before = pty.drawn.load(Ordering::SeqCst);
    pty.send("\x0c");
    pty.until("it is drawn", |_| pty.drawn.load(Ordering::SeqCst) > before);
    pty.send("u");
    pty.until_shown("0 moves");
    pty.send("\x03");
    pty.ends(0);
}

#[test]
fn a_link_is_one_without_a_scheme_and_a_file_may_be_named_with_any_bytes() {
    let data = folder();
    for (link, words) in [
        ("127.0.0.1:1/j/abc", "http://127.0.0.1:1"),
        ("<HTTP://127.0.0.1:1/J/ABC>.", "http://127.0.0.1:1"),
        ("http://127.0.0.1:1/t/abc/replay/1", "a replay opens in the browser"),
        ("http://127.0.0.1:1/t/%", "a link looks like"),
    ] {
        let pty = Pty::play(data.path(), &[link]);
        pty.until_shown("error: ");
        pty.until_shown(words);
        pty.ends(1);
    }
    #[cfg(unix)]
    {
        let name: &std::ffi::OsStr = std::os::unix::ffi::OsStrExt::from_bytes(b"none\xff.jsonl");
        let mut command = Pty::command(data.path(), &[]);
        command.arg(name);
        let pty = Pty::start(command);
        pty.until_shown(r"none\xff.jsonl: No such file");
        pty.ends(1);
    }
}
