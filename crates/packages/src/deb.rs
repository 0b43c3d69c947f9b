//! The Debian package, packed by `dpkg-deb`, which every Debian has and which checks what it packs.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::program::{Needs, needs};
use crate::release::{CONFIGURATION, RECIPES, Release, UNIT};
use crate::tree::FileTree;

/// How the contents are compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// As small as Debian's own packages.
    Small,
    /// Not at all, for tests.
    Quick,
}

/// What dpkg runs when it installs and removes.
const SCRIPTS: [(&str, &str); 3] = [
    ("postinst", include_str!("../files/postinst")),
    ("prerm", include_str!("../files/prerm")),
    ("postrm", include_str!("../files/postrm")),
];

/// Writes `cardroom_VERSION_ARCHITECTURE.deb`; returns its name.
///
/// # Errors
/// If there is no `dpkg-deb`, or the file cannot be written.
pub fn deb(release: &Release, to: &Path, packing: Packing) -> Result<String, String> {
    let mut tree = release.installed()?;
    tree.file("etc/cardroom.toml", 0o644, CONFIGURATION);
    tree.file("usr/lib/systemd/system/cardroom.service", 0o644, UNIT);
    for (_, name, mode, contents) in RECIPES {
        let folder = match name.rsplit_once('.') {
            Some((_, "sh")) => "usr/lib/cardroom",
            Some((_, "env")) => "etc",
            _ => "usr/lib/systemd/system",
        };
        tree.file(&format!("{folder}/{name}"), mode, contents);
    }
    let control = control(release, tree.kib())?;
    let sums = md5sums(&tree)?;
    tree.file("DEBIAN/control", 0o644, control);
    let settings = RECIPES.iter().filter(|(_, name, ..)| name.ends_with(".env"));
    let conffiles: String = settings.map(|(_, name, ..)| format!("/etc/{name}\n")).collect();
    tree.file("DEBIAN/conffiles", 0o644, format!("/etc/cardroom.toml\n{conffiles}"));
    tree.file("DEBIAN/md5sums", 0o644, sums);
    for (name, script) in SCRIPTS {
        tree.file(&format!("DEBIAN/{name}"), 0o755, script);
    }
    let name = format!("cardroom_{}_{}.deb", release.version, release.architecture()?);
    let folder = tempfile::tempdir().map_err(|error| format!("a folder to pack: {error}"))?;
    tree.write_below(folder.path(), release.epoch).map_err(|error| format!("{}: {error}", folder.path().display()))?;
    pack(folder.path(), &to.join(&name), release.epoch, packing)?;
    Ok(name)
}

fn pack(folder: &Path, to: &Path, epoch: u64, packing: Packing) -> Result<(), String> {
    let mut dpkg = Command::new("dpkg-deb");
    dpkg.args(["--root-owner-group", if packing == Packing::Small { "-Zxz" } else { "-Znone" }]);
    // With more threads it cuts the contents into blocks.
    dpkg.env("SOURCE_DATE_EPOCH", epoch.to_string()).env("DPKG_DEB_THREADS_MAX", "1");
    run(dpkg.arg("--build").arg(folder).arg(to)).map(drop)
}

fn run(command: &mut Command) -> Result<String, String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output =
        command.output().map_err(|error| format!("cannot run {program} (Debian: apt install dpkg): {error}"))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(format!("{program}: {}", String::from_utf8_lossy(&output.stderr).trim()))
    }
}

/// What Debian wants to know of a package, deb-control(5).
fn control(release: &Release, kib: usize) -> Result<String, String> {
    let mut depends = "adduser".to_owned();
    if let Needs::Glibc(version) = needs(&release.binary)? {
        write!(depends, ", libc6 (>= {version}), libgcc-s1").expect("a string grows");
    }
    Ok(format!(
        "Package: cardroom\n\
         Version: {}\n\
         Architecture: {}\n\
         Maintainer: the cardroom authors <authors@cardroom.invalid>\n\
         Installed-Size: {kib}\n\
         Depends: {depends}\n\
         Recommends: ca-certificates\n\
         Suggests: caddy | nginx, age | gpg\n\
         Section: games\n\
         Priority: optional\n\
         Description: little-known card games, for a browser or a terminal\n \
         A server with bots for La Dame Noire, Kaël, Schwarze Dame, Rouge et Noir and\n \
         Hearts, alone or with others. It is one process with one folder of data.\n \
         .\n \
         The service listens on this machine alone until /etc/cardroom.toml says\n \
         otherwise.\n",
        release.version,
        release.architecture()?,
    ))
}

/// The checksums that `dpkg --verify` reads; conffiles have theirs in dpkg's own list.
fn md5sums(tree: &FileTree) -> Result<String, String> {
    let folder = tempfile::tempdir().map_err(|error| format!("a folder for checksums: {error}"))?;
    tree.write_below(folder.path(), 0).map_err(|error| format!("{}: {error}", folder.path().display()))?;
    let paths = tree.files().map(|(path, ..)| path).filter(|path| !path.starts_with("etc/"));
    run(Command::new("md5sum").args(paths).current_dir(folder.path()))
}

/// The value of a field of a package: `Version`, `Depends`.
///
/// # Errors
/// If this is no package.
pub fn read_control(deb: &Path, field: &str) -> Result<String, String> {
    run(Command::new("dpkg-deb").arg("--field").arg(deb).arg(field)).map(|value| value.trim().to_owned())
}

/// Writes a copy of a package that says it is another version and has another configuration file: what an upgrade meets.
///
/// # Errors
/// If this is no package.
pub fn repacked(deb: &Path, version: &str, configuration: &str, to: &Path) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| format!("a folder to unpack: {error}"))?;
    run(Command::new("dpkg-deb").arg("--raw-extract").arg(deb).arg(folder.path()))?;
    let write = |path: &str, text: String| {
        fs::write(folder.path().join(path), text).map_err(|error| format!("{path}: {error}"))
    };
    let control = fs::read_to_string(folder.path().join("DEBIAN/control")).map_err(|error| error.to_string())?;
    let lines = control.lines().map(|line| match line.strip_prefix("Version: ") {
        Some(_) => format!("Version: {version}\n"),
        None => format!("{line}\n"),
    });
    write("DEBIAN/control", lines.collect())?;
    write("etc/cardroom.toml", configuration.to_owned())?;
    pack(folder.path(), to, 0, Packing::Quick)
}
