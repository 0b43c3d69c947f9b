//! Who takes a bot's seat while a match goes on is let in with the next deal: nobody sees a hand that a bot or somebody else
//! has played. Until then a newcomer sees what spectators see. Its own seat everybody gets back at once.

use game::Seat;
use serde::{Deserialize, Serialize};
use store::{Seated, Session, SessionId, StoreError};
use table::{Phase, Why};

use super::people::Draft;
use super::{Croupier, ENGINE};
use crate::fault::Fault;
use crate::open_table::name_beside;
use crate::session::GUEST;
use protocol::Stage;

/// Somebody who has a seat from a later deal on. The name is not kept: it is that of the connection.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Newcomer {
    session: i64,
    pub(super) seat: u8,
    /// The first deal that it plays, from 0.
    from: u32,
    /// It was away when a deal began in which it could have played. Who is away a second time has given up the seat.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    missed: bool,
}

impl Newcomer {
    pub(super) fn session(&self) -> SessionId {
        SessionId(self.session)
    }
}

impl Croupier {
    /// The seat that somebody has from a later deal on.
    pub(super) fn next_seat_of(&self, session: SessionId) -> Option<u8> {
        self.state.newcomers.iter().find(|newcomer| newcomer.session == session.0).map(|newcomer| newcomer.seat)
    }

    /// Who has a seat from a later deal on.
    pub(super) fn newcomer_at(&self, index: usize) -> Option<&Newcomer> {
        self.state.newcomers.iter().find(|newcomer| usize::from(newcomer.seat) == index)
    }

    /// What the newcomer of a seat is called.
    pub(super) fn next_name(&self, index: usize) -> Option<String> {
        let session = self.newcomer_at(index)?.session();
        let guest = self.guests.iter().find(|guest| guest.session == session);
        Some(guest.map_or(GUEST, |guest| &guest.name).to_owned())
    }

    /// Whether somebody has a connection.
    pub(super) fn is_connected(&self, session: SessionId) -> bool {
        self.guests.iter().any(|guest| guest.session == session && !guest.outbox.is_closed())
    }

    /// Somebody takes a bot's seat, and plays from the next deal on.
    pub(super) async fn take_next(&mut self, session: &Session, wanted: Option<u8>) -> Result<u8, Fault> {
        if let Some(seat) = self.next_seat_of(session.id) {
            return Ok(seat);
        }
        let seat = self.next_free(session.id, wanted).ok_or(Fault::Full)?;
        let newcomer = Newcomer { session: session.id.0, seat, from: self.deal_in_view() + 1, missed: false };
        self.arrange(|draft| draft.state.newcomers.push(newcomer)).await?;
        self.tell_arrangement();
        Ok(seat)
    }

    /// A seat that somebody can have from the next deal on.
    fn next_free(&self, session: SessionId, wanted: Option<u8>) -> Option<u8> {
        // Whoever has seen a hand of this match sees no other.
        let before = self.state.sat.iter().find(|(other, _)| *other == session.0).map(|(_, seat)| usize::from(*seat));
        let free = |index: usize| {
            let seated = &self.setup.seats[index];
            // An engine keeps its seat as a person does.
            seated.bot.as_deref().is_some_and(|level| level != ENGINE)
                && before.is_none_or(|before| before == index)
                && self.newcomer_at(index).is_none()
        };
        let seats = self.setup.seats.len();
        let found = match wanted {
            Some(wanted) => Some(usize::from(wanted)).filter(|index| *index < seats && free(*index)),
            None => (0..seats).find(|index| free(*index)),
        };
        found.map(|index| index as u8)
    }

    /// A newcomer takes the seat no more.
    pub(super) async fn give_up_next(&mut self, session: SessionId) -> Result<(), StoreError> {
        if self.next_seat_of(session).is_none() {
            return Ok(());
        }
        self.arrange(|draft| draft.forget_newcomer(session)).await?;
        self.tell_arrangement();
        Ok(())
    }

    /// Lets newcomers in whose deal has been dealt and in which nothing has been done. A bot has played for those who were not
    /// there in time: they wait for the next one.
    pub(super) async fn admit(&mut self) {
        if self.state.newcomers.is_empty() || self.stage() != Stage::Playing || self.table.phase() != Phase::Deal {
            return;
        }
        let (deal, untouched) = (self.deal_in_view(), self.course.is_untouched());
        for newcomer in self.state.newcomers.clone() {
            let (session, here) = (newcomer.session(), self.is_connected(newcomer.session()));
            if newcomer.from > deal {
                continue;
            }
            // What cannot be stored is tried again.
            let _ = match (untouched, here) {
                (true, true) => self.let_in(session, newcomer.seat).await,
                (true, false) => Ok(()),
                (false, false) if newcomer.missed => self.give_up_next(session).await,
                (false, _) => {
                    let later = Newcomer { from: deal + 1, missed: !here, ..newcomer };
                    let later = |draft: &mut Draft| {
                        draft.forget_newcomer(session);
                        draft.state.newcomers.push(later);
                    };
                    self.arrange(later).await
                }
            };
        }
    }

    async fn let_in(&mut self, session: SessionId, seat: u8) -> Result<(), StoreError> {
        let index = usize::from(seat);
        let Some(name) = self.next_name(index) else { return Ok(()) };
        self.arrange(|draft| {
            draft.forget_newcomer(session);
            draft.seats[index] = Seated::default();
            draft.seats[index] = Seated { name: name_beside(&draft.seats, &name), session: Some(session), bot: None };
            draft.host = draft.host.or(Some(session));
            if !draft.state.sat.contains(&(session.0, seat)) {
                draft.state.sat.push((session.0, seat));
            }
        })
        .await?;
        match self.table.check_took_over(Seat::new(seat), None, Why::Joined) {
            Ok(accepted) => self.commit(accepted, None, None).await,
            Err(_) => Ok(()),
        }
    }
}

impl Draft {
    pub(super) fn forget_newcomer(&mut self, session: SessionId) {
        self.state.newcomers.retain(|newcomer| newcomer.session() != session);
    }
}
