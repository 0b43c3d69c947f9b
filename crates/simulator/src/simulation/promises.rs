//! Promises that are checked in addition to those of the witness.

use std::time::Duration;

use cards::Seed;
use game::{Rng, Seat, Viewer};
use protocol::{ClockKind, Command, SharedAttempt, SharedShuffle, ShuffleStep};
use room::{ConnectionId, Denied, Effect, Input, PersonId, StoreFault};
use table::{AnyTable, MatchPhase};

use super::nodes::SimulatedNode;
use super::storing::load;
use super::{Broken, SimulatedEvent, Simulation, broken};
use crate::person::Mood;

/// The longest time for which play may stand still once people are calm, without the grace time of the table. It covers
/// a lease, a clock, a claim window, and the time until a retry.
const LONGEST_WAIT: Duration = Duration::from_secs(5 + 60 + 60 + 10 + 10);
/// The number of further log entries after which the check no longer waits for the end of the deal. The limit is needed
/// because a solitaire, or random play of Kaël, can take long.
const CALM_ENTRIES: usize = 150;
/// At several nodes, the number of further log entries that proves that play goes on by clocks alone. The number is
/// small, because a clock has to run out for each entry.
const IDLE_ENTRIES: usize = 12;

impl Simulation {
    /// Makes people calm. Either they come and play, or they stay but leave play to clocks and bots, or all but one of
    /// them go. Checks that play goes on until the deal ends or has a certain number of further entries.
    pub(super) fn calm_down(&mut self) -> Result<(), Broken> {
        let (clocks, grace) = (self.plan.settings.clock != ClockKind::None, self.plan.settings.grace_s);
        let way = Rng::stream(self.plan.seed, 4).below(3);
        let idle = way == 1 && clocks;
        let most = if idle && self.is_shared() { IDLE_ENTRIES } else { CALM_ENTRIES };
        // One person stays, and bots play for all others.
        let alone = way == 2 && grace.is_some() && self.phase() == MatchPhase::Deal;
        let stays = self.seated_people().into_iter().find(|person| alone && self.will_come(*person));
        let begun = self.disk.log.len();
        let mut last = (self.clock, begun);
        self.mood = if idle { Mood::Idle } else { Mood::Calm };
        if let Some(stays) = stays {
            self.all_go_but(stays);
        }
        let longest = LONGEST_WAIT + Duration::from_secs(u64::from(grace.unwrap_or(0)));
        loop {
            let length = self.disk.log.len();
            if length != last.1 {
                last = (self.clock, length);
            }
            let people = self.seated_people();
            let play = !people.is_empty() && people.iter().all(|person| self.will_come(*person));
            // The person who was chosen to stay may already have left the seat.
            let left = stays.is_some_and(|stays| !people.contains(&stays));
            if self.phase() != MatchPhase::Deal || length > begun + most || !play || left {
                return Ok(());
            }
            if self.clock > last.0 + longest {
                return Err(broken(3)(format!("play has stood still for {longest:?}; {people:?} have the seats")));
            }
            self.step()?;
        }
    }

    fn seated_people(&self) -> Vec<PersonId> {
        self.disk.seats.iter().filter_map(|seated| seated.person).collect()
    }

    /// Returns true if this person is going to play. Nothing is promised for people who never come.
    fn will_come(&self, person: PersonId) -> bool {
        let at = self.people.all.iter().position(|other| other.id == person);
        self.disk.started_ms.is_some() && at.is_some_and(|at| !self.mask.people.contains(&at))
    }

    fn all_go_but(&mut self, stays: PersonId) {
        let people = &self.people.all;
        self.events.retain(|_, event| !matches!(event, SimulatedEvent::Act(person) if people[*person].id != stays));
        let gone = self.people.tabs.iter().filter(|(_, tab)| people[tab.person].id != stays).map(|(tab, _)| *tab);
        gone.collect::<Vec<_>>().into_iter().for_each(|tab| self.hang_up(tab));
    }

    /// Compares what people see at the owner with a room that is loaded from the log: what each seat sees, and the
    /// whole frame of one seat. The check is possible only if no write is under way.
    pub(super) fn is_true(&mut self, node: usize) -> Result<(), Broken> {
        let Some(loaded) = self.nodes[node].loaded() else { return Ok(()) };
        let disk = &self.disk;
        if !loaded.asked.is_empty() || loaded.room.is_storing() || !self.database.is_owner(loaded.title) {
            return Ok(());
        }
        let (mut fresh, _) = load(None, self.opened(disk), disk, 7, self.clock);
        for seat in Seat::all(self.plan.seats) {
            let seen = |table: &dyn AnyTable| {
                let view = table.view(Viewer::Seat(seat));
                format!("{} {} {:?}", table.at(seat), view.text(), table.legal(seat))
            };
            let [here, stored] = [loaded.room.table(), fresh.table()].map(seen);
            if here != stored {
                return Err(broken(2)(format!("seat {seat} sees\n  {here}\nand the log says\n  {stored}")));
            }
        }
        // The seats differ if a person was deleted just now, because the name changes. In two worlds no frame is
        // compared, because the check makes the room send one, and the worlds need not make this check equally often.
        let behind = disk.log.len() != self.witness.length || self.witness.is_behind();
        let differ = behind || disk.seats != self.witness.seats || self.world.is_some();
        if differ || loaded.room.table().phase() != MatchPhase::Deal {
            return Ok(());
        }
        // Each call checks the frame of one seat. The seats take turns.
        let seat = (self.counted.of("frames of a room loaded anew") % disk.seats.len() as u64) as usize;
        self.counted.count("frames of a room loaded anew");
        let Some(person) = disk.seats[seat].person else { return Ok(()) };
        let of = |(tab, other): &(&ConnectionId, &PersonId)| **other == person && self.witness.knows(**tab);
        let Some((tab, _)) = loaded.connections.iter().find(of) else { return Ok(()) };
        let (tab, now) = (*tab, self.now());
        let frame_to = |effects: &[Effect]| {
            let frame = effects.iter().find_map(|effect| match effect {
                Effect::Send { to, text } if *to == tab && text.starts_with(r#"{"t":"frame""#) => Some(timeless(text)),
                _ => None,
            });
            frame.map_or("nothing".to_owned(), |frame| frame.to_string())
        };
        let opened = Input::Opened { connection: tab, person, name: String::new(), network: None, shuffles: false };
        let stored = frame_to(&fresh.handle(now, opened));
        let room = &mut self.nodes[node].loaded_mut().expect("seen above").room;
        let effects = room.handle(now, Input::Command { connection: tab, command: Command::Frame {} });
        let seen = frame_to(&effects);
        self.carry_out_all(node, effects)?;
        match seen == stored {
            true => Ok(()),
            false => Err(broken(2)(format!("seat {seat} sees\n  {seen}\nand the log says\n  {stored}"))),
        }
    }

    /// Checks that the table of a single node is loaded again only if the room and the store may disagree, and that no
    /// connection of a person who may stay is ended.
    pub(super) fn others_stay(
        &self,
        node: usize,
        refused: Option<StoreFault>,
        effects: &[Effect],
    ) -> Result<(), String> {
        let Some(loaded) = self.nodes[node].loaded().filter(|_| !self.is_shared()) else { return Ok(()) };
        let excused = refused.is_some_and(|fault| !fault.wrote_nothing());
        let watched = self.plan.settings.watch;
        for effect in effects {
            match effect {
                Effect::Reload if !excused => return Err("the table is loaded again under its people".to_owned()),
                Effect::HangUp(tab) => {
                    let Some(tab_of) = self.people.tabs.get(tab) else { continue };
                    let person = self.people.all[tab_of.person].id;
                    let seated = self.witness.seats.iter().any(|seated| seated.person == Some(person));
                    let removed = loaded.room.record(Some(person)) == Err(Denied::Removed);
                    if (seated || watched) && !removed && !self.disk.deleted.contains(&person) {
                        return Err(format!("person {} may be here, and connection {} ends", person.0, tab.0));
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    pub(super) fn check_the_end(&mut self) -> Result<(), Broken> {
        self.witness.commands_are_logged(&self.disk).map_err(broken(1))?;
        // The whole stored log must follow the rules.
        let (mut table, _) = self.opened(&self.disk);
        room::restore(table.as_mut(), &self.disk.log)
            .map_err(|(number, why)| broken(1)(format!("entry {number} cannot be read back: {why}")))?;
        let loaded = self.nodes.iter().filter_map(SimulatedNode::loaded).map(|loaded| loaded.room.table());
        loaded.chain([table.as_ref()]).try_for_each(|table| {
            record_hides_the_deal(table)?;
            record_is_right(table)
        })
    }

    /// Updates the secrets, which change while people shuffle. When the match begins, passes the witness the table with
    /// the shuffled cards.
    pub(super) fn shuffles(&mut self) {
        if self.has_begun {
            return;
        }
        let (seed, attempts) = self.disk.kept.seed(self.setup.seed);
        let counts = attempts.last().and_then(|last| last.secret).or(self.disk.kept.open_secret(self.setup.seed));
        let secrets = counts.into_iter().chain([seed, self.setup.seed]);
        self.secrets = secrets.map(Seed::reveal).collect();
        self.secrets.dedup();
        if self.disk.started_ms.is_some() {
            self.has_begun = true;
            self.witness.begins(self.clock, self.opened(&self.disk).0);
        }
    }

    /// Returns true if the match is over at a node.
    fn is_over_at(&self, node: usize) -> bool {
        self.nodes[node].loaded().is_some_and(|loaded| loaded.room.table().phase() == MatchPhase::Over)
    }

    /// Checks that a text of a node contains no secret from which the cards of the running match follow.
    pub(super) fn holds_no_secret(&self, node: usize, text: &str) -> Result<(), Broken> {
        let holds = self.plan.seats > 1
            && !self.is_over_at(node)
            && self.secrets.iter().any(|secret| text.contains(secret.as_str()));
        if holds { Err(broken(6)(format!("a secret of the shuffles is told: {text}"))) } else { Ok(()) }
    }

    /// Checks that messages about shuffling together come in order, and that no message changes what an earlier one
    /// said.
    pub(super) fn shuffle_is_fair(&mut self, node: usize, text: &str) -> Result<(), Broken> {
        let sent: SharedShuffle = serde_json::from_str(text).map_err(|error| broken(6)(format!("{error}: {text}")))?;
        let unfair = unfair(&sent, self.is_over_at(node)).or_else(|| {
            let changed = |(was, is): (&SharedAttempt, &SharedAttempt)| has_changed(was, is);
            let before = self.last_shuffle.as_ref()?;
            let shorter = before.attempts.len() > sent.attempts.len();
            let changed = shorter || before.attempts.iter().zip(&sent.attempts).any(changed);
            changed.then_some("what was told before is told otherwise")
        });
        if let Some(why) = unfair {
            return Err(broken(6)(format!("{why}: {text}")));
        }
        self.last_shuffle = Some(sent);
        Ok(())
    }
}

/// Checks that the record of a running match holds neither its seed nor the deal in play.
fn record_hides_the_deal(table: &dyn AnyTable) -> Result<(), Broken> {
    if table.setup().names.len() == 1 || table.phase() == MatchPhase::Over {
        return Ok(());
    }
    let value: serde_json::Value =
        serde_json::from_str(&table.record()).map_err(|error| broken(5)(error.to_string()))?;
    let deals = value["deals"].as_array().map_or(0, Vec::len);
    let finished = table.deal() as usize + usize::from(table.phase() == MatchPhase::Between);
    match value.get("seed").is_some_and(|seed| !seed.is_null()) || deals != finished {
        true => Err(broken(5)(format!("the record of a match that goes on tells {deals} deals of {finished}"))),
        false => Ok(()),
    }
}

/// Checks that the record contains the origin of the cards, and that the record has no fault.
fn record_is_right(table: &dyn AnyTable) -> Result<(), Broken> {
    let record = table.record();
    let raw = table::record::Raw::read(&record).map_err(|error| broken(6)(format!("{error:?}: {record}")))?;
    catalog::check(&raw).map_err(|fault| broken(6)(format!("{fault:?}: {record}")))?;
    Ok(())
}

/// Returns the fault of a message about shuffling together, if it has one. `over` is true if the match is over.
fn unfair(sent: &SharedShuffle, over: bool) -> Option<&'static str> {
    let (last, void) = sent.attempts.split_last()?;
    let any = |list: &[Option<String>]| list.iter().any(Option::is_some);
    let withheld = |attempt: &SharedAttempt| attempt.h.iter().zip(&attempt.n).any(|(h, n)| h.is_some() && n.is_none());
    let again = void.iter().any(|attempt| !withheld(attempt) || attempt.secret.is_none());
    let found = [
        (last.secret.is_some() && !over, "a secret is told before the match is over"),
        (sent.step == ShuffleStep::Seal && any(&last.h), "a hash is told before the list is complete"),
        (sent.step != ShuffleStep::Done && any(&last.n), "a nonce is told before all are known"),
        (sent.step == ShuffleStep::Done && withheld(last), "the cards are dealt though a seat has not told its nonce"),
        (again, "another attempt follows one that nobody has made void"),
    ];
    found.into_iter().find_map(|(wrong, why)| wrong.then_some(why))
}

/// Returns true if a part of an attempt has changed after it was sent.
fn has_changed(was: &SharedAttempt, is: &SharedAttempt) -> bool {
    let listed = was.h.iter().any(Option::is_some);
    let other = |(was, is): (&Option<String>, &Option<String>)| was.is_some() && was != is;
    was.commitment != is.commitment
        || (listed && was.h != is.h)
        || was.n.iter().zip(&is.n).any(other)
        || (was.secret.is_some() && was.secret != is.secret)
}

/// Returns a frame without the fields that depend on the connection or on the moment: its number, the events before it,
/// the clocks, and the people who are present.
fn timeless(text: &str) -> serde_json::Value {
    let mut frame: serde_json::Value = serde_json::from_str(text).expect("a frame that was read before");
    let object = frame.as_object_mut().expect("a frame is an object");
    for key in ["n", "since", "window", "clock", "played_ms", "held", "advised", "rest"] {
        object.remove(key);
    }
    for seat in object["seats"].as_array_mut().into_iter().flatten().filter_map(|seat| seat.as_object_mut()) {
        for key in ["away_ms", "lag_ms", "here", "ready", "bot_votes", "looks", "time_up", "next_name", "stand_in"] {
            seat.remove(key);
        }
    }
    frame
}
