//! The browser that the tests drive: finds it, or installs it on Debian.

use std::path::Path;

use crate::debian;

const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// Returns the path of a Chromium. If the variable `CHROMIUM` names one, this is the result. Otherwise, it is the
/// system's Chromium. On Debian as root, installs one if there is none.
///
/// # Errors
/// Says in one line what to install. The browser tests are never skipped silently.
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
