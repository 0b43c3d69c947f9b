//! Where a bus is, and how to be known there: an address without credentials, and the credentials from a file or the
//! environment.

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::net::IpAddr;
use std::path::Path;
use std::str::FromStr;

use async_nats::ServerAddr;
use rustls_native_certs::load_native_certs;
use tokio_rustls::rustls::pki_types::CertificateDer;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::{ClientConfig, RootCertStore, crypto};

/// The variable with the credentials.
const CREDENTIALS: &str = "CARDROOM_BUS_CREDENTIALS";

/// A bus of NATS, with what is needed to connect to it. Its `Debug` shows no password.
#[derive(Clone)]
pub struct BusAddress {
    pub(crate) servers: Vec<ServerAddr>,
    pub(crate) credentials: Option<BusCredentials>,
    pub(crate) tls: Option<ClientConfig>,
    name: String,
}

/// How a node is known at the bus.
#[derive(Clone)]
pub(crate) enum BusCredentials {
    User { name: String, password: String },
    Token(String),
}

impl fmt::Debug for BusAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("BusAddress").field(&self.name).finish()
    }
}

impl BusAddress {
    /// Reads an address such as `nats://127.0.0.1:4222` or `tls://HOST[:PORT][,HOST…]`. Credentials, `USER:PASSWORD` or a
    /// token, are the first line of a file or in the environment, never in the address: other users of the machine can read
    /// command lines. `ca` is a file with the authorities that may vouch for the bus; by default those that the machine trusts.
    ///
    /// # Errors
    /// If the address is not valid or has credentials, or if it leads to another machine without TLS or without credentials.
    pub fn new(
        address: &str,
        credentials: Option<&Path>,
        ca: Option<&Path>,
        environment: impl Fn(&str) -> Option<String>,
    ) -> Result<BusAddress, BusAddressError> {
        let (scheme, hosts) = address.split_once("://").ok_or(BusAddressError::NotNats)?;
        if !["nats", "tls"].contains(&scheme) {
            return Err(BusAddressError::NotNats);
        }
        if hosts.contains('@') {
            return Err(BusAddressError::CredentialsInAddress);
        }
        let hosts: Vec<&str> = hosts.trim_end_matches('/').split(',').collect();
        if hosts.iter().any(|host| host.is_empty() || host.contains(['/', '?', '#', ' '])) {
            return Err(BusAddressError::NotNats);
        }
        let servers = hosts.iter().map(|host| ServerAddr::from_str(&format!("{scheme}://{host}")));
        let servers: Vec<ServerAddr> = servers.collect::<Result<_, _>>().map_err(|_| BusAddressError::NotNats)?;
        let line = match credentials {
            Some(file) => Some(first_line(file)?),
            None => environment(CREDENTIALS).map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()),
        };
        let credentials = line.map(|line| match line.split_once(':') {
            Some((name, password)) => BusCredentials::User { name: name.to_owned(), password: password.to_owned() },
            None => BusCredentials::Token(line),
        });
        if let Some(foreign) = servers.iter().map(ServerAddr::host).find(|host| !is_this_machine(host)) {
            if scheme != "tls" {
                return Err(BusAddressError::InTheClear(foreign.to_owned()));
            }
            if credentials.is_none() {
                return Err(BusAddressError::NoCredentials(foreign.to_owned()));
            }
        }
        let tls = if scheme == "tls" { Some(tls(roots(ca)?)) } else { None };
        Ok(BusAddress { servers, credentials, tls, name: hosts.join(",") })
    }

    /// Where it is, for people: without credentials.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns whether it knows who a node is.
    pub fn has_credentials(&self) -> bool {
        self.credentials.is_some()
    }

    /// Whether connections to it are encrypted.
    pub fn is_encrypted(&self) -> bool {
        self.tls.is_some()
    }
}

fn is_this_machine(host: &str) -> bool {
    let host = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

/// A file of the host. A device without an end is none.
fn read(file: &Path) -> Result<String, BusAddressError> {
    let mut text = String::new();
    match File::open(file).and_then(|file| file.take(16 << 20).read_to_string(&mut text)) {
        Ok(..16_777_216) => Ok(text),
        Ok(_) => Err(BusAddressError::file(file, "it is larger than 16 MiB")),
        Err(error) => Err(BusAddressError::file(file, &error.to_string())),
    }
}

fn first_line(file: &Path) -> Result<String, BusAddressError> {
    let text = read(file)?;
    let line = text.lines().next().unwrap_or_default().trim();
    if line.is_empty() { Err(BusAddressError::file(file, "its first line is empty")) } else { Ok(line.to_owned()) }
}

/// The authorities that may vouch for a bus.
fn roots(ca: Option<&Path>) -> Result<RootCertStore, BusAddressError> {
    let mut roots = RootCertStore::empty();
    let Some(file) = ca else {
        roots.add_parsable_certificates(load_native_certs().certs);
        return if roots.is_empty() { Err(BusAddressError::NoAuthorities) } else { Ok(roots) };
    };
    for certificate in CertificateDer::pem_slice_iter(read(file)?.as_bytes()) {
        let certificate = certificate.map_err(|error| BusAddressError::file(file, &error.to_string()))?;
        roots.add(certificate).map_err(|error| BusAddressError::file(file, &error.to_string()))?;
    }
    if roots.is_empty() { Err(BusAddressError::file(file, "it has no certificate in PEM form")) } else { Ok(roots) }
}

fn tls(roots: RootCertStore) -> ClientConfig {
    ClientConfig::builder_with_provider(crypto::ring::default_provider().into())
        .with_safe_default_protocol_versions()
        .expect("ring has what these versions need")
        .with_root_certificates(roots)
        .with_no_client_auth()
}

/// Why an address or its credentials cannot be used. No text contains a password.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BusAddressError {
    /// It is no address of NATS.
    #[error("a bus is given as nats://127.0.0.1:4222 on this machine, or tls://HOST:4222 on another one")]
    NotNats,
    /// Everybody on the machine could read them.
    #[error(
        "the address of the bus contains credentials, which other users of this machine can see: leave them out, and put them \
         into a file (--bus-credentials) or the environment (CARDROOM_BUS_CREDENTIALS)"
    )]
    CredentialsInAddress,
    /// Others could read along.
    #[error("{0} is another machine, and connections to it are encrypted: write tls:// instead of nats://")]
    InTheClear(String),
    /// Everybody could send messages.
    #[error(
        "{0} is another machine, and its bus has to know who comes: put USER:PASSWORD or a token into a file \
         (--bus-credentials) or the environment (CARDROOM_BUS_CREDENTIALS)"
    )]
    NoCredentials(String),
    /// The machine trusts no authority.
    #[error(
        "this machine has no certificates of authorities: install them (Debian: ca-certificates), or name a file with --bus-ca"
    )]
    NoAuthorities,
    /// A file cannot be used.
    #[error("{file}: {words}")]
    File {
        /// Which.
        file: String,
        /// Why.
        words: String,
    },
}

impl BusAddressError {
    fn file(file: &Path, words: &str) -> BusAddressError {
        BusAddressError::File { file: file.display().to_string(), words: words.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(address: &str, credentials: Option<&str>) -> Result<BusAddress, BusAddressError> {
        BusAddress::new(address, None, None, |_| credentials.map(str::to_owned))
    }

    #[test]
    fn a_bus_on_this_machine_needs_nothing_more() {
        for address in
            ["nats://127.0.0.1:4222", "nats://localhost", "nats://[::1]:4222", "nats://127.0.0.1,127.0.0.1:5"]
        {
            let read = read(address, None).expect(address);
            assert!(!read.is_encrypted() && read.credentials.is_none(), "{address}");
        }
    }

    #[test]
    fn a_bus_on_another_machine_needs_tls_and_credentials() {
        let refused = |address: &str, credentials| read(address, credentials).map(|_| ()).expect_err(address);
        let clear = |host: &str| BusAddressError::InTheClear(host.to_owned());
        assert_eq!(refused("nats://bus.example.org:4222", Some("house:hush")), clear("bus.example.org"));
        assert_eq!(refused("nats://127.0.0.1,10.0.0.5", Some("house:hush")), clear("10.0.0.5"));
        let unknown = BusAddressError::NoCredentials("bus.example.org".to_owned());
        assert_eq!(refused("tls://bus.example.org", None), unknown);
        assert_eq!(refused("tls://bus.example.org", Some(" ")), unknown);
    }

    #[test]
    fn what_is_no_address_or_shows_credentials_is_refused() {
        for address in ["127.0.0.1:4222", "http://127.0.0.1", "nats://", "nats://a,,b", "nats://127.0.0.1/x"] {
            assert_eq!(read(address, None).map(|_| ()), Err(BusAddressError::NotNats), "{address}");
        }
        let shown = read("nats://house:hush@127.0.0.1", None).map(|_| ()).expect_err("shown");
        assert!(shown == BusAddressError::CredentialsInAddress && !shown.to_string().contains("hush"));
    }

    #[test]
    fn credentials_are_the_first_line_of_a_file() {
        let file = tempfile::NamedTempFile::new().expect("a file");
        let of_file = || BusAddress::new("nats://localhost", Some(file.path()), None, |_| Some("other".to_owned()));
        assert!(matches!(of_file(), Err(BusAddressError::File { .. })), "it is empty");
        std::fs::write(file.path(), "house:hush:hush\n").expect("ours");
        let found = of_file().expect("valid");
        assert!(!format!("{found:?}").contains("hush"));
        let Some(BusCredentials::User { name, password }) = found.credentials else { panic!("a user") };
        assert_eq!((name.as_str(), password.as_str()), ("house", "hush:hush"));
    }
}
