//! Servers of PostgreSQL: a primary, and two standbys of which one must confirm each commit. They refuse to run as root; then
//! they run as the user `postgres`, whom Debian's package makes.

use std::collections::BTreeMap;
use std::fs;
use std::net::Ipv4Addr;
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use load::{Done, while_};

use crate::child::{Daemon, privileges};
use crate::network::{ForwardTarget, Line, NodeNetwork};

/// The names of the servers, by which a standby is known to its primary.
pub const NAMES: [&str; 3] = ["d1", "d2", "d3"];
/// Who owns everything in them.
const OWNER: &str = "cardroom";
/// Each connection of a node, and those of the supervisor and of this program.
const CONNECTIONS: u32 = 120;
/// How long a server may take to start or to follow.
const PATIENCE: Duration = Duration::from_secs(60);

/// One server.
struct DatabaseServer {
    /// The folder of its data and its socket.
    folder: PathBuf,
    daemon: Option<Daemon>,
    network: Option<DatabaseNetwork>,
}

/// The network of a server that can be cut off.
struct DatabaseNetwork {
    network: NodeNetwork,
    /// To each of the others, by number.
    lines: BTreeMap<usize, Line>,
}

/// The servers of a cluster.
pub struct Databases {
    programs: PathBuf,
    user: Option<(u32, u32)>,
    servers: Vec<DatabaseServer>,
    /// Of each server, where they listen at all: everywhere at the loopback address.
    ports: Vec<u16>,
    primary: usize,
}

impl Databases {
    /// Starts a primary, and the standbys if they are wanted. `programs` is the folder with the programs of PostgreSQL. `ports`: each
    /// server has a network of its own and listens at a port; otherwise they have sockets in the file system.
    ///
    /// # Errors
    /// If a server does not start.
    pub fn start(folder: &Path, programs: &Path, standbys: bool, ports: Vec<u16>) -> Done<Databases> {
        let user = unprivileged()?;
        let count = if standbys { NAMES.len() } else { 1 };
        let mut servers = Vec::new();
        for name in &NAMES[..count] {
            let folder = folder.join(name);
            fs::create_dir(&folder).map_err(while_(name))?;
            give(&folder, user)?;
            servers.push(DatabaseServer { folder, daemon: None, network: None });
        }
        for (number, server) in servers.iter_mut().enumerate().filter(|_| !ports.is_empty()) {
            server.network = Some(DatabaseNetwork::new(number, &ports)?);
        }
        let mut databases = Databases { programs: programs.to_owned(), user, servers, ports, primary: 0 };
        let mut made = databases.program("initdb");
        made.args(["--auth=trust", "--encoding=UTF8", "--no-locale", "--no-sync", "--username", OWNER, "--pgdata"]);
        succeed(made.arg(databases.data(0)))?;
        databases.configure(0, false)?;
        databases.run(0)?;
        databases.sql_of(0, "postgres", "CREATE DATABASE cardroom")?;
        for standby in 1..count {
            databases.follow(standby)?;
        }
        if standbys {
            databases.sql_of(0, "postgres", &format!("ALTER SYSTEM SET {}", quorum()))?;
            databases.sql_of(0, "postgres", "SELECT pg_reload_conf()")?;
        }
        Ok(databases)
    }

    /// The address for cardroom: all servers, of which it takes the one that can be written to.
    pub fn address(&self) -> String {
        if !self.ports.is_empty() {
            return Databases::address_at(&self.ports);
        }
        let hosts = self.servers.iter().map(|server| server.folder.to_string_lossy().replace('/', "%2F"));
        format!("postgres://{OWNER}@{}/cardroom", hosts.collect::<Vec<_>>().join(","))
    }

    /// The Unix socket of each server.
    pub(crate) fn sockets(&self) -> Vec<PathBuf> {
        self.servers.iter().map(|server| server.folder.join(".s.PGSQL.5432")).collect()
    }

    /// The address for cardroom where each server has a port of this machine.
    pub(crate) fn address_at(ports: &[u16]) -> String {
        let hosts: Vec<String> = ports.iter().map(|port| format!("127.0.0.1:{port}")).collect();
        format!("postgres://{OWNER}@{}/cardroom", hosts.join(","))
    }

    /// How each server is reached by the programs of PostgreSQL: its name, and a connection string.
    pub fn connections(&self) -> Vec<(&'static str, String)> {
        let connection = |(number, server): (usize, &DatabaseServer)| match self.ports.get(number) {
            Some(port) => format!("host=127.0.0.1 port={port} user={OWNER}"),
            None => format!("host={} user={OWNER}", server.folder.display()),
        };
        NAMES.into_iter().zip(self.servers.iter().enumerate().map(connection)).collect()
    }

    /// Where each server listens, if anywhere.
    pub(crate) fn ports(&self) -> &[u16] {
        &self.ports
    }

    /// Cuts a server off from everything.
    ///
    /// # Errors
    /// If it has no network of its own.
    pub fn cut(&self, server: usize) -> Done<()> {
        self.network(server)?.network.cut()
    }

    /// Connects it again.
    ///
    /// # Errors
    /// If it has no network of its own.
    pub fn heal(&self, server: usize) -> Done<()> {
        self.network(server)?.network.heal()
    }

    /// What a server sends to another one.
    pub(crate) fn line(&self, from: usize, to: usize) -> Done<&Line> {
        self.network(from)?.lines.get(&to).ok_or_else(|| "there is no such line".to_owned())
    }

    fn network(&self, server: usize) -> Done<&DatabaseNetwork> {
        self.servers[server].network.as_ref().ok_or_else(|| "the database has no network of its own".to_owned())
    }

    /// The process of each server that runs, with its name.
    pub fn processes(&self) -> Vec<(&'static str, u32)> {
        let running = |(name, server): (&&'static str, &DatabaseServer)| Some((*name, server.daemon.as_ref()?.id()));
        NAMES.iter().zip(&self.servers).filter_map(running).collect()
    }

    /// The number of the primary.
    pub fn primary(&self) -> usize {
        self.primary
    }

    /// The primary is another one from now on.
    pub fn promoted(&mut self, server: usize) {
        self.primary = server;
    }

    /// Carries out SQL in the tables of cardroom; what it prints, without its last line break.
    ///
    /// # Errors
    /// If the primary refuses it.
    pub fn sql(&self, sql: &str) -> Done<String> {
        self.sql_of(self.primary, "cardroom", &format!("SET search_path = cardroom; {sql}"))
    }

    /// The processor time of all servers, their connections included.
    ///
    /// # Errors
    /// If none runs.
    pub fn cpu(&self) -> Done<Duration> {
        self.servers.iter().filter_map(|server| server.daemon.as_ref()).map(Daemon::cpu).sum()
    }

    /// Kills a server with all its connections.
    ///
    /// # Errors
    /// If it does not run.
    pub fn kill(&mut self, server: usize) -> Done<()> {
        self.servers[server].daemon.take().ok_or("the database does not run")?.kill()
    }

    /// Sends a signal to a server and all its connections.
    ///
    /// # Errors
    /// If it does not run.
    pub fn signal(&self, server: usize, signal: &str) -> Done<()> {
        self.servers[server].daemon.as_ref().ok_or("the database does not run")?.signal_family(signal)
    }

    /// Starts a server again that does not run, with the data that it had.
    ///
    /// # Errors
    /// If it does not start.
    pub fn start_again(&mut self, server: usize) -> Done<()> {
        self.run(server)
    }

    /// Carries out SQL at any of the servers, in its database `postgres`; what it prints, without its last line break.
    ///
    /// # Errors
    /// If the server does not answer, or refuses it.
    pub fn ask(&self, server: usize, sql: &str) -> Done<String> {
        self.sql_of(server, "postgres", sql)
    }

    /// Makes a server that does not run a standby of the primary, with a new copy of its data.
    ///
    /// # Errors
    /// If it does not follow.
    pub fn follow(&mut self, server: usize) -> Done<()> {
        let data = self.data(server);
        if data.exists() {
            fs::remove_dir_all(&data).map_err(while_("the old data"))?;
        }
        let (_, primary) = self.connections().swap_remove(self.primary);
        let mut copy = self.program("pg_basebackup");
        copy.args(["--write-recovery-conf", "--checkpoint=fast", "--no-sync", "--dbname"]);
        copy.arg(format!("{primary} application_name={}", NAMES[server])).arg("--pgdata").arg(&data);
        succeed(&mut copy)?;
        self.configure(server, true)?;
        self.run(server)?;
        let follows = format!("SELECT count(*) FROM pg_stat_replication WHERE application_name = '{}'", NAMES[server]);
        until("a standby follows", || Ok(self.sql_of(self.primary, "postgres", &follows)? == "1"))
    }

    /// Ends all servers, as a host does.
    pub fn stop(&mut self) {
        // All at once: a primary that ends waits for its standbys.
        let daemons: Vec<Daemon> = self.servers.iter_mut().filter_map(|server| server.daemon.take()).collect();
        for daemon in &daemons {
            let _ = daemon.signal("INT");
        }
        for daemon in daemons {
            let _ = daemon.ends();
        }
    }

    fn data(&self, server: usize) -> PathBuf {
        self.servers[server].folder.join("data")
    }

    /// Writes the settings of a server. `confirmed`: a standby has to confirm each commit, once this server is the primary.
    fn configure(&self, server: usize, confirmed: bool) -> Done<()> {
        let file = self.data(server).join("postgresql.auto.conf");
        // What a standby was given by pg_basebackup stays, and the last line of a name counts.
        let mut lines = fs::read_to_string(&file).map_err(while_("the configuration of the database"))?;
        lines.push_str(&format!(
            "unix_socket_directories = '{}'\nmax_connections = {CONNECTIONS}\nmax_wal_senders = 8\n\
             wal_keep_size = '1GB'\nwal_retrieve_retry_interval = '200ms'\n",
            self.servers[server].folder.display()
        ));
        if confirmed {
            lines.push_str(&format!("{}\n", quorum()));
        }
        lines.push_str(&match self.ports.get(server) {
            Some(port) => format!("listen_addresses = '127.0.0.1'\nport = {port}\n"),
            None => "listen_addresses = ''\n".to_owned(),
        });
        fs::write(&file, lines).map_err(while_("the configuration of the database"))?;
        give(&file, self.user)
    }

    fn run(&mut self, server: usize) -> Done<()> {
        let mut postgres = Command::new(self.programs.join("postgres"));
        postgres.arg("-D").arg(self.data(server)).current_dir("/");
        let log = self.servers[server].folder.with_extension("log");
        let daemon = match &self.servers[server].network {
            Some(own) => Daemon::start(NAMES[server], &own.network.command(&postgres, self.user), None, &log)?,
            None => Daemon::start(NAMES[server], &postgres, self.user, &log)?,
        };
        self.servers[server].daemon = Some(daemon);
        let started = until("a database starts", || Ok(self.sql_of(server, "postgres", "SELECT 1").is_ok()));
        started.map_err(|words| format!("{words}: {}", fs::read_to_string(&log).unwrap_or_default()))
    }

    fn program(&self, name: &str) -> Command {
        let mut command = Command::new("setpriv");
        command.args(privileges(self.user)).arg(self.programs.join(name)).current_dir("/").stdin(Stdio::null());
        command
    }

    /// Carries out SQL at one server.
    fn sql_of(&self, server: usize, database: &str, sql: &str) -> Done<String> {
        let mut psql = Command::new(self.programs.join("psql"));
        psql.args(["--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--set", "ON_ERROR_STOP=1"]);
        psql.args(["--username", OWNER, "--dbname", database, "--command", sql]);
        psql.arg("--port").arg(self.ports.get(server).unwrap_or(&5432).to_string());
        succeed(psql.arg("--host").arg(&self.servers[server].folder).stdin(Stdio::null()))
    }
}

impl DatabaseNetwork {
    /// A network from which all servers are reached, and in which this one is.
    fn new(server: usize, ports: &[u16]) -> Done<DatabaseNetwork> {
        let network = NodeNetwork::new(server)?;
        network.forward_in(ports[server])?;
        let others = ports.iter().enumerate().filter(|(other, _)| *other != server);
        let line = |(other, port): (usize, &u16)| {
            Ok((other, network.forward_out(*port, ForwardTarget::Tcp((Ipv4Addr::LOCALHOST, *port).into()))?))
        };
        let lines: Done<BTreeMap<usize, Line>> = others.map(line).collect();
        Ok(DatabaseNetwork { lines: lines?, network })
    }
}

/// The setting by which one standby confirms each commit.
fn quorum() -> String {
    format!("synchronous_standby_names = 'ANY 1 ({})'", NAMES.join(", "))
}

/// Whom the servers run as, if this is root: user and group.
fn unprivileged() -> Done<Option<(u32, u32)>> {
    if !rustix::process::geteuid().is_root() {
        return Ok(None);
    }
    let users = fs::read_to_string("/etc/passwd").map_err(while_("/etc/passwd"))?;
    let line = users.lines().find_map(|line| line.strip_prefix("postgres:"));
    let numbers: Vec<u32> = line.into_iter().flat_map(|line| line.split(':')).filter_map(|n| n.parse().ok()).collect();
    match numbers[..] {
        [user, group, ..] => Ok(Some((user, group))),
        _ => Err("there is no user postgres: install postgresql, or run this as somebody else than root".to_owned()),
    }
}

/// Makes a file that of the servers' user.
fn give(file: &Path, user: Option<(u32, u32)>) -> Done<()> {
    if let Some((user, group)) = user {
        chown(file, Some(user), Some(group)).map_err(while_("chown"))?;
    }
    Ok(())
}

/// What the name of a cluster's folder begins with. The number of the process follows.
const FOLDER: &str = "cardroom-cluster.";

/// A folder into which the servers' user may go, and nobody else look.
pub(crate) fn folder() -> Done<tempfile::TempDir> {
    let among = std::env::temp_dir();
    remove_leftovers(&among);
    let name = format!("{FOLDER}{}.", std::process::id());
    let folder = tempfile::Builder::new().prefix(&name).tempdir_in(among).map_err(while_("a folder"))?;
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o711)).map_err(while_("a folder"))?;
    Ok(folder)
}

/// Removes the folders of processes that ended without doing so, by Ctrl-C for example: each has the data of three servers.
fn remove_leftovers(among: &Path) {
    let Ok(entries) = fs::read_dir(among) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let owner = name.to_str().and_then(|name| name.strip_prefix(FOLDER)?.split_once('.')?.0.parse::<u32>().ok());
        if owner.is_some_and(|process| !Path::new("/proc").join(process.to_string()).exists()) {
            // Another one may be removing it, too.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// What a command prints, without its last line break.
pub(crate) fn succeed(command: &mut Command) -> Done<String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(while_(&name))?;
    if !output.status.success() {
        return Err(format!("{name}: {}", String::from_utf8_lossy(&output.stderr).trim()));
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim_end().to_owned())
}

/// Asks again and again until something is so.
pub(crate) fn until(what: &str, mut so: impl FnMut() -> Done<bool>) -> Done<()> {
    let end = Instant::now() + PATIENCE;
    while !so()? {
        if Instant::now() > end {
            return Err(format!("within a minute it was never so: {what}"));
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_of_processes_that_have_ended_are_removed_and_no_others() {
        let among = tempfile::tempdir().expect("a folder");
        // No process has this number: it is above the greatest that Linux gives.
        let gone = format!("{FOLDER}4194305.abc");
        let own = format!("{FOLDER}{}.abc", std::process::id());
        let kept = [own.as_str(), "cardroom-cluster.abc", "cardroom-4194305.abc", "4194305.abc"];
        for name in kept.into_iter().chain([gone.as_str()]) {
            fs::create_dir_all(among.path().join(name).join("d1")).expect("a folder");
        }
        remove_leftovers(among.path());
        assert!(!among.path().join(gone).exists());
        assert!(kept.iter().all(|name| among.path().join(name).join("d1").exists()));
    }
}
