//! Tests of the early end of a decided deal: who learns of it, who has to accept, and what is stored.

use std::collections::BTreeMap;
use std::time::Duration;

use game::Seat;
use protocol::{Command, Settings};
use serde_json::{Value, json};

use room::{ConnectionId, Effect, Input, Instant, NotStored, PersonId, Room, Seated, StoreFault, Write};

use crate::scene;

/// A table of Schwarze Dame with people on its first seats and bots on the others. Writes wait until the test stores
/// them.
struct Table {
    room: Room,
    now: Duration,
    people: u64,
    writes: Vec<Write>,
    stored: Vec<room::log_entry::LogEntry>,
    /// The last frame of each connection, and the answers to the commands of all connections.
    frames: BTreeMap<u64, Value>,
    answers: Vec<(u64, Value)>,
    setup: table::Setup,
}

impl Table {
    fn open(people: u64, number: u64) -> Table {
        Table::of("schwarze-dame", people, number)
    }

    fn of(game: &'static str, people: u64, number: u64) -> Table {
        let person = |n: u64| Seated { name: format!("P{n}"), person: Some(PersonId(n.cast_signed())), bot: None };
        let mut seats: Vec<Seated> = (1..=people).map(person).collect();
        while seats.len() < 4 {
            seats.push(room::names::bot_for(&seats, "club"));
        }
        let settings = Settings { level: "club".to_owned(), ..Settings::default() };
        let (room, setup) = scene::load((game, &Default::default(), number), seats, settings, true);
        let mut table = Table {
            room,
            now: Duration::ZERO,
            people,
            writes: Vec::new(),
            stored: Vec::new(),
            frames: BTreeMap::new(),
            answers: Vec::new(),
            setup,
        };
        for n in 1..=people {
            let (connection, person) = (ConnectionId(n), PersonId(n.cast_signed()));
            table.tell(Input::Opened { connection, person, name: format!("P{n}"), network: None, shuffles: false });
        }
        table
    }

    /// Passes an input to the room, and gives the room the answers of its bots.
    fn tell(&mut self, input: Input) {
        let mut inputs = vec![input];
        while let Some(input) = inputs.pop() {
            let now = scene::at(self.now);
            for effect in self.room.handle(now, input) {
                match effect {
                    Effect::AskBot(asked) => inputs.push(scene::reply(asked)),
                    Effect::Write(write) => self.writes.push(write),
                    Effect::Send { to, text } => self.hear(to.0, &text),
                    _ => {}
                }
            }
        }
    }

    fn hear(&mut self, to: u64, text: &str) {
        let message: Value = serde_json::from_str(text).expect("JSON");
        match message["t"].as_str() {
            Some("frame") => drop(self.frames.insert(to, message)),
            Some("done" | "refused") => self.answers.push((to, message)),
            _ => {}
        }
    }

    fn store(&mut self) {
        let write = self.writes.remove(0);
        self.stored.extend(write.entries);
        self.tell(Input::Stored { write: write.id, result: Ok(()) });
    }

    fn command(&mut self, n: u64, command: Command) {
        self.tell(Input::Command { connection: ConnectionId(n), command });
    }

    /// Plays the highest legal card for people, and lets bots play, until a person may end the deal. Returns that
    /// person's connection, or `None` if the deal ends earlier.
    fn play_until_decided(&mut self) -> Option<u64> {
        for step in 0..1_000 {
            if !self.writes.is_empty() {
                self.store();
                continue;
            }
            let frame = self.frames[&1].clone();
            if frame["phase"] != "deal" {
                return None;
            }
            let may = |n: &u64| self.frames[n]["rest"] != Value::Null;
            if let Some(n) = (1..=self.people).find(may) {
                return Some(n);
            }
            let to_play = frame["must"][0].as_u64().expect("play waits for a seat") + 1;
            if to_play <= self.people {
                let card = self.room.table().legal(Seat::new(to_play as u8 - 1)).pop().expect("a card");
                self.act(to_play, &format!("card {step}"), card);
            } else {
                self.now += Duration::from_millis(100);
                self.tell(Input::Time);
            }
        }
        unreachable!("a deal ends")
    }

    fn act(&mut self, n: u64, cmd: &str, action: String) {
        let at = self.room.table().at(Seat::new(n as u8 - 1));
        self.command(n, Command::Act { cmd: cmd.to_owned(), at, action });
    }

    /// Returns the decision number with which `rest` identifies the offer of person `n`.
    fn at(&self, n: u64) -> u32 {
        self.room.table().at(Seat::new(n as u8 - 1))
    }

    /// Sends a `rest` command of person `n` about the offer of seat 0, which `at` identifies. Returns the answer.
    fn rest(&mut self, n: u64, at: u32, on: bool) -> Value {
        self.rest_of(n, 0, at, on)
    }

    fn rest_of(&mut self, n: u64, seat: u8, at: u32, on: bool) -> Value {
        let cmd = format!("rest {}", self.answers.len());
        self.command(n, Command::Rest { cmd, seat, at, on });
        self.answers.last().map_or(Value::Null, |(to, answer)| if *to == n { answer.clone() } else { Value::Null })
    }

    /// Returns a table with this number of people at which the person on seat 0 may end the deal.
    fn decided(people: u64) -> Table {
        (1..200)
            .find_map(|number| {
                let mut table = Table::open(people, number);
                (table.play_until_decided() == Some(1)).then_some(table)
            })
            .expect("a deal is decided early in one of them")
    }
}

fn refused(answer: &Value) -> &str {
    answer["refusal"]["key"].as_str().unwrap_or("not refused")
}

#[test]
fn only_the_seat_that_knows_is_told_that_it_may_end_the_deal() {
    let table = Table::decided(4);
    assert_eq!(table.frames[&1]["rest"], json!({"seat": 0, "at": table.at(1), "accepted": null, "open": []}));
    for n in 2..=4 {
        assert_eq!(table.frames[&n]["rest"], Value::Null);
    }
}

#[test]
fn among_bots_it_ends_at_once_and_is_stored_before_it_is_told() {
    let mut table = Table::decided(1);
    let (before, answers) = (table.frames.clone(), table.answers.len());
    table.command(1, Command::Rest { cmd: "end".to_owned(), seat: 0, at: table.at(1), on: true });
    assert_eq!(table.writes.len(), 1, "all cards together");
    let left: u64 = before[&1]["view"]["held"].as_array().unwrap().iter().map(|held| held.as_u64().unwrap()).sum();
    assert_eq!(table.writes[0].entries.len() as u64, left, "every card that is left");
    assert_eq!((&table.frames, table.answers.len()), (&before, answers), "nothing is told before it is stored");
    table.store();
    assert_eq!(table.answers.last().unwrap().1, json!({"t": "done", "cmd": "end"}));
    assert_eq!(table.frames[&1]["phase"], "between");
    // The log contains ordinary actions, which lead to the same match.
    let mut again = catalog::open(table.setup.clone()).expect("a table");
    room::restore(again.as_mut(), &table.stored).expect("every entry is possible");
    assert_eq!(again.totals(), table.room.table().totals());
    assert_eq!(again.record(), table.room.table().record());
}

#[test]
fn everybody_has_to_accept() {
    let mut table = Table::decided(3);
    let at = table.at(1);
    assert_eq!(table.rest(1, at, true)["t"], "done");
    assert!(table.writes.is_empty(), "people are asked first");
    for n in 1..=3 {
        assert_eq!(table.frames[&n]["rest"], json!({"seat": 0, "at": at, "accepted": [], "open": [1, 2]}));
    }
    assert_eq!(table.rest(2, at, true)["t"], "done");
    assert!(table.writes.is_empty());
    assert_eq!(table.frames[&3]["rest"]["open"], json!([2]));
    table.command(3, Command::Rest { cmd: "accept".to_owned(), seat: 0, at, on: true });
    assert_eq!(table.writes.len(), 1);
    table.store();
    assert_eq!(table.answers.last().unwrap(), &(3, json!({"t": "done", "cmd": "accept"})));
    assert_eq!(table.frames[&2]["phase"], "between");
}

#[test]
fn who_declines_plays_the_deal_to_its_end() {
    let mut table = Table::decided(2);
    let at = table.at(1);
    table.rest(1, at, true);
    assert_eq!(table.rest(2, at, false)["t"], "done");
    assert_eq!(table.frames[&1]["rest"], Value::Null, "it is not offered again");
    assert_eq!(refused(&table.rest(1, at, true)), "rest_declined");
    assert!(table.writes.is_empty());
    assert_eq!(table.play_until_decided(), None, "nobody may end this deal any more");
}

#[test]
fn a_card_takes_the_offer_back_and_an_answer_to_it_comes_too_late() {
    let mut table = Table::decided(2);
    let at = table.at(1);
    table.rest(1, at, true);
    let card = table.room.table().legal(Seat::new(0)).pop().expect("a card");
    table.act(1, "card", card);
    table.store();
    assert_eq!(refused(&table.rest(2, at, true)), "stale");
    // The player may also take the offer back without playing a card.
    let mut table = Table::decided(2);
    let at = table.at(1);
    table.rest(1, at, true);
    table.rest(1, at, false);
    assert_eq!(refused(&table.rest(2, at, true)), "stale");
    assert_eq!(table.frames[&1]["rest"]["accepted"], Value::Null);
    assert_eq!(table.frames[&2]["rest"], Value::Null);
}

#[test]
fn nobody_waits_for_somebody_who_has_gone() {
    let mut table = Table::decided(2);
    let at = table.at(1);
    table.rest(1, at, true);
    table.tell(Input::Closed { connection: ConnectionId(2), last_heard: Instant::after(table.now) });
    assert_eq!(table.writes.len(), 1, "the others have accepted");
    table.store();
    assert_eq!(table.frames[&1]["phase"], "between");
}

#[test]
fn what_is_not_decided_cannot_be_ended() {
    let mut table = Table::open(4, 1);
    let first = (1..=4).find(|n| table.frames[&1]["must"][0] == json!(n - 1)).expect("somebody leads");
    let at = table.at(first);
    assert_eq!(refused(&table.rest_of(first, first as u8 - 1, at, true)), "not_decided");
    let other = first % 4 + 1;
    let at = table.at(other);
    assert_eq!(refused(&table.rest_of(other, other as u8 - 1, at, true)), "stale", "it is not that seat's turn");
    assert_eq!(refused(&table.rest_of(other, other as u8 - 1, at, false)), "stale", "there is no offer");
    assert!(table.writes.is_empty());
}

#[test]
fn a_full_disk_ends_nothing() {
    let mut table = Table::decided(1);
    let at = table.at(1);
    table.command(1, Command::Rest { cmd: "end".to_owned(), seat: 0, at, on: true });
    let write = table.writes.remove(0);
    let refusal = protocol::Refusal::new("full_disk", "No room.");
    table.tell(Input::Stored { write: write.id, result: Err(NotStored { fault: StoreFault::Full, refusal }) });
    assert_eq!(refused(&table.answers.last().unwrap().1), "full_disk");
    assert_eq!((table.frames[&1]["phase"].as_str(), table.at(1)), (Some("deal"), at));
    table.command(1, Command::Rest { cmd: "end".to_owned(), seat: 0, at, on: true });
    table.store();
    assert_eq!(table.frames[&1]["phase"], "between");
}

/// Returns a table of Kaël at which person 1 is out of the match, after calling Kaël twice with more than 5. [K18]
fn out_of_the_match(people: u64) -> Table {
    let mut table = Table::of("kael", people, 1);
    for step in 0..20_000 {
        if !table.writes.is_empty() {
            table.store();
            continue;
        }
        let frame = table.frames[&1].clone();
        if frame["view"]["standing"]["out"][0] != Value::Null {
            return table;
        }
        if frame["phase"] == "between" {
            (1..=people).for_each(|n| table.command(n, Command::Next { cmd: format!("next {step} {n}") }));
            continue;
        }
        let to_play = frame["must"][0].as_u64().expect("play waits for a seat") + 1;
        if to_play <= people {
            let legal = table.room.table().legal(Seat::new(to_play as u8 - 1));
            let call = legal.iter().find(|action| to_play == 1 && *action == "kael");
            table.act(to_play, &format!("act {step}"), call.unwrap_or(&legal[0]).clone());
        }
        // The claim window has to pass, because others may make claims before the next move.
        table.now += Duration::from_millis(100);
        table.tell(Input::Time);
    }
    unreachable!("two mistakes are enough")
}

#[test]
fn who_is_out_of_the_match_among_bots_has_the_rest_played_at_once() {
    let mut table = out_of_the_match(1);
    for step in 0..200 {
        let frame = table.frames[&1].clone();
        match frame["phase"].as_str() {
            Some("over") => {
                assert!(frame["winners"].as_array().is_some_and(|winners| winners.len() == 1), "one is left");
                let mut again = catalog::open(table.setup.clone()).expect("a table");
                room::restore(again.as_mut(), &table.stored).expect("every entry is possible");
                return;
            }
            Some("between") => table.command(1, Command::Next { cmd: format!("deal {step}") }),
            _ => {
                assert_eq!(frame["rest"], json!({"seat": 0, "at": table.at(1), "accepted": null, "open": []}));
                let at = table.at(1);
                table.rest(1, at, true);
                assert_eq!(table.writes.len(), 1, "a deal at once");
            }
        }
        table.store();
    }
    unreachable!("each deal of bots comes to its end")
}

#[test]
fn who_is_out_of_the_match_ends_no_deal_of_people_who_play_on() {
    let mut table = out_of_the_match(2);
    assert_eq!(table.frames[&1]["rest"], Value::Null);
    let at = table.at(1);
    assert_eq!(refused(&table.rest(1, at, true)), "stale");
    // A bot that stands in for an absent person plays for this person, so not only bots play on.
    table.tell(Input::Closed { connection: ConnectionId(2), last_heard: Instant::after(table.now) });
    assert_eq!(refused(&table.rest(1, at, true)), "stale");
    assert!(table.writes.is_empty());
}
