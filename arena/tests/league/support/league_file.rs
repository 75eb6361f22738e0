//! League files as text.

use crate::common::scripted_bot;

/// A league file with seed 2026. `settings` are lines for the top of the file, and `[time]`
/// after them if wanted.
pub(crate) fn league<N: AsRef<str>>(settings: &str, bots: &[(N, Vec<String>)]) -> String {
    let mut text = format!("name = \"test\"\nseed = \"2026\"\n{settings}\n");
    for (name, command) in bots {
        let name = name.as_ref();
        text += &format!("[[bot]]\nname = {name:?}\ncommand = {command:?}\n");
    }
    text
}

/// The command of a sparring partner.
pub(crate) fn builtin(name: &str) -> Vec<String> {
    vec![format!("builtin:{name}")]
}

/// The command of the scripted bot with orders: when, and what to do then.
pub(crate) fn scripted(orders: &[(&str, &str)]) -> Vec<String> {
    let program = scripted_bot().into_os_string().into_string().unwrap();
    let orders = orders
        .iter()
        .flat_map(|(when, what)| ["--at", when, "--do", what]);
    std::iter::once(program)
        .chain(orders.map(str::to_owned))
        .collect()
}
