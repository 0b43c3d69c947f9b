//! `cardroom serve`: tables in the browser, for this machine or for all devices of the home network.

use std::io::{self, IsTerminal, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cards::printable;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;
use server::{
    Config, HostPages, Limits, MetricsAt, Pace, Server, TalkRules, TrustedRange, WordFilter, is_loopback,
    is_of_the_house,
};
use store::{Database, Postgres};
use tokio::runtime::Runtime;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use commands::{Failure, counted, read_text};

use crate::node::NodeArguments;
use crate::store_address::database_at;

/// Serve the games to browsers.
///
/// Every option can stand in a configuration file, by the same name: port = 7878. The command line wins.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Read options from this file (TOML).
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Check the options, print what would be served, and exit.
    #[arg(long)]
    check: bool,
    /// Open the page in the browser.
    #[arg(long)]
    open: bool,
    /// Let bots act after this many milliseconds; for tests.
    ///
    /// Without it the pause is natural. A short one reveals how long a bot thinks.
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u32).range(..=600_000))]
    bot_delay_ms: Option<u32>,
    /// Port; 0 takes a free one.
    #[arg(short, long, default_value_t = 7878, value_parser = port, help_heading = NETWORK)]
    port: u16,
    /// Address to listen on; by default only this machine can connect.
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1", conflicts_with = "lan", help_heading = NETWORK)]
    listen: IpAddr,
    /// Let the devices of the home network connect, and show a QR code.
    #[arg(long, help_heading = NETWORK)]
    lan: bool,
    /// Address by which others reach this server: links begin with it.
    #[arg(long, value_name = "URL", value_parser = url_of_a_server, help_heading = NETWORK)]
    public_url: Option<String>,
    /// Let the pages of this address send requests. Can be repeated.
    ///
    /// IP addresses, this machine and names of the home network always may.
    #[arg(long, value_name = "URL", value_parser = url_of_a_server, help_heading = NETWORK)]
    allow_origin: Vec<String>,
    /// Use the X-Forwarded-For of this proxy. Can be repeated.
    #[arg(long, value_name = "ADDR", help_heading = NETWORK)]
    trusted_proxy: Vec<IpAddr>,
    /// Address for metrics, for who has the token, as 127.0.0.1:9878.
    ///
    /// Without it, /metrics of the server answers this machine alone.
    #[arg(long, value_name = "ADDR", help_heading = NETWORK)]
    metrics: Option<SocketAddr>,
    /// File with the token for metrics [default: $CARDROOM_METRICS_TOKEN].
    #[arg(long, value_name = "FILE", requires = "metrics", help_heading = NETWORK)]
    metrics_token: Option<PathBuf>,
    /// Folder of the data.
    #[arg(short, long, value_name = "DIR", default_value = "data", help_heading = DATA)]
    data: PathBuf,
    /// PostgreSQL for the data, as postgres://USER@HOST/NAME.
    ///
    /// HOST can be several (a,b). The password is in --store-password-file or in PGPASSWORD.
    #[arg(long, value_name = "URL", help_heading = DATA)]
    store: Option<String>,
    /// File whose first line is the password of the database.
    #[arg(long, value_name = "FILE", requires = "store", help_heading = DATA)]
    store_password_file: Option<PathBuf>,
    /// File (PEM) with the authorities that vouch for the database.
    #[arg(long, value_name = "FILE", requires = "store", help_heading = DATA)]
    store_ca: Option<PathBuf>,
    #[command(flatten)]
    node: NodeArguments,
    /// Permitted talk: as each table agrees, or ready-made phrases only.
    #[arg(long, value_name = "WHAT", value_enum, default_value_t = Talk::Agreed, help_heading = MODERATION)]
    talk: Talk,
    /// File of words, one a line: masked in chat, refused in names.
    #[arg(long, value_name = "FILE", help_heading = MODERATION)]
    words: Option<PathBuf>,
    /// Folder with privacy.md, imprint.md, contact.md, to be linked.
    #[arg(long, value_name = "DIR", help_heading = MODERATION)]
    pages: Option<PathBuf>,
    /// Range of addresses with many people, as 203.0.113.0/24=20.
    ///
    /// 203.0.113.0/24=20 allows twenty times the usual there, 203.0.113.0/24 any number. Limits by guest stay. Can be repeated.
    #[arg(long, value_name = "CIDR[=FACTOR]", help_heading = LIMITS)]
    trust_range: Vec<TrustedRange>,
    #[command(flatten, next_help_heading = LIMITS)]
    limits: Limits,
    /// Level of the log.
    #[arg(long, value_name = "LEVEL", default_value = "warn", value_parser = log_level(), help_heading = LOGGING)]
    log: LevelFilter,
    /// Format of the log: for people, or a line of JSON for each entry.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = LogFormat::Text, help_heading = LOGGING)]
    log_format: LogFormat,
}

const NETWORK: &str = "Network";
const DATA: &str = "Data";
const MODERATION: &str = "Moderation";
const LIMITS: &str = "Limits (0: any number; addresses of this machine are not counted)";
const LOGGING: &str = "Logging";

const EXAMPLES: &str = "\
Examples:
  cardroom serve --open
  cardroom serve --lan
  cardroom serve -d /var/lib/cardroom --public-url https://cards.example.org --trusted-proxy 127.0.0.1";

fn port(text: &str) -> Result<u16, String> {
    text.parse().map_err(|_| "a port is a number from 0 to 65535".to_owned())
}

fn log_level() -> impl TypedValueParser<Value = LevelFilter> {
    let levels = ["off", "error", "warn", "info", "debug", "trace"];
    PossibleValuesParser::new(levels).map(|name| name.parse().expect("one of them"))
}

/// The least length of a token for metrics. A shorter token could be guessed.
const SHORTEST_TOKEN: usize = 16;

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Talk {
    /// As each table agrees
    Agreed,
    /// Ready-made phrases only
    Phrases,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum LogFormat {
    Text,
    Json,
}

/// Sends the log to standard error. Libraries log at most warnings, because at more detailed levels they would log the
/// contents of messages.
fn log(level: LevelFilter, format: LogFormat) {
    let targets = Targets::new()
        .with_default(level.min(LevelFilter::WARN))
        .with_target("cardroom", level)
        .with_target("server", level)
        .with_target("store", level);
    // Only terminals get colours: in a file, colours would be control characters.
    let lines = tracing_subscriber::fmt::layer().with_ansi(io::stderr().is_terminal()).with_writer(io::stderr);
    let lines = match format {
        LogFormat::Text => lines.boxed(),
        LogFormat::Json => lines.json().flatten_event(true).boxed(),
    };
    tracing_subscriber::registry().with(lines.with_filter(targets)).init();
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    if arguments.check {
        return check(arguments);
    }
    log(arguments.log, arguments.log_format);
    runtime()?.block_on(serve(arguments))
}

pub(crate) fn runtime() -> Result<Runtime, Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.map_err(|error| Failure::Failed(format!("cannot start: {error}")))
}

impl Arguments {
    fn socket(&self) -> SocketAddr {
        SocketAddr::new(if self.lan { IpAddr::V4(Ipv4Addr::UNSPECIFIED) } else { self.listen }, self.port)
    }
}

async fn serve(arguments: &Arguments) -> Result<(), Failure> {
    let pace = arguments.bot_delay_ms.map_or(Pace::NATURAL, Pace::fixed);
    // Other devices cannot use the local name of this machine, so links contain its address. If the port is not chosen
    // yet, links cannot contain it.
    let friends = (arguments.lan && arguments.port != 0).then(|| lan_address(arguments.port)).flatten();
    let config = Config {
        pace,
        public_url: arguments.public_url.clone().or(friends),
        origins: arguments.allow_origin.clone(),
        trusted_proxies: arguments.trusted_proxy.clone(),
        trusted_ranges: arguments.trust_range.clone(),
        metrics: metrics(arguments)?,
        talk: talk(arguments)?,
        pages: pages(arguments)?,
        limits: arguments.limits,
        ..Config::new(arguments.socket(), arguments.data.clone())
    };
    let node = arguments.node.config(arguments.store.is_some())?;
    let warnings = warnings(arguments);
    let database = database(arguments)?.map(|database| arguments.node.known_to(database, node.as_ref()));
    let config = Config { node, ..config };
    let _limited =
        survive_size_limits().map_err(|error| Failure::Failed(format!("cannot wait for signals: {error}")))?;
    is_folder(&arguments.data)?;
    let store = store::open(&arguments.data, database);
    let server = Server::bind(config, store).await.map_err(|error| Failure::Failed(error.to_string()))?;
    // The signal handler is installed before the address is printed, because a program that reads the address may stop
    // the server immediately.
    let stop = stop_signal().map_err(|error| Failure::Failed(format!("cannot wait for signals: {error}")))?;
    for warning in &warnings {
        tracing::warn!("{warning}");
    }
    if let Some(metrics) = server.metrics_address() {
        tracing::info!(%metrics, "metrics have an address of their own");
    }
    let here = url(server.address());
    let reached = arguments.lan || arguments.public_url.is_some() || !arguments.listen.is_loopback();
    announce(&here, reached, arguments.lan.then(|| lan_address(server.address().port())).flatten().as_deref());
    if arguments.open && open::that_detached(&here).is_err() {
        tracing::warn!("no browser could be opened");
    }
    server.run(stop).await.map_err(|error| Failure::Failed(format!("the server failed: {error}")))
}

/// Returns the rules of talk, with the words from the file of words.
fn talk(arguments: &Arguments) -> Result<TalkRules, Failure> {
    let words = match &arguments.words {
        Some(file) => {
            let wrong = |line| Failure::Failed(format!("{}: line {line} has no word", printable(file)));
            WordFilter::read(&read_text(file)?).map_err(wrong)?
        }
        None => WordFilter::default(),
    };
    Ok(TalkRules { phrases_only: arguments.talk == Talk::Phrases, words: Arc::new(words) })
}

fn pages(arguments: &Arguments) -> Result<HostPages, Failure> {
    let pages = arguments.pages.as_deref().map(HostPages::read).transpose();
    pages.map(Option::unwrap_or_default).map_err(|error| Failure::Failed(error.to_string()))
}

/// Returns the address for metrics, with the token from the file or the environment. The token is never an argument,
/// because every user of the system can read command lines.
fn metrics(arguments: &Arguments) -> Result<Option<MetricsAt>, Failure> {
    let Some(listen) = arguments.metrics else { return Ok(None) };
    let token = match &arguments.metrics_token {
        Some(file) => read_text(file)?,
        None => std::env::var("CARDROOM_METRICS_TOKEN").unwrap_or_default(),
    };
    let token = token.trim().to_owned();
    if token.len() < SHORTEST_TOKEN {
        return Err(Failure::Failed(format!(
            "--metrics needs a token of at least {SHORTEST_TOKEN} characters, in a file (--metrics-token FILE) or in the \
             variable CARDROOM_METRICS_TOKEN: openssl rand -hex 32 makes one"
        )));
    }
    Ok(Some(MetricsAt { listen, token }))
}

/// Parses the address of a server. It must have no path, because cardroom must be at the root of its host.
pub(crate) fn url_of_a_server(text: &str) -> Result<String, String> {
    let url = text.trim_end_matches('/').to_ascii_lowercase();
    match url.split_once("://") {
        Some(("http" | "https", host)) if !host.is_empty() && !host.contains(['/', '?', '#', '@', ' ']) => Ok(url),
        _ => Err("an address looks like https://cards.example.org, without a path".to_owned()),
    }
}

/// Returns the database of `--store`, with its credentials.
fn database(arguments: &Arguments) -> Result<Option<Database>, Failure> {
    let Some(address) = &arguments.store else { return Ok(None) };
    let (password, ca) = (arguments.store_password_file.as_deref(), arguments.store_ca.as_deref());
    database_at(address, password, ca).map(Some)
}

/// Connects to a database without changing it. Returns its description, and remarks for the host.
fn probe(database: &Database) -> Result<Vec<String>, Failure> {
    let found = runtime()?.block_on(Postgres::check(database)).map_err(|error| Failure::Failed(error.to_string()))?;
    let secured = if database.is_encrypted() { "encrypted" } else { "within this machine" };
    let first = format!("store: PostgreSQL {} at {} ({secured})", found.version, database.name());
    Ok([first].into_iter().chain(found.warnings.iter().map(|warning| format!("warning: {warning}"))).collect())
}

/// Returns true if the data folder exists. The server creates it if it does not.
pub(crate) fn is_folder(data: &Path) -> Result<bool, Failure> {
    match data.metadata() {
        Ok(found) if found.is_dir() => Ok(true),
        Ok(_) => Err(Failure::Failed(format!("{} is a file, not a folder: choose another --data", printable(data)))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(Failure::io(data, &error)),
    }
}

/// Prints what would be served, and warnings for the host.
fn check(arguments: &Arguments) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let socket = arguments.socket();
    let reached = arguments.public_url.as_deref().unwrap_or("the address that the browser has open");
    let data = &arguments.data;
    let state = if is_folder(data)? { "" } else { ", which will be created" };
    let (metrics, talk, pages) = (metrics(arguments)?, talk(arguments)?, pages(arguments)?);
    let node = arguments.node.config(arguments.store.is_some())?;
    let mut store = database(arguments)?.map(|database| probe(&database)).transpose()?.unwrap_or_default();
    if let Some(node) = &node {
        store.push(format!("other servers reach this one, {}, at {}", arguments.node.name(), node.advertise));
    }
    let print = |out: &mut io::StdoutLock<'_>| {
        writeln!(out, "listens on {socket}")?;
        writeln!(out, "links begin with {reached}")?;
        if talk.phrases_only {
            writeln!(out, "chat has ready-made phrases only")?;
        }
        if !talk.words.is_empty() {
            writeln!(out, "{} not allowed", counted(talk.words.len() as u64, "word"))?;
        }
        for page in pages.filled_in() {
            writeln!(out, "page {}", format!("{page:?}").to_lowercase())?;
        }
        if let Some(MetricsAt { listen, .. }) = &metrics {
            writeln!(out, "metrics on {listen}, with a token")?;
        } else if !socket.ip().is_loopback() && !socket.ip().is_unspecified() {
            writeln!(out, "no metrics: /metrics answers on 127.0.0.1 alone; --metrics gives them an address")?;
        }
        writeln!(out, "data in the folder {}{state}", printable(data))?;
        store.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        warnings(arguments).iter().try_for_each(|warning| writeln!(out, "warning: {warning}"))?;
        writeln!(out, "The configuration is valid.")
    };
    print(&mut out).map_err(|error| Failure::io("standard output", &error))
}

/// Returns the warnings that a host should read before opening the server to people.
fn warnings(arguments: &Arguments) -> Vec<String> {
    let mut found = Vec::new();
    let secrets = [&arguments.metrics_token, &arguments.store_password_file];
    for file in secrets.into_iter().flatten().filter(|file| is_open(file)) {
        let name = file.display();
        found.push(format!("others on this machine can read or change the secret in {name}: chmod 600 {name}"));
    }
    let behind_proxy = arguments.public_url.as_deref().is_some_and(|url| url.starts_with("https://"));
    if !arguments.listen.is_loopback() && !behind_proxy {
        found.push(format!(
            "{} can be reached from outside, and connections to it are not encrypted. On the internet, let a proxy with TLS \
             stand before it (docs/host/proxy.md), listen on 127.0.0.1, and set --public-url to its https address.",
            arguments.listen
        ));
    }
    if behind_proxy && arguments.trusted_proxy.is_empty() {
        found.push(
            "no --trusted-proxy: everybody who comes through the proxy counts as one address. If the proxy runs on this machine, \
             set --trusted-proxy 127.0.0.1."
                .to_owned(),
        );
    }
    if arguments.public_url.is_none() && !arguments.trusted_proxy.is_empty() {
        found.push(
            "--trusted-proxy without --public-url: links to friends begin with the address by which the proxy asks, perhaps \
             127.0.0.1. Set --public-url to the address by which people come."
                .to_owned(),
        );
    }
    let scheme_and_host = arguments.public_url.as_deref().and_then(|url| Some((url, url.split_once("://")?)));
    if let Some((url, _)) = scheme_and_host.filter(|(_, (scheme, host))| *scheme == "http" && !is_of_the_house(host)) {
        found.push(format!("connections to {url} are not encrypted. Let a proxy add TLS, and use its https address."));
    }
    if let Some(metrics) = arguments.metrics.filter(|metrics| !metrics.ip().is_loopback()) {
        found.push(format!(
            "metrics on {metrics} are not encrypted, and neither is their token: let only the collector reach that address."
        ));
    }
    for known in arguments.trust_range.iter().filter(|known| known.factor.is_none() && known.range.prefix_len() < 8) {
        found.push(format!(
            "--trust-range {known} is a large part of the internet: no limit counts by address there. {known}=20 allows twenty \
             times the usual."
        ));
    }
    if let Some((url, _)) = scheme_and_host.filter(|(_, (_, host))| is_loopback(host)) {
        found.push(format!("links to friends begin with {url}, which leads only to the machine where it is opened."));
    }
    found
}

/// Returns true if users other than the owner can write a file, or users outside its group can read it.
fn is_open(file: &Path) -> bool {
    file.metadata().is_ok_and(|found| found.mode() & 0o037 != 0)
}

/// Prints the address of the page. Programs may read the first line.
fn announce(here: &str, reached: bool, lan: Option<&str>) {
    let mut out = io::stdout().lock();
    // Errors are ignored: the server also works if nobody reads its output.
    let _ = writeln!(out, "cardroom is at {here}");
    if !reached {
        let _ = writeln!(
            out,
            "Only this computer can open it, and invite links work on this computer only. For others: --lan in the same \
             network, or --public-url behind a proxy."
        );
    }
    if let Some(lan) = lan {
        let _ = writeln!(out, "other devices: {lan}");
        if let Ok(code) = QrCode::new(lan) {
            // Most terminals are dark, so the light modules of the QR code are drawn.
            let code = code.render::<Dense1x2>().dark_color(Dense1x2::Light).light_color(Dense1x2::Dark).build();
            let _ = writeln!(out, "{code}");
        }
    }
    if out.is_terminal() {
        let _ = writeln!(out, "Ctrl-C stops it.");
    }
    let _ = out.flush();
}

/// Returns the address that a browser on this machine uses.
fn url(address: SocketAddr) -> String {
    match address.ip() {
        ip if ip.is_unspecified() => format!("http://localhost:{}", address.port()),
        _ => format!("http://{address}"),
    }
}

/// Returns this machine's address in the home network. It is the source address that the system would use for an
/// outgoing packet. No packet is sent.
fn lan_address(port: u16) -> Option<String> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // This address is reserved for documentation (RFC 5737), so no machine has it.
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let ip = socket.local_addr().ok()?.ip();
    let known = !ip.is_unspecified() && !ip.is_loopback() && ip != IpAddr::V6(Ipv6Addr::UNSPECIFIED);
    known.then(|| format!("http://{}", SocketAddr::new(ip, port)))
}

/// Catches the signal that the system sends if a file exceeds the size limit (`RLIMIT_FSIZE`). Otherwise this signal
/// would end the process. Now the limit has the same effect as a full disk: the server refuses data that it cannot
/// store.
fn survive_size_limits() -> io::Result<Signal> {
    signal(SignalKind::from_raw(rustix::process::Signal::XFSZ.as_raw()))
}

/// Returns a future that is ready when the process is asked to end.
fn stop_signal() -> io::Result<impl Future<Output = ()> + Send + 'static> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_public_url_is_a_scheme_and_a_host() {
        assert_eq!(url_of_a_server("https://Cards.example.org/").as_deref(), Ok("https://cards.example.org"));
        assert_eq!(url_of_a_server("http://nas.local:7878").as_deref(), Ok("http://nas.local:7878"));
        for bad in ["cards.example.org", "https://", "https://a/b", "ftp://a", "https://a@b"] {
            assert!(url_of_a_server(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn browsers_get_an_address_that_they_can_open() {
        for (address, expect) in [
            ("127.0.0.1:7878", "http://127.0.0.1:7878"),
            ("0.0.0.0:80", "http://localhost:80"),
            ("[::]:80", "http://localhost:80"),
            ("[::1]:80", "http://[::1]:80"),
        ] {
            assert_eq!(url(address.parse().unwrap()), expect);
        }
    }

    #[test]
    fn a_host_is_warned_of_open_secrets() {
        use std::os::unix::fs::PermissionsExt;
        #[derive(clap::Parser)]
        struct Serve {
            #[command(flatten)]
            arguments: Arguments,
        }
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| folder.path().join(name).display().to_string();
        let (token, password) = (file("token"), file("password"));
        let words = format!(
            "serve --metrics 127.0.0.1:1 --metrics-token {token} --store postgres://a@b/c --store-password-file {password}"
        );
        let Serve { arguments } = clap::Parser::parse_from(words.split_whitespace());
        for (mode, open) in [(0o600, 0), (0o640, 0), (0o400, 0), (0o644, 2), (0o604, 2), (0o660, 2), (0o602, 2)] {
            for file in [&token, &password] {
                std::fs::write(file, "secret").unwrap();
                std::fs::set_permissions(file, std::fs::Permissions::from_mode(mode)).unwrap();
            }
            let found = warnings(&arguments);
            assert_eq!(found.iter().filter(|words| words.contains("can read or change the secret in")).count(), open);
            for file in [&token, &password] {
                assert_eq!(found.iter().any(|words| words.ends_with(&format!("chmod 600 {file}"))), open > 0);
                std::fs::remove_file(file).unwrap();
            }
        }
    }
}
