//! The points of a deal, landings, eliminations, and the match.

use game::{Game, MatchStanding, PerSeat, Seat, SeatSet};
use serde::{Deserialize, Serialize};

use crate::rules::{Landings, MatchEnd};
use crate::{Kael, Rules};

/// [K13] The highest hand value with which a player should say Kaël.
pub const CALL_LIMIT: i32 = 5;

/// [K17] [K18] The points for a call that fails.
pub const FAILED_CALL: i32 = 20;

/// [K20] The highest total that does not eliminate a player who has landings.
pub const LAST_TOTAL: i32 = 100;

/// [K19] The points that a landing subtracts. Every multiple of this number up to [`LAST_TOTAL`] is a landing.
pub const LANDING: i32 = 25;

/// [K18] The number of mistakes that eliminates a player.
const MISTAKES: u8 = 2;

const _: () = assert!(LAST_TOTAL == 4 * LANDING);

/// The state that a match passes from one deal to the next.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Standing {
    /// The dealer of the next deal, who is always a player still in the match.
    pub dealer: Seat,
    /// The number of deals that have been played.
    pub played: u16,
    /// The totals. The total of an eliminated player no longer changes.
    pub totals: PerSeat<i16>,
    /// The number of mistakes (Kaël with more than 5) of each player. After one mistake a player has no landings; two
    /// mistakes eliminate it. [K18]
    pub mistakes: PerSeat<u8>,
    /// The number of the deal, counted from 1, that eliminated the player; null for players who are still in.
    pub out: PerSeat<Option<u16>>,
}

/// The result of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum CallOutcome {
    /// The caller alone had the lowest value. [K16]
    Success,
    /// Another player had an equal or lower value. [K17]
    Beaten,
    /// The caller had said Kaël with more than 5. [K18]
    Mistake,
}

/// The outcome of a deal.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Outcome {
    /// The seat that said Kaël.
    pub caller: Seat,
    /// The result of the call.
    pub count: CallOutcome,
    /// The value of each hand; null for seats that were out of the match.
    pub values: PerSeat<Option<i32>>,
    /// The points of the deal; null for seats that were out of the match.
    pub points: PerSeat<Option<i32>>,
    /// The totals after the deal.
    pub totals: PerSeat<i16>,
    /// The seats whose total landed and dropped by 25. [K19]
    pub landed: SeatSet,
    /// The seats that are eliminated. [K18] [K20]
    pub eliminated: SeatSet,
}

impl MatchStanding for Standing {
    /// Seat 0 deals first. [K1]
    fn start(seats: u8) -> Standing {
        Standing {
            dealer: Seat::new(0),
            played: 0,
            totals: PerSeat::new(seats, 0),
            mistakes: PerSeat::new(seats, 0),
            out: PerSeat::new(seats, None),
        }
    }

    fn dealer(&self) -> Seat {
        self.dealer
    }

    fn totals(&self) -> PerSeat<i32> {
        self.totals.map(i32::from)
    }
}

impl Standing {
    /// Returns the number of players at the table, including those who are out.
    pub fn seats(&self) -> u8 {
        self.totals.seats()
    }

    /// Returns the seats that are still in.
    pub fn playing(&self) -> SeatSet {
        self.out.by_seat().filter(|(_, out)| out.is_none()).map(|(seat, _)| seat).collect()
    }

    /// Returns true if a seat still has landings. [K18]
    pub fn lands(&self, seat: Seat) -> bool {
        self.mistakes[seat] == 0
    }

    /// Returns the standing after a deal and the seats that landed. `mistake` is the caller if the call was a mistake.
    fn after(mut self, rules: &Rules, points: &PerSeat<Option<i32>>, mistake: Option<Seat>) -> (Standing, SeatSet) {
        self.played += 1;
        if let Some(caller) = mistake {
            self.mistakes[caller] += 1;
        }
        let mut landed = SeatSet::EMPTY;
        for seat in self.playing() {
            let points = points[seat].expect("who is in is awarded points");
            let mut total = i32::from(self.totals[seat]) + points;
            // [K19] A total lands at most once per deal, on exactly 25, 50, 75 or 100. A deal that awards 0 points
            // brings a landing only with the option `every_deal`.
            let stands = total > 0 && total <= LAST_TOTAL && total % LANDING == 0;
            let counts = points != 0 || rules.landings == Landings::EveryDeal;
            if stands && counts && self.lands(seat) {
                total -= LANDING;
                landed.insert(seat);
            }
            self.totals[seat] = total as i16;
            // [K20] A total above 100, or of exactly 100 without landings, eliminates a player. [K18] So does a second
            // mistake.
            if total > LAST_TOTAL || (total == LAST_TOTAL && !self.lands(seat)) || self.mistakes[seat] >= MISTAKES {
                self.out[seat] = Some(self.played);
            }
        }
        // [K21] Either the caller or all other players get no points, so at least one player always stays in.
        assert!(!self.playing().is_empty(), "a deal never eliminates everybody");
        self.dealer = next_of(self.playing(), self.dealer);
        (self, landed)
    }

    /// Ranks the seats after a match. The last player left wins. With `first_out`, the winner is the player with the
    /// lowest total among those still in. [K21]
    ///
    /// Players who were eliminated later rank higher than those eliminated earlier. If one deal eliminates several
    /// players, the one with the lower total ranks higher.
    pub(crate) fn ranking(&self, rules: &Rules) -> Option<PerSeat<u8>> {
        let left = self.playing().len();
        let over = match rules.match_end {
            MatchEnd::LastLeft => left == 1,
            MatchEnd::FirstOut => left < u32::from(self.seats()),
        };
        // Of two seats, the one with the smaller key ranks higher.
        let place = |seat: Seat| (u16::MAX - self.out[seat].unwrap_or(u16::MAX), self.totals[seat]);
        over.then(|| {
            PerSeat::from_fn(self.seats(), |seat| {
                Seat::all(self.seats()).filter(|&other| place(other) < place(seat)).count() as u8
            })
        })
    }

    /// Returns the utility of the standing to each seat, for search, in points of this game. The utility is the mean
    /// danger of the others minus the seat's own danger.
    ///
    /// Danger grows with the total, faster near 100, and is lower while the player has landings. The danger of an
    /// eliminated player is 160, and the winner of a match gets 60 more points.
    pub(crate) fn value(&self, rules: &Rules) -> PerSeat<f32> {
        let seats = self.seats();
        let danger = PerSeat::from_fn(seats, |seat| self.danger(seat));
        let all: f32 = danger.iter().sum();
        let ranks = self.ranking(rules);
        PerSeat::from_fn(seats, |seat| {
            let won = ranks.is_some_and(|ranks| ranks[seat] == 0);
            (all - danger[seat]) / f32::from(seats - 1) - danger[seat] + if won { 60.0 } else { 0.0 }
        })
    }

    /// Returns the danger of a seat's total, in points.
    fn danger(&self, seat: Seat) -> f32 {
        if self.out[seat].is_some() {
            return 160.0;
        }
        let total = f32::from(self.totals[seat].max(-10));
        let near = (total / LAST_TOTAL as f32).max(0.0);
        total + 30.0 * near * near * near + if self.lands(seat) { 0.0 } else { 12.0 }
    }
}

/// Returns the seat among `seats` that comes next after `seat` in the direction of play.
pub(crate) fn next_of(seats: SeatSet, seat: Seat) -> Seat {
    let further = seats - SeatSet::all(seat.index() as u8 + 1);
    further.first().or(seats.first()).expect("somebody is in")
}

impl Kael {
    /// Returns the caller and the result of its call, once the deal is over.
    pub(crate) fn count(&self) -> Option<(Seat, CallOutcome)> {
        let caller = self.call?.seat;
        self.is_over().then(|| {
            let own = self.hands[caller.index()].value();
            let lowest = |seat: Seat| seat == caller || self.hands[seat.index()].value() > own;
            let count = match self.call.expect("there is a caller").mistake {
                true => CallOutcome::Mistake,                                          // [K18]
                false if self.playing.into_iter().all(lowest) => CallOutcome::Success, // [K16]
                false => CallOutcome::Beaten,                                          // [K17]
            };
            (caller, count)
        })
    }

    /// Returns the standing after this deal and the seats that have landed. [K19]
    pub(crate) fn standing_and_landed(&self) -> (Standing, SeatSet) {
        let mistake = self.count().filter(|(_, count)| *count == CallOutcome::Mistake).map(|(caller, _)| caller);
        self.standing.after(&self.rules, &self.points(), mistake)
    }

    /// Returns the outcome of the deal; `None` until all hands are counted.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        let (caller, count) = self.count()?;
        let (standing, landed) = self.standing_and_landed();
        Some(Outcome {
            caller,
            count,
            values: PerSeat::from_fn(self.standing.seats(), |seat| {
                self.playing.has(seat).then(|| self.hands[seat.index()].value())
            }),
            points: self.points(),
            totals: standing.totals,
            landed,
            eliminated: self.playing - standing.playing(),
        })
    }
}
