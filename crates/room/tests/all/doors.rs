//! Tests of who gets a seat: the comparison of networks, and the host's consent after a removal.

use std::collections::{BTreeMap, VecDeque};
use std::net::IpAddr;
use std::time::Duration;

use protocol::{Command, Open, Settings};
use serde_json::{Value, json};

use room::{ConnectionId, Denied, Effect, Input, PersonId, RequestId, Room, Seated};

use crate::scene;

const HOST: u64 = 1;

fn net(last: u8) -> Option<IpAddr> {
    Some(IpAddr::from([203, 0, 113, last]))
}

/// A table before its match. Each connection has the number of its person. Person 1 is the host, on seat 0.
struct Table {
    room: Room,
    now: Duration,
    asked: u64,
    replies: BTreeMap<u64, Result<u8, Denied>>,
    /// All messages to each connection, in order, as they went over the wire.
    sent: BTreeMap<u64, Vec<String>>,
}

impl Table {
    fn open(settings: Settings) -> Table {
        let mut seats = vec![Seated::default(); 4];
        seats[0] = Seated { name: "Ann".to_owned(), person: Some(PersonId(1)), bot: None };
        let settings = Settings { level: "random".to_owned(), watch: true, ..settings };
        let (room, _) = scene::load(("schwarze-dame", &Default::default(), 1), seats, settings, false);
        let (replies, sent) = (BTreeMap::new(), BTreeMap::new());
        Table { room, now: Duration::from_secs(1), asked: 0, replies, sent }
    }

    fn public(one_per_network: bool) -> Table {
        Table::open(Settings { open: Open::Public, one_per_network, ..Settings::default() })
    }

    fn friends() -> Table {
        Table::open(Settings { open: Open::Friends, ..Settings::default() })
    }

    fn tell(&mut self, input: Input) {
        let mut inputs = VecDeque::from([input]);
        while let Some(input) = inputs.pop_front() {
            self.now += Duration::from_millis(1);
            for effect in self.room.handle(scene::at(self.now), input) {
                match effect {
                    Effect::AskBot(asked) => inputs.push_back(scene::reply(asked)),
                    Effect::Write(write) => inputs.push_back(Input::Stored { write: write.id, result: Ok(()) }),
                    Effect::Send { to, text } => self.sent.entry(to.0).or_default().push(text),
                    Effect::Reply { to, answer } => drop(self.replies.insert(to.0, answer)),
                    _ => {}
                }
            }
        }
    }

    /// Connects a person.
    fn comes(&mut self, person: u64, network: Option<IpAddr>) {
        let (connection, id) = (ConnectionId(person), PersonId(person.cast_signed()));
        self.tell(Input::Opened { connection, person: id, name: format!("P{person}"), network, shuffles: false });
    }

    fn goes(&mut self, person: u64) {
        let last_heard = scene::at(self.now).instant;
        self.tell(Input::Closed { connection: ConnectionId(person), last_heard });
    }

    /// Asks for a seat over HTTP, with a link that was made at `link_ms`. Returns the answer.
    fn sits_by(&mut self, link_ms: Option<i64>, person: u64, network: Option<IpAddr>) -> Result<u8, Denied> {
        self.asked += 1;
        let (request, id) = (RequestId(self.asked), PersonId(person.cast_signed()));
        self.tell(Input::Sit { request, person: id, name: format!("P{person}"), network, link_ms });
        self.replies.remove(&self.asked).expect("an answer")
    }

    fn sits(&mut self, person: u64, network: Option<IpAddr>) -> Result<u8, Denied> {
        self.sits_by(Some(i64::MAX), person, network)
    }

    /// Sends a command of the host. Returns the answer.
    fn order(&mut self, command: Value) -> Value {
        let command = serde_json::from_value::<Command>(command).expect("a command");
        self.tell(Input::Command { connection: ConnectionId(HOST), command });
        self.told(HOST, |message| message["t"] == "done" || message["t"] == "refused").expect("an answer")
    }

    fn unseat(&mut self, seat: u8) {
        let cmd = format!("u{:?}", self.now);
        assert_eq!(self.order(json!({"t": "unseat", "cmd": cmd, "seat": seat}))["t"], "done");
    }

    fn admit(&mut self, request: &str, on: bool) -> Value {
        let cmd = format!("a{:?}", self.now);
        self.order(json!({"t": "admit", "cmd": cmd, "request": request, "on": on}))
    }

    /// Returns the last message of a kind that a connection got.
    fn told(&self, person: u64, kind: impl Fn(&Value) -> bool) -> Option<Value> {
        let sent = self.sent.get(&person)?.iter().rev().map(|text| serde_json::from_str::<Value>(text).expect("JSON"));
        sent.into_iter().find(|message| kind(message))
    }

    fn people(&self, person: u64) -> Value {
        self.told(person, |message| message["t"] == "room").expect("the people")
    }

    /// Returns the number of messages that each connection except the host's got.
    fn counts(&self) -> Vec<(u64, usize)> {
        self.sent.iter().filter(|(to, _)| **to != HOST).map(|(to, sent)| (*to, sent.len())).collect()
    }
}

fn key(answer: Result<u8, Denied>) -> &'static str {
    match answer {
        Err(Denied::Invalid { key, .. }) => key,
        other => panic!("{other:?}"),
    }
}

#[test]
fn who_shares_a_network_is_told_to_the_host_of_a_public_table_and_changes_nothing_for_anybody_else() {
    // The same match is played twice: once two people share a network, once nobody does.
    let play = |cy: Option<IpAddr>| {
        let mut table = Table::public(false);
        table.comes(HOST, net(1));
        assert_eq!(table.sits(2, net(2)), Ok(1));
        table.comes(2, net(2));
        assert_eq!(table.sits(3, cy), Ok(2));
        table.comes(3, cy);
        table.comes(9, net(9));
        let gathering = table.people(HOST)["same_network"].clone();
        assert_eq!(table.order(json!({"t": "begin", "cmd": "b"}))["t"], "done");
        (table, gathering)
    };
    let (same, shown) = play(net(2));
    let (other, nothing) = play(net(3));
    assert_eq!((shown, nothing), (json!([[1, 2]]), Value::Null));
    assert_eq!(same.people(HOST)["same_network"], json!([[1, 2]]), "in the match too");
    assert_eq!(same.room.summary().same_network, [[1, 2]], "and for administrators");
    for person in [2, 3, 9] {
        assert_eq!(same.sent[&person], other.sent[&person], "person {person} reads every byte as if nobody shared one");
    }
    let without = |table: &Table| -> Vec<Value> {
        let parsed = table.sent[&HOST].iter().map(|text| serde_json::from_str::<Value>(text).expect("JSON"));
        parsed.map(|mut message| (message.as_object_mut().unwrap().remove("same_network"), message).1).collect()
    };
    assert_eq!(without(&same), without(&other), "the host's frames have it neither");
    let seen = format!("{:?}{:?}", same.sent, same.room.record(Some(PersonId(1))));
    assert!(!seen.contains("203.0.113"), "no address is in a message or a record");
}

#[test]
fn friends_share_a_network_without_a_mark_and_what_is_unknown_is_compared_with_nothing() {
    let mut friends = Table::friends();
    friends.comes(HOST, net(1));
    assert_eq!(friends.sits(2, net(1)), Ok(1));
    assert_eq!(friends.people(HOST)["same_network"], Value::Null);
    assert!(friends.room.summary().same_network.is_empty());
    // `None` stands for this machine, and for networks that many people share.
    let mut public = Table::public(true);
    public.comes(HOST, None);
    assert_eq!((public.sits(2, None), public.sits(3, None)), (Ok(1), Ok(2)));
    assert_eq!(public.people(HOST)["same_network"], Value::Null);
}

#[test]
fn a_network_gets_one_seat_where_that_is_agreed() {
    let mut table = Table::public(true);
    table.comes(HOST, net(1));
    assert_eq!(key(table.sits(2, net(1))), "same_network", "nor beside the host");
    assert_eq!(table.sits(3, net(3)), Ok(1));
    // The seat of person 3 counts for its network before the person connects, during the connection, and after it.
    assert_eq!(key(table.sits(4, net(3))), "same_network");
    table.comes(3, net(3));
    table.goes(3);
    assert_eq!(key(table.sits(4, net(3))), "same_network");
    table.comes(4, net(3));
    let command = serde_json::from_value(json!({"t": "sit", "cmd": "s", "seat": 2})).expect("a command");
    table.tell(Input::Command { connection: ConnectionId(4), command });
    let refused = table.told(4, |message| message["t"] == "refused").expect("an answer");
    assert_eq!(refused["refusal"]["key"], "same_network");
    assert!(refused["refusal"]["words"].as_str().unwrap().contains("Ask the host"), "{refused}");
    assert_eq!(table.sits(3, net(3)), Ok(1), "who has a seat has it");
    // The host changes the setting.
    let order = json!({"t": "settings", "cmd": "o", "settings": {"one_per_network": false}});
    assert_eq!(table.order(order)["t"], "done");
    assert_eq!(table.sits(4, net(3)), Ok(2));
    assert_eq!(table.people(HOST)["same_network"], json!([[1, 2]]));
}

#[test]
fn a_newcomer_counts_with_its_network_too() {
    let mut table = Table::public(true);
    table.comes(HOST, net(1));
    assert_eq!(table.order(json!({"t": "begin", "cmd": "b"}))["t"], "done");
    assert_eq!(table.sits(2, net(2)), Ok(1), "with the next deal");
    assert_eq!(key(table.sits(3, net(2))), "same_network");
    assert_eq!(table.sits(2, net(2)), Ok(1));
    assert_eq!(table.sits(4, net(4)), Ok(2));
}

/// Returns a table of friends from which person 2 was removed, and the time at which that person's link was made.
fn removed() -> (Table, i64) {
    let mut table = Table::friends();
    let link = scene::at(table.now).unix_ms;
    table.comes(HOST, net(1));
    assert_eq!(table.sits_by(Some(link), 2, net(2)), Ok(1));
    table.comes(2, net(2));
    assert_eq!(table.sits_by(Some(link), 8, net(8)), Ok(2));
    table.comes(8, net(8));
    table.unseat(1);
    assert_eq!(table.sits_by(Some(link), 2, net(2)), Err(Denied::Removed));
    (table, link)
}

#[test]
fn after_a_removal_an_old_link_waits_for_the_host_and_a_new_one_does_not() {
    let (mut table, link) = removed();
    let before = table.counts();
    assert_eq!(key(table.sits_by(Some(link), 3, net(3))), "waits_for_host");
    assert_eq!(table.people(HOST)["requests"].as_object().unwrap().values().collect::<Vec<_>>(), ["P3"]);
    let hosts = table.sent[&HOST].len();
    assert_eq!(key(table.sits_by(Some(link), 3, net(3))), "waits_for_host", "asking again");
    assert_eq!((table.counts(), table.sent[&HOST].len()), (before, hosts), "is no news, and others read of neither");
    assert_eq!(table.people(8)["requests"], Value::Null);
    let new = scene::at(table.now).unix_ms;
    assert_eq!(table.sits_by(Some(new), 4, net(4)), Ok(1), "whoever has the new link sits down");
    assert_eq!(table.sits_by(Some(link), 8, net(8)), Ok(2), "and who has a seat has it");
    let request = table.people(HOST)["requests"].as_object().unwrap().keys().next().unwrap().clone();
    assert_eq!(table.admit(&request, true)["t"], "done");
    assert_eq!(table.people(HOST)["requests"], Value::Null);
    assert_eq!(table.sits_by(Some(link), 3, net(3)), Ok(3));
    assert_eq!(table.admit(&request, true)["t"], "done", "a request that is over");
    let full = table.sits_by(Some(link), 5, net(5));
    assert_eq!(full, Err(Denied::Full), "the host is not asked for what is not there");
}

#[test]
fn who_is_turned_away_stays_away_and_a_network_asks_once_at_a_time() {
    let (mut table, link) = removed();
    assert_eq!(key(table.sits_by(Some(link), 3, net(2))), "waits_for_host");
    // Other people on the same network ask too, but the host gets one request only.
    for cookie in 4..7 {
        assert_eq!(key(table.sits_by(Some(link), cookie, net(2))), "waits_for_host");
    }
    assert_eq!(key(table.sits_by(Some(link), 7, net(7))), "waits_for_host", "others are not kept out by that");
    let requests = table.people(HOST)["requests"].as_object().unwrap().clone();
    assert_eq!(requests.values().collect::<Vec<_>>(), ["P3", "P7"]);
    assert_eq!(table.admit(requests.keys().next().unwrap(), false)["t"], "done");
    assert_eq!(table.sits_by(Some(link), 3, net(2)), Err(Denied::Removed));
    // A refusal by the host does not invalidate the links of other people.
    let new = scene::at(table.now).unix_ms;
    assert_eq!(table.sits_by(Some(new), 9, net(9)), Ok(1));
    // Only the host may answer a request, and a deleted person is forgotten.
    let command = serde_json::from_value(json!({"t": "admit", "cmd": "x", "request": "9", "on": true})).expect("one");
    table.tell(Input::Command { connection: ConnectionId(8), command });
    assert_eq!(table.told(8, |message| message["t"] == "refused").unwrap()["refusal"]["key"], "not_host");
    assert!(table.room.people().contains(&PersonId(7)));
    table.tell(Input::Forget { person: PersonId(7) });
    assert!(!table.room.people().contains(&PersonId(7)));
}

/// A person who has only the table's address can watch, and ask for a seat. The host gets one request from each
/// network. A person who is refused can still watch.
#[test]
fn who_watches_friends_asks_for_a_seat_and_says_phrases() {
    let mut table = Table::friends();
    table.comes(HOST, net(1));
    (5..8).for_each(|person| table.comes(person, net(if person == 7 { 5 } else { person as u8 })));
    assert_eq!(table.people(HOST)["watcher_names"], json!(["P5", "P6", "P7"]));
    let send = |table: &mut Table, person: u64, mut command: Value| {
        command["cmd"] = json!(format!("{person}{:?}", table.now));
        let command = serde_json::from_value::<Command>(command).expect("a command");
        table.tell(Input::Command { connection: ConnectionId(person), command });
        let answer = table.told(person, |message| message["t"] == "done" || message["t"] == "refused").expect("one");
        answer["refusal"]["key"].as_str().unwrap_or("done").to_owned()
    };
    let asks = |table: &mut Table, person: u64| {
        key(table.sits_by(None, person, net(if person == 7 { 5 } else { person as u8 })))
    };
    assert_eq!((table.people(5)["asked"].clone(), table.people(HOST)["asked"].clone()), (json!(false), Value::Null));
    assert_eq!((asks(&mut table, 5), table.people(5)["asked"].clone()), ("waits_for_host", json!(true)));
    let told = table.sent[&HOST].len();
    for person in [5, 5, 7] {
        assert_eq!(asks(&mut table, person), "waits_for_host");
    }
    assert_eq!(table.sent[&HOST].len(), told, "once more, or another cookie of that network, is no news");
    assert_eq!(asks(&mut table, 6), "waits_for_host");
    let requests = table.people(HOST)["requests"].as_object().unwrap().clone();
    assert_eq!(requests.values().collect::<Vec<_>>(), ["P5", "P6"]);
    assert_eq!(table.people(6)["requests"], Value::Null);
    let keys: Vec<&String> = requests.keys().collect();
    assert_eq!(table.admit(keys[0], false)["t"], "done");
    assert_eq!(table.admit(keys[1], true)["t"], "done");
    assert_eq!(table.people(6)["you"], 1);
    assert_eq!((table.people(5)["asked"].clone(), table.sits_by(None, 5, net(5))), (Value::Null, Err(Denied::Removed)));
    assert_eq!(send(&mut table, 5, json!({"t": "sit", "seat": 2})), "by_invitation");
    // The refused person still watches, and may send phrases. All spectators together may send ten phrases in ten
    // seconds.
    let phrase = json!({"t": "phrase", "phrase": "applause"});
    assert_eq!(send(&mut table, 5, phrase.clone()), "done");
    let line = table.told(HOST, |message| message["t"] == "talk").expect("a line")["lines"][0].clone();
    assert_eq!((&line["seat"], &line["name"], &line["phrase"]), (&Value::Null, &json!("P5"), &json!("applause")));
    (0..9).for_each(|_| assert_eq!(send(&mut table, 7, phrase.clone()), "done"));
    assert_eq!(send(&mut table, 5, phrase.clone()), "too_fast");
    assert_eq!(send(&mut table, 6, phrase.clone()), "done", "a seat has its own");
    assert_eq!(send(&mut table, 5, json!({"t": "say", "text": "Good evening"})), "no_seat");
    let mut public = Table::public(false);
    public.comes(HOST, net(1));
    public.comes(5, net(5));
    assert_eq!((public.people(5)["asked"].clone(), send(&mut public, 5, phrase).as_str()), (Value::Null, "no_seat"));
}

#[test]
fn at_a_public_table_links_make_no_difference() {
    let mut table = Table::public(false);
    table.comes(HOST, net(1));
    assert_eq!(table.sits(2, net(2)), Ok(1));
    table.comes(2, net(2));
    table.unseat(1);
    assert_eq!(table.sits_by(Some(1), 3, net(3)), Ok(1));
}

#[test]
fn the_clocks_of_a_match_are_those_that_the_host_chose_last() {
    let mut table = Table::friends();
    table.comes(HOST, None);
    table.comes(2, None);
    assert_eq!(table.sits(2, None), Ok(1));
    let settings = json!({"t": "settings", "cmd": "s", "settings": {"clock": "fast"}});
    assert_eq!(table.order(settings)["t"], "done");
    assert_eq!(table.order(json!({"t": "begin", "cmd": "b"}))["t"], "done");
    table.now += Duration::from_secs(20);
    table.tell(Input::Time);
    let frame = table.told(HOST, |message| message["t"] == "frame").expect("a frame");
    assert!(frame["clock"]["left_ms"].is_array(), "{frame}");
}
