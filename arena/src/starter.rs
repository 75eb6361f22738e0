//! A first bot, written into a folder of its own: program, league file and README, from the
//! templates in `arena/templates/new`.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use nardy_protocol::text::visible_path;

/// A language in which a first bot can be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Language {
    /// Its name on the command line.
    pub name: &'static str,
    /// The name of the program's file.
    pub source: &'static str,
    /// The command that builds the program, word by word; empty where none is needed.
    pub build: &'static [&'static str],
    /// The command that runs it.
    pub run: &'static [&'static str],
    text: &'static str,
}

/// All of them.
pub const LANGUAGES: [Language; 6] = [
    Language {
        name: "python",
        source: "bot.py",
        build: &[],
        run: &["python3", "bot.py"],
        text: include_str!("../templates/new/python/bot.py"),
    },
    Language {
        name: "javascript",
        source: "bot.js",
        build: &[],
        run: &["node", "bot.js"],
        text: include_str!("../templates/new/javascript/bot.js"),
    },
    Language {
        name: "rust",
        source: "bot.rs",
        build: &["rustc", "-O", "bot.rs"],
        run: &["./bot"],
        text: include_str!("../templates/new/rust/bot.rs"),
    },
    Language {
        name: "c",
        source: "bot.c",
        build: &["cc", "-O2", "-o", "bot", "bot.c"],
        run: &["./bot"],
        text: include_str!("../templates/new/c/bot.c"),
    },
    Language {
        name: "java",
        source: "Bot.java",
        build: &[],
        run: &["java", "Bot.java"],
        text: include_str!("../templates/new/java/Bot.java"),
    },
    Language {
        name: "go",
        source: "bot.go",
        build: &["go", "build", "-o", "bot", "bot.go"],
        run: &["./bot"],
        text: include_str!("../templates/new/go/bot.go"),
    },
];

const LEAGUE: &str = include_str!("../templates/new/league.toml");
const README: &str = include_str!("../templates/new/README.md");

/// Why no bot was written.
#[derive(Debug, thiserror::Error)]
pub enum StarterError {
    /// Something is there already.
    #[error("{} is not an empty folder; name a new one", visible_path(folder))]
    NotEmpty {
        /// Where.
        folder: PathBuf,
    },
    /// The system refuses a file or a folder.
    #[error("cannot write {}: {error}; choose another place", visible_path(path))]
    Refused {
        /// Which one.
        path: PathBuf,
        /// What it says.
        #[source]
        error: io::Error,
    },
}

/// Writes a first bot into a folder, which is made if it is not there; answers the files' names.
///
/// # Errors
///
/// If the folder holds anything, or a file cannot be written. Nothing is ever overwritten.
pub fn write(folder: &Path, language: &Language) -> Result<[&'static str; 3], StarterError> {
    let refused = |path: &Path, error| StarterError::Refused {
        path: path.to_owned(),
        error,
    };
    let not_empty = || StarterError::NotEmpty {
        folder: folder.to_owned(),
    };
    match fs::read_dir(folder) {
        Ok(mut entries) => {
            if entries.next().is_some() {
                return Err(not_empty());
            }
        }
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => return Err(not_empty()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            fs::create_dir_all(folder).map_err(|error| refused(folder, error))?;
        }
        Err(error) => return Err(refused(folder, error)),
    }
    let files = [
        (language.source, language.text.to_owned()),
        (
            "league.toml",
            LEAGUE.replace("COMMAND", &format!("{:?}", language.run)),
        ),
        ("README.md", readme(language)),
    ];
    for (name, text) in &files {
        let path = folder.join(name);
        let file = OpenOptions::new().write(true).create_new(true).open(&path);
        file.and_then(|mut file| file.write_all(text.as_bytes()))
            .map_err(|error| refused(&path, error))?;
    }
    Ok(files.map(|(name, _)| name))
}

fn readme(language: &Language) -> String {
    let build = match language.build {
        [] => String::new(),
        words => format!("$ {}\n", words.join(" ")),
    };
    README
        .replace("SOURCE", language.source)
        .replace("BUILD", &build)
        .replace("RUN", &language.run.join(" "))
}
