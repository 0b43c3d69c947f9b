//! The canvas on which boards draw: text that is clipped to its area, cards, and the areas that react to the mouse.

use protocol::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};

use crate::look::{self, Look};
use wording::WordLists;
use wording::cards;

/// The effect of a press of the mouse on an area.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Press {
    Key(char),
    Enter,
    /// A card of the hand.
    Card(usize),
    Pile(&'static str),
    Item(usize),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CardSize {
    Small,
    Large,
}

impl CardSize {
    pub(crate) fn width(self) -> u16 {
        if self == CardSize::Small { 5 } else { 7 }
    }

    pub(crate) fn height(self) -> u16 {
        if self == CardSize::Small { 3 } else { 5 }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct CardState {
    /// The card cannot be played now.
    pub barred: bool,
    /// The card is chosen. It is drawn with a double edge.
    pub chosen: bool,
    /// The cursor is on the card, or the card is winning the trick. It is drawn with a heavy edge.
    pub marked: bool,
}

pub(crate) struct Canvas<'a> {
    pub buffer: &'a mut Buffer,
    pub presses: &'a mut Vec<(Rect, Press)>,
    pub words: &'a WordLists,
    pub look: Look,
}

impl Canvas<'_> {
    /// Writes at most `width` cells. Returns the column after the text.
    pub(crate) fn text(&mut self, x: u16, y: u16, width: u16, text: &str, style: Style) -> u16 {
        let area = self.buffer.area;
        if !area.contains(Position { x, y }) {
            return x;
        }
        let most = width.min(area.right() - x);
        self.buffer.set_stringn(x, y, text, usize::from(most), style).0
    }

    /// Writes at most `width` cells. If the text is longer, it is cut and ends with a mark. Returns the column after
    /// the text.
    pub(crate) fn clipped(&mut self, x: u16, y: u16, width: u16, text: &str, style: Style) -> u16 {
        self.text(x, y, width, &clipped(text, usize::from(width)), style)
    }

    pub(crate) fn centred(&mut self, row: Rect, text: &str, style: Style) {
        let wide = width(text).min(row.width);
        self.text(row.x + (row.width - wide) / 2, row.y, wide, text, style);
    }

    /// Writes words in lines of the area's width. Lines for which there is no room are left out. Returns the row below
    /// the text.
    pub(crate) fn wrapped(&mut self, area: Rect, text: &str, style: Style) -> u16 {
        let lines = wrap(text, usize::from(area.width));
        let shown = lines.iter().take(usize::from(area.height));
        let mut y = area.y;
        for line in shown {
            self.text(area.x, y, area.width, line, style);
            y += 1;
        }
        y
    }

    pub(crate) fn press(&mut self, area: Rect, press: Press) {
        self.presses.push((area, press));
    }

    /// Draws a card with its upper left corner at this position. `None` draws the back of a card. `step` is the number
    /// of the card's columns that are visible.
    pub(crate) fn card(&mut self, (x, y): (u16, u16), size: CardSize, step: u16, face: Option<&str>, state: CardState) {
        let (wide, high) = (size.width(), size.height());
        let language = self.words.language;
        let paper = if state.barred { look::BARRED } else { look::CARD };
        let ink = Style::new().bg(paper).fg(face.map_or(look::GREEN, |face| self.look.ink(face)));
        let edge = Style::new().bg(paper).fg(if state.marked { look::BLUE } else { look::INK });
        let [left_top, right_top, left_low, right_low, flat, upright] = match (state.marked, state.chosen) {
            (true, _) => ["┏", "┓", "┗", "┛", "━", "┃"],
            (false, true) => ["╔", "╗", "╚", "╝", "═", "║"],
            (false, false) => ["╭", "╮", "╰", "╯", "─", "│"],
        };
        // A barred card is paler. It also has a different edge, because not everybody can see the difference in colour.
        let flat = match (state.barred, state.marked) {
            (true, true) => "┅",
            (true, false) => "┄",
            (false, _) => flat,
        };
        let flats = flat.repeat(usize::from(wide) - 2);
        self.text(x, y, wide, &format!("{left_top}{flats}{right_top}"), edge);
        let inner = " ".repeat(usize::from(wide) - 2);
        for row in 1..high - 1 {
            self.text(x, y + row, 1, upright, edge);
            let filling = if face.is_none() { "░".repeat(usize::from(wide) - 2) } else { inner.clone() };
            self.text(x + 1, y + row, wide - 2, &filling, ink);
            self.text(x + wide - 1, y + row, 1, upright, edge);
        }
        self.text(x, y + high - 1, wide, &format!("{left_low}{flats}{right_low}"), edge);
        let Some(face) = face else { return };
        let bold = ink.add_modifier(Modifier::BOLD);
        let short = cards::short(face, language);
        if step.min(wide) > width(&short) {
            self.text(x + 1, y + 1, wide - 2, &short, bold);
        } else {
            // The next card covers the columns after `step`. If there is no room for the text beside the edge, the text
            // is drawn over the edge.
            self.text(x, y + 1, wide - 1, &short, bold);
        }
        if size == CardSize::Large {
            if cards::is_suited(face) {
                self.text(x + wide / 2, y + 2, 1, cards::suit_sign(face), ink);
            }
            let wide_of = width(&short);
            self.text(x + wide - 1 - wide_of, y + 3, wide_of, &short, ink);
        }
    }

    /// Draws a card in one row: `[Q♠]`.
    pub(crate) fn tiny(&mut self, x: u16, y: u16, face: &str, state: CardState) -> u16 {
        let paper = if state.barred { look::BARRED } else { look::CARD };
        let mut style = Style::new().bg(paper).fg(self.look.ink(face)).add_modifier(Modifier::BOLD);
        if state.marked {
            style = style.add_modifier(Modifier::REVERSED);
        }
        let short = cards::short(face, self.words.language);
        let text = if state.chosen { format!("[{short}]") } else { format!(" {short} ") };
        self.text(x, y, 6, &text, style)
    }

    /// Draws cards in one row, with a gap after each of them.
    pub(crate) fn tinies(&mut self, mut x: u16, y: u16, faces: &[String]) -> u16 {
        for face in faces {
            x = self.tiny(x, y, face, CardState::default()) + 1;
        }
        x
    }

    /// Draws the name of a seat, with the marks of its turn and of the dealer.
    pub(crate) fn seat(&mut self, x: u16, y: u16, width: u16, frame: &Frame, seat: u8) -> u16 {
        let waits = frame.must.contains(&seat);
        let mark = if waits { "▶ " } else { "  " };
        let style = if waits { look::accent() } else { look::plain() };
        let dealer = if frame.seats.len() > 1 { dealer_mark(frame, seat, self.words) } else { String::new() };
        let room = usize::from(width.saturating_sub(self::width(&dealer)));
        let name = clipped(&format!("{mark}{}", self.words.seat(frame, seat)), room);
        self.text(x, y, width, &format!("{name}{dealer}"), style)
    }
}

/// Returns the words behind the dealer's name; for other seats, none. A long name is cut before them.
pub(crate) fn dealer_mark(frame: &Frame, seat: u8, words: &WordLists) -> String {
    if frame.dealer == seat { format!(" ({})", words.say("seat.dealer")) } else { String::new() }
}

/// Returns the number of cells that a text takes.
pub(crate) fn width(text: &str) -> u16 {
    u16::try_from(ratatui::text::Span::raw(text).width()).unwrap_or(u16::MAX)
}

/// Returns the beginning of a text that fits into `most` cells. If the text is cut, it ends with a mark.
pub(crate) fn clipped(text: &str, most: usize) -> String {
    if usize::from(width(text)) <= most {
        return text.to_owned();
    }
    let mut short = String::new();
    for letter in text.chars() {
        if usize::from(width(&short)) + usize::from(width(letter.encode_utf8(&mut [0; 4]))) + 1 > most {
            break;
        }
        short.push(letter);
    }
    format!("{short}…")
}

/// Splits a text into lines of at most this many cells. A word that is longer than a line is cut.
pub(crate) fn wrap(text: &str, most: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split([' ', '\n']) {
        let line = lines.last_mut().expect("there is one");
        let blank = usize::from(!line.is_empty());
        if usize::from(width(line)) + blank + usize::from(width(word)) <= most {
            if blank == 1 {
                line.push(' ');
            }
            line.push_str(word);
        } else if line.is_empty() {
            line.push_str(&clipped(word, most));
        } else {
            lines.push(clipped(word, most));
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_cut_by_cells() {
        assert_eq!(clipped("Bo", 5), "Bo");
        assert_eq!(clipped("Wilhelmine", 5), "Wilh…");
        assert_eq!(clipped("漢字漢字", 5), "漢字…");
        assert_eq!(wrap("You lead: play any card.", 10), ["You lead:", "play any", "card."]);
        assert_eq!(wrap("Wilhelmine", 5), ["Wilh…"]);
    }
}
