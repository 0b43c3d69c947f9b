//! A Debian in a folder.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A Debian with its smallest set of packages, deleted when it is dropped.
pub(super) struct Chroot {
    root: PathBuf,
}

impl Chroot {
    /// Makes it with `mmdebstrap`, of the version and from the sources that this machine has.
    pub(super) fn make(root: &Path) -> Result<Chroot, String> {
        let failed = |error: std::io::Error| format!("{}: {error}", root.display());
        if root.exists() {
            fs::remove_dir_all(root).map_err(failed)?;
        }
        fs::create_dir_all(root).map_err(failed)?;
        let debian = Chroot { root: root.to_owned() };
        let system = fs::read_to_string("/etc/os-release").map_err(|error| format!("/etc/os-release: {error}"))?;
        let name = system.lines().find_map(|line| line.strip_prefix("VERSION_CODENAME="));
        let name = name.ok_or("this is no Debian: /etc/os-release has no VERSION_CODENAME")?;
        let mut make = Command::new("mmdebstrap");
        make.args(["--quiet", "--variant=minbase", name]).arg(root).args(sources()?);
        output(&mut make)?;
        // It asks the machine's own network for packages.
        fs::copy("/etc/resolv.conf", debian.path("etc/resolv.conf")).map_err(failed)?;
        Ok(debian)
    }

    /// A path in it.
    pub(super) fn path(&self, path: &str) -> PathBuf {
        self.root.join(path.trim_start_matches('/'))
    }

    /// Installs a package of this machine as a host does, and answers no questions.
    pub(super) fn install(&self, deb: &Path) -> Result<(), String> {
        fs::copy(deb, self.path("tmp/cardroom.deb")).map_err(|error| format!("{}: {error}", deb.display()))?;
        let keep = ["-o", "Dpkg::Options::=--force-confdef", "-o", "Dpkg::Options::=--force-confold"];
        self.run(
            &[&["apt-get", "-qq", "--no-install-recommends"], &keep[..], &["install", "/tmp/cardroom.deb"]].concat(),
        )
        .map(drop)
    }

    /// Runs a command in it as root; what it printed.
    pub(super) fn run(&self, command: &[&str]) -> Result<String, String> {
        output(self.command(None).args(command).env("DEBIAN_FRONTEND", "noninteractive"))
    }

    /// What runs a command in it, as a user of it.
    pub(super) fn command(&self, user: Option<&str>) -> Command {
        let mut chroot = Command::new("chroot");
        chroot.args(user.map(|user| format!("--userspec={user}"))).arg(&self.root);
        chroot.env_clear().env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
        chroot
    }

    /// Deletes it.
    pub(super) fn delete(self) -> Result<(), String> {
        fs::remove_dir_all(&self.root).map_err(|error| format!("{}: {error}", self.root.display()))
    }
}

impl Drop for Chroot {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.root);
    }
}

/// The files that say from where this machine has its packages.
fn sources() -> Result<Vec<PathBuf>, String> {
    let list = PathBuf::from("/etc/apt/sources.list");
    let mut found: Vec<PathBuf> =
        fs::read_to_string(&list).is_ok_and(|text| text.contains("deb ")).then_some(list).into_iter().collect();
    if let Ok(entries) = fs::read_dir("/etc/apt/sources.list.d") {
        let is_source = |path: &PathBuf| path.extension().is_some_and(|end| end == "sources" || end == "list");
        found.extend(entries.filter_map(|entry| Some(entry.ok()?.path())).filter(is_source));
    }
    found.sort();
    if found.is_empty() { Err("this machine has no sources of packages in /etc/apt".to_owned()) } else { Ok(found) }
}

/// Runs a command; what it printed, or how it failed.
pub(super) fn output(command: &mut Command) -> Result<String, String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let done =
        command.output().map_err(|error| format!("cannot run {program} (Debian: apt install {program}): {error}"))?;
    let printed = String::from_utf8_lossy(&done.stdout);
    if done.status.success() {
        Ok(printed.into_owned())
    } else {
        let arguments: Vec<_> = command.get_args().map(|argument| argument.to_string_lossy().into_owned()).collect();
        Err(format!("{program} {}: {}{}", arguments.join(" "), printed, String::from_utf8_lossy(&done.stderr).trim()))
    }
}
