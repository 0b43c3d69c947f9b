//! `cargo xtask dist`: the files of a release, the same bytes from every folder. `crates/packages` packs them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use crate::debian;
use crate::run::{Done, cargo, folders, output, program, remap, root, step, succeeds, target};
use crate::tasks::web;

/// Where the files are left.
const FOLDER: &str = "dist/release";

/// What is wanted beside the files.
struct Wishes {
    twice: bool,
    profile: String,
}

/// Makes the files; `--twice` makes them again in another folder and compares.
pub fn dist(args: &[String]) -> Done {
    let wishes = wishes(args)?;
    if std::env::consts::OS != "linux" {
        return Err("packages are made on Linux: use `cargo xtask build` here".into());
    }
    let commit = commit()?;
    if wishes.twice && !commit.clean {
        return Err("--twice compares with what is committed: commit or remove your changes first".into());
    }
    make(&commit, &wishes.profile)?;
    if self::commit()? != commit {
        return Err(
            "the checkout has changed while it was built, so nobody can build the same again: build once more".into()
        );
    }
    if wishes.twice {
        twice(&commit, &wishes.profile)?;
    }
    Ok(())
}

fn wishes(args: &[String]) -> Result<Wishes, String> {
    let mut wishes = Wishes { twice: false, profile: "dist".to_owned() };
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--twice" => wishes.twice = true,
            "--profile" => wishes.profile = args.next().ok_or("--profile wants the name of a profile")?.clone(),
            other => return Err(format!("dist knows --twice and --profile NAME, not {other:?}")),
        }
    }
    Ok(wishes)
}

/// A commit and its date.
#[derive(PartialEq, Eq)]
struct Commit {
    id: String,
    /// In seconds since 1970.
    epoch: String,
    /// Whether the files are those of the commit.
    clean: bool,
}

/// What is checked out. Outside of git, `SOURCE_DATE_EPOCH` says the date.
fn commit() -> Result<Commit, String> {
    let git = |args: &[&str]| output(program("git", args));
    let given = std::env::var("SOURCE_DATE_EPOCH").ok();
    let Ok(id) = git(&["rev-parse", "HEAD"]) else {
        let epoch =
            given.ok_or("this is no git repository: set SOURCE_DATE_EPOCH to the date of the release (seconds)")?;
        return Ok(Commit { id: "unknown".to_owned(), epoch, clean: false });
    };
    let epoch = given.map_or_else(|| git(&["log", "-1", "--format=%ct"]), Ok)?;
    let clean = git(&["status", "--porcelain"])?.is_empty();
    let id = if clean { id } else { format!("{id} with changes") };
    Ok(Commit { id, epoch, clean })
}

fn make(commit: &Commit, profile: &str) -> Done {
    web()?;
    let target_name = choose_target();
    let mut build =
        cargo(&["build", "--locked", "--package", "cardroom", "--profile", profile, "--target", &target_name]);
    remap(&mut build, &target_name, &[]);
    build.env("SOURCE_DATE_EPOCH", &commit.epoch);
    step(&format!("build cardroom for {target_name}"), build)?;
    let binary = target().join(&target_name).join(profile).join("cardroom");
    names_no_folder(&binary)?;
    let folder = root().join(FOLDER);
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(failed)?;
    }
    fs::create_dir_all(&folder).map_err(failed)?;
    let mut pack = packages("make");
    pack.arg("--binary").arg(binary).args(["--target", &target_name, "--commit", &commit.id, "--epoch", &commit.epoch]);
    for tool in [["rustc", "--version"], ["cc", "--version"], ["node", "--version"], ["dpkg-deb", "--version"]] {
        let said = output(program(tool[0], &tool[1..])).unwrap_or_default();
        pack.arg("--with").arg(format!("{} {}", tool[0], said.lines().next().unwrap_or("is not there")));
    }
    pack.arg("--root").arg(root()).arg("--to").arg(&folder);
    step("pack", pack)?;
    println!("{}", folder.display());
    Ok(())
}

/// Fails if a path of this machine is in a binary: it would differ from the one that is built in another folder.
fn names_no_folder(binary: &Path) -> Done {
    let bytes = fs::read(binary).map_err(|error| format!("{}: {error}", binary.display()))?;
    for folder in folders() {
        let folder = folder.display().to_string();
        if bytes.windows(folder.len()).any(|window| window == folder.as_bytes()) {
            return Err(format!("{} contains {folder}: what is built elsewhere would differ", binary.display()));
        }
    }
    Ok(())
}

/// The C compiler of a binary that needs no C library of the system, with its package.
pub const MUSL_COMPILER: (&str, &str) = ("musl-gcc", "musl-tools");

/// The target without a C library of the system; else the one of this machine.
fn choose_target() -> String {
    let musl = format!("{}-unknown-linux-musl", std::env::consts::ARCH);
    let installed = |name: &str| target_is_there(name);
    if !installed(&musl) {
        // Without a network it cannot be had.
        succeeds("rustup", &["target", "add", &musl]);
    }
    let compiler = debian::tools(&[MUSL_COMPILER]);
    match (installed(&musl), compiler) {
        (true, Ok(())) => musl,
        (there, compiler) => {
            let host = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
            let why = compiler.err().filter(|_| there).unwrap_or_else(|| format!("rustup target add {musl} failed"));
            eprintln!(
                "\n== {why}\n== the binary needs the C library of this machine or a newer one, and there is no image"
            );
            host
        }
    }
}

fn target_is_there(name: &str) -> bool {
    let folder = output(program("rustc", &["--print", "target-libdir", "--target", name]));
    folder.is_ok_and(|folder| Path::new(&folder).is_dir())
}

/// The same command in a clone of the commit in another folder leaves the same bytes.
fn twice(commit: &Commit, profile: &str) -> Done {
    // Longer than ours, and it has another name: a path in a binary would be seen.
    let clone = target().join("twice").join("the-same-again");
    let failed = |error: std::io::Error| format!("{}: {error}", clone.display());
    if clone.exists() {
        fs::remove_dir_all(&clone).map_err(failed)?;
    }
    let mut get = program("git", &["clone", "--quiet"]);
    step("clone", {
        get.arg(root()).arg(&clone);
        get
    })?;
    let mut check_out = program("git", &["checkout", "--quiet", "--detach", &commit.id]);
    check_out.current_dir(&clone);
    step("check the commit out", check_out)?;
    let mut again = cargo(&["xtask", "dist", "--profile", profile]);
    again.current_dir(&clone).env("CARGO_TARGET_DIR", clone.join("target"));
    step("the same again in another folder", again)?;
    let sums = |root: &Path| {
        let path = root.join(FOLDER).join("SHA256SUMS");
        fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
    };
    let (first, second) = (sums(&root())?, sums(&clone)?);
    let different: Vec<&str> = first.lines().filter(|line| !second.lines().any(|other| other == *line)).collect();
    if !different.is_empty() || first.lines().count() != second.lines().count() {
        return Err(format!(
            "not the same bytes: {different:#?}\nthe second files are in {}",
            clone.join(FOLDER).display()
        ));
    }
    fs::remove_dir_all(&clone).map_err(failed)?;
    println!("twice the same bytes:\n{first}");
    Ok(())
}

/// Programs that the trial starts, with their packages.
pub const TRIAL_TOOLS: [(&str, &str); 4] =
    [("mmdebstrap", "mmdebstrap"), ("skopeo", "skopeo"), ("systemd-analyze", "systemd"), ("umoci", "umoci")];

/// Installs, starts, upgrades and removes what was made.
pub fn trial() -> Done {
    debian::tools(&TRIAL_TOOLS)?;
    let folder = root().join(FOLDER);
    let found = |ending: &str| -> Option<PathBuf> {
        let entries = fs::read_dir(&folder).ok()?.filter_map(|entry| Some(entry.ok()?.path()));
        entries.filter(|path| path.to_string_lossy().ends_with(ending)).max_by_key(changed)
    };
    let mut trial = packages("trial");
    trial.arg("--deb").arg(found(".deb").ok_or("there is no package: cargo xtask dist")?);
    if let Some(image) = found(".oci.tar") {
        trial.arg("--image").arg(image);
    }
    trial.arg("--folder").arg(target().join("trial"));
    step("install, start, upgrade, remove", trial)
}

fn changed(path: &PathBuf) -> Option<SystemTime> {
    fs::metadata(path).and_then(|data| data.modified()).ok()
}

fn packages(command: &str) -> Command {
    cargo(&["run", "--quiet", "--locked", "--package", "packages", "--", command])
}
