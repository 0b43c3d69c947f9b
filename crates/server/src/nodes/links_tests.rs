use std::collections::BTreeMap;
use std::time::Duration;

use bus::{BusEvent, MemoryBus, MemoryHub, Mischief};
use futures_util::FutureExt;
use tokio::sync::mpsc::error::TryRecvError;
use tokio::task::unconstrained;

use super::super::letter::RemotePerson;
use super::*;

/// Nodes at one bus, whose letters are read when a test says so.
struct House {
    hub: MemoryHub,
    nodes: Vec<Arc<Nodes>>,
    buses: Vec<Arc<MemoryBus>>,
    now: Instant,
    asked: Vec<(usize, Route, u64, String)>,
}

impl House {
    fn new(seed: u64, mischief: Mischief, count: usize) -> House {
        let hub = MemoryHub::new(seed, mischief);
        let buses: Vec<Arc<MemoryBus>> = (0..count).map(|_| Arc::new(hub.join())).collect();
        let nodes = buses.iter().enumerate().map(|(n, bus)| Arc::new(Nodes::new(bus.clone(), format!("node {n}"))));
        House { nodes: nodes.collect(), hub, buses, now: Instant::now(), asked: Vec::new() }
    }

    /// Reads all that has come, until nothing more comes.
    fn read(&mut self) {
        let mut quiet = 0;
        while quiet < self.nodes.len() {
            quiet = 0;
            for index in 0..self.nodes.len() {
                let Some(event) = unconstrained(self.buses[index].next()).now_or_never().flatten() else {
                    quiet += 1;
                    continue;
                };
                match event {
                    BusEvent::Post(post) => self.post(index, &post),
                    BusEvent::Away => self.nodes[index].bus_is(false),
                    BusEvent::Back => self.nodes[index].bus_is(true),
                }
            }
        }
    }

    fn post(&mut self, index: usize, post: &[u8]) {
        for happening in self.nodes[index].receive(post, self.now) {
            if let Happening::Asked { route, id, table, .. } = happening {
                self.asked.push((index, route, id, table));
            }
        }
    }

    /// A second passes.
    fn beat(&mut self) {
        self.now += Duration::from_secs(1);
        for node in self.nodes.clone() {
            node.beat(self.now);
        }
        self.read();
    }

    fn route(&self, from: usize, to: usize) -> Option<Route> {
        self.nodes[from].route(self.buses[to].address())
    }

    /// Seconds pass until every node reaches every other one.
    fn meet(&mut self) {
        for _ in 0..500 {
            self.beat();
            let others = self.nodes.len() - 1;
            if self.nodes.iter().all(|node| node.count() == others) {
                return;
            }
        }
        panic!("they never meet");
    }
}

/// A line from node 0 to a table of node 1.
struct TestLine {
    number: u64,
    from_owner: Route,
    messages: mpsc::Receiver<Utf8Bytes>,
    says: mpsc::Receiver<Said>,
    route: Route,
    sent: u32,
    said: u32,
    shown: u32,
    heard: u32,
}

impl TestLine {
    fn open(house: &House) -> TestLine {
        let (route, from_owner) = (house.route(0, 1).expect("met"), house.route(1, 0).expect("met"));
        let number = house.nodes[0].number();
        let (outbox, messages) = mpsc::channel(64);
        let (say, says) = mpsc::channel(64);
        house.nodes[0].open_line(&route, number, outbox);
        assert!(house.nodes[1].admit(&from_owner, number, say));
        TestLine { number, from_owner, messages, says, route, sent: 0, said: 0, shown: 0, heard: 0 }
    }

    fn sends(&mut self, house: &House) {
        let letter = Letter::Frame { line: self.number };
        house.nodes[1].send(&self.from_owner, &letter, &format!("frame {}", self.sent));
        self.sent += 1;
    }

    fn says(&mut self, house: &House) {
        let said = Said::Acts { id: u64::from(self.said), action: String::new() };
        house.nodes[0].send(&self.route, &Letter::Said { line: self.number, said }, "");
        self.said += 1;
    }

    /// Whatever has come is the next, each time. Whether both ends are still open.
    fn check(&mut self) -> bool {
        let shown = loop {
            match self.messages.try_recv() {
                Ok(text) => assert_eq!(text.as_str(), format!("frame {}", self.shown), "in order and once"),
                Err(end) => break end,
            }
            self.shown += 1;
        };
        let heard = loop {
            match self.says.try_recv() {
                Ok(Said::Acts { id, .. }) => assert_eq!(id, u64::from(self.heard), "in order and once"),
                Ok(_) => {}
                Err(end) => break end,
            }
            self.heard += 1;
        };
        shown == TryRecvError::Empty && heard == TryRecvError::Empty
    }
}

/// Whatever the bus does to letters: a line shows everything in order and once, or it ends, at both ends.
#[tokio::test]
async fn a_line_is_whole_or_it_ends() {
    let (mut ended, mut whole) = (0, 0);
    for seed in 0..200 {
        let mut house = House::new(seed, Mischief::default(), 2);
        house.meet();
        let mut line = TestLine::open(&house);
        house.hub.behave(Mischief { lost: 10, doubled: 20, late: 10 });
        for round in 0..30 {
            for _ in 0..(seed + round) % 4 {
                line.sends(&house);
                line.says(&house);
            }
            house.read();
            line.check();
        }
        house.hub.behave(Mischief::default());
        // Also a letter that was the last one is missed: the next beat has a number.
        for _ in 0..4 {
            house.beat();
        }
        match line.check() {
            true => {
                assert_eq!((line.shown, line.heard), (line.sent, line.said), "seed {seed}: nothing is missing");
                whole += 1;
            }
            false => {
                assert!(line.messages.is_closed() && line.says.is_closed(), "seed {seed}: it ends at both ends");
                ended += 1;
            }
        }
        house.meet();
        let mut anew = TestLine::open(&house);
        anew.sends(&house);
        house.read();
        assert!(anew.check() && anew.shown == 1, "seed {seed}: people connect again");
    }
    assert!(ended > 20 && whole > 20, "{ended} ended, {whole} did not: the seeds show both");
}

#[tokio::test]
async fn nodes_meet_also_where_letters_are_lost() {
    for seed in 0..50 {
        let mut house = House::new(seed, Mischief { lost: 100, doubled: 50, late: 50 }, 3);
        house.meet();
    }
}

#[tokio::test]
async fn a_question_is_answered_or_fails() {
    let mut house = House::new(1, Mischief::default(), 2);
    house.meet();
    let route = house.route(0, 1).expect("met");
    let ask = |house: &House, route: &Route| {
        let (node, route) = (house.nodes[0].clone(), route.clone());
        tokio::spawn(async move {
            let person = RemotePerson { session: 1, name: "Ann".to_owned() };
            node.ask(&route, "table", TableQuestion::Sit(person)).await
        })
    };
    let answered = ask(&house, &route);
    while house.asked.is_empty() {
        tokio::task::yield_now().await;
        house.read();
    }
    let (at, back, id, table) = house.asked.remove(0);
    assert_eq!((at, table.as_str()), (1, "table"));
    house.nodes[1].send(&back, &Letter::Answer { id, answer: Err(Fault::Full) }, "");
    house.read();
    assert_eq!(answered.await.expect("no panic").err(), Some(ApiError::Full));
    // The other node dies before it answers.
    let failed = ask(&house, &route);
    while house.asked.is_empty() {
        tokio::task::yield_now().await;
        house.read();
    }
    for _ in 0..4 {
        house.now += Duration::from_secs(1);
        house.nodes[0].beat(house.now);
    }
    assert_eq!(failed.await.expect("no panic").err(), Some(ApiError::Store(StoreError::Elsewhere)));
    assert!(house.route(0, 1).is_none() && house.nodes[0].count() == 0);
    // And one whose link has ended already fails at once.
    assert_eq!(ask(&house, &route).await.expect("no panic").err(), Some(ApiError::Store(StoreError::Elsewhere)));
}

#[tokio::test]
async fn a_bus_that_is_away_ends_every_line_and_nodes_meet_again() {
    let mut house = House::new(1, Mischief::default(), 2);
    house.meet();
    let mut line = TestLine::open(&house);
    house.hub.set_away(true);
    house.read();
    assert!(!line.check() && line.messages.is_closed() && line.says.is_closed());
    assert!(house.nodes.iter().all(|node| !node.is_there() && node.count() == 0));
    house.hub.set_away(false);
    house.meet();
    assert!(house.route(0, 1).is_some());
}

#[tokio::test]
async fn a_node_that_stops_is_gone_at_once() {
    let mut house = House::new(1, Mischief::default(), 3);
    house.meet();
    let mut line = TestLine::open(&house);
    house.nodes[1].leave();
    house.read();
    assert!(!line.check() && line.messages.is_closed());
    house.beat();
    assert_eq!(house.nodes.iter().map(|node| node.count()).collect::<Vec<_>>(), [1, 0, 1]);
}

#[tokio::test]
async fn every_node_lists_the_tables_of_all_until_their_node_has_gone() {
    let mut house = House::new(1, Mischief::default(), 3);
    house.meet();
    let line = |id: &str| LobbyTable {
        id: id.to_owned(),
        game: "kael".to_owned(),
        stage: protocol::Stage::Gathering,
        seats: Vec::new(),
        clock: Default::default(),
        watch: true,
        created: String::new(),
    };
    house.nodes[0].spread(&HouseNews::Shown(Box::new(line("a"))));
    house.nodes[1].spread(&HouseNews::Shown(Box::new(line("b"))));
    house.nodes[1].spread(&HouseNews::Shown(Box::new(line("c"))));
    house.nodes[1].spread(&HouseNews::Hidden("b".to_owned()));
    house.read();
    let listed = |house: &House, at: usize| -> Vec<String> {
        let all: BTreeMap<String, LobbyTable> =
            house.nodes[at].lobby().into_iter().map(|table| (table.id.clone(), table)).collect();
        all.into_keys().collect()
    };
    assert_eq!([0, 1, 2].map(|at| listed(&house, at)), [vec!["c"], vec!["a"], vec!["a", "c"]]);
    house.nodes[1].leave();
    house.read();
    assert_eq!(listed(&house, 2), ["a"]);
}

/// A client that does not read is hung up on; the table at the other node is told.
#[tokio::test]
async fn who_cannot_keep_up_is_hung_up_on() {
    let mut house = House::new(1, Mischief::default(), 2);
    house.meet();
    let mut line = TestLine::open(&house);
    for _ in 0..70 {
        line.sends(&house);
    }
    house.read();
    let left = std::iter::from_fn(|| line.says.try_recv().ok()).any(|said| matches!(said, Said::Left { .. }));
    assert!(left && line.messages.len() == 64);
}
