//! The client of cardroom, for the protocol in docs/develop/protocol.md.

use std::net::{IpAddr, SocketAddr};

use serde::Deserialize;

use crate::connection::{WebSocket, household, post};
use crate::{Done, while_};

/// A table at which up to four people have seats.
#[derive(Clone)]
pub struct LoadTable {
    /// The id of the table.
    pub id: String,
    /// The address from which the people of the table connect.
    pub household: IpAddr,
    /// The cookie of each seat; empty if none of the simulated people sits there.
    pub cookies: [String; 4],
}

#[derive(Deserialize)]
struct TakenSeat {
    id: String,
}

impl LoadTable {
    /// Opens table number `n` and seats four people.
    pub async fn open(server: SocketAddr, n: usize) -> Done<LoadTable> {
        let wish = r#"{"game":"schwarze-dame","options":{"deals":100},"open":"public","grace_s":0,"watch":false}"#;
        LoadTable::of_people(server, n, wish, 4).await
    }

    async fn of_people(server: SocketAddr, n: usize, wish: &str, people: usize) -> Done<LoadTable> {
        let household = household(n);
        let (body, cookie) = post(household, server, "/api/v1/tables", wish).await?;
        let TakenSeat { id } = serde_json::from_str(&body).map_err(while_(&body))?;
        let none = || "no cookie was set".to_owned();
        let mut cookies = [cookie.ok_or_else(none)?, String::new(), String::new(), String::new()];
        for other in &mut cookies[1..people] {
            let path = format!("/api/v1/tables/{id}/seat");
            *other = post(household, server, &path, "{}").await?.1.ok_or_else(none)?;
        }
        Ok(LoadTable { id, household, cookies })
    }

    /// Opens table number `n` for three people and a champion, who takes the fourth seat when the host begins the
    /// match.
    pub(crate) async fn with_champion(server: SocketAddr, n: usize) -> Done<LoadTable> {
        let wish = r#"{"game":"schwarze-dame","options":{"deals":100},"open":"public","grace_s":0,"watch":false,"bots":["champion"]}"#;
        LoadTable::of_people(server, n, wish, 3).await
    }

    /// Opens table number `n` for one person, in seat 0, and three champions of La Dame Noire, who think longer than in
    /// other games.
    pub(crate) async fn beside_champions(server: SocketAddr, n: usize) -> Done<LoadTable> {
        let wish = r#"{"game":"la-dame-noire","options":{"deals":100},"bots":["champion","champion","champion"]}"#;
        LoadTable::of_people(server, n, wish, 1).await
    }

    /// Connects a seat. The caller has to read the first message.
    pub async fn sit(&self, server: SocketAddr, seat: usize) -> Done<WebSocket> {
        let path = format!("/api/v1/tables/{}/socket", self.id);
        WebSocket::open(self.household, server, &path, Some(&self.cookies[seat])).await
    }
}

/// The reaction of a person to a message.
#[derive(Default)]
pub(crate) struct Reaction {
    /// The progress of the seat, which grows when one of its moves was carried out.
    pub(crate) at: Option<u64>,
    pub(crate) reply: Option<Say>,
}

pub(crate) enum Say {
    /// A move. It is timed, and is sent when the table's next move is due.
    Move(String),
    /// A message that is not a move.
    Word(String),
}

/// A simulated person who plays any legal card.
#[derive(Default)]
pub(crate) struct LoadGuest {
    commands: u32,
    /// The last deal after which the person has sent "next".
    next: Option<u32>,
}

#[derive(Deserialize)]
struct ServerMessage<'a> {
    t: &'a str,
    #[serde(default)]
    at: u64,
    #[serde(default)]
    phase: &'a str,
    #[serde(default)]
    deal: u32,
    viewer: Option<u8>,
    #[serde(default)]
    must: Vec<u8>,
    #[serde(default, borrow)]
    legal: Vec<Legal<'a>>,
}

#[derive(Deserialize)]
struct Legal<'a> {
    action: &'a str,
}

impl LoadGuest {
    /// Handles a message. Returns an error if the server refused something.
    pub(crate) fn on_message(&mut self, text: &str) -> Done<Reaction> {
        let message: ServerMessage<'_> = serde_json::from_str(text).map_err(while_(text))?;
        match (message.t, message.phase) {
            ("frame", "deal") => Ok(Reaction { at: Some(message.at), reply: self.choose(&message).map(Say::Move) }),
            ("frame", "between") => {
                let reply = (self.next != Some(message.deal)).then(|| {
                    self.next = Some(message.deal);
                    Say::Word(format!(r#"{{"t":"next","cmd":"{}"}}"#, self.cmd()))
                });
                Ok(Reaction { at: Some(message.at), reply })
            }
            ("frame", _) => Err("the match is over: fewer seconds, or more tables".to_owned()),
            ("refused" | "error", _) => Err(format!("the server refuses: {text}")),
            _ => Ok(Reaction::default()),
        }
    }

    fn cmd(&mut self) -> u32 {
        self.commands += 1;
        self.commands
    }

    fn choose(&mut self, frame: &ServerMessage<'_>) -> Option<String> {
        let mine = frame.viewer.is_some_and(|seat| frame.must.contains(&seat));
        let legal = frame.legal.get(frame.at as usize * 7 % frame.legal.len().max(1)).filter(|_| mine)?;
        let (cmd, at) = (self.cmd(), frame.at);
        Some(format!(r#"{{"t":"act","cmd":"{cmd}","at":{at},"action":"{}"}}"#, legal.action))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guest_moves_when_it_must_and_says_next_once() {
        let mut guest = LoadGuest::default();
        let frame = |must: &str, phase: &str| {
            format!(
                r#"{{"t":"frame","n":1,"viewer":2,"at":4,"phase":"{phase}","deal":3,"must":{must},"legal":[{{"action":"play Qs","led":null}}]}}"#
            )
        };
        let reaction = guest.on_message(&frame("[2]", "deal")).unwrap();
        assert_eq!(reaction.at, Some(4));
        let Some(Say::Move(text)) = reaction.reply else { panic!("it is its turn") };
        assert_eq!(text, r#"{"t":"act","cmd":"1","at":4,"action":"play Qs"}"#);
        assert!(guest.on_message(&frame("[1]", "deal")).unwrap().reply.is_none());
        assert!(matches!(guest.on_message(&frame("[]", "between")).unwrap().reply, Some(Say::Word(_))));
        assert!(guest.on_message(&frame("[]", "between")).unwrap().reply.is_none());
        assert!(guest.on_message(&frame("[]", "over")).is_err());
        assert!(guest.on_message(r#"{"t":"done","cmd":"1"}"#).unwrap().at.is_none());
        assert!(guest.on_message(r#"{"t":"refused","cmd":"1","refusal":{"key":"stale"}}"#).is_err());
    }
}
