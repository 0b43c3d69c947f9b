//! The bus of a cluster on several machines: encrypted, with verified names and credentials, by the configuration of docs/hosting.md;
//! and closed to other accounts of the same bus.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};

use crate::certificates::{Certificates, certificates};
use crate::compose::root;
use crate::nats::{Nats, Spy};
use crate::postgres_server::PostgresServer;
use crate::running::{cardroom, folder, refused};
use crate::test_cluster::{TestCluster, end};

const PASSWORD: &str = "battery-staple";

fn plain(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

/// A bus with the configuration of docs/hosting.md, on this machine and with these files.
fn bus_of_docs(place: &Path, files: &Certificates) -> Nats {
    let docs = fs::read_to_string(root().join("docs/hosting.md")).expect("it is there");
    let begins = "listen: \"0.0.0.0:4222\"\n";
    let (_, rest) = docs.split_once(begins).expect("the configuration of the bus");
    let (config, _) = rest.split_once("```").expect("it ends");
    let names = [
        ("/etc/nats/cert.pem", plain(&files.certificate)),
        ("/etc/nats/key.pem", plain(&files.key)),
        ("\"…\"", &format!("\"{PASSWORD}\"")),
    ];
    let config = names.iter().fold(config.to_owned(), |text, (of_docs, ours)| {
        assert!(text.contains(of_docs), "{of_docs}: {text}");
        text.replace(of_docs, ours)
    });
    let file = place.join("nats.conf");
    fs::write(&file, config).expect("a file");
    Nats::start_encrypted(&file)
}

fn credentials(place: &Path, user: &str, password: &str) -> PathBuf {
    let file = place.join(format!("{user}-{password}"));
    fs::write(&file, format!("{user}:{password}\n")).expect("a file");
    file
}

/// Two nodes at an encrypted bus reach each other, also after the bus was away; and the start refuses another authority, another name,
/// another password, and a connection in the clear.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nodes_meet_at_an_encrypted_bus_and_at_no_other() {
    let place = folder();
    let (right, wrong) = (certificates(place.path(), "right"), certificates(place.path(), "wrong"));
    let known = credentials(place.path(), "cardroom", PASSWORD);
    let nats = bus_of_docs(place.path(), &right);
    let port = nats.port;
    let (ca, known) = (plain(&right.ca).to_owned(), plain(&known).to_owned());
    let mut cluster = TestCluster::start_at(2, nats, &["--bus-ca", &ca, "--bus-credentials", &known]).await;
    let (mut player, mut socket) = cluster.player_at(0, 1, 1).await;
    assert_eq!(player.play(&mut socket, 12).await, None, "over the bus");
    cluster.nats.stop();
    assert_eq!(end(&mut socket).await, Some(1012));
    cluster.nats.run();
    cluster.meet(1).await;
    let mut socket = player.sit_soon().await;
    assert_eq!(player.play(&mut socket, 12).await, None, "encrypted again");
    player.verify(&mut socket, cluster.folders[0].path()).await;
    // Who does not encrypt is told nothing.
    let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("it listens");
    let who = format!(r#"CONNECT {{"user":"cardroom","pass":"{PASSWORD}"}}"#);
    stream.write_all(format!("{who}\r\nSUB > 1\r\nPING\r\n").as_bytes()).expect("it reads");
    let mut told = Vec::new();
    // It may reset the connection.
    let _ = stream.read_to_end(&mut told);
    let told = String::from_utf8_lossy(&told).into_owned();
    assert!(told.contains(r#""tls_required":true"#) && !told.contains("PONG") && !told.contains("MSG"), "{told}");

    let data = folder();
    let check = |bus: &str, ca: &str, credentials: &str| {
        let mut command = cardroom(&["serve", "--check", "--data", plain(data.path()), "--node", "one"]);
        command.args(["--store", &cluster.postgres.address(), "--bus", bus, "--bus-ca", ca]);
        command.args(["--bus-credentials", credentials]).output().expect("it runs")
    };
    let address = cluster.nats.address();
    let output = check(&address, &ca, &known);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        said.contains("\nbus: NATS 2.") && said.contains(&format!(" at localhost:{port} (encrypted)")),
        "{output:?}"
    );
    refused(&check(&address, plain(&wrong.ca), &known), "its certificate is not accepted");
    refused(&check(&format!("tls://127.0.0.1:{port}"), &ca, &known), "its certificate is not accepted");
    for (user, password) in [("cardroom", "wrong-horse"), ("stranger", PASSWORD)] {
        let output = check(&address, &ca, plain(&credentials(place.path(), user, password)));
        refused(&output, "does not accept our credentials");
        assert!(!String::from_utf8_lossy(&output.stderr).contains(password), "{output:?}");
    }
    let clear = check(&format!("nats://127.0.0.1:{port}"), &ca, &known);
    assert!(!clear.status.success(), "{clear:?}");
}

/// Accounts of one NATS are apart: a program of another account hears nothing of the nodes, even if it knows their subjects, and reaches
/// none of them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_subjects_of_nodes_are_closed_to_other_accounts() {
    let place = folder();
    let config = place.path().join("nats.conf");
    let accounts = format!(
        "accounts {{
           NODES: {{ users: [ {{ user: cardroom, password: \"{PASSWORD}\" }} ] }}
           OTHERS: {{ users: [ {{ user: stranger, password: \"hush\" }} ] }}
         }}"
    );
    fs::write(&config, accounts).expect("a file");
    let nats = Nats::start_with(&["--config", plain(&config)]);
    let known = credentials(place.path(), "cardroom", PASSWORD);
    let cluster = TestCluster::start_at(2, nats, &["--bus-credentials", plain(&known)]).await;
    let mut insider = Spy::known(&cluster.nats, "cardroom", PASSWORD);
    let mut stranger = Spy::known(&cluster.nats, "stranger", "hush");
    // The id of the cluster is known to the database alone. Here the stranger knows it, and the address of a node.
    let id = subjects(&cluster.postgres);
    for subject in &id {
        stranger.says(subject, "here forged");
    }
    let (mut player, mut socket) = cluster.player_at(0, 1, 1).await;
    socket.texts = Some(Vec::new());
    assert_eq!(player.play(&mut socket, 12).await, None);
    let frames = socket.texts.clone().expect("kept");
    let last = frames.iter().rfind(|text| text.contains(r#""t":"frame""#)).expect("a frame");
    // Each hears its own account, in order.
    stranger.says("end", "the stranger has heard everything");
    assert_eq!(stranger.tell("the stranger has heard everything").len(), 1 + id.len(), "only what it said itself");
    insider.says("end", "the insider has heard everything");
    let heard = insider.tell("the insider has heard everything");
    assert!(heard.iter().any(|payload| payload.contains(last.as_str())), "the bus carries it");
    assert!(!heard.iter().any(|payload| payload.contains("forged")), "nothing of the stranger's");
}

/// The subjects of all nodes, and of each.
fn subjects(postgres: &PostgresServer) -> Vec<String> {
    let id = postgres.cardroom("SELECT id FROM house");
    let nodes = postgres.cardroom("SELECT address FROM nodes WHERE NOT ended");
    let own = nodes.lines().map(|address| format!("cardroom.{id}.node.{address}"));
    let all: Vec<String> = own.chain([format!("cardroom.{id}.all")]).collect();
    assert_eq!(all.len(), 3, "{nodes}");
    all
}
