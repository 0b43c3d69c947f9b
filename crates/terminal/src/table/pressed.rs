//! The effects of keys and presses at a table: they choose cards, open popups, and send commands.

use protocol::{Command, Frame, MatchPhase, Open, Stage};
use serde_json::Value;

use super::{SentCommand, TableScreen, Wanted};
use crate::board::{action_of, cards_of, key_of, verb_of};
use crate::canvas::Press;
use crate::hand::{plays_several, question};
use crate::net::cleaned;
use crate::parts;
use crate::popup::{Do, Part, Popup};
use crate::rest::{self, RestChoice};
use crate::typed;
use ratatui::crossterm::event::KeyCode;
use wording::Value as In;
use wording::cards;

impl TableScreen {
    pub(crate) fn pressed(&mut self, press: Press) -> Option<Wanted> {
        match press {
            Press::Key(letter) => self.key(KeyCode::Char(letter)),
            Press::Enter => self.key(KeyCode::Enter),
            Press::Card(at) => {
                let again = self.hand.cursor == at;
                self.hand.cursor = at;
                let several = self.frame.as_ref().is_some_and(|frame| plays_several(&frame.legal));
                if several {
                    self.hand.toggle(at);
                    None
                } else if again {
                    self.key(KeyCode::Enter)
                } else {
                    None
                }
            }
            Press::Pile(pile) => self.pile(pile),
            Press::Item(at) => {
                if let Some(popup) = &mut self.popup {
                    popup.cursor = at;
                }
                self.key(KeyCode::Enter)
            }
        }
    }

    pub(crate) fn key(&mut self, key: KeyCode) -> Option<Wanted> {
        if let Some(popup) = &mut self.popup {
            let does = popup.key(key)?;
            self.popup = None;
            return self.perform(does);
        }
        if self.line.is_some() {
            return self.edit(key);
        }
        match key {
            KeyCode::Char('?') => self.open(Part::Help),
            KeyCode::Char(':') => {
                self.line = Some(String::new());
                None
            }
            KeyCode::Char('l') => self.open(Part::Log),
            KeyCode::Char('m') | KeyCode::Tab => self.open(Part::Moves),
            KeyCode::Esc => self.escape(),
            _ if self.people.as_ref().is_some_and(|people| people.stage == Stage::Gathering) => self.gathering(key),
            _ if self.frame.as_ref().is_some_and(|frame| frame.phase != MatchPhase::Deal) => {
                if matches!(key, KeyCode::Enter | KeyCode::Char('n' | ' ')) {
                    let frame = self.frame.as_ref()?;
                    self.popup = Some(parts::result(frame, &self.words));
                }
                None
            }
            _ => self.play(key),
        }
    }

    fn escape(&mut self) -> Option<Wanted> {
        self.finishing = false;
        let chosen = !self.hand.chosen.is_empty() || self.lifted.pile.is_some() || self.notice.is_some();
        self.notice = None;
        self.hand.chosen.clear();
        self.lifted.pile = None;
        if !chosen {
            self.popup = Some(parts::menu(self.frame.as_deref(), self.people.as_deref(), &self.words));
        }
        None
    }

    /// Handles a key before the match. The host can begin the match, and everybody can choose a seat.
    fn gathering(&mut self, key: KeyCode) -> Option<Wanted> {
        let people = self.people.as_ref()?;
        match key {
            KeyCode::Char('b') | KeyCode::Enter if people.hosting => {
                Some(self.command(SentCommand::Quiet, |cmd| Command::Begin { cmd }))
            }
            KeyCode::Char(digit @ '1'..='8') => {
                let seat = digit as u8 - b'1';
                Some(self.command(SentCommand::Quiet, |cmd| Command::Sit { cmd, seat }))
            }
            _ => None,
        }
    }

    fn open(&mut self, part: Part) -> Option<Wanted> {
        let (frame, people, words) = (self.frame.as_deref(), self.people.as_deref(), &self.words);
        self.popup = Some(match part {
            Part::Help => parts::help(frame, people, self.board(), words),
            Part::Log => parts::log(&self.log, words),
            Part::Moves => parts::all_moves(frame?, people, self.board(), words),
            Part::Solver => parts::solver(frame?, words),
            Part::Talk => parts::talk(words),
            Part::Leave => parts::leave(words),
            Part::GiveUp => parts::give_up(words),
            Part::Advice => Popup::of(words.say("advice.title")).line(words.say("advice.thinking")),
        });
        (part == Part::Advice).then(|| self.command(SentCommand::Advice, |cmd| Command::Advise { cmd }))
    }

    fn perform(&mut self, does: Do) -> Option<Wanted> {
        match does {
            Do::Close => None,
            Do::Act(action) => self.act(action),
            Do::Rest(choice) => self.rest(choice),
            Do::LetBotPlay(seat) => {
                Some(self.command(SentCommand::Quiet, |cmd| Command::StandIn { cmd, seat, on: true }))
            }
            Do::Command(of) => Some(self.command(SentCommand::Quiet, of)),
            Do::Say(phrase) => Some(self.command(SentCommand::Quiet, |cmd| Command::Phrase { cmd, phrase })),
            Do::Fair => {
                self.popup = Some(Popup::of(self.words.say("fair.open")).line(self.words.say("fair.reading")));
                Some(Wanted::Judge)
            }
            Do::Hint => self.solver(|cmd| Command::Hint { cmd }),
            Do::Verdict => self.solver(|cmd| Command::Verdict { cmd }),
            Do::Show(part) => self.open(part),
            Do::Again => {
                let alone = self.people.as_ref().is_none_or(|people| people.settings.open == Open::Alone);
                if alone {
                    return Some(Wanted::Again);
                }
                self.wants_rematch = true;
                if let Some(id) = self.people.as_ref().and_then(|people| people.rematch.clone()) {
                    return Some(Wanted::Open(id));
                }
                Some(self.command(SentCommand::Quiet, |cmd| Command::Rematch { cmd }))
            }
            Do::Start => Some(Wanted::Start),
            Do::Open(id) => Some(Wanted::Open(id)),
            Do::New(game) => Some(Wanted::New(game)),
            Do::Quit => Some(Wanted::Quit),
        }
    }

    fn rest(&mut self, choice: RestChoice) -> Option<Wanted> {
        let command = choice.command(self.frame.as_ref()?)?;
        self.notice = None;
        Some(self.command(SentCommand::Quiet, command))
    }

    fn solver(&mut self, of: fn(String) -> Command) -> Option<Wanted> {
        self.notice = Some(self.words.say("help.searching"));
        Some(self.command(SentCommand::Quiet, of))
    }

    fn play(&mut self, key: KeyCode) -> Option<Wanted> {
        let frame = self.frame.as_ref()?;
        if let KeyCode::Char(letter) = key {
            let of = |one: &&Value| key_of(one) == Some(letter);
            if let Some(one) = frame.legal.iter().find(of) {
                let action = action_of(one).to_owned();
                return self.act(action);
            }
            if let Some(choice) = rest::choices(frame, self.people.as_deref()).find(|choice| choice.key == letter) {
                return self.rest(choice);
            }
            match letter {
                'u' if frame.undo > 0 => {
                    return Some(self.command(SentCommand::Quiet, |cmd| Command::Undo { cmd, n: 1 }));
                }
                'U' if frame.redo > 0 => {
                    return Some(self.command(SentCommand::Quiet, |cmd| Command::Redo { cmd, n: 1 }));
                }
                'H' if frame.assist => return self.solver(|cmd| Command::Hint { cmd }),
                'H' if frame.advice => return self.open(Part::Advice),
                _ => {}
            }
        }
        if self.board().piles().is_empty() { self.play_hand(key) } else { self.play_piles(key) }
    }

    fn play_hand(&mut self, key: KeyCode) -> Option<Wanted> {
        let language = self.words.language;
        let several = self.frame.as_ref().is_some_and(|frame| plays_several(&frame.legal));
        let suited = self.hand.cards.first().is_some_and(|card| cards::is_suited(card));
        let trades = |frame: &Frame| frame.legal.iter().any(|one| verb_of(action_of(one)).0 == "trade");
        match key {
            KeyCode::Left => self.hand.step(-1),
            KeyCode::Right => self.hand.step(1),
            KeyCode::Home => self.hand.cursor = 0,
            KeyCode::End => self.hand.cursor = self.hand.cards.len().saturating_sub(1),
            KeyCode::Char(' ') | KeyCode::Up if several => self.hand.toggle(self.hand.cursor),
            KeyCode::Down => {
                self.hand.chosen.remove(&self.hand.cursor);
            }
            KeyCode::Enter | KeyCode::Char(' ') | KeyCode::Up => return self.play_picked(),
            KeyCode::Char('s') => self.hand.sort(),
            KeyCode::Char('x') if self.frame.as_deref().is_some_and(trades) => return self.play_picked(),
            KeyCode::Char('a') if several && !suited => self.hand.choose_alike(),
            KeyCode::Char(letter) => {
                if suited {
                    let rank = cards::typed_rank(letter, language)?;
                    self.hand.typed(|card| card.starts_with(rank), several);
                } else {
                    let value = match letter {
                        '-' => "-1".to_owned(),
                        'x' => "X".to_owned(),
                        '0'..='9' => letter.to_string(),
                        _ => return None,
                    };
                    // A typed 1 can mean the card 1 or the first digit of a larger number. If 1 is typed again, the
                    // cursor moves on to 10, 11, 12 and 13.
                    let tens = |card: &str| value == "1" && card.len() == 2 && card.starts_with('1');
                    self.hand.typed(|card| card == value || tens(card), several);
                }
            }
            _ => {}
        }
        None
    }

    fn play_picked(&mut self) -> Option<Wanted> {
        let board = self.board();
        let frame = self.frame.as_ref()?;
        let fitting = self.hand.fitting(&frame.legal);
        match fitting.as_slice() {
            [one] => {
                let action = action_of(one).to_owned();
                self.act(action)
            }
            [] => {
                if let [only] = frame.legal.as_slice()
                    && cards_of(only).is_empty()
                {
                    let action = action_of(only).to_owned();
                    return self.act(action);
                }
                let Some(action) = question(&self.hand.picked(), &frame.legal, board.joins_cards()) else {
                    self.notice = Some(board.awaited(frame, &self.words));
                    return None;
                };
                Some(self.command(SentCommand::Why, |cmd| Command::Why { cmd, action }))
            }
            several => {
                self.popup = Some(parts::moves(several, frame, board, &self.words));
                None
            }
        }
    }

    fn play_piles(&mut self, key: KeyCode) -> Option<Wanted> {
        let piles = self.board().piles();
        match key {
            KeyCode::Left => self.lifted.cursor = self.lifted.cursor.saturating_sub(1),
            KeyCode::Right => self.lifted.cursor = (self.lifted.cursor + 1).min(piles.len() - 1),
            KeyCode::Enter => return self.pile(piles[self.lifted.cursor].1),
            KeyCode::Up => return self.send_home(),
            KeyCode::Char('F') => {
                self.finishing = true;
                return self.finish();
            }
            KeyCode::Char(letter) => {
                let (at, (_, pile)) = piles.iter().enumerate().find(|(_, (key, _))| *key == letter)?;
                self.lifted.cursor = at;
                return self.pile(pile);
            }
            _ => {}
        }
        None
    }

    /// Handles the name of a pile. The first name lifts the card of that pile, and the second one is the target. If
    /// both are the same, the card goes to the best target.
    fn pile(&mut self, pile: &'static str) -> Option<Wanted> {
        if let Some(at) = self.board().piles().iter().position(|(_, id)| *id == pile) {
            self.lifted.cursor = at;
        }
        let frame = self.frame.as_ref()?;
        let from = |one: &Value, name: &str| one["from"].as_str() == Some(name);
        let found = match self.lifted.pile {
            Some(lifted) if lifted == pile => {
                frame.legal.iter().find(|one| from(one, pile) && one["best"].as_bool() == Some(true))
            }
            Some(lifted) => frame.legal.iter().find(|one| from(one, lifted) && one["to"].as_str() == Some(pile)),
            None if frame.legal.iter().any(|one| from(one, pile)) => {
                self.lifted.pile = Some(pile);
                self.notice = None;
                return None;
            }
            None => None,
        };
        let action = found.map(|one| action_of(one).to_owned());
        match (action, self.lifted.pile.take()) {
            (Some(action), _) => self.act(action),
            (None, Some(lifted)) if lifted != pile => {
                let action = format!("{lifted} {pile}");
                Some(self.command(SentCommand::Why, |cmd| Command::Why { cmd, action }))
            }
            (None, _) => {
                self.notice = Some(self.words.say("refusal.not_now"));
                None
            }
        }
    }

    /// Moves the lifted card, or the card under the cursor, to its foundation.
    fn send_home(&mut self) -> Option<Wanted> {
        let pile = self.lifted.pile.unwrap_or(self.board().piles()[self.lifted.cursor].1);
        let frame = self.frame.as_ref()?;
        let home = |one: &&Value| one["from"].as_str() == Some(pile) && !one["foundation"].is_null();
        match frame.legal.iter().find(home).map(|one| action_of(one).to_owned()) {
            Some(action) => self.act(action),
            None => {
                self.notice = Some(self.words.say("refusal.not_now"));
                None
            }
        }
    }

    /// Pastes text into the input line. Without an open input line a paste has no effect, so that pasted text never
    /// plays a card.
    pub(crate) fn paste(&mut self, text: &str) {
        if self.popup.is_none() && self.line.is_some() {
            for letter in cleaned(&text.replace(char::is_whitespace, " ")).chars() {
                self.edit(KeyCode::Char(letter));
            }
        }
    }

    /// Handles a key in the input line.
    fn edit(&mut self, key: KeyCode) -> Option<Wanted> {
        let line = self.line.as_mut()?;
        match key {
            KeyCode::Char(letter) if line.chars().count() < 200 => line.push(letter),
            KeyCode::Backspace if line.is_empty() => self.line = None,
            KeyCode::Backspace => {
                line.pop();
            }
            KeyCode::Esc => self.line = None,
            KeyCode::Enter => {
                let text = self.line.take()?;
                return self.enter(text.trim());
            }
            _ => {}
        }
        None
    }

    fn enter(&mut self, text: &str) -> Option<Wanted> {
        match text {
            "" => return None,
            "q" | "quit" => return Some(Wanted::Quit),
            _ => {}
        }
        if let Some(said) = text.strip_prefix("say ") {
            let text = said.to_owned();
            return Some(self.command(SentCommand::Quiet, |cmd| Command::Say { cmd, text }));
        }
        let frame = self.frame.as_ref()?;
        if let Some(choice) = rest::typed_choice(text, frame, self.people.as_deref(), &self.words) {
            return self.rest(choice);
        }
        let language = self.words.language;
        let actions: Vec<&str> = frame.legal.iter().map(action_of).collect();
        let found = typed::matching(text, &actions, language);
        match found.as_slice() {
            [one] => {
                let action = one.clone();
                self.act(action)
            }
            [] => {
                let action = text.to_owned();
                Some(self.command(SentCommand::Why, |cmd| Command::Why { cmd, action }))
            }
            several => {
                let named: Vec<String> = several.iter().take(6).map(|one| typed::words_of(one, language)).collect();
                let n = i64::try_from(several.len()).unwrap_or(i64::MAX);
                let values = [("n", In::Number(n)), ("actions", In::Text(&named.join(", ")))];
                self.notice = Some(self.words.with("line.several", &values));
                None
            }
        }
    }
}
