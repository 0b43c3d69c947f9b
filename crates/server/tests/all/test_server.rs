//! A server in this process, for tests.

use std::future::ready;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use server::{Config, Limits, Pace, Server};
use store::{EventStore, Sqlite};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::client::Client;

/// A server in this process, with its own data folder.
pub struct TestServer {
    pub client: Client,
    pub store: Option<Arc<Sqlite>>,
    stop: Option<oneshot::Sender<()>>,
    running: JoinHandle<std::io::Result<()>>,
    data: tempfile::TempDir,
}

impl TestServer {
    pub async fn open() -> TestServer {
        TestServer::with(tempfile::tempdir().expect("a folder"), Pace::fixed(0)).await
    }

    pub async fn with(data: tempfile::TempDir, pace: Pace) -> TestServer {
        // The simulated players act faster than people, so commands are not limited. The machine may be busy, so
        // searches may take long.
        let limits = Limits { commands_per_s: 0, search: Duration::from_secs(600), ..Limits::default() };
        TestServer::of(data, |config| Config { pace, limits, ..config }).await
    }

    pub async fn of(data: tempfile::TempDir, with: impl FnOnce(Config) -> Config) -> TestServer {
        let listen = "127.0.0.1:0".parse().expect("an address");
        let config = with(Config::new(listen, data.path().to_owned()));
        let store = Arc::new(Sqlite::open(data.path()).expect("the store opens"));
        let mut server = TestServer::over(store.clone(), data, config).await;
        server.store = Some(store);
        server
    }

    /// Starts a server with any store. The store can outlive the server.
    pub async fn over(store: Arc<dyn EventStore>, data: tempfile::TempDir, config: Config) -> TestServer {
        let server = Server::bind(config, ready(Ok(store))).await.expect("the server starts");
        let client = Client::new(server.address());
        let (stop, stopped) = oneshot::channel();
        let running = tokio::spawn(server.run(async {
            let _ = stopped.await;
        }));
        TestServer { client, store: None, stop: Some(stop), running, data }
    }

    /// Returns the data folder.
    pub fn data(&self) -> &std::path::Path {
        self.data.path()
    }

    pub async fn close(mut self) -> tempfile::TempDir {
        self.store = None;
        drop(self.stop.take());
        self.running.await.expect("no panic").expect("a clean end");
        assert_eq!(server::panics(), 0, "the server met a bug: see what was written above");
        self.data
    }
}

/// Checks that a command was refused with this key and these words.
pub fn refused(answer: &Value, key: &str, words: &str) {
    assert_eq!(answer["t"], "refused", "{answer}");
    assert_eq!(answer["refusal"]["key"], key, "{answer}");
    assert!(answer["refusal"]["words"].as_str().unwrap().contains(words), "{answer}");
}
