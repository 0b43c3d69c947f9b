//! The options of a node: what the start refuses, what `--check` says, and that a name belongs to one node.

use std::fs;
use std::process::Command;

use crate::nats::Nats;
use crate::postgres_server::{PostgresServer, free_port};
use crate::running::{Running, cardroom, folder, refused, serve};

/// The last thing that a host needs is a bus that others can read, or one without a database.
#[test]
fn a_bus_that_others_could_read_is_refused() {
    let folder = folder();
    let data = folder.path().join("data");
    let store = ["--store", "postgres://house@127.0.0.1:9/house"];
    let ask = |arguments: &[&str]| serve(&data).args(arguments).output().expect("it runs");
    refused(
        &ask(&["--bus", "nats://127.0.0.1:4222"]),
        "--bus connects servers that share a database: name it with --store",
    );
    let with = |bus: &str| ask(&[&store[..], &["--bus", bus]].concat());
    refused(&with("nats://bus.example.org"), "bus.example.org is another machine, and connections to it are encrypted");
    refused(&with("tls://bus.example.org"), "(--bus-credentials) or the environment (CARDROOM_BUS_CREDENTIALS)");
    refused(&with("http://127.0.0.1"), "nats://127.0.0.1:4222 on this machine");
    let shown = with("nats://house:hush@127.0.0.1");
    refused(&shown, "other users of this machine can see");
    assert!(!String::from_utf8_lossy(&shown.stderr).contains("hush"));
    assert!(!data.exists(), "nothing was made");
}

#[test]
fn a_configuration_with_a_bus_can_be_checked() {
    let (postgres, nats) =
        (PostgresServer::start(), Nats::start_with(&["--user", "house", "--pass", "battery-staple"]));
    let data = folder();
    let [credentials, config] = ["credentials", "cardroom.toml"].map(|name| data.path().join(name));
    let settings = |bus: &str| {
        format!(
            "store = \"{}\"\nbus = \"{bus}\"\nbus-credentials = \"{}\"\nnode = \"one\"\nadvertise = \"http://10.0.0.5:7878\"\n",
            postgres.address(),
            credentials.display()
        )
    };
    fs::write(&config, settings(&nats.address())).expect("a file");
    let check =
        || cardroom(&["serve", "--check", "--config", config.to_str().expect("plain")]).output().expect("it runs");
    refused(&check(), "credentials: No such file");
    fs::write(&credentials, "house:wrong-horse\n").expect("a file");
    let output = check();
    refused(&output, "does not accept our credentials");
    assert!(!String::from_utf8_lossy(&output.stderr).contains("wrong-horse"));
    fs::write(&credentials, "house:battery-staple\n").expect("a file");
    let said = String::from_utf8(check().stdout).expect("text");
    let line = format!(" at 127.0.0.1:{} (within this machine), as node one\n", nats.port);
    assert!(said.contains("\nbus: NATS 2.") && said.contains(&line), "{said}");
    assert!(said.ends_with("The configuration is valid.\n"), "{said}");
    // The row of the node says where it is.
    let server = Running::spawn(serve(&data.path().join("data")).args(["--config", config.to_str().expect("plain")]));
    let mut server = server.unwrap_or_else(|ended| panic!("it does not serve: {ended}"));
    let row = postgres.cardroom("SELECT name, url, length(address) FROM nodes");
    assert_eq!(row, "one|http://10.0.0.5:7878|32");
    server.stop();
    fs::write(&config, settings(&format!("nats://127.0.0.1:{}", free_port()))).expect("a file");
    refused(&check(), "does not answer");
}

/// What a command line shows: no credentials.
#[test]
fn the_command_line_has_no_place_for_credentials() {
    let help = Command::new(env!("CARGO_BIN_EXE_cardroom")).args(["serve", "--help"]).output().expect("it runs");
    let help = String::from_utf8(help.stdout).expect("text");
    for option in ["--bus <URL>", "--bus-credentials <FILE>", "--bus-ca <FILE>", "--node <NAME>", "--advertise <URL>"] {
        assert!(help.contains(option), "{option}");
    }
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
