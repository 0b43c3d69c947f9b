//! Connecting to a database that has several hosts: all are asked at once, and the first that can be written to is taken. One after
//! the other, a machine that is gone would hold up those after it for longer than anybody waits.

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

/// One of several hosts that has said nothing for so long is not waited for: another one may take its place.
const SILENCE: Duration = Duration::from_secs(2);

/// Connects to the first host that answers as the address wants it. If none does, the error is that of one that has refused, in words.
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
