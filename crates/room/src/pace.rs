//! The times at which bots act. A pause is drawn before the bot is asked. The pause depends on the level of the bot, on
//! a random number, and on whether the bot must act or could cut in. The pause never depends on the bot's legal actions
//! or thinking time.

use std::time::Duration;

/// The length of bots' pauses before they act.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pace {
    /// The length of every pause, in milliseconds; `None` for natural pauses.
    fixed_ms: Option<u32>,
}

/// The reason why a bot is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Occasion {
    /// Play waits for the seat.
    Turn,
    /// The seat could cut in.
    Chance,
}

impl Pace {
    /// Pauses like those of people: about a second for a turn, half a second for a claim.
    pub const NATURAL: Pace = Pace { fixed_ms: None };

    /// Returns a pace with one fixed pause, for tests and for measurements in which only programs play. Never use this
    /// pace where people play. If a pause is shorter than the bot's thinking time, people can see that time, and so
    /// whether the bot had a choice.
    pub const fn fixed(ms: u32) -> Pace {
        Pace { fixed_ms: Some(ms) }
    }

    /// Returns the pause of a bot of this level. `draw` is a uniformly random number.
    pub(crate) fn pause(self, level: &str, occasion: Occasion, draw: u64) -> Duration {
        let (least, most) = match self.fixed_ms {
            Some(ms) => (ms, ms),
            None => law_ms(level, occasion),
        };
        let values = u128::from(most - least) + 1;
        let above = (u128::from(draw) * values) >> 64;
        Duration::from_millis(u64::from(least) + above as u64)
    }

    /// Returns how long the last trick stays visible if only bots play on.
    pub(crate) fn before_next_deal(self, draw: u64) -> Duration {
        self.pause("", Occasion::Turn, draw)
    }
}

/// Returns the shortest and the longest pause, in milliseconds. The pause is uniformly distributed between these two
/// values. The shortest pause of a turn is longer than 99 % of the level's thinking times (docs/bots/levels.md). The
/// longest pause of a claim is shorter than the shortest claim window, 0.8 s.
fn law_ms(level: &str, occasion: Occasion) -> (u32, u32) {
    match (level, occasion) {
        ("master" | "champion", Occasion::Turn) => (1000, 2000),
        ("master" | "champion", Occasion::Chance) => (450, 700),
        (_, Occasion::Turn) => (500, 1200),
        (_, Occasion::Chance) => (300, 700),
    }
}

#[cfg(test)]
mod tests {
    use game::Rng;

    use super::*;

    #[test]
    fn a_pause_is_anything_between_the_ends_of_its_law() {
        for (level, occasion, least, most) in [
            ("club", Occasion::Turn, 500, 1200),
            ("expert", Occasion::Turn, 500, 1200),
            ("expert", Occasion::Chance, 300, 700),
            ("master", Occasion::Turn, 1000, 2000),
            ("master", Occasion::Chance, 450, 700),
            ("champion", Occasion::Turn, 1000, 2000),
            ("champion", Occasion::Chance, 450, 700),
        ] {
            let pause = |draw| Pace::NATURAL.pause(level, occasion, draw).as_millis();
            assert_eq!((pause(0), pause(u64::MAX)), (least, most), "{level} {occasion:?}");
            let mut rng = Rng::new(1);
            let mean = (0..10_000).map(|_| pause(rng.bits())).sum::<u128>() / 10_000;
            assert!(mean.abs_diff((least + most) / 2) <= 10, "{level} {occasion:?}: {mean}");
        }
        assert_eq!(Pace::fixed(7).pause("master", Occasion::Turn, u64::MAX).as_millis(), 7);
        assert_eq!(Pace::fixed(7).pause("club", Occasion::Chance, 0).as_millis(), 7);
    }
}
