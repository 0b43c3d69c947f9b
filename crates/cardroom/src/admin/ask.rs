//! Requests to a running server, over its socket.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::path::Path;

use cards::printable;
use server::{AdminAnswer, AdminRequest};

use commands::Failure;

pub(super) fn ask(data: &Path, request: &AdminRequest) -> Result<AdminAnswer, Failure> {
    AdminConnection::open(data)?.answer(request)
}

/// A connection to the server that uses a folder, for one request.
pub(super) struct AdminConnection {
    stream: UnixStream,
    /// The path of the socket, for messages.
    name: String,
}

impl AdminConnection {
    pub(super) fn open(data: &Path) -> Result<AdminConnection, Failure> {
        let file = data.join(server::ADMIN_SOCKET);
        let name = printable(&file);
        let folder = printable(data);
        let stream = UnixStream::connect(&file).map_err(|error| match error.kind() {
            ErrorKind::NotFound | ErrorKind::ConnectionRefused => Failure::Failed(format!(
                "no running server uses the folder {folder}: start one with cardroom serve, or name its folder with --data"
            )),
            ErrorKind::PermissionDenied => Failure::Failed(format!(
                "{folder} is another user's: run this as the user of the service, as in sudo -u cardroom cardroom admin …"
            )),
            _ => Failure::io(&name, &error),
        })?;
        Ok(AdminConnection { stream, name })
    }

    /// Returns the id of the server's process, if the system reports it.
    #[cfg(target_os = "linux")]
    pub(super) fn process(&self) -> std::io::Result<Option<i32>> {
        // The standard library cannot report the process id yet. tokio's streams can, but they need a runtime.
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
        let _entered = runtime.enter();
        self.stream.set_nonblocking(true)?;
        let peer = tokio::net::UnixStream::from_std(self.stream.try_clone()?)?.peer_cred()?;
        self.stream.set_nonblocking(false)?;
        Ok(peer.pid())
    }

    pub(super) fn answer(mut self, request: &AdminRequest) -> Result<AdminAnswer, Failure> {
        let mut line = serde_json::to_string(request).expect("requests are text and numbers");
        line.push('\n');
        // Writing can fail, because a server that refuses this user answers without reading the request.
        let _ = self.stream.write_all(line.as_bytes());
        let _ = self.stream.shutdown(Shutdown::Write);
        let mut answer = String::new();
        let read = BufReader::new(self.stream.take(64 << 20)).read_line(&mut answer);
        read.map_err(|error| Failure::io(&self.name, &error))?;
        if answer.is_empty() {
            return Err(Failure::Failed("the server ended before it answered".to_owned()));
        }
        serde_json::from_str(&answer).map_err(|error| {
            Failure::Failed(format!("the server answered something else ({error}): is it of the same version?"))
        })
    }
}
