//! What the page is about: the folder read once, and counted by the code behind the tables.

use std::collections::HashMap;
use std::path::Path;

use arena_statistics::{FitError, Forfeits, Game, Ledger, Options, Ratings};
use arena_tournament::id::{BotIndex, GameIndex, PairNumber};
use arena_tournament::rating::Elo;
use arena_tournament::result::WinKind;
use arena_tournament::standings::Standings;
use nardy_protocol::record::{GameRecord, TurnRecord};
use nardy_protocol::situation::to_play;
use nardy_protocol::text::visible;
use nardy_rules::{Point, Ruleset};

use super::error::PageError;
use super::games::Selection;
use super::times::{Asked, Times};
use crate::dice::{Dicing, test_dice};
use crate::fixture::schedule;
use crate::plan::FrozenPlan;
use crate::store::{self, Archive, JOURNAL, MANIFEST, Records};
use crate::trial::Trial;

/// Characters of a bot's name that are shown.
const NAME_SHOWN: usize = 64;
/// Faults that are told one by one.
const FAULTS_TOLD: usize = 100;

/// A league, read and counted.
pub(super) struct Facts {
    pub(super) plan: FrozenPlan,
    pub(super) rules: Ruleset,
    /// The bots' names in the order of the plan, harmless to read but not to HTML.
    pub(super) names: Vec<String>,
    /// How many games the league has in the end: where a sequential test has decided, those up
    /// to then.
    pub(super) scheduled: u64,
    pub(super) counted: Counted,
    pub(super) ratings: Result<Ratings, FitError>,
    pub(super) times: Times,
    pub(super) dicing: Dicing,
}

/// The games, one after the other.
pub(super) struct Counted {
    pub(super) played: u64,
    pub(super) standings: Standings,
    pub(super) ledger: Ledger,
    /// By bot, its rating after each of its games, with the number of the game from 1.
    pub(super) elo: Vec<Vec<(u64, Elo)>>,
    /// Turns of each game that was played out.
    pub(super) lengths: Vec<usize>,
    /// By bot and reason, how often.
    pub(super) reasons: Vec<HashMap<String, u64>>,
    /// The first ones.
    pub(super) faults: Vec<Fault>,
    pub(super) shown: Selection,
    asked: HashMap<String, Asked>,
    places: HashMap<String, BotIndex>,
}

/// A game that was lost by a mistake.
pub(super) struct Fault {
    pub(super) game: String,
    /// How many turns were played before it.
    pub(super) turn: usize,
    pub(super) bot: usize,
    pub(super) code: String,
    pub(super) rule: String,
    pub(super) message: String,
    pub(super) stderr: Option<String>,
}

impl Facts {
    /// Reads a results folder; `most` games are kept for the viewer.
    pub(super) fn read(folder: &Path, most: usize) -> Result<Facts, PageError> {
        let archive = Archive::open(folder)?;
        let plan = plan(&archive)?;
        let rules = plan
            .rules()
            .map_err(|why| PageError::damaged(MANIFEST, why))?;
        let schedule = schedule(&plan);
        let schedule = schedule.map_err(|why| PageError::damaged(MANIFEST, why.to_string()))?;
        let records = records(&archive)?;
        let mut counted = Counted::new(&plan, Selection::new(records.len(), most));
        let trial = Trial::of(&plan);
        let mut trial = trial.map_err(|why| PageError::damaged(MANIFEST, why))?;
        for record in records.in_order() {
            // What had ended ahead of its turn when the test decided does not count.
            if trial.as_ref().is_some_and(Trial::is_decided) {
                break;
            }
            let (line, record) = record?;
            let of_line = |why: String| PageError::damaged(JOURNAL, format!("line {line}: {why}"));
            counted.count(&record).map_err(of_line)?;
            if let Some(trial) = &mut trial {
                let result = trial.result(&record);
                let tried = trial.push(GameIndex::new(record.index), result);
                tried.map_err(of_line)?;
            }
        }
        let decided = trial.as_ref().and_then(Trial::games);
        if counted.played == 0 {
            return Err(PageError::NoGames);
        }
        counted.ledger.end_file();
        archive.notes(&mut |_, note| {
            // A help for people: what cannot be read is left out.
            let Ok(note) = note else { return };
            if let Some(asked) = counted.asked.get_mut(&note.game) {
                asked.thought_us = Some(note.thought_us);
            }
            let mut faults = counted.faults.iter_mut();
            if let Some(fault) = faults.find(|fault| fault.game == note.game) {
                fault.stderr = note.stderr.map(|text| visible(&text, 2_000));
            }
        })?;
        let bots = counted.standings.table().len();
        let times = Times::of_games(bots, counted.asked.values());
        Ok(Facts {
            names: plan
                .bots()
                .map(|name| visible(name.as_str(), NAME_SHOWN))
                .collect(),
            scheduled: decided.unwrap_or(schedule.games()),
            ratings: Ratings::fit(&counted.ledger, &Options::default()),
            dicing: test_dice(folder)?,
            plan,
            rules,
            counted,
            times,
        })
    }

    /// The bots as `standings.csv` ranks them.
    pub(super) fn ranking(&self) -> Vec<BotIndex> {
        let table = self.counted.standings.table();
        table.into_iter().map(|row| row.bot).collect()
    }

    pub(super) fn name(&self, bot: BotIndex) -> &str {
        &self.names[bot.get()]
    }

    /// The kinds of win that there were, in the order of the tables.
    pub(super) fn kinds(&self) -> Vec<WinKind> {
        let table = self.counted.standings.table();
        let occurs = |kind: &WinKind| table.iter().any(|row| row.tally.won(*kind) > 0);
        WinKind::ALL.into_iter().filter(occurs).collect()
    }
}

fn plan(archive: &Archive) -> Result<FrozenPlan, PageError> {
    let plan = archive.plan()?.readable();
    plan.map_err(|defect| PageError::damaged(MANIFEST, defect))
}

fn records(archive: &Archive) -> Result<Records, PageError> {
    let mut damaged = None;
    let records = archive.records(&mut |line, why| {
        damaged.get_or_insert_with(|| format!("line {line}: {why}"));
    })?;
    match damaged {
        Some(what) => Err(PageError::damaged(JOURNAL, what)),
        None => records.ok_or_else(|| PageError::damaged(JOURNAL, "missing")),
    }
}

/// Whether a turn's dice and points are such as there are, so that it can be shown on a board.
/// Whether it was legal is for `arena verify` to say.
fn on_the_board(turn: &TurnRecord) -> Result<(), String> {
    to_play(&turn.dice).map_err(|error| error.to_string())?;
    let points = turn.moves.iter().flatten();
    match points.copied().find(|point| Point::new(*point).is_none()) {
        Some(point) => Err(format!("there is no point {point}")),
        None => Ok(()),
    }
}

impl Counted {
    fn new(plan: &FrozenPlan, shown: Selection) -> Counted {
        let names = plan.bots().map(|name| name.as_str().to_owned());
        let places: HashMap<_, _> = names.zip((0..).map(BotIndex::new)).collect();
        let bots = places.len();
        Counted {
            played: 0,
            standings: Standings::new(bots),
            ledger: Ledger::new(Forfeits::Count),
            elo: vec![Vec::new(); bots],
            lengths: Vec::new(),
            reasons: vec![HashMap::new(); bots],
            faults: Vec::new(),
            shown,
            asked: HashMap::new(),
            places,
        }
    }

    /// Counts the next game; says why it cannot be one of this league's.
    fn count(&mut self, record: &GameRecord) -> Result<(), String> {
        let result = store::result(record, &self.places)?;
        for (turn, number) in record.turns.iter().zip(1..) {
            on_the_board(turn).map_err(|why| format!("turn {number}: {why}"))?;
        }
        let rows = self.standings.count(&result).map_err(|e| e.to_string())?;
        let pair = PairNumber::new(record.pair);
        let pushed = self.ledger.push(pair, Game::from(&result));
        pushed.map_err(|error| error.to_string())?;
        self.played += 1;
        for row in rows {
            self.elo[row.bot.get()].push((self.played, row.elo_after));
        }
        let bots = result.seats().map(BotIndex::get);
        self.asked
            .insert(record.game.clone(), Asked::of(record, bots));
        self.shown.offer(record, bots);
        match &record.fault {
            None => self.lengths.push(record.turns.len()),
            Some(fault) => {
                let bot = bots[fault.seat.index()];
                let code = visible(&fault.code, NAME_SHOWN);
                *self.reasons[bot].entry(code.clone()).or_default() += 1;
                if self.faults.len() < FAULTS_TOLD {
                    self.faults.push(Fault {
                        game: record.game.clone(),
                        turn: record.turns.len(),
                        bot,
                        code,
                        rule: visible(fault.rule.as_deref().unwrap_or_default(), NAME_SHOWN),
                        message: visible(&fault.message, 1_000),
                        stderr: None,
                    });
                }
            }
        }
        Ok(())
    }
}
