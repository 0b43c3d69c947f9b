//! Tests of forwarding between nodes. A node forwards each request about a table to the owner of the table. The tests
//! try attacks by clients, and faults of the connections between nodes.

use std::collections::VecDeque;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::net::TcpSocket;
use tokio::time::sleep;

use crate::client::Client;
use crate::postgres_server::free_port;
use crate::proxy::Proxy;
use crate::running::Running;
use crate::test_cluster::{TestCluster, end};

/// Returns a forged header value for the guest with this number. Nodes use this header to forward the identity of a
/// client.
fn forged(session: i64) -> String {
    let client = json!({"address": "203.0.113.9", "session": session, "name": "Ann", "device": null});
    client.to_string().bytes().map(|byte| format!("{byte:02x}")).collect()
}

/// Nodes forward identities in a header. Checks that this header has no effect if a client sets it. The owner and
/// another node both identify the client by its cookie alone.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_somebody_else_by_the_header_of_nodes() {
    let cluster = TestCluster::start(2).await;
    let mut ann = cluster.guest(0, "Ann").await;
    let asked = json!({"game": "schwarze-dame", "open": "friends", "bots": ["random"], "watch": true});
    let table = ann.open(asked).await;
    let mut of_ann = ann.wait_at(&table).await;
    let begin = of_ann.order("begin");
    assert_eq!(of_ann.command(&begin).await.expect("an answer")["t"], "done");
    let header = forged(cluster.number_of("Ann").parse().expect("a number"));
    let header = [("x-cardroom-client", header.as_str())];
    for node in [0, 1] {
        let mut eve = cluster.guest(node, "Eve").await;
        assert_eq!(eve.ask("GET", "/api/v1/me", &header, "").await.json()["name"], "Eve");
        let mut socket = eve.connect_with(&table, &header).await.expect("she may watch");
        assert_eq!(socket.frame["viewer"], Value::Null, "node {node} takes her for a spectator: {}", socket.frame);
        let move_of_ann = json!({"t": "act", "cmd": socket.new_cmd(), "at": 1, "action": "play Qs"});
        assert_eq!(socket.command(&move_of_ann).await.expect("an open socket")["t"], "refused");
        let leaves = eve.ask("DELETE", &format!("/api/v1/tables/{table}/seat"), &header, "").await;
        assert_eq!(leaves.error().1, "not_your_table", "at node {node}");
        let mut nobody = Client::new(cluster.nodes[node].address);
        let history = nobody.ask("GET", &format!("/api/v1/tables/{table}/course"), &header, "").await;
        let view = &history.json()["steps"][0]["view"];
        assert_eq!((&view["seat"], &view["hands"]), (&Value::Null, &json!([null, null, null, null])), "at node {node}");
    }
    assert_eq!(ann.get("/api/v1/me").await.json()["tables"][0]["id"], json!(table), "she has her seat");
}

/// Checks that the listener for nodes sends nothing to a client that is not a node, whether the client uses TLS or not.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_listener_for_nodes_serves_nodes_alone() {
    let cluster = TestCluster::start(2).await;
    let (mut player, mut socket) = cluster.player_at(0, 1, 3).await;
    let header = forged(1);
    let ask = format!("GET /api/v1/me HTTP/1.1\r\nhost: x\r\nx-cardroom-client: {header}\r\nconnection: close\r\n\r\n");
    // The third text is the beginning of a TLS handshake, after which the client sends nothing more.
    for words in [ask.as_bytes(), b"", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"] {
        let mut stream = TcpStream::connect(("127.0.0.1", cluster.doors[0].1)).expect("it listens");
        stream.write_all(words).expect("it reads");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a socket");
        let mut received = Vec::new();
        // Reading can fail, because the listener may reset the connection.
        let _ = stream.read_to_end(&mut received);
        assert!(!received.starts_with(b"HTTP"), "{}", String::from_utf8_lossy(&received));
    }
    assert_eq!(player.play(&mut socket, 12).await, None, "nodes reach each other there");
}

/// Checks that a stranger cannot block the listener for nodes. The stranger holds as many connections as the listener
/// allows and opens further ones all the time. The nodes still forward the requests of their people.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stranger_who_floods_the_listener_for_nodes_keeps_no_node_out() {
    let cluster = TestCluster::start(2).await;
    let (mut player, mut socket) = cluster.player_at(0, 1, 3).await;
    let door = SocketAddr::from(([127, 0, 0, 1], cluster.doors[0].1));
    let begun = Arc::new(AtomicUsize::new(0));
    let counts = begun.clone();
    let flood = tokio::spawn(async move {
        let mut held = VecDeque::new();
        loop {
            let from = TcpSocket::new_v4().expect("a socket");
            from.bind(SocketAddr::from(([127, 0, 0, 2], 0))).expect("an address of this machine");
            held.extend(from.connect(door).await);
            held.drain(..held.len().saturating_sub(600));
            counts.fetch_add(1, Ordering::Relaxed);
            sleep(Duration::from_micros(300)).await;
        }
    });
    while begun.load(Ordering::Relaxed) < 600 {
        sleep(Duration::from_millis(10)).await;
    }
    for _ in 0..12 {
        assert_eq!(player.play(&mut socket, 3).await, None);
        drop(socket);
        socket = player.sit().await;
    }
    flood.abort();
}

/// Checks a node that wrongly believes that it still owns a table, after another node has taken the table over. The
/// first node cannot store anything, and its people go on at the new owner.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_nodes_that_both_believe_they_own_a_table_one_does() {
    let mut cluster = TestCluster::start(2).await;
    let (mut player, mut socket) = cluster.player_at(0, 0, 6).await;
    assert_eq!(player.play(&mut socket, 12).await, None);
    let sql = format!(
        "UPDATE owners SET epoch = epoch + 1, node = (SELECT id FROM nodes WHERE name = 'node1' AND NOT ended)
         WHERE table_id = '{}'",
        player.table
    );
    cluster.postgres.cardroom(&sql);
    while player.play(&mut socket, 1).await.is_none() {}
    let mut socket = player.sit_soon().await;
    assert_eq!(player.play(&mut socket, 12).await, None, "over the node that had the table");
    let owner = cluster.postgres.cardroom("SELECT name FROM owners JOIN nodes ON nodes.id = owners.node");
    assert_eq!(owner, "node1");
    // The first node takes the table back, while the player's socket is forwarded to the second one.
    cluster.postgres.cardroom(&sql.replace("'node1'", "'node0'"));
    while player.play(&mut socket, 1).await.is_none() {}
    let mut socket = player.sit_soon().await;
    assert_eq!(player.play(&mut socket, 12).await, None);
    player.verify(&mut socket, cluster.folders[0].path()).await;
    cluster.connect(1).await;
}

/// Checks a network between two nodes that no longer carries data, although both machines still acknowledge packets.
/// Requests over this network are refused in words within seconds. Everybody else plays on.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_network_between_nodes_that_stalls_harms_only_who_comes_that_way() {
    let door = free_port();
    let stalls = Proxy::to(door).await;
    let other = free_port();
    let mut cluster = TestCluster::start_behind(vec![(stalls.port, door), (other, other)]).await;
    let (mut near, mut near_socket) = cluster.player_at(0, 0, 1).await;
    let (mut far, mut far_socket) = cluster.player_at(0, 1, 2).await;
    assert_eq!(near.play(&mut near_socket, 5).await, None);
    assert_eq!(far.play(&mut far_socket, 5).await, None);
    stalls.cut();
    let mut guest = cluster.guest(1, "Cy").await;
    let refused = guest.get(&format!("/api/v1/tables/{}/record", far.table)).await.error();
    assert_eq!((refused.0, refused.1.as_str()), (503, "elsewhere"));
    assert!(refused.2.contains("another server"), "{}", refused.2);
    assert_eq!(near.play(&mut near_socket, 5).await, None);
    let alone = guest.open(json!({"game": "schwarze-dame", "bots": ["random"]})).await;
    let _alone = guest.sit(&alone).await;
    assert_eq!(guest.get("/healthz").await.status, 200);
    stalls.heal();
    // Either delayed messages arrive and the socket goes on, or the socket has ended and the player connects again.
    if far.play(&mut far_socket, 5).await.is_some() {
        far_socket = far.sit_soon().await;
    }
    assert_eq!(far.play(&mut far_socket, 5).await, None);
    // If the network breaks the connection between the nodes, the client's connection ends too.
    drop(stalls);
    cluster.nodes[0].stop();
    assert!(matches!(end(&mut far_socket).await, None | Some(1012)));
    far.person.address = cluster.nodes[1].address;
    let mut far_socket = far.sit_soon().await;
    assert_eq!(far.play(&mut far_socket, 5).await, None);
    far.verify(&mut far_socket, cluster.folders[1].path()).await;
}

/// Checks that text with control characters has the same effect at another node as at the owner of the table.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn control_characters_come_through_as_at_the_owner() {
    let cluster = TestCluster::start(2).await;
    let mut ann = cluster.guest(0, "Ann").await;
    let asked = json!({"game": "schwarze-dame", "open": "public", "bots": ["random"], "chat": "free"});
    let table = ann.open(asked).await;
    let _ann = ann.wait_at(&table).await;
    let mut answers = Vec::new();
    for node in [0, 1] {
        let mut bo = cluster.guest(node, "Bo").await;
        let mut received = Vec::new();
        let seat = format!("/api/v1/tables/{table}/seat");
        for name in ["Bo\u{7f}\u{1b}[2J", "Bo\r\nx-cardroom-client: 00", "\u{202e}oB", "Bo\u{0}", "Bö"] {
            let answer = bo.post(&seat, &json!({"name": name}).to_string()).await;
            received.push((answer.status, answer.body));
        }
        for path in ["%00", "%0d%0ax:y", "%c3%28", "..%2f..", "a%2fb", &format!("{table}%0a")] {
            let answer = bo.get(&format!("/api/v1/tables/{path}/record")).await;
            received.push((answer.status, answer.body));
        }
        let mut socket = bo.wait_at(&table).await;
        for text in ["a\u{1b}[31m\u{7f}", "\u{0}", "\u{202e}", "😀\n"] {
            let say = json!({"t": "say", "cmd": socket.new_cmd(), "text": text});
            socket.send_text(&say.to_string()).await;
            let answer = loop {
                let message = socket.next().await.expect("an open socket");
                if ["done", "refused", "error"].contains(&message["t"].as_str().expect("a kind")) {
                    break message;
                }
            };
            received.push((0, format!("{} {}", answer["t"], answer["key"])));
        }
        answers.push(received);
        drop(socket);
        assert_eq!(bo.ask("DELETE", &seat, &[], "").await.status, 204);
    }
    assert_eq!(answers[0], answers[1]);
    let names = "host cookie origin user-agent accept accept-language content-type authorization te connection upgrade sec-websocket-key \
                 x-forwarded-for forwarded via x-cardroom-client x";
    for name in names.split_whitespace() {
        for value in
            [&b"a\x01b"[..], b"a\x1b[2Jb", b"a\x7fb", b"a\0b", b"a\tb", b"a\rb: c", b"a\nb: c", b"a\r\n b", b"\xff\xfe"]
        {
            let words = format!(
                "GET /api/v1/tables/{table}/record HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n{name}: "
            );
            let request = [words.as_bytes(), value, b"\r\n\r\n"].concat();
            let [owner, other] = [0, 1].map(|node| answer_to(&cluster.nodes[node], &request));
            assert_eq!(owner, other, "{name}: {}", value.escape_ascii());
        }
    }
}

/// Sends these bytes, and returns the status line and the body of the answer.
fn answer_to(node: &Running, request: &[u8]) -> [String; 2] {
    let mut stream = TcpStream::connect(node.address).expect("it listens");
    stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a socket");
    stream.write_all(request).expect("it reads");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).expect("it answers and closes");
    let answer = String::from_utf8_lossy(&answer);
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_default();
    [head.lines().next().unwrap_or_default().to_owned(), body.to_owned()]
}
