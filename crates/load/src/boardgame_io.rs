//! The client of boardgame.io. It speaks Engine.IO 4, which carries Socket.IO 5, directly over a WebSocket. The game is
//! the one in `boardgame_io.cjs`.

use std::net::SocketAddr;

use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::connection::{WebSocket, household};
use crate::play::{Reaction, Say, SeatClient};
use crate::{Done, while_};

/// Connects a seat of table number `n` and requests its first state, which the caller has to read.
pub(crate) async fn sit(server: SocketAddr, n: usize, seat: usize) -> Done<(WebSocket, BoardgamePlayer)> {
    let mut line = WebSocket::open(household(n), server, "/socket.io/?EIO=4&transport=websocket", None).await?;
    let hello = line.receive_soon().await?;
    if !hello.starts_with('0') {
        return Err(format!("no Engine.IO greeting: {hello}"));
    }
    line.send("40/tricks,".to_owned()).await?;
    let welcome = line.receive_soon().await?;
    if !welcome.starts_with("40/tricks,") {
        return Err(format!("no Socket.IO greeting: {welcome}"));
    }
    let guest = BoardgamePlayer { table: n, seat, game: 0 };
    line.send(guest.sync()).await?;
    Ok((line, guest))
}

/// A player who plays the first legal card.
pub(crate) struct BoardgamePlayer {
    table: usize,
    seat: usize,
    /// The number of games that this table has finished. Each game is a separate match of the server.
    game: u64,
}

/// The content of a `sync` message.
#[derive(Deserialize)]
struct Sync {
    state: GameState,
}

#[derive(Deserialize)]
struct GameState {
    #[serde(rename = "G")]
    g: TricksState,
    ctx: Ctx,
    #[serde(rename = "_stateID")]
    id: u64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Ctx {
    current_player: String,
    gameover: Option<IgnoredAny>,
}

#[derive(Deserialize)]
struct TricksState {
    hands: Vec<HandState>,
    trick: Vec<PlayedCard>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum HandState {
    Own(Vec<u8>),
    #[expect(dead_code, reason = "how many cards the others have is of no use to this player")]
    Other(u8),
}

#[derive(Deserialize)]
struct PlayedCard {
    card: u8,
}

impl SeatClient for BoardgamePlayer {
    fn on_message(&mut self, text: &str) -> Done<Reaction> {
        // Engine.IO's ping is 2, and its pong is 3.
        if text == "2" {
            return Ok(Reaction { at: None, reply: Some(Say::Word("3".to_owned())) });
        }
        let update = text.strip_prefix("42/tricks,").and_then(|args| {
            let state = args.strip_prefix(&format!(r#"["update","{}","#, self.match_id()));
            let sync = args.strip_prefix(&format!(r#"["sync","{}","#, self.match_id()));
            state.map(|rest| (rest, false)).or(sync.map(|rest| (rest, true)))
        });
        let Some((rest, sync)) = update else { return Ok(Reaction::default()) };
        // The state is the next argument. The log follows it and is not read.
        let mut args = serde_json::Deserializer::from_str(rest);
        let state =
            if sync { Sync::deserialize(&mut args).map(|sync| sync.state) } else { GameState::deserialize(&mut args) };
        Ok(self.see(&state.map_err(while_(text))?))
    }
}

impl BoardgamePlayer {
    fn match_id(&self) -> String {
        format!("table{}-{}", self.table, self.game)
    }

    fn sync(&self) -> String {
        format!(r#"42/tricks,["sync","{}","{}",null,4]"#, self.match_id(), self.seat)
    }

    fn see(&mut self, state: &GameState) -> Reaction {
        let at = Some(self.game * 1000 + state.id);
        if state.ctx.gameover.is_some() {
            self.game += 1;
            return Reaction { at, reply: Some(Say::Word(self.sync())) };
        }
        if state.ctx.current_player != self.seat.to_string() {
            return Reaction { at, reply: None };
        }
        let Some(HandState::Own(hand)) = state.g.hands.get(self.seat) else { return Reaction { at, reply: None } };
        let led = state.g.trick.first().map(|played| played.card / 13);
        let follows = hand.iter().find(|card| led.is_none_or(|led| **card / 13 == led));
        let reply = follows.or(hand.first()).map(|card| {
            let (seat, id, game) = (self.seat, state.id, self.match_id());
            Say::Move(format!(
                r#"42/tricks,["update",{{"type":"MAKE_MOVE","payload":{{"type":"play","args":[{card}],"playerID":"{seat}","credentials":null}}}},{id},"{game}","{seat}"]"#
            ))
        });
        Reaction { at, reply }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guest_follows_suit_on_its_turn_and_asks_for_the_next_game() {
        let mut guest = BoardgamePlayer { table: 3, seat: 1, game: 0 };
        let update = |player: u8, over: &str| {
            format!(
                r#"42/tricks,["update","table3-0",{{"G":{{"hands":[12,[3,15,40],12,12],"trick":[{{"seat":"0","card":20}}]}},"ctx":{{"currentPlayer":"{player}"{over}}},"_stateID":7}},[]]"#
            )
        };
        let reaction = guest.on_message(&update(1, "")).unwrap();
        let Some(Say::Move(text)) = reaction.reply else { panic!("it is its turn") };
        assert!(text.contains(r#""args":[15]"#) && text.ends_with(r#",7,"table3-0","1"]"#), "{text}");
        assert!(guest.on_message(&update(2, "")).unwrap().reply.is_none());
        let Some(Say::Word(text)) = guest.on_message(&update(1, r#","gameover":{"taken":[1]}"#)).unwrap().reply else {
            panic!("another game")
        };
        assert_eq!(text, r#"42/tricks,["sync","table3-1","1",null,4]"#);
        assert!(matches!(guest.on_message("2").unwrap().reply, Some(Say::Word(pong)) if pong == "3"));
        assert!(guest.on_message(r#"42/tricks,["matchData","table3-1",[]]"#).unwrap().reply.is_none());
    }
}
