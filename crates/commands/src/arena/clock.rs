//! The time of decisions.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, Weak};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// A clock with a thread of its own that sets the alarms off.
pub struct AlarmClock {
    began: Instant,
    alarms: Arc<Alarms>,
    rings: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Alarms {
    state: Mutex<Timers>,
    changed: Condvar,
}

#[derive(Default)]
struct Timers {
    /// The soonest first; the number only tells apart.
    waiting: BinaryHeap<Reverse<(Instant, u64)>>,
    /// By number. A decision that has been made has dropped its flag.
    flags: std::collections::BTreeMap<u64, Weak<AtomicBool>>,
    next: u64,
    over: bool,
}

impl AlarmClock {
    /// Starts its thread, which ends with it.
    pub fn start() -> AlarmClock {
        let alarms = Arc::new(Alarms::default());
        let rings = thread::spawn({
            let alarms = Arc::clone(&alarms);
            move || alarms.ring()
        });
        AlarmClock { began: Instant::now(), alarms, rings: Some(rings) }
    }
}

impl ::arena::TimeSource for AlarmClock {
    fn now(&self) -> Duration {
        self.began.elapsed()
    }

    fn alarm(&self, after: Duration, stop: &Arc<AtomicBool>) {
        let mut state = self.alarms.lock();
        let number = state.next;
        state.next += 1;
        state.waiting.push(Reverse((Instant::now() + after, number)));
        state.flags.insert(number, Arc::downgrade(stop));
        self.alarms.changed.notify_one();
    }
}

impl Alarms {
    fn lock(&self) -> MutexGuard<'_, Timers> {
        self.state.lock().expect("nothing panics with the lock held")
    }

    fn ring(&self) {
        let mut state = self.lock();
        while !state.over {
            let now = Instant::now();
            state = match state.waiting.peek() {
                None => self.changed.wait(state).expect("nothing panics with the lock held"),
                Some(Reverse((at, _))) if *at > now => {
                    let left = *at - now;
                    self.changed.wait_timeout(state, left).expect("nothing panics with the lock held").0
                }
                Some(_) => {
                    let Reverse((_, number)) = state.waiting.pop().expect("one was there");
                    if let Some(flag) = state.flags.remove(&number).and_then(|flag| flag.upgrade()) {
                        flag.store(true, Ordering::Relaxed);
                    }
                    state
                }
            };
        }
    }
}

impl Drop for AlarmClock {
    fn drop(&mut self) {
        self.alarms.lock().over = true;
        self.alarms.changed.notify_one();
        if let Some(rings) = self.rings.take() {
            rings.join().expect("the clock does not panic");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::arena::TimeSource;

    #[test]
    fn alarms_go_off_in_their_time_and_not_before() {
        let clock = AlarmClock::start();
        let flags: Vec<Arc<AtomicBool>> = (0..3).map(|_| Arc::default()).collect();
        let began = clock.now();
        for (flag, ms) in flags.iter().zip([60_000, 5, 20]) {
            clock.alarm(Duration::from_millis(ms), flag);
        }
        for (flag, ms) in [(&flags[1], 5), (&flags[2], 20)] {
            while !flag.load(Ordering::Relaxed) {
                thread::yield_now();
            }
            assert!(clock.now() - began >= Duration::from_millis(ms));
        }
        assert!(!flags[0].load(Ordering::Relaxed));
    }
}
