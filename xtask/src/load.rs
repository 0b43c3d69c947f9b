//! `cargo xtask load`: builds both servers, and lets `crates/load` measure them in the same run.

use std::fs;
use std::path::{Path, PathBuf};

use crate::run::{Done, cargo, program, root, step, succeeds};
use crate::tasks::binary;

/// The npm packages to install. koa-compose is pinned, because the version range of boardgame.io 0.50.2 leads to a
/// broken release.
const PACKAGES: &str = r#"{
  "private": true,
  "dependencies": { "boardgame.io": "0.50.2", "koa-compose": "4.1.0" },
  "overrides": { "koa-compose": "4.1.0" }
}
"#;

/// Measures both servers. `--alone` and `--against FILE` leave out boardgame.io and npm. All other arguments are passed
/// to `load`.
pub fn load(args: &[String]) -> Done {
    let alone = args.iter().any(|arg| arg == "--alone" || arg == "--against");
    let rest = args.iter().filter(|arg| *arg != "--alone");
    let mut build = cargo(&["build", "--release", "--locked", "--package", "cardroom", "--package", "load"]);
    // The measurement concerns the server, so the page need not be built.
    build.args(["--bin", "cardroom", "--bin", "load"]).env("CARDROOM_WITHOUT_PAGE", "1");
    step("build cardroom and the players", build)?;
    // Each socket needs an open file, so the limit of open files is raised as far as the system allows.
    let mut run = program("sh", &["-c", "ulimit -n \"$(ulimit -Hn)\"; exec \"$@\"", "sh"]);
    run.arg(binary("release", "load")).arg("--cardroom").arg(binary("release", "cardroom"));
    if !alone {
        run.arg("--boardgame-io").arg(fetch()?);
    }
    run.args(rest);
    step("load", run)
}

/// Installs boardgame.io into the target folder, unless it is already there.
fn fetch() -> Result<PathBuf, String> {
    let folder = binary("release", "boardgame.io");
    let write = |name: &str, text: &[u8]| {
        let file: &Path = &folder.join(name);
        fs::write(file, text).map_err(|error| format!("{}: {error}", file.display()))
    };
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let there = fs::read_to_string(folder.join("package.json")).is_ok_and(|text| text == PACKAGES)
        && folder.join("node_modules/boardgame.io").exists();
    if !there {
        if !succeeds("npm", &["--version"]) {
            return Err("boardgame.io needs Node with npm: install it, or measure with --alone".into());
        }
        write("package.json", PACKAGES.as_bytes())?;
        let mut install =
            program("npm", &["install", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"]);
        install.current_dir(&folder);
        step("fetch boardgame.io", install)?;
    }
    let game = root().join("crates/load/boardgame_io.cjs");
    let text = fs::read(&game).map_err(|error| format!("{}: {error}", game.display()))?;
    write("boardgame_io.cjs", &text)?;
    Ok(folder)
}
