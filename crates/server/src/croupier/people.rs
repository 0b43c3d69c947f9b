//! Who sits where: people gather, bots take free seats, somebody leaves for good, the host hands over.
//!
//! The store has it before anybody is told. What these commands ask for is how things should be, not a step towards it:
//! asking twice is harmless.

use std::time::Duration;

use game::{Seat, Viewer};
use protocol::{Command, Message, Open, Refusal, Room, SeatInfo, Stage};
use serde::{Deserialize, Serialize};
use store::{Arrangement, Seated, Session, SessionId, StoreError, Stored};
use table::{Phase, Why};
use tokio::time::Instant;

use super::clock::{Deadline, Kept};
use super::newcomers::Newcomer;
use super::race::Armed;
use super::{Croupier, ENGINE, GuestId, Outcome, Pass, millis, not_stored, text};
use crate::api::is_free;
use crate::fault::Fault;
use crate::open_table::{self, bot_for, json, name_beside, new_id, random};
use crate::time::now_ms;

/// Whoever is away so long can be removed at any table.
const LONG_AWAY: Duration = Duration::from_secs(60);

/// What a table keeps in the store beside seats and settings.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct State {
    /// The table where the same people play again.
    pub(super) rematch: Option<String>,
    /// Whether the clocks stand still.
    pub(super) paused: bool,
    /// What was left of the clocks when the server stopped.
    pub(super) clocks: Vec<Kept>,
    /// Claims that are made as soon as they can be. Beside the log: those that it has since are made ([`Armed::stands`]).
    pub(super) armed: Vec<Armed>,
    /// Which seat somebody has had in this match: nobody looks into two hands.
    pub(super) sat: Vec<(i64, u8)>,
    /// Who has a seat from a later deal on.
    pub(super) newcomers: Vec<Newcomer>,
    /// Whom the host has removed: for this match.
    pub(super) removed: Vec<i64>,
    /// What lets engines in.
    pub(crate) engines: Vec<Pass>,
    /// The time of play when the player of a table of one seat went.
    pub(super) played_ms: u64,
}

/// What is known of a seat's person while the table is awake.
#[derive(Default)]
pub(super) struct Place {
    /// Since when nobody is connected; `None` while somebody is, and where nobody sits.
    pub(super) away_since: Option<Instant>,
    /// Wants the next deal.
    pub(super) ready: bool,
    pub(super) wants_pause: bool,
    /// The level of the bot that plays until the person comes back.
    pub(super) stand_in: Option<String>,
    /// The decision for which there was no time left: the bot plays this one alone.
    pub(super) timed_out: Option<u32>,
    /// The bot plays because of that, and its person is there.
    pub(super) time_up: bool,
    pub(super) deadline: Option<Deadline>,
    /// On an engine's seat: how many actions were not its own.
    pub(super) replaced: u32,
}

/// What an arrangement changes.
pub(super) struct Draft {
    pub(super) seats: Vec<Seated>,
    pub(super) host: Option<SessionId>,
    pub(super) started_ms: Option<i64>,
    pub(super) state: State,
}

/// The words of a refusal that no rule of a game gives.
pub(super) fn no(key: &str, words: &str) -> Outcome {
    Outcome::Refused(Refusal { key: key.to_owned(), rule: None, words: words.to_owned() })
}

impl Croupier {
    pub(super) fn stage(&self) -> Stage {
        match (self.setup.started_ms, self.table.phase()) {
            (None, _) => Stage::Gathering,
            (Some(_), Phase::Over) => Stage::Over,
            (Some(_), Phase::Deal | Phase::Between) => Stage::Playing,
        }
    }

    /// The seat of somebody.
    pub(super) fn seat_of(&self, session: SessionId) -> Option<Seat> {
        let index = self.setup.seats.iter().position(|seated| seated.session == Some(session))?;
        Some(Seat::new(index as u8))
    }

    /// As what somebody may be here, if at all.
    pub(super) fn viewer_of(&self, session: SessionId) -> Option<Viewer> {
        if let Some(seat) = self.seat_of(session) {
            return Some(Viewer::Seat(seat));
        }
        if self.is_removed(session) {
            return None;
        }
        // A table that fills shows its people and no card: who may watch later may look in.
        let door = self.stage() == Stage::Gathering && self.settings.open == Open::Public;
        let watches = self.settings.watch || door || self.next_seat_of(session).is_some();
        watches.then_some(Viewer::Public)
    }

    /// The record, for whoever may read it: where others may not watch, who has or had a seat.
    pub(super) fn record_for(&self, session: Option<SessionId>) -> Result<String, Fault> {
        let private = self.settings.open != Open::Alone && !self.settings.watch;
        let plays = |session: SessionId| {
            let sat = self.state.sat.iter().any(|(other, _)| *other == session.0);
            sat || self.viewer_of(session).is_some()
        };
        if private && !session.is_some_and(plays) {
            return Err(Fault::NotYourTable);
        }
        Ok(self.table.record())
    }

    /// Why somebody cannot come in: not even to watch.
    pub(super) fn shut_out(&self, session: SessionId) -> Fault {
        if self.is_removed(session) { Fault::Removed } else { Fault::NotYourTable }
    }

    /// Whether the host has removed somebody.
    fn is_removed(&self, session: SessionId) -> bool {
        self.state.removed.contains(&session.0)
    }

    /// Seats of people who are connected.
    pub(super) fn is_here(&self, seat: usize) -> bool {
        self.guests.iter().any(|guest| guest.viewer == Viewer::Seat(Seat::new(seat as u8)) && !guest.outbox.is_closed())
    }

    /// Stores a change and makes it true. If it cannot be stored, nothing has changed.
    pub(super) async fn arrange(&mut self, change: impl FnOnce(&mut Draft)) -> Result<(), StoreError> {
        let mut draft = Draft {
            seats: self.setup.seats.clone(),
            host: self.setup.host,
            started_ms: self.setup.started_ms,
            state: self.state.clone(),
        };
        change(&mut draft);
        let (seats, state) = (&draft.seats, &mut draft.state);
        state.engines.retain(|pass| seats[usize::from(pass.seat)].bot.as_deref() == Some(ENGINE));
        let same = |seat: u8| seats[usize::from(seat)].session == self.setup.seats[usize::from(seat)].session;
        state.armed.retain(|armed| same(armed.seat));
        let Draft { seats, host, started_ms, state } = draft;
        let arrangement = Arrangement { seats: seats.clone(), host, started_ms, state: json(&state) };
        match self.house.store.arrange(&self.id, arrangement).await {
            Ok(()) => {}
            Err(StoreError::Full) => return Err(StoreError::Full),
            Err(error) => {
                tracing::error!(table = self.id, %error, "an arrangement could not be stored: the table is loaded again");
                self.astray = true;
                return Err(error);
            }
        }
        for (index, seated) in seats.iter().enumerate() {
            if seated.session != self.setup.seats[index].session {
                self.places[index] = Place::default();
            }
        }
        self.setup.seats = seats;
        // While people gather there may be no name yet: the table is opened anew with the names that it begins with.
        self.table.rename(self.setup.seats.iter().map(|seated| seated.name.clone()).collect());
        self.setup.host = host;
        self.setup.started_ms = started_ms;
        self.state = state;
        for index in 0..self.guests.len() {
            let seat = self.seat_of(self.guests[index].session);
            self.guests[index].viewer = seat.map_or(Viewer::Public, Viewer::Seat);
        }
        self.show_engines_out();
        self.sync_bots();
        self.note_presence();
        Ok(())
    }

    /// After an arrangement: everybody is told. While people gather there is nothing but the room to tell.
    pub(super) fn tell_arrangement(&mut self) {
        self.broadcast(&[]);
        self.broadcast_room();
    }

    /// Notes who has come and gone. Returns whether anything is new.
    pub(super) fn note_presence(&mut self) -> bool {
        let mut news = false;
        let anybody = (0..self.places.len()).any(|index| self.is_here(index));
        match self.company_since {
            None if anybody => self.company_since = Some(Instant::now()),
            Some(_) if !anybody => self.company_since = None,
            _ => {}
        }
        for index in 0..self.places.len() {
            let away = self.setup.seats[index].session.is_some() && !self.is_here(index);
            let place = &mut self.places[index];
            if place.away_since.is_some() != away {
                news = true;
                place.away_since = away.then(Instant::now);
                place.ready = false;
                place.wants_pause = false;
                place.time_up &= !away;
            }
        }
        self.follow_played();
        news
    }

    /// Somebody sits down: on a free seat before the match; later in a bot's place, from the next deal on.
    pub(super) async fn sit(&mut self, session: &Session, wanted: Option<u8>) -> Result<u8, Fault> {
        let own = self.seat_of(session.id).map(|seat| seat.index() as u8);
        if let Some(own) = own
            && (wanted.is_none_or(|wanted| wanted == own) || self.stage() != Stage::Gathering)
        {
            return Ok(own);
        }
        if self.is_removed(session.id) {
            return Err(Fault::Removed);
        }
        // Who takes a seat under another name is known by it from here on.
        for guest in self.guests.iter_mut().filter(|guest| guest.session == session.id) {
            guest.name.clone_from(&session.name);
        }
        match self.stage() {
            Stage::Gathering => {}
            Stage::Playing => return self.take_next(session, wanted).await,
            Stage::Over => return Err(Fault::bad("match_over", "The match at this table is over.")),
        }
        let free = |index: usize| self.setup.seats[index].session.is_none() && self.setup.seats[index].bot.is_none();
        let index = match wanted {
            Some(wanted) => Some(usize::from(wanted)).filter(|index| *index < self.setup.seats.len() && free(*index)),
            None => (0..self.setup.seats.len()).find(|index| free(*index)),
        };
        let Some(index) = index else { return Err(Fault::Full) };
        let id = session.id;
        let name = session.name.clone();
        self.arrange(|draft| {
            if let Some(own) = own {
                draft.seats[usize::from(own)] = Seated::default();
            }
            draft.seats[index] = Seated::default();
            draft.seats[index] = Seated { name: name_beside(&draft.seats, &name), session: Some(id), bot: None };
            draft.host = draft.host.or(Some(id));
        })
        .await?;
        self.tell_arrangement();
        Ok(index as u8)
    }

    pub(super) async fn people(&mut self, session: SessionId, seat: Option<Seat>, command: &Command) -> Outcome {
        if let Command::Sit { seat: wanted, .. } = command {
            if seat.is_none() && self.settings.open != Open::Public {
                return no("not_your_table", "This table is by invitation only.");
            }
            if seat.is_some() && self.stage() != Stage::Gathering {
                return no("begun", "The match has started: seats can't change now.");
            }
            let Some(guest) = self.guests.iter().find(|guest| guest.session == session) else { return Outcome::Done };
            let who = Session { id: session, name: guest.name.clone() };
            return match self.sit(&who, Some(*wanted)).await {
                Ok(_) => Outcome::Done,
                Err(Fault::Store(error)) => Outcome::NotStored(not_stored(&error)),
                Err(fault) => {
                    let protocol::Fault { key, words, .. } = fault.body();
                    Outcome::Refused(Refusal { key, rule: None, words })
                }
            };
        }
        if let Command::Leave { .. } = command {
            return match seat {
                None => stored(self.give_up_next(session).await),
                Some(_) if self.setup.seats.len() == 1 => {
                    no("one_seat", "You can give up a solo game, but not leave it.")
                }
                Some(_) if self.stage() == Stage::Over => Outcome::Done,
                Some(seat) => stored(self.vacate(seat, Why::Left).await),
            };
        }
        if self.setup.host != Some(session) {
            return no("not_host", "Only the host can do that.");
        }
        self.host(command).await
    }

    /// What only the host can want.
    async fn host(&mut self, command: &Command) -> Outcome {
        let seats = self.setup.seats.len();
        let gathering = self.stage() == Stage::Gathering;
        let begun = || no("begun", "The match has started: seats can't change now.");
        match command {
            Command::Begin { .. } if !gathering => Outcome::Done,
            Command::Begin { .. } => stored(self.begin().await),
            Command::Bot { seat, .. } | Command::Unseat { seat, .. } | Command::HandOver { seat, .. }
                if usize::from(*seat) >= seats =>
            {
                no("unknown_seat", "This seat doesn't exist.")
            }
            Command::Swap { a, b, .. } if usize::from(*a.max(b)) >= seats => {
                no("unknown_seat", "This seat doesn't exist.")
            }
            Command::Bot { .. } | Command::Swap { .. } if !gathering => begun(),
            Command::Bot { seat, level, .. } => {
                let index = usize::from(*seat);
                if self.setup.seats[index].session.is_some() {
                    return no("taken", "This seat is taken.");
                }
                let known = catalog::entry(&self.setup.game).is_ok_and(|entry| entry.levels.contains(&level.as_str()));
                if !known {
                    return no("unknown_level", "This bot level doesn't exist.");
                }
                let level = level.clone();
                self.arranged(|draft| {
                    draft.seats[index] = Seated::default();
                    draft.seats[index] = bot_for(&draft.seats, &level);
                })
                .await
            }
            Command::Swap { a, b, .. } => {
                let (a, b) = (usize::from(*a), usize::from(*b));
                self.arranged(|draft| {
                    draft.seats.swap(a, b);
                    for pass in &mut draft.state.engines {
                        pass.seat = match usize::from(pass.seat) {
                            seat if seat == a => b as u8,
                            seat if seat == b => a as u8,
                            _ => pass.seat,
                        };
                    }
                })
                .await
            }
            Command::Unseat { seat, .. } => {
                let index = usize::from(*seat);
                if self.setup.seats[index].session == self.setup.host {
                    return no("host", "Make someone else the host first, or leave the table.");
                }
                let person = self.setup.seats[index].session;
                if (person.is_some() || self.newcomer_at(index).is_some()) && !self.may_remove(index) {
                    let words = "At a public table people are removed only before the match begins, or after a minute away; \
                                 in a quick match only after a minute away.";
                    return no("not_removable", words);
                }
                if person.is_none() {
                    return match gathering {
                        true => self.arranged(|draft| draft.seats[index] = Seated::default()).await,
                        false if self.is_engines(index) => stored(self.unseat_engine(Seat::new(*seat)).await),
                        false => self.turn_away(index).await,
                    };
                }
                stored(self.vacate(Seat::new(*seat), Why::Removed).await)
            }
            Command::HandOver { seat, .. } => {
                let Some(heir) = self.setup.seats[usize::from(*seat)].session else {
                    return no("no_person", "Choose a seat with a player in it.");
                };
                self.arranged(|draft| draft.host = Some(heir)).await
            }
            _ => unreachable!("every command of the host is named above"),
        }
    }

    async fn arranged(&mut self, change: impl FnOnce(&mut Draft)) -> Outcome {
        let result = self.arrange(change).await;
        if result.is_ok() {
            self.tell_arrangement();
        }
        stored(result)
    }

    /// Whether the host may remove the person of a seat without asking anybody. Strangers have not agreed to a host.
    fn may_remove(&self, index: usize) -> bool {
        let own_table = self.stage() == Stage::Gathering && self.settings.fill_s.is_none();
        let long_away = self.places[index].away_since.is_some_and(|since| since.elapsed() >= LONG_AWAY);
        self.settings.open != Open::Public || own_table || long_away
    }

    /// The host removes somebody who waits for the next deal.
    async fn turn_away(&mut self, index: usize) -> Outcome {
        let Some(session) = self.newcomer_at(index).map(|newcomer| newcomer.session()) else { return Outcome::Done };
        self.arranged(|draft| {
            draft.forget_newcomer(session);
            draft.state.removed.push(session.0);
        })
        .await
    }

    /// A seat whose person has gone for good: free before the match, a bot's later. The table goes to the next person. Who is
    /// removed does not come back to this match; who was not there before it began has not noticed.
    async fn vacate(&mut self, seat: Seat, why: Why) -> Result<(), StoreError> {
        let index = seat.index();
        let playing = self.stage() == Stage::Playing;
        let level = self.settings.level.clone();
        let heir = self.heir(Some(seat));
        let barred = why == Why::Removed && (playing || self.is_here(index));
        self.arrange(|draft| {
            let gone = std::mem::take(&mut draft.seats[index]);
            if barred {
                draft.state.removed.extend(gone.session.map(|session| session.0));
            }
            if playing {
                // A bot bears nobody's name but its own.
                draft.seats[index] = bot_for(&draft.seats, &level);
            }
            if draft.host == gone.session {
                draft.host = heir;
            }
        })
        .await?;
        self.held.retain(|held| held.seat != seat);
        if playing && let Ok(accepted) = self.table.check_took_over(seat, Some(level), why) {
            self.commit(accepted, None, None).await?;
        }
        self.tell_arrangement();
        Ok(())
    }

    /// Somebody who is about to be forgotten leaves a match or a gathering with others for good.
    pub(super) async fn quit(&mut self, session: SessionId) -> Result<(), StoreError> {
        self.give_up_next(session).await?;
        let others = self.setup.seats.iter().any(|seated| seated.session.is_some_and(|other| other != session));
        match self.seat_of(session) {
            Some(seat) if others && self.stage() != Stage::Over => self.vacate(seat, Why::Left).await,
            _ => Ok(()),
        }
    }

    /// Somebody is forgotten: what is known here of it is not true any more, and the table is loaded again.
    pub(super) fn forgotten(&mut self, session: SessionId) {
        self.talk.forget(session);
        let seated = self.setup.seats.iter().any(|seated| seated.session == Some(session));
        let guest = self.guests.iter().any(|guest| guest.session == session);
        self.astray |= seated || guest || self.state.sat.iter().any(|(who, _)| *who == session.0);
    }

    /// The match begins: bots take the free seats, the first deal is dealt.
    pub(super) async fn begin(&mut self) -> Result<(), StoreError> {
        let level = self.settings.level.clone();
        self.arrange(|draft| {
            for index in 0..draft.seats.len() {
                let seated = &draft.seats[index];
                if seated.session.is_none() && seated.bot.is_none() {
                    draft.seats[index] = bot_for(&draft.seats, &level);
                }
            }
            draft.started_ms = Some(now_ms());
            draft.state.sat = sat(&draft.seats);
        })
        .await?;
        let stored = Stored { setup: self.setup.clone(), ending: None, state: json(&self.state) };
        match open_table::open(&stored) {
            Ok(table) => self.table = table,
            Err(_) => self.astray = true,
        }
        self.house.meters.match_begun(&self.setup.game);
        tracing::info!(table = self.id, game = self.setup.game, "a match begins");
        self.plan_clocks();
        if self.is_delayed() {
            self.show_later(&[]);
        }
        self.tell_arrangement();
        self.tell_engines_of_the_match();
        Ok(())
    }

    /// Begins where nothing is waited for: every seat is taken and everybody is there, or there was enough time.
    pub(super) async fn begin_if_due(&mut self) {
        let here = (0..self.places.len()).any(|index| self.is_here(index));
        if self.stage() != Stage::Gathering || !here {
            self.begins_at = None;
            return;
        }
        let now = Instant::now();
        if self.begins_at.is_none()
            && let Some(fill_s) = self.settings.fill_s
        {
            self.begins_at = Some(now + Duration::from_secs(u64::from(fill_s)));
            self.broadcast_room();
        }
        let taken = |(index, seated): (usize, &Seated)| seated.bot.is_some() || self.is_here(index);
        let full = self.settings.begins_when_full && self.setup.seats.iter().enumerate().all(taken);
        if full || self.begins_at.is_some_and(|at| at <= now) {
            self.begins_at = None;
            if let Err(error) = self.begin().await {
                tracing::warn!(table = self.id, %error, "a match could not begin");
            }
        }
    }

    /// The same people at a new table, which waits until all of them have come.
    pub(super) async fn rematch(&mut self, session: SessionId) -> Outcome {
        if self.stage() != Stage::Over {
            return no("match_goes_on", "The match isn't over yet.");
        }
        if self.state.rematch.is_some() {
            return Outcome::Done;
        }
        if self.setup.number.is_some() {
            return no("numbered", "Replay a numbered deal from the start page.");
        }
        let host = self.setup.host.filter(|host| self.seat_of(*host).is_some_and(|seat| self.is_here(seat.index())));
        let host = host.or(Some(session));
        let mut setup = self.setup.clone();
        setup.id = new_id();
        setup.seed = cards::Seed::new(random());
        setup.host = host;
        setup.created_ms = now_ms();
        setup.started_ms = None;
        // Who came too late for this match plays the next one.
        for newcomer in &self.state.newcomers {
            let index = usize::from(newcomer.seat);
            if let Some(name) = self.next_name(index) {
                setup.seats[index] = Seated::default();
                let name = name_beside(&setup.seats, &name);
                setup.seats[index] = Seated { name, session: Some(newcomer.session()), bot: None };
            }
        }
        // A token leads to one table.
        for seated in setup.seats.iter_mut().filter(|seated| seated.bot.as_deref() == Some(ENGINE)) {
            seated.bot = Some(self.settings.level.clone());
        }
        let mut settings = self.settings.clone();
        settings.begins_when_full = true;
        settings.fill_s = None;
        setup.settings = json(&settings);
        let id = setup.id.clone();
        if let Err(error) = self.house.store.create(setup).await {
            return Outcome::NotStored(not_stored(&error));
        }
        let result = self.arrange(|draft| draft.state.rematch = Some(id)).await;
        self.broadcast_room();
        stored(result)
    }

    /// Guests who have lost their seat and may not watch are shown out.
    pub(super) fn show_out(&mut self) {
        let stays: Vec<bool> = self.guests.iter().map(|guest| self.viewer_of(guest.session).is_some()).collect();
        let removed = self.guests.iter().filter(|guest| self.is_removed(guest.session)).map(|guest| guest.id);
        let removed: Vec<GuestId> = removed.collect();
        let mut stays = stays.into_iter();
        // Before the line is cut: a page would take it for a lost one.
        let protocol::Fault { key, words, .. } = Fault::Removed.body();
        let told = text(&Message::Error { key, words });
        for guest in self.guests.iter().filter(|guest| removed.contains(&guest.id)) {
            let _ = guest.outbox.try_send(told.clone());
        }
        self.guests.retain(|_| stays.next().expect("one for each"));
    }

    /// The people at the table as one guest sees them.
    pub(super) fn room(&self, guest: GuestId) -> Option<Room> {
        let guest = self.guests.iter().find(|other| other.id == guest)?;
        let now = Instant::now();
        let until = |at: Option<Instant>| at.map(|at| millis(at.saturating_duration_since(now)));
        Some(Room {
            table: self.id.clone(),
            game: self.setup.game.clone(),
            options: self.table.options().clone(),
            stage: self.stage(),
            you: guest.viewer.seat().map(|seat| seat.index() as u8),
            next_seat: self.next_seat_of(guest.session),
            hosting: self.setup.host == Some(guest.session),
            host: self.setup.host.and_then(|host| self.seat_of(host)).map(|seat| seat.index() as u8),
            seats: self.seat_infos(),
            settings: self.settings.clone(),
            watchers: self.guests.iter().filter(|guest| guest.viewer.seat().is_none()).count() as u32,
            begins_ms: until(self.begins_at),
            next_ms: until(self.deals_at),
            first_ms: until(self.first_showing().filter(|_| guest.viewer.seat().is_none())),
            paused: self.state.paused,
            pause_votes: (0_u8..)
                .zip(&self.places)
                .filter(|(_, place)| place.wants_pause)
                .map(|(seat, _)| seat)
                .collect(),
            rematch: self.state.rematch.clone(),
        })
    }

    pub(super) fn seat_infos(&self) -> Vec<SeatInfo> {
        let now = Instant::now();
        let seats = self.setup.seats.iter().zip(&self.places).enumerate();
        seats
            .map(|(index, (seated, place))| SeatInfo {
                name: seated.name.clone(),
                bot: seated.bot.clone(),
                here: match seated.bot.as_deref() {
                    Some(ENGINE) => self.engine_of(index).is_some(),
                    Some(_) => true,
                    None => self.is_here(index),
                },
                replaced: self.is_engines(index).then_some(place.replaced),
                next_name: self.next_name(index),
                away_ms: place.away_since.map(|since| millis(now.saturating_duration_since(since))),
                lag_ms: self.lag_ms(index),
                stand_in: place.stand_in.clone(),
                time_up: place.time_up,
                ready: place.ready,
                free: is_free(seated),
            })
            .collect()
    }
}

/// Which seat each person has.
pub(super) fn sat(seats: &[Seated]) -> Vec<(i64, u8)> {
    (0_u8..).zip(seats).filter_map(|(index, seated)| Some((seated.session?.0, index))).collect()
}

fn stored(result: Result<(), StoreError>) -> Outcome {
    match result {
        Ok(()) => Outcome::Done,
        Err(error) => Outcome::NotStored(not_stored(&error)),
    }
}
