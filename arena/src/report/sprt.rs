//! A sequential test for people: where it stands, and what it has found.

use arena_statistics::{Confidence, Decision};
use arena_tournament::decimal::fixed;
use nardy_protocol::text::visible;

use super::counted;
use super::table::NAME_SHOWN;
use crate::plan::SprtScale;
use crate::trial::Trial;

/// Where a test stands, in a few words.
pub(super) fn standing(trial: &Trial) -> String {
    let (low, high) = trial.sprt().bounds();
    let ratio = trial.sprt().log_likelihood_ratio();
    format!(
        "LLR {} ({low:.2} to {high:.2}) after {}",
        fixed(ratio, 2),
        counted(trial.pairs(), "pair")
    )
}

/// What a test has found, with a line feed at the end of each sentence.
#[must_use]
pub fn verdict(trial: &Trial) -> String {
    let [bot, opponent] = trial
        .bots()
        .each_ref()
        .map(|name| visible(name, NAME_SHOWN));
    let plan = trial.plan();
    let scale = plan.scale.name();
    let (low, high) = trial.sprt().bounds();
    let mut lines = vec![
        format!(
            "sprt: {bot} against {opponent}, H0: {} {scale}, H1: {} {scale}, alpha {}, beta {}",
            plan.h0, plan.h1, plan.alpha, plan.beta
        ),
        format!(
            "LLR {}, bounds {low:.4} and {high:.4}, after {}",
            fixed(trial.sprt().log_likelihood_ratio(), 4),
            counted(trial.pairs(), "pair")
        ),
    ];
    lines.push(match trial.sprt().decision() {
        Decision::AcceptAlternative => format!(
            "H1 is accepted: {bot} is taken to be worth more than {} {scale} against {opponent}; a \
             bot worth just that gets this verdict in {} % of matches",
            plan.h0,
            percent(plan.alpha)
        ),
        Decision::AcceptNull => format!(
            "H0 is accepted: {bot} is taken to be worth less than {} {scale} against {opponent}; a \
             bot worth just that gets this verdict in {} % of matches",
            plan.h1,
            percent(plan.beta)
        ),
        Decision::Continue => "no verdict: the pairs did not suffice to decide; nothing is shown \
                               either way"
            .to_owned(),
    });
    lines.extend(estimate(trial));
    lines.join("\n") + "\n"
}

fn estimate(trial: &Trial) -> Option<String> {
    let strength = trial.sprt().estimate(Confidence::default())?;
    let scale = trial.plan().scale;
    let decimals = match scale {
        SprtScale::Elo | SprtScale::Nelo => 1,
        SprtScale::Points => 3,
    };
    let shown = |value: Option<f64>, without: &str| {
        value.map_or_else(|| without.to_owned(), |value| fixed(value, decimals))
    };
    let low = shown(strength.low, "no lower limit");
    let high = shown(strength.high, "no upper limit");
    let value = shown(strength.value, "unbounded");
    Some(format!(
        "estimate: {value} {} ({low} to {high}), biased since the match stops on what it sees\n\
         not for ranking or comparing bots: for that play a fixed number of pairs",
        scale.name()
    ))
}

fn percent(rate: f64) -> f64 {
    // As many digits as the rate was given with.
    (rate * 1e8).round() / 1e6
}
