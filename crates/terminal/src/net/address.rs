//! The address of a server, and the target of a link to it.

use std::fmt;
use std::net::Ipv4Addr;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Address {
    pub secure: bool,
    pub host: String,
    pub port: u16,
}

/// Returns true if an argument is a link, and not the name of a file or a game.
pub fn is_link(word: &str) -> bool {
    let is_host =
        |(address, _): (Address, _)| word.contains(':') || address.host == "localhost" || address.host.contains('.');
    word.contains("://") || (!word.starts_with(['.', '/']) && Address::of_link(word).is_ok_and(is_host))
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum LinkTarget {
    Start,
    Table(String),
    /// An invitation, by its token.
    Invitation(String),
    /// A link that opens a person's account on another device, by its token.
    Device(String),
}

impl Address {
    /// Parses a link as the page shows it: `https://host/t/ID`, `https://host/j/TOKEN`, `https://host/d/TOKEN`, or the
    /// server alone. Characters that a chat program or a person has added around the link are ignored. The scheme may
    /// be missing.
    pub(crate) fn of_link(link: &str) -> Result<(Address, LinkTarget), String> {
        let help = "a link looks like https://cards.example.org/t/ID, …/j/TOKEN or …/d/TOKEN";
        let link = link.to_ascii_lowercase();
        let link = link.trim_end_matches(|c: char| !c.is_ascii_alphanumeric() && c != ']');
        let (scheme, rest) = match link.split_once("://") {
            Some((before, rest)) => (before.rsplit(|c: char| !c.is_ascii_alphanumeric()).next(), rest),
            None => (None, link.trim_start_matches(|c: char| !c.is_ascii_alphanumeric() && c != '[')),
        };
        let rest = rest.split(['?', '#']).next().unwrap_or_default();
        let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
        let (host, port) = match authority.rsplit_once(':') {
            Some((host, port)) if !port.contains(']') => (host, Some(port.parse().map_err(|_| help)?)),
            _ => (authority, None),
        };
        let fine = |c: char| c.is_ascii_alphanumeric() || ".-_[]:".contains(c);
        if host.is_empty() || !host.chars().all(fine) {
            return Err(help.to_owned());
        }
        let secure = match scheme {
            Some("http") => false,
            Some("https") => true,
            Some(_) => return Err(help.to_owned()),
            // An address without a scheme is taken for a server on the internet with TLS, unless it has a port or is an
            // address at home.
            None => port.is_none() && host.parse::<Ipv4Addr>().is_err() && host != "localhost",
        };
        let named = path.split('/').filter_map(|part| part.split(|c: char| !c.is_ascii_alphanumeric()).next());
        let parts: Vec<&str> = named.filter(|part| !part.is_empty()).collect();
        let place = match parts[..] {
            [] if scheme.is_some() || port.is_some() => LinkTarget::Start,
            ["t", _, "replay", ..] => return Err("a replay opens in the browser, and not in a terminal".to_owned()),
            ["t", id, ..] => LinkTarget::Table(id.to_owned()),
            ["j", token, ..] => LinkTarget::Invitation(token.to_owned()),
            ["d", token, ..] => LinkTarget::Device(token.to_owned()),
            _ => return Err(help.to_owned()),
        };
        Ok((Address { secure, host: host.to_owned(), port: port.unwrap_or(if secure { 443 } else { 80 }) }, place))
    }

    /// Returns the value of the header `host`.
    pub(crate) fn authority(&self) -> String {
        match (self.secure, self.port) {
            (true, 443) | (false, 80) => self.host.clone(),
            (_, port) => format!("{}:{port}", self.host),
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", if self.secure { "https" } else { "http" }, self.authority())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(link: &str, expect: &str) {
        let words = match Address::of_link(link) {
            Ok((address, place)) => format!("{address} {place:?}"),
            Err(words) => words,
        };
        assert!(words.contains(expect), "{link}: {words}");
    }

    #[test]
    fn a_link_names_a_server_and_a_place() {
        check("https://Cards.example.org/t/aB3", "https://cards.example.org Table(\"ab3\")");
        check("http://127.0.0.1:7878/j/0f", "http://127.0.0.1:7878 Invitation(\"0f\")");
        check("https://cards.example.org/d/0f", "https://cards.example.org Device(\"0f\")");
        check("http://[::1]:7878", "http://[::1]:7878 Start");
        check("https://nas.local/", "https://nas.local Start");
        check("https://a/t/x/replay/1", "a replay opens in the browser");
        for bad in ["cards.example.org", "ftp://a/t/x", "https:///t/x", "https://a/q/x", "https://a/t/", "https://a:x/"]
        {
            check(bad, "a link looks like");
        }
        check("https://a\u{1b}/t/x", "a link looks like");
    }

    #[test]
    fn what_a_chat_puts_around_a_link_does_not_matter() {
        for around in [
            ("", "."),
            ("<", ">"),
            ("(", "),"),
            (" ", " \n"),
            ("\"", "\""),
            ("„", "“!"),
            ("", "…"),
            ("", "%"),
            ("", "%e2"),
        ] {
            let (before, behind) = around;
            for link in ["http://127.0.0.1:7878/j/0f", "HTTP://127.0.0.1:7878/J/0F", "127.0.0.1:7878/j/0f"] {
                check(&format!("{before}{link}{behind}"), "http://127.0.0.1:7878 Invitation(\"0f\")");
            }
            check(&format!("{before}https://a.example/{behind}"), "https://a.example Start");
        }
        check("see:https://a/t/x?fbclid=1#x", "https://a Table(\"x\")");
        check("cards.example.org/t/x,", "https://cards.example.org Table(\"x\")");
        check("localhost/j/x", "http://localhost Invitation(\"x\")");
        check("[::1]:7878/j/x", "http://[::1]:7878 Invitation(\"x\")");
        check("nas:7878", "http://nas:7878 Start");
        assert!(is_link("nas:7878") && is_link("a.example/j/x") && !is_link("games/t/x") && !is_link("./a.b/t/x"));
        for bad in
            ["hearts", "https://a/t/%e2", "https://a/lobby/%", "127.0.0.1:99999/j/x", "127.0.0.1:7878/t/x/replay/1"]
        {
            check(bad, " ");
            assert!(Address::of_link(bad).is_err(), "{bad}");
        }
    }
}
