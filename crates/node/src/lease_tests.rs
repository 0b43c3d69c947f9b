//! Tests of leases on virtual time. The clocks of the nodes run too fast or too slow, nodes sleep, and requests and
//! answers are late or lost. The database obeys the rules that `postgres/ownership.rs` states in SQL.

use std::collections::BTreeMap;

use super::*;

fn at(ms: u64) -> Moment {
    Moment(Duration::from_millis(ms))
}

#[test]
fn a_lease_is_counted_from_before_the_request() {
    let mut lease = Lease::new(at(0));
    assert_eq!(lease.next(at(0)), Next::Begin);
    lease.asks(at(0));
    assert!(!lease.is_good(at(1)), "nothing is granted yet");
    lease.granted(at(900));
    assert!(lease.is_good(at(900)) && lease.is_good(at(3_999)));
    assert!(!lease.is_good(at(4_000)), "4 s after it was asked for, not after the answer");
    assert_eq!(lease.next(at(900)), Next::Wait(at(1_200)));
    assert_eq!(lease.next(at(1_200)), Next::Renew);
    lease.asks(at(1_200));
    assert_eq!(lease.next(at(1_201)), Next::Wait(at(4_000)), "one request at a time");
    lease.granted(at(2_000));
    assert!(lease.is_good(at(5_199)) && !lease.is_good(at(5_200)));
}

#[test]
fn an_answer_that_comes_too_late_is_worth_nothing() {
    let mut lease = Lease::new(at(0));
    lease.asks(at(0));
    lease.granted(at(4_000));
    assert!(!lease.is_good(at(4_000)));
    assert_eq!(lease.next(at(4_000)), Next::Begin, "it had no table yet");
    lease.asks(at(5_000));
    lease.granted(at(5_010));
    lease.asks(at(6_200));
    // The answer arrives, but the machine sleeps for an hour before it reads the answer.
    lease.granted(at(3_600_000));
    assert!(!lease.is_good(at(3_600_000)));
    assert_eq!(lease.next(at(3_600_000)), Next::Drop);
    lease.dropped(at(3_600_001));
    assert_eq!(lease.next(at(3_600_001)), Next::Begin);
}

#[test]
fn without_an_answer_it_asks_again_until_its_time_is_over() {
    let mut lease = Lease::new(at(0));
    lease.asks(at(0));
    lease.granted(at(5));
    let (mut now, mut asked) = (at(5), 0);
    loop {
        match lease.next(now) {
            Next::Renew => {
                asked += 1;
                lease.asks(now);
                lease.unanswered(now);
            }
            Next::Wait(until) => now = until,
            Next::Drop => break,
            Next::Begin => unreachable!("it holds one"),
        }
    }
    assert_eq!((now, asked), (at(4_000), 12), "at 1.2 s and then four times a second");
}

#[test]
fn who_is_refused_drops_its_tables_and_begins_anew() {
    let mut lease = Lease::new(at(0));
    lease.asks(at(0));
    lease.granted(at(5));
    lease.asks(at(1_200));
    lease.refused(at(1_210));
    assert!(!lease.is_good(at(1_210)));
    assert_eq!(lease.next(at(1_210)), Next::Drop);
}

/// A small random number generator (SplitMix64). Each seed always gives the same run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % n
    }
}

/// The state of the database. Its clock is the time of the test.
#[derive(Default)]
struct Database {
    /// The end of each node's lease, and whether the node has ended for good.
    leases: BTreeMap<u64, (u64, bool)>,
    /// The owner of each table, and the epoch of its ownership.
    owners: BTreeMap<u8, (u64, u64)>,
    last: u64,
}

impl Database {
    fn begin(&mut self, now: u64) -> u64 {
        self.last += 1;
        self.leases.insert(self.last, (now + GRANTED.as_millis() as u64, false));
        self.last
    }

    fn renew(&mut self, node: u64, now: u64) -> bool {
        let lease = self.leases.get_mut(&node).expect("it has begun");
        let good = !lease.1 && lease.0 > now;
        if good {
            lease.0 = now + GRANTED.as_millis() as u64;
        }
        good
    }

    /// Makes the node the owner of the table, if the table has no owner, the owner's lease has run out, or the node is
    /// the owner already. Returns the epoch of this ownership.
    fn take(&mut self, table: u8, node: u64, now: u64) -> Option<u64> {
        if let Some((owner, epoch)) = self.owners.get(&table).copied() {
            let lease = self.leases.get_mut(&owner).expect("it has begun");
            lease.1 |= lease.0 <= now;
            if owner == node {
                return Some(epoch);
            }
            if !lease.1 {
                return None;
            }
        }
        let epoch = self.owners.get(&table).map_or(1, |(_, epoch)| epoch + 1);
        self.owners.insert(table, (node, epoch));
        Some(epoch)
    }

    fn append(&self, table: u8, node: u64, epoch: u64) -> bool {
        self.owners.get(&table) == Some(&(node, epoch))
    }
}

enum Answer {
    Began(u64),
    Renewed(bool),
}

/// A process that shares the database with others.
struct Node {
    lease: Lease,
    id: u64,
    tables: BTreeMap<u8, u64>,
    /// The rate of the node's clock, in thousandths of the real rate.
    rate: u64,
    /// The time until which the node does nothing, because it is asleep, stopped or starved.
    until: u64,
    /// The answer to the node's request, and the time at which it arrives.
    answer: Option<(u64, Answer)>,
}

impl Node {
    /// Returns the time on the node's clock, which also runs while the node sleeps.
    fn clock(&self, now: u64) -> Moment {
        at(1_000_000 + now * self.rate / 1_000)
    }
}

/// Simulates three nodes and their database. `broken` plants a mistake: the node counts its lease from the answer
/// instead of from the request.
fn run(seed: u64, broken: bool) -> Result<(u64, u64), String> {
    let mut dice = Dice(seed);
    let mut database = Database::default();
    let mut nodes: Vec<Node> = (0..3)
        .map(|_| {
            let rate = 850 + dice.below(300);
            let mut node =
                Node { lease: Lease::new(at(0)), id: 0, tables: BTreeMap::new(), rate, until: 0, answer: None };
            node.lease = Lease::new(node.clock(0));
            node
        })
        .collect();
    let (mut taken, mut fenced) = (0, 0);
    for now in (0..120_000).step_by(20) {
        for node in &mut nodes {
            if dice.below(4_000) == 0 {
                node.until = now + dice.below(12_000);
            }
            if now < node.until {
                continue;
            }
            step(node, &mut database, &mut dice, now, broken);
            let good = node.lease.is_good(node.clock(now));
            let table = dice.below(4) as u8;
            match node.tables.get(&table) {
                Some(epoch) if good => fenced += u64::from(!database.append(table, node.id, *epoch)),
                None if good && dice.below(20) == 0 => {
                    if let Some(epoch) = database.take(table, node.id, now) {
                        node.tables.insert(table, epoch);
                        taken += 1;
                    }
                }
                _ => {}
            }
        }
        // A node that is awake and believes that its lease is good may read and show its tables, so it must be their
        // owner.
        for node in nodes.iter().filter(|node| now >= node.until && node.lease.is_good(node.clock(now))) {
            for (table, epoch) in &node.tables {
                if !database.append(*table, node.id, *epoch) {
                    return Err(format!("seed {seed}, {now} ms: two nodes act for table {table}"));
                }
            }
        }
    }
    Ok((taken, fenced))
}

fn step(node: &mut Node, database: &mut Database, dice: &mut Dice, now: u64, broken: bool) {
    let clock = node.clock(now);
    if let Some((_, answer)) = node.answer.take_if(|(comes, _)| *comes <= now) {
        if broken {
            node.lease.asks(clock);
        }
        match answer {
            Answer::Began(id) => {
                node.id = id;
                node.lease.granted(clock);
            }
            Answer::Renewed(true) => node.lease.granted(clock),
            Answer::Renewed(false) => node.lease.refused(clock),
        }
    }
    let next = node.lease.next(clock);
    if next == Next::Drop {
        node.tables.clear();
        node.lease.dropped(clock);
        node.answer = None;
    } else if node.answer.is_none() && matches!(next, Next::Begin | Next::Renew) {
        node.lease.asks(clock);
        match dice.below(10) {
            // In case 0 the request is lost. In case 1 the answer is lost, and the database has carried out the
            // request.
            0 => node.lease.unanswered(clock),
            1 => {
                let _ = next == Next::Renew && database.renew(node.id, now);
                node.lease.unanswered(clock);
            }
            _ => {
                let late = if dice.below(10) == 0 { dice.below(6_000) } else { dice.below(60) };
                let answer = match next {
                    Next::Begin => Answer::Began(database.begin(now)),
                    _ => Answer::Renewed(database.renew(node.id, now)),
                };
                node.answer = Some((now + late, answer));
            }
        }
    }
}

#[test]
fn never_do_two_nodes_act_for_a_table() {
    let (mut taken, mut fenced) = (0, 0);
    for seed in 0..500 {
        let (more, refused) = run(seed, false).unwrap_or_else(|words| panic!("{words}"));
        (taken, fenced) = (taken + more, fenced + refused);
    }
    assert!(taken > 5_000, "{taken} tables were taken");
    assert_eq!(fenced, 0, "nobody needed the fence");
}

#[test]
fn the_test_finds_a_node_that_counts_from_the_answer() {
    let found = (0..500).find_map(|seed| run(seed, true).err());
    assert!(found.is_some_and(|words| words.contains("two nodes act")), "the planted mistake");
}
