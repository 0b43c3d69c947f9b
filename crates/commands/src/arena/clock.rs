//! Clocks that measure and limit decisions.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Weak};
use std::thread;
use std::time::{Duration, Instant};

/// An alarm: a time, and the flag that is set at that time. A decision drops its flag when it ends, so an alarm after
/// its end has no effect.
type Alarm = (Instant, Weak<AtomicBool>);

/// A clock with a thread of its own, which sets the flags of alarms.
pub struct AlarmClock {
    /// The start of the clock; `None` if the clock measures processor time.
    began: Option<Instant>,
    /// The channel to the thread of the clock. The thread ends when the clock is dropped.
    alarms: Sender<Alarm>,
}

impl AlarmClock {
    /// Starts a clock of wall time, and its thread.
    pub fn start() -> AlarmClock {
        AlarmClock::of(Some(Instant::now()))
    }

    /// Starts a clock that measures the processor time of the calling thread. Other programs do not affect this time.
    /// Alarms still use wall time.
    pub fn of_processor() -> AlarmClock {
        AlarmClock::of(None)
    }

    fn of(began: Option<Instant>) -> AlarmClock {
        let (alarms, coming) = channel::<Alarm>();
        thread::spawn(move || {
            // The alarms in the order of their times. The number makes the keys of alarms at the same time different.
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

/// Returns the processor time of this thread.
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
        // On a virtual machine the two clocks can differ by microseconds.
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
