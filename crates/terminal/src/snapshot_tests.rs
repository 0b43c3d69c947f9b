//! Snapshots of each board, on a small and on a large terminal, and with fewer colours and characters.

use std::collections::BTreeMap;

use protocol::{Frame, MatchPhase};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Color;

use crate::look::{self, Colours, Look};
use crate::match_tests::{Match, PLAIN, mine, phase_is};
use ratatui::crossterm::event::KeyCode;
use wording::Language;

const ASCII: Look = Look { ascii: true, ..PLAIN };

/// Compares the screens at a moment of a match with the snapshots, in both sizes.
fn check(name: &str, game: &str, moment: impl Fn(&Frame) -> bool) {
    let mut played = Match::of(game, Language::English);
    played.until(moment);
    insta::assert_snapshot!(format!("{name}_80x24"), played.text(80, 24, PLAIN));
    insta::assert_snapshot!(format!("{name}_120x40"), played.text(120, 40, PLAIN));
    let ascii = played.text(80, 24, ASCII);
    assert!(ascii.is_ascii(), "{ascii}");
    insta::assert_snapshot!(format!("{name}_ascii"), ascii);
}

#[test]
fn a_trick_of_schwarze_dame() {
    check("schwarze_dame", "schwarze-dame", |frame| {
        mine(frame) && frame.view["on_table"] == true && frame.view["takers"].as_array().is_some_and(|t| t.len() > 2)
    });
}

#[test]
fn hearts_are_given_and_played() {
    check("hearts_giving", "hearts", |frame| mine(frame) && phase_is(frame, "phase", "giving"));
    check("hearts", "hearts", |frame| {
        mine(frame) && phase_is(frame, "phase", "play") && frame.view["on_table"] == true
    });
}

#[test]
fn la_dame_noire_from_bets_to_tricks() {
    check("dame_bidding", "la-dame-noire", |frame| mine(frame) && phase_is(frame, "phase", "bidding"));
    check("dame_trading", "la-dame-noire", |frame| mine(frame) && phase_is(frame, "phase", "trading"));
    check("dame", "la-dame-noire", |frame| {
        mine(frame) && phase_is(frame, "phase", "showdown") && frame.view["on_table"] == true
    });
}

#[test]
fn kael_is_played_and_drawn() {
    check("kael_play", "kael", |frame| mine(frame) && phase_is(frame, "step", "play"));
    check("kael_draw", "kael", |frame| mine(frame) && phase_is(frame, "step", "draw"));
    check("kael_over", "kael", |frame| frame.phase == MatchPhase::Between);
}

#[test]
fn a_solitaire_with_its_columns() {
    check("rouge", "rouge-et-noir", |frame| frame.view["moves"].as_i64() == Some(12));
}

#[test]
fn a_finished_deal_is_counted() {
    check("result", "schwarze-dame", |frame| frame.phase == MatchPhase::Between);
}

#[test]
fn other_languages_say_the_same() {
    for (language, name) in [(Language::French, "french"), (Language::German, "german")] {
        let mut played = Match::of("hearts", language);
        played.until(|frame| mine(frame) && phase_is(frame, "phase", "play") && frame.view["on_table"] == true);
        insta::assert_snapshot!(name, played.text(80, 24, PLAIN));
        played.table.key(KeyCode::Char('?'));
        insta::assert_snapshot!(format!("{name}_help"), played.text(80, 24, PLAIN));
    }
}

/// Checks that every screen of a match has all its words, fits into the terminal, and is ASCII if that is wanted.
#[test]
fn whole_matches_are_drawn_in_every_language() {
    for game in catalog::entries() {
        for language in [Language::English, Language::French, Language::German] {
            let mut played = Match::of(game.id, language);
            for step in 0..150 {
                if played.now().phase != MatchPhase::Deal {
                    break;
                }
                for (width, height) in [(80, 24), (120, 40), (60, 20), (20, 5)] {
                    let text = played.text(width, height, ASCII);
                    assert!(text.is_ascii(), "{text}");
                    let key = ["log.", "said.", "refusal.", "choice.", "game.", "seat.", "action.", "board."];
                    let bare = text.split_whitespace().find(|word| key.iter().any(|key| word.starts_with(key)));
                    assert_eq!(bare, None, "{} step {step}: a phrase is missing\n{text}", game.id);
                    assert!(!text.contains('{'), "{} step {step}: a value is missing\n{text}", game.id);
                }
                if !played.step() {
                    break;
                }
            }
            assert!(!played.table.log.is_empty(), "{}", game.id);
        }
    }
}

/// Returns a match of each game at a moment at which many cards are visible.
fn boards() -> [Match; 5] {
    let at = |game: &str, moment: fn(&Frame) -> bool| {
        let mut played = Match::of(game, Language::English);
        played.until(moment);
        played
    };
    [
        at("schwarze-dame", |frame| mine(frame) && frame.view["on_table"] == true),
        at("hearts", |frame| mine(frame) && phase_is(frame, "phase", "play") && frame.view["on_table"] == true),
        at("la-dame-noire", |frame| {
            mine(frame) && phase_is(frame, "phase", "showdown") && frame.view["on_table"] == true
        }),
        at("kael", |frame| mine(frame) && phase_is(frame, "step", "draw")),
        at("rouge-et-noir", |frame| frame.view["moves"].as_i64() == Some(12)),
    ]
}

const PALETTES: [Colours; 3] = [Colours::Sixteen, Colours::Indexed, Colours::True];

/// Returns the colour that a look uses in place of a colour of this program.
fn reduced(look: Look, colour: Color) -> Color {
    let mut cell = Buffer::empty(Rect::new(0, 0, 1, 1));
    cell.content[0].bg = colour;
    look.reduce(&mut cell);
    cell.content[0].bg
}

/// Returns the colours in which each suit's sign appears on a screen.
fn suit_inks(screen: &Buffer, look: Look) -> BTreeMap<&str, Vec<Color>> {
    let papers = [look::CARD, look::BARRED].map(|paper| reduced(look, paper));
    let mut inks: BTreeMap<&str, Vec<Color>> = BTreeMap::new();
    for cell in screen.content.iter().filter(|cell| papers.contains(&cell.bg)) {
        if ["♠", "♥", "♦", "♣"].contains(&cell.symbol()) {
            let seen = inks.entry(cell.symbol()).or_default();
            if !seen.contains(&cell.fg) {
                seen.push(cell.fg);
            }
        }
    }
    inks
}

#[test]
fn each_suit_has_its_colour_with_two_colours_and_with_four() {
    let four = [("♠", look::INK), ("♣", look::GREEN), ("♥", look::RED), ("♦", look::BLUE)];
    let two = [("♠", look::INK), ("♣", look::INK), ("♥", look::RED), ("♦", look::RED)];
    for played in boards().iter().filter(|played| played.now().game != "kael") {
        for colours in PALETTES {
            for (four_colours, suits) in [(true, four), (false, two)] {
                let look = Look { colours, four_colours, ..PLAIN };
                let wanted: BTreeMap<&str, Vec<Color>> =
                    suits.iter().map(|(sign, ink)| (*sign, vec![reduced(look, *ink)])).collect();
                let screen = played.screen(120, 40, look);
                assert_eq!(suit_inks(&screen, look), wanted, "{} {look:?}", played.now().game);
                let mut different: Vec<&Vec<Color>> = wanted.values().collect();
                different.sort_by_key(|ink| format!("{ink:?}"));
                different.dedup();
                assert_eq!(different.len(), if four_colours { 4 } else { 2 }, "{look:?}");
            }
        }
    }
}

#[test]
fn cards_without_suits_look_the_same_with_four_colours() {
    let kael = &boards()[3];
    for colours in PALETTES {
        let two = kael.screen(80, 24, Look { colours, ..PLAIN });
        let four = kael.screen(80, 24, Look { colours, four_colours: true, ..PLAIN });
        assert_eq!(two, four);
    }
}

/// Returns all styles of a screen, each with its colours, its number of cells, and the beginning of its text.
fn styles(screen: &Buffer) -> String {
    let mut styles: BTreeMap<String, (usize, String)> = BTreeMap::new();
    for cell in &screen.content {
        let of = styles.entry(format!("{} on {} {:?}", cell.fg, cell.bg, cell.modifier)).or_default();
        of.0 += 1;
        if cell.symbol() != " " && of.1.chars().count() < 40 {
            of.1.push_str(cell.symbol());
        }
    }
    let rows =
        styles.iter().map(|(style, (cells, text))| format!("{style}: {cells} cells {text}").trim_end().to_owned());
    rows.collect::<Vec<String>>().join("\n")
}

#[test]
fn the_colours_of_each_board() {
    for played in boards() {
        let parts = PALETTES.map(|colours| {
            let look = Look { colours, four_colours: true, ..PLAIN };
            format!("{colours:?}\n{}", styles(&played.screen(80, 24, look)))
        });
        insta::assert_snapshot!(format!("colours_{}", played.now().game), parts.join("\n\n"));
    }
}

/// Checks that text is readable: its colour differs from its background, and text on a card does not have a default
/// colour of the terminal.
#[test]
fn no_text_has_the_colour_of_its_ground() {
    for mut played in boards() {
        for popup in [false, true] {
            if popup {
                played.table.key(KeyCode::Char('?'));
            }
            for colours in PALETTES {
                for four_colours in [false, true] {
                    let look = Look { colours, four_colours, ..PLAIN };
                    let screen = played.screen(80, 24, look);
                    let written = screen.content.iter().filter(|cell| cell.symbol() != " ");
                    for cell in written {
                        let usual = cell.fg == Color::Reset;
                        let right = if usual { cell.bg == Color::Reset } else { cell.fg != cell.bg };
                        assert!(right, "{} {look:?}: {cell:?}", played.now().game);
                    }
                }
            }
        }
    }
}

#[test]
fn each_palette_has_only_its_own_colours() {
    for played in boards() {
        let colours = |colours| {
            let screen = played.screen(80, 24, Look { colours, four_colours: true, ..PLAIN });
            let mut all: Vec<String> =
                screen.content.iter().flat_map(|cell| [cell.fg, cell.bg]).map(|colour| format!("{colour:?}")).collect();
            all.sort();
            all.dedup();
            all
        };
        assert_eq!(colours(Colours::None), ["Reset"]);
        let sixteen = colours(Colours::Sixteen);
        assert!(sixteen.len() > 4 && sixteen.iter().all(|colour| !colour.contains('(')), "{sixteen:?}");
        assert!(colours(Colours::Indexed).iter().all(|colour| colour.starts_with("Indexed")));
        assert!(colours(Colours::True).iter().all(|colour| colour.starts_with("Rgb")));
    }
}
