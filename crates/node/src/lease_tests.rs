//! The steps of a lease. The simulator plays nodes whose clocks go wrong, who sleep, and whose requests and answers are late or lost
//! (`simulator/src/cluster`).

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
    // The machine sleeps for an hour, then reads the answer of before.
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
