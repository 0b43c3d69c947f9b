//! Finding the browser that the tests drive, or installing it where that is possible.

use std::path::Path;

use crate::run::{program, step, succeeds};

/// Names under which distributions install it.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// The path of a Chromium. `CHROMIUM` names one; else the system's; else, on Debian as root, it is installed.
///
/// # Errors
/// Says in a line what to install. The browser tests are never skipped quietly.
pub fn find() -> Result<String, String> {
    if let Ok(path) = std::env::var("CHROMIUM") {
        return if Path::new(&path).exists() { Ok(path) } else { Err(format!("CHROMIUM={path} does not exist")) };
    }
    if let Some(path) = on_path() {
        return Ok(path);
    }
    let root = program("id", &["-u"]).output().is_ok_and(|o| o.stdout.starts_with(b"0"));
    if root && succeeds("apt-get", &["--version"]) {
        step("install Chromium", program("apt-get", &["update", "-qq"]))?;
        let mut install = program("apt-get", &["install", "-y", "-qq", "chromium", "fonts-dejavu-core"]);
        install.env("DEBIAN_FRONTEND", "noninteractive");
        step("install Chromium", install)?;
        if let Some(path) = on_path() {
            return Ok(path);
        }
    }
    Err("the browser tests need Chromium: install it (Debian: apt install chromium) or name one with CHROMIUM=/path"
        .into())
}

fn on_path() -> Option<String> {
    let paths = std::env::var_os("PATH")?;
    NAMES
        .iter()
        .flat_map(|name| std::env::split_paths(&paths).map(move |folder| folder.join(name)))
        .find(|path| path.exists())
        .map(|path| path.to_string_lossy().into_owned())
}
