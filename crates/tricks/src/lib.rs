//! Shared parts of trick games for four players without trump. Each player has thirteen cards of a pack of 52. The
//! highest card of the suit led takes the trick, and its player leads next.
//!
//! - `play`: the deal, the cards on the table and the seat to play
//! - `trick`: a trick in a view, and the voids that it shows
//! - `hidden`: random hands that agree with a seat's view; `rest`: a proof that a seat takes every trick that is left
//! - `chance`: probabilities for a rule player; `reasons`: its reasons for a card; `seen`: the public part of an
//!   observation
//!
//! Each game decides which cards may be led or discarded, what cards cost, and how a match is scored.
//!
//! ```
//! use game::Seat;
//! use tricks::{Tricks, follow};
//!
//! let mut tricks = Tricks::new(Seat::new(1));
//! for card in ["9d", "Kd", "Ac"] {
//!     assert_eq!(tricks.put(card.parse()?), None);
//! }
//! let hand = ["Ad", "2s"].iter().map(|card| card.parse()).collect::<Result<cards::CardSet, _>>()?;
//! assert_eq!(follow(tricks.led(), hand).to_string(), "Ad");
//! assert_eq!(tricks.put("Ad".parse()?), Some(Seat::new(0))); // the fourth card, and who takes the trick
//! assert_eq!(tricks.next(), Seat::new(0));
//! # Ok::<(), cards::NotationError>(())
//! ```

pub mod chance;
mod hidden;
mod play;
mod reasons;
mod rest;
pub mod seen;
mod trick;

pub use hidden::Hidden;
pub use play::{Tricks, deal, follow, touch};
pub use reasons::{last_of_suit, lead, themes};
pub use rest::{takes_all, top};
pub use trick::{Trick, cannot_hold};

/// The number of seats.
pub const SEATS: u8 = 4;
