//! Prints docs/observations.md.

fn main() {
    print!("{}", arena::envs::document());
}
