//! The effects of keys and presses at each table.

use protocol::{ChatLine, Command, Message, People, Refusal, SeatInfo, Settings, SharedShuffle, ShuffleStep, Stage};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::board::{action_of, key_of};
use crate::canvas::Press;
use crate::draw;
use crate::match_tests::{Match, PLAIN, mine, phase_is, text_of};
use crate::run::pressed;
use crate::table::{TableScreen, Wanted};
use crate::taking_part::{Contribution, ShuffleNews};
use ratatui::crossterm::event::KeyCode;
use wording::Language;

fn at(game: &str, moment: impl Fn(&protocol::Frame) -> bool) -> Match {
    let mut played = Match::of(game, Language::English);
    played.until(moment);
    played
}

fn typed(played: &mut Match, text: &str) -> Option<Wanted> {
    let mut asked = None;
    for letter in text.chars() {
        let key = if letter == '\n' { KeyCode::Enter } else { KeyCode::Char(letter) };
        asked = played.table.key(key);
    }
    asked
}

/// Returns the action in a command that the table wants to send.
fn sent(ask: &Option<Wanted>) -> &str {
    match ask {
        Some(Wanted::Send(Command::Act { action, .. } | Command::Why { action, .. })) => action,
        other => panic!("{other:?} sends no action"),
    }
}

#[test]
fn three_cards_are_chosen_and_given() {
    let mut played = at("hearts", |frame| mine(frame) && phase_is(frame, "phase", "giving"));
    let hand = played.table.hand.cards.clone();
    for _ in 0..3 {
        assert_eq!(played.table.key(KeyCode::Char(' ')), None);
        played.table.key(KeyCode::Right);
    }
    let ask = played.table.key(KeyCode::Enter);
    let mut given: Vec<&str> = sent(&ask).split(' ').skip(1).collect();
    given.sort_unstable();
    let mut first: Vec<&str> = hand[..3].iter().map(String::as_str).collect();
    first.sort_unstable();
    assert_eq!(given, first);
    played.answer(ask);
    assert_eq!(played.table.hand.cards.len(), 10);
}

#[test]
fn fewer_than_three_are_explained_by_the_server() {
    let mut played = at("hearts", |frame| mine(frame) && phase_is(frame, "phase", "giving"));
    let ask = played.table.key(KeyCode::Enter);
    assert!(matches!(&ask, Some(Wanted::Send(Command::Why { .. }))), "{ask:?}");
    let Some(Wanted::Send(Command::Why { cmd, .. })) = ask else { unreachable!() };
    let refusal = Refusal::rule("H3", "not_now", "Choose three.");
    played.table.receive(Message::Answer { cmd, refusal: Some(refusal) });
    assert_eq!(played.table.notice.as_deref(), Some("You can’t do that now. (Rule H3)"));
    played.table.key(KeyCode::Esc);
    assert_eq!(played.table.notice, None);
}

/// Checks the sign that the player has to act. The sign is hidden while an action is under way, and shown again after a
/// refusal.
#[test]
fn play_waits_for_us_until_we_have_acted() {
    const SIGN: &str = "\n ▶ ";
    let mut played = at("schwarze-dame", mine);
    assert!(played.text(80, 24, PLAIN).contains(SIGN));
    played.table.key(KeyCode::Tab);
    let ask = played.table.key(KeyCode::Enter);
    let Some(Wanted::Send(Command::Act { cmd, .. })) = ask.clone() else { panic!("{ask:?} is no action") };
    assert!(!played.text(80, 24, PLAIN).contains(SIGN));
    let refusal = Refusal::new("stale", "The table has changed.");
    played.table.receive(Message::Refused { cmd, refusal });
    let refused = played.text(80, 24, PLAIN);
    assert!(refused.contains(&format!("{SIGN}{}", played.table.notice.clone().unwrap())), "{refused}");
    // The server accepts this action without changing the position, so the next frame asks again.
    played.table.key(KeyCode::Tab);
    let ask = played.table.key(KeyCode::Enter);
    let Some(Wanted::Send(Command::Act { cmd, .. })) = ask else { panic!("{ask:?} is no action") };
    played.table.receive(Message::Done { cmd });
    assert!(!played.text(80, 24, PLAIN).contains(SIGN));
    let same = protocol::Frame { n: played.now().n + 1, ..played.now().clone() };
    played.table.receive(Message::Frame(Box::new(same)));
    assert!(played.text(80, 24, PLAIN).contains(SIGN));
}

#[test]
fn bets_passes_and_lines_are_typed() {
    let mut played = at("la-dame-noire", |frame| mine(frame) && phase_is(frame, "phase", "bidding"));
    assert_eq!(sent(&typed(&mut played, "5")), "bid 50");
    assert_eq!(sent(&typed(&mut played, "0")), "bid 100");
    assert_eq!(sent(&typed(&mut played, "p")), "pass");
    assert_eq!(sent(&typed(&mut played, ":bid 30\n")), "bid 30");
    assert_eq!(typed(&mut played, ":bid\n"), None);
    let notice = played.table.notice.clone().unwrap();
    assert!(notice.starts_with("9 moves fit: bid 100, bid 20"), "{notice}");
    assert_eq!(typed(&mut played, ":q\n"), Some(Wanted::Quit));
}

#[test]
fn a_card_is_given_away_in_a_trade() {
    let mut played = at("la-dame-noire", |frame| mine(frame) && phase_is(frame, "phase", "trading"));
    let under = played.table.hand.cards[0].clone();
    assert_eq!(sent(&typed(&mut played, "x")), format!("trade {under}"));
}

#[test]
fn all_cards_of_a_value_are_chosen_at_once() {
    let alike = |frame: &protocol::Frame| {
        let two = |one: &serde_json::Value| action_of(one).starts_with("lay ") && action_of(one).split(' ').count() > 2;
        mine(frame) && frame.legal.iter().any(two)
    };
    let mut played = at("kael", alike);
    let cards = played.table.hand.cards.clone();
    let at = (1..cards.len()).find(|&at| cards[at] == cards[at - 1]).expect("two of a value");
    played.table.hand.cursor = at;
    typed(&mut played, "a");
    let same = cards.iter().filter(|card| **card == cards[at]).count();
    assert_eq!(played.table.hand.picked(), vec![cards[at].clone(); same]);
}

#[test]
fn every_action_is_in_the_list_of_moves() {
    for game in catalog::entries() {
        let mut played = at(game.id, mine);
        let legal: Vec<String> = played.now().legal.iter().map(|one| action_of(one).to_owned()).collect();
        for (at, action) in legal.iter().enumerate().take(40) {
            played.table.key(KeyCode::Tab);
            for _ in 0..at {
                played.table.key(KeyCode::Down);
            }
            let ask = played.table.key(KeyCode::Enter);
            assert_eq!(sent(&ask), action, "{}", game.id);
        }
    }
}

#[test]
fn every_card_play_can_be_made_with_the_hand() {
    for game in ["schwarze-dame", "hearts", "la-dame-noire", "kael"] {
        let mut played = at(game, mine);
        for _ in 0..60 {
            played.step();
            if !mine(played.now()) {
                continue;
            }
            let legal = played.now().legal.clone();
            let by_hand = |one: &&serde_json::Value| key_of(one).is_none();
            for one in legal.iter().filter(by_hand).take(20) {
                played.table.hand.choose(&crate::board::cards_of(one));
                let ask = played.table.key(KeyCode::Enter);
                assert_eq!(sent(&ask), action_of(one), "{game}");
            }
            played.table.hand.chosen.clear();
        }
    }
}

#[test]
fn a_solitaire_is_played_by_letters_and_presses() {
    let mut played = at("rouge-et-noir", |frame| {
        mine(frame) && frame.legal.iter().any(|one| one["from"].as_str().is_some_and(|from| from.starts_with('t')))
    });
    let legal = played.now().legal.clone();
    let letters = |pile: &str| played.table.board().piles().iter().find(|(_, id)| *id == pile).map(|(key, _)| *key);
    let moves: Vec<(char, char, String)> = legal
        .iter()
        .filter_map(|one| {
            Some((letters(one["from"].as_str()?)?, letters(one["to"].as_str()?)?, action_of(one).to_owned()))
        })
        .collect();
    for (from, to, action) in moves {
        assert_eq!(typed(&mut played, &from.to_string()), None);
        assert_eq!(sent(&typed(&mut played, &to.to_string())), action);
    }
    assert_eq!(sent(&typed(&mut played, " ")), "turn");
}

#[test]
fn a_press_on_a_card_is_its_key() {
    let mut played = at("schwarze-dame", mine);
    let mut buffer = Buffer::empty(Rect::new(0, 0, 80, 24));
    let presses = draw::table(&played.table, PLAIN, &mut buffer);
    let places: Vec<Rect> =
        presses.iter().filter(|(_, press)| matches!(press, Press::Card(_))).map(|(area, _)| *area).collect();
    assert_eq!(places.len(), played.table.hand.cards.len());
    let last = places.last().unwrap().as_position();
    let press = pressed(&presses, last).unwrap();
    assert_eq!(press, Press::Card(places.len() - 1));
    assert_eq!(played.table.pressed(press.clone()), None);
    let card = played.table.hand.cards.last().unwrap().clone();
    let ask = played.table.pressed(press);
    assert_eq!(sent(&ask), format!("play {card}"));
}

#[test]
fn who_watches_is_not_asked_for_the_next_deal() {
    let played = at("schwarze-dame", |frame| frame.phase == protocol::MatchPhase::Between);
    let words = &played.table.words;
    let entries = |frame: &protocol::Frame| -> Vec<String> {
        crate::parts::result(frame, words).items.into_iter().map(|(words, _)| words).collect()
    };
    assert_eq!(entries(played.now()), ["Next deal", "Look at the table"]);
    let watched = protocol::Frame { viewer: None, ..played.now().clone() };
    assert_eq!(entries(&watched), ["Look at the table"]);
}

#[test]
fn talk_stands_in_the_log_once() {
    let mut played = at("schwarze-dame", mine);
    let line =
        ChatLine { n: 1, seat: Some(1), name: "Bo".to_owned(), phrase: None, text: Some("Good evening".to_owned()) };
    for _ in 0..2 {
        played.table.receive(Message::Talk { lines: vec![line.clone()] });
    }
    let said: Vec<&(u32, String)> = played.table.log.iter().filter(|(_, line)| line == "Bo: Good evening").collect();
    assert_eq!(said.len(), 1);
}

/// Returns a table before its match. The player is on seat `you`, if it is given.
fn gathering(hosting: bool, you: Option<u8>) -> TableScreen {
    let mut table = TableScreen::new(Language::English, "t".to_owned());
    assert_eq!(table.receive(Message::Room(Box::new(people(hosting, you)))), None);
    table
}

fn people(hosting: bool, you: Option<u8>) -> People {
    let seat = |name: &str| SeatInfo { name: name.to_owned(), here: !name.is_empty(), ..SeatInfo::default() };
    People {
        table: "t".to_owned(),
        game: "hearts".to_owned(),
        options: serde_json::Map::new(),
        stage: Stage::Gathering,
        you,
        next_seat: None,
        hosting,
        host: Some(0),
        seats: ["Ann", "Bo", "", ""].map(seat).to_vec(),
        settings: Settings::default(),
        watchers: 0,
        watcher_names: Vec::new(),
        asked: None,
        begins_ms: None,
        next_ms: None,
        first_ms: None,
        paused: false,
        pause_votes: Vec::new(),
        rematch: None,
        same_network: Vec::new(),
        requests: Default::default(),
    }
}

#[test]
fn a_bot_can_be_asked_for_in_place_of_somebody_who_is_away() {
    let mut table = gathering(false, Some(0));
    let mut away = People { stage: Stage::Playing, ..people(false, Some(0)) };
    away.seats[1] = SeatInfo { here: false, away_ms: Some(20_000), ..away.seats[1].clone() };
    table.receive(Message::Room(Box::new(away)));
    table.key(KeyCode::Esc);
    let menu = table.popup.as_ref().expect("a menu");
    let mut items = menu.items.iter().map(|(words, _)| words.as_str());
    let place = items.position(|words| words == "Let a bot play until Bo is back").expect("it can be asked for");
    (0..place).for_each(|_| drop(table.key(KeyCode::Down)));
    let ask = table.key(KeyCode::Enter);
    assert!(matches!(&ask, Some(Wanted::Send(Command::StandIn { seat: 1, on: true, .. }))), "{ask:?}");
}

#[test]
fn in_the_waiting_room_the_host_begins() {
    let mut host = gathering(true, Some(0));
    for key in [KeyCode::Char('b'), KeyCode::Enter] {
        let ask = host.key(key);
        assert!(matches!(&ask, Some(Wanted::Send(Command::Begin { .. }))), "{key:?}: {ask:?}");
    }
    let mut guest = gathering(false, Some(1));
    for key in [KeyCode::Char('b'), KeyCode::Enter] {
        assert_eq!(guest.key(key), None, "{key:?}");
    }
}

#[test]
fn in_the_waiting_room_a_digit_or_a_press_takes_a_seat() {
    let mut table = gathering(false, None);
    let seat_of = |ask: Option<Wanted>| match ask {
        Some(Wanted::Send(Command::Sit { seat, .. })) => seat,
        other => panic!("{other:?} takes no seat"),
    };
    for (digit, seat) in [('1', 0), ('3', 2), ('8', 7)] {
        assert_eq!(seat_of(table.key(KeyCode::Char(digit))), seat);
    }
    assert_eq!((table.key(KeyCode::Char('0')), table.key(KeyCode::Char('9'))), (None, None));
    let mut buffer = Buffer::empty(Rect::new(0, 0, 80, 24));
    let presses = draw::table(&table, PLAIN, &mut buffer);
    let text = text_of(&buffer);
    let row = text.lines().position(|row| row.contains("[4]")).expect("the fourth seat");
    let press = pressed(&presses, Position { x: 5, y: row as u16 }).expect("it can be pressed");
    assert_eq!(seat_of(table.pressed(press)), 3);
    // The help in the waiting room contains the keys of the waiting room, and no keys of a deal.
    table.key(KeyCode::Char('?'));
    let help = table.popup.as_ref().expect("the help").lines.join("\n");
    assert!(help.contains("b ⏎") && help.contains("1…8") && !help.contains("sort your hand"), "{help}");
}

#[test]
fn what_is_pasted_goes_into_the_line_and_nowhere_else() {
    let mut table = gathering(true, Some(0));
    table.paste("b\r2");
    assert_eq!(table.line, None);
    table.key(KeyCode::Char(':'));
    table.paste(&"a\u{1b}[A\u{202e}\r\n".repeat(100));
    let line = table.line.clone().expect("it is open");
    assert!(line.starts_with("a[A  a[A  ") && line.chars().count() == 200, "{line}");
    // A popup that only contains text is open.
    table.key(KeyCode::Esc);
    table.key(KeyCode::Char('?'));
    table.paste("q");
    assert!(table.popup.is_some() && table.line.is_none());
}

#[test]
fn a_table_that_goes_on_names_who_sits_there_and_counts_free_seats() {
    let line = |names: &[&str]| {
        let seats: Vec<_> =
            names.iter().map(|name| serde_json::json!({"name": name, "bot": null, "here": true})).collect();
        let table = serde_json::json!({
            "id": "t", "game": "schwarze-dame", "seats": seats, "seat": 0, "stage": "gathering", "over": false, "your_turn": false,
            "your_next": false, "totals": [], "created": "",
        });
        let me = serde_json::from_value(serde_json::json!({"name": "Me", "tables": [table]}))
            .expect("a guest of the protocol");
        let words = wording::WordLists::new(Language::English, None);
        crate::parts::start(&me, &[], &words).items[0].0.clone()
    };
    assert_eq!(line(&["Me", "Host", "", ""]), "Continue: schwarze-dame, against Host, 2 free seats");
    assert_eq!(line(&["Me", "Bo", "Cy"]), "Continue: schwarze-dame, against Bo, Cy");
    assert_eq!(line(&["Me", ""]), "Continue: schwarze-dame, 1 free seat");
    assert_eq!(line(&["Me"]), "Continue: schwarze-dame, on your own");
}

#[test]
fn the_result_is_opened_again() {
    let mut played = at("schwarze-dame", |frame| frame.phase == protocol::MatchPhase::Between);
    let title = |played: &Match| played.table.popup.as_ref().map(|popup| popup.title.clone());
    for key in [KeyCode::Char('n'), KeyCode::Char(' '), KeyCode::Enter] {
        assert_eq!(title(&played).as_deref(), Some("Deal 1 is over"));
        played.table.key(KeyCode::Esc);
        assert_eq!(title(&played), None);
        played.table.key(key);
    }
    assert_eq!(title(&played).as_deref(), Some("Deal 1 is over"));
    played.table.key(KeyCode::Esc);
    played.table.key(KeyCode::Char('?'));
    let help = played.table.popup.as_ref().expect("the help").lines.join("\n");
    assert!(help.contains("n ␣ ⏎"), "{help}");
}

#[test]
fn what_was_refused_stands_in_the_language_of_the_reader() {
    let mut played = Match::of("schwarze-dame", Language::German);
    played.until(mine);
    let refusal = Refusal::new("stale", "The table has changed.");
    played.table.receive(Message::Refused { cmd: "x".to_owned(), refusal });
    assert_ne!(played.table.notice.as_deref(), Some("The table has changed."));
    let unknown = Refusal::new("never_heard_of", "In English.");
    played.table.receive(Message::Refused { cmd: "y".to_owned(), refusal: unknown });
    assert_eq!(played.table.notice.as_deref(), Some("In English."));
}

/// Checks that random keys at random screen sizes send only legal actions, and that every screen can be drawn.
#[test]
fn any_keys_at_any_size_do_no_harm() {
    const KEYS: [KeyCode; 14] = [
        KeyCode::Enter,
        KeyCode::Esc,
        KeyCode::Tab,
        KeyCode::Backspace,
        KeyCode::Delete,
        KeyCode::Left,
        KeyCode::Right,
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Home,
        KeyCode::End,
        KeyCode::PageUp,
        KeyCode::PageDown,
        KeyCode::Enter,
    ];
    let mut state = 7_u64;
    let mut random = |n: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % n
    };
    for game in catalog::entries() {
        let mut played = Match::of(game.id, Language::French);
        let mut acted = 0;
        for turn in 0..3000 {
            if played.now().phase == protocol::MatchPhase::Over {
                break;
            }
            let key = match random(3) {
                0 => KeyCode::Char(char::from(b' ' + random(95) as u8)),
                _ => KEYS[random(KEYS.len())],
            };
            let asked = match random(4) {
                0 => {
                    let size = Rect::new(0, 0, 1 + random(200) as u16, 1 + random(60) as u16);
                    let mut buffer = Buffer::empty(size);
                    let presses = draw::table(&played.table, PLAIN, &mut buffer);
                    presses
                        .get(random(presses.len().max(1)))
                        .cloned()
                        .and_then(|(_, press)| played.table.pressed(press))
                }
                _ => played.table.key(key),
            };
            if let Some(Wanted::Send(Command::Act { action, at, .. })) = &asked {
                assert_eq!(*at, played.now().at, "{}", game.id);
                assert!(played.now().legal.iter().any(|one| action_of(one) == action), "{} {action}", game.id);
                played.answer(asked);
                acted += 1;
            } else if let Some(Wanted::Send(Command::Next { .. })) = &asked {
                if played.now().phase == protocol::MatchPhase::Between {
                    played.next_deal();
                }
            } else if turn % 5 == 0 && !mine(played.now()) && played.now().phase == protocol::MatchPhase::Deal {
                played.step();
            }
        }
        assert!(acted > 5, "{}: {acted} actions", game.id);
    }
}

/// Checks that a contribution to a shuffle is sent once. If the server could not store it, it is sent again after the
/// next message. If another device of the person has contributed, this device removes its own part.
#[test]
fn a_part_in_the_shuffle_is_sent_once() {
    let mut played = at("hearts", mine);
    let part = Contribution::Seal { k: 0, h: "ab".repeat(32) };
    let cmd = |ask: Option<Wanted>| match ask {
        Some(Wanted::Send(Command::Seal { cmd, k: 0, .. })) => cmd,
        other => panic!("{other:?} takes no part"),
    };
    let first = cmd(played.table.contribute(part.clone()));
    assert_eq!(played.table.contribute(part.clone()), None);
    let refusal = Refusal::new("store", "Nothing could be stored.");
    assert_eq!(played.table.receive(Message::Refused { cmd: first, refusal }), None);
    assert_eq!(played.table.notice, None, "nobody has asked for it");
    let second = cmd(played.table.contribute(part.clone()));
    let refusal = Refusal::new("sealed", "This seat has taken part.");
    assert_eq!(played.table.receive(Message::Refused { cmd: second, refusal }), Some(Wanted::RemovePart(0)));
    let told = SharedShuffle { step: ShuffleStep::Seal, waits: vec![0], left_ms: None, attempts: Vec::new() };
    let ask = played.table.receive(Message::Shuffle(told.clone()));
    assert_eq!(ask, Some(Wanted::TakePart(told)));
}

#[test]
fn what_happened_to_the_shuffle_is_said_once_in_words() {
    let mut played = at("hearts", mine);
    let before = played.table.log.len();
    for _ in 0..2 {
        played.table.show_shuffle_news(vec![ShuffleNews::Missing, ShuffleNews::NothingKept]);
    }
    let said: Vec<&str> = played.table.log[before..].iter().map(|(_, words)| words.as_str()).collect();
    assert_eq!(
        said,
        [
            "The cards were shuffled without your device, so you can’t verify this match yourself.",
            "This terminal can’t save data, so it can’t help shuffle. You won’t be able to verify this match yourself.",
        ]
    );
    assert_eq!(played.table.notice.as_deref(), Some(said[1]));
}

/// Checks that a list of moves belongs to the current position: the entries of an earlier position are removed.
#[test]
fn the_list_of_moves_is_that_of_the_position() {
    let mut played = at("schwarze-dame", |frame| !mine(frame));
    typed(&mut played, "m");
    assert!(played.text(80, 24, PLAIN).contains("It isn’t your turn."));
    played.until(mine);
    let shown = played.text(80, 24, PLAIN);
    assert!(shown.contains("possible move") && !shown.contains("It isn’t your turn."), "{shown}");
    let listed = played.table.popup.as_ref().expect("the list").items.len();
    assert_eq!(listed, played.now().legal.len());
    // The player has played this action in another window, so the list is closed.
    played.step();
    assert!(played.table.popup.is_none());
}
