//! The progress bar of a copy.

use std::io::{self, IsTerminal};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Returns a function that draws a progress bar on a terminal. Its arguments are the amount done and the total.
pub(crate) fn bar() -> impl FnMut(u64, u64) + Send + 'static {
    let target = if io::stderr().is_terminal() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(None, target);
    bar.set_style(
        ProgressStyle::with_template("{bar:40} {percent} %  {eta}").expect("a template that indicatif knows"),
    );
    move |done, all| {
        bar.set_length(all);
        bar.set_position(done);
        if done >= all {
            bar.finish_and_clear();
        }
    }
}
