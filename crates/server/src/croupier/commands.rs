//! What a guest wants, and what becomes of it.

use game::{Seat, Viewer};
use protocol::{Command, Message, Refusal, Stage};
use store::StoreError;
use table::{Accepted, Entry, Refused};

use super::people::no;
use super::{Croupier, GuestId, assist};
use crate::fault::Fault;

/// Entries of a solitaire's log. Who plays one for an hour without a pause, taking back and doing again, needs fewer than a
/// third.
pub(super) const MOST_EVENTS: u64 = 10_000;
const TOO_LONG: &str =
    "This game has 10,000 actions, those taken back included, and takes no more. You can give it up.";

/// What has become of a command.
pub(super) enum Outcome {
    Done,
    /// It waits for a race to close; the answer comes then.
    Held,
    Refused(Refusal),
    /// The store could not: nothing is decided, the same command may be tried again.
    NotStored(Refusal),
}

impl Croupier {
    /// Carries out a command and answers it.
    pub(super) async fn command(&mut self, guest: GuestId, command: Command) {
        let Some((session, viewer)) =
            self.guests.iter().find(|other| other.id == guest).map(|guest| (guest.session, guest.viewer))
        else {
            return;
        };
        let Some(cmd) = command.cmd().map(str::to_owned) else {
            self.send_frames(&[guest], &[]);
            self.send_room(guest);
            return;
        };
        let Some(seat) = viewer.seat() else {
            let outcome = match command {
                Command::Sit { .. } | Command::Leave { .. } => self.people(session, None, &command).await,
                Command::Rematch { .. } if self.next_seat_of(session).is_some() => self.rematch(session).await,
                _ => no("no_seat", "You don't have a seat at this table."),
            };
            self.answer(guest, None, cmd, outcome);
            return;
        };
        if let Command::Why { action, .. } = &command {
            let refusal = match self.stage() {
                Stage::Gathering => Some(not_begun()),
                Stage::Playing | Stage::Over => self.table.why(seat, action).map(refusal),
            };
            self.say(guest, &Message::Answer { cmd, refusal });
            return;
        }
        if let Command::Advise { .. } | Command::Analyse { .. } = &command {
            if self.stage() == Stage::Gathering {
                self.say(guest, &Message::Refused { cmd, refusal: not_begun() });
                return;
            }
            self.advise(guest, seat, command).await;
            return;
        }
        if let Some(want) = assist::Want::of(&command) {
            self.help(guest, seat, cmd, want).await;
            return;
        }
        if let Some(answer) = self.answers.get(seat, &cmd) {
            self.say(guest, &answer);
            return;
        }
        if self.answers.is_partial() {
            match self.house.store.carried_out(&self.id, seat.index() as u8, &cmd).await {
                Ok(false) => {}
                Ok(true) => return self.say(guest, &Message::Done { cmd }),
                Err(error) => return self.say(guest, &Message::Refused { cmd, refusal: not_stored(&error) }),
            }
        }
        if let Some(held) = self.held.iter_mut().find(|held| held.seat == seat && held.cmd == cmd) {
            // Sent again while it waits: the answer goes to where it was sent from last.
            held.guest = guest;
            return;
        }
        let outcome = match command {
            Command::Act { .. }
            | Command::Next { .. }
            | Command::Undo { .. }
            | Command::Redo { .. }
            | Command::GiveUp { .. }
            | Command::Arm { .. }
                if self.stage() == Stage::Gathering =>
            {
                Outcome::Refused(not_begun())
            }
            Command::Act { at, action, .. } => self.act(guest, seat, &cmd, at, action).await,
            Command::Next { .. } => self.ready(seat, &cmd).await,
            Command::Undo { n, .. } => self.carry_out(self.table.check_undo(n), seat, &cmd).await,
            Command::Redo { n, .. } => self.redo(n, seat, &cmd).await,
            Command::GiveUp { .. } => self.carry_out(self.table.check_give_up(), seat, &cmd).await,
            Command::Help { .. } => self.carry_out(self.check_help(), seat, &cmd).await,
            Command::PlayOn { kept, .. } => self.carry_out(self.check_play_on(kept), seat, &cmd).await,
            Command::Pause { on, .. } => self.pause(seat, on).await,
            Command::Rematch { .. } => self.rematch(session).await,
            Command::Arm { action, on, .. } => self.arm(seat, action, on).await,
            Command::Phrase { phrase, .. } => self.say_phrase(seat, phrase),
            Command::Say { text, .. } => self.say_words(seat, &text),
            Command::Sit { .. }
            | Command::Bot { .. }
            | Command::Unseat { .. }
            | Command::Swap { .. }
            | Command::HandOver { .. }
            | Command::Begin { .. }
            | Command::Leave { .. } => self.people(session, Some(seat), &command).await,
            Command::Why { .. }
            | Command::Verdict { .. }
            | Command::Hint { .. }
            | Command::Demo { .. }
            | Command::TurningPoint { .. }
            | Command::Advise { .. }
            | Command::Analyse { .. }
            | Command::Frame {}
            | Command::Ping {} => unreachable!("answered above"),
        };
        self.answer(guest, Some(seat), cmd, outcome);
        self.show_out();
        self.release_held().await;
    }

    async fn act(&mut self, guest: GuestId, seat: Seat, cmd: &str, at: u32, action: String) -> Outcome {
        let checked = self.table.check(seat, Some(at), &action);
        if checked.is_err()
            && let Some(late) = self.came_late(seat, &action)
        {
            return Outcome::Refused(late);
        }
        if checked.is_ok() {
            self.go_on().await;
        }
        if checked.is_ok() && self.must_wait(seat, &action) {
            return self.hold(guest, seat, cmd, action);
        }
        self.carry_out(checked, seat, cmd).await
    }

    pub(super) async fn carry_out(&mut self, checked: Result<Accepted, Refused>, seat: Seat, cmd: &str) -> Outcome {
        match checked {
            Ok(accepted) if self.is_too_long_for(accepted.entry()) => no("too_many_events", TOO_LONG),
            Ok(accepted) => carried(self.commit(accepted, Some(seat), Some(cmd)).await),
            Err(refused) => Outcome::Refused(refusal(refused)),
        }
    }

    /// Whether the log of a solitaire has no room for an entry. What ends it has always room; where several sit the rules end
    /// it.
    fn is_too_long_for(&self, entry: &Entry) -> bool {
        self.setup.seats.len() == 1 && self.log >= MOST_EVENTS && *entry != Entry::GiveUp
    }

    /// Each action that is done again is an event of its own. The first carries the name: sent again after a crash in
    /// the middle, the command does not go too far.
    async fn redo(&mut self, n: u32, seat: Seat, cmd: &str) -> Outcome {
        let redoable = self.table.position(Viewer::Seat(seat)).redo;
        if n > redoable || n == 0 {
            let words = format!("{redoable} actions can be done again, not {n}.");
            return Outcome::Refused(Refusal { key: "nothing_to_redo".to_owned(), rule: None, words });
        }
        for step in 0..n {
            let name = (step == 0).then_some(cmd);
            match self.table.check_redo() {
                Ok(accepted) if self.is_too_long_for(accepted.entry()) => match step {
                    0 => return no("too_many_events", TOO_LONG),
                    _ => break,
                },
                Ok(accepted) => {
                    if let Err(error) = self.commit(accepted, Some(seat), name).await {
                        if step == 0 {
                            return Outcome::NotStored(not_stored(&error));
                        }
                        break;
                    }
                }
                Err(refused) if step == 0 => return Outcome::Refused(refusal(refused)),
                Err(_) => break,
            }
        }
        Outcome::Done
    }

    /// Tells a guest what has become of its command. What a seat has asked for is remembered.
    pub(super) fn answer(&mut self, guest: GuestId, seat: Option<Seat>, cmd: String, outcome: Outcome) {
        let refusal = match outcome {
            Outcome::Held => return,
            Outcome::NotStored(refusal) => return self.say(guest, &Message::Refused { cmd, refusal }),
            Outcome::Done => None,
            Outcome::Refused(refusal) => Some(refusal),
        };
        if let Some(seat) = seat {
            self.answers.remember(seat, &cmd, refusal.clone());
        }
        let message = match refusal {
            None => Message::Done { cmd },
            Some(refusal) => Message::Refused { cmd, refusal },
        };
        self.say(guest, &message);
    }
}

pub(super) fn carried(result: Result<(), StoreError>) -> Outcome {
    match result {
        Ok(()) => Outcome::Done,
        Err(error) => Outcome::NotStored(not_stored(&error)),
    }
}

fn not_begun() -> Refusal {
    Refusal { key: "gathering".to_owned(), rule: None, words: "The match hasn't started yet.".to_owned() }
}

pub(crate) fn refusal(refused: Refused) -> Refusal {
    Refusal { key: refused.key, rule: refused.rule, words: refused.words }
}

/// What somebody is told whose action could not be stored.
pub(super) fn not_stored(error: &StoreError) -> Refusal {
    let fault = Fault::Store(error.clone()).body();
    Refusal { key: fault.key, rule: None, words: fault.words }
}
