//! The players: each has a socket, reads what the server sends and answers. They know nothing of each other.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::{Duration, Instant};

use tokio::time::sleep_until;

use crate::Done;
use crate::connection::WebSocket;

/// The protocol of one server, for one seat.
pub(crate) trait SeatClient {
    /// Reads a message; an error if something was refused.
    fn on_message(&mut self, text: &str) -> Done<Reaction>;
}

/// The reaction to a message.
#[derive(Default)]
pub(crate) struct Reaction {
    /// The progress of the seat: grows when a move of its own was carried out.
    pub(crate) at: Option<u64>,
    /// The message to send.
    pub(crate) reply: Option<Say>,
}

/// A message of a player.
pub(crate) enum Say {
    /// A move: it is timed, and waits for its moment.
    Move(String),
    /// A message of the protocol beside moves.
    Word(String),
}

/// How fast everybody plays, and what has been measured.
#[derive(Default)]
pub(crate) struct Beat {
    /// Between two moves of a table; zero: at once.
    interval: Cell<Duration>,
    counting: Cell<bool>,
    times: RefCell<Vec<Duration>>,
}

impl Beat {
    /// Sets how often a table moves from now on.
    pub(crate) fn set(&self, interval: Duration) {
        self.interval.set(interval);
    }

    /// Begins to count.
    pub(crate) fn count(&self) {
        self.times.borrow_mut().clear();
        self.counting.set(true);
    }

    /// Ends counting: the time from send to frame of every move.
    pub(crate) fn counted(&self) -> Vec<Duration> {
        self.counting.set(false);
        self.times.take()
    }

    /// Counts the time of one.
    pub(crate) fn done(&self, time: Duration) {
        if self.counting.get() {
            self.times.borrow_mut().push(time);
        }
    }

    async fn wait(&self, due: &Cell<Instant>) {
        let interval = self.interval.get();
        if !interval.is_zero() {
            let at = due.get().max(Instant::now());
            due.set(at + interval);
            sleep_until(at.into()).await;
        }
    }
}

/// One seat at one table.
pub(crate) struct LoadSeat {
    pub(crate) line: WebSocket,
    pub(crate) player: Box<dyn SeatClient>,
    /// When the table moves next, at a given rate.
    pub(crate) due: Rc<Cell<Instant>>,
}

impl LoadSeat {
    /// Plays until something goes wrong.
    pub(crate) async fn play(mut self, beat: Rc<Beat>) -> String {
        let mut under_way: Option<(u64, Instant)> = None;
        let mut at = 0;
        loop {
            let reaction = match self.line.receive().await {
                Ok(text) => self.player.on_message(&text),
                Err(words) => return words,
            };
            let reaction = match reaction {
                Ok(reaction) => reaction,
                Err(words) => return words,
            };
            if let Some(now) = reaction.at {
                at = now;
                if let Some((before, sent)) = under_way
                    && now > before
                {
                    beat.done(sent.elapsed());
                    under_way = None;
                }
            }
            let text = match reaction.reply {
                Some(Say::Move(text)) if under_way.is_none() => {
                    beat.wait(&self.due).await;
                    under_way = Some((at, Instant::now()));
                    text
                }
                Some(Say::Word(text)) => text,
                Some(Say::Move(_)) | None => continue,
            };
            if let Err(words) = self.line.send(text).await {
                return words;
            }
        }
    }
}
