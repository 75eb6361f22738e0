//! Ruleset files: what is read from good ones, what is said about others.

use nardy_rules::{Block, HeadPolicy, Ruleset};

use super::*;

fn ruleset(text: &str) -> Result<RulesChoice, ConfigError> {
    RulesChoice::parse(text, Path::new("club.toml"))
}

#[test]
fn what_a_file_leaves_out_is_as_in_its_base() {
    let rules = ruleset("base = \"long\"\nhead = \"double\"\nblock = \"home\"").unwrap();
    let (long, club) = (
        Ruleset::by_id("long").unwrap(),
        Ruleset::by_id("long-club").unwrap(),
    );
    let expected = { long.clone() }
        .named("club", long.name())
        .with_head(club.head())
        .with_block(Block::Home);
    assert_eq!(rules.ruleset(), &expected);
    assert_eq!(rules.parameters().base.as_deref(), Some("long"));
    let free =
        ruleset("base = \"long\"\nid = \"x\"\nname = \"Mine\"\nhead = \"free\"\nblock = \"free\"")
            .unwrap();
    assert_eq!((free.id(), free.ruleset().name()), ("x", "Mine"));
    assert_eq!(free.ruleset().head(), HeadPolicy::Free);
    assert_eq!(free.ruleset().block(), Block::Free);
}

#[test]
fn a_head_policy_written_out_is_the_named_one() {
    let text = "base = \"long-app\"\n[head]\ntwo_on = [[3, 3], [4, 4], [6, 6]]\nbut_one_after = [[5, 5], [4, 4]]";
    let head = ruleset(text).unwrap().ruleset().head();
    assert_eq!(head, Ruleset::by_id("long").unwrap().head());
}

#[test]
fn all_that_is_wrong_with_a_ruleset_file_is_told_at_its_place() {
    let cases: [(&str, &[&str]); 12] = [
        (
            "base = \"lnog\"\nhead = \"dobule\"\nblock = \"x\"",
            &[":1:8", ":2:8", ":3:9"],
        ),
        (
            "bsae = \"long\"\npairs = 5\noin = 1",
            &[":1:1", ":2:1", ":3:1"],
        ),
        ("name = \"x\"", &["club.toml"]),
        (
            "base = 7\nhead = 5\nstart = [24, 15]\npips = \"true\"\npoints = 3",
            &[":1:8", ":2:8", ":3:9", ":4:8", ":5:10"],
        ),
        ("base = \"long\"\nid = \"short\"", &[":2:6"]),
        (
            "base = \"long\"\nid = \"a b\"\nname = \"\"",
            &[":2:6", ":3:8"],
        ),
        (
            "base = \"long\"\ngeometry = \"opposite\"",
            &[":2:12", ":2:12"],
        ),
        (
            "base = \"long\"\neastern = true\nstart = [[24, 14], [12, -1]]",
            &[":2:11", ":3:9"],
        ),
        (
            "base = \"short\"\nblock = \"home\"\nstart = [[24, 300]]",
            &[":2:9", ":3:9"],
        ),
        (
            "base = \"long\"\n[head]\ntwo_on = [[3, 7]]\n[points]\noin = 2\nmars = 1",
            &[":2:1", ":4:1"],
        ),
        (
            "base = \"long\"\n[head]\nbut_one_after = [[5, 5]]\n[points]\noin = 2\nkosk = 1",
            &[":2:1", ":3:17", ":4:1", ":6:1"],
        ),
        ("base = \"long", &[":1:13"]),
    ];
    let mut said = Vec::new();
    for (text, places) in cases {
        let shown = ruleset(text).unwrap_err().render(false);
        let mut rest = shown.as_str();
        for place in places {
            let found = rest.split_once(&format!("{place}\n"));
            rest = found.unwrap_or_else(|| panic!("no {place} in\n{shown}")).1;
        }
        assert_eq!(shown.matches("error: ").count(), places.len(), "{shown}");
        said.push(shown);
    }
    let unusable_stem = RulesChoice::parse("base = \"long\"", Path::new("my rules.toml"));
    said.push(unusable_stem.unwrap_err().render(false));
    said.push(ruleset("# nothing\n").unwrap_err().render(false));
    snapshot("rulesets", &said.join("\n\n----\n"));
}

#[test]
fn a_league_plays_a_ruleset_file_beside_it_and_tells_what_is_wrong_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let league = format!("name = \"w\"\nrules = \"club.toml\"{TWO_BOTS}");
    let parse = || LeagueConfig::parse(&league, &folder.path().join("winter.toml"), &KNOWN);
    let missing = parse().unwrap_err().render(false);
    assert!(
        missing.contains("error: the ruleset cannot be read: there is no file"),
        "{missing}"
    );
    assert!(missing.contains("winter.toml:2:9"), "{missing}");
    let file = folder.path().join("club.toml");
    std::fs::write(&file, "base = \"long\"\nblock = \"hom\"").unwrap();
    let wrong = parse().unwrap_err().render(false);
    assert!(wrong.contains("error: unknown block `hom`"), "{wrong}");
    assert!(wrong.contains("club.toml:2:9"), "{wrong}");
    let text = "base = \"long\"\nblock = \"home\"";
    std::fs::write(&file, text).unwrap();
    let config = parse().unwrap();
    assert_eq!(config.rules().id(), "club");
    assert_eq!(config.rules().file(), Some(text));
}
