//! Ratings as one JSON object, for scripts. No number in it is other than finite: what is not
//! known is null.

use arena_statistics::{
    Advantage, Alikeness, Basis, Difference, Estimate, Rating, Scope, Tally, Zero,
};
use arena_tournament::id::BotIndex;
use arena_tournament::result::WinKind;
use serde_json::{Map, Value, json};

use super::{Ranked, Rated};

impl Rated {
    /// Everything that is known of the bots; the README lists the keys.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let files: Vec<_> = self.files().map(|file| file.to_string_lossy()).collect();
        let bots: Vec<_> = self.ranking().iter().map(|bot| self.bot(bot)).collect();
        let zero = match self.options().zero {
            Zero::Mean => json!({ "kind": "mean", "bot": null, "elo": 0.0 }),
            Zero::Anchor { bot, elo } => {
                json!({ "kind": "anchor", "bot": self.name(bot), "elo": elo })
            }
        };
        let group = self.ratings().main_group();
        let group: Vec<_> = group.map(|bot| self.name(bot)).collect();
        let within = self.within_pairs();
        json!({
            "files": files,
            "games": self.games(),
            "forfeits_left_out": self.forfeits_left_out(),
            "confidence": self.options().confidence.level(),
            "zero": zero,
            "comparable": group,
            "bots": bots,
            "first_move": self.first_move(),
            "within_pairs": { "wins": alikeness(&within.wins), "points": alikeness(&within.points) },
            "versus": self.versus().map(|bots| self.compared(bots)),
        })
    }

    fn bot(&self, ranked: &Ranked) -> Value {
        let points = self.ledger().points(&Scope::of(ranked.bot));
        let tally = self.tally(ranked.bot);
        json!({
            "rank": ranked.rank,
            "bot": self.name(ranked.bot),
            "games": tally.games(),
            "pairs": tally.pairs(),
            "elo": rating(&ranked.rating),
            "points_per_game": points.map(|points| estimate(&points)),
            "wins": tally.wins(),
            "losses": tally.losses(),
            "points_for": tally.points_for(),
            "points_against": tally.points_against(),
            "won": kinds(&tally, Tally::won),
            "lost": kinds(&tally, Tally::lost),
        })
    }

    fn first_move(&self) -> Value {
        let (kind, known) = match self.ratings().first_move() {
            Advantage::Estimated(value) => ("estimated", Some(estimate(&value))),
            Advantage::UnboundedAbove => ("unbounded_above", None),
            Advantage::UnboundedBelow => ("unbounded_below", None),
            Advantage::Undetermined => ("undetermined", None),
            Advantage::Ignored => ("ignored", None),
        };
        let gain = self.ledger().first_move(self.options().confidence);
        json!({
            "elo": with_kind(kind, known),
            "win_rate": gain.map(|gain| estimate(&gain.win_rate)),
            "points_per_game": gain.map(|gain| estimate(&gain.points)),
        })
    }

    fn compared(&self, [one, other]: [BotIndex; 2]) -> Value {
        let (kind, known, superiority) = match self.ratings().difference(one, other) {
            Difference::Estimated {
                estimate: value,
                superiority,
            } => ("estimated", Some(estimate(&value)), superiority),
            Difference::Above {
                at_least,
                superiority,
            } => ("above", Some(json!({ "at_least": at_least })), superiority),
            Difference::Below {
                at_most,
                superiority,
            } => ("below", Some(json!({ "at_most": at_most })), superiority),
            Difference::Apart => ("apart", None, None),
            Difference::Same => ("same", None, None),
        };
        json!({
            "bot": self.name(one),
            "opponent": self.name(other),
            "elo": with_kind(kind, known),
            "superiority": superiority,
        })
    }
}

fn rating(rating: &Rating) -> Value {
    match rating {
        Rating::Estimated(value) => with_kind("estimated", Some(estimate(value))),
        Rating::Reference { elo } => with_kind("reference", Some(json!({ "value": elo }))),
        Rating::Above { at_least } => with_kind("above", Some(json!({ "at_least": at_least }))),
        Rating::Below { at_most } => with_kind("below", Some(json!({ "at_most": at_most }))),
        Rating::Apart => with_kind("apart", None),
        Rating::NoGames => with_kind("no_games", None),
    }
}

fn estimate(estimate: &Estimate) -> Value {
    let error = estimate.error;
    json!({
        "value": estimate.value,
        "low": error.map(|error| error.interval.low),
        "high": error.map(|error| error.interval.high),
        "standard_error": error.map(|error| error.standard_error),
        "freedom": error.map(|error| error.freedom),
        "basis": error.map(|error| match error.basis {
            Basis::Pairs => "pairs",
            Basis::Alike => "alike",
        }),
    })
}

fn alikeness(alike: &Alikeness) -> Value {
    json!({
        "pairs": alike.pairs,
        "correlation": alike.correlation,
        "games_saved": alike.saved(),
    })
}

fn kinds(tally: &Tally, count: fn(&Tally, WinKind) -> u64) -> Value {
    let kinds = WinKind::ALL.map(|kind| (kind.name().to_owned(), count(tally, kind).into()));
    Value::Object(Map::from_iter(kinds))
}

/// What is known, with its kind in front.
fn with_kind(kind: &str, known: Option<Value>) -> Value {
    let mut all = Map::from_iter([("kind".to_owned(), kind.into())]);
    if let Some(Value::Object(known)) = known {
        all.extend(known);
    }
    Value::Object(all)
}
