//! An external program that plays, for tests: an engine over WebSocket (docs/bots/engines.md).

// Other programs include this file too, and each of them uses only a part of it.
#![allow(dead_code)]

use futures_util::{SinkExt, StreamExt};
use game::Rng;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::client::PATIENCE;

/// An external engine.
pub struct Engine {
    line: WebSocketStream<TcpStream>,
    /// Every message that was received.
    pub inbox: Vec<Value>,
}

impl Engine {
    /// Connects with only the token, without a cookie or an origin. Returns the status and the error key if the server
    /// opens no socket.
    pub async fn come(url: &str, token: Option<&str>) -> Result<Engine, (u16, String)> {
        let mut request = url.into_client_request().expect("an address");
        if let Some(token) = token {
            request.headers_mut().insert("authorization", format!("Bearer {token}").parse().expect("a header"));
        }
        let address = url.strip_prefix("ws://").and_then(|rest| rest.split('/').next()).expect("an address");
        let stream = TcpStream::connect(address).await.expect("the server listens");
        match timeout(PATIENCE, client_async(request, stream)).await.expect("in time") {
            Ok((line, answer)) => {
                assert!(!answer.headers().contains_key("set-cookie"), "an engine is nobody's session");
                Ok(Engine { line, inbox: Vec::new() })
            }
            Err(Error::Http(answer)) => {
                let body: Value = serde_json::from_slice(answer.body().as_deref().unwrap_or_default()).expect("JSON");
                Err((answer.status().as_u16(), body["error"]["key"].as_str().expect("a key").to_owned()))
            }
            Err(error) => panic!("{error}"),
        }
    }

    /// Connects and introduces the engine.
    pub async fn ready(url: &str, token: &str) -> Engine {
        let mut engine = Engine::come(url, Some(token)).await.expect("welcome");
        assert_eq!(engine.receive().await, Ok(json!({"t": "hello", "protocol": "cardroom-engine/1"})));
        engine.send(&json!({"t": "ready", "name": "Iron"})).await;
        engine
    }

    pub async fn send(&mut self, message: &Value) {
        self.text(&message.to_string()).await;
    }

    pub async fn text(&mut self, text: &str) {
        let _ = self.line.send(Message::text(text)).await;
    }

    /// Returns the next message, or the close code.
    pub async fn receive(&mut self) -> Result<Value, Option<u16>> {
        loop {
            match timeout(PATIENCE, self.line.next()).await.expect("the server says something in time") {
                Some(Ok(Message::Text(text))) => {
                    let message: Value = serde_json::from_str(&text).expect("messages are JSON");
                    self.inbox.push(message.clone());
                    return Ok(message);
                }
                Some(Ok(Message::Close(close))) => return Err(close.map(|close| close.code.into())),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(None),
            }
        }
    }

    /// Reads messages until one of this type arrives.
    pub async fn until(&mut self, kind: &str) -> Value {
        loop {
            let message =
                self.receive().await.unwrap_or_else(|end| panic!("{end:?} before {kind}: {:?}", self.inbox.last()));
            if message["t"] == kind {
                return message;
            }
        }
    }

    /// Answers questions at random until the server sends `quit`. Returns the number of questions.
    pub async fn play(&mut self, rng: &mut Rng) -> u32 {
        let mut asked = 0;
        loop {
            let message = match self.receive().await {
                Ok(message) => message,
                Err(end) => panic!("{end:?} before the end: {:?}", self.inbox.last()),
            };
            match message["t"].as_str().expect("a kind") {
                "ask" => {
                    asked += 1;
                    let legal = message["legal"].as_array().expect("a list");
                    let action = &legal[rng.below(legal.len() as u32) as usize];
                    self.send(&json!({"t": "act", "id": message["id"], "action": action})).await;
                }
                "ping" => self.send(&json!({"t": "pong"})).await,
                "quit" => return asked,
                _ => {}
            }
        }
    }
}
