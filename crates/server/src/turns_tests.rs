//! Tests of turns: the shares of networks and guests, the limits, and jobs that leave.

use std::collections::BTreeMap;

use tokio::task::JoinHandle;
use tokio::time::sleep;

use super::*;

const COST: Duration = Duration::from_millis(70);

fn from(network: &str) -> Option<IpAddr> {
    Some(network.parse().expect("an address"))
}

fn owner(guest: i64, network: &str) -> JobOwner {
    JobOwner::guest(SessionId(guest), from(network))
}

fn line(at_once: usize) -> WorkLine {
    WorkLine::new(at_once, [usize::MAX; 3], CancellationToken::new())
}

/// The owners of turns, in order.
type Order = Arc<Mutex<Vec<&'static str>>>;

/// Works for an owner again and again. Each turn takes `cost`.
fn works(line: &WorkLine, owner: JobOwner, name: &'static str, cost: Duration, order: &Order) -> JoinHandle<()> {
    let (line, order) = (line.clone(), order.clone());
    tokio::spawn(async move {
        loop {
            // Each turn belongs to a new job, but the used time stays with the owner.
            let mut place = line.place(owner).expect("room");
            place.turn().await;
            order.lock().push(name);
            sleep(cost).await;
        }
    })
}

fn counted(order: &Order) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    order.lock().drain(..).for_each(|name| *counts.entry(name).or_default() += 1);
    counts
}

#[tokio::test(start_paused = true)]
async fn networks_have_equal_shares_and_in_a_network_guests_have() {
    let (line, order) = (line(1), Order::default());
    let mut all = Vec::new();
    // One guest has 32 tables, and another guest of the same network has one.
    all.extend((0..32).map(|_| works(&line, owner(1, "192.0.2.1"), "many", COST, &order)));
    all.push(works(&line, owner(2, "192.0.2.1"), "beside", COST, &order));
    sleep(COST * 100).await;
    counted(&order);
    all.push(works(&line, owner(3, "198.51.100.1"), "stranger", COST, &order));
    // Wait until the time that the other owners have used no longer counts.
    sleep(HALF_LIFE * 8).await;
    counted(&order);
    sleep(COST * 400).await;
    let counts = counted(&order);
    let [many, beside, stranger] = ["many", "beside", "stranger"].map(|name| counts[name]);
    assert!((195..=205).contains(&stranger), "{counts:?}");
    assert!(many.abs_diff(beside) <= 6, "{counts:?}");
    // The third guest now has eight jobs with shorter turns. The used time counts, not the number of turns.
    all.pop().expect("there").abort();
    all.extend((0..8).map(|_| works(&line, owner(3, "198.51.100.1"), "cheap", COST / 7, &order)));
    sleep(HALF_LIFE * 8).await;
    counted(&order);
    sleep(COST * 400).await;
    let counts = counted(&order);
    assert!(counts["cheap"] > 5 * (counts["many"] + counts["beside"]), "{counts:?}");
    all.iter().for_each(JoinHandle::abort);
}

#[tokio::test(start_paused = true)]
async fn whoever_asks_for_little_waits_for_one_turn_only() {
    let (line, order) = (line(1), Order::default());
    let all: Vec<_> = (0..96).map(|_| works(&line, owner(1, "192.0.2.1"), "many", COST, &order)).collect();
    sleep(COST * 50).await;
    for _ in 0..100 {
        let asked = Instant::now();
        let mut place = line.place(owner(2, "198.51.100.1")).expect("room");
        place.turn().await;
        assert!(asked.elapsed() <= COST, "{:?}", asked.elapsed());
        sleep(Duration::from_millis(5)).await;
        drop(place);
        sleep(Duration::from_millis(900)).await;
    }
    all.iter().for_each(JoinHandle::abort);
}

#[tokio::test(start_paused = true)]
async fn nobody_waits_for_ever_behind_new_networks() {
    let (line, order) = (line(1), Order::default());
    let much = works(&line, owner(1, "192.0.2.1"), "much", COST, &order);
    sleep(COST * 100).await;
    counted(&order);
    // Each turn is requested by another new network, which has used no time.
    let mut waits = Vec::new();
    for network in 0..4000_u32 {
        let address = IpAddr::from((0x0A00_0000 + network).to_be_bytes());
        let (line, order) = (line.clone(), order.clone());
        waits.push(tokio::spawn(async move {
            let mut place = line.place(JobOwner::guest(SessionId(9), Some(address))).expect("room");
            place.turn().await;
            order.lock().push("new");
            sleep(COST).await;
        }));
        sleep(COST).await;
    }
    let counts = counted(&order);
    assert!(counts.get("much").is_some_and(|much| *much > 0), "{counts:?}");
    much.abort();
    waits.iter().for_each(JoinHandle::abort);
}

#[tokio::test(start_paused = true)]
async fn leaving_and_coming_back_changes_nothing() {
    let line = line(1);
    let mut first = line.place(owner(1, "192.0.2.1")).expect("room");
    first.turn().await;
    sleep(COST).await;
    let mut stranger = line.place(owner(3, "198.51.100.1")).expect("room");
    let stranger = tokio::spawn(async move { stranger.turn().await });
    let mut waiting = Vec::new();
    // A hundred guests of the first network ask for a turn. Ninety of them leave, and the last ten stay.
    for guest in 100..200 {
        let mut place = line.place(owner(guest, "192.0.2.1")).expect("room");
        let asks = tokio::spawn(async move { place.turn().await });
        tokio::task::yield_now().await;
        match guest < 190 {
            true => asks.abort(),
            false => waiting.push(asks),
        }
    }
    sleep(COST).await;
    assert_eq!(line.jobs(), 12, "who hangs up is in no line");
    drop(first);
    assert!(!stranger.await.expect("it has the turn"), "it has not used much");
    waiting.iter().for_each(JoinHandle::abort);
    sleep(COST).await;
    assert_eq!((line.jobs(), line.working()), (0, 0));
}

/// Checks that if the owner of a turn is deleted or disconnects while the turn is given, the next job gets the turn.
#[tokio::test(start_paused = true)]
async fn a_turn_that_nobody_takes_goes_on() {
    let line = line(1);
    let mut first = line.place(owner(1, "192.0.2.1")).expect("room");
    first.turn().await;
    let mut places = [2, 3].map(|guest| line.place(owner(guest, "198.51.100.1")).expect("room"));
    let [gone, stays] = &mut places;
    let mut gone = Box::pin(gone.turn());
    let mut stays = Box::pin(stays.turn());
    assert!(futures_util::poll!(&mut gone).is_pending() && futures_util::poll!(&mut stays).is_pending());
    drop(first);
    // The job of `gone` was given its turn, but its wait is dropped before it has noticed.
    drop(gone);
    assert!(futures_util::poll!(&mut stays).is_pending());
    drop(stays);
    let [gone, mut stays] = places;
    drop(gone);
    assert!(!stays.turn().await);
    assert_eq!((line.jobs(), line.working()), (1, 1));
}

#[tokio::test(start_paused = true)]
async fn between_its_steps_a_job_lets_those_go_first_who_have_used_less() {
    let line = line(1);
    let mut long = line.place(owner(1, "192.0.2.1")).expect("room");
    long.turn().await;
    sleep(COST).await;
    // If no other job waits, a job gets its next turn immediately.
    long.turn().await;
    sleep(COST).await;
    let mut short = line.place(owner(2, "198.51.100.1")).expect("room");
    let mut next = Box::pin(short.turn());
    assert!(futures_util::poll!(&mut next).is_pending());
    let mut more = Box::pin(long.turn());
    assert!(futures_util::poll!(&mut more).is_pending());
    assert!(futures_util::poll!(&mut next).is_ready());
    drop(next);
    sleep(COST).await;
    // The short job has used one turn and the long job two, so the short one immediately gets the next turn.
    let mut next = Box::pin(short.turn());
    assert!(futures_util::poll!(&mut next).is_ready() && futures_util::poll!(&mut more).is_pending());
    drop(next);
    drop(short);
    assert!(futures_util::poll!(&mut more).is_ready());
}

#[tokio::test(start_paused = true)]
async fn a_line_has_bounds_for_all_for_a_network_and_for_a_guest() {
    let line = WorkLine::new(3, [6, 4, 2], CancellationToken::new());
    let place = |guest, network| line.place(owner(guest, network));
    let mut held = Vec::new();
    for guest in [1, 1, 2, 3] {
        held.push(place(guest, "192.0.2.1").expect("room"));
    }
    assert_eq!(place(4, "192.0.2.1").err(), Some(ApiError::Busy), "so many of a network");
    held.push(place(5, "198.51.100.1").expect("room elsewhere"));
    held.push(place(5, "198.51.100.1").expect("room elsewhere"));
    assert_eq!(place(5, "203.0.113.1").err(), Some(ApiError::Busy), "so many in all");
    held.pop();
    assert_eq!(place(1, "203.0.113.1").err(), Some(ApiError::Busy), "so many of a guest, wherever it comes from");
}

#[tokio::test(start_paused = true)]
async fn whoever_has_used_much_is_told_and_it_is_forgotten() {
    let line = line(2);
    let mut place = line.place(owner(1, "192.0.2.1")).expect("room");
    assert!(!place.turn().await);
    sleep(MUCH * 2).await;
    assert!(place.turn().await, "it has used much");
    let mut beside = line.place(owner(2, "192.0.2.1")).expect("room");
    assert!(beside.turn().await, "so has its network");
    drop(place);
    let lighter = line.lightest([owner(1, "192.0.2.1"), owner(9, "198.51.100.1")].into_iter());
    assert_eq!(lighter, Some(owner(9, "198.51.100.1")));
    drop(beside);
    sleep(HALF_LIFE * 40).await;
    let mut place = line.place(owner(1, "192.0.2.1")).expect("room");
    assert!(!place.turn().await);
    assert_eq!(line.jobs.lock().used.len(), 0, "nothing is kept of it");
}

#[test]
fn a_site_is_one_network_and_here_each_guest_is_one() {
    let session = |id| Session { id: SessionId(id), name: String::new() };
    let ranges = vec!["203.0.113.0/24=20".parse().expect("a range")];
    let trust = Trust { ranges, ..Trust::default() };
    let of = |guest: Option<i64>, address: &str| {
        let address = ClientIp(address.parse().expect("an address"));
        JobOwner::of(&trust, guest.map(session).as_ref(), address)
    };
    let network = |guest, address| of(guest, address).network;
    assert_eq!(network(Some(1), "2001:db8:0:1::1"), network(Some(2), "2001:db8:0:ffff::2"));
    assert_eq!(network(None, "2001:db8:0:1::1"), network(Some(2), "2001:db8:0:ffff::2"));
    assert_ne!(network(Some(1), "2001:db8:0:1::1"), network(Some(1), "2001:db8:1:1::1"));
    assert_eq!(network(Some(1), "198.51.100.1"), network(Some(2), "::ffff:198.51.100.1"));
    assert_ne!(of(None, "2001:db8:0:1::1").guest, of(None, "2001:db8:0:2::1").guest);
    for alone in ["127.0.0.1", "::1", "203.0.113.7"] {
        assert_ne!(network(Some(1), alone), network(Some(2), alone), "{alone}");
        assert_eq!(network(None, alone), network(None, alone));
    }
}
