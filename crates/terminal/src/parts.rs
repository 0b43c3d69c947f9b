//! The contents of popups (help, moves, the log, results and the menu), and the words about people.

use protocol::{Advised, Command, Frame, MatchPhase, Me, Open, People, Phrase, Stage};
use serde_json::Value;

use crate::board::{Board, action_of, key_of};
use crate::popup::{Do, Part, Popup};
use crate::rest;
use wording::{Value as In, WordLists, number, signed};

/// Keys, and the key of the words for their effect.
type KeyRow = (&'static str, &'static str);

/// Returns rows of keys, with their effects in one column.
fn key_lines(rows: &[KeyRow], words: &WordLists) -> Vec<String> {
    let widest = rows.iter().map(|(keys, _)| keys.chars().count()).max().unwrap_or(0) + 2;
    rows.iter().map(|(keys, does)| format!("{keys:<widest$}{}", words.say(does))).collect()
}

pub(crate) fn help(frame: Option<&Frame>, people: Option<&People>, board: &dyn Board, words: &WordLists) -> Popup {
    let mut popup = Popup::of(words.say("keys.title"));
    let mut keys = vec![("?", "keys.help")];
    match frame {
        _ if people.is_some_and(|people| people.stage == Stage::Gathering) => {
            keys.extend([("b ⏎", "terminal.begin"), ("1…8", "terminal.sit")]);
        }
        Some(frame) if frame.phase != MatchPhase::Deal => keys.push(("n ␣ ⏎", "game.show_score")),
        _ => keys.extend(deal_keys(frame, board)),
    }
    keys.extend([("l", "log.title"), ("Esc", "terminal.escape"), ("Ctrl-L", "terminal.redraw")]);
    keys.push(("Ctrl-C D Q", if frame.is_some() { "terminal.quit_game" } else { "terminal.quit" }));
    popup.lines = key_lines(&keys, words);
    popup.lines.extend([String::new(), words.say("terminal.mouse")]);
    let Some(frame) = frame.filter(|frame| frame.phase == MatchPhase::Deal) else { return popup };
    if words.has("keys.typed") {
        popup.lines.extend([String::new(), words.say("keys.typed")]);
    }
    let actions = frame.legal.iter().filter_map(|one| key_of(one).map(|key| (key, board.choice(one, frame, words))));
    let rest = rest::choices(frame, people).map(|choice| (choice.key, choice.explained(words)));
    let now: Vec<String> = actions.chain(rest).map(|(key, what)| format!("{:<4}{what}", key_sign(key))).collect();
    if !now.is_empty() {
        popup.lines.extend([String::new(), words.say("keys.now")].into_iter().chain(now));
    }
    popup
}

fn deal_keys(frame: Option<&Frame>, board: &dyn Board) -> Vec<KeyRow> {
    let mut keys = vec![("m Tab", "terminal.moves"), (":", "keys.line")];
    if board.piles().is_empty() {
        keys.extend([("← →", "keys.along"), ("␣ ↑", "terminal.choose"), ("⏎", "keys.press"), ("s", "keys.sort")]);
    } else {
        keys.extend([("a…k e w", "terminal.piles"), ("↑", "terminal.home"), ("F", "settings.auto_home")]);
    }
    if let Some(frame) = frame.filter(|frame| frame.advice || frame.assist) {
        keys.push(("H", if frame.assist { "help.hint" } else { "advice.title" }));
    }
    if frame.is_some_and(|frame| frame.seats.len() == 1) {
        keys.push(("u U", "terminal.undo"));
    }
    keys
}

pub(crate) fn replay_help(words: &WordLists) -> Popup {
    let keys = [
        ("?", "keys.help"),
        ("← →", "replay.keys.step"),
        ("⏎ ␣", "replay.next"),
        ("PgUp PgDn", "terminal.tens"),
        ("Home End", "replay.keys.ends"),
        ("↑ ↓ [ ]", "terminal.deals"),
        ("v", "replay.keys.viewpoint"),
        ("l", "log.title"),
        ("Ctrl-L", "terminal.redraw"),
        ("q Esc", "terminal.leave"),
    ];
    let mut popup = Popup::of(words.say("keys.title"));
    popup.lines = key_lines(&keys, words);
    popup.lines.extend([String::new(), words.say("terminal.mouse_replay")]);
    popup
}

pub(crate) fn key_sign(key: char) -> String {
    if key == ' ' { "␣".to_owned() } else { key.to_string() }
}

pub(crate) fn all_moves(frame: &Frame, people: Option<&People>, board: &dyn Board, words: &WordLists) -> Popup {
    let legal: Vec<&Value> = frame.legal.iter().collect();
    let popup = moves(&legal, frame, board, words);
    let rest = rest::choices(frame, people);
    rest.fold(popup, |popup, choice| popup.item(choice.explained(words), Do::Rest(choice)))
}

pub(crate) fn moves(legal: &[&Value], frame: &Frame, board: &dyn Board, words: &WordLists) -> Popup {
    let n = i64::try_from(legal.len()).unwrap_or(i64::MAX);
    let mut popup = Popup { lists_moves: true, ..Popup::of(words.say("game.actions")) };
    popup.lines.push(if legal.is_empty() { words.say("line.wait") } else { words.count("line.hint", n) });
    for one in legal {
        let action = action_of(one);
        popup = popup.item(board.choice(one, frame, words), Do::Act(action.to_owned()));
    }
    popup
}

pub(crate) fn log(lines: &[(u32, String)], words: &WordLists) -> Popup {
    let mut popup = Popup::of(words.say("log.title"));
    popup.scroll = usize::MAX / 2;
    if lines.is_empty() {
        popup.lines.push(words.say("log.none"));
    }
    let mut deal = None;
    for (of, line) in lines {
        if deal.replace(*of) != Some(*of) {
            popup.lines.push(words.count("game.deal", i64::from(*of) + 1));
        }
        popup.lines.push(format!("  {line}"));
    }
    popup
}

pub(crate) fn give_up(words: &WordLists) -> Popup {
    Popup::of(words.say("game.give_up"))
        .line(words.say("game.give_up_ask"))
        .item(words.say("game.give_up_keep"), Do::Close)
        .item(words.say("game.give_up"), Do::Command(|cmd| Command::GiveUp { cmd }))
}

pub(crate) fn menu(frame: Option<&Frame>, people: Option<&People>, words: &WordLists) -> Popup {
    let mut popup = Popup::of(words.say("title")).item(words.say("start.go_on"), Do::Close);
    popup = popup.item(words.say("keys.title"), Do::Show(Part::Help));
    if let Some(frame) = frame.filter(|frame| frame.phase == MatchPhase::Deal) {
        if frame.advice {
            popup = popup.item(words.say("advice.title"), Do::Show(Part::Advice));
        }
        if has_solver(frame, words) {
            popup = popup.item(words.say("help.title"), Do::Show(Part::Solver));
        }
        if frame.seats.len() == 1 {
            popup = popup.item(words.say("game.give_up"), Do::Show(Part::GiveUp));
        }
    }
    let playing = people.filter(|people| people.stage == Stage::Playing && people.you.is_some());
    let mut seats = (0..).zip(playing.iter().flat_map(|people| &people.seats));
    if let Some((seat, info)) = seats.find(|(_, info)| info.away_ms.is_some() && info.stand_in.is_none()) {
        let who = [("who", In::Text(&info.name)), ("n", In::Number(1))];
        popup = popup.item(words.with("away.bot", &who), Do::LetBotPlay(seat));
    }
    for choice in frame.into_iter().flat_map(|frame| rest::choices(frame, people)) {
        popup = popup.item(choice.say(words), Do::Rest(choice));
    }
    if people.is_some_and(|people| people.settings.open != Open::Alone && people.you.is_some()) {
        popup = popup.item(words.say("talk.title"), Do::Show(Part::Talk));
        popup = popup.item(words.say("people.leave"), Do::Show(Part::Leave));
    }
    if frame.is_some_and(|frame| frame.seats.len() > 1) {
        popup = popup.item(words.say("fair.open"), Do::Fair);
    }
    popup.item(words.say("terminal.start"), Do::Start).item(words.say("terminal.quit_game"), Do::Quit)
}

/// Returns true if the table can help with all cards known. Only games with such help have words for it in their lists.
pub(crate) fn has_solver(frame: &Frame, words: &WordLists) -> bool {
    frame.seats.len() == 1 && frame.viewer.is_some() && words.has("help.hint")
}

/// Returns the popup for help with all cards known. This help is off until the player turns it on.
pub(crate) fn solver(frame: &Frame, words: &WordLists) -> Popup {
    let popup = Popup::of(words.say("help.title")).line(words.say("help.about"));
    if frame.assist {
        popup.item(words.say("help.hint"), Do::Hint).item(words.say("help.ask"), Do::Verdict)
    } else {
        let turn_on = Do::Command(|cmd| Command::Help { cmd });
        popup.item(words.say("close"), Do::Close).item(words.say("terminal.solver"), turn_on)
    }
}

/// Returns the phrases that can be said at every table.
pub(crate) fn talk(words: &WordLists) -> Popup {
    use Phrase::*;
    let all = [
        Hello, GoodLuck, WellPlayed, Thanks, Sorry, OneMoment, YourTurn, GoodGame, Bye, Laugh, Surprise, Applause,
        Think, Sigh,
    ];
    let popup = Popup::of(words.say("talk.title"));
    all.into_iter().fold(popup, |popup, phrase| popup.item(phrase_words(phrase, words), Do::Say(phrase)))
}

pub(crate) fn phrase_words(phrase: Phrase, words: &WordLists) -> String {
    let key = serde_json::to_value(phrase).unwrap_or_default();
    words.say(&format!("phrase.{}", key.as_str().unwrap_or_default()))
}

pub(crate) fn leave(words: &WordLists) -> Popup {
    Popup::of(words.say("people.leave"))
        .line(words.say("terminal.leave_ask"))
        .item(words.say("people.stay"), Do::Close)
        .item(words.say("people.leave"), Do::Command(|cmd| Command::Leave { cmd }))
}

pub(crate) fn result(frame: &Frame, words: &WordLists) -> Popup {
    let over = frame.phase == MatchPhase::Over;
    let title = match over {
        true if frame.winners.is_none() => words.say("game.full"),
        true => words.say("game.over"),
        false => words.count("game.between", i64::from(frame.deal) + 1),
    };
    let mut popup = Popup::of(title);
    if let Some(winners) = &frame.winners {
        popup.lines.extend([won(frame, winners, words), String::new()]);
    }
    if let Some(deal) = frame.deals.last() {
        let name = |seat: usize| words.seat(frame, u8::try_from(seat).unwrap_or(0));
        let widest = (0..deal.totals.len()).map(|seat| name(seat).chars().count()).max().unwrap_or(0).max(8);
        let heads = (words.say("score.deal"), words.say("score.total"));
        popup.lines.push(format!("{:widest$} {:>9} {:>9}", "", heads.0, heads.1));
        for (seat, total) in deal.totals.iter().enumerate() {
            let points = deal.points.get(seat).copied().flatten().map_or(String::new(), |p| signed(i64::from(p)));
            popup.lines.push(format!("{:widest$} {points:>9} {:>9}", name(seat), number(i64::from(*total))));
        }
    }
    // Only players can start the next deal, so spectators get no key for it.
    let plays = frame.viewer.is_some();
    if over && plays {
        popup = popup.item(words.say("game.again"), Do::Again);
    } else if plays {
        popup = popup.item(words.say("game.next"), Do::Command(|cmd| Command::Next { cmd }));
    }
    popup = popup.item(words.say("game.look"), Do::Close);
    if over && frame.seats.len() > 1 {
        popup = popup.item(words.say("fair.open"), Do::Fair);
    }
    if over {
        popup = popup.item(words.say("terminal.start"), Do::Start).item(words.say("terminal.quit"), Do::Quit);
    }
    popup
}

fn won(frame: &Frame, winners: &[u8], words: &WordLists) -> String {
    let mine = frame.viewer.is_some_and(|seat| winners.contains(&seat));
    let others = winners.iter().filter(|seat| frame.viewer != Some(**seat));
    let names: Vec<String> = others.map(|&seat| words.seat(frame, seat)).collect();
    let names = names.join(", ");
    match (mine, winners.len()) {
        (_, 0) => words.say("game.lost"),
        (true, 1) => words.say("game.won.you"),
        (true, _) => words.about("game.won.many.you", &names),
        (false, 1) => words.about("game.won", &names),
        (false, _) => words.about("game.won.many", &names),
    }
}

/// Returns advice: the best choice with its reasons, and then the other choices with their points.
pub(crate) fn advised(advice: &Advised, frame: &Frame, words: &WordLists) -> Popup {
    let board = crate::board::of(frame);
    let choice = |legal: &Option<Value>| match legal {
        Some(legal) => board.choice(legal, frame, words),
        None => words.say("advice.not_now"),
    };
    let mut popup = Popup::of(words.say("advice.title"));
    let reasons = advice.reasons.iter().map(|reason| words.reason(&reason.key, reason.n, reason.card.as_deref()));
    if let Some(best) = advice.choices.first() {
        popup.lines.extend([words.advised(&choice(&best.legal), &reasons.collect::<Vec<_>>()), String::new()]);
    }
    for one in &advice.choices {
        let points = one.points.map(|points| {
            let tenths = (points * 10.0).round() / 10.0;
            format!("{tenths:+.1}").replace('-', "−")
        });
        let note = match (one.equal, one.rash) {
            (_, true) => words.say("advice.rash"),
            (true, false) => words.say("advice.equal"),
            _ => String::new(),
        };
        let line = format!("{}  {}  {note}", choice(&one.legal), points.unwrap_or_default());
        popup.lines.push(line.trim_end().to_owned());
    }
    popup.lines.extend([String::new(), words.say("advice.counts")]);
    popup.item(words.say("close"), Do::Close)
}

pub(crate) fn start(me: &Me, games: &[(String, String)], words: &WordLists) -> Popup {
    let mut popup = Popup::of(words.say("title")).line(words.say("motto"));
    let named = |id: &str| games.iter().find(|(game, _)| game == id).map_or(id.to_owned(), |(_, name)| name.clone());
    for (game, name) in games {
        popup = popup.item(name.clone(), Do::New(game.clone()));
    }
    for table in me.tables.iter().filter(|table| !table.over) {
        let others = table.seats.iter().enumerate().filter(|(seat, _)| *seat != usize::from(table.seat));
        let (names, free): (Vec<&str>, Vec<&str>) =
            others.map(|(_, info)| info.name.as_str()).partition(|name| !name.is_empty());
        let against =
            (!names.is_empty()).then(|| words.with("start.against", &[("names", In::Text(&names.join(", ")))]));
        let free = (!free.is_empty()).then(|| words.count("lobby.free", free.len() as i64));
        let with: Vec<String> = against.into_iter().chain(free).collect();
        let with = if with.is_empty() { words.say("start.alone") } else { with.join(", ") };
        popup = popup
            .item(format!("{}: {}, {with}", words.say("start.go_on"), named(&table.game)), Do::Open(table.id.clone()));
    }
    popup.item(words.say("terminal.quit"), Do::Quit)
}
