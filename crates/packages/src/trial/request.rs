//! One request over HTTP/1.1, for a server on this machine.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// An answer.
pub(super) struct HttpAnswer {
    pub(super) status: u16,
    /// The cookie that it sets, as it is sent back.
    pub(super) cookie: Option<String>,
    pub(super) body: String,
}

pub(super) fn ask(
    server: SocketAddr,
    method: &str,
    path: &str,
    cookie: Option<&str>,
    body: Option<&str>,
) -> Result<HttpAnswer, String> {
    let failed = |error: std::io::Error| format!("{method} {path}: {error}");
    let mut line = TcpStream::connect(server).map_err(failed)?;
    line.set_read_timeout(Some(Duration::from_secs(30))).map_err(failed)?;
    let cookie = cookie.map(|cookie| format!("cookie: {cookie}\r\n")).unwrap_or_default();
    let body = body.unwrap_or_default();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: {server}\r\n{cookie}content-type: application/json\r\ncontent-length: {}\r\n\
         connection: close\r\n\r\n{body}",
        body.len()
    );
    line.write_all(request.as_bytes()).map_err(failed)?;
    let mut answer = String::new();
    line.read_to_string(&mut answer).map_err(failed)?;
    let (head, body) = answer.split_once("\r\n\r\n").ok_or_else(|| format!("{method} {path}: {answer:?}"))?;
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).ok_or("an answer without a status")?;
    let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: ")?.split(';').next());
    Ok(HttpAnswer { status, cookie: cookie.map(str::to_owned), body: body.to_owned() })
}
