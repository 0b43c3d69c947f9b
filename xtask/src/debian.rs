//! Programs of Debian's packages that a step needs.

use std::path::Path;

use crate::run::{Done, program, step, succeeds};

/// Finds each program; else, on Debian as root, installs its package.
///
/// # Errors
/// Says in a line what to install.
pub fn tools(wanted: &[(&str, &str)]) -> Done {
    let missing = || wanted.iter().filter(|(name, _)| !is_on_path(name)).map(|(_, package)| *package);
    if missing().next().is_none() {
        return Ok(());
    }
    let root = program("id", &["-u"]).output().is_ok_and(|o| o.stdout.starts_with(b"0"));
    if root && succeeds("apt-get", &["--version"]) {
        step("ask for packages", program("apt-get", &["update", "-qq"]))?;
        let mut install = program("apt-get", &["install", "-y", "-qq", "--no-install-recommends"]);
        install.args(missing()).env("DEBIAN_FRONTEND", "noninteractive");
        step("install packages", install)?;
    }
    let left: Vec<&str> = missing().collect();
    if left.is_empty() { Ok(()) } else { Err(format!("install these packages: apt install {}", left.join(" "))) }
}

fn is_on_path(name: &str) -> bool {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&paths).any(|folder| Path::new(&folder).join(name).exists())
}
