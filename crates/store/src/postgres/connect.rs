//! Connects to a database that has several hosts. It tries all hosts at the same time, and uses the first that accepts
//! writes. If the hosts were tried one after the other, a dead machine would delay all later hosts in the address.

use std::error::Error as _;
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use tokio::time::timeout;
use tokio_postgres::tls::MakeTlsConnect;
use tokio_postgres::{Client, Connection, Socket};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::database::Database;

type TlsStream = <MakeRustlsConnect as MakeTlsConnect<Socket>>::Stream;
type DatabaseConnection = (Client, Connection<Socket, TlsStream>);

/// The time to wait for each of several hosts. A host that stays silent for longer is given up. Another host, for
/// example a standby that has replaced the silent one, is then used.
const SILENCE: Duration = Duration::from_secs(2);

/// Connects to the first host that answers as the address demands. If none does, returns the message of a host that
/// refused.
pub(super) async fn connect(database: &Database) -> Result<DatabaseConnection, String> {
    if let [only] = &database.hosts[..] {
        return only.connect(database.tls.clone()).await.map_err(|error| words(&error));
    }
    let connecting = database.hosts.iter().map(|host| timeout(SILENCE, host.connect(database.tls.clone())));
    let mut hosts: FuturesUnordered<_> = connecting.collect();
    let mut refused = "it does not answer".to_owned();
    while let Some(answer) = hosts.next().await {
        match answer {
            Ok(Ok(connected)) => return Ok(connected),
            Ok(Err(error)) => refused = words(&error),
            Err(_) => {}
        }
    }
    Err(refused)
}

/// Returns the message of an error, without its outer layers.
pub(super) fn words(error: &tokio_postgres::Error) -> String {
    match error.as_db_error() {
        Some(error) => error.message().to_owned(),
        None => match error.source() {
            Some(source) => source.to_string(),
            None => error.to_string(),
        },
    }
}
