//! Makes the files of a release from a built binary: a Debian package, a container image, an archive, a list of all
//! parts (SBOM), the licences of the parts, checksums. The same binary and the same commit give the same bytes.
//!
//! - `release`: what is released; `program`: what the binary needs; `parts`: what it is made of; `licences`: their
//!   licences
//! - `deb`, `image`, `archive`: the three forms; `manual`: man pages and completions; `tree`: the files of each, in
//!   order
//!
//! `cargo xtask dist` builds the binary and calls this crate. `docs/hosting.md` says what a host does with the files.

mod archive;
mod deb;
mod image;
mod licences;
mod manual;
mod parts;
mod program;
mod release;
mod tree;

pub use archive::archive;
pub use deb::{Packing, deb, read_control, repacked};
pub use image::{USER as IMAGE_USER, image};
pub use licences::licences;
pub use parts::{SoftwarePart, parts, sbom};
pub use program::{Needs, needs};
pub use release::{Release, checksums};
pub use tree::{FileTree, gzip};
