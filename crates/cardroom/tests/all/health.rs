//! `cardroom health` with a healthy server, with a faulty server, without a server, and with another program at the
//! address.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener};
use std::process::Output;
use std::thread;

use crate::running::{Running, cardroom, folder, refused};

fn health(address: SocketAddr) -> Output {
    cardroom(&["health", "--address", &address.to_string()]).output().expect("it runs")
}

#[test]
fn a_server_that_runs_is_well_and_one_that_has_ended_is_not() {
    let data = folder();
    let mut server = Running::start(data.path());
    let well = health(server.address);
    assert_eq!((well.status.code(), &well.stdout[..]), (Some(0), &b"ok\n"[..]));
    server.stop();
    refused(&health(server.address), "no server answers on ");
}

/// Starts a server that answers the next connection with these bytes.
fn answering(bytes: &'static [u8]) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    thread::spawn(move || {
        let (mut line, _) = listener.accept().expect("somebody comes");
        let _ = line.read(&mut [0; 1_024]);
        let _ = line.write_all(bytes);
    });
    address
}

#[test]
fn what_it_says_is_said_and_another_program_is_no_server() {
    let full = answering(b"HTTP/1.1 503 Service Unavailable\r\ncontent-length: 17\r\n\r\nthe disk is full\n");
    refused(&health(full), "is not well: 503 the disk is full");
    refused(&health(answering(b"SSH-2.0-OpenSSH_9.2\r\n")), "is no cardroom");
    refused(&health(answering(b"")), "is no cardroom");
}
