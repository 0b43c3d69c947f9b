//! Somebody at a table, as the page is: waits, asks and connects again by the times of `web/src/net/socket.ts`, sends again what was
//! not answered, and plays any legal card.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::Deserialize;
use tokio::time::{sleep, sleep_until, timeout};

use crate::connection::WebSocket;

use super::ledger::AcknowledgedMove;
use super::play::{PlayState, TrialTable};

/// Times of the page.
const FIRST_WAIT: Duration = Duration::from_millis(400);
const LONGEST_WAIT: Duration = Duration::from_secs(4);
const QUIET: Duration = Duration::from_secs(8);
const ANSWER: Duration = Duration::from_secs(5);
const OPEN: Duration = Duration::from_secs(10);
/// Until what a server could not do is asked for again.
const AGAIN: Duration = Duration::from_millis(200);
/// Refusals after which the same command is decided anew.
const NOT_NOW: [&str; 4] = ["store_away", "elsewhere", "store", "disk_full"];

/// One seat at one table.
pub(crate) struct TrialPerson {
    table: Arc<TrialTable>,
    seat: usize,
    play: Arc<PlayState>,
    commands: u32,
    /// Attempts to connect since something was heard last.
    failures: u32,
    /// The command that was sent and not answered.
    open: Option<OpenCommand>,
    acknowledged: Vec<AcknowledgedMove>,
}

struct OpenCommand {
    cmd: String,
    text: String,
    /// Of a move: what it does.
    action: Option<String>,
    sent: Instant,
    /// It was refused for now: when it is sent again.
    again: Option<Instant>,
}

/// Why a person leaves the table, or comes back.
enum LineEnd {
    /// The play ends.
    Over,
    /// The line has ended, for this reason.
    Lost(String),
}

#[derive(Deserialize, Default)]
struct TableMessage {
    t: String,
    #[serde(default)]
    cmd: String,
    #[serde(default)]
    refusal: TableRefusal,
    #[serde(default)]
    at: u64,
    #[serde(default)]
    phase: String,
    #[serde(default)]
    deal: u32,
    viewer: Option<u8>,
    #[serde(default)]
    must: Vec<u8>,
    #[serde(default)]
    legal: Vec<LegalAction>,
}

#[derive(Deserialize, Default)]
struct TableRefusal {
    key: String,
}

#[derive(Deserialize)]
struct LegalAction {
    action: String,
}

/// A line, and what was heard on it.
struct PersonLine {
    socket: WebSocket,
    frame: TableMessage,
    /// When something was heard last, and when it was asked whether anybody is there.
    alive: Instant,
    asked: Option<Instant>,
    /// The decision that is to be made, and when.
    decides: Option<(u64, Instant)>,
    /// The deal after which "next" was said.
    next: Option<u32>,
}

impl TrialPerson {
    pub(crate) fn new(table: Arc<TrialTable>, seat: usize, play: Arc<PlayState>) -> TrialPerson {
        TrialPerson { table, seat, play, commands: 0, failures: 0, open: None, acknowledged: Vec::new() }
    }

    /// Plays until the play ends; what was acknowledged.
    pub(crate) async fn play(mut self) -> Vec<AcknowledgedMove> {
        let seated = &self.table.seated;
        let (path, cookie) = (format!("/api/v1/tables/{}/socket", seated.id), seated.cookies[self.seat].clone());
        let (household, address) = (seated.household, self.play.address);
        loop {
            let opening = timeout(OPEN, WebSocket::open(household, address, &path, Some(&cookie)));
            let lost = match opening.await {
                Ok(Ok(socket)) => match self.sit(socket).await {
                    LineEnd::Over => return self.acknowledged,
                    LineEnd::Lost(why) => why,
                },
                Ok(Err(why)) => why,
                Err(_) => "it does not open".to_owned(),
            };
            if self.play.is_over() && self.open.is_none() {
                return self.acknowledged;
            }
            self.play.lost_line(&lost);
            sleep(self.wait(&lost)).await;
        }
    }

    /// Until the next attempt: what a server that stops has said, or longer each time.
    fn wait(&mut self, why: &str) -> Duration {
        let said = why.split_once("retry=").map(|(_, rest)| rest.split(|c: char| !c.is_ascii_digit()).next());
        if let Some(ms) = said.flatten().and_then(|ms| ms.parse().ok()) {
            return Duration::from_millis(ms);
        }
        let usual = FIRST_WAIT.saturating_mul(1 << self.failures.min(10)).min(LONGEST_WAIT);
        self.failures += 1;
        usual.mul_f64(0.75 + self.play.chance() / 2.0)
    }

    async fn sit(&mut self, socket: WebSocket) -> LineEnd {
        let now = Instant::now();
        let frame = TableMessage::default();
        let mut line = PersonLine { socket, frame, alive: now, asked: None, decides: None, next: None };
        if let Some(open) = &mut self.open {
            open.again = Some(now);
        }
        loop {
            if self.open.is_none() {
                if self.play.is_over() || line.frame.phase == "over" {
                    self.table.ended();
                    return LineEnd::Over;
                }
                self.decide(&mut line);
            }
            let again = self.open.as_ref().and_then(|open| open.again);
            let acts = line.decides.map(|(_, at)| at).filter(|_| self.open.is_none());
            let speaks = again.or(acts);
            let watch = line.due(self.open.as_ref());
            let done = tokio::select! {
                text = line.socket.receive() => match text {
                    Ok(text) => self.on_message(&mut line, &text),
                    Err(why) => Err(why),
                },
                () = sleep_until(speaks.unwrap_or(watch).into()), if speaks.is_some() => self.speak(&mut line).await,
                () = sleep_until(watch.into()) => line.ask().await,
                () = self.play.ends(), if self.open.is_none() => Ok(()),
            };
            if let Err(why) = done {
                return LineEnd::Lost(why);
            }
        }
    }

    /// Decides the next command and its time.
    fn decide(&mut self, line: &mut PersonLine) {
        let frame = &line.frame;
        if frame.phase == "between" && line.next != Some(frame.deal) {
            line.next = Some(frame.deal);
            let cmd = self.new_cmd();
            let text = format!(r#"{{"t":"next","cmd":"{cmd}"}}"#);
            self.open = Some(OpenCommand { cmd, text, action: None, sent: line.alive, again: Some(Instant::now()) });
        }
        let frame = &line.frame;
        let mine = frame.phase == "deal" && frame.viewer.is_some_and(|seat| frame.must.contains(&seat));
        if !mine || frame.legal.is_empty() {
            line.decides = None;
        } else if line.decides.is_none_or(|(at, _)| at != frame.at) {
            line.decides = Some((frame.at, self.table.next_due(self.play.interval)));
        }
    }

    /// Sends what is due.
    async fn speak(&mut self, line: &mut PersonLine) -> Result<(), String> {
        if self.open.is_none() {
            let at = line.frame.at;
            let legal = &line.frame.legal[at as usize * 7 % line.frame.legal.len()];
            let (action, cmd) = (legal.action.clone(), self.new_cmd());
            let text = format!(r#"{{"t":"act","cmd":"{cmd}","at":{at},"action":"{action}"}}"#);
            let sent = Instant::now();
            self.open = Some(OpenCommand { cmd, text, action: Some(action), sent, again: None });
            line.decides = None;
        }
        let open = self.open.as_mut().expect("just decided");
        (open.sent, open.again) = (Instant::now(), None);
        line.socket.send(open.text.clone()).await
    }

    fn on_message(&mut self, line: &mut PersonLine, text: &str) -> Result<(), String> {
        let message: TableMessage = serde_json::from_str(text).map_err(|error| format!("{error}: {text}"))?;
        (line.alive, line.asked, self.failures) = (Instant::now(), None, 0);
        match message.t.as_str() {
            "frame" => line.frame = message,
            "done" | "refused" if self.open.as_ref().is_some_and(|open| open.cmd == message.cmd) => {
                let mut open = self.open.take().expect("just seen");
                if message.t == "done" {
                    if let Some(action) = open.action {
                        self.acknowledged.push(AcknowledgedMove { cmd: open.cmd, action });
                        self.play.acknowledged();
                        self.table.moved(open.sent);
                    }
                } else if NOT_NOW.contains(&message.refusal.key.as_str()) {
                    open.again = Some(Instant::now() + AGAIN);
                    self.open = Some(open);
                } else if open.action.is_some() {
                    // Nobody else plays for this seat, and nothing that is not legal is sent.
                    self.play.unexpected(format!("{}: {text} to {}", self.table.seated.id, open.text));
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn new_cmd(&mut self) -> String {
        self.commands += 1;
        format!("{}-{}", self.seat, self.commands)
    }
}

impl PersonLine {
    /// When it has to be asked whether anybody is there, or, if it was, when the line is dead.
    fn due(&self, open: Option<&OpenCommand>) -> Instant {
        match (self.asked, open) {
            (Some(asked), _) => asked + ANSWER,
            (None, Some(open)) if open.again.is_none() => (self.alive + QUIET).min(open.sent.max(self.alive) + ANSWER),
            (None, _) => self.alive + QUIET,
        }
    }

    async fn ask(&mut self) -> Result<(), String> {
        if self.asked.is_some() {
            return Err("nobody is there".to_owned());
        }
        self.asked = Some(Instant::now());
        self.socket.send(r#"{"t":"ping"}"#.to_owned()).await
    }
}
