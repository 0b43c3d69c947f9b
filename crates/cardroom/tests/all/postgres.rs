//! Tests of `cardroom serve --store postgres://…` as a process, on a real PostgreSQL. They check the refusals of the
//! server, and play after the database was stopped. The tests in `failover` kill servers and databases.

use std::fs;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::Client;
use crate::player::Player;
use crate::postgres_server::{PASSWORD, PostgresServer};
use crate::running::{Running, cardroom, folder, long, refused, serve, soon};

/// Checks play while the database is stopped and started again: once in the regular way, and once as in a crash.
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
        // If a commit got no answer, the server cannot know whether it succeeded. So it sends no answer and closes the
        // connection.
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

/// Checks that the log warns again whenever the database runs on another PostgreSQL server, because that server may
/// give weaker guarantees.
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

/// Checks that a password on the command line is refused and not repeated in the error, because other users of the
/// machine can read command lines.
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

/// Checks a server that is killed again and again during play. The database contains every acknowledged action, in
/// order and only once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_killed_loses_no_acknowledged_move() {
    let postgres = PostgresServer::start();
    let (data, address) = (folder(), postgres.address());
    let start = || Running::start_with(data.path(), &["--store", &address]);
    let mut server = start();
    let mut player = Player::come(&server, 7).await;
    let kills = if long() { 50 } else { 6 };
    let mut slowest = Duration::ZERO;
    for kill in 0..kills {
        let mut socket = player.sit_soon().await;
        for command in player.acknowledged.iter().rev().take(3) {
            let again = socket.command(command).await.expect("nobody kills now");
            assert_eq!(again, json!({"t": "done", "cmd": command["cmd"]}), "acknowledged, then forgotten");
        }
        let goal = 5 + player.rng.below(30) as usize;
        assert_eq!(player.play(&mut socket, goal).await, None);
        // The server is killed while a command is under way: before, during or after its commit.
        let delay = Duration::from_micros(u64::from(player.rng.below(8_000)));
        let blow = tokio::spawn(async move {
            tokio::time::sleep(delay).await;
            server.kill();
            server
        });
        assert_eq!(player.play(&mut socket, usize::MAX / 2).await, Some(Value::Null), "the connection has ended");
        drop(blow.await.expect("no panic"));
        let began = Instant::now();
        server = start();
        player.person.address = server.address;
        let mut socket = player.sit_soon().await;
        assert_eq!(player.play(&mut socket, 1).await, None);
        slowest = slowest.max(began.elapsed());
        assert!(kill > 0 || began.elapsed() < Duration::from_secs(30), "its tables are free at once");
    }
    let mut socket = player.sit_soon().await;
    player.verify(&mut socket, data.path()).await;
    println!(
        "{kills} kills, {} acknowledged actions, none lost; at most {slowest:?} until play went on",
        player.acknowledged.len()
    );
    assert_eq!(
        postgres.cardroom(
            "SELECT count(*) FROM events WHERE seat = 0 AND cmd IS NOT NULL GROUP BY cmd HAVING count(*) > 1"
        ),
        ""
    );
    server.stop();
    assert_eq!(postgres.cardroom("SELECT count(*) FROM nodes WHERE NOT ended"), "0", "who stops hands over");
}
