//! One table on a virtual clock: the shell around a room, with people, bots, an engine and a store that follow the
//! plan. Two runs with the same seed are identical to the byte, because everything follows from the plan.

mod engine;
mod people;
pub(crate) mod promises;
pub(crate) mod storing;

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use game::{Rng, Seat};
use protocol::{ClockKind, Command, Open, Races, SharedShuffle};
use room::log_entry::LogEntry;
use room::{
    BotQuestion, BotReply, ConnectionId, Denied, Effect, EngineId, EnginePass, Finding, Input, Instant, LaterWrite,
    NotStored, Now, Pace, PersonId, RequestId, Room, Saved, Seated, StoreFault, TaskId, Work, Write, WriteId,
};
use table::{AnyBot, MatchPhase};

use crate::counted::Counted;
use crate::disk::{Disk, Refused};
use crate::engine::{EngineAct, SimulatedEngine};
use crate::faults::Shell;
use crate::person::{Act, Mood, Person};
use crate::plan::{Mask, Plan};
use crate::witness::{Circumstances, Witness, hash};

use self::promises::CalmingTable;
use self::storing::{load, opened};

/// The time of the calendar at the beginning, in milliseconds since 1970.
pub(crate) const BEGAN_MS: i64 = 1_700_000_000_000;
/// The time that a message takes from a person to the room, or back.
const WAY: Duration = Duration::from_millis(5);
/// The number of steps after which a frame is compared with that of a newly loaded room.
const COMPARED_EVERY: u64 = 64;
/// The longest time for which play may stand still once people are calm: the sum of a clock, a grace time, a claim
/// window, and the time until a retry.
const LONGEST_WAIT: Duration = Duration::from_secs(60 + 60 + 10 + 10);
/// The first number for requests of people who delete themselves.
const DELETES: u64 = 10_000;
/// The greatest number of inputs that a room may get at the same moment. The first of them should make the room do
/// everything that is due at that moment.
pub(crate) const MOST_WAKES: u32 = 50;
/// The number of further log entries after which the check no longer waits for the end of the deal. The limit is needed
/// because a solitaire, or random play of Kaël, can take long.
pub(crate) const CALM_ENTRIES: usize = 150;

enum SimulatedEvent {
    Input(Box<Input>),
    /// A write reaches the disk. Its answer comes later.
    Commit(Box<Write>),
    BotAnswered {
        task: TaskId,
        bot: Box<dyn AnyBot>,
        seat: Seat,
        action: Option<String>,
        took: Duration,
    },
    Hear {
        person: usize,
        tab: ConnectionId,
        text: String,
    },
    Act(usize),
    Engine(EngineAct),
    /// A person who has left the seat is deleted from the store.
    Delete(usize),
}

/// A promise that was broken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken {
    /// The number of the promise in docs/reliability.md.
    pub check: u8,
    /// A description of the fault.
    pub words: String,
}

pub(crate) fn broken(check: u8) -> impl Fn(String) -> Broken {
    move |words| Broken { check, words }
}

/// A table on a virtual clock.
pub struct Simulation {
    pub(crate) plan: Plan,
    mask: Mask,
    rng: Rng,
    clock: Duration,
    events: BTreeMap<(Duration, u64), (u32, SimulatedEvent)>,
    order: u64,
    /// The number of times that the process has ended. Events for an earlier process do not arrive.
    life: u32,
    setup: table::Setup,
    disk: Disk,
    room: Room,
    shell: Shell,
    people: SimulatedPeople,
    /// For each write that the store has not answered yet, its entries and seats. The witness gets them with the
    /// answer.
    asked: BTreeMap<WriteId, (Vec<LogEntry>, Option<Vec<Seated>>)>,
    engine: Option<SimulatedEngine>,
    /// The time at which the last write is answered. No later write may be answered earlier, because answers come in
    /// the order of the writes.
    answered: Duration,
    witness: Witness,
    last_shuffle: Option<SharedShuffle>,
    /// The secrets that no text may contain before the match ends: the table's seed, and the secret of the valid
    /// attempt to shuffle.
    secrets: Vec<String>,
    /// True once the witness knows the cards.
    has_begun: bool,
    mood: Mood,
    /// The number of times that the room was woken since the time last changed.
    woken: u32,
    /// The counts up to now.
    pub counted: Counted,
    /// The last events, if the caller wants a trace.
    pub trace: Option<VecDeque<String>>,
}

struct SimulatedPeople {
    all: Vec<Person>,
    tabs: BTreeMap<ConnectionId, usize>,
    /// The periods in which each person had no connection: the beginning, and the end if it is over.
    away: Vec<(Duration, Option<Duration>)>,
    want_next: Vec<bool>,
    last_connection: u64,
    acts: u64,
}

impl Simulation {
    /// Opens the table of a plan.
    ///
    /// # Panics
    /// If the plan describes no valid table, which would be an error of the plan.
    pub fn new(plan: Plan, mask: Mask) -> Simulation {
        let plan = plan.without(&mask);
        let mut rng = Rng::stream(plan.seed, 1);
        let count = usize::from(plan.seats);
        let mut seats: Vec<Seated> = vec![Seated::default(); count];
        let mut all = Vec::new();
        for index in 0..usize::from(plan.people) + usize::from(plan.strangers) {
            let id = PersonId(index as i64 + 1);
            let name = format!("Person {}", index + 1);
            let sits = index == 0 || (index < usize::from(plan.people) && rng.below(4) > 0);
            if let Some(seated) = seats.get_mut(index).filter(|_| sits) {
                *seated = Seated { name: name.clone(), person: Some(id), bot: None };
            }
            let dice = Rng::stream(plan.seed, 200 + index as u64).below(8);
            all.push(Person::new(id, name, Rng::stream(plan.seed, 100 + index as u64), dice));
        }
        let alone = plan.settings.open == Open::Alone;
        if alone {
            for index in 1..seats.len() {
                seats[index] = room::names::bot_for(&seats, &plan.settings.level);
            }
        }
        let names = seats.iter().map(|seated| seated.name.clone()).collect();
        let setup = catalog::setup(plan.game, &plan.options, names, plan.deal).expect("a plan is of a table");
        // A solitaire begins immediately. A table of one person and bots also begins immediately, unless the person and
        // the server shuffle together. In that case the table begins when the person is present.
        let begins = alone && (plan.seats == 1 || !plan.settings.begins_when_full);
        let mut disk = Disk::new(seats.clone(), Some(PersonId(1)), begins.then_some(BEGAN_MS));
        if begins {
            disk.kept.sat = vec![(1, 0)];
        }
        let (room, _) = load(plan.fault, opened(&plan, &setup, &disk), &disk, rng.bits(), Duration::ZERO);
        let table = catalog::open(setup.clone()).expect("a plan is of a table");
        let delay = Duration::from_secs(u64::from(plan.settings.watch_delay_s));
        let witness = Witness::new(table, seats, (delay, plan.settings.watch));
        let people = SimulatedPeople {
            away: vec![(Duration::ZERO, None); all.len()],
            want_next: vec![false; all.len()],
            all,
            tabs: BTreeMap::new(),
            last_connection: 0,
            acts: 0,
        };
        let mut simulation = Simulation {
            shell: Shell::new(plan.fault),
            engine: plan.engine.then(|| SimulatedEngine::new(Rng::stream(plan.seed, 3))),
            plan,
            mask,
            rng,
            clock: Duration::ZERO,
            events: BTreeMap::new(),
            order: 0,
            life: 0,
            setup,
            disk,
            room,
            people,
            asked: BTreeMap::new(),
            answered: Duration::ZERO,
            witness,
            last_shuffle: None,
            secrets: Vec::new(),
            has_begun: false,
            mood: Mood::Lively,
            woken: 0,
            counted: Counted::default(),
            trace: None,
        };
        simulation.counted.count("tables");
        for person in 0..simulation.people.all.len() {
            simulation.comes(person);
        }
        if simulation.engine.is_some() {
            simulation.later(Duration::from_millis(400), SimulatedEvent::Engine(EngineAct::WantSeat));
        }
        simulation
    }

    /// Connects a person for the first time. Some people then ask for a seat, as people with an invitation do.
    fn comes(&mut self, person: usize) {
        if self.mask.people.contains(&person) {
            return;
        }
        let invited = person > 0 && person < usize::from(self.plan.people);
        if invited {
            let Person { id, name, .. } = &self.people.all[person];
            let (request, name) = (RequestId(person as u64), name.clone());
            let sit = Input::Sit { request, person: *id, name, network: None, link_ms: Some(i64::MAX) };
            self.later(Duration::from_millis(20 + person as u64), SimulatedEvent::Input(Box::new(sit)));
        }
        let pause = self.people.all[person].pause(Mood::Calm);
        self.later(pause, SimulatedEvent::Act(person));
    }

    /// Plays the table, first with failures, and then with calm people until it is clear that play goes on.
    ///
    /// # Errors
    /// Names the promise that was broken.
    pub fn play(&mut self) -> Result<Counted, Broken> {
        while self.counted.of("steps") < u64::from(self.plan.steps) {
            if self.room.table().phase() == MatchPhase::Over && self.rng.below(40) == 0 {
                break;
            }
            // If all people were removed or left out, the room gets no more inputs.
            let mut people = self.people.all.iter().enumerate();
            if people.all(|(index, person)| self.mask.people.contains(&index) || person.stays_away()) {
                break;
            }
            self.step()?;
        }
        promises::calm_down(self, 2, LONGEST_WAIT, CALM_ENTRIES)?;
        self.check_the_end()?;
        self.counted.count_times("frames held against the log", self.witness.compared);
        Ok(self.counted.clone())
    }

    fn happen(&mut self, life: u32, event: SimulatedEvent) -> Result<(), Broken> {
        match event {
            SimulatedEvent::Act(person) => {
                self.act(person);
                let pause = self.people.all[person].pause(self.mood);
                self.later(pause, SimulatedEvent::Act(person));
                Ok(())
            }
            SimulatedEvent::Commit(write) => {
                self.commit(*write);
                Ok(())
            }
            SimulatedEvent::Engine(said) => self.engine_says(life, said),
            // These messages were on their way when the process ended, so they do not arrive.
            _ if life != self.life => Ok(()),
            SimulatedEvent::Input(input) => self.handle_input(*input),
            SimulatedEvent::Delete(person) => self.delete(person),
            SimulatedEvent::BotAnswered { task, bot, seat, action, took } => {
                self.witness.answered(seat, action.as_deref());
                let result = action.map(|action| (bot, Some(action).filter(|action| !action.is_empty())));
                self.handle_input(Input::BotReply(BotReply { task, took, result }))
            }
            SimulatedEvent::Hear { person, tab, text } => {
                if !self.people.tabs.contains_key(&tab) {
                    return Ok(());
                }
                self.people.all[person].on_message(tab, text).map_err(broken(2))
            }
        }
    }

    /// Passes an input to the room, and carries out its effects. The process can end between any two effects.
    fn handle_input(&mut self, input: Input) -> Result<(), Broken> {
        self.counted.count("steps");
        self.note(|| described(&input));
        self.shuffles();
        let mut dealt = false;
        match &input {
            Input::Stored { write, result } => {
                let asked = self.asked.remove(write);
                if let (Some((entries, seats)), Ok(())) = (asked, result) {
                    entries.iter().filter(|entry| is_act(entry)).for_each(|_| self.counted.count("moves"));
                    dealt = entries.iter().any(|entry| entry.entry.starts_with(r#"{"kind":"next""#));
                    self.witness.stored(entries, seats);
                }
            }
            Input::Closed { connection, .. } => self.witness.closed(*connection),
            _ => {}
        }
        let refused = match &input {
            Input::Stored { result: Err(why), .. } => Some(why.fault),
            _ => None,
        };
        self.witness.refused += u64::from(refused.is_some());
        let now = self.now();
        let effects = self.shell.handle(&mut self.room, now, input);
        self.others_stay(refused, &effects).map_err(broken(7))?;
        for effect in effects {
            let ends = self.mood == Mood::Lively && self.rng.below(1000) < self.plan.failures.crash;
            if ends || !self.carry_out(effect)? {
                return self.crash();
            }
        }
        self.with_witness(|witness, now, around| witness.apply_all(now, around)).map_err(broken(1))?;
        if dealt {
            self.people.want_next.fill(false);
        }
        if !self.room.is_storing() {
            self.witness.all_are_current().map_err(broken(2))?;
        }
        if self.counted.of("steps").is_multiple_of(COMPARED_EVERY) {
            self.frames_are_true()?;
        }
        Ok(())
    }

    fn with_witness<T>(&mut self, ask: impl FnOnce(&mut Witness, Duration, &Circumstances<'_>) -> T) -> T {
        let Simulation { witness, disk, plan, clock, people, .. } = self;
        let (now, seats) = (*clock, witness.seats.clone());
        let index = |person: PersonId| people.all.iter().position(|other| other.id == person);
        let around = Circumstances {
            disk,
            away: &|person| {
                let (since, until) = people.away[index(person)?];
                // A person who came back while the entry was being stored was still away when the room decided on the
                // entry.
                let lately = until.is_none_or(|until| now.saturating_sub(until) < Duration::from_secs(5));
                lately.then(|| now.saturating_sub(since))
            },
            unready: &|by| {
                let mut others = seats.iter().enumerate().filter(|(seat, _)| *seat != usize::from(by));
                others.any(|(_, seated)| {
                    let Some(index) = seated.person.and_then(index) else { return false };
                    let long_here = people.away[index].1.is_some_and(|until| now.saturating_sub(until) > LONGEST_WAIT);
                    long_here && !people.want_next[index]
                })
            },
            grace: plan.settings.grace_s.map(|grace| Duration::from_secs(u64::from(grace))),
            clocks: plan.settings.clock != ClockKind::None,
        };
        ask(witness, now, &around)
    }

    fn now(&self) -> Now {
        Now { instant: Instant::after(self.clock), unix_ms: BEGAN_MS + self.clock.as_millis() as i64 }
    }

    fn later(&mut self, after: Duration, event: SimulatedEvent) {
        self.at(self.clock + after, event);
    }

    fn at(&mut self, moment: Duration, event: SimulatedEvent) {
        self.order += 1;
        self.events.insert((moment, self.order), (self.life, event));
    }

    fn pause(&mut self, most_ms: u32) -> Duration {
        Duration::from_micros(u64::from(self.rng.below(most_ms * 1000 + 1)))
    }

    /// Adds an event to the trace, if a trace is wanted.
    fn note(&mut self, words: impl FnOnce() -> String) {
        if let Some(trace) = &mut self.trace {
            trace.push_back(format!("{:>10.3} s  {}", self.clock.as_secs_f64(), words()));
            if trace.len() > 40 {
                trace.pop_front();
            }
        }
    }

    /// Carries out an effect of the room. Returns `false` if the table was loaded again.
    fn carry_out(&mut self, effect: Effect) -> Result<bool, Broken> {
        match effect {
            Effect::Welcome(tab) => {
                if let Some(person) = self.people.tabs.get(&tab) {
                    self.witness.welcomed(tab, self.people.all[*person].id);
                }
            }
            Effect::Send { to, text } => self.send(to, text)?,
            Effect::HangUp(tab) | Effect::TurnAway { connection: tab, .. } => {
                self.witness.closed(tab);
                if let Some(person) = self.people.tabs.get(&tab) {
                    self.people.all[*person].turned_away += 1;
                }
                self.lose(tab, false);
            }
            Effect::Write(write) => {
                self.note(|| {
                    let entries: Vec<&str> = write.entries.iter().map(|entry| entry.entry.as_str()).collect();
                    format!("write {}: {entries:?}, who sits where: {}", write.id.0, write.arrangement.is_some())
                });
                let seats = write.arrangement.as_ref().map(|arrangement| arrangement.seats.clone());
                self.asked.insert(write.id, (write.entries.clone(), seats));
                let takes = self.pause(self.plan.failures.slow_ms);
                self.answered = self.answered.max(self.clock) + takes;
                self.at(self.answered, SimulatedEvent::Commit(Box::new(write)));
            }
            Effect::LookUp { seat, cmd } => {
                let known = self.disk.place(seat, &cmd).is_some();
                self.later(Duration::from_millis(1), SimulatedEvent::Input(Box::new(Input::LookedUp(Ok(known)))));
            }
            Effect::OpenRematch(_) => {
                let opened = Input::RematchOpened(Ok("again".to_owned()));
                self.later(Duration::from_millis(1), SimulatedEvent::Input(Box::new(opened)));
            }
            Effect::WriteLater(LaterWrite::Ended(_)) => self.disk.ended = true,
            Effect::WriteLater(LaterWrite::Reopened) => self.disk.ended = false,
            Effect::AskBot(question) => self.ask_bot(question)?,
            Effect::Help { task, work, .. } => self.help(task, &work),
            Effect::Reply { to, answer } => self.replied(to, answer.is_ok()),
            Effect::WelcomeEngine(_) => {}
            Effect::TurnEngineAway { engine, .. } | Effect::HangUpEngine(engine) => self.engine_gone(engine),
            Effect::SendEngine { to, text } => self.send_engine(to, &text)?,
            Effect::Reload => return Ok(false),
            Effect::Cancel(_)
            | Effect::WriteLater(LaterWrite::Results(_))
            | Effect::List(_)
            | Effect::Count(_)
            | Effect::Closed => {}
            Effect::Log(line) => {
                let line = format!("log: {line:?}");
                self.holds_no_secret(&line)?;
                self.note(|| line);
            }
        }
        Ok(true)
    }

    fn send(&mut self, to: ConnectionId, text: String) -> Result<(), Broken> {
        self.counted.count_message(hash(&text) ^ self.clock.as_micros() as u64 ^ (to.0 << 48));
        self.holds_no_secret(&text)?;
        if text.starts_with(r#"{"t":"shuffle""#) {
            self.shuffle_is_fair(&text)?;
        }
        if self.witness.knows(to) {
            if text.starts_with(r#"{"t":"frame""#) {
                let seen = self.with_witness(|witness, now, around| witness.frame(now, to, &text, around));
                seen.map_err(broken(2))?;
                let races = self.plan.settings.races != Races::Strict;
                self.witness.clock(to, &text, races).map_err(broken(7))?;
            } else {
                let Simulation { witness, disk, .. } = self;
                witness.message(to, &text, disk).map_err(|(check, words)| Broken { check, words })?;
            }
        }
        if let Some(person) = self.people.tabs.get(&to).copied() {
            // All messages take equally long, so they keep their order.
            self.later(WAY, SimulatedEvent::Hear { person, tab: to, text });
        }
        Ok(())
    }

    /// Lets a bot choose at random among the legal actions of its own seat.
    fn ask_bot(&mut self, asked: BotQuestion) -> Result<(), Broken> {
        let BotQuestion { task, bot, question, .. } = asked;
        self.with_witness(|witness, now, around| witness.apply_all(now, around)).map_err(broken(1))?;
        self.witness.is_own_question(&question).map_err(broken(5))?;
        self.note(|| format!("the bot of seat {} is asked, task {}", question.seat, task.0));
        let passes = !question.must && self.rng.below(3) > 0;
        // Some answers are lost.
        let action = match self.rng.below(400) {
            0 => None,
            _ if passes => Some(String::new()),
            _ => Some(crate::scripted::random_action(self.setup.game, &question, &mut self.rng)),
        };
        let took = self.pause(900);
        self.later(took, SimulatedEvent::BotAnswered { task, bot, seat: question.seat, action, took });
        Ok(())
    }

    fn help(&mut self, task: TaskId, work: &Work) {
        let finding = match work {
            Work::Advise { .. } => Finding::Advice(protocol::Advised { choices: Vec::new(), reasons: Vec::new() }),
            Work::Analyse { deal, .. } => {
                Finding::Analysis { deal: *deal, decisions: Vec::new(), cost: 0.0, done: 1, of: 1 }
            }
            Work::SolvePosition(_) => {
                Finding::Solved(catalog::SolvedPosition { verdict: catalog::Verdict::Unknown, line: Vec::new() })
            }
            Work::FindTurningPoint(_) => {
                Finding::TurningPoint(catalog::TurningPoint { winnable: None, lost: None, line: Vec::new() })
            }
        };
        let result = match self.rng.below(20) {
            0 => Err(room::Busy),
            1 => Ok(None),
            _ => Ok(Some(finding)),
        };
        let takes = self.pause(600);
        self.later(takes, SimulatedEvent::Input(Box::new(Input::HelpReply { task, result })));
    }
}

pub(crate) fn is_act(entry: &LogEntry) -> bool {
    entry.entry.starts_with(r#"{"kind":"act""#)
}

fn described(input: &Input) -> String {
    match input {
        Input::Opened { connection, person, .. } => format!("person {} opens connection {}", person.0, connection.0),
        Input::Closed { connection, .. } => format!("connection {} ends", connection.0),
        Input::Latency { connection, latency } => format!("connection {} takes {latency:?}", connection.0),
        Input::Command { connection, command } => format!("over connection {}: {command:?}", connection.0),
        Input::Sit { person, .. } => format!("person {} wants a seat", person.0),
        Input::Stored { write, result } => match result {
            Ok(()) => format!("write {} is stored", write.0),
            Err(why) => format!("write {} is not stored: {}", write.0, why.refusal.key),
        },
        Input::BotReply(reply) => {
            format!("bot, task {}: {:?}", reply.task.0, reply.result.as_ref().map(|(_, action)| action))
        }
        Input::HelpReply { task, .. } => format!("an adviser or the solver answers task {}", task.0),
        Input::SeatEngine { pass, .. } => format!("the host gives seat {} to an engine", pass.seat),
        Input::EngineOpened { .. } => "the engine comes".to_owned(),
        Input::EngineAnswered { id, action, .. } => format!("the engine answers question {id}: {action}"),
        Input::EngineClosed { .. } => "the engine goes".to_owned(),
        Input::Time => "time passes".to_owned(),
        _ => "something else".to_owned(),
    }
}
