//! Runs other programs, passes their output through, and measures their time.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::time::Instant;

/// The result of a step: nothing, or a description of the error.
pub type Done = Result<(), String>;

/// Returns the root of the workspace.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the root").to_owned()
}

/// Returns the packages of all games, by their folders.
pub fn games() -> Vec<String> {
    let folders = std::fs::read_dir(root().join("games")).expect("the games").map(|entry| entry.expect("a folder"));
    let mut games: Vec<String> = folders.map(|folder| folder.file_name().to_string_lossy().into_owned()).collect();
    games.sort();
    games
}

/// Returns a command that runs a program in the root of the workspace.
pub fn program(name: &str, args: &[&str]) -> Command {
    let mut command = Command::new(name);
    command.args(args).current_dir(root());
    command
}

/// Returns a command of the cargo that runs this program.
pub fn cargo(args: &[&str]) -> Command {
    program(&std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned()), args)
}

/// The steps that have ended, each with its name and its time in seconds.
static ENDED: Mutex<Vec<(String, f64)>> = Mutex::new(Vec::new());

/// Runs a step and prints its name and the time it took.
pub fn step(name: &str, mut command: Command) -> Done {
    eprintln!("\n== {name}");
    let start = Instant::now();
    let status =
        command.status().map_err(|e| format!("{name}: cannot run {}: {e}", command.get_program().to_string_lossy()))?;
    let seconds = start.elapsed().as_secs_f64();
    eprintln!("== {name}: {seconds:.0} s");
    ENDED.lock().expect("no step panics").push((name.to_owned(), seconds));
    if status.success() { Ok(()) } else { Err(format!("{name} failed ({status})")) }
}

/// Prints the steps that took at least a second, the longest first. The sum can exceed the total time, because some
/// steps run in parallel.
pub fn print_times(whole: Instant) {
    let mut ended = ENDED.lock().expect("no step panics").clone();
    ended.retain(|(_, seconds)| *seconds >= 1.0);
    ended.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    eprintln!("\n{:>6.0} s  the whole", whole.elapsed().as_secs_f64());
    for (name, seconds) in ended {
        eprintln!("{seconds:>6.0} s  {name}");
    }
}

/// Runs a program without showing its output, and returns true if it succeeds.
pub fn succeeds(name: &str, args: &[&str]) -> bool {
    program(name, args).output().is_ok_and(|output| output.status.success())
}

/// Runs a program and returns its output without the last line break.
pub fn output(mut command: Command) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("cannot run {name}: {error}"))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).trim_end().to_owned())
    } else {
        Err(format!("{name}: {}", String::from_utf8_lossy(&output.stderr).trim()))
    }
}

/// Returns the folders of this machine whose paths compilers would write into their output.
pub fn folders() -> Vec<PathBuf> {
    let home = std::env::var_os("HOME").map(PathBuf::from).unwrap_or_default();
    let home = std::env::var_os("CARGO_HOME").map_or_else(|| home.join(".cargo"), PathBuf::from);
    let mut folders = vec![root(), target(), home];
    // If the source of Rust's library is installed, compilers write its path on this machine.
    if let Ok(compiler) = output(program("rustc", &["--print", "sysroot"])) {
        folders.push(Path::new(&compiler).join("lib/rustlib/src/rust"));
    }
    folders
}

/// Makes cargo produce the same bytes in every folder, by replacing paths of this machine.
pub fn remap(cargo: &mut Command, target_name: &str, flags: &[&str]) {
    let folders = folders().into_iter().zip(["/cardroom", "/cardroom/target", "/cargo", "/rust"]);
    let (mut rust, mut c): (Vec<String>, Vec<String>) = (flags.iter().map(ToString::to_string).collect(), Vec::new());
    for (from, to) in folders {
        rust.push(format!("--remap-path-prefix={}={to}", from.display()));
        c.push(format!("-ffile-prefix-map={}={to}", from.display()));
    }
    // The flags are passed in the encoded form, because a path can contain a space.
    cargo.env_remove("RUSTFLAGS").env("CARGO_ENCODED_RUSTFLAGS", rust.join("\u{1f}"));
    cargo.env(format!("CFLAGS_{}", target_name.replace('-', "_")), c.join(" "));
}

/// Returns the folder of cargo's output.
pub fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), Into::into)
}
