//! The people on the seats, the host, and the people who get a seat with a later deal.

use game::{Seat, Viewer};

use crate::ids::PersonId;
use crate::names::{bot_for, name_beside};
use crate::seated::{ENGINE, Newcomer, Seated};

/// The people on the seats. A change is made in a copy. The copy is stored as part of an arrangement before the change
/// applies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Seating {
    seats: Vec<Seated>,
    host: Option<PersonId>,
    /// The time when the match began; `None` while people gather.
    started_ms: Option<i64>,
    /// The seats that each person has had in this match, so that nobody sees two hands.
    sat: Vec<(i64, u8)>,
    newcomers: Vec<Newcomer>,
    /// The people whom the host has removed for this match, with the time; 0 if the person was only refused a seat.
    removed: Vec<(i64, i64)>,
    /// The table where the same people play again.
    rematch: Option<String>,
}

impl Seating {
    /// Loads the seating as it is stored. `sat`: the seats that each person has had; `removed`: the people whom the
    /// host has removed; `rematch`: the table where the same people play again.
    pub(crate) fn load(
        (seats, host, started_ms): (Vec<Seated>, Option<PersonId>, Option<i64>),
        (sat, newcomers): (Vec<(i64, u8)>, Vec<Newcomer>),
        (removed, rematch): (Vec<(i64, i64)>, Option<String>),
    ) -> Seating {
        Seating { seats, host, started_ms, sat, newcomers, removed, rematch }
    }

    pub(crate) fn seats(&self) -> &[Seated] {
        &self.seats
    }

    pub(crate) fn seat(&self, index: usize) -> &Seated {
        &self.seats[index]
    }

    pub(crate) fn names(&self) -> Vec<String> {
        self.seats.iter().map(|seated| seated.name.clone()).collect()
    }

    pub(crate) fn host(&self) -> Option<PersonId> {
        self.host
    }

    pub(crate) fn started_ms(&self) -> Option<i64> {
        self.started_ms
    }

    pub(crate) fn sat(&self) -> &[(i64, u8)] {
        &self.sat
    }

    pub(crate) fn newcomers(&self) -> &[Newcomer] {
        &self.newcomers
    }

    pub(crate) fn removed(&self) -> &[(i64, i64)] {
        &self.removed
    }

    pub(crate) fn rematch(&self) -> Option<&str> {
        self.rematch.as_deref()
    }

    pub(crate) fn has_begun(&self) -> bool {
        self.started_ms.is_some()
    }

    pub(crate) fn seat_of(&self, person: PersonId) -> Option<Seat> {
        let index = self.seats.iter().position(|seated| seated.person == Some(person))?;
        Some(Seat::new(index as u8))
    }

    pub(crate) fn viewer(&self, person: PersonId) -> Viewer {
        self.seat_of(person).map_or(Viewer::Public, Viewer::Seat)
    }

    /// Returns the level of the bots on all seats but this one. `None` if another seat has a person or an engine, or if
    /// the levels differ.
    pub(crate) fn level_against(&self, index: usize) -> Option<&str> {
        let mut others = self.seats.iter().enumerate().filter(|(seat, _)| *seat != index).map(|(_, other)| &other.bot);
        let level = others.next()?.as_deref().filter(|level| *level != ENGINE)?;
        others.all(|other| other.as_deref() == Some(level)).then_some(level)
    }

    pub(crate) fn host_seat(&self) -> Option<Seat> {
        self.host.and_then(|host| self.seat_of(host))
    }

    pub(crate) fn people(&self) -> impl Iterator<Item = (usize, PersonId)> {
        self.seats.iter().enumerate().filter_map(|(index, seated)| Some((index, seated.person?)))
    }

    pub(crate) fn is_engines(&self, index: usize) -> bool {
        self.seats[index].bot.as_deref() == Some(ENGINE)
    }

    pub(crate) fn is_removed(&self, person: PersonId) -> bool {
        self.removed.iter().any(|(other, _)| *other == person.0)
    }

    pub(crate) fn has_sat(&self, person: PersonId) -> bool {
        self.seats_of(person).next().is_some()
    }

    /// Returns the seats that a person has had in this match.
    pub(crate) fn seats_of(&self, person: PersonId) -> impl Iterator<Item = usize> {
        self.sat.iter().filter(move |(other, _)| *other == person.0).map(|(_, seat)| usize::from(*seat))
    }

    /// Returns whether a person has a seat, now or from a later deal on.
    pub(crate) fn has_place(&self, person: PersonId) -> bool {
        self.seat_of(person).is_some() || self.next_seat_of(person).is_some()
    }

    /// Returns the seat that a person has from a later deal on.
    pub(crate) fn next_seat_of(&self, person: PersonId) -> Option<u8> {
        self.newcomers.iter().find(|newcomer| newcomer.person == person).map(|newcomer| newcomer.seat)
    }

    pub(crate) fn newcomer_at(&self, index: usize) -> Option<PersonId> {
        let newcomer = self.newcomers.iter().find(|newcomer| usize::from(newcomer.seat) == index)?;
        Some(newcomer.person)
    }

    /// Returns a seat that is free before the match: the wanted one or, if none is wanted, the first.
    pub(crate) fn free_before(&self, wanted: Option<u8>) -> Option<usize> {
        let free = |index: usize| self.seats[index].person.is_none() && self.seats[index].bot.is_none();
        self.find(wanted, free)
    }

    /// Returns a bot's seat that a person can have from the next deal on. If the person wants no certain seat, returns
    /// the first one.
    pub(crate) fn free_next(&self, person: PersonId, wanted: Option<u8>) -> Option<u8> {
        // A person who has seen one hand of this match must not see another.
        let before = self.seats_of(person).next();
        let free = |index: usize| {
            // An engine keeps its seat as a person does.
            self.seats[index].bot.as_deref().is_some_and(|level| level != ENGINE)
                && before.is_none_or(|before| before == index)
                && self.newcomer_at(index).is_none()
        };
        self.find(wanted, free).map(|index| index as u8)
    }

    fn find(&self, wanted: Option<u8>, free: impl Fn(usize) -> bool) -> Option<usize> {
        match wanted {
            Some(wanted) => Some(usize::from(wanted)).filter(|index| *index < self.seats.len() && free(*index)),
            None => (0..self.seats.len()).find(|index| free(*index)),
        }
    }

    /// Returns the person who becomes the host after the person on the seat `after`. People who are present have
    /// priority over other people with a seat.
    pub(crate) fn heir(&self, after: Option<Seat>, is_here: impl Fn(usize) -> bool) -> Option<PersonId> {
        let others = || self.people().filter(|(index, _)| Some(*index) != after.map(Seat::index));
        others().find(|(index, _)| is_here(*index)).or_else(|| others().next()).map(|(_, person)| person)
    }
}

/// Changes of the seating. They are made in the copy that is going to be stored.
impl Seating {
    pub(crate) fn clear(&mut self, index: usize) {
        self.seats[index] = Seated::default();
    }

    /// Gives the person of a seat a name that differs from all others.
    pub(crate) fn rename(&mut self, index: usize, name: &str) {
        self.seats[index].name.clear();
        self.seats[index].name = name_beside(&self.seats, name);
    }

    /// Puts a person on a seat, under a name that differs from all others.
    pub(crate) fn seat_person(&mut self, index: usize, person: PersonId, name: &str) {
        self.clear(index);
        let name = name_beside(&self.seats, name);
        self.seats[index] = Seated { name, person: Some(person), bot: None };
        self.host = self.host.or(Some(person));
    }

    /// Gives a seat to a bot, with a new name that is not the name of the person who had the seat.
    pub(crate) fn seat_bot(&mut self, index: usize, level: &str) {
        if self.seats[index].person.is_none() {
            self.clear(index);
        }
        self.seats[index] = bot_for(&self.seats, level);
    }

    /// Gives every free seat to a bot.
    pub(crate) fn fill(&mut self, level: &str) {
        for index in 0..self.seats.len() {
            if self.seats[index].person.is_none() && self.seats[index].bot.is_none() {
                self.seat_bot(index, level);
            }
        }
    }

    pub(crate) fn swap(&mut self, a: usize, b: usize) {
        self.seats.swap(a, b);
    }

    pub(crate) fn hand_over(&mut self, host: Option<PersonId>) {
        self.host = host;
    }

    /// Removes a person for this match.
    pub(crate) fn remove(&mut self, person: PersonId, at_ms: i64) {
        self.removed.push((person.0, at_ms));
    }

    /// Removes a deleted person from the seating. The store makes the same change to the stored seats. No other data of
    /// the table name the person. If the match goes on, a bot of the level `stand_in` plays on.
    pub(crate) fn erase(&mut self, person: PersonId, stand_in: Option<&str>) {
        for index in 0..self.seats.len() {
            let has = self.seats[index].person == Some(person);
            let had = self.seats_of(person).any(|had| had == index) && self.seats[index].person.is_none();
            if has {
                self.seats[index] = Seated { bot: stand_in.map(str::to_owned), ..Seated::default() };
            }
            if had || (has && self.has_begun()) {
                self.seats[index].name = format!("Player {}", index + 1);
            }
        }
        self.sat.retain(|(other, _)| *other != person.0);
        self.removed.retain(|other| other.0 != person.0);
        self.remove_newcomer(person);
        if self.host == Some(person) {
            self.host = self.heir(None, |_| false);
        }
    }

    pub(crate) fn add_newcomer(&mut self, newcomer: Newcomer) {
        self.newcomers.push(newcomer);
    }

    pub(crate) fn admit(&mut self, newcomer: &Newcomer, name: &str) {
        let (person, seat) = (newcomer.person, newcomer.seat);
        self.remove_newcomer(person);
        self.seat_person(usize::from(seat), person, name);
        if !self.sat.contains(&(person.0, seat)) {
            self.sat.push((person.0, seat));
        }
    }

    /// Gives seats in a rematch to those who came too late for this match. `name` returns the name of a person.
    pub(crate) fn admit_all(&mut self, name: impl Fn(PersonId) -> String) {
        for newcomer in std::mem::take(&mut self.newcomers) {
            self.seat_person(usize::from(newcomer.seat), newcomer.person, &name(newcomer.person));
        }
    }

    /// Gives a bot's seat or a free seat to an engine. The name of a bot's seat stays, because the record contains the
    /// name.
    pub(crate) fn seat_engine(&mut self, index: usize) {
        match self.seats[index].bot {
            Some(_) => self.seats[index].bot = Some(ENGINE.to_owned()),
            None => self.seat_bot(index, ENGINE),
        }
    }

    /// Gives the seat of an engine to a bot of this level. The seat keeps its name.
    pub(crate) fn replace_engine(&mut self, index: usize, level: &str) {
        if self.is_engines(index) {
            self.seats[index].bot = Some(level.to_owned());
        }
    }

    pub(crate) fn open_rematch(&mut self, table: String) {
        self.rematch = Some(table);
    }

    pub(crate) fn begin(&mut self, unix_ms: i64) {
        self.started_ms = Some(unix_ms);
        self.sat = self.people().map(|(index, person)| (person.0, index as u8)).collect();
    }

    pub(crate) fn remove_newcomer(&mut self, person: PersonId) {
        self.newcomers.retain(|newcomer| newcomer.person != person);
    }
}
