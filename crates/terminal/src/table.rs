//! A table as one person plays it: what came from the server, and what the keys have chosen. No I/O.

use std::collections::BTreeMap;

use protocol::{
    ChatLine, Command, DealHistory, Frame, MatchPhase, Message, Notice, Open, People, PublicEvent, Refusal,
    SharedShuffle, Stage, Verdict,
};
use serde_json::Value;

use crate::board::{self, Board, Lifted, action_of, cards_of, key_of};
use crate::canvas::Press;
use crate::cards;
use crate::hand::{OwnHand, question, takes_several};
use crate::keys::TypedKey;
use crate::parts;
use crate::popup::{Do, Part, Popup};
use crate::taking_part::{Contribution, ShuffleNews};
use crate::typed;
use crate::words::{Language, Value as In, WordLists};

/// What the caller has to do after a key or a message.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Wanted {
    Send(Command),
    /// Takes part in a shuffle.
    TakePart(SharedShuffle),
    /// Another device has taken part in this attempt.
    RemovePart(u32),
    /// Asks what has happened in the deal so far.
    Recall,
    Again,
    Start,
    Open(String),
    New(String),
    Quit,
    Redraw,
}

/// Why a command was sent, where its answer is shown.
#[derive(Clone, PartialEq, Eq)]
enum SentCommand {
    Quiet,
    Why,
    Advice,
    /// A part in the shuffle.
    Part(Contribution),
}

pub(crate) struct TableScreen {
    pub words: WordLists,
    pub frame: Option<Box<Frame>>,
    pub people: Option<Box<People>>,
    pub hand: OwnHand,
    pub lifted: Lifted,
    pub log: Vec<(u32, String)>,
    pub talk: Vec<ChatLine>,
    pub popup: Option<Popup>,
    /// What is typed after `:`.
    pub line: Option<String>,
    /// What was refused, or came out of the line.
    pub notice: Option<String>,
    pub lost: bool,
    /// What the last row says instead of the usual keys.
    pub foot: Option<String>,
    /// Cards go to the foundations by themselves as long as that is safe.
    finishing: bool,
    /// It goes to the table of the rematch as soon as there is one.
    wants_rematch: bool,
    sent: BTreeMap<String, SentCommand>,
    /// What it has sent to the shuffle on this connection and was not refused.
    contributions: Vec<Contribution>,
    /// What was said of the shuffle: nothing is said twice.
    shuffle_news: Vec<ShuffleNews>,
    counter: u32,
    name: String,
}

impl TableScreen {
    /// `name` begins the names of its commands, which no other line of the session uses.
    pub(crate) fn new(language: Language, name: String) -> TableScreen {
        TableScreen {
            words: WordLists::new(language, None),
            frame: None,
            people: None,
            hand: OwnHand::default(),
            lifted: Lifted::default(),
            log: Vec::new(),
            talk: Vec::new(),
            popup: None,
            line: None,
            notice: None,
            lost: false,
            foot: None,
            finishing: false,
            wants_rematch: false,
            sent: BTreeMap::new(),
            contributions: Vec::new(),
            shuffle_news: Vec::new(),
            counter: 0,
            name,
        }
    }

    pub(crate) fn board(&self) -> &'static dyn Board {
        board::of(self.frame.as_ref().map_or(&Value::Null, |frame| &frame.view))
    }

    fn command(&mut self, why: SentCommand, of: impl FnOnce(String) -> Command) -> Wanted {
        self.counter += 1;
        let cmd = format!("{}{}", self.name, self.counter);
        self.sent.insert(cmd.clone(), why);
        Wanted::Send(of(cmd))
    }

    fn act(&mut self, action: String) -> Option<Wanted> {
        let at = self.frame.as_ref()?.at;
        self.notice = None;
        self.hand.chosen.clear();
        self.lifted.pile = None;
        Some(self.command(SentCommand::Quiet, |cmd| Command::Act { cmd, at, action }))
    }

    // What comes.

    pub(crate) fn receive(&mut self, message: Message) -> Option<Wanted> {
        match message {
            Message::Frame(frame) => return self.show(frame),
            Message::Room(people) => {
                if self.people.is_none() {
                    self.words = WordLists::new(self.words.language, Some(&people.game));
                }
                let rematch = people.rematch.clone().filter(|_| self.wants_rematch);
                self.people = Some(people);
                return rematch.map(Wanted::Open);
            }
            Message::Talk { lines } => self.hear(lines),
            Message::Done { cmd } => {
                self.sent.remove(&cmd);
            }
            Message::Refused { cmd, refusal } => {
                match self.sent.remove(&cmd) {
                    Some(SentCommand::Part(part)) => return self.part_refused(part, &refusal),
                    Some(SentCommand::Advice) => self.popup = None,
                    Some(SentCommand::Quiet | SentCommand::Why) | None => {}
                }
                self.notice = Some(self.refusal(&refusal));
            }
            Message::Shuffle(told) => return Some(Wanted::TakePart(told)),
            Message::Answer { cmd, refusal } => {
                self.sent.remove(&cmd);
                self.notice = refusal.map(|refusal| self.refusal(&refusal));
            }
            Message::Advised { cmd, advice } => {
                self.sent.remove(&cmd);
                if let Some(frame) = &self.frame {
                    self.popup = Some(parts::advised(&advice, frame, &self.words));
                }
            }
            Message::Notice(Notice { key, words }) => {
                let key = format!("notice.{}", key.unwrap_or_default());
                self.notice = Some(if self.words.has(&key) { self.words.say(&key) } else { words });
            }
            Message::Error { key, words } => {
                let key = format!("error.{key}");
                self.notice = Some(if self.words.has(&key) { self.words.say(&key) } else { words });
            }
            Message::Advice { cmd, verdict, action } => {
                self.sent.remove(&cmd);
                self.notice = Some(self.verdict(verdict, action.as_deref()));
            }
            Message::Demo { .. }
            | Message::TurningPoint { .. }
            | Message::Analysing { .. }
            | Message::Analysis { .. }
            | Message::Pong {} => {}
        }
        None
    }

    /// Where this person sits, as far as the table has said it.
    pub(crate) fn own_seat(&self) -> Option<u8> {
        self.people.as_ref()?.you
    }

    /// Sends a part in the shuffle. One that was sent is not sent again: a message that is told again, because somebody
    /// else has answered, needs no second answer.
    pub(crate) fn contribute(&mut self, part: Contribution) -> Option<Wanted> {
        if self.contributions.contains(&part) {
            return None;
        }
        self.contributions.push(part.clone());
        Some(self.command(SentCommand::Part(part.clone()), |cmd| part.command(cmd)))
    }

    /// What could not be stored is sent again with the next message.
    fn part_refused(&mut self, part: Contribution, refusal: &Refusal) -> Option<Wanted> {
        self.contributions.retain(|sent| *sent != part);
        match part {
            Contribution::Seal { k, .. } if refusal.key == "sealed" => Some(Wanted::RemovePart(k)),
            Contribution::Seal { .. } | Contribution::Reveal { .. } => None,
        }
    }

    /// Says what has happened to the shuffle.
    pub(crate) fn tell_shuffle(&mut self, news: Vec<ShuffleNews>) {
        for one in news {
            if self.shuffle_news.contains(&one) {
                continue;
            }
            self.shuffle_news.push(one);
            let who = match (one, &self.people) {
                (ShuffleNews::Void { seat, .. }, Some(people)) => people.seats.get(usize::from(seat)),
                _ => None,
            };
            let who = who.map_or_else(String::new, |seat| seat.name.clone());
            let words = self.words.with(one.key(), &[("who", In::Text(&who))]);
            let deal = self.frame.as_ref().map_or(0, |frame| frame.deal);
            self.log.push((deal, words.clone()));
            self.notice = Some(words);
        }
    }

    /// What the solver knows; for a hint, the action in words.
    fn verdict(&self, verdict: Verdict, action: Option<&str>) -> String {
        let legal = self.frame.as_ref().and_then(|frame| {
            let one = frame.legal.iter().find(|one| Some(action_of(one)) == action)?;
            Some(self.board().choice(one, frame, &self.words))
        });
        if let Some(words) = legal {
            return format!("{}: {words}", self.words.say("help.hint"));
        }
        self.words.say(match verdict {
            Verdict::Winnable => "help.winnable.said",
            Verdict::Lost => "help.lost.said",
            Verdict::Unknown => "help.unknown.said",
        })
    }

    fn hear(&mut self, lines: Vec<ChatLine>) {
        for line in lines {
            if self.talk.last().is_some_and(|last| last.n >= line.n) {
                continue;
            }
            let said = match (&line.phrase, &line.text) {
                (Some(phrase), _) => {
                    let key = serde_json::to_value(phrase).unwrap_or_default();
                    self.words.say(&format!("phrase.{}", key.as_str().unwrap_or_default()))
                }
                (None, text) => text.clone().unwrap_or_default(),
            };
            let deal = self.frame.as_ref().map_or(0, |frame| frame.deal);
            let words = self.words.with("talk.said", &[("who", In::Text(&line.name)), ("words", In::Text(&said))]);
            self.log.push((deal, words));
            self.talk.push(line);
        }
    }

    /// In the reader's language where the lists have it.
    fn refusal(&self, refusal: &Refusal) -> String {
        let key = format!("refusal.{}", refusal.key);
        let words = if self.words.has(&key) { self.words.say(&key) } else { refusal.words.to_string() };
        match &refusal.rule {
            Some(rule) => format!("{words} ({})", self.words.with("rules.rule", &[("rule", In::Text(rule))])),
            None => words,
        }
    }

    fn show(&mut self, frame: Box<Frame>) -> Option<Wanted> {
        let first = frame.n == 1;
        let before = self.frame.replace(frame);
        let frame = self.frame.as_ref().expect("it was just put there");
        let board = board::of(&frame.view);
        if before.is_none() {
            self.words = WordLists::new(self.words.language, Some(&frame.game));
            self.hand.by_rank = board.sorts_by_rank();
        }
        let held = board::hand(frame);
        self.hand.take(held);
        let new_decision = before.as_ref().is_none_or(|before| before.at != frame.at || before.deal != frame.deal);
        if new_decision {
            self.notice = None;
            self.lifted.pile = None;
        }
        if let Some(before) = before.filter(|_| !first) {
            let lines = told(board, &before, frame, &self.words);
            self.log.extend(lines.into_iter().map(|line| (frame.deal, line)));
            let ended = before.phase == MatchPhase::Deal && frame.phase != MatchPhase::Deal;
            if ended {
                self.popup = Some(parts::result(frame, &self.words));
            } else if frame.phase == MatchPhase::Deal && before.phase != MatchPhase::Deal {
                self.popup = None;
            }
            return self.finish();
        }
        if frame.phase != MatchPhase::Deal {
            self.popup = Some(parts::result(frame, &self.words));
        }
        (frame.past > 0).then_some(Wanted::Recall)
    }

    /// What has happened in the deal before the first frame of a connection.
    pub(crate) fn recall(&mut self, history: &DealHistory) {
        let Some(frame) = &self.frame else { return };
        if frame.deal != history.deal {
            return;
        }
        let mut told_so_far = Vec::new();
        let mut before: Option<Frame> = None;
        let until = usize::try_from(frame.past.saturating_sub(history.first)).unwrap_or(0);
        for step in history.steps.iter().take(until + 1) {
            let mut now = Frame::clone(frame);
            (now.view, now.since, now.phase) = (step.view.clone(), step.since.clone(), MatchPhase::Deal);
            if let Some(before) = &before {
                told_so_far.extend(told(board::of(&now.view), before, &now, &self.words));
            }
            before = Some(now);
        }
        let deal = frame.deal;
        self.log.retain(|(of, _)| *of != deal);
        self.log.extend(told_so_far.into_iter().map(|line| (deal, line)));
    }

    /// The next card that goes to its foundation by itself.
    fn finish(&mut self) -> Option<Wanted> {
        if !self.finishing {
            return None;
        }
        let frame = self.frame.as_ref()?;
        let all = frame.view["finishable"].as_bool() == Some(true);
        let home = |one: &&Value| !one["foundation"].is_null() && (all || one["safe"].as_bool() == Some(true));
        let next = frame.legal.iter().find(home).map(|one| action_of(one).to_owned());
        match next {
            Some(action) => self.act(action),
            None => {
                self.finishing = false;
                None
            }
        }
    }

    // What is typed and pressed.

    pub(crate) fn pressed(&mut self, press: Press) -> Option<Wanted> {
        match press {
            Press::Key(letter) => self.key(TypedKey::Letter(letter)),
            Press::Enter => self.key(TypedKey::Enter),
            Press::Card(at) => {
                let again = self.hand.cursor == at;
                self.hand.cursor = at;
                let several = self.frame.as_ref().is_some_and(|frame| takes_several(&frame.legal));
                if several {
                    self.hand.toggle(at);
                    None
                } else if again {
                    self.key(TypedKey::Enter)
                } else {
                    None
                }
            }
            Press::Pile(pile) => self.pile(pile),
            Press::Item(at) => {
                if let Some(popup) = &mut self.popup {
                    popup.cursor = at;
                }
                self.key(TypedKey::Enter)
            }
        }
    }

    pub(crate) fn key(&mut self, key: TypedKey) -> Option<Wanted> {
        if key == TypedKey::Quit {
            return Some(Wanted::Quit);
        }
        if key == TypedKey::Redraw {
            return Some(Wanted::Redraw);
        }
        if let Some(popup) = &mut self.popup {
            let does = popup.key(key)?;
            self.popup = None;
            return self.perform(does);
        }
        if self.line.is_some() {
            return self.edit(key);
        }
        match key {
            TypedKey::Letter('?') => self.open(Part::Help),
            TypedKey::Letter(':') => {
                self.line = Some(String::new());
                None
            }
            TypedKey::Letter('l') => self.open(Part::Log),
            TypedKey::Letter('m') | TypedKey::Tab => self.open(Part::Moves),
            TypedKey::Escape => self.escape(),
            _ if self.people.as_ref().is_some_and(|people| people.stage == Stage::Gathering) => self.gathering(key),
            _ if self.frame.as_ref().is_some_and(|frame| frame.phase != MatchPhase::Deal) => {
                if matches!(key, TypedKey::Enter | TypedKey::Letter('n' | ' ')) {
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

    /// While people gather: the host begins, others choose a seat.
    fn gathering(&mut self, key: TypedKey) -> Option<Wanted> {
        let people = self.people.as_ref()?;
        match key {
            TypedKey::Letter('b') | TypedKey::Enter if people.hosting => {
                Some(self.command(SentCommand::Quiet, |cmd| Command::Begin { cmd }))
            }
            TypedKey::Letter(digit @ '1'..='8') => {
                let seat = digit as u8 - b'1';
                Some(self.command(SentCommand::Quiet, |cmd| Command::Sit { cmd, seat }))
            }
            _ => None,
        }
    }

    fn open(&mut self, part: Part) -> Option<Wanted> {
        let frame = self.frame.as_deref();
        match part {
            Part::Help => self.popup = Some(parts::help(frame, self.board(), &self.words)),
            Part::Log => self.popup = Some(parts::log(&self.log, &self.words)),
            Part::Moves => {
                let frame = frame?;
                let all: Vec<&Value> = frame.legal.iter().collect();
                self.popup = Some(parts::moves(&all, frame, self.board(), &self.words));
            }
            Part::Solver => self.popup = Some(parts::solver(frame?, &self.words)),
            Part::Talk => self.popup = Some(parts::talk(&self.words)),
            Part::Leave => self.popup = Some(parts::leave(&self.words)),
            Part::GiveUp => self.popup = Some(parts::give_up(&self.words)),
            Part::Advice => {
                self.popup = Some(Popup::of(self.words.say("advice.title")).line(self.words.say("advice.thinking")));
                return Some(self.command(SentCommand::Advice, |cmd| Command::Advise { cmd }));
            }
        }
        None
    }

    fn perform(&mut self, does: Do) -> Option<Wanted> {
        match does {
            Do::Close => None,
            Do::Act(action) => self.act(action),
            Do::Command(of) => Some(self.command(SentCommand::Quiet, of)),
            Do::Say(phrase) => Some(self.command(SentCommand::Quiet, |cmd| Command::Phrase { cmd, phrase })),
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

    /// Asks the solver of the table.
    fn solver(&mut self, of: fn(String) -> Command) -> Option<Wanted> {
        self.notice = Some(self.words.say("help.searching"));
        Some(self.command(SentCommand::Quiet, of))
    }

    /// A key while a deal is played.
    fn play(&mut self, key: TypedKey) -> Option<Wanted> {
        let frame = self.frame.as_ref()?;
        if let TypedKey::Letter(letter) = key {
            let of = |one: &&Value| key_of(one) == Some(letter);
            if let Some(one) = frame.legal.iter().find(of) {
                let action = action_of(one).to_owned();
                return self.act(action);
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

    fn play_hand(&mut self, key: TypedKey) -> Option<Wanted> {
        let language = self.words.language;
        let several = self.frame.as_ref().is_some_and(|frame| takes_several(&frame.legal));
        match key {
            TypedKey::Left => self.hand.step(-1),
            TypedKey::Right => self.hand.step(1),
            TypedKey::Home => self.hand.cursor = 0,
            TypedKey::End => self.hand.cursor = self.hand.cards.len().saturating_sub(1),
            TypedKey::Letter(' ') | TypedKey::Up if several => self.hand.toggle(self.hand.cursor),
            TypedKey::Down => {
                self.hand.chosen.remove(&self.hand.cursor);
            }
            TypedKey::Enter | TypedKey::Letter(' ') | TypedKey::Up => return self.play_picked(),
            TypedKey::Letter('s') => self.hand.sort(),
            TypedKey::Letter(letter) => {
                let suited = self.hand.cards.first().is_some_and(|card| cards::is_suited(card));
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
                    // The tens follow the ones: 1 again goes on to 10, 11, 12, 13.
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

    fn play_piles(&mut self, key: TypedKey) -> Option<Wanted> {
        let piles = self.board().piles();
        match key {
            TypedKey::Left => self.lifted.cursor = self.lifted.cursor.saturating_sub(1),
            TypedKey::Right => self.lifted.cursor = (self.lifted.cursor + 1).min(piles.len() - 1),
            TypedKey::Enter => return self.pile(piles[self.lifted.cursor].1),
            TypedKey::Up => return self.send_home(),
            TypedKey::Letter('F') => {
                self.finishing = true;
                return self.finish();
            }
            TypedKey::Letter(letter) => {
                let (at, (_, pile)) = piles.iter().enumerate().find(|(_, (key, _))| *key == letter)?;
                self.lifted.cursor = at;
                return self.pile(pile);
            }
            _ => {}
        }
        None
    }

    /// A pile is named: the first lifts its card, the second puts it there, the same again sends it to its best place.
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

    /// The lifted card, or the one under the cursor, goes to its foundation.
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

    /// A key in the `:` line.
    fn edit(&mut self, key: TypedKey) -> Option<Wanted> {
        let line = self.line.as_mut()?;
        match key {
            TypedKey::Letter(letter) if line.chars().count() < 200 => line.push(letter),
            TypedKey::Back if line.is_empty() => self.line = None,
            TypedKey::Back => {
                line.pop();
            }
            TypedKey::Escape => self.line = None,
            TypedKey::Enter => {
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

/// What has happened between two frames, in words.
pub(crate) fn told(board: &dyn Board, before: &Frame, after: &Frame, words: &WordLists) -> Vec<String> {
    let mut lines = Vec::new();
    let shown = before.deal == after.deal && before.view.is_object();
    for event in &after.since {
        match event.event() {
            PublicEvent::TookOver { seat, player } => {
                lines.extend(parts::took_over(seat.index() as u8, &player, event.time_up, before, after, words));
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
