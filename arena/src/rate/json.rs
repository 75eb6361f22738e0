//! Ratings as one JSON object, for scripts. No number in it is other than finite: what is not
//! known is null.

use arena_statistics::{
    Advantage, Alikeness, Difference, Estimate, Event, Part, Rating, Scope, Zero,
};
use arena_tournament::decimal::without_minus_zero;
use arena_tournament::id::BotIndex;
use arena_tournament::result::WinKind;
use serde_json::{Map, Value, json};

use super::{Ranked, Rated};

/// Decimals beyond which a number is what rounding has left of 0.
const DECIMALS: usize = 12;

impl Rated {
    /// Everything that is known of the bots; the README lists the keys.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let files: Vec<_> = self.files().map(|file| file.to_string_lossy()).collect();
        let ranking = self.ranking();
        let bots: Vec<_> = ranking.iter().map(|bot| self.bot(bot)).collect();
        let zero = match self.options().zero {
            Zero::Mean => json!({ "kind": "mean", "bot": null, "elo": 0.0 }),
            Zero::Anchor { bot, elo } => {
                json!({ "kind": "anchor", "bot": self.name(bot), "elo": number(elo) })
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
            "pairings": self.pairings(&ranking),
            "first_move": self.first_move(),
            "within_pairs": { "wins": alikeness(&within.wins), "points": alikeness(&within.points) },
            "versus": self.versus().map(|bots| self.compared(bots)),
        })
    }

    fn bot(&self, ranked: &Ranked) -> Value {
        let all = Scope::of(ranked.bot);
        let mut bot = json!({
            "rank": ranked.rank,
            "bot": self.name(ranked.bot),
            "elo": rating(&ranked.rating),
            "starting": self.figures(&all.playing(Part::Starting)),
            "following": self.figures(&all.playing(Part::Following)),
        });
        extend(&mut bot, self.figures(&all));
        bot
    }

    /// Everything that is counted, and what it proves but for strength.
    fn figures(&self, scope: &Scope) -> Value {
        let ledger = self.ledger();
        let tally = ledger.tally(scope);
        let rate = |event| ledger.rate(scope, event).map(|rate| estimate(&rate));
        let rates = |event: fn(WinKind) -> Event| by_kind(|kind| rate(event(kind)).into());
        json!({
            "games": tally.games(),
            "pairs": tally.pairs(),
            "points_per_game": ledger.points(scope).map(|points| estimate(&points)),
            "win_rate": rate(Event::Won),
            "wins": tally.wins(),
            "losses": tally.losses(),
            "points_for": tally.points_for(),
            "points_against": tally.points_against(),
            "won": by_kind(|kind| tally.won(kind).into()),
            "lost": by_kind(|kind| tally.lost(kind).into()),
            "won_rates": rates(Event::WonBy),
            "lost_rates": rates(Event::LostBy),
        })
    }

    /// Every two bots, whether they met or not: in the order of the ranking, the better one first.
    fn pairings(&self, ranking: &[Ranked]) -> Vec<Value> {
        let mut pairings = Vec::new();
        for (place, one) in ranking.iter().enumerate() {
            for other in &ranking[place + 1..] {
                let mut pairing = self.compared([one.bot, other.bot]);
                let met = Scope::of(one.bot).against(other.bot);
                extend(&mut pairing, self.figures(&met));
                pairings.push(pairing);
            }
        }
        pairings
    }

    fn first_move(&self) -> Value {
        let advantage = self.ratings().first_move();
        let known = match &advantage {
            Advantage::Estimated(value) => Some(estimate(value)),
            _ => None,
        };
        let gain = self.ledger().first_move(self.options().confidence);
        json!({
            "elo": with_kind(advantage.kind(), known),
            "win_rate": gain.map(|gain| estimate(&gain.win_rate)),
            "points_per_game": gain.map(|gain| estimate(&gain.points)),
        })
    }

    fn compared(&self, [one, other]: [BotIndex; 2]) -> Value {
        let difference = self.ratings().difference(one, other);
        let known = match &difference {
            Difference::Estimated { estimate: it, .. } => Some(estimate(it)),
            Difference::Above { at_least, .. } => Some(json!({ "at_least": at_least.map(number) })),
            Difference::Below { at_most, .. } => Some(json!({ "at_most": at_most.map(number) })),
            Difference::Apart | Difference::Same => None,
        };
        json!({
            "bot": self.name(one),
            "opponent": self.name(other),
            "elo": with_kind(difference.kind(), known),
            "superiority": difference.superiority(),
        })
    }
}

fn rating(rating: &Rating) -> Value {
    let known = match rating {
        Rating::Estimated(value) => Some(estimate(value)),
        Rating::Reference { elo } => Some(json!({ "value": number(*elo) })),
        Rating::Above { at_least } => Some(json!({ "at_least": at_least.map(number) })),
        Rating::Below { at_most } => Some(json!({ "at_most": at_most.map(number) })),
        Rating::Apart | Rating::NoGames => None,
    };
    with_kind(rating.kind(), known)
}

/// A number that can be below 0, and is then no zero.
fn number(value: f64) -> f64 {
    without_minus_zero(value, DECIMALS)
}

fn estimate(estimate: &Estimate) -> Value {
    let error = estimate.error;
    json!({
        "value": number(estimate.value),
        "low": error.map(|error| number(error.interval.low)),
        "high": error.map(|error| number(error.interval.high)),
        "standard_error": error.map(|error| error.standard_error),
        "freedom": error.map(|error| error.freedom),
        "basis": error.map(|error| error.basis.name()),
    })
}

fn alikeness(alike: &Alikeness) -> Value {
    json!({
        "pairs": alike.pairs,
        "correlation": alike.correlation.map(number),
        "games_saved": alike.saved().map(number),
    })
}

fn by_kind(value: impl Fn(WinKind) -> Value) -> Value {
    let kinds = WinKind::ALL.map(|kind| (kind.name().to_owned(), value(kind)));
    Value::Object(Map::from_iter(kinds))
}

/// Puts the keys of one object behind those of another.
fn extend(object: &mut Value, more: Value) {
    if let (Value::Object(object), Value::Object(more)) = (object, more) {
        object.extend(more);
    }
}

/// What is known, with its kind in front.
fn with_kind(kind: &str, known: Option<Value>) -> Value {
    let mut all = Map::from_iter([("kind".to_owned(), kind.into())]);
    if let Some(Value::Object(known)) = known {
        all.extend(known);
    }
    Value::Object(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_zero_has_a_minus_sign() {
        let value = Estimate {
            value: -0.0,
            error: None,
        };
        assert_eq!(estimate(&value)["value"].to_string(), "0.0");
        let bound = rating(&Rating::Below {
            at_most: Some(-1e-15),
        });
        assert_eq!(bound["at_most"].to_string(), "0.0");
        let below = rating(&Rating::Reference { elo: -1.5 });
        assert_eq!(below["value"].to_string(), "-1.5");
    }
}
