//! What each board looks like, in a small and in a large terminal, and with fewer colours and characters.

use protocol::{Frame, MatchPhase};

use crate::keys::TypedKey;
use crate::look::{Colours, Look};
use crate::match_tests::{Match, PLAIN, mine, phase_is};
use crate::words::Language;

const ASCII: Look = Look { ascii: true, ..PLAIN };

/// A moment of a match in both sizes.
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
        played.table.key(TypedKey::Letter('?'));
        insta::assert_snapshot!(format!("{name}_help"), played.text(80, 24, PLAIN));
    }
}

/// Every screen of a match has its words, fits, and is of ASCII where that is asked.
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

#[test]
fn without_colours_nothing_has_a_colour() {
    let mut played = Match::of("schwarze-dame", Language::English);
    played.until(|frame| mine(frame) && frame.view["on_table"] == true);
    let colours = |colours| {
        let screen = played.screen(80, 24, Look { colours, ..PLAIN });
        let mut all: Vec<String> = screen.content.iter().flat_map(|c| [c.fg, c.bg]).map(|c| format!("{c:?}")).collect();
        all.sort();
        all.dedup();
        all
    };
    assert_eq!(colours(Colours::None), ["Reset"]);
    assert!(colours(Colours::Sixteen).iter().all(|colour| !colour.contains('(')), "{:?}", colours(Colours::Sixteen));
    assert!(colours(Colours::Indexed).iter().all(|colour| colour.starts_with("Indexed")));
    assert!(colours(Colours::True).iter().all(|colour| colour.starts_with("Rgb")));
}
