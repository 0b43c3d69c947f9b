//! Runs the command as a person would.

use std::io::Write;
use std::process::{Command, Stdio};

/// The exit code and the output of a command.
pub struct Said {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

/// Runs `cardroom` with these words and this standard input.
pub fn cardroom_reading(input: &[u8], words: &[&str]) -> Said {
    let mut child = Command::new(env!("CARGO_BIN_EXE_cardroom"))
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary was built for this test");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        // Writing can fail, because the command may stop reading early.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("it writes");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    let said = Said { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) };
    assert!(!said.err.contains("panicked"), "{words:?}: {}", said.err);
    said
}

/// Runs `cardroom` with these words, separated by blanks.
pub fn cardroom(words: &str) -> Said {
    cardroom_reading(b"", &words.split(' ').collect::<Vec<_>>())
}
