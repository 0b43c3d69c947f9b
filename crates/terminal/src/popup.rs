//! Popups over the table: words, and entries to choose from.

use protocol::{Command, Phrase};

use crate::rest::RestChoice;
use ratatui::crossterm::event::KeyCode;

/// The effect of an entry.
#[derive(Clone, Debug)]
pub(crate) enum Do {
    Close,
    Act(String),
    /// Makes a choice about the end of a decided deal, or about a pause.
    Rest(RestChoice),
    /// Sends a command whose answer is not shown.
    Command(fn(String) -> Command),
    /// Lets a bot play for the person of a seat, until that person is back.
    LetBotPlay(u8),
    Say(Phrase),
    /// Asks for the next action of a solution.
    Hint,
    /// Asks whether the deal can still be won.
    Verdict,
    Show(Part),
    /// Asks whether the shuffle was fair.
    Fair,
    /// Opens a new table with the same settings as this one.
    Again,
    /// Shows the list of games.
    Start,
    /// Opens this table.
    Open(String),
    /// Opens a new table of this game.
    New(String),
    Quit,
}

/// The popups that can be shown over the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    Help,
    Log,
    Moves,
    Advice,
    GiveUp,
    Solver,
    Talk,
    Leave,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Popup {
    pub title: String,
    pub lines: Vec<String>,
    pub items: Vec<(String, Do)>,
    pub cursor: usize,
    pub scroll: usize,
    /// True if the popup lists the moves of one position.
    pub lists_moves: bool,
}

impl Popup {
    pub(crate) fn of(title: String) -> Popup {
        Popup { title, ..Popup::default() }
    }

    pub(crate) fn line(mut self, line: String) -> Popup {
        self.lines.push(line);
        self
    }

    pub(crate) fn item(mut self, words: String, does: Do) -> Popup {
        self.items.push((words, does));
        self
    }

    pub(crate) fn key(&mut self, key: KeyCode) -> Option<Do> {
        match key {
            KeyCode::Esc => return Some(Do::Close),
            KeyCode::Enter | KeyCode::Char(' ') => {
                return Some(self.items.get(self.cursor).map_or(Do::Close, |(_, does)| does.clone()));
            }
            KeyCode::Up | KeyCode::Char('k') if self.items.is_empty() => self.scroll = self.scroll.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') if self.items.is_empty() => self.scroll += 1,
            KeyCode::Up => self.cursor = self.cursor.saturating_sub(1),
            KeyCode::Down | KeyCode::Tab => self.cursor = (self.cursor + 1).min(self.items.len().saturating_sub(1)),
            KeyCode::PageUp => {
                self.scroll = self.scroll.saturating_sub(10);
                self.cursor = self.cursor.saturating_sub(10);
            }
            KeyCode::PageDown => {
                self.scroll += 10;
                self.cursor = (self.cursor + 10).min(self.items.len().saturating_sub(1));
            }
            KeyCode::Home => (self.cursor, self.scroll) = (0, 0),
            KeyCode::End => (self.cursor, self.scroll) = (self.items.len().saturating_sub(1), usize::MAX / 2),
            KeyCode::Char('?' | 'q') if self.items.is_empty() => return Some(Do::Close),
            _ => {}
        }
        None
    }
}
