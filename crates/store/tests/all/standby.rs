//! Additions to a postgres for the tests of the store alone: standbys and encrypted connections.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use crate::postgres_server::{PostgresServer, folder, free_port, give, percent, unprivileged};

impl PostgresServer {
    /// A standby of this server that follows it, with its own folder and port.
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

    /// From now on connections over TCP may be encrypted, with this certificate and key (PEM).
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

    /// A standby becomes the one that can be written to.
    pub fn promote(&self) {
        self.sql("postgres", "SELECT pg_promote()");
    }

    /// The folder of its socket.
    pub fn socket(&self) -> &Path {
        self.folder.path()
    }

    /// Its host and port, for an address of several.
    pub fn host(&self) -> String {
        format!("{}:{}", percent(self.folder.path()), self.port)
    }
}
