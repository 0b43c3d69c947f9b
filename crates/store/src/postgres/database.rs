//! The address of a PostgreSQL, without a password, and the credentials from the environment or a file.

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use rustls_native_certs::load_native_certs;
use tokio::sync::watch;
use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode, TargetSessionAttrs};
use tokio_postgres_rustls::MakeRustlsConnect;
use tokio_rustls::rustls::pki_types::CertificateDer;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use crate::StoreError;

/// The longest time for connecting to one host.
const CONNECTING: Duration = Duration::from_secs(2);
/// The longest time for which data that were sent may stay unacknowledged by the other machine.
const UNHEARD: Duration = Duration::from_secs(4);

/// A database of PostgreSQL, with the settings to connect to it. Its `Debug` shows no password.
#[derive(Clone)]
pub struct Database {
    pub(super) hosts: Vec<Config>,
    pub(super) tls: MakeRustlsConnect,
    pub(super) node: NodeIdentity,
    /// Counts the hints of other nodes.
    pub(super) changes: watch::Sender<u64>,
    name: String,
}

/// The name and address of a process among those that share a database.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NodeIdentity {
    /// The name of the process for people. If it is empty, the name of the machine is used.
    pub name: String,
    /// The address at which other processes reach it: the fingerprint of its key, `@`, host and port.
    pub address: Option<String>,
}

impl fmt::Debug for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Database").field(&self.name).finish()
    }
}

impl Database {
    /// Reads an address such as `postgres://USER@HOST[:PORT][,HOST…]/NAME`. The password comes from the environment
    /// (`PGPASSWORD`) or from the first line of `password_file`. An address with a password is refused, because other
    /// users of the machine can read command lines. The user may come from `PGUSER`.
    ///
    /// Connections to other machines are encrypted, and the certificate must name the host. `ca` is a file with the
    /// authorities that may sign the certificate. Without it, the authorities that this machine trusts may sign.
    ///
    /// # Errors
    /// If the address is not valid, has a password, or demands an unencrypted connection to another machine.
    pub fn new(
        address: &str,
        password_file: Option<&Path>,
        ca: Option<&Path>,
        environment: impl Fn(&str) -> Option<String>,
    ) -> Result<Database, DatabaseError> {
        if !["postgres://", "postgresql://"].iter().any(|scheme| address.starts_with(scheme)) {
            return Err(DatabaseError::NotPostgres);
        }
        let whole = Config::from_str(address).map_err(|error| DatabaseError::Address(reason(&error)))?;
        if whole.get_password().is_some() {
            return Err(DatabaseError::PasswordInAddress);
        }
        let each = each_host(address);
        if whole.get_hosts().len() != each.len() || !whole.get_hostaddrs().is_empty() {
            return Err(DatabaseError::Address("it names no host before the database".to_owned()));
        }
        if whole.get_dbname().is_none() {
            return Err(DatabaseError::Address("it names no database".to_owned()));
        }
        let user = match whole.get_user() {
            Some(user) => user.to_owned(),
            None => environment("PGUSER").ok_or(DatabaseError::NoUser)?,
        };
        let password = match password_file {
            Some(file) => Some(first_line(file)?),
            None => environment("PGPASSWORD"),
        };
        let ssl_mode = ssl_mode(&whole, address)?;
        let host = |one: String| {
            let mut config = Config::from_str(&one).map_err(|error| DatabaseError::Address(reason(&error)))?;
            config.user(&user).ssl_mode(ssl_mode).target_session_attrs(TargetSessionAttrs::ReadWrite);
            if let Some(password) = password.as_ref().filter(|password| !password.is_empty()) {
                config.password(password);
            }
            config.application_name(whole.get_application_name().unwrap_or("cardroom"));
            config.connect_timeout(whole.get_connect_timeout().copied().unwrap_or(CONNECTING));
            config.tcp_user_timeout(whole.get_tcp_user_timeout().copied().unwrap_or(UNHEARD));
            config.keepalives_idle(UNHEARD).keepalives_interval(Duration::from_secs(1)).keepalives_retries(3);
            Ok(config)
        };
        let hosts = each.into_iter().map(host).collect::<Result<_, DatabaseError>>()?;
        let tls = match ssl_mode {
            SslMode::Disable => tls(RootCertStore::empty()),
            _ => tls(roots(ca)?),
        };
        Ok(Database { hosts, tls, node: NodeIdentity::default(), changes: watch::channel(0).0, name: named(&whole) })
    }

    /// Returns the same database, for the process with this identity.
    #[must_use]
    pub fn used_by(self, node: NodeIdentity) -> Database {
        Database { node, ..self }
    }

    /// Returns the address of the database for people: without user and password.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns whether all connections to the database are encrypted.
    pub fn is_encrypted(&self) -> bool {
        self.hosts.iter().all(|host| host.get_ssl_mode() != SslMode::Disable)
    }
}

fn each_host(address: &str) -> Vec<String> {
    let (scheme, rest) = address.split_once("://").unwrap_or_default();
    let (authority, options) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
    let (user, hosts) = authority.split_at(authority.rfind('@').map_or(0, |at| at + 1));
    hosts.split(',').map(|host| format!("{scheme}://{user}{host}{options}")).collect()
}

/// Returns the encryption of a connection. A connection to another machine is always encrypted. A connection within
/// this machine is encrypted only if the address demands it.
fn ssl_mode(config: &Config, address: &str) -> Result<SslMode, DatabaseError> {
    let asked = address.split_once('?').is_some_and(|(_, options)| {
        options.split('&').any(|option| option.split_once('=').is_some_and(|(key, _)| key == "sslmode"))
    });
    let foreign = config.get_hosts().iter().find_map(|host| match host {
        Host::Tcp(name) if !is_this_machine(name) => Some(name.clone()),
        _ => None,
    });
    match (foreign, asked, config.get_ssl_mode()) {
        (Some(host), true, SslMode::Disable) => Err(DatabaseError::InTheClear(host)),
        // The mode "prefer" is not enough: it would send everything unencrypted to a server that claims to have no TLS.
        (Some(_), _, _) | (None, true, SslMode::Require) => Ok(SslMode::Require),
        (None, _, _) => Ok(SslMode::Disable),
    }
}

fn is_this_machine(host: &str) -> bool {
    let host = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

fn named(config: &Config) -> String {
    let ports = config.get_ports();
    let hosts = config.get_hosts().iter().enumerate().map(|(index, host)| {
        let port = ports.get(index).or(ports.first()).copied().unwrap_or(5432);
        match host {
            Host::Tcp(name) if name.contains(':') => format!("[{name}]:{port}"),
            Host::Tcp(name) => format!("{name}:{port}"),
            Host::Unix(folder) => folder.display().to_string(),
        }
    });
    format!("{}/{}", hosts.collect::<Vec<_>>().join(","), config.get_dbname().unwrap_or_default())
}

/// Reads a file of the host. The size is limited, so that an endless device ends in an error.
fn read(file: &Path) -> Result<String, DatabaseError> {
    let mut text = String::new();
    match File::open(file).and_then(|file| file.take(16 << 20).read_to_string(&mut text)) {
        Ok(..16_777_216) => Ok(text),
        Ok(_) => Err(DatabaseError::file(file, "it is larger than 16 MiB")),
        Err(error) => Err(DatabaseError::file(file, &error.to_string())),
    }
}

fn first_line(file: &Path) -> Result<String, DatabaseError> {
    let text = read(file)?;
    let line = text.lines().next().unwrap_or_default();
    if line.is_empty() { Err(DatabaseError::file(file, "its first line is empty")) } else { Ok(line.to_owned()) }
}

fn roots(ca: Option<&Path>) -> Result<RootCertStore, DatabaseError> {
    let mut roots = RootCertStore::empty();
    let Some(file) = ca else {
        roots.add_parsable_certificates(load_native_certs().certs);
        return if roots.is_empty() { Err(DatabaseError::NoAuthorities) } else { Ok(roots) };
    };
    for certificate in CertificateDer::pem_slice_iter(read(file)?.as_bytes()) {
        let certificate = certificate.map_err(|error| DatabaseError::file(file, &error.to_string()))?;
        roots.add(certificate).map_err(|error| DatabaseError::file(file, &error.to_string()))?;
    }
    if roots.is_empty() { Err(DatabaseError::file(file, "it has no certificate in PEM form")) } else { Ok(roots) }
}

fn tls(roots: RootCertStore) -> MakeRustlsConnect {
    let provider = tokio_rustls::rustls::crypto::ring::default_provider();
    let config = ClientConfig::builder_with_provider(provider.into())
        .with_safe_default_protocol_versions()
        .expect("ring has what these versions need")
        .with_root_certificates(roots)
        .with_no_client_auth();
    MakeRustlsConnect::new(config)
}

/// Returns the reason why an address is not valid. The text quotes nothing of the address, which may contain a password
/// in a wrong place.
fn reason(error: &tokio_postgres::Error) -> String {
    let source = std::error::Error::source(error).map(ToString::to_string).unwrap_or_default();
    let known = source.starts_with("unknown option") || source.starts_with("invalid value for option");
    if known { source } else { "it cannot be read".to_owned() }
}

/// The reason why an address or its credentials cannot be used. No text contains a password.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DatabaseError {
    /// The address has another scheme than `postgres`.
    #[error("a store is given as postgres://USER@HOST/DATABASE; without one the data are in the folder of --data")]
    NotPostgres,
    /// The address cannot be read.
    #[error("this is no address of a database ({0}): write postgres://USER@HOST/DATABASE")]
    Address(String),
    /// The address contains a password, which other users of the machine could read.
    #[error(
        "the address of the store contains a password, which other users of this machine can see: leave it out, and put it \
         into a file (--store-password-file) or the environment (PGPASSWORD)"
    )]
    PasswordInAddress,
    /// Neither the address nor the environment names a user.
    #[error("the address of the store names no user: write postgres://USER@HOST/DATABASE, or set PGUSER")]
    NoUser,
    /// The address demands an unencrypted connection to another machine.
    #[error("{0} is another machine, and connections to it are encrypted: leave out sslmode=disable")]
    InTheClear(String),
    /// This machine has no list of trusted authorities.
    #[error(
        "this machine has no certificates of authorities: install them (Debian: ca-certificates), or name a file with --store-ca"
    )]
    NoAuthorities,
    /// A file cannot be used.
    #[error("{file}: {words}")]
    File {
        /// The path of the file.
        file: String,
        /// The reason.
        words: String,
    },
}

impl DatabaseError {
    fn file(file: &Path, words: &str) -> DatabaseError {
        DatabaseError::File { file: file.display().to_string(), words: words.to_owned() }
    }
}

impl From<DatabaseError> for StoreError {
    fn from(error: DatabaseError) -> StoreError {
        StoreError::Database(error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(address: &str) -> Result<Database, DatabaseError> {
        Database::new(address, None, None, |name| (name == "PGPASSWORD").then(|| "secret-word".to_owned()))
    }

    fn mode(address: &str) -> SslMode {
        read(address).expect(address).hosts[0].get_ssl_mode()
    }

    #[test]
    fn a_password_in_the_address_is_refused_and_not_repeated() {
        for address in ["postgres://ann:hush@localhost/house", "postgres://ann@localhost/house?password=hush"] {
            let error = read(address).expect_err("a password");
            assert_eq!(error, DatabaseError::PasswordInAddress, "{address}");
        }
        for address in
            ["postgres://ann:hush@localhost:x/house", "postgres://ann:hu%zzsh@localhost/house", "mysql://a:hush@b/c"]
        {
            let words = read(address).expect_err("no address").to_string();
            assert!(!words.contains("hush") && !words.contains("hu%"), "{words}");
        }
    }

    #[test]
    fn the_password_comes_from_the_environment_or_a_file_and_is_not_shown() {
        let database = read("postgres://ann@localhost/house").expect("an address");
        assert_eq!(database.hosts[0].get_password(), Some(b"secret-word".as_slice()));
        assert!(!format!("{database:?} {:?}", database.hosts).contains("secret-word"));
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("password");
        std::fs::write(&file, "from the file\n").expect("a file");
        let database = Database::new("postgres://ann@localhost/house", Some(&file), None, |_| None);
        assert_eq!(database.expect("an address").hosts[0].get_password(), Some(b"from the file".as_slice()));
        std::fs::write(&file, "\n").expect("a file");
        let error = Database::new("postgres://ann@localhost/house", Some(&file), None, |_| None).expect_err("empty");
        assert!(error.to_string().ends_with("password: its first line is empty"), "{error}");
    }

    #[test]
    fn who_and_where_must_be_named() {
        assert_eq!(read("postgres://localhost/house").expect_err("nobody"), DatabaseError::NoUser);
        let user =
            Database::new("postgres://localhost/house", None, None, |name| (name == "PGUSER").then(|| "bo".to_owned()));
        assert_eq!(user.expect("an address").hosts[0].get_user(), Some("bo"));
        for address in ["postgres://ann@localhost", "postgres:///house", "postgres://ann@localhost/house?sslmode=maybe"]
        {
            assert!(matches!(read(address), Err(DatabaseError::Address(_))), "{address}");
        }
        let name = read("postgres://ann@one:5433,127.0.0.1,%2Frun%2Fpg/house?sslmode=require");
        assert_eq!(name.expect("an address").name(), "one:5433,127.0.0.1:5432,/run/pg/house");
    }

    #[test]
    fn each_host_is_connected_to_with_all_of_the_address_but_the_others() {
        let all = read("postgres://ann@one.example.org:5433,two.example.org:5434/house?application_name=x");
        let two = read("postgres://ann@two.example.org:5434/house?application_name=x");
        assert_eq!(all.expect("an address").hosts[1..], two.expect("an address").hosts);
        assert!(read("postgres://ann@one/house?host=two").is_err());
    }

    #[test]
    fn other_machines_are_reached_encrypted_or_not_at_all() {
        for address in
            ["postgres://a@db.example.org/h", "postgres://a@127.0.0.1,10.0.0.7/h", "postgres://a@db/h?sslmode=prefer"]
        {
            assert_eq!(mode(address), SslMode::Require, "{address}");
        }
        for address in
            ["postgres://a@127.0.0.1/h", "postgres://a@localhost/h", "postgres://a@[::1]/h", "postgres://a@%2Frun/h"]
        {
            assert_eq!(mode(address), SslMode::Disable, "{address}");
        }
        assert_eq!(mode("postgres://a@localhost/h?sslmode=require"), SslMode::Require);
        let refused = read("postgres://a@db.example.org/h?sslmode=disable");
        assert_eq!(refused.expect_err("in the clear"), DatabaseError::InTheClear("db.example.org".to_owned()));
        let words = Database::new("postgres://a@db/h", None, Some(Path::new("/nowhere/ca.pem")), |_| None);
        assert!(words.expect_err("no file").to_string().starts_with("/nowhere/ca.pem: "));
    }
}
