//! Any text parses to a description or an error, and formatting it twice changes nothing more.
//!
//! Run it with `cargo +nightly fuzz run load` at the root of the project.

#![no_main]

use libfuzzer_sys::fuzz_target;
use ludarium_lud::{format, load, Choices, Definitions};

fuzz_target!(|text: &str| {
    let definitions = Definitions::from_files([("fuzz.def".to_string(), text.to_string())]);
    let _ = load("fuzz.lud", text, &definitions, &Choices::defaults());
    let formatted = format(text);
    assert_eq!(format(&formatted), formatted);
});
