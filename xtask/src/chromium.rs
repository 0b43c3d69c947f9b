//! Finding the browser that the tests drive, or installing it where that is possible.

use std::path::Path;

use crate::debian;

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
    let found = || debian::on_path(&NAMES).map(|path| path.to_string_lossy().into_owned());
    if let Some(path) = found() {
        return Ok(path);
    }
    debian::install(&["chromium", "fonts-dejavu-core"])?;
    let wanted = "install it (Debian: apt install chromium) or name one with CHROMIUM=/path";
    found().ok_or_else(|| format!("the browser tests need Chromium: {wanted}"))
}
