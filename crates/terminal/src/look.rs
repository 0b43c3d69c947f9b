//! Colours and characters. Screens are drawn in true colour with line characters, and then reduced to the colours and
//! characters of the terminal.

use std::env;

use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier, Style};
use unicode_normalization::UnicodeNormalization;

pub(crate) const FELT: Color = Color::Rgb(0x10, 0x26, 0x1f);
pub(crate) const SURFACE: Color = Color::Rgb(0x17, 0x1b, 0x1d);
pub(crate) const TEXT: Color = Color::Rgb(0xf2, 0xed, 0xe0);
pub(crate) const MUTED: Color = Color::Rgb(0xb9, 0xb4, 0xa6);
pub(crate) const CARD: Color = Color::Rgb(0xfa, 0xf6, 0xea);
pub(crate) const BARRED: Color = Color::Rgb(0x9a, 0x98, 0x90);
pub(crate) const INK: Color = Color::Rgb(0x17, 0x18, 0x1a);
pub(crate) const RED: Color = Color::Rgb(0xb5, 0x20, 0x2d);
pub(crate) const BLUE: Color = Color::Rgb(0x1f, 0x5f, 0xae);
pub(crate) const GREEN: Color = Color::Rgb(0x1d, 0x7a, 0x46);
pub(crate) const BRASS: Color = Color::Rgb(0xd9, 0xb4, 0x5a);
pub(crate) const WARNING: Color = Color::Rgb(0xe0, 0x8a, 0x3c);

/// For each colour of this program, the replacement among the sixteen colours that every terminal has.
const SIXTEEN: [(Color, Color); 12] = [
    (FELT, Color::Reset),
    (SURFACE, Color::Reset),
    (TEXT, Color::Reset),
    (MUTED, Color::Reset),
    (CARD, Color::White),
    (BARRED, Color::Gray),
    (INK, Color::Black),
    (RED, Color::Red),
    (BLUE, Color::Blue),
    (GREEN, Color::Green),
    (BRASS, Color::Yellow),
    (WARNING, Color::LightRed),
];

/// The number of colours that the terminal has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colours {
    /// No colours (`NO_COLOR`). Everything important also differs in shape, so nothing is lost.
    None,
    /// The sixteen colours that each terminal defines.
    Sixteen,
    /// The palette of 256 colours.
    Indexed,
    /// True colour.
    True,
}

impl Colours {
    /// All values, by name.
    pub const ALL: [(&str, Colours); 4] =
        [("none", Colours::None), ("16", Colours::Sixteen), ("256", Colours::Indexed), ("true", Colours::True)];

    /// Returns the colours of the terminal, according to the environment.
    pub fn of_environment() -> Colours {
        let set = |name: &str| env::var(name).unwrap_or_default();
        Colours::from_words(&set("NO_COLOR"), &set("COLORTERM"), &set("TERM"))
    }

    fn from_words(no_colour: &str, colorterm: &str, term: &str) -> Colours {
        match () {
            () if !no_colour.is_empty() || term == "dumb" => Colours::None,
            () if ["truecolor", "24bit"].contains(&colorterm) || term.ends_with("-direct") => Colours::True,
            () if term.contains("256color") => Colours::Indexed,
            () => Colours::Sixteen,
        }
    }
}

/// The look of the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// The colours of the terminal.
    pub colours: Colours,
    /// True if only ASCII characters are used.
    pub ascii: bool,
    /// True if each suit has a colour of its own.
    pub four_colours: bool,
}

impl Look {
    /// Returns the look according to the environment. It uses only ASCII if the locale is not UTF-8.
    pub fn of_environment() -> Look {
        let locale =
            ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(|name| env::var(name).ok().filter(|v| !v.is_empty()));
        let utf8 = |locale: String| locale.to_ascii_lowercase().replace('-', "").contains("utf8");
        Look { colours: Colours::of_environment(), ascii: !locale.is_none_or(utf8), four_colours: false }
    }

    pub(crate) fn ink(self, face: &str) -> Color {
        if !wording::cards::is_suited(face) {
            return match face {
                "X" => RED,
                "-1" => GREEN,
                "0" => BLUE,
                _ => INK,
            };
        }
        match (face.as_bytes()[1], self.four_colours) {
            (b'h', _) | (b'd', false) => RED,
            (b'd', true) => BLUE,
            (b'c', true) => GREEN,
            _ => INK,
        }
    }

    /// Reduces a drawn screen to the colours and characters of the terminal.
    pub(crate) fn reduce(self, buffer: &mut Buffer) {
        for cell in &mut buffer.content {
            if self.ascii && !cell.symbol().is_ascii() {
                cell.set_symbol(&ascii(cell.symbol()));
            }
            let (fg, bg) = (self.colour(cell.fg), self.colour(cell.bg));
            // With sixteen colours, many terminals show bold black as grey, which is hard to read on pale cards. So
            // text on a coloured background is not bold.
            (cell.fg, cell.bg) = (fg, bg);
            if self.colours == Colours::Sixteen && bg != Color::Reset {
                cell.modifier.remove(Modifier::BOLD);
            }
        }
    }

    fn colour(self, colour: Color) -> Color {
        match (self.colours, colour) {
            (Colours::None, _) => Color::Reset,
            (Colours::True, _) => colour,
            (Colours::Sixteen, _) => {
                SIXTEEN.iter().find(|(ours, _)| *ours == colour).map_or(Color::Reset, |(_, theirs)| *theirs)
            }
            (Colours::Indexed, Color::Rgb(r, g, b)) => Color::Indexed(nearest(r, g, b)),
            (Colours::Indexed, other) => other,
        }
    }
}

/// Returns the nearest colour of the palette of 256, which has a cube of 216 colours and 24 greys.
fn nearest(r: u8, g: u8, b: u8) -> u8 {
    const LEVELS: [i32; 6] = [0, 95, 135, 175, 215, 255];
    let step = |x: u8| (0..6).min_by_key(|&i| (LEVELS[i] - i32::from(x)).abs()).unwrap_or(0);
    let away =
        |x: i32, y: i32, z: i32| (x - i32::from(r)).pow(2) + (y - i32::from(g)).pow(2) + (z - i32::from(b)).pow(2);
    let (i, j, k) = (step(r), step(g), step(b));
    let cube = away(LEVELS[i], LEVELS[j], LEVELS[k]);
    let mean = (i32::from(r) + i32::from(g) + i32::from(b)) / 3;
    let grey = ((mean - 3) / 10).clamp(0, 23);
    let shade = 8 + 10 * grey;
    if away(shade, shade, shade) < cube { 232 + grey as u8 } else { (16 + 36 * i + 6 * j + k) as u8 }
}

/// Returns the nearest ASCII characters, of the same width.
fn ascii(symbol: &str) -> String {
    let letter = symbol.chars().next().unwrap_or(' ');
    let plain = match letter {
        '♠' => 's',
        '♥' => 'h',
        '♦' => 'd',
        '♣' => 'c',
        '─' | '−' | '–' | '—' | '░' => '-',
        '═' | '━' => '=',
        '│' | '║' => '|',
        '▮' | '┃' | '┏' | '┓' | '┗' | '┛' => '#',
        '╭' | '╮' | '╰' | '╯' | '╔' | '╗' | '╚' | '╝' | '┌' | '┐' | '└' | '┘' => '+',
        '’' | '‘' => '\'',
        '“' | '”' | '„' | '«' | '»' => '"',
        '…' | '·' | '•' | '┄' | '┅' => '.',
        '▶' | '→' => '>',
        '←' => '<',
        '▲' | '↑' => '^',
        '↓' => 'v',
        '⏎' => '=',
        '±' => '~',
        '✓' => '+',
        '✗' => 'x',
        '×' => 'x',
        'œ' => 'o',
        'Œ' => 'O',
        'æ' => 'a',
        'ß' => 's',
        letter if letter.is_whitespace() || letter == '\u{2060}' => ' ',
        letter => letter.nfd().next().filter(char::is_ascii).unwrap_or('?'),
    };
    plain.to_string()
}

pub(crate) fn on_felt() -> Style {
    Style::new().fg(TEXT).bg(FELT)
}

pub(crate) fn plain() -> Style {
    Style::new().fg(TEXT)
}

pub(crate) fn warning() -> Style {
    Style::new().fg(WARNING)
}

pub(crate) fn muted() -> Style {
    Style::new().fg(MUTED)
}

pub(crate) fn accent() -> Style {
    Style::new().fg(BRASS).add_modifier(Modifier::BOLD)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_says_how_many_colours_there_are() {
        let of = Colours::from_words;
        assert_eq!(of("", "truecolor", "xterm-256color"), Colours::True);
        assert_eq!(of("", "", "xterm-256color"), Colours::Indexed);
        assert_eq!(of("", "", "linux"), Colours::Sixteen);
        assert_eq!(of("1", "truecolor", "xterm-256color"), Colours::None);
        assert_eq!(of("", "", "dumb"), Colours::None);
    }

    #[test]
    fn a_colour_of_the_palette_is_near() {
        assert_eq!(nearest(0, 0, 0), 16);
        assert_eq!(nearest(255, 255, 255), 231);
        assert_eq!(nearest(0xb5, 0x20, 0x2d), 124);
        assert_eq!(nearest(0x80, 0x80, 0x80), 244);
    }

    #[test]
    fn each_character_has_one_of_ascii() {
        for (symbol, plain) in [("♠", "s"), ("é", "e"), ("Ö", "O"), ("╭", "+"), ("−", "-"), ("漢", "?")] {
            assert_eq!(ascii(symbol), plain);
        }
    }
}
