//! The list of parts and their licences, of this workspace itself. The packages are tested with the program that is in
//! them: `cardroom/tests/all/packages.rs`.

mod parts;
