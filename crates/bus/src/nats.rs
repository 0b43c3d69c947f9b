//! NATS core as a bus: a subject for each node, and one for all.
//!
//! The subjects begin with the id of the cluster, which only its database knows. So clusters can share a bus: a node neither
//! receives from nor reaches nodes of other clusters.

use std::error::Error;
use std::future::Future;
use std::io;
use std::pin::Pin;
use std::time::Duration;

use async_nats::{Client, ConnectErrorKind, ConnectOptions, Event, Subscriber};
use futures_util::{FutureExt, StreamExt};
use tokio::runtime::Handle;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::unconstrained;
use tokio_rustls::rustls;

use crate::address::BusCredentials;
use crate::{Bus, BusAddress, BusEvent, BusUnavailable};

/// The oldest NATS that is tested.
const OLDEST: (u32, u32) = (2, 9);
/// How many messages may wait to be sent.
const UNSENT: usize = 16 * 1024;
/// How many messages may wait to be read.
const UNREAD: usize = 64 * 1024;
/// How long the first connection may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
/// A quiet connection is pinged this often.
const PING_INTERVAL: Duration = Duration::from_secs(2);
/// How long after a failed connection the next is tried.
const RETRY_DELAY: Duration = Duration::from_millis(250);

/// A node at a NATS.
#[derive(Debug)]
pub struct NatsBus {
    address: String,
    cluster: String,
    client: Client,
    inbox: tokio::sync::Mutex<NatsInbox>,
}

/// What comes to a node.
#[derive(Debug)]
struct NatsInbox {
    /// To it alone.
    own: Subscriber,
    /// To all nodes.
    all: Subscriber,
    /// What becomes of the connection.
    connection: UnboundedReceiver<BusEvent>,
}

/// A bus cannot be used: why, and what to do.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the bus {name} cannot be used: {words}")]
pub struct NatsError {
    name: String,
    words: String,
    /// Whether it may answer later.
    may_answer_later: bool,
}

impl NatsBus {
    /// Connects as the node `name`, with an address that [`fresh_address`](crate::fresh_address) has made. A bus that does not
    /// answer is tried again and again; until then it is disconnected.
    ///
    /// # Errors
    /// If the bus refuses us, or is not who it should be.
    pub async fn connect(bus: &BusAddress, cluster: &str, address: &str, name: &str) -> Result<NatsBus, NatsError> {
        let (tell, connection) = unbounded_channel();
        let client = match options(bus, name, &tell).connect(&*bus.servers).await {
            Ok(client) => client,
            Err(error) => {
                let error = refused(bus, &error);
                if !error.may_answer_later {
                    return Err(error);
                }
                tracing::warn!(%error, "tables of other nodes cannot be reached until the bus answers");
                let _ = tell.send(BusEvent::Disconnected);
                let patient = options(bus, name, &tell).retry_on_initial_connect();
                patient.connect(&*bus.servers).await.map_err(|error| refused(bus, &error))?
            }
        };
        check_version(bus, &client)?;
        let (address, cluster) = (address.to_owned(), cluster.to_owned());
        let broken = |words: String| NatsError { name: bus.name().to_owned(), words, may_answer_later: false };
        let own = client.subscribe(own_subject(&cluster, &address)).await.map_err(|error| broken(error.to_string()))?;
        let all = client.subscribe(all_subject(&cluster)).await.map_err(|error| broken(error.to_string()))?;
        Ok(NatsBus { address, cluster, client, inbox: tokio::sync::Mutex::new(NatsInbox { own, all, connection }) })
    }

    /// Connects once and ends: the version of the bus.
    ///
    /// # Errors
    /// If it cannot be reached, or refuses us.
    pub async fn check(bus: &BusAddress) -> Result<String, NatsError> {
        let (tell, _) = unbounded_channel();
        let client = options(bus, "check", &tell).connect(&*bus.servers).await.map_err(|error| refused(bus, &error))?;
        check_version(bus, &client)
    }

    fn publish(&self, subject: String, payload: Vec<u8>) -> Result<(), BusUnavailable> {
        // It is taken at once where fewer than `UNSENT` wait; without the limit of tokio on what a task does at a time, which
        // would refuse some of many.
        match unconstrained(self.client.publish(subject, payload.into())).now_or_never() {
            Some(Ok(())) => Ok(()),
            Some(Err(error)) => {
                tracing::warn!(%error, "a message to another node could not be sent");
                Err(BusUnavailable)
            }
            None => Err(BusUnavailable),
        }
    }
}

impl Drop for NatsBus {
    /// What was said last is still sent.
    fn drop(&mut self) {
        let client = self.client.clone();
        if let Ok(runtime) = Handle::try_current() {
            runtime.spawn(async move { client.flush().await });
        }
    }
}

impl NatsInbox {
    async fn next(&mut self) -> Option<BusEvent> {
        tokio::select! {
            biased;
            Some(event) = self.connection.recv() => Some(event),
            Some(message) = self.own.next() => Some(BusEvent::Payload(message.payload.to_vec())),
            Some(message) = self.all.next() => Some(BusEvent::Payload(message.payload.to_vec())),
            else => None,
        }
    }
}

fn own_subject(cluster: &str, address: &str) -> String {
    format!("cardroom.{cluster}.node.{address}")
}

fn all_subject(cluster: &str) -> String {
    format!("cardroom.{cluster}.all")
}

fn options(bus: &BusAddress, name: &str, tell: &UnboundedSender<BusEvent>) -> ConnectOptions {
    let tell = tell.clone();
    let options = ConnectOptions::new()
        .name(format!("cardroom {name}"))
        .connection_timeout(CONNECT_TIMEOUT)
        .ping_interval(PING_INTERVAL)
        .client_capacity(UNSENT)
        .subscription_capacity(UNREAD)
        .reconnect_delay_callback(|_| RETRY_DELAY)
        .event_callback(move |event| {
            let tell = tell.clone();
            async move {
                match event {
                    Event::Connected => drop(tell.send(BusEvent::Connected)),
                    Event::Disconnected | Event::Closed => drop(tell.send(BusEvent::Disconnected)),
                    // A message that was dropped is detected by its sequence number.
                    Event::SlowConsumer(_) => tracing::warn!("messages of other nodes came too fast"),
                    other => tracing::debug!(%other, "the bus"),
                }
            }
        });
    let options = match &bus.credentials {
        Some(BusCredentials::User { name, password }) => options.user_and_password(name.clone(), password.clone()),
        Some(BusCredentials::Token(token)) => options.token(token.clone()),
        None => options,
    };
    match &bus.tls {
        Some(tls) => options.require_tls(true).tls_client_config(tls.clone()),
        None => options,
    }
}

/// Why there is no connection, in words that say what to do.
fn refused(bus: &BusAddress, error: &async_nats::ConnectError) -> NatsError {
    let (words, may_answer_later) = match error.kind() {
        ConnectErrorKind::Authentication | ConnectErrorKind::AuthorizationViolation => (
            "it does not accept our credentials (--bus-credentials FILE or CARDROOM_BUS_CREDENTIALS)".to_owned(),
            false,
        ),
        _ if is_of_tls(error) => {
            (format!("its certificate is not accepted ({error}); --bus-ca FILE names its authority"), false)
        }
        ConnectErrorKind::ServerParse => (format!("{error}"), false),
        _ => (format!("it does not answer ({error})"), true),
    };
    NatsError { name: bus.name().to_owned(), words, may_answer_later }
}

/// The version of the bus; one that is older than those that are tested is refused. Nothing is known of one that has not answered yet.
fn check_version(bus: &BusAddress, client: &Client) -> Result<String, NatsError> {
    let version = client.server_info().version;
    if is_too_old(&version) {
        let words = format!("it is NATS {version}, and {}.{} is the oldest that works", OLDEST.0, OLDEST.1);
        return Err(NatsError { name: bus.name().to_owned(), words, may_answer_later: false });
    }
    Ok(version)
}

fn is_too_old(version: &str) -> bool {
    let mut numbers = version.split('.').map(|number| number.parse::<u32>().unwrap_or_default());
    !version.is_empty() && (numbers.next().unwrap_or_default(), numbers.next().unwrap_or_default()) < OLDEST
}

/// Whether a connection was there, and its encryption failed.
fn is_of_tls(error: &async_nats::ConnectError) -> bool {
    let mut cause: Option<&(dyn Error + 'static)> = Some(error);
    while let Some(this) = cause {
        let inner = this.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
        if this.is::<rustls::Error>() || inner.is_some_and(|inner| inner.is::<rustls::Error>()) {
            return true;
        }
        cause = this.source();
    }
    error.kind() == ConnectErrorKind::Tls
}

impl Bus for NatsBus {
    fn address(&self) -> &str {
        &self.address
    }

    fn send(&self, to: &str, payload: Vec<u8>) -> Result<(), BusUnavailable> {
        self.publish(own_subject(&self.cluster, to), payload)
    }

    fn broadcast(&self, payload: Vec<u8>) -> Result<(), BusUnavailable> {
        self.publish(all_subject(&self.cluster), payload)
    }

    fn next(&self) -> Pin<Box<dyn Future<Output = Option<BusEvent>> + Send + '_>> {
        Box::pin(async {
            let event = self.inbox.lock().await.next().await;
            // One that was away when this node started, or was replaced since, could not be refused at the start.
            if matches!(event, Some(BusEvent::Connected)) {
                let version = self.client.server_info().version;
                if is_too_old(&version) {
                    tracing::error!(
                        version,
                        "the bus is a NATS that is too old: upgrade it to {}.{}",
                        OLDEST.0,
                        OLDEST.1
                    );
                }
            }
            event
        })
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
    use tokio::net::TcpListener;

    use super::*;

    /// A bus that says that it is of this version, and then only that it is there.
    async fn bus_of_version(version: &'static str) -> BusAddress {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let (read, mut write) = stream.split();
                let info = format!(
                    "INFO {{\"server_id\":\"a\",\"server_name\":\"a\",\"version\":\"{version}\",\"go\":\"\",\"host\":\"127.0.0.1\",\
                     \"port\":{port},\"headers\":true,\"max_payload\":1048576,\"proto\":1,\"client_id\":1}}\r\n"
                );
                write.write_all(info.as_bytes()).await.expect("it reads");
                let mut lines = BufReader::new(read).lines();
                while let Ok(Some(line)) = lines.next_line().await {
                    if line.starts_with("PING") {
                        write.write_all(b"PONG\r\n").await.expect("it reads");
                    }
                }
            }
        });
        BusAddress::new(&format!("nats://127.0.0.1:{port}"), None, None, |_| None).expect("an address")
    }

    #[tokio::test]
    async fn a_bus_of_an_older_version_is_refused_with_both_versions() {
        let old = bus_of_version("2.8.4").await;
        let words =
            format!("the bus {} cannot be used: it is NATS 2.8.4, and 2.9 is the oldest that works", old.name());
        assert_eq!(NatsBus::check(&old).await.expect_err("too old").to_string(), words);
        let connected = NatsBus::connect(&old, "cluster", "address", "one").await;
        assert_eq!(connected.expect_err("too old").to_string(), words);
        for version in ["2.9.0", "2.10.27-RC.1", "3.0.0"] {
            let bus = bus_of_version(version).await;
            assert_eq!(NatsBus::check(&bus).await.as_deref(), Ok(version));
        }
    }
}
