//! `cardroom serve` as a process, for tests.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::time::{Duration, Instant};

/// Returns the command, without a standard input. For measurements, the environment variable `CARDROOM` can name a
/// program of another build profile.
pub fn cardroom(arguments: &[&str]) -> Command {
    let program = std::env::var_os("CARDROOM").unwrap_or_else(|| env!("CARGO_BIN_EXE_cardroom").into());
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null());
    command
}

/// Returns true if the long tests should run in full and not as a sample, as with `cargo xtask test --long`.
pub fn long() -> bool {
    std::env::var_os("CARDROOM_LONG").is_some()
}

/// Returns the command that serves these data, with bots that do not pause.
pub fn serve(data: &Path) -> Command {
    let data = data.to_str().expect("a plain path");
    cardroom(&["serve", "--port", "0", "--data", data, "--bot-delay-ms", "0", "--commands-per-second", "0"])
}

pub fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder for the test")
}

/// A running server. Dropping this value checks that the server has not panicked, and then kills the server.
pub struct Running {
    pub child: Child,
    pub address: SocketAddr,
    /// The address of its metrics, with their token, if they have an address of their own.
    pub metrics: Option<(SocketAddr, &'static str)>,
}

impl Running {
    pub fn start(data: &Path) -> Running {
        Running::start_with(data, &[])
    }

    /// Starts a server with further arguments.
    pub fn start_with(data: &Path, more: &[&str]) -> Running {
        Running::spawn(serve(data).args(more)).unwrap_or_else(|ended| panic!("it does not serve: {ended}"))
    }

    /// Starts a command that serves. Returns the exit status if the command ends instead.
    pub fn spawn(command: &mut Command) -> Result<Running, ExitStatus> {
        let mut child = command.stdout(Stdio::piped()).spawn().expect("cardroom starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("piped")).read_line(&mut line).expect("it says where it is");
        match line.trim().strip_prefix("cardroom is at http://") {
            Some(address) => Ok(Running { address: address.parse().expect("an address"), child, metrics: None }),
            None => Err(child.wait().expect("it ends")),
        }
    }

    /// Asks the server to end, as a service manager does (`SIGTERM`), and waits until it has ended.
    pub fn stop(&mut self) {
        self.check_no_bug();
        let asked = Command::new("kill").arg("-TERM").arg(self.child.id().to_string()).status().expect("kill runs");
        let ended = self.child.wait().expect("it ends");
        assert!(asked.success() && ended.success(), "{ended}");
    }

    /// Checks that the server has not panicked. Without this check no test would notice, because servers catch panics.
    fn check_no_bug(&self) {
        let (address, token) = self.metrics.unwrap_or((self.address, "none"));
        let mut line = TcpStream::connect(address).expect("it listens");
        let asks = format!(
            "GET /metrics HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {token}\r\nconnection: close\r\n\r\n"
        );
        line.write_all(asks.as_bytes()).expect("it reads");
        let mut metrics = String::new();
        line.read_to_string(&mut metrics).expect("it answers");
        assert!(metrics.contains("\ncardroom_panics_total 0\n"), "{metrics}");
    }

    /// Kills the server, as `kill -9` does.
    pub fn kill(&mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it has ended");
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // The check is skipped if the test has failed already, or if the server has ended.
        if !std::thread::panicking() && matches!(self.child.try_wait(), Ok(None)) {
            self.check_no_bug();
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Calls `ask` until it returns something. A minute is enough even on a very busy machine.
pub async fn soon<T>(what: &str, mut ask: impl AsyncFnMut() -> Option<T>) -> T {
    let began = Instant::now();
    loop {
        if let Some(found) = ask().await {
            return found;
        }
        assert!(began.elapsed() < Duration::from_secs(60), "it never becomes so: {what}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Checks with `cardroom record check` that a record has no fault. Each record gets its own file in the folder, because
/// many records are checked at the same time.
pub fn record_is_right(folder: &Path, record: &str) {
    let file = tempfile::NamedTempFile::new_in(folder).expect("a file");
    std::fs::write(&file, record).expect("a record");
    let file = file.path().to_str().expect("a plain path");
    let checked = cardroom(&["record", "check", file]).output().expect("it runs");
    assert!(checked.status.success(), "{checked:?}");
}

/// Checks that a command failed, and that its only line of output contains these words.
pub fn refused(output: &Output, words: &str) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success(), "{output:?}");
    assert_eq!(said.lines().count(), 1, "one line: {said}");
    assert!(said.contains(words), "{said}");
    assert!(said.starts_with("error: ") && !said.trim_end().ends_with('.'), "one style: {said}");
}
