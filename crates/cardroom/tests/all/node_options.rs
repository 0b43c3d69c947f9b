//! The options of a node: which values the server refuses at its start, and the output of `--check`.

use std::fs;

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
    // The node's row in the database contains its address, and the key that identifies it.
    let server = Running::spawn(serve(&data.path().join("data")).args(["--config", config]));
    let mut server = server.unwrap_or_else(|ended| panic!("it does not serve: {ended}"));
    let row =
        postgres.cardroom("SELECT name, split_part(address, '@', 2), length(split_part(address, '@', 1)) FROM nodes");
    assert_eq!(row, format!("one|127.0.0.1:{port}|64"));
    // Another server already uses the port.
    let other = folder();
    let more = ["--store", &store, "--advertise", &format!("127.0.0.1:{port}")];
    refused(&serve(other.path()).args(more).output().expect("it runs"), "cannot listen for other servers on 127.0.0.1");
    server.stop();
}
