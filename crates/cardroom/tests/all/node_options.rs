//! The options of a node: what the start refuses, what `--check` says, and that a name belongs to one node.

use std::fs;
use std::process::Command;

use crate::postgres_server::{PostgresServer, free_port};
use crate::running::{Running, cardroom, folder, refused, serve};

#[test]
fn an_address_for_other_nodes_needs_a_database_and_a_port() {
    let folder = folder();
    let data = folder.path().join("data");
    let ask = |arguments: &[&str]| serve(&data).args(arguments).output().expect("it runs");
    refused(
        &ask(&["--advertise", "127.0.0.1:7900"]),
        "--advertise is for servers that share a database: name it with --store",
    );
    let wrong = ask(&["--store", "postgres://house@127.0.0.1:9/house", "--advertise", "http://10.0.0.5"]);
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("looks like 10.0.0.5:7900"), "{wrong:?}");
    assert!(!data.exists(), "nothing was made");
}

#[test]
fn a_configuration_of_a_node_can_be_checked() {
    let postgres = PostgresServer::start();
    let data = folder();
    let config = data.path().join("cardroom.toml");
    let (store, port) = (postgres.address(), free_port());
    fs::write(&config, format!("store = \"{store}\"\nnode = \"one\"\nadvertise = \"127.0.0.1:{port}\"\n"))
        .expect("a file");
    let config = config.to_str().expect("plain");
    let checked = cardroom(&["serve", "--check", "--config", config]).output().expect("it runs");
    let said = String::from_utf8(checked.stdout).expect("text");
    assert!(said.contains(&format!("other servers reach this one, one, at 127.0.0.1:{port}\n")), "{said}");
    assert!(said.ends_with("The configuration is valid.\n"), "{said}");
    // The row of the node says where it is, and by what key.
    let server = Running::spawn(serve(&data.path().join("data")).args(["--config", config]));
    let mut server = server.unwrap_or_else(|ended| panic!("it does not serve: {ended}"));
    let row =
        postgres.cardroom("SELECT name, split_part(address, '@', 2), length(split_part(address, '@', 1)) FROM nodes");
    assert_eq!(row, format!("one|127.0.0.1:{port}|64"));
    // Somebody else has the port.
    let other = folder();
    let more = ["--store", &store, "--advertise", &format!("127.0.0.1:{port}")];
    refused(&serve(other.path()).args(more).output().expect("it runs"), "cannot listen for other servers on 127.0.0.1");
    server.stop();
}

/// Two servers with one name: the second does not start while the first lives. When the first was killed, it starts as soon as
/// the lease is over, so that a node can come back on another machine.
#[test]
fn a_name_belongs_to_one_node_while_it_lives() {
    let postgres = PostgresServer::start();
    let (one, two) = (folder(), folder());
    let store = postgres.address();
    let named = ["--store", &store, "--node", "one", "--log", "off"];
    let mut first = Running::start_with(one.path(), &named);
    // A server that starts nevertheless is ended by `timeout`, and has said nothing.
    let command = serve(two.path());
    let mut bounded = Command::new("timeout");
    bounded.arg("60").arg(command.get_program()).args(command.get_args()).args(named);
    refused(
        &bounded.output().expect("timeout runs"),
        "another server that uses this database is called \"one\", and it runs: give each a name of its own with --node",
    );
    drop(Running::start_with(two.path(), &["--store", &store, "--node", "two"]));
    // The same server in its own folder starts at once: nobody else can be it.
    first.kill();
    first = Running::start_with(one.path(), &named);
    first.kill();
    let _elsewhere = Running::start_with(two.path(), &named);
    assert_eq!(
        postgres.cardroom("SELECT count(*) FROM nodes WHERE NOT ended AND lease_until > now() AND name = 'one'"),
        "1"
    );
}
