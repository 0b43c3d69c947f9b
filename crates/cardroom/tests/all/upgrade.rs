//! Releases with the same data version share their data, and hosts can switch between these releases: each ignores
//! fields that only later ones know.

use crate::player::Player;
use crate::running::{Running, folder};

#[tokio::test]
async fn what_a_later_release_has_added_to_the_data_is_ignored_and_play_goes_on() {
    let data = folder();
    let mut server = Running::start(data.path());
    let mut player = Player::come(&server, 7).await;
    let mut socket = player.sit().await;
    assert_eq!(player.play(&mut socket, 20).await, None);
    server.stop();

    let db = rusqlite::Connection::open(data.path().join("cardroom.sqlite")).expect("a file");
    let added = "UPDATE matches SET settings = json_set(settings, '$.of_tomorrow', 7),
                     state = json_set(state, '$.of_tomorrow', json('[1]'));
                 UPDATE events SET entry = json_set(entry, '$.of_tomorrow', 'x')";
    db.execute_batch(added).expect("SQL");
    let events: i64 = db
        .query_row("SELECT count(*) FROM events WHERE entry LIKE '%of_tomorrow%'", [], |row| row.get(0))
        .expect("SQL");
    assert!(events > 20, "{events}");
    drop(db);

    let server = Running::start(data.path());
    player.person.address = server.address;
    let mut socket = player.sit().await;
    assert_eq!(player.play(&mut socket, 20).await, None);
    player.verify(&mut socket, data.path()).await;
}
