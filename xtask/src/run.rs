//! Running other programs, with their words passed through and the time they took.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// What went wrong, in words.
pub type Done = Result<(), String>;

/// The root of the workspace.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the root").to_owned()
}

/// A program in the root of the workspace.
pub fn program(name: &str, args: &[&str]) -> Command {
    let mut command = Command::new(name);
    command.args(args).current_dir(root());
    command
}

/// Cargo, the one that runs this.
pub fn cargo(args: &[&str]) -> Command {
    program(&std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned()), args)
}

/// Runs a step and says what it is and how long it took.
pub fn step(name: &str, mut command: Command) -> Done {
    eprintln!("\n== {name}");
    let start = Instant::now();
    let status =
        command.status().map_err(|e| format!("{name}: cannot run {}: {e}", command.get_program().to_string_lossy()))?;
    eprintln!("== {name}: {:.0} s", start.elapsed().as_secs_f64());
    if status.success() { Ok(()) } else { Err(format!("{name} failed ({status})")) }
}

/// Whether a program runs and succeeds, quietly.
pub fn succeeds(name: &str, args: &[&str]) -> bool {
    program(name, args).output().is_ok_and(|output| output.status.success())
}

/// Where cargo leaves everything.
pub fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), Into::into)
}
