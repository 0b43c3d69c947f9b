//! The limits of a server, which a host can set, and their defaults.

use std::time::Duration;

/// The largest body of a request in bytes, but for files of records.
pub(crate) const MAX_BODY: usize = 16 * 1024;

/// The host's limits. 0: no limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Commands of one connection in a second, in the long run. A burst may have three times as many.
    pub commands_per_s: u32,
    /// Connections of one address (of one network of 2^64 addresses under IPv6). This machine itself is not counted.
    pub connections: u32,
    /// Connections to tables of one guest. This machine itself is not counted.
    pub connections_of_guest: u32,
    /// Tables that one guest opens in an hour. This machine itself is not counted.
    pub new_tables_of_guest_per_h: u32,
    /// Unfinished games that one session runs.
    pub tables: u32,
    /// Sessions that begin from one address in an hour.
    pub new_sessions_per_h: u32,
    /// Tables that are opened from one address in an hour.
    pub new_tables_per_h: u32,
    /// An engine is disconnected when nothing has come from it for this time, not even a pong; a page after 13/60 of it (13
    /// seconds).
    pub silence: Duration,
    /// A new connection must send the whole head of its first request within this time, or it is closed.
    pub head: Duration,
    /// How long in total a client may pause while it reads an answer. After that it needs 16 KiB a second. A request's body has
    /// this time and that of its largest size at this rate.
    pub patience: Duration,
    /// The longest time that a deal is searched or rated, far above what its work takes.
    pub search: Duration,
}

/// A minute.
const SILENCE: Duration = Duration::from_secs(60);

/// The first lines of a request are a few packets.
const HEAD: Duration = Duration::from_secs(5);

/// A client whose connection is lost for longer connects again.
const PATIENCE_OF_A_LINE: Duration = Duration::from_secs(10);

/// As for an analysis.
const SEARCH: Duration = Duration::from_secs(60);

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            commands_per_s: 20,
            connections: 64,
            connections_of_guest: 32,
            new_tables_of_guest_per_h: 120,
            tables: 100,
            new_sessions_per_h: 200,
            new_tables_per_h: 300,
            silence: SILENCE,
            head: HEAD,
            patience: PATIENCE_OF_A_LINE,
            search: SEARCH,
        }
    }
}

impl Limits {
    /// No limits, for measurements.
    pub const NONE: Limits = Limits {
        commands_per_s: 0,
        connections: 0,
        connections_of_guest: 0,
        new_tables_of_guest_per_h: 0,
        tables: 0,
        new_sessions_per_h: 0,
        new_tables_per_h: 0,
        silence: SILENCE,
        head: HEAD,
        patience: PATIENCE_OF_A_LINE,
        search: SEARCH,
    };

    /// A page is disconnected after 13 s of silence: two pings were not answered. The others see it then.
    pub(crate) fn silence_of_a_page(&self) -> Duration {
        self.silence * 13 / 60
    }

    /// A silent page is pinged every 5 s.
    pub(crate) fn ping_a_page_every(&self) -> Duration {
        self.silence / 12
    }

    /// An engine is pinged every 25 s: if it thinks on its only thread, it answers only afterwards.
    pub(crate) fn ping_every(&self) -> Duration {
        self.silence * 5 / 12
    }
}
