//! The pictures in README and docs, which are drawn from the cells of a screen. `CARDROOM_PICTURES=1 cargo test -p
//! terminal pictures` draws them again. Without this variable, the test compares the stored pictures with new ones.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};

use crate::look::{Colours, Look};
use crate::match_tests::{Match, mine, phase_is};
use wording::Language;

/// The size of a cell in pixels, for a monospaced font of 15 pixels.
const CELL: (f32, f32) = (9.0, 19.0);

fn colour(colour: Color, usual: &str) -> String {
    match colour {
        Color::Rgb(r, g, b) => format!("#{r:02x}{g:02x}{b:02x}"),
        _ => usual.to_owned(),
    }
}

/// Returns the colours of the text and of the background of a cell, and true if the cell is bold.
fn style(cell: &Cell) -> (String, String, bool) {
    let (ink, paper) = (colour(cell.fg, "#f2ede0"), colour(cell.bg, "#10261f"));
    let bold = cell.modifier.contains(Modifier::BOLD);
    if cell.modifier.contains(Modifier::REVERSED) { (paper, ink, bold) } else { (ink, paper, bold) }
}

/// Returns a screen as SVG: a box and a text for each run of cells of the same style.
fn svg(buffer: &Buffer, title: &str) -> String {
    let (columns, rows) = (usize::from(buffer.area.width), usize::from(buffer.area.height));
    let (wide, high) = (columns as f32 * CELL.0, rows as f32 * CELL.1);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {wide} {high}\" width=\"{wide}\" height=\"{high}\" role=\"img\">\n\
         <title>{title}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#10261f\"/>\n\
         <g font-family=\"ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace\" font-size=\"15\" style=\"white-space: pre\">\n"
    );
    for (row, cells) in buffer.content.chunks(columns).enumerate() {
        let mut from = 0;
        while from < columns {
            let same = |cell: &&Cell| style(cell) == style(&cells[from]);
            let n = cells[from..].iter().take_while(same).count();
            let run: String = cells[from..from + n].iter().map(Cell::symbol).collect();
            let (ink, paper, bold) = style(&cells[from]);
            let (x, y, width) = (from as f32 * CELL.0, row as f32 * CELL.1, n as f32 * CELL.0);
            if paper != "#10261f" {
                let box_of = format!("x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{}\"", CELL.1);
                writeln!(text, "<rect {box_of} fill=\"{paper}\"/>").unwrap();
            }
            let weight = if bold { " font-weight=\"bold\"" } else { "" };
            // Blanks are left out. A viewer that collapses them would stretch all other characters to fill the given
            // length.
            for (at, words) in words_of(&run) {
                let (x, width) = (x + at as f32 * CELL.0, words.chars().count() as f32 * CELL.0);
                let words = words.replace('&', "&amp;").replace('<', "&lt;");
                let place = format!("x=\"{x}\" y=\"{}\" textLength=\"{width}\"", y + 14.0);
                writeln!(text, "<text {place} fill=\"{ink}\"{weight}>{words}</text>").unwrap();
            }
            from += n;
        }
    }
    text.push_str("</g>\n</svg>\n");
    text
}

/// Returns the parts of a row that several blanks separate, with the columns where they begin.
fn words_of(run: &str) -> Vec<(usize, String)> {
    let letters: Vec<char> = run.chars().collect();
    let blank = |at: usize| letters.get(at).is_none_or(|letter| *letter == ' ');
    let mut found: Vec<(usize, String)> = Vec::new();
    let mut open = false;
    for (at, letter) in letters.iter().enumerate() {
        match (open, blank(at)) {
            (true, true) if blank(at + 1) => open = false,
            (true, _) => found.last_mut().expect("one is open").1.push(*letter),
            (false, true) => {}
            (false, false) => {
                found.push((at, letter.to_string()));
                open = true;
            }
        }
    }
    found
}

fn check(file: &str, title: &str, game: &str, moment: impl Fn(&protocol::Frame) -> bool) {
    let mut played = Match::of(game, Language::English);
    played.until(moment);
    let screen = played.screen(100, 32, Look { colours: Colours::True, ascii: false, four_colours: false });
    let drawn = svg(&screen, title);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures").join(file);
    if std::env::var_os("CARDROOM_PICTURES").is_some() {
        fs::write(&path, &drawn).unwrap();
    }
    let there = fs::read_to_string(&path).unwrap_or_default();
    assert!(there == drawn, "{file} is another picture: CARDROOM_PICTURES=1 cargo test -p terminal pictures");
}

#[test]
fn the_pictures_show_what_is_drawn() {
    check("terminal-trick.svg", "Schwarze Dame in a terminal", "schwarze-dame", |frame| {
        mine(frame) && frame.view["on_table"] == true && frame.view["takers"].as_array().is_some_and(|t| t.len() > 2)
    });
    check("terminal-kael.svg", "Kaël in a terminal", "kael", |frame| mine(frame) && phase_is(frame, "step", "draw"));
}
