//! Programs from Debian's packages that steps need.

use std::path::PathBuf;

use crate::run::{Done, program, step, succeeds};

/// Finds each program. On Debian as root, installs the package of a missing one.
///
/// # Errors
/// Says in one line what to install.
pub fn tools(wanted: &[(&str, &str)]) -> Done {
    let missing = || wanted.iter().filter(|(name, _)| on_path(&[name]).is_none()).map(|(_, package)| *package);
    if missing().next().is_none() {
        return Ok(());
    }
    install(&["--no-install-recommends"].into_iter().chain(missing()).collect::<Vec<_>>())?;
    let left: Vec<&str> = missing().collect();
    if left.is_empty() { Ok(()) } else { Err(format!("install these packages: apt install {}", left.join(" "))) }
}

/// Installs packages on Debian as root. Elsewhere does nothing.
pub fn install(packages: &[&str]) -> Done {
    let root = program("id", &["-u"]).output().is_ok_and(|o| o.stdout.starts_with(b"0"));
    if !root || !succeeds("apt-get", &["--version"]) {
        return Ok(());
    }
    step("ask for packages", program("apt-get", &["update", "-qq"]))?;
    let mut install = program("apt-get", &["install", "-y", "-qq"]);
    install.args(packages).env("DEBIAN_FRONTEND", "noninteractive");
    step("install packages", install)
}

/// Returns the first of these programs that is on the path.
pub fn on_path(names: &[&str]) -> Option<PathBuf> {
    let paths = std::env::var_os("PATH")?;
    let mut places = names.iter().flat_map(|name| std::env::split_paths(&paths).map(move |folder| folder.join(name)));
    places.find(|path| path.exists())
}
