//! The socket in the data folder. This file checks who may use it, reads requests, and sends answers.

use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use nix::unistd::{Uid, User};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{UnixListener, UnixStream};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::wire::{AdminAnswer, AdminRequest};
use super::{ADMIN_SOCKET, work};
use crate::state::AppState;

/// The longest request, in bytes.
const MOST: u64 = 64 * 1024;
/// The time within which a request must arrive.
const PATIENCE: Duration = Duration::from_secs(10);

/// The socket for administration. Dropping this value deletes the socket's file.
pub(crate) struct AdminSocket {
    listener: UnixListener,
    file: PathBuf,
}

impl AdminSocket {
    /// Listens in the data folder, which this process has locked. A socket that exists in the folder is a remnant, and
    /// is replaced.
    pub(crate) fn bind(data: &Path) -> io::Result<AdminSocket> {
        let file = data.join(ADMIN_SOCKET);
        match fs::remove_file(&file) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let listener = UnixListener::bind(&file)?;
        // Until this call, the permissions of the folder and the check in `attend` keep other users out.
        fs::set_permissions(&file, Permissions::from_mode(0o600))?;
        Ok(AdminSocket { listener, file })
    }

    pub(crate) async fn serve(self, app: AppState, stop: CancellationToken) {
        let open = TaskTracker::new();
        loop {
            let accepted = tokio::select! {
                () = stop.cancelled() => break,
                accepted = self.listener.accept() => accepted,
            };
            match accepted {
                Ok((stream, _)) => drop(open.spawn(attend(stream, app.clone()))),
                Err(error) => {
                    tracing::warn!(%error, "no connection for administration can be taken");
                    tokio::time::sleep(Duration::from_secs(1)).await;
                }
            }
        }
        open.close();
        drop(app);
        let _ = timeout(Duration::from_secs(1), open.wait()).await;
    }
}

impl Drop for AdminSocket {
    fn drop(&mut self) {
        // If the file remains, the next start removes it.
        let _ = fs::remove_file(&self.file);
    }
}

/// Reads one request and answers it.
async fn attend(mut stream: UnixStream, app: AppState) {
    let answer = match user(&stream).await {
        Some(by) => match timeout(PATIENCE, read(&mut stream)).await {
            Ok(Ok(request)) => work::carry_out(&app, &by, request).await,
            Ok(Err(words)) => AdminAnswer::Refused { words },
            Err(_) => return,
        },
        None => {
            tracing::warn!("another user of this system asked for administration and was refused");
            AdminAnswer::Refused { words: "Only the user who runs the server, and root, may do that.".to_owned() }
        }
    };
    let mut line = serde_json::to_string(&answer).expect("answers are text, numbers and lists");
    line.push('\n');
    let _ = timeout(PATIENCE, stream.write_all(line.as_bytes())).await;
}

/// Returns the system user who sent the request, if that user may send requests.
async fn user(stream: &UnixStream) -> Option<String> {
    let uid = Uid::from_raw(stream.peer_cred().ok()?.uid());
    if uid != Uid::effective() && !uid.is_root() {
        return None;
    }
    // Looking up the name of a user may use the network, so it runs on another thread.
    let name = tokio::task::spawn_blocking(move || User::from_uid(uid).ok().flatten().map(|user| user.name));
    let name = name.await.ok().flatten();
    Some(name.map_or_else(|| format!("uid {uid}"), |name| format!("{name} (uid {uid})")))
}

async fn read(stream: &mut UnixStream) -> Result<AdminRequest, String> {
    let mut line = String::new();
    let mut reader = BufReader::new(stream.take(MOST));
    reader.read_line(&mut line).await.map_err(|error| format!("The request cannot be read: {error}."))?;
    protocol::check_text(&line)?;
    serde_json::from_str(&line).map_err(|error| {
        format!("The request is not one of cardroom {}: {error}. Use the same version.", env!("CARGO_PKG_VERSION"))
    })
}
