//! What the end-to-end tests share.

use std::path::PathBuf;

/// The scripted bot, which cargo builds beside the tests.
///
/// # Panics
///
/// If it is not built, as after `cargo test --test NAME`.
pub(crate) fn scripted_bot() -> PathBuf {
    let test = std::env::current_exe().expect("a running test has a path");
    let profile = test
        .ancestors()
        .nth(2)
        .expect("tests are in target/PROFILE/deps");
    let bot = profile.join("examples/scripted-bot");
    assert!(
        bot.is_file(),
        "{} is missing: run `cargo build -p arena --example scripted-bot`, with `--release` \
         where the test has it",
        bot.display()
    );
    bot
}
