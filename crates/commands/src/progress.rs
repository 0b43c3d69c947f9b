//! Progress bars for long work.

use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// The longest time between two drawings of a bar. The bar also moves during the first piece of work, which can take
/// long.
const TICK: Duration = Duration::from_millis(200);

/// Draws a progress bar for this number of things, if standard error is a terminal. The bar appears immediately.
pub(crate) fn progress_bar(length: u64, things: &'static str) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} {msg}, {per_sec}, {eta} to go")
        .expect("the template is a constant");
    let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr());
    let bar = bar.with_style(style).with_message(things);
    bar.tick();
    bar.enable_steady_tick(TICK);
    bar
}
