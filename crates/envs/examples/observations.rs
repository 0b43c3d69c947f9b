//! Prints docs/observations.md.

fn main() {
    print!("{}", envs::document());
}
