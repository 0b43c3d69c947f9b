//! The limits of a server, which a host can set, and their defaults.

use std::time::Duration;

/// The largest body of a request, in bytes, except for files of records.
pub(crate) const MAX_BODY: usize = 16 * 1024;

/// The host's limits, which are options of `cardroom serve`. 0: no limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::Args)]
pub struct Limits {
    /// Commands of one connection in a second, in the long run.
    #[arg(long = "commands-per-second", value_name = "N", default_value_t = Limits::default().commands_per_s)]
    pub commands_per_s: u32,
    /// Connections from one address.
    #[arg(long = "connections-per-address", value_name = "N", default_value_t = Limits::default().connections)]
    pub connections: u32,
    /// Connections to tables of one guest.
    #[arg(long = "connections-per-guest", value_name = "N", default_value_t = Limits::default().connections_of_guest)]
    pub connections_of_guest: u32,
    /// New tables of one guest in an hour.
    #[arg(long = "new-tables-per-guest", value_name = "N", default_value_t = Limits::default().new_tables_of_guest_per_h)]
    pub new_tables_of_guest_per_h: u32,
    /// Unfinished games of one guest.
    #[arg(long = "tables-per-session", value_name = "N", default_value_t = Limits::default().tables)]
    pub tables: u32,
    /// New guests from one address in an hour.
    #[arg(long = "new-sessions-per-hour", value_name = "N", default_value_t = Limits::default().new_sessions_per_h)]
    pub new_sessions_per_h: u32,
    /// New tables from one address in an hour.
    #[arg(long = "new-tables-per-hour", value_name = "N", default_value_t = Limits::default().new_tables_per_h)]
    pub new_tables_per_h: u32,
    /// The time after which an engine that sends nothing, not even a pong, is disconnected. A page is disconnected
    /// after 13/60 of this time (13 seconds).
    #[arg(skip = SILENCE)]
    pub silence: Duration,
    /// The time within which the whole head of a connection's first request must arrive. If it does not, the connection
    /// is closed.
    #[arg(skip = HEAD)]
    pub head: Duration,
    /// The total time for which a client may pause while it reads an answer. When the client has used up this time, it
    /// must read at least 16 KiB a second. A request's body may take this time as well, plus the time for the largest
    /// body at this rate.
    #[arg(skip = PATIENCE_OF_A_LINE)]
    pub patience: Duration,
    /// The longest time for which a deal is searched or rated. The work needs far less.
    #[arg(skip = SEARCH)]
    pub search: Duration,
}

const SILENCE: Duration = Duration::from_secs(60);

/// The head of a request fits into a few packets, so this time is enough.
const HEAD: Duration = Duration::from_secs(5);

/// A client that loses its network for longer than this time has to connect again.
const PATIENCE_OF_A_LINE: Duration = Duration::from_secs(10);

/// The same time as for an analysis.
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
            ..Limits::NONE
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

    /// Returns the silence after which a page is disconnected: 13 s, in which two pings were not answered. Other
    /// players then see the person as absent.
    pub(crate) fn silence_of_a_page(&self) -> Duration {
        self.silence * 13 / 60
    }

    /// Returns the interval of pings to a silent page: 5 s.
    pub(crate) fn ping_a_page_every(&self) -> Duration {
        self.silence / 12
    }

    /// Returns the interval of pings to an engine: 25 s. It is long because an engine with a single thread answers no
    /// ping while it thinks.
    pub(crate) fn ping_every(&self) -> Duration {
        self.silence * 5 / 12
    }
}
