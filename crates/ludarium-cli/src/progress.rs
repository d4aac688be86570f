//! The progress bar of long work.

use std::io::IsTerminal;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar on standard error that counts `units` up to `length`, with the time left and a message.
/// It is hidden if that is no terminal.
pub fn bar(length: u64, units: &str) -> ProgressBar {
    styled(
        length,
        &format!("{{bar:30}} {{pos}}/{{len}} {units}, {{eta}} left  {{wide_msg:.dim}}"),
    )
}

/// A bar for work whose parts cannot be counted: a share of `length`, and a message.
pub fn share(length: u64) -> ProgressBar {
    styled(length, "{bar:30} {percent} %, {eta} left  {wide_msg:.dim}")
}

/// A bar for work of unknown length: a message that moves.
pub fn spinner() -> ProgressBar {
    let bar = styled(0, "{spinner} {wide_msg:.dim}");
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}

fn styled(length: u64, template: &str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    if !std::io::stderr().is_terminal() {
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.progress_chars("━╸ "));
    }
    bar
}
