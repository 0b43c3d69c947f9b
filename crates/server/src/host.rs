//! The host's settings. The rules of talk are set at the start. The bans, the notice for everybody and the drain can
//! change while the server runs.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use ipnet::IpNet;
use parking_lot::{Mutex, RwLock};
use protocol::Notice;
use room::TalkRules;
use store::{Ban, SessionId};
use tokio::sync::watch;
use tokio::time::{Instant, sleep};
use tokio_util::task::TaskTracker;

use crate::error::ApiError;
use crate::peers::Peers;
use crate::setup;

/// The interval at which a draining server checks whether it can end.
const LOOK: Duration = Duration::from_millis(200);
/// The time without any connections after which a server counts as empty. It is not zero, because a page may be
/// reconnecting.
const QUIET: Duration = Duration::from_secs(3);

/// The host's settings, which every request can read.
pub(crate) struct HostControl {
    pub(crate) talk: TalkRules,
    bans: RwLock<Vec<(BanTarget, Option<i64>)>>,
    notice: Mutex<Option<StandingNotice>>,
    drain: watch::Sender<Option<Draining>>,
    peers: Option<Arc<Peers>>,
}

#[derive(Clone, PartialEq, Eq)]
struct StandingNotice {
    notice: Notice,
    until_ms: i64,
    /// `true` if only this node shows the notice. In that case the notice in the store does not replace it.
    is_own: bool,
}

#[derive(Clone, Copy)]
pub(crate) struct Draining {
    pub(crate) deadline: Instant,
    /// The time that a balancer may need to notice that it must send nobody to this server any more. The tables are
    /// handed over after that time, if other servers can take them.
    pub(crate) after: Duration,
}

impl Default for HostControl {
    fn default() -> HostControl {
        HostControl::new(TalkRules::default(), None)
    }
}

impl HostControl {
    pub(crate) fn new(talk: TalkRules, peers: Option<Arc<Peers>>) -> HostControl {
        HostControl { talk, bans: RwLock::default(), notice: Mutex::default(), drain: watch::channel(None).0, peers }
    }

    /// Checks a name that somebody chose.
    pub(crate) fn name(&self, words: &str) -> Result<String, ApiError> {
        let name = setup::name(words)?;
        match self.talk.words.finds(&name) {
            true => {
                Err(ApiError::bad("name_words", "A word in this name isn't allowed on this server. Choose another."))
            }
            false => Ok(name),
        }
    }

    pub(crate) fn set_bans(&self, bans: &[Ban]) {
        let read = |ban: &Ban| match ban.whom.parse() {
            Ok(target) => Some((target, ban.until_ms)),
            Err(()) => {
                tracing::warn!(whom = ban.whom, "a stored ban cannot be read");
                None
            }
        };
        *self.bans.write() = bans.iter().filter_map(read).collect();
    }

    /// Returns whether a guest or an address is banned. `session` is the guest's number, if the client is a guest.
    pub(crate) fn is_banned(&self, session: Option<SessionId>, address: IpAddr, now_ms: i64) -> bool {
        let bans = self.bans.read();
        let holds = |until: Option<i64>| until.is_none_or(|until| until > now_ms);
        bans.iter().any(|(target, until)| holds(*until) && target.is(session, address))
    }

    /// Sets or removes the notice for everybody. Returns whether the notice is new.
    pub(crate) fn set_notice(&self, notice: Option<(Notice, i64)>) -> bool {
        let mut standing = self.notice.lock();
        if standing.as_ref().is_some_and(|standing| standing.is_own) {
            return false;
        }
        let notice = notice.map(|(notice, until_ms)| StandingNotice { notice, until_ms, is_own: false });
        let is_new = notice.is_some() && *standing != notice;
        *standing = notice;
        is_new
    }

    /// Sets or removes a notice that only this node shows.
    pub(crate) fn set_own_notice(&self, notice: Option<(Notice, i64)>) {
        *self.notice.lock() = notice.map(|(notice, until_ms)| StandingNotice { notice, until_ms, is_own: true });
    }

    pub(crate) fn notice(&self, now_ms: i64) -> Option<Notice> {
        let mut standing = self.notice.lock();
        standing.take_if(|standing| standing.until_ms <= now_ms);
        standing.as_ref().map(|standing| standing.notice.clone())
    }

    /// Starts a drain, or cancels it (`None`). A draining server opens no tables. It ends soon if other servers take
    /// its tables, and otherwise when nobody is connected.
    pub(crate) fn drain(&self, plan: Option<Draining>) {
        self.drain.send_replace(plan);
    }

    pub(crate) fn is_draining(&self) -> bool {
        self.drain.borrow().is_some()
    }

    /// Returns whether other servers replace this one. If so, no more people should connect to this server, and it
    /// takes no tables. If a draining server reaches no other server, it serves its people for as long as they stay.
    pub(crate) fn is_leaving(&self) -> bool {
        self.is_draining() && self.peers.as_ref().is_some_and(|peers| peers.successor().is_some())
    }

    pub(crate) async fn drained(self: Arc<HostControl>, sockets: TaskTracker) {
        let (mut quiet_since, mut leaving_since): (Option<Instant>, Option<Instant>) = (None, None);
        let mut drain = self.drain.subscribe();
        loop {
            if !self.is_draining() {
                (quiet_since, leaving_since) = (None, None);
            }
            // This cannot fail: `self` has the sender, so the channel does not close.
            let _ = drain.wait_for(Option::is_some).await;
            let now = Instant::now();
            let Some(Draining { deadline, after }) = *drain.borrow() else { continue };
            let holds_for = |is: bool, since: &mut Option<Instant>, time: Duration| {
                *since = is.then(|| since.unwrap_or(now));
                since.is_some_and(|since| now.duration_since(since) >= time)
            };
            let is_quiet = holds_for(sockets.is_empty(), &mut quiet_since, QUIET);
            let is_left = holds_for(self.is_leaving(), &mut leaving_since, after);
            // If other servers replace this one, even an empty server waits for `after`, because the balancer still
            // sends people to it.
            if is_left || (is_quiet && leaving_since.is_none()) || now >= deadline {
                tracing::info!(sockets = sockets.len(), "drained: the server ends");
                return;
            }
            sleep(LOOK).await;
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BanTarget {
    Guest(SessionId),
    Range(IpNet),
}

impl BanTarget {
    /// Returns whether the ban applies to a guest with that number, or to that address.
    pub(crate) fn is(self, session: Option<SessionId>, address: IpAddr) -> bool {
        match self {
            BanTarget::Guest(guest) => session == Some(guest),
            BanTarget::Range(range) => range.contains(&address.to_canonical()),
        }
    }

    /// Returns whether the ban would apply to everybody or to this machine, where the host and the proxy are.
    pub(crate) fn is_too_wide(self) -> bool {
        let BanTarget::Range(range) = self else { return false };
        range.prefix_len() == 0 || range.contains(&IpAddr::V4(Ipv4Addr::LOCALHOST)) || range.addr().is_loopback()
    }
}

impl FromStr for BanTarget {
    type Err = ();

    /// Reads a guest's number, with or without "guest", an address, or a range of addresses.
    fn from_str(text: &str) -> Result<BanTarget, ()> {
        let number = text.strip_prefix("guest").map_or(text, str::trim_start);
        if let Ok(number) = number.parse() {
            return Ok(BanTarget::Guest(SessionId(number)));
        }
        if let Ok(address) = text.parse::<IpAddr>() {
            return Ok(BanTarget::Range(address.to_canonical().into()));
        }
        text.parse::<IpNet>().map(|range| BanTarget::Range(range.trunc())).map_err(drop)
    }
}

impl fmt::Display for BanTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BanTarget::Guest(guest) => write!(f, "guest {}", guest.0),
            BanTarget::Range(range) => range.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ban_names_a_guest_an_address_or_a_range() {
        for (text, whom) in [
            ("12", "guest 12"),
            ("guest 12", "guest 12"),
            ("203.0.113.7", "203.0.113.7/32"),
            ("203.0.113.7/24", "203.0.113.0/24"),
            ("2001:db8::1/48", "2001:db8::/48"),
        ] {
            assert_eq!(text.parse::<BanTarget>().map(|target| target.to_string()).as_deref(), Ok(whom), "{text}");
        }
        for text in ["", "Ann", "guest", "203.0.113", "203.0.113.0/99"] {
            assert_eq!(text.parse::<BanTarget>(), Err(()), "{text}");
        }
        for text in ["0.0.0.0/0", "127.0.0.1", "::/0", "::1", "127.0.0.0/8"] {
            assert!(text.parse::<BanTarget>().is_ok_and(BanTarget::is_too_wide), "{text}");
        }
    }

    #[test]
    fn a_ban_holds_for_whom_it_names_until_its_time_is_over() {
        let host = HostControl::default();
        let ban = |whom: &str, until_ms| Ban { whom: whom.to_owned(), at_ms: 0, until_ms, words: String::new() };
        host.set_bans(&[ban("guest 7", Some(100)), ban("203.0.113.0/24", None), ban("nobody", None)]);
        let [near, far]: [IpAddr; 2] = ["203.0.113.9", "198.51.100.1"].map(|text| text.parse().expect("an address"));
        assert!(host.is_banned(Some(SessionId(7)), far, 99));
        assert!(!host.is_banned(Some(SessionId(7)), far, 100), "its time is over");
        assert!(!host.is_banned(Some(SessionId(8)), far, 99) && !host.is_banned(None, far, 99));
        assert!(host.is_banned(None, near, i64::MAX - 1) && host.is_banned(Some(SessionId(8)), near, 0));
        assert!(host.is_banned(None, "::ffff:203.0.113.9".parse().expect("an address"), 0));
        host.set_bans(&[]);
        assert!(!host.is_banned(None, near, 0), "lifted");
    }

    fn plan(within_s: u64) -> Draining {
        Draining { deadline: Instant::now() + Duration::from_secs(within_s), after: Duration::from_secs(3) }
    }

    #[tokio::test(start_paused = true)]
    async fn a_draining_server_ends_when_nobody_is_there_or_when_its_time_is_over() {
        let sockets = TaskTracker::new();
        let host = Arc::new(HostControl::default());
        let began = Instant::now();
        let somebody = sockets.track_future(sleep(Duration::from_secs(60)));
        let there = tokio::spawn(somebody);
        host.drain(Some(plan(600)));
        host.clone().drained(sockets.clone()).await;
        let took = began.elapsed().as_secs();
        assert!((60..=70).contains(&took), "{took} s: after the last one has gone");
        there.await.expect("gone");
        let began = Instant::now();
        let stays = tokio::spawn(sockets.track_future(std::future::pending::<()>()));
        host.drain(Some(plan(30)));
        host.clone().drained(sockets.clone()).await;
        assert!((30..=31).contains(&began.elapsed().as_secs()), "somebody stays, and the time is over");
        host.drain(None);
        let waiting = tokio::time::timeout(Duration::from_secs(9999), host.drained(sockets)).await;
        assert!(waiting.is_err(), "it was called off");
        stays.abort();
    }
}
