//! Tests of bots at a table. The tests set the time and answer for the bots.

use std::collections::VecDeque;
use std::time::Duration;

use game::Seat;
use protocol::{Command, Open, Settings};
use serde_json::{Map, Value};

use room::{
    BotQuestion, BotReply, ConnectionId, Effect, Input, Instant, KeptState, LogLine, NotStored, Pace, PersonId, Room,
    Saved, Seated, StoreFault, WriteId,
};

use crate::scene;

/// A room with one person on seat 0.
struct Table {
    room: Room,
    now: Duration,
    asked: VecDeque<BotQuestion>,
    writes: VecDeque<WriteId>,
    log: Vec<String>,
    wrong: Vec<LogLine>,
}

impl Table {
    fn open(game: &str, settings: Settings, begun: bool) -> Table {
        Table::dealt(game, &Default::default(), settings, begun, 3)
    }

    fn dealt(game: &str, options: &Map<String, Value>, settings: Settings, begun: bool, number: u64) -> Table {
        let mut seats = vec![Seated { name: "Ann".to_owned(), person: Some(PersonId(1)), bot: None }];
        while begun && seats.len() < 4 {
            seats.push(room::names::bot_for(&seats, "club"));
        }
        seats.resize(4, Seated::default());
        let (room, _) = scene::load((game, options, number), seats, settings, begun);
        let mut table = Table {
            room,
            now: Duration::ZERO,
            asked: VecDeque::new(),
            writes: VecDeque::new(),
            log: Vec::new(),
            wrong: Vec::new(),
        };
        table.tell(Input::Opened {
            connection: ConnectionId(1),
            person: PersonId(1),
            name: "Ann".to_owned(),
            network: None,
            shuffles: false,
        });
        table
    }

    fn tell(&mut self, input: Input) {
        let now = scene::at(self.now);
        for effect in self.room.handle(now, input) {
            match effect {
                Effect::AskBot(question) => self.asked.push_back(question),
                Effect::Write(write) => {
                    self.writes.push_back(write.id);
                    self.log.extend(write.entries.into_iter().map(|entry| entry.entry));
                }
                Effect::Log(line @ LogLine::BotWasIllegal { .. }) => self.wrong.push(line),
                _ => {}
            }
        }
    }

    fn stored(&mut self) {
        let write = self.writes.pop_front().expect("something is being stored");
        self.tell(Input::Stored { write, result: Ok(()) });
    }

    fn legal(&self, seat: u8) -> Vec<String> {
        self.room.table().legal(Seat::new(seat))
    }

    fn act(&mut self, cmd: &str, action: String) {
        let at = self.room.table().at(Seat::new(0));
        let command = Command::Act { cmd: cmd.to_owned(), at, action };
        self.tell(Input::Command { connection: ConnectionId(1), command });
    }

    /// Removes and returns the question to the bot of a seat.
    fn question(&mut self, seat: u8) -> BotQuestion {
        let index = self.asked.iter().position(|asked| asked.question.seat == Seat::new(seat));
        self.asked.remove(index.unwrap_or_else(|| panic!("the bot on {seat} was asked"))).expect("it is there")
    }

    fn answer(&mut self, question: BotQuestion, action: Option<&str>) {
        let result = Some((question.bot, action.map(str::to_owned)));
        self.tell(Input::BotReply(BotReply { task: question.task, took: Duration::ZERO, result }));
    }

    fn wait(&mut self, ms: u64) {
        self.now += Duration::from_millis(ms);
        self.tell(Input::Time);
    }

    /// Returns a table at which all seats choose their cards for the first trade at the same time. A Stop is possible
    /// from the beginning.
    fn trading(number: u64) -> Table {
        let options = [("min_trades".to_owned(), Value::from(0))].into_iter().collect();
        let settings = Settings { level: "club".to_owned(), ..Settings::default() };
        let mut table = Table::dealt("la-dame-noire", &options, settings, true, number);
        for turn in 0.. {
            if table.legal(0).iter().any(|action| action.starts_with("trade")) {
                return table;
            }
            let must = table.room.table().must().first().expect("the deal goes on").index() as u8;
            let legal = table.legal(must);
            let bid = if turn == 0 { legal[0].clone() } else { "pass".to_owned() };
            if must == 0 {
                table.act(&format!("bid {turn}"), bid);
            } else {
                let question = table.question(must);
                table.answer(question, Some(&bid));
                table.wait(100);
            }
            table.stored();
        }
        unreachable!("bids end")
    }

    fn trade(&self, seat: u8) -> String {
        self.legal(seat).into_iter().find(|action| action.starts_with("trade")).expect("a card to trade")
    }
}

/// A bot's decision is carried out once, even if another bot decides while the store has not answered yet.
#[test]
fn a_bot_that_has_acted_does_not_act_again_before_it_is_asked() {
    let mut table = Table::trading(3);
    let [one, two] = [table.question(1), table.question(2)];
    assert_eq!((one.level.as_str(), two.level.as_str()), ("club", "club"));
    assert_ne!(one.seed, two.seed, "each has chances of its own");
    let give = table.trade(1);
    table.answer(one, Some(&give));
    table.wait(100);
    assert!(table.room.is_storing(), "it acts");
    let other = table.trade(2);
    table.answer(two, Some(&other));
    let before = table.log.len();
    table.stored();
    assert!(table.legal(1).contains(&"stop".to_owned()), "there is something that it could do");
    let acts: Vec<&String> = table.log[before..].iter().filter(|entry| entry.contains("\"seat\":1")).collect();
    assert!(acts.is_empty() && table.wrong.is_empty(), "{acts:?} {:?}", table.wrong);
}

/// A choice that others see can end the decisions of the other bots. Those bots are asked again.
#[test]
fn a_stop_during_a_trade_is_news_to_the_bots_that_still_choose() {
    let mut table = Table::trading(3);
    for seat in 1..4 {
        let question = table.question(seat);
        let give = table.trade(seat);
        table.answer(question, Some(&give));
    }
    table.act("stop", "stop".to_owned());
    table.stored();
    let leads = table.room.table().must().first().expect("the deal goes on").index() as u8;
    assert!((1..4).contains(&leads), "a bot that had chosen a card to trade leads");
    table.wait(100);
    assert!(table.wrong.is_empty(), "what was chosen before the Stop is not done after it: {:?}", table.wrong);
    drop(table.question(leads));
}

/// If a quick match cannot begin because the disk is full, the room waits a while before it tries again.
#[test]
fn what_could_not_be_stored_when_a_match_begins_is_tried_again_later() {
    let settings =
        Settings { open: Open::Public, fill_s: Some(20), level: "club".to_owned(), watch: true, ..Settings::default() };
    let mut table = Table::open("hearts", settings, false);
    table.wait(20_000);
    let write = table.writes.pop_front().expect("the match begins");
    let refusal = protocol::Refusal::new("full_disk", "No room.");
    table.tell(Input::Stored { write, result: Err(NotStored { fault: StoreFault::Full, refusal }) });
    let now = Instant::after(table.now);
    assert!(table.room.next_wake().is_some_and(|wake| wake > now), "not at once");
    table.wait(2_000);
    assert_eq!(table.writes.len(), 1, "again");
}

/// A stored level that does not exist is noticed, whatever levels the other seats have.
#[test]
fn a_table_with_one_unknown_level_is_not_loaded() {
    let bot = |level: &str| Seated { name: level.to_owned(), person: None, bot: Some(level.to_owned()) };
    for place in 0..3 {
        let mut seats = vec![bot("club"), bot("club"), bot("club"), bot("random")];
        seats[place] = bot("nobody");
        let names = seats.iter().map(|seated| seated.name.clone()).collect();
        let setup = catalog::setup("hearts", &Map::new(), names, cards::Seed::numbered(1)).expect("a setup");
        let saved = Saved {
            id: "table".to_owned(),
            settings: Settings::default(),
            host: None,
            seats,
            created: String::new(),
            started_ms: Some(1),
            ended: false,
            kept: KeptState::default(),
        };
        let table = catalog::open(setup).expect("a table");
        assert!(Room::load(saved, table, &[], (Pace::fixed(100), 1), scene::at(Duration::ZERO)).is_err());
    }
}
