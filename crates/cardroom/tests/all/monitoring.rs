//! Tests of the metrics at their own address. Also tests of the alerts and the dashboard in docs/hosting, which use
//! these metrics.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use crate::client::Client;
use crate::running::{Running, cardroom, folder, refused};

const TOKEN: &str = "a token that nobody guesses";

fn docs(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/hosting").join(file)
}

fn text(file: &str) -> String {
    std::fs::read_to_string(docs(file)).expect("a file of docs/hosting")
}

/// Returns a port that was free a moment ago.
fn free_port() -> u16 {
    std::net::TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address").port()
}

/// Starts a server with an address for metrics. The client requests the metrics.
fn measured(data: &Path) -> (Running, Client) {
    let file = data.join("token");
    std::fs::write(&file, format!("{TOKEN}\n")).expect("a file");
    let at = format!("127.0.0.1:{}", free_port());
    let token = file.to_str().expect("a plain path").to_owned();
    let mut server = Running::start_with(data, &["--metrics", &at, "--metrics-token", &token]);
    let at = at.parse().expect("an address");
    server.metrics = Some((at, TOKEN));
    (server, Client::new(at))
}

async fn scrape(client: &mut Client) -> String {
    let bearer = format!("Bearer {TOKEN}");
    let answer = client.ask("GET", "/metrics", &[("authorization", &bearer)], "").await;
    assert_eq!(answer.status, 200, "{answer:?}");
    answer.body
}

/// Returns the names of metrics in a text.
fn names(text: &str) -> BTreeSet<String> {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let words = text.split(|c| !word(c)).filter(|name| name.starts_with("cardroom_"));
    words.map(str::to_owned).collect()
}

#[tokio::test]
async fn metrics_have_an_address_of_their_own_for_whoever_has_the_token() {
    let data = folder();
    let (server, mut collector) = measured(data.path());
    for header in [None, Some("Bearer wrong"), Some(TOKEN), Some("Basic a token that nobody guesses")] {
        let headers: Vec<(&str, &str)> = header.map(|value| ("authorization", value)).into_iter().collect();
        let answer = collector.ask("GET", "/metrics", &headers, "").await;
        assert_eq!(answer.status, 401, "{header:?}");
        assert!(!answer.body.contains("cardroom_"), "{answer:?}");
    }
    assert!(scrape(&mut collector).await.contains("\ncardroom_sockets 0\n"));
    assert_eq!(collector.get("/api/v1/games").await.status, 404, "nothing else is there");
    let public = Client::new(server.address).get("/metrics").await;
    assert_eq!(public.error().1, "unknown_path", "and metrics are nowhere else");
}

#[tokio::test]
async fn requests_are_timed_by_route_and_nobody_is_named() {
    let data = folder();
    let (server, mut collector) = measured(data.path());
    let mut ann = Client::new(server.address);
    let id = ann.open(json!({"game": "kael"})).await;
    ann.get(&format!("/api/v1/tables/{id}/record")).await;
    // Words that a client invents, such as an unknown method, never become labels of metrics.
    ann.ask("INVENTED", &format!("/api/v1/tables/{id}/record"), &[], "").await;
    ann.get("/api/v1/invented").await;
    let text = scrape(&mut collector).await;
    let line = "cardroom_http_request_seconds_count{method=\"GET\",route=\"/api/v1/tables/{id}/record\"} 1";
    assert!(text.lines().any(|other| other == line), "{text}");
    assert!(!text.to_ascii_lowercase().contains("invented"), "{text}");
    assert!(!text.contains(&id) && !text.contains(ann.cookie.as_ref().expect("a guest")), "{text}");
    let value = |name: &str| -> f64 {
        let found = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        found.unwrap_or_else(|| panic!("{name}: {text}")).parse().expect("a number")
    };
    assert!(value("cardroom_data_bytes") > 0.0 && value("cardroom_data_bytes") % f64::from(1 << 20) == 0.0);
    #[cfg(target_os = "linux")]
    assert!(value("cardroom_memory_bytes") > 1e6 && value("cardroom_memory_bytes") % f64::from(1 << 20) == 0.0);
    // No metric is about work that involves hidden cards, or about work that would reveal that somebody got advice.
    assert!(
        ["advice", "help", "analyses", "turning_points"].iter().all(|pool| !text.contains(&format!("pool=\"{pool}\""))),
        "{text}"
    );
}

#[tokio::test]
async fn every_metric_of_the_alerts_and_of_the_dashboard_exists() {
    let data = folder();
    let (server, mut collector) = measured(data.path());
    let mut ann = Client::new(server.address);
    let id = ann.open(json!({"game": "rouge-et-noir"})).await;
    let mut socket = ann.sit(&id).await;
    let act = socket.legal().remove(0);
    let act = socket.act(&act);
    assert_eq!(socket.command(&act).await.expect("an answer")["t"], "done");
    let there = names(&scrape(&mut collector).await);
    let dashboard: Value = serde_json::from_str(&text("dashboard.json")).expect("JSON");
    assert!(dashboard["panels"].as_array().is_some_and(|panels| panels.len() >= 8));
    for (file, least) in [("alerts.yaml", 8), ("dashboard.json", 12)] {
        let named = names(&text(file));
        assert!(named.len() >= least, "{file}: {named:?}");
        let missing: Vec<&String> = named.difference(&there).collect();
        assert!(missing.is_empty(), "{file} names what no server tells: {missing:?} of {there:?}");
    }
}

/// Checks the rules with Prometheus' own tool, if Debian's package `prometheus` is installed.
#[test]
fn prometheus_reads_the_alerts() {
    match Command::new("promtool").args(["check", "rules"]).arg(docs("alerts.yaml")).output() {
        Ok(output) => assert!(output.status.success(), "{output:?}"),
        Err(error) => assert_eq!(error.kind(), std::io::ErrorKind::NotFound, "{error}"),
    }
}

/// A test for promtool: metrics of single servers, and the alerts that must fire some minutes later.
const OF_A_SERVER: &str = r#"
rule_files: [alerts.yaml]
evaluation_interval: 1m
tests:
  # A server that was promoted in the fifth minute waits for no standby; in the fifteenth a person mends that.
  - interval: 1m
    input_series:
      - { series: 'cardroom_waits_for_standby{job="cardroom",instance="one"}', values: '1x4 0x9 1x10' }
    alert_rule_test:
      - { eval_time: 4m, alertname: CardroomNoStandby, exp_alerts: [] }
      - eval_time: 8m
        alertname: CardroomNoStandby
        exp_alerts:
          - exp_labels: { job: cardroom, instance: one, severity: page }
            exp_annotations:
              summary: the database of cardroom on one does not wait for a standby any more
              description: "What is acknowledged now is on one machine alone. Was a server promoted that has no synchronous_standby_names? Set it as on the other servers.\n"
      - { eval_time: 20m, alertname: CardroomNoStandby, exp_alerts: [] }
  # Data in a file, or a database that never had a standby.
  - interval: 1m
    input_series:
      - { series: 'cardroom_waits_for_standby{job="cardroom",instance="one"}', values: '0x30' }
    alert_rule_test:
      - { eval_time: 20m, alertname: CardroomNoStandby, exp_alerts: [] }
  # One upgrade is a restart; a server that ends again and again has begun at five times.
  - interval: 1m
    input_series:
      - { series: 'cardroom_start_time_seconds{job="cardroom",instance="one"}', values: '100x10 700x20' }
      - { series: 'cardroom_start_time_seconds{job="cardroom",instance="two"}', values: '100 160 220 280 340x27' }
    alert_rule_test:
      - eval_time: 20m
        alertname: CardroomRestarts
        exp_alerts:
          - exp_labels: { job: cardroom, instance: two, severity: page }
            exp_annotations:
              summary: cardroom on two was started more than three times in half an hour
              description: Something ends it. Look at journalctl --unit cardroom.
  # A report that is read within the day, and one that is not.
  - interval: 1h
    input_series:
      - { series: 'cardroom_reports_unread{job="cardroom",instance="one"}', values: '1x20 0x1 1x20' }
      - { series: 'cardroom_reports_unread{job="cardroom",instance="two"}', values: '0x5 2x40' }
    alert_rule_test:
      - { eval_time: 20h, alertname: CardroomReports, exp_alerts: [] }
      - eval_time: 32h
        alertname: CardroomReports
        exp_alerts:
          - exp_labels: { job: cardroom, instance: two, severity: ticket }
            exp_annotations:
              summary: reports of players have been waiting for a day on two
              description: Read them with cardroom admin reports. A report is deleted after 180 days.
"#;

/// A test for promtool. It contains metrics of three servers, one value for each minute, and the alerts that must fire
/// minutes later.
const OF_A_CLUSTER: &str = r#"
rule_files: [alerts.yaml]
evaluation_interval: 1m
tests:
  # One of three is apart; one that is down is no reason for this alert.
  - interval: 1m
    input_series:
      - { series: 'cardroom_nodes_reached{job="cardroom",instance="one"}', values: '2x4 1x5 1x10' }
      - { series: 'cardroom_nodes_reached{job="cardroom",instance="two"}', values: '2x4 1x5 1x10' }
      - { series: 'cardroom_nodes_reached{job="cardroom",instance="three"}', values: '2x4 0x5 stale' }
    alert_rule_test:
      - { eval_time: 4m, alertname: CardroomNodeApart, exp_alerts: [] }
      - eval_time: 9m
        alertname: CardroomNodeApart
        exp_alerts:
          - exp_labels: { job: cardroom, instance: one, severity: page }
            exp_annotations:
              summary: cardroom on one does not reach all other nodes
              description: Look at its log and at its network to the other nodes. Its people cannot play at their tables.
          - exp_labels: { job: cardroom, instance: two, severity: page }
            exp_annotations:
              summary: cardroom on two does not reach all other nodes
              description: Look at its log and at its network to the other nodes. Its people cannot play at their tables.
          - exp_labels: { job: cardroom, instance: three, severity: page }
            exp_annotations:
              summary: cardroom on three does not reach all other nodes
              description: Look at its log and at its network to the other nodes. Its people cannot play at their tables.
      - { eval_time: 15m, alertname: CardroomNodeApart, exp_alerts: [] }
  # A server alone reaches nobody, and nothing is wrong.
  - interval: 1m
    input_series:
      - { series: 'cardroom_nodes_reached{job="cardroom",instance="one"}', values: '0x20' }
    alert_rule_test:
      - { eval_time: 15m, alertname: CardroomNodeApart, exp_alerts: [] }
"#;

#[test]
fn prometheus_alerts_of_a_node_that_is_apart() {
    plays_the_rules(OF_A_CLUSTER);
}

#[test]
fn prometheus_alerts_of_a_lost_standby_of_restarts_and_of_reports_that_nobody_reads() {
    plays_the_rules(OF_A_SERVER);
}

/// Evaluates the alerts on these metrics, if promtool is installed.
fn plays_the_rules(values: &str) {
    let data = folder();
    std::fs::copy(docs("alerts.yaml"), data.path().join("alerts.yaml")).expect("a file");
    let tests = data.path().join("tests.yaml");
    std::fs::write(&tests, values).expect("a file");
    match Command::new("promtool").args(["test", "rules"]).arg(&tests).output() {
        Ok(output) => assert!(output.status.success(), "{output:?}"),
        Err(error) => assert_eq!(error.kind(), std::io::ErrorKind::NotFound, "{error}"),
    }
}

#[test]
fn metrics_without_a_token_are_refused() {
    let data = folder();
    let folder = data.path().to_str().expect("a plain path");
    let run = |token: &str| {
        let line = ["serve", "--check", "--data", folder, "--metrics", "127.0.0.1:0"];
        cardroom(&line).env("CARDROOM_METRICS_TOKEN", token).output().expect("it runs")
    };
    refused(&run(""), "needs a token of at least 16 characters");
    refused(&run("short"), "openssl rand -hex 32");
    let checked = run(TOKEN);
    let said = String::from_utf8_lossy(&checked.stdout);
    assert!(checked.status.success() && said.contains("metrics on 127.0.0.1:0, with a token"), "{checked:?}");
    assert!(!said.contains(TOKEN));
}
