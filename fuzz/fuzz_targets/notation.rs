//! A position, a situation, a roll or a turn as text.
#![no_main]

#[path = "../../arena/tests/text_safety/holds.rs"]
#[allow(dead_code, reason = "each target feeds one reader")]
mod holds;

libfuzzer_sys::fuzz_target!(|text: &str| {
    holds::notation(text);
});
