//! Asks a server that runs, over its socket.

use std::path::Path;

use server::{AdminAnswer, AdminRequest};

use commands::Failure;

/// The answer of the server that uses this folder.
#[cfg(unix)]
pub(super) fn ask(data: &Path, request: &AdminRequest) -> Result<AdminAnswer, Failure> {
    use std::io::{self, BufRead, BufReader, Write};
    use std::net::Shutdown;
    use std::os::unix::net::UnixStream;

    let file = data.join(server::ADMIN_SOCKET);
    let name = file.display();
    let folder = data.display();
    let mut stream = UnixStream::connect(&file).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::ConnectionRefused => Failure::Failed(format!(
            "no cardroom serves the folder {folder}: start it with cardroom serve, or name its folder with --data"
        )),
        io::ErrorKind::PermissionDenied => Failure::Failed(format!(
            "{folder} is another user's: run this as the user of the service, as in sudo -u cardroom cardroom admin …"
        )),
        _ => Failure::io(&name.to_string(), &error),
    })?;
    let failed = |error: io::Error| Failure::io(&name.to_string(), &error);
    let mut line = serde_json::to_string(request).expect("requests are text and numbers");
    line.push('\n');
    // A server that refuses this user answers without reading.
    let _ = stream.write_all(line.as_bytes());
    let _ = stream.shutdown(Shutdown::Write);
    let mut answer = String::new();
    BufReader::new(stream).read_line(&mut answer).map_err(failed)?;
    if answer.is_empty() {
        return Err(Failure::Failed("the server ended before it answered".to_owned()));
    }
    serde_json::from_str(&answer).map_err(|error| {
        Failure::Failed(format!("the server answered something else ({error}): is it of the same version?"))
    })
}

/// The answer of the server that uses this folder.
#[cfg(not(unix))]
pub(super) fn ask(_: &Path, _: &AdminRequest) -> Result<AdminAnswer, Failure> {
    Err(Failure::Failed("administration needs Unix sockets, which this system does not have".to_owned()))
}
