//! What an engine is told about a match.

use game::{Game, Seat};

/// An event as the seat that is told may know it. The caller leaves out what it may not know.
pub enum SeatNews<'a, G: Game> {
    /// A match begins.
    Match {
        /// House rules.
        rules: &'a G::Rules,
        /// A name for each seat.
        names: &'a [String],
        /// The seat that is told this.
        seat: Seat,
    },
    /// A deal was dealt.
    Deal {
        /// Its number in the match, from 0; thrown-in deals count.
        number: usize,
        /// Who dealt it.
        dealer: Seat,
        /// The totals before it.
        totals: &'a [i32],
        /// What the seat knows.
        view: &'a G::View,
    },
    /// Cards were shuffled (K8).
    Shuffled,
    /// A seat acted.
    Acted {
        /// Who.
        seat: Seat,
        /// The action in notation. For actions of others the hidden parts are left out.
        action: &'a str,
    },
    /// The deal is over.
    Scored {
        /// Its number.
        number: usize,
        /// What it awarded; `None` for a seat that was out.
        points: &'a [Option<i32>],
        /// The totals after it.
        totals: &'a [i32],
        /// What the seat knows.
        view: &'a G::View,
    },
    /// The match is over, or broken off (no winners).
    Over {
        /// The last totals.
        totals: &'a [i32],
        /// Who won.
        winners: Option<&'a [Seat]>,
    },
}
