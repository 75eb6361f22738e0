//! The rules of nardy: positions, legal turns, rulesets as data.
