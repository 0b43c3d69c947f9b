//! The messages between nodes. A message is a line of JSON; after it comes the text for a person or an engine, which the owner
//! of the table has made for that viewer. So a message contains no more than the viewer may see.

use std::net::IpAddr;

use protocol::{ChatLine, Command, LobbyTable, Notice};
use room::{EnginePass, TableSummary};
use serde::{Deserialize, Serialize};
use store::StoreError;

use crate::error::ApiError;

/// A message to another node.
#[derive(Serialize, Deserialize, Debug)]
#[serde(tag = "t", rename_all = "snake_case")]
pub(crate) enum NodeMessage {
    /// The first message of a generation.
    Hello { name: String },
    /// A message of the receiver's generation was lost.
    Lost { generation: u64 },
    /// The sender lives. `draining`: it hands its tables over, and takes no others.
    Heartbeat { draining: bool },
    /// The sender stops.
    Leaving,
    /// Somebody at the sender asks something of a table of the receiver.
    Request { id: u64, table: String, request: TableRequest },
    /// The response to the receiver's request `id`.
    Response { id: u64, result: Result<TableResponse, RemoteError> },
    /// A client at the sender sent this to a table of the receiver.
    Input { stream: u64, input: StreamInput },
    /// A table of the sender has a text for the client with that stream. It comes after the message.
    Output { stream: u64 },
    /// The table has closed the stream.
    Close { stream: u64 },
    /// Something that all nodes should know.
    Broadcast(Broadcast),
}

/// A request to a table.
#[derive(Serialize, Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
pub(crate) enum TableRequest {
    /// Somebody connects. The response comes before the first text of the stream.
    Join {
        stream: u64,
        person: RemotePerson,
        shuffles: bool,
    },
    /// An engine connects.
    EngineJoins {
        stream: u64,
        hash: String,
        called: String,
    },
    /// Somebody wants a seat, by a link that was made then.
    Sit(RemotePerson, Option<i64>),
    Quit {
        session: i64,
    },
    Rename {
        session: i64,
        name: String,
    },
    SeatEngine {
        by: i64,
        pass: EnginePass,
    },
    History {
        session: i64,
    },
    Record {
        session: Option<i64>,
    },
    Chat {
        session: i64,
    },
    Summary,
    /// A host at the sender closes the table for good.
    Close,
}

/// A person as a table knows it.
#[derive(Serialize, Deserialize, Debug)]
pub(crate) struct RemotePerson {
    pub(crate) session: i64,
    pub(crate) name: String,
    /// The network of the person.
    pub(crate) network: Option<IpAddr>,
}

/// The response of a table.
#[derive(Serialize, Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
pub(crate) enum TableResponse {
    Done,
    Joined,
    Seat(u8),
    Text(String),
    Lines(Vec<ChatLine>),
    Summary(TableSummary),
}

/// What the client at the other end of a stream does: a person or an engine.
#[derive(Serialize, Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
pub(crate) enum StreamInput {
    Command(Command),
    /// The round trip time has changed.
    Latency {
        micros: u64,
    },
    /// An engine answers a question.
    EngineActs {
        id: u64,
        action: String,
    },
    /// The client has gone. `silent_ms`: how long ago something last came from it.
    Left {
        silent_ms: u64,
    },
}

/// What all nodes should know.
#[derive(Clone, Serialize, Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Broadcast {
    /// A public table is to be listed so.
    TableListed(Box<LobbyTable>),
    /// A table is not to be listed any more.
    TableUnlisted(String),
    /// A line for everybody, or none any more.
    Notice(Option<(Notice, i64)>),
    /// The bans in the store have changed.
    BansChanged,
    /// Devices were logged out: the hashes of their tokens, in hex.
    DevicesLoggedOut(Vec<String>),
    /// The sender has admitted something that counts towards a limit of an hour.
    HourlyUse(HourlyUse),
    /// A person's data were deleted.
    PersonDeleted(i64),
    /// The only person at a table has deleted it.
    TableDeleted { table: String, session: i64 },
}

/// What counts towards a limit of an hour.
#[derive(Clone, Serialize, Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
pub(crate) enum HourlyUse {
    /// A guest, or another device of one, began from this address.
    Session { address: IpAddr },
    /// A guest opened a table from this address.
    Table { guest: i64, address: IpAddr },
}

/// Why a request failed at the other node.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RemoteError {
    UnknownTable,
    UnknownDeal,
    UnknownToken,
    NotYourTable,
    Removed,
    Full,
    ClosedTable {
        rules: u32,
    },
    ClosedGame {
        game: String,
    },
    ClosedByHost,
    BrokenTable,
    Busy,
    DiskFull,
    StoreAway,
    Elsewhere,
    Away,
    /// A node of another version does not know the request, or its answer.
    OtherVersion,
    /// In words.
    Told {
        key: String,
        words: String,
    },
    /// A bug or a damaged store at the node, about which it says no more.
    Broken,
}

impl From<ApiError> for RemoteError {
    fn from(error: ApiError) -> RemoteError {
        match error {
            ApiError::UnknownTable => RemoteError::UnknownTable,
            ApiError::UnknownDeal => RemoteError::UnknownDeal,
            ApiError::UnknownToken => RemoteError::UnknownToken,
            ApiError::NotYourTable => RemoteError::NotYourTable,
            ApiError::Removed => RemoteError::Removed,
            ApiError::Full => RemoteError::Full,
            ApiError::ClosedTable { rules } => RemoteError::ClosedTable { rules },
            ApiError::ClosedGame { game } => RemoteError::ClosedGame { game },
            ApiError::ClosedByHost => RemoteError::ClosedByHost,
            ApiError::BrokenTable => RemoteError::BrokenTable,
            ApiError::Busy => RemoteError::Busy,
            ApiError::Store(StoreError::Full) => RemoteError::DiskFull,
            ApiError::Store(StoreError::Away) => RemoteError::StoreAway,
            ApiError::Store(StoreError::Elsewhere) => RemoteError::Elsewhere,
            ApiError::Store(StoreError::Closed) | ApiError::Away => RemoteError::Away,
            ApiError::OtherVersion => RemoteError::OtherVersion,
            ApiError::Bad { key, words } => RemoteError::Told { key: key.to_owned(), words },
            ApiError::Told { key, words } => RemoteError::Told { key, words },
            _ => RemoteError::Broken,
        }
    }
}

impl From<RemoteError> for ApiError {
    fn from(error: RemoteError) -> ApiError {
        match error {
            RemoteError::UnknownTable => ApiError::UnknownTable,
            RemoteError::UnknownDeal => ApiError::UnknownDeal,
            RemoteError::UnknownToken => ApiError::UnknownToken,
            RemoteError::NotYourTable => ApiError::NotYourTable,
            RemoteError::Removed => ApiError::Removed,
            RemoteError::Full => ApiError::Full,
            RemoteError::ClosedTable { rules } => ApiError::ClosedTable { rules },
            RemoteError::ClosedGame { game } => ApiError::ClosedGame { game },
            RemoteError::ClosedByHost => ApiError::ClosedByHost,
            RemoteError::BrokenTable => ApiError::BrokenTable,
            RemoteError::Busy => ApiError::Busy,
            RemoteError::DiskFull => ApiError::Store(StoreError::Full),
            RemoteError::StoreAway => ApiError::Store(StoreError::Away),
            RemoteError::Elsewhere => ApiError::Store(StoreError::Elsewhere),
            RemoteError::Away => ApiError::Away,
            RemoteError::OtherVersion => ApiError::OtherVersion,
            RemoteError::Told { key, words } => ApiError::Told { key, words },
            RemoteError::Broken => ApiError::Store(StoreError::Broken("another node failed".to_owned())),
        }
    }
}

impl NodeMessage {
    /// The message as it is sent, with a text after it.
    pub(crate) fn encode(&self, text: &str) -> Vec<u8> {
        let mut encoded = serde_json::to_vec(self).expect("messages are text, numbers and lists");
        encoded.push(b'\n');
        encoded.extend_from_slice(text.as_bytes());
        encoded
    }

    /// Reads a message and the text after it.
    ///
    /// # Errors
    /// What can be read of it, if a node of another version has sent what this one does not know.
    pub(crate) fn decode(encoded: &[u8]) -> Result<(NodeMessage, &str), UnknownMessage> {
        let text = std::str::from_utf8(encoded).map_err(|_| UnknownMessage::default())?;
        let (head, text) = text.split_once('\n').ok_or_else(UnknownMessage::default)?;
        match serde_json::from_str(head) {
            Ok(message) => Ok((message, text)),
            Err(_) => Err(serde_json::from_str(head).unwrap_or_default()),
        }
    }
}

/// A message of another version. Whoever waits for its answer is told so.
#[derive(Default, Deserialize, Debug)]
pub(crate) struct UnknownMessage {
    /// Its kind.
    #[serde(default)]
    pub(crate) t: String,
    /// The number of the request, or of the request to which it responds.
    pub(crate) id: Option<u64>,
    pub(crate) stream: Option<u64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_decoded_as_it_was_encoded() {
        let messages = [
            NodeMessage::Heartbeat { draining: true },
            NodeMessage::Request { id: 7, table: "abc".to_owned(), request: TableRequest::Summary },
            NodeMessage::Response { id: 7, result: Err(RemoteError::Full) },
            NodeMessage::Response { id: 7, result: Ok(TableResponse::Text("a\nb".to_owned())) },
            NodeMessage::Input {
                stream: 3,
                input: StreamInput::Command(Command::parse(r#"{"t":"ping"}"#).expect("a command")),
            },
            NodeMessage::Broadcast(Broadcast::PersonDeleted(3)),
            NodeMessage::Broadcast(Broadcast::HourlyUse(HourlyUse::Session {
                address: IpAddr::from([203, 0, 113, 7]),
            })),
            NodeMessage::Broadcast(Broadcast::TableUnlisted("abc".to_owned())),
        ];
        for message in messages {
            let encoded = message.encode("text\nof two lines");
            let (decoded, text) = NodeMessage::decode(&encoded).expect("a message");
            assert_eq!((format!("{decoded:?}"), text), (format!("{message:?}"), "text\nof two lines"));
        }
        for (unknown, kind, id) in [
            (r#"{"t":"of_tomorrow"}"#, "of_tomorrow", None),
            (r#"{"t":"request","id":7,"table":"abc","request":"of_tomorrow"}"#, "request", Some(7)),
            (r#"{"t":"response","id":7,"result":{"Err":"of_tomorrow"}}"#, "response", Some(7)),
            ("no message at all", "", None),
        ] {
            let UnknownMessage { t, id: found, .. } =
                NodeMessage::decode(format!("{unknown}\n").as_bytes()).expect_err("unknown");
            assert_eq!((t.as_str(), found), (kind, id), "{unknown}");
        }
        // A heartbeat of a node that does not know draining yet.
        let (heartbeat, _) = NodeMessage::decode(b"{\"t\":\"heartbeat\"}\n").expect("a message");
        assert!(matches!(heartbeat, NodeMessage::Heartbeat { draining: false }));
    }

    #[test]
    fn what_a_table_refuses_is_the_same_at_another_node() {
        for error in [
            ApiError::Full,
            ApiError::NotYourTable,
            ApiError::Away,
            ApiError::OtherVersion,
            ApiError::Store(StoreError::Away),
            ApiError::ClosedTable { rules: 1 },
        ] {
            assert_eq!(ApiError::from(RemoteError::from(error.clone())), error);
        }
        let told = ApiError::from(RemoteError::from(ApiError::bad("begun", "It has begun.")));
        assert_eq!(told.body(), ApiError::bad("begun", "It has begun.").body());
        let broken = ApiError::from(RemoteError::from(ApiError::Store(StoreError::Broken("/data: hush".to_owned()))));
        assert!(!format!("{broken:?}").contains("hush"));
    }
}
