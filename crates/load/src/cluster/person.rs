//! A simulated person at a table, who behaves like the web page: it waits, asks and reconnects after the delays in
//! `web/src/net/socket.ts`, and sends unanswered commands again. It plays any legal card.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::time::{sleep, sleep_until, timeout};

use crate::cardroom::LoadTable;
use crate::connection::WebSocket;

use super::ledger::AcknowledgedMove;
use super::play::PlayState;

/// The delays of the page.
const FIRST_WAIT: Duration = Duration::from_millis(400);
const LONGEST_WAIT: Duration = Duration::from_secs(4);
const QUIET: Duration = Duration::from_secs(8);
const ANSWER: Duration = Duration::from_secs(5);
const OPEN: Duration = Duration::from_secs(10);
/// The delay after which a command that the server could not carry out is sent again.
const AGAIN: Duration = Duration::from_millis(200);
/// The refusals after which the same command is sent again.
const NOT_NOW: [&str; 4] = ["store_away", "elsewhere", "store", "disk_full"];

/// A simulated person on one seat of one table.
pub(crate) struct TrialPerson {
    table: LoadTable,
    /// The number of the table.
    number: usize,
    seat: usize,
    play: Arc<PlayState>,
    commands: u32,
    /// The number of failed attempts to connect since the last message of the server.
    failures: u32,
    /// The command that has not been answered yet.
    open: Option<OpenCommand>,
    acknowledged: Vec<AcknowledgedMove>,
}

struct OpenCommand {
    cmd: String,
    text: String,
    /// The action, if the command is a move.
    action: Option<String>,
    sent: Instant,
    /// The time at which the command is to be sent, or sent again; `None` if it has been sent.
    due: Option<Instant>,
}

impl TrialPerson {
    pub(crate) fn new(table: LoadTable, number: usize, seat: usize, play: Arc<PlayState>) -> TrialPerson {
        TrialPerson { table, number, seat, play, commands: 0, failures: 0, open: None, acknowledged: Vec::new() }
    }

    /// Plays until the play ends. Returns the acknowledged moves.
    pub(crate) async fn play(mut self) -> Vec<AcknowledgedMove> {
        loop {
            let opening = timeout(OPEN, self.table.sit(self.play.address, self.seat)).await;
            let lost = match opening {
                Ok(Ok(socket)) => match self.sit(socket).await {
                    Ok(()) => return self.acknowledged,
                    Err(why) => why,
                },
                Ok(Err(why)) => why,
                Err(_) => "it does not open".to_owned(),
            };
            if self.play.is_over() && self.open.is_none() {
                return self.acknowledged;
            }
            self.play.lost_line();
            sleep(self.wait(&lost)).await;
        }
    }

    /// Returns the time until the next attempt to connect. It is the time that a stopping server has named, or it grows
    /// with each failed attempt.
    fn wait(&mut self, why: &str) -> Duration {
        let said = why.split_once("retry=").map(|(_, rest)| rest.split(|c: char| !c.is_ascii_digit()).next());
        if let Some(ms) = said.flatten().and_then(|ms| ms.parse().ok()) {
            return Duration::from_millis(ms);
        }
        let usual = FIRST_WAIT.saturating_mul(1 << self.failures.min(10)).min(LONGEST_WAIT);
        self.failures += 1;
        usual.mul_f64(0.75 + self.play.chance() / 2.0)
    }

    /// Plays over a connection until the play or the match ends.
    ///
    /// # Errors
    /// Returns the reason why the connection has ended.
    async fn sit(&mut self, mut socket: WebSocket) -> Result<(), String> {
        let (mut frame, mut decided, mut asked) = (Value::Null, Value::Null, false);
        if let Some(open) = &mut self.open {
            open.due = Some(Instant::now());
        }
        loop {
            if self.open.is_none() {
                if self.play.is_over() || frame["phase"] == "over" {
                    self.play.ended(self.number);
                    return Ok(());
                }
                self.decide(&frame, &mut decided);
            }
            let due = self.open.as_ref().and_then(|open| open.due);
            let waits = asked || (self.open.is_some() && due.is_none());
            tokio::select! {
                text = timeout(if waits { ANSWER } else { QUIET }, socket.receive()) => match text {
                    Ok(text) => {
                        (asked, self.failures) = (false, 0);
                        self.on_message(&text?, &mut frame)?;
                    }
                    Err(_) if asked => return Err("nobody is there".to_owned()),
                    Err(_) => {
                        asked = true;
                        socket.send(r#"{"t":"ping"}"#.to_owned()).await?;
                    }
                },
                () = sleep_until(due.unwrap_or_else(Instant::now).into()), if due.is_some() => {
                    let open = self.open.as_mut().expect("it is due");
                    (open.sent, open.due) = (Instant::now(), None);
                    socket.send(open.text.clone()).await?;
                }
                () = self.play.ends(), if self.open.is_none() => {}
            }
        }
    }

    /// Decides on the next command and the time at which it is sent. Does so only once for each decision of the table.
    fn decide(&mut self, frame: &Value, decided: &mut Value) {
        let mine = frame["must"].as_array().is_some_and(|must| must.contains(&frame["viewer"]));
        let legal = frame["legal"].as_array().filter(|legal| mine && !legal.is_empty());
        let (decision, action) = match (frame["phase"].as_str(), legal) {
            (Some("between"), _) => (&frame["deal"], None),
            (Some("deal"), Some(legal)) => {
                let chosen = frame["at"].as_u64().unwrap_or_default() as usize * 7 % legal.len();
                (&frame["at"], legal[chosen]["action"].as_str())
            }
            _ => return,
        };
        let decision = Value::from(vec![frame["phase"].clone(), decision.clone()]);
        if decision == *decided {
            return;
        }
        *decided = decision;
        self.commands += 1;
        let cmd = format!("{}-{}", self.seat, self.commands);
        let (text, due) = match action {
            Some(action) => {
                let text = format!(r#"{{"t":"act","cmd":"{cmd}","at":{},"action":"{action}"}}"#, frame["at"]);
                (text, self.play.next_due(self.number))
            }
            None => (format!(r#"{{"t":"next","cmd":"{cmd}"}}"#), Instant::now()),
        };
        let action = action.map(str::to_owned);
        self.open = Some(OpenCommand { cmd, text, action, sent: due, due: Some(due) });
    }

    fn on_message(&mut self, text: &str, frame: &mut Value) -> Result<(), String> {
        let message: Value = serde_json::from_str(text).map_err(|error| format!("{error}: {text}"))?;
        if message["t"] == "frame" {
            *frame = message;
            return Ok(());
        }
        let is_done = message["t"] == "done";
        let answers = |open: &mut OpenCommand| message["cmd"] == open.cmd && (is_done || message["t"] == "refused");
        let Some(mut open) = self.open.take_if(answers) else { return Ok(()) };
        let key = message["refusal"]["key"].as_str().unwrap_or_default();
        match open.action {
            Some(action) if is_done => {
                self.acknowledged.push(AcknowledgedMove { cmd: open.cmd, action });
                self.play.acknowledged(self.number, open.sent);
            }
            _ if NOT_NOW.contains(&key) => {
                open.due = Some(Instant::now() + AGAIN);
                self.open = Some(open);
            }
            // The refusal is unexpected, because nobody else plays for this seat, and all actions are legal.
            Some(_) => self.play.unexpected(format!("{}: {text} to {}", self.table.id, open.text)),
            None => {}
        }
        Ok(())
    }
}
