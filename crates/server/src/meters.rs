//! What a host can measure: `GET /metrics`, as text for Prometheus. It counts what everybody at a table sees, never who holds
//! what: a bot that *could* cut in thinks without being counted, nor is a seat that is advised, nor a reason of a refusal by
//! the rules. How long a bot thought tells whether it had a choice: such figures are shown late and many at once.

use std::fmt;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;
use tokio::time::Instant;

use crate::panics::panics;

/// The meters of one server.
pub(crate) struct Meters {
    registry: Registry,
    sockets: Gauge,
    tables: Gauge,
    actions: Family<OfGame, Counter>,
    begun: Family<OfGame, Counter>,
    over: Family<OfGame, Counter>,
    commits: Histogram,
    thinking: Histogram,
    late: Counter,
    /// What bots did and is not shown yet.
    unseen: Mutex<Unseen>,
    refused: Family<Limit, Counter>,
    answers: Family<Status, Counter>,
    engines: Family<Kind, Counter>,
    slow: Counter,
    not_stored: Counter,
    panics: Counter,
    _started: Gauge<f64, AtomicU64>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct OfGame {
    game: String,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct Limit {
    limit: &'static str,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct Kind {
    kind: &'static str,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct Status {
    status: u16,
}

/// So many decisions of bots are shown together, at least.
const TOGETHER: usize = 100;
/// And no sooner after the last were shown.
const SHOWN_EVERY: Duration = Duration::from_secs(600);

/// How long bots thought, and whether after their moment.
struct Unseen {
    thoughts: Vec<(Duration, bool)>,
    shown: Instant,
}

impl Meters {
    /// New meters, all at nothing. `started_s`: when the server began, in seconds since 1970.
    pub(crate) fn new(started_s: f64) -> Meters {
        let mut registry = Registry::with_prefix("cardroom");
        // 0.1 ms to 1.6 s, each twice the one before.
        let seconds = || Histogram::new(exponential_buckets(0.0001, 2.0, 15));
        let meters = Meters {
            sockets: Gauge::default(),
            tables: Gauge::default(),
            actions: Family::default(),
            begun: Family::default(),
            over: Family::default(),
            commits: seconds(),
            thinking: seconds(),
            late: Counter::default(),
            unseen: Mutex::new(Unseen { thoughts: Vec::new(), shown: Instant::now() }),
            refused: Family::default(),
            answers: Family::default(),
            engines: Family::default(),
            slow: Counter::default(),
            not_stored: Counter::default(),
            panics: Counter::default(),
            _started: Gauge::default(),
            registry: Registry::default(),
        };
        meters._started.set(started_s);
        for (name, help, metric) in [
            ("sockets", "Open connections to tables", &meters.sockets),
            ("tables_awake", "Tables in memory", &meters.tables),
        ] {
            registry.register(name, help, metric.clone());
        }
        registry.register("actions", "Actions stored and shown", meters.actions.clone());
        registry.register("matches_begun", "Matches that began", meters.begun.clone());
        registry.register("matches_over", "Matches that were played to their end", meters.over.clone());
        registry.register("commit_seconds", "From an action that was checked to its commit", meters.commits.clone());
        let help = "For a decision that play waits for; shown 100 at a time and every ten minutes at most";
        registry.register("bot_thinking_seconds", help, meters.thinking.clone());
        let help = "Decisions about which a bot thought longer than its pause; shown together with its thinking";
        registry.register("bot_late", help, meters.late.clone());
        registry.register("refused_by_limit", "Requests and commands over a limit", meters.refused.clone());
        registry.register("http_answers", "Answers over HTTP by status", meters.answers.clone());
        registry.register("engine_answers", "Of engines, where play waited for them", meters.engines.clone());
        registry.register("slow_connections", "Connections hung up on for not keeping up", meters.slow.clone());
        registry.register("not_stored", "Actions that could not be stored", meters.not_stored.clone());
        registry.register("panics", "Bugs that were met", meters.panics.clone());
        registry.register("start_time_seconds", "When the server began, since 1970", meters._started.clone());
        Meters { registry, ..meters }
    }

    /// All of them as text. `tables`: how many are awake.
    pub(crate) fn text(&self, tables: usize) -> Result<String, fmt::Error> {
        self.tables.set(i64::try_from(tables).unwrap_or(i64::MAX));
        self.panics.inc_by(panics().saturating_sub(self.panics.get()));
        let mut text = String::new();
        encode(&mut text, &self.registry)?;
        Ok(text)
    }

    /// A connection to a table, counted until what comes back is dropped.
    pub(crate) fn connected(self: &Arc<Meters>) -> Connected {
        self.sockets.inc();
        Connected(self.clone())
    }

    pub(crate) fn committed(&self, game: &str, took: Duration) {
        self.actions.get_or_create(&of(game)).inc();
        self.commits.observe(took.as_secs_f64());
    }

    pub(crate) fn not_stored(&self) {
        self.not_stored.inc();
    }

    pub(crate) fn match_begun(&self, game: &str) {
        self.begun.get_or_create(&of(game)).inc();
    }

    pub(crate) fn match_over(&self, game: &str) {
        self.over.get_or_create(&of(game)).inc();
    }

    /// A bot has decided what play waits for; `late`: after its moment.
    pub(crate) fn bot_thought(&self, took: Duration, late: bool) {
        let mut unseen = self.unseen.lock().unwrap_or_else(PoisonError::into_inner);
        unseen.thoughts.push((took, late));
        if unseen.thoughts.len() < TOGETHER || unseen.shown.elapsed() < SHOWN_EVERY {
            return;
        }
        unseen.shown = Instant::now();
        for (took, late) in unseen.thoughts.drain(..) {
            self.thinking.observe(took.as_secs_f64());
            self.late.inc_by(u64::from(late));
        }
    }

    /// How many decisions came late, shown or not.
    #[cfg(test)]
    pub(crate) fn late_bots(&self) -> u64 {
        let unseen = self.unseen.lock().expect("no panic");
        self.late.get() + unseen.thoughts.iter().filter(|(_, late)| *late).count() as u64
    }

    pub(crate) fn refused(&self, limit: &'static str) {
        self.refused.get_or_create(&Limit { limit }).inc();
    }

    /// What became of a question to an engine that play waited for: `answered`, `late`, `illegal`.
    pub(crate) fn engine_answered(&self, kind: &'static str) {
        self.engines.get_or_create(&Kind { kind }).inc();
    }

    pub(crate) fn answered(&self, status: u16) {
        self.answers.get_or_create(&Status { status }).inc();
    }

    pub(crate) fn too_slow(&self) {
        self.slow.inc();
    }
}

fn of(game: &str) -> OfGame {
    OfGame { game: game.to_owned() }
}

/// See [`Meters::connected`].
pub(crate) struct Connected(Arc<Meters>);

impl Drop for Connected {
    fn drop(&mut self) {
        self.0.sockets.dec();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn how_long_bots_think_is_shown_late_and_together() {
        let meters = Meters::new(0.0);
        let shown = |line: &str| meters.text(0).expect("text").lines().any(|other| other == line);
        let think = |times: usize| (0..times).for_each(|_| meters.bot_thought(Duration::from_millis(20), true));
        think(150);
        assert!(shown("cardroom_bot_thinking_seconds_count 0") && shown("cardroom_bot_late_total 0"), "too soon");
        tokio::time::sleep(SHOWN_EVERY).await;
        think(1);
        assert!(shown("cardroom_bot_thinking_seconds_count 151") && shown("cardroom_bot_late_total 151"));
        tokio::time::sleep(SHOWN_EVERY).await;
        think(99);
        assert!(shown("cardroom_bot_thinking_seconds_count 151"), "too few");
        think(1);
        assert!(shown("cardroom_bot_thinking_seconds_count 251"));
    }

    #[test]
    fn what_happened_can_be_read() {
        let meters = Arc::new(Meters::new(12.5));
        let line = meters.connected();
        let _other = meters.connected();
        drop(line);
        meters.committed("kael", Duration::from_micros(250));
        meters.refused("too_fast");
        let text = meters.text(3).expect("text");
        for line in [
            "cardroom_sockets 1\n",
            "cardroom_tables_awake 3\n",
            "cardroom_actions_total{game=\"kael\"} 1\n",
            "cardroom_commit_seconds_bucket{le=\"0.0002\"} 0\n",
            "cardroom_commit_seconds_bucket{le=\"0.0004\"} 1\n",
            "cardroom_refused_by_limit_total{limit=\"too_fast\"} 1\n",
            "cardroom_start_time_seconds 12.5\n",
        ] {
            assert!(text.contains(line), "{line}{text}");
        }
    }
}
