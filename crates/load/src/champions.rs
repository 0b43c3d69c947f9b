//! A measurement of whether a table answers while a champion thinks. At each table one person asks again and again why
//! a card is not legal, and the answers are timed.

use std::net::SocketAddr;
use std::rc::Rc;
use std::time::{Duration, Instant};

use serde::Deserialize;
use tokio::task::JoinSet;
use tokio::time::sleep_until;

use crate::cardroom::{LoadGuest, LoadTable, Say};
use crate::connection::WebSocket;
use crate::play::Beat;
use crate::{Done, while_};

/// The time between an answer and a person's next question.
const PAUSE: Duration = Duration::from_millis(20);

/// Opens the tables. The person at each table plays and asks.
pub(crate) async fn sit_down(server: SocketAddr, tables: usize, answers: &Rc<Beat>) -> Done<JoinSet<String>> {
    let mut people = JoinSet::new();
    for n in 0..tables {
        let line = LoadTable::beside_champions(server, n).await?.sit(server, 0).await?;
        people.spawn_local(play_and_ask(line, answers.clone()));
    }
    Ok(people)
}

#[derive(Deserialize)]
struct ChampionsMessage<'a> {
    t: &'a str,
    #[serde(default)]
    phase: &'a str,
    #[serde(default)]
    must: Vec<u8>,
}

/// Plays and asks until something goes wrong. Returns the error.
async fn play_and_ask(mut line: WebSocket, answers: Rc<Beat>) -> String {
    let mut guest = LoadGuest::default();
    let (mut played_at, mut champion_thinks, mut questions) = (None, false, 0_u32);
    let (mut asked, mut asks_at) = (None::<(Instant, bool)>, Instant::now());
    loop {
        let text = tokio::select! {
            text = line.receive() => text,
            () = sleep_until(asks_at.into()), if asked.is_none() => {
                questions += 1;
                asked = Some((Instant::now(), champion_thinks));
                match line.send(format!(r#"{{"t":"why","cmd":"why{questions}","action":"play Qs"}}"#)).await {
                    Ok(()) => continue,
                    Err(words) => return words,
                }
            }
        };
        let said = text.and_then(|text| {
            let message: ChampionsMessage<'_> = serde_json::from_str(&text).map_err(while_(&text))?;
            if message.t == "answer" {
                if let Some((at, true)) = asked.take() {
                    answers.done(at.elapsed());
                }
                asks_at = Instant::now() + PAUSE;
            }
            if message.t == "frame" {
                champion_thinks = message.phase == "deal" && !message.must.contains(&0);
            }
            guest.on_message(&text)
        });
        let reaction = match said {
            Ok(reaction) => reaction,
            Err(words) => return words,
        };
        let text = match reaction.reply {
            // The same position can arrive twice, but the person plays only once in it.
            Some(Say::Move(text)) if played_at != reaction.at => {
                played_at = reaction.at;
                text
            }
            Some(Say::Word(text)) => text,
            Some(Say::Move(_)) | None => continue,
        };
        if let Err(words) = line.send(text).await {
            return words;
        }
    }
}
