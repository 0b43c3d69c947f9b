//! The database of the cluster for containers, without containers: its scripts are run as its services run them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::compose::{keys, root};
use crate::postgres_server::{folder, free_port, give, unprivileged};

/// A primary and its standby, in one folder.
struct Database {
    folder: tempfile::TempDir,
    keys: tempfile::TempDir,
    servers: Vec<Child>,
}

impl Database {
    fn made() -> Database {
        let (folder, keys) = (folder(), keys());
        let of_postgres = keys.path().join("postgres");
        [keys.path(), &of_postgres].into_iter().for_each(give);
        for file in fs::read_dir(&of_postgres).expect("made") {
            give(&file.expect("a file").path());
        }
        for script in ["primary.sh", "standby.sh"] {
            let copy = folder.path().join(script);
            fs::copy(root().join("docs/hosting/cluster").join(script), &copy).expect("a file");
            give(&copy);
        }
        let database = Database { folder, keys, servers: Vec::new() };
        let made = database
            .command("initdb", free_port())
            .args(["--username=postgres", "--auth-local=trust", "--no-sync"])
            .output();
        assert!(made.expect("initdb runs").status.success());
        let settings = format!("unix_socket_directories = '{}'\n", database.folder.path().display());
        let file = database.data().join("postgresql.auto.conf");
        fs::write(&file, settings).expect("ours");
        give(&file);
        database
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// A program as a container runs it, with this port.
    fn command(&self, program: &str, port: u16) -> Command {
        let mut command = unprivileged(program);
        let initdb = unprivileged("initdb");
        let programs = initdb.get_args().last().unwrap_or_else(|| initdb.get_program()).to_owned();
        let programs = Path::new(&programs).parent().expect("a folder").display().to_string();
        command
            .env("PATH", format!("{programs}:/usr/bin:/bin"))
            .env("HOME", self.folder.path())
            .env("PGDATA", self.data())
            .env("PGHOST", self.folder.path())
            .env("PGPORT", port.to_string())
            .env("KEYS", self.keys.path().join("postgres"))
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command
    }

    /// Starts a server, and waits until it answers.
    fn run(&mut self, command: &mut Command, port: u16) {
        self.servers.push(command.spawn().expect("it starts"));
        let until = Instant::now() + Duration::from_secs(60);
        while self.ask(port, "postgres", "SELECT 1") != "1" {
            let ended = self.servers.last_mut().expect("started").try_wait().expect("ours");
            assert!(ended.is_none() && Instant::now() < until, "it does not answer: {ended:?}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Ends the server that was started last.
    fn end(&mut self, signal: &str) {
        let mut server = self.servers.pop().expect("it runs");
        assert!(
            Command::new("kill")
                .args([format!("-{signal}"), server.id().to_string()])
                .status()
                .expect("kill")
                .success()
        );
        server.wait().expect("it ends");
    }

    /// What SQL prints; nothing if the server does not answer.
    fn ask(&self, port: u16, database: &str, sql: &str) -> String {
        let mut psql = self.command("psql", port);
        let psql = psql.args(["--no-psqlrc", "-Atqc", sql, "-U", "postgres", "-d", database]).stdout(Stdio::piped());
        String::from_utf8(psql.output().expect("psql runs").stdout).expect("text").trim().to_owned()
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        while !self.servers.is_empty() {
            self.end("QUIT");
        }
    }
}

/// What is stored is on the standby when it is acknowledged; without the primary the standby is promoted and takes writes.
#[test]
fn the_standby_of_the_cluster_confirms_what_is_stored_and_can_be_promoted() {
    let mut database = Database::made();
    let (primary, standby) = (free_port(), free_port());
    let keys = database.keys.path().join("postgres");
    let mut first = database.command("postgres", primary);
    database.run(first.args(["-c", "listen_addresses="]), primary);
    let script = database.folder.path().join("primary.sh");
    let made = database.command("/bin/sh", primary).arg(script).status().expect("sh runs");
    assert!(made.success());
    database.end("INT");
    let mut server = database.command("postgres", primary);
    let tls = ["cert", "key"].map(|of| format!("ssl_{of}_file={}", keys.join(format!("{of}.pem")).display()));
    server.args(["-c", "listen_addresses=127.0.0.1", "-c", "ssl=on", "-c", &tls[0], "-c", &tls[1]]);
    database.run(&mut server, primary);
    let copies = database.folder.path().join("copies");
    fs::create_dir(&copies).expect("a folder");
    give(&copies);
    let script = database.folder.path().join("standby.sh");
    let stands_by = |database: &Database| {
        let mut command = database.command("/bin/sh", standby);
        command.arg(&script).env("FOLDER", &copies);
        command.env("PRIMARY", format!("host=postgres hostaddr=127.0.0.1 port={primary}"));
        command
    };
    database.run(&mut stands_by(&database), standby);
    let state = "SELECT application_name || ' ' || sync_state FROM pg_stat_replication";
    while database.ask(primary, "postgres", state) != "s1 quorum" {
        std::thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(database.ask(primary, "postgres", "SHOW synchronous_standby_names"), "ANY 1 (s1)");
    // Acknowledged: so the standby has it, and shows it as soon as it has applied it.
    database.ask(primary, "cardroom", "CREATE TABLE t (i INT); INSERT INTO t VALUES (1)");
    while database.ask(standby, "cardroom", "SELECT i FROM t") != "1" {
        std::thread::sleep(Duration::from_millis(20));
    }
    let last = database.servers.remove(0);
    database.servers.push(last);
    database.end("QUIT");
    // The host makes the old one read-only for good (docs/hosting.md).
    let signal = database.data().join("standby.signal");
    fs::write(&signal, "").expect("ours");
    give(&signal);
    assert_eq!(database.ask(standby, "postgres", "SELECT pg_promote()"), "t");
    // It waits for nobody, and stays what it is when its container starts again.
    assert_eq!(database.ask(standby, "cardroom", "INSERT INTO t VALUES (2) RETURNING i"), "2");
    database.end("INT");
    database.run(&mut stands_by(&database), standby);
    assert_eq!(database.ask(standby, "cardroom", "SELECT count(*), pg_is_in_recovery() FROM t"), "2|f");
    database.run(&mut server, primary);
    assert_eq!(database.ask(primary, "postgres", "SHOW transaction_read_only"), "on", "nodes pass it over");
}
