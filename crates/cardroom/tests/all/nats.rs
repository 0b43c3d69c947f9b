//! A real NATS for a test: a server of its own on a free port of this machine, which ends with the test.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::postgres_server::free_port;

/// A server of NATS.
pub struct Nats {
    server: Option<Child>,
    pub port: u16,
    options: Vec<String>,
    /// Whether it takes encrypted connections alone, with a certificate for `localhost`.
    encrypted: bool,
}

impl Nats {
    pub fn start() -> Nats {
        Nats::start_with(&[])
    }

    /// With further options.
    pub fn start_with(options: &[&str]) -> Nats {
        let options = options.iter().map(|option| (*option).to_owned()).collect();
        let mut nats = Nats { server: None, port: free_port(), options, encrypted: false };
        nats.run();
        nats
    }

    /// With a configuration that encrypts its connections.
    pub fn start_encrypted(config: &Path) -> Nats {
        let mut nats = Nats::start_with(&["--config", config.to_str().expect("a plain path")]);
        nats.encrypted = true;
        nats
    }

    /// Starts the server again, if it does not run.
    pub fn run(&mut self) {
        assert!(self.server.is_none(), "it runs");
        let program = std::env::var("NATS_SERVER").unwrap_or_else(|_| "nats-server".to_owned());
        // If the test is killed, the server ends too.
        let server = Command::new("setpriv")
            .args(["--pdeathsig", "KILL", &program, "--addr", "127.0.0.1", "--port", &self.port.to_string()])
            .args(&self.options)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        self.server = Some(server.expect("setpriv runs"));
        let until = Instant::now() + Duration::from_secs(60);
        while TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            let ended = self.server.as_mut().expect("started").try_wait().expect("ours");
            assert!(
                ended.is_none() && Instant::now() < until,
                "NATS 2.9 or newer does not start: install it (Debian: apt install nats-server), or name its program with NATS_SERVER"
            );
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    pub fn stop(&mut self) {
        let mut server = self.server.take().expect("it runs");
        server.kill().expect("ours");
        server.wait().expect("it ends");
    }

    pub fn address(&self) -> String {
        match self.encrypted {
            true => format!("tls://localhost:{}", self.port),
            false => format!("nats://127.0.0.1:{}", self.port),
        }
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        if self.server.is_some() {
            self.stop();
        }
    }
}

/// Somebody who reads along: all that goes over the bus, whatever its subject.
pub struct Spy {
    stream: TcpStream,
    reading: JoinHandle<()>,
    heard: Arc<Mutex<Vec<String>>>,
}

impl Spy {
    pub fn at(nats: &Nats) -> Spy {
        Spy::connected(nats, "{\"verbose\":false}")
    }

    /// Somebody whom the bus knows.
    pub fn known(nats: &Nats, user: &str, password: &str) -> Spy {
        Spy::connected(nats, &format!(r#"{{"verbose":false,"user":"{user}","pass":"{password}"}}"#))
    }

    fn connected(nats: &Nats, who: &str) -> Spy {
        let mut stream = TcpStream::connect(("127.0.0.1", nats.port)).expect("it listens");
        let mut lines = BufReader::new(stream.try_clone().expect("a socket"));
        stream.write_all(format!("CONNECT {who}\r\nSUB > 1\r\nPING\r\n").as_bytes()).expect("it reads");
        let mut line = String::new();
        while line.trim() != "PONG" {
            line.clear();
            assert!(lines.read_line(&mut line).expect("it answers") > 0, "it hangs up");
        }
        let heard = Arc::new(Mutex::new(Vec::new()));
        let (kept, mut answers) = (heard.clone(), stream.try_clone().expect("a socket"));
        let reading = std::thread::spawn(move || {
            let mut line = String::new();
            while lines.read_line(&mut line).is_ok_and(|read| read > 0) {
                if line.starts_with("MSG ") {
                    let length: usize = line.trim().rsplit(' ').next().and_then(|n| n.parse().ok()).expect("a length");
                    let mut payload = vec![0; length + 2];
                    if lines.read_exact(&mut payload).is_err() {
                        return;
                    }
                    payload.truncate(length);
                    kept.lock().expect("no panic").push(String::from_utf8(payload).expect("text"));
                } else if line.trim() == "PING" {
                    let _ = answers.write_all(b"PONG\r\n");
                }
                line.clear();
            }
        });
        Spy { stream, reading, heard }
    }

    /// Sends something.
    pub fn says(&mut self, subject: &str, payload: &str) {
        let message = format!("PUB {subject} {}\r\n{payload}\r\n", payload.len());
        self.stream.write_all(message.as_bytes()).expect("it reads");
    }

    /// All that was heard until somebody sent this text, and perhaps what came after it.
    pub fn tell(self, last: &str) -> Vec<String> {
        let until = Instant::now() + Duration::from_secs(60);
        while !self.heard.lock().expect("no panic").iter().any(|payload| payload.contains(last)) {
            assert!(Instant::now() < until, "it was never sent: {last}");
            std::thread::sleep(Duration::from_millis(10));
        }
        let _ = self.stream.shutdown(std::net::Shutdown::Both);
        self.reading.join().expect("no panic");
        self.heard.lock().expect("no panic").clone()
    }
}
