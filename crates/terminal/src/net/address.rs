//! Where a server is, and what a link to it names.

use std::fmt;

/// A server: its scheme, host and port.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Address {
    pub secure: bool,
    pub host: String,
    pub port: u16,
}

/// What a link names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum LinkTarget {
    /// The start page.
    Start,
    /// A table.
    Table(String),
    /// An invitation, by its token.
    Invitation(String),
}

impl Address {
    /// Reads a link as the page gives it: `https://host/t/ID`, `https://host/j/TOKEN`, or the server alone.
    pub(crate) fn of_link(link: &str) -> Result<(Address, LinkTarget), String> {
        let help = "a link looks like https://cards.example.org/t/ID or https://cards.example.org/j/TOKEN";
        let (scheme, rest) = link.trim().split_once("://").ok_or(help)?;
        let secure = match scheme.to_ascii_lowercase().as_str() {
            "http" => false,
            "https" => true,
            _ => return Err(help.to_owned()),
        };
        let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
        let usual = if secure { 443 } else { 80 };
        let (host, port) = match authority.rsplit_once(':') {
            Some((host, port)) if !port.contains(']') => (host, port.parse().map_err(|_| help)?),
            _ => (authority, usual),
        };
        let fine = |c: char| c.is_ascii_alphanumeric() || ".-_[]:".contains(c);
        if host.is_empty() || !host.chars().all(fine) {
            return Err(help.to_owned());
        }
        let path = path.split(['?', '#']).next().unwrap_or_default();
        let mut parts = path.split('/').filter(|part| !part.is_empty());
        let named =
            |part: Option<&str>| part.map(str::to_owned).filter(|id| id.chars().all(|c| c.is_ascii_alphanumeric()));
        let place = match parts.next() {
            None => LinkTarget::Start,
            Some("t") => LinkTarget::Table(named(parts.next()).ok_or(help)?),
            Some("j") => LinkTarget::Invitation(named(parts.next()).ok_or(help)?),
            Some(_) => return Err(help.to_owned()),
        };
        Ok((Address { secure, host: host.to_ascii_lowercase(), port }, place))
    }

    /// As the header `host` names it.
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
        check("https://Cards.example.org/t/aB3", "https://cards.example.org Table(\"aB3\")");
        check("http://127.0.0.1:7878/j/0f", "http://127.0.0.1:7878 Invitation(\"0f\")");
        check("http://[::1]:7878", "http://[::1]:7878 Start");
        check("https://nas.local/", "https://nas.local Start");
        check("https://a/t/x/replay/1", "Table(\"x\")");
        for bad in ["cards.example.org", "ftp://a/t/x", "https:///t/x", "https://a/q/x", "https://a/t/", "https://a:x/"]
        {
            check(bad, "a link looks like");
        }
        check("https://a\u{1b}/t/x", "a link looks like");
    }
}
