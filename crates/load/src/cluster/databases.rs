//! PostgreSQL as hosts run it. There are three servers and etcd. A Patroni with the settings of
//! docs/hosting/patroni.yml manages each server. PostgreSQL refuses to run as root. So if this process runs as root,
//! the servers run as the user `postgres` of Debian's package.

use std::fs;
use std::net::SocketAddr;
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::process::{cpu_of_family, get};
use crate::{Done, while_};

use super::child::{Daemon, send, with_children};
use super::{local, ports};

/// The names of the servers.
pub const NAMES: [&str; 3] = ["d1", "d2", "d3"];
/// The settings that the documentation gives to hosts.
const OF_HOSTS: &str = include_str!("../../../../docs/hosting/patroni.yml");
/// The name of the superuser.
const OWNER: &str = "cardroom";
/// The time within which a server must start, or must follow the primary.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server, and the Patroni that starts it and can make it the primary.
struct DatabaseServer {
    name: &'static str,
    folder: PathBuf,
    /// The ports of PostgreSQL and of Patroni.
    ports: [u16; 2],
    patroni: Option<Daemon>,
}

/// The database servers of a cluster, and etcd.
pub struct Databases {
    programs: PathBuf,
    user: Option<(u32, u32)>,
    etcd: Daemon,
    etcd_address: SocketAddr,
    servers: Vec<DatabaseServer>,
}

impl Databases {
    /// Starts etcd and all servers, and waits until two servers follow the primary. `programs` is the folder with the
    /// programs of PostgreSQL.
    pub fn start(folder: &Path, programs: &Path) -> Done<Databases> {
        let user = unprivileged()?;
        let ports = ports(0, 2 + 2 * NAMES.len())?;
        let [client, peer] = [0, 1].map(|which: usize| format!("http://{}", local(ports[which])));
        let mut etcd = Command::new("etcd");
        // A single etcd is enough on one machine. It shares the disk with all other parts, so its time limits are long.
        etcd.args(["--name", "e1", "--enable-v2", "--heartbeat-interval", "500", "--election-timeout", "5000"]);
        etcd.args(["--listen-client-urls", &client, "--advertise-client-urls", &client]);
        etcd.args(["--listen-peer-urls", &peer, "--initial-advertise-peer-urls", &peer]);
        etcd.args(["--initial-cluster", &format!("e1={peer}"), "--data-dir"]).arg(folder.join("etcd"));
        let etcd = Daemon::start("etcd", &etcd, None, &folder.join("etcd.log"))?;
        let mut databases =
            Databases { programs: programs.to_owned(), user, etcd, etcd_address: local(ports[0]), servers: Vec::new() };
        for (number, (name, own)) in NAMES.into_iter().zip(ports[2..].chunks(2)).enumerate() {
            let folder = folder.join(name);
            fs::create_dir(&folder).map_err(while_(name))?;
            databases.servers.push(DatabaseServer { name, folder, ports: [own[0], own[1]], patroni: None });
            databases.configure(number)?;
            databases.run(number)?;
        }
        databases
            .wait_for_standby()
            .map_err(|words| format!("{words} (Debian: apt install patroni etcd-server)\n{}", databases.logs()))?;
        databases.sql_of("postgres", "CREATE DATABASE cardroom")?;
        Ok(databases)
    }

    /// Returns the address of the database for cardroom. The address contains all servers. cardroom connects to the
    /// server that accepts writes.
    pub fn address(&self) -> String {
        let hosts: Vec<String> = self.ports().map(|port| local(port).to_string()).collect();
        format!("postgres://{OWNER}@{}/cardroom", hosts.join(","))
    }

    pub(crate) fn ports(&self) -> impl Iterator<Item = u16> {
        self.servers.iter().map(|server| server.ports[0])
    }

    /// Returns the names and process ids of etcd and of each Patroni that runs.
    pub fn processes(&self) -> Vec<(&'static str, u32)> {
        let running = |server: &DatabaseServer| Some((server.name, server.patroni.as_ref()?.id()));
        [("etcd", self.etcd.id())].into_iter().chain(self.servers.iter().filter_map(running)).collect()
    }

    /// Returns the number of the primary, if a server has the lease of the primary.
    pub fn primary(&self) -> Option<usize> {
        self.servers.iter().position(|server| server.is("primary"))
    }

    /// Returns the logs of all Patronis.
    pub(crate) fn logs(&self) -> String {
        self.servers
            .iter()
            .map(|server| fs::read_to_string(server.folder.with_extension("log")).unwrap_or_default())
            .collect()
    }

    /// Waits until two servers follow the primary, one of them confirms each commit, and Patroni has noted the server
    /// that confirms. Only this server can replace the primary.
    pub fn wait_for_standby(&self) -> Done<()> {
        let confirms =
            "SELECT current_setting('synchronous_standby_names') FROM pg_stat_replication WHERE state = 'streaming'
             HAVING count(*) = 2 AND bool_or(sync_state = 'sync')";
        until("two servers follow the primary, and Patroni knows which confirms each commit", || {
            let noted = self.successor();
            Ok(noted.is_some() && self.sql_of("postgres", confirms).ok() == noted)
        })
    }

    /// Returns the name of the server that would replace the primary.
    fn successor(&self) -> Option<String> {
        let answer: Value =
            serde_json::from_str(&get(self.etcd_address, "/v2/keys/service/cardroom/sync").ok()?).ok()?;
        let noted: Value = serde_json::from_str(answer["node"]["value"].as_str()?).ok()?;
        noted["sync_standby"].as_str().filter(|server| !server.is_empty()).map(str::to_owned)
    }

    /// Runs SQL in the tables of cardroom. Returns the output without its last line break.
    pub fn sql(&self, sql: &str) -> Done<String> {
        self.sql_of("cardroom", &format!("SET search_path = cardroom; {sql}"))
    }

    /// Returns the processor time of all servers, including their connections.
    pub fn cpu(&self) -> Done<Duration> {
        self.servers.iter().filter_map(DatabaseServer::postgres).map(cpu_of_family).sum()
    }

    /// Sends a signal to a server and the processes of all its connections.
    pub fn signal(&self, server: usize, signal: &str) -> Done<()> {
        send(signal, &with_children(self.servers[server].postgres().ok_or("the database does not run")?))
    }

    /// Sends a signal to a server, the processes of its connections, and its Patroni.
    pub fn signal_host(&self, server: usize, signal: &str) -> Done<()> {
        self.servers[server].patroni.as_ref().ok_or("Patroni does not run")?.signal(signal)?;
        self.signal(server, signal)
    }

    /// Starts a Patroni, whose server continues with its data.
    pub fn run(&mut self, server: usize) -> Done<()> {
        let server = &mut self.servers[server];
        // If this process is killed, the Patroni gets SIGTERM and stops its server.
        let mut patroni = Command::new("setpriv");
        patroni.args(["--pdeathsig", "TERM", "patroni"]).arg(server.folder.join("settings")).current_dir("/");
        server.patroni = Some(Daemon::start("Patroni", &patroni, self.user, &server.folder.with_extension("log"))?);
        Ok(())
    }

    /// Writes the settings for hosts to one file, and the settings that differ here to a second file. Patroni reads
    /// both files, and the second one has priority.
    fn configure(&self, server: usize) -> Done<()> {
        let DatabaseServer { name, folder, ports, .. } = &self.servers[server];
        let settings = folder.join("settings");
        let [postgres, patroni] = ports.map(|port| local(port).to_string());
        let user = json!({ "username": OWNER, "password": null, "sslmode": null, "sslrootcert": null });
        let here = json!({
            "name": name,
            "etcd": { "hosts": [self.etcd_address.to_string()], "protocol": null, "cacert": null, "cert": null, "key": null },
            "restapi": {
                "listen": patroni, "connect_address": patroni,
                "certfile": null, "keyfile": null, "cafile": null, "verify_client": null,
            },
            "ctl": null,
            "postgresql": {
                "listen": postgres, "connect_address": postgres, "bin_dir": self.programs,
                "data_dir": folder.join("data"), "pgpass": folder.join("pgpass"),
                "authentication": { "superuser": user, "replication": user },
                "pg_hba": ["host all all 127.0.0.1/32 trust", "host replication all 127.0.0.1/32 trust"],
                "parameters": {
                    "ssl": null, "ssl_cert_file": null, "ssl_key_file": null, "unix_socket_directories": "",
                    "max_connections": 120,
                },
                "use_unix_socket": null, "use_unix_socket_repl": null,
            },
        });
        fs::create_dir(&settings).map_err(while_(name))?;
        // JSON is valid YAML.
        for (file, text) in [("1.yml", OF_HOSTS), ("2.yml", &here.to_string())] {
            fs::write(settings.join(file), text).map_err(while_(name))?;
        }
        give(folder, self.user)
    }

    /// Runs SQL at the primary.
    fn sql_of(&self, database: &str, sql: &str) -> Done<String> {
        let ports: Vec<String> = self.ports().map(|port| port.to_string()).collect();
        let at = format!(
            "host=127.0.0.1,127.0.0.1,127.0.0.1 port={} user={OWNER} dbname={database} target_session_attrs=read-write connect_timeout=2",
            ports.join(",")
        );
        let mut psql = Command::new(self.programs.join("psql"));
        psql.args(["--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--set", "ON_ERROR_STOP=1"]);
        succeed(psql.args(["--dbname", &at, "--command", sql]).stdin(Stdio::null()))
    }
}

impl DatabaseServer {
    /// Returns true if the server's Patroni answers that the server has this role: `primary` or `replica`.
    fn is(&self, role: &str) -> bool {
        get(local(self.ports[1]), &format!("/{role}")).is_ok()
    }

    /// Returns the process id of PostgreSQL, which is not a child of Patroni.
    fn postgres(&self) -> Option<u32> {
        fs::read_to_string(self.folder.join("data/postmaster.pid")).ok()?.lines().next()?.parse().ok()
    }
}

impl Drop for DatabaseServer {
    fn drop(&mut self) {
        // The Patroni is killed before its server, because it would start the server again.
        drop(self.patroni.take());
        if let Some(postgres) = self.postgres() {
            let _ = send("KILL", &with_children(postgres));
        }
    }
}

/// Returns the user and the group that run the servers if this process runs as root.
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

/// Changes the owner of a folder to the user of the servers.
fn give(file: &Path, user: Option<(u32, u32)>) -> Done<()> {
    if let Some((user, group)) = user {
        chown(file, Some(user), Some(group)).map_err(while_("chown"))?;
    }
    Ok(())
}

/// The prefix of the names of clusters' folders. The id of the process follows it.
const FOLDER: &str = "cardroom-cluster.";

/// Makes a folder in which the user of the servers can work, and which other users cannot read.
pub(crate) fn folder() -> Done<tempfile::TempDir> {
    let among = std::env::temp_dir();
    remove_leftovers(&among);
    let name = format!("{FOLDER}{}.", std::process::id());
    let folder = tempfile::Builder::new().prefix(&name).tempdir_in(among).map_err(while_("a folder"))?;
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o711)).map_err(while_("a folder"))?;
    Ok(folder)
}

/// Removes folders that ended processes have left behind, for example after Ctrl-C. Such a folder contains the data of
/// three servers.
fn remove_leftovers(among: &Path) {
    let Ok(entries) = fs::read_dir(among) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let owner = name.to_str().and_then(|name| name.strip_prefix(FOLDER)?.split_once('.')?.0.parse::<u32>().ok());
        if owner.is_some_and(|process| !Path::new("/proc").join(process.to_string()).exists()) {
            // The result is ignored, because another process may be removing the same folder.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// Runs a command and returns its output without the last line break.
pub(crate) fn succeed(command: &mut Command) -> Done<String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(while_(&name))?;
    if !output.status.success() {
        return Err(format!("{name}: {}", String::from_utf8_lossy(&output.stderr).trim()));
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim_end().to_owned())
}

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
        // No process has this id, because it is greater than the greatest id that Linux gives.
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
