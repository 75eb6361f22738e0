//! The demonstration league: the built-in bots and those bundled ones whose language is there.

use std::path::Path;

use super::run::tell;
use crate::config::{ConfigError, Known, LeagueConfig};

/// A bundled bot in another language.
struct Bundled {
    name: &'static str,
    language: &'static str,
    /// The program that must be on `PATH`.
    program: &'static str,
    command: &'static str,
    file: &'static str,
}

const BUNDLED: [Bundled; 3] = [
    Bundled {
        name: "python-greedy",
        language: "Python",
        program: "python3",
        command: r#"["python3", "greedy.py"]"#,
        file: "python/greedy.py",
    },
    Bundled {
        name: "javascript-greedy",
        language: "Node.js",
        program: "node",
        command: r#"["node", "greedy.js"]"#,
        file: "javascript/greedy.js",
    },
    Bundled {
        name: "bash-first",
        language: "bash",
        program: "bash",
        command: r#"["bash", "first.sh"]"#,
        file: "bash/first.sh",
    },
];

/// The demonstration league's settings; tells which bots it leaves out.
pub(super) fn config(known: &Known<'_>) -> Result<LeagueConfig, ConfigError> {
    let bots = Path::new("bots");
    let mut text = String::from("name = \"demonstration\"\npairs = 3\n[time]\nturn = \"2s\"\n");
    for name in known.builtins {
        text += &format!("[[bot]]\nname = \"{name}\"\ncommand = [\"builtin:{name}\"]\n");
    }
    for bot in &BUNDLED {
        if !bots.join(bot.file).is_file() {
            tell(&format!(
                "{} is left out: there is no bots/{} here",
                bot.name, bot.file
            ));
        } else if !on_path(bot.program) {
            tell(&format!(
                "{} is left out: {} is not installed",
                bot.name, bot.language
            ));
        } else {
            let folder = bot.file.split('/').next().unwrap_or_default();
            text += &format!(
                "[[bot]]\nname = \"{}\"\ncommand = {}\ndir = \"bots/{folder}\"\n",
                bot.name, bot.command
            );
        }
    }
    LeagueConfig::parse(&text, Path::new("demonstration"), known)
}

fn on_path(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}
