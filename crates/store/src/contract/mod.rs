//! The interface of a store: the traits, and the types of their arguments and answers.

mod cluster;
mod data;
mod days;
mod devices;
mod error;
mod events;
mod host;
mod person;
mod prune;
mod results;

pub use cluster::*;
pub use data::*;
pub use days::*;
pub use devices::*;
pub use error::*;
pub use events::*;
pub use host::*;
pub use person::*;
pub use prune::*;
pub use results::*;
