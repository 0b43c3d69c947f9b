//! Drills of the recipes for database backups in docs/host. The tests read the commands from these pages, and run them
//! while people play.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::compose::root;
use crate::player::Player;
use crate::postgres_server::{PostgresServer, folder as postgres_folder, free_port, give, percent, unprivileged};
use crate::running::{Running, folder, record_is_right, soon};

/// Returns the line of the pages about backups of a database that begins with this text.
fn line_of_docs(begins: &str) -> String {
    let pages = ["database-copies.md", "any-moment.md"].map(|page| root().join("docs/host").join(page));
    let docs = pages.map(|page| fs::read_to_string(page).expect("it is there")).concat();
    let line = docs.lines().find(|line| line.trim_start().starts_with(begins));
    line.unwrap_or_else(|| panic!("the docs say: {begins} …")).trim().to_owned()
}

/// Runs a command `runuser -u postgres -- …` of these pages at this server. `names` replace the names of the page.
fn run_as_docs_say(postgres: &PostgresServer, program: &str, names: &[(&str, &str)]) {
    let line = line_of_docs(&format!("runuser -u postgres -- {program}"));
    let line = names.iter().fold(line, |line, (of_docs, ours)| line.replace(of_docs, ours));
    let words: Vec<&str> = line.split(' ').skip(4).collect();
    let mut command = unprivileged(words[0]);
    command.args(&words[1..]).env("PGHOST", postgres.folder.path()).env("PGPORT", postgres.port.to_string());
    let output = command.env("PGUSER", "house").output().expect("it runs");
    assert!(output.status.success(), "{line}: {output:?}");
}

fn plain(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

/// Returns the number of events of a table, and true if none is missing.
fn events(postgres: &PostgresServer, database: &str, table: &str) -> (usize, bool) {
    let counted = postgres.sql(
        database,
        &format!("SELECT count(*), count(*) = max(seq) + 1 FROM cardroom.events WHERE table_id = '{table}'"),
    );
    let (count, whole) = counted.split_once('|').expect("two columns");
    (count.parse().expect("a number"), whole == "t")
}

/// Plays in the background until `stop` is true. Returns the player.
fn play_until(mut player: Player, stop: tokio::sync::watch::Receiver<bool>) -> tokio::task::JoinHandle<Player> {
    tokio::spawn(async move {
        let mut socket = player.sit().await;
        while !*stop.borrow() {
            assert_eq!(player.play(&mut socket, 1).await, None, "the server goes on");
        }
        player
    })
}

/// Plays the deal of a player to its end, at a server with a slightly older copy of the data, and checks that the
/// record is right.
async fn record_is_right_after_a_deal(player: &mut Player, data: &Path) {
    let mut socket = player.sit_soon().await;
    player.stored_when_the_deal_is_over(&mut socket).await;
    record_is_right(data, &player.person.get(&format!("/api/v1/tables/{}/record", player.table)).await.body);
}

/// Checks a database that is dumped under play and restored into an empty one. The copy contains everything that was
/// acknowledged before the dump, and later events without a gap. Play goes on.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_dump_under_play_is_restored_and_played_on() {
    let postgres = PostgresServer::start();
    let (data, place) = (folder(), postgres_folder());
    let mut server = Running::start_with(data.path(), &["--store", &postgres.address()]);
    // The first player stops before the dump, and the second player plays all the time.
    let (mut quiet, busy) = (Player::come(&server, 3).await, Player::come(&server, 4).await);
    let mut socket = quiet.sit().await;
    assert_eq!(quiet.play(&mut socket, 20).await, None);
    drop(socket);
    let (stop, stopping) = tokio::sync::watch::channel(false);
    let (table, playing) = (busy.table.clone(), play_until(busy, stopping));
    while events(&postgres, "house", &table).0 < 20 {}
    let before = events(&postgres, "house", &table).0;
    let dump = place.path().join("cardroom.dump");
    let names = [("/var/lib/postgresql/cardroom.dump", plain(&dump)), ("--owner cardroom", "--owner house")];
    run_as_docs_say(&postgres, "pg_dump", &[names[0], (" cardroom", " house")]);
    let after = events(&postgres, "house", &table).0;
    stop.send_replace(true);
    let busy = playing.await.expect("no panic");
    server.kill();
    run_as_docs_say(&postgres, "createdb", &names);
    run_as_docs_say(&postgres, "pg_restore", &names);
    let (found, whole) = events(&postgres, "restored", &table);
    assert!(whole && (before..=after).contains(&found), "{before} <= {found} <= {after}");
    println!("dumped at {found} entries, while play went on from {before} to {after}");
    let fresh = folder();
    let store = postgres.address().replace("/house", "/restored").replace("/restored@", "/house@");
    let server = Running::start_with(fresh.path(), &["--store", &store]);
    let mut quiet_again = quiet;
    quiet_again.person.address = server.address;
    let mut socket = quiet_again.sit_soon().await;
    assert_eq!(quiet_again.play(&mut socket, 5).await, None);
    quiet_again.verify(&mut socket, fresh.path()).await;
    record_is_right_after_a_deal(&mut busy.again(&server), fresh.path()).await;
}

/// Checks that a copy of the database cluster and the later log can restore the moment that a host names. The restored
/// data contain everything that was acknowledged before this moment, and nothing later.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_goes_back_to_a_moment() {
    let mut postgres = PostgresServer::start();
    let archive = postgres_folder();
    let here = |text: &str| text.replace("/archive", plain(archive.path()));
    let settings = ["archive_mode =", "archive_timeout =", "archive_command ="].map(|line| here(&line_of_docs(line)));
    postgres.configure(&settings.each_ref().map(String::as_str));
    postgres.stop("INT");
    postgres.run();
    let data = folder();
    let mut server = Running::start_with(data.path(), &["--store", &postgres.address()]);
    let mut player = Player::come(&server, 5).await;
    let mut socket = player.sit().await;
    assert_eq!(player.play(&mut socket, 5).await, None);
    run_as_docs_say(&postgres, "pg_basebackup --pgdata=/archive", &[("/archive", plain(archive.path()))]);
    assert_eq!(player.play(&mut socket, 10).await, None);
    // Waits until it is the player's turn, so that no bot writes anything now.
    while socket.choose(&mut player.rng).is_none() {
        socket.frame().await;
    }
    let moment = postgres.sql("house", "SELECT clock_timestamp()");
    let (then, _) = events(&postgres, "house", &player.table);
    // Play goes on after the named moment.
    assert_eq!(player.play(&mut socket, 10).await, None);
    assert!(events(&postgres, "house", &player.table).0 > then);
    server.kill();
    // The last segment of the log has to be archived too.
    let last = postgres.sql("house", "SELECT pg_walfile_name(pg_switch_wal())");
    soon("the last segment is archived", async || archive.path().join(&last).exists().then_some(())).await;
    postgres.stop("QUIT");
    let mut restored = PostgresServer { server: None, folder: postgres_folder(), port: free_port() };
    fs::create_dir(restored.data()).expect("a folder");
    give(&restored.data());
    let of_docs = "/var/lib/postgresql/15/restored";
    let mut steps = Vec::new();
    for begins in [
        "tar -xzf /archive",
        "echo \"restore_command",
        "echo \"recovery_target_time",
        "echo \"recovery_target_action",
        "touch /var/lib/postgresql",
    ] {
        let line = here(&line_of_docs(begins)).replace(of_docs, plain(&restored.data()));
        steps.push(line.replace("2026-11-21 20:15:00+00", &moment));
    }
    assert!(steps[2].contains(&moment), "{steps:?}");
    let output = unprivileged("/bin/sh").arg("-c").arg(steps.join(" && ")).output().expect("sh runs");
    assert!(output.status.success(), "{output:?}");
    let mode = Command::new("chmod").arg("0700").arg(restored.data()).status().expect("chmod runs");
    assert!(mode.success());
    restored.configure(&[]);
    restored.run();
    let recovers = "SELECT pg_is_in_recovery()";
    soon("the moment is reached", async || (restored.sql("postgres", recovers) == "f").then_some(())).await;
    assert_eq!(events(&restored, "house", &player.table), (then, true), "that moment, and nothing after it");
    let fresh = folder();
    let store = format!("postgres://house@{}:{}/house", percent(restored.folder.path()), restored.port);
    let server = Running::start_with(fresh.path(), &["--store", &store]);
    let mut again = player.again(&server);
    let stored: Vec<Value> = player.acknowledged[..15].to_vec();
    let mut socket = again.sit_soon().await;
    for command in stored.iter().rev().take(3) {
        let answer = socket.command(command).await.expect("an open socket");
        assert_eq!(answer["t"], "done", "acknowledged before the moment: {answer}");
    }
    drop(socket);
    record_is_right_after_a_deal(&mut again, fresh.path()).await;
}
