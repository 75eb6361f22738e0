//! What a league's results prove, counted game by game in the order of the games.

use arena_statistics::{
    Doubles, FitError, Forfeits, Game, GameLuck, Ledger, Luck, LuckLedger, Options, PairError,
    Part, Ratings, Roll, Roster,
};
use arena_tournament::id::BotIndex;
use arena_tournament::result::GameResult;
use nardy_protocol::record::GameRecord;
use nardy_rules::{Opening, Ruleset};

/// What of a ruleset tells the luck of a roll.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rolling {
    doubles: Doubles,
    opening: Opening,
}

impl Rolling {
    pub(super) fn of(rules: &Ruleset) -> Rolling {
        Rolling {
            doubles: match rules.doubles() {
                nardy_rules::Doubles::Four => Doubles::Four,
                nardy_rules::Doubles::Cascade => Doubles::Cascade,
            },
            opening: rules.opening(),
        }
    }

    /// The luck of both sides in a game, the roll that a fault left unplayed included: whether it
    /// counts must not depend on how it fell.
    pub(super) fn luck(self, record: &GameRecord) -> Result<GameLuck, String> {
        let mut luck = GameLuck::new(self.doubles);
        for (number, (seat, dice)) in record.rolls().enumerate() {
            let roll = Roll::new(dice).map_err(|error| error.to_string())?;
            let part = if seat == record.starter {
                Part::Starting
            } else {
                Part::Following
            };
            if number == 0 && self.opening == Opening::RollOffDice {
                luck.opening_roll(roll);
            } else {
                luck.roll(part, roll);
            }
        }
        Ok(luck)
    }
}

/// The counts, in a size that depends on the bots and not on the games.
///
/// Bots are numbered as they come up, like those of `games.csv` when it is rated: so the same
/// games give the same ratings to the last digit.
#[derive(Debug, Clone)]
pub(super) struct Counting {
    roster: Roster,
    ledger: Ledger,
    luck: LuckLedger,
}

impl Counting {
    pub(super) fn new() -> Counting {
        Counting {
            roster: Roster::default(),
            ledger: Ledger::new(Forfeits::Count),
            luck: LuckLedger::new(Forfeits::Count),
        }
    }

    /// Counts the next game, in the order of the games.
    pub(super) fn count(
        &mut self,
        result: &GameResult,
        luck: GameLuck,
        names: &[String],
    ) -> Result<(), PairError> {
        let mut index = |bot: BotIndex| self.roster.index(&names[bot.get()]);
        let bots = result.seats().map(&mut index);
        let (starter, winner) = (index(result.starter()), index(result.winner()));
        let game = Game::new(bots, starter, winner, result.win())
            .expect("a result has two bots, and its starter and winner are among them");
        let pair = Some(result.index().id().pair);
        self.ledger.push(pair, game)?;
        self.luck.push(pair, game, luck)
    }

    /// There are no more games.
    pub(super) fn end(mut self) -> Statistics {
        self.ledger.end_file();
        self.luck.end_file();
        Statistics {
            ratings: Ratings::fit(&self.ledger, &Options::default()),
            roster: self.roster,
            ledger: self.ledger,
            luck: self.luck,
        }
    }
}

/// What a league's results prove. Its bots are numbered as they came up: see
/// [`Statistics::find`].
#[derive(Debug)]
pub struct Statistics {
    roster: Roster,
    ledger: Ledger,
    luck: LuckLedger,
    ratings: Result<Ratings, FitError>,
}

impl Statistics {
    /// The bot of this name, if it has games.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<BotIndex> {
        self.roster.find(name)
    }

    /// The names of the bots with games.
    #[must_use]
    pub fn names(&self) -> &[String] {
        self.roster.names()
    }

    /// All games, as counted.
    #[must_use]
    pub const fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// A bot's luck with the dice.
    #[must_use]
    pub fn luck(&self, bot: BotIndex) -> Option<Luck> {
        self.luck.luck(bot, Options::default().confidence)
    }

    /// The ratings, as `arena rate` gives them for the same games.
    ///
    /// # Errors
    ///
    /// Why there are none.
    pub fn ratings(&self) -> Result<&Ratings, FitError> {
        self.ratings.as_ref().map_err(|error| *error)
    }
}
