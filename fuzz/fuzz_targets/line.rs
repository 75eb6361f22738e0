//! A bot's line, and the arena's.
#![no_main]

#[path = "../../arena/tests/text_safety/holds.rs"]
#[allow(dead_code, reason = "each target feeds one reader")]
mod holds;

libfuzzer_sys::fuzz_target!(|line: &[u8]| {
    holds::answer(line);
    holds::request(line);
});
