//! Requests to a server. Each request uses a new connection and sends the cookie of the session.

use std::fmt;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Bytes;
use hyper::header::{CONTENT_TYPE, COOKIE, HOST, SET_COOKIE};
use hyper::{Method, Request, Response};
use hyper_util::rt::TokioIo;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use super::{Address, clean, cleaned};

/// The time limit for an answer of the server.
const PATIENCE: Duration = Duration::from_secs(20);

/// The greatest length of an answer.
const LONGEST: usize = 16 << 20;

/// The reason why a server did not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    /// The server refused. It sent a stable key, and words in English.
    #[error("{words}")]
    Refused {
        /// The key.
        key: String,
        /// The words.
        words: String,
    },
    /// The server could not be reached, or sent no valid answer.
    #[error("{0}")]
    Unreachable(String),
}

pub(super) trait Stream: AsyncRead + AsyncWrite + Unpin + Send {}
impl<S: AsyncRead + AsyncWrite + Unpin + Send> Stream for S {}

/// A guest of a server.
#[derive(Clone, Debug)]
pub(crate) struct Client {
    pub address: Address,
    /// The cookie of the session, as `name=value`.
    pub cookie: Option<String>,
}

impl Client {
    pub(crate) async fn get<A: DeserializeOwned>(&mut self, path: &str) -> Result<A, Trouble> {
        let bytes = self.ask(Method::GET, path, None, Bytes::new()).await?;
        read(&bytes)
    }

    pub(crate) async fn post<A: DeserializeOwned>(&mut self, path: &str, body: &impl Serialize) -> Result<A, Trouble> {
        let body = serde_json::to_vec(body).map_err(|error| Trouble::Unreachable(error.to_string()))?;
        let bytes = self.ask(Method::POST, path, Some("application/json"), body.into()).await?;
        read(&bytes)
    }

    /// Imports records.
    pub(crate) async fn post_lines<A: DeserializeOwned>(&mut self, path: &str, lines: Vec<u8>) -> Result<A, Trouble> {
        let bytes = self.ask(Method::POST, path, Some("application/x-ndjson"), lines.into()).await?;
        read(&bytes)
    }

    async fn ask(&mut self, method: Method, path: &str, kind: Option<&str>, body: Bytes) -> Result<Bytes, Trouble> {
        let answer = timeout(PATIENCE, self.answer(method, path, kind, body)).await;
        answer.map_err(|_| unreachable(&self.address, "no answer"))?
    }

    async fn answer(&mut self, method: Method, path: &str, kind: Option<&str>, body: Bytes) -> Result<Bytes, Trouble> {
        let failed = |error: &dyn fmt::Display| unreachable(&self.address, error);
        let stream = connect(&self.address).await?;
        let (mut sender, connection) =
            hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.map_err(|error| failed(&error))?;
        let driver = tokio::spawn(connection);
        let mut request = Request::builder().method(method).uri(path).header(HOST, self.address.authority());
        if let Some(cookie) = &self.cookie {
            request = request.header(COOKIE, cookie);
        }
        if let Some(kind) = kind {
            request = request.header(CONTENT_TYPE, kind);
        }
        let request = request.body(Full::new(body)).map_err(|error| failed(&error))?;
        let answer = sender.send_request(request).await.map_err(|error| failed(&error))?;
        let (status, cookie) = (answer.status(), cookie_of(&answer));
        let body = Limited::new(answer.into_body(), LONGEST).collect().await.map_err(|error| failed(&error))?;
        driver.abort();
        let body = body.to_bytes();
        self.cookie = cookie.or(self.cookie.take());
        if status.is_success() { Ok(body) } else { Err(refusal(&body, status.as_u16())) }
    }
}

/// Connects to a server, with TLS if its address requires it.
pub(super) async fn connect(address: &Address) -> Result<Box<dyn Stream>, Trouble> {
    let failed = |error: &dyn fmt::Display| unreachable(address, error);
    let host = address.host.trim_matches(['[', ']']);
    let stream = TcpStream::connect((host, address.port)).await.map_err(|error| failed(&error))?;
    stream.set_nodelay(true).map_err(|error| failed(&error))?;
    if !address.secure {
        return Ok(Box::new(stream));
    }
    let name = ServerName::try_from(host.to_owned()).map_err(|error| failed(&error))?;
    let connector = TlsConnector::from(TLS.clone());
    Ok(Box::new(connector.connect(name, stream).await.map_err(|error| failed(&error))?))
}

/// The TLS configuration with the authorities that this machine trusts.
static TLS: LazyLock<Arc<ClientConfig>> = LazyLock::new(|| {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    Arc::new(ClientConfig::builder().with_root_certificates(roots).with_no_client_auth())
});

pub(super) fn unreachable(address: &Address, why: impl fmt::Display) -> Trouble {
    Trouble::Unreachable(format!("{address}: {}", cleaned(&why.to_string())))
}

fn read<A: DeserializeOwned>(bytes: &[u8]) -> Result<A, Trouble> {
    let no_answer = |error: serde_json::Error| Trouble::Unreachable(format!("that is no cardroom server: {error}"));
    // The body is empty if the answer contains no data.
    let mut value: Value = serde_json::from_slice(if bytes.is_empty() { b"null" } else { bytes }).map_err(no_answer)?;
    clean(&mut value);
    serde_json::from_value(value).map_err(no_answer)
}

pub(super) fn refusal(body: &[u8], status: u16) -> Trouble {
    match read::<protocol::ErrorBody>(body) {
        Ok(body) => Trouble::Refused { key: body.error.key, words: body.error.words },
        Err(_) => Trouble::Unreachable(format!("that is no cardroom server: it answers {status}")),
    }
}

fn cookie_of<B>(answer: &Response<B>) -> Option<String> {
    let set = answer.headers().get_all(SET_COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut cookies = set.filter_map(|value| value.split(';').next());
    let is_ours = |cookie: &&str| cookie.starts_with("cardroom=") || cookie.starts_with("__Host-cardroom=");
    cookies.find(is_ours).map(str::to_owned)
}
