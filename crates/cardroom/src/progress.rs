//! How far long work has come.

use std::io::{self, IsTerminal};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar over so many of these things: on a terminal, none in a pipe.
pub(crate) fn progress_bar(length: u64, things: &'static str) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} {msg}, {per_sec}, {eta} to go")
        .expect("the template is a constant");
    ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr()).with_style(style).with_message(things)
}
