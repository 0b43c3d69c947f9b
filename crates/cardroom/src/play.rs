//! `cardroom play`: tables in a terminal, alone or at a server.

use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use protocol::NewTable;
use serde_json::{Map, Value};
use server::{Config, Pace, Server};
use terminal::{Colours, Ended, Language, Look, TerminalSetup};
use tokio::sync::oneshot;

use commands::{Failure, language, read_file};

/// Play in the terminal.
///
/// Alone against bots, or at a table of a server. It also shows the matches of a record file.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Game, link to a table or invitation, or file of records.
    ///
    /// Without it, a list of games is shown.
    #[arg(value_name = "GAME|LINK|FILE")]
    what: Option<OsString>,
    /// Start a new match, also where one of this game goes on.
    #[arg(long)]
    new: bool,
    /// Number of players.
    #[arg(long, value_name = "N")]
    seats: Option<u8>,
    /// Level of the bots.
    #[arg(long, value_name = "LEVEL", default_value = "club", value_parser = levels())]
    level: String,
    /// House rule, as deals=4; a wrong KEY is answered with the list. Can be repeated.
    #[arg(long = "option", value_name = "KEY=VALUE", value_parser = option)]
    options: Vec<(String, Value)>,
    /// Numbered deal of a solitaire.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    deal: Option<u64>,
    /// Your name, for the others at a table of a server.
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Language [default: that of the environment].
    #[arg(long, value_name = "LANG", value_parser = language())]
    lang: Option<Language>,
    /// Folder of the games that you play alone, and of your sessions at servers.
    #[arg(short, long, value_name = "DIR", default_value = "data")]
    data: PathBuf,
    /// Number of colours [default: what the terminal says].
    #[arg(long, alias = "colors", value_name = "N", value_parser = colours())]
    colours: Option<Colours>,
    /// Give each suit a colour of its own.
    #[arg(long, alias = "four-colors")]
    four_colours: bool,
    /// Use only characters of ASCII.
    #[arg(long)]
    ascii: bool,
    /// Leave the mouse to the terminal, which can then select text.
    #[arg(long)]
    no_mouse: bool,
    /// Let bots act after this many milliseconds.
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u32).range(..=600_000))]
    bot_delay_ms: Option<u32>,
}

const EXAMPLES: &str = "\
Examples:
  cardroom play
  cardroom play kael --seats 3 --level expert
  cardroom play https://cards.example.org/j/TOKEN --name Ann";

/// Parses a level that the bots of some game have.
fn levels() -> PossibleValuesParser {
    let mut names: Vec<&str> = Vec::new();
    for name in catalog::entries().into_iter().flat_map(|entry| entry.levels) {
        if !names.contains(name) {
            names.push(name);
        }
    }
    PossibleValuesParser::new(names)
}

fn colours() -> impl TypedValueParser<Value = Colours> {
    let named = |text: String| Colours::ALL.into_iter().find(|(name, _)| *name == text).expect("one of them").1;
    PossibleValuesParser::new(Colours::ALL.map(|(name, _)| name)).map(named)
}

/// Parses `key=value`. The value is JSON, a word, or `none`.
fn option(text: &str) -> Result<(String, Value), String> {
    let (key, value) = text.split_once('=').ok_or("a house rule looks like deals=4")?;
    let value = match value {
        "none" => Value::Null,
        value => serde_json::from_str(value).unwrap_or_else(|_| Value::String(value.to_owned())),
    };
    Ok((key.to_owned(), value))
}

impl Arguments {
    /// Returns the link, if the argument is one.
    fn link(&self) -> Option<&str> {
        self.what.as_deref()?.to_str().filter(|what| terminal::is_link(what) && !Path::new(what).is_file())
    }

    /// Returns the file of records, if the argument is one.
    fn file(&self) -> Option<&Path> {
        let what = self.what.as_deref().filter(|_| self.link().is_none())?;
        let is_path = what.to_str().is_none_or(|what| what.ends_with(".jsonl") || what.contains(['/', '\\']));
        (is_path || Path::new(what).is_file()).then_some(what.as_ref())
    }

    /// Returns the game, if the argument is one.
    fn game(&self) -> Option<&str> {
        self.what.as_deref()?.to_str().filter(|_| self.link().is_none() && self.file().is_none())
    }

    /// Returns the table to open if no match of the game goes on.
    fn table(&self, game: &str) -> NewTable {
        let several = catalog::entry(game).is_ok_and(|game| *game.seats.end() > 1);
        NewTable {
            game: game.to_owned(),
            options: (!self.options.is_empty()).then(|| self.options.iter().cloned().collect::<Map<String, Value>>()),
            seats: self.seats,
            bots: several.then(|| vec![self.level.clone()]),
            deal: self.deal,
            ..NewTable::default()
        }
    }

    fn setup(&self, link: String, session: Option<String>) -> TerminalSetup {
        let look = Look::of_environment();
        let chosen = self.seats.is_some() || self.deal.is_some() || !self.options.is_empty();
        TerminalSetup {
            link,
            session,
            data: self.data.clone(),
            records: None,
            game: self.game().map(|game| self.table(game)),
            fresh: self.new || chosen,
            name: self.name.clone(),
            language: self.lang.unwrap_or_else(Language::of_environment),
            look: Look {
                colours: self.colours.unwrap_or(look.colours),
                ascii: self.ascii || look.ascii,
                four_colours: self.four_colours,
            },
            mouse: !self.no_mouse,
        }
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        let words = "this command needs a terminal; `cardroom serve` shows the games in a browser";
        return Err(Failure::Usage(words.to_owned()));
    }
    Ok(match crate::serve::runtime()?.block_on(play(arguments))? {
        Ended::Left => ExitCode::SUCCESS,
        // If a process was ended by a signal, shells report this exit code.
        Ended::Signal(number) => ExitCode::from(128 + number),
    })
}

async fn play(arguments: &Arguments) -> Result<Ended, Failure> {
    let failed = |error: &dyn std::fmt::Display| Failure::Failed(error.to_string());
    if let Some(link) = arguments.link() {
        return terminal::play(arguments.setup(link.to_owned(), None)).await.map_err(|error| failed(&error));
    }
    if let Some(file) = arguments.file() {
        return replay(arguments, file).await;
    }
    if let Some(game) = arguments.game() {
        catalog::entry(game).map_err(Failure::usage)?;
    }
    let link = |link| arguments.setup(link, Some("alone".to_owned()));
    alone(arguments, &arguments.data, link).await
}

/// Replays the matches of a file. A server in this process serves them from a folder that is deleted afterwards.
async fn replay(arguments: &Arguments, file: &Path) -> Result<Ended, Failure> {
    let records = read_file(file)?;
    let folder = tempfile::tempdir().map_err(|error| Failure::Failed(format!("a folder for the replay: {error}")))?;
    let setup = |link| TerminalSetup { records: Some(records), ..arguments.setup(link, None) };
    alone(arguments, folder.path(), setup).await
}

/// Plays at a server in this process. The server is the same as that of `cardroom serve`, but only this machine can
/// reach it.
async fn alone(
    arguments: &Arguments,
    data: &Path,
    setup: impl FnOnce(String) -> TerminalSetup,
) -> Result<Ended, Failure> {
    crate::serve::is_folder(data)?;
    let failed = |error: &dyn std::fmt::Display| Failure::Failed(error.to_string());
    let pace = arguments.bot_delay_ms.map_or(Pace::NATURAL, Pace::fixed);
    let listen = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
    let config = Config { pace, ..Config::new(listen, data.to_owned()) };
    let server = Server::bind(config, store::open(data, None)).await.map_err(|error| failed(&error))?;
    let link = format!("http://{}", server.address());
    let (stop, stopped) = oneshot::channel::<()>();
    let serving = tokio::spawn(server.run(async {
        let _ = stopped.await;
    }));
    let ended = terminal::play(setup(link)).await;
    let _ = stop.send(());
    let closed = serving.await;
    let ended = ended.map_err(|error| failed(&error))?;
    match closed {
        Ok(Ok(())) => Ok(ended),
        Ok(Err(error)) => Err(failed(&error)),
        Err(error) => Err(failed(&error)),
    }
}
