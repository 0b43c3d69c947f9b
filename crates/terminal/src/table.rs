//! A table as one person plays at it: the server's messages, and the choices that the person makes with keys. It does
//! no I/O. `table/pressed.rs` contains the effects of keys.

use std::collections::BTreeMap;

use protocol::{
    ChatLine, Command, DealHistory, Frame, MatchPhase, Message, Notice, People, Refusal, SharedShuffle, Verdict,
};
use serde_json::Value;

use crate::board::{self, Board, Lifted, action_of};
use crate::fair::{self, RecordedShuffle};
use crate::hand::OwnHand;
use crate::parts;
use crate::popup::Popup;
use crate::taking_part::{Contribution, OwnShuffle, ShuffleNews};
use wording::{Language, Value as In, WordLists, event_lines};

mod pressed;

/// The request of a table to its caller after a key or a message.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Wanted {
    Send(Command),
    TakePart(SharedShuffle),
    /// Removes the part of this device in this attempt, because another device of the same person has taken part.
    RemovePart(u32),
    /// Compares the record of the match with the data that this device stored.
    Judge,
    /// Requests the events of the deal so far.
    Recall,
    Again,
    Start,
    Open(String),
    New(String),
    Quit,
}

/// The purpose of a command that waits for its answer.
#[derive(Clone, PartialEq, Eq)]
enum SentCommand {
    Quiet,
    Action,
    Why,
    Advice,
    Part(Contribution),
}

#[derive(Default)]
pub(crate) struct TableScreen {
    pub words: WordLists,
    pub frame: Option<Box<Frame>>,
    pub people: Option<Box<People>>,
    pub hand: OwnHand,
    pub lifted: Lifted,
    pub log: Vec<(u32, String)>,
    pub talk: Vec<ChatLine>,
    pub popup: Option<Popup>,
    /// The text after `:`, while the input line is open.
    pub line: Option<String>,
    /// The last refusal, or the result of the input line.
    pub notice: Option<String>,
    pub lost: bool,
    /// The text that replaces the usual keys in the last row.
    pub foot: Option<String>,
    /// True if cards move to the foundations automatically, as long as that is safe.
    finishing: bool,
    /// True if the table of the rematch is opened as soon as it exists.
    wants_rematch: bool,
    /// The decision (deal and number) that the person has answered, until its result arrives.
    acted: Option<(u32, u32)>,
    /// True if the server has accepted that answer.
    is_done: bool,
    sent: BTreeMap<String, SentCommand>,
    /// The contributions to the shuffle that were sent on this connection and not refused.
    contributions: Vec<Contribution>,
    /// The news of the shuffle that have been shown already.
    shuffle_news: Vec<ShuffleNews>,
    counter: u32,
    name: String,
}

impl TableScreen {
    /// Creates a screen. Its commands have names that begin with `name`. No other connection of the session uses this
    /// prefix.
    pub(crate) fn new(language: Language, name: String) -> TableScreen {
        TableScreen { words: WordLists::new(language, None), name, ..TableScreen::default() }
    }

    pub(crate) fn board(&self) -> &'static dyn Board {
        self.frame.as_ref().map_or(board::PLAIN, |frame| board::of(frame))
    }

    fn command(&mut self, why: SentCommand, of: impl FnOnce(String) -> Command) -> Wanted {
        self.counter += 1;
        let cmd = format!("{}{}", self.name, self.counter);
        self.sent.insert(cmd.clone(), why);
        Wanted::Send(of(cmd))
    }

    fn act(&mut self, action: String) -> Option<Wanted> {
        let (deal, at) = self.frame.as_ref().map(|frame| (frame.deal, frame.at))?;
        self.notice = None;
        self.hand.chosen.clear();
        self.lifted.pile = None;
        (self.acted, self.is_done) = (Some((deal, at)), false);
        Some(self.command(SentCommand::Action, |cmd| Command::Act { cmd, at, action }))
    }

    /// Returns true if play waits for this person and the person has not answered yet.
    pub(crate) fn is_asked(&self) -> bool {
        let Some(frame) = &self.frame else { return false };
        (board::is_mine(frame) || !frame.legal.is_empty()) && self.acted != Some((frame.deal, frame.at))
    }

    // Messages of the table.

    pub(crate) fn receive(&mut self, message: Message) -> Option<Wanted> {
        match message {
            Message::Frame(frame) => return self.show(frame),
            Message::Room(people) => {
                if self.people.is_none() {
                    self.words = WordLists::new(self.words.language, Some(&people.game));
                }
                if let Some(who) = people.requests.values().next() {
                    self.notice = Some(self.words.about("terminal.asks", who));
                }
                let rematch = people.rematch.clone().filter(|_| self.wants_rematch);
                self.people = Some(people);
                return rematch.map(Wanted::Open);
            }
            Message::Talk { lines } => self.on_chat(lines),
            Message::Done { cmd } => {
                // The result of the action comes with the next frame.
                self.is_done |= self.sent.remove(&cmd) == Some(SentCommand::Action);
            }
            Message::Refused { cmd, refusal } => {
                match self.sent.remove(&cmd) {
                    Some(SentCommand::Part(part)) => return self.part_refused(part, &refusal),
                    Some(SentCommand::Advice) => self.popup = None,
                    Some(SentCommand::Action) => self.acted = None,
                    Some(SentCommand::Quiet | SentCommand::Why) | None => {}
                }
                self.notice = Some(self.refusal(&refusal));
            }
            Message::Shuffle(shuffle) => return Some(Wanted::TakePart(shuffle)),
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
            // A review has no place in the terminal.
            Message::Review(_)
            | Message::Demo { .. }
            | Message::TurningPoint { .. }
            | Message::Analysing { .. }
            | Message::Analysis { .. }
            | Message::Pong {} => {}
        }
        None
    }

    /// Returns this person's seat, once the table has sent it.
    pub(crate) fn own_seat(&self) -> Option<u8> {
        self.people.as_ref()?.you
    }

    /// Returns true if the table shows a bot or nobody at a seat that the shuffle does not list as a bot's.
    pub(crate) fn has_hidden_bot(&self, shuffle: &SharedShuffle) -> bool {
        let (seats, last) = (self.people.iter().flat_map(|people| &people.seats), shuffle.attempts.last());
        let is_bot = |seat| last.is_none_or(|last| last.bots.contains(&seat));
        (0..).zip(seats).any(|(seat, info)| (info.bot.is_some() || info.free) && !is_bot(seat))
    }

    /// Sends each contribution to the shuffle only once. The server repeats its message whenever somebody else has
    /// contributed. The repeated message needs no second answer.
    pub(crate) fn contribute(&mut self, part: Contribution) -> Option<Wanted> {
        if self.contributions.contains(&part) {
            return None;
        }
        self.contributions.push(part.clone());
        Some(self.command(SentCommand::Part(part.clone()), |cmd| part.command(cmd)))
    }

    /// Handles the refusal of a contribution. If the server could not store the contribution, the device sends it again
    /// after the server's next message.
    fn part_refused(&mut self, part: Contribution, refusal: &Refusal) -> Option<Wanted> {
        self.contributions.retain(|sent| *sent != part);
        match part {
            Contribution::Seal { k, .. } if refusal.key == "sealed" => Some(Wanted::RemovePart(k)),
            Contribution::Seal { .. } | Contribution::Reveal { .. } => None,
        }
    }

    /// Shows each news of the shuffle once.
    pub(crate) fn show_shuffle_news(&mut self, news: Vec<ShuffleNews>) {
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

    pub(crate) fn judge(&mut self, record: Option<&RecordedShuffle>, device: Option<&OwnShuffle>) {
        self.popup = Some(fair::judged(record, device, self.own_seat(), &self.words));
    }

    /// Returns the words for the solver's verdict. For a hint, returns the words for the action.
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

    fn on_chat(&mut self, lines: Vec<ChatLine>) {
        for line in lines {
            if self.talk.last().is_some_and(|last| last.n >= line.n) {
                continue;
            }
            let said = match (&line.phrase, &line.text) {
                (Some(phrase), _) => parts::phrase_words(*phrase, &self.words),
                (None, text) => text.clone().unwrap_or_default(),
            };
            let deal = self.frame.as_ref().map_or(0, |frame| frame.deal);
            let words = self.words.with("talk.said", &[("who", In::Text(&line.name)), ("words", In::Text(&said))]);
            self.log.push((deal, words));
            self.talk.push(line);
        }
    }

    /// Returns a refusal in the reader's language, if the word lists contain it.
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
        let board = board::of(frame);
        if before.is_none() {
            self.words = WordLists::new(self.words.language, Some(&frame.game));
            self.hand.by_rank = board.sorts_by_rank();
        }
        if self.is_done || self.acted != Some((frame.deal, frame.at)) {
            (self.acted, self.is_done) = (None, false);
        }
        let held = board::hand(frame);
        self.hand.set(held);
        let new_decision = before.as_ref().is_none_or(|before| before.at != frame.at || before.deal != frame.deal);
        if new_decision {
            self.notice = None;
            self.lifted.pile = None;
        }
        if before.as_ref().is_some_and(|before| before.legal != frame.legal)
            && let Some(list) = self.popup.as_ref().filter(|popup| popup.lists_moves)
        {
            // The open list belongs to an old position, so the list is closed. If the list only said that it was not
            // the player's turn, it is replaced by the new moves.
            self.popup =
                list.items.is_empty().then(|| parts::all_moves(frame, self.people.as_deref(), board, &self.words));
        }
        if let Some(before) = before.filter(|_| !first) {
            let lines = event_lines(&before, frame, &self.words);
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

    /// Shows the events that happened in the deal before the first frame of this connection.
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
                told_so_far.extend(event_lines(before, &now, &self.words));
            }
            before = Some(now);
        }
        let deal = frame.deal;
        self.log.retain(|(of, _)| *of != deal);
        self.log.extend(told_so_far.into_iter().map(|line| (deal, line)));
    }

    /// Plays the next card that goes to its foundation automatically, if there is one.
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
}
