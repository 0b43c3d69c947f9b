//! Checks the origin and the address of a request. With every socket and every POST request, a browser sends the site
//! of the page in `Origin`. This site must be allowed. A program that is not a browser sends no `Origin`. Such a
//! program has no cookie that another site could misuse.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::num::NonZeroU32;
use std::str::FromStr;
use std::sync::{Arc, Once};

use axum::extract::{ConnectInfo, FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use ipnet::IpNet;

use crate::error::ApiError;
use crate::forwarded_client::ForwardedClient;
use crate::rate_limits::site;

/// Suffixes of local host names. Nobody can register a name with such a suffix on the internet.
const HOME_NETWORK: [&str; 5] = [".local", ".lan", ".internal", ".home.arpa", ".localhost"];

/// The address of clients whose proxy does not state an address.
const UNKNOWN: IpAddr = IpAddr::V6(Ipv6Addr::UNSPECIFIED);

const NO_ADDRESS: &str = "The proxy before this server sends X-Forwarded-For without the address of its client at the end. \
    docs/host/proxy.md says how to set up a proxy.";

/// The pages that may send requests, and the proxies whose statements about addresses are trusted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trust {
    /// Allowed origins such as "https://cards.example.org". Local origins are always allowed in addition.
    pub(crate) origins: Vec<String>,
    /// Proxies whose `X-Forwarded-For` is used.
    pub(crate) proxies: Vec<IpAddr>,
    /// Ranges of addresses that many people share.
    pub(crate) ranges: Vec<TrustedRange>,
}

/// A range of addresses that many people share, such as those of a school or a mobile network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TrustedRange {
    /// The addresses.
    pub range: IpNet,
    /// The factor by which limits by address are higher for these addresses; `None` if limits by address do not apply.
    pub factor: Option<NonZeroU32>,
}

/// Reads `203.0.113.0/24` or `203.0.113.0/24=20`.
impl FromStr for TrustedRange {
    type Err = String;

    fn from_str(text: &str) -> Result<TrustedRange, String> {
        let (range, factor) = match text.split_once('=') {
            Some((range, factor)) => (range, Some(factor)),
            None => (text, None),
        };
        let bad =
            || "a range looks like 203.0.113.0/24, or 203.0.113.0/24=20 for twenty times the usual limits".to_owned();
        let range = range.parse::<IpNet>().or_else(|_| range.parse::<IpAddr>().map(IpNet::from)).map_err(|_| bad())?;
        let factor = factor.map(|factor| factor.parse().map_err(|_| bad())).transpose()?;
        Ok(TrustedRange { range, factor })
    }
}

impl fmt::Display for TrustedRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.range)?;
        self.factor.map_or(Ok(()), |factor| write!(f, "={factor}"))
    }
}

#[derive(Clone, Copy)]
pub(crate) struct ClientIp(pub(crate) IpAddr);

impl<S: Send + Sync> FromRequestParts<S> for ClientIp {
    type Rejection = ApiError;
    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<ClientIp, ApiError> {
        Ok(*parts.extensions.get::<ClientIp>().expect("every address of the API knows where a request comes from"))
    }
}

/// Refuses requests from pages of other sites, and stores the client's address in the request.
pub(crate) async fn check(
    State(trust): State<Arc<Trust>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    mut request: Request,
    next: Next,
) -> Response {
    if let Some(client) = request.extensions().get::<ForwardedClient>() {
        // The client sent this request to another node, which has checked it.
        let client_ip = ClientIp(client.address);
        request.extensions_mut().insert(client_ip);
        return next.run(request).await;
    }
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    let upgrades = request.headers().contains_key(header::UPGRADE);
    if (!reads || upgrades) && !trust.is_ours(request.headers()) {
        return ApiError::Origin.into_response();
    }
    if has_control_character(request.uri()) {
        return ApiError::bad("malformed", "This address can't be read. Check the link.").into_response();
    }
    match trust.client_ip(peer.ip(), request.headers()) {
        Ok(client_ip) => request.extensions_mut().insert(ClientIp(client_ip)),
        Err(refused) => return refused.into_response(),
    };
    next.run(request).await
}

impl Trust {
    /// Returns a limit as it applies to this address; 0 means no limit. If several ranges contain the address, the
    /// smallest range counts.
    pub(crate) fn most(&self, address: IpAddr, most: u32) -> u32 {
        let address = address.to_canonical();
        let known = self.ranges.iter().filter(|known| known.range.contains(&address));
        match known.max_by_key(|known| known.range.prefix_len()) {
            Some(TrustedRange { factor: Some(factor), .. }) => most.saturating_mul(factor.get()),
            Some(TrustedRange { factor: None, .. }) => 0,
            None => most,
        }
    }

    /// Returns the network for which an address uses shared resources. Returns `None` for this machine, and for
    /// addresses that many people share. At such an address each guest counts as a network. Other players never learn
    /// the network.
    pub(crate) fn network(&self, address: IpAddr) -> Option<IpAddr> {
        let address = address.to_canonical();
        let crowded = self.ranges.iter().any(|known| known.range.contains(&address));
        (!address.is_loopback() && !crowded).then(|| site(address).unwrap_or(address))
    }

    fn is_ours(&self, headers: &HeaderMap) -> bool {
        let Some(origin) = headers.get(header::ORIGIN) else { return true };
        let Some(origin) = origin.to_str().ok().map(without_final_dot) else { return false };
        if self.origins.contains(&origin) {
            return true;
        }
        // A public name may be made to point at this machine (DNS rebinding). A page under such a name belongs to
        // another site. So origin and host must be the same local name.
        let asked = origin.split_once("://").map(|(_, host)| host);
        asked.is_some() && asked == host(headers).as_deref() && asked.is_some_and(is_of_the_house)
    }

    /// Returns the address of the client behind the proxies. Without a proxy it is the peer. With proxies it is the
    /// last address in the header that is not a proxy's. The text before that address is not read, because anybody can
    /// have written it. If the proxies state no address, the client is unknown. The result is never the address of a
    /// proxy. It is this machine only if the peer is this machine, because no limit applies to this machine.
    ///
    /// # Errors
    /// If the header has something else where the address should be.
    fn client_ip(&self, peer: IpAddr, headers: &HeaderMap) -> Result<IpAddr, ApiError> {
        let mut client_ip = peer.to_canonical();
        let lines = headers.get_all("x-forwarded-for").into_iter().rev();
        for element in lines.flat_map(|line| line.as_bytes().rsplit(|byte| *byte == b',')) {
            if !self.proxies.contains(&client_ip) {
                break;
            }
            let text = str::from_utf8(element).unwrap_or_default().trim();
            client_ip = text.parse().map_err(|_| ApiError::bad("malformed", NO_ADDRESS))?;
            client_ip = client_ip.to_canonical();
        }
        let is_elsewhere = client_ip.is_loopback() && !peer.to_canonical().is_loopback();
        if is_elsewhere || self.proxies.contains(&client_ip) {
            static ONCE: Once = Once::new();
            ONCE.call_once(|| tracing::warn!(%peer, "a trusted proxy does not name its clients: they count as one"));
            return Ok(UNKNOWN);
        }
        Ok(client_ip)
    }
}

/// Returns whether a path or a query has an encoded control character, such as `%00`.
fn has_control_character(uri: &Uri) -> bool {
    let text = uri.path_and_query().map_or("", |path| path.as_str());
    text.split('%').skip(1).any(|escape| {
        let byte = escape.get(..2).and_then(|hex| u8::from_str_radix(hex, 16).ok());
        byte.is_some_and(|byte| byte.is_ascii_control())
    })
}

pub(crate) fn host(headers: &HeaderMap) -> Option<String> {
    headers.get(header::HOST)?.to_str().ok().map(without_final_dot)
}

/// Removes the final dot of a host name: `nas.local.` becomes `nas.local`.
fn without_final_dot(address: &str) -> String {
    address.strip_suffix('.').unwrap_or(address).replace(".:", ":")
}

/// Returns the name of a host without its port, with and without the brackets of an IPv6 address.
fn name_of(host: &str) -> (&str, &str) {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|digit| digit.is_ascii_digit()) => name,
        _ => host,
    };
    (name, name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name))
}

/// Returns whether a host, with or without a port, is an IP address or `localhost`.
pub(crate) fn is_this_machine(host: &str) -> bool {
    let (name, bare) = name_of(host);
    bare.parse::<IpAddr>().is_ok() || name.eq_ignore_ascii_case("localhost")
}

/// Returns whether a host, with or without a port, is the machine on which the browser runs.
pub fn is_loopback(host: &str) -> bool {
    let (name, bare) = name_of(host);
    name == "localhost" || bare.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback() || ip.is_unspecified())
}

/// Returns whether a host, with or without a port, is an IP address, `localhost`, or a local name.
pub fn is_of_the_house(host: &str) -> bool {
    let (name, bare) = name_of(host);
    let name = name.to_ascii_lowercase();
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    let is_local = !name.contains('.') || HOME_NETWORK.iter().any(|end| name.ends_with(end));
    bare.parse::<IpAddr>().is_ok() || (!name.is_empty() && name.bytes().all(is_name) && is_local)
}

#[cfg(all(test, unix))]
mod proxy_tests;

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn check(host: &str, origin: Option<&str>, ours: bool) {
        let trust =
            Trust { origins: vec!["https://cards.example.org".to_owned()], proxies: Vec::new(), ranges: Vec::new() };
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().unwrap());
        }
        assert_eq!(trust.is_ours(&headers), ours, "{host} {origin:?}");
    }

    #[test]
    fn only_our_own_page_and_programs_that_are_no_browser() {
        let here = "127.0.0.1:7878";
        check(here, None, true);
        check(here, Some("http://127.0.0.1:7878"), true);
        check(here, Some("https://127.0.0.1:7878"), true);
        check(here, Some("http://127.0.0.1:7879"), false);
        check(here, Some("http://127.0.0.1"), false);
        check(here, Some("https://example.org"), false);
        check(here, Some("http://127.0.0.1:7878.example.org"), false);
        check(here, Some("null"), false);
        check(here, Some(""), false);
        for host in ["localhost:7878", "[::1]:7878", "nas", "nas.local:80", "Nas.Home.arpa", "nas.local.:80", "nas."] {
            check(host, Some(&format!("http://{host}")), true);
        }
        check("nas.local:7878", Some("http://nas.local.:7878"), true);
        for host in ["", ".", "..", ":80", "<b>", "a b", "nas.local..", "example.org.", "example.org.:80"] {
            check(host, Some(&format!("http://{host}")), false);
        }
    }

    #[test]
    fn a_name_that_anybody_can_have_is_on_the_list_or_refused() {
        check("cards.example.org", Some("https://cards.example.org"), true);
        check("127.0.0.1:7878", Some("https://cards.example.org"), true);
        check("cards.example.org.", Some("https://cards.example.org."), true);
        check("cards.example.org", Some("http://cards.example.org"), false);
        check("rebound.example.net:7878", Some("http://rebound.example.net:7878"), false);
        check("local", Some("http://x.local.example.net"), false);
    }

    #[test]
    fn limits_are_wider_in_a_trusted_range() {
        let range = |text: &str| text.parse::<TrustedRange>().expect("a range");
        let ranges = ["203.0.113.0/24=20", "203.0.113.7", "2001:db8::/32"].map(range).to_vec();
        let trust = Trust { origins: Vec::new(), proxies: Vec::new(), ranges };
        let most = |address: &str| trust.most(address.parse().expect("an address"), 64);
        assert_eq!(most("203.0.113.8"), 1280);
        assert_eq!(most("::ffff:203.0.113.8"), 1280);
        assert_eq!(most("203.0.113.7"), 0, "the smaller range counts");
        assert_eq!(most("2001:db8::1"), 0);
        assert_eq!(most("198.51.100.1"), 64);
        assert_eq!(trust.most("203.0.113.8".parse().expect("an address"), 0), 0, "no limit stays none");
        for bad in ["", "school", "203.0.113.0/33", "203.0.113.0/24=", "203.0.113.0/24=0", "203.0.113.0/24=x"] {
            assert!(bad.parse::<TrustedRange>().is_err(), "{bad}");
        }
        assert_eq!(range("203.0.113.0/24=20").to_string(), "203.0.113.0/24=20");
    }

    #[test]
    fn no_path_and_no_query_has_a_control_character() {
        let has = |text: &str| has_control_character(&text.parse().expect("an address"));
        for bad in ["/api/v1/records/%00", "/%C3%A9%0a", "/x?deal=%1F", "/x?a%7f=1", "/%%00", "/%2%00"] {
            assert!(has(bad), "{bad}");
        }
        for good in ["/", "/caf%C3%A9", "/a%20b?c=%25", "/%", "/%0", "/%zz"] {
            assert!(!has(good), "{good}");
        }
    }

    #[test]
    fn this_machine_has_few_names() {
        for host in ["localhost", "LOCALHOST:7878", "127.0.0.1:7878", "[::1]:7878", "192.168.1.2"] {
            assert!(is_this_machine(host), "{host}");
        }
        for host in ["", "rebound.example.net:7878", "localhost.example.net", "nas.local", "127.0.0.1.example.net"] {
            assert!(!is_this_machine(host), "{host}");
        }
    }

    #[test]
    fn where_it_comes_from_is_taken_from_named_proxies_alone() {
        let [near, far, own] = ["10.0.0.1", "10.0.0.2", "203.0.113.7"].map(|a| a.parse::<IpAddr>().unwrap());
        let trust = Trust { origins: Vec::new(), proxies: vec![near, far], ranges: Vec::new() };
        let ask = |peer, lines: &[&[u8]]| {
            let mut headers = HeaderMap::new();
            for line in lines {
                headers.append("x-forwarded-for", HeaderValue::from_bytes(line).unwrap());
            }
            trust.client_ip(peer, &headers).ok()
        };
        let from = |peer, value: &str| ask(peer, &[value.as_bytes()]);
        assert_eq!(from(near, "203.0.113.7"), Some(own));
        assert_eq!(from(near, "1.2.3.4, 203.0.113.7, 10.0.0.2"), Some(own), "what it says itself is not heard");
        assert_eq!(from(near, "nonsense,\t203.0.113.7 ,10.0.0.2"), Some(own), "nor is it looked at");
        assert_eq!(ask(near, &[b"1.2.3.4", b"203.0.113.7"]), Some(own), "the last line counts");
        assert_eq!(from(own, "1.2.3.4"), Some(own), "no proxy");
        assert_eq!(from(own, "nonsense"), Some(own), "no proxy");
        assert_eq!(from("::ffff:10.0.0.1".parse().unwrap(), " 203.0.113.7"), Some(own));
        for forwarded in [
            "nonsense",
            "",
            ",",
            "203.0.113.7:4711",
            "[::1]",
            "203.0.113.7,",
            "203.0.113.7 1.2.3.4",
            "203.0.113.7, nonsense, 10.0.0.2",
        ] {
            assert_eq!(from(near, forwarded), None, "{forwarded}");
        }
        for byte in (0x80..=0xff).chain([b'\t', b' ', b'"', b';']) {
            let (last, first) = ([b"203.0.113.7, ", &[byte][..]].concat(), [&[byte][..], b", 203.0.113.7"].concat());
            assert_eq!((ask(near, &[&last]), ask(near, &[&first])), (None, Some(own)), "{byte:02x}");
        }
        // The result is never the proxy and never this machine, to which no limit applies.
        assert_eq!(ask(near, &[]), Some(UNKNOWN));
        for forwarded in ["10.0.0.1", "10.0.0.2, 10.0.0.1", "127.0.0.1", "::1", "::ffff:127.0.0.1"] {
            assert_eq!(from(near, forwarded), Some(UNKNOWN), "{forwarded}");
        }
    }
}
