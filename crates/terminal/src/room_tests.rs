//! Several terminals at one table. A real room handles their commands, and they show its messages.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use protocol::{ClockKind, MatchPhase, Message, Settings};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use room::{
    BotReply, ConnectionId, Effect, Input, Instant, KeptState, Now, Pace, PersonId, Room, Saved, Seated, Write,
};

use crate::draw;
use crate::match_tests::{PLAIN, mine, text_of};
use crate::table::{TableScreen, Wanted};
use ratatui::crossterm::event::KeyCode;
use wording::Language;

/// A table of Schwarze Dame with terminals on its first two seats and bots on the other seats. All writes succeed
/// immediately.
struct RoomTable {
    room: Room,
    now: Duration,
    terminals: [TableScreen; 2],
}

impl RoomTable {
    fn open(number: u64) -> RoomTable {
        RoomTable::with(number, Settings { level: "rule".to_owned(), ..Settings::default() })
    }

    fn with(number: u64, settings: Settings) -> RoomTable {
        let person = |n: i64| Seated { name: format!("P{n}"), person: Some(PersonId(n)), bot: None };
        let mut seats = vec![person(1), person(2)];
        while seats.len() < 4 {
            seats.push(room::names::bot_for(&seats, "rule"));
        }
        let names = seats.iter().map(|seated| seated.name.clone()).collect();
        let seed = cards::Seed::numbered(number);
        let setup = catalog::setup("schwarze-dame", &Default::default(), names, seed).expect("a setup");
        let saved = Saved {
            id: "table".to_owned(),
            settings,
            seats,
            host: Some(PersonId(1)),
            created: String::new(),
            started_ms: Some(1),
            ended: false,
            kept: KeptState::default(),
        };
        let now = Now { instant: Instant::default(), unix_ms: 1 };
        let table = catalog::open(setup).expect("a table");
        let Ok((room, _)) = Room::load(saved, table, &[], (Pace::fixed(100), 1), now) else {
            panic!("levels are known")
        };
        let terminals = [1, 2].map(|n| TableScreen::new(Language::English, format!("{n}-")));
        let mut table = RoomTable { room, now: Duration::ZERO, terminals };
        for n in [1, 2] {
            let (connection, person) = (ConnectionId(n), PersonId(n.cast_signed()));
            table.send(Input::Opened { connection, person, name: format!("P{n}"), network: None, shuffles: false });
        }
        table
    }

    /// Sends an input to the room. Then answers the questions to bots, confirms the writes, and shows the messages on
    /// the terminals, until nothing is left to do.
    fn send(&mut self, input: Input) {
        let mut inputs = vec![input];
        while let Some(input) = inputs.pop() {
            let now = Now { instant: Instant::after(self.now), unix_ms: 1 + self.now.as_millis() as i64 };
            for effect in self.room.handle(now, input) {
                match effect {
                    Effect::AskBot(asked) => {
                        let mut bot = asked.bot;
                        let answer = bot.answer(asked.question, &AtomicBool::new(false));
                        let result = Some((bot, answer));
                        inputs.push(Input::BotReply(BotReply { task: asked.task, took: Duration::ZERO, result }));
                    }
                    Effect::Write(Write { id, .. }) => inputs.push(Input::Stored { write: id, result: Ok(()) }),
                    Effect::Send { to, text } => {
                        let message: Message = serde_json::from_str(&text).expect("a message of the protocol");
                        let wanted = self.terminals[to.0 as usize - 1].receive(message);
                        assert!(!matches!(wanted, Some(Wanted::Send(_))), "nobody has pressed anything: {wanted:?}");
                    }
                    _ => {}
                }
            }
        }
    }

    /// Presses a key at a terminal.
    fn key(&mut self, terminal: usize, key: KeyCode) {
        match self.terminals[terminal].key(key) {
            Some(Wanted::Send(command)) => {
                self.send(Input::Command { connection: ConnectionId(terminal as u64 + 1), command });
            }
            None => {}
            other => panic!("{other:?} is no command"),
        }
    }

    fn letter(&mut self, terminal: usize, letter: char) {
        self.key(terminal, KeyCode::Char(letter));
    }

    fn line(&mut self, terminal: usize, text: &str) {
        for letter in text.chars() {
            self.letter(terminal, letter);
        }
        self.key(terminal, KeyCode::Enter);
    }

    fn text(&self, terminal: usize) -> String {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 80, 24));
        draw::table(&self.terminals[terminal], PLAIN, &mut buffer);
        text_of(&buffer)
    }

    fn phase(&self) -> MatchPhase {
        self.terminals[0].frame.as_ref().expect("a frame").phase
    }

    /// Plays until the first terminal may offer to end the deal. The terminals play the last entry of their lists of
    /// moves. Returns false if the deal ends without such an offer.
    fn play_until_decided(&mut self) -> bool {
        while self.phase() == MatchPhase::Deal {
            if self.text(0).contains("[e] End the deal") {
                return true;
            }
            if self.text(1).contains("[e] End the deal") {
                return false;
            }
            match (0..2).find(|&at| mine_at(&self.terminals[at])) {
                Some(terminal) => {
                    self.letter(terminal, 'm');
                    self.key(terminal, KeyCode::End);
                    self.key(terminal, KeyCode::Enter);
                }
                None => {
                    self.now += Duration::from_millis(100);
                    self.send(Input::Time);
                }
            }
        }
        false
    }

    fn decided() -> RoomTable {
        let mut tables = (1..200).map(RoomTable::open);
        tables.find_map(|mut table| table.play_until_decided().then_some(table)).expect("a deal that is decided early")
    }
}

/// Returns true if play waits for this terminal.
fn mine_at(terminal: &TableScreen) -> bool {
    terminal.frame.as_ref().is_some_and(|frame| frame.viewer.is_some_and(|seat| frame.must.contains(&seat)))
}

#[test]
fn a_decided_deal_is_offered_and_accepted() {
    let mut table = RoomTable::decided();
    table.letter(0, 'e');
    let (first, second) = (table.text(0), table.text(1));
    assert!(first.contains("End the deal? Waiting for P2.") && first.contains("[e] Play on instead"), "{first}");
    assert!(second.contains("▶ P1 offers to end the deal: the result can’t change any more."), "{second}");
    assert!(second.contains("[e] End it  [n] Play on"), "{second}");
    table.letter(1, 'e');
    assert_eq!(table.phase(), MatchPhase::Between);
    for terminal in [0, 1] {
        let shown = table.text(terminal);
        assert!(shown.contains("Deal 1 is over"), "{shown}");
    }
}

#[test]
fn an_offer_is_declined_and_the_deal_is_played_on() {
    let mut table = RoomTable::decided();
    // The terminal withdraws the offer, and then makes it again.
    table.line(0, ":end");
    table.line(0, ":on");
    let second = table.text(1);
    assert!(!second.contains("offers to end the deal"), "{second}");
    table.line(0, ":end");
    table.line(1, ":play on");
    let (first, second) = (table.text(0), table.text(1));
    for shown in [&first, &second] {
        assert!(!shown.contains("End the deal") && !shown.contains("offers to end"), "{shown}");
    }
    assert_eq!(table.phase(), MatchPhase::Deal);
    assert!(mine(table.terminals[0].frame.as_ref().expect("a frame")), "seat 0 plays on");
    // Without an offer in the list, the last entry is a card.
    assert!(!table.play_until_decided(), "it is not offered again");
    assert_eq!(table.phase(), MatchPhase::Between);
}

#[test]
fn a_pause_is_asked_for_agreed_to_and_ended() {
    let mut table = RoomTable::with(1, Settings { clock: ClockKind::Relaxed, ..Settings::default() });
    assert!(!table.text(0).contains("[P]"), "nobody waits for it: it stands in the menu");
    table.key(0, KeyCode::Esc);
    assert!(table.text(0).contains("Ask for a pause"), "{}", table.text(0));
    table.key(0, KeyCode::Esc);
    table.letter(0, 'P');
    let (first, second) = (table.text(0), table.text(1));
    assert!(first.contains("Waiting for the others to agree to a pause.") && first.contains("[P] Cancel"), "{first}");
    assert!(second.contains("▶ P1 wants a pause.") && second.contains("[P] Agree"), "{second}");
    table.line(0, ":resume");
    assert!(!table.text(1).contains("wants a pause"));
    table.line(0, ":pause");
    table.letter(1, 'P');
    for terminal in [0, 1] {
        let shown = table.text(terminal);
        assert!(shown.contains("The clocks are paused.") && shown.contains("[P] Resume"), "{shown}");
    }
    table.line(1, ":Resume");
    assert!(!table.text(0).contains("The clocks are paused.") && !table.text(0).contains("[P]"));
}

#[test]
fn a_table_that_cannot_pause_offers_none() {
    let mut table = RoomTable::open(1);
    table.key(0, KeyCode::Esc);
    assert!(!table.text(0).contains("pause"));
}
