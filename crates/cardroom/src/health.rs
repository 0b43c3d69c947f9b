//! `cardroom health`: checks a server of this machine, for service managers and for containers without other tools.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use commands::Failure;

/// Check whether a server is well.
///
/// It is, if it answers (GET /healthz) and can store. The exit status is 0 if so, else 1.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Address and port of the server.
    #[arg(long, value_name = "ADDR:PORT", default_value = "127.0.0.1:7878")]
    address: SocketAddr,
}

/// The time limit for the server's answer.
const PATIENCE: Duration = Duration::from_secs(4);
/// The greatest length of an answer, which is a single line.
const LONGEST: usize = 4_096;

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let address = arguments.address;
    let answer = ask(address).map_err(|error| Failure::Failed(format!("no server answers on {address}: {error}")))?;
    let status = answer.split(' ').nth(1).filter(|_| answer.starts_with("HTTP/1.1 "));
    let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body).trim();
    match status {
        Some("200") => writeln!(io::stdout(), "{body}").map_err(|error| Failure::io("standard output", &error)),
        Some(status) => Err(Failure::Failed(format!("the server on {address} is not well: {status} {body}"))),
        None => Err(Failure::Failed(format!("what listens on {address} is no cardroom server"))),
    }
}

fn ask(address: SocketAddr) -> io::Result<String> {
    let end = Instant::now() + PATIENCE;
    let mut line = TcpStream::connect_timeout(&address, PATIENCE)?;
    line.set_write_timeout(Some(PATIENCE))?;
    line.write_all(format!("GET /healthz HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n").as_bytes())?;
    let mut answer = Vec::new();
    let mut piece = [0; 1_024];
    // The time limit covers the whole answer, because a server that sends one byte at a time is not well.
    while answer.len() < LONGEST {
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        line.set_read_timeout(Some(left))?;
        match line.read(&mut piece)? {
            0 => break,
            read => answer.extend(&piece[..read]),
        }
    }
    Ok(String::from_utf8_lossy(&answer).into_owned())
}
