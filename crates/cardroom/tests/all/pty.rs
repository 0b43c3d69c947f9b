//! A pseudo-terminal in which `cardroom play` runs, and functions that read its screen.

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// The time limit of a wait. It is longer than anything takes on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A terminal with a running command.
pub struct Pty {
    pub seen: Arc<(Mutex<vt100::Parser>, Condvar)>,
    pub master: Box<dyn MasterPty + Send>,
    /// The number of drawings that were shown.
    pub drawn: Arc<AtomicUsize>,
    keys: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    /// The settings of the terminal before the command started.
    before: String,
}

impl Pty {
    pub fn play(data: &Path, words: &[&str]) -> Pty {
        Pty::start(Pty::command(data, words))
    }

    pub fn command(data: &Path, words: &[&str]) -> CommandBuilder {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_cardroom"));
        command.args(["play", "--data", data.to_str().expect("a plain path"), "--lang", "en"]);
        command.args(words);
        command.env("TERM", "xterm-256color");
        command.env("LC_ALL", "C.UTF-8");
        command
    }

    pub fn start(command: CommandBuilder) -> Pty {
        let size = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("a pseudo-terminal");
        let before = settings(pair.master.as_ref());
        let child = pair.slave.spawn_command(command).expect("cardroom starts");
        let seen = Arc::new((
            Mutex::new(vt100::Parser::new(NonZeroU16::new(24).expect("not 0"), NonZeroU16::new(80).expect("not 0"), 0)),
            Condvar::new(),
        ));
        let (mut reader, to) = (pair.master.try_clone_reader().expect("it can be read"), seen.clone());
        let drawn = Arc::new(AtomicUsize::new(0));
        let count = drawn.clone();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            let mut read = Vec::new();
            while let Ok(n @ 1..) = reader.read(&mut bytes) {
                read.extend_from_slice(&bytes[..n]);
                let whole = whole(&read);
                count.fetch_add(
                    read[..whole].windows(END.len()).filter(|found| *found == END).count(),
                    Ordering::SeqCst,
                );
                to.0.lock().expect("nobody panics").process(&read[..whole]);
                read.drain(..whole);
                to.1.notify_all();
            }
        });
        let keys = pair.master.take_writer().expect("keys can be typed");
        Pty { seen, master: pair.master, drawn, keys, child, before }
    }

    pub fn send(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("the command reads");
        self.keys.flush().expect("the command reads");
    }

    /// Waits until the screen fulfils this condition.
    pub fn until(&self, what: &str, holds: impl Fn(&vt100::Screen) -> bool) {
        let end = Instant::now() + PATIENCE;
        let mut parser = self.seen.0.lock().expect("nobody panics");
        while !holds(parser.screen()) {
            let left = end.saturating_duration_since(Instant::now());
            assert!(!left.is_zero(), "never: {what}\n{}", parser.screen().contents());
            parser = self.seen.1.wait_timeout(parser, left).expect("nobody panics").0;
        }
    }

    pub fn until_shown(&self, text: &str) {
        self.until(text, |screen| screen.contents().contains(text));
    }

    pub fn text(&self) -> String {
        self.seen.0.lock().expect("nobody panics").screen().contents()
    }

    /// Checks that the command ends with this code, and that the terminal is as before.
    pub fn ends(mut self, code: u32) {
        assert_eq!(self.child.wait().expect("it ends").exit_code(), code, "{}", self.text());
        self.until("the terminal is given back", |screen| {
            !screen.alternate_screen()
                && !screen.hide_cursor()
                && !screen.bracketed_paste()
                && screen.mouse_protocol_mode() == vt100::MouseProtocolMode::None
        });
        assert_eq!(settings(self.master.as_ref()), self.before, "echo and lines are as before");
    }

    pub fn signal(&self, name: &str) {
        let id = self.child.process_id().expect("it runs").to_string();
        assert!(Command::new("kill").args([name, &id]).status().expect("kill runs").success());
    }
}

const BEGIN: &[u8] = b"\x1b[?2026h";
const END: &[u8] = b"\x1b[?2026l";

/// Returns how many of these bytes can be shown. As in a terminal with synchronized updates, an unfinished drawing is
/// not shown. So no test sees half a screen.
fn whole(bytes: &[u8]) -> usize {
    let last = |wanted: &[u8]| bytes.windows(wanted.len()).rposition(|found| found == wanted);
    if let Some(begun) = last(BEGIN)
        && last(END).is_none_or(|ended| ended < begun)
    {
        return begun;
    }
    // The last bytes may be the beginning of `BEGIN`.
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

/// Returns the number of cards in the hand at the bottom.
pub fn held(screen: &vt100::Screen) -> usize {
    screen.rows(0, 80).nth(22).expect("24 rows").matches(['╰', '┗', '╚']).count()
}

/// Returns true if the row above the actions says that it is our turn.
pub fn is_mine(screen: &vt100::Screen) -> bool {
    screen.rows(0, 80).nth(16).expect("24 rows").contains('▶')
}

/// Returns the row of a list's cursor.
pub fn marked(screen: &vt100::Screen) -> Option<usize> {
    screen.rows(0, 80).position(|row| row.contains("│ ▶ "))
}
