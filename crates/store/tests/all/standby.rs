//! Additions to a PostgreSQL server that only the tests of the store need: standbys and encrypted connections.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use crate::postgres_server::{PostgresServer, folder, free_port, give, percent, unprivileged};

impl PostgresServer {
    /// Starts a standby that replicates this server, with its own folder and port.
    pub fn standby(&self, name: &str) -> PostgresServer {
        let folder = folder();
        let from =
            format!("host={} port={} user=house application_name={name}", self.folder.path().display(), self.port);
        let copied = unprivileged("pg_basebackup")
            .args(["--write-recovery-conf", "--checkpoint=fast", "--no-sync", "--dbname", &from, "--pgdata"])
            .arg(folder.path().join("data"))
            .output()
            .expect("pg_basebackup runs");
        assert!(copied.status.success(), "{}", String::from_utf8_lossy(&copied.stderr));
        let mut standby = PostgresServer { server: None, folder, port: free_port() };
        standby.configure(&[]);
        standby.run();
        standby
    }

    /// Restarts the server so that connections over TCP can be encrypted, with this certificate and key (PEM).
    pub fn encrypt(&mut self, certificate: &str, key: &str) {
        for (name, text) in [("server.crt", certificate), ("server.key", key)] {
            let file = self.data().join(name);
            fs::write(&file, text).expect("ours");
            fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).expect("ours");
            give(&file);
        }
        self.configure(&["ssl = on"]);
        self.stop("INT");
        self.run();
    }

    /// Changes a setting of the running server.
    pub fn alter(&self, setting: &str) {
        self.sql("postgres", &format!("ALTER SYSTEM {setting}"));
        self.sql("postgres", "SELECT pg_reload_conf()");
    }

    /// Makes a standby the primary, which accepts writes.
    pub fn promote(&self) {
        self.sql("postgres", "SELECT pg_promote()");
    }

    /// Returns the folder of the server's socket.
    pub fn socket(&self) -> &Path {
        self.folder.path()
    }

    /// Returns the host and port of the server, for an address with several hosts.
    pub fn host(&self) -> String {
        format!("{}:{}", percent(self.folder.path()), self.port)
    }
}
