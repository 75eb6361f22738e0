//! `arena report`: a league as one HTML file.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use nardy_protocol::text::visible_path;

use super::Failure;
use super::print::print;
use crate::page::{Language, PageError, page};
use crate::report::{counted, thousands};
use crate::store::write_page;

/// Make a page of a league: tables, charts, and every game on a board
///
/// Writes one HTML file that needs no network and nothing beside it: standings with intervals,
/// head to head, Elo game by game, length of games, oin and mars, the first move, dice, times,
/// faults, and a viewer that plays the games. It is in English and in Russian, readable on a
/// phone, in the dark and without a mouse. The address of a turn, like
/// league.html#game=12a&turn=30, can be given to others with the file.
///
/// An interrupted league is shown as far as it came. An older page is replaced; any other file is
/// not.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  arena report results/winter-20260131-184500
  arena report results/winter-20260131-184500 --out winter.html --lang ru")]
pub(super) struct Report {
    /// Results folder of a league or a match
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Where the page goes [default: the folder's name with .html, beside it]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Language of the page when it opens; the other one is a click away
    #[arg(long, value_enum, default_value_t = Lang::En)]
    lang: Lang,
    /// Games in the viewer, at most; of more, so many whole pairs from all of the league
    #[arg(long, value_name = "N", default_value_t = 3000)]
    games: usize,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Lang {
    En,
    Ru,
}

impl Report {
    pub(super) fn run(self) -> Result<(), Failure> {
        let language = match self.lang {
            Lang::En => Language::English,
            Lang::Ru => Language::Russian,
        };
        let page = page(&self.folder, language, self.games)?;
        let out = match self.out {
            Some(out) => out,
            None => beside(&self.folder)?,
        };
        write_page(&out, &page.html).map_err(PageError::from)?;
        let played = counted(page.played, "game");
        let games = if page.shown < page.played {
            let shown = thousands(page.shown);
            format!("{shown} of {played} in its viewer; --games sets how many")
        } else {
            played
        };
        print(&format!("{}: {games}\n", visible_path(&out)))
    }
}

/// The folder's name with .html.
fn beside(folder: &Path) -> Result<PathBuf, Failure> {
    let Some(name) = folder.file_name() else {
        return Err(Failure::usage(
            "the folder has no name of its own; give --out",
        ));
    };
    let mut name = OsString::from(name);
    name.push(".html");
    Ok(folder.with_file_name(name))
}

impl From<PageError> for Failure {
    fn from(error: PageError) -> Failure {
        let message = error.to_string();
        if error.is_environment() {
            Failure::environment(message)
        } else {
            Failure::usage(message)
        }
    }
}
