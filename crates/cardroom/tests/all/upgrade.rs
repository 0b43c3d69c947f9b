//! Data of older versions, kept as SQL text in `crates/store/tests/versions`: a server of today brings them up, and what was
//! being played is played on.

use std::path::Path;

use game::Rng;

use crate::client::Client;
use crate::running::{Running, cardroom, folder};

/// The person of the first version's data: her cookie, and her tables.
const ANN: &str = "49166e79fe2596fa056268da8632d64732309335dd8d423f3922265fa72f7807";
const TABLES: [(&str, &str); 4] = [
    ("schwarze-dame", "mc4ryg6c479bvcrz"),
    ("la-dame-noire", "dsk4iv72w64pg4w6"),
    ("kael", "gd94viyvbiedbhb7"),
    ("rouge-et-noir", "5dhubge9srrgmwfg"),
];

fn first_version(file: &Path) {
    let db = rusqlite::Connection::open(file).expect("a file");
    db.execute_batch(include_str!("../../../store/tests/versions/1.sql")).expect("SQL");
}

/// The person of the eighth version's data, her match of Kaël that is over, and the one that goes on.
const BEA: &str = "f43b98b60fdcf89a2cde30149afb70837999424d5aafad896b8d449710222741";
const OVER: &str = "dug5aqde4fijfghj";
const GOES_ON: &str = "e9vhe7rp7b2bn2nu";

/// The last data before Kaël had version 2 of its rules: what was begun under version 1 opens, goes on, and is exported
/// as version 1. What was exported then is exported again byte for byte.
#[tokio::test]
async fn matches_of_version_1_of_kael_are_played_on_and_exported_as_version_1() {
    let data = folder();
    let db = rusqlite::Connection::open(data.path().join("cardroom.sqlite")).expect("a file");
    db.execute_batch(include_str!("../../../store/tests/versions/8.sql")).expect("SQL");
    drop(db);
    let server = Running::start(data.path());
    let mut bea = Client::new(server.address);
    bea.cookie = Some(BEA.to_owned());

    let exported = bea.get(&format!("/api/v1/tables/{OVER}/record")).await.body;
    assert_eq!(exported, include_str!("../../../store/tests/versions/8.jsonl"));
    let imported = bea.post("/api/v1/records", &exported).await;
    assert_eq!(imported.status, 201, "{imported:?}");
    assert_eq!(imported.json()["records"][0]["game"], "kael");

    let mut socket = bea.sit(GOES_ON).await;
    assert_eq!(socket.frame["deal"], 1, "where it was left");
    assert_eq!(socket.frame["options"]["call_from"], 2, "people are told today's options");
    socket.play_to_the_end(&mut Rng::new(3), 40).await;
    let record = bea.get(&format!("/api/v1/tables/{GOES_ON}/record")).await;
    let file = data.path().join("kael.jsonl");
    std::fs::write(&file, &record.body).expect("a file");
    let checked = cardroom(&["record", "check", file.to_str().expect("a plain path")]).output().expect("it runs");
    assert!(checked.status.success(), "{checked:?}");
    let record = record.json();
    assert_eq!((record["rules"].as_u64(), record["options"].get("call_from")), (Some(1), None));

    let options = serde_json::json!({"match_end": "first_out"});
    let new =
        serde_json::json!({"game": "kael", "seats": 2, "bots": ["random"], "options": options, "races": "strict"});
    let new = bea.open(new).await;
    let mut socket = bea.sit(&new).await;
    socket.play_to_the_end(&mut Rng::new(4), 40).await;
    let record = bea.get(&format!("/api/v1/tables/{new}/record")).await.json();
    assert_eq!((record["rules"].as_u64(), record["options"]["call_from"].as_u64()), (Some(2), Some(2)));
    // Results are written behind the last frame.
    let mut statistics = bea.get("/api/v1/me/statistics").await.json();
    while statistics["games"][0]["own"]["matches"] != 3 {
        assert_eq!(statistics["games"].as_array().expect("a list").len(), 1, "both versions are counted together");
        tokio::task::yield_now().await;
        statistics = bea.get("/api/v1/me/statistics").await.json();
    }
}

/// Every match is played on to its end, and its record is right.
async fn plays_on(data: &Path) {
    let server = Running::start(data);
    let mut ann = Client::new(server.address);
    ann.cookie = Some(ANN.to_owned());
    let me = ann.get("/api/v1/me").await.json();
    assert_eq!(me["name"], "Ann");
    assert_eq!(me["tables"].as_array().expect("a list").len(), TABLES.len());
    for (game, id) in TABLES {
        let mut socket = ann.sit(id).await;
        socket.name = "later-".into();
        assert_eq!(socket.frame["game"], game);
        assert_eq!(socket.frame["viewer"], 0, "the seat is hers");
        socket.play_to_the_end(&mut Rng::new(3), 40).await;
        let record = ann.get(&format!("/api/v1/tables/{id}/record")).await;
        let file = data.join(format!("{game}.jsonl"));
        std::fs::write(&file, &record.body).expect("a file");
        let checked = cardroom(&["record", "check", file.to_str().expect("a plain path")]).output().expect("it runs");
        assert!(checked.status.success(), "{game}: {checked:?}");
    }
}

#[tokio::test]
async fn matches_of_the_first_version_are_played_on() {
    let data = folder();
    first_version(&data.path().join("cardroom.sqlite"));
    plays_on(data.path()).await;
}

#[tokio::test]
async fn so_are_those_in_a_backup_of_the_first_version() {
    let place = folder();
    let (old, data) = (place.path().join("old.sqlite"), place.path().join("data"));
    first_version(&old);
    let [from, to] = [&old, &data].map(|path| path.to_str().expect("a plain path"));
    let restored = cardroom(&["restore", "--from", from, "--data", to]).output().expect("it runs");
    let words = String::from_utf8_lossy(&restored.stdout);
    assert!(restored.status.success() && words.contains("(version 1)"), "{restored:?}");
    plays_on(&data).await;
}
