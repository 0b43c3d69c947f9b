//! The sizes of stored matches and guests in docs/host/data.md, compared with `cardroom admin disk`.

use std::path::Path;

use game::Rng;
use serde_json::{Value, json};

use crate::client::Client;
use crate::running::{Running, cardroom, folder, long};

/// Returns the total bytes of these kinds of data, as `cardroom admin disk --json` counts them.
fn bytes(data: &Path, kinds: &[&str]) -> u64 {
    let output = cardroom(&["admin", "--json", "--data"]).arg(data).arg("disk").output().expect("it runs");
    assert!(output.status.success(), "{output:?}");
    let disk: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let parts = disk["parts"].as_array().expect("a list").iter();
    let wanted = parts.filter(|part| kinds.contains(&part["name"].as_str().expect("a name")));
    wanted.map(|part| part["bytes"].as_u64().expect("SQLite counts them")).sum()
}

const OF_A_MATCH: [&str; 6] = ["matches", "seats", "events", "played", "results", "invites"];
const OF_A_GUEST: [&str; 2] = ["sessions", "devices"];

/// Returns the KiB in a row of the guide's table: `| a match of Kaël | 12 KiB | …`.
fn documented(row: &str) -> f64 {
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/host/data.md");
    let guide = std::fs::read_to_string(guide).expect("the guide");
    let cells = guide.lines().find_map(|line| line.strip_prefix(&format!("| {row} | ")));
    let cell = cells.unwrap_or_else(|| panic!("the guide has no row {row:?}")).split(" KiB").next().expect("a number");
    cell.parse().unwrap_or_else(|_| panic!("{row}: {cell:?} is not a number of KiB"))
}

/// Checks that the size in the guide is close to the measured size. The tolerance allows for pages of 4 KiB, because
/// each kind of data begins new pages.
fn fits(row: &str, measured: u64, count: u64) {
    let each = measured as f64 / count as f64 / 1024.0;
    eprintln!("{row}: {each:.1} KiB ({count} of them)");
    let (said, slack) = (documented(row), 64.0 / count as f64);
    assert!(each <= said * 2.0 + slack && each >= said / 3.0 - slack, "{row}: {each:.1} KiB, the guide says {said}");
}

#[tokio::test]
async fn a_match_and_a_guest_cost_what_the_guide_says() {
    let count: u64 = if long() { 12 } else { 2 };
    for (wish, row) in [
        (json!({"game": "la-dame-noire", "bots": ["random"]}), "a match of La Dame Noire"),
        (
            json!({"game": "kael", "bots": ["club"], "races": "strict", "options": {"match_end": "first_out"}}),
            "a match of Kaël",
        ),
        (json!({"game": "schwarze-dame", "bots": ["random"]}), "a match of Schwarze Dame"),
        (json!({"game": "hearts", "bots": ["random"]}), "a match of Hearts"),
        (json!({"game": "rouge-et-noir"}), "a match of Rouge et Noir"),
    ] {
        let data = folder();
        let mut server = Running::start(data.path());
        let mut ann = Client::new(server.address);
        ann.come().await;
        let before = bytes(data.path(), &OF_A_MATCH);
        let mut rng = Rng::new(3);
        for _ in 0..count {
            let id = ann.open(wish.clone()).await;
            let mut socket = ann.sit(&id).await;
            socket.play_to_the_end(&mut rng, 120).await;
        }
        fits(row, bytes(data.path(), &OF_A_MATCH).saturating_sub(before), count);
        server.stop();
    }
    let data = folder();
    let mut server = Running::start(data.path());
    let before = bytes(data.path(), &OF_A_GUEST);
    for _ in 0..100 {
        let mut guest = Client::new(server.address);
        guest.come().await;
    }
    fits("a guest", bytes(data.path(), &OF_A_GUEST).saturating_sub(before), 100);
    server.stop();
}
