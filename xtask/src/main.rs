//! `cargo xtask build | serve | test`: the commands of the house.
fn main() {}
