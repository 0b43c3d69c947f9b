//! The time of decisions.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, Weak};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// A clock with a thread of its own that sets the alarms off.
pub struct AlarmClock {
    /// When it began; `None` if it tells processor time.
    began: Option<Instant>,
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
    /// Starts its thread, which ends with it. It tells the time on the wall.
    pub fn start() -> AlarmClock {
        AlarmClock::of(Some(Instant::now()))
    }

    /// The same, but it tells how long the thread that asks has computed: other programs on the machine change nothing. The
    /// alarms go by the time on the wall.
    pub fn of_processor() -> AlarmClock {
        AlarmClock::of(None)
    }

    fn of(began: Option<Instant>) -> AlarmClock {
        let alarms = Arc::new(Alarms::default());
        let rings = thread::spawn({
            let alarms = Arc::clone(&alarms);
            move || alarms.ring()
        });
        AlarmClock { began, alarms, rings: Some(rings) }
    }
}

impl ::arena::TimeSource for AlarmClock {
    fn now(&self) -> Duration {
        self.began.map_or_else(processor_time, |began| began.elapsed())
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

/// How long this thread has computed.
fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or(0))
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
    fn processor_time_goes_on_with_work_alone() {
        let clock = AlarmClock::of_processor();
        let (wall, began) = (Instant::now(), clock.now());
        while clock.now() - began < Duration::from_millis(5) {
            std::hint::black_box(0);
        }
        // On a virtual machine the two clocks do not agree to the microsecond.
        assert!(wall.elapsed() >= Duration::from_millis(4), "work takes time on the wall too");
        let worked = clock.now();
        thread::sleep(Duration::from_millis(200));
        assert!(clock.now() - worked < Duration::from_millis(100), "sleep is no work");
    }

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
