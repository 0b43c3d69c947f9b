//! Whole matches.

use std::fs;
use std::path::Path;

use serde::Serialize;
use serde_json::json;

use crate::page::{Kept, Page};
use crate::seeded::{self, MOST};

/// Plays a match of a game against bots of a level. The page is loaded again every `reload` steps. Returns the page,
/// and the record.
fn whole_match(game: &catalog::GameEntry, level: &str, mut page: Page, reload: Option<u32>) -> (Page, String) {
    let seed = 1;
    let bots = if game.usual_seats > 1 { json!([level]) } else { json!([]) };
    let id = page.open_new(json!({ "game": game.id, "bots": bots }));
    let mut steps = 0;
    while page.step(MOST) {
        steps += 1;
        assert!(steps < 100_000, "{}: the match goes on and on", game.id);
        if reload.is_some_and(|every| steps % every == 0) {
            let before = page.frame.clone().expect("a frame");
            page = page.reloaded(seed + u64::from(steps));
            page.open(&id);
            let after = page.frame.as_ref().expect("a frame");
            for key in ["phase", "deal", "past", "at", "view", "legal", "totals", "deals", "commitment"] {
                assert_eq!(after[key], before[key], "{} {key} after step {steps}", game.id);
            }
        }
    }
    let me = page.json("GET", "me", None);
    assert_eq!(me["tables"][0]["over"], true, "{me}");
    assert_eq!(me["tables"][0]["totals"], page.frame.as_ref().expect("a frame")["totals"]);
    let record = page.request("GET", &format!("tables/{id}/record"), None).1;
    (page, record)
}

/// Checks a record. Returns its fault if it has one.
fn check(record: &str) -> Result<(), String> {
    let raw = table::record::Raw::read(record.trim_end()).map_err(|fault| format!("{fault:?}"))?;
    catalog::check(&raw).map(drop).map_err(|fault| format!("{fault:?}"))
}

#[test]
fn a_whole_match_of_every_game_leaves_a_record_without_a_fault() {
    // Bots that search compute with fractions, which could differ between machines. One game with such bots is enough
    // to show that they do not.
    let levels = std::iter::once("expert").chain(std::iter::repeat("club"));
    for (game, level) in catalog::entries().into_iter().zip(levels) {
        let (page, record) = whole_match(&game, level, Page::with_transcript(1), None);
        let checked = check(&record);
        assert_eq!(checked, Ok(()), "{}", game.id);
        assert!(record.contains(r#""seed":""#), "{}: a finished match shows its seed", game.id);
        write_transcript(page, game.id);
    }
}

/// Writes the messages of a page to a file, for `tests/replay.mjs`.
fn write_transcript(page: Page, name: &str) {
    let Kept::Transcript(lines) = page.kept else { unreachable!("a transcript is kept") };
    let lines: Vec<String> = lines.iter().map(|line| format!("{line}\n")).collect();
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("offline-{name}.jsonl"));
    fs::write(&path, lines.concat()).expect("a folder for tests");
}

/// Writes messages with advice. `tests/replay.mjs` compares the module with these messages. In some games a net gives
/// the advice. In others, rule players give it.
#[test]
fn advice_in_every_game_of_several_seats_leaves_a_transcript() {
    for game in catalog::entries().into_iter().filter(|game| game.usual_seats > 1) {
        let (page, _) = advised(game.id, Page::with_transcript(4));
        write_transcript(page, &format!("advice-{}", game.id));
    }
}

/// Requests advice at the first three decisions. Returns the page and the advice.
fn advised(game: &str, mut page: Page) -> (Page, Vec<serde_json::Value>) {
    page.open_new(json!({ "game": game, "bots": ["club"] }));
    let mut advice = Vec::new();
    while advice.len() < 3 {
        let my_turn = page.frame.as_ref().is_some_and(|frame| {
            frame["must"].as_array().is_some_and(|must| must.contains(&frame["viewer"]))
                && frame["legal"].as_array().is_some_and(|legal| legal.len() > 1)
        });
        if my_turn {
            advice.push(asked(&mut page, json!({ "t": "advise" }), "advised"));
        }
        assert!(page.step(MOST), "{game}: the match is over after {} times advice", advice.len());
    }
    (page, advice)
}

/// Checks that a worker gives the same advice as the module alone, also if the worker fails and the module takes over.
/// `tests/replay.mjs` repeats this with the compiled module.
#[test]
fn advice_of_a_worker_is_the_same() {
    for game in catalog::entries().into_iter().filter(|game| game.usual_seats > 1) {
        let (_, alone) = advised(game.id, Page::new(4));
        let (page, of_worker) = advised(game.id, Page::with_bot_workers(4, 1));
        assert_eq!(of_worker, alone, "{}", game.id);
        assert_eq!(page.advised.len(), 3);
        write_asked(&format!("advice-{}.jsonl", game.id), &page.advised);
        let mut fails = Page::with_bot_workers(4, 1);
        fails.workers_fail = true;
        let (fails, alone_again) = advised(game.id, fails);
        assert_eq!((alone_again, fails.advised.len()), (alone, 0), "{}", game.id);
    }
}

/// Sends a command and lets the module think until the command is answered. Returns the answer.
fn asked(page: &mut Page, command: serde_json::Value, kind: &str) -> serde_json::Value {
    let command = page.command(command);
    page.post(&command);
    for _ in 0..10_000 {
        for heard in std::mem::take(&mut page.heard) {
            assert_ne!(heard["t"], "refused", "{heard}");
            if heard["t"] == kind {
                return heard;
            }
        }
        page.think();
    }
    panic!("{command:?} is not answered")
}

/// Writes messages with which `tests/replay.mjs` compares the module. It must solve a position, find where a deal was
/// lost, and analyse deals as the native crate does.
#[test]
fn the_solver_and_analyses_leave_a_transcript() {
    let mut page = Page::with_transcript(6);
    let solitaire = catalog::entries().into_iter().find(|game| game.solved).expect("a solitaire").id;
    page.open_new(json!({ "game": solitaire, "deal": 5, "assist": true }));
    let verdict = asked(&mut page, json!({ "t": "verdict" }), "advice");
    assert_eq!(verdict["verdict"], "winnable", "{verdict}");
    let hint = asked(&mut page, json!({ "t": "hint" }), "advice");
    assert!(hint["action"].is_string(), "{hint}");
    while page.step(6) {}
    let lost = asked(&mut page, json!({ "t": "turning_point" }), "turning_point");
    assert!(lost["winnable"].is_u64(), "{lost}");
    let analysis = asked(&mut page, json!({ "t": "analyse", "deal": 0 }), "analysis");
    assert_eq!((&analysis["done"], analysis["of"].as_u64()), (&analysis["of"], Some(6)), "{analysis}");
    write_transcript(page, "solver");
    // One of these games has a net, and the other has none.
    for game in ["schwarze-dame", "kael"] {
        let mut page = Page::with_transcript(6);
        seeded::play(&mut page, seeded::short_table(game, "random"));
        let analysis = asked(&mut page, json!({ "t": "analyse", "deal": 0 }), "analysis");
        assert_eq!(analysis["done"], analysis["of"], "{game}");
        write_transcript(page, &format!("analysis-{game}"));
    }
}

#[test]
fn a_page_that_is_loaded_again_at_any_moment_loses_nothing() {
    for game in catalog::entries() {
        let (_, record) = whole_match(&game, "random", Page::new(2), Some(7));
        assert_eq!(check(&record), Ok(()), "{}", game.id);
    }
}

#[test]
fn bots_in_a_worker_of_their_own_play_the_same() {
    let levels = std::iter::once("expert").chain(std::iter::repeat("beginner"));
    for (game, level) in catalog::entries().into_iter().zip(levels) {
        let (_, here) = whole_match(&game, level, Page::new(3), None);
        let (_, there) = whole_match(&game, level, Page::with_bot_workers(3, 1), None);
        assert_eq!(here, there, "{} {level}", game.id);
    }
}

/// Writes the first decisions of bots that search with a net, for `tests/replay.mjs`. That test loads the net into the
/// module before it asks the bots, as a page would.
#[test]
fn bots_with_a_net_answer_in_a_worker() {
    let is_with_net = |game: &&str| catalog::needs_net(game, "champion") == Ok(true);
    let games: Vec<&str> = catalog::entries().into_iter().map(|entry| entry.id).filter(is_with_net).collect();
    assert!(games.len() >= 2);
    for game in games {
        let mut page = Page::with_bot_workers(4, 1);
        page.open_new(json!({ "game": game, "bots": ["champion"] }));
        while page.asked.len() < 8 && page.step(MOST) {}
        assert!(page.asked.len() >= 8, "{game}: {:?}", page.asked);
        write_asked(&format!("worker-{game}.jsonl"), &page.asked);
    }
}

/// Writes questions and the answers of bots, for `tests/replay.mjs`.
fn write_asked<Asked: Serialize, Reply: Serialize>(file: &str, asked: &[(Asked, Reply)]) {
    let line = |(request, reply): &(Asked, Reply)| format!("{}\n", json!({ "request": request, "reply": reply }));
    let lines: String = asked.iter().map(line).collect();
    fs::write(Path::new(env!("CARGO_TARGET_TMPDIR")).join(file), lines).expect("a folder for tests");
}

/// Checks that a file is refused if it is not a net of the game. The bots must go on with the net that they have.
#[test]
fn a_file_that_is_no_net_is_refused() {
    let file = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/hearts/net.bin")).expect("a net");
    assert_eq!(catalog::load_net("hearts", &file), Ok(()));
    for (game, wrong) in [("hearts", &file[..100]), ("hearts", &[]), ("schwarze-dame", &file), ("bridge", &file)] {
        assert!(catalog::load_net(game, wrong).is_err(), "{game}: {} bytes", wrong.len());
    }
    assert_eq!(catalog::lacks_net("hearts", "champion"), Ok(false));
    assert!(catalog::bot("hearts", "champion", 1).is_ok());
}

#[test]
fn the_same_seed_says_the_same_and_another_does_not() {
    for game in catalog::entries() {
        let [one, again, other] = [1, 1, 2].map(|seed| seeded::hash(game.id, seed));
        assert_eq!(one, again, "{}", game.id);
        assert_ne!(one, other, "{}", game.id);
    }
}
