//! Checks that a new game is playable before it has a board, words or rules for people. The games for tests have none
//! of these.

use std::process::{Command, Output};

use crate::play::play_until;
use crate::pty::Pty;
use crate::running::folder;

const SWITCH: (&str, &str) = ("CARDROOM_TEST_GAMES", "1");
const GAMES: [(&[&str], &str); 2] = [(&["pairs", "--option", "to=3"], "rule,random"), (&["stairs"], "rule")];

fn cardroom(words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cardroom"));
    command.args(words).env(SWITCH.0, SWITCH.1).output().expect("the binary was built for this test")
}

#[test]
fn matches_are_simulated_compared_and_their_records_checked_and_shown() {
    let folder = folder();
    let file = folder.path().join("records.jsonl");
    let file = file.to_str().expect("a plain path");
    for (game, bots) in GAMES {
        for words in [
            &[&["simulate"], game, &["--matches", "3", "--bots", "expert", "--out", file]].concat(),
            &vec!["record", "check", file],
            &vec!["record", "show", file],
            &[&["arena"], game, &["--bots", bots, "--sets", "3"]].concat(),
        ] {
            let output = cardroom(words);
            assert!(output.status.success(), "{words:?}: {output:?}");
        }
        std::fs::remove_file(file).expect("it was written");
    }
}

#[test]
fn matches_are_played_in_the_terminal() {
    for (game, _) in GAMES {
        let data = folder();
        let mut command = Pty::command(data.path(), &[game, &["--bot-delay-ms", "0"]].concat());
        command.env(SWITCH.0, SWITCH.1);
        let mut pty = Pty::start(command);
        if game[0] == "pairs" {
            pty.until_shown("with Cleo");
            pty.until_shown("with you");
        }
        loop {
            play_until(&mut pty, "is over", &[]);
            if pty.text().contains("The match is over") {
                break;
            }
            pty.until_shown("▶ Next deal");
            pty.send("\r");
            pty.until("the next deal", |screen| !screen.contents().contains("is over"));
        }
        pty.send("\x03");
        pty.ends(0);
    }
}

#[test]
fn without_the_switch_they_are_no_games() {
    let output = Command::new(env!("CARGO_BIN_EXE_cardroom")).args(["simulate", "pairs", "--matches", "1"]).output();
    let output = output.expect("the binary was built for this test");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && error.contains("invalid value 'pairs'"), "{error}");
    assert!(!error.contains("stairs"), "{error}");
}
