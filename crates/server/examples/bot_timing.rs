//! Measures in real time whether the pauses of bots reveal which of their moves are forced. Plays tables with three
//! bots and one person, who moves immediately, and compares the times that the bots take. See docs/bots/levels.md,
//! "Pauses".
//!
//! ```text
//! cargo run --release -p server --example bot_timing -- --level master --tables 4 --decisions 300
//! ```

#[path = "../tests/all/client.rs"]
mod client;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use client::Client;
use game::{Rng, Seat, Viewer};
use serde_json::{Map, Value, json};
use server::{Config, Limits, Server};
use tokio::sync::oneshot;
use tokio::task::JoinSet;

/// A decision of a bot: whether only one action was legal, and the time that the bot took.
#[derive(Clone, Copy)]
struct Timed {
    forced: bool,
    took: Duration,
}

fn argument(name: &str, default: &str) -> String {
    let mut arguments = std::env::args().skip_while(|argument| argument != name);
    arguments.nth(1).unwrap_or_else(|| default.to_owned())
}

#[tokio::main]
async fn main() -> ExitCode {
    let number = |name, default| argument(name, default).parse::<usize>().expect("a number");
    let (game, level) = (argument("--game", "schwarze-dame"), argument("--level", "master"));
    let (tables, decisions) = (number("--tables", "4"), number("--decisions", "300"));
    let data = tempfile::tempdir().expect("a folder");
    let mut config = Config::new("127.0.0.1:0".parse().expect("an address"), data.path().to_owned());
    config.limits = Limits::NONE;
    let server = Server::bind(config, store::open(data.path(), None)).await.expect("it starts");
    let address = server.address();
    let (stop, stopped) = oneshot::channel::<()>();
    let running = tokio::spawn(server.run(async {
        let _ = stopped.await;
    }));
    let mut playing = JoinSet::new();
    let mut found: Vec<Timed> = Vec::new();
    for _ in 0..tables {
        playing.spawn(deal(Client::new(address), game.clone(), level.clone()));
    }
    while let Some(timed) = playing.join_next().await {
        found.extend(timed.expect("no panic"));
        eprintln!("{} decisions", found.len());
        if found.len() + 20 * playing.len() < decisions {
            playing.spawn(deal(Client::new(address), game.clone(), level.clone()));
        }
    }
    drop(stop);
    running.await.expect("no panic").expect("a clean end");
    report(&game, &level, &found)
}

/// Plays a deal. The person plays each card immediately. Returns the timed decisions of the bots.
async fn deal(mut person: Client, game: String, level: String) -> Vec<Timed> {
    let ask = json!({"game": game, "options": {"deals": 1}, "bots": [level, level, level]});
    let id = person.open(ask).await;
    let mut socket = person.sit(&id).await;
    let mut took = Vec::new();
    let mut since = Instant::now();
    while !socket.is_over() {
        if socket.must_act() {
            let action = socket.legal()[0].clone();
            let act = socket.act(&action);
            socket.send_text(&act.to_string()).await;
        }
        let (waits_for, window) = (socket.frame["must"].clone(), !socket.frame["window"].is_null());
        let frame = socket.frame().await;
        let elapsed = since.elapsed();
        since = Instant::now();
        let actor = frame["since"].as_array().and_then(|since| since.last()).map(|event| event["seat"].clone());
        let timed = !window && actor.as_ref().is_some_and(|actor| waits_for == json!([actor]));
        if actor.is_some_and(|actor| actor.is_u64()) {
            took.push(timed.then_some(elapsed));
        }
    }
    let record = person.get(&format!("/api/v1/tables/{id}/record")).await.json();
    let forced = forced(&record);
    assert_eq!(forced.len(), took.len(), "an action in each frame");
    let own = |(seat, _): &(u64, bool)| *seat == 0;
    let timed = forced.iter().zip(took).filter(|(decision, _)| !own(decision));
    timed.filter_map(|((_, forced), took)| Some(Timed { forced: *forced, took: took? })).collect()
}

/// Returns for each action of a record its seat, and whether it was the only legal action.
fn forced(record: &Value) -> Vec<(u64, bool)> {
    let game = record["game"].as_str().expect("a game");
    let options: Map<String, Value> = serde_json::from_value(record["options"].clone()).expect("options");
    let names: Vec<String> = serde_json::from_value(record["names"].clone()).expect("names");
    let seed = record["seed"].as_str().expect("a seed").parse().expect("a seed");
    let mut table = catalog::open(catalog::setup(game, &options, names, seed).expect("a setup")).expect("a table");
    let mut forced = Vec::new();
    for (number, deal) in record["deals"].as_array().expect("deals").iter().enumerate() {
        if number > 0 {
            let next = table.check(table::Intent::Next).expect("another deal");
            table.apply(next);
        }
        for action in deal["actions"].as_array().expect("actions") {
            let (seat, action) = action.as_str().expect("a line").split_once(' ').expect("seat and action");
            let Ok(index) = seat.parse::<u8>() else { continue };
            let seat = Seat::new(index);
            forced.push((u64::from(index), table.position(Viewer::Seat(seat)).legal.len() == 1));
            let accepted = table.check(table::Intent::act(seat, action)).expect("it was played");
            table.apply(accepted);
        }
    }
    forced
}

fn report(game: &str, level: &str, decisions: &[Timed]) -> ExitCode {
    let forced = decisions.iter().filter(|decision| decision.forced).count();
    let area = area_under_the_curve(decisions);
    let mut rng = Rng::new(1);
    let mut again: Vec<f64> = (0..1000)
        .map(|_| {
            let drawn: Vec<Timed> =
                decisions.iter().map(|_| decisions[rng.below(decisions.len() as u32) as usize]).collect();
            area_under_the_curve(&drawn)
        })
        .collect();
    again.sort_by(f64::total_cmp);
    let (least, most) = (again[25], again[975]);
    let median = |forced: bool| {
        let mut times: Vec<u128> = decisions
            .iter()
            .filter(|decision| decision.forced == forced)
            .map(|decision| decision.took.as_millis())
            .collect();
        times.sort_unstable();
        times.get(times.len() / 2).copied().unwrap_or_default()
    };
    println!(
        "{game}, {level}: {} decisions, {forced} forced; median {} ms forced, {} ms free; area {area:.3} ({least:.3} to {most:.3})",
        decisions.len(),
        median(true),
        median(false)
    );
    match least <= 0.5 && 0.5 <= most && area <= 0.6 {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

/// Returns how well the time reveals a forced decision: 0.5 means not at all, 0 or 1 means always.
fn area_under_the_curve(decisions: &[Timed]) -> f64 {
    let (forced, free): (Vec<Timed>, Vec<Timed>) = decisions.iter().partition(|decision| decision.forced);
    let longer = |free: &Timed, forced: &Timed| match free.took.cmp(&forced.took) {
        std::cmp::Ordering::Greater => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Less => 0.0,
    };
    let sum: f64 = free.iter().flat_map(|free| forced.iter().map(move |forced| longer(free, forced))).sum();
    sum / (forced.len() * free.len()) as f64
}
