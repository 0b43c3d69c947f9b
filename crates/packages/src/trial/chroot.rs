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
        let beside = root.with_extension("sources");
        fs::create_dir_all(&beside).map_err(failed)?;
        let mut make = Command::new("mmdebstrap");
        make.args(["--quiet", "--variant=minbase", name]).arg(root).args(sources(Path::new("/etc/apt"), &beside)?);
        output(&mut make)?;
        fs::remove_dir_all(&beside).map_err(failed)?;
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

/// The files in which Debian and Ubuntu name their own archive. What others have added beside them needs keys that a new system does
/// not have, and nothing of it belongs into an empty one.
const OWN_SOURCES: [&str; 3] = ["sources.list", "sources.list.d/debian.sources", "sources.list.d/ubuntu.sources"];

/// Copies the files that say from where this machine has its packages, such that they hold in another system too.
fn sources(apt: &Path, to: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    for name in OWN_SOURCES {
        let file = apt.join(name);
        let Ok(text) = fs::read_to_string(&file) else { continue };
        let names_an_archive = |line: &str| line.starts_with("deb ") || line.starts_with("Types:");
        if !text.lines().any(names_an_archive) {
            continue;
        }
        let copy = to.join(file.file_name().expect("a file"));
        fs::write(&copy, with_one_mirror(&text)?).map_err(|error| format!("{}: {error}", copy.display()))?;
        found.push(copy);
    }
    if found.is_empty() { Err(format!("{} names no archive of this system", apt.display())) } else { Ok(found) }
}

/// The same sources, with the first mirror of a list in place of the list (`mirror+file:/etc/apt/apt-mirrors.txt`): the new system has
/// no such file.
fn with_one_mirror(text: &str) -> Result<String, String> {
    const LIST: &str = "mirror+file:";
    let mut text = text.to_owned();
    while let Some(at) = text.find(LIST) {
        let end = text[at..].find(char::is_whitespace).map_or(text.len(), |length| at + length);
        let file = &text[at + LIST.len()..end];
        let mirrors = fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
        let words = mirrors.lines().filter_map(|line| line.split_whitespace().next());
        let first = words.into_iter().find(|word| !word.starts_with('#') && !word.starts_with(LIST));
        let first = first.ok_or_else(|| format!("{file} names no mirror"))?.to_owned();
        text.replace_range(at..end, &first);
    }
    Ok(text)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_system_gets_its_own_archive_from_one_mirror_and_nothing_of_others() {
        let folder = tempfile::tempdir().expect("a folder");
        let apt = folder.path();
        fs::create_dir(apt.join("sources.list.d")).expect("a folder");
        let mirrors = apt.join("apt-mirrors.txt");
        fs::write(
            &mirrors,
            "# near ones\nhttp://near.example.org/ubuntu/\tpriority:1\nhttp://far.example.org/ubuntu/\n",
        )
        .expect("a file");
        let list = mirrors.display();
        let ours = format!("Types: deb\nURIs: mirror+file:{list}\nSuites: noble noble-updates\nComponents: main\n");
        for (file, text) in [
            ("sources.list", "# Ubuntu sources have moved\n"),
            ("sources.list.d/ubuntu.sources", &ours),
            ("sources.list.d/microsoft-prod.list", "deb https://packages.example.com/ubuntu noble main\n"),
        ] {
            fs::write(apt.join(file), text).expect("a file");
        }
        let to = apt.join("copies");
        fs::create_dir(&to).expect("a folder");
        let found = sources(apt, &to).expect("sources");
        assert_eq!(found, [to.join("ubuntu.sources")]);
        assert_eq!(
            fs::read_to_string(&found[0]).expect("a file"),
            "Types: deb\nURIs: http://near.example.org/ubuntu/\nSuites: noble noble-updates\nComponents: main\n"
        );
        fs::write(&mirrors, "# none\n").expect("a file");
        assert!(sources(apt, &to).expect_err("no mirror").ends_with("apt-mirrors.txt names no mirror"));
    }
}
