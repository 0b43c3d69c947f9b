//! Checks that the times of messages do not reveal another seat's secret. The secret is that the seat is being advised,
//! or that it could claim. The tests compare times with such a secret and times without one. The clock is virtual: it
//! advances only while all tasks wait. So only delays that the server itself decides are measured.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use cards::Seed;
use game::Rng;
use protocol::{Command, Frame, MatchPhase, Message};
use room::Pace;
use serde_json::json;
use tokio::time::{Instant, sleep_until};

use super::Mail;
use super::script::{Adviser, Script, Scripted};
use super::tests::TestTable;
use super::timing_tests::{is_quiet, pairs_with_a_longer};

/// The least number of measured arrivals: in total, and of each kind. One kind arrives while another seat has a secret,
/// the other kind while none has.
const LEAST: (usize, usize) = (1000, 200);
const LEAST_OF_A_LONG_RUN: (usize, usize) = (40_000, 400);
/// The time without messages after which a table counts as stuck.
const SILENCE: Duration = Duration::from_secs(60);

/// The arrival of a message at the seat that measures.
struct Arrival {
    /// The time since play began to wait for the present seats.
    waited: Duration,
    /// The situation that everybody can see. Only arrivals in the same situation are compared.
    situation: String,
    /// `true` if another seat had a secret in that time.
    secret: bool,
}

/// Returns how well the time of an arrival reveals a secret: 0.5 means not at all, 0 or 1 means always. This is the
/// area under the curve (AUC), computed over pairs of arrivals in the same situation.
fn area_under_the_curve(arrivals: &[Arrival]) -> f64 {
    let mut situations: BTreeMap<&str, [Vec<Duration>; 2]> = BTreeMap::new();
    for Arrival { waited, situation, secret } in arrivals {
        situations.entry(situation).or_default()[usize::from(*secret)].push(*waited);
    }
    let (mut longer, mut pairs) = (0.0, 0);
    for [without, with] in situations.values() {
        longer += pairs_with_a_longer(with, without);
        pairs += with.len() * without.len();
    }
    longer / pairs as f64
}

fn are_enough(arrivals: &[Arrival]) -> bool {
    let (least, of_each) = if std::env::var_os("CARDROOM_LONG").is_some() { LEAST_OF_A_LONG_RUN } else { LEAST };
    let secret = arrivals.iter().filter(|arrival| arrival.secret).count();
    arrivals.len() >= least && secret >= of_each && arrivals.len() - secret >= of_each
}

/// A player who measures the arrivals and does not affect them. The player acts a random time after the turn comes.
struct Listener {
    arrivals: Vec<Arrival>,
    last: Instant,
    /// The time of the last action.
    acted: Instant,
    /// The time at which play began to wait, and the seats that it waits for. While these seats act one after the
    /// other, the time stays the same.
    waits: (Instant, Vec<u8>),
    situation: String,
    /// `true` if the listener itself causes the next message.
    own: bool,
    /// `true` if bots choose at the same time as a person.
    trading: bool,
    acts: Option<(Instant, Command)>,
    answered: (u32, u32),
}

impl Listener {
    fn new(frame: &Frame, rng: &mut Rng) -> Listener {
        let mut listener = Listener {
            arrivals: Vec::new(),
            last: Instant::now(),
            acted: Instant::now(),
            waits: (Instant::now(), Vec::new()),
            situation: String::new(),
            own: false,
            trading: false,
            acts: None,
            answered: (u32::MAX, u32::MAX),
        };
        listener.look(frame, rng);
        listener
    }

    /// Records the arrival of a message. Returns the frame, if the message is one.
    fn on_message(&mut self, text: &str, secret: bool, rng: &mut Rng) -> Option<Box<Frame>> {
        let waited = self.waits.0.elapsed();
        self.last = Instant::now();
        if !self.own {
            self.arrivals.push(Arrival { waited, situation: self.situation.clone(), secret });
        }
        match serde_json::from_str(text).expect("a message") {
            Message::Frame(frame) => {
                self.look(&frame, rng);
                Some(frame)
            }
            _ => None,
        }
    }

    fn look(&mut self, frame: &Frame, rng: &mut Rng) {
        if !frame.since.is_empty() {
            self.acted = Instant::now();
        }
        let fewer = frame.must.len() < self.waits.1.len() && frame.must.iter().all(|seat| self.waits.1.contains(seat));
        self.waits = (if fewer { self.waits.0 } else { Instant::now() }, frame.must.clone());
        let mine = frame.viewer.is_some_and(|seat| frame.must.contains(&seat));
        self.trading = frame.must.contains(&1) && frame.must.iter().any(|seat| *seat > 1);
        self.own = frame.phase == MatchPhase::Between || mine && frame.must.len() == 1 && frame.held.is_none();
        let window = frame.window.map_or(0, |window| window.ms);
        let last = frame.since.last().map_or("", |event| event.action.split(' ').next().unwrap_or_default());
        let waits = if frame.held.is_some() { "held" } else { "open" };
        self.situation = format!("after {last}, window {window}, {waits}, {:?} to act", frame.must);
        // The pause is long, so if several seats act at the same time, the bots act before the listener.
        let pause = Duration::from_millis(u64::from(1300 + rng.below(700)));
        if frame.phase == MatchPhase::Between && self.answered.1 != frame.deal {
            self.answered.1 = frame.deal;
            self.acts = Some((Instant::now() + pause, Command::Next { cmd: format!("n{}", frame.deal) }));
        } else if mine && (self.answered.0 != frame.at || self.acts.is_some()) {
            // Another player's action may have changed the legal actions, so the action is chosen again, but its time
            // stays.
            self.answered.0 = frame.at;
            let moment = self.acts.take().map_or(Instant::now() + pause, |(moment, _)| moment);
            self.acts = Some((moment, quiet_act(frame)));
        }
    }
}

/// Returns a legal action that neither claims nor calls; the first legal action if there is none.
fn quiet_act(frame: &Frame) -> Command {
    let legal: Vec<&str> = frame.legal.iter().filter_map(|legal| legal["action"].as_str()).collect();
    let action = legal.iter().find(|action| is_quiet(action)).unwrap_or(&legal[0]);
    Command::Act { cmd: format!("d{}c{}", frame.deal, frame.at), at: frame.at, action: (*action).to_owned() }
}

/// Waits until a time; without a time, waits for ever.
async fn at(moment: Option<Instant>) {
    match moment {
        Some(moment) => sleep_until(moment).await,
        None => std::future::pending().await,
    }
}

async fn send(room: &TestTable, connection: room::ConnectionId, command: Command) {
    assert!(
        room.mailbox().await.send(Box::new(Mail::Input(room::Input::Command { connection, command }))).await.is_ok()
    );
}

/// Makes bots that choose any legal action except claims. They think for the time that `thinks` returns. If a bot is
/// asked about a chance to claim, it calls `chance` and passes.
fn script(
    seed: u64,
    thinks: impl Fn(bool) -> u64 + Send + Sync + 'static,
    chance: impl Fn() + Send + Sync + 'static,
) -> Script {
    let rng = Mutex::new(Rng::new(seed));
    Arc::new(move |table, seat, _| {
        if !table.must().has(seat) {
            chance();
            return Scripted { thinks: Duration::from_millis(250), action: None };
        }
        let mut rng = rng.lock().expect("no panic");
        let legal = table.legal(seat);
        let quiet: Vec<&String> = legal.iter().filter(|action| is_quiet(action)).collect();
        let action = quiet.get(rng.below(quiet.len().max(1) as u32) as usize).copied().or(legal.first()).cloned();
        Scripted { thinks: Duration::from_millis(thinks(!table.may().is_empty())), action }
    })
}

/// Plays the trades of a deal until the first trick. In these trades, Ann, Bo and two bots choose cards at the same
/// time. Returns the arrivals at Ann's seat. In half of the trades Bo is advised. Bo chooses late, so the bots act
/// while the adviser works. With `delayed`, bots take longer while Bo is advised, as if they waited for the adviser.
async fn beside_an_advised_seat(seed: u64, delayed: bool) -> Vec<Arrival> {
    let table = json!({"game": "la-dame-noire", "seats": 4, "open": "friends", "advice": true});
    let (store, id) = TestTable::stored(table, 2, Seed::numbered(seed)).await;
    let advised = Arc::new(AtomicBool::new(false));
    let now = advised.clone();
    let script = script(seed, move |_| if delayed && now.load(Ordering::Relaxed) { 900 } else { 30 }, || {});
    let works = Mutex::new(Rng::new(seed));
    let adviser: Adviser =
        Arc::new(move || Duration::from_millis(u64::from(100 + works.lock().expect("no panic").below(2400))));
    let hooks = |tables: Arc<crate::tables::Tables>| tables.scripted(script).advised_by(adviser);
    let mut room = TestTable::with(store, id, 2, Pace::NATURAL, hooks).await;
    room.send(0, Command::Begin { cmd: "begin".to_owned() }).await;
    room.run_until_idle().await;
    let (mut bo, mut ann) = (room.guests.pop().expect("Bo"), room.guests.pop().expect("Ann"));
    let mut rng = Rng::stream(seed, 2);
    let mut listener = Listener::new(&ann.frame, &mut rng);
    let mut bos = Listener::new(&bo.frame, &mut rng);
    let (mut asks, mut arrivals) = (0, Vec::new());
    loop {
        tokio::select! {
            biased;
            text = ann.outbox.recv() => {
                let secret = advised.load(Ordering::Relaxed);
                let trading = listener.trading;
                let frame = listener.on_message(&text.expect("the table goes on"), secret, &mut rng);
                if let Some(arrival) = listener.arrivals.pop().filter(|_| trading) {
                    arrivals.push(arrival);
                }
                let plays = |frame: &Frame| frame.since.iter().any(|event| event.action.starts_with("play"));
                if frame.is_some_and(|frame| frame.phase != MatchPhase::Deal || plays(&frame)) {
                    return arrivals;
                }
            }
            text = bo.outbox.recv() => {
                let before = bos.answered.0;
                bos.on_message(&text.expect("the table goes on"), false, &mut rng);
                if bos.answered.0 != before && advised.load(Ordering::Relaxed) {
                    asks += 1;
                    send(&room, bo.connection, Command::Advise { cmd: format!("a{asks}") }).await;
                }
            }
            () = at(listener.acts.as_ref().map(|(moment, _)| *moment)) => {
                send(&room, ann.connection, listener.acts.take().expect("it is due").1).await;
            }
            () = at(bos.acts.as_ref().map(|(moment, _)| *moment)) => {
                send(&room, bo.connection, bos.acts.take().expect("it is due").1).await;
                // Decide at random whether Bo will be advised the next time.
                advised.store(rng.chance(0.5), Ordering::Relaxed);
            }
            () = sleep_until(listener.last + SILENCE) => panic!("nothing comes any more: {}", listener.situation),
        }
    }
}

/// Plays Kaël with Ann and three bots. Returns the arrivals at Ann's seat. If a bot gets a chance to claim, it thinks
/// about the claim and passes. With `delayed`, a bot that has to act takes longer while another bot could claim. This
/// simulates a server that waits for bots that think about claims.
async fn beside_seats_that_could_claim(seed: u64, delayed: bool) -> Vec<Arrival> {
    let races = ["normal", "strict"][seed as usize % 2];
    let table = json!({"game": "kael", "seats": 4, "races": races, "bots": ["club"]});
    let (store, id) = TestTable::stored(table, 1, Seed::numbered(seed)).await;
    // The time of the latest question to a bot about a chance to claim.
    let chance: Arc<Mutex<Option<Instant>>> = Arc::default();
    let note = chance.clone();
    let asked = move || *note.lock().expect("no panic") = Some(Instant::now());
    let script = script(seed, move |could_claim| if delayed && could_claim { 1100 } else { 30 }, asked);
    let mut room = TestTable::with(store, id, 1, Pace::NATURAL, |tables| tables.scripted(script)).await;
    let mut ann = room.guests.pop().expect("Ann");
    let mut rng = Rng::stream(seed, 3);
    let mut listener = Listener::new(&ann.frame, &mut rng);
    loop {
        tokio::select! {
            biased;
            text = ann.outbox.recv() => {
                let secret = *chance.lock().expect("no panic") == Some(listener.acted);
                let frame = listener.on_message(&text.expect("the table goes on"), secret, &mut rng);
                if frame.is_some_and(|frame| frame.phase == MatchPhase::Over || listener.arrivals.len() > 400) {
                    return listener.arrivals;
                }
            }
            () = at(listener.acts.as_ref().map(|(moment, _)| *moment)) => {
                send(&room, ann.connection, listener.acts.take().expect("it is due").1).await;
            }
            () = sleep_until(listener.last + SILENCE) => panic!("nothing comes any more: {}", listener.situation),
        }
    }
}

/// Plays matches until enough arrivals are measured. Checks that the times do not reveal the secret. Checks also that
/// an artificial delay would reveal it, because otherwise the measurement would prove nothing.
async fn reveals_nothing(secret: &str, play: impl AsyncFn(u64, bool) -> Vec<Arrival>) {
    for delayed in [false, true] {
        let mut arrivals = Vec::new();
        for seed in 0.. {
            arrivals.extend(play(seed, delayed).await);
            if are_enough(&arrivals) {
                break;
            }
        }
        let area = area_under_the_curve(&arrivals);
        println!("{secret}, delayed {delayed}: {} arrivals, area {area:.3}", arrivals.len());
        assert_eq!((0.45..=0.55).contains(&area), !delayed, "{area}");
    }
}

#[tokio::test(start_paused = true)]
async fn when_messages_come_does_not_tell_whether_another_is_advised() {
    // The artificial delay imitates bots and advisers that share a queue.
    reveals_nothing("advised", beside_an_advised_seat).await;
}

#[tokio::test(start_paused = true)]
async fn when_messages_come_does_not_tell_whether_another_could_claim() {
    // The artificial delay imitates bots that wait for bots that could claim.
    reveals_nothing("could claim", beside_seats_that_could_claim).await;
}
