//! Prints docs/bots/observations.md.

fn main() {
    print!("{}", arena::envs::document());
}
