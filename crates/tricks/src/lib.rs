//! Shared parts of trick games without trump, in which four players have thirteen cards each of a pack of 52. The
//! highest card of the suit led takes the trick, and its player leads next.
//!
//! - `play`: dealing, the cards on the table and whose turn it is
//! - `trick`: a trick as people see it, and the voids that it shows
//! - `hidden`: uniform hands that agree with what a seat has seen; `rest`: whether a seat takes every trick that is
//!   left
//! - `chance`: probabilities for a rule player; `reasons`: the reasons that it gives for a card; `seen`: what everybody
//!   has seen, as numbers
//!
//! Each game decides what may be led or discarded, what cards cost, and how a match is counted.
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
pub use reasons::{last_of_suit, lead};
pub use rest::{takes_all, top};
pub use trick::{Trick, cannot_hold};

/// The number of seats.
pub const SEATS: u8 = 4;
