//! A test of the whole cluster of `cargo xtask cluster`. The cluster starts. People can play. Nothing is left over when
//! the cluster is stopped.

use std::fs;
use std::io::{BufRead, BufReader, Lines};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

/// Returns the folder with the programs of the newest PostgreSQL, or the folder that `POSTGRES_BIN` names.
fn postgres() -> PathBuf {
    if let Some(programs) = std::env::var_os("POSTGRES_BIN") {
        return programs.into();
    }
    let versions = fs::read_dir("/usr/lib/postgresql").expect("PostgreSQL: apt install postgresql");
    let number = |folder: &Path| folder.file_name().and_then(|name| name.to_str()?.parse::<u32>().ok());
    let newest = versions.filter_map(|entry| Some(entry.ok()?.path())).max_by_key(|folder| number(folder));
    newest.expect("PostgreSQL: apt install postgresql").join("bin")
}

/// Returns the first of twenty consecutive free ports.
fn free_ports() -> u16 {
    let own = 20_000 + (std::process::id() % 1000) as u16 * 30;
    let is_free = |port: u16| TcpListener::bind(("127.0.0.1", port)).is_ok();
    (own..own + 10_000).step_by(30).find(|first| (*first..first + 20).all(is_free)).expect("free ports")
}

/// A running cluster. It is stopped when the test ends.
struct Serving {
    child: Child,
    /// The lines of its output. This field keeps the pipe open, because the cluster fails if it cannot write to its
    /// output.
    lines: Lines<BufReader<ChildStdout>>,
    /// The lines that it printed at its start.
    said: Vec<String>,
}

impl Drop for Serving {
    fn drop(&mut self) {
        // SIGTERM lets the cluster end the programs that it has started.
        if self.child.try_wait().is_ok_and(|status| status.is_none()) {
            let _ = Command::new("kill").arg(self.child.id().to_string()).status();
            let _ = self.child.wait();
        }
    }
}

impl Serving {
    fn start() -> Serving {
        let cluster = Path::new(env!("CARGO_BIN_EXE_cluster"));
        let cardroom = cluster.with_file_name("cardroom");
        assert!(cardroom.exists(), "{}: build it first (cargo build --package cardroom)", cardroom.display());
        let mut serve = Command::new(cluster);
        serve.arg("--cardroom").arg(cardroom).arg("--postgres").arg(postgres());
        serve.args(["--nodes", "2", "--port", &free_ports().to_string()]);
        let mut child = serve.stdout(Stdio::piped()).spawn().expect("it starts");
        let lines = BufReader::new(child.stdout.take().expect("piped")).lines();
        let mut serving = Serving { child, lines, said: Vec::new() };
        while let Some(line) = serving.lines.next() {
            let line = line.expect("text");
            let is_last = line.starts_with("Ctrl-C");
            serving.said.push(line);
            if is_last {
                return serving;
            }
        }
        panic!("it ends at its start: {:?}", serving.said);
    }

    fn address(&self) -> &str {
        let line = self.said.iter().find_map(|line| line.strip_prefix("cardroom is at http://"));
        line.unwrap_or_else(|| panic!("an address: {:?}", self.said))
    }

    /// Returns the name of each part, its process id, and its log.
    fn parts(&self) -> Vec<(String, u32, PathBuf)> {
        let part = |line: &String| {
            let (name, rest) = line.split_once(": process ")?;
            let (process, rest) = rest.split_once(',')?;
            let (_, log) = rest.split_once("log ")?;
            Some((name.to_owned(), process.parse().ok()?, log.into()))
        };
        self.said.iter().filter_map(part).collect()
    }

    /// Sends a request through the load balancer, and returns the body of the answer.
    fn ask(&self, path: &str, body: Option<&str>) -> String {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let to = self.address().parse().expect("an address");
        runtime.block_on(load::ask([127, 0, 0, 1].into(), to, path, None, body)).expect("an answer").body
    }
}

fn runs(process: u32) -> bool {
    Path::new("/proc").join(process.to_string()).exists()
}

#[test]
fn a_cluster_serves_until_it_is_stopped_and_leaves_nothing_behind() {
    let mut serving = Serving::start();
    let parts = serving.parts();
    // The seven parts are two nodes, three Patronis, etcd and the load balancer.
    assert_eq!(parts.len(), 7, "{:?}", serving.said);
    for (name, process, log) in &parts {
        assert!(runs(*process) && log.exists(), "{name}: {:?}", serving.said);
    }
    let made = serving.ask("/api/v1/tables", Some(r#"{"game":"kael","bots":["random"]}"#));
    assert!(made.contains(r#""id":""#), "{made}");
    let games = serving.ask("/api/v1/games", None);
    assert!(games.contains("la-dame-noire"), "{games}");
    let stopped = Command::new("kill").args(["-INT", &serving.child.id().to_string()]).status().expect("kill");
    assert!(stopped.success());
    let said: Vec<String> = serving.lines.by_ref().map(|line| line.expect("text")).collect();
    assert_eq!(said, ["The cluster stops."]);
    let ended = serving.child.wait().expect("it ends");
    assert!(ended.success(), "{ended}");
    for (name, process, log) in &parts {
        assert!(!runs(*process), "{name} still runs");
        assert!(!log.exists(), "{}", log.display());
    }
}
