//! The players. Each has a socket, reads the messages of the server and answers them. Players share only their pace and
//! the measured times.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::{Duration, Instant};

use tokio::time::sleep_until;

use crate::cardroom::{LoadGuest, Say};
use crate::connection::WebSocket;

/// The pace of all players, and their measured times.
#[derive(Default)]
pub(crate) struct Beat {
    /// The time between two moves of a table. With 0 everybody moves as fast as possible.
    interval: Cell<Duration>,
    counting: Cell<bool>,
    times: RefCell<Vec<Duration>>,
}

impl Beat {
    pub(crate) fn set(&self, interval: Duration) {
        self.interval.set(interval);
    }

    /// Begins to count.
    pub(crate) fn count(&self) {
        self.times.borrow_mut().clear();
        self.counting.set(true);
    }

    /// Ends counting. Returns, for every move, the time from sending it to the frame that shows it.
    pub(crate) fn counted(&self) -> Vec<Duration> {
        self.counting.set(false);
        self.times.take()
    }

    /// Counts the time of one move.
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

pub(crate) struct LoadSeat {
    pub(crate) line: WebSocket,
    pub(crate) guest: LoadGuest,
    /// The time of the table's next move, if there is a given rate.
    pub(crate) due: Rc<Cell<Instant>>,
}

impl LoadSeat {
    /// Plays until something goes wrong. Returns the error.
    pub(crate) async fn play(mut self, beat: Rc<Beat>) -> String {
        let mut under_way: Option<(u64, Instant)> = None;
        let mut at = 0;
        loop {
            let reaction = match self.line.receive().await {
                Ok(text) => self.guest.on_message(&text),
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
