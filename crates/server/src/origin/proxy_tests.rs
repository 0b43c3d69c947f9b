//! Tests with real proxies, configured as docs/host/proxy.md says. The clients send any bytes in `X-Forwarded-For`. Each
//! proxy treats this header in its own way. The server must find the client's address nevertheless.

use std::fs;
use std::net::{Ipv4Addr, SocketAddr};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::post;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};

use super::*;

const PROXIES: &str = include_str!("../../../../docs/host/proxy.md");
const QUICK_START: &str = include_str!("../../../../docs/host/quick-start.md");
const HAPROXY: &str = include_str!("../../../../docs/hosting/haproxy.cfg");
const CADDY_OF_A_CLUSTER: &str = include_str!("../../../../docs/hosting/cluster/Caddyfile");
const PROXY: Ipv4Addr = Ipv4Addr::LOCALHOST;
/// The client's address. All addresses of 127.0.0.0/8 belong to this machine, but only 127.0.0.1 is the proxy.
const CLIENT: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);

/// A proxy process, which is killed when this value is dropped.
struct Proxy {
    child: Child,
    address: SocketAddr,
    _folder: TempDir,
}

impl Drop for Proxy {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Starts a proxy. `text` makes the configuration from the proxy's address and folder.
async fn start(program: &str, arguments: &[&str], text: impl Fn(SocketAddr, &str) -> String) -> Proxy {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().to_str().expect("a plain path");
    let address = free_address().await;
    let file = format!("{place}/configuration");
    fs::write(&file, text(address, place)).expect("a file");
    let log = fs::File::create(format!("{place}/log")).expect("a file");
    let child = Command::new(program)
        .args(arguments)
        .arg(&file)
        .env("HOME", place)
        .current_dir(place)
        .stdin(Stdio::null())
        .stdout(log.try_clone().expect("a file"))
        .stderr(log)
        .spawn()
        .unwrap_or_else(|error| panic!("{program}: {error} (Debian: apt install {program})"));
    let mut proxy = Proxy { child, address, _folder: folder };
    while TcpStream::connect(address).await.is_err() {
        let log = || fs::read_to_string(proxy._folder.path().join("log")).unwrap_or_default();
        assert!(proxy.child.try_wait().expect("a process").is_none(), "{program} has ended: {}", log());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    proxy
}

async fn free_address() -> SocketAddr {
    TcpListener::bind((PROXY, 0)).await.and_then(|listener| listener.local_addr()).expect("a port")
}

/// Returns the text between a line that begins with `begins` and a line that begins with `ends`.
fn block<'a>(text: &'a str, begins: &str, ends: &str) -> &'a str {
    let (_, rest) = text.split_once(begins).unwrap_or_else(|| panic!("the docs have no {begins:?}"));
    rest.split_once(ends).unwrap_or_else(|| panic!("nothing ends {begins:?}")).0
}

/// Starts nginx with the configuration of the docs, except for addresses and TLS. `forwards` replaces the line that
/// sets the client's address.
async fn nginx(behind: SocketAddr, forwards: Option<&str>) -> Proxy {
    let documented = block(PROXIES, "```nginx\n", "```");
    start("nginx", &["-e", "stderr", "-c"], |address, place| {
        let lines_of_one = documented.lines().filter(|line| !line.trim_start().starts_with("ssl_"));
        let lines = lines_of_one.map(|line| match line.split_whitespace().next() {
            Some("listen") => format!("listen {address};"),
            Some("proxy_pass") => format!("proxy_pass http://{behind};"),
            _ if line.contains("X-Forwarded-For") => forwards.unwrap_or(line).to_owned(),
            _ => line.to_owned(),
        });
        let temporary: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map(|kind| format!("{kind}_temp_path {place}/{kind};\n"))
            .concat();
        let lines = lines.collect::<Vec<_>>().join("\n");
        assert!(lines.contains(&behind.to_string()) && lines.contains("X-Forwarded-For"), "{lines}");
        format!(
            "daemon off;\nmaster_process off;\npid {place}/pid;\nerror_log stderr;\nevents {{}}\n\
             http {{\naccess_log off;\n{temporary}{lines}\n}}\n"
        )
    })
    .await
}

async fn haproxy(behind: SocketAddr) -> Proxy {
    start("haproxy", &["-db", "-f"], |address, _| {
        // Only one of the nodes stays in the configuration. Its `/healthz` is not checked, because the server of this
        // test has no `/healthz`.
        let kept = HAPROXY.lines().filter(|line| !line.contains("server two") && !line.contains("server three"));
        let text = kept
            .map(|line| line.replace("default-server weight 100 check", "default-server") + "\n")
            .collect::<String>();
        text.replace("127.0.0.1:7878", &address.to_string()).replace("127.0.0.1:7881", &behind.to_string())
    })
    .await
}

async fn caddy(behind: SocketAddr) -> Proxy {
    let (_, section) = PROXIES.split_once("## Caddy\n").expect("a section");
    let documented = block(section, "```\n", "```");
    // Step 3 of the quick start has the same configuration.
    let indented = documented.lines().map(|line| format!("   {line}\n")).collect::<String>();
    assert!(QUICK_START.contains(&indented), "the two configurations of Caddy differ");
    start("caddy", &["run", "--adapter", "caddyfile", "--config"], |address, _| {
        let site = format!("http://:{} {{\n    bind {}", address.port(), address.ip());
        let text = documented.replace("cards.example.org {", &site).replace("127.0.0.1:7878", &behind.to_string());
        assert!(text.contains(&site) && text.contains(&behind.to_string()), "{text}");
        format!("{{\n    admin off\n    auto_https off\n}}\n{text}")
    })
    .await
}

/// Starts a server that answers with the client's address, which limits and bans would use.
async fn server() -> SocketAddr {
    let trust = Arc::new(Trust { origins: Vec::new(), proxies: vec![PROXY.into()], ranges: Vec::new() });
    let router = Router::new()
        .route("/", post(|ClientIp(address): ClientIp| async move { format!("address {address}\n") }))
        .layer(from_fn_with_state(trust, check));
    let listener = TcpListener::bind((PROXY, 0)).await.expect("a port");
    let address = listener.local_addr().expect("it is bound");
    let service = router.into_make_service_with_connect_info::<SocketAddr>();
    tokio::spawn(async move { axum::serve(listener, service).await });
    address
}

/// Returns the status of the answer to a request with these headers, and the address that the server found.
async fn ask(proxy: SocketAddr, headers: &[u8]) -> (u16, Option<String>) {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.bind((CLIENT, 0).into()).expect("an address of this machine");
    let mut line = socket.connect(proxy).await.expect("it listens");
    let begins = b"POST / HTTP/1.1\r\nconnection: close\r\ncontent-length: 0\r\n";
    line.write_all(&[begins, headers, b"\r\n\r\n"].concat()).await.expect("it reads");
    let mut answer = Vec::new();
    // Reading may fail, because the connection may be reset if the proxy did not read the whole request.
    let _ = line.read_to_end(&mut answer).await;
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_default();
    (status, answer.split_once("address ").map(|(_, rest)| rest.lines().next().unwrap_or_default().to_owned()))
}

#[tokio::test]
async fn behind_every_proxy_a_client_has_its_own_address_whatever_it_sends() {
    let server = server().await;
    let appends = "proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;";
    for (name, proxy) in [
        ("nginx", nginx(server, None).await),
        // Many hosts have this line, which appends to the header, in their configuration.
        ("nginx that appends", nginx(server, Some(appends)).await),
        ("haproxy", haproxy(server).await),
        ("caddy", caddy(server).await),
    ] {
        let host = format!("host: {}", proxy.address).into_bytes();
        let mut refused = 0;
        for byte in 0..=u8::MAX {
            for value in [vec![byte], [b"192.0.2.1, ", &[byte][..]].concat(), [&[byte][..], b", 127.0.0.1"].concat()] {
                let (status, address) =
                    ask(proxy.address, &[&host[..], b"\r\nx-forwarded-for: ", &value].concat()).await;
                let shown = value.escape_ascii();
                match address {
                    Some(address) => assert_eq!(address, CLIENT.to_string(), "{name}: {shown}"),
                    None => assert!((400..500).contains(&status) || status == 0, "{name}: {shown}: {status}"),
                }
                refused += usize::from(status != 200);
            }
        }
        // Headers must not contain control characters. If the proxy appends to the header, a text that is not an
        // address is refused, too.
        assert!(refused < 3 * 64, "{name} refused {refused}");
        let forged = b"\r\nx-forwarded-for: 192.0.2.1\r\nx-forwarded-for: 127.0.0.1\r\nconnection: x-forwarded-for";
        let (status, address) = ask(proxy.address, &[&host[..], forged].concat()).await;
        assert!(address.is_none_or(|address| address == CLIENT.to_string()), "{name}: {status}");
        // Pages of this host may send requests, whatever their port is. Pages of other hosts may not.
        let from = |origin: String| [&host[..], b"\r\norigin: http://", origin.as_bytes()].concat();
        assert_eq!(ask(proxy.address, &from(proxy.address.to_string())).await.0, 200, "{name}");
        assert_eq!(ask(proxy.address, &from("192.0.2.1".to_owned())).await.0, 403, "{name}");
    }
}

/// Returns the answer of a proxy to a request. The nodes behind the proxy answer every request with their own address.
async fn nodes_asked(proxy: SocketAddr, path: &str) -> String {
    let mut stream = TcpStream::connect(proxy).await.expect("it listens");
    let request = format!("GET {path} HTTP/1.1\r\nhost: {proxy}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("text");
    answer.split_once("\r\n\r\n").map(|(_, body)| body.to_owned()).unwrap_or_default()
}

/// Checks HAProxy with the configuration of docs/hosting. All requests of a table must reach the same node while
/// that node is up. Other requests are spread over the nodes.
#[tokio::test]
async fn haproxy_sends_what_is_about_a_table_to_one_node() {
    sends_what_is_about_a_table_to_one_node(async |nodes| {
        start("haproxy", &["-db", "-f"], |address, _| {
            let text = HAPROXY.replace("127.0.0.1:7878", &address.to_string());
            ["127.0.0.1:7881", "127.0.0.1:7882", "127.0.0.1:7883"]
                .iter()
                .zip(nodes)
                .fold(text, |text, (of_docs, node)| text.replace(of_docs, node))
        })
        .await
    })
    .await;
}

/// Checks for Caddy, with the configuration in docs/hosting/cluster, that all requests of a table reach the same node.
#[tokio::test]
async fn caddy_sends_what_is_about_a_table_to_one_node() {
    sends_what_is_about_a_table_to_one_node(async |nodes| {
        start("caddy", &["run", "--adapter", "caddyfile", "--config"], |address, _| {
            let site = format!("http://:{} {{\n    bind {}", address.port(), address.ip());
            let text = CADDY_OF_A_CLUSTER.replace("{$CARDROOM_HOST} {", &site);
            let text = text.replace("one:7878 two:7878 three:7878", &nodes.join(" "));
            format!("{{\n    admin off\n    auto_https off\n}}\n{text}")
        })
        .await
    })
    .await;
}

async fn sends_what_is_about_a_table_to_one_node(balancer: impl AsyncFn(&[String]) -> Proxy) {
    let mut nodes = Vec::new();
    for _ in 0..3 {
        let listener = TcpListener::bind((PROXY, 0)).await.expect("a port");
        let own = listener.local_addr().expect("an address");
        let app = Router::new().fallback(move || async move { own.to_string() });
        let serving = tokio::spawn(async move { axum::serve(listener, app).await });
        nodes.push((own.to_string(), serving));
    }
    let addresses: Vec<String> = nodes.iter().map(|(own, _)| own.clone()).collect();
    let proxy = balancer(&addresses).await;
    let node_of = |table: usize| async move {
        let mut asked = Vec::new();
        for path in ["socket", "record", "seat?x=/y", "seats/2/engine"] {
            asked.push(nodes_asked(proxy.address, &format!("/api/v1/tables/t{table}/{path}")).await);
        }
        asked.dedup();
        asked
    };
    let mut places = Vec::new();
    for table in 0..60 {
        let mut asked = node_of(table).await;
        assert_eq!(asked.len(), 1, "table {table} is at {asked:?}");
        places.push(asked.remove(0));
    }
    for (own, _) in &nodes {
        let count = places.iter().filter(|place| *place == own).count();
        assert!(count > 5, "{own} has {count} of 60 tables");
    }
    let mut others = Vec::new();
    for _ in 0..30 {
        others.push(nodes_asked(proxy.address, "/api/v1/games").await);
    }
    others.sort();
    others.dedup();
    assert_eq!(others.len(), 3, "what is about no table goes to all");
    let (gone, serving) = nodes.remove(0);
    serving.abort();
    // While a node is down, the proxy tries another node without delay. When its checks have found the node dead, it
    // does not try that node any more.
    for (table, before) in places.iter().enumerate() {
        let mut now = node_of(table).await;
        while now.len() > 1 || now[0] == gone || now[0].is_empty() {
            tokio::time::sleep(Duration::from_millis(50)).await;
            now = node_of(table).await;
        }
        assert!(now[0] == *before || *before == gone, "table {table} was at a node that is up: {before}, now {now:?}");
    }
}
