//! Metrics for a host: `GET /metrics`, as text for Prometheus. Metrics count only what everybody at a table sees. So
//! they do not count bots that *could* cut in, advised seats, or the reasons why the rules refuse an action. The
//! thinking time of a single bot would reveal whether the bot had a choice, so thinking times are published late, and
//! many of them together.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use parking_lot::Mutex;
use prometheus_client::encoding::text::{encode_eof, encode_registry};
use prometheus_client::metrics::counter::{ConstCounter, Counter};
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::{ConstGauge, Gauge};
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::{Metric, Registry};
use tokio::time::Instant;

use crate::error::ApiError;
use crate::panics::panics;

type Labels<V, const N: usize> = [(&'static str, V); N];

pub(crate) struct Metrics {
    registry: Registry,
    sockets: Gauge,
    actions: Family<Labels<String, 1>, Counter>,
    begun: Family<Labels<String, 1>, Counter>,
    over: Family<Labels<String, 1>, Counter>,
    commits: Histogram,
    bots: BotMetrics,
    refused: Family<Labels<&'static str, 1>, Counter>,
    answers: Family<Labels<u16, 1>, Counter>,
    engines: Family<Labels<&'static str, 1>, Counter>,
    pub(crate) slow: Counter,
    pub(crate) not_stored: Counter,
    pub(crate) takeovers: Counter,
    requests: Family<Labels<String, 2>, Histogram>,
    sampled: SampledBefore,
}

/// The values that must persist from one sample to the next. Some of them may be missing in the store at the next
/// sample. The family of labels persists because its order must not change.
struct SampledBefore {
    data: Gauge,
    reports: Gauge,
    jobs: Family<Labels<&'static str, 1>, Gauge>,
}

/// The values that are sampled whenever metrics are requested. Small changes of some of them would reveal single
/// decisions, so these values are rounded.
#[derive(Default)]
pub(crate) struct Sampled {
    /// Tables in memory.
    pub(crate) tables: usize,
    pub(crate) memory_bytes: u64,
    /// The size of the data in bytes; `None` if the store does not know.
    pub(crate) data_bytes: Option<u64>,
    /// The number of reads and writes that callers wait for.
    pub(crate) waiting: usize,
    /// The number of unread reports; `None` if the store does not know it.
    pub(crate) reports: Option<usize>,
    /// The number of times this server has lost all its tables.
    pub(crate) losses: u64,
    pub(crate) draining: bool,
    /// The number of jobs in each pool whose work concerns no hidden cards.
    pub(crate) jobs: Vec<(&'static str, usize)>,
    /// The number of other nodes that can be reached.
    pub(crate) nodes: usize,
    /// `true` if data reach a second machine before they are confirmed.
    pub(crate) standby: bool,
}

/// The step, in bytes, to which the sizes of memory and data are rounded. It is larger than the data of one move or of
/// one answer to an advised seat.
const STEP_BYTES: u64 = 1 << 20;
/// The step to which the number of waiting jobs is rounded.
const STEP_JOBS: usize = 16;

impl Sampled {
    /// Makes a registry of the sampled values, except those of [`SampledBefore`].
    fn registry(&self) -> Registry {
        let mut registry = Registry::with_prefix("cardroom");
        let mut gauge = |name, help, value| registry.register(name, help, ConstGauge::new(whole(value)));
        gauge("tables_awake", "Tables in memory", self.tables as u64);
        let help = "Memory of the process, in whole MiB; 0 where the system does not tell";
        gauge("memory_bytes", help, in_steps(self.memory_bytes));
        let waiting = self.waiting / STEP_JOBS * STEP_JOBS;
        gauge("store_queue", "Reads and writes that are waited for, in steps of 16", waiting as u64);
        gauge("nodes_reached", "Other servers of the same cluster that can be reached", self.nodes as u64);
        let help = "Whether the database waits for a standby before it confirms what is stored";
        gauge("waits_for_standby", help, u64::from(self.standby));
        gauge("draining", "Whether no tables are opened any more", u64::from(self.draining));
        let help = "How often this server has lost its tables, because it did not reach the database for too long";
        registry.register("ownership_losses", help, ConstCounter::new(self.losses));
        registry.register("panics", "Bugs that were met", ConstCounter::new(panics()));
        registry
    }
}

fn whole(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

fn in_steps(bytes: u64) -> u64 {
    bytes.div_ceil(STEP_BYTES) * STEP_BYTES
}

/// Returns the memory of this process in bytes; 0 where the system does not tell.
pub(crate) fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok()).map_or(0, |kib| kib * 1024)
}

/// The least number of decisions of bots that are published together.
const TOGETHER: usize = 100;
/// The shortest time between two publications of decisions.
const SHOWN_EVERY: Duration = Duration::from_secs(600);

struct BotMetrics {
    thinking: Histogram,
    late: Counter,
    unseen: Mutex<UnreportedThinking>,
}

/// The thinking times of bots, and whether each was longer than the bot's pause.
struct UnreportedThinking {
    decisions: Vec<(Duration, bool)>,
    shown: Instant,
}

impl Metrics {
    /// Makes metrics that are all zero. `started_s` is the start time of the server, in seconds since 1970.
    pub(crate) fn new(started_s: f64) -> Metrics {
        let mut registry = Registry::with_prefix("cardroom");
        let all = &mut registry;
        // Buckets from 0.1 ms to 1.6 s; each bound is twice the previous one.
        let seconds = || Histogram::new(exponential_buckets(0.0001, 2.0, 15));
        // Buckets from 1 ms to 8 s, because some requests wait for a computation.
        let requests: Family<_, _> =
            Family::new_with_constructor(|| Histogram::new(exponential_buckets(0.001, 2.0, 14)));
        let started = Gauge::<f64, AtomicU64>::default();
        started.set(started_s);
        all.register("start_time_seconds", "When the server began, since 1970", started);
        let bots = BotMetrics {
            thinking: registered(
                all,
                "bot_thinking_seconds",
                "For a decision that play waits for; shown 100 at a time and every ten minutes at most",
                seconds(),
            ),
            late: counted(
                all,
                "bot_late",
                "Decisions about which a bot thought longer than its pause; shown together with its thinking",
            ),
            unseen: Mutex::new(UnreportedThinking { decisions: Vec::new(), shown: Instant::now() }),
        };
        let takeovers = "Tables that were taken over from another server, or from the life of this one before";
        Metrics {
            sockets: counted(all, "sockets", "Open connections to tables"),
            requests: registered(all, "http_request_seconds", "From a request to its answer", requests),
            actions: counted(all, "actions", "Actions stored and shown"),
            begun: counted(all, "matches_begun", "Matches that began"),
            over: counted(all, "matches_over", "Matches that were played to their end"),
            commits: registered(all, "commit_seconds", "From an action that was checked to its commit", seconds()),
            bots,
            refused: counted(all, "refused_by_limit", "Requests and commands over a limit"),
            answers: counted(all, "http_answers", "Answers over HTTP by status"),
            engines: counted(all, "engine_answers", "Of engines, where play waited for them"),
            slow: counted(all, "slow_connections", "Connections hung up on for not keeping up"),
            not_stored: counted(all, "not_stored", "Actions that could not be stored"),
            takeovers: counted(all, "takeovers", takeovers),
            sampled: SampledBefore {
                data: counted(all, "data_bytes", "Size of the database, in whole MiB"),
                reports: counted(all, "reports_unread", "Reports of players that no host has read"),
                jobs: counted(all, "work_jobs", "Computations that run or wait, without advice and help"),
            },
            registry,
        }
    }

    pub(crate) fn text(&self, sampled: &Sampled) -> Result<String, fmt::Error> {
        if let Some(bytes) = sampled.data_bytes {
            self.sampled.data.set(whole(in_steps(bytes)));
        }
        if let Some(reports) = sampled.reports {
            self.sampled.reports.set(whole(reports as u64));
        }
        for (pool, count) in &sampled.jobs {
            self.sampled.jobs.get_or_create(&[("pool", *pool)]).set(whole(*count as u64));
        }
        let mut text = String::new();
        encode_registry(&mut text, &self.registry)?;
        encode_registry(&mut text, &sampled.registry())?;
        encode_eof(&mut text)?;
        Ok(text)
    }

    /// Counts a connection to a table, until the returned value is dropped.
    pub(crate) fn connected(self: &Arc<Metrics>) -> Connected {
        self.sockets.inc();
        Connected(self.clone())
    }

    pub(crate) fn committed(&self, game: &str, took: Duration) {
        self.actions.get_or_create(&of(game)).inc();
        self.commits.observe(took.as_secs_f64());
    }

    pub(crate) fn match_begun(&self, game: &str) {
        self.begun.get_or_create(&of(game)).inc();
    }

    pub(crate) fn match_over(&self, game: &str) {
        self.over.get_or_create(&of(game)).inc();
    }

    /// Counts a bot's decision for which play waited. `late` is `true` if the decision took longer than the bot's
    /// pause.
    pub(crate) fn bot_thought(&self, took: Duration, late: bool) {
        let BotMetrics { thinking, late: late_bots, unseen } = &self.bots;
        let mut unseen = unseen.lock();
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

    /// Returns the number of late decisions, including those that are not published yet.
    #[cfg(test)]
    pub(crate) fn late_bots(&self) -> u64 {
        let unseen = self.bots.unseen.lock();
        self.bots.late.get() + unseen.decisions.iter().filter(|(_, late)| *late).count() as u64
    }

    pub(crate) fn refused(&self, limit: &'static str) {
        self.refused.get_or_create(&[("limit", limit)]).inc();
    }

    /// Returns the value that a limit has admitted (`by`). If there is none, counts the refusal and returns `refusal`.
    pub(crate) fn admitted<T>(&self, by: Option<T>, limit: &'static str, refusal: ApiError) -> Result<T, ApiError> {
        by.ok_or_else(|| {
            self.refused(limit);
            refusal
        })
    }

    /// Counts an engine's answer to a decision for which play waited. `kind` is `answered`, `late` or `illegal`.
    pub(crate) fn engine_answered(&self, kind: &'static str) {
        self.engines.get_or_create(&[("kind", kind)]).inc();
    }

    pub(crate) fn answered(&self, status: u16) {
        self.answers.get_or_create(&[("status", status)]).inc();
    }

    /// Counts the answer to a request. `route` is the address without ids.
    pub(crate) fn took(&self, method: &str, route: &str, took: Duration) {
        let labels = [("method", method.to_owned()), ("route", route.to_owned())];
        self.requests.get_or_create(&labels).observe(took.as_secs_f64());
    }
}

fn registered<M: Metric + Clone>(all: &mut Registry, name: &str, help: &str, metric: M) -> M {
    all.register(name, help, metric.clone());
    metric
}

/// Registers a metric that begins at zero.
fn counted<M: Metric + Clone + Default>(all: &mut Registry, name: &str, help: &str) -> M {
    registered(all, name, help, M::default())
}

fn of(game: &str) -> Labels<String, 1> {
    [("game", game.to_owned())]
}

/// A connection, which counts until this value is dropped: see [`Metrics::connected`].
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
        metrics.takeovers.inc();
        let text = metrics.text(&sampled).expect("text");
        assert!(text.contains("cardroom_data_bytes 1048576\n") && text.contains("cardroom_reports_unread 1\n"));
        // If the store does not answer, its values stay as they were.
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
