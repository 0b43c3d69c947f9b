//! Tests of hosts who change the settings before the match begins.

use std::time::Duration;

use cards::Seed;
use game::Viewer;
use protocol::{ChatMode, ClockKind, Command, NewSettings, Stage};
use room::Pace;
use serde_json::json;
use store::{EventStore, Session, SessionId};

use super::people_tests::{done, people, play_a_deal, refusal};
use super::tests::TestTable;

async fn gathering(asked: serde_json::Value, people: usize) -> TestTable {
    TestTable::open(asked, people, Seed::numbered(1), Pace::fixed(50)).await
}

async fn change(room: &mut TestTable, guest: usize, cmd: &str, settings: serde_json::Value) {
    let settings: Box<NewSettings> = serde_json::from_value(settings).expect("settings");
    room.send(guest, Command::Settings { cmd: cmd.to_owned(), settings }).await;
    room.run_until_idle().await;
}

async fn begin(room: &mut TestTable) {
    room.send(0, Command::Begin { cmd: "begin".to_owned() }).await;
    room.run_until_idle().await;
    done(room, 0, "begin");
}

#[tokio::test(start_paused = true)]
async fn what_the_host_changes_is_told_stored_and_played() {
    let asked = json!({"game": "schwarze-dame", "open": "public", "options": {"deals": 8}, "clock": "fast"});
    let mut room = gathering(asked, 2).await;
    let listed = |room: &TestTable| room.tables.lobby().tables(None)[0].clone();
    assert_eq!((listed(&room).clock, listed(&room).watch), (ClockKind::Fast, true));
    let asked = json!({"options": {"deals": 2}, "clock": "relaxed", "grace_s": 5, "watch": false, "watch_delay_s": 60,
        "chat": "free", "level": "random", "advice": true, "races": "relaxed"});
    change(&mut room, 0, "s", asked.clone()).await;
    done(&room, 0, "s");
    for guest in [0, 1] {
        let state = people(&room, guest);
        let settings = &state.settings;
        assert_eq!(
            (state.options["deals"].as_u64(), settings.clock, settings.chat),
            (Some(2), ClockKind::Relaxed, ChatMode::Free)
        );
        assert_eq!((settings.grace_s, settings.watch, settings.watch_delay_s), (Some(5), false, 60));
        assert_eq!((settings.level.as_str(), settings.advice), ("random", true));
    }
    assert_eq!((listed(&room).clock, listed(&room).watch), (ClockKind::Relaxed, false));
    // A setting that is left out stays unchanged.
    let before = people(&room, 1).clone();
    change(&mut room, 0, "t", json!({"grace_s": 0})).await;
    let after = people(&room, 1).clone();
    assert_eq!(after.settings, protocol::Settings { grace_s: None, ..before.settings });
    assert_eq!(after.options, before.options);
    // The change survives a restart of the server, and the match is played with the changed settings.
    let mut again = TestTable::of(room.store.clone(), room.id.clone(), 2, Pace::fixed(50)).await;
    assert_eq!(
        (people(&again, 1).settings.clone(), people(&again, 1).options.clone()),
        (after.settings, after.options)
    );
    begin(&mut again).await;
    let frame = &again.guests[1].frame;
    assert_eq!(frame.options["deals"], 2);
    assert_eq!(frame.clock.as_ref().map(|clock| clock.ms), Some(60_000));
    assert_eq!(frame.seats[2].bot.as_deref(), Some("random"));
    let record: serde_json::Value = serde_json::from_str(&again.table_record().await).expect("a record");
    assert_eq!(record["options"]["deals"], 2);
}

#[tokio::test(start_paused = true)]
async fn the_seed_stays_sealed_and_the_same() {
    for changes in [false, true] {
        let asked = json!({"game": "kael", "open": "friends"});
        let mut room = gathering(asked, 2).await;
        if changes {
            change(&mut room, 0, "s", json!({"options": {"call_from": 3}})).await;
            done(&room, 0, "s");
        }
        begin(&mut room).await;
        let commitment = Seed::numbered(1).commitment().to_string();
        assert_eq!(room.guests[0].frame.commitment, commitment);
    }
}

#[tokio::test(start_paused = true)]
async fn only_the_host_changes_them_and_only_while_people_gather() {
    let mut room = gathering(json!({"game": "schwarze-dame", "open": "friends"}), 2).await;
    let before = people(&room, 0).clone();
    change(&mut room, 1, "guest", json!({"clock": "fast"})).await;
    assert_eq!(refusal(&room, 1, "guest").key, "not_host");
    for (name, asked, key) in [
        ("a", json!({"options": {"deals": 0}}), "options"),
        ("b", json!({"options": {"jokers": 2}, "clock": "fast"}), "options"),
        ("c", json!({"clock": "fast", "level": "grandmaster"}), "unknown_level"),
        ("d", json!({"clock": "fast", "grace_s": 86_401}), "grace_s"),
        ("e", json!({"clock": "fast", "watch_delay_s": 601}), "watch_delay_s"),
    ] {
        change(&mut room, 0, name, asked).await;
        assert_eq!(refusal(&room, 0, name).key, key);
    }
    let now = people(&room, 0);
    assert_eq!((&now.settings, &now.options), (&before.settings, &before.options), "a refused change changes nothing");
    // Requesting a setting that already applies changes nothing and sends no messages.
    let received = room.guests[1].inbox.len();
    change(&mut room, 0, "same", json!({"clock": "none", "options": {}})).await;
    done(&room, 0, "same");
    assert_eq!(room.guests[1].inbox.len(), received);
    begin(&mut room).await;
    change(&mut room, 0, "late", json!({"clock": "fast"})).await;
    assert_eq!(refusal(&room, 0, "late").key, "settled");
    assert!(room.guests[0].frame.clock.is_none());
}

/// Opens a quick match that waits for people.
pub(super) async fn quick_match(people: usize) -> TestTable {
    let asked = json!({"game": "schwarze-dame", "open": "public"});
    let (store, id) = TestTable::stored(asked, people, Seed::numbered(1)).await;
    let mut setup = store.find(&id).await.expect("readable").expect("there").setup;
    let settings = protocol::Settings { fill_s: Some(20), ..crate::stored::settings_of(&setup) };
    (setup.id, setup.settings) = ("quick".to_owned(), crate::stored::json(&settings));
    store.create(setup).await.expect("a table");
    TestTable::of(store, "quick".to_owned(), people, Pace::fixed(50)).await
}

#[tokio::test(start_paused = true)]
async fn the_settings_of_a_quick_match_are_fixed() {
    let mut room = quick_match(2).await;
    change(&mut room, 0, "s", json!({"clock": "fast"})).await;
    assert_eq!(refusal(&room, 0, "s").key, "quick_match");
}

#[tokio::test(start_paused = true)]
async fn after_a_change_people_have_time_to_read_before_the_match_begins_by_itself() {
    let mut room = gathering(json!({"game": "schwarze-dame", "open": "public"}), 3).await;
    change(&mut room, 0, "s", json!({"watch": false})).await;
    let last = Session { id: SessionId(4), name: "Dov".to_owned() };
    assert!(matches!(super::people_tests::sit(&room, 4).await, Ok(3)));
    let guest = room.join_as(last).await.expect("a seat");
    room.guests.push(guest);
    room.run_until_idle().await;
    assert_eq!(people(&room, 0).stage, Stage::Gathering, "the table is full, and they read");
    tokio::time::sleep(Duration::from_secs(9)).await;
    room.run_until_idle().await;
    assert_eq!(people(&room, 0).stage, Stage::Gathering);
    tokio::time::sleep(Duration::from_millis(1_100)).await;
    room.run_until_idle().await;
    assert_eq!(people(&room, 0).stage, Stage::Playing);
}

#[tokio::test(start_paused = true)]
async fn who_may_no_longer_watch_is_shown_out() {
    let mut room = gathering(json!({"game": "schwarze-dame", "open": "friends"}), 2).await;
    let spectator = room.join(Viewer::Public).await;
    room.guests.push(spectator);
    room.run_until_idle().await;
    assert_eq!(people(&room, 0).watchers, 1);
    change(&mut room, 0, "s", json!({"watch": false})).await;
    done(&room, 0, "s");
    assert!(room.guests[2].outbox.is_closed(), "hung up on");
    assert_eq!(people(&room, 0).watchers, 0);
    assert!(room.join_as(Session { id: SessionId(99), name: "P98".to_owned() }).await.is_err());
}

#[tokio::test(start_paused = true)]
async fn a_rematch_and_results_are_by_what_was_agreed_last() {
    let mut room = gathering(json!({"game": "schwarze-dame", "open": "friends"}), 3).await;
    change(&mut room, 0, "s", json!({"options": {"deals": 1}, "chat": "free"})).await;
    begin(&mut room).await;
    play_a_deal(&mut room).await;
    let results = store::ResultStore::results_of(room.store.as_ref(), SessionId(1)).await.expect("readable");
    assert_eq!(results.iter().map(|result| result.options.as_str()).collect::<Vec<_>>(), [r#"{"deals":1}"#]);
    room.send(0, Command::Rematch { cmd: "again".to_owned() }).await;
    room.run_until_idle().await;
    let next = people(&room, 2).rematch.clone().expect("a table");
    let setup = room.store.find(&next).await.expect("readable").expect("there").setup;
    assert_eq!(setup.options, r#"{"deals":1}"#);
    assert_eq!(crate::stored::settings_of(&setup).chat, ChatMode::Free);
}
