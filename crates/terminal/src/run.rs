//! The main loop, which reads keys, signals and messages, sends commands, and draws the screen.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::path::PathBuf;
use std::pin::pin;
use std::thread;
use std::time::Duration;

use cards::Nonce;
use protocol::{
    DealHistory, Games, Imported, Me, Message, NewTable, Open, Replay, SeatTaken, SharedShuffle, ShuffleStep,
};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{
    self, Event as Input, KeyCode, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};
use ratatui::layout::{Position, Rect};
use serde::de::DeserializeOwned;
use serde_json::json;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::mpsc;

use crate::canvas::Press;
use crate::draw;
use crate::fair::RecordedShuffle;
use crate::look::Look;
use crate::net::{Address, Client, LinkTarget, Received, Sessions, ShuffleFile, TableSocket, Trouble, cleaned};
use crate::parts;
use crate::popup::{Do, Popup};
use crate::replay::{ReplayScreen, Turned};
use crate::screen::Screen;
use crate::seen::SeenDeal;
use crate::table::{TableScreen, Wanted};
use crate::taking_part::ShuffleNews;
use wording::{Language, WordLists};

/// The interval at which running clocks are drawn again.
const TICK: Duration = Duration::from_millis(250);

/// The settings with which a terminal starts.
#[derive(Clone, Debug)]
pub struct TerminalSetup {
    /// A link: a server, a table, an invitation, or an account for this device.
    pub link: String,
    /// The name under which the session is stored if the server runs in this process. Such a server has a different
    /// port each time, so its address cannot be the name. With `None`, the address of the server is the name.
    pub session: Option<String>,
    /// The folder of the stored sessions.
    pub data: PathBuf,
    /// The game that is played from the start. With `None`, the list of games is shown.
    pub game: Option<NewTable>,
    /// The content of a file of records to replay instead of playing.
    pub records: Option<Vec<u8>>,
    /// True if a new match begins even if a match of this game is still going on.
    pub fresh: bool,
    /// The player's name.
    pub name: Option<String>,
    /// The language of the words.
    pub language: Language,
    /// Colours and characters.
    pub look: Look,
    /// True if the mouse is used.
    pub mouse: bool,
}

impl TerminalSetup {
    /// Returns the request for a table that this terminal opens. At another server the terminal takes part in the
    /// shuffle. So the match must not begin before the terminal has connected. At the server of this process the player
    /// needs no proof that the shuffle is fair.
    fn opened_here(&self, table: NewTable) -> NewTable {
        let is_own_server = self.session.is_some();
        NewTable { shuffles: (!is_own_server).then_some(true), ..table }
    }
}

/// The way in which the session ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// The player left.
    Left,
    /// This signal asked the process to end.
    Signal(u8),
}

/// The reason why play is not possible.
#[derive(Debug, thiserror::Error)]
pub enum TerminalError {
    /// The link cannot be read.
    #[error("{0}")]
    Link(String),
    /// The server refuses, or cannot be reached.
    #[error(transparent)]
    Server(#[from] Trouble),
    /// The terminal or the file of the sessions does not work.
    #[error(transparent)]
    Io(#[from] io::Error),
}

#[derive(Debug)]
pub(crate) enum ScreenEvent {
    Key(KeyCode),
    /// Ctrl-C, Ctrl-D or Ctrl-Q.
    Quit,
    /// Ctrl-L: draws the whole screen again.
    Redraw,
    /// Ctrl-Z: returns to the shell until it continues this process.
    Suspend,
    Paste(String),
    Click(Position),
    Wheel(KeyCode),
    Resize,
    Signal(u8),
}

impl TerminalError {
    /// Returns the refusal of a server in the words of the page, if the page has words for it.
    fn said(self, language: Language) -> TerminalError {
        let TerminalError::Server(Trouble::Refused { key, words }) = self else { return self };
        let said = match key.as_str() {
            "unknown_table" => "game.missing".to_owned(),
            "not_your_table" => "error.by_invitation".to_owned(),
            key => format!("error.{key}"),
        };
        let lists = WordLists::new(language, None);
        let words = if lists.has(&said) { lists.say(&said) } else { words };
        Trouble::Refused { key, words }.into()
    }
}

/// Plays until the player leaves.
///
/// # Errors
/// If the link cannot be read, the server refuses, or the terminal cannot be used.
pub async fn play(setup: TerminalSetup) -> Result<Ended, TerminalError> {
    let language = setup.language;
    connect(setup).await.map_err(|error| error.said(language))
}

async fn connect(setup: TerminalSetup) -> Result<Ended, TerminalError> {
    let (address, place) = Address::of_link(&setup.link).map_err(TerminalError::Link)?;
    let mut sessions = Sessions::of(&setup.data);
    let key = setup.session.clone().unwrap_or_else(|| address.to_string());
    let mut client = Client { address, cookie: sessions.cookie(&key) };
    if let Some(lines) = setup.records.clone() {
        return replay(&setup, lines, client).await;
    }
    // All steps that can fail come before the program takes control of the terminal.
    let first = begin(&setup, place, &mut client).await?;
    if let Some(cookie) = &client.cookie {
        sessions.store(&key, cookie)?;
    }
    let events = Events::listen()?;
    let screen = Screen::open(setup.mouse)?;
    let mut player = TerminalClient { setup, client, screen, events };
    player.run(first).await
}

/// Replays the matches of a file. The server imports and checks them, in the same way as records that the page sends.
async fn replay(setup: &TerminalSetup, lines: Vec<u8>, mut client: Client) -> Result<Ended, TerminalError> {
    let imported: Imported = client.post_lines("/api/v1/records", lines).await?;
    let mut reel = ReplayScreen::new(setup.language, imported.records);
    let first: Replay = client.get(&reel.path()).await?;
    let mut events = Events::listen()?;
    let mut screen = Screen::open(setup.mouse)?;
    reel.show(first);
    loop {
        if !events.keys_wait() {
            screen.draw(|buffer| {
                draw::table(&reel.table, setup.look, buffer);
            })?;
        }
        let turned = match events.next(&mut screen).await? {
            Some(ScreenEvent::Key(key)) => reel.key(key),
            Some(ScreenEvent::Wheel(to)) => reel.wheel(to),
            Some(ScreenEvent::Click(_)) => reel.click(),
            Some(ScreenEvent::Quit) => reel.key(KeyCode::Esc),
            Some(ScreenEvent::Paste(_) | ScreenEvent::Resize | ScreenEvent::Redraw | ScreenEvent::Suspend) => None,
            Some(ScreenEvent::Signal(number)) => return Ok(Ended::Signal(number)),
            None => return Ok(Ended::Left),
        };
        match turned {
            Some(Turned::Fetch) => match events.or_left(client.get(&reel.path())).await? {
                Ok(replay) => reel.show(replay),
                Err(ended) => return Ok(ended),
            },
            Some(Turned::Leave) => return Ok(Ended::Left),
            None => {}
        }
    }
}

/// Makes the user a guest of the server. Returns the first table to show, if there is one.
async fn begin(setup: &TerminalSetup, place: LinkTarget, client: &mut Client) -> Result<Option<String>, TerminalError> {
    if let LinkTarget::Device(token) = place {
        let () = client.post(&format!("/api/v1/devices/{token}"), &json!({})).await?;
        return Ok(None);
    }
    if client.cookie.is_none() || setup.name.is_some() {
        let name = match (&setup.name, &setup.session) {
            (Some(name), _) => cleaned(name),
            (None, None) => {
                // This request shows whether the server can be reached, so it comes before the question for the name.
                let _: Games = client.get("/api/v1/games").await?;
                ask_name(setup.language)?
            }
            (None, Some(_)) => String::new(),
        };
        let name = if name.is_empty() { "Guest".to_owned() } else { name };
        let _: Me = client.post("/api/v1/me", &json!({ "name": name })).await?;
    }
    match place {
        LinkTarget::Device(_) => unreachable!("a link for a device leads to the list of games"),
        LinkTarget::Table(id) => Ok(Some(id)),
        LinkTarget::Invitation(token) => {
            let seat: SeatTaken = client.post(&format!("/api/v1/invites/{token}"), &json!({})).await?;
            Ok(Some(seat.id))
        }
        LinkTarget::Start => {
            let Some(game) = &setup.game else { return Ok(None) };
            if !setup.fresh {
                let me: Me = client.get("/api/v1/me").await?;
                if let Some(table) = me.tables.iter().find(|table| !table.over && table.game == game.game) {
                    return Ok(Some(table.id.clone()));
                }
            }
            let seat: SeatTaken = client.post("/api/v1/tables", &setup.opened_here(game.clone())).await?;
            Ok(Some(seat.id))
        }
    }
}

/// Asks for the player's name, while the shell's screen is still shown.
fn ask_name(language: Language) -> io::Result<String> {
    print!("{}: ", WordLists::new(language, None).say("start.name"));
    io::stdout().flush()?;
    let mut line = String::new();
    io::stdin().read_line(&mut line)?;
    Ok(cleaned(line.trim()))
}

/// The events of the terminal. Signals have priority over keys and clicks, which stay in order.
struct Events {
    coming: mpsc::UnboundedReceiver<ScreenEvent>,
    pending: VecDeque<ScreenEvent>,
}

impl Events {
    fn listen() -> io::Result<Events> {
        Ok(Events { coming: listen()?, pending: VecDeque::new() })
    }

    /// Returns true if the next event is a key. A key can be handled before the current position is drawn. A click
    /// cannot, because the click refers to what was drawn last.
    fn keys_wait(&mut self) -> bool {
        while let Ok(event) = self.coming.try_recv() {
            self.pending.push_back(event);
        }
        matches!(self.pending.front(), Some(ScreenEvent::Key(_) | ScreenEvent::Quit))
    }

    /// Returns the next event. Signals have priority over keys.
    fn pick(&mut self) -> Option<ScreenEvent> {
        let signal = self.pending.iter().position(|event| matches!(event, ScreenEvent::Signal(_)));
        self.pending.remove(signal.unwrap_or(0))
    }

    async fn next(&mut self, screen: &mut Screen) -> io::Result<Option<ScreenEvent>> {
        if self.pending.is_empty() {
            self.pending.extend(self.coming.recv().await);
        }
        let event = self.pick();
        match event {
            Some(ScreenEvent::Redraw) => screen.restart()?,
            Some(ScreenEvent::Suspend) => screen.suspend()?,
            _ => {}
        }
        Ok(event)
    }

    /// Waits for the answer of a server. Only the keys that leave the program and signals interrupt the wait.
    async fn or_left<T>(
        &mut self,
        question: impl Future<Output = Result<T, Trouble>>,
    ) -> Result<Result<T, Ended>, Trouble> {
        let mut question = pin!(question);
        loop {
            let ended = self.pending.iter().find_map(|event| match event {
                ScreenEvent::Quit => Some(Ended::Left),
                ScreenEvent::Signal(number) => Some(Ended::Signal(*number)),
                _ => None,
            });
            if let Some(ended) = ended {
                return Ok(Err(ended));
            }
            tokio::select! {
                answer = &mut question => return answer.map(Ok),
                event = self.coming.recv() => self.pending.push_back(event.unwrap_or(ScreenEvent::Quit)),
            }
        }
    }
}

/// Starts reading keys and signals. A thread blocks while it reads keys, and ends only with the process.
pub(crate) fn listen() -> io::Result<mpsc::UnboundedReceiver<ScreenEvent>> {
    let (sender, events) = mpsc::unbounded_channel();
    let resumed = rustix::process::Signal::CONT.as_raw();
    for number in [15, 1, 2, resumed] {
        let (mut signals, sender) = (signal(SignalKind::from_raw(number))?, sender.clone());
        tokio::spawn(async move {
            while signals.recv().await.is_some() {
                let _ = sender.send(match number {
                    15 | 1 | 2 => ScreenEvent::Signal(number as u8),
                    _ => ScreenEvent::Redraw,
                });
            }
        });
    }
    thread::spawn(move || {
        while let Ok(input) = event::read() {
            if let Some(event) = event_of(&input)
                && sender.send(event).is_err()
            {
                return;
            }
        }
        // Reading fails if the terminal is gone, and signal 1 (SIGHUP) has the same meaning.
        let _ = sender.send(ScreenEvent::Signal(1));
    });
    Ok(events)
}

fn event_of(input: &Input) -> Option<ScreenEvent> {
    match input {
        Input::Key(key) if key.kind == KeyEventKind::Release => None,
        Input::Key(key) if key.modifiers.contains(KeyModifiers::CONTROL) => match key.code {
            KeyCode::Char('c' | 'd' | 'q') => Some(ScreenEvent::Quit),
            KeyCode::Char('l') => Some(ScreenEvent::Redraw),
            KeyCode::Char('z') => Some(ScreenEvent::Suspend),
            _ => None,
        },
        Input::Key(key) => (!key.modifiers.contains(KeyModifiers::ALT)).then_some(ScreenEvent::Key(key.code)),
        Input::Mouse(mouse) => match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                Some(ScreenEvent::Click(Position { x: mouse.column, y: mouse.row }))
            }
            MouseEventKind::ScrollUp => Some(ScreenEvent::Wheel(KeyCode::Up)),
            MouseEventKind::ScrollDown => Some(ScreenEvent::Wheel(KeyCode::Down)),
            _ => None,
        },
        // A longer paste is cut, because no input line is that long.
        Input::Paste(text) => Some(ScreenEvent::Paste(text.chars().take(1_000).collect())),
        Input::Resize(..) => Some(ScreenEvent::Resize),
        _ => None,
    }
}

/// Returns the effect of a press at this position. If areas overlap, the one that was drawn last counts.
pub(crate) fn pressed(presses: &[(Rect, Press)], at: Position) -> Option<Press> {
    presses.iter().rev().find(|(area, _)| area.contains(at)).map(|(_, press)| press.clone())
}

struct TerminalClient {
    setup: TerminalSetup,
    client: Client,
    screen: Screen,
    events: Events,
}

/// The screen that is shown after a table was left, or the end of the program.
enum After {
    Start,
    Table(String),
    Ended(Ended),
}

impl TerminalClient {
    async fn run(&mut self, first: Option<String>) -> Result<Ended, TerminalError> {
        let mut after = first.map_or(After::Start, After::Table);
        loop {
            after = match after {
                After::Start => self.start().await?,
                After::Table(id) => self.at_table(&id).await?,
                After::Ended(ended) => return Ok(ended),
            };
        }
    }

    async fn open(&mut self, table: NewTable) -> Result<After, TerminalError> {
        let table = self.setup.opened_here(table);
        let opened = self.events.or_left(self.client.post("/api/v1/tables", &table)).await?;
        Ok(opened.map_or_else(After::Ended, |seat: SeatTaken| After::Table(seat.id)))
    }

    /// Shows the games and the person's unfinished tables, and returns the choice.
    async fn start(&mut self) -> Result<After, TerminalError> {
        let client = &mut self.client;
        let asked = async { Ok((client.get("/api/v1/games").await?, client.get("/api/v1/me").await?)) };
        let (games, me): (Games, Me) = match self.events.or_left(asked).await? {
            Ok(answers) => answers,
            Err(ended) => return Ok(After::Ended(ended)),
        };
        let title = |id: &str| WordLists::new(self.setup.language, Some(id)).say("title");
        let named: Vec<(String, String)> = games.games.iter().map(|game| (game.id.clone(), title(&game.id))).collect();
        let words = WordLists::new(self.setup.language, None);
        let mut popup = parts::start(&me, &named, &words);
        let mut presses = Vec::new();
        loop {
            let look = self.setup.look;
            if !self.events.keys_wait() {
                self.screen.draw(|buffer| presses = draw::alone(&popup, &words, look, buffer))?;
            }
            let Some(event) = self.events.next(&mut self.screen).await? else { return Ok(After::Ended(Ended::Left)) };
            let does = match event {
                ScreenEvent::Quit => Some(Do::Quit),
                ScreenEvent::Key(key) | ScreenEvent::Wheel(key) => popup.key(key),
                ScreenEvent::Click(at) => item(&mut popup, pressed(&presses, at)),
                ScreenEvent::Signal(number) => return Ok(After::Ended(Ended::Signal(number))),
                ScreenEvent::Paste(_) | ScreenEvent::Resize | ScreenEvent::Redraw | ScreenEvent::Suspend => None,
            };
            match does {
                Some(Do::New(game)) => {
                    let bots = self.setup.game.as_ref().and_then(|game| game.bots.clone());
                    return self.open(NewTable { game, bots, ..NewTable::default() }).await;
                }
                Some(Do::Open(id)) => return Ok(After::Table(id)),
                Some(Do::Quit | Do::Close) => return Ok(After::Ended(Ended::Left)),
                _ => {}
            }
        }
    }

    fn shuffles(&self) -> ShuffleFile {
        ShuffleFile::of(&self.setup.data)
    }

    /// Returns the name of a match in the file of stored shuffles.
    fn match_name(&self, id: &str) -> String {
        let server = self.setup.session.clone().unwrap_or_else(|| self.client.address.to_string());
        format!("{server} {id}")
    }

    /// Answers a message about the shuffle. If the contribution cannot be stored, it is not sent.
    fn contribute(&self, id: &str, table: &mut TableScreen, shuffle: &SharedShuffle) -> Option<Wanted> {
        let seat = table.own_seat();
        let is_hidden = shuffle.step == ShuffleStep::Seal && table.has_hidden_bot(shuffle);
        let answered = self.shuffles().update(&self.match_name(id), |device| {
            device.differs |= is_hidden;
            (device.answer(seat, shuffle, || Nonce::new(crate::random())), device.news(shuffle))
        });
        match answered {
            Ok((part, news)) => {
                table.show_shuffle_news(news);
                table.contribute(part?)
            }
            Err(_) => {
                if shuffle.step == ShuffleStep::Seal && seat.is_some() {
                    table.show_shuffle_news(vec![ShuffleNews::NothingKept]);
                }
                None
            }
        }
    }

    /// Stores the player's own play of a deal, unless the server runs in this process. If the play cannot be stored,
    /// the comparison with the record at the end is not possible.
    fn store_play(&self, id: &str, message: &Message) {
        if let (Message::Frame(frame), None) = (message, &self.setup.session)
            && let Some(seen) = SeenDeal::of(frame)
        {
            let _ = self.shuffles().update(&self.match_name(id), |device| device.add_play(seen));
        }
    }

    /// Requests something from the server. Sends the answer to `answers`, or `None` if the request fails.
    fn fetch<A: DeserializeOwned + Send + 'static>(&self, path: String, answers: &mpsc::UnboundedSender<Option<A>>) {
        let (mut client, answers) = (self.client.clone(), answers.clone());
        tokio::spawn(async move { answers.send(client.get(&path).await.ok()) });
    }

    async fn at_table(&mut self, id: &str) -> Result<After, TerminalError> {
        let mut line = TableSocket::new(&self.client, id);
        let name: [u8; 8] = crate::random();
        let mut table = TableScreen::new(self.setup.language, format!("{}-", hex::encode(name)));
        let (histories, mut recalled) = mpsc::unbounded_channel::<Option<DealHistory>>();
        let (records, mut recorded) = mpsc::unbounded_channel::<Option<RecordedShuffle>>();
        let mut presses = Vec::new();
        loop {
            let look = self.setup.look;
            if !self.events.keys_wait() {
                self.screen.draw(|buffer: &mut Buffer| presses = draw::table(&table, look, buffer))?;
            }
            let ask = tokio::select! {
                event = self.events.next(&mut self.screen) => match event? {
                    Some(ScreenEvent::Key(key) | ScreenEvent::Wheel(key)) => table.key(key),
                    Some(ScreenEvent::Click(at)) => pressed(&presses, at).and_then(|press| table.pressed(press)),
                    Some(ScreenEvent::Signal(number)) => return Ok(After::Ended(Ended::Signal(number))),
                    Some(ScreenEvent::Paste(text)) => { table.paste(&text); None }
                    Some(ScreenEvent::Resize | ScreenEvent::Redraw | ScreenEvent::Suspend) => None,
                    Some(ScreenEvent::Quit) | None => return Ok(After::Ended(Ended::Left)),
                },
                received = line.receive() => match received {
                    Some(Received::Message(message)) => {
                        self.store_play(id, &message);
                        table.receive(*message)
                    }
                    Some(Received::Closed(trouble)) => return Err(trouble.into()),
                    Some(Received::Open) => { table.lost = false; None }
                    Some(Received::Lost) | None => { table.lost = true; None }
                },
                // If the history cannot be fetched, the log begins with the current position.
                Some(history) = recalled.recv() => { history.iter().for_each(|history| table.recall(history)); None }
                Some(record) = recorded.recv() => {
                    let device = self.shuffles().load(&self.match_name(id));
                    table.judge(record.as_ref(), device.as_ref());
                    None
                }
                () = tokio::time::sleep(TICK), if table.is_timed() => { table.pass(TICK); None }
            };
            match ask {
                None => {}
                Some(Wanted::Send(command)) => line.send(command),
                Some(Wanted::TakePart(shuffle)) => {
                    if let Some(Wanted::Send(command)) = self.contribute(id, &mut table, &shuffle) {
                        line.send(command);
                    }
                }
                Some(Wanted::RemovePart(k)) => {
                    // If the part cannot be removed here, the record still shows what this device has sent.
                    let _ = self.shuffles().update(&self.match_name(id), |device| device.remove_part(k));
                }
                Some(Wanted::Judge) => self.fetch(format!("/api/v1/tables/{id}/record"), &records),
                Some(Wanted::Recall) => self.fetch(format!("/api/v1/tables/{id}/course"), &histories),
                Some(Wanted::Again) => match table.again() {
                    Some(table) => return self.open(table).await,
                    None => return Ok(After::Start),
                },
                Some(Wanted::Start) => return Ok(After::Start),
                Some(Wanted::Open(id)) => return Ok(After::Table(id)),
                Some(Wanted::New(game)) => return self.open(NewTable { game, ..NewTable::default() }).await,
                Some(Wanted::Quit) => return Ok(After::Ended(Ended::Left)),
            }
        }
    }
}

fn item(popup: &mut Popup, press: Option<Press>) -> Option<Do> {
    let Some(Press::Item(at)) = press else { return None };
    popup.cursor = at;
    popup.key(KeyCode::Enter)
}

impl TableScreen {
    /// Returns the request for a new table like this one, for a player without other people. `None` before the first
    /// frame.
    fn again(&self) -> Option<NewTable> {
        let frame = self.frame.as_ref()?;
        let own = frame.viewer.map(usize::from);
        let others = frame.seats.iter().enumerate().filter(|(seat, _)| Some(*seat) != own);
        let bots: Vec<String> = others.filter_map(|(_, info)| info.bot.clone()).collect();
        Some(NewTable {
            game: frame.game.clone(),
            options: Some(frame.options.clone()),
            seats: u8::try_from(frame.seats.len()).ok(),
            bots: (!bots.is_empty()).then_some(bots),
            open: Some(Open::Alone),
            ..NewTable::default()
        })
    }

    /// Returns true if the screen shows a running time.
    fn is_timed(&self) -> bool {
        self.frame.as_ref().is_some_and(|frame| frame.window.is_some() || frame.clock.is_some())
    }

    /// Advances the running times on the screen.
    fn pass(&mut self, time: Duration) {
        let ms = u32::try_from(time.as_millis()).unwrap_or(u32::MAX);
        let Some(frame) = &mut self.frame else { return };
        if let Some(window) = &mut frame.window {
            window.left_ms = window.left_ms.saturating_sub(ms);
        }
        if let Some(clock) = frame.clock.as_mut().filter(|clock| !clock.paused) {
            for left in clock.left_ms.iter_mut().flatten() {
                *left = left.saturating_sub(ms);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use ratatui::crossterm::event::KeyEvent;

    use super::*;
    use crate::look::Colours;

    fn pressed_key(code: KeyCode, modifiers: KeyModifiers) -> Option<ScreenEvent> {
        event_of(&Input::Key(KeyEvent::new(code, modifiers)))
    }

    #[test]
    fn control_keys_leave_or_draw_again() {
        for letter in ['c', 'd', 'q'] {
            let event = pressed_key(KeyCode::Char(letter), KeyModifiers::CONTROL);
            assert!(matches!(event, Some(ScreenEvent::Quit)), "{letter}");
        }
        let with_control = |letter| pressed_key(KeyCode::Char(letter), KeyModifiers::CONTROL);
        assert!(matches!(with_control('l'), Some(ScreenEvent::Redraw)));
        assert!(matches!(with_control('z'), Some(ScreenEvent::Suspend)));
        assert!(with_control('x').is_none());
        let plain = pressed_key(KeyCode::Char('q'), KeyModifiers::NONE);
        assert!(matches!(plain, Some(ScreenEvent::Key(KeyCode::Char('q')))));
        assert!(pressed_key(KeyCode::Char('q'), KeyModifiers::ALT).is_none());
    }

    #[test]
    fn a_key_counts_when_it_goes_down() {
        let mut event = KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE);
        assert!(matches!(event_of(&Input::Key(event)), Some(ScreenEvent::Key(KeyCode::Enter))));
        event.kind = KeyEventKind::Release;
        assert!(event_of(&Input::Key(event)).is_none());
    }

    #[test]
    fn a_signal_comes_before_keys_and_keys_that_wait_are_drawn_once() {
        let (sender, coming) = mpsc::unbounded_channel();
        let mut events = Events { coming, pending: VecDeque::new() };
        assert!(!events.keys_wait() && events.pick().is_none());
        for letter in ['a', 'b'] {
            sender.send(ScreenEvent::Key(KeyCode::Char(letter))).unwrap();
        }
        sender.send(ScreenEvent::Click(Position::default())).unwrap();
        sender.send(ScreenEvent::Signal(15)).unwrap();
        assert!(events.keys_wait());
        assert!(matches!(events.pick(), Some(ScreenEvent::Signal(15))));
        for letter in ['a', 'b'] {
            assert!(events.keys_wait());
            assert!(matches!(events.pick(), Some(ScreenEvent::Key(KeyCode::Char(found))) if found == letter));
        }
        assert!(!events.keys_wait(), "what a click means is drawn before it");
        assert!(matches!(events.pick(), Some(ScreenEvent::Click(_))));
    }

    #[test]
    fn a_table_waits_for_the_shuffle_at_a_server_and_not_in_this_process() {
        let setup = |session: Option<&str>| TerminalSetup {
            link: "http://127.0.0.1:7878".to_owned(),
            session: session.map(str::to_owned),
            data: PathBuf::new(),
            game: None,
            records: None,
            fresh: false,
            name: None,
            language: Language::of_environment(),
            look: Look { colours: Colours::None, ascii: false, four_colours: false },
            mouse: false,
        };
        let table = || NewTable { game: "kael".to_owned(), seats: Some(3), ..NewTable::default() };
        let at_server = setup(None).opened_here(table());
        assert_eq!(at_server, NewTable { shuffles: Some(true), ..table() });
        assert_eq!(setup(Some("alone")).opened_here(table()), table());
    }
}
