//! Matches for the tests, which bots play. Seat 0's view of a match is shown by the same `TableScreen` and the same
//! drawing as in `cardroom play`.

use std::sync::atomic::AtomicBool;

use game::{Seat, Viewer};
use protocol::{DealScore, Frame, MatchPhase, Message, SeatInfo, TableEvent};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use serde_json::Map;
use table::{AnyTable, Intent};

use crate::draw;
use crate::look::{Colours, Look};
use crate::table::{TableScreen, Wanted};
use wording::Language;

pub(crate) const PLAIN: Look = Look { colours: Colours::None, ascii: false, four_colours: false };

/// A match of bots, and the table that shows it to seat 0.
pub(crate) struct Match {
    pub table: TableScreen,
    game: Box<dyn AnyTable>,
    id: &'static str,
    frames: u64,
    /// The number of steps of the deal so far.
    past: u32,
}

const NAMES: [&str; 4] = ["Ann", "Bo", "Cy", "Wilhelmine"];

impl Match {
    pub(crate) fn of(id: &str, language: Language) -> Match {
        let entry = catalog::entry(id).unwrap();
        let names = NAMES[..usize::from(entry.usual_seats)].iter().map(|name| (*name).to_owned()).collect();
        let seed = "5e".repeat(32).parse().unwrap();
        let game = catalog::open(catalog::setup(id, &Map::new(), names, seed).unwrap()).unwrap();
        let mut played =
            Match { table: TableScreen::new(language, "t".to_owned()), game, id: entry.id, frames: 0, past: 0 };
        played.send(Vec::new());
        played
    }

    fn send(&mut self, since: Vec<TableEvent>) {
        self.frames += 1;
        let frame = self.frame(since);
        let ask = self.table.receive(Message::Frame(Box::new(frame)));
        assert_eq!(ask, None);
    }

    fn frame(&self, since: Vec<TableEvent>) -> Frame {
        let viewer = Viewer::Seat(Seat::new(0));
        let view = self.game.position(viewer);
        let number = |seat: Seat| seat.index() as u8;
        Frame {
            n: self.frames,
            table: "t".to_owned(),
            game: self.id.to_owned(),
            board: self.game.board(),
            options: self.game.options().clone(),
            seats: self.game.setup().names.iter().map(|name| seat(name)).collect(),
            viewer: Some(0),
            at: view.at,
            phase: view.phase,
            deal: view.deal,
            dealer: number(view.dealer),
            view: view.view.value(),
            must: view.must.into_iter().map(number).collect(),
            legal: view.legal.iter().map(table::Json::value).collect(),
            since,
            past: self.past,
            totals: view.totals,
            deals: view
                .deals
                .into_iter()
                .map(|(dealer, points, totals)| DealScore { dealer: number(dealer), points, totals })
                .collect(),
            winners: view.winners.map(|seats| seats.into_iter().map(number).collect()),
            undo: view.undo,
            redo: view.redo,
            assist: false,
            assisted: false,
            advice: true,
            advised: Vec::new(),
            commitment: String::new(),
            number: None,
            window: None,
            held: None,
            armed: Vec::new(),
            rest: None,
            clock: None,
            played_ms: 0,
        }
    }

    pub(crate) fn now(&self) -> &Frame {
        self.table.frame.as_ref().unwrap()
    }

    fn do_as(&mut self, seat: Seat, action: &str) {
        let accepted = self.game.check(Intent::act(seat, action)).unwrap();
        let viewer = Viewer::Seat(Seat::new(0));
        let events = self.game.apply(accepted);
        let told = events.iter().map(|event| TableEvent {
            seat: event.seat().map(|seat| seat.index() as u8),
            action: event.text(viewer).into_owned(),
            margin: None,
            bot: false,
            time_up: false,
        });
        let since: Vec<TableEvent> = told.collect();
        self.past += 1;
        self.send(since);
    }

    /// Plays one action. The rule player decides for the first seat that can act. Returns false if no seat can.
    pub(crate) fn step(&mut self) -> bool {
        let seats: Vec<Seat> = self.game.must().into_iter().chain(self.game.may()).collect();
        for seat in seats {
            let Some(question) = self.game.question(seat) else { continue };
            let mut bot = catalog::bot(self.id, "rule", 7).unwrap();
            if let Some(action) = bot.answer(question, &AtomicBool::new(false)) {
                self.do_as(seat, &action);
                return true;
            }
        }
        false
    }

    pub(crate) fn record(&self) -> String {
        self.game.record()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.game.phase() == table::MatchPhase::Over
    }

    pub(crate) fn next_deal(&mut self) {
        let accepted = self.game.check(Intent::from(&table::Entry::Next)).unwrap();
        self.game.apply(accepted);
        self.past = 0;
        self.send(Vec::new());
    }

    /// Plays until `holds` returns true for seat 0's frame.
    pub(crate) fn until(&mut self, holds: impl Fn(&Frame) -> bool) -> &mut Match {
        for _ in 0..2000 {
            if holds(self.now()) {
                return self;
            }
            if self.now().phase == MatchPhase::Between {
                self.next_deal();
            } else {
                assert!(self.step(), "nothing can be done");
            }
        }
        panic!("it never came to that");
    }

    /// Carries out the request of a key, as the server would.
    pub(crate) fn answer(&mut self, ask: Option<Wanted>) {
        if let Some(Wanted::Send(protocol::Command::Act { action, at, .. })) = ask {
            assert_eq!(at, self.now().at);
            self.do_as(Seat::new(0), &action);
        } else {
            panic!("{ask:?} is no action");
        }
    }

    pub(crate) fn screen(&self, width: u16, height: u16, look: Look) -> Buffer {
        let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
        draw::table(&self.table, look, &mut buffer);
        buffer
    }

    pub(crate) fn text(&self, width: u16, height: u16, look: Look) -> String {
        text_of(&self.screen(width, height, look))
    }
}

fn seat(name: &str) -> SeatInfo {
    let bot = (name != NAMES[0]).then(|| "club".to_owned());
    SeatInfo { name: name.to_owned(), bot, here: true, ..SeatInfo::default() }
}

/// Returns the rows of a screen, without the blanks at their ends.
pub(crate) fn text_of(buffer: &Buffer) -> String {
    let width = usize::from(buffer.area.width);
    let rows = buffer.content.chunks(width).map(|row| {
        let row: String = row.iter().map(ratatui::buffer::Cell::symbol).collect();
        row.trim_end().to_owned()
    });
    rows.collect::<Vec<String>>().join("\n")
}

/// Returns true if play waits for seat 0, and it has a legal action.
pub(crate) fn mine(frame: &Frame) -> bool {
    frame.must.contains(&0) && !frame.legal.is_empty()
}

pub(crate) fn phase_is(frame: &Frame, key: &str, name: &str) -> bool {
    frame.view[key] == *name
}
