//! Tests of several `cardroom serve` processes on one PostgreSQL. Every node accepts every socket and every request,
//! even if another node owns the table.

use std::process::Command;
use std::time::{Duration, Instant};

use game::Rng;
use serde_json::{Value, json};

use crate::client::Socket;
use crate::running::{record_is_right, soon};
use crate::test_cluster::{TestCluster, end, ending};

/// Checks that three people at three nodes find one another and play a match to its end. All of them see the same
/// match, without a gap.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_at_different_nodes_play_one_match_to_the_end() {
    let cluster = TestCluster::start(3).await;
    let mut ann = cluster.guest(0, "Ann").await;
    let (mut bo, mut cy) = (cluster.guest(1, "Bo").await, cluster.guest(2, "Cy").await);
    let asked = json!({"game": "schwarze-dame", "options": {"deals": 2}, "open": "public", "bots": ["random"]});
    let id = ann.open(asked).await;
    let mut host = ann.wait_at(&id).await;
    // Every node lists the table, and people can take its seats at every node.
    for (client, seat) in [(&mut bo, 1), (&mut cy, 2)] {
        let listed = async || (client.get("/api/v1/lobby").await.json()["tables"][0]["id"] == json!(id)).then_some(());
        soon("it is listed", listed).await;
        let taken = client.post(&format!("/api/v1/tables/{id}/seat"), "{}").await.json();
        assert_eq!(taken, json!({"id": id, "seat": seat}));
    }
    let no_seat = cluster.guest(1, "Dov").await.ask("DELETE", &format!("/api/v1/tables/{id}/seat"), &[], "").await;
    assert_eq!(no_seat.error().1, "not_your_table");
    let (of_bo, of_cy) = (bo.wait_at(&id).await, cy.wait_at(&id).await);
    let begin = host.order("begin");
    assert_eq!(host.command(&begin).await.expect("an answer")["t"], "done");
    let mut playing = Vec::new();
    for (mut socket, seed) in [(host, 1), (of_bo, 2), (of_cy, 3)] {
        socket.frames = Some(Vec::new());
        playing.push(tokio::spawn(async move {
            while socket.frame.is_null() {
                socket.frame().await;
            }
            socket.play_to_the_end(&mut Rng::new(seed), 0).await;
            socket
        }));
    }
    let mut ended = Vec::new();
    for socket in playing {
        ended.push(socket.await.expect("no panic"));
    }
    for socket in &ended {
        assert_eq!((&socket.seen, &socket.frame["totals"]), (&ended[0].seen, &ended[0].frame["totals"]));
    }
    let path = format!("/api/v1/tables/{id}/record");
    let record = ann.get(&path).await.body;
    assert_eq!([bo.get(&path).await.body, cy.get(&path).await.body], [record.as_str(), record.as_str()]);
    record_is_right(cluster.folders[0].path(), &record);
    let me = cy.get("/api/v1/me").await.json();
    assert_eq!((&me["tables"][0]["id"], &me["tables"][0]["over"]), (&json!(id), &json!(true)));
    assert_eq!(cluster.postgres.cardroom("SELECT count(DISTINCT node) FROM owners"), "1", "it had one owner");
}

/// Checks that play goes on if the node of a player's socket is killed, but not the owner of the table. The player
/// reconnects over another node. Meanwhile the clock of the decision runs on. Every move that the player had sent is
/// stored.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_loses_the_node_of_the_socket_comes_back_to_the_same_clock() {
    let mut cluster = TestCluster::start(3).await;
    let (mut ann, mut bo) = (cluster.guest(0, "Ann").await, cluster.guest(1, "Bo").await);
    let asked = json!({"game": "schwarze-dame", "open": "public", "bots": ["random"], "clock": "relaxed"});
    let table = ann.open(asked).await;
    let mut host = ann.wait_at(&table).await;
    assert_eq!(bo.post(&format!("/api/v1/tables/{table}/seat"), "{}").await.json()["seat"], 1);
    let mut socket = bo.wait_at(&table).await;
    let begin = host.order("begin");
    assert_eq!(host.command(&begin).await.expect("an answer")["t"], "done");
    let playing = tokio::spawn(async move { host.play_to_the_end(&mut Rng::new(1), 0).await });
    let mut rng = Rng::new(2);
    let mut decision = async |socket: &mut Socket, last: &Value| loop {
        let runs = socket.frame["at"] != last["at"] && socket.frame["clock"]["left_ms"][1].is_u64();
        match if runs { socket.choose(&mut rng) } else { None } {
            Some(command) => break command,
            None => drop(socket.frame().await),
        }
    };
    let sent = decision(&mut socket, &Value::Null).await;
    socket.send_text(&sent.to_string()).await;
    cluster.nodes[1].kill();
    assert_eq!(end(&mut socket).await, None);
    bo.address = cluster.nodes[2].address;
    let mut socket = bo.sit(&table).await;
    socket.name = "over node 2, ".to_owned();
    assert_eq!(socket.command(&sent).await.expect("an answer")["t"], "done", "sent again");
    decision(&mut socket, &sent).await;
    let before = socket.frame.clone();
    cluster.nodes[2].kill();
    assert_eq!(end(&mut socket).await, None);
    bo.address = cluster.nodes[0].address;
    let socket = bo.sit(&table).await;
    let now = &socket.frame;
    assert_eq!((&now["at"], &now["seats"][1]["stand_in"]), (&before["at"], &Value::Null));
    let [left, rest] = [&before, now].map(|frame| frame["clock"]["left_ms"][1].as_u64().expect("it runs"));
    assert!(0 < rest && rest < left, "{left} ms, and then {rest} ms");
    let stored = format!("SELECT count(*) FROM events WHERE cmd = '{}'", sent["cmd"].as_str().expect("text"));
    assert_eq!(cluster.postgres.cardroom(&stored), "1", "neither lost nor doubled");
    playing.abort();
}

/// Checks that a host at one node can close a table that another node owns, and can send a notice to everybody.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_host_says_at_one_node_is_read_at_all() {
    let cluster = TestCluster::start(2).await;
    let (mut player, mut socket) = cluster.player_at(0, 1, 4).await;
    cluster.admin(1, &["say", "Tea is ready"]);
    while socket.next().await.expect("the server goes on")["words"] != "Tea is ready" {}
    let said = cluster.admin(1, &["tables", "close", &player.table]);
    assert!(said.contains("is closed"), "{said}");
    while socket.next().await.is_some_and(|message| message["key"] != "closed_by_host") {}
    assert_eq!(player.try_sit().await.err().expect("it is closed").error().1, "closed_by_host");
}

fn signal(cluster: &TestCluster, node: usize, signal: &str) {
    let process = cluster.nodes[node].child.id().to_string();
    assert!(Command::new("kill").args([signal, &process]).status().expect("kill runs").success());
}

/// Checks a node that is paused for longer than its lease. When somebody connects to a table of this node, the other
/// node takes the table over. When the paused node continues, it gives up all its tables. Everybody plays on.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_was_paused_past_its_lease_gives_up_its_tables_and_its_people_play_on() {
    let mut cluster = TestCluster::start(2).await;
    let (mut near, mut near_socket) = cluster.player_at(0, 0, 1).await;
    let (mut far, mut far_socket) = cluster.player_at(0, 1, 2).await;
    assert_eq!(near.play(&mut near_socket, 12).await, None);
    assert_eq!(far.play(&mut far_socket, 12).await, None);
    let late = loop {
        match near_socket.choose(&mut near.rng) {
            Some(command) => break command,
            None => drop(near_socket.frame().await),
        }
    };
    let paused = cluster.postgres.cardroom("SELECT min(node) FROM owners");
    signal(&cluster, 0, "-STOP");
    // A message that is sent to the paused node waits in the socket.
    near_socket.send_text(&late.to_string()).await;
    assert_eq!(end(&mut far_socket).await, None, "the other node sees that the lease has run out");
    let mut far_socket = far.sit_soon().await;
    assert_eq!(far.play(&mut far_socket, 12).await, None, "the other node has the table");
    let ended = cluster.postgres.cardroom(&format!("SELECT ended FROM nodes WHERE id = {paused}"));
    assert_eq!(ended, "t", "its lease has run out");
    signal(&cluster, 0, "-CONT");
    let mut answers = Vec::new();
    let code = loop {
        match near_socket.receive().await {
            Ok(message) => answers.push(message),
            Err(code) => break code,
        }
    };
    assert_eq!(code, Some(1012), "it has given up its tables: {answers:?}");
    let done = |message: &Value| message["t"] == "done";
    assert!(!answers.iter().any(done), "nothing is acknowledged after the lease: {answers:?}");
    // The move may be stored all the same, because no node has taken this table over. The player sends the move again,
    // as the page does. The move must be stored only once.
    near.open = Some(late);
    let mut near_socket = near.sit_soon().await;
    assert_eq!(near.play(&mut near_socket, 12).await, None);
    cluster.connect(1).await;
    // The player of the table that was taken over now connects through its earlier owner.
    far.person.address = cluster.nodes[0].address;
    let mut far_socket = far.sit_soon().await;
    assert_eq!(far.play(&mut far_socket, 12).await, None);
    far.verify(&mut far_socket, cluster.folders[1].path()).await;
    near.verify(&mut near_socket, cluster.folders[0].path()).await;
    let owners = cluster.postgres.cardroom(&format!("SELECT count(*) FROM owners WHERE node = {paused}"));
    assert_eq!(owners, "0", "the node began anew");
}

/// Checks a node that a host stops. The node immediately closes the connections of people at its tables. These people
/// go on at another node.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_stops_hands_its_people_over() {
    let mut cluster = TestCluster::start(2).await;
    let (mut player, mut socket) = cluster.player_at(0, 1, 5).await;
    assert_eq!(player.play(&mut socket, 12).await, None);
    let ends = ending(socket);
    cluster.nodes[0].stop();
    assert_eq!(ends.await.expect("no panic"), Some(1012), "pages connect again");
    let mut socket = player.sit_soon().await;
    assert_eq!(player.play(&mut socket, 12).await, None);
    player.verify(&mut socket, cluster.folders[0].path()).await;
}

/// Checks that play goes on at the other node whenever the owner of a table is killed, and that no acknowledged action
/// is lost.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_owner_is_killed_and_play_goes_on_via_another_node() {
    let mut cluster = TestCluster::start(2).await;
    let (mut player, mut socket) = cluster.player_at(0, 1, 7).await;
    let mut slowest = Duration::ZERO;
    for round in 0..4 {
        let (owner, other) = (round % 2, 1 - round % 2);
        assert_eq!(player.play(&mut socket, 10 + round).await, None);
        cluster.nodes[owner].kill();
        let began = Instant::now();
        assert_eq!(player.play(&mut socket, usize::MAX / 2).await, Some(Value::Null), "the connection has ended");
        assert_eq!(player.person.address, cluster.nodes[other].address, "the node of the socket is still there");
        socket = player.sit_soon().await;
        assert_eq!(player.play(&mut socket, 3).await, None);
        slowest = slowest.max(began.elapsed());
        // The other node owns the table now, and is killed in the next round. The killed node is started again.
        cluster.nodes[owner] = cluster.node(owner);
        cluster.connect(1).await;
        player.person.address = cluster.nodes[owner].address;
        socket = player.sit_soon().await;
    }
    player.verify(&mut socket, cluster.folders[0].path()).await;
    println!("{} acknowledged actions, none lost; at most {slowest:?} until play went on", player.acknowledged.len());
}
