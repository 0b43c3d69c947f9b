//! A WebSocket, and plain HTTP requests. Every household has a different address in 127.0.0.0/8. So a server that
//! counts connections by address sees many households and not a single client.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::{Done, while_};

/// The time limit of a wait. A longer wait is an error.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) fn household(n: usize) -> IpAddr {
    let [_, a, b, c] = (u32::try_from(n).expect("few households") + 1).to_be_bytes();
    IpAddr::V4(Ipv4Addr::new(127, a.wrapping_add(1), b, c))
}

async fn connect(from: IpAddr, to: SocketAddr) -> Done<TcpStream> {
    let socket = TcpSocket::new_v4().map_err(while_("a socket"))?;
    socket.bind(SocketAddr::new(from, 0)).map_err(while_("bind"))?;
    let stream = timeout(PATIENCE, socket.connect(to)).await.map_err(while_("connect"))?.map_err(while_("connect"))?;
    stream.set_nodelay(true).map_err(while_("nodelay"))?;
    Ok(stream)
}

/// The answer to a request.
pub struct PlainAnswer {
    /// The status code.
    pub status: u16,
    /// The body.
    pub body: String,
    /// The cookie that the answer set.
    pub cookie: Option<String>,
}

/// Sends a request on a new connection: GET without a body, otherwise POST of JSON. Returns the answer.
pub async fn ask(
    from: IpAddr,
    to: SocketAddr,
    path: &str,
    cookie: Option<&str>,
    body: Option<&str>,
) -> Done<PlainAnswer> {
    let mut stream = connect(from, to).await?;
    let cookie = cookie.map(|cookie| format!("cookie: {cookie}\r\n")).unwrap_or_default();
    let (method, kind) = match body {
        Some(_) => ("POST", "content-type: application/json\r\n"),
        None => ("GET", ""),
    };
    let body = body.unwrap_or_default();
    let length = body.len();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: {to}\r\nconnection: close\r\n{cookie}{kind}content-length: {length}\r\n\r\n{body}"
    );
    let mut answer = Vec::new();
    let asked = async {
        stream.write_all(request.as_bytes()).await?;
        stream.read_to_end(&mut answer).await
    };
    timeout(PATIENCE, asked).await.map_err(while_(path))?.map_err(while_(path))?;
    let answer = String::from_utf8_lossy(&answer);
    let (head, body) = answer.split_once("\r\n\r\n").ok_or_else(|| format!("{path}: no answer"))?;
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_default();
    let set = head.lines().find_map(|line| line.strip_prefix("set-cookie: "));
    let cookie = set.and_then(|set| set.split(';').next()).map(str::to_owned);
    Ok(PlainAnswer { status, body: body.to_owned(), cookie })
}

/// Posts JSON. Returns the answer's body, and the cookie that the answer set.
pub(crate) async fn post(from: IpAddr, to: SocketAddr, path: &str, body: &str) -> Done<(String, Option<String>)> {
    let PlainAnswer { status, body, cookie } = ask(from, to, path, None, Some(body)).await?;
    if !(200..300).contains(&status) {
        return Err(format!("{path}: {status} {body}"));
    }
    Ok((body, cookie))
}

/// A WebSocket.
pub struct WebSocket(WebSocketStream<TcpStream>);

impl WebSocket {
    /// Opens a WebSocket.
    pub async fn open(from: IpAddr, to: SocketAddr, path: &str, cookie: Option<&str>) -> Done<WebSocket> {
        let stream = connect(from, to).await?;
        let mut request = format!("ws://{to}{path}").into_client_request().map_err(while_(path))?;
        if let Some(cookie) = cookie {
            request.headers_mut().insert("cookie", cookie.parse().map_err(while_("cookie"))?);
        }
        // There are thousands of players in one process, and the default buffers have 128 KiB each. So the buffers are
        // smaller.
        let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
        let opened = timeout(PATIENCE, client_async_with_config(request, stream, Some(config))).await;
        let (stream, _) = opened.map_err(while_(path))?.map_err(while_(path))?;
        Ok(WebSocket(stream))
    }

    /// Sends a text.
    pub async fn send(&mut self, text: String) -> Done<()> {
        self.0.send(Message::text(text)).await.map_err(while_("send"))
    }

    /// Returns the next text. If the caller drops this future before it is ready, no text is lost.
    pub async fn receive(&mut self) -> Done<tokio_tungstenite::tungstenite::Utf8Bytes> {
        loop {
            match self.0.next().await {
                Some(Ok(Message::Text(text))) => return Ok(text),
                Some(Ok(Message::Close(why))) => return Err(format!("the server hung up: {why:?}")),
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(format!("the line broke: {error}")),
                None => return Err("the line ended".to_owned()),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn households_have_addresses_of_their_own_on_this_machine() {
        let all: std::collections::BTreeSet<IpAddr> = (0..5000).map(household).collect();
        assert_eq!(all.len(), 5000);
        assert!(all.iter().all(IpAddr::is_loopback));
        assert!(!all.contains(&IpAddr::V4(Ipv4Addr::LOCALHOST)));
    }
}
