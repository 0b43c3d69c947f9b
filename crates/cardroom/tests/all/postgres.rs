//! `cardroom serve --store postgres://…` as a process, on a real PostgreSQL: what it refuses, and what becomes of play when its
//! database is stopped. `failover` kills servers and databases.

use std::fs;
use std::time::{Duration, Instant};

use crate::client::Client;
use crate::player::Player;
use crate::postgres_server::{PASSWORD, PostgresServer};
use crate::running::{Running, cardroom, folder, refused, serve, soon};

/// The database is stopped and started again during play, by its host and as by a crash.
#[tokio::test]
async fn a_database_that_stops_refuses_moves_in_words_and_play_goes_on() {
    let mut postgres = PostgresServer::start();
    let (data, address) = (folder(), postgres.address());
    let mut server = Running::start_with(data.path(), &["--store", &address]);
    let mut player = Player::come(&server, 8).await;
    for signal in ["INT", "QUIT"] {
        let mut socket = player.sit_soon().await;
        assert_eq!(player.play(&mut socket, 20).await, None);
        postgres.stop(signal);
        let ended = player.play(&mut socket, 10_000).await.expect("nothing can be stored");
        // A commit that had no answer: nobody is told anything before it is known, and the connection ends.
        let (key, words) = match player.try_sit().await {
            _ if !ended.is_null() => {
                let fault = if ended["t"] == "refused" { &ended["refusal"] } else { &ended };
                (fault["key"].to_string(), fault["words"].to_string())
            }
            Ok(_) => panic!("the table cannot be read"),
            Err(answer) => (answer.json()["error"]["key"].to_string(), answer.body),
        };
        assert_eq!(key, "\"store_away\"", "{words}");
        assert!(words.contains("Nothing was lost"), "{words}");
        let health = player.person.get("/healthz").await;
        assert_eq!((health.status, health.body.as_str()), (503, "the data cannot be used\n"));
        assert_eq!(player.person.get("/api/v1/games").await.status, 200, "the server goes on");
        let (status, key, _) = player.person.get("/api/v1/me/data").await.error();
        assert_eq!((status, key.as_str()), (503, "store_away"));
        postgres.run();
        let mut socket = player.sit_soon().await;
        let began = Instant::now();
        while let Some(ended) = player.play(&mut socket, 30).await {
            assert!(began.elapsed() < Duration::from_secs(60), "{ended}");
            socket = player.sit_soon().await;
        }
        assert_eq!(player.person.get("/healthz").await.status, 200);
    }
    let mut socket = player.sit_soon().await;
    player.verify(&mut socket, data.path()).await;
    server.stop();
}

/// A server of PostgreSQL that is another one than before may promise less: the log says again what its promises are worth.
#[tokio::test]
async fn the_log_warns_of_each_server_of_the_database() {
    let mut postgres = PostgresServer::start();
    let data = folder();
    let log = data.path().join("log");
    let warnings = || fs::read_to_string(&log).expect("a log").matches("no standby confirms what is stored").count();
    let mut command = serve(data.path());
    let stderr = fs::File::create(&log).expect("a file");
    let mut server = Running::spawn(command.args(["--store", &postgres.address()]).stderr(stderr)).expect("it serves");
    assert_eq!(warnings(), 1);
    postgres.stop("INT");
    postgres.run();
    soon("it warns again", async || (warnings() > 1).then_some(())).await;
    let text = Client::new(server.address).get("/metrics").await.body;
    assert!(text.contains("\ncardroom_waits_for_standby 0\n"), "{text}");
    server.stop();
    assert_eq!(warnings(), 2, "once for each server");
}

/// Other users of the machine can read command lines: a password there is refused, and not repeated.
#[test]
fn a_password_on_the_command_line_is_refused() {
    let folder = folder();
    let data = folder.path().join("data");
    for address in ["postgres://house:hush@127.0.0.1/house", "postgres://house@127.0.0.1/house?password=hush"] {
        let output = serve(&data).args(["--store", address]).output().expect("it runs");
        refused(&output, "--store-password-file");
        refused(&output, "PGPASSWORD");
        assert!(!String::from_utf8_lossy(&output.stderr).contains("hush"));
    }
    let output = serve(&data).args(["--store", "postgres://house@%2Fnowhere/house"]).output().expect("it runs");
    refused(&output, "the database /nowhere/house cannot be used: ");
    assert_eq!(fs::read_dir(&data).expect("a folder").count(), 1, "only the lock was made");
}

#[test]
fn a_configuration_with_a_database_can_be_checked() {
    let postgres = PostgresServer::start();
    let data = folder();
    let [password, config] = ["password", "cardroom.toml"].map(|name| data.path().join(name));
    let address = format!("postgres://house@127.0.0.1:{}/house", postgres.port);
    fs::write(&config, format!("store = \"{address}\"\nstore-password-file = \"{}\"\n", password.display()))
        .expect("a file");
    let check =
        || cardroom(&["serve", "--check", "--config", config.to_str().expect("plain")]).output().expect("it runs");
    refused(&check(), "password: No such file");
    fs::write(&password, "wrong-horse\n").expect("a file");
    let output = check();
    refused(&output, "password authentication failed");
    assert!(!String::from_utf8_lossy(&output.stderr).contains("wrong-horse"));
    fs::write(&password, PASSWORD).expect("a file");
    let said = String::from_utf8(check().stdout).expect("text");
    assert!(said.contains(&format!("at 127.0.0.1:{}/house (within this machine)\n", postgres.port)), "{said}");
    assert!(said.contains("warning: no standby confirms what is stored"), "{said}");
    assert!(said.ends_with("The configuration is valid.\n"), "{said}");
    postgres.sql("postgres", "ALTER SYSTEM SET synchronous_commit = off");
    postgres.sql("postgres", "ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (s1, s2)'");
    postgres.sql("postgres", "SELECT pg_reload_conf()");
    let said = String::from_utf8(check().stdout).expect("text");
    assert!(said.contains("warning: synchronous_commit is off") && !said.contains("no standby"), "{said}");
    assert_eq!(
        postgres.sql("house", "SELECT count(*) FROM pg_namespace WHERE nspname = 'cardroom'"),
        "0",
        "nothing was changed"
    );
}
