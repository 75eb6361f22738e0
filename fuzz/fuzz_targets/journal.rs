//! A journal, read and gone on with.
#![no_main]

#[path = "../../arena/tests/text_safety/holds.rs"]
#[allow(dead_code, reason = "each target feeds one reader")]
mod holds;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    holds::journal(bytes);
});
