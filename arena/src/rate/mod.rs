//! What tables of games prove: the games of one or more leagues counted together, and rated.

mod error;
mod json;

use std::path::{Path, PathBuf};

use arena_statistics::{Game, Ledger, Options, Ratings, Roster, Scope, Tally, WithinPairs, Zero};
use arena_tournament::id::BotIndex;

pub use arena_statistics::{Forfeits, Ranked, Starter};
pub use error::RateError;

use crate::store::{GameRow, GamesTable};

/// What is asked of tables of games.
#[derive(Debug)]
pub struct Asked {
    /// Files, or results folders.
    pub files: Vec<PathBuf>,
    /// A bot whose rating is given, and the rating.
    pub anchor: Option<(String, f64)>,
    /// Whether forfeits count.
    pub forfeits: Forfeits,
    /// Whether the first-move advantage is fitted.
    pub starter: Starter,
    /// Two bots to be compared.
    pub versus: Option<[String; 2]>,
}

/// The games of all tables, counted.
#[derive(Debug)]
struct Counted {
    roster: Roster,
    ledger: Ledger,
    files: Vec<PathBuf>,
    forfeits: u64,
}

/// Rated bots.
pub struct Rated {
    counted: Counted,
    left_out: bool,
    ratings: Ratings,
    versus: Option<[BotIndex; 2]>,
}

/// Reads tables and rates their bots; memory depends on the bots and not on the games.
///
/// # Errors
///
/// If a table cannot be read or is not one, a bot that is named has no games, or the results are
/// beyond rating.
pub fn rate(asked: &Asked) -> Result<Rated, RateError> {
    let counted = count(&asked.files, asked.forfeits)?;
    let find = |name: &String| {
        let found = counted.roster.find(name);
        found.ok_or_else(|| RateError::unknown(name, counted.roster.names()))
    };
    let zero = match &asked.anchor {
        Some((name, elo)) => Zero::Anchor {
            bot: find(name)?,
            elo: *elo,
        },
        None => Zero::Mean,
    };
    let versus = match &asked.versus {
        Some([one, other]) if one == other => return Err(RateError::itself(one)),
        Some([one, other]) => Some([find(one)?, find(other)?]),
        None if counted.roster.names().len() == 2 => Some([0, 1].map(BotIndex::new)),
        None => None,
    };
    let options = Options {
        zero,
        starter: asked.starter,
        ..Options::default()
    };
    Ok(Rated {
        ratings: Ratings::fit(&counted.ledger, &options)?,
        left_out: asked.forfeits == Forfeits::LeaveOut,
        counted,
        versus,
    })
}

fn count(files: &[PathBuf], forfeits: Forfeits) -> Result<Counted, RateError> {
    let mut counted = Counted {
        roster: Roster::default(),
        ledger: Ledger::new(forfeits),
        files: Vec::new(),
        forfeits: 0,
    };
    let mut seen: Vec<PathBuf> = Vec::new();
    for file in files {
        let table = GamesTable::open(file)?;
        let place = table.path().canonicalize();
        let place = place.unwrap_or_else(|_| table.path().to_owned());
        if seen.contains(&place) {
            return Err(RateError::Twice(table.path().to_owned()));
        }
        seen.push(place);
        counted.add(table)?;
    }
    Ok(counted)
}

impl Counted {
    /// Counts the games of one table.
    fn add(&mut self, mut table: GamesTable) -> Result<(), RateError> {
        while let Some(row) = table.next_game()? {
            let (line, pair) = (row.line, row.pair);
            let game = self.game(&row);
            self.forfeits += u64::from(game.is_forfeit());
            if let Err(error) = self.ledger.push(Some(pair), game) {
                let what = error::pair_words(&error);
                return Err(table.wrong(line, Some("pair"), what).into());
            }
        }
        self.ledger.end_file();
        self.files.push(table.path().to_owned());
        Ok(())
    }

    fn game(&mut self, row: &GameRow<'_>) -> Game {
        let bots = row.bots.each_ref().map(|name| self.roster.index(name));
        let [starter, winner] = [&row.starter, &row.winner].map(|name| self.roster.index(name));
        Game::new(bots, starter, winner, row.win)
            .expect("a row has two bots, and its starter and winner are among them")
    }
}

impl Rated {
    /// All bots, the best first.
    #[must_use]
    pub fn ranking(&self) -> Vec<Ranked> {
        self.ratings.ranking()
    }

    /// A bot's name.
    #[must_use]
    pub fn name(&self, bot: BotIndex) -> &str {
        &self.counted.roster.names()[bot.get()]
    }

    /// The names of all bots.
    #[must_use]
    pub fn names(&self) -> &[String] {
        self.counted.roster.names()
    }

    /// A bot's games by kind.
    #[must_use]
    pub fn tally(&self, bot: BotIndex) -> Tally {
        self.counted.ledger.tally(&Scope::of(bot))
    }

    /// All games, as counted.
    #[must_use]
    pub const fn ledger(&self) -> &Ledger {
        &self.counted.ledger
    }

    /// The ratings.
    #[must_use]
    pub const fn ratings(&self) -> &Ratings {
        &self.ratings
    }

    /// How they were made.
    #[must_use]
    pub const fn options(&self) -> &Options {
        self.ratings.options()
    }

    /// The two bots to be compared: those asked for, or the only ones.
    #[must_use]
    pub const fn versus(&self) -> Option<[BotIndex; 2]> {
        self.versus
    }

    /// How alike the games of pairs came out.
    #[must_use]
    pub fn within_pairs(&self) -> WithinPairs {
        self.counted.ledger.within_pairs(None)
    }

    /// Games that count.
    #[must_use]
    pub fn games(&self) -> u64 {
        let bots = (0..self.counted.roster.names().len()).map(BotIndex::new);
        // Each game is one of two bots.
        bots.map(|bot| self.tally(bot).games()).sum::<u64>() / 2
    }

    /// Forfeits that do not count.
    #[must_use]
    pub const fn forfeits_left_out(&self) -> u64 {
        if self.left_out {
            self.counted.forfeits
        } else {
            0
        }
    }

    /// The tables.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        self.counted.files.iter().map(PathBuf::as_path)
    }
}
