//! `cargo xtask cluster`: several servers on this machine, with a real database, a real bus and a balancer, from Debian's packages.

use std::process::Command;

use crate::debian;
use crate::postgres;
use crate::run::{Done, root};
use crate::tasks::{binary, build, nats};

/// Runs `cluster.sh` until Ctrl-C.
pub fn cluster(args: &[String]) -> Done {
    let (mut nodes, mut port) = (3_u16, 7878_u16);
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let value = args.next().and_then(|value| value.parse().ok());
        match (arg.as_str(), value) {
            ("--nodes", Some(count)) if (1..=50).contains(&count) => nodes = count,
            ("--port", Some(first)) if (1024..=60_000).contains(&first) => port = first,
            _ => return Err(format!("{arg}: write --nodes N (1 to 50), --port N (1024 to 60000)")),
        }
    }
    postgres::find()?;
    nats()?;
    debian::tools(&[("haproxy", "haproxy")])?;
    build()?;
    let mut script = Command::new("sh");
    script.arg(root().join("xtask/src/cluster.sh")).arg(binary("release", "cardroom")).arg(postgres::programs()?);
    script.args([nodes.to_string(), port.to_string()]).current_dir(root());
    Err(format!("cannot run the cluster: {}", replaced_by(&mut script)))
}

/// This process becomes another program: Ctrl-C is for that one.
#[cfg(unix)]
fn replaced_by(program: &mut Command) -> String {
    std::os::unix::process::CommandExt::exec(program).to_string()
}

#[cfg(not(unix))]
fn replaced_by(_: &mut Command) -> String {
    "it needs a Unix".to_owned()
}
