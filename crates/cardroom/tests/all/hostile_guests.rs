//! Tests of guests who request as much as they may, while a stranger plays. The guests come from one site. They request
//! champions at many tables, analyses, and endless searches for deals. The test prints how long the stranger waits on a
//! calm server and on a busy one. People judge these times, because a test cannot judge times on a busy machine. Only
//! long runs have all guests at full load.

use std::fs;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use game::Rng;
use serde_json::json;
use tokio::runtime::Handle;
use tokio::sync::mpsc;
use tokio::task::{JoinSet, block_in_place};
use tokio::time::sleep;

use crate::client::{Client, Socket};
use crate::running::{Running, cardroom, folder, long};

const STRANGER: &str = "198.51.100.7";
const CHAMPIONS: &str = r#"{"game":"la-dame-noire","options":{"deals":100},"bots":["champion","champion","champion"]}"#;
const CLUBS: &str = r#"{"game":"schwarze-dame","options":{"deals":100},"bots":["club","club","club"]}"#;
const TOGETHER: &str = r#"{"game":"schwarze-dame","options":{"deals":100},"open":"public","one_per_network":false,"grace_s":0,"watch":false}"#;
const SEARCH: &str = r#"{"game":"rouge-et-noir","level":"hard"}"#;

/// Returns the address of guest number `n` of the hostile site. Each guest has a network of their own.
fn hostile(n: usize) -> String {
    format!("2001:db8:0:{n:x}::1")
}

async fn post(client: &mut Client, from: &str, path: &str, body: &str) -> (u16, String) {
    let headers = [("x-forwarded-for", from), ("content-type", "application/json")];
    let answer = client.ask("POST", path, &headers, body).await;
    (answer.status, answer.body)
}

/// Opens a table and sits down.
async fn sits(client: &mut Client, from: &str, wish: &str) -> Socket {
    let (status, body) = post(client, from, "/api/v1/tables", wish).await;
    assert_eq!(status, 201, "{body}");
    let opened: serde_json::Value = serde_json::from_str(&body).expect("JSON");
    let id = opened["id"].as_str().expect("an id");
    client.connect_with(id, &[("x-forwarded-for", from)]).await.expect("the seat is ours")
}

/// Returns the connections of four guests who have played a deal.
async fn after_a_deal(server: SocketAddr, from: &str) -> Vec<Socket> {
    let mut people = vec![Client::new(server)];
    let (status, body) = post(&mut people[0], from, "/api/v1/tables", TOGETHER).await;
    assert_eq!(status, 201, "{body}");
    let opened: serde_json::Value = serde_json::from_str(&body).expect("JSON");
    let id = opened["id"].as_str().expect("an id");
    for _ in 0..3 {
        let mut other = Client::new(server);
        let (status, body) = post(&mut other, from, &format!("/api/v1/tables/{id}/seat"), "{}").await;
        assert_eq!(status, 200, "{body}");
        people.push(other);
    }
    let here = [("x-forwarded-for", from)];
    let sockets = join_all(people.iter().map(|one| one.connect_with(id, &here))).await;
    join_all(sockets.into_iter().zip(0..).map(async |(socket, seat)| {
        let (mut socket, mut rng) = (socket.expect("the seat is ours"), Rng::new(seat));
        while socket.frame["phase"] == "deal" {
            match socket.choose(&mut rng).filter(|_| socket.must_act()) {
                Some(act) => drop(socket.command(&act).await.expect("the server goes on")),
                None => drop(socket.frame().await),
            }
        }
        socket
    }))
    .await
}

/// Plays without end, and sends the time of each bot's turn to `turns`.
async fn plays(mut socket: Socket, turns: Option<mpsc::UnboundedSender<Duration>>) {
    let mut rng = Rng::new(1);
    loop {
        let bots = socket.frame["phase"] == "deal" && !socket.must_act();
        match socket.choose(&mut rng).filter(|_| !bots) {
            Some(command) => {
                socket.command(&command).await.expect("the server goes on");
                // The frame of the next deal can arrive after the answer to the command.
                if command["t"] == "next" && socket.frame["phase"] == "between" {
                    socket.frame().await;
                }
            }
            None => {
                let waits = Instant::now();
                socket.frame().await;
                if let Some(turns) = turns.as_ref().filter(|_| bots) {
                    let _ = turns.send(waits.elapsed());
                }
            }
        }
    }
}

/// Requests the analysis of the first deal. Returns how long it took, or `None` if it was refused.
async fn analysed(socket: &mut Socket) -> Option<Duration> {
    let asked = Instant::now();
    let analyse = json!({"t": "analyse", "cmd": socket.new_cmd(), "deal": 0});
    socket.send_text(&analyse.to_string()).await;
    loop {
        let message = socket.next().await.expect("the server goes on");
        match message["t"].as_str().expect("a kind") {
            "analysis" => return Some(asked.elapsed()),
            "refused" => return None,
            _ => {}
        }
    }
}

/// Returns the mean and the longest time, in seconds.
fn figures(times: &[Duration]) -> (f64, f64) {
    let mean = times.iter().sum::<Duration>().as_secs_f64() / times.len() as f64;
    (mean, times.iter().max().expect("some").as_secs_f64())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stranger_is_served_beside_guests_who_ask_for_as_much_as_they_may() {
    let [tables, analyses, searches, counted] = if long() { [32, 14, 20, 5] } else { [2, 2, 2, 1] };
    let data = folder();
    let place = data.path().to_str().expect("a plain path");
    let natural =
        ["serve", "--port", "0", "--data", place, "--commands-per-second", "0", "--trusted-proxy", "127.0.0.1"];
    let mut server = Running::spawn(&mut cardroom(&natural)).expect("it serves");
    let address = server.address;
    let (turns, mut taken) = mpsc::unbounded_channel();
    let mut others = JoinSet::new();
    others.spawn(plays(sits(&mut Client::new(address), STRANGER, CLUBS).await, Some(turns)));
    let mut rows = Vec::new();
    for busy in [false, true] {
        if busy {
            let mut guest = Client::new(address);
            for _ in 0..tables {
                others.spawn(plays(sits(&mut guest, &hostile(99), CHAMPIONS).await, None));
            }
            let mut analysts = Vec::new();
            for n in 0..(analyses as usize).div_ceil(4) {
                analysts.extend(after_a_deal(address, &hostile(n)).await);
            }
            for mut socket in analysts.into_iter().take(analyses as usize) {
                others.spawn(async move {
                    loop {
                        if analysed(&mut socket).await.is_none() {
                            sleep(Duration::from_secs(1)).await;
                        }
                    }
                });
            }
            for n in 0..searches as usize {
                others.spawn(async move {
                    let mut client = Client::new(address);
                    loop {
                        if post(&mut client, &hostile(100 + n / 2), "/api/v1/deals", SEARCH).await.0 == 429 {
                            sleep(Duration::from_secs(1)).await;
                        }
                    }
                });
            }
            sleep(Duration::from_secs(counted * 2)).await;
        }
        let mut analyst = after_a_deal(address, STRANGER).await.swap_remove(0);
        while taken.try_recv().is_ok() {}
        let mut waited = Vec::new();
        for _ in 0..counted {
            waited.push(analysed(&mut analyst).await.expect("a stranger is not refused"));
            sleep(Duration::from_secs(counted)).await;
        }
        let mut turns = vec![taken.recv().await.expect("the bots play on")];
        turns.extend(std::iter::from_fn(|| taken.try_recv().ok()));
        rows.push([figures(&turns), figures(&waited)]);
        println!("{}: {} turns of bots, {} analyses", if busy { "busy" } else { "calm" }, turns.len(), waited.len());
    }
    for (kind, name) in ["a bot's turn", "an analysis"].into_iter().enumerate() {
        let [(calm, calm_most), (busy, busy_most)] = [rows[0][kind], rows[1][kind]];
        println!(
            "{name}: calm {calm:.2} s (at most {calm_most:.2}), busy {busy:.2} s (at most {busy_most:.2}): {:.2} times",
            busy / calm
        );
    }
    if let Some(ended) = others.try_join_next() {
        panic!("everybody goes on: {ended:?}");
    }
    others.shutdown().await;
    server.stop();
}

/// Returns the path of the largest file of the built page, or of the API's description if there is no page.
fn largest_file() -> String {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/dist/assets");
    let files = fs::read_dir(assets).into_iter().flatten().filter_map(Result::ok);
    let packed = files.filter_map(|file| Some((file.metadata().ok()?.len(), file.file_name().into_string().ok()?)));
    let largest = packed.filter(|(_, name)| name.ends_with(".br")).max();
    largest.map_or("/openapi.json".to_owned(), |(_, name)| format!("/assets/{}", name.trim_end_matches(".br")))
}

/// Lets twenty guests fetch a file again and again until the flag is set. The guests run in a thread of the lowest
/// priority, because their reading is not a cost of the server.
fn fetch_without_end(server: SocketAddr, file: &str, end: &AtomicBool) {
    rustix::process::nice(19).expect("a thread may be less important");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(join_all((0..20).map(async |n| {
        let (mut client, from) = (Client::new(server), hostile(n));
        while !end.load(Ordering::Relaxed) {
            let headers = [("x-forwarded-for", from.as_str()), ("accept-encoding", "br")];
            assert_eq!(client.ask("GET", file, &headers, "").await.status, 200);
        }
    })));
}

/// Plays for a while, with at most one move every 4 ms. Returns the time of each answer in milliseconds.
async fn answer_times(server: SocketAddr, counted: Duration) -> Vec<f64> {
    let (mut times, mut rng) = (Vec::new(), Rng::new(2));
    let mut socket = sits(&mut Client::new(server), STRANGER, CLUBS).await;
    let start = Instant::now();
    while times.is_empty() || start.elapsed() < counted {
        if socket.is_over() {
            socket = sits(&mut Client::new(server), STRANGER, CLUBS).await;
        }
        let acts = socket.must_act() || socket.frame["phase"] == "between";
        let Some(command) = socket.choose(&mut rng).filter(|_| acts) else {
            socket.frame().await;
            continue;
        };
        let asked = Instant::now();
        socket.command(&command).await.expect("the server goes on");
        times.push(asked.elapsed().as_secs_f64() * 1e3);
        // The frame of the next deal can arrive after the answer to the command.
        if command["t"] == "next" && socket.frame["phase"] == "between" {
            socket.frame().await;
        }
        sleep(Duration::from_millis(4)).await;
    }
    times.sort_unstable_by(f64::total_cmp);
    times
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_is_answered_beside_twenty_connections_that_fetch_the_largest_file() {
    let [rounds, seconds] = if long() { [7, 10] } else { [1, 1] };
    let data = folder();
    let server = Running::start(data.path());
    let (address, file) = (server.address, largest_file());
    for _ in 0..rounds {
        let calm = answer_times(address, Duration::from_secs(seconds)).await;
        let end = AtomicBool::new(false);
        let busy = thread::scope(|scope| {
            scope.spawn(|| fetch_without_end(address, &file, &end));
            let busy =
                block_in_place(|| Handle::current().block_on(answer_times(address, Duration::from_secs(seconds))));
            end.store(true, Ordering::Relaxed);
            busy
        });
        let p99 = |times: &[f64]| times[times.len() * 99 / 100];
        let [calm, busy] = [p99(&calm), p99(&busy)];
        println!(
            "{file}: p99 of an answer {calm:.2} ms, beside 20 who fetch it {busy:.2} ms: {:.2} times",
            busy / calm
        );
    }
}
