//! The demonstration league: the built-in bots and those bundled ones whose language is there.

use std::path::Path;

use super::run::tell;
use crate::config::{ConfigError, Known, LeagueConfig};

/// Where the bundled bots are, from the top of the project.
const BOTS: &str = "bots";

/// A bundled bot in another language.
struct Bundled {
    name: &'static str,
    /// Its folder below [`BOTS`].
    folder: &'static str,
    /// Its file there.
    file: &'static str,
    command: &'static [&'static str],
    needs: Needs,
}

/// What has to be there for a bundled bot.
enum Needs {
    /// A program on `PATH`, of this language.
    Interpreter(&'static str, &'static str),
    /// A file in the bot's folder, made by this command.
    Compiled(&'static str, &'static str),
}

const BUNDLED: [Bundled; 5] = [
    Bundled {
        name: "python-greedy",
        folder: "python",
        file: "greedy.py",
        command: &["python3", "greedy.py"],
        needs: Needs::Interpreter("python3", "Python"),
    },
    Bundled {
        name: "javascript-greedy",
        folder: "javascript",
        file: "greedy.js",
        command: &["node", "greedy.js"],
        needs: Needs::Interpreter("node", "Node.js"),
    },
    Bundled {
        name: "java-greedy",
        folder: "java",
        file: "Greedy.java",
        command: &["java", "Greedy.java"],
        needs: Needs::Interpreter("javac", "a Java development kit"),
    },
    Bundled {
        name: "c-greedy",
        folder: "c",
        file: "greedy.c",
        command: &["./greedy"],
        needs: Needs::Compiled("greedy", "cc -O2 -o bots/c/greedy bots/c/greedy.c"),
    },
    Bundled {
        name: "bash-first",
        folder: "bash",
        file: "first.sh",
        command: &["bash", "first.sh"],
        needs: Needs::Interpreter("bash", "bash"),
    },
];

impl Bundled {
    /// Why the bot cannot play; `None` if it can.
    fn missing(&self) -> Option<String> {
        let folder = Path::new(BOTS).join(self.folder);
        if !folder.join(self.file).is_file() {
            return Some(format!(
                "there is no {BOTS}/{}/{} here",
                self.folder, self.file
            ));
        }
        match self.needs {
            Needs::Interpreter(program, _) if on_path(program) => None,
            Needs::Interpreter(_, language) => Some(format!("{language} is not installed")),
            Needs::Compiled(program, _) if folder.join(program).is_file() => None,
            Needs::Compiled(_, how) => Some(format!("it is not compiled; {how}")),
        }
    }

    /// Its entry in a league file.
    fn entry(&self) -> String {
        let Bundled {
            name,
            folder,
            command,
            ..
        } = self;
        format!("[[bot]]\nname = \"{name}\"\ncommand = {command:?}\ndir = \"{BOTS}/{folder}\"\n")
    }
}

/// The demonstration league's settings; tells which bots it leaves out.
pub(super) fn config(known: &Known<'_>) -> Result<LeagueConfig, ConfigError> {
    let mut text = String::from("name = \"demonstration\"\npairs = 3\n[time]\nturn = \"2s\"\n");
    for name in known.builtins {
        text += &format!("[[bot]]\nname = \"{name}\"\ncommand = [\"builtin:{name}\"]\n");
    }
    for bot in &BUNDLED {
        match bot.missing() {
            Some(why) => tell(&format!("{} is left out: {why}", bot.name)),
            None => text += &bot.entry(),
        }
    }
    LeagueConfig::parse(&text, Path::new("demonstration"), known)
}

fn on_path(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}
