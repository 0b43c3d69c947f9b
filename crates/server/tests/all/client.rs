//! A small client for tests. It sends HTTP requests with a cookie, opens a socket for each table, and plays random
//! legal actions.

// Other programs include this file too, and each of them uses only a part of it.
#![allow(dead_code)]

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use game::Rng;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

/// The time after which a waiting test fails. It is longer than anything takes on a busy machine. It is very long,
/// because long runs happen at low priority, in parallel with other work.
pub const PATIENCE: Duration = Duration::from_secs(300);

/// A person with a browser.
#[derive(Clone)]
pub struct Client {
    pub address: SocketAddr,
    pub cookie: Option<String>,
}

/// An HTTP answer.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: String,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|e| panic!("{e}: {self:?}"))
    }

    /// Returns the status, the key and the text of an error.
    pub fn error(&self) -> (u16, String, String) {
        let error = &self.json()["error"];
        let text = |key: &str| error[key].as_str().unwrap_or_else(|| panic!("{self:?}")).to_owned();
        (self.status, text("key"), text("words"))
    }
}

impl Client {
    pub fn new(address: SocketAddr) -> Client {
        Client { address, cookie: None }
    }

    /// Makes this client a guest. A client that only reads pages is no guest.
    pub async fn come(&mut self) -> Answer {
        let answer = self.post("/api/v1/me", r#"{"name":"Guest"}"#).await;
        assert!(self.cookie.is_some(), "{answer:?}");
        answer
    }

    pub async fn get(&mut self, path: &str) -> Answer {
        self.ask("GET", path, &[], "").await
    }

    pub async fn post(&mut self, path: &str, body: &str) -> Answer {
        self.ask("POST", path, &[("content-type", "application/json")], body).await
    }

    /// Imports records.
    pub async fn post_lines(&mut self, path: &str, lines: &str) -> Answer {
        self.ask("POST", path, &[("content-type", "application/x-ndjson")], lines).await
    }

    /// Sends one request on a new connection, and stores the cookie in the answer as a browser does.
    pub async fn ask(&mut self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        let host = self.address.to_string();
        self.ask_as(&host, method, path, headers, body).await
    }

    /// Sends one request in which the server has another host name.
    pub async fn ask_as(
        &mut self,
        host: &str,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> Answer {
        let mut lines = format!("{method} {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n");
        if let Some(cookie) = &self.cookie {
            lines.push_str(&format!("cookie: cardroom={cookie}\r\n"));
        }
        for (name, value) in headers {
            lines.push_str(&format!("{name}: {value}\r\n"));
        }
        lines.push_str(&format!("content-length: {}\r\n\r\n{body}", body.len()));
        let answer = timeout(PATIENCE, async {
            let mut stream = TcpStream::connect(self.address).await.expect("the server listens");
            stream.write_all(lines.as_bytes()).await.expect("the server reads");
            let mut bytes = Vec::new();
            stream.read_to_end(&mut bytes).await.expect("the server answers");
            bytes
        });
        let answer = read_answer(&answer.await.expect("the server answers in time"));
        if let Some(set) = answer.header("set-cookie") {
            let plain = set.strip_prefix("__Host-").unwrap_or(set);
            let token = plain.strip_prefix("cardroom=").and_then(|rest| rest.split(';').next()).expect("our cookie");
            self.cookie = Some(token.to_owned());
        }
        answer
    }

    /// Opens a table and returns its id.
    pub async fn open(&mut self, table: Value) -> String {
        let answer = self.post("/api/v1/tables", &table.to_string()).await;
        assert_eq!(answer.status, 201, "{answer:?}");
        answer.json()["id"].as_str().expect("an id").to_owned()
    }

    /// Connects to a table as its player, and waits for the first frame.
    pub async fn sit(&self, table: &str) -> Socket {
        self.connect(table, None).await.expect("the seat is ours")
    }

    /// Connects as a player or a spectator, and stores every message in order, from the first one.
    pub async fn listen(&self, table: &str) -> Socket {
        let mut socket = self.line(table, &[]).await.expect("the table lets us in");
        socket.texts = Some(Vec::new());
        socket.frame().await;
        socket
    }

    /// Connects to a table whose match has not begun, and waits for the first `room` message.
    pub async fn wait_at(&self, table: &str) -> Socket {
        let mut socket = self.line(table, &[]).await.expect("the seat is ours");
        while socket.next().await.expect("the server goes on")["t"] != "room" {}
        socket
    }

    /// Connects; `origin` is the site of the page, if any. Returns the HTTP answer if the server opens no socket.
    pub async fn connect(&self, table: &str, origin: Option<&str>) -> Result<Socket, Answer> {
        let headers: Vec<(&'static str, &str)> = origin.map(|origin| ("origin", origin)).into_iter().collect();
        self.connect_with(table, &headers).await
    }

    /// Connects with additional headers. Returns the HTTP answer if the server opens no socket.
    pub async fn connect_with(&self, table: &str, headers: &[(&'static str, &str)]) -> Result<Socket, Answer> {
        let mut socket = self.line(table, headers).await?;
        socket.frame().await;
        Ok(socket)
    }

    /// Connects like a page that takes part in shuffling together. Does not read any message yet.
    pub async fn shuffle_at(&self, table: &str) -> Socket {
        self.line_to(&format!("{table}/socket?shuffles=1"), &[]).await.expect("the seat is ours")
    }

    /// Connects, but does not read any message yet.
    pub async fn line(&self, table: &str, headers: &[(&'static str, &str)]) -> Result<Socket, Answer> {
        self.line_to(&format!("{table}/socket"), headers).await
    }

    async fn line_to(&self, path: &str, headers: &[(&'static str, &str)]) -> Result<Socket, Answer> {
        let cookie = self.cookie.clone().unwrap_or_default();
        let mut request = tokio_tungstenite::tungstenite::client::IntoClientRequest::into_client_request(format!(
            "ws://{}/api/v1/tables/{path}",
            self.address
        ))
        .expect("an address");
        request.headers_mut().insert("cookie", format!("cardroom={cookie}").parse().expect("a cookie"));
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().expect("a header"));
        }
        let stream = TcpStream::connect(self.address).await.expect("the server listens");
        match timeout(PATIENCE, client_async(request, stream)).await.expect("in time") {
            Ok((line, _)) => Ok(Socket {
                line,
                frame: Value::Null,
                seen: Vec::new(),
                frames: None,
                texts: None,
                commands: 0,
                name: "c".into(),
            }),
            Err(Error::Http(response)) => Err(Answer {
                status: response.status().as_u16(),
                headers: Vec::new(),
                body: String::from_utf8_lossy(response.body().as_deref().unwrap_or_default()).into_owned(),
            }),
            Err(error) => panic!("{error}"),
        }
    }
}

fn read_answer(bytes: &[u8]) -> Answer {
    let text = String::from_utf8_lossy(bytes);
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no HTTP answer: {text:?}"));
    let mut lines = head.split("\r\n");
    let status = lines.next().and_then(|line| line.split(' ').nth(1)).and_then(|code| code.parse().ok());
    let headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
        .collect();
    let chunked = headers.iter().any(|(name, value)| name == "transfer-encoding" && value == "chunked");
    let body = if chunked { unchunk(body) } else { body.to_owned() };
    Answer { status: status.expect("a status"), headers, body }
}

fn unchunk(mut body: &str) -> String {
    let mut whole = String::new();
    while let Some((size, rest)) = body.split_once("\r\n") {
        let size = usize::from_str_radix(size, 16).expect("a chunk's size");
        whole.push_str(&rest[..size]);
        body = rest[size..].trim_start_matches("\r\n");
    }
    whole
}

/// A connection to a table.
pub struct Socket {
    line: WebSocketStream<TcpStream>,
    /// The latest frame.
    pub frame: Value,
    /// The received events: deal number, seat, and action.
    pub seen: Vec<(u64, Option<u64>, String)>,
    /// All frames, if a test stores them.
    pub frames: Option<Vec<Value>>,
    /// Every message as text, if a test stores them.
    pub texts: Option<Vec<String>>,
    commands: u32,
    /// The prefix of the command ids.
    pub name: String,
}

impl Socket {
    pub async fn send_text(&mut self, text: &str) {
        // A server that was killed does not receive the text. The next read reports that.
        let _ = self.line.send(Message::text(text)).await;
    }

    /// Closes the connection properly.
    pub async fn hang_up(&mut self) {
        let _ = self.line.close(None).await;
    }

    pub async fn send_binary(&mut self, bytes: Vec<u8>) {
        let _ = self.line.send(Message::binary(bytes)).await;
    }

    /// Returns the next message, or `None` once the connection has ended.
    pub async fn next(&mut self) -> Option<Value> {
        self.receive().await.ok()
    }

    /// Returns the next message, or the close code once the connection has ended.
    pub async fn receive(&mut self) -> Result<Value, Option<u16>> {
        self.receive_or_reason().await.map_err(|end| end.map(|(code, _)| code))
    }

    /// Returns the next message, or the close code and its reason once the connection has ended.
    pub async fn receive_or_reason(&mut self) -> Result<Value, Option<(u16, String)>> {
        loop {
            let packet = timeout(PATIENCE, self.line.next()).await.expect("the server says something in time");
            match packet {
                Some(Ok(Message::Text(text))) => {
                    if let Some(texts) = &mut self.texts {
                        texts.push(text.to_string());
                    }
                    let message: Value = serde_json::from_str(&text).expect("messages are JSON");
                    if message["t"] == "frame" {
                        self.on_frame(&message);
                    }
                    return Ok(message);
                }
                Some(Ok(Message::Close(close))) => {
                    return Err(close.map(|CloseFrame { code, reason }| (code.into(), reason.to_string())));
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(None),
            }
        }
    }

    fn on_frame(&mut self, frame: &Value) {
        if let Some(last) = self.frame["n"].as_u64() {
            assert_eq!(frame["n"], last + 1, "frames are numbered without gaps");
        } else {
            assert_eq!(frame["since"], json!([]), "a first frame has no past");
        }
        for event in frame["since"].as_array().expect("events") {
            let action = event["action"].as_str().expect("an action").to_owned();
            self.seen.push((frame["deal"].as_u64().expect("a deal"), event["seat"].as_u64(), action));
        }
        if let Some(frames) = &mut self.frames {
            frames.push(frame.clone());
        }
        self.frame = frame.clone();
    }

    /// Waits for the next frame.
    pub async fn frame(&mut self) -> Value {
        loop {
            let message = self.next().await.expect("the server goes on");
            if message["t"] == "frame" {
                return message;
            }
        }
    }

    pub fn new_cmd(&mut self) -> String {
        self.commands += 1;
        format!("{}{}", self.name, self.commands)
    }

    /// Sends a command and waits for its answer. Returns `None` if the connection ends before the answer.
    pub async fn command(&mut self, command: &Value) -> Option<Value> {
        self.send_text(&command.to_string()).await;
        loop {
            let message = self.next().await?;
            if message["cmd"] == command["cmd"] {
                return Some(message);
            }
        }
    }

    /// Returns a command that does an action in the current decision.
    pub fn act(&mut self, action: &str) -> Value {
        json!({"t": "act", "cmd": self.new_cmd(), "at": self.frame["at"], "action": action})
    }

    pub fn order(&mut self, kind: &str) -> Value {
        json!({"t": kind, "cmd": self.new_cmd()})
    }

    pub fn legal(&self) -> Vec<String> {
        let legal = self.frame["legal"].as_array().expect("a list");
        legal.iter().map(|legal| legal["action"].as_str().expect("notation").to_owned()).collect()
    }

    pub fn must_act(&self) -> bool {
        self.frame["must"].as_array().expect("a list").contains(&self.frame["viewer"])
    }

    /// Returns the next command of a random player: an action, or the request for the next deal. `None` if there is
    /// nothing to do.
    pub fn choose(&mut self, rng: &mut Rng) -> Option<Value> {
        let legal = self.legal();
        match self.frame["phase"].as_str().expect("a phase") {
            "between" => Some(self.order("next")),
            "deal" if !legal.is_empty() && (self.must_act() || rng.chance(0.25)) => {
                let action = &legal[rng.below(legal.len() as u32) as usize];
                Some(self.act(action))
            }
            _ => None,
        }
    }

    pub fn is_over(&self) -> bool {
        self.frame["phase"] == "over"
    }

    /// Plays random legal actions until the match is over. In a solitaire, gives up after `patience` actions.
    pub async fn play_to_the_end(&mut self, rng: &mut Rng, patience: u32) {
        let mut done = 0;
        while !self.is_over() {
            let alone = self.frame["seats"].as_array().expect("seats").len() == 1;
            let command = if alone && done >= patience { Some(self.order("give_up")) } else { self.choose(rng) };
            match command {
                Some(command) => {
                    let before = self.frame["n"].clone();
                    let answer = self.command(&command).await.expect("the server goes on");
                    done += u32::from(answer["t"] == "done");
                    // A command may be refused only because another seat acted earlier. For example, another seat has
                    // cut the same run. The run is then gone, or another card is missing.
                    if answer["t"] != "done" {
                        let key = answer["refusal"]["key"].as_str().unwrap();
                        // A good draw was legal when it was sent, but the next player has acted in the meantime.
                        let overtaken = key == "no_good_draw"
                            || ["no_run_to_cut", "cut_all_missing"].contains(&key) && self.frame["n"] != before;
                        assert!(
                            overtaken
                                || [
                                    "stale",
                                    "late",
                                    "not_now",
                                    "not_your_turn",
                                    "trading_over",
                                    "over",
                                    "match_over",
                                    "deal_goes_on"
                                ]
                                .contains(&key),
                            "{command} {answer}"
                        );
                    }
                }
                None => drop(self.frame().await),
            }
        }
    }
}
