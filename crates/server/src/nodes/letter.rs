//! What nodes write to each other. A letter is a line of JSON; behind it is the text of a message to a person or an engine,
//! which the owner of the table has made for that viewer. So a letter shows a node no more than the viewer may see.

use protocol::{ChatLine, Command, LobbyTable, Notice};
use room::{EnginePass, TableSummary};
use serde::{Deserialize, Serialize};
use store::StoreError;

use crate::error::ApiError;

/// A letter to another node.
#[derive(Serialize, Deserialize, Debug)]
#[serde(tag = "t", rename_all = "snake_case")]
pub(crate) enum Letter {
    /// The first letter of an era.
    Hello { name: String },
    /// A letter of the receiver's era `era` was missing.
    Lost { era: u64 },
    /// The sender lives.
    Beat,
    /// The sender stops.
    Leaving,
    /// Somebody at the sender asks a table of the receiver.
    Ask { id: u64, table: String, asked: TableQuestion },
    /// The answer to the receiver's question `id`.
    Answer { id: u64, answer: Result<TableAnswer, Fault> },
    /// Something came over a line from the sender to a table of the receiver.
    Said { line: u64, said: Said },
    /// A message of a table of the sender, for whoever has that line. The text is behind the letter.
    Frame { line: u64 },
    /// The table has hung up.
    End { line: u64 },
    /// Something that all nodes should know.
    HouseNews(HouseNews),
}

/// A question to a table.
#[derive(Serialize, Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
pub(crate) enum TableQuestion {
    /// Somebody connects. The answer comes before the first message.
    Join {
        line: u64,
        person: RemotePerson,
        shuffles: bool,
    },
    /// An engine connects.
    EngineJoins {
        line: u64,
        hash: String,
        called: String,
    },
    Sit(RemotePerson),
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
}

/// An answer of a table.
#[derive(Serialize, Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
pub(crate) enum TableAnswer {
    Done,
    Joined,
    Seat(u8),
    Text(String),
    Lines(Vec<ChatLine>),
    Summary(TableSummary),
}

/// What comes over the line of a person or an engine.
#[derive(Serialize, Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Said {
    Command(Command),
    /// The round trip time has changed.
    Latency {
        micros: u64,
    },
    /// An engine answers a question.
    Acts {
        id: u64,
        action: String,
    },
    /// The line has ended. `silent_ms`: how long ago something last came over it.
    Left {
        silent_ms: u64,
    },
}

/// What all nodes should know.
#[derive(Clone, Serialize, Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
pub(crate) enum HouseNews {
    /// A public table is to be listed so.
    Shown(Box<LobbyTable>),
    /// A table is not to be listed any more.
    Hidden(String),
    /// A line for everybody, or none any more.
    Notice(Option<(Notice, i64)>),
    /// The bans in the store have changed. `range`: who is kept out from now on, if that is a range of addresses.
    Bans { range: Option<String> },
    /// Devices were logged out: the hashes of their tokens, in hex.
    LoggedOut(Vec<String>),
    /// A person's data were deleted.
    Forgotten(i64),
    /// The only person at a table has deleted it.
    Dropped { table: String, session: i64 },
}

/// Why a table refuses.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Fault {
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
    /// In words.
    Told {
        key: String,
        words: String,
    },
    /// A mistake of the node, about which it says no more.
    Broken,
}

impl From<ApiError> for Fault {
    fn from(error: ApiError) -> Fault {
        match error {
            ApiError::UnknownTable => Fault::UnknownTable,
            ApiError::UnknownDeal => Fault::UnknownDeal,
            ApiError::UnknownToken => Fault::UnknownToken,
            ApiError::NotYourTable => Fault::NotYourTable,
            ApiError::Removed => Fault::Removed,
            ApiError::Full => Fault::Full,
            ApiError::ClosedTable { rules } => Fault::ClosedTable { rules },
            ApiError::ClosedGame { game } => Fault::ClosedGame { game },
            ApiError::ClosedByHost => Fault::ClosedByHost,
            ApiError::BrokenTable => Fault::BrokenTable,
            ApiError::Busy => Fault::Busy,
            ApiError::Store(StoreError::Full) => Fault::DiskFull,
            ApiError::Store(StoreError::Away) => Fault::StoreAway,
            ApiError::Store(StoreError::Elsewhere) => Fault::Elsewhere,
            ApiError::Store(StoreError::Closed) | ApiError::Away => Fault::Away,
            ApiError::Bad { key, words } => Fault::Told { key: key.to_owned(), words },
            ApiError::Told { key, words } => Fault::Told { key, words },
            _ => Fault::Broken,
        }
    }
}

impl From<Fault> for ApiError {
    fn from(fault: Fault) -> ApiError {
        match fault {
            Fault::UnknownTable => ApiError::UnknownTable,
            Fault::UnknownDeal => ApiError::UnknownDeal,
            Fault::UnknownToken => ApiError::UnknownToken,
            Fault::NotYourTable => ApiError::NotYourTable,
            Fault::Removed => ApiError::Removed,
            Fault::Full => ApiError::Full,
            Fault::ClosedTable { rules } => ApiError::ClosedTable { rules },
            Fault::ClosedGame { game } => ApiError::ClosedGame { game },
            Fault::ClosedByHost => ApiError::ClosedByHost,
            Fault::BrokenTable => ApiError::BrokenTable,
            Fault::Busy => ApiError::Busy,
            Fault::DiskFull => ApiError::Store(StoreError::Full),
            Fault::StoreAway => ApiError::Store(StoreError::Away),
            Fault::Elsewhere => ApiError::Store(StoreError::Elsewhere),
            Fault::Away => ApiError::Away,
            Fault::Told { key, words } => ApiError::Told { key, words },
            Fault::Broken => ApiError::Store(StoreError::Broken("another node failed".to_owned())),
        }
    }
}

impl Letter {
    /// The letter as it is sent, with a text behind it.
    pub(crate) fn write(&self, text: &str) -> Vec<u8> {
        let mut written = serde_json::to_vec(self).expect("letters are text, numbers and lists");
        written.push(b'\n');
        written.extend_from_slice(text.as_bytes());
        written
    }

    /// Reads a letter and the text behind it; `None` if a node of another version has sent what this one does not know.
    pub(crate) fn read(written: &[u8]) -> Option<(Letter, &str)> {
        let (head, text) = std::str::from_utf8(written).ok()?.split_once('\n')?;
        Some((serde_json::from_str(head).ok()?, text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_is_read_as_it_was_written() {
        let letters = [
            Letter::Beat,
            Letter::Ask { id: 7, table: "abc".to_owned(), asked: TableQuestion::Summary },
            Letter::Answer { id: 7, answer: Err(Fault::Full) },
            Letter::Answer { id: 7, answer: Ok(TableAnswer::Text("a\nb".to_owned())) },
            Letter::Said { line: 3, said: Said::Command(Command::parse(r#"{"t":"ping"}"#).expect("a command")) },
            Letter::HouseNews(HouseNews::Forgotten(3)),
            Letter::HouseNews(HouseNews::Hidden("abc".to_owned())),
        ];
        for letter in letters {
            let written = letter.write("text\nof two lines");
            let (read, text) = Letter::read(&written).expect("a letter");
            assert_eq!((format!("{read:?}"), text), (format!("{letter:?}"), "text\nof two lines"));
        }
        assert!(Letter::read(b"{\"t\":\"of_tomorrow\"}\n").is_none());
    }

    #[test]
    fn what_a_table_refuses_is_the_same_at_another_node() {
        for error in [
            ApiError::Full,
            ApiError::NotYourTable,
            ApiError::Away,
            ApiError::Store(StoreError::Away),
            ApiError::ClosedTable { rules: 1 },
        ] {
            assert_eq!(ApiError::from(Fault::from(error.clone())), error);
        }
        let told = ApiError::from(Fault::from(ApiError::bad("begun", "It has begun.")));
        assert_eq!(told.body(), ApiError::bad("begun", "It has begun.").body());
        let broken = ApiError::from(Fault::from(ApiError::Store(StoreError::Broken("/data: hush".to_owned()))));
        assert!(!format!("{broken:?}").contains("hush"));
    }
}
