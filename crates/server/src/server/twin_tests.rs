//! Plays the same match on the real server in two worlds that differ only in cards that one seat has not seen. That
//! seat and a spectator must receive exactly the same messages in both worlds. A difference would reveal hidden cards.

use std::collections::BTreeMap;

use cards::Seed;
use game::{Rng, Seat, Viewer};
use serde_json::{Value, json};
use simulator::worlds::{Situation, situation};
use store::{EventStore, Seated, SessionId};
use table::{AnyTable, Intent, MatchPhase};

use super::probe_tests::client::{Client, Socket};
use super::probe_tests::{TestServer, caught_up};
use crate::stored::given;

/// The number of matches that are compared for each game.
const PAIRS: usize = 6;
const PAIRS_OF_A_LONG_RUN: usize = 100;
/// The greatest number of actions in a script.
const MOST_STEPS: usize = 50;

/// A player's action in each of the two worlds. Both actions look the same to everybody but that player.
struct Step {
    seat: usize,
    actions: [String; 2],
    /// An action that is legal in neither world. The observed seat tries it before the step.
    barred: Option<String>,
}

/// A match in the middle of a deal, in two worlds, with a script of actions that are legal in both worlds.
struct Twins {
    id: String,
    setup: table::Setup,
    viewer: usize,
    steps: Vec<Step>,
    actions: u32,
    rng: Rng,
}

impl Twins {
    /// Returns a match for a seed. `None` if there is no situation with two worlds, or if the script for both worlds is
    /// too short.
    fn new(game: &str, seed: u64) -> Option<Twins> {
        let mut rng = Rng::stream(seed, 14);
        let entry = catalog::entry(game).expect("a game of the catalog");
        let (least, most) = (*entry.seats.start(), *entry.seats.end());
        let seats = least + rng.below(u32::from(most - least) + 1) as u8;
        let names = (0..seats).map(|seat| format!("Person {}", seat + 1)).collect();
        let setup = catalog::setup(game, &Default::default(), names, Seed::numbered(seed)).expect("a setup");
        let actions = rng.below(24);
        let mut twins = Twins { id: format!("{game}{seed}"), setup, viewer: 0, steps: Vec::new(), actions, rng };
        let Situation { open, viewer, seen } = twins.situation()?;
        twins.viewer = viewer.index();
        twins.steps = script(open.map(|opening| opening()), viewer, seen, &mut twins.rng.clone());
        (twins.steps.len() >= 4).then_some(twins)
    }

    /// Returns the situation in which the script begins. It is the same in each call.
    fn situation(&self) -> Option<Situation> {
        situation(&self.setup, self.actions, &mut self.rng.clone())
    }

    /// Makes the server open the table in this world from now on.
    fn open_in(&self, world: usize) {
        let (setup, actions, rng) = (self.setup.clone(), self.actions, self.rng.clone());
        let opens = move || {
            let found = situation(&setup, actions, &mut rng.clone());
            (found.expect("it was there before").open[world])()
        };
        given::give(&self.id, Box::new(opens));
    }

    fn stored(&self) -> store::StoredSetup {
        let settings = json!({"races": "strict", "open": "friends", "watch": true, "chat": "free", "level": "club"});
        let seats = self.setup.names.iter().zip(1..);
        store::StoredSetup {
            id: self.id.clone(),
            game: self.setup.game.to_owned(),
            rules: self.setup.rules,
            options: Value::Object(self.setup.options.clone()).to_string(),
            settings: settings.to_string(),
            seed: self.setup.seed,
            number: None,
            seats: seats
                .map(|(name, number)| Seated { name: name.clone(), session: Some(SessionId(number)), bot: None })
                .collect(),
            host: Some(SessionId(1)),
            created_ms: 1,
            started_ms: Some(1),
        }
    }
}

/// Returns actions that are possible in both worlds. The script ends when the worlds begin to differ visibly: a card is
/// shown, the deal ends, or no action is possible in both. The rules permit such differences.
fn script(mut worlds: [Box<dyn AnyTable>; 2], viewer: Seat, seen: fn(&str) -> String, rng: &mut Rng) -> Vec<Step> {
    let (mut steps, mut known) = (Vec::new(), Vec::<String>::new());
    while steps.len() < MOST_STEPS {
        let own = [0, 1].map(|world| worlds[world].legal(viewer));
        known.extend(own[0].iter().filter(|action| !known.contains(action)).cloned().collect::<Vec<_>>());
        let barred: Vec<&String> = known.iter().filter(|action| !own.iter().any(|own| own.contains(action))).collect();
        let barred = (!barred.is_empty()).then(|| barred[rng.below(barred.len() as u32) as usize].clone());
        let mut asked: Vec<Seat> = worlds[0].must().collect();
        if rng.chance(0.3) {
            asked.splice(0..0, worlds[0].may().filter(|seat| worlds[1].may().has(*seat)));
        }
        let choice = asked.into_iter().find_map(|seat| {
            let both = shared([&worlds[0].legal(seat), &worlds[1].legal(seat)], seat == viewer, seen);
            (!both.is_empty()).then(|| (seat, both[rng.below(both.len() as u32) as usize].clone()))
        });
        let Some((seat, actions)) = choice else { break };
        for (world, action) in worlds.iter_mut().zip(&actions) {
            let action: &str = action;
            let accepted = world.check(Intent::Act { seat, at: None, action }).expect("it is legal");
            world.apply(accepted);
        }
        // The games' own tests (`game::laws`) check the views. This test uses the views only to find out whether the
        // worlds still look the same.
        let same = |who: Viewer| worlds[0].view(who) == worlds[1].view(who);
        let over = worlds.iter().any(|world| world.phase() != MatchPhase::Deal);
        if over || !same(Viewer::Seat(viewer)) || !same(Viewer::Public) {
            break;
        }
        steps.push(Step { seat: seat.index(), actions, barred });
    }
    steps
}

/// Returns the actions that can be done in both worlds. A seat other than the observed one may do different actions if
/// they look the same to everybody else.
fn shared(legal: [&Vec<String>; 2], own: bool, seen: fn(&str) -> String) -> Vec<[String; 2]> {
    let [here, there] = legal;
    let same = here.iter().filter(|action| there.contains(action));
    let same: Vec<[String; 2]> = same.map(|action| [action.clone(), action.clone()]).collect();
    if !same.is_empty() || own {
        return same;
    }
    let alike = |action: &String| {
        let public = seen(action);
        let other = there.iter().find(|other| public != **other && seen(other) == public)?;
        Some([action.clone(), other.clone()])
    };
    here.iter().filter_map(alike).collect()
}

/// The people of a server. They are the same in each world.
struct People {
    players: Vec<Client>,
    spectator: Client,
}

impl People {
    async fn come(server: &TestServer) -> People {
        let mut players = vec![Client::new(server.client.address); 8];
        for player in &mut players {
            player.come().await;
        }
        let mut spectator = Client::new(server.client.address);
        spectator.come().await;
        People { players, spectator }
    }

    /// Plays the script in a world. Returns the messages that each seat received, followed by those that a spectator
    /// received.
    async fn play(&self, twins: &Twins, world: usize) -> Vec<Vec<String>> {
        let mut sockets = Vec::new();
        for player in &self.players[..twins.setup.names.len()] {
            sockets.push(player.listen(&twins.id).await);
        }
        sockets.push(self.spectator.listen(&twins.id).await);
        assert_eq!(sockets[twins.viewer].frame["viewer"], twins.viewer);
        for step in &twins.steps {
            if let Some(barred) = &step.barred {
                let viewer = &mut sockets[twins.viewer];
                let mut why = viewer.order("why");
                why["action"] = json!(barred);
                let act = viewer.act(barred);
                for command in [why, act] {
                    viewer.command(&command).await.expect("an answer");
                }
            }
            let act = sockets[step.seat].act(&step.actions[world]);
            let answer = sockets[step.seat].command(&act).await.expect("an answer");
            assert_eq!(answer["t"], "done", "{}: {act} {answer}", twins.id);
            for socket in &mut sockets {
                caught_up(socket).await;
            }
        }
        sockets.iter_mut().map(texts).collect()
    }
}

/// Returns the messages of a socket. The times of play and the latencies differ in any two runs, so they are left out.
fn texts(socket: &mut Socket) -> Vec<String> {
    let mut received: Vec<String> = Vec::new();
    for text in socket.texts.take().expect("they were kept") {
        let text = ["played_ms", "lag_ms", "away_ms"].iter().fold(text, |text, clock| without(&text, clock));
        // A room message is sent again when a connection has become slower. The repetition is left out.
        if !(text.contains(r#""t":"room""#) && received.contains(&text)) {
            received.push(text);
        }
    }
    received
}

/// Returns a text without a key and its number.
fn without(text: &str, key: &str) -> String {
    let key = format!(",\"{key}\":");
    let mut parts = text.split(&key);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |done, part| done + part.trim_start_matches(|c: char| c.is_ascii_digit()))
}

fn every_pair() -> Vec<Twins> {
    let pairs = if std::env::var_os("CARDROOM_LONG").is_some() { PAIRS_OF_A_LONG_RUN } else { PAIRS };
    let games = catalog::entries().into_iter().filter(|game| *game.seats.end() > 1);
    games.flat_map(|game| (0..).filter_map(move |seed| Twins::new(game.id, seed)).take(pairs)).collect()
}

#[tokio::test]
async fn a_seat_and_a_spectator_are_sent_the_same_in_every_world_that_they_may_believe_in() {
    let all = every_pair();
    let mut received: Vec<BTreeMap<&str, Vec<Vec<String>>>> = Vec::new();
    for world in 0..2 {
        let server = TestServer::open().await;
        let people = People::come(&server).await;
        let mut of_world = BTreeMap::new();
        for twins in &all {
            twins.open_in(world);
            let store = server.store.as_ref().expect("open");
            store.create(twins.stored()).await.expect("a table");
            of_world.insert(twins.id.as_str(), people.play(twins, world).await);
        }
        received.push(of_world);
        server.close().await;
    }
    let mut differing = 0;
    for twins in &all {
        let [here, there] = [0, 1].map(|world| &received[world][twins.id.as_str()]);
        let spectator = here.len() - 1;
        for who in [twins.viewer, spectator] {
            for (here, there) in here[who].iter().zip(&there[who]) {
                assert_eq!(here, there, "{}: {who} is sent something else", twins.id);
            }
            assert_eq!(here[who].len(), there[who].len(), "{}: {who} is sent more", twins.id);
            let frames = here[who].iter().filter(|text| text.contains(r#""t":"frame""#)).count();
            assert!(frames > twins.steps.len(), "{}: {who} saw {frames} frames", twins.id);
        }
        // Seats with other cards do see a difference between the worlds, so the comparison can notice hidden cards.
        differing += (0..spectator).filter(|seat| here[*seat] != there[*seat]).count();
    }
    assert!(differing >= all.len(), "the worlds differ for {differing} seats of {} matches", all.len());
    let steps: usize = all.iter().map(|twins| twins.steps.len()).sum();
    println!("{} matches, {steps} actions, {differing} seats that saw another world", all.len());
}
