//! The list of the parts of this workspace, and their licences. `cardroom/tests/all/packages.rs` tests the packages,
//! together with the program that is in them.

mod parts;
