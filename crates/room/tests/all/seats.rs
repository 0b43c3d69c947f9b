//! Tests of seats: the commands that people may send, the commands that only the host may send, and the absence of
//! people.

use std::time::Duration;

use protocol::{ClockKind, Open, Settings};
use serde_json::{Value, json};
use table::MatchPhase;

use room::{Denied, Effect, Input, LogLine, Metric, PersonId, RequestId};

use crate::clocks::{SECOND, Store, Table, people};

fn settings(open: Open) -> Settings {
    Settings { open, watch: true, level: "random".to_owned(), ..Settings::default() }
}

/// Returns a table before its match, with people on the first seats. Person 0 is the host.
fn gathering(open: Open, count: i64) -> Table {
    Table::with("schwarze-dame", settings(open), people(count, 4), false)
}

fn playing(open: Open) -> Table {
    Table::of("schwarze-dame", settings(open))
}

/// Returns the name and the bot's level of each seat.
fn seats(table: &Table) -> Vec<(String, Option<String>)> {
    let seats = table.people[&0]["seats"].as_array().expect("seats").iter();
    seats
        .map(|seat| (seat["name"].as_str().unwrap_or_default().to_owned(), seat["bot"].as_str().map(str::to_owned)))
        .collect()
}

fn names(table: &Table) -> Vec<String> {
    seats(table).into_iter().map(|(name, _)| name).collect()
}

/// Asks for a seat over HTTP. Returns the answer.
fn sits(table: &mut Table, person: i64) -> Result<u8, Denied> {
    let request = RequestId(1_000 + table.sent.len() as u64);
    let name = format!("P{person}");
    table.tell(Input::Sit { request, person: PersonId(person), name, network: None, link_ms: Some(i64::MAX) });
    let mut answers = table.done.iter().rev().filter_map(|effect| match effect {
        Effect::Reply { to, answer } if *to == request => Some(answer.clone()),
        _ => None,
    });
    answers.next().expect("an answer")
}

fn entries(table: &Table) -> Vec<Value> {
    table.log.iter().map(|logged| serde_json::from_str(&logged.entry).expect("JSON")).collect()
}

/// People who are present ask for a bot in place of an absent person. Nobody who is present is replaced. A person who
/// comes back gets the seat back immediately, with the time that was left on the clock.
#[test]
fn a_bot_plays_until_somebody_is_back_if_the_host_or_everybody_who_is_here_wants_that() {
    let bot = |seat: u64| json!({"t": "stand_in", "seat": seat, "on": true});
    let votes = |table: &Table| table.people[&0]["seats"][3]["bot_votes"].clone();
    let mut table = Table::open(ClockKind::Relaxed, None);
    assert_eq!(table.order(0, bot(3)), "not_away", "a hundred times: it is here");
    assert_eq!(table.order(0, bot(9)), "not_away");
    while table.next() != 3 {
        table.act(table.next());
    }
    table.goes(3);
    assert_eq!((table.order(1, bot(3)).as_str(), votes(&table)), ("done", json!([1])));
    let told = table.sent.len();
    assert_eq!((table.order(1, bot(3)).as_str(), table.sent.len()), ("done", told + 1), "once more is no news");
    table.pass(30 * SECOND);
    assert_eq!(table.taken_over(), 0, "one guest decides nothing");
    assert_eq!(table.order(2, bot(3)), "done");
    assert_eq!(table.order(1, json!({"t": "stand_in", "seat": 3, "on": false})), "done");
    assert_eq!((table.order(0, bot(3)).as_str(), table.taken_over()), ("done", 1), "the host does");
    assert_eq!(entries(&table).pop(), Some(json!({"kind": "took_over", "seat": 3, "bot": "random"})));
    table.comes(3);
    assert_eq!(
        (table.next(), table.shown(3, 3).0, votes(&table)),
        (3, 30_000, Value::Null),
        "the seat, and no more time"
    );
    // Without the host, everybody who is present has to agree. A page that is reloaded does not count as an absence.
    table.goes(3);
    table.goes(0);
    assert_eq!((table.order(1, bot(3)), table.order(2, bot(3))), ("done".to_owned(), "done".to_owned()));
    table.pass(10 * SECOND - Duration::from_millis(1));
    assert_eq!(table.taken_over(), 1);
    table.pass(Duration::from_millis(1));
    assert_eq!(table.taken_over(), 2);
    // A bot takes over only if the person could still come back without exceeding the limit of changes.
    let mut table = Table::open(ClockKind::None, None);
    for _ in 0..30 {
        table.goes(3);
        table.order(0, bot(3));
        table.pass(10 * SECOND);
        table.comes(3);
        assert_eq!(table.people[&0]["seats"][3]["stand_in"], Value::Null, "it plays itself again");
    }
    assert_eq!(table.taken_over(), 20);
    // At a public table everybody who is present has to agree. The vote of a person who leaves is dropped.
    let mut table = Table::of("schwarze-dame", Settings { clock: ClockKind::None, ..settings(Open::Public) });
    table.goes(3);
    assert_eq!(table.order(0, bot(3)), "done");
    table.pass(20 * SECOND);
    assert_eq!(table.taken_over(), 0);
    assert_eq!(table.order(2, bot(3)), "done");
    table.goes(2);
    table.comes(2);
    table.order(1, bot(3));
    assert_eq!((table.taken_over(), table.people[&0]["seats"][3]["bot_votes"].clone()), (0, json!([0, 1])));
    assert_eq!((table.order(2, bot(3)).as_str(), table.taken_over()), ("done", 1));
}

#[test]
fn a_bot_that_takes_over_from_somebody_called_like_a_bot_has_another_name() {
    let mut table = playing(Open::Friends);
    table.tell(Input::Rename { request: RequestId(1), person: PersonId(3), name: "Bo".to_owned() });
    assert_eq!((names(&table)[3].as_str(), table.order(3, json!({"t": "leave"}))), ("Bo", "done".to_owned()));
    assert_eq!(names(&table)[3], "Cleo");
}

#[test]
fn before_the_match_the_host_alone_arranges_the_seats() {
    let mut table = gathering(Open::Friends, 2);
    assert_eq!(table.order(1, json!({"t": "bot", "seat": 2, "level": "random"})), "not_host");
    for (command, answer) in [
        (json!({"t": "bot", "seat": 4, "level": "random"}), "unknown_seat"),
        (json!({"t": "unseat", "seat": 4}), "unknown_seat"),
        (json!({"t": "hand_over", "seat": 4}), "unknown_seat"),
        (json!({"t": "swap", "a": 0, "b": 4}), "unknown_seat"),
        (json!({"t": "swap", "a": 4, "b": 0}), "unknown_seat"),
        (json!({"t": "bot", "seat": 1, "level": "random"}), "taken"),
        (json!({"t": "bot", "seat": 2, "level": "nobody"}), "unknown_level"),
        (json!({"t": "bot", "seat": 2, "level": "random"}), "done"),
        (json!({"t": "hand_over", "seat": 2}), "no_person"),
        (json!({"t": "unseat", "seat": 0}), "host"),
    ] {
        assert_eq!(table.order(0, command.clone()), answer, "{command}");
    }
    let bot = names(&table)[2].clone();
    assert_eq!(table.order(0, json!({"t": "swap", "a": 1, "b": 2})), "done");
    assert_eq!(names(&table), ["P0", &bot, "P1", ""]);
    assert_eq!(table.order(0, json!({"t": "unseat", "seat": 1})), "done");
    assert_eq!(names(&table), ["P0", "", "P1", ""]);
    assert_eq!(table.order(0, json!({"t": "hand_over", "seat": 2})), "done");
    assert_eq!((&table.people[&1]["host"], &table.people[&1]["hosting"]), (&json!(2), &json!(true)));
    assert_eq!(table.order(0, json!({"t": "begin"})), "not_host");
    assert_eq!(table.order(1, json!({"t": "unseat", "seat": 2})), "host");
    // The loaded table has the same seats and the same host. The match can be begun only once.
    table.loads();
    (0..2).for_each(|person| table.comes(person));
    assert_eq!(
        (names(&table), &table.people[&0]["host"]),
        (["P0", "", "P1", ""].map(str::to_owned).to_vec(), &json!(2))
    );
    assert_eq!(table.order(1, json!({"t": "begin"})), "done");
    let written = table.written;
    assert_eq!((table.order(1, json!({"t": "begin"})).as_str(), table.written), ("done", written), "it has begun");
    let begins =
        |effect: &&Effect| matches!(effect, Effect::Count(Metric::MatchBegan) | Effect::Log(LogLine::MatchBegan));
    assert_eq!(table.done.iter().filter(begins).count(), 2, "counted and logged once");
    assert_eq!((table.room.id(), &table.room.table().setup().names), ("table", &names(&table)));
    for command in [json!({"t": "bot", "seat": 1, "level": "random"}), json!({"t": "swap", "a": 0, "b": 2})] {
        assert_eq!(table.order(1, command), "begun");
    }
    assert_eq!(table.order(1, json!({"t": "settings", "settings": {"clock": "fast"}})), "settled");
    assert!(
        seats(&table).iter().enumerate().all(|(index, (_, bot))| bot.is_some() == (index % 2 == 1)),
        "bots fill it"
    );
}

#[test]
fn a_person_changes_its_seat_before_the_match_and_gets_a_bots_seat_with_the_next_deal() {
    let mut table = gathering(Open::Public, 2);
    assert_eq!(table.order(1, json!({"t": "sit", "seat": 0})), "full");
    assert_eq!(table.order(1, json!({"t": "sit", "seat": 3})), "done");
    assert_eq!(names(&table), ["P0", "", "", "P1"]);
    let written = table.written;
    assert_eq!((table.order(1, json!({"t": "sit", "seat": 3})).as_str(), table.written), ("done", written));
    assert_eq!(sits(&mut table, 1), Ok(3), "by the link nobody loses a seat");
    assert_eq!(table.order(0, json!({"t": "begin"})), "done");
    assert_eq!(table.order(1, json!({"t": "sit", "seat": 1})), "begun");
    assert_eq!(sits(&mut table, 1), Ok(3));
    table.comes(10);
    assert_eq!(table.order(10, json!({"t": "act", "at": 0, "action": "pass"})), "no_seat");
    assert_eq!(table.order(10, json!({"t": "rematch"})), "no_seat");
    assert_eq!(table.order(10, json!({"t": "sit", "seat": 3})), "full", "a person has it");
    assert_eq!(table.order(10, json!({"t": "sit", "seat": 4})), "full");
    assert_eq!(table.order(10, json!({"t": "sit", "seat": 2})), "done");
    assert_eq!(
        (&table.people[&10]["next_seat"], &table.people[&0]["seats"][2]["next_name"]),
        (&json!(2), &json!("P10"))
    );
    assert_eq!(sits(&mut table, 10), Ok(2));
    table.comes(11);
    assert_eq!(table.order(11, json!({"t": "sit", "seat": 2})), "full", "somebody gets it");
    assert_eq!(table.order(11, json!({"t": "sit", "seat": 1})), "done");
    assert_eq!(table.order(11, json!({"t": "leave"})), "done");
    assert_eq!(table.people[&11]["next_seat"], Value::Null);
    let written = table.written;
    assert_eq!((table.order(11, json!({"t": "leave"})).as_str(), table.written), ("done", written));
    // The newcomer plays from the next deal on.
    table.plays_until(MatchPhase::Between);
    assert_eq!(table.frames[&10]["viewer"], Value::Null);
    (0..2).for_each(|seat| drop(table.order(seat, json!({"t": "next"}))));
    assert_eq!((&table.frames[&10]["viewer"], &names(&table)[2]), (&json!(2), &"P10".to_owned()));
    assert!(entries(&table).iter().any(|entry| entry["why"] == "joined" && entry["seat"] == 2));
    // A person who has seen a hand of this match must not see another.
    assert_eq!(table.order(10, json!({"t": "leave"})), "done");
    table.loads();
    [0, 1, 10].into_iter().for_each(|person| table.comes(person));
    assert_eq!(table.order(10, json!({"t": "sit", "seat": 1})), "full");
    assert_eq!(table.order(10, json!({"t": "sit", "seat": 2})), "done");
    let mut friends = playing(Open::Friends);
    friends.comes(10);
    assert_eq!(friends.order(10, json!({"t": "sit", "seat": 2})), "by_invitation");
}

/// Nobody takes over a deal that a bot has begun. If a newcomer was away when the deal began, the newcomer waits for
/// the next deal. If the newcomer is away again, the seat is lost.
#[test]
fn a_newcomer_who_is_away_waits_for_one_more_deal() {
    let mut table = gathering(Open::Public, 2);
    table.order(0, json!({"t": "begin"}));
    table.comes(10);
    assert_eq!(table.order(10, json!({"t": "sit", "seat": 2})), "done");
    table.goes(10);
    for waits in [true, false] {
        table.plays_until(MatchPhase::Between);
        (0..2).for_each(|seat| drop(table.order(seat, json!({"t": "next"}))));
        table.act_or_wait();
        let name = table.people[&0]["seats"][2]["next_name"].is_string();
        assert_eq!(name, waits);
    }
    assert!(seats(&table)[2].1.is_some());
}

#[test]
fn who_leaves_is_followed_by_a_bot_and_a_host_by_somebody_who_is_here() {
    let mut table = playing(Open::Friends);
    table.goes(1);
    assert_eq!(table.order(0, json!({"t": "leave"})), "done");
    assert_eq!((&table.people[&2]["host"], &table.people[&2]["hosting"]), (&json!(2), &json!(true)), "1 is away");
    let (name, bot) = seats(&table)[0].clone();
    assert!(name != "P0" && bot.as_deref() == Some("random"), "{name}");
    assert_eq!(entries(&table), [json!({"kind": "took_over", "seat": 0, "bot": "random", "why": "left"})]);
    assert_eq!(table.order(0, json!({"t": "leave"})), "done", "it has left");
    assert_eq!(table.order(2, json!({"t": "leave"})), "done");
    assert_eq!(table.people[&3]["host"], 3);
    // Before the match the seat of a person who leaves becomes free. After the match everybody keeps the seat.
    let mut table = gathering(Open::Friends, 3);
    assert_eq!(table.order(2, json!({"t": "leave"})), "done");
    assert_eq!(
        (names(&table), table.people[&0]["host"].clone()),
        (["P0", "P1", "", ""].map(str::to_owned).to_vec(), json!(0))
    );
    assert!(table.log.is_empty());
    let mut table = playing(Open::Friends);
    table.plays_until(MatchPhase::Over);
    assert_eq!(table.order(2, json!({"t": "leave"})), "done");
    assert_eq!(names(&table), ["P0", "P1", "P2", "P3"]);
}

#[test]
fn the_host_removes_friends_for_this_match_and_who_was_away_before_it_may_come_back() {
    let mut table = playing(Open::Friends);
    assert_eq!(table.order(0, json!({"t": "unseat", "seat": 3})), "done");
    assert_eq!(table.ended, [3]);
    assert!(table.sent.iter().any(|(to, told)| *to == 3 && told["t"] == "error" && told["key"] == "removed"));
    assert_eq!(entries(&table), [json!({"kind": "took_over", "seat": 3, "bot": "random", "why": "removed"})]);
    assert_eq!(sits(&mut table, 3), Err(Denied::Removed));
    assert_eq!(table.room.record(Some(PersonId(3))), Err(Denied::Removed));
    table.comes(3);
    assert!(matches!(table.done.last(), Some(Effect::TurnAway { denied: Denied::Removed, .. })));
    let written = table.written;
    assert_eq!((table.order(0, json!({"t": "unseat", "seat": 3})).as_str(), table.written), ("done", written), "a bot");
    // A newcomer is turned away.
    assert_eq!(sits(&mut table, 10), Ok(3));
    assert_eq!(table.order(0, json!({"t": "unseat", "seat": 3})), "done");
    assert_eq!(
        (table.people[&0]["seats"][3]["next_name"].clone(), sits(&mut table, 10)),
        (Value::Null, Err(Denied::Removed))
    );
    table.plays_until(MatchPhase::Over);
    assert!(table.room.record(Some(PersonId(3))).is_ok(), "it has played");
    let mut table = gathering(Open::Friends, 3);
    table.goes(1);
    for seat in [1, 2] {
        assert_eq!(table.order(0, json!({"t": "unseat", "seat": seat})), "done");
    }
    assert_eq!((sits(&mut table, 1), sits(&mut table, 2)), (Ok(1), Err(Denied::Removed)));
}

#[test]
fn strangers_are_removed_before_the_match_or_after_a_minute_away() {
    let mut table = gathering(Open::Public, 2);
    assert_eq!(table.order(0, json!({"t": "unseat", "seat": 1})), "done");
    for quick in [false, true] {
        let settings = Settings { fill_s: quick.then_some(3_600), ..settings(Open::Public) };
        let mut table = Table::with("schwarze-dame", settings, people(3, 4), !quick);
        assert_eq!(table.order(0, json!({"t": "unseat", "seat": 2})), "not_removable");
        table.goes(2);
        let listed = table.done.iter().rev().find_map(|effect| match effect {
            Effect::List(line) => line.as_ref(),
            _ => None,
        });
        let seat = &listed.expect("a line in the lobby").seats[2];
        assert_eq!((seat.here, seat.away_ms), (false, None), "nobody tells the lobby how seconds go by");
        table.pass(60 * SECOND - Duration::from_millis(1));
        assert_eq!(table.order(0, json!({"t": "unseat", "seat": 2})), "not_removable");
        table.pass(Duration::from_millis(1));
        assert_eq!(table.order(0, json!({"t": "unseat", "seat": 2})), "done");
    }
    let quick = Settings { fill_s: Some(60), ..settings(Open::Public) };
    let mut table = Table::with("schwarze-dame", quick, people(2, 4), false);
    assert_eq!(table.order(0, json!({"t": "settings", "settings": {"clock": "fast"}})), "quick_match");
}

#[test]
fn what_the_host_does_not_change_is_not_stored_and_what_changes_can_be_read_for_ten_seconds() {
    let settings = Settings { begins_when_full: true, ..settings(Open::Friends) };
    let mut table = Table::with("schwarze-dame", settings, people(3, 4), false);
    let written = table.written;
    assert_eq!(table.order(0, json!({"t": "settings", "settings": {"clock": "none"}})), "done");
    assert_eq!(table.written, written);
    for (key, most) in [("grace_s", 86_400), ("watch_delay_s", 600)] {
        assert_eq!(table.order(0, json!({"t": "settings", "settings": {key: most + 1}})), key);
        assert_eq!(table.order(0, json!({"t": "settings", "settings": {key: most}})), "done");
        assert_eq!(table.people[&0]["settings"][key], most);
        assert_eq!(table.order(0, json!({"t": "settings", "settings": {key: 0}})), "done");
    }
    let changed = json!({"t": "settings", "settings": {"clock": "fast", "options": {"deals": 2}}});
    assert_eq!(table.order(0, changed), "done");
    assert_eq!(table.order(0, json!({"t": "bot", "seat": 3, "level": "random"})), "done");
    table.pass(10 * SECOND - Duration::from_millis(1));
    assert_eq!(table.people[&0]["stage"], "gathering");
    table.pass(Duration::from_millis(1));
    assert_eq!((&table.people[&0]["stage"], &table.frames[&0]["clock"]["ms"]), (&json!("playing"), &json!(15_000)));
    assert_eq!(table.frames[&0]["options"]["deals"], 2);
    // A person who is alone needs no time to read the changes, because this person made them.
    let settings = Settings { begins_when_full: true, ..self::settings(Open::Friends) };
    let mut table = Table::with("schwarze-dame", settings, people(1, 4), false);
    assert_eq!(table.order(0, json!({"t": "settings", "settings": {"clock": "fast"}})), "done");
    for seat in 1..4 {
        assert_eq!(table.people[&0]["stage"], "gathering");
        assert_eq!(table.order(0, json!({"t": "bot", "seat": seat, "level": "random"})), "done");
    }
    assert_eq!(table.people[&0]["stage"], "playing");
}

#[test]
fn a_rematch_of_friends_counts_down_and_can_be_changed_before_it_begins() {
    let settings = Settings { begins_when_full: true, ..settings(Open::Friends) };
    let mut seats = people(3, 4);
    seats[3] = room::Seated { name: "Bo".to_owned(), person: None, bot: Some("random".to_owned()) };
    let mut table = Table::with("schwarze-dame", settings, seats, false);
    let left = |table: &Table| table.people[&2]["begins_ms"].clone();
    assert_eq!((left(&table), &table.people[&2]["stage"]), (json!(10_000), &json!("gathering")));
    table.pass(9 * SECOND);
    // The host stops the countdown to look at the settings. Nobody else may stop it.
    assert_eq!(table.order(1, json!({"t": "pause", "on": true})), "no_pause");
    assert_eq!(table.order(0, json!({"t": "pause", "on": true})), "done");
    assert_eq!((left(&table), &table.people[&2]["pause_votes"]), (Value::Null, &json!([0])));
    table.pass(60 * SECOND);
    for change in [json!({"t": "settings", "settings": {"clock": "relaxed"}}), json!({"t": "swap", "a": 1, "b": 3})] {
        assert_eq!(table.order(0, change), "done");
    }
    assert_eq!(table.order(0, json!({"t": "pause", "on": false})), "done");
    assert_eq!(left(&table), 10_000);
    table.pass(5 * SECOND);
    assert_eq!(table.order(0, json!({"t": "unseat", "seat": 1})), "done");
    assert_eq!(left(&table), Value::Null, "the bot's seat is free");
    assert_eq!(sits(&mut table, 7), Ok(1));
    assert_eq!(left(&table), Value::Null, "and its person is not there yet");
    table.comes(7);
    assert_eq!(left(&table), 10_000);
    table.pass(10 * SECOND - Duration::from_millis(1));
    assert_eq!(table.people[&2]["stage"], "gathering");
    table.goes(2);
    table.pass(SECOND);
    assert_eq!((&table.people[&0]["stage"], &table.people[&0]["begins_ms"]), (&json!("gathering"), &Value::Null));
    table.comes(2);
    // When the match begins, the host's stop of the countdown does not count as a vote for a pause.
    assert_eq!(table.order(0, json!({"t": "pause", "on": true})), "done");
    assert_eq!(table.order(0, json!({"t": "begin"})), "done");
    assert_eq!((&table.people[&2]["stage"], &table.people[&2]["pause_votes"]), (&json!("playing"), &json!([])));
}

/// The next deal waits for a person who looks at the analysis. This happens only once in a deal. When all others are
/// ready, the next deal waits for at most half a minute.
#[test]
fn the_next_deal_waits_for_those_who_look_at_the_analysis_and_not_for_ever() {
    let between = || {
        let mut table = playing(Open::Public);
        while table.room.table().phase() != MatchPhase::Between {
            table.act_or_wait();
        }
        table
    };
    let left = |table: &Table| table.people[&0]["next_ms"].as_u64();
    let deal = |table: &Table| table.room.table().deal();
    let look = |table: &mut Table, seat: u64| drop(table.order(seat, json!({"t": "analyse", "deal": 0})));
    let mut table = between();
    table.pass(29 * SECOND);
    look(&mut table, 3);
    assert_eq!((left(&table), &table.people[&0]["seats"][3]["looks"]), (Some(120_000), &json!(true)));
    table.pass(80 * SECOND);
    (0..2).for_each(|seat| drop(table.order(seat, json!({"t": "next"}))));
    assert_eq!((left(&table), deal(&table)), (Some(40_000), 0));
    // When the others are ready, a person who looks at the analysis has half a minute. Looking again gives no more
    // time.
    table.order(2, json!({"t": "next"}));
    assert_eq!(left(&table), Some(30_000));
    for _ in 0..29 {
        look(&mut table, 3);
        table.pass(SECOND);
    }
    assert_eq!(deal(&table), 0);
    table.pass(SECOND);
    assert_eq!((deal(&table), &table.people[&0]["seats"][3]["looks"]), (1, &Value::Null));
    // A person who has looked at the analysis can get ready like anybody else. If nobody else is ready, the person has
    // two minutes.
    let mut table = between();
    (0..4).for_each(|seat| look(&mut table, seat));
    (0..4).for_each(|seat| drop(table.order(seat, json!({"t": "next"}))));
    assert_eq!(deal(&table), 1);
    let mut table = between();
    look(&mut table, 0);
    table.pass(120 * SECOND - Duration::from_millis(1));
    assert_eq!(deal(&table), 0);
    table.pass(Duration::from_millis(1));
    assert_eq!(deal(&table), 1);
}

#[test]
fn a_host_who_is_away_is_followed_by_somebody_who_has_waited_long_enough() {
    let short = Duration::from_millis(1);
    for (begun, patience) in [(false, 15 * SECOND), (true, 60 * SECOND)] {
        let mut table = Table::with("schwarze-dame", settings(Open::Friends), people(3, 4), begun);
        table.goes(0);
        table.goes(1);
        table.pass(patience - short);
        assert_eq!(table.people[&2]["host"], 0);
        table.pass(short);
        assert_eq!(table.people[&2]["host"], 2, "1 is away too");
        table.comes(0);
        assert_eq!(table.people[&0]["host"], 2, "coming back changes nothing");
        // The host does not change while nobody is present who would have to wait.
        (0..3).for_each(|person| table.goes(person));
        table.pass(200 * SECOND);
        table.comes(1);
        table.pass(patience - short);
        assert_eq!(table.people[&1]["host"], 2);
        table.pass(short);
        assert_eq!(table.people[&1]["host"], 1);
    }
}

#[test]
fn a_bot_plays_for_who_is_away_longer_than_the_grace_while_others_wait() {
    let settings = Settings { grace_s: Some(20), ..settings(Open::Friends) };
    let (short, mut table) = (Duration::from_millis(1), Table::of("schwarze-dame", settings.clone()));
    let seat = table.next();
    let other = (seat + 1) % 4;
    table.goes(seat);
    table.pass(20 * SECOND - short);
    assert_eq!(table.taken_over(), 0);
    table.pass(short);
    assert_eq!((table.taken_over(), &table.frames[&other]["seats"][seat as usize]["stand_in"]), (1, &json!("random")));
    table.pass(SECOND);
    assert_ne!(table.next(), seat, "it plays");
    table.comes(seat);
    assert_eq!(table.frames[&other]["seats"][seat as usize]["stand_in"], Value::Null);
    let says = |entry: &Value| (entry["bot"].clone(), entry["why"].clone());
    let said: Vec<_> = entries(&table).iter().filter(|entry| entry["kind"] == "took_over").map(says).collect();
    assert_eq!(said, [(json!("random"), Value::Null), (Value::Null, Value::Null)], "because it was away");
    let by = room::by_bots(&table.log, 0);
    assert!(by.iter().any(|by| by.bot) && by.iter().all(|by| !by.time_up), "no clock has run out: {by:?}");
    // The grace period does not run while nobody is present.
    let mut table = Table::of("schwarze-dame", settings);
    (0..4).for_each(|person| table.goes(person));
    table.pass(100 * SECOND);
    table.comes(0);
    table.pass(20 * SECOND - short);
    assert_eq!(table.taken_over(), 0);
    table.now += short;
    (0..3).for_each(|_| table.tell(Input::Time));
    assert_eq!(table.taken_over(), 3, "one after the other");
}

/// Friends may discuss a deal: nobody is dealt into the next one while they talk, unless they agreed on a clock.
#[test]
fn friends_without_a_clock_have_five_minutes_between_deals() {
    let clock = Settings { clock: ClockKind::Relaxed, ..settings(Open::Friends) };
    for (settings, wait) in [(settings(Open::Friends), 300_000), (settings(Open::Public), 30_000), (clock, 30_000)] {
        let mut table = Table::of("schwarze-dame", settings);
        table.plays_until(MatchPhase::Between);
        assert_eq!(table.people[&0]["next_ms"], wait);
        table.pass(Duration::from_millis(wait - 1));
        assert_eq!(table.room.table().deal(), 0);
        table.pass(Duration::from_millis(1));
        assert_eq!(table.room.table().deal(), 1);
    }
    // The others are ready, and that takes no time from the person who looks at the analysis. Nobody waits for a person
    // who is away.
    let mut table = playing(Open::Friends);
    table.plays_until(MatchPhase::Between);
    table.pass(100 * SECOND);
    table.order(3, json!({"t": "analyse", "deal": 0}));
    table.goes(2);
    (0..2).for_each(|seat| drop(table.order(seat, json!({"t": "next"}))));
    assert_eq!((&table.people[&0]["next_ms"], table.room.table().deal()), (&json!(200_000), 0));
    table.order(3, json!({"t": "next"}));
    assert_eq!(table.room.table().deal(), 1);
}

#[test]
fn the_next_deal_is_dealt_when_everybody_is_ready_or_after_half_a_minute() {
    let mut table = playing(Open::Public);
    table.plays_until(MatchPhase::Between);
    let ready = |table: &Table| {
        let seats = table.people[&0]["seats"].as_array().expect("seats").iter();
        seats.map(|seat| seat["ready"] == true).collect::<Vec<bool>>()
    };
    assert_eq!(table.people[&0]["next_ms"], 30_000);
    assert_eq!(table.order(1, json!({"t": "next"})), "done");
    assert_eq!((ready(&table), table.room.summary().next), (vec![false, true, false, false], vec![0, 2, 3]));
    table.goes(1);
    table.comes(1);
    assert_eq!(ready(&table), [false; 4], "who comes back says it again");
    (0..3).for_each(|seat| drop(table.order(seat, json!({"t": "next"}))));
    assert_eq!(table.room.table().phase(), MatchPhase::Between);
    table.goes(3);
    assert_eq!((table.room.table().phase(), ready(&table)), (MatchPhase::Deal, vec![false; 4]), "nobody waits for 3");
    table.comes(3);
    table.plays_until(MatchPhase::Between);
    table.pass(30 * SECOND - Duration::from_millis(1));
    assert_eq!(table.room.table().phase(), MatchPhase::Between);
    table.pass(Duration::from_millis(1));
    assert_eq!(table.room.table().phase(), MatchPhase::Deal);
    // If the deal cannot be stored, the room tries again after a while, and not all the time.
    table.plays_until(MatchPhase::Between);
    table.store = Store::Fails;
    table.pass(100 * SECOND);
    assert_eq!(table.room.table().phase(), MatchPhase::Between);
    table.store = Store::Writes;
    table.pass(30 * SECOND);
    assert_eq!(table.room.table().phase(), MatchPhase::Deal);
    // A person who plays alone with bots has no time limit.
    table.plays_until(MatchPhase::Between);
    (1..4).for_each(|seat| table.goes(seat));
    table.pass(250 * SECOND);
    table.asks_for_a_frame(0);
    assert_eq!((table.room.table().phase(), &table.people[&0]["next_ms"]), (MatchPhase::Between, &Value::Null));
    assert_eq!(table.order(0, json!({"t": "next"})), "done");
    assert_eq!(table.room.table().phase(), MatchPhase::Deal);
    // Bots go on to the next deal while somebody watches.
    let mut table = playing(Open::Friends);
    table.comes(10);
    (0..4).for_each(|seat| drop(table.order(seat, json!({"t": "leave"}))));
    while table.room.table().phase() == MatchPhase::Deal {
        table.pass(SECOND / 10);
    }
    table.pass(SECOND);
    assert_eq!((table.room.table().phase(), table.room.table().deal()), (MatchPhase::Deal, 1));
}

#[test]
fn a_pause_needs_everybody_who_is_here_and_its_end_needs_one() {
    let paused = |table: &Table| (table.people[&0]["paused"] == true, table.people[&0]["pause_votes"].clone());
    let settings = |clock| Settings { clock, ..settings(Open::Friends) };
    let mut table = Table::of("schwarze-dame", settings(ClockKind::Relaxed));
    let seat = table.next();
    table.pass(2 * SECOND);
    (0..3).for_each(|seat| assert_eq!(table.order(seat, json!({"t": "pause", "on": true})), "done"));
    assert_eq!((paused(&table), table.written), ((false, json!([0, 1, 2])), 0), "a wish is not stored");
    assert_eq!(table.order(1, json!({"t": "pause", "on": false})), "done");
    assert_eq!(paused(&table), (false, json!([0, 2])));
    table.goes(3);
    assert_eq!(table.order(1, json!({"t": "pause", "on": true})), "done");
    assert_eq!(paused(&table), (true, json!([0, 1, 2])), "who is away is not asked");
    table.comes(3);
    table.loads();
    (0..4).for_each(|seat| table.comes(seat));
    table.pass(100 * SECOND);
    assert_eq!((paused(&table).0, table.clock(0, seat)), (true, (58_000, true)), "it is stored");
    assert_eq!(table.order(3, json!({"t": "pause", "on": false})), "done");
    assert_eq!((paused(&table), table.clock(0, seat).1), ((false, json!([])), false));
    // An action of a player also ends the pause.
    (0..4).for_each(|seat| drop(table.order(seat, json!({"t": "pause", "on": true}))));
    assert!(paused(&table).0);
    table.act(seat);
    assert!(!paused(&table).0 && table.next() != seat);
    table.plays_until(MatchPhase::Over);
    assert_eq!(table.order(0, json!({"t": "pause", "on": true})), "not_playing");
    let mut table = Table::of("schwarze-dame", settings(ClockKind::Fast));
    assert_eq!(table.order(0, json!({"t": "pause", "on": true})), "no_pause");
}
