//! How far a copy is.

use std::io::{self, IsTerminal};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar on a terminal, nothing in a pipe: called with what is done, and how much there is.
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
