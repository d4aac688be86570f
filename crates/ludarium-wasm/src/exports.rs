//! What the page calls. One thread runs here, and each call ends before the next begins.
//!
//! The page writes into a buffer whose address it was given, and reads from another. Both belong to
//! this module and are only resized inside its own calls, while the page does neither.

// A name that the linker keeps counts as unsafe, as another item might have the same; these names
// are in no library that this one uses, or it would not link. The declaration of `now` is as the
// page provides it: the module is refused otherwise, when it is loaded.
#![allow(unsafe_code)]

use std::cell::RefCell;

use crate::Advisor;

#[link(wasm_import_module = "env")]
unsafe extern "C" {
    /// The time in seconds.
    safe fn now() -> f64;
}

struct Exchange {
    advisor: Advisor,
    request: Vec<u8>,
    reply: String,
}

thread_local! {
    static EXCHANGE: RefCell<Exchange> = RefCell::new(Exchange {
        advisor: Advisor::new(|| now()),
        request: Vec::new(),
        reply: String::new(),
    });
}

/// Makes room for a request of `length` bytes, and returns where it is to be written.
#[unsafe(no_mangle)]
pub extern "C" fn request(length: usize) -> *const u8 {
    EXCHANGE.with_borrow_mut(|own| {
        own.request.clear();
        own.request.resize(length, 0);
        own.request.as_ptr()
    })
}

/// Answers the request, and returns the length of the reply in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> usize {
    EXCHANGE.with_borrow_mut(|own| {
        let request = String::from_utf8_lossy(&own.request);
        own.reply = own.advisor.answer(&request);
        own.reply.len()
    })
}

/// Returns where the reply is.
#[unsafe(no_mangle)]
pub extern "C" fn reply() -> *const u8 {
    EXCHANGE.with_borrow(|own| own.reply.as_ptr())
}
