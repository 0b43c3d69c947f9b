//! Metrics for a host: `GET /metrics`, as text for Prometheus. Metrics count only what everybody at a table sees. So
//! they do not count bots that *could* cut in, seats that are advised, or why the rules refuse an action. The
//! thinking time of a bot would reveal whether it had a choice: these figures are published late, and many together.

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

/// The metrics of one server.
pub(crate) struct Metrics {
    registry: Registry,
    sockets: Gauge,
    actions: Family<GameLabel, Counter>,
    begun: Family<GameLabel, Counter>,
    over: Family<GameLabel, Counter>,
    commits: Histogram,
    bots: BotMetrics,
    refused: Family<Limit, Counter>,
    answers: Family<Status, Counter>,
    engines: Family<KindLabel, Counter>,
    slow: Counter,
    not_stored: Counter,
    panics: Counter,
    requests: Family<Route, Histogram>,
    sampled: SampledGauges,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct GameLabel {
    game: String,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct Limit {
    limit: &'static str,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct KindLabel {
    kind: &'static str,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct Status {
    status: u16,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct Route {
    method: &'static str,
    route: String,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct PoolLabel {
    pool: &'static str,
}

/// The values that are sampled when somebody asks, and those that several servers of one store share.
#[derive(Default)]
struct SampledGauges {
    tables: Gauge,
    memory: Gauge,
    data: Gauge,
    waiting: Gauge,
    reports: Gauge,
    losses: Counter,
    takeovers: Counter,
    nodes: Gauge,
    standby: Gauge,
    draining: Gauge,
    jobs: Family<PoolLabel, Gauge>,
}

/// The values that are sampled when somebody asks for metrics. Small changes of some would show single decisions, so
/// these are rounded.
#[derive(Default)]
pub(crate) struct Sampled {
    /// Tables in memory.
    pub(crate) tables: usize,
    /// Memory of the process, in bytes.
    pub(crate) memory_bytes: u64,
    /// Bytes of the data; `None` if the store does not tell.
    pub(crate) data_bytes: Option<u64>,
    /// Reads and writes that are waited for.
    pub(crate) waiting: usize,
    /// Reports that nobody has read; `None` if the store does not tell.
    pub(crate) reports: Option<usize>,
    /// How often this server has lost all its tables.
    pub(crate) losses: u64,
    /// `true` if the server drains.
    pub(crate) draining: bool,
    /// Jobs of each pool whose work concerns no hidden card.
    pub(crate) jobs: Vec<(&'static str, usize)>,
    /// Other nodes that can be reached.
    pub(crate) nodes: usize,
    /// `true` if data are on a second machine before they are confirmed.
    pub(crate) standby: bool,
}

/// Memory and data are told in steps of this many bytes: one move, or an answer to one advised seat, is no step.
const STEP_BYTES: u64 = 1 << 20;
/// Waiting jobs are told in steps of this many.
const STEP_JOBS: usize = 16;

impl SampledGauges {
    fn register(&self, registry: &mut Registry) {
        registry.register("tables_awake", "Tables in memory", self.tables.clone());
        let help = "Memory of the process, in whole MiB; 0 where the system does not tell";
        registry.register("memory_bytes", help, self.memory.clone());
        registry.register("data_bytes", "Size of the database, in whole MiB", self.data.clone());
        registry.register("store_queue", "Reads and writes that are waited for, in steps of 16", self.waiting.clone());
        let help = "How often this server has lost its tables, because it did not reach the database for too long";
        registry.register("ownership_losses", help, self.losses.clone());
        let help = "Tables that were taken over from another server, or from the life of this one before";
        registry.register("takeovers", help, self.takeovers.clone());
        let help = "Other servers of the same cluster that can be reached";
        registry.register("nodes_reached", help, self.nodes.clone());
        let help = "Whether the database waits for a standby before it confirms what is stored";
        registry.register("waits_for_standby", help, self.standby.clone());
        registry.register("reports_unread", "Reports of players that no host has read", self.reports.clone());
        registry.register("draining", "Whether no tables are opened any more", self.draining.clone());
        registry.register("work_jobs", "Computations that run or wait, without advice and help", self.jobs.clone());
    }

    fn set(&self, sampled: &Sampled) {
        let whole = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
        let up = |bytes: u64| whole(bytes.div_ceil(STEP_BYTES) * STEP_BYTES);
        self.tables.set(whole(sampled.tables as u64));
        self.memory.set(up(sampled.memory_bytes));
        if let Some(bytes) = sampled.data_bytes {
            self.data.set(up(bytes));
        }
        self.waiting.set(whole((sampled.waiting / STEP_JOBS * STEP_JOBS) as u64));
        if let Some(reports) = sampled.reports {
            self.reports.set(whole(reports as u64));
        }
        self.losses.inc_by(sampled.losses.saturating_sub(self.losses.get()));
        self.nodes.set(sampled.nodes as i64);
        self.standby.set(i64::from(sampled.standby));
        self.draining.set(i64::from(sampled.draining));
        for (pool, jobs) in &sampled.jobs {
            self.jobs.get_or_create(&PoolLabel { pool }).set(whole(*jobs as u64));
        }
    }
}

/// The memory of this process in bytes.
#[cfg(target_os = "linux")]
pub(crate) fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok()).map_or(0, |kib| kib * 1024)
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn resident() -> u64 {
    0
}

/// At least this many decisions of bots are shown together.
const TOGETHER: usize = 100;
/// The shortest time between two moments at which decisions are shown.
const SHOWN_EVERY: Duration = Duration::from_secs(600);

/// The metrics of bots.
struct BotMetrics {
    thinking: Histogram,
    late: Counter,
    /// Decisions that are not shown yet.
    unseen: Mutex<UnreportedThinking>,
}

/// How long bots thought about decisions, and whether longer than their pause.
struct UnreportedThinking {
    decisions: Vec<(Duration, bool)>,
    shown: Instant,
}

impl Metrics {
    /// New metrics, all at zero. `started_s`: when the server began, in seconds since 1970.
    pub(crate) fn new(started_s: f64) -> Metrics {
        let mut registry = Registry::with_prefix("cardroom");
        // From 0.1 ms to 1.6 s, each bound twice the one before.
        let seconds = || Histogram::new(exponential_buckets(0.0001, 2.0, 15));
        let metrics = Metrics {
            sockets: Gauge::default(),
            actions: Family::default(),
            begun: Family::default(),
            over: Family::default(),
            commits: seconds(),
            bots: BotMetrics {
                thinking: seconds(),
                late: Counter::default(),
                unseen: Mutex::new(UnreportedThinking { decisions: Vec::new(), shown: Instant::now() }),
            },
            refused: Family::default(),
            answers: Family::default(),
            engines: Family::default(),
            slow: Counter::default(),
            not_stored: Counter::default(),
            panics: Counter::default(),
            // From 1 ms to 8 s: some wait for a computation.
            requests: Family::new_with_constructor(|| Histogram::new(exponential_buckets(0.001, 2.0, 14))),
            sampled: SampledGauges::default(),
            registry: Registry::default(),
        };
        let started = Gauge::<f64, AtomicU64>::default();
        started.set(started_s);
        registry.register("sockets", "Open connections to tables", metrics.sockets.clone());
        metrics.sampled.register(&mut registry);
        registry.register("http_request_seconds", "From a request to its answer", metrics.requests.clone());
        registry.register("actions", "Actions stored and shown", metrics.actions.clone());
        registry.register("matches_begun", "Matches that began", metrics.begun.clone());
        registry.register("matches_over", "Matches that were played to their end", metrics.over.clone());
        registry.register("commit_seconds", "From an action that was checked to its commit", metrics.commits.clone());
        let help = "For a decision that play waits for; shown 100 at a time and every ten minutes at most";
        registry.register("bot_thinking_seconds", help, metrics.bots.thinking.clone());
        let help = "Decisions about which a bot thought longer than its pause; shown together with its thinking";
        registry.register("bot_late", help, metrics.bots.late.clone());
        registry.register("refused_by_limit", "Requests and commands over a limit", metrics.refused.clone());
        registry.register("http_answers", "Answers over HTTP by status", metrics.answers.clone());
        registry.register("engine_answers", "Of engines, where play waited for them", metrics.engines.clone());
        registry.register("slow_connections", "Connections hung up on for not keeping up", metrics.slow.clone());
        registry.register("not_stored", "Actions that could not be stored", metrics.not_stored.clone());
        registry.register("panics", "Bugs that were met", metrics.panics.clone());
        registry.register("start_time_seconds", "When the server began, since 1970", started);
        Metrics { registry, ..metrics }
    }

    /// All metrics as text.
    pub(crate) fn text(&self, sampled: &Sampled) -> Result<String, fmt::Error> {
        self.sampled.set(sampled);
        self.panics.inc_by(panics().saturating_sub(self.panics.get()));
        let mut text = String::new();
        encode(&mut text, &self.registry)?;
        Ok(text)
    }

    /// Counts a connection to a table until the result is dropped.
    pub(crate) fn connected(self: &Arc<Metrics>) -> Connected {
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

    /// A table of another server, or of the life of this one before, belongs to this one from now on.
    pub(crate) fn taken_over(&self) {
        self.sampled.takeovers.inc();
    }

    pub(crate) fn match_begun(&self, game: &str) {
        self.begun.get_or_create(&of(game)).inc();
    }

    pub(crate) fn match_over(&self, game: &str) {
        self.over.get_or_create(&of(game)).inc();
    }

    /// A bot has made a decision that play waits for. `late`: it took longer than its pause.
    pub(crate) fn bot_thought(&self, took: Duration, late: bool) {
        let BotMetrics { thinking, late: late_bots, unseen } = &self.bots;
        let mut unseen = unseen.lock().unwrap_or_else(PoisonError::into_inner);
        unseen.decisions.push((took, late));
        if unseen.decisions.len() < TOGETHER || unseen.shown.elapsed() < SHOWN_EVERY {
            return;
        }
        unseen.shown = Instant::now();
        for (took, late) in unseen.decisions.drain(..) {
            thinking.observe(took.as_secs_f64());
            late_bots.inc_by(u64::from(late));
        }
    }

    /// How many decisions came late, shown or not.
    #[cfg(test)]
    pub(crate) fn late_bots(&self) -> u64 {
        let unseen = self.bots.unseen.lock().expect("no panic");
        self.bots.late.get() + unseen.decisions.iter().filter(|(_, late)| *late).count() as u64
    }

    pub(crate) fn refused(&self, limit: &'static str) {
        self.refused.get_or_create(&Limit { limit }).inc();
    }

    /// An engine was asked for a decision that play waits for. `kind`: `answered`, `late` or `illegal`.
    pub(crate) fn engine_answered(&self, kind: &'static str) {
        self.engines.get_or_create(&KindLabel { kind }).inc();
    }

    pub(crate) fn answered(&self, status: u16) {
        self.answers.get_or_create(&Status { status }).inc();
    }

    /// A request was answered. `route`: its address without ids.
    pub(crate) fn took(&self, method: &'static str, route: &str, took: Duration) {
        let label = Route { method, route: route.to_owned() };
        self.requests.get_or_create(&label).observe(took.as_secs_f64());
    }

    pub(crate) fn too_slow(&self) {
        self.slow.inc();
    }
}

fn of(game: &str) -> GameLabel {
    GameLabel { game: game.to_owned() }
}

/// See [`Metrics::connected`].
pub(crate) struct Connected(Arc<Metrics>);

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
        let metrics = Metrics::new(0.0);
        let shown = |line: &str| metrics.text(&Sampled::default()).expect("text").lines().any(|other| other == line);
        let think = |times: usize| (0..times).for_each(|_| metrics.bot_thought(Duration::from_millis(20), true));
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
        let metrics = Arc::new(Metrics::new(12.5));
        let line = metrics.connected();
        let _other = metrics.connected();
        drop(line);
        metrics.committed("kael", Duration::from_micros(250));
        metrics.refused("too_fast");
        metrics.took("GET", "/api/v1/tables/{id}/record", Duration::from_millis(3));
        let jobs = vec![("imports", 2)];
        let (data_bytes, reports) = (Some(1), Some(1));
        let sampled = Sampled {
            tables: 3,
            memory_bytes: 1,
            data_bytes,
            waiting: 31,
            reports,
            losses: 2,
            nodes: 2,
            standby: true,
            draining: true,
            jobs,
        };
        metrics.taken_over();
        let text = metrics.text(&sampled).expect("text");
        assert!(text.contains("cardroom_data_bytes 1048576\n") && text.contains("cardroom_reports_unread 1\n"));
        // A store that does not answer changes nothing.
        let sampled = Sampled { data_bytes: None, reports: None, ..sampled };
        let text = metrics.text(&sampled).expect("text");
        for line in [
            "cardroom_sockets 1\n",
            "cardroom_tables_awake 3\n",
            "cardroom_data_bytes 1048576\n",
            "cardroom_store_queue 16\n",
            "cardroom_reports_unread 1\n",
            "cardroom_draining 1\n",
            "cardroom_nodes_reached 2\n",
            "cardroom_waits_for_standby 1\n",
            "cardroom_memory_bytes 1048576\n",
            "cardroom_ownership_losses_total 2\n",
            "cardroom_takeovers_total 1\n",
            "cardroom_work_jobs{pool=\"imports\"} 2\n",
            "cardroom_http_request_seconds_count{method=\"GET\",route=\"/api/v1/tables/{id}/record\"} 1\n",
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
