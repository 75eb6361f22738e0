//! A bot against a copy of itself. Both games of a pair have the same rolls with the seats
//! exchanged, so copies that play alike play the same game twice, and each wins one.

use std::fmt;

use nardy_protocol::message::{Dice, MovePair};
use nardy_protocol::record::{GameRecord, TurnRecord};

/// What came of a bot's games against its copy.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SelfTest {
    /// Pairs of which both games were played.
    pub pairs: u64,
    /// Of these, the pairs of which each copy won one game with as many points.
    pub split: u64,
    /// The pairs whose games parted, whether they were split or not.
    pub parted: u64,
    /// Where the first of them did.
    pub first: Option<Parting>,
    /// Games that ended by a forfeit.
    pub forfeits: u64,
}

/// Where the two games of a pair parted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parting {
    /// The pair's number.
    pub pair: u64,
    /// The turn, from 1, passes included.
    pub turn: usize,
    /// What was played in each of the two games.
    pub played: [Played; 2],
}

/// A game at the place where it parted from the other one of its pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Played {
    /// The game's id.
    pub game: String,
    /// The bot's name, if it is one bot's turn.
    pub bot: Option<String>,
    /// The turn, or how the game ended.
    pub what: String,
}

impl SelfTest {
    /// Counts a pair's two games.
    pub fn count(&mut self, games: &[GameRecord; 2]) {
        let [one, other] = games;
        let (a, b) = (&one.result, &other.result);
        self.pairs += 1;
        self.split += u64::from(a.winner == b.winner && a.points == b.points);
        let forfeits = games.iter().filter(|game| game.fault.is_some());
        self.forfeits += forfeits.count() as u64;
        if let Some(parting) = Parting::of(games) {
            self.parted += 1;
            self.first.get_or_insert(parting);
        }
    }

    /// Whether the copies played alike in every game, and played every game out.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.parted == 0 && self.forfeits == 0
    }
}

impl Parting {
    /// Where the games of a pair part; none if they are the same turn by turn to the end.
    fn of(games: &[GameRecord; 2]) -> Option<Parting> {
        let [one, other] = games;
        let alike = |(a, b): &(&TurnRecord, &TurnRecord)| {
            a.seat == b.seat && a.dice == b.dice && a.moves == b.moves
        };
        let turns = one.turns.iter().zip(&other.turns);
        let same = turns.take_while(alike).count();
        let ended = [one, other].map(|game| game.turns.len() == same);
        if ended == [true; 2] && end(one) == end(other) {
            return None;
        }
        Some(Parting {
            pair: one.pair,
            turn: same + 1,
            played: [one, other].map(|game| played(game, same)),
        })
    }
}

/// How a game ended, as far as its bots had a hand in it.
fn end(game: &GameRecord) -> impl PartialEq {
    let fault = game.fault.as_ref();
    let fault = fault.map(|fault| (fault.seat, fault.code.clone(), fault.moves.clone()));
    (game.result.winner, game.result.points, fault)
}

fn played(game: &GameRecord, turn: usize) -> Played {
    let (bot, what) = match (game.turns.get(turn), &game.fault) {
        (Some(turn), _) => {
            let what = format!("{}: {}", dice(&turn.dice), Moves(&turn.moves));
            (Some(turn.seat), what)
        }
        (None, Some(fault)) => {
            let moves = fault.moves.as_ref();
            let moves = moves.map_or_else(String::new, |moves| format!(": {}", Moves(moves)));
            (Some(fault.seat), format!("loses by {}{moves}", fault.code))
        }
        (None, None) => (None, "it is over".to_owned()),
    };
    Played {
        game: game.game.clone(),
        bot: bot.map(|seat| game.bots[seat.index()].clone()),
        what,
    }
}

fn dice(dice: &Dice) -> String {
    let dice = match dice {
        Dice::Roll(roll) => &roll[..],
        Dice::Leftover(left) => left,
    };
    let dice: Vec<_> = dice.iter().map(ToString::to_string).collect();
    dice.join("-")
}

/// Moves of one turn in words, with the numbers that bots write.
pub struct Moves<'m>(pub &'m [MovePair]);

impl fmt::Display for Moves<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves = self.0.iter().map(|[from, to]| format!("{from}-{to}"));
        let moves: Vec<_> = moves.collect();
        match &moves[..] {
            [] => f.write_str("no move"),
            moves => f.write_str(&moves.join(" ")),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    /// Seat 0 begins with 3-1, and then loses.
    fn game(id: &str, moves: &str, end: &str) -> GameRecord {
        let bots = match id.ends_with('a') {
            true => r#"["x","x-2"]"#,
            false => r#"["x-2","x"]"#,
        };
        let line = format!(
            r#"{{"game":"{id}","index":0,"pair":1,"rules":"long","bots":{bots},"starter":0,"roll_off":[],"turns":[{{"seat":0,"dice":[3,1],"moves":{moves}}}],{end}}}"#
        );
        serde_json::from_str(&line).unwrap()
    }

    const OVER: &str = r#""result":{"winner":1,"kind":"mars","points":2,"reason":"borne_off"}"#;
    const LATE: &str = r#""result":{"winner":1,"kind":"forfeit","points":2,"reason":"turn_timeout"},"fault":{"seat":0,"code":"turn_timeout","message":"late"}"#;

    fn tested(one: GameRecord, other: GameRecord) -> SelfTest {
        let mut test = SelfTest::default();
        test.count(&[one, other]);
        test
    }

    #[test]
    fn the_same_game_twice_is_a_split() {
        let [a, b] = ["1a", "1b"].map(|id| game(id, "[[24,21],[21,20]]", OVER));
        let test = tested(a, b);
        assert!(test.passed());
        assert_eq!((test.pairs, test.split, test.forfeits), (1, 1, 0));
    }

    #[test]
    fn copies_that_lose_by_the_same_fault_have_not_passed() {
        let fault = LATE.replace(r#""seat":0"#, r#""seat":1"#);
        let fault = fault.replace(r#""winner":1"#, r#""winner":0"#);
        let [one, other] = ["1a", "1b"].map(|id| game(id, "[]", &fault));
        let test = tested(one, other);
        assert_eq!((test.parted, test.split, test.forfeits), (0, 1, 2));
        assert!(!test.passed());
    }

    #[test]
    fn the_first_turn_that_differs_is_where_games_part_though_the_pair_is_split() {
        let one = game("1a", "[[24,21],[21,20]]", OVER);
        let test = tested(one, game("1b", "[]", OVER));
        assert!(!test.passed());
        assert_eq!((test.split, test.parted), (1, 1));
        let first = test.first.unwrap();
        assert_eq!((first.pair, first.turn), (1, 1));
        let [a, b] = first.played;
        assert_eq!((a.game.as_str(), a.bot.as_deref()), ("1a", Some("x")));
        assert_eq!(a.what, "3-1: 24-21 21-20");
        assert_eq!((b.game.as_str(), b.bot.as_deref()), ("1b", Some("x-2")));
        assert_eq!(b.what, "3-1: no move");
    }

    #[test]
    fn a_fault_of_one_copy_alone_is_where_games_part() {
        let [one, other] = [("1a", OVER), ("1b", LATE)].map(|(id, end)| game(id, "[]", end));
        let test = tested(one, other);
        assert_eq!(test.forfeits, 1);
        let first = test.first.unwrap();
        assert_eq!(first.turn, 2);
        let [a, b] = first.played;
        assert_eq!((a.bot, a.what.as_str()), (None, "it is over"));
        assert_eq!(b.bot.as_deref(), Some("x-2"));
        assert_eq!(b.what, "loses by turn_timeout");
    }
}
