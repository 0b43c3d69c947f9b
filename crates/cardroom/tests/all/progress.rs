//! The progress of long work. It is drawn from the beginning, but only on a terminal. Needs python3 for the terminal.

use std::process::{Command, Stdio};

use crate::support::cardroom;

/// A Python program that runs a command (all its arguments except the first) with a terminal as standard error. The
/// Python program prints the output on the terminal. It stops when the output contains the first argument, or when the
/// command ends.
const TERMINAL: &str = r#"
import fcntl, os, pty, struct, subprocess, sys, termios
ours, its = pty.openpty()
fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 100, 0, 0))
nothing = subprocess.DEVNULL
work = subprocess.Popen(sys.argv[2:], stdin=nothing, stdout=nothing, stderr=its, env={**os.environ, "TERM": "xterm"})
os.close(its)
drawn = b""
while sys.argv[1].encode() not in drawn:
    try:
        piece = os.read(ours, 4096)
    except OSError:  # Nobody draws any more.
        break
    if not piece:
        break
    drawn += piece
work.kill()
work.wait()
sys.stdout.buffer.write(drawn)
"#;

/// Returns what `cardroom` draws with these arguments until the text `until` appears.
fn drawn(until: &str, words: &str) -> String {
    let output = Command::new("python3")
        .args(["-c", TERMINAL, until, env!("CARGO_BIN_EXE_cardroom")])
        .args(words.split(' '))
        .stdin(Stdio::null())
        .output()
        .expect("python3 is here");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn the_arena_draws_before_its_first_set_is_played() {
    let words = "arena schwarze-dame --option deals=1 --bots pimc:3000,rule --sets 3";
    let drawn = drawn("0/3 sets", words);
    assert!(drawn.contains("0/3 sets"), "{drawn:?}");
}

#[test]
fn an_analysis_draws_on_a_terminal_and_neither_draws_in_a_pipe() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl");
    let file = file.to_str().expect("a plain path");
    let played =
        cardroom(&format!("simulate schwarze-dame --option deals=1 --matches 1 --bots rule --seed 5 --out {file}"));
    assert_eq!(played.code, Some(0), "{}", played.err);
    let analyse = format!("analyse {file} --seat 0 --simulations 4");
    let drawn = drawn("nobody draws this", &analyse);
    assert!(drawn.contains("0/0 decisions") && drawn.contains("13 decisions"), "{drawn:?}");
    for words in [&analyse, "arena schwarze-dame --option deals=1 --bots rule --sets 2"] {
        let said = cardroom(words);
        assert_eq!((said.code, said.err.as_str()), (Some(0), ""), "{words}");
        assert!(!said.out.is_empty(), "{words}: the report itself is printed");
    }
}
