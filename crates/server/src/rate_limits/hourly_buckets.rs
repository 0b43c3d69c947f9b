//! How often each has done something lately.

use std::collections::BTreeMap;

use tokio::time::Instant;

/// How often each has done something lately: leaky buckets. All that an hour allows may come at once; then a bucket leaks evenly
/// over the hour.
pub(super) struct HourlyBuckets<K: Ord + Copy> {
    /// How full each bucket is, in millionths, and when that was.
    full: BTreeMap<K, (u64, Instant)>,
    /// How many buckets were left when empty ones were last dropped.
    left_by_drop: usize,
}

/// When there are this many buckets, empty ones are dropped.
pub(super) const BUCKETS: usize = 1024;

const HOUR_MS: u64 = 3_600_000;

/// One event, in the unit of a bucket.
const ONCE: u64 = 1_000_000;

impl<K: Ord + Copy> HourlyBuckets<K> {
    /// Returns whether one more event is allowed, with at most `most` in an hour.
    pub(super) fn has_room(&self, of: K, most: u64, now: Instant) -> bool {
        self.level(of, most, now) + ONCE <= most * ONCE
    }

    /// It is done once more.
    pub(super) fn add(&mut self, of: K, most: u64, now: Instant) {
        let level = self.level(of, most, now);
        self.full.insert(of, (level + ONCE, now));
    }

    /// Returns the keys with a bucket.
    pub(super) fn all(&self) -> impl Iterator<Item = K> {
        self.full.keys().copied()
    }

    /// Forgets what somebody has done.
    pub(super) fn forget(&mut self, of: K) {
        self.full.remove(&of);
    }

    /// How many buckets are kept.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.full.len()
    }

    /// Returns whether somebody has a bucket.
    #[cfg(test)]
    pub(super) fn knows(&self, of: K) -> bool {
        self.full.contains_key(&of)
    }

    fn level(&self, of: K, most: u64, now: Instant) -> u64 {
        self.full.get(&of).map_or(0, |entry| left(*entry, most, now))
    }

    /// Drops empty buckets, now and then. `most`: what each may do in an hour.
    pub(super) fn drop_empty(&mut self, now: Instant, most: impl Fn(&K) -> u64) {
        if self.full.len() >= BUCKETS && self.full.len() >= 2 * self.left_by_drop {
            self.full.retain(|of, entry| left(*entry, most(of), now) > 0);
            self.left_by_drop = self.full.len();
        }
    }
}

impl<K: Ord + Copy> Default for HourlyBuckets<K> {
    fn default() -> HourlyBuckets<K> {
        HourlyBuckets { full: BTreeMap::new(), left_by_drop: 0 }
    }
}

/// Returns the level after leaking.
fn left((level, at): (u64, Instant), most: u64, now: Instant) -> u64 {
    let ms = u64::try_from(now.duration_since(at).as_millis()).unwrap_or(u64::MAX);
    level.saturating_sub(ms.saturating_mul(most).saturating_mul(ONCE) / HOUR_MS)
}
