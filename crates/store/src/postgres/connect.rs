//! Connecting to a database that has several hosts: all are asked at once, and the first that can be written to is taken. One after
//! the other, a machine that is gone would hold up those after it for longer than anybody waits.

use std::pin::pin;
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use tokio::time::sleep;
use tokio_postgres::tls::MakeTlsConnect;
use tokio_postgres::{Client, Config, Connection, Error, Socket};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::database::Database;

type TlsStream = <MakeRustlsConnect as MakeTlsConnect<Socket>>::Stream;

/// When others have refused, a host that has said nothing for so long is not waited for: one of the others may take its place.
const SILENCE: Duration = Duration::from_secs(2);

/// Connects to the first host that answers as the address wants it. If none does, the error is that of one that has refused.
pub(super) async fn connect(database: &Database) -> Result<(Client, Connection<Socket, TlsStream>), Error> {
    let config = &database.config;
    let count = config.get_hosts().len().max(config.get_hostaddrs().len());
    if count < 2 {
        return config.connect(database.tls.clone()).await;
    }
    let mut hosts: FuturesUnordered<_> = (0..count)
        .map(|host| {
            let (config, tls) = (only(config, host), database.tls.clone());
            async move { config.connect(tls).await }
        })
        .collect();
    let mut silence = pin!(sleep(SILENCE));
    let mut refused = None;
    while !hosts.is_empty() {
        tokio::select! {
            Some(answer) = hosts.next() => match answer {
                Ok(connected) => return Ok(connected),
                Err(error) => refused = Some(error),
            },
            () = &mut silence, if refused.is_some() => break,
        }
    }
    Err(refused.expect("the last of several hosts has refused, or one has before the silence was over"))
}

/// The same configuration with one of its hosts.
fn only(config: &Config, host: usize) -> Config {
    let mut one = Config::new();
    if let Some(name) = config.get_hosts().get(host) {
        match name {
            tokio_postgres::config::Host::Tcp(name) => one.host(name),
            #[cfg(unix)]
            tokio_postgres::config::Host::Unix(folder) => one.host_path(folder),
        };
    }
    if let Some(address) = config.get_hostaddrs().get(host) {
        one.hostaddr(*address);
    }
    if let Some(port) = config.get_ports().get(host).or(config.get_ports().first()) {
        one.port(*port);
    }
    one.ssl_mode(config.get_ssl_mode())
        .ssl_negotiation(config.get_ssl_negotiation())
        .channel_binding(config.get_channel_binding())
        .target_session_attrs(config.get_target_session_attrs())
        .keepalives(config.get_keepalives())
        .keepalives_idle(config.get_keepalives_idle());
    config.get_user().map(|user| one.user(user));
    config.get_password().map(|password| one.password(password));
    config.get_dbname().map(|name| one.dbname(name));
    config.get_options().map(|options| one.options(options));
    config.get_application_name().map(|name| one.application_name(name));
    config.get_connect_timeout().map(|time| one.connect_timeout(*time));
    config.get_tcp_user_timeout().map(|time| one.tcp_user_timeout(*time));
    config.get_keepalives_interval().map(|time| one.keepalives_interval(time));
    config.get_keepalives_retries().map(|retries| one.keepalives_retries(retries));
    one
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_host_has_the_whole_configuration_but_the_others() {
        let environment = |name: &str| (name == "PGPASSWORD").then(|| "secret-word".to_owned());
        let all = "postgres://ann@one.example.org:5433,two.example.org:5434/house?application_name=x&connect_timeout=1";
        let database = Database::new(all, None, None, environment).expect("an address");
        let alone = "postgres://ann@two.example.org:5434/house?application_name=x&connect_timeout=1";
        let expected = Database::new(alone, None, None, environment).expect("an address");
        assert_eq!(only(&database.config, 1), expected.config);
    }
}
