//! The databases of the cluster for containers and their supervisor, without containers: the scripts are run as the services run
//! them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::compose::{keys, root};
use crate::postgres_server::{folder, free_port, give, unprivileged};

/// Longer than anything takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);
const NAMES: [&str; 3] = ["db1", "db2", "db3"];

/// The three databases, in one folder.
struct Databases {
    folder: tempfile::TempDir,
    keys: tempfile::TempDir,
    ports: [u16; 3],
    servers: [Option<Child>; 3],
    supervisor: Option<Child>,
}

impl Databases {
    /// Makes the first one as the image of PostgreSQL does: an empty database, in which it runs `primary.sh`.
    fn made() -> Databases {
        let (folder, keys) = (folder(), keys());
        let of_postgres = keys.path().join("postgres");
        [keys.path(), &of_postgres].into_iter().for_each(give);
        for file in fs::read_dir(&of_postgres).expect("made") {
            give(&file.expect("a file").path());
        }
        for script in ["database.sh", "primary.sh", "watch.sh", "../supervisor.sh"] {
            let script = root().join("docs/hosting/cluster").join(script);
            let copy = folder.path().join(script.file_name().expect("a name"));
            fs::copy(&script, &copy).expect("a file");
            give(&copy);
        }
        let mut made = Databases {
            folder,
            keys,
            ports: [free_port(), free_port(), free_port()],
            servers: [None, None, None],
            supervisor: None,
        };
        for number in 0..3 {
            fs::create_dir(made.place(number)).expect("a folder");
            give(&made.place(number));
        }
        let init = made.command(0, "initdb").args(["--username=postgres", "--auth-local=trust", "--no-sync"]).output();
        assert!(init.expect("initdb runs").status.success());
        let settings = format!("unix_socket_directories = '{}'\n", made.folder.path().display());
        let file = made.data(0).join("postgresql.auto.conf");
        fs::write(&file, settings).expect("ours");
        give(&file);
        let mut bare = made.command(0, "postgres");
        made.start(0, bare.args(["-c", "listen_addresses="]));
        let script = made.folder.path().join("primary.sh");
        assert!(made.command(0, "/bin/sh").arg(script).status().expect("sh runs").success());
        made.end(0, "INT");
        made
    }

    /// The volume of a database.
    fn place(&self, number: usize) -> PathBuf {
        self.folder.path().join(NAMES[number])
    }

    fn data(&self, number: usize) -> PathBuf {
        self.place(number).join("copy")
    }

    /// How the others reach a database, under the name that its certificate has.
    fn address(&self, number: usize) -> String {
        format!("host={} hostaddr=127.0.0.1 port={}", NAMES[number], self.ports[number])
    }

    /// A program as the container of a database runs it.
    fn command(&self, number: usize, program: &str) -> Command {
        let mut command = unprivileged(program);
        let initdb = unprivileged("initdb");
        let programs = initdb.get_args().last().unwrap_or_else(|| initdb.get_program()).to_owned();
        let programs = Path::new(&programs).parent().expect("a folder").display().to_string();
        command
            .env("PATH", format!("{programs}:/usr/bin:/bin"))
            .env("HOME", self.folder.path())
            .env("PGDATA", self.data(number))
            .env("PGHOST", self.folder.path())
            .env("PGPORT", self.ports[number].to_string())
            .env("KEYS", self.keys.path().join("postgres"))
            .env("NAME", NAMES[number])
            .env("FOLDER", self.place(number))
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command
    }

    /// Starts a database as its service does. Copies are made of the one that `primary` says.
    fn serve(&mut self, number: usize, primary: usize) {
        let mut command = self.command(number, "/bin/sh");
        command.arg(self.folder.path().join("database.sh")).env("PRIMARY", self.address(primary));
        self.start(number, &mut command);
    }

    /// Starts a server, and waits until it answers.
    fn start(&mut self, number: usize, command: &mut Command) {
        let mut server = command.spawn().expect("it starts");
        let until = Instant::now() + PATIENCE;
        while self.ask(number, "postgres", "SELECT 1") != "1" {
            let ended = server.try_wait().expect("ours");
            assert!(ended.is_none() && Instant::now() < until, "{} does not answer: {ended:?}", NAMES[number]);
            std::thread::sleep(Duration::from_millis(50));
        }
        self.servers[number] = Some(server);
    }

    fn end(&mut self, number: usize, signal: &str) {
        end(self.servers[number].take().expect("it runs"), signal);
    }

    /// What SQL prints; nothing if the server does not answer.
    fn ask(&self, number: usize, database: &str, sql: &str) -> String {
        let mut psql = self.command(number, "psql");
        let psql = psql.args(["--no-psqlrc", "-Atqc", sql, "-U", "postgres", "-d", database]).stdout(Stdio::piped());
        String::from_utf8(psql.output().expect("psql runs").stdout).expect("text").trim().to_owned()
    }

    /// Waits until a server prints this.
    fn until(&self, number: usize, database: &str, sql: &str, wanted: &str) {
        let until = Instant::now() + PATIENCE;
        loop {
            let printed = self.ask(number, database, sql);
            if printed == wanted {
                return;
            }
            assert!(Instant::now() < until, "{}: {sql} prints {printed:?}, never {wanted:?}", NAMES[number]);
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Starts the supervisor as its service does; waits until it knows the primary.
    fn watch(&mut self) {
        let mut command = self.command(0, "/bin/sh");
        command.arg(self.folder.path().join("watch.sh"));
        command.env("SUPERVISOR", self.folder.path().join("supervisor.sh"));
        for (number, name) in ["DB1", "DB2", "DB3"].into_iter().enumerate() {
            command.env(name, self.address(number));
        }
        let log = self.folder.path().join("supervisor.log");
        command.stdout(fs::File::create(&log).expect("a file"));
        self.supervisor = Some(command.spawn().expect("it starts"));
        let until = Instant::now() + PATIENCE;
        while !fs::read_to_string(&log).expect("its words").contains("the primary is db1") {
            assert!(Instant::now() < until, "{}", fs::read_to_string(&log).expect("its words"));
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

fn end(mut server: Child, signal: &str) {
    let id = server.id().to_string();
    assert!(Command::new("kill").args([&format!("-{signal}"), &id]).status().expect("kill runs").success());
    server.wait().expect("it ends");
}

impl Drop for Databases {
    fn drop(&mut self) {
        if let Some(supervisor) = self.supervisor.take() {
            end(supervisor, "TERM");
        }
        for server in &mut self.servers {
            server.take().into_iter().for_each(|server| end(server, "QUIT"));
        }
    }
}

/// What is stored is on a standby when it is acknowledged. When the primary is gone the supervisor promotes a standby, which goes on with
/// the other one. The old primary takes no writes until it is a standby.
#[test]
fn the_supervisor_of_the_cluster_promotes_a_standby() {
    const CONFIRMS: &str = "SELECT string_agg(application_name || ' ' || sync_state, ', ' ORDER BY application_name)
        FROM pg_stat_replication";
    let mut databases = Databases::made();
    (0..3).for_each(|number| databases.serve(number, 0));
    databases.until(0, "postgres", CONFIRMS, "db2 quorum, db3 quorum");
    databases.ask(0, "cardroom", "CREATE TABLE t (i INT); INSERT INTO t VALUES (1)");
    databases.watch();
    databases.end(0, "QUIT");
    let until = Instant::now() + PATIENCE;
    let new = loop {
        let promoted = |number: &usize| databases.ask(*number, "postgres", "SELECT pg_is_in_recovery()") == "f";
        if let Some(number) = (1..3).find(promoted) {
            break number;
        }
        assert!(Instant::now() < until, "nobody is promoted");
        std::thread::sleep(Duration::from_millis(50));
    };
    let other = 3 - new;
    databases.until(new, "postgres", CONFIRMS, &format!("{} quorum", NAMES[other]));
    assert_eq!(databases.ask(new, "cardroom", "INSERT INTO t VALUES (2) RETURNING i"), "2");
    // The old one, started again: nodes pass it over.
    databases.serve(0, 0);
    databases.until(0, "postgres", "SHOW default_transaction_read_only", "on");
    databases.end(0, "INT");
    let mut again = databases.command(0, "/bin/sh");
    again.arg(databases.folder.path().join("database.sh")).arg("again").env("PRIMARY", databases.address(new));
    assert!(again.status().expect("sh runs").success());
    databases.serve(0, 0);
    databases.until(0, "cardroom", "SELECT count(*), pg_is_in_recovery() FROM t", "2|t");
    databases.until(new, "postgres", CONFIRMS, &format!("db1 quorum, {} quorum", NAMES[other]));
    // A database that was promoted stays what it is when its container starts again.
    end(databases.supervisor.take().expect("it runs"), "TERM");
    databases.end(new, "INT");
    databases.serve(new, 0);
    assert_eq!(databases.ask(new, "postgres", "SELECT pg_is_in_recovery()"), "f");
}
