//! `cargo xtask cluster`: runs several servers on this machine, with a replicated database and a load balancer from
//! Debian's packages, and tests them under failures. `crates/load` contains the implementation.

use std::os::unix::process::CommandExt;

use crate::postgres;
use crate::run::{Done, cargo, program, step};
use crate::tasks::{binary, build, for_several};

/// Runs the cluster until Ctrl-C. With `--trial`, kills parts of the cluster and prints a report.
pub fn cluster(args: &[String]) -> Done {
    postgres::find()?;
    for_several()?;
    let trial = args.iter().any(|arg| arg == "--trial");
    if trial {
        let mut build = cargo(&["build", "--release", "--locked", "--package", "cardroom", "--package", "load"]);
        // The trial tests the server, so the page need not be built.
        build.args(["--bin", "cardroom", "--bin", "cluster"]).env("CARDROOM_WITHOUT_PAGE", "1");
        step("build cardroom and the cluster", build)?;
    } else {
        build()?;
        step("build the cluster", cargo(&["build", "--release", "--locked", "--package", "load", "--bin", "cluster"]))?;
    }
    // Each socket needs an open file, so the limit of open files is raised as far as the system allows.
    let mut run = program("sh", &["-c", "ulimit -n \"$(ulimit -Hn)\"; exec \"$@\"", "sh"]);
    run.arg(binary("release", "cluster")).arg("--cardroom").arg(binary("release", "cardroom"));
    run.arg("--postgres").arg(postgres::programs()?).args(args);
    if trial {
        return step("trial of the cluster", run);
    }
    // The cluster replaces this process, so that the cluster gets Ctrl-C.
    Err(format!("cannot run the cluster: {}", run.exec()))
}
