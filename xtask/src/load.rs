//! `cargo xtask load`: builds cardroom and the players, and lets `crates/load` measure.

use crate::run::{Done, cargo, program, step};
use crate::tasks::binary;

/// Measures cardroom. All arguments are passed to `load`.
pub fn load(args: &[String]) -> Done {
    let mut build = cargo(&["build", "--release", "--locked", "--package", "cardroom", "--package", "load"]);
    // The measurement concerns the server, so the page need not be built.
    build.args(["--bin", "cardroom", "--bin", "load"]).env("CARDROOM_WITHOUT_PAGE", "1");
    step("build cardroom and the players", build)?;
    // Each socket needs an open file, so the limit of open files is raised as far as the system allows.
    let mut run = program("sh", &["-c", "ulimit -n \"$(ulimit -Hn)\"; exec \"$@\"", "sh"]);
    run.arg(binary("release", "load")).arg("--cardroom").arg(binary("release", "cardroom")).args(args);
    step("load", run)
}
