//! The state of a room, with one field for each part, and functions that need several parts.

use core::net::IpAddr;
use std::time::Duration;

use cards::{Seed, ShuffleAttempt};
use game::{Seat, Viewer};
use protocol::{Open, Stage};
use table::{Accepted, AnyTable, FaceUp, Intent, MatchPhase, SolitaireTable, Why};

use crate::answers::Answers;
use crate::arrangement::Arrangement;
use crate::bots::Bots;
use crate::chat::ChatLog;
use crate::claims::ClaimState;
use crate::clocks::Clocks;
use crate::effect::Denied;
use crate::ending::DealEnding;
use crate::engines::Engines;
use crate::help::{Advisers, SolverHelp};
use crate::history::History;
use crate::ids::PersonId;
use crate::log::{Log, MOST_MATCH_ENTRIES};
use crate::play_clock::PlayClock;
use crate::presence::Presence;
use crate::schedule::Schedule;
use crate::seated::ENGINE;
use crate::seating::Seating;
use crate::settings::{TableFacts, Terms};
use crate::spectators::Spectators;

/// Returns the seed of the bot on a seat for its current decision in a deal of the day with this seed. It follows from
/// the number of the decision: for a turn that of the seat, for a chance that of all seats together.
pub fn bot_seed_of_day(table: &dyn AnyTable, seed: Seed, seat: Seat) -> u64 {
    let at = |seat| u64::from(table.at(seat));
    let of_all = || 1 << 32 | Seat::all(table.setup().names.len() as u8).map(at).sum::<u64>();
    seed.of_bot(if table.must().has(seat) { at(seat) } else { of_all() }, seat.index() as u8)
}

/// The name of a person who has given none.
pub const GUEST: &str = "Guest";

pub(crate) struct RoomState {
    pub(crate) facts: TableFacts,
    /// The match.
    pub(crate) table: Box<dyn AnyTable>,
    pub(crate) log: Log,
    pub(crate) seating: Seating,
    pub(crate) presence: Presence,
    pub(crate) schedule: Schedule,
    /// The time to think.
    pub(crate) clocks: Clocks,
    /// The time of play.
    pub(crate) play: PlayClock,
    pub(crate) claims: ClaimState,
    /// The offer to end a deal that is decided.
    pub(crate) ending: DealEnding,
    pub(crate) bots: Bots,
    /// Programs that play a seat.
    pub(crate) engines: Engines,
    pub(crate) advisers: Advisers,
    pub(crate) solver: SolverHelp,
    pub(crate) sent: Sent,
}

/// The data that a room has sent, and may send again.
pub(crate) struct Sent {
    /// The events of the deal, as they are sent.
    pub(crate) history: History,
    /// The view of spectators, which may be delayed.
    pub(crate) spectators: Spectators,
    pub(crate) chat: ChatLog,
    /// The answer to each command, so that a command that is sent twice is carried out once.
    pub(crate) answers: Answers,
}

impl RoomState {
    pub(crate) fn seats(&self) -> usize {
        self.seating.seats().len()
    }

    /// True if the log of a match of several seats has reached its limit.
    pub(crate) fn is_full(&self) -> bool {
        self.seats() > 1 && self.log.length() >= MOST_MATCH_ENTRIES
    }

    /// True if the match is over although its rules do not end it: its log is full, even in the middle of a deal, or
    /// the deal that is practised is finished, or the deal of the day.
    pub(crate) fn is_cut_short(&self) -> bool {
        self.is_full() || self.is_day_cut_short() || (self.is_practice() && self.table.phase() == MatchPhase::Between)
    }

    /// True if the deal of the day is finished and its match has no end by the rules. In a game with the option `deals`
    /// the rules end the match, after a deal that is not thrown in.
    pub(crate) fn is_day_cut_short(&self) -> bool {
        let has_end = self.table.setup().options.contains_key("deals");
        self.facts.settings.day.is_some() && !has_end && self.table.phase() == MatchPhase::Between
    }

    /// Returns the seed of the bot on a seat for its current decision, at a table with a deal of the day. Everybody who
    /// comes to the same decision meets the same bot, and a reload changes nothing.
    pub(crate) fn dice_of_day(&self, seat: Seat) -> Option<u64> {
        self.facts.settings.day?;
        Some(bot_seed_of_day(self.table.as_ref(), self.table.setup().seed, seat))
    }

    /// True if the table practises a position of another match.
    pub(crate) fn is_practice(&self) -> bool {
        self.facts.settings.practice.is_some()
    }

    /// Returns the phase of the match.
    pub(crate) fn phase(&self) -> MatchPhase {
        if self.is_cut_short() { MatchPhase::Over } else { self.table.phase() }
    }

    pub(crate) fn stage(&self) -> Stage {
        match (self.seating.started_ms(), self.phase()) {
            (None, _) => Stage::Gathering,
            (Some(_), MatchPhase::Over) => Stage::Over,
            (Some(_), MatchPhase::Deal | MatchPhase::Between) => Stage::Playing,
        }
    }

    /// Returns the viewer of a person, if the person may be here.
    pub(crate) fn viewer_of(&self, person: PersonId) -> Option<Viewer> {
        if let Some(seat) = self.seating.seat_of(person) {
            return Some(Viewer::Seat(seat));
        }
        // A person who was only refused a seat may watch.
        if self.seating.removed().iter().any(|(other, at_ms)| *other == person.0 && *at_ms > 0) {
            return None;
        }
        // Before the match, a table shows its people and no card. So everybody who may sit down at the table may see
        // it.
        let gathers = self.stage() == Stage::Gathering && self.facts.settings.open == Open::Public;
        let watches = self.facts.settings.watch || gathers || self.seating.next_seat_of(person).is_some();
        watches.then_some(Viewer::Public)
    }

    /// True if a person without a seat at a table of friends could get a seat with the host's consent.
    pub(crate) fn may_ask(&self, person: PersonId) -> bool {
        let (begun, seating) = (self.seating.has_begun(), &self.seating);
        let free = if begun { seating.free_next(person, None).is_some() } else { seating.free_before(None).is_some() };
        let barred = seating.has_place(person) || seating.is_removed(person) || self.stage() == Stage::Over;
        free && self.facts.settings.open == Open::Friends && !barred
    }

    /// Returns why a person cannot come in, not even to watch.
    pub(crate) fn shut_out(&self, person: PersonId) -> Denied {
        if self.seating.is_removed(person) { Denied::Removed } else { Denied::NotYourTable }
    }

    /// Returns the network, if known, of the person who has the seat now or from the next deal on.
    pub(crate) fn network_at(&self, index: usize) -> Option<IpAddr> {
        self.presence.network_of(self.seating.seat(index).person.or(self.seating.newcomer_at(index))?)
    }

    /// Returns the seats of a public table that share a network, in groups. There are none at other tables, because
    /// friends know each other.
    pub(crate) fn same_network(&self) -> Vec<Vec<u8>> {
        let seats = || (0..self.seats()).filter(|_| self.facts.settings.open == Open::Public);
        let group = |first: usize| -> Vec<u8> {
            let network = self.network_at(first);
            let same = seats().filter(|other| network.is_some() && self.network_at(*other) == network);
            same.map(|index| index as u8).collect()
        };
        let groups = seats().map(|index| (index, group(index)));
        groups.filter(|(index, group)| group.len() > 1 && group[0] == *index as u8).map(|(_, group)| group).collect()
    }

    /// True if anybody is present to play for. Without people and engines the bots do not play.
    pub(crate) fn is_attended(&self) -> bool {
        !self.presence.is_empty() || !self.engines.is_empty()
    }

    /// True if somebody else at a table of several seats has a seat, gets one, or is present.
    pub(crate) fn has_others(&self, person: PersonId) -> bool {
        let seated = self.seating.people().map(|(_, other)| other);
        let others = seated.chain(self.seating.newcomers().iter().map(|newcomer| newcomer.person));
        let mut others = others.chain(self.presence.connections().iter().map(|connection| connection.person));
        self.seats() > 1 && others.any(|other| other != person)
    }

    /// True if spectators see the table with a delay.
    pub(crate) fn is_delayed(&self) -> bool {
        let watched = self.facts.settings.watch || !self.seating.newcomers().is_empty();
        watched && self.facts.settings.watch_delay_s > 0
    }

    /// Returns the attempts of the shared shuffle, with the server's secrets.
    pub(crate) fn attempts(&self) -> Vec<ShuffleAttempt> {
        match self.facts.shuffle.is_running() {
            true => self.facts.shuffle.attempts(self.table.setup().seed),
            false => self.table.attempts().to_vec(),
        }
    }

    pub(crate) fn shuffle_waits(&self) -> Vec<u8> {
        let waits = |index: &usize| self.facts.shuffle.waits_for(*index, self.presence.shuffles(*index));
        (0..self.seats()).filter(waits).map(|index| index as u8).collect()
    }

    pub(crate) fn terms(&self) -> Terms {
        let setup = self.table.setup();
        Terms { settings: self.facts.settings.clone(), rules: setup.rules, options: setup.options.clone() }
    }

    /// Returns the level of the bot that plays a seat: the seat's own bot, or the bot that stands in.
    pub(crate) fn bot_level(&self, index: usize) -> Option<String> {
        self.seating.has_begun().then(|| {
            let own = self.seating.seat(index).bot.as_ref();
            own.or(self.bots.stand_in(index).level.as_ref()).cloned()
        })?
    }

    pub(crate) fn name_of(&self, person: PersonId) -> String {
        self.presence.name_of(person).unwrap_or(GUEST).to_owned()
    }

    /// True if help is on: from the beginning, or because the player asked for it later.
    pub(crate) fn helps(&self) -> bool {
        self.facts.settings.assist || self.assisted()
    }

    /// True if the player of a solitaire has been helped.
    pub(crate) fn assisted(&self) -> bool {
        self.table.solitaire().is_some_and(SolitaireTable::assisted)
    }

    /// Returns the deal of a solitaire with all its cards, for its solver.
    pub(crate) fn face_up(&self) -> Option<FaceUp> {
        self.table.solitaire().map(SolitaireTable::face_up)
    }

    /// Returns the end of the claim window that holds a move of the seat.
    pub(crate) fn window_for(&self, seat: Seat) -> Option<crate::time::Instant> {
        self.claims.closes().filter(|_| self.claims.must_wait(seat))
    }

    pub(crate) fn watch_delay(&self) -> Duration {
        Duration::from_secs(u64::from(self.facts.settings.watch_delay_s))
    }

    /// Returns the log entry about a new player on an engine's seat. `player` is the new player: the engine, or a bot's
    /// level. The entry must precede the player's action. `None` if the player is the same as before.
    pub(crate) fn player_entry(&self, seat: Seat, player: &str) -> Option<Accepted> {
        let known = self.bots.stand_in(seat.index()).level.as_deref().unwrap_or(ENGINE);
        let changed = (known != player).then(|| player.to_owned())?;
        self.table.check(Intent::TakeOver { seat, bot: Some(changed), why: Why::Away }).ok()
    }

    /// Returns the seats of people who are present and play themselves.
    pub(crate) fn playing_themselves(&self) -> impl Iterator<Item = usize> {
        let themselves = |index: &usize| self.presence.is_here(*index) && self.bots.stand_in(*index).level.is_none();
        (0..self.seats()).filter(themselves)
    }

    /// True if everybody who is present wants the next deal.
    pub(crate) fn all_ready(&self) -> bool {
        let mut there = self.playing_themselves().peekable();
        there.peek().is_some() && there.all(|index| self.schedule.is_ready(index))
    }

    /// Opens the match again with another setup, before anybody has seen a card. Returns whether the setup is possible.
    /// If so, the new match replaces the old one.
    pub(crate) fn open_match(&mut self, setup: table::Setup) -> bool {
        catalog::open(setup).map(|table| self.table = table).is_ok()
    }

    pub(crate) fn arrangement(&self) -> Arrangement {
        Arrangement {
            seating: self.seating.clone(),
            paused: self.clocks.is_paused(),
            armed: self.claims.armed().to_vec(),
            passes: self.engines.passes().to_vec(),
            played_ms: self.play.stored_ms(),
            shuffle: self.facts.shuffle.clone(),
        }
    }

    pub(crate) fn arranged(&self, change: impl FnOnce(&mut Arrangement)) -> Arrangement {
        let mut arrangement = self.arrangement();
        change(&mut arrangement);
        arrangement.tidy(&self.seating)
    }
}
