//! Tests with a real PgBouncer in front of a real PostgreSQL: the store refuses a pooler that changes connections
//! between two transactions.

use std::fs;
use std::os::unix::net::UnixStream;
use std::process::{Child, Stdio};
use std::time::Duration;

use store::Postgres;

use crate::postgres::{database, refused};
use crate::postgres_server::{PostgresServer, free_port, give, percent, unprivileged};

/// A running PgBouncer, which is killed when this value is dropped.
struct Pooler {
    child: Child,
    address: String,
}

impl Pooler {
    fn start(postgres: &PostgresServer, settings: &str) -> Pooler {
        let (folder, port) = (postgres.folder.path(), free_port());
        let place = folder.display();
        let file = folder.join(format!("pooler-{port}"));
        let text = format!(
            "[databases]\nhouse = host={place} port={} dbname=house user=house\n[pgbouncer]\nlisten_port = {port}\n\
             unix_socket_dir = {place}\nauth_type = any\n{settings}\n",
            postgres.port
        );
        fs::write(&file, text).expect("a file");
        give(&file);
        let mut command = unprivileged(program());
        command.arg(&file).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().expect("PgBouncer runs");
        while UnixStream::connect(folder.join(format!(".s.PGSQL.{port}"))).is_err() {
            assert!(child.try_wait().expect("a process").is_none(), "PgBouncer has ended");
            std::thread::sleep(Duration::from_millis(20));
        }
        Pooler { child, address: format!("postgres://house@{}:{port}/house", percent(folder)) }
    }
}

/// Returns the absolute path of PgBouncer, which is not in the folder with PostgreSQL's programs.
fn program() -> std::path::PathBuf {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&paths).map(|folder| folder.join("pgbouncer")).find(|file| file.exists());
    found.expect("PgBouncer (Debian: apt install pgbouncer)")
}

impl Drop for Pooler {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[tokio::test]
async fn a_pooler_that_changes_connections_between_transactions_is_refused_in_words() {
    let postgres = PostgresServer::start();
    for settings in ["pool_mode = transaction", "pool_mode = transaction\nmin_pool_size = 3\nserver_round_robin = 1"] {
        let pooler = Pooler::start(&postgres, settings);
        let checked = Postgres::check(&database(&pooler.address)).await.expect_err("a pooler").to_string();
        let opened = refused(&pooler.address).await;
        for words in [checked, opened] {
            assert!(words.contains("a pooler is between"), "{settings}: {words}");
        }
    }
    assert_eq!(
        postgres.sql("house", "SELECT count(*) FROM pg_namespace WHERE nspname = 'cardroom'"),
        "0",
        "nothing is made"
    );
    // A pooler that gives each client its own connection is allowed, because it behaves like no pooler.
    let pooler = Pooler::start(&postgres, "pool_mode = session");
    Postgres::check(&database(&pooler.address)).await.expect("it can be used");
    Postgres::open(database(&pooler.address), None).await.expect("it can be used");
}
