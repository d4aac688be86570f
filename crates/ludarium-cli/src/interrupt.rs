//! Ctrl-C during long work: the first one ends it with what it has, the second ends the program.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Once;

static ASKED: AtomicBool = AtomicBool::new(false);

/// The exit code of a program that Ctrl-C has ended, by the convention of shells.
const ENDED: i32 = 130;

/// From here on the program does not end at once at Ctrl-C, or when it is terminated: the work has
/// to ask [`is_asked`].
pub fn listen() {
    listen_and_say("\ninterrupted: ends with what is done; Ctrl-C again ends at once\n");
}

/// As [`listen`], for work that has no other end than Ctrl-C.
pub fn listen_silently() {
    listen_and_say("");
}

fn listen_and_say(message: &'static str) {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let heard = ctrlc::set_handler(move || {
            if ASKED.swap(true, Ordering::Relaxed) {
                std::process::exit(ENDED);
            }
            eprint!("{message}");
        });
        // Without a handler Ctrl-C ends the program, as it does anyhow.
        drop(heard);
    });
}

/// Whether the work should end.
pub fn is_asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}
