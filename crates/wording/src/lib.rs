//! The words of the page and of its games, for programs that print: the terminal and the command line. These programs
//! describe events with the same phrases and the same names of cards as the page, in three languages. This crate
//! contains no rules and does no I/O.
//!
//! - `lists`: the word lists, with plurals; `cards`: names of cards
//! - `climb`, `patience`, `pile`, `plain`, `tricks`: words for a game's views and actions, by the kind of its board

pub mod cards;
#[expect(missing_docs, reason = "the game's view says it")]
pub mod climb;
mod lists;
#[expect(missing_docs, reason = "the game's view says it")]
pub mod patience;
#[expect(missing_docs, reason = "the game's view says it")]
pub mod pile;
pub mod plain;
#[expect(missing_docs, reason = "the game's view says it")]
pub mod tricks;

use protocol::{BoardKind, Frame, MatchPhase, NewPlayer, PublicEvent, TableEvent};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

pub use lists::{Language, Value, WordLists, number, signed};

/// The words for one kind of view.
pub trait BoardWords: Sync {
    /// Returns the lines about an action of this seat.
    fn say(&self, seat: u8, event: &TableEvent, before: &Frame, after: &Frame, words: &WordLists) -> Vec<String>;

    /// Returns the lines about a second shuffle.
    fn shuffled(&self, _: &WordLists) -> Vec<String> {
        Vec::new()
    }

    /// Returns the words that say which seat play waits for, and for which action.
    fn awaited(&self, frame: &Frame, words: &WordLists) -> String;

    /// Returns the words for a legal action that the viewer may choose.
    fn choice(&self, legal: &Json, frame: &Frame, words: &WordLists) -> String;
}

/// Returns the kind of a frame's board. If the view does not fit that kind, returns the plain kind.
pub fn kind(frame: &Frame) -> BoardKind {
    fn reads<T: DeserializeOwned>(view: &Json) -> bool {
        T::deserialize(view).is_ok()
    }
    let reads = match frame.board {
        BoardKind::Patience => reads::<patience::View>,
        BoardKind::Pile => reads::<pile::View>,
        BoardKind::Climb => reads::<climb::View>,
        BoardKind::Tricks => reads::<tricks::View>,
        BoardKind::Plain => reads::<Json>,
    };
    if reads(&frame.view) { frame.board } else { BoardKind::Plain }
}

/// Reads the view of a frame as the type of a board. It may be called only if [`kind`] has returned the kind of that
/// board for this frame.
pub fn view<V: DeserializeOwned>(frame: &Frame) -> V {
    V::deserialize(&frame.view).expect("the board can read the view")
}

/// Returns the words for a frame's board.
pub fn of(frame: &Frame) -> &'static dyn BoardWords {
    match kind(frame) {
        BoardKind::Patience => &patience::PatienceBoard,
        BoardKind::Pile => &pile::PileBoard,
        BoardKind::Climb => &climb::ClimbBoard,
        BoardKind::Tricks => &tricks::TrickBoard,
        BoardKind::Plain => &plain::PlainBoard,
    }
}

/// Returns the lines about all events between two frames.
pub fn event_lines(before: &Frame, after: &Frame, words: &WordLists) -> Vec<String> {
    let board = of(after);
    let mut lines = Vec::new();
    let shown = before.deal == after.deal && before.view.is_object();
    for event in &after.since {
        match event.event() {
            PublicEvent::TookOver { seat, player } => {
                lines.extend(took_over(seat.index() as u8, &player, event.time_up, before, after, words));
            }
            PublicEvent::Shuffled if shown => lines.extend(board.shuffled(words)),
            PublicEvent::Acted { seat, .. } if shown => {
                lines.extend(board.say(seat.index() as u8, event, before, after, words));
            }
            _ => {}
        }
    }
    lines
}

/// Returns the line about the new player of a seat.
fn took_over(
    seat: u8,
    player: &NewPlayer,
    time_up: bool,
    before: &Frame,
    after: &Frame,
    words: &WordLists,
) -> Vec<String> {
    let of_seat = |key: &str| vec![words.of_seat(after, seat, key, &[])];
    match player {
        NewPlayer::Bot(_) if time_up => of_seat("log.time_up"),
        NewPlayer::Bot(_) => of_seat("log.bot"),
        NewPlayer::Back if time_up => Vec::new(),
        NewPlayer::Back => of_seat("log.back"),
        NewPlayer::Joined => of_seat("log.joined"),
        NewPlayer::Left | NewPlayer::Removed => {
            let was = before.seats.get(usize::from(seat)).filter(|was| was.bot.is_none());
            vec![match was {
                Some(was) => words.about(&format!("log.{player}"), &was.name),
                None => words.say(&format!("log.{player}.since")),
            }]
        }
    }
}

/// Returns the cards that a legal action takes from the hand.
pub fn cards_of(legal: &Json) -> Vec<String> {
    if let Some(card) = legal["card"].as_str() {
        return vec![card.to_owned()];
    }
    Vec::deserialize(&legal["cards"]).unwrap_or_default()
}

/// Returns the notation of a legal action.
pub fn action_of(legal: &Json) -> &str {
    legal["action"].as_str().unwrap_or_default()
}

/// Splits an action into its first word and the rest.
pub fn verb_of(action: &str) -> (&str, &str) {
    action.split_once(' ').unwrap_or((action, ""))
}

/// Returns whether play waits for the viewer.
pub fn is_mine(frame: &Frame) -> bool {
    frame.phase == MatchPhase::Deal && frame.viewer.is_some_and(|seat| frame.must.contains(&seat))
}

/// Returns "Waiting for Bo.", or an empty text if play waits for nobody.
pub fn waiting(frame: &Frame, words: &WordLists) -> String {
    if frame.must.is_empty() {
        return String::new();
    }
    let names: Vec<String> = frame.must.iter().map(|&seat| words.seat(frame, seat)).collect();
    words.about("game.waiting", &names.join(", "))
}
