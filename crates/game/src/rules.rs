//! The trait that every game implements.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops::RangeInclusive;
use std::str::FromStr;

use cards::NotationError;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{MatchStanding, Options, PerSeat, Refusal, Seat, SeatSet, Shuffles, Turn, Viewer};

/// Data that may leave the server: data to compare, store and send. A deal, a hand and a seed are not `Data`.
pub trait Data: Clone + PartialEq + Debug + Send + Sync + Serialize + DeserializeOwned + 'static {}
impl<T: Clone + PartialEq + Debug + Send + Sync + Serialize + DeserializeOwned + 'static> Data for T {}

/// One deal of one game with every card face up.
///
/// A deal is a game tree. A match plays one deal after another and passes a [`Game::Standing`] from each deal to the
/// next: [`start`](Game::start), then [`deal`](Game::deal), play, [`next_standing`](Game::next_standing), and so on
/// until [`ranking`](Game::ranking) returns the winners. There are no chance nodes. All chance is a shuffle, and
/// [`Shuffles`] determines all shuffles. Undrawn cards are a part of the state that no [`Game::View`] shows. A deal has
/// no `Serialize` and needs no `Debug`, so a derive cannot send a hidden card.
///
/// Seats are 0, 1, …, n−1 in the direction of play. Points are what the rules count. Only [`value`](Game::value), not
/// `points`, says whether more is better.
///
/// `legal` and `apply` do not allocate, except to grow the caller's buffer.
pub trait Game: Clone + Send + Sync + 'static {
    /// The stable name of the game, in its folder, its URL and the header of a record.
    const ID: &'static str;

    /// The version of the rules for new matches. It grows by 1 with every change that would make an older record read
    /// wrongly: a new option, an option with a new meaning, a changed rule. [`Options::OLDER`] lists the older
    /// versions that are still played, and [`Options::upgrade`] converts their options.
    const RULES_VERSION: u32;

    /// A card of the pack, in the order of the pack. Cards that a pack contains several times are equal.
    type Card: Copy + Ord + Debug + Display + FromStr<Err = NotationError> + Send + Sync + 'static;
    /// The house rules. `default()` follows the source text in RULES.md.
    type Rules: Options;
    /// The state that one deal passes to the next: totals, dealer, faults, eliminated seats.
    type Standing: MatchStanding;
    /// One decision of one seat. `Display` and `FromStr` are the notation of docs/bots/records.md.
    type Action: Data + Copy + Eq + Ord + Hash + Display + FromStr<Err = NotationError>;
    /// Everything that one viewer may know and remember. Bots, clients and spectators get nothing else.
    type View: Data;

    /// Returns the possible numbers of seats.
    fn seats() -> RangeInclusive<u8>;

    /// Returns the pack in canonical order.
    fn pack() -> Vec<Self::Card>;

    /// Returns the standing before the first deal.
    ///
    /// # Errors
    /// If the game does not allow this number of seats.
    fn start(_rules: &Self::Rules, seats: u8) -> Result<Self::Standing, SeatsError> {
        SeatsError::check::<Self>(seats)?;
        Ok(Self::Standing::start(seats))
    }

    /// Shuffles the pack (exactly one call of [`Shuffles::shuffle`] on [`pack`](Game::pack)) and deals.
    fn deal(rules: &Self::Rules, standing: &Self::Standing, shuffles: Shuffles) -> Self;

    /// Returns the house rules of the deal.
    fn rules(&self) -> &Self::Rules;

    /// Returns the seats that must act and the seats that may cut in.
    fn turn(&self) -> Turn;

    /// Appends the legal actions of `seat` in ascending order, each once. A seat that [`turn`](Game::turn) does not
    /// name has none.
    fn legal(&self, seat: Seat, actions: &mut Vec<Self::Action>);

    /// Applies a legal action without a check; [`play`](Game::play) checks.
    fn apply(&mut self, seat: Seat, action: Self::Action);

    /// Returns the reason why `seat` may not do this action now. The reason contains only what the seat may know. By
    /// default it does not say which rule forbids the action.
    fn refusal(&self, seat: Seat, _action: Self::Action) -> Refusal {
        match self.turn() {
            Turn::Over => Refusal::OVER,
            turn if !turn.names(seat) => Refusal::NOT_YOUR_TURN,
            Turn::Open { .. } => Refusal::NOT_NOW,
        }
    }

    /// Returns the points of each seat in this deal by the rules, or `None` for a seat that was out before the deal. If
    /// the deal is unfinished, returns the points as if it ended here (a solitaire given up).
    fn points(&self) -> PerSeat<Option<i32>>;

    /// Returns whether the deal is over without a result. Then the cards are dealt again, and statistics leave this
    /// deal out (La Dame Noire's D5).
    fn is_thrown_in(&self) -> bool {
        false
    }

    /// Returns the standing after the deal.
    fn next_standing(&self) -> Self::Standing;

    /// Returns the cards, in canonical order, that this action will shuffle (Kaël's K8). In a record the shuffle has
    /// its own line before the action.
    fn shuffled_by(&self, _seat: Seat, _action: Self::Action) -> Option<Vec<Self::Card>> {
        None
    }

    /// Copies the player's knowledge from `later`, a position that was undone, into this position. So a card that was
    /// turned up before the undo stays known.
    fn remember(&mut self, _later: &Self) {}

    /// Returns the remaining shuffles, which the next [`deal`](Game::deal) takes.
    fn shuffles(&self) -> &Shuffles;

    /// Returns the dealer.
    fn dealer(standing: &Self::Standing) -> Seat {
        standing.dealer()
    }

    /// Returns the totals of the match so far.
    fn totals(standing: &Self::Standing) -> PerSeat<i32> {
        standing.totals()
    }

    /// Returns the final ranks, or `None` while the match goes on. Every winner has rank 0, and tied seats have equal
    /// ranks. A solitaire that was not won has rank 1.
    fn ranking(rules: &Self::Rules, standing: &Self::Standing) -> Option<PerSeat<u8>>;

    /// For each seat, returns the value of a standing to a player who wants to win the match, on the scale of the
    /// game's points. Higher is better. By default it is the total.
    fn value(_rules: &Self::Rules, standing: &Self::Standing) -> PerSeat<f32> {
        Self::totals(standing).map(|total| total as f32)
    }

    /// Returns the team of `seat`, including `seat` itself. A team wins and loses together. By default everybody plays
    /// alone. Search and arena maximise the mean [`value`](Game::value) of a team minus the mean of the other seats.
    fn team(_rules: &Self::Rules, _seats: u8, seat: Seat) -> SeatSet {
        SeatSet::only(seat)
    }

    /// Returns the view of `viewer`.
    fn view(&self, viewer: Viewer) -> Self::View;

    /// Checks an action and applies it. All actions of people, scripts and the network go through here.
    ///
    /// # Errors
    /// If the action is not legal for that seat now. The deal is then unchanged.
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
    /// The action in notation.
    pub action: String,
    /// The reason.
    pub refusal: Refusal,
}

/// A number of seats that the game cannot have.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{game} has {}, not {asked}", in_words(seats))]
pub struct SeatsError {
    /// The game.
    pub game: &'static str,
    /// The possible numbers of seats.
    pub seats: RangeInclusive<u8>,
    /// The number of seats in the request.
    pub asked: u8,
}

impl SeatsError {
    /// Checks a number of seats against [`Game::seats`].
    ///
    /// # Errors
    /// If the number is not possible.
    pub fn check<G: Game>(asked: u8) -> Result<(), SeatsError> {
        if G::seats().contains(&asked) { Ok(()) } else { Err(SeatsError { game: G::ID, seats: G::seats(), asked }) }
    }
}

/// Writes "4 seats" or "2 to 8 seats".
fn in_words(seats: &RangeInclusive<u8>) -> String {
    let (low, high) = (seats.start(), seats.end());
    if low == high { format!("{low} seats") } else { format!("{low} to {high} seats") }
}
