//! The trait that every game implements.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops::RangeInclusive;
use std::str::FromStr;

use cards::NotationError;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{Options, PerSeat, Refusal, Seat, SeatSet, Shuffles, Turn, Viewer};

/// Data that may leave the server: they can be compared, stored and sent. A deal, a hand and a seed are not `Data`.
pub trait Data: Clone + PartialEq + Debug + Send + Sync + Serialize + DeserializeOwned + 'static {}
impl<T: Clone + PartialEq + Debug + Send + Sync + Serialize + DeserializeOwned + 'static> Data for T {}

/// One deal of one game with every card face up.
///
/// A deal is a game tree; a match folds deals over a [`Game::Standing`]: [`start`](Game::start), then
/// [`deal`](Game::deal), play, [`next_standing`](Game::next_standing), and so on until [`ranking`](Game::ranking) says who won.
/// There are no chance nodes: all chance is a shuffle, the shuffles follow from [`Shuffles`], and undrawn cards are
/// merely a part of the state that no [`Game::View`] shows. A deal is never serialised, and its `Debug` is not
/// required: a hidden card cannot cross the wire by a derive.
///
/// Seats are 0, 1, …, n−1 in the direction of play. Points are what the rules count. [`value`](Game::value), not
/// `points`, says whether more is better.
///
/// `legal` and `apply` do not allocate, except to grow the caller's buffer.
pub trait Game: Clone + Send + Sync + 'static {
    /// Stable name: the folder, the URL, the header of a record.
    const ID: &'static str;

    /// The version of the rules under which new matches are played. It grows by 1 with every change after which an older
    /// record would be read wrongly: a new option, an option that means something else, another rule.
    /// [`Options::OLDER`] says which older versions are still played, and [`Options::upgrade`] how.
    const RULES_VERSION: u32;

    /// A card of the pack; its order is the canonical order.
    type Card: Copy + Ord + Debug + Display + FromStr<Err = NotationError> + Send + Sync + 'static;
    /// House rules. `default()` is the reading of the source text in RULES.md.
    type Rules: Options;
    /// The state that one deal passes to the next: totals, dealer, faults, eliminated seats.
    type Standing: Data;
    /// One decision of one seat. `Display` and `FromStr` are the notation of docs/records.md.
    type Action: Data + Copy + Eq + Ord + Hash + Display + FromStr<Err = NotationError>;
    /// Everything that one viewer may know and remember. Bots, clients and spectators get nothing else.
    type View: Data;

    /// How many seats the game can have.
    fn seats() -> RangeInclusive<u8>;

    /// The pack in canonical order.
    fn pack() -> Vec<Self::Card>;

    /// The standing before the first deal.
    ///
    /// # Errors
    /// If the game does not allow this number of seats.
    fn start(rules: &Self::Rules, seats: u8) -> Result<Self::Standing, SeatsError>;

    /// Shuffles the pack (exactly one call of [`Shuffles::shuffle`] on [`pack`](Game::pack)) and deals.
    fn deal(rules: &Self::Rules, standing: &Self::Standing, shuffles: Shuffles) -> Self;

    /// The house rules that it is played by.
    fn rules(&self) -> &Self::Rules;

    /// The seats that must act, and those that may cut in.
    fn turn(&self) -> Turn;

    /// Appends the legal actions of `seat` in ascending order, each once. A seat that [`turn`](Game::turn) does not
    /// name has none.
    fn legal(&self, seat: Seat, actions: &mut Vec<Self::Action>);

    /// Applies an action that the caller knows to be legal; [`play`](Game::play) checks.
    fn apply(&mut self, seat: Seat, action: Self::Action);

    /// Why `seat` may not do this now. The answer contains only what the seat may know.
    fn refusal(&self, seat: Seat, action: Self::Action) -> Refusal;

    /// The points of the deal for each seat as the rules count them; `None` for a seat that was out before the deal. Of
    /// an unfinished deal: its points if it ended here (a solitaire given up).
    fn points(&self) -> PerSeat<Option<i32>>;

    /// Returns whether the deal is over and counts for nothing: it is dealt again, and no statistics have it (La Dame
    /// Noire's D5).
    fn is_thrown_in(&self) -> bool {
        false
    }

    /// The standing after the deal.
    fn next_standing(&self) -> Self::Standing;

    /// The cards, in canonical order, that applying this action will shuffle (Kaël's K8). In a record the shuffle has
    /// a line of its own before the action.
    fn shuffled_by(&self, _seat: Seat, _action: Self::Action) -> Option<Vec<Self::Card>> {
        None
    }

    /// After an undo: takes over what the player has seen in `later`, the position that was undone. A card that was
    /// turned up and undone is no longer unknown.
    fn remember(&mut self, _later: &Self) {}

    /// The shuffles to come: the next deal's [`deal`](Game::deal) takes them.
    fn shuffles(&self) -> &Shuffles;

    /// The dealer.
    fn dealer(standing: &Self::Standing) -> Seat;

    /// The totals of the match so far.
    fn totals(standing: &Self::Standing) -> PerSeat<i32>;

    /// Final ranks, 0 for every winner, equal ones equal; `None` while the match goes on. A solitaire that was not
    /// won has rank 1.
    fn ranking(rules: &Self::Rules, standing: &Self::Standing) -> Option<PerSeat<u8>>;

    /// The value of a standing for each seat that wants to win the match. Higher is better, and the scale is points
    /// of this game.
    fn value(rules: &Self::Rules, standing: &Self::Standing) -> PerSeat<f32>;

    /// The seats that win and lose together with `seat`, itself included: partners. Everybody plays alone unless the game
    /// says otherwise. Search and arena maximise the mean [`value`](Game::value) of a team against the mean of the others.
    fn team(_rules: &Self::Rules, _seats: u8, seat: Seat) -> SeatSet {
        SeatSet::only(seat)
    }

    /// The view of `viewer`.
    fn view(&self, viewer: Viewer) -> Self::View;

    /// Checks, then applies. All actions of people, scripts and the network go through here.
    ///
    /// # Errors
    /// If the action is not legal for that seat now; nothing has changed then.
    fn play(&mut self, seat: Seat, action: Self::Action) -> Result<(), PlayError> {
        let mut actions = Vec::new();
        if self.turn().names(seat) {
            self.legal(seat, &mut actions);
        }
        if actions.binary_search(&action).is_ok() {
            self.apply(seat, action);
            Ok(())
        } else {
            Err(PlayError { seat, action: action.to_string(), refusal: self.refusal(seat, action) })
        }
    }
}

/// An action that was refused. The deal is unchanged.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("seat {seat} may not {action}: {}{}", refusal.words, refusal.rule.as_ref().map(|rule| format!(" [{rule}]")).unwrap_or_default())]
pub struct PlayError {
    /// The seat that tried.
    pub seat: Seat,
    /// What, in notation.
    pub action: String,
    /// Why not.
    pub refusal: Refusal,
}

/// A number of seats that the game cannot have.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{game} has {}, not {asked}", in_words(seats))]
pub struct SeatsError {
    /// The game.
    pub game: &'static str,
    /// How many it can have.
    pub seats: RangeInclusive<u8>,
    /// How many were asked for.
    pub asked: u8,
}

impl SeatsError {
    /// Checks a number of seats against [`Game::seats`].
    ///
    /// # Errors
    /// If it is outside.
    pub fn check<G: Game>(asked: u8) -> Result<(), SeatsError> {
        if G::seats().contains(&asked) { Ok(()) } else { Err(SeatsError { game: G::ID, seats: G::seats(), asked }) }
    }
}

/// "4 seats", "2 to 8 seats".
fn in_words(seats: &RangeInclusive<u8>) -> String {
    let (low, high) = (seats.start(), seats.end());
    if low == high { format!("{low} seats") } else { format!("{low} to {high} seats") }
}
