//! Promises that are checked in addition to those of the witness.

use cards::Seed;
use protocol::{SharedAttempt, ShuffleStep};
use table::AnyTable;

use super::*;

/// A table whose people become calm at the end.
pub(crate) trait CalmingTable {
    fn state(&self) -> CalmingState<'_>;
    fn set_mood(&mut self, mood: Mood);
    /// Returns true if this person is going to play. Nothing is promised for people who never come.
    fn will_come(&self, person: PersonId) -> bool;
    fn all_go_but(&mut self, stays: PersonId);
    fn step(&mut self) -> Result<(), Broken>;
}

/// The state of such a table.
pub(crate) struct CalmingState<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) disk: &'a Disk,
    pub(crate) clock: Duration,
    pub(crate) phase: MatchPhase,
}

/// Makes people calm. Either they come and play, or they stay but leave play to clocks and bots, or all but one of them
/// go. Checks that play goes on until the deal ends or has a certain number of further entries. `stream` is the stream
/// of random numbers for this choice. `longest` is the time for which play may stand still, in addition to the grace
/// time.
pub(crate) fn calm_down(
    table: &mut impl CalmingTable,
    stream: u64,
    longest: Duration,
    idle_entries: usize,
) -> Result<(), Broken> {
    let CalmingState { plan, disk, clock, phase } = table.state();
    let (clocks, grace) = (plan.settings.clock != ClockKind::None, plan.settings.grace_s);
    let way = Rng::stream(plan.seed, stream).below(3);
    let idle = way == 1 && clocks;
    let most = if idle { idle_entries } else { CALM_ENTRIES };
    // One person stays, and bots play for all others.
    let alone = way == 2 && grace.is_some() && phase == MatchPhase::Deal;
    let mut seated = disk.seats.iter().filter_map(|seated| seated.person);
    let stays = seated.find(|person| alone && table.will_come(*person));
    let begun = disk.log.len();
    let mut last = (clock, begun);
    table.set_mood(if idle { Mood::Idle } else { Mood::Calm });
    if let Some(stays) = stays {
        table.all_go_but(stays);
    }
    let longest = longest + Duration::from_secs(u64::from(grace.unwrap_or(0)));
    loop {
        let CalmingState { disk, clock, phase, .. } = table.state();
        let length = disk.log.len();
        if length != last.1 {
            last = (clock, length);
        }
        let people: Vec<PersonId> = disk.seats.iter().filter_map(|seated| seated.person).collect();
        let play = !people.is_empty() && people.iter().all(|person| table.will_come(*person));
        // The person who was chosen to stay may already have left the seat.
        let left = stays.is_some_and(|stays| !people.contains(&stays));
        if phase != MatchPhase::Deal || length > begun + most || !play || left {
            return Ok(());
        }
        if clock > last.0 + longest {
            return Err(broken(3)(format!("play has stood still for {longest:?}; {people:?} have the seats")));
        }
        table.step()?;
    }
}

impl CalmingTable for Simulation {
    fn state(&self) -> CalmingState<'_> {
        let Simulation { plan, disk, clock, room, .. } = self;
        CalmingState { plan, disk, clock: *clock, phase: room.table().phase() }
    }

    fn set_mood(&mut self, mood: Mood) {
        self.mood = mood;
    }

    fn will_come(&self, person: PersonId) -> bool {
        let at = self.people.all.iter().position(|other| other.id == person);
        self.disk.started_ms.is_some() && at.is_some_and(|at| !self.mask.people.contains(&at))
    }

    fn all_go_but(&mut self, stays: PersonId) {
        for tab in self.people.tabs.keys().copied().collect::<Vec<_>>() {
            if self.people.all[self.people.tabs[&tab]].id != stays {
                self.lose(tab, true);
            }
        }
        let goes = |event: &SimulatedEvent| matches!(event, SimulatedEvent::Act(person) if self.people.all[*person].id != stays);
        self.events.retain(|_, (_, event)| !goes(event));
    }

    fn step(&mut self) -> Result<(), Broken> {
        if self.room.is_forgotten(Instant::after(self.clock)) {
            // The room closes a table that nobody has needed for a while. It is loaded again when somebody comes.
            return self.load_again();
        }
        let wake = self.room.next_wake().map(Instant::elapsed);
        let next = self.events.first_key_value().map(|((at, _), _)| *at);
        match (next, wake) {
            (None, None) => Err(broken(3)("nothing is going to happen any more".to_owned())),
            (next, Some(wake)) if next.is_none_or(|next| wake < next) => {
                self.woken = if wake <= self.clock { self.woken + 1 } else { 0 };
                if self.woken > MOST_WAKES {
                    let words = format!("the room wants to be woken at {wake:?}, and does nothing then");
                    return Err(broken(3)(words));
                }
                self.clock = self.clock.max(wake);
                self.handle_input(Input::Time)
            }
            _ => {
                let ((at, _), (life, event)) = self.events.pop_first().expect("there is one");
                self.clock = self.clock.max(at);
                self.happen(life, event)
            }
        }
    }
}

impl Simulation {
    /// Checks that a seat's frame is equal to the frame of a room that is loaded from the log. The check is possible
    /// only if no write is under way.
    pub(super) fn frames_are_true(&mut self) -> Result<(), Broken> {
        // The seats differ if a person was deleted just now, because the name changes.
        let behind = self.disk.log.len() != self.witness.length
            || self.witness.is_behind()
            || self.disk.seats != self.witness.seats;
        if behind || self.room.is_storing() || !self.asked.is_empty() || self.room.table().phase() != MatchPhase::Deal {
            return Ok(());
        }
        // Each call checks one seat. The seats take turns.
        let seat = (self.counted.of("frames of a room loaded anew") % self.disk.seats.len() as u64) as usize;
        self.counted.count("frames of a room loaded anew");
        let Some(person) = self.disk.seats[seat].person else { return Ok(()) };
        let of = |tab: &&ConnectionId| self.people.all[self.people.tabs[*tab]].id == person;
        let Some(tab) = self.people.tabs.keys().find(of).copied().filter(|tab| self.witness.knows(*tab)) else {
            return Ok(());
        };
        let (mut fresh, _) = load(None, opened(&self.plan, &self.setup, &self.disk), &self.disk, 7, self.clock);
        let now = self.now();
        let (effects, same) = frame_is_true(&mut self.room, &mut fresh, (tab, person), now);
        for effect in effects {
            self.carry_out(effect)?;
        }
        same.map_err(|words| broken(2)(format!("seat {seat} {words}")))
    }

    /// Checks that the table is loaded again only if the room and the store may disagree, and that no connection of a
    /// person who may stay is ended.
    pub(super) fn others_stay(&self, refused: Option<StoreFault>, effects: &[Effect]) -> Result<(), String> {
        let excused = refused.is_some_and(|fault| !fault.wrote_nothing());
        let watched = self.plan.settings.watch;
        for effect in effects {
            match effect {
                Effect::Reload if !excused => return Err("the table is loaded again under its people".to_owned()),
                Effect::HangUp(tab) => {
                    let Some(person) = self.people.tabs.get(tab).map(|person| self.people.all[*person].id) else {
                        continue;
                    };
                    let seated = self.witness.seats.iter().any(|seated| seated.person == Some(person));
                    let removed = self.room.record(Some(person)) == Err(Denied::Removed);
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
        let (mut table, _) = opened(&self.plan, &self.setup, &self.disk);
        room::restore(table.as_mut(), &self.disk.log)
            .map_err(|(number, why)| broken(1)(format!("entry {number} cannot be read back: {why}")))?;
        record_hides_the_deal(self.room.table())?;
        self.record_is_right()
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
            self.witness.begins(self.clock, opened(&self.plan, &self.setup, &self.disk).0);
        }
    }

    /// Checks that a text contains no secret from which the cards of the running match follow.
    pub(super) fn holds_no_secret(&self, text: &str) -> Result<(), Broken> {
        let holds = self.plan.seats > 1
            && self.room.table().phase() != MatchPhase::Over
            && self.secrets.iter().any(|secret| text.contains(secret.as_str()));
        if holds { Err(broken(6)(format!("a secret of the shuffles is told: {text}"))) } else { Ok(()) }
    }

    /// Checks that messages about shuffling together come in order, and that no message changes what an earlier one
    /// said.
    pub(super) fn shuffle_is_fair(&mut self, text: &str) -> Result<(), Broken> {
        let sent: SharedShuffle = serde_json::from_str(text).map_err(|error| broken(6)(format!("{error}: {text}")))?;
        let over = self.room.table().phase() == MatchPhase::Over;
        let unfair = unfair(&sent, over).or_else(|| {
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

    /// Checks that the record contains the origin of the cards, and that the record has no fault.
    fn record_is_right(&self) -> Result<(), Broken> {
        let record = self.room.table().record();
        let raw = table::record::Raw::read(&record).map_err(|error| broken(6)(format!("{error:?}: {record}")))?;
        catalog::check(&raw).map_err(|fault| broken(6)(format!("{fault:?}: {record}")))?;
        Ok(())
    }
}

/// Compares the frame that a room sends to a connection with the frame that a newly loaded room sends. Also returns the
/// effects of the first room.
pub(crate) fn frame_is_true(
    room: &mut Room,
    fresh: &mut Room,
    (tab, person): (ConnectionId, PersonId),
    now: Now,
) -> (Vec<Effect>, Result<(), String>) {
    let frame_to = |effects: &[Effect]| {
        let frame = effects.iter().find_map(|effect| match effect {
            Effect::Send { to, text } if *to == tab && text.starts_with(r#"{"t":"frame""#) => Some(timeless(text)),
            _ => None,
        });
        frame.map_or("nothing".to_owned(), |frame| frame.to_string())
    };
    let effects = room.handle(now, Input::Command { connection: tab, command: Command::Frame {} });
    let opened = Input::Opened { connection: tab, person, name: String::new(), network: None, shuffles: false };
    let (seen, stored) = (frame_to(&effects), frame_to(&fresh.handle(now, opened)));
    let same = if seen == stored { Ok(()) } else { Err(format!("sees\n  {seen}\nand the log says\n  {stored}")) };
    (effects, same)
}

/// Checks that the record of a running match holds neither its seed nor the deal in play.
pub(crate) fn record_hides_the_deal(table: &dyn AnyTable) -> Result<(), Broken> {
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
