//! Checks that `cargo install --path crates/cardroom` fails in a clean clone, because the page is not built there. The
//! error must say what to do.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

const COMMAND: &str = "`cargo xtask web`";

#[test]
fn a_release_binary_without_a_page_is_refused_with_the_command_that_builds_it() {
    let clone = Path::new(env!("CARGO_TARGET_TMPDIR")).join("clone");
    let _ = fs::remove_dir_all(&clone);
    let server = clone.join("crates/server");
    fs::create_dir_all(&server).expect("a folder");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the root");
    let script = clone.join("script");
    let mut compile = Command::new("rustc");
    compile.args(["--edition", "2024", "-o"]).arg(&script).arg(root.join("crates/server/build.rs"));
    assert!(compile.stdin(Stdio::null()).status().expect("rustc runs").success());
    // Returns the errors that the build script prints for cargo.
    let errors = |profile: &str, without: bool| -> String {
        let mut run = Command::new(&script);
        run.current_dir(&server).env("PROFILE", profile).env_remove("CARDROOM_WITHOUT_PAGE");
        let output = run.envs(without.then_some(("CARDROOM_WITHOUT_PAGE", "1"))).output().expect("the script runs");
        assert!(output.status.success());
        let said = String::from_utf8(output.stdout).expect("UTF-8");
        said.lines().filter_map(|line| line.strip_prefix("cargo::error=")).collect()
    };
    assert!(errors("release", false).contains(COMMAND), "{}", errors("release", false));
    assert_eq!(errors("release", true), "");
    assert_eq!(errors("debug", false), "", "plain cargo build needs no Node");
    fs::create_dir_all(clone.join("web/dist")).expect("a folder");
    assert!(errors("release", false).contains(COMMAND), "an empty folder is no page");
    fs::write(clone.join("web/dist/index.html"), "<!doctype html>").expect("a page");
    assert_eq!(errors("release", false), "");
}

#[test]
fn the_command_exists() {
    let usage = Command::new(env!("CARGO_BIN_EXE_xtask")).arg("help").output().expect("it runs");
    let usage = String::from_utf8(usage.stdout).expect("UTF-8");
    assert!(usage.lines().any(|line| line.trim_start().starts_with("web ")), "{usage}");
}
