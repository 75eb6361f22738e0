//! The viewer's own idea of where checkers go, against the rules.

use nardy_protocol::message::Dice;
use nardy_protocol::record::GameRecord;
use nardy_rules::{
    CheckerMove, Die, Leftover, Point, Position, Roll, Ruleset, Situation, Stage, ToPlay, TurnList,
};
use serde_json::{Value, json};

use crate::browser::Browser;
use crate::support::{Ground, builtin, league};

/// All positions of a game by the rules, each as the checkers of both seats on 0 to 25.
fn by_the_rules(game: &GameRecord) -> Vec<Value> {
    let rules = Ruleset::by_id(&game.rules).unwrap();
    let mut position = Position::start(&rules);
    let mut seen_by = 0;
    let mut first_rolls = [None; 2];
    let mut all = vec![men(&position, seen_by)];
    for turn in &game.turns {
        let seat = turn.seat.index();
        if seat != seen_by {
            position = position.flipped();
            seen_by = seat;
        }
        let (to_play, stage) = match &turn.dice {
            Dice::Roll([a, b]) => {
                let roll = Roll::new(*a, *b).unwrap();
                let stage = match first_rolls[seat].replace(roll) {
                    None => Stage::FirstTurn {
                        opponent_first_roll: first_rolls[1 - seat],
                    },
                    Some(_) => Stage::Later,
                };
                (ToPlay::Roll(roll), stage)
            }
            Dice::Leftover(dice) => {
                let dice: Vec<_> = dice.iter().map(|&face| Die::new(face).unwrap()).collect();
                (
                    ToPlay::Leftover(Leftover::new(&dice).unwrap()),
                    Stage::Later,
                )
            }
        };
        let situation = Situation {
            position,
            stage,
            to_play,
        };
        let moves = turn
            .moves
            .iter()
            .map(|&[from, to]| CheckerMove::new(from, to).unwrap());
        let moves: Vec<_> = moves.collect();
        let mut list = TurnList::new();
        list.generate(&rules, &situation);
        position = list.check(&rules, &situation, &moves).unwrap();
        all.push(men(&position, seen_by));
    }
    all
}

fn men(position: &Position, seen_by: usize) -> Value {
    let both = [position.own(), position.opposing()];
    let men = both.map(|side| {
        let points = (0..=25).map(|point| side.count(Point::new(point).unwrap()));
        points.collect::<Vec<_>>()
    });
    json!([men[seen_by], men[1 - seen_by]])
}

#[test]
fn the_viewer_moves_checkers_as_the_rules_do_hits_and_leftovers_included() {
    let Some(mut browser) = Browser::start("the positions of the page's viewer") else {
        return;
    };
    for rules in ["long", "short", "gulbar"] {
        let ground = Ground::new();
        let bots = [("pips", builtin("pips")), ("random", builtin("random"))];
        let settings = format!("rules = \"{rules}\"\npairs = 3");
        let results = ground.play(&league(&settings, &bots), "out", &[]);
        assert_eq!(ground.run(&["report", "out"]).code, Some(0));
        browser.open(&ground.path("out.html"), "");
        let games = results.records();
        assert_eq!(games.len(), 6);
        for (place, game) in games.iter().enumerate() {
            let asked = format!(
                "positions(readTurns(data.games[{place}].turns), data.start, data.opposite)"
            );
            assert_eq!(
                browser.value(&asked),
                json!(by_the_rules(game)),
                "{rules} {}",
                game.game
            );
        }
        // Or nothing was seen of what is special about these rules.
        let text = results.text("games.jsonl");
        assert!(rules != "gulbar" || text.contains("\"leftover\":"));
        let hits = browser.value(
            "data.games.map(g => readTurns(g.turns).flatMap((t, i, all) => { \
             play(positions(all.slice(0, i), data.start, data.opposite)[i], t, data.opposite); \
             return t.moves; })).flat().filter(m => m.hit).length",
        );
        assert_eq!(
            hits.as_u64().unwrap() > 0,
            rules == "short",
            "{rules}: {hits}"
        );
        browser.assert_calm();
    }
}
