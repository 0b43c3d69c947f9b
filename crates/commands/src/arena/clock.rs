//! The time of decisions.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Weak};
use std::thread;
use std::time::{Duration, Instant};

/// An alarm: when it goes off, and the flag that it sets. A decision that has been made has dropped its flag.
type Alarm = (Instant, Weak<AtomicBool>);

/// A clock with a thread of its own that sets the alarms off.
pub struct AlarmClock {
    /// When it began; `None` if it tells processor time.
    began: Option<Instant>,
    /// Its thread ends with it.
    alarms: Sender<Alarm>,
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
        let (alarms, coming) = channel::<Alarm>();
        thread::spawn(move || {
            // The soonest first; the number only tells apart.
            let mut waiting: BTreeMap<(Instant, u64), Weak<AtomicBool>> = BTreeMap::new();
            for number in 0.. {
                let left = waiting.first_key_value().map(|((at, _), _)| at.saturating_duration_since(Instant::now()));
                match coming.recv_timeout(left.unwrap_or(Duration::MAX)) {
                    Ok((at, flag)) => _ = waiting.insert((at, number), flag),
                    Err(RecvTimeoutError::Timeout) => {
                        if let Some(flag) = waiting.pop_first().and_then(|(_, flag)| flag.upgrade()) {
                            flag.store(true, Ordering::Relaxed);
                        }
                    }
                    Err(RecvTimeoutError::Disconnected) => return,
                }
            }
        });
        AlarmClock { began, alarms }
    }
}

impl ::arena::TimeSource for AlarmClock {
    fn now(&self) -> Duration {
        self.began.map_or_else(processor_time, |began| began.elapsed())
    }

    fn alarm(&self, after: Duration, stop: &Arc<AtomicBool>) {
        self.alarms.send((Instant::now() + after, Arc::downgrade(stop))).expect("its thread ends with it");
    }
}

/// How long this thread has computed.
fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or(0))
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
