//! A real PostgreSQL for a test: each has its own temporary folder and ends with the test.
//!
//! PostgreSQL refuses to run as root. If root runs the tests, the server runs as the user `postgres`, whom the package
//! of Debian creates.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::net::TcpListener;
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::{Duration, Instant};

/// The user and group as whom the server runs if root runs the test.
static UNPRIVILEGED: LazyLock<Option<(u32, u32)>> = LazyLock::new(|| {
    if !rustix::process::geteuid().is_root() {
        return None;
    }
    let users = fs::read_to_string("/etc/passwd").expect("a list of users");
    let line = users.lines().find(|line| line.starts_with("postgres:"));
    let mut fields =
        line.expect("the user postgres: install postgresql, or run the tests as somebody else").split(':').skip(2);
    let mut number = || fields.next().expect("a field").parse().expect("a number");
    Some((number(), number()))
});

/// The folder with the programs of the newest PostgreSQL on this machine.
pub static PROGRAMS: LazyLock<PathBuf> = LazyLock::new(|| {
    if let Some(folder) = std::env::var_os("POSTGRES_BIN") {
        return folder.into();
    }
    let mut found: Vec<(u32, PathBuf)> = fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .filter_map(|entry| {
            let folder = entry.ok()?.path();
            let version = folder.file_name()?.to_str()?.parse().ok()?;
            Some((version, folder.join("bin"))).filter(|(_, bin)| bin.join("initdb").exists())
        })
        .collect();
    found.sort();
    let on_path = || {
        let paths = std::env::var_os("PATH").unwrap_or_default();
        std::env::split_paths(&paths).find(|folder| folder.join("initdb").exists())
    };
    let newest = found.pop().map(|(_, bin)| bin).or_else(on_path);
    newest.expect(
        "PostgreSQL 15 or newer: install it (Debian: apt install postgresql), or name its programs with POSTGRES_BIN",
    )
});

/// A server with its own data. It listens on a socket in its folder without a password, and on 127.0.0.1 with a
/// password.
pub struct PostgresServer {
    pub server: Option<Child>,
    pub folder: tempfile::TempDir,
    pub port: u16,
}

/// The password of the user `house` over TCP.
pub const PASSWORD: &str = "correct-horse";

impl PostgresServer {
    pub fn start() -> PostgresServer {
        let folder = folder();
        let password = folder.path().join("password");
        fs::write(&password, PASSWORD).expect("a file");
        give(&password);
        let mut initdb = unprivileged("initdb");
        initdb.args(["--username=house", "--auth-local=trust", "--auth-host=scram-sha-256", "--encoding=UTF8"]);
        initdb.args(["--no-locale", "--no-sync", "--pgdata"]).arg(folder.path().join("data"));
        let made = initdb.arg("--pwfile").arg(password).output().expect("initdb runs");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let mut postgres = PostgresServer { server: None, folder, port: free_port() };
        postgres.configure(&[]);
        postgres.run();
        postgres.sql("postgres", "CREATE DATABASE house");
        postgres
    }

    /// Adds lines to the configuration.
    pub fn configure(&self, settings: &[&str]) {
        let socket = self.folder.path().display();
        let mut lines = format!(
            "unix_socket_directories = '{socket}'\nlisten_addresses = '127.0.0.1'\nport = {}\nshared_buffers = 16MB\n\
             max_connections = 50\nmax_wal_senders = 4\n",
            self.port
        );
        settings.iter().for_each(|setting| lines += &format!("{setting}\n"));
        let file = self.data().join("postgresql.auto.conf");
        // The lines that pg_basebackup has written for a standby stay.
        let given = fs::read_to_string(&file).unwrap_or_default();
        fs::write(&file, given + &lines).expect("ours");
        give(&file);
    }

    /// Starts the server and waits until it answers. It must not be running.
    pub fn run(&mut self) {
        assert!(self.server.is_none(), "it runs");
        let log =
            fs::OpenOptions::new().create(true).append(true).open(self.folder.path().join("log")).expect("a file");
        let mut command = unprivileged("postgres");
        command.arg("-D").arg(self.data()).stdout(Stdio::null()).stderr(log);
        self.server = Some(command.spawn().expect("postgres runs"));
        let until = Instant::now() + Duration::from_secs(60);
        while !self.psql("postgres", "SELECT 1").output().expect("psql runs").status.success() {
            let ended = self.server.as_mut().expect("started").try_wait().expect("ours");
            assert!(ended.is_none() && Instant::now() < until, "PostgreSQL does not start: {}", self.log());
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    pub fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }

    /// Stops the server: with `INT` as a host does, with `QUIT` as in a crash.
    pub fn stop(&mut self, signal: &str) {
        let mut server = self.server.take().expect("it runs");
        let sent =
            Command::new("kill").arg(format!("-{signal}")).arg(server.id().to_string()).status().expect("kill runs");
        assert!(sent.success());
        server.wait().expect("it ends");
    }

    pub fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// Returns the address of the database `house` at the server's socket, without a password.
    pub fn address(&self) -> String {
        format!("postgres://house@{}:{}/house", percent(self.folder.path()), self.port)
    }

    pub fn psql(&self, database: &str, sql: &str) -> Command {
        let mut psql = Command::new(PROGRAMS.join("psql"));
        psql.args(["--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--set", "ON_ERROR_STOP=1"]);
        psql.args(["-U", "house", "-d", database, "-p", &self.port.to_string(), "-c", sql, "-h"])
            .arg(self.folder.path());
        psql
    }

    /// Carries out SQL with psql, without the store. Returns its output.
    pub fn sql(&self, database: &str, sql: &str) -> String {
        let output = self.psql(database, sql).output().expect("psql runs");
        assert!(output.status.success(), "{sql}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("UTF-8").trim().to_owned()
    }

    /// Carries out SQL in the database `house` with the schema of cardroom.
    pub fn cardroom(&self, sql: &str) -> String {
        self.sql("house", &format!("SET search_path = cardroom; {sql}"))
    }
}

impl Drop for PostgresServer {
    fn drop(&mut self) {
        if self.server.is_some() {
            self.stop("QUIT");
        }
    }
}

/// Creates a folder that belongs to the user as whom the server runs.
pub fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder for the test");
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o711)).expect("ours");
    give(folder.path());
    folder
}

/// Encodes a path as the host of an address.
pub fn percent(path: &Path) -> String {
    path.to_str().expect("a plain path").replace('/', "%2F")
}

pub fn give(file: &Path) {
    if let Some((user, group)) = *UNPRIVILEGED {
        chown(file, Some(user), Some(group)).expect("root may");
    }
}

/// Returns a command for a program of PostgreSQL, run by the same user as the server. If the test is killed, the
/// program ends too.
pub fn unprivileged(name: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new("setpriv");
    command.args(["--pdeathsig", "QUIT"]);
    if let Some((user, group)) = *UNPRIVILEGED {
        command.args([format!("--reuid={user}"), format!("--regid={group}"), "--clear-groups".to_owned()]);
    }
    command.arg(PROGRAMS.join(name.as_ref())).current_dir("/").stdin(Stdio::null());
    command
}

/// Returns a free port from a range that the system does not use for outgoing connections. A locked file reserves the
/// port until this process ends, because the test may stop its server for a while.
pub fn free_port() -> u16 {
    static TAKEN: AtomicU16 = AtomicU16::new(0);
    let first = std::process::id() as u16 % 1_000 * 10;
    loop {
        let port = 10_000 + (first + TAKEN.fetch_add(1, Ordering::Relaxed)) % 10_000;
        let name = format!("cardroom-test-port-{port}-{}", rustix::process::geteuid().as_raw());
        let mark = File::create(std::env::temp_dir().join(name)).expect("a file of this user");
        if mark.try_lock().is_ok() && TcpListener::bind(("127.0.0.1", port)).is_ok() {
            std::mem::forget(mark);
            return port;
        }
    }
}
