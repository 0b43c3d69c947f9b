use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use bus::{BusEvent, FaultRates, MemoryBus, MemoryHub};
use futures_util::FutureExt;
use tokio::sync::mpsc::error::TryRecvError;
use tokio::task::unconstrained;

use super::super::message::RemotePerson;
use super::*;

/// Nodes at one bus, whose messages are received when a test says so.
struct TestCluster {
    hub: MemoryHub,
    nodes: Vec<Arc<Nodes>>,
    buses: Vec<Arc<MemoryBus>>,
    now: Instant,
    requested: Vec<(usize, Route, u64, String)>,
    /// Which nodes were told that they may have missed something.
    outdated: BTreeSet<usize>,
}

impl TestCluster {
    fn new(seed: u64, faults: FaultRates, count: usize) -> TestCluster {
        let hub = MemoryHub::new(seed, faults);
        let buses: Vec<Arc<MemoryBus>> = (0..count).map(|_| Arc::new(hub.join())).collect();
        let nodes = buses.iter().enumerate().map(|(n, bus)| Arc::new(Nodes::new(bus.clone(), format!("node {n}"))));
        TestCluster {
            nodes: nodes.collect(),
            hub,
            buses,
            now: Instant::now(),
            requested: Vec::new(),
            outdated: BTreeSet::new(),
        }
    }

    /// Receives all that has come, until nothing more comes.
    fn receive(&mut self) {
        let mut quiet = 0;
        while quiet < self.nodes.len() {
            quiet = 0;
            for index in 0..self.nodes.len() {
                let Some(event) = unconstrained(self.buses[index].next()).now_or_never().flatten() else {
                    quiet += 1;
                    continue;
                };
                match event {
                    BusEvent::Payload(payload) => self.handle(index, &payload),
                    BusEvent::Disconnected => self.nodes[index].set_connected(false),
                    BusEvent::Connected => self.nodes[index].set_connected(true),
                }
            }
        }
    }

    fn handle(&mut self, index: usize, payload: &[u8]) {
        for event in self.nodes[index].receive(payload, self.now) {
            match event {
                NodeEvent::Requested { route, id, table, .. } => self.requested.push((index, route, id, table)),
                NodeEvent::PeerBegun => drop(self.outdated.insert(index)),
                NodeEvent::LinkBegun(_) | NodeEvent::Broadcast(_) => {}
            }
        }
    }

    /// A second passes.
    fn heartbeat(&mut self) {
        self.now += Duration::from_secs(1);
        for node in self.nodes.clone() {
            node.heartbeat(self.now);
        }
        self.receive();
    }

    fn route(&self, from: usize, to: usize) -> Option<Route> {
        self.nodes[from].route(self.buses[to].address())
    }

    /// Seconds pass until every node reaches every other one.
    fn meet(&mut self) {
        for _ in 0..500 {
            self.heartbeat();
            let others = self.nodes.len() - 1;
            if self.nodes.iter().all(|node| node.count() == others) {
                return;
            }
        }
        panic!("they never meet");
    }
}

/// What a node tells all others does not reach one that it has no link to, and may be lost. Whoever may have missed it is told so.
#[test]
fn a_node_that_may_have_missed_something_is_told_so() {
    let mut cluster = TestCluster::new(1, FaultRates::default(), 2);
    cluster.meet();
    let tells = |cluster: &mut TestCluster, meanwhile: &dyn Fn(&TestCluster)| {
        cluster.heartbeat();
        cluster.outdated.clear();
        cluster.heartbeat();
        assert!(cluster.outdated.is_empty(), "nothing is missing");
        meanwhile(cluster);
        cluster.receive();
        cluster.hub.set_faults(FaultRates::default());
        cluster.hub.set_connected(true);
        cluster.receive();
        cluster.meet();
        std::mem::take(&mut cluster.outdated)
    };
    let bans = Broadcast::BansChanged;
    let both = BTreeSet::from([0, 1]);
    let away = tells(&mut cluster, &|cluster| {
        cluster.hub.set_connected(false);
        cluster.nodes[0].broadcast(&bans);
    });
    assert_eq!(away, both, "the bus was away");
    let lost = tells(&mut cluster, &|cluster| {
        cluster.hub.set_faults(FaultRates { lost: 1000, ..FaultRates::default() });
        cluster.nodes[0].broadcast(&bans);
    });
    assert!(lost.contains(&1), "a message was lost: {lost:?}");
    let silent = tells(&mut cluster, &|cluster| {
        // Node 0 has heard nothing of node 1 for long.
        cluster.nodes[0].heartbeat(cluster.now + PEER_TIMEOUT);
        cluster.nodes[0].broadcast(&bans);
    });
    assert!(silent.contains(&1), "it was not told: {silent:?}");
}

#[test]
fn a_node_that_drains_is_nobodys_successor() {
    let mut cluster = TestCluster::new(1, FaultRates::default(), 3);
    cluster.meet();
    let successor = |cluster: &TestCluster, of: usize| {
        let route = cluster.nodes[of].successor();
        route.and_then(|route| cluster.buses.iter().position(|bus| bus.address() == route.address))
    };
    assert_eq!((successor(&cluster, 0), successor(&cluster, 2)), (Some(1), Some(0)));
    cluster.nodes[1].set_draining(true);
    cluster.receive();
    assert_eq!((successor(&cluster, 0), successor(&cluster, 1), successor(&cluster, 2)), (Some(2), Some(0), Some(0)));
    cluster.nodes[0].set_draining(true);
    cluster.receive();
    assert_eq!((successor(&cluster, 0), successor(&cluster, 1), successor(&cluster, 2)), (Some(2), Some(2), None));
    // Who comes later hears it with the next heartbeat.
    cluster.hub.set_connected(false);
    cluster.receive();
    cluster.hub.set_connected(true);
    cluster.receive();
    cluster.meet();
    cluster.heartbeat();
    assert_eq!((successor(&cluster, 0), successor(&cluster, 2)), (Some(2), None));
    cluster.nodes[1].set_draining(false);
    cluster.receive();
    assert_eq!(successor(&cluster, 2), Some(1));
}

/// Sends what no version of today would.
fn send_of_tomorrow(cluster: &TestCluster, from: usize, to: usize, message: &str) {
    let (bus, address) = (&cluster.buses[from], cluster.buses[to].address());
    let mut state = cluster.nodes[from].lock();
    let peer = state.peers.get_mut(address).expect("met");
    for fragment in peer.link.encode(bus.address(), format!("{message}\n").as_bytes()) {
        bus.send(address, fragment).expect("connected");
    }
}

/// During an upgrade a node may hear what only the next version knows. Nobody waits for an answer that never comes.
#[tokio::test(start_paused = true)]
async fn what_another_version_asks_is_refused_at_once() {
    let mut cluster = TestCluster::new(1, FaultRates::default(), 2);
    cluster.meet();
    let began = Instant::now();
    // A request that the other one does not know: its number is that of a known one which waits.
    let (route, node) = (cluster.route(0, 1).expect("met"), cluster.nodes[0].clone());
    let asking = tokio::spawn(async move { node.request(&route, "abc", TableRequest::Summary).await });
    while cluster.requested.is_empty() {
        tokio::task::yield_now().await;
        cluster.receive();
    }
    let (_, _, id, _) = cluster.requested.remove(0);
    send_of_tomorrow(&cluster, 0, 1, &format!(r#"{{"t":"request","id":{id},"table":"abc","request":"of_tomorrow"}}"#));
    cluster.receive();
    assert_eq!(asking.await.expect("no panic").err(), Some(ApiError::OtherVersion));
    // A response that the asker does not know.
    let (route, node) = (cluster.route(0, 1).expect("met"), cluster.nodes[0].clone());
    let asking = tokio::spawn(async move { node.request(&route, "abc", TableRequest::Summary).await });
    while cluster.requested.is_empty() {
        tokio::task::yield_now().await;
        cluster.receive();
    }
    let (_, _, id, _) = cluster.requested.remove(0);
    send_of_tomorrow(&cluster, 1, 0, &format!(r#"{{"t":"response","id":{id},"result":{{"Ok":"of_tomorrow"}}}}"#));
    cluster.receive();
    assert_eq!(asking.await.expect("no panic").err(), Some(ApiError::OtherVersion));
    // A command of a page that came from the newer one. Its stream goes on.
    let mut stream = TestStream::open(&cluster);
    let number = stream.number;
    let input = r#"{"Command":{"t":"of_tomorrow"}}"#.replace("Command", "command");
    send_of_tomorrow(&cluster, 0, 1, &format!(r#"{{"t":"input","stream":{number},"input":{input}}}"#));
    send_of_tomorrow(&cluster, 0, 1, r#"{"t":"of_tomorrow"}"#);
    cluster.receive();
    let told = stream.outputs.try_recv().expect("it is told");
    assert!(told.contains(r#""t":"error""#) && told.contains(r#""key":"other_version""#), "{told}");
    stream.send_output(&cluster);
    cluster.receive();
    assert!(stream.check(), "nothing is lost on the link");
    assert_eq!(began.elapsed(), Duration::ZERO, "nobody waited");
}

/// A stream from node 0 to a table of node 1.
struct TestStream {
    number: u64,
    from_owner: Route,
    outputs: mpsc::Receiver<Utf8Bytes>,
    inputs: mpsc::Receiver<StreamInput>,
    route: Route,
    outputs_sent: u32,
    inputs_sent: u32,
    outputs_read: u32,
    inputs_read: u32,
}

impl TestStream {
    fn open(cluster: &TestCluster) -> TestStream {
        let (route, from_owner) = (cluster.route(0, 1).expect("met"), cluster.route(1, 0).expect("met"));
        let number = cluster.nodes[0].number();
        let (outbox, outputs) = mpsc::channel(64);
        let (input, inputs) = mpsc::channel(64);
        cluster.nodes[0].open_stream(&route, number, outbox);
        assert!(cluster.nodes[1].accept_stream(&from_owner, number, input));
        let (outputs_sent, inputs_sent, outputs_read, inputs_read) = (0, 0, 0, 0);
        TestStream { number, from_owner, outputs, inputs, route, outputs_sent, inputs_sent, outputs_read, inputs_read }
    }

    fn send_output(&mut self, cluster: &TestCluster) {
        let message = NodeMessage::Output { stream: self.number };
        cluster.nodes[1].send(&self.from_owner, &message, &format!("frame {}", self.outputs_sent));
        self.outputs_sent += 1;
    }

    fn send_input(&mut self, cluster: &TestCluster) {
        let input = StreamInput::EngineActs { id: u64::from(self.inputs_sent), action: String::new() };
        cluster.nodes[0].send(&self.route, &NodeMessage::Input { stream: self.number, input }, "");
        self.inputs_sent += 1;
    }

    /// Whatever has come is the next, each time. Whether both ends are still open.
    fn check(&mut self) -> bool {
        let outputs = loop {
            match self.outputs.try_recv() {
                Ok(text) => assert_eq!(text.as_str(), format!("frame {}", self.outputs_read), "in order and once"),
                Err(end) => break end,
            }
            self.outputs_read += 1;
        };
        let inputs = loop {
            match self.inputs.try_recv() {
                Ok(StreamInput::EngineActs { id, .. }) => {
                    assert_eq!(id, u64::from(self.inputs_read), "in order and once")
                }
                Ok(_) => {}
                Err(end) => break end,
            }
            self.inputs_read += 1;
        };
        outputs == TryRecvError::Empty && inputs == TryRecvError::Empty
    }
}

/// Whatever the bus does to messages: a stream delivers everything in order and once, or it ends, at both ends.
#[tokio::test]
async fn a_stream_is_whole_or_it_ends() {
    let (mut ended, mut whole) = (0, 0);
    for seed in 0..200 {
        let mut cluster = TestCluster::new(seed, FaultRates::default(), 2);
        cluster.meet();
        let mut stream = TestStream::open(&cluster);
        cluster.hub.set_faults(FaultRates { lost: 10, duplicated: 20, delayed: 10 });
        for round in 0..30 {
            for _ in 0..(seed + round) % 4 {
                stream.send_output(&cluster);
                stream.send_input(&cluster);
            }
            cluster.receive();
            stream.check();
        }
        cluster.hub.set_faults(FaultRates::default());
        // A lost message that was the last one is detected too: the next heartbeat has a sequence number.
        for _ in 0..4 {
            cluster.heartbeat();
        }
        match stream.check() {
            true => {
                let sent = (stream.outputs_sent, stream.inputs_sent);
                assert_eq!((stream.outputs_read, stream.inputs_read), sent, "seed {seed}: nothing is missing");
                whole += 1;
            }
            false => {
                assert!(stream.outputs.is_closed() && stream.inputs.is_closed(), "seed {seed}: it ends at both ends");
                ended += 1;
            }
        }
        cluster.meet();
        let mut anew = TestStream::open(&cluster);
        anew.send_output(&cluster);
        cluster.receive();
        assert!(anew.check() && anew.outputs_read == 1, "seed {seed}: people connect again");
    }
    assert!(ended > 20 && whole > 20, "{ended} ended, {whole} did not: the seeds show both");
}

#[tokio::test]
async fn nodes_meet_also_where_messages_are_lost() {
    for seed in 0..50 {
        let mut cluster = TestCluster::new(seed, FaultRates { lost: 100, duplicated: 50, delayed: 50 }, 3);
        cluster.meet();
    }
}

#[tokio::test]
async fn a_request_is_answered_or_fails() {
    let mut cluster = TestCluster::new(1, FaultRates::default(), 2);
    cluster.meet();
    let route = cluster.route(0, 1).expect("met");
    let ask = |cluster: &TestCluster, route: &Route| {
        let (node, route) = (cluster.nodes[0].clone(), route.clone());
        tokio::spawn(async move {
            let person = RemotePerson { session: 1, name: "Ann".to_owned(), network: None };
            node.request(&route, "table", TableRequest::Sit(person, None)).await
        })
    };
    let answered = ask(&cluster, &route);
    while cluster.requested.is_empty() {
        tokio::task::yield_now().await;
        cluster.receive();
    }
    let (at, back, id, table) = cluster.requested.remove(0);
    assert_eq!((at, table.as_str()), (1, "table"));
    cluster.nodes[1].send(&back, &NodeMessage::Response { id, result: Err(RemoteError::Full) }, "");
    cluster.receive();
    assert_eq!(answered.await.expect("no panic").err(), Some(ApiError::Full));
    // The other node dies before it answers.
    let failed = ask(&cluster, &route);
    while cluster.requested.is_empty() {
        tokio::task::yield_now().await;
        cluster.receive();
    }
    for _ in 0..4 {
        cluster.now += Duration::from_secs(1);
        cluster.nodes[0].heartbeat(cluster.now);
    }
    assert_eq!(failed.await.expect("no panic").err(), Some(ApiError::Store(StoreError::Elsewhere)));
    assert!(cluster.route(0, 1).is_none() && cluster.nodes[0].count() == 0);
    // And one whose link has ended already fails at once.
    assert_eq!(ask(&cluster, &route).await.expect("no panic").err(), Some(ApiError::Store(StoreError::Elsewhere)));
}

#[tokio::test]
async fn a_lost_bus_ends_every_stream_and_nodes_meet_again() {
    let mut cluster = TestCluster::new(1, FaultRates::default(), 2);
    cluster.meet();
    let mut stream = TestStream::open(&cluster);
    cluster.hub.set_connected(false);
    cluster.receive();
    assert!(!stream.check() && stream.outputs.is_closed() && stream.inputs.is_closed());
    assert!(cluster.nodes.iter().all(|node| !node.is_connected() && node.count() == 0));
    cluster.hub.set_connected(true);
    cluster.meet();
    assert!(cluster.route(0, 1).is_some());
}

#[tokio::test]
async fn a_node_that_stops_is_gone_at_once() {
    let mut cluster = TestCluster::new(1, FaultRates::default(), 3);
    cluster.meet();
    let mut stream = TestStream::open(&cluster);
    cluster.nodes[1].leave();
    cluster.receive();
    assert!(!stream.check() && stream.outputs.is_closed());
    cluster.heartbeat();
    assert_eq!(cluster.nodes.iter().map(|node| node.count()).collect::<Vec<_>>(), [1, 0, 1]);
}

#[tokio::test]
async fn every_node_lists_the_tables_of_all_until_their_node_has_gone() {
    let mut cluster = TestCluster::new(1, FaultRates::default(), 3);
    cluster.meet();
    let line = |id: &str| LobbyTable {
        id: id.to_owned(),
        game: "kael".to_owned(),
        stage: protocol::Stage::Gathering,
        seats: Vec::new(),
        clock: Default::default(),
        watch: true,
        created: String::new(),
    };
    cluster.nodes[0].broadcast(&Broadcast::TableListed(Box::new(line("a"))));
    cluster.nodes[1].broadcast(&Broadcast::TableListed(Box::new(line("b"))));
    cluster.nodes[1].broadcast(&Broadcast::TableListed(Box::new(line("c"))));
    cluster.nodes[1].broadcast(&Broadcast::TableUnlisted("b".to_owned()));
    cluster.receive();
    let listed = |cluster: &TestCluster, at: usize| -> Vec<String> {
        let all: BTreeMap<String, LobbyTable> =
            cluster.nodes[at].lobby().into_iter().map(|table| (table.id.clone(), table)).collect();
        all.into_keys().collect()
    };
    assert_eq!([0, 1, 2].map(|at| listed(&cluster, at)), [vec!["c"], vec!["a"], vec!["a", "c"]]);
    cluster.nodes[1].leave();
    cluster.receive();
    assert_eq!(listed(&cluster, 2), ["a"]);
}

/// The stream of a client that does not read is closed; the table at the other node is told.
#[tokio::test]
async fn a_client_that_cannot_keep_up_is_disconnected() {
    let mut cluster = TestCluster::new(1, FaultRates::default(), 2);
    cluster.meet();
    let mut stream = TestStream::open(&cluster);
    for _ in 0..70 {
        stream.send_output(&cluster);
    }
    cluster.receive();
    let left =
        std::iter::from_fn(|| stream.inputs.try_recv().ok()).any(|input| matches!(input, StreamInput::Left { .. }));
    assert!(left && stream.outputs.len() == 64);
}
