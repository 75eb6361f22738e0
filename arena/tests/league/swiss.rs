//! A Swiss: rounds that follow from the results before them, and for all that the same bytes at any
//! number of games at once, after any interruption, and when verified.

use std::collections::{BTreeMap, BTreeSet};

use rustix::process::Signal;

use crate::support::{Ground, Results, builtin, league, record, scripted};

/// Who meets in each round, by the bots' names in the order of the tables.
fn rounds(results: &Results, games_of_a_round: usize) -> Vec<BTreeSet<[String; 2]>> {
    let games = results.rows("games.csv");
    let rounds = games.chunks(games_of_a_round).map(|round| {
        let pairings = round.iter().map(|game| {
            let mut bots = ["first", "second"].map(|column| game.text(column).to_owned());
            bots.sort();
            bots
        });
        pairings.collect()
    });
    rounds.collect()
}

fn assert_verified(ground: &Ground, out: &str) {
    let verified = ground.run(&["verify", out]);
    assert_eq!(verified.code, Some(0), "{verified:#?}");
}

/// Points for and games of each bot after so many games.
fn standing(results: &Results, games: usize) -> BTreeMap<String, (u64, u64)> {
    let mut standing: BTreeMap<String, (u64, u64)> = BTreeMap::new();
    for game in results.rows("games.csv").iter().take(games) {
        for bot in [game.text("winner"), game.text("loser")] {
            let (points, games) = standing.entry(bot.to_owned()).or_default();
            *games += 1;
            *points += match bot == game.text("winner") {
                true => game.number("points"),
                false => 0,
            };
        }
    }
    standing
}

#[test]
fn an_odd_field_plays_the_same_swiss_at_any_concurrency_and_byes_go_round() {
    let ground = Ground::new();
    let bots = [
        ("a", builtin("random")),
        ("b", builtin("pips")),
        ("c", builtin("blocks")),
        ("d", scripted(&[])),
        ("e", builtin("random")),
    ];
    let text = league("kind = \"swiss\"\nrounds = 4\npairs = 2", &bots);
    let alone = ground.play(&text, "one", &["--concurrency", "1"]);
    ground
        .play(&text, "four", &["--concurrency", "4"])
        .assert_same_as(&alone);
    assert_verified(&ground, "four");
    let rounds = rounds(&alone, 2 * 2 * 2);
    assert_eq!(rounds.len(), 4);
    let first = [["a", "b"], ["c", "d"]].map(|pair| pair.map(str::to_owned));
    assert_eq!(rounds[0], BTreeSet::from(first));
    let mut byes = BTreeSet::new();
    let mut met = BTreeSet::new();
    for round in &rounds {
        let playing: BTreeSet<_> = round.iter().flatten().cloned().collect();
        assert_eq!(playing.len(), 4, "{round:?}");
        let all = bots.iter().map(|(name, _)| (*name).to_owned());
        byes.extend(all.filter(|bot| !playing.contains(bot)));
        met.extend(round.iter().cloned());
    }
    assert_eq!(
        byes.len(),
        4,
        "nobody sits out twice in four rounds of five"
    );
    assert_eq!(met.len(), 8, "nobody meets twice: {rounds:?}");
    // A bye is no game: each bot that had one has played four games fewer than four rounds give.
    for row in alone.rows("standings.csv") {
        let games = 16 - 4 * u64::from(byes.contains(row.text("bot")));
        assert_eq!(row.number("games"), games, "{row:?}");
    }
    let plan = alone.text("league.json");
    assert!(
        plan.contains("\"kind\": \"swiss\",\n  \"rounds\": 4,"),
        "{plan}"
    );
}

#[test]
fn the_best_of_a_round_meet_in_the_next() {
    let ground = Ground::new();
    let bots = ["random", "pips", "blocks", "random"];
    let bots: Vec<_> = ('a'..)
        .zip(bots)
        .map(|(name, bot)| (name.to_string(), builtin(bot)))
        .collect();
    let results = ground.play(&league("kind = \"swiss\"\npairs = 3", &bots), "out", &[]);
    let rounds = rounds(&results, 2 * 2 * 3);
    assert_eq!(rounds.len(), 3, "the usual number of rounds for four bots");
    // All have six games, so points are enough, unless two bots are equal.
    let standing = standing(&results, 12);
    let mut order: Vec<_> = standing
        .into_iter()
        .map(|(bot, (points, _))| (points, bot))
        .collect();
    order.sort();
    assert!(
        order[1].0 < order[2].0,
        "the seed gives no clear order: {order:?}"
    );
    let [fourth, third, second, first] = <[_; 4]>::try_from(order).unwrap().map(|(_, bot)| bot);
    let pair = |one: &String, other: &String| {
        let mut pair = [one.clone(), other.clone()];
        pair.sort();
        pair
    };
    let neighbours = BTreeSet::from([pair(&first, &second), pair(&third, &fourth)]);
    let crossed = BTreeSet::from([pair(&first, &third), pair(&second, &fourth)]);
    let expected = match rounds[0].is_disjoint(&neighbours) {
        true => neighbours,
        false => crossed,
    };
    assert_eq!(rounds[1], expected);
}

/// Six bots, of which some are forced to meet again: what they have met in three rounds leaves two
/// threes who have all met the others.
fn rematch(ground: &Ground, rules: &str) -> Results {
    let bots = ["random", "pips", "blocks", "random", "pips", "blocks"];
    let bots: Vec<_> = ('a'..).map(String::from).zip(bots.map(builtin)).collect();
    let settings = format!("rules = {rules:?}\nkind = \"swiss\"\nrounds = 5\npairs = 2");
    let text = league(&settings, &bots);
    let play = |out: &str, concurrency: &str| {
        let arguments = ["--seed", "2", "--concurrency", concurrency];
        ground.play(&text, out, &arguments)
    };
    let results = play("four", "4");
    play("one", "1").assert_same_as(&results);
    assert_verified(ground, "four");
    let keys = results.rows("keys.csv");
    let again = keys.iter().any(|row| row.number("pair_no") > 2);
    assert!(again, "the seed makes nobody meet again");
    results
}

#[test]
fn bots_that_meet_again_play_on_new_dice() {
    let ground = Ground::new();
    let results = rematch(&ground, "long");
    let keys = results.rows("keys.csv");
    let mut numbers: BTreeMap<[&str; 2], Vec<u64>> = BTreeMap::new();
    for row in &keys {
        let pairing = [row.text("first"), row.text("second")];
        numbers
            .entry(pairing)
            .or_default()
            .push(row.number("pair_no"));
    }
    for (pairing, numbers) in numbers {
        let expected: Vec<_> = (1..=numbers.len() as u64).collect();
        assert_eq!(numbers, expected, "{pairing:?}");
    }
    let different: BTreeSet<_> = keys.iter().map(|row| row.text("key")).collect();
    assert_eq!(different.len(), keys.len());
}

#[test]
fn where_the_winner_starts_the_next_game_a_rematch_goes_on_with_the_last_winner() {
    let ground = Ground::new();
    let results = rematch(&ground, "long-classic");
    let mut last: BTreeMap<Vec<String>, (usize, u64)> = BTreeMap::new();
    let mut carried_over = 0;
    for record in results.records() {
        let round = record.index / (2 * 3 * 2);
        let winner = record.result.winner.index();
        if let Some((before, when)) = last.insert(record.bots.to_vec(), (winner, round)) {
            assert_eq!(record.starter.index(), before, "{}", record.game);
            carried_over += u32::from(when < round);
        }
    }
    assert!(carried_over > 0);
}

#[test]
fn a_bot_that_is_out_forfeits_its_games_of_every_round_and_stands_last() {
    let ground = Ground::new();
    let bots = [
        ("dead", scripted(&[("start", "exit:3")])),
        ("a", builtin("random")),
        ("b", builtin("pips")),
        ("c", builtin("blocks")),
        ("d", builtin("random")),
        ("e", builtin("pips")),
        ("f", builtin("random")),
    ];
    let text = league("kind = \"swiss\"\nrounds = 4\npairs = 1", &bots);
    let alone = ground.play(&text, "one", &["--concurrency", "1"]);
    ground
        .play(&text, "four", &["--concurrency", "4"])
        .assert_same_as(&alone);
    assert_verified(&ground, "four");
    let games = alone.games_of("dead");
    // It has the bye of one round: that of the second, as the last of all after the first.
    assert_eq!(games.len(), 3 * 2);
    assert!(games.iter().all(|game| game.text("reason") == "dropped"));
    let rounds = rounds(&alone, 2 * 3);
    assert!(
        rounds[1].iter().flatten().all(|bot| bot != "dead"),
        "{rounds:?}"
    );
    // Nobody is given the win twice.
    let winners: BTreeSet<_> = games.iter().map(|game| game.text("winner")).collect();
    assert_eq!(winners.len(), 3);
}

/// Six games a round, of bots that take their time.
fn slow(orders: &[(&str, &str)]) -> String {
    let bots = ["a", "b", "c", "d", "e", "f", "g"].map(|name| (name, scripted(orders)));
    league("kind = \"swiss\"\nrounds = 3\npairs = 1", &bots)
}

#[test]
fn a_swiss_that_is_stopped_or_killed_in_the_middle_of_a_round_ends_with_the_same_files() {
    let ground = Ground::new();
    ground.write("slow.toml", slow(&[("turn", "late:3")]));
    let undisturbed = ground.play(&slow(&[]), "undisturbed", &[]);
    let begin = ["league", "slow.toml", "--out", "slow", "--concurrency", "4"];
    let go_on = [&begin[..], &["--resume"]].concat();
    // Orders to bots that change no move leave the games as they are.
    for (games, signal, arguments) in [
        (2, Signal::INT, &begin[..]),
        (8, Signal::KILL, &go_on),
        (14, Signal::TERM, &go_on),
    ] {
        let mut running = ground.start(arguments);
        running.until("so many games", || ground.games_played("slow") >= games);
        running.signal(signal);
        running.wait();
        ground.assert_all_die_soon();
        for file in ground.temporary_files() {
            // What an arena that is killed cannot remove.
            std::fs::remove_dir_all(file).unwrap();
        }
        assert!(ground.games_played("slow") < 18);
        assert_verified(&ground, "slow");
    }
    // A round never begins before the one before it is in the journal.
    let text = std::fs::read_to_string(ground.path("slow/games.jsonl")).unwrap();
    let mut written = [0; 3];
    for line in text.lines() {
        let round = record(line).index as usize / 6;
        assert!(round == 0 || written[round - 1] == 6, "{line}");
        written[round] += 1;
    }
    let ran = ground.run(&go_on);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    ground.results("slow").assert_same_as(&undisturbed);
    assert_verified(&ground, "slow");
}

#[test]
fn a_swiss_of_another_number_of_rounds_is_not_resumed() {
    let ground = Ground::new();
    ground.play(&slow(&[]), "out", &[]);
    let fewer = slow(&[]).replace("rounds = 3", "rounds = 2");
    ground.write("out.toml", fewer);
    let ran = ground.run(&["league", "out.toml", "--out", "out", "--resume"]);
    assert_eq!(ran.code, Some(2), "{ran:#?}");
    let says = "rounds: 3 in the results folder, 2 in out.toml";
    assert!(ran.stderr.contains(says), "{}", ran.stderr);
}
