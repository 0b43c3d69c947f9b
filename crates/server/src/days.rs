//! The deals of the day, as all requests and tables share them: the clock of the days, the secret, and what was read.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use answers::daily::number_of;
use answers::days::{BotRun, DealRun};
use cards::Seed;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use parking_lot::Mutex;
use sha2::{Digest, Sha256};
use store::{EventStore, SessionId, StoreError};
use tokio::sync::OnceCell;
use tokio::time::Instant;

use crate::error::ApiError;
use crate::ids::random;
use crate::time::now_ms;

/// The number of days, before today, whose deals can be played and whose results are listed.
const DAYS_BACK: i64 = 61;

/// The configuration of the deals of the day.
#[derive(Clone, Debug)]
pub struct DaysConfig {
    /// The number of matches of the champion whose mean is par.
    pub par_matches: u32,
    /// The clock of the days, in milliseconds since 1970, for tests. `None` for the clock of the system.
    pub clock: Option<Arc<AtomicI64>>,
}

impl Default for DaysConfig {
    fn default() -> DaysConfig {
        DaysConfig { par_matches: 12, clock: None }
    }
}

/// The deals of the day, as all requests share them.
#[derive(Default)]
pub(crate) struct DealsOfDay {
    pub(crate) config: DaysConfig,
    secret: OnceCell<Seed>,
    /// For each day and game, the time when its matches of bots were last looked after.
    pub(crate) looked_after: Mutex<BTreeMap<DayOfGame, Instant>>,
    pub(crate) fields: Mutex<BTreeMap<DayOfGame, Arc<Field>>>,
}

/// A day such as 20261121, and the id of a game.
pub(crate) type DayOfGame = (u32, &'static str);

/// The results of a day in a game.
pub(crate) struct Field {
    pub(crate) read: Instant,
    pub(crate) bots: Vec<BotRun>,
    /// The people whose results count, each with the courses of the deals by number.
    pub(crate) people: BTreeMap<SessionId, BTreeMap<u8, DealRun>>,
}

impl DealsOfDay {
    pub(crate) fn new(config: DaysConfig) -> DealsOfDay {
        DealsOfDay { config, ..DealsOfDay::default() }
    }

    /// Returns the time by which days begin and end, in milliseconds since 1970.
    pub(crate) fn now_ms(&self) -> i64 {
        self.config.clock.as_ref().map_or_else(now_ms, |clock| clock.load(Ordering::Relaxed))
    }

    pub(crate) fn today(&self) -> Date {
        let now = Timestamp::from_millisecond(self.now_ms()).unwrap_or(Timestamp::UNIX_EPOCH);
        now.to_zoned(TimeZone::UTC).date()
    }

    /// Returns whether a day such as 20261121 is over.
    pub(crate) fn is_over(&self, day: u32) -> bool {
        day < number_of(self.today())
    }

    /// Returns the first day that is listed.
    pub(crate) fn first_listed(&self) -> Date {
        self.today().saturating_sub(DAYS_BACK.days())
    }

    /// Reads the date in an address. A day that has not begun is refused.
    pub(crate) fn date(&self, text: &str) -> Result<Date, ApiError> {
        let date = text.parse::<Date>().ok().filter(|date| date.to_string() == text);
        let date = date.filter(|date| *date <= self.today() && *date >= self.first_listed());
        date.ok_or_else(|| ApiError::bad("no_day", "This game or this day has no deals of the day."))
    }

    /// Returns the secret of all deals. The first server makes it.
    pub(crate) async fn secret(&self, store: &dyn EventStore) -> Result<Seed, StoreError> {
        self.secret.get_or_try_init(|| async { store.secret("days", random()).await.map(Seed::new) }).await.copied()
    }
}

/// Returns a number for a network, from which nobody without the secret can find the address.
pub(crate) fn network_number(secret: Seed, network: IpAddr) -> i64 {
    let hash = Sha256::new().chain_update(secret.bytes()).chain_update(network.to_string()).finalize();
    i64::from_le_bytes(hash[..8].try_into().expect("eight bytes"))
}
